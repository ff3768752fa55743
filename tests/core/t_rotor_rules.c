/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_rotor_rules.c - the rotors midpoint, richardson and threerot against the equations that define them.
 */
#include "random_turn.h"

TEST(midpoint_is_the_midpoint_rule) {
  for (int i = 0; i < 200; i++) {
    double inertia[3], y[3];
    body_of((double[3]){ 0.1 + uniform(), 0.1 + uniform(), 0.1 + uniform() }, inertia, y);
    const double h = 1.5 * uniform() / spin(inertia, y);
    real q[4], from[3] = { y[0], y[1], y[2] }, to[3], mean[3], w[3], x[3];
    STATUS(RGS_OK, turn("midpoint", inertia, y, h, 1, q));
    turn_back(q, from, to);
    for (int k = 0; k < 3; k++) {
      mean[k] = (from[k] + to[k]) / 2;
      w[k] = mean[k] / inertia[k];
      NEAR((double)(h * w[k] / 2), (double)(q[1 + k] / q[0]), 40 * EPS);
    }
    cross_product(mean, w, x);
    for (int k = 0; k < 3; k++) NEAR((double)(h * x[k]), (double)(to[k] - from[k]), 40 * EPS);
  }
}

/* In space, with q' = w q / 2, as LAMMPS' documentation and comments describe it. */
TEST(richardson_in_space) {
  for (int i = 0; i < 200; i++) {
    double inertia[3], l[3], at[4], norm = 0;
    body_of((double[3]){ 0.1 + uniform(), 0.1 + uniform(), 0.1 + uniform() }, inertia, l);
    for (int k = 0; k < 4; k++) at[k] = uniform() - 0.5, norm += at[k] * at[k];
    for (int k = 0; k < 4; k++) at[k] /= sqrt(norm);
    const double h = uniform() / spin(inertia, l);
    const real momentum[3] = { l[0], l[1], l[2] };
    real result[2][4];
    for (int halves = 1; halves <= 2; halves++) {
      real *q = result[halves - 1];
      for (int k = 0; k < 4; k++) q[k] = at[k];
      for (int n = 0; n < halves; n++) {
        real w[4] = { 0 }, change[4], length = 0;
        const real back[4] = { q[0], -q[1], -q[2], -q[3] };
        turn_back(q, momentum, w + 1);
        for (int k = 0; k < 3; k++) w[1 + k] /= inertia[k];
        multiply(q, w, w);
        multiply(w, back, w); /* into space */
        multiply(w, q, change);
        for (int k = 0; k < 4; k++) {
          q[k] += h / halves / 2 * change[k];
          length += q[k] * q[k];
        }
        for (int k = 0; k < 4; k++) q[k] /= sqrtl(length);
      }
    }
    real want[4];
    for (int k = 0; k < 4; k++) want[k] = 2 * result[1][k] - result[0][k];
    STATUS(RGS_OK, rgs_free_flow("richardson", 1, h, inertia, l, at, NULL));
    const real got[4] = { at[0], at[1], at[2], at[3] };
    TRUE(angle_between(want, got) <= 8 * EPS);
  }
}

/* threerot is nosquish of a body whose moments descend. */
TEST(threerot_is_nosquish_in_order) {
  for (int i = 0; i < 50; i++) {
    const double h = uniform(), moments[3] = { 1, 0.5 + 0.5 * uniform(), 0.3 + 0.2 * uniform() },
                 y[3] = { uniform(), -uniform(), uniform() };
    double a[4] = { 1, 0, 0, 0 }, b[4] = { 1, 0, 0, 0 };
    STATUS(RGS_OK, rgs_free_flow("threerot", 1, h, moments, y, a, NULL));
    STATUS(RGS_OK, rgs_free_flow("nosquish", 1, h, moments, y, b, NULL));
    SAME_BITS(b, a, 4);
    /* However the axes are numbered. */
    const double other[3] = { moments[2], moments[0], moments[1] }, z[3] = { y[2], y[0], y[1] };
    double c[4] = { 1, 0, 0, 0 };
    STATUS(RGS_OK, rgs_free_flow("threerot", 1, h, other, z, c, NULL));
    for (int k = 0; k < 3; k++) NEAR(a[1 + k], c[1 + (k + 1) % 3], 2 * EPS);
  }
}

TEST_MAIN(NULL, NULL)
