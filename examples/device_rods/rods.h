/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rods.h - rods in a periodic box that repel each other at short distances: cell lists, forces and
 * energies, in the common subset of C and OpenCL C (CUDA and HIP need other words for kernels only).
 *
 * A rod has two sites, RODS_ARM from its centre.  Sites of different rods closer than 1 have the energy
 * RODS_STRENGTH (1 - r^2)^4, which ends smoothly.  Mass 1, moments I, I, 0 about the centre.
 *
 * Numbers of all rods lie component after component: component k of rod i of n at [k n + i].  So
 * neighbouring work-items read neighbouring numbers.
 */
#ifndef RODS_H
#define RODS_H
#include <rigidstep/device/rigidstep_device.h>

#ifdef RGS_OPENCL
#define RODS_GLOBAL __global
#else
#define RODS_GLOBAL
#endif

#define RODS_ARM 0.375
#define RODS_STRENGTH 64
#define RODS_MOMENT 0.25
/* No force acts between rods whose centres are farther apart. */
#define RODS_REACH 1.75
enum { RODS_IN_CELL = 32 }; /* at most */
enum { RODS_X = 0, RODS_P = 3, RODS_Q = 6, RODS_L = 10, RODS_COMPONENTS = 13 };

typedef struct rods_box {
  int32_t n, cells; /* cells along an edge, at least 3 */
  rgs_real edge;
} rods_box;

RGS_INLINE rgs_device_kind rods_kind(void) {
  const rgs_real moment[3] = { (rgs_real)RODS_MOMENT, (rgs_real)RODS_MOMENT, 0 };
  return rgs_device_kind_of(1, moment);
}

RGS_INLINE void rods_get(RODS_GLOBAL const rgs_real *from, int32_t n, int32_t i, int components,
                         rgs_real *to) {
  for (int k = 0; k < components; k++) to[k] = from[(int64_t)k * n + i];
}
RGS_INLINE void rods_put(RODS_GLOBAL rgs_real *to, int32_t n, int32_t i, int components,
                         const rgs_real *from) {
  for (int k = 0; k < components; k++) to[(int64_t)k * n + i] = from[k];
}

RGS_INLINE void rods_body(RODS_GLOBAL const rgs_real *rods, int32_t n, int32_t i,
                          rgs_device_body *body) {
  rods_get(rods + (int64_t)RODS_X * n, n, i, 3, body->x);
  rods_get(rods + (int64_t)RODS_P * n, n, i, 3, body->p);
  rods_get(rods + (int64_t)RODS_Q * n, n, i, 4, body->q);
  rods_get(rods + (int64_t)RODS_L * n, n, i, 3, body->l);
}

/* ---- cells ----------------------------------------------------------------------------------- */
RGS_INLINE int32_t rods_cell_along(const rods_box *box, rgs_real x) {
  rgs_real part = x / box->edge;
  part -= RGS_MATH(floor)(part);
  const int32_t cell = (int32_t)(part * (rgs_real)box->cells);
  return cell < box->cells ? cell : box->cells - 1;
}

RGS_INLINE int32_t rods_cell(const rods_box *box, int32_t a, int32_t b, int32_t c) {
  const int32_t m = box->cells;
  return ((a + m) % m * m + (b + m) % m) * m + (c + m) % m;
}

RGS_INLINE int32_t rods_cell_at(const rods_box *box, const rgs_real x[3]) {
  return rods_cell(box, rods_cell_along(box, x[0]), rods_cell_along(box, x[1]),
                   rods_cell_along(box, x[2]));
}

/* In the order of their numbers, so that sums do not depend on who came first. */
RGS_INLINE void rods_sort(RODS_GLOBAL int32_t *list, int32_t count) {
  for (int32_t i = 1; i < count; i++) {
    const int32_t rod = list[i];
    int32_t at = i;
    for (; at > 0 && list[at - 1] > rod; at--) list[at] = list[at - 1];
    list[at] = rod;
  }
}

/* ---- forces ---------------------------------------------------------------------------------- */
typedef struct rods_forces {
  rgs_real force[3], torque[3], energy; /* half of the energy of each pair */
} rods_forces;

RGS_INLINE void rods_axis(const rgs_real q[4], rgs_real axis[3]) {
  rgs_real row[3][3];
  rgs_rotation_of(q, row);
  for (int k = 0; k < 3; k++) axis[k] = (rgs_real)RODS_ARM * row[k][2];
}

/* apart: from the other rod's centre; a, b: from the centres to sites of this rod and the other. */
RGS_INLINE void rods_sites(const rgs_real apart[3], const rgs_real a[3], const rgs_real b[3],
                           rods_forces *sum) {
  rgs_real d[3], r2 = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = apart[k] + (a[k] - b[k]);
    r2 += d[k] * d[k];
  }
  if (r2 >= 1) return;
  const rgs_real s = 1 - r2, s3 = s * s * s, over_r = (rgs_real)(8 * RODS_STRENGTH) * s3;
  for (int k = 0; k < 3; k++) d[k] *= over_r;
  for (int k = 0; k < 3; k++) sum->force[k] += d[k];
  sum->torque[0] += a[1] * d[2] - a[2] * d[1];
  sum->torque[1] += a[2] * d[0] - a[0] * d[2];
  sum->torque[2] += a[0] * d[1] - a[1] * d[0];
  sum->energy += (rgs_real)(0.5 * RODS_STRENGTH) * s3 * s;
}

RGS_INLINE void rods_pair(const rods_box *box, RODS_GLOBAL const rgs_real *rods,
                          const rgs_real x[3], const rgs_real up[3], int32_t other,
                          rods_forces *sum) {
  rgs_real apart[3], q[4], a[3], b[3], r2 = 0;
  rods_get(rods, box->n, other, 3, apart);
  for (int k = 0; k < 3; k++) {
    apart[k] = x[k] - apart[k];
    apart[k] -= box->edge * RGS_MATH(rint)(apart[k] / box->edge);
    r2 += apart[k] * apart[k];
  }
  if (r2 >= (rgs_real)(RODS_REACH * RODS_REACH)) return;
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

/* Of rod i, from the lists. */
RGS_INLINE rods_forces rods_forces_on(const rods_box *box, RODS_GLOBAL const rgs_real *rods,
                                      RODS_GLOBAL const int32_t *count,
                                      RODS_GLOBAL const int32_t *list, int32_t i) {
  rgs_real x[3], q[4], up[3];
  rods_forces sum;
  for (int k = 0; k < 3; k++) sum.force[k] = sum.torque[k] = 0;
  sum.energy = 0;
  rods_get(rods, box->n, i, 3, x);
  rods_get(rods + (int64_t)RODS_Q * box->n, box->n, i, 4, q);
  rods_axis(q, up);
  const int32_t a = rods_cell_along(box, x[0]), b = rods_cell_along(box, x[1]);
  const int32_t c = rods_cell_along(box, x[2]);
  for (int near_ = 0; near_ < 27; near_++) {
    const int32_t cell =
        rods_cell(box, a + near_ / 9 - 1, b + near_ / 3 % 3 - 1, c + near_ % 3 - 1);
    for (int32_t slot = 0; slot < count[cell]; slot++) {
      const int32_t other = list[(int64_t)cell * RODS_IN_CELL + slot];
      if (other != i) rods_pair(box, rods, x, up, other, &sum);
    }
  }
  return sum;
}

RGS_INLINE rgs_real rods_kinetic(const rgs_real p[3], const rgs_real l[3]) {
  const rgs_real p2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  const rgs_real l2 = l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
  return (rgs_real)0.5 * p2 + (rgs_real)(0.5 / RODS_MOMENT) * l2;
}

#endif /* RODS_H */
