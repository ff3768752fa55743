/* SPDX-License-Identifier: BSD-3-Clause
 *
 * richardson.c - Richardson extrapolation of the orientation, as in LAMMPS' fix rigid: the
 * baseline that most people have.
 *
 * With the momentum in space held fixed, q is advanced by Euler's method, once with the whole step
 * and once with two halves, each result brought to length 1; in the second half the angular
 * velocity belongs to the orientation reached.  The result is twice the second minus the first,
 * brought to length 1.  (Its length is at least 2 - 1, so never 0.)
 *
 * It has order 2, is neither symmetric nor symplectic, and the kinetic energy of free rotation
 * drifts.  Of the fixes of LAMMPS only rigid/nve, /nvt and so on have a symplectic rotor, nosquish,
 * after H. Kamberaj, R. J. Low and M. P. Neal, J. Chem. Phys. 122 (2005) 224114, doi
 * 10.1063/1.1906216.
 */
#include "free_motion/free_body.h"
#include "rotors/rotors.h"

typedef struct top {
  double per_largest;
  double a[3]; /* reciprocal moments, scaled */
} top;

static void prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared) {
  (void)params;
  top *t = (top *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    t->per_largest = m.per_largest;
    for (int k = 0; k < 3; k++) t->a[k] = m.reciprocal[k];
  }
}

/* (1, factor * spin), of length 1. */
static inline void euler_step(const double spin[3], double factor, double r[4]) {
  const double e[3] = { factor * spin[0], factor * spin[1], factor * spin[2] };
  r[0] = 1 / sqrt(1 + (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]));
  for (int k = 0; k < 3; k++) r[1 + k] = r[0] * e[k];
}

/* Everything is in the body frame at the start of the step, where q = 1. */
static inline void rotate(const top *t, rgs_free_body *b) {
  const double *y = b->y;
  double spin[3], whole[4], half[4], second[4];
  for (int k = 0; k < 3; k++) spin[k] = b->time * (t->a[k] * y[k]);
  euler_step(spin, 0.5, whole);
  euler_step(spin, 0.25, half);

  /* The momentum in the body frame after the first half: rotated back by `half`. */
  const double *v = half + 1;
  double cross[3], cross2[3];
  rgs_cross(v, y, cross);
  rgs_cross(v, cross, cross2);
  for (int k = 0; k < 3; k++)
    spin[k] = b->time * (t->a[k] * (y[k] - 2 * half[0] * cross[k] + 2 * cross2[k]));
  euler_step(spin, 0.25, second);

  rgs_rotate_in_body(half, second[0], second[1], second[2], second[3]);
  rgs_rotate_in_body(b->q, 2 * half[0] - whole[0], 2 * half[1] - whole[1], 2 * half[2] - whole[2],
                     2 * half[3] - whole[3]);
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  double faults = 0;
  const top *t = (const top *)call->prepared;
  for (int64_t i = 0; i < call->n; i++, t++) {
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->per_largest, &b)) rotate(t, &b);
    faults += rgs_store_orientation(call, i, b.q);
  }
  return rgs_orientations_stored(call, faults, bad);
}

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "richardson",
  .doc = "Richardson extrapolation of the orientation, the default of LAMMPS' fix rigid; energy "
         "drifts.",
  .cite = "LAMMPS, src/math_extra.cpp, richardson",
  .order = 2,
  .claims = RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
};
const rgs_rotor rgs_rotor_richardson = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about,
  .flow = flow,
  .prepare = prepare,
  .prepared = sizeof(top) / sizeof(double),
};
