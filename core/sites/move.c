/* SPDX-License-Identifier: BSD-3-Clause
 *
 * move.c - what a host asks in each step: where sites are, what forces on them mean for the bodies; and
 * what their velocities and positions mean when others have changed them.
 */
#include "base/body_check.h"
#include "base/columns.h"
#include "base/layout.h"
#include "lanes/lanes.h"
#include "sites/fit.h"
#include "sites/sites.h"
#include <rigidstep/device/sites.h>

/* Sums over a few sites are added up without further care; more of them by exact sums of such sums. */
enum { CHUNK = 4 };

/* ---- the host's columns ---------------------------------------------------------------------- */

/* One call: which columns it has, and what it does with bodies. */
typedef struct call {
  rgs_draft_sites *s;
  rgs_view view;
  rgs_column x, v, force; /* of sites */
  bool want_x, want_v;
  double *each; /* a number for each body */
} call;

#define BIT(column) (1u << RGS_COLUMN_##column)

static rgs_status begin(call *c, rgs_draft_sites *s, const rgs_view *bodies, unsigned columns,
                        rgs_error *error) {
  memset(c, 0, sizeof *c);
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "sites is null");
  rgs_status status = rgs_read_struct(&c->view, &rgs_view_layout, bodies, error);
  if (status != RGS_OK) return status;
  if (c->view.n != s->n_bodies || c->view.n_copies < 0 || c->view.n_copies > c->view.n)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "view.n is %lld and view.n_copies %lld; n must be the number of bodies that were "
        "made of sites, %lld",
        (long long)c->view.n, (long long)c->view.n_copies, (long long)s->n_bodies);
  for (int k = 0; k < RGS_COLUMNS && status == RGS_OK; k++)
    if (columns >> k & 1)
      status = rgs_check_column("view.", rgs_column_infos[k].name, rgs_column_of(&c->view, k),
                                c->view.n, rgs_column_infos[k].components, true, error);
  c->s = s;
  return status;
}

static rgs_status of_sites(const call *c, const char *name, const rgs_column *given, rgs_column *to,
                           rgs_error *error) {
  if (given == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "%s is null", name);
  *to = *given;
  return rgs_check_column("", name, given, c->s->n_bodies > 0 ? c->s->n_sites : 0, 3, true, error);
}

static void three(const rgs_column *c, int64_t i, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = RGS_AT(*c, i, k);
}

static void rows_of(const call *c, int64_t i, double row[3][3]) {
  double q[4];
  rgs_get(&c->view.q, i, 4, q);
  rgs_rotation_of(q, row);
}

/* ---- shape ----------------------------------------------------------------------------------- */

rgs_status rgs_draft_sites_shape(const rgs_draft_sites *sites, const rgs_view *bodies,
                                 const rgs_column *local, rgs_error *error) {
  call c;
  rgs_status status = begin(&c, (rgs_draft_sites *)sites, bodies,
                            BIT(MASS) | BIT(INERTIA) | BIT(X) | BIT(Q), error);
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

static rgs_status check_shape(const call *c, int64_t i, const rgs_column *local, rgs_error *error) {
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
  call c;
  rgs_status status = begin(&c, s, bodies, BIT(MASS) | BIT(INERTIA), error);
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
  const call *c = work;
  const rgs_draft_sites *s = c->s;
  for (int64_t i = begin; i < begin + n; i++) {
    const rgs_site_body *b = &s->body[i];
    double row[3][3], x[3], v[3], w[3];
    rows_of(c, i, row);
    three(&c->view.x, i, x);
    if (c->want_v) {
      double l[3];
      three(&c->view.l, i, l);
      three(&c->view.p, i, v);
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
  call c;
  rgs_status status =
      begin(&c, sites, bodies, BIT(X) | BIT(Q) | (v != NULL ? BIT(P) | BIT(L) : 0), error);
  if (status == RGS_OK && x != NULL) status = of_sites(&c, "x", x, &c.x, error);
  if (status == RGS_OK && v != NULL) status = of_sites(&c, "v", v, &c.v, error);
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

static void sum_of_body(const call *c, int64_t i, double sum[SUMS]) {
  const rgs_draft_sites *s = c->s;
  const double *local = s->local + 3 * rgs_shape_of(s, i);
  rgs_exact_sum all[SUMS] = { { 0, 0 } };
  double row[3][3];
  rows_of(c, i, row);
  for (int64_t k = s->first[i]; k < s->first[i + 1];) {
    const int64_t end = k + CHUNK < s->first[i + 1] ? k + CHUNK : s->first[i + 1];
    memset(sum, 0, SUMS * sizeof(double));
    for (; k < end; k++, local += 3) {
      double arm[3], f[3];
      rgs_site_arm(row, local, arm);
      three(&c->force, rgs_site_at(s, k), f);
      add_force(arm, f, sum);
    }
    if (s->first[i + 1] - s->first[i] > CHUNK)
      for (int j = 0; j < SUMS; j++) rgs_sum_add(&all[j], sum[j]);
  }
  if (s->first[i + 1] - s->first[i] > CHUNK)
    for (int j = 0; j < SUMS; j++) sum[j] = rgs_sum_of(&all[j]);
}

/* Parts begin with a batch. */
static void gather_some(void *work, int64_t begin, int64_t n) {
  const call *c = work;
  const int64_t own = rgs_own_bodies(&c->view);
  for (int64_t i = begin; i < begin + n; i++) {
    double sum[SUMS];
    sum_of_body(c, i, sum);
    rgs_put(&c->view.f, i, 3, sum);
    rgs_put(&c->view.tau, i, 3, sum + 3);
    double *batch = c->s->sums + WITHIN * (i / RGS_SITES_BATCH);
    if (i % RGS_SITES_BATCH == 0) memset(batch, 0, WITHIN * sizeof(double));
    for (int k = 0; k < WITHIN && i < own; k++) batch[k] += sum[6 + k];
  }
}

rgs_status rgs_draft_sites_gather(rgs_draft_sites *sites, const rgs_view *bodies,
                                  const rgs_column *force, double within[6], rgs_error *error) {
  call c;
  rgs_status status = begin(&c, sites, bodies, BIT(Q) | BIT(F) | BIT(TAU), error);
  if (status == RGS_OK) status = of_sites(&c, "force", force, &c.force, error);
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

/* ---- momenta --------------------------------------------------------------------------------- */

/* Half of mass times the squares of what velocities are apart from those of the rigid motion. */
static double lost_energy(const call *c, int64_t i, double row[3][3], const double p[3],
                          const double l[3]) {
  const rgs_draft_sites *s = c->s;
  const rgs_site_body *b = &s->body[i];
  double w[3], lost = 0;
  rgs_angular_velocity(row, b->inertia, l, w);
  for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) {
    const int64_t of_shape = rgs_shape_of(s, i) + k - s->first[i];
    double arm[3], rigid[3] = { p[0] / b->mass, p[1] / b->mass, p[2] / b->mass }, v[3], apart2 = 0;
    rgs_site_arm(row, s->local + 3 * of_shape, arm);
    rgs_site_velocity(w, arm, rigid);
    three(&c->v, rgs_site_at(s, k), v);
    for (int j = 0; j < 3; j++) apart2 += (v[j] - rigid[j]) * (v[j] - rigid[j]);
    lost += 0.5 * s->mass[of_shape] * apart2;
  }
  return lost;
}

static void momenta_of_some(void *work, int64_t begin, int64_t n) {
  const call *c = work;
  const rgs_draft_sites *s = c->s;
  for (int64_t i = begin; i < begin + n; i++) {
    const rgs_site_body *b = &s->body[i];
    double row[3][3], p[3], l[3];
    rgs_exact_sum sum[6] = { { 0, 0 } };
    rows_of(c, i, row);
    for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) {
      const int64_t of_shape = rgs_shape_of(s, i) + k - s->first[i];
      double arm[3], moment[6], v[3];
      rgs_site_arm(row, s->local + 3 * of_shape, arm);
      three(&c->v, rgs_site_at(s, k), v);
      for (int j = 0; j < 3; j++) moment[j] = s->mass[of_shape] * v[j];
      moment[3] = moment[4] = moment[5] = 0;
      rgs_site_moment(arm, moment, moment + 3);
      for (int j = 0; j < 6; j++) rgs_sum_add(&sum[j], moment[j]);
    }
    for (int j = 0; j < 3; j++) {
      p[j] = rgs_sum_of(&sum[j]);
      l[j] = rgs_sum_of(&sum[3 + j]);
    }
    if (c->view.flags & RGS_VIEW_PLANE) p[2] = l[0] = l[1] = 0;
    /* What rounding leaves about an axis without inertia is taken away. */
    for (int j = 0; j < 3; j++)
      if (b->inertia[j] == 0) {
        const double along = rgs_along_body_axis(row, l, j);
        for (int k = 0; k < 3; k++) l[k] -= along * row[k][j];
      }
    if (b->heavy == 1) l[0] = l[1] = l[2] = 0;
    if (c->each != NULL) c->each[i] = lost_energy(c, i, row, p, l);
    for (int j = 0; j < 3 && (c->view.flags & RGS_VIEW_P_IS_VELOCITY); j++) p[j] /= b->mass;
    rgs_put(&c->view.p, i, 3, p);
    rgs_put(&c->view.l, i, 3, l);
  }
}

rgs_status rgs_draft_sites_momenta(rgs_draft_sites *sites, const rgs_view *bodies,
                                   const rgs_column *v, double *lost, rgs_error *error) {
  call c;
  rgs_status status = begin(&c, sites, bodies, BIT(Q) | BIT(P) | BIT(L), error);
  if (status == RGS_OK) status = of_sites(&c, "v", v, &c.v, error);
  if (status != RGS_OK) return status;
  c.each = lost;
  rgs_split(sites->threads, sites->n_bodies, momenta_of_some, &c);
  return rgs_executor_check(sites->threads, error);
}

/* ---- fit ------------------------------------------------------------------------------------- */

/* The centre of mass, from the first site. */
static void centre_of(const call *c, int64_t i, double centre[3]) {
  const rgs_draft_sites *s = c->s;
  const rgs_site_body *b = &s->body[i];
  const int64_t first = s->first[i];
  rgs_exact_sum sum[3] = { { 0, 0 } };
  for (int64_t k = first; k < s->first[i + 1]; k++)
    for (int j = 0; j < 3; j++)
      rgs_sum_add(&sum[j], s->mass[rgs_shape_of(s, i) + k - first] *
                               (RGS_AT(c->x, rgs_site_at(s, k), j) -
                                RGS_AT(c->x, rgs_site_at(s, first), j)));
  for (int j = 0; j < 3; j++) centre[j] = rgs_sum_of(&sum[j]) / b->mass;
}

static void fit_one(const call *c, int64_t i) {
  const rgs_draft_sites *s = c->s;
  const rgs_site_body *b = &s->body[i];
  const int64_t first = s->first[i], n = s->first[i + 1] - first;
  double centre[3], q[4] = { 1, 0, 0, 0 }, row[3][3], most = 0;
  rgs_fit fit = { 0 };
  centre_of(c, i, centre);
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t k = 0; k < n; k++) {
      double arm[3], apart2 = 0, place[3];
      for (int j = 0; j < 3; j++)
        arm[j] = RGS_AT(c->x, rgs_site_at(s, first + k), j) -
                 RGS_AT(c->x, rgs_site_at(s, first), j) - centre[j];
      if (pass == 0) {
        rgs_fit_add(&fit, s->local + 3 * (rgs_shape_of(s, i) + k), s->mass[rgs_shape_of(s, i) + k],
                    arm);
        continue;
      }
      rgs_site_arm(row, s->local + 3 * (rgs_shape_of(s, i) + k), place);
      for (int j = 0; j < 3; j++) apart2 += (arm[j] - place[j]) * (arm[j] - place[j]);
      most = fmax(most, sqrt(apart2));
    }
    if (pass == 0 && b->heavy > 1) rgs_fit_attitude(&fit, b->inertia, q);
    rgs_rotation_of(q, row);
  }
  for (int j = 0; j < 3; j++)
    RGS_AT(c->view.x, i, j) = RGS_AT(c->x, rgs_site_at(s, first), j) + centre[j];
  rgs_put(&c->view.q, i, 4, q);
  if (c->each != NULL) c->each[i] = most;
}

static void fit_some(void *work, int64_t begin, int64_t n) {
  for (int64_t i = begin; i < begin + n; i++) fit_one(work, i);
}

rgs_status rgs_draft_sites_fit(rgs_draft_sites *sites, const rgs_view *bodies, const rgs_column *x,
                               double *misfit, rgs_error *error) {
  call c;
  rgs_status status = begin(&c, sites, bodies, BIT(X) | BIT(Q), error);
  if (status == RGS_OK) status = of_sites(&c, "x", x, &c.x, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < sites->n_bodies; i++)
    for (int64_t k = sites->first[i]; k < sites->first[i + 1]; k++)
      for (int j = 0; j < 3; j++)
        if (!isfinite(RGS_AT(c.x, rgs_site_at(sites, k), j)))
          return rgs_refuse(error, RGS_E_BODY, i,
                            "body %lld: x[%d] of site %lld is %g; must be finite", (long long)i, j,
                            (long long)rgs_site_at(sites, k),
                            RGS_AT(c.x, rgs_site_at(sites, k), j));
  c.each = misfit;
  rgs_split(sites->threads, sites->n_bodies, fit_some, &c);
  return rgs_executor_check(sites->threads, error);
}
