/* SPDX-License-Identifier: BSD-3-Clause
 *
 * move.c - what a host asks in each step: where sites are, and what forces on them mean for the bodies.
 */
#include "base/body_check.h"
#include "sites/runs.h"
#include "sites/site_call.h"

/* Sums over a few sites are added up without further care; more of them by exact sums of such sums. */
enum { CHUNK = 4 };

/* How many bodies from i on, up to `end`, have as many sites as body i, a few, which lie one after the other: bodies
 * that can be worked on several at a time. */
static int64_t alike(const rgs_draft_sites *s, int64_t i, int64_t end) {
  const int64_t sites = s->first[i + 1] - s->first[i];
  int64_t n = 1;
  if (s->site != NULL || s->shape != NULL || sites > CHUNK) return 0;
  while (i + n < end && s->first[i + n + 1] - s->first[i + n] == sites) n++;
  return n;
}

static rgs_site_run run_of(const rgs_site_call *c, int64_t i, int64_t n, const rgs_column *of_sites,
                           double *within) {
  const rgs_draft_sites *s = c->s;
  return (rgs_site_run){ .first = i,
                         .n = n,
                         .sites = s->first[i + 1] - s->first[i],
                         .first_site = s->first[i],
                         .local = s->local + 3 * s->first[i],
                         .view = &c->view,
                         .of_sites = of_sites,
                         .within = within };
}

/* ---- shape ----------------------------------------------------------------------------------- */

rgs_status rgs_draft_sites_shape(const rgs_draft_sites *sites, const rgs_view *bodies,
                                 const rgs_column *local, rgs_error *error) {
  rgs_site_call c;
  rgs_status status =
      rgs_site_call_begin(&c, (rgs_draft_sites *)sites, bodies,
                          RGS_BIT(MASS) | RGS_BIT(INERTIA) | RGS_BIT(X) | RGS_BIT(Q), error);
  if (status == RGS_OK && local != NULL)
    status = rgs_check_column("", "local", local, sites->n_listed, 3, true, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < sites->n_bodies; i++) {
    const rgs_site_body *b = &sites->body[i];
    RGS_AT(c.view.mass, i, 0) = b->mass;
    rgs_put(&c.view.inertia, i, 3, b->inertia);
    rgs_put(&c.view.x, i, 3, b->x);
    rgs_put(&c.view.q, i, 4, b->q);
    for (int64_t k = sites->first[i]; k < sites->first[i + 1] && local != NULL; k++)
      rgs_put(local, k, 3, sites->local + 3 * (rgs_shape_of(sites, i) + k - sites->first[i]));
  }
  return RGS_OK;
}

static rgs_status check_shape(const rgs_site_call *c, int64_t i, const rgs_column *local,
                              rgs_error *error) {
  double mass = RGS_AT(c->view.mass, i, 0), inertia[3];
  rgs_get(&c->view.inertia, i, 3, inertia);
  if (!(mass > 0) || !isfinite(mass))
    return rgs_refuse(error, RGS_E_BODY, i, "body %lld: mass is %g; must be finite and > 0",
                      (long long)i, mass);
  for (int64_t k = c->s->first[i]; k < c->s->first[i + 1]; k++)
    for (int j = 0; j < 3; j++)
      if (!isfinite(RGS_AT(*local, k, j)))
        return rgs_refuse(error, RGS_E_BODY, i,
                          "body %lld: local[%d] of row %lld is %g; must be finite", (long long)i, j,
                          (long long)k, RGS_AT(*local, k, j));
  return rgs_check_inertia(i, inertia, error);
}

rgs_status rgs_draft_sites_set_shape(rgs_draft_sites *s, const rgs_view *bodies,
                                     const rgs_column *local, rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_begin(&c, s, bodies, RGS_BIT(MASS) | RGS_BIT(INERTIA), error);
  if (status == RGS_OK && local == NULL) status = rgs_refuse(error, RGS_E_ARG, -1, "local is null");
  if (status == RGS_OK) status = rgs_check_column("", "local", local, s->n_listed, 3, true, error);
  if (status == RGS_OK && s->shared)
    status = rgs_refuse(
        error, RGS_E_ARG, -1,
        "bodies of a kind share one shape (RGS_DRAFT_SITES_ONE_SHAPE), so that no body has "
        "its own to be set");
  for (int64_t i = 0; status == RGS_OK && i < s->n_bodies; i++)
    status = check_shape(&c, i, local, error);
  for (int64_t i = 0; status == RGS_OK && i < s->n_bodies; i++) {
    s->body[i].mass = RGS_AT(c.view.mass, i, 0);
    rgs_get(&c.view.inertia, i, 3, s->body[i].inertia);
    for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) rgs_get(local, k, 3, s->local + 3 * k);
  }
  return status;
}

/* ---- place ----------------------------------------------------------------------------------- */

static void place_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  const rgs_draft_sites *s = c->s;
  for (int64_t i = begin; i < begin + n; i++) {
    const int64_t several = c->want_v ? 0 : alike(s, i, begin + n);
    if (several > 1) {
      const rgs_site_run run = run_of(c, i, several, &c->x, NULL);
      (void)rgs_place_run(&run);
      i += several - 1;
      continue;
    }
    const rgs_site_body *b = &s->body[i];
    double row[3][3], x[3], v[3] = { 0 }, w[3] = { 0 };
    rgs_body_rows(c, i, row);
    rgs_get(&c->view.x, i, 3, x);
    if (c->want_v) {
      double l[3];
      rgs_get(&c->view.l, i, 3, l);
      rgs_get(&c->view.p, i, 3, v);
      if (!(c->view.flags & RGS_VIEW_P_IS_VELOCITY))
        for (int k = 0; k < 3; k++) v[k] /= b->mass;
      rgs_angular_velocity(row, b->inertia, l, w);
    }
    const double *local = s->local + 3 * rgs_shape_of(s, i);
    for (int64_t k = s->first[i]; k < s->first[i + 1]; k++, local += 3) {
      double arm[3], its[3] = { v[0], v[1], v[2] };
      rgs_site_arm(row, local, arm);
      if (c->want_x)
        for (int j = 0; j < 3; j++) RGS_AT(c->x, rgs_site_at(s, k), j) = x[j] + arm[j];
      if (!c->want_v) continue;
      rgs_site_velocity(w, arm, its);
      rgs_put(&c->v, rgs_site_at(s, k), 3, its);
    }
  }
}

rgs_status rgs_draft_sites_place(rgs_draft_sites *sites, const rgs_view *bodies,
                                 const rgs_column *x, const rgs_column *v, rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_of_step(
      &c, sites, bodies, RGS_BIT(X) | (v != NULL ? RGS_BIT(P) | RGS_BIT(L) : 0), error);
  if (status == RGS_OK && x != NULL) status = rgs_site_call_column(&c, "x", x, &c.x, error);
  if (status == RGS_OK && v != NULL) status = rgs_site_call_column(&c, "v", v, &c.v, error);
  if (status != RGS_OK) return status;
  c.want_x = x != NULL;
  c.want_v = v != NULL;
  rgs_split(sites->threads, sites->n_bodies, place_some, &c);
  return rgs_executor_check(sites->threads, error);
}

/* ---- gather ---------------------------------------------------------------------------------- */

/* Force, torque, and arm times force xx, yy, zz, xy, xz, yz. */
enum { SUMS = 12, WITHIN = 6 };

static void add_force(const double arm[3], const double f[3], double sum[SUMS]) {
  for (int k = 0; k < 3; k++) {
    sum[k] += f[k];
    sum[6 + k] += arm[k] * f[k];
  }
  rgs_site_moment(arm, f, sum + 3);
  sum[9] += arm[0] * f[1];
  sum[10] += arm[0] * f[2];
  sum[11] += arm[1] * f[2];
}

static void sum_of_body(const rgs_site_call *c, int64_t i, double sum[SUMS]) {
  const rgs_draft_sites *s = c->s;
  const double *local = s->local + 3 * rgs_shape_of(s, i);
  rgs_exact_sum all[SUMS] = { { 0, 0 } };
  double row[3][3];
  rgs_body_rows(c, i, row);
  for (int64_t k = s->first[i]; k < s->first[i + 1];) {
    const int64_t end = k + CHUNK < s->first[i + 1] ? k + CHUNK : s->first[i + 1];
    memset(sum, 0, SUMS * sizeof(double));
    for (; k < end; k++, local += 3) {
      double arm[3], f[3];
      rgs_site_arm(row, local, arm);
      rgs_get(&c->force, rgs_site_at(s, k), 3, f);
      add_force(arm, f, sum);
    }
    if (s->first[i + 1] - s->first[i] > CHUNK)
      for (int j = 0; j < SUMS; j++) rgs_sum_add(&all[j], sum[j]);
  }
  if (s->first[i + 1] - s->first[i] > CHUNK)
    for (int j = 0; j < SUMS; j++) sum[j] = rgs_sum_of(&all[j]);
}

/* The bodies from i to `end` of one batch: their sums go to within, six for each. */
static void gather_batch(const rgs_site_call *c, int64_t i, int64_t end, double *within) {
  while (i < end) {
    const int64_t several = alike(c->s, i, end);
    double sum[SUMS] = { 0 };
    if (several > 1) {
      const rgs_site_run run = run_of(c, i, several, &c->force, within);
      (void)rgs_gather_run(&run);
      i += several;
      within += WITHIN * several;
      continue;
    }
    sum_of_body(c, i, sum);
    rgs_put(&c->view.f, i, 3, sum);
    rgs_put(&c->view.tau, i, 3, sum + 3);
    memcpy(within, sum + 6, WITHIN * sizeof *within);
    i++;
    within += WITHIN;
  }
}

/* Parts begin with a batch. */
static void gather_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  const int64_t own = rgs_own_bodies(&c->view);
  for (int64_t i = begin; i < begin + n; i += RGS_SITES_BATCH) {
    const int64_t end = i + RGS_SITES_BATCH < begin + n ? i + RGS_SITES_BATCH : begin + n;
    double within[RGS_SITES_BATCH * WITHIN], *batch = c->s->sums + WITHIN * (i / RGS_SITES_BATCH);
    gather_batch(c, i, end, within);
    memset(batch, 0, WITHIN * sizeof(double));
    for (int64_t k = 0; i + k < end && i + k < own; k++)
      for (int j = 0; j < WITHIN; j++) batch[j] += within[WITHIN * k + j];
  }
}

rgs_status rgs_draft_sites_gather(rgs_draft_sites *sites, const rgs_view *bodies,
                                  const rgs_column *force, double within[6], rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_of_step(&c, sites, bodies, RGS_BIT(F) | RGS_BIT(TAU), error);
  if (status == RGS_OK) status = rgs_site_call_column(&c, "force", force, &c.force, error);
  if (status != RGS_OK) return status;
  rgs_split(sites->threads, sites->n_bodies, gather_some, &c);
  status = rgs_executor_check(sites->threads, error);
  if (status != RGS_OK || within == NULL) return status;
  for (int k = 0; k < WITHIN; k++) {
    rgs_exact_sum sum = { 0, 0 };
    for (int64_t batch = 0; batch * RGS_SITES_BATCH < sites->n_bodies; batch++)
      rgs_sum_add(&sum, sites->sums[WITHIN * batch + k]);
    within[k] = rgs_sum_of(&sum);
  }
  return RGS_OK;
}
