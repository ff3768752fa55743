/* SPDX-License-Identifier: BSD-3-Clause
 *
 * unwrap.c - see unwrap.h.
 *
 * Most bodies are small: where all sites are nearer to the first one than a quarter of the cell's least width,
 * the images nearest to it are nearest to each other, too.  In a cell with right angles that holds for bodies that
 * are narrower than half of it along each vector.  For others, sites that are at most `reach` apart are joined, from
 * one of them on, and `reach` grows until all are.  Sites that are joined are not compared again, so that a site
 * far from the others costs no more than they do.
 */
#include "sites/unwrap.h"
#include "simd/lanes.h"
#include "sites/sites.h"
#include <float.h>
#include <rigidstep/device/quaternion.h>

/* ---- the cell -------------------------------------------------------------------------------- */

static void complete(rgs_site_cell *cell) {
  for (int k = 0; k < 3; k++) {
    double *v = cell->vector[k];
    if (cell->periodic[k]) continue;
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    if (cell->periodic[a] && cell->periodic[b]) {
      rgs_cross(cell->vector[a], cell->vector[b], v);
    } else { /* the unit vector that is farthest from the one periodic direction */
      const double *u = cell->vector[cell->periodic[a] ? a : b];
      const bool known = cell->periodic[a] || cell->periodic[b] || k == 2;
      int least = k;
      for (int j = 0; known && k != 2 && j < 3; j++)
        if (fabs(u[j]) < fabs(u[least])) least = j;
      double e[3] = { least == 0, least == 1, least == 2 };
      if (cell->periodic[a] || cell->periodic[b])
        rgs_cross(u, e, v);
      else
        memcpy(v, e, sizeof e);
    }
    const double size = sqrt(rgs_dot(v, v));
    for (int j = 0; j < 3; j++) v[j] /= size;
    cell->periodic[k] = true; /* complete from now on */
  }
}

rgs_status rgs_site_cell_read(rgs_site_cell *cell, const double *vectors, uint32_t periodic,
                              rgs_error *error) {
  memset(cell, 0, sizeof *cell);
  if (periodic > 7)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.periodic is 0x%x; allowed are the bits 0, 1 and 2", periodic);
  if (vectors == NULL && periodic != 0)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "spec.periodic is 0x%x and spec.cell is null; a cell that repeats needs vectors", periodic);
  if (periodic == 0) return RGS_OK;
  bool repeats[3];
  double most = 0;
  cell->any = true;
  for (int k = 0; k < 3; k++) {
    cell->periodic[k] = repeats[k] = periodic >> k & 1;
    for (int j = 0; j < 3; j++) {
      cell->vector[k][j] = repeats[k] ? vectors[3 * k + j] : 0;
      if (!isfinite(cell->vector[k][j]))
        return rgs_set_error(error, RGS_E_ARG, -1, "spec.cell[%d] is %g; must be finite", 3 * k + j,
                             vectors[3 * k + j]);
      most = fmax(most, fabs(cell->vector[k][j]));
    }
  }
  const double near_one = rgs_near_one(most); /* volumes leave the range of numbers */
  for (int k = 0; k < 9; k++) cell->vector[k / 3][k % 3] *= near_one;
  complete(cell);
  double volume = 1, box = 1;
  for (int k = 0; k < 3; k++) {
    double normal[3];
    rgs_cross(cell->vector[(k + 1) % 3], cell->vector[(k + 2) % 3], normal);
    volume = rgs_dot(cell->vector[k], normal);
    cell->width[k] = fabs(volume) / sqrt(rgs_dot(normal, normal));
    box *= sqrt(rgs_dot(cell->vector[k], cell->vector[k]));
    for (int j = 0; j < 3; j++) cell->inverse[j][k] = normal[j] / volume * near_one;
    cell->periodic[k] = repeats[k];
  }
  cell->half = HUGE_VAL;
  cell->right = true;
  for (int k = 0; k < 3; k++) {
    const double *one = cell->vector[k], *other = cell->vector[(k + 1) % 3];
    if (repeats[k]) cell->half = fmin(cell->half, 0.5 * (cell->width[k] / near_one));
    if (fabs(rgs_dot(one, other)) > 1e-12 * sqrt(rgs_dot(one, one) * rgs_dot(other, other)))
      cell->right = false;
  }
  if (!(fabs(volume) > 1e-10 * box))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.cell: its vectors, scaled by %g, span the volume %g, with lengths "
                         "whose product is %g; the "
                         "vectors that repeat must not lie in a plane, or a direction must not be "
                         "periodic",
                         near_one, fabs(volume), box);
  for (int k = 0; k < 9; k++) cell->vector[k / 3][k % 3] /= near_one;
  for (int k = 0; k < 3; k++) cell->width[k] /= near_one;
  return RGS_OK;
}

/* How far r goes along cell vector k, in parts of it. */
static double parts_along(const rgs_site_cell *cell, const double r[3], int k) {
  return r[0] * cell->inverse[0][k] + r[1] * cell->inverse[1][k] + r[2] * cell->inverse[2][k];
}

static void shift_by(const rgs_site_cell *cell, const double shift[3], double r[3]) {
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3 && shift[k] != 0; j++) r[j] += shift[k] * cell->vector[k][j];
}

/* The image of r that is nearest to 0.  Rounding of coordinates finds it where the cell has right angles, and where
 * it is shorter than half of the least width; else the images around it are tried. */
static void nearest(const rgs_site_cell *cell, double r[3], double shift[3]) {
  double best[3] = { 0, 0, 0 }, least;
  for (int k = 0; k < 3; k++) shift[k] = cell->periodic[k] ? -rint(parts_along(cell, r, k)) : 0;
  shift_by(cell, shift, r);
  least = rgs_dot(r, r);
  if (cell->right || least < cell->half * cell->half) return;
  for (int image = 0; image < 27; image++) {
    const int along[3] = { image / 9 - 1, image / 3 % 3 - 1, image % 3 - 1 };
    double step[3];
    for (int k = 0; k < 3; k++) step[k] = cell->periodic[k] ? along[k] : 0;
    double other[3] = { r[0], r[1], r[2] };
    shift_by(cell, step, other);
    if (rgs_dot(other, other) >= least * (1 - 1e-12)) continue;
    least = rgs_dot(other, other);
    memcpy(best, step, sizeof best);
  }
  shift_by(cell, best, r);
  for (int k = 0; k < 3; k++) shift[k] += best[k];
}

/* Is every site nearer to the first one than a quarter of the least width? */
static bool small(const rgs_site_cell *cell, int64_t n, const double *arm) {
  for (int64_t s = 0; s < n; s++)
    if (!(16 * rgs_dot(arm + 3 * s, arm + 3 * s) < 4 * cell->half * cell->half)) return false;
  return true;
}

/* Does the body extend over less than half of the cell along each vector? */
static bool narrow(const rgs_site_cell *cell, int64_t n, const double *arm) {
  for (int k = 0; k < 3; k++) {
    double most = 0, least = 0;
    for (int64_t s = 0; s < n && cell->periodic[k]; s++) {
      const double along = parts_along(cell, arm + 3 * s, k);
      most = fmax(most, along);
      least = fmin(least, along);
    }
    if (!(most - least < 0.5)) return false;
  }
  return true;
}

/* ---- wide bodies ----------------------------------------------------------------------------- */

/* Sites in boxes of a grid over the cell, so that the neighbours of a site are found in near boxes. */
typedef struct grid {
  const rgs_site_cell *cell;
  int64_t n, body;
  const rgs_sites *s;
  const double *arm; /* as they were given */
  double *shift;     /* three whole numbers for each site, in cell vectors */
  int64_t *box_of, *next, *head;
  int64_t *queue, placed, done; /* those joined, and how many of them have looked for neighbours */
  bool *joined;
  int64_t boxes[3];
  int head_bits; /* of indices of `head` */
  double reach;
} grid;

static long long site_of(const grid *g, int64_t k) {
  return rgs_site_at(g->s, g->s->first[g->body] + k);
}

/* The sites of a box are in a list of `head`, among those of a few other boxes: a long body has many empty boxes. */
static int64_t *list_of(const grid *g, int64_t box) {
  return &g->head[(uint64_t)box * 0x9e3779b97f4a7c15u >> (64 - g->head_bits)];
}

/* Boxes are at least as wide as `reach`.  Where the cell does not repeat, the body's extent does. */
static void fill(grid *g) {
  double least[3] = { 0, 0, 0 }, period[3] = { 1, 1, 1 };
  for (int k = 0; k < 3; k++) {
    double most = 0;
    for (int64_t s = 0; s < g->n && !g->cell->periodic[k]; s++) {
      const double along = parts_along(g->cell, g->arm + 3 * s, k);
      least[k] = fmin(least[k], along);
      most = fmax(most, along);
    }
    if (most - least[k] > 0) period[k] = most - least[k];
    g->boxes[k] = (int64_t)fmax(1, fmin(floor(period[k] * g->cell->width[k] / g->reach), 65536));
  }
  for (int64_t b = 0; b >> g->head_bits == 0; b++) g->head[b] = -1;
  for (int64_t s = 0; s < g->n; s++) {
    int64_t box = 0;
    for (int k = 0; k < 3; k++) {
      double along = (parts_along(g->cell, g->arm + 3 * s, k) - least[k]) / period[k];
      along -= floor(along);
      const int64_t at = (int64_t)(along * (double)g->boxes[k]);
      box = box * g->boxes[k] + (at < g->boxes[k] ? at : g->boxes[k] - 1);
    }
    g->box_of[s] = box;
    int64_t *head = list_of(g, box);
    g->next[s] = *head;
    *head = s;
  }
}

static rgs_status join(grid *g, int64_t i, int64_t j, rgs_error *error) {
  double r[3], shift[3];
  for (int k = 0; k < 3; k++) r[k] = g->arm[3 * j + k] - g->arm[3 * i + k];
  nearest(g->cell, r, shift);
  if (i == j || !(rgs_dot(r, r) <= g->reach * g->reach)) return RGS_OK;
  for (int k = 0; k < 3; k++) {
    shift[k] += g->shift[3 * i + k];
    if (g->joined[j] && shift[k] != g->shift[3 * j + k])
      return rgs_set_error(
          error, RGS_E_BODY, g->body,
          "body %lld is joined to its own image: along cell vector %c, site %lld is "
          "%g from an image of site %lld of the same body, so the body has no end there: take "
          "a larger cell, or positions that are whole and no cell",
          (long long)g->body, 'a' + k, site_of(g, j), sqrt(rgs_dot(r, r)), site_of(g, i));
  }
  if (g->joined[j]) return RGS_OK;
  memcpy(g->shift + 3 * j, shift, sizeof shift);
  g->joined[j] = true;
  g->queue[g->placed++] = j;
  return RGS_OK;
}

/* Joins site i and those in its own box and in the boxes around it, each box once. */
static rgs_status join_neighbours(grid *g, int64_t i, rgs_error *error) {
  const int64_t *n = g->boxes, box = g->box_of[i];
  const int64_t at[3] = { box / n[2] / n[1], box / n[2] % n[1], box % n[2] };
  int64_t side[3];
  for (int k = 0; k < 3; k++) side[k] = n[k] < 3 ? n[k] : 3;
  for (int64_t c = 0; c < side[0] * side[1] * side[2]; c++) {
    const int64_t step[3] = { c / side[2] / side[1], c / side[2] % side[1], c % side[2] };
    int64_t other = 0;
    for (int k = 0; k < 3; k++) other = other * n[k] + (at[k] + step[k] + n[k] - 1) % n[k];
    for (int64_t j = *list_of(g, other); j >= 0; j = g->next[j]) {
      const bool from_i = g->joined[i];
      if (g->box_of[j] != other || (!from_i && !g->joined[j])) continue;
      const rgs_status status = join(g, from_i ? i : j, from_i ? j : i, error);
      if (status != RGS_OK) return status;
    }
  }
  return RGS_OK;
}

/* All that can be joined with the present reach. */
static rgs_status join_all(grid *g, rgs_error *error) {
  rgs_status status = RGS_OK;
  fill(g);
  for (int64_t s = 0; s < g->n && g->done > 0 && status == RGS_OK; s++)
    if (!g->joined[s]) status = join_neighbours(g, s, error);
  for (; g->done < g->placed && status == RGS_OK; g->done++)
    status = join_neighbours(g, g->queue[g->done], error);
  return status;
}

/* The distance from site i to the nearest other. */
static double least_distance(const grid *g, int64_t i) {
  double least = g->cell->half;
  for (int64_t s = 0; s < g->n; s++) {
    double r[3], shift[3];
    for (int k = 0; k < 3; k++) r[k] = g->arm[3 * s + k] - g->arm[3 * i + k];
    nearest(g->cell, r, shift);
    const double apart = sqrt(rgs_dot(r, r)) * (1 + 1e-9);
    if (apart > 0 && apart < least) least = apart;
  }
  return least;
}

/* Joining begins at one of four sites, the one with the nearest neighbour, because any one may be far from all. */
static void begin_joining(grid *g) {
  enum { TRIED = 4 };
  for (int k = 0; k < TRIED; k++) {
    const int64_t site = g->n * k / TRIED;
    const double reach = least_distance(g, site);
    if (k > 0 && !(reach < g->reach)) continue;
    g->reach = reach;
    g->queue[0] = site;
  }
  memset(g->shift, 0, 3 * (size_t)g->n * sizeof(double));
  memset(g->joined, 0, (size_t)g->n * sizeof(bool));
  g->joined[g->queue[0]] = true;
  g->placed = 1;
}

/* Does no image of a site lie nearer to the first site than the site itself? */
static bool nearest_as_given(const grid *g) {
  for (int64_t s = 1; s < g->n; s++) {
    const double *given = g->arm + 3 * s;
    double r[3] = { given[0], given[1], given[2] }, shift[3];
    nearest(g->cell, r, shift);
    if (rgs_dot(r, r) < rgs_dot(given, given) * (1 - 1e-9)) return false;
  }
  return true;
}

static rgs_status join_wide(grid *g, double *arm, rgs_error *error) {
  const double most = g->cell->half; /* up to which nearest images are certain */
  begin_joining(g);
  while (true) {
    const rgs_status status = join_all(g, error);
    if (status != RGS_OK) return status;
    if (g->placed == g->n) break;
    if (g->reach < most) {
      g->reach = fmin(1.25 * g->reach, most);
      continue;
    }
    if (nearest_as_given(g)) return RGS_OK;
    int64_t lost = 0;
    while (g->joined[lost]) lost++;
    return rgs_set_error(
        error, RGS_E_BODY, g->body,
        "body %lld: site %lld is farther than %g, half of the cell, from all sites that "
        "are joined to site %lld, so these are not one body: check the groups, or give "
        "positions that are whole and no cell",
        (long long)g->body, site_of(g, lost), most, site_of(g, g->queue[0]));
  }
  for (int64_t s = 0; s < g->n; s++) {
    double from_first[3];
    for (int k = 0; k < 3; k++) from_first[k] = g->shift[3 * s + k] - g->shift[k];
    shift_by(g->cell, from_first, arm + 3 * s);
  }
  return RGS_OK;
}

static rgs_status make_wide_whole(const rgs_site_cell *cell, const rgs_sites *s, int64_t body,
                                  int64_t n, double *arm, rgs_error *error) {
  const rgs_allocator *a = &s->context->allocator;
  const size_t each =
      3 * sizeof(double) + 5 * sizeof(int64_t) + sizeof(bool); /* heads: up to 2 n */
  char *memory = rgs_alloc(a, (size_t)n * each);
  if (memory == NULL) return rgs_set_error_memory(error, (size_t)n * each);
  grid g = { .cell = cell, .n = n, .body = body, .s = s, .arm = arm };
  g.shift = (double *)(void *)memory;
  g.box_of = (int64_t *)(void *)(g.shift + 3 * n);
  g.next = g.box_of + n;
  g.queue = g.next + n;
  g.head = g.queue + n;
  g.joined = (bool *)(g.head + 2 * n);
  for (g.head_bits = 1; (int64_t)1 << g.head_bits < n;) g.head_bits++;
  const rgs_status status = join_wide(&g, arm, error);
  rgs_free(a, memory, (size_t)n * each);
  return status;
}

/* How far a site may be from the first one, in cell vectors: so much farther rounding hides which image is meant. */
#define FARTHEST (1e-4 / DBL_EPSILON)

static rgs_status check_far(const rgs_site_cell *cell, const rgs_sites *s, int64_t body, int64_t k,
                            const rgs_column *x, const double arm[3], rgs_error *error) {
  for (int v = 0; v < 3; v++) {
    const double along = cell->any ? parts_along(cell, arm, v) : 0;
    if (isfinite(4 * arm[v]) && isfinite(4 * along) &&
        !(cell->periodic[v] && fabs(along) > FARTHEST))
      continue;
    const int64_t first = s->first[body], at = rgs_site_at(s, first + k);
    return rgs_set_error(
        error, RGS_E_BODY, body,
        "body %lld: site %lld is at (%g, %g, %g), too far from its site %lld for "
        "numbers, or farther "
        "than %g cell vectors (%g); check the positions, or wrap them into the cell",
        (long long)body, (long long)at, RGS_AT(*x, at, 0), RGS_AT(*x, at, 1), RGS_AT(*x, at, 2),
        (long long)rgs_site_at(s, first), FARTHEST, along);
  }
  return RGS_OK;
}

/* ---- any body -------------------------------------------------------------------------------- */

rgs_status rgs_make_whole(const rgs_site_cell *cell, const rgs_sites *s, int64_t body,
                          const rgs_column *x, double *arm, rgs_error *error) {
  const int64_t first = s->first[body], n = s->first[body + 1] - first,
                origin = rgs_site_at(s, first);
  for (int64_t k = 0; k < n; k++)
    for (int c = 0; c < 3; c++)
      arm[3 * k + c] = RGS_AT(*x, rgs_site_at(s, first + k), c) - RGS_AT(*x, origin, c);
  rgs_status status = RGS_OK;
  for (int64_t k = 0; k < n && status == RGS_OK; k++)
    status = check_far(cell, s, body, k, x, arm + 3 * k, error);
  if (status != RGS_OK) return status;
  if (!cell->any || small(cell, n, arm) || (cell->right && narrow(cell, n, arm))) return RGS_OK;
  double *given = rgs_alloc(&s->context->allocator, 3 * (size_t)n * sizeof(double));
  if (given == NULL) return rgs_set_error_memory(error, 3 * (size_t)n * sizeof(double));
  memcpy(given, arm, 3 * (size_t)n * sizeof(double));
  for (int64_t k = 0; k < n; k++) {
    double shift[3];
    nearest(cell, arm + 3 * k, shift);
  }
  if (!small(cell, n, arm) && !(cell->right && narrow(cell, n, arm))) {
    memcpy(arm, given, 3 * (size_t)n * sizeof(double));
    status = make_wide_whole(cell, s, body, n, arm, error);
  }
  rgs_free(&s->context->allocator, given, 3 * (size_t)n * sizeof(double));
  return status;
}
