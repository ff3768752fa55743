/* SPDX-License-Identifier: BSD-3-Clause
 *
 * outputs.c - the values of outputs: kinetic energies and temperatures of any method, their refined
 * values for Strang steps, energies from the record, and an integrator's own outputs.
 *
 * A Strang step of h does not conserve H but H + h^2 (W/12 - V/24) + O(h^4) with V = sum f.f/m +
 * tau.J^-1 tau, and equipartition holds for the latter.  So a kinetic energy K at the end of a
 * kick-first step samples kT after V/12 h^2 is added, and one in the middle of the drift, where
 * drift-first steps end, after V/24 h^2 is subtracted.  In other words, refined = (K_on + 2
 * K_half)/3.
 */
#include "base/columns.h"
#include "backends/backend.h"
#include "methods/own_outputs.h"
#include "methods/table_check.h"
#include "stepper/advance.h"
#include "ensemble/thermostat.h"
#include "ensemble/cell.h"
#include "stepper/integrator_call.h"
#include "motion/record.h"
#include "motion/flight.h"
#include "jobs/rotation.h"
#include "stepper/stepper_check.h"
#include "ensemble/sums.h"
#include "thermostats/metropolis.h"
#include <math.h>
#include <string.h>

/* ---- sums over bodies ------------------------------------------------------------------------ */

typedef struct sums { /* twice the energies: squares over mass or moment */
  double translation, axes[3];
  double freedom[3];
} sums;

static void add_square(const rgs_view *v, int64_t i, const rgs_column *linear, double mass_power,
                       const rgs_column *angular, const double q[4], double factor,
                       double factor_of_turns, sums *out) {
  double mass = RGS_AT(v->mass, i, 0), l[3], square = 0;
  for (int k = 0; k < 3; k++) {
    double p = RGS_AT(*linear, i, k);
    square += p * p;
    l[k] = RGS_AT(*angular, i, k);
  }
  out->translation += factor * (mass_power > 0 ? square * mass : square / mass);
  for (int k = 0; k < 3; k++) {
    double inertia = RGS_AT(v->inertia, i, k), y = rgs_along_axis(q, l, k);
    if (inertia > 0) out->axes[k] += factor_of_turns * (y * (y / inertia));
  }
}

static bool drifts_first(const rgs_stepper *s) {
  return s->motion.method->scheme != NULL &&
         s->motion.method->scheme->facts.strang == RGS_DRIFT_FIRST;
}

/* Torques belong to the orientation at the kick, which is half a step ago where the step drifts
 * first. */
static rgs_status rotate_back_to_kick(const rgs_stepper *s, int64_t i, double q[4],
                                      rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_rotor *rotor = &s->motion.method->rotor->rotor;
  double constants[RGS_LARGEST_BLOCK];
  rgs_flow call = { .head = RGS_HEAD(rgs_flow),
                    .n = 1,
                    .h = -s->step_cursor.last_h / 2 * s->motion.method->turns,
                    .params = s->motion.method->rotor_params,
                    .prepared = rgs_rotor_prepares_one(&s->motion, i, constants),
                    .inertia = { &RGS_AT(v->inertia, i, 0), v->inertia.body, v->inertia.comp },
                    .l = { &RGS_AT(v->l, i, 0), v->l.body, v->l.comp },
                    .q = { q, 4, 1 } };
  int64_t bad = -1;
  rgs_status status = rotor->flow(&call, &bad);
  return status == RGS_OK ? RGS_OK : rgs_set_error_rotation(rotor->about, status, call.h, i, error);
}

/* In a plane bodies rotate about one axis; which of their own axes that is does not matter. */
static void turn_in_plane(double turning, sums *total) {
  total->axes[2] += total->axes[0] + total->axes[1];
  total->freedom[2] = turning;
  for (int k = 0; k < 2; k++) total->axes[k] = total->freedom[k] = 0;
}

/* Adds the sums of the momenta of a system, and of the forces with the weight `forces`. */
static rgs_status sums_of(const rgs_stepper *s, const rgs_ensemble *e, double forces, sums *total,
                          rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  const bool velocity = v->flags & RGS_VIEW_P_IS_VELOCITY, back = drifts_first(s);
  const double scale = s->motion.force_scale, turns = s->motion.method->turns,
               weight = forces * scale * scale;
  double turning = 0; /* how many bodies rotate */
  int64_t first, end;
  rgs_ensemble_range(e, &first, &end);
  for (int64_t i = first; i < end; i++) {
    double q[4];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
    add_square(v, i, &v->p, velocity ? 1 : -1, &v->l, q, 1, 1, total);
    rgs_status status = RGS_OK;
    if (forces != 0 && back) status = rotate_back_to_kick(s, i, q, error);
    if (status != RGS_OK) return status;
    if (forces != 0) add_square(v, i, &v->f, -1, &v->tau, q, weight, weight * turns * turns, total);
    int spins = 0;
    double l[3];
    for (int k = 0; k < 3; k++) l[k] = RGS_AT(v->l, i, k);
    const double rest = RGS_REST * RGS_REST * (l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
    for (int k = 0; k < 3; k++) {
      const double y = rgs_along_axis(q, l, k);
      const bool spin = y * y > rest && RGS_AT(v->inertia, i, k) > 0;
      total->freedom[k] += spin;
      spins += spin;
    }
    turning += spins > 0;
  }
  if (rgs_dimensions(v) == 2) turn_in_plane(turning, total);
  return RGS_OK;
}

static void put_energies(const sums *t, int which, double *out) {
  if (which == RGS_TRANSLATION) out[0] = t->translation / 2;
  if (which == RGS_ROTATION) out[0] = (t->axes[0] + t->axes[1] + t->axes[2]) / 2;
  for (int k = 0; k < 3 && which == RGS_AXES; k++) out[k] = t->axes[k] / 2;
}

static void put_temperatures(const sums *t, double freedom, int which, double *out) {
  const double *f = t->freedom, all = f[0] + f[1] + f[2];
  if (which == RGS_TRANSLATION) out[0] = freedom > 0 ? t->translation / freedom : 0;
  if (which == RGS_ROTATION) out[0] = all > 0 ? (t->axes[0] + t->axes[1] + t->axes[2]) / all : 0;
  for (int k = 0; k < 3 && which == RGS_AXES; k++) out[k] = f[k] > 0 ? t->axes[k] / f[k] : 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The weight of the squares of forces in twice the energies. */
static double force_weight(const rgs_stepper *s, int group) {
  const bool drift_first = drifts_first(s);
  const double hh = s->step_cursor.last_h * s->step_cursor.last_h;
  if (group == RGS_HALF_STEP) return drift_first ? 0 : hh / 4;
  if (group == RGS_REFINED || group == RGS_REFINED_TEMPERATURES)
    return drift_first ? -hh / 12 : hh / 6;
  return 0;
}

static rgs_status refuse_early(const char *key, int64_t steps, rgs_error *error) {
  return rgs_set_error(
      error, RGS_E_ORDER, -1,
      "output '%s' is available after %lld more step%s of the same h (rgs_stepper_swap, "
      "rgs_stepper_set_valid and a load of data without it start the count again)",
      key, (long long)steps, steps == 1 ? "" : "s");
}

static rgs_status report_recorded(const rgs_stepper *s, const rgs_own_output *o, double *out,
                                  rgs_error *error) {
  static const int64_t samples[] = { 1, 3, 2 * RGS_PAST_STATES + 1 };
  const rgs_record *r = &s->record;
  if (r->samples < samples[o->which])
    return refuse_early(o->info.key,
                        samples[o->which] - r->samples -
                            (r->samples == 0 && o->which != RGS_TOTAL_NOW &&
                             s->motion.method->scheme->facts.strang == RGS_KICK_FIRST),
                        error);
  out[0] = o->which == RGS_TOTAL_NOW       ? rgs_record_energy(r)
           : o->which == RGS_TOTAL_REFINED ? rgs_record_refined_energy(r)
                                           : rgs_record_shadow_energy(r);
  return RGS_OK;
}

/* ---- thermostat and barostat ------------------------------------------------------------------------- */

/* This rank's share, so that shares of all ranks add up to the system's. */
static double coupling_energy(const rgs_stepper *s, const rgs_ensemble *e) {
  const rgs_thermostat *thermostat =
      s->motion.method->thermostat != NULL ? &s->motion.method->thermostat->thermostat : NULL;
  const double share = rgs_sums_rank_share(e);
  double energy = -share * e->saved.barostat_heat;
  if (s->motion.method->barostat != NULL) energy += share * rgs_barostat_energy(e);
  if (thermostat == NULL || thermostat->energy == NULL) return energy - e->saved.heat;
  return energy + share * rgs_thermostat_energy(e, s->step_cursor.time);
}

static double potential_of(const rgs_stepper *s, const rgs_ensemble *e) {
  return e->range != NULL ? e->saved.potential : s->step_cursor.energy;
}

static rgs_status report_conserved(const rgs_stepper *s, const rgs_ensemble *e, double *out,
                                   rgs_error *error) {
  sums total = { 0 };
  if (!(s->step_cursor.valid & RGS_EVAL_ENERGY))
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "output 'conserved_energy' is known after a step that ends with a kick: "
                         "the potential energy at the present positions is not known");
  rgs_status status = sums_of(s, e, 0, &total, error);
  if (status != RGS_OK) return status;
  double rotation = 0;
  put_energies(&total, RGS_ROTATION, &rotation);
  out[0] = total.translation / 2 + rotation + potential_of(s, e) + coupling_energy(s, e);
  return RGS_OK;
}

static rgs_status report_of_thermostat(const rgs_stepper *s, const rgs_ensemble *of,
                                       const rgs_own_output *o, double *out, rgs_error *error) {
  const rgs_ensemble_state *e = &of->saved;
  if (o->which >= RGS_MID_TRANSLATION && !(e->known & RGS_KNOWS_MID))
    return refuse_early(o->info.key, 1, error);
  switch (o->which) {
  case RGS_HEAT: out[0] = e->heat + rgs_sums_rank_share(of) * e->barostat_heat; break;
  case RGS_THERMOSTAT_ENERGY: out[0] = rgs_thermostat_energy(of, s->step_cursor.time); break;
  case RGS_COUPLING_ENERGY: out[0] = coupling_energy(s, of); break;
  case RGS_CONSERVED_ENERGY: return report_conserved(s, of, out, error);
  case RGS_MID_TRANSLATION: out[0] = e->mid[0]; break;
  case RGS_MID_ROTATION: out[0] = e->mid[1]; break;
  case RGS_MID_FREEDOM: memcpy(out, e->mid_freedom, sizeof e->mid_freedom); break;
  case RGS_KT_MID_TRANSLATION: out[0] = e->mid_kt[0]; break;
  default: out[0] = e->mid_kt[1]; break;
  }
  return RGS_OK;
}

static rgs_status report_of_barostat(const rgs_ensemble *e, const rgs_own_output *o, double *out,
                                     rgs_error *error) {
  if (!e->saved.cell.known)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "output '%s' needs a cell; call rgs_stepper_set_cell", o->info.key);
  switch (o->which) {
  case RGS_STRAIN: rgs_barostat_strain(e, out); break;
  case RGS_BOX_LENGTHS: {
    const rgs_upper cell = rgs_barostat_cell(e);
    memcpy(out, cell.diagonal, sizeof cell.diagonal);
    break;
  }
  case RGS_VOLUME: out[0] = rgs_barostat_volume(e); break;
  case RGS_BAROSTAT_MOMENTUM: memcpy(out, e->saved.cell.momentum, 3 * sizeof *out); break;
  default: out[0] = rgs_barostat_kinetic(e); break;
  }
  return RGS_OK;
}

static rgs_status report_of_trials(const rgs_stepper *s, const rgs_ensemble *e,
                                   const rgs_own_output *o, double *out, rgs_error *error) {
  const rgs_metropolis_state *trials = e->state;
  const double variance = trials->variance;
  const double of_65 = 0.8236; /* erfc(sqrt(of_65/8)) is 0.65 */
  const bool of_error = o->which >= RGS_TRIAL_ERROR && o->which <= RGS_STEP_FOR_65;
  if (of_error && trials->trials < 2)
    return refuse_early(o->info.key, 2 - (int64_t)trials->trials, error);
  if (o->which == RGS_POTENTIAL_ENERGY && !(s->step_cursor.valid & RGS_EVAL_ENERGY))
    return refuse_early(o->info.key, 1, error);
  if (o->which == RGS_STEP_FOR_65 && s->motion.method->barostat != NULL)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "output 'step_for_65' is for trials in a fixed cell: the error of a trial "
                         "has that of the volume in it, which volume_step makes smaller");
  if (o->which == RGS_STEP_FOR_65 && (s->info.needs & RGS_DRAFT_EVAL_SLOW))
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "output 'step_for_65' is for hosts with one force: with a fast and a slow "
                         "one the fast force is off by as much at any step");
  switch (o->which) {
  case RGS_TRIALS: out[0] = trials->trials; break;
  case RGS_ACCEPTED: out[0] = trials->accepted; break;
  case RGS_TRIAL_ERROR: out[0] = trials->mean, out[1] = variance; break;
  case RGS_EXPECTED_ACCEPTANCE: out[0] = erfc(sqrt(variance / 8)); break;
  case RGS_STEP_FOR_65:
    out[0] = s->step_cursor.last_h * pow(of_65 / variance, 0.5 / s->info.order);
    break;
  default: out[0] = potential_of(s, e); break;
  }
  return RGS_OK;
}

/* In a batch: one record of past steps is kept, of all systems together. */
static rgs_status refuse_in_batch(const rgs_own_output *o, rgs_error *error) {
  if (o->group == RGS_RECORDED)
    return rgs_set_error(
        error, RGS_E_NAME, -1,
        "output '%s' needs past steps of each system, which a batch does not keep; take a stepper "
        "for each system",
        o->info.key);
  return rgs_set_error(
      error, RGS_E_NAME, -1,
      "output '%s' needs the potential energy of each system; give rgs_draft_batch.energy, or add "
      "yours to the kinetic energies and to coupling_energy",
      o->info.key);
}

/* Of one system. */
static rgs_status tell(const rgs_stepper *s, const rgs_ensemble *e, const rgs_own_output *o,
                       double *out, rgs_error *error) {
  const bool conserved = o->group == RGS_OF_THERMOSTAT && o->which == RGS_CONSERVED_ENERGY;
  if (e->range != NULL &&
      (o->group == RGS_RECORDED || (conserved && !rgs_ensemble_has_energies(&s->ensemble))))
    return refuse_in_batch(o, error);
  if (o->group == RGS_OF_THERMOSTAT) return report_of_thermostat(s, e, o, out, error);
  if (o->group == RGS_OF_BAROSTAT) return report_of_barostat(e, o, out, error);
  if (o->group == RGS_OF_TRIALS) return report_of_trials(s, e, o, out, error);
  if (o->group == RGS_RECORDED) return report_recorded(s, o, out, error);
  const bool of_a_step = o->group >= RGS_HALF_STEP;
  if (of_a_step && s->step_cursor.last_h == 0) return refuse_early(o->info.key, 1, error);
  sums total = { 0 };
  int64_t first, end;
  rgs_ensemble_range(e, &first, &end);
  rgs_status status = sums_of(s, e, force_weight(s, o->group), &total, error);
  if (status != RGS_OK) return status;
  const int dimensions = rgs_dimensions(&s->motion.bodies->view);
  if (o->group == RGS_FREEDOM)
    memcpy(out, total.freedom, sizeof total.freedom);
  else if (o->group == RGS_TEMPERATURES || o->group == RGS_REFINED_TEMPERATURES)
    put_temperatures(&total, (double)(dimensions * (end - first)), o->which, out);
  else
    put_energies(&total, o->which, out);
  return RGS_OK;
}

/* Of all systems, one after the other. */
static rgs_status tell_all(const rgs_stepper *s, const rgs_own_output *o, double *values,
                           rgs_error *error) {
  rgs_status status = RGS_OK;
  for (int64_t k = 0; k < s->ensemble.n_systems && status == RGS_OK; k++) {
    status = tell(s, &s->ensemble.systems[k], o, values + k * o->info.components, error);
    if (status != RGS_OK) status = rgs_ensemble_name(&s->ensemble, k, status, error);
  }
  return status;
}

static rgs_status check_room(const rgs_stepper *s, const rgs_output_info *info, int64_t room,
                             rgs_error *error) {
  const int64_t systems = s->ensemble.n_systems;
  int64_t need = info->components * systems;
  if (info->flags & RGS_OUTPUT_PER_BODY) need *= s->motion.bodies->view.n;
  if (room >= need) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_SPACE, -1, "room is %lld; output '%s' has %lld values of %lld system%s",
      (long long)room, info->key, (long long)need, (long long)systems, systems == 1 ? "" : "s");
}

/* Lists the outputs that there are, as many as there is room for; ".." stands for the others. */
static rgs_status refuse_key(const rgs_method *m, const char *key, rgs_error *error) {
  char names[140] = "";
  for (int64_t i = 0; i < rgs_method_output_count(m); i++)
    if (!rgs_append(names, sizeof names - sizeof ", ..", "%s%s", i > 0 ? ", " : "",
                    rgs_method_output_at(m, i)->key)) {
      rgs_append(names, sizeof names, ", ..");
      break;
    }
  return rgs_set_error(error, RGS_E_NAME, -1,
                       "the method has no output '%s'; it has: %s (rgs_method_output_at)", key,
                       names[0] != '\0' ? names : "none");
}

static rgs_status report_integrators(const rgs_stepper *s, const char *key, double *values,
                                     int64_t room, rgs_error *error) {
  const rgs_registry_entry *entry = s->motion.method->integrator;
  for (uint32_t i = 0; i < rgs_integrator_output_count(s->motion.method); i++) {
    const rgs_output_info *info = &entry->integrator.outputs[i];
    if (strcmp(info->key, key) != 0) continue;
    rgs_status status = check_room(s, info, room, error);
    if (status != RGS_OK) return status;
    rgs_step_call call = rgs_integrator_call(s);
    status = entry->integrator.output(&call, i, values);
    if (status == RGS_OK) return RGS_OK;
    if (status > RGS_OK) status = RGS_E_ORDER;
    if (status != RGS_E_ORDER && !rgs_is_methods_failure(status))
      return rgs_set_error_answer(entry->about.name, status, error);
    return rgs_set_error(error, status, -1, "integrator '%s': output '%s' is not available: %s",
                         entry->about.name, key, rgs_status_text(status));
  }
  return refuse_key(s->motion.method, key, error);
}

rgs_status rgs_stepper_output(rgs_stepper *s, const char *key, double *values, int64_t room,
                              rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (key == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "key is null");
  if (values == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "values is null");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_stepper_output", error);
  /* Rotors and integrators rely on the checks that a step makes, and there may be no step yet. */
  rgs_status status = rgs_settle(s, error);
  if (status == RGS_OK) status = rgs_check_state(s, error);
  if (status != RGS_OK) return status;
  if (s->motion.bodies->wheels.data != NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "output '%s' does not know the wheels of bodies "
                         "(rgs_draft_bodies_wheels); call rgs_bodies_energy",
                         key);
  const rgs_own_output *o = rgs_own_output_find(s->motion.method, key);
  if (o == NULL) return report_integrators(s, key, values, room, error);
  status = check_room(s, &o->info, room, error);
  if (status != RGS_OK) return status;
  const bool of_bodies =
      o->group != RGS_OF_BAROSTAT && o->group != RGS_OF_TRIALS && o->group != RGS_RECORDED;
  const uint32_t columns = RGS_MIRROR_STATE | RGS_M(MASS) | RGS_M(INERTIA);
  return RGS_WITH_COLUMNS(s->motion.bodies, of_bodies ? columns : 0, 0, error,
                          tell_all(s, o, values, error));
}
