/* SPDX-License-Identifier: BSD-3-Clause */
#include "ensemble/cell.h"
#include "base/columns.h"
#include "backends/backend.h"
#include "ensemble/sums.h"
#include "jobs/jobs.h"
#include "jobs/systems.h"
#include "motion/flight.h"
#include "thermostats/metropolis.h"
#include <string.h>

static const rgs_barostat_table *barostat_of(const rgs_ensemble *e) {
  return e->motion->method->barostat->barostat;
}

/* ---- the cell now ----------------------------------------------------------------------------- */

rgs_barostat_setting rgs_barostat_setting_of(const rgs_ensemble *e) {
  return barostat_of(e)->setting(e->barostat_params);
}

void rgs_barostat_strain(const rgs_ensemble *e, double strain[3]) {
  const rgs_barostat_setting set = rgs_barostat_setting_of(e);
  for (int k = 0; k < 3; k++)
    strain[k] = set.group[k] >= 0 ? e->saved.cell.strain[set.group[k]] : 0;
}

rgs_upper rgs_barostat_cell(const rgs_ensemble *e) {
  const rgs_barostat_setting set = rgs_barostat_setting_of(e);
  return rgs_cell_now(&e->saved.cell, set.group);
}

/* What a function of the barostat is given.  cell: the stepper's, or a copy for functions that only read
 * it. */
static rgs_barostat_call call_of(const rgs_ensemble *e, rgs_moved_cell *cell) {
  rgs_barostat_call call = { .table = barostat_of(e),
                             .params = e->barostat_params,
                             .set = rgs_barostat_setting_of(e),
                             .cell = cell,
                             .dimensions = rgs_dimensions(&e->motion->bodies->view),
                             .has_thermostat = e->motion->method->thermostat != NULL,
                             .visit = e->saved.visit,
                             .step = e->saved.steps - 1,
                             .heat = e->saved.barostat_heat };
  memcpy(call.virial, e->saved.virial, sizeof e->saved.virial);
  memcpy(call.kinetic, e->saved.kinetic, sizeof e->saved.kinetic);
  call.volume = rgs_cell_volume(cell, call.set.group);
  return call;
}

double rgs_barostat_volume(const rgs_ensemble *e) {
  const rgs_barostat_setting set = rgs_barostat_setting_of(e);
  return rgs_cell_volume(&e->saved.cell, set.group);
}

double rgs_barostat_kinetic(const rgs_ensemble *e) {
  if (barostat_of(e)->kinetic == NULL) return 0;
  rgs_moved_cell cell = e->saved.cell;
  const rgs_barostat_call call = call_of(e, &cell);
  return barostat_of(e)->kinetic(&call);
}

double rgs_barostat_energy(const rgs_ensemble *e) {
  rgs_moved_cell cell = e->saved.cell;
  const rgs_barostat_call call = call_of(e, &cell);
  return rgs_barostat_kinetic(e) + barostat_of(e)->potential(&call);
}

double rgs_barostat_raised(const rgs_ensemble *e, const double strain[RGS_GROUPS]) {
  rgs_moved_cell cell = e->saved.cell;
  memcpy(cell.strain, strain, sizeof cell.strain);
  const rgs_barostat_call then = call_of(e, &cell);
  return rgs_barostat_energy(e) - barostat_of(e)->potential(&then);
}

double rgs_barostat_grown(const rgs_ensemble *e, const double strain[RGS_GROUPS]) {
  const rgs_barostat_setting set = rgs_barostat_setting_of(e);
  double grown = 0;
  for (int g = 0; g < RGS_GROUPS; g++)
    grown += rgs_axes_of(set.group, g) * (e->saved.cell.strain[g] - strain[g]);
  return grown;
}

/* ---- stages ---------------------------------------------------------------------------------- */

static rgs_status ask(rgs_ensemble *e, bool kinetic, rgs_error *error) {
  rgs_status status = RGS_OK;
  if (e->saved.phase == 1) return RGS_OK;
  if (e->range != NULL) /* a system has its sums already, as all of them have */
    rgs_sums_end_barostat(e);
  else
    status = rgs_sums_of_barostat(e, kinetic, error);
  return status == RGS_OK ? rgs_sums_ask(e, rgs_method_barostat_sums(e->motion->method), error)
                          : status;
}

static void take_sums(rgs_ensemble *e, bool virial, bool kinetic) {
  double freedom;
  rgs_sums_take_barostat(e, virial, kinetic, &freedom);
  e->saved.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  e->saved.known |= (virial ? RGS_KNOWS_VIRIAL : 0) | (kinetic ? RGS_KNOWS_KINETIC : 0);
  if (barostat_of(e)->begin == NULL) return;
  rgs_barostat_call call = call_of(e, &e->saved.cell);
  call.freedom = freedom;
  barostat_of(e)->begin(&call);
}

static rgs_status kick(rgs_ensemble *e, double h, bool drifts_next, rgs_error *error) {
  if (e->saved.known & RGS_KNOWS_VIRIAL) {
    e->saved.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  } else {
    const rgs_status status = ask(e, drifts_next, error);
    if (status != RGS_OK) return status;
    take_sums(e, true, drifts_next);
  }
  rgs_barostat_call call = call_of(e, &e->saved.cell);
  barostat_of(e)->kick(&call, h);
  return RGS_OK;
}

static rgs_status drift(rgs_ensemble *e, double h, bool rotates, rgs_error *error) {
  rgs_status status = RGS_OK;
  if (!(e->saved.known & RGS_KNOWS_KINETIC)) {
    status = ask(e, true, error);
    if (status != RGS_OK) return status;
    take_sums(e, false, true);
  }
  rgs_moved_cell next = e->saved.cell;
  rgs_barostat_call call = call_of(e, &next);
  rgs_cell_flight bodies = { .displacement = { h, h, h }, .scaling = { 1, 1, 1 } };
  memcpy(bodies.origin, next.origin, sizeof bodies.origin);
  if (!barostat_of(e)->fly(&call, h, &bodies))
    return rgs_set_error(
        error, RGS_E_NONFINITE, -1,
        "barostat '%s': the cell, of volume %g, would collapse or explode in this step; "
        "minimise the energy first (do bodies overlap?), or take a smaller h or a "
        "larger barostat_relaxation",
        e->motion->method->barostat->about.name, call.volume);
  if (rotates) status = rgs_fly(e->motion, h, 0, error);
  if (status != RGS_OK) return status;
  rgs_fly_with_cell(e->motion, &bodies);
  e->saved.cell = next;
  memcpy(e->saved.kinetic, call.kinetic, sizeof e->saved.kinetic);
  e->saved.known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return RGS_OK;
}

static rgs_status jump(rgs_ensemble *e, double h, bool more, rgs_error *error) {
  (void)h, (void)more;
  const rgs_metropolis_params *p = e->thermostat_params;
  rgs_draws draws = { (uint32_t)p->seed, RGS_STREAM_BAROSTAT, e->saved.steps - 1, 0 };
  rgs_moved_cell next = e->saved.cell;
  rgs_barostat_call call = call_of(e, &next);
  rgs_cell_flight bodies = { .scaling = { 1, 1, 1 } };
  memcpy(bodies.origin, next.origin, sizeof bodies.origin);
  if (!barostat_of(e)->jump(&call, &draws, &bodies))
    return rgs_set_error(error, RGS_E_NONFINITE, -1,
                         "barostat '%s': the cell, of volume %g, would collapse or explode in this "
                         "trial; does the pressure hold the bodies together?",
                         e->motion->method->barostat->about.name, call.volume);
  rgs_fly_with_cell(e->motion, &bodies);
  e->saved.cell = next;
  return RGS_OK;
}

/* ---- of all systems of a batch ---------------------------------------------------------------- */

/* All systems want the same jobs with constants of their own, so each puts them in the same places. */
static rgs_status each(rgs_ensemble *e, rgs_status does(rgs_ensemble *, double, bool, rgs_error *),
                       double h, bool more, rgs_error *error) {
  rgs_motion *m = e->motion;
  const uint32_t n = m->jobs.n;
  const int n_sums = m->jobs.n_sums;
  for (int64_t s = 0; s < e->n_systems; s++) {
    m->jobs.n = n;
    m->jobs.n_sums = n_sums;
    const rgs_status status = does(&e->systems[s], h, more, error);
    if (status != RGS_OK) return rgs_ensemble_name(e, s, status, error);
    rgs_systems_keep_jobs(m, n, s);
    e->systems[s].saved.phase = 0;
  }
  return RGS_OK;
}

static rgs_status add_sums(rgs_ensemble *e, double h, bool kinetic, rgs_error *error) {
  (void)h, (void)error;
  rgs_sums_add_barostat(e, kinetic);
  return RGS_OK;
}

/* The sums of all systems, unless each knows what `flag` says. */
static rgs_status sum_all(rgs_ensemble *e, uint32_t flag, bool kinetic, rgs_error *error) {
  rgs_status status = RGS_OK;
  int64_t s = 0;
  while (s < e->n_systems && (e->systems[s].saved.known & flag)) s++;
  if (s == e->n_systems) return RGS_OK;
  if (kinetic && e->motion->jobs.n_sums > 0) status = rgs_jobs_do(e->motion, error);
  if (status == RGS_OK) status = each(e, add_sums, 0, kinetic, error);
  return kinetic && status == RGS_OK ? rgs_jobs_finish(e->motion, error) : status;
}

rgs_status rgs_barostat_kick(rgs_ensemble *e, double h, bool drifts_next, rgs_error *error) {
  if (!rgs_ensemble_is_batch(e)) return kick(e, h, drifts_next, error);
  const rgs_status status = sum_all(e, RGS_KNOWS_VIRIAL, drifts_next, error);
  return status == RGS_OK ? each(e, kick, h, drifts_next, error) : status;
}

rgs_status rgs_barostat_drift(rgs_ensemble *e, double h, rgs_error *error) {
  if (h == 0) return RGS_OK;
  if (!rgs_ensemble_is_batch(e)) return drift(e, h, true, error);
  rgs_status status = sum_all(e, RGS_KNOWS_KINETIC, true, error);
  if (status == RGS_OK) status = rgs_fly(e->motion, h, 0, error);
  return status == RGS_OK ? each(e, drift, h, false, error) : status;
}

rgs_status rgs_barostat_jump(rgs_ensemble *e, rgs_error *error) {
  return rgs_ensemble_is_batch(e) ? each(e, jump, 0, false, error) : jump(e, 0, false, error);
}

/* ---- friction and noise ----------------------------------------------------------------------- */

void rgs_barostat_apply_thermostat(rgs_ensemble *e, double h) {
  if (barostat_of(e)->apply_thermostat == NULL) return;
  rgs_barostat_call call = call_of(e, &e->saved.cell);
  barostat_of(e)->apply_thermostat(&call, h);
  e->saved.barostat_heat = call.heat;
}
