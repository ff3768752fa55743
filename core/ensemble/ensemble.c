/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.c - thermostat, barostat and noise of a stepper: memory for them, the beginning of a step, and
 * what the host is asked for and answers.
 */
#include "ensemble/ensemble.h"
#include "base/columns.h"
#include "ensemble/cell.h"
#include "ensemble/sums.h"
#include "thermostats/metropolis.h"
#include <math.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

size_t rgs_ensemble_room(const rgs_method *m) {
  return rgs_params_room(m->thermostat) + rgs_params_room(m->barostat) +
         rgs_padded(rgs_method_state_size(m));
}

void rgs_ensemble_take_method(rgs_ensemble *e, bool keeps) {
  const rgs_method *m = e->motion->method;
  const uint64_t steps = e->saved.steps;
  if (e->room > 0) { /* otherwise there is no memory to point to */
    e->barostat_params = (char *)e->thermostat_params + rgs_params_room(m->thermostat);
    e->state = (char *)e->barostat_params + rgs_params_room(m->barostat);
    if (!keeps) memset(e->thermostat_params, 0, e->room);
    if (m->thermostat != NULL)
      memcpy(e->thermostat_params, m->thermostat_params, m->thermostat->about.params_size);
    if (m->barostat != NULL)
      memcpy(e->barostat_params, m->barostat_params, m->barostat->about.params_size);
  }
  if (keeps) {
    e->saved.known = 0;
    return;
  }
  memset(&e->saved, 0, sizeof e->saved);
  e->saved.steps = steps; /* so that no noise is repeated */
  e->saved.ranks = e->host_ranks;
}

/* ---- in a step -------------------------------------------------------------------------------- */

static void begin(rgs_ensemble *e, double h) {
  e->saved.visit = e->saved.phase = 0;
  e->saved.known &= ~(uint32_t)(RGS_KNOWS_KINETIC | RGS_KNOWS_MID);
  if (h != 0) e->saved.steps++;
}

void rgs_ensemble_take_back(rgs_ensemble *e) {
  for (int64_t s = 0; s < e->n_systems; s++) e->systems[s].saved.steps--;
  if (rgs_ensemble_is_batch(e)) e->saved.steps--;
}

/* Has the barostat a cell that it can move? */
static rgs_status check_cell(const rgs_ensemble *e, rgs_error *error) {
  const char *name = e->motion->method->barostat->about.name;
  const rgs_moved_cell *cell = &e->saved.cell;
  if (!cell->known)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "barostat '%s' does not know the cell; call %s before the "
                         "first step",
                         name,
                         e->range != NULL ? "rgs_draft_batch_set_cell" : "rgs_stepper_set_cell");
  if (rgs_dimensions(&e->motion->bodies->view) == 2 &&
      (cell->lengths[2] != 1 || cell->tilt[RGS_XZ] != 0 || cell->tilt[RGS_YZ] != 0))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "cell.vectors[6] to [8] are (%g, %g, %g) (rgs_stepper_set_cell); must be "
                         "(0, 0, 1) where the bodies move in a plane (RGS_VIEW_PLANAR)",
                         cell->tilt[RGS_XZ], cell->tilt[RGS_YZ], cell->lengths[2]);
  return RGS_OK;
}

rgs_status rgs_ensemble_begin(rgs_ensemble *e, double h, rgs_error *error) {
  const rgs_method *m = e->motion->method;
  if (m->thermostat != NULL && h < 0)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "h is %g; with the thermostat '%s' it must be >= 0: friction cannot go back in time", h,
        m->thermostat->about.name);
  if (m->integrator != NULL && (m->info.claims & (RGS_RELAXES | RGS_RANDOM)) && h < 0)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "h is %g; with the integrator '%s' it must be >= 0: it cannot go back in time", h,
        m->integrator->about.name);
  for (int64_t s = 0; m->barostat != NULL && s < e->n_systems; s++) {
    const rgs_status status = check_cell(&e->systems[s], error);
    if (status != RGS_OK) return rgs_ensemble_name(e, s, status, error);
  }
  begin(e, h);
  for (int64_t s = 0; rgs_ensemble_is_batch(e) && s < e->n_systems; s++) begin(&e->systems[s], h);
  return RGS_OK;
}

/* What the host does not write is refused; a rank without bodies need not write anything. */
static void mark_unwritten(const rgs_ensemble *e, uint32_t asked, rgs_eval *request) {
  const bool writes = e->host_ranks == 1 || rgs_own_bodies(&e->motion->bodies->view) > 0;
  const double unwritten = writes ? NAN : 0;
  const bool of_each = rgs_ensemble_has_energies(e);
  if (asked & RGS_EVAL_ENERGY) request->energy = of_each ? 0 : unwritten;
  for (int64_t s = 0; s < e->n_systems && of_each && (asked & RGS_EVAL_ENERGY); s++)
    e->motion->systems->energy[s] = NAN;
  for (int k = 0; k < 9 && (asked & RGS_EVAL_VIRIAL); k++) request->virial[k] = unwritten;
}

/* Of a batch, whose cells and virials lie in the host's arrays. */
static void request_systems(const rgs_ensemble *e, uint32_t asked) {
  const rgs_systems *all = e->motion->systems;
  for (int64_t s = 0; s < all->n; s++) {
    const rgs_upper cell = rgs_barostat_cell(&e->systems[s]);
    rgs_cell_to_vectors(&cell, all->cell + 9 * s);
    for (int k = 0; k < 9 && (asked & RGS_EVAL_VIRIAL); k++) all->virial[9 * s + k] = NAN;
  }
}

void rgs_ensemble_request(rgs_ensemble *e, uint32_t asked, rgs_eval *request) {
  const bool sums = (asked & RGS_EVAL_REDUCTION) != 0;
  if (sums) memcpy(e->sum, e->saved.local_sum, sizeof e->sum);
  request->sum = sums ? e->sum : NULL;
  request->n_sum = sums ? (uint32_t)e->saved.n_local_sums : 0;
  memset(request->virial, 0, sizeof request->virial);
  if (asked & (RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL)) mark_unwritten(e, asked, request);
  if (e->motion->method->barostat == NULL || rgs_ensemble_is_batch(e)) {
    memset(request->cell, 0, sizeof request->cell);
    if (e->motion->method->barostat != NULL) request_systems(e, asked);
    return;
  }
  const rgs_upper cell = rgs_barostat_cell(e);
  rgs_cell_to_vectors(&cell, request->cell);
}

rgs_status rgs_ensemble_take_energies(rgs_ensemble *e, bool ends_trials, rgs_error *error) {
  const double *energy = e->motion->systems->energy;
  for (int64_t s = 0; s < e->n_systems; s++) {
    if (!isfinite(energy[s]) && !(ends_trials && energy[s] == INFINITY)) {
      const rgs_status status = rgs_set_error(
          error, RGS_E_HOST, -1,
          "the host's energy of this system is %g; must be finite, or +infinity at the end of a "
          "trial: write rgs_draft_batch.energy where RGS_EVAL_ENERGY is asked",
          energy[s]);
      return rgs_ensemble_name(e, s, status, error);
    }
  }
  for (int64_t s = 0; s < e->n_systems; s++)
    e->systems[s].saved.potential =
        energy[s] == INFINITY ? RGS_OVERLAP : e->motion->force_scale * energy[s];
  return RGS_OK;
}

/* Where xx, yy, zz, xy, xz, yz stand in rgs_eval.virial. */
static const int AT[RGS_STRAINS] = { 0, 4, 8, 1, 2, 5 };

static rgs_status take_virial(rgs_ensemble *e, const double answer[9], rgs_error *error) {
  const rgs_barostat_setting set = rgs_barostat_setting_of(e);
  double local_sum[RGS_STRAINS];
  for (int k = 0; k < RGS_STRAINS; k++) {
    const bool read = k < 3 ? set.group[k] >= 0 : set.moves[k - 3];
    local_sum[k] = read ? e->motion->force_scale * answer[AT[k]] : 0;
    /* One of several ranks must not stop alone: the sum shows the fault to all. */
    if (read && e->host_ranks == 1 && !isfinite(answer[AT[k]]))
      return rgs_set_error(error, RGS_E_HOST, -1,
                           "the host's virial[%d] is %g; must be finite: write %s.virial where "
                           "RGS_EVAL_VIRIAL is asked",
                           AT[k], answer[AT[k]], e->range != NULL ? "rgs_draft_batch" : "rgs_eval");
  }
  memcpy(e->saved.local_virial, local_sum, sizeof local_sum);
  e->saved.known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return RGS_OK;
}

static rgs_status take_virials(rgs_ensemble *e, const rgs_eval *answer, rgs_error *error) {
  if (!rgs_ensemble_is_batch(e)) return take_virial(e, answer->virial, error);
  for (int64_t s = 0; s < e->n_systems; s++) {
    const double *of_system = e->motion->systems->virial + 9 * s;
    const rgs_status status = take_virial(&e->systems[s], of_system, error);
    if (status != RGS_OK) return rgs_ensemble_name(e, s, status, error);
  }
  return RGS_OK;
}

rgs_status rgs_ensemble_answered(rgs_ensemble *e, uint32_t *asked, const rgs_eval *answer,
                                 rgs_error *error) {
  rgs_status status = RGS_OK;
  if (*asked & RGS_EVAL_REDUCTION) {
    status = rgs_sums_check(e, error);
    if (status == RGS_E_HOST && !rgs_sums_have_virial(e))
      *asked =
          RGS_EVAL_VIRIAL | (rgs_has_levels(e->motion) ? RGS_DRAFT_EVAL_SLOW
                                                       : (uint32_t)RGS_EVAL_FORCE); /* all ranks */
  } else if ((*asked & RGS_EVAL_VIRIAL) && e->motion->method->barostat != NULL) {
    status = take_virials(e, answer, error);
    /* The second answer is summed again, over ranks. */
    if (status == RGS_OK && e->saved.phase == 1 && e->host_ranks != 1) {
      rgs_sums_put_virial(e);
      *asked = RGS_EVAL_REDUCTION;
      return RGS_NEED_EVAL;
    }
  }
  return status;
}

static rgs_status refuse_heat(const rgs_ensemble *e, rgs_error *error) {
  return rgs_set_error(
      error, RGS_E_NONFINITE, -1,
      "the heat of thermostat '%s' is %g; the momenta that it acted on are too large",
      e->motion->method->thermostat->about.name, e->saved.heat);
}

static rgs_status check_finite(const rgs_ensemble *e, bool alone, rgs_error *error) {
  const rgs_method *m = e->motion->method;
  const rgs_ensemble_state *kept = &e->saved;
  if (alone && !isfinite(kept->heat)) return refuse_heat(e, error);
  if (m->barostat == NULL) return RGS_OK;
  double sum = kept->barostat_heat - kept->barostat_heat;
  for (int k = 0; k < RGS_STRAINS; k++) {
    const double numbers[] = { kept->cell.momentum[k], kept->virial[k], kept->kinetic[k] };
    for (int j = 0; j < 3; j++) sum += numbers[j] - numbers[j];
  }
  if (sum == 0) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_NONFINITE, -1,
      "barostat '%s': its momentum, its heat or the pressure is not finite; the virial is "
      "%g, %g, %g",
      m->barostat->about.name, kept->virial[0], kept->virial[1], kept->virial[2]);
}

rgs_status rgs_ensemble_check_finite(const rgs_ensemble *e, bool alone, rgs_error *error) {
  if (e->motion->method->thermostat == NULL && e->motion->method->barostat == NULL) return RGS_OK;
  for (int64_t s = 0; s < e->n_systems; s++) {
    const rgs_status status = check_finite(&e->systems[s], alone, error);
    if (status != RGS_OK) return rgs_ensemble_name(e, s, status, error);
  }
  return RGS_OK;
}

static void drop_not_finite(double *numbers, int n) {
  for (int k = 0; k < n; k++)
    if (!isfinite(numbers[k])) numbers[k] = 0;
}

void rgs_ensemble_reset(rgs_ensemble *e) {
  for (int64_t s = 0; s < e->n_systems; s++) {
    rgs_ensemble_state *kept = &e->systems[s].saved;
    kept->phase = kept->known = 0;
    drop_not_finite(&kept->heat, 1);
    drop_not_finite(&kept->barostat_heat, 1);
    drop_not_finite(kept->virial, RGS_STRAINS);
    drop_not_finite(kept->kinetic, RGS_STRAINS);
    drop_not_finite(kept->cell.momentum, RGS_STRAINS);
  }
  e->broken = false;
}
