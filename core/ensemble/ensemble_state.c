/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_state.c - what bath and piston keep, and what outputs are made of.
 */
#include "base/columns.h"
#include "baths/unfused.h"
#include "ensemble/box.h"
#include "ensemble/ensemble.h"
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t padded(size_t size) { return (size + 15u) / 16u * 16u; }

static size_t params_size(const rgs_entry *e) { return e == NULL ? 0 : e->about.params_size; }

size_t rgs_ensemble_room(const rgs_method *m) {
  return padded(params_size(m->bath)) + padded(params_size(m->piston)) +
         padded(rgs_method_state_size(m));
}

void rgs_ensemble_take_method(rgs_stepper *s) {
  const rgs_method *m = s->method;
  rgs_ensemble *e = &s->ensemble;
  const uint64_t steps = e->steps;
  if (s->ensemble_room > 0) { /* otherwise there is no memory to point to */
    s->piston_params = (char *)s->bath_params + padded(params_size(m->bath));
    s->bath_state = (char *)s->piston_params + padded(params_size(m->piston));
    memset(s->bath_params, 0, s->ensemble_room);
    if (m->bath != NULL) memcpy(s->bath_params, m->bath_params, params_size(m->bath));
    if (m->piston != NULL) memcpy(s->piston_params, m->piston_params, params_size(m->piston));
  }
  /* The host's share of the virial is forgotten with the rest, so it is asked for again. */
  s->place.fresh &= ~(uint32_t)RGS_EVAL_VIRIAL;
  memset(e, 0, sizeof *e);
  e->steps = steps; /* no noise comes twice */
  e->ranks = s->host.ranks;
}

/* ---- for outputs ----------------------------------------------------------------------------- */

void rgs_ensemble_lengths(const rgs_stepper *s, double lengths[3]) {
  const rgs_ensemble *e = &s->ensemble;
  memcpy(lengths, e->lengths, sizeof e->lengths);
  if (s->method->piston == NULL) return;
  const rgs_moved_box box = rgs_box_of(s);
  for (int k = 0; k < 3; k++)
    if (box.group[k] >= 0) lengths[k] *= rgs_exp(e->strain[box.group[k]] - e->told[box.group[k]]);
}

void rgs_ensemble_strain(const rgs_stepper *s, double strain[3]) {
  const rgs_moved_box box = rgs_box_of(s);
  for (int k = 0; k < 3; k++) strain[k] = box.group[k] >= 0 ? s->ensemble.strain[box.group[k]] : 0;
}

double rgs_ensemble_volume(const rgs_stepper *s) { return rgs_box_of(s).volume; }

double rgs_ensemble_bath_energy(const rgs_stepper *s) {
  const rgs_method *m = s->method;
  if (m->bath == NULL || m->bath->bath.energy == NULL) return 0;
  const rgs_bath_call call = { .head = RGS_HEAD(rgs_bath_call),
                               .time = s->place.time,
                               .step = s->ensemble.steps,
                               .params = s->bath_params,
                               .state = s->bath_state,
                               .bodies = &s->bodies->view,
                               .freedom_translation = s->ensemble.freedom[0],
                               .freedom_rotation = s->ensemble.freedom[1] };
  return m->bath->bath.energy(&call);
}

double rgs_ensemble_piston_kinetic(const rgs_stepper *s) {
  const rgs_moved_box box = rgs_box_of(s);
  return rgs_box_kinetic(s, &box);
}

double rgs_ensemble_piston_energy(const rgs_stepper *s) {
  const rgs_moved_box box = rgs_box_of(s);
  return rgs_box_kinetic(s, &box) + rgs_box_potential(s, &box);
}

double rgs_ensemble_rank_share(const rgs_stepper *s) {
  return s->ensemble.ranks > 1 ? 1 / s->ensemble.ranks : 1;
}
