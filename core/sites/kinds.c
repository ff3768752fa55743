/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites/kinds.h"
#include "simd/lanes.h"
#include "sites/fit.h"
#include "sites/frame.h"
#include <rigidstep/device/quaternion.h>

enum {
  TRIED = 64
}; /* of bodies with the same masses, so many kinds are compared, those found last first */
static const double ALIKE = 0.02, SPACING = 0.01;

/* ---- alike ----------------------------------------------------------------------------------- */

/* Turns keep distances from the centre of mass, and from the site before: does one differ by more than sites that are
 * off by ALIKE of the extent leave possible?  (Most bodies that are not alike need no fit.) */
static bool distances_differ(int64_t n, const double *arm, const double *like, const double *mass) {
  double most = 0, extent2 = 0;
  for (int64_t s = 0; s < n; s++) {
    const double *a = arm + 3 * s, *b = like + 3 * s, *a0 = s > 0 ? a - 3 : a,
                 *b0 = s > 0 ? b - 3 : b;
    const double of[3] = { a[0] - a0[0], a[1] - a0[1], a[2] - a0[2] };
    const double to[3] = { b[0] - b0[0], b[1] - b0[1], b[2] - b0[2] };
    most = fmax(most, fabs(sqrt(rgs_dot(a, a)) - sqrt(rgs_dot(b, b))));
    most = fmax(most, 0.5 * fabs(sqrt(rgs_dot(of, of)) - sqrt(rgs_dot(to, to))));
    if (mass[s] > 0) extent2 = fmax(extent2, rgs_dot(b, b));
  }
  return most > ALIKE * (1 + 1e-9) * sqrt(extent2);
}

/* How far a site is off where a body is turned as well as it may be onto another one, in parts of the extent of the
 * sites with mass. */
static double difference(int64_t n, const double *arm, const double *like, const double *mass) {
  rgs_fit fit = { 0 };
  double q[4], row[3][3], most = 0, extent = 0;
  for (int64_t s = 0; s < n; s++) {
    rgs_fit_add(&fit, like + 3 * s, mass[s], arm + 3 * s);
    if (mass[s] > 0) extent = fmax(extent, rgs_dot(like + 3 * s, like + 3 * s));
  }
  if (extent == 0) return 0;
  rgs_fit_orientation(&fit, false, q);
  rgs_rotation_of(q, row);
  for (int64_t s = 0; s < n; s++) {
    double apart2 = 0;
    for (int k = 0; k < 3; k++) {
      const double off = arm[3 * s + k] - rgs_dot(row[k], like + 3 * s);
      apart2 += off * off;
    }
    most = fmax(most, apart2);
  }
  return sqrt(most / extent);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static uint64_t hash_of(int64_t n, const double *mass) {
  uint64_t hash = (uint64_t)n;
  for (int64_t s = 0; s < n; s++) {
    uint64_t bits;
    memcpy(&bits, mass + s, sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

typedef struct kinds {
  int64_t *like;        /* the first body of each */
  int64_t *head, *next; /* kinds whose masses have the same hash, the latest first; -1 ends */
  uint64_t mask;
} kinds;

static bool same_masses(const rgs_sites *s, int64_t one, int64_t other) {
  const int64_t n = s->first[one + 1] - s->first[one];
  return n == s->first[other + 1] - s->first[other] &&
         memcmp(s->mass + s->first[one], s->mass + s->first[other], (size_t)n * sizeof(double)) ==
             0;
}

static void find_kind(rgs_sites *s, kinds *k, int64_t body) {
  rgs_site_body *b = &s->body[body];
  const int64_t first = s->first[body], n = s->first[body + 1] - first;
  int64_t *head = &k->head[hash_of(n, s->mass + first) & k->mask];
  int tried = 0;
  for (int64_t *link = head; *link >= 0 && tried < TRIED; link = &k->next[*link]) {
    const int64_t kind = *link, like = k->like[kind];
    if (!same_masses(s, body, like)) continue;
    tried++;
    if (distances_differ(n, s->local + 3 * first, s->local + 3 * s->first[like], s->mass + first))
      continue;
    const double off =
        difference(n, s->local + 3 * first, s->local + 3 * s->first[like], s->mass + first);
    if (!(off <= ALIKE)) continue;
    b->kind = kind;
    if (off > s->misfit) {
      s->misfit = off;
      s->worst = body;
    }
    *link = k->next[kind]; /* the next body looks here first */
    k->next[kind] = *head;
    *head = kind;
    return;
  }
  b->kind = s->kinds++;
  k->like[b->kind] = body;
  k->next[b->kind] = *head;
  *head = b->kind;
}

/* ---- lines ----------------------------------------------------------------------------------- */

rgs_status rgs_check_massless(const rgs_sites *s, int64_t body, rgs_error *error) {
  const int64_t first = s->first[body], n = s->first[body + 1] - first;
  if (s->body[body].heavy == n) return RGS_OK;
  const rgs_best_line line = rgs_best_line_of(n, s->local + 3 * first, s->mass + first);
  if (line.massless <= ALIKE * s->body[body].extent) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_BODY, body,
      "body %lld: a site without mass is %g off the line of the sites with mass; give it a "
      "mass, because a force on it turns the body about this line, where it has no inertia",
      (long long)body, line.massless);
}

/* sum: for each kind, of squares of how far sites are off the best line of their body, in parts of its
 * length; and the number of bodies. */
static rgs_status decide_lines(rgs_sites *s, bool by_spacing, double *sum, rgs_error *error) {
  for (int64_t i = 0; i < s->n_bodies && by_spacing; i++) {
    const rgs_site_body *b = &s->body[i];
    if (b->heavy < 3) continue;
    const int64_t first = s->first[i];
    const rgs_best_line best =
        rgs_best_line_of(s->first[i + 1] - first, s->local + 3 * first, s->mass + first);
    const double off = best.off / best.length;
    sum[2 * b->kind] += off * off;
    sum[2 * b->kind + 1] += 1;
  }
  for (int64_t i = 0; i < s->n_bodies; i++) {
    rgs_site_body *b = &s->body[i];
    const double *of = sum + 2 * b->kind;
    b->linear = b->heavy == 2 || (b->heavy > 2 && by_spacing &&
                                  sqrt(of[0] / of[1]) <= SPACING / (double)(b->heavy - 1));
    const rgs_status status = b->linear ? rgs_check_massless(s, i, error) : RGS_OK;
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}

rgs_status rgs_find_kinds(rgs_sites *s, bool by_spacing, int64_t *like, rgs_error *error) {
  const rgs_allocator *a = &s->context->allocator;
  const size_t n = (size_t)s->n_bodies;
  uint64_t heads = 16;
  while (heads < 2 * n) heads *= 2;
  const size_t size = (heads + n) * sizeof(int64_t) + 2 * n * sizeof(double);
  double *sum = rgs_alloc(a, size);
  if (sum == NULL) return rgs_set_error_memory(error, size);
  kinds k = { .like = like, .head = (int64_t *)(void *)(sum + 2 * n), .mask = heads - 1 };
  k.next = k.head + heads;
  for (uint64_t i = 0; i < heads; i++) k.head[i] = -1;
  s->worst = -1;
  for (int64_t i = 0; i < s->n_bodies; i++) find_kind(s, &k, i);
  const rgs_status status = decide_lines(s, by_spacing, sum, error);
  rgs_free(a, sum, size);
  return status;
}
