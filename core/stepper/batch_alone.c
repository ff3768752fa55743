/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batch_alone.c - one system of a batch as a stepper that has it alone: for outputs and saves.
 */
#include "base/columns.h"
#include "methods/own_outputs.h"
#include "stepper/batch.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft_batch.h>

rgs_status rgs_batch_find(const rgs_stepper *s, int64_t name, int64_t *system, rgs_error *error) {
  const rgs_systems *all = s->motion.systems;
  if (all == NULL)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "the stepper has no batch; call rgs_draft_batch_set first");
  int64_t low = 0, high = all->n;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (all->name[middle] < name)
      low = middle + 1;
    else
      high = middle;
  }
  *system = low;
  if (low < all->n && all->name[low] == name) return RGS_OK;
  return rgs_set_error(error, RGS_E_ARG, -1,
                       "system is %lld, which is none of the %lld in the batch", (long long)name,
                       (long long)all->n);
}

void rgs_batch_alone(const rgs_stepper *s, int64_t system, rgs_alone *alone) {
  const int64_t first = s->motion.systems->first[system];
  rgs_view *v = &alone->bodies.view;
  alone->stepper = *s;
  alone->bodies = *s->motion.bodies;
  v->n = s->motion.systems->first[system + 1] - first;
  for (int c = 0; c < RGS_COLUMNS; c++) {
    rgs_column *column = (rgs_column *)(uintptr_t)rgs_column_of(v, c);
    if (column->data != NULL) column->data += first * column->body;
  }
  if (v->thermostatted.data != NULL) v->thermostatted.data += first * v->thermostatted.body;
  if (v->tag != NULL) v->tag += first;
  alone->stepper.motion.bodies = &alone->bodies;
  alone->stepper.motion.systems = NULL;
  alone->stepper.ensemble = s->ensemble.systems[system];
  alone->stepper.ensemble.motion = &alone->stepper.motion;
  alone->stepper.ensemble.range = NULL;
}

rgs_status rgs_draft_batch_output(rgs_stepper *s, const char *key, double *values, int64_t room,
                                  rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (key == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "key is null");
  if (values == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "values is null");
  const int64_t systems = rgs_ensemble_systems(&s->ensemble);
  const rgs_own_output *o = rgs_own_output_find(s->motion.method, key);
  const int64_t each = o != NULL ? (int64_t)o->info.components : 1;
  if (s->ensemble.systems == NULL)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "the stepper has no batch; call rgs_draft_batch_set first");
  if (o != NULL && (o->group == RGS_RECORDED ||
                    (o->group == RGS_OF_THERMOSTAT && o->which == RGS_CONSERVED_ENERGY)))
    return rgs_set_error(
        error, RGS_E_NAME, -1,
        "output '%s' needs the potential energy of each system, which a batch is not given; add "
        "yours to the kinetic energies and to coupling_energy",
        key);
  if (room < each * systems)
    return rgs_set_error(error, RGS_E_SPACE, -1,
                         "room is %lld; '%s' has %lld values for %lld systems", (long long)room,
                         key, (long long)(each * systems), (long long)systems);
  rgs_status status = rgs_settle(s, error);
  if (status == RGS_OK)
    status = rgs_check_view(s, error); /* it may have other bodies than the batch */
  for (int64_t k = 0; k < systems && status == RGS_OK; k++) {
    rgs_alone alone;
    rgs_batch_alone(s, k, &alone);
    status = rgs_stepper_output(&alone.stepper, key, values + k * each, each, error);
    if (status != RGS_OK) status = rgs_ensemble_name(&s->ensemble, k, status, error);
  }
  return status;
}
