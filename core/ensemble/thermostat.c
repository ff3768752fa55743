/* SPDX-License-Identifier: BSD-3-Clause */
#include "ensemble/thermostat.h"
#include "base/columns.h"
#include "base/params.h"
#include "thermostats/builtin_thermostats.h"
#include "ensemble/cell.h"
#include "ensemble/sums.h"
#include "motion/flight.h"
#include "backends/backend.h"
#include "jobs/jobs.h"
#include "jobs/systems.h"
#include <math.h>
#include <string.h>

static rgs_thermostat_call call_of(const rgs_ensemble *e, double h, double time) {
  return (rgs_thermostat_call){ .head = RGS_HEAD(rgs_thermostat_call),
                                .h = h,
                                .time = time,
                                .step = e->saved.steps - 1,
                                .visit = e->saved.visit,
                                .params = e->thermostat_params,
                                .state = e->state,
                                .bodies = &e->motion->bodies->view,
                                .freedom_translation = e->saved.freedom[0],
                                .freedom_rotation = e->saved.freedom[1],
                                .scale_translation = 1,
                                .scale_rotation = 1 };
}

static rgs_status refuse_thermostat(const rgs_ensemble *e, rgs_status status, int64_t bad,
                                    rgs_error *error) {
  const char *name = e->motion->method->thermostat->about.name;
  if (status != RGS_E_NONFINITE)
    return rgs_set_error(
        error, RGS_E_MODULE, bad,
        "thermostat '%s' returned %d; it may return only RGS_OK or RGS_E_NONFINITE (%d)", name,
        status, RGS_E_NONFINITE);
  return rgs_set_error(error, status, bad, "thermostat '%s' failed: %s", name,
                       rgs_status_text(status));
}

/* The kinetic energy that this rank's bodies gain: v -> a v + (1 - a) V, V the velocity that stays. */
static double gain_of_translation(const double *local_sum, double a, const double stays[3]) {
  double kinetic = 0, along = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    kinetic += local_sum[k];
    along += local_sum[4 + k] * stays[k];
    square += stays[k] * stays[k];
  }
  return (a * a - 1) * kinetic + a * (1 - a) * along +
         0.5 * (1 - a) * (1 - a) * local_sum[7] * square;
}

static void note_mid(rgs_ensemble *e, double translation, double rotation, const double kt[2]) {
  e->saved.mid[0] = translation;
  e->saved.mid[1] = rotation;
  memcpy(e->saved.mid_kt, kt, sizeof e->saved.mid_kt);
  e->saved.known |= RGS_KNOWS_MID;
}

static double over(double energy, double freedom) { return freedom > 0 ? 2 * energy / freedom : 0; }

/* Finds the factors from the sums, and what they do to this rank's energies. */
static rgs_status find_factors(rgs_ensemble *e, double h, double time, rgs_scale_step *step,
                               rgs_error *error) {
  const rgs_thermostat *thermostat = &e->motion->method->thermostat->thermostat;
  const double *sum = e->sum, *local_sum = e->saved.local_sum;
  const rgs_thermostat_sums sums = {
    { sum[0], sum[1], sum[2] }, sum[3], { sum[4], sum[5], sum[6] }, sum[7], sum[RGS_AT_FREEDOM + 1]
  };
  const bool keeps_drift =
      (thermostat->flags & RGS_THERMOSTAT_KEEPS_DRIFT) && sums.mass > 0 &&
      rgs_params_get(thermostat->about, e->thermostat_params, "momentum", 0) == 0;
  memcpy(e->saved.freedom, sum + RGS_AT_FREEDOM, sizeof e->saved.freedom);
  *step = (rgs_scale_step){ .translation = 1, .rotation = 1 };
  double kinetic = sum[0] + sum[1] + sum[2];
  if (keeps_drift) {
    kinetic = rgs_thermostat_internal(&sums);
    e->saved.freedom[0] = fmax(0, e->saved.freedom[0] - rgs_dimensions(&e->motion->bodies->view));
    for (int k = 0; k < 3; k++) step->drift[k] = sums.momentum[k] / sums.mass;
  }
  rgs_thermostat_call call = call_of(e, h, time);
  call.kinetic_translation = kinetic;
  call.kinetic_rotation = sums.rotation;
  const rgs_status status = thermostat->scale(&call);
  if (status != RGS_OK) return refuse_thermostat(e, status, -1, error);
  const double a = call.scale_translation, b = call.scale_rotation;
  if (!isfinite(a) || !isfinite(b)) return refuse_thermostat(e, RGS_E_NONFINITE, -1, error);
  step->translation = a;
  step->rotation = b;
  const double gained[2] = { gain_of_translation(local_sum, a, step->drift),
                             (b * b - 1) * local_sum[3] };
  const double kt[2] = { over(a * a * kinetic, e->saved.freedom[0]),
                         over(b * b * sums.rotation, e->saved.freedom[1]) };
  e->saved.heat += gained[0] + gained[1];
  memcpy(e->saved.mid_freedom, local_sum + RGS_AT_FREEDOM, sizeof e->saved.mid_freedom);
  note_mid(e, local_sum[0] + local_sum[1] + local_sum[2] + gained[0], local_sum[3] + gained[1], kt);
  return RGS_OK;
}

/* The thermostat has acted: it told the energies that the bodies have then, or they were summed. */
static void note_acted(rgs_ensemble *e, double translation, double rotation) {
  const double kt[2] = { over(translation, e->saved.mid_freedom[0]),
                         over(rotation, e->saved.mid_freedom[1]) };
  note_mid(e, translation, rotation, kt);
}

static void note_reported(rgs_ensemble *e, double translation, double rotation) {
  rgs_sums_freedom(e, true, e->saved.mid_freedom);
  note_acted(e, translation, rotation);
}

static void take_summed(void *to, const double *sums, int n_sums) {
  rgs_ensemble *e = to;
  const double *local_sum = e->saved.local_sum;
  rgs_sums_take_kinetic(e, sums, n_sums);
  memcpy(e->saved.mid_freedom, local_sum + RGS_AT_FREEDOM, sizeof e->saved.mid_freedom);
  note_acted(e, local_sum[0] + local_sum[1] + local_sum[2], local_sum[3]);
}

/* Of a thermostat of the library: see rgs_own_thermostat_call. */
static void take_acted(void *to, const double *sums, int n_sums) {
  rgs_ensemble *e = to;
  const bool flat = rgs_dimensions(&e->motion->bodies->view) == 2;
  e->saved.heat += sums[0];
  if (n_sums == RGS_ACTED_SUMS) note_reported(e, sums[1] + sums[2] + (flat ? 0 : sums[3]), sums[4]);
}

static rgs_status act(rgs_ensemble *e, double h, double time, rgs_error *error) {
  rgs_jobs *jobs = &e->motion->jobs;
  rgs_own_thermostat_call own = { .call = call_of(e, h, time) };
  int64_t bad = -1;
  if (jobs->n_sums > 0) { /* there is room for the sums of one visit */
    const rgs_status status = rgs_jobs_do(e->motion, error);
    if (status != RGS_OK) return status;
  }
  own.call.head.size = sizeof own;
  own.step = jobs->list[jobs->n].step; /* where the next job will be */
  const rgs_status status = e->motion->method->thermostat->thermostat.act(&own.call, &bad);
  if (status != RGS_OK) return refuse_thermostat(e, status, bad, error);
  const rgs_job *job = rgs_jobs_add_sums(jobs, own.kernel, take_acted, e);
  if (job->n_sums != RGS_ACTED_SUMS) rgs_sums_add_kinetic(e, take_summed);
  return RGS_OK;
}

/* A thermostat of a module gets all bodies at once. */
static rgs_status act_of_module(rgs_ensemble *e, double h, double time, rgs_error *error) {
  rgs_thermostat_call call = call_of(e, h, time);
  int64_t bad = -1;
  rgs_status status = rgs_jobs_do(e->motion, error);
  if (status != RGS_OK) return status;
  call.kinetic_translation = call.kinetic_rotation = NAN;
  status = e->motion->method->thermostat->thermostat.act(&call, &bad);
  if (status != RGS_OK) return refuse_thermostat(e, status, bad, error);
  e->saved.heat += call.heat;
  if (isfinite(call.kinetic_translation) && isfinite(call.kinetic_rotation))
    note_reported(e, call.kinetic_translation, call.kinetic_rotation);
  else
    rgs_sums_add_kinetic(e, take_summed);
  return RGS_OK;
}

/* Friction and noise of the cell come last in a visit of the thermostat. */
static void end_visit(rgs_ensemble *e, double h) {
  if (e->motion->method->barostat != NULL) rgs_barostat_apply_thermostat(e, h);
  e->saved.visit++;
  e->saved.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
}

static rgs_status ask_for_thermostat(rgs_ensemble *e, rgs_error *error) {
  if (e->saved.phase == 1) return RGS_OK;
  /* A system has its sums already, as all of them have. */
  const rgs_status status = e->range != NULL ? RGS_OK : rgs_sums_of_thermostat(e, error);
  return status == RGS_OK ? rgs_sums_ask(e, RGS_SUMS_OF_THERMOSTAT, error) : status;
}

static void add_scale(rgs_ensemble *e, int32_t kernel, const rgs_scale_step *step,
                      const char *may_fail) {
  rgs_jobs_add_kernel(&e->motion->jobs, kernel, step, sizeof *step, may_fail);
}

static rgs_status apply(rgs_ensemble *e, double a, double h, double time, rgs_error *error) {
  rgs_scale_step step;
  rgs_status status;
  (void)a;
  const rgs_registry_entry *thermostat = e->motion->method->thermostat;
  if (thermostat->thermostat.act != NULL) {
    status = thermostat->built_in ? act(e, h, time, error) : act_of_module(e, h, time, error);
  } else {
    status = ask_for_thermostat(e, error);
    if (status == RGS_OK) status = find_factors(e, h, time, &step, error);
    if (status == RGS_OK) add_scale(e, RGS_KERNEL_scale, &step, NULL);
  }
  if (status == RGS_OK) end_visit(e, h);
  return status;
}

/* Momenta are constant in free flight, so the sums may be taken at its start. */
static rgs_status drift_and_apply(rgs_ensemble *e, double a, double h, double time,
                                  rgs_error *error) {
  const double half = 0.5 * a * h;
  rgs_scale_step step;
  rgs_status status = ask_for_thermostat(e, error);
  if (status == RGS_OK) status = find_factors(e, h, time, &step, error);
  if (status != RGS_OK) return status;
  if (e->motion->bodies->view.thermostatted.data == NULL) {
    status = rgs_fly(e->motion, (1 + step.rotation) * half, 0, error);
    step.displacement = half;
    if (status == RGS_OK)
      add_scale(e, RGS_KERNEL_displace_and_scale, &step, "position or momentum");
  } else { /* bodies that are not scaled rotate over another time */
    status = rgs_fly(e->motion, half, half, error);
    if (status != RGS_OK) return status;
    add_scale(e, RGS_KERNEL_scale, &step, NULL);
    status = rgs_fly(e->motion, half, half, error);
  }
  if (status == RGS_OK) end_visit(e, h);
  return status;
}

/* ---- of all systems of a batch --------------------------------------------------------------- */

typedef rgs_status visit(rgs_ensemble *e, double a, double h, double time, rgs_error *error);

static rgs_status add_sums(rgs_ensemble *e, double a, double h, double time, rgs_error *error) {
  (void)a, (void)h, (void)time, (void)error;
  rgs_sums_add_kinetic(e, rgs_sums_take_kinetic);
  return RGS_OK;
}

/* All systems want the same jobs with constants of their own, so each puts them in the same places. */
static rgs_status visit_each(rgs_ensemble *e, visit *visit, double a, double h, double time,
                             rgs_error *error) {
  rgs_motion *m = e->motion;
  rgs_jobs *jobs = &m->jobs;
  const uint32_t n = jobs->n;
  const int n_sums = jobs->n_sums;
  for (int64_t s = 0; s < m->systems->n; s++) {
    jobs->n = n;
    jobs->n_sums = n_sums;
    const rgs_status status = visit(&e->systems[s], a, h, time, error);
    if (status != RGS_OK) return rgs_ensemble_name(e, s, status, error);
    rgs_systems_keep_jobs(m, n, s);
    if (visit != add_sums) e->systems[s].saved.phase = 0;
  }
  return RGS_OK;
}

__attribute__((noinline)) static rgs_status visit_all(rgs_ensemble *e, visit *visit, double a,
                                                      double h, double time, rgs_error *error) {
  rgs_status status = RGS_OK;
  if (e->motion->jobs.n_sums > 0) status = rgs_jobs_do(e->motion, error);
  if (status == RGS_OK && e->motion->method->thermostat->thermostat.scale != NULL) {
    status = visit_each(e, add_sums, a, h, time, error);
    if (status == RGS_OK)
      status = rgs_jobs_do(e->motion, error); /* a device has waited for the sums */
  }
  return status == RGS_OK ? visit_each(e, visit, a, h, time, error) : status;
}

rgs_status rgs_apply_thermostat(rgs_ensemble *e, double h, double time, rgs_error *error) {
  if (h == 0) return RGS_OK;
  if (e->motion->systems != NULL) return visit_all(e, apply, 0, h, time, error);
  return apply(e, 0, h, time, error);
}

rgs_status rgs_drift_and_apply_thermostat(rgs_ensemble *e, double a, double h, double time,
                                          rgs_error *error) {
  if (h == 0) return RGS_OK;
  if (e->motion->systems != NULL) return visit_all(e, drift_and_apply, a, h, time, error);
  return drift_and_apply(e, a, h, time, error);
}

/* ---- for outputs ----------------------------------------------------------------------------- */

double rgs_thermostat_energy(const rgs_ensemble *e, double time) {
  const rgs_method *m = e->motion->method;
  if (m->thermostat == NULL || m->thermostat->thermostat.energy == NULL) return 0;
  const rgs_thermostat_call call = { .head = RGS_HEAD(rgs_thermostat_call),
                                     .time = time,
                                     .step = e->saved.steps,
                                     .params = e->thermostat_params,
                                     .state = e->state,
                                     .bodies = &e->motion->bodies->view,
                                     .freedom_translation = e->saved.freedom[0],
                                     .freedom_rotation = e->saved.freedom[1] };
  return m->thermostat->thermostat.energy(&call);
}
