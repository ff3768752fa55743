/* SPDX-License-Identifier: BSD-3-Clause
 *
 * take.c - what velocities and positions of sites mean for the bodies, when others have changed them.
 */
#include "sites/blocks.h"
#include "sites/fit.h"
#include "sites/site_call.h"
#include <rigidstep/device/sites.h>

/* ---- momenta --------------------------------------------------------------------------------- */

static bool no_rotation(const double inertia[3]) {
  return inertia[0] == 0 && inertia[1] == 0 && inertia[2] == 0;
}

/* Part of a body's momenta is not the motion of the body. */
static rgs_status check_all_here(const rgs_sites *s, int64_t i, rgs_error *error) {
  const rgs_body_sites of = rgs_sites_of(s, i);
  double all = 0, mass;
  rgs_get_numbers(&of, 0, 1, &mass);
  for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) all += s->mass[k];
  if (fabs(all - mass) <= 1e-6 * mass) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_BODY, i,
      "body %lld: its sites here have the mass %g, of %g; `lost` needs all sites of "
      "the body on one process: pass null",
      (long long)i, all, mass);
}

/* Half of mass times the squares of what velocities are apart from the rigid motion's. */
static double lost_energy(const rgs_site_call *c, int64_t i, double row[3][3], const double p[3],
                          const double l[3]) {
  const rgs_body_sites of = rgs_sites_of(c->s, i);
  double mass, inertia[3], w[3], lost = 0;
  rgs_get_numbers(&of, 0, 1, &mass);
  rgs_get_numbers(&of, RGS_MOMENTS, 3, inertia);
  rgs_angular_velocity(row, inertia, l, w);
  for (int64_t k = 0; k < of.n; k++) {
    double place[3], arm[3], rigid[3] = { p[0] / mass, p[1] / mass, p[2] / mass }, v[3], apart2 = 0;
    rgs_get_place(&of, k, place);
    rgs_site_arm(row, place, arm);
    rgs_site_velocity(w, arm, rigid);
    rgs_get(&c->v, of.site[of.apart * k], 3, v);
    for (int j = 0; j < 3; j++) apart2 += (v[j] - rigid[j]) * (v[j] - rigid[j]);
    lost += 0.5 * c->s->mass[c->s->first[i] + k] * apart2;
  }
  return lost;
}

static void momenta_of_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  for (int64_t i = begin; i < begin + n; i++) {
    const rgs_body_sites of = rgs_sites_of(c->s, i);
    const double *mass = c->s->mass + c->s->first[i];
    double q[4], row[3][3], inertia[3], p[3], l[3];
    rgs_exact_sum sum[6] = { { 0, 0 } };
    rgs_get(&c->view.q, i, 4, q);
    rgs_rotation_of(q, row);
    rgs_get_numbers(&of, RGS_MOMENTS, 3, inertia);
    for (int64_t k = 0; k < of.n; k++) {
      double place[3], arm[3], moment[6], v[3];
      rgs_get_place(&of, k, place);
      rgs_site_arm(row, place, arm);
      rgs_get(&c->v, of.site[of.apart * k], 3, v);
      for (int j = 0; j < 3; j++) moment[j] = mass[k] * v[j];
      moment[3] = moment[4] = moment[5] = 0;
      rgs_site_moment(arm, moment, moment + 3);
      for (int j = 0; j < 6; j++) rgs_sum_add(&sum[j], moment[j]);
    }
    for (int j = 0; j < 3; j++) {
      p[j] = rgs_sum_of(&sum[j]);
      l[j] = rgs_sum_of(&sum[3 + j]);
    }
    if (c->view.flags & RGS_VIEW_PLANAR) p[2] = l[0] = l[1] = 0;
    /* What rounding leaves about an axis without inertia is taken away. */
    for (int j = 0; j < 3; j++)
      if (inertia[j] == 0) {
        const double along = rgs_along_body_axis(row, l, j);
        for (int k = 0; k < 3; k++) l[k] -= along * row[k][j];
      }
    if (no_rotation(inertia)) l[0] = l[1] = l[2] = 0;
    if (c->each != NULL) c->each[i] = lost_energy(c, i, row, p, l);
    for (int j = 0; j < 3 && (c->view.flags & RGS_VIEW_P_IS_VELOCITY); j++) p[j] /= of.number[0];
    rgs_put(&c->view.p, i, 3, p);
    rgs_put(&c->view.l, i, 3, l);
  }
}

rgs_status rgs_sites_momenta(rgs_sites *sites, const rgs_view *bodies, const rgs_column *v,
                             double *lost, rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_of_step(&c, sites, bodies, RGS_BIT(P) | RGS_BIT(L), error);
  if (status == RGS_OK) status = rgs_check_masses(sites, error);
  if (status == RGS_OK) status = rgs_site_call_column(&c, "v", v, &c.v, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < sites->n_bodies && status == RGS_OK && sites->known && lost; i++)
    status = check_all_here(sites, i, error);
  if (status != RGS_OK) return status;
  c.each = lost;
  rgs_split(sites->threads, sites->n_bodies, momenta_of_some, &c);
  return rgs_threads_check(sites->threads, error);
}

/* ---- fit ------------------------------------------------------------------------------------- */

/* From the body's first site to where its site k shall be. */
static void step_to(const rgs_site_call *c, const rgs_body_sites *of, int64_t k, double step[3]) {
  for (int j = 0; j < 3; j++)
    step[j] = RGS_AT(c->x, of->site[of->apart * k], j) - RGS_AT(c->x, of->site[0], j);
}

/* The centre of mass of these sites, from the first one, or in the body frame; mass: of the sites. */
static void centre_of(const rgs_site_call *c, const rgs_body_sites *of, const double *mass,
                      bool in_body, double centre[3]) {
  rgs_exact_sum sum[3] = { { 0, 0 } };
  double all = 0, step[3];
  for (int64_t k = 0; k < of->n; k++) {
    if (in_body)
      rgs_get_place(of, k, step);
    else
      step_to(c, of, k, step);
    for (int j = 0; j < 3; j++) rgs_sum_add(&sum[j], mass[k] * step[j]);
    all += mass[k];
  }
  for (int j = 0; j < 3; j++) centre[j] = rgs_sum_of(&sum[j]) / all;
}

/* Of the sites here, from their centre of mass to the body's. */
static void add_rest(const rgs_site_call *c, const rgs_body_sites *of, const double *mass,
                     const double q[4], double centre[3]) {
  double row[3][3], place[3], arm[3];
  rgs_rotation_of(q, row);
  centre_of(c, of, mass, true, place);
  rgs_site_arm(row, place, arm);
  for (int j = 0; j < 3; j++) centre[j] -= arm[j];
}

static void orientation_of(const rgs_site_call *c, const rgs_body_sites *of, const double *mass,
                           const double centre[3], double q[4]) {
  rgs_fit fit = { 0 };
  double inertia[3], arm[3], place[3];
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
  rgs_get_numbers(of, RGS_MOMENTS, 3, inertia);
  if (no_rotation(inertia)) return;
  for (int64_t k = 0; k < of->n; k++) {
    step_to(c, of, k, arm);
    for (int j = 0; j < 3; j++) arm[j] -= centre[j];
    rgs_get_place(of, k, place);
    rgs_fit_add(&fit, place, mass[k], arm);
  }
  rgs_fit_orientation(&fit, inertia[0] == 0, q);
}

/* The largest distance of a site from where it shall be. */
static double misfit_of(const rgs_site_call *c, const rgs_body_sites *of, const double centre[3],
                        const double q[4]) {
  double row[3][3], most2 = 0;
  rgs_rotation_of(q, row);
  for (int64_t k = 0; k < of->n; k++) {
    double to[3], local[3], arm[3], apart2 = 0;
    step_to(c, of, k, to);
    rgs_get_place(of, k, local);
    rgs_site_arm(row, local, arm);
    for (int j = 0; j < 3; j++) {
      const double apart = to[j] - centre[j] - arm[j];
      apart2 += apart * apart;
    }
    most2 = fmax(most2, apart2);
  }
  return sqrt(most2);
}

static void fit_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  for (int64_t i = begin; i < begin + n; i++) {
    const rgs_body_sites of = rgs_sites_of(c->s, i);
    const double *mass = c->s->mass + c->s->first[i];
    double centre[3], q[4];
    centre_of(c, &of, mass, false, centre);
    orientation_of(c, &of, mass, centre, q);
    if (c->s->known) add_rest(c, &of, mass, q, centre);
    for (int j = 0; j < 3; j++) RGS_AT(c->view.x, i, j) = RGS_AT(c->x, of.site[0], j) + centre[j];
    rgs_put(&c->view.q, i, 4, q);
    if (c->each != NULL) c->each[i] = misfit_of(c, &of, centre, q);
  }
}

/* The directions that the places of sites with mass span: 0 of a point, 1 of a line; -1 without such a site. */
static int spanned(const rgs_body_sites *of, const double *mass) {
  double from[3], along[3] = { 0 }, place[3], aside[3], extent = 0, longest = 0, most = 0;
  int64_t first = 0;
  while (first < of->n && mass[first] == 0) first++;
  if (first == of->n) return -1;
  rgs_get_place(of, first, from);
  for (int pass = 0; pass < 2; pass++)
    for (int64_t k = first; k < of->n; k++) {
      if (mass[k] == 0) continue;
      rgs_get_place(of, k, place);
      extent = fmax(extent, rgs_length(place));
      for (int j = 0; j < 3; j++) place[j] -= from[j];
      if (pass == 0 && rgs_length(place) > longest) {
        longest = rgs_length(place);
        for (int j = 0; j < 3; j++) along[j] = place[j] / longest;
      }
      rgs_cross(along, place, aside);
      if (pass > 0) most = fmax(most, rgs_length(aside));
    }
  const double room = 1e-12 * extent;
  return (longest > room) + (most > room);
}

/* Positions and, where the host knows the shapes, sites here that determine place and orientation. */
static rgs_status check_fit(const rgs_site_call *c, int64_t i, rgs_error *error) {
  const rgs_body_sites of = rgs_sites_of(c->s, i);
  double inertia[3], step[3], place[3], most = 0, mass;
  if (of.n == 0)
    return rgs_set_error(error, RGS_E_BODY, i, "body %lld has no site here that could be fitted",
                         (long long)i);
  rgs_get_numbers(&of, 0, 1, &mass);
  for (int64_t k = 0; k < of.n; k++) {
    const int64_t site = of.site[of.apart * k];
    const rgs_status status = rgs_check_position(i, site, &c->x, error);
    if (status != RGS_OK) return status;
    step_to(c, &of, k, step);
    rgs_get_place(&of, k, place);
    for (int j = 0; j < 3; j++) most = fmax(most, fmax(fabs(step[j]), fabs(place[j])));
    if (!isfinite(64 * fmax(mass, 1) * most * most))
      return rgs_set_error(error, RGS_E_BODY, i,
                           "body %lld: site %lld is at (%g, %g, %g), so far from its site %d that "
                           "products leave the range of numbers; check the positions",
                           (long long)i, (long long)site, RGS_AT(c->x, site, 0),
                           RGS_AT(c->x, site, 1), RGS_AT(c->x, site, 2), of.site[0]);
  }
  if (!c->s->known) return RGS_OK;
  rgs_get_numbers(&of, RGS_MOMENTS, 3, inertia);
  const int needs = no_rotation(inertia) ? 0
                    : inertia[0] == 0    ? 1
                                         : 2,
            has = spanned(&of, c->s->mass + c->s->first[i]);
  if (has >= needs) return RGS_OK;
  return rgs_set_error(error, RGS_E_BODY, i,
                       "body %lld has %s here; its fit needs %s: give all its sites to one process",
                       (long long)i,
                       has < 0    ? "no site with mass"
                       : has == 0 ? "sites with mass at one point only"
                                  : "sites with mass on one line only",
                       needs == 0   ? "a site with mass"
                       : needs == 1 ? "two sites with mass"
                                    : "three sites with mass that are on no line");
}

rgs_status rgs_sites_fit(rgs_sites *sites, const rgs_view *bodies, const rgs_column *x,
                         double *misfit, rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_begin(&c, sites, bodies, RGS_BIT(X) | RGS_BIT(Q), error);
  if (status == RGS_OK) status = rgs_check_shapes_set(sites, error);
  if (status == RGS_OK) status = rgs_check_masses(sites, error);
  if (status == RGS_OK) status = rgs_site_call_column(&c, "x", x, &c.x, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < sites->n_bodies && status == RGS_OK; i++)
    status = check_fit(&c, i, error);
  if (status != RGS_OK) return status;
  c.each = misfit;
  rgs_split(sites->threads, sites->n_bodies, fit_some, &c);
  return rgs_threads_check(sites->threads, error);
}
