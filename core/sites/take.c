/* SPDX-License-Identifier: BSD-3-Clause
 *
 * take.c - what velocities and positions of sites mean for the bodies, when others have changed them.
 */
#include "sites/fit.h"
#include "sites/site_call.h"
#include <rigidstep/device/sites.h>

/* ---- momenta --------------------------------------------------------------------------------- */

/* Half of mass times the squares of what velocities are apart from those of the rigid motion. */
static double lost_energy(const rgs_site_call *c, int64_t i, double row[3][3], const double p[3],
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
    rgs_get(&c->v, rgs_site_at(s, k), 3, v);
    for (int j = 0; j < 3; j++) apart2 += (v[j] - rigid[j]) * (v[j] - rigid[j]);
    lost += 0.5 * s->mass[of_shape] * apart2;
  }
  return lost;
}

static void momenta_of_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  const rgs_draft_sites *s = c->s;
  for (int64_t i = begin; i < begin + n; i++) {
    const rgs_site_body *b = &s->body[i];
    double q[4], row[3][3], p[3], l[3];
    rgs_exact_sum sum[6] = { { 0, 0 } };
    rgs_get(&c->view.q, i, 4, q);
    rgs_rotation_of(q, row);
    for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) {
      const int64_t of_shape = rgs_shape_of(s, i) + k - s->first[i];
      double arm[3], moment[6], v[3];
      rgs_site_arm(row, s->local + 3 * of_shape, arm);
      rgs_get(&c->v, rgs_site_at(s, k), 3, v);
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
  rgs_site_call c;
  rgs_status status = rgs_site_call_of_step(&c, sites, bodies, RGS_BIT(P) | RGS_BIT(L), error);
  if (status == RGS_OK) status = rgs_site_call_column(&c, "v", v, &c.v, error);
  if (status != RGS_OK) return status;
  c.each = lost;
  rgs_split(sites->threads, sites->n_bodies, momenta_of_some, &c);
  return rgs_executor_check(sites->threads, error);
}

/* ---- fit ------------------------------------------------------------------------------------- */

/* The centre of mass, from the first site. */
static void centre_of(const rgs_site_call *c, int64_t i, double centre[3]) {
  const rgs_draft_sites *s = c->s;
  const int64_t first = s->first[i];
  rgs_exact_sum sum[3] = { { 0, 0 } };
  double mass = 0;
  for (int64_t k = first; k < s->first[i + 1]; k++)
    for (int j = 0; j < 3; j++)
      rgs_sum_add(&sum[j], s->mass[rgs_shape_of(s, i) + k - first] *
                               (RGS_AT(c->x, rgs_site_at(s, k), j) -
                                RGS_AT(c->x, rgs_site_at(s, first), j)));
  for (int64_t k = first; k < s->first[i + 1]; k++) mass += s->mass[rgs_shape_of(s, i) + k - first];
  for (int j = 0; j < 3; j++) centre[j] = rgs_sum_of(&sum[j]) / mass;
}

/* From the centre of mass to where site k of the body, from 0 on, shall be. */
static void arm_to(const rgs_site_call *c, int64_t i, int64_t k, const double centre[3],
                   double arm[3]) {
  const int64_t first = c->s->first[i];
  for (int j = 0; j < 3; j++)
    arm[j] = RGS_AT(c->x, rgs_site_at(c->s, first + k), j) -
             RGS_AT(c->x, rgs_site_at(c->s, first), j) - centre[j];
}

static void attitude_of(const rgs_site_call *c, int64_t i, const double centre[3], double q[4]) {
  const rgs_draft_sites *s = c->s;
  const int64_t n = s->first[i + 1] - s->first[i], shape = rgs_shape_of(s, i);
  rgs_fit fit = { 0 };
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
  if (s->body[i].heavy == 1) return;
  for (int64_t k = 0; k < n; k++) {
    double arm[3];
    arm_to(c, i, k, centre, arm);
    rgs_fit_add(&fit, s->local + 3 * (shape + k), s->mass[shape + k], arm);
  }
  rgs_fit_attitude(&fit, s->body[i].line, q);
}

/* The largest distance of a site from where it shall be. */
static double misfit_of(const rgs_site_call *c, int64_t i, const double centre[3],
                        const double q[4]) {
  const rgs_draft_sites *s = c->s;
  const int64_t n = s->first[i + 1] - s->first[i];
  double row[3][3], most2 = 0;
  rgs_rotation_of(q, row);
  for (int64_t k = 0; k < n; k++) {
    double arm[3], place[3], apart2 = 0;
    arm_to(c, i, k, centre, arm);
    rgs_site_arm(row, s->local + 3 * (rgs_shape_of(s, i) + k), place);
    for (int j = 0; j < 3; j++) apart2 += (arm[j] - place[j]) * (arm[j] - place[j]);
    most2 = fmax(most2, apart2);
  }
  return sqrt(most2);
}

static void fit_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  for (int64_t i = begin; i < begin + n; i++) {
    double centre[3], q[4];
    centre_of(c, i, centre);
    attitude_of(c, i, centre, q);
    for (int j = 0; j < 3; j++)
      RGS_AT(c->view.x, i, j) = RGS_AT(c->x, rgs_site_at(c->s, c->s->first[i]), j) + centre[j];
    rgs_put(&c->view.q, i, 4, q);
    if (c->each != NULL) c->each[i] = misfit_of(c, i, centre, q);
  }
}

rgs_status rgs_draft_sites_fit(rgs_draft_sites *sites, const rgs_view *bodies, const rgs_column *x,
                               double *misfit, rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_begin(&c, sites, bodies, RGS_BIT(X) | RGS_BIT(Q), error);
  if (status == RGS_OK) status = rgs_site_call_column(&c, "x", x, &c.x, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < sites->n_bodies; i++)
    for (int64_t k = sites->first[i]; k < sites->first[i + 1]; k++) {
      status = rgs_check_position(i, rgs_site_at(sites, k), &c.x, error);
      if (status != RGS_OK) return status;
    }
  c.each = misfit;
  rgs_split(sites->threads, sites->n_bodies, fit_some, &c);
  return rgs_executor_check(sites->threads, error);
}
