/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trial.c - see trial.h.  A trial is accepted with the probability min(1, exp(-dH/kt)), where dH is what the energies
 * of all ranks have grown by.  Otherwise bodies go back to where it began, with momenta reversed: with momenta that are
 * renewed in part, detailed balance needs that.  A cell that was tried adds to dH (barostats/mc.c), and goes back, too.
 */
#include "stepper/trial.h"
#include "backends/backend.h"
#include "base/columns.h"
#include "ensemble/cell.h"
#include "ensemble/sums.h"
#include "jobs/rotation.h"
#include "methods/thermostat_stages.h"
#include "stepper/stepper_check.h"
#include "thermostats/metropolis.h"
#include <string.h>

static const int remembered[] = { RGS_COLUMN_X, RGS_COLUMN_P, RGS_COLUMN_Q,
                                  RGS_COLUMN_L, RGS_COLUMN_F, RGS_COLUMN_TAU };
enum { REMEMBERED = sizeof remembered / sizeof *remembered };
enum { AT_P = 3, AT_Q = 6, AT_L = 10 }; /* in the numbers of a body */

#define COLUMNS (RGS_MIRROR_STATE | RGS_M(AUX) | RGS_M(MASS) | RGS_M(INERTIA))

/* Of a stepper without a batch there is one system. */
#define FOR_SYSTEMS(s, e)                                                                          \
  for (rgs_ensemble *e = (s)->ensemble.systems;                                                    \
       e < (s)->ensemble.systems + (s)->ensemble.n_systems; e++)

static rgs_metropolis_state *state_of(const rgs_ensemble *e) { return e->state; }

static rgs_column aux_of_trial(const rgs_stepper *s) {
  return rgs_aux_from(&s->motion.bodies->view, s->motion.aux.all - s->motion.aux.trial);
}

/* ---- energy ---------------------------------------------------------------------------------- */

static double twice_kinetic(const rgs_view *v, int64_t i) {
  double q[4], l[3], square = 0, turning = 0;
  rgs_get(&v->q, i, 4, q);
  rgs_get(&v->l, i, 3, l);
  for (int k = 0; k < rgs_dimensions(v); k++) square += RGS_AT(v->p, i, k) * RGS_AT(v->p, i, k);
  for (int k = 0; k < 3; k++) {
    const double inertia = RGS_AT(v->inertia, i, k), y = rgs_along_axis(q, l, k);
    if (inertia > 0) turning += y * (y / inertia);
  }
  const double mass = RGS_AT(v->mass, i, 0);
  return (v->flags & RGS_VIEW_P_IS_VELOCITY ? square * mass : square / mass) + turning;
}

/* Of this rank: of all bodies of a system, thermostatted or not, since all move. */
static double energy_of(rgs_stepper *s, rgs_ensemble *e) {
  const rgs_view *v = &s->motion.bodies->view;
  int64_t first, end;
  double twice = 0;
  rgs_ensemble_range(e, &first, &end);
  for (int64_t i = first; i < end; i++) twice += twice_kinetic(v, i);
  return twice / 2 + *rgs_potential(s, e);
}

/* ---- back and forth -------------------------------------------------------------------------- */

static rgs_status remember(rgs_stepper *s) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_column aux = aux_of_trial(s), slow = rgs_aux_from(v, 0);
  double numbers[RGS_AUX_TRIAL + RGS_AUX_SLOW];
  for (int64_t i = 0; i < v->n && aux.data != NULL; i++) {
    rgs_get_columns(v, remembered, REMEMBERED, i, numbers);
    if (s->motion.aux.slow > 0) rgs_get(&slow, i, RGS_AUX_SLOW, numbers + RGS_AUX_TRIAL);
    rgs_put(&aux, i, (int)s->motion.aux.trial, numbers);
  }
  FOR_SYSTEMS(s, e) {
    rgs_metropolis_state *state = state_of(e);
    const rgs_moved_cell *cell = &e->saved.cell;
    state->energy = energy_of(s, e);
    state->potential = *rgs_potential(s, e);
    memcpy(state->strain, cell->strain, sizeof state->strain);
    memcpy(state->tilt, cell->tilt, sizeof state->tilt);
  }
  return RGS_OK;
}

rgs_status rgs_trial_remember(rgs_stepper *s, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  rgs_status status = rgs_jobs_do(&s->motion, error);
  if (status == RGS_OK)
    status = RGS_WITH_COLUMNS(s->motion.bodies, COLUMNS, RGS_M(AUX), error, remember(s));
  if (status != RGS_OK) return status;
  at->kept_valid = at->valid & (uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_DRAFT_EVAL_SLOW);
  return RGS_OK;
}

/* The first body that came without what was remembered, so its aux is zero, among it q; -1: none did. */
static int64_t first_lost(const rgs_stepper *s) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_column aux = aux_of_trial(s);
  for (int64_t i = 0; i < v->n; i++) {
    double length2 = 0;
    for (int k = AT_Q; k < AT_L; k++) length2 += RGS_AT(aux, i, k) * RGS_AT(aux, i, k);
    if (length2 == 0) return i;
  }
  return -1;
}

static void take_back_system(rgs_stepper *s, rgs_ensemble *e) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_column aux = aux_of_trial(s), slow = rgs_aux_from(v, 0);
  double numbers[RGS_AUX_TRIAL + RGS_AUX_SLOW] = { 0 };
  const int64_t first = e->range != NULL ? e->range[0] : 0;
  const int64_t end = e->range != NULL ? e->range[1] : v->n; /* with ghosts */
  for (int64_t i = first; i < end; i++) {
    rgs_get(&aux, i, (int)s->motion.aux.trial, numbers);
    for (int k = 0; k < 3; k++) {
      numbers[AT_P + k] = -numbers[AT_P + k];
      numbers[AT_L + k] = -numbers[AT_L + k];
    }
    rgs_put_columns(v, remembered, REMEMBERED, i, numbers);
    if (s->motion.aux.slow > 0) rgs_put(&slow, i, RGS_AUX_SLOW, numbers + RGS_AUX_TRIAL);
  }
  rgs_moved_cell *cell = &e->saved.cell;
  memcpy(cell->strain, state_of(e)->strain, sizeof cell->strain);
  memcpy(cell->tilt, state_of(e)->tilt, sizeof cell->tilt);
  *rgs_potential(s, e) = state_of(e)->potential;
  e->saved.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
}

static rgs_status take_back(rgs_stepper *s) {
  FOR_SYSTEMS(s, e) {
    if (state_of(e)->refused != 0) take_back_system(s, e);
  }
  return RGS_OK;
}

/* ---- bodies that overlap --------------------------------------------------------------------- */

bool rgs_trial_ends(const rgs_stepper *s) {
  const rgs_method *m = s->motion.method;
  const rgs_step_cursor *at = &s->step_cursor;
  return rgs_method_trials(m) && at->inside == RGS_IN_STEP && at->h != 0 &&
         m->stages[at->stage].op != RGS_REMEMBER;
}

static rgs_status drop_forces(rgs_stepper *s) {
  static const int forces[] = { RGS_COLUMN_F, RGS_COLUMN_TAU };
  static const double none[6];
  const rgs_view *v = &s->motion.bodies->view;
  FOR_SYSTEMS(s, e) {
    const int64_t first = e->range != NULL ? e->range[0] : 0;
    const int64_t end = e->range != NULL ? e->range[1] : v->n;
    for (int64_t i = first; i < end && *rgs_potential(s, e) == RGS_OVERLAP; i++)
      rgs_put_columns(v, forces, 2, i, none);
  }
  return RGS_OK;
}

rgs_status rgs_trial_drop_forces(rgs_stepper *s, rgs_error *error) {
  int64_t overlaps = 0;
  FOR_SYSTEMS(s, e) overlaps += *rgs_potential(s, e) == RGS_OVERLAP;
  const uint32_t columns = RGS_M(F) | RGS_M(TAU);
  return overlaps == 0
             ? RGS_OK
             : RGS_WITH_COLUMNS(s->motion.bodies, columns, columns, error, drop_forces(s));
}

/* ---- the decision ---------------------------------------------------------------------------- */

/* kT times the logarithm by which the volume of so many coordinates in the group has grown in the trial. */
static double stretched(const rgs_ensemble *e, double coordinates) {
  const rgs_metropolis_params *p = e->thermostat_params;
  return p->kt * coordinates * rgs_barostat_grown(e, state_of(e)->strain);
}

static rgs_status measure(rgs_stepper *s, int64_t *lost) {
  *lost = first_lost(s);
  const bool jumps = rgs_method_jumps(s->motion.method);
  FOR_SYSTEMS(s, e) {
    int64_t first, end;
    double raised = energy_of(s, e) - state_of(e)->energy;
    rgs_ensemble_range(e, &first, &end);
    if (jumps) raised -= stretched(e, (double)(end - first));
    e->saved.local_sum[0] = raised;
  }
  return RGS_OK;
}

static rgs_status ask_for_sum(rgs_stepper *s, rgs_error *error) {
  int64_t lost = -1;
  rgs_status status = rgs_jobs_do(&s->motion, error);
  if (status == RGS_OK)
    status = RGS_WITH_COLUMNS(s->motion.bodies, COLUMNS, 0, error, measure(s, &lost));
  if (status != RGS_OK) return status;
  s->ensemble.broken |= lost >= 0;
  if (lost >= 0 && rgs_ensemble_stops_alone(&s->ensemble))
    return rgs_set_error(error, RGS_E_ORDER, lost,
                         "body %lld was bound inside a trial, without the aux that says where the "
                         "trial began: bind bodies with view.aux, or between steps",
                         (long long)lost);
  for (int64_t k = 0; k < s->ensemble.n_systems && status == RGS_OK; k++) {
    status = rgs_sums_ask(&s->ensemble.systems[k], RGS_SUMS_OF_TRIAL, error);
    if (status < RGS_OK) status = rgs_ensemble_name(&s->ensemble, k, status, error);
  }
  return status;
}

/* Where some systems go back and others do not, only evaluations hold that hold for both. */
rgs_status rgs_trial_decide(rgs_stepper *s, rgs_error *error) {
  rgs_status status = s->ensemble.saved.phase == 0 ? ask_for_sum(s, error) : RGS_OK;
  if (status != RGS_OK) return status;
  const bool jumps = rgs_method_jumps(s->motion.method);
  bool refused = false;
  FOR_SYSTEMS(s, e) {
    const uint64_t trial = e->saved.steps - 1;
    double raised = e->sum[0];
    if (jumps) raised += rgs_barostat_raised(e, state_of(e)->strain) - stretched(e, 1);
    e->saved.phase = 0;
    state_of(e)->refused =
        s->step_cursor.h != 0 &&
        !rgs_metropolis_accepts(e->thermostat_params, state_of(e), trial, raised);
    refused |= state_of(e)->refused != 0;
  }
  if (!refused) return RGS_OK;
  s->step_cursor.valid &= s->step_cursor.kept_valid;
  return RGS_WITH_COLUMNS(s->motion.bodies, COLUMNS, RGS_MIRROR_STATE | RGS_M(AUX), error,
                          take_back(s));
}
