/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sums.c - sums over the bodies of all ranks.  A sum over bodies is made of batches in a fixed order, so
 * it has the same bits whatever threads do; over ranks it agrees to rounding.
 */
#include "ensemble/sums.h"
#include "base/columns.h"
#include "backends/backend.h"
#include "thermostats/builtin_thermostats.h"
#include "simd/batches.h"
#include "jobs/jobs.h"
#include <math.h>
#include <string.h>

typedef struct count {
  const rgs_view *v;
  bool all; /* not only those that are thermostatted */
  atomic_llong bodies, axes;
} count;

static void count_some(void *work, int64_t first, int64_t n) {
  count *c = work;
  const rgs_view *v = c->v;
  const bool plane = rgs_dimensions(v) == 2;
  int64_t bodies = 0, axes = 0;
  for (int64_t i = first; i < first + n; i++) {
    if (!c->all && RGS_AT(v->thermostatted, i, 0) == 0) continue;
    int spins = 0;
    for (int k = 0; k < 3; k++) spins += RGS_AT(v->inertia, i, k) > 0;
    bodies++;
    axes += plane ? spins > 0 : spins;
  }
  atomic_fetch_add_explicit(&c->bodies, bodies, memory_order_relaxed);
  atomic_fetch_add_explicit(&c->axes, axes, memory_order_relaxed);
}

static rgs_status count_bodies(const rgs_ensemble *e, bool all, double freedom[2]) {
  const rgs_view *v = &e->motion->bodies->view;
  count c = { v, all, 0, 0 };
  if (e->range != NULL)
    count_some(&c, e->range[0], e->range[1] - e->range[0]);
  else
    rgs_split(e->motion->executor, rgs_own_bodies(v), count_some, &c);
  freedom[0] = (double)(rgs_dimensions(v) * atomic_load_explicit(&c.bodies, memory_order_relaxed));
  freedom[1] = (double)atomic_load_explicit(&c.axes, memory_order_relaxed);
  return RGS_OK;
}

static void count_freedom(const rgs_ensemble *e, bool all, double freedom[2]) {
  const uint32_t columns = RGS_M(INERTIA) | RGS_MIRROR(THERMOSTATTED);
  freedom[0] = freedom[1] = NAN; /* unless it is known */
  (void)RGS_WITH_COLUMNS(e->motion->bodies, columns, 0, NULL, count_bodies(e, all, freedom));
}

/* All bodies are counted when they change; the thermostatted ones every time, because they may change at any
 * time. */
void rgs_sums_freedom(rgs_ensemble *e, bool thermostatted_only, double freedom[2]) {
  const rgs_view *v = &e->motion->bodies->view;
  rgs_counted *counted = &e->counted;
  if (thermostatted_only && v->thermostatted.data != NULL) {
    count_freedom(e, false, freedom);
    return;
  }
  const int64_t own = rgs_own_bodies(v);
  if (counted->generation != e->motion->bodies->generation || counted->own != own ||
      counted->flags != v->flags) {
    *counted = (rgs_counted){ e->motion->bodies->generation, own, v->flags, { 0 } };
    count_freedom(e, true, counted->freedom);
  }
  memcpy(freedom, counted->freedom, sizeof counted->freedom);
}

/* The numbers of a barostat are the virial, as many kinetic energies, and the degrees of freedom. */
static int strains(const rgs_ensemble *e) { return rgs_method_strains(e->motion->method); }

static bool is_of_barostat(const rgs_ensemble *e, uint64_t n) {
  return e->motion->method->barostat != NULL && n == rgs_method_barostat_sums(e->motion->method);
}

/* Only the virial comes from the host. */
static bool momenta_are_finite(const rgs_ensemble *e, uint32_t n) {
  const double *local_sum = e->saved.local_sum;
  double sum = 0;
  for (uint32_t k = is_of_barostat(e, n) ? (uint32_t)strains(e) : 0; k < n - RGS_SUM_MARKS; k++)
    sum += local_sum[k] - local_sum[k];
  return sum == 0;
}

/* A rank whose momenta are not finite reports that here.  It does not stop alone, because the others would
 * wait for it for ever. */
rgs_status rgs_sums_ask(rgs_ensemble *e, uint32_t n, rgs_error *error) {
  double *mark = e->saved.local_sum + n - RGS_SUM_MARKS;
  mark[RGS_MARK_BROKEN] = !momenta_are_finite(e, n) || !isfinite(e->saved.heat) || e->broken;
  mark[RGS_MARK_PLANAR] = rgs_dimensions(&e->motion->bodies->view) == 2;
  mark[RGS_MARK_RANKS] = 1;
  e->saved.n_local_sums = n;
  e->saved.phase = 1;
  memcpy(e->sum, e->saved.local_sum, sizeof e->saved.local_sum);
  if (e->host_ranks == 1) return rgs_sums_check(e, error);
  return RGS_NEED_EVAL;
}

static rgs_status refuse_marks(rgs_ensemble *e, const double *mark, rgs_error *error) {
  const double ranks = mark[RGS_MARK_RANKS];
  if (!(ranks >= 1) || (e->host_ranks > 0 && ranks != e->host_ranks))
    return rgs_set_error(error, RGS_E_HOST, -1,
                         "the host's sum of 1 from each rank is %g; must be the number of ranks "
                         "(rgs_host.ranks is %u)",
                         ranks, e->host_ranks);
  if (mark[RGS_MARK_PLANAR] != 0 && mark[RGS_MARK_PLANAR] != ranks)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "view.flags has RGS_VIEW_PLANAR on %g of %g ranks; set it on all ranks or on "
        "none, also where there are no bodies",
        mark[RGS_MARK_PLANAR], ranks);
  return RGS_OK;
}

/* The first body of this rank with a number that is not finite; -1: it is on another rank. */
static int64_t body_not_finite(const rgs_view *v) {
  for (int64_t i = 0; i < v->n; i++) {
    double length2 = 0;
    for (int k = 0; k < 4; k++) length2 += RGS_AT(v->q, i, k) * RGS_AT(v->q, i, k);
    if (!(length2 > 0) || !isfinite(length2) ||
        rgs_not_finite_at(&v->f, i) + rgs_not_finite_at(&v->tau, i) + rgs_not_finite_at(&v->p, i) +
                rgs_not_finite_at(&v->l, i) + rgs_not_finite_at(&v->x, i) !=
            0)
      return i;
  }
  return -1;
}

static rgs_status refuse_integrators(const rgs_ensemble *e, const double *mark, rgs_error *error) {
  const char *name = e->motion->method->integrator->about.name;
  const int64_t bad = body_not_finite(&e->motion->bodies->view);
  if (bad < 0)
    return rgs_set_error(
        error, RGS_E_NONFINITE, -1,
        "the sums of integrator '%s' are not finite on %g of %g ranks; forces, momenta and "
        "their squares must be finite",
        name, mark[RGS_MARK_BROKEN], mark[RGS_MARK_RANKS]);
  return rgs_set_error(
      error, RGS_E_NONFINITE, bad,
      "body %lld: its force, torque or momentum is not finite, or its q does not have "
      "length 1, so the sums of integrator '%s' are not finite",
      (long long)bad, name);
}

bool rgs_sums_have_virial(const rgs_ensemble *e) {
  if (!is_of_barostat(e, e->saved.n_local_sums)) return true;
  bool finite = true;
  for (int k = 0; k < strains(e); k++) finite &= isfinite(e->sum[k]);
  return finite;
}

static rgs_status refuse_sum(const rgs_ensemble *e, uint32_t k, rgs_error *error) {
  static const char *const component[] = { "xx", "yy", "zz", "xy", "xz", "yz" };
  const double value = e->sum[k];
  if (rgs_sums_have_virial(e) || k >= (uint32_t)strains(e))
    return rgs_set_error(error, RGS_E_HOST, -1,
                         "number %u of the host's sums over ranks is %g; must be finite", k, value);
  return rgs_set_error(error, RGS_E_HOST, -1,
                       "the host's virial %s, summed over ranks, is %g; must be finite",
                       component[k], value);
}

rgs_status rgs_sums_check(rgs_ensemble *e, rgs_error *error) {
  const uint64_t n = e->saved.n_local_sums - RGS_SUM_MARKS;
  const double *mark = e->sum + n;
  if (mark[RGS_MARK_BROKEN] > 0) {
    if (e->motion->method->integrator != NULL) return refuse_integrators(e, mark, error);
    return rgs_set_error(
        error, RGS_E_NONFINITE, -1,
        "the kinetic energy of the bodies is not finite on %g of %g ranks; a momentum, an "
        "angular momentum, an orientation, the heat or the energy is not finite there",
        mark[RGS_MARK_BROKEN], mark[RGS_MARK_RANKS]);
  }
  for (uint32_t k = 0; k < e->saved.n_local_sums; k++)
    if (!isfinite(e->sum[k])) return refuse_sum(e, k, error);
  const rgs_status status = refuse_marks(e, mark, error);
  if (status == RGS_OK) e->saved.ranks = mark[RGS_MARK_RANKS];
  return status;
}

/* In the order of rgs_thermostat_sums, whose axes become the degrees of freedom of rotation. */
void rgs_sums_take_kinetic(void *to, const double *sums, int n_sums) {
  rgs_ensemble *e = to;
  double *local_sum = e->saved.local_sum;
  memcpy(local_sum, sums, (size_t)n_sums * sizeof *local_sum);
  if (rgs_dimensions(&e->motion->bodies->view) == 2) local_sum[2] = local_sum[6] = 0;
  rgs_sums_freedom(e, true, local_sum + RGS_AT_FREEDOM);
  local_sum[RGS_AT_FREEDOM + 1] = sums[RGS_AT_FREEDOM];
}

void rgs_sums_add_kinetic(rgs_ensemble *e, rgs_take_sums *take) {
  (void)rgs_jobs_add_sums(&e->motion->jobs, RGS_KERNEL_kinetic, take, e);
}

rgs_status rgs_sums_of_thermostat(rgs_ensemble *e, rgs_error *error) {
  rgs_sums_add_kinetic(e, rgs_sums_take_kinetic);
  return rgs_jobs_finish(e->motion, error);
}

static void take_translation(void *to, const double *sums, int n_sums) {
  memcpy(to, sums, (size_t)n_sums * sizeof *sums);
}

void rgs_sums_put_virial(rgs_ensemble *e) {
  memcpy(e->saved.local_sum, e->saved.local_virial,
         (size_t)strains(e) * sizeof *e->saved.local_sum);
}

void rgs_sums_add_barostat(rgs_ensemble *e, bool kinetic) {
  const int n = strains(e);
  double *energy = e->saved.local_sum + n;
  rgs_jobs *jobs = &e->motion->jobs;
  rgs_sums_put_virial(e);
  memset(energy, 0, (size_t)n * sizeof *energy);
  if (!kinetic) return;
  (void)rgs_jobs_add_sums(jobs, RGS_KERNEL_translation, take_translation, energy);
  if (n > 3) (void)rgs_jobs_add_sums(jobs, RGS_KERNEL_cross, take_translation, energy + 3);
}

void rgs_sums_end_barostat(rgs_ensemble *e) {
  const int n = strains(e);
  double *energy = e->saved.local_sum + n, freedom[2];
  if (rgs_dimensions(&e->motion->bodies->view) == 2) energy[2] = 0;
  rgs_sums_freedom(e, false, freedom);
  energy[n] = freedom[0] + freedom[1];
}

rgs_status rgs_sums_of_barostat(rgs_ensemble *e, bool kinetic, rgs_error *error) {
  rgs_sums_add_barostat(e, kinetic);
  const rgs_status status = kinetic ? rgs_jobs_finish(e->motion, error) : RGS_OK;
  rgs_sums_end_barostat(e);
  return status;
}

void rgs_sums_take_barostat(rgs_ensemble *e, bool virial, bool kinetic, double *freedom) {
  const size_t n = (size_t)strains(e);
  if (virial) memcpy(e->saved.virial, e->sum, n * sizeof *e->sum);
  if (kinetic) memcpy(e->saved.kinetic, e->sum + n, n * sizeof *e->sum);
  *freedom = e->sum[2 * n];
}

double rgs_sums_rank_share(const rgs_ensemble *e) {
  return e->saved.ranks > 1 ? 1 / e->saved.ranks : 1;
}
