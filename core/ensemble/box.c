/* SPDX-License-Identifier: BSD-3-Clause
 *
 * box.c - what a piston does in a step, and the box that it moves.
 */
#include "ensemble/box.h"
#include "base/columns.h"
#include "baths/unfused.h"
#include "ensemble/sums.h"
#include "motion/flight.h"
#include <string.h>

static const rgs_piston_table *piston_of(const rgs_stepper *s) { return s->method->piston->piston; }

/* ---- the box now ----------------------------------------------------------------------------- */

void rgs_box_groups(const rgs_stepper *s, int group[3]) {
  piston_of(s)->groups(s->piston_params, group);
}

void rgs_box_strain(const rgs_stepper *s, double strain[3]) {
  int group[3];
  rgs_box_groups(s, group);
  for (int k = 0; k < 3; k++) strain[k] = group[k] >= 0 ? s->ensemble.box.strain[group[k]] : 0;
}

void rgs_box_lengths(const rgs_stepper *s, double lengths[3]) {
  const rgs_moved_box *box = &s->ensemble.box;
  int group[3];
  memcpy(lengths, box->lengths, sizeof box->lengths);
  if (s->method->piston == NULL) return;
  rgs_box_groups(s, group);
  for (int k = 0; k < 3; k++)
    if (group[k] >= 0) lengths[k] *= rgs_exp(box->strain[group[k]] - box->told[group[k]]);
}

static double volume_of(const rgs_moved_box *box, const int group[3]) {
  int axes[RGS_GROUPS] = { 0 };
  double volume = 1, strain = 0;
  for (int k = 0; k < 3; k++) {
    volume *= box->lengths[k];
    if (group[k] >= 0) axes[group[k]]++;
  }
  for (int g = 0; g < RGS_GROUPS; g++)
    if (axes[g] > 0) strain += axes[g] * (box->strain[g] - box->told[g]);
  return volume * rgs_exp(strain);
}

/* What a function of the piston is given.  box: the stepper's, or a copy for functions that only look. */
static rgs_piston_call call_of(const rgs_stepper *s, rgs_moved_box *box) {
  const rgs_ensemble *e = &s->ensemble;
  rgs_piston_call call = { .params = s->piston_params,
                           .box = box,
                           .virial = e->virial,
                           .kinetic = e->kinetic,
                           .dimensions = rgs_dimensions(&s->bodies->view),
                           .bathed = s->method->bath != NULL,
                           .visit = e->visit,
                           .step = e->steps - 1,
                           .heat = e->piston_heat };
  rgs_box_groups(s, call.group);
  call.volume = volume_of(box, call.group);
  return call;
}

double rgs_box_volume(const rgs_stepper *s) {
  int group[3];
  rgs_box_groups(s, group);
  return volume_of(&s->ensemble.box, group);
}

double rgs_box_kinetic(const rgs_stepper *s) {
  rgs_moved_box box = s->ensemble.box;
  const rgs_piston_call call = call_of(s, &box);
  return piston_of(s)->kinetic(&call);
}

double rgs_box_energy(const rgs_stepper *s) {
  rgs_moved_box box = s->ensemble.box;
  const rgs_piston_call call = call_of(s, &box);
  return piston_of(s)->kinetic(&call) + piston_of(s)->potential(&call);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static rgs_status ask(rgs_stepper *s, bool kinetic, rgs_error *error) {
  if (s->ensemble.phase == 1) return RGS_OK;
  rgs_sums_of_piston(s, kinetic);
  return rgs_sums_ask(s, RGS_SUMS_OF_PISTON, error);
}

static void take_sums(rgs_stepper *s, bool virial, bool kinetic) {
  rgs_ensemble *e = &s->ensemble;
  if (virial) memcpy(e->virial, s->sum, sizeof e->virial);
  if (kinetic) memcpy(e->kinetic, s->sum + 3, sizeof e->kinetic);
  e->known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  e->known |= (virial ? RGS_KNOWS_VIRIAL : 0) | (kinetic ? RGS_KNOWS_KINETIC : 0);
  if (piston_of(s)->begin == NULL) return;
  rgs_piston_call call = call_of(s, &e->box);
  call.freedom = s->sum[6];
  piston_of(s)->begin(&call);
}

rgs_status rgs_box_kick(rgs_stepper *s, double h, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  if (e->known & RGS_KNOWS_VIRIAL) {
    e->known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  } else {
    const bool kinetic = rgs_method_drifts_next(s->method, s->place.stage);
    const rgs_status status = ask(s, kinetic, error);
    if (status != RGS_OK) return status;
    take_sums(s, true, kinetic);
  }
  rgs_piston_call call = call_of(s, &e->box);
  piston_of(s)->kick(&call, h);
  return RGS_OK;
}

rgs_status rgs_box_drift(rgs_stepper *s, double h, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  if (h == 0) return RGS_OK;
  if (!(e->known & RGS_KNOWS_KINETIC)) {
    const rgs_status status = ask(s, true, error);
    if (status != RGS_OK) return status;
    take_sums(s, false, true);
  }
  rgs_moved_box next = e->box;
  rgs_piston_call call = call_of(s, &next);
  rgs_piston_step bodies = { .slide = { h, h, h }, .squeeze = { 1, 1, 1 } };
  memcpy(bodies.centre, next.centre, sizeof bodies.centre);
  if (!piston_of(s)->fly(&call, h, &bodies))
    return rgs_refuse(error, RGS_E_NONFINITE, -1,
                      "piston '%s': the lengths of the box would leave the range of numbers, their "
                      "volume being %g; take a smaller h or a larger piston_relaxation",
                      s->method->piston->about.name, call.volume);
  const rgs_status status = rgs_fly_with_box(s, h, &bodies, error);
  if (status != RGS_OK) return status;
  e->box = next;
  for (int k = 0; k < 3; k++) e->kinetic[k] *= bodies.squeeze[k] * bodies.squeeze[k];
  e->known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return RGS_OK;
}

void rgs_box_bathe(rgs_stepper *s, double h) {
  rgs_ensemble *e = &s->ensemble;
  if (piston_of(s)->bathe == NULL) return;
  rgs_piston_call call = call_of(s, &e->box);
  piston_of(s)->bathe(&call, h);
  e->piston_heat = call.heat;
}
