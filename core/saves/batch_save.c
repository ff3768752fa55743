/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batch_save.c - saves and loads what the thermostat of one system of a batch keeps.
 */
#include "stepper/batch.h"
#include "stepper/rewind.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft_batch.h>

static rgs_status find(const rgs_stepper *s, int64_t name, int64_t *place, rgs_alone *alone,
                       rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  rgs_status status = rgs_batch_find(s, name, place, error);
  if (status == RGS_OK) status = rgs_settle(s, error);
  if (status == RGS_OK) status = rgs_check_view(s, error);
  if (status == RGS_OK) rgs_batch_alone(s, *place, alone);
  return status;
}

rgs_status rgs_draft_batch_save(rgs_stepper *s, int64_t system, void *buffer, size_t *size,
                                rgs_error *error) {
  rgs_alone alone;
  int64_t place;
  const rgs_status status = find(s, system, &place, &alone, error);
  return status == RGS_OK ? rgs_stepper_save_ensemble(&alone.stepper, buffer, size, error) : status;
}

rgs_status rgs_draft_batch_load(rgs_stepper *s, int64_t system, const void *buffer, size_t size,
                                rgs_error *error) {
  rgs_alone alone;
  int64_t place;
  rgs_status status = find(s, system, &place, &alone, error);
  if (status == RGS_OK) status = rgs_stepper_load_ensemble(&alone.stepper, buffer, size, error);
  if (status != RGS_OK) return status;
  s->ensemble.systems[place].saved = alone.stepper.ensemble.saved;
  rgs_rewind_forget(s);
  return rgs_stepper_set_valid(s, 0, error);
}
