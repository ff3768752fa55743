/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rods.h - rods in a periodic box that repel each other at short distances: cell lists, forces and
 * energies, in the common subset of C, CUDA and HIP.
 *
 * A rod has two sites, RODS_ARM from its centre.  Sites of different rods closer than 1 have the energy
 * RODS_STRENGTH (1 - r^2)^4, which ends smoothly.  Mass 1, moments I, I, 0 about the centre.
 *
 * Numbers of all rods lie component after component: component k of rod i of n at [k n + i].  So
 * neighbouring threads read neighbouring numbers.
 */
#ifndef RODS_H
#define RODS_H
#include <math.h>
#include <stdint.h>
#if defined __CUDACC__ || defined __HIPCC__
#define RODS_INLINE __host__ __device__ static inline
#else
#define RODS_INLINE static inline
#endif

#define RODS_ARM 0.375
#define RODS_STRENGTH 64
#define RODS_MOMENT 0.25
/* No force acts between rods whose centres are farther apart. */
#define RODS_REACH 1.75
enum { RODS_IN_CELL = 32 }; /* at most */
/* The components of `rods`: what moves, then mass and moments. */
enum { RODS_X = 0, RODS_P = 3, RODS_Q = 6, RODS_L = 10, RODS_MASS = 13, RODS_COMPONENTS = 17 };
/* The components of `forces`. */
enum { RODS_F = 0, RODS_TAU = 3, RODS_ENERGY = 6, RODS_FORCES = 7 };

typedef struct rods_box {
  int32_t n, cells; /* cells along an edge, at least 3 */
  double edge;
} rods_box;

/* All addresses are on the host, or all on the device. */
typedef struct rods_scene {
  rods_box box;
  double *rods, *forces;
  int32_t *count; /* how many rods a cell has */
  int32_t *list;  /* which; behind all cells, 1 if a rod found no room in its cell */
} rods_scene;

RODS_INLINE void rods_get(const double *from, int32_t n, int32_t i, int components, double *to) {
  for (int k = 0; k < components; k++) to[k] = from[(int64_t)k * n + i];
}
RODS_INLINE void rods_put(double *to, int32_t n, int32_t i, int components, const double *from) {
  for (int k = 0; k < components; k++) to[(int64_t)k * n + i] = from[k];
}

/* ---- cells ----------------------------------------------------------------------------------- */
RODS_INLINE int32_t rods_cell_along(const rods_box *box, double x) {
  double part = x / box->edge;
  part -= floor(part);
  const int32_t cell = (int32_t)(part * box->cells);
  return cell < box->cells ? cell : box->cells - 1;
}

RODS_INLINE int32_t rods_cell(const rods_box *box, int32_t a, int32_t b, int32_t c) {
  const int32_t m = box->cells;
  return ((a + m) % m * m + (b + m) % m) * m + (c + m) % m;
}

RODS_INLINE int32_t rods_cell_at(const rods_box *box, const double x[3]) {
  return rods_cell(box, rods_cell_along(box, x[0]), rods_cell_along(box, x[1]),
                   rods_cell_along(box, x[2]));
}

RODS_INLINE int64_t rods_all_cells(const rods_box *box) {
  return (int64_t)box->cells * box->cells * box->cells;
}

/* Puts rod i into its cell, where it is number `slot`. */
RODS_INLINE void rods_enter(const rods_scene *s, int32_t i, int32_t cell, int32_t slot) {
  if (slot < RODS_IN_CELL)
    s->list[(int64_t)cell * RODS_IN_CELL + slot] = i;
  else
    s->list[rods_all_cells(&s->box) * RODS_IN_CELL] = 1;
}

/* In the order of their numbers, so that sums do not depend on who came first. */
RODS_INLINE void rods_sort(const rods_scene *s, int64_t cell) {
  int32_t *list = s->list + cell * RODS_IN_CELL;
  if (s->count[cell] > RODS_IN_CELL) s->count[cell] = RODS_IN_CELL;
  for (int32_t i = 1; i < s->count[cell]; i++) {
    const int32_t rod = list[i];
    int32_t at = i;
    for (; at > 0 && list[at - 1] > rod; at--) list[at] = list[at - 1];
    list[at] = rod;
  }
}

/* ---- forces ---------------------------------------------------------------------------------- */
typedef struct rods_forces {
  double force[3], torque[3], energy; /* half of the energy of each pair */
} rods_forces;

/* The rows of the rotation that turns body vectors into space. */
RODS_INLINE void rods_rotation(const double q[4], double row[3][3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double a = q[1 + i], b = q[1 + j], c = q[1 + k];
    row[i][i] = (q[0] * q[0] + a * a) - (b * b + c * c);
    row[i][j] = 2 * (a * b - q[0] * c);
    row[i][k] = 2 * (a * c + q[0] * b);
  }
}

RODS_INLINE void rods_axis(const double q[4], double axis[3]) {
  double row[3][3];
  rods_rotation(q, row);
  for (int k = 0; k < 3; k++) axis[k] = RODS_ARM * row[k][2];
}

/* apart: from the other rod's centre; a, b: from the centres to sites of this rod and the other. */
RODS_INLINE void rods_sites(const double apart[3], const double a[3], const double b[3],
                            rods_forces *sum) {
  double d[3], r2 = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = apart[k] + (a[k] - b[k]);
    r2 += d[k] * d[k];
  }
  if (r2 >= 1) return;
  const double s = 1 - r2, s3 = s * s * s, over_r = (8 * RODS_STRENGTH) * s3;
  for (int k = 0; k < 3; k++) d[k] *= over_r;
  for (int k = 0; k < 3; k++) sum->force[k] += d[k];
  sum->torque[0] += a[1] * d[2] - a[2] * d[1];
  sum->torque[1] += a[2] * d[0] - a[0] * d[2];
  sum->torque[2] += a[0] * d[1] - a[1] * d[0];
  sum->energy += (0.5 * RODS_STRENGTH) * s3 * s;
}

RODS_INLINE void rods_pair(const rods_box *box, const double *rods, const double x[3],
                           const double up[3], int32_t other, rods_forces *sum) {
  double apart[3], q[4], a[3], b[3], r2 = 0;
  rods_get(rods, box->n, other, 3, apart);
  for (int k = 0; k < 3; k++) {
    apart[k] = x[k] - apart[k];
    apart[k] -= box->edge * rint(apart[k] / box->edge);
    r2 += apart[k] * apart[k];
  }
  if (r2 >= (RODS_REACH * RODS_REACH)) return;
  rods_get(rods + (int64_t)RODS_Q * box->n, box->n, other, 4, q);
  rods_axis(q, b);
  for (int k = 0; k < 3; k++) a[k] = up[k];
  for (int which = 0; which < 4; which++) {
    rods_sites(apart, a, b, sum);
    for (int k = 0; k < 3; k++) {
      if (which == 1) a[k] = -a[k];
      b[k] = -b[k];
    }
  }
}

/* On rod i, from the lists. */
RODS_INLINE void rods_act(const rods_scene *s, int32_t i) {
  const rods_box *box = &s->box;
  double x[3], q[4], up[3];
  rods_forces sum;
  for (int k = 0; k < 3; k++) sum.force[k] = sum.torque[k] = 0;
  sum.energy = 0;
  rods_get(s->rods, box->n, i, 3, x);
  rods_get(s->rods + (int64_t)RODS_Q * box->n, box->n, i, 4, q);
  rods_axis(q, up);
  const int32_t a = rods_cell_along(box, x[0]), b = rods_cell_along(box, x[1]);
  const int32_t c = rods_cell_along(box, x[2]);
  for (int near_ = 0; near_ < 27; near_++) {
    const int32_t cell =
        rods_cell(box, a + near_ / 9 - 1, b + near_ / 3 % 3 - 1, c + near_ % 3 - 1);
    for (int32_t slot = 0; slot < s->count[cell]; slot++) {
      const int32_t other = s->list[(int64_t)cell * RODS_IN_CELL + slot];
      if (other != i) rods_pair(box, s->rods, x, up, other, &sum);
    }
  }
  rods_put(s->forces + (int64_t)RODS_F * box->n, box->n, i, 3, sum.force);
  rods_put(s->forces + (int64_t)RODS_TAU * box->n, box->n, i, 3, sum.torque);
  rods_put(s->forces + (int64_t)RODS_ENERGY * box->n, box->n, i, 1, &sum.energy);
}

RODS_INLINE double rods_kinetic(const double p[3], const double l[3]) {
  const double p2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  const double l2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
  return 0.5 * p2 + (0.5 / RODS_MOMENT) * l2;
}

#endif /* RODS_H */
