/* SPDX-License-Identifier: BSD-3-Clause
 *
 * create.c - bodies from lists of sites: the life of a handle.
 */
#include "base/columns.h"
#include "base/layout.h"
#include "simd/lanes.h"
#include "sites/blocks.h"
#include "sites/fit.h"
#include "sites/frame.h"
#include "sites/kinds.h"
#include "sites/sites_backend.h"
#include "sites/site_call.h"
#include "sites/unwrap.h"
#include <float.h>
#include <rigidstep/device/quaternion.h>

#define MOST_SITES INT32_MAX /* indices of sites are kept in 32 bits */

/* ---- what the host gives --------------------------------------------------------------------- */

static rgs_status check_spec(const rgs_sites_spec *spec, rgs_error *error) {
  if (spec->n_sites < 0 || spec->n_bodies < 0 || spec->n_sites > MOST_SITES ||
      spec->n_bodies > MOST_SITES)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "spec.n_sites is %lld and spec.n_bodies %lld; must be >= 0 and at most %lld",
        (long long)spec->n_sites, (long long)spec->n_bodies, (long long)MOST_SITES);
  const uint32_t together = RGS_SITES_ONE_SHAPE | RGS_SITES_KNOWN;
  if (spec->flags >= 2 * RGS_SITES_NEVER_LINEAR || (spec->flags & together) == together)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.flags is 0x%x; allowed RGS_SITES_NEVER_LINEAR, and "
                         "RGS_SITES_ONE_SHAPE or RGS_SITES_KNOWN",
                         spec->flags);
  if (!(spec->linear_tolerance >= 0 && spec->linear_tolerance < 1))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.linear_tolerance is %g; allowed from 0, the rule by spacing, to "
                         "below 1, a part of the largest moment",
                         spec->linear_tolerance);
  if (spec->linear_tolerance > 0 && spec->flags & (RGS_SITES_ONE_SHAPE | RGS_SITES_NEVER_LINEAR))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.linear_tolerance is %g and spec.flags has %s; it must then be 0",
                         spec->linear_tolerance,
                         spec->flags & RGS_SITES_ONE_SHAPE
                             ? "RGS_SITES_ONE_SHAPE: bodies that share a shape are lines together"
                             : "RGS_SITES_NEVER_LINEAR");
  if (!(spec->rounding >= 0 && spec->rounding < 1))
    return rgs_set_error(error, RGS_E_ARG, -1, "spec.rounding is %g; allowed from 0 to below 1",
                         spec->rounding);
  if (spec->n_bodies == 0) return RGS_OK;
  if (spec->first == NULL) return rgs_set_error_null("spec.first", error);
  const bool known = spec->flags & RGS_SITES_KNOWN;
  rgs_status status = RGS_OK;
  if (!known || spec->mass.data != NULL)
    status = rgs_check_column("spec.", "mass", &spec->mass, spec->n_sites, 1, true, error);
  return status != RGS_OK || known
             ? status
             : rgs_check_column("spec.", "x", &spec->x, spec->n_sites, 3, true, error);
}

/* owner: a number for each site of the host; which body has it, plus 1. */
static rgs_status take_lists(rgs_sites *s, const rgs_sites_spec *spec, int32_t *owner,
                             rgs_error *error) {
  memcpy(s->first, spec->first, ((size_t)s->n_bodies + 1) * sizeof(int64_t));
  for (int64_t i = 0; i < s->n_bodies; i++)
    for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) {
      const int64_t site = rgs_site_at(s, k);
      if (site < 0 || site >= s->n_sites)
        return rgs_set_error(error, RGS_E_ARG, i,
                             "body %lld has site %lld; allowed 0 to %lld, below spec.n_sites",
                             (long long)i, (long long)site, (long long)s->n_sites - 1);
      if (owner[site] != 0)
        return rgs_set_error(
            error, RGS_E_ARG, i,
            "body %lld has site %lld, which is in body %lld already; a site belongs to "
            "one body, once",
            (long long)i, (long long)site, (long long)owner[site] - 1);
      owner[site] = (int32_t)i + 1;
    }
  return RGS_OK;
}

static rgs_status check_lists(const rgs_sites_spec *spec, rgs_error *error) {
  for (int64_t i = 0; i < spec->n_bodies; i++) {
    if (i == 0 && spec->first[0] != 0)
      return rgs_set_error(error, RGS_E_ARG, -1, "spec.first[0] is %lld; must be 0",
                           (long long)spec->first[0]);
    if (spec->first[i + 1] < spec->first[i] + (spec->flags != RGS_SITES_KNOWN))
      return rgs_set_error(
          error, RGS_E_ARG, i,
          "body %lld has no site: spec.first[%lld] is %lld and spec.first[%lld] %lld; must "
          "ascend",
          (long long)i, (long long)i, (long long)spec->first[i], (long long)i + 1,
          (long long)spec->first[i + 1]);
    if (spec->first[i + 1] > spec->n_sites)
      return rgs_set_error(
          error, RGS_E_ARG, i,
          "spec.first[%lld] is %lld; at most spec.n_sites, %lld: a site belongs to one "
          "body",
          (long long)i + 1, (long long)spec->first[i + 1], (long long)spec->n_sites);
  }
  return RGS_OK;
}

static rgs_status take_masses(rgs_sites *s, int64_t body, const rgs_column *masses,
                              rgs_error *error) {
  for (int64_t k = s->first[body]; k < s->first[body + 1]; k++) {
    const double mass = RGS_AT(*masses, rgs_site_at(s, k), 0);
    if (!(mass >= 0) || !isfinite(mass))
      return rgs_set_error(error, RGS_E_BODY, body,
                           "body %lld: the mass of site %lld is %g; must be finite and >= 0",
                           (long long)body, (long long)rgs_site_at(s, k), mass);
    s->mass[k] = mass;
  }
  return RGS_OK;
}

/* ---- one body -------------------------------------------------------------------------------- */

/* Squares of lengths, and moments, must be numbers with all their digits, also where a few are added up. */
static rgs_status check_range(const rgs_site_body *b, int64_t i, double moment, rgs_error *error) {
  const double square = b->extent * b->extent, least = DBL_MIN / DBL_EPSILON;
  if (b->heavy == 1 || (moment >= DBL_MIN && square >= least / DBL_EPSILON &&
                        isfinite(64 * moment) && isfinite(64 * square)))
    return RGS_OK;
  return rgs_set_error(
      error, RGS_E_BODY, i,
      "body %lld: its largest moment is about %g: mass %g or extent %g is too large or "
      "too small, so that products of them leave the range of numbers; choose other "
      "units",
      (long long)i, moment, b->mass, b->extent);
}

/* Mass, centre, arms from the centre, extent. */
static rgs_status centre_body(rgs_sites *s, int64_t i, const rgs_sites_spec *spec,
                              const rgs_site_cell *cell, rgs_error *error) {
  rgs_site_body *b = &s->body[i];
  const int64_t first = s->first[i], n = s->first[i + 1] - first;
  double *mass = s->mass + first, *arm = s->local + 3 * first, heavy_extent = 0;
  rgs_exact_sum sum[4] = { { 0, 0 } };
  rgs_status status = take_masses(s, i, &spec->mass, error);
  for (int64_t k = 0; k < n && status == RGS_OK; k++) {
    status = rgs_check_position(i, rgs_site_at(s, first + k), &spec->x, error);
    b->heavy += mass[k] > 0;
  }
  if (status != RGS_OK) return status;
  if (b->heavy == 0)
    return rgs_set_error(error, RGS_E_BODY, i,
                         "body %lld: all its sites have the mass 0; a body needs a mass",
                         (long long)i);
  status = rgs_make_whole(cell, s, i, &spec->x, arm, error);
  if (status != RGS_OK) return status;
  for (int64_t k = 0; k < n; k++) {
    rgs_sum_add(&sum[3], mass[k]);
    for (int c = 0; c < 3; c++) rgs_sum_add(&sum[c], mass[k] * arm[3 * k + c]);
  }
  b->mass = rgs_sum_of(&sum[3]);
  double far = 0, spread = 0, moment = 0, centre[3]; /* spread: nan where an arm is */
  for (int c = 0; c < 3; c++) {
    centre[c] = n == 1 ? 0 : rgs_sum_of(&sum[c]) / b->mass;
    b->x[c] = RGS_AT(spec->x, rgs_site_at(s, first), c) + centre[c];
    far = fmax(far, fabs(b->x[c]));
  }
  for (int64_t k = 0; k < n; k++) {
    for (int c = 0; c < 3; c++) arm[3 * k + c] -= centre[c];
    const double size = rgs_length(arm + 3 * k);
    b->extent = fmax(b->extent, size);
    spread += size;
    moment += mass[k] * (size * size);
    if (mass[k] > 0) heavy_extent = fmax(heavy_extent, size);
  }
  if (!isfinite(b->mass + b->extent + b->x[0] + b->x[1] + b->x[2]) || !isfinite(spread))
    return rgs_set_error(error, RGS_E_BODY, i,
                         "body %lld: mass %g or extent %g is too large for a number; "
                         "choose other units",
                         (long long)i, b->mass, b->extent);
  /* What is left of one point is rounding. */
  const double room = 64 * fmax(DBL_EPSILON, spec->rounding) * far;
  if (b->heavy > 1 && heavy_extent <= room)
    return rgs_set_error(
        error, RGS_E_BODY, i,
        "body %lld: all its %lld sites with mass are at one point, (%g, %g, %g); set "
        "positions first, or make a body of one site",
        (long long)i, (long long)b->heavy, b->x[0], b->x[1], b->x[2]);
  if (b->heavy == 1 && b->extent > room)
    return rgs_set_error(
        error, RGS_E_BODY, i,
        "body %lld: it has one site with mass, and a site without mass is %g away from it; give "
        "that site a mass, because a force on it turns the body, which has no inertia",
        (long long)i, b->extent);
  return check_range(b, i, moment, error);
}

/* Frame and moments from the arms, which become places in this frame. */
static rgs_status measure(rgs_sites *s, int64_t i, const rgs_sites_spec *spec, rgs_error *error) {
  rgs_site_body *b = &s->body[i];
  const int64_t first = s->first[i], n = s->first[i + 1] - first;
  double *arm = s->local + 3 * first, far = 0;
  const double *mass = s->mass + first;
  b->q[0] = 1;
  if (b->heavy == 1) {
    memset(arm, 0, 3 * (size_t)n * sizeof(double));
    b->extent = 0;
    return RGS_OK;
  }
  for (int c = 0; c < 3; c++) far = fmax(far, fabs(b->x[c]));
  const double rough = 4 * fmax(DBL_EPSILON, spec->rounding) * (1 + far / b->extent);
  if (!b->linear) {
    b->planar = rgs_frame_of_sites(n, arm, mass, b->extent, rough, b->inertia, b->q);
    if (spec->linear_tolerance == 0 || !(b->inertia[0] <= spec->linear_tolerance * b->inertia[2]))
      return RGS_OK;
    const rgs_status status = rgs_check_massless(s, i, error);
    if (status != RGS_OK) return status;
    double row[3][3];
    rgs_rotation_of(b->q, row);
    for (int64_t k = 0; k < n; k++) {
      const double local[3] = { arm[3 * k], arm[3 * k + 1], arm[3 * k + 2] };
      for (int c = 0; c < 3; c++) arm[3 * k + c] = rgs_dot(row[c], local);
    }
    b->linear = true;
    b->planar = false;
  }
  const rgs_best_line line = rgs_best_line_of(n, arm, mass);
  rgs_frame_of_line(n, arm, mass, b->extent, line.along, b->inertia, b->q);
  return RGS_OK;
}

/* The shape of the first body of the kind, at the orientation that fits best; like: see kinds.h. */
static void take_shape_of_kind(rgs_sites *s, int64_t i, const int64_t *like) {
  rgs_site_body *b = &s->body[i];
  const rgs_site_body *shape = &s->body[like[b->kind]];
  const int64_t n = s->first[i + 1] - s->first[i], of_shape = s->first[like[b->kind]];
  if (b == shape) return;
  b->mass = shape->mass;
  b->extent = shape->extent;
  b->linear = shape->linear;
  b->planar = shape->planar;
  memcpy(b->inertia, shape->inertia, sizeof b->inertia);
  rgs_fit fit = { 0 };
  for (int64_t k = 0; k < n; k++)
    rgs_fit_add(&fit, s->local + 3 * (of_shape + k), s->mass[of_shape + k],
                s->local + 3 * (s->first[i] + k));
  b->q[0] = 1;
  if (b->heavy > 1) rgs_fit_orientation(&fit, b->linear, b->q);
}

static void put_sites(const rgs_sites *s, int64_t i, const rgs_body_sites *of) {
  for (int64_t k = 0; k < of->n; k++)
    of->site[of->apart * k] = (int32_t)rgs_site_at(s, s->first[i] + k);
}

/* What the calls of a step read.  shape: the listed site with which the body's shape begins. */
static void put_body(const rgs_sites *s, int64_t i, int64_t shape) {
  const rgs_body_sites of = rgs_sites_of(s, i);
  put_sites(s, i, &of);
  rgs_put_numbers(&of, 0, 1, &s->body[i].mass);
  rgs_put_numbers(&of, RGS_MOMENTS, 3, s->body[i].inertia);
  rgs_put_numbers(&of, RGS_PLACES, 3 * of.n, s->local + 3 * shape);
}

/* The lists of bodies whose shapes the host knows. */
static rgs_status fill_known(rgs_sites *s, const rgs_sites_spec *spec, int32_t *owner,
                             rgs_error *error) {
  rgs_status status = take_lists(s, spec, owner, error);
  for (int64_t i = 0; i < s->n_bodies && status == RGS_OK && s->mass != NULL; i++)
    status = take_masses(s, i, &spec->mass, error);
  if (status == RGS_OK) status = rgs_blocks_alloc(s, NULL, error);
  for (int64_t i = 0; i < s->n_bodies && status == RGS_OK; i++) {
    const rgs_body_sites of = rgs_sites_of(s, i);
    put_sites(s, i, &of);
  }
  s->worst = -1;
  return status;
}

static rgs_status fill(rgs_sites *s, const rgs_sites_spec *spec, int64_t *scratch,
                       rgs_error *error) {
  rgs_site_cell cell;
  rgs_status status = rgs_site_cell_read(&cell, spec->cell, spec->periodic, error);
  if (status == RGS_OK) status = take_lists(s, spec, (int32_t *)scratch, error);
  for (int64_t i = 0; i < s->n_bodies && status == RGS_OK; i++)
    status = centre_body(s, i, spec, &cell, error);
  const bool by_spacing = spec->linear_tolerance == 0 && !(spec->flags & RGS_SITES_NEVER_LINEAR);
  if (status == RGS_OK) status = rgs_find_kinds(s, by_spacing, scratch, error);
  for (int64_t i = 0; i < s->n_bodies && status == RGS_OK; i++)
    if (!s->shared || scratch[s->body[i].kind] == i) status = measure(s, i, spec, error);
  if (status == RGS_OK)
    status = rgs_blocks_alloc(s, s->shared ? scratch + s->n_sites : NULL, error);
  for (int64_t i = 0; i < s->n_bodies && status == RGS_OK; i++) {
    if (s->shared) take_shape_of_kind(s, i, scratch);
    put_body(s, i, s->first[s->shared ? scratch[s->body[i].kind] : i]);
  }
  return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

/* Memory for the arrays, or their return where `take` is false. */
static bool arrays(rgs_sites *s, bool take) {
  const rgs_allocator *a = &s->context->allocator;
  const size_t n = (size_t)s->n_bodies, listed = (size_t)s->n_listed;
  const struct {
    void **array;
    size_t size;
  } each[] = { { (void **)&s->first, (n + 1) * sizeof(int64_t) },
               { (void **)&s->mass, s->has_masses ? listed * sizeof(double) : 0 },
               { (void **)&s->body, s->known ? 0 : n * sizeof(rgs_site_body) },
               { (void **)&s->sums, 9 * (size_t)rgs_site_batches(s->n_bodies) * sizeof(double) } };
  for (size_t k = 0; k < sizeof each / sizeof *each; k++) {
    if (!take)
      rgs_free(a, *each[k].array, each[k].size);
    else if (each[k].size > 0 && (*each[k].array = rgs_alloc(a, each[k].size)) == NULL)
      return false;
  }
  return true;
}

void rgs_sites_destroy(rgs_sites *s) {
  if (s == NULL) return;
  const rgs_allocator *a = &s->context->allocator;
  if (s->on.backend != NULL) s->on.backend->leave(s);
  (void)arrays(s, false);
  rgs_blocks_free(s);
  rgs_free(a, s, sizeof *s);
}

/* There are at least as many sites as bodies, unless the host knows the shapes. */
static rgs_status make(rgs_sites *s, const rgs_sites_spec *spec, rgs_error *error) {
  const rgs_allocator *a = &s->context->allocator;
  const size_t sites = (size_t)s->n_sites, places = 3 * (size_t)s->n_listed * sizeof(double);
  const size_t size =
      s->known ? (sites + 1) * sizeof(int32_t) : 2 * sites * sizeof(int64_t) + places;
  int64_t *scratch = arrays(s, true) ? rgs_alloc(a, size) : NULL;
  if (scratch == NULL) return rgs_set_error_memory(error, size);
  s->listed = spec->site;
  if (!s->known) s->local = (double *)(void *)(scratch + 2 * sites);
  const rgs_status status =
      s->known ? fill_known(s, spec, (int32_t *)scratch, error) : fill(s, spec, scratch, error);
  s->listed = NULL;
  s->local = NULL;
  rgs_free(a, scratch, size);
  return status;
}

rgs_status rgs_sites_create(rgs_context *context, const rgs_sites_spec *given, rgs_sites **out,
                            rgs_error *error) {
  if (context == NULL) return rgs_set_error_null("context", error);
  if (out == NULL) return rgs_set_error_null("out", error);
  rgs_sites_spec read;
  rgs_status status = rgs_read_struct(&read, &rgs_sites_spec_layout, given, error);
  const rgs_sites_spec *spec = &read;
  if (status == RGS_OK) status = check_spec(spec, error);
  if (status == RGS_OK) status = check_lists(spec, error);
  if (status != RGS_OK) return status;
  const rgs_allocator *a = &context->allocator;
  rgs_sites *s = rgs_alloc(a, sizeof *s);
  if (s == NULL) return rgs_set_error_memory(error, sizeof *s);
  s->context = context;
  s->n_sites = spec->n_sites;
  s->n_bodies = spec->n_bodies;
  s->n_listed = spec->n_bodies > 0 ? spec->first[spec->n_bodies] : 0;
  s->shared = spec->flags & RGS_SITES_ONE_SHAPE;
  s->known = s->unset = spec->flags & RGS_SITES_KNOWN;
  s->has_masses = !s->known || spec->mass.data != NULL;
  status = rgs_threads_read(&s->executor, spec->executor, &context->executor, error);
  s->threads = s->executor.executor.parallel_for != NULL ? &s->executor : NULL;
  if (status == RGS_OK && s->n_bodies > 0) status = make(s, spec, error);
  if (status != RGS_OK) {
    rgs_sites_destroy(s);
    return status;
  }
  *out = s;
  return RGS_OK;
}
