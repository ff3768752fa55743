/* SPDX-License-Identifier: BSD-3-Clause */
#include "ensemble/box.h"
#include "base/columns.h"
#include "ensemble/sums.h"
#include "motion/flight.h"
#include <string.h>

static const rgs_piston_table *piston_of(const rgs_ensemble *e) {
  return e->motion->method->piston->piston;
}

/* ---- the box now ----------------------------------------------------------------------------- */

void rgs_box_groups(const rgs_ensemble *e, int group[3]) {
  const rgs_piston_setting set = piston_of(e)->setting(e->piston_params);
  memcpy(group, set.group, sizeof set.group);
}

void rgs_box_strain(const rgs_ensemble *e, double strain[3]) {
  int group[3];
  rgs_box_groups(e, group);
  for (int k = 0; k < 3; k++) strain[k] = group[k] >= 0 ? e->kept.box.strain[group[k]] : 0;
}

void rgs_box_lengths(const rgs_ensemble *e, double lengths[3]) {
  int group[3] = { -1, -1, -1 };
  if (e->motion->method->piston != NULL) rgs_box_groups(e, group);
  const rgs_upper h = rgs_cell_vectors(&e->kept.box, &e->kept.shears, group);
  memcpy(lengths, h.diagonal, sizeof h.diagonal);
}

/* What a function of the piston is given.  box and shears: the stepper's, or copies for functions that only
 * read them. */
static rgs_piston_call call_of(const rgs_ensemble *e, rgs_moved_box *box, rgs_sheared_box *shears) {
  rgs_piston_call call = { .table = piston_of(e),
                           .params = e->piston_params,
                           .set = piston_of(e)->setting(e->piston_params),
                           .box = box,
                           .shears = shears,
                           .dimensions = rgs_dimensions(&e->motion->bodies->view),
                           .bathed = e->motion->method->bath != NULL,
                           .visit = e->kept.visit,
                           .step = e->kept.steps - 1,
                           .heat = e->kept.piston_heat };
  memcpy(call.virial, e->kept.virial, sizeof e->kept.virial);
  memcpy(call.virial + 3, e->kept.shear_virial, sizeof e->kept.shear_virial);
  memcpy(call.kinetic, e->kept.kinetic, sizeof e->kept.kinetic);
  memcpy(call.kinetic + 3, e->kept.cross, sizeof e->kept.cross);
  call.volume = rgs_cell_volume(box, call.set.group);
  return call;
}

double rgs_box_volume(const rgs_ensemble *e) {
  int group[3];
  rgs_box_groups(e, group);
  return rgs_cell_volume(&e->kept.box, group);
}

double rgs_box_kinetic(const rgs_ensemble *e) {
  rgs_moved_box box = e->kept.box;
  rgs_sheared_box shears = e->kept.shears;
  const rgs_piston_call call = call_of(e, &box, &shears);
  return piston_of(e)->kinetic(&call);
}

double rgs_box_energy(const rgs_ensemble *e) {
  rgs_moved_box box = e->kept.box;
  rgs_sheared_box shears = e->kept.shears;
  const rgs_piston_call call = call_of(e, &box, &shears);
  return piston_of(e)->kinetic(&call) + piston_of(e)->potential(&call);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static rgs_status ask(rgs_ensemble *e, bool kinetic, rgs_error *error) {
  if (e->kept.phase == 1) return RGS_OK;
  const rgs_status status = rgs_sums_of_piston(e, kinetic, error);
  return status == RGS_OK ? rgs_sums_ask(e, rgs_method_piston_sums(e->motion->method), error)
                          : status;
}

static void take_sums(rgs_ensemble *e, bool virial, bool kinetic) {
  double freedom;
  rgs_sums_take_piston(e, virial, kinetic, &freedom);
  e->kept.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  e->kept.known |= (virial ? RGS_KNOWS_VIRIAL : 0) | (kinetic ? RGS_KNOWS_KINETIC : 0);
  if (piston_of(e)->begin == NULL) return;
  rgs_piston_call call = call_of(e, &e->kept.box, &e->kept.shears);
  call.freedom = freedom;
  piston_of(e)->begin(&call);
}

rgs_status rgs_box_kick(rgs_ensemble *e, double h, bool drifts_next, rgs_error *error) {
  if (e->kept.known & RGS_KNOWS_VIRIAL) {
    e->kept.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  } else {
    const rgs_status status = ask(e, drifts_next, error);
    if (status != RGS_OK) return status;
    take_sums(e, true, drifts_next);
  }
  rgs_piston_call call = call_of(e, &e->kept.box, &e->kept.shears);
  piston_of(e)->kick(&call, h);
  return RGS_OK;
}

rgs_status rgs_box_drift(rgs_ensemble *e, double h, rgs_error *error) {
  if (h == 0) return RGS_OK;
  if (!(e->kept.known & RGS_KNOWS_KINETIC)) {
    const rgs_status status = ask(e, true, error);
    if (status != RGS_OK) return status;
    take_sums(e, false, true);
  }
  rgs_moved_box next = e->kept.box;
  rgs_sheared_box shears = e->kept.shears;
  rgs_piston_call call = call_of(e, &next, &shears);
  rgs_cell_flight bodies = { .slide = { h, h, h }, .squeeze = { 1, 1, 1 } };
  memcpy(bodies.centre, next.centre, sizeof bodies.centre);
  if (!piston_of(e)->fly(&call, h, &bodies))
    return rgs_refuse(error, RGS_E_NONFINITE, -1,
                      "piston '%s': the box, of volume %g, would collapse or explode in this step; "
                      "minimise the energy first (do bodies overlap?), or take a smaller h or a "
                      "larger piston_relaxation",
                      e->motion->method->piston->about.name, call.volume);
  const rgs_status status = rgs_fly_with_box(e->motion, h, &bodies, error);
  if (status != RGS_OK) return status;
  e->kept.box = next;
  e->kept.shears = shears;
  memcpy(e->kept.kinetic, call.kinetic, sizeof e->kept.kinetic);
  memcpy(e->kept.cross, call.kinetic + 3, sizeof e->kept.cross);
  e->kept.known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return RGS_OK;
}

void rgs_box_bathe(rgs_ensemble *e, double h) {
  if (piston_of(e)->bathe == NULL) return;
  rgs_piston_call call = call_of(e, &e->kept.box, &e->kept.shears);
  piston_of(e)->bathe(&call, h);
  e->kept.piston_heat = call.heat;
}
