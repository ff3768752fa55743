/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotor_nosquish.c - NO_SQUISH: turns about the body axes 3, 2, 1, 2, 3 for h/2, h/2, h, h/2, h/2.
 *
 * T. F. Miller et al., J. Chem. Phys. 116, 8649 (2002), doi 10.1063/1.1473654.  The kinetic energy
 * is a sum of three terms y_k^2 / (2 I_k); the flow of each is a turn about axis k at the constant
 * rate y_k / I_k, and the symmetric product of the flows is a second-order symplectic method.  The
 * paper writes the turns in quaternion momenta; in the body's momentum y they are the same map.
 * Axis order and the skipping of axes without spin are those of LAMMPS.
 */
#include "free_body.h"
#include "rotors.h"

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

static void turn(rgs_free_body *b, const top *t, int k, double time) {
  if (t->a[k] != 0) rgs_turn_about_axis(b, k, time * (t->a[k] * b->y[k]));
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  const top *t = (const top *)call->prepared;
  for (int64_t i = 0; i < call->n; i++, t++) {
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->per_largest, &b)) {
      const double half = 0.5 * b.time;
      turn(&b, t, 2, half);
      turn(&b, t, 1, half);
      turn(&b, t, 0, b.time);
      turn(&b, t, 1, half);
      turn(&b, t, 2, half);
    }
    rgs_store_attitude(call, i, b.q);
  }
  return RGS_OK;
}

static const rgs_about about = {
  RGS_HEAD(rgs_about),
  "nosquish",
  "NO_SQUISH: turns about the body axes 3-2-1-2-3, as in LAMMPS.",
  "10.1063/1.1473654",
  2,
  RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
  0,
  0,
  NULL,
  0,
  0,
};
const rgs_rotor rgs_rotor_nosquish = {
  RGS_HEAD(rgs_rotor), &about, flow, prepare, sizeof(top) / sizeof(double), 0, NULL,
};
