/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_principal.c - inertia that is principal about d3 only, turned to the principal frame and back.
 */
#include "check.h"
#include "nontwist_rig.h"

#include <math.h>

static const double EPS = 0x1p-52;

static void to_principal_and_back(void **state) {
  (void)state;
  const double J[] = { 2.6, -0.13, 1.2, 3.0, 1, 0.5, 1, 1, 1, -0.5, 1, 1, 3, 1e-9, 2, 2.5 };
  double inertia[12], q[16], back[16];
  for (int i = 0; i < 16; i++) q[i] = (double[4]){ 0.5, -0.3, 0.7, 0.2 }[i % 4] / sqrt(0.87);
  memcpy(back, q, sizeof q);
  OK(rgs_to_principal(4, J, inertia, q, &err));
  for (int i = 0; i < 4; i++) {
    /* Q diag(inertia) Q^T is the tensor in space whichever frame it is said in. */
    const real p[4] = { q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3] };
    const real f[4] = { back[4 * i], back[4 * i + 1], back[4 * i + 2], back[4 * i + 3] };
    for (int c = 0; c < 3; c++) {
      const real probe[3] = { c == 0, c == 1, c == 2 };
      real a[3], b[3], w[3];
      rotate_back(p, probe, a);
      for (int k = 0; k < 3; k++) a[k] *= inertia[3 * i + k];
      rotate(p, a, a);
      rotate_back(f, probe, w);
      const double *j = J + 4 * i;
      b[0] = j[0] * w[0] + j[1] * w[1];
      b[1] = j[1] * w[0] + j[2] * w[1];
      b[2] = j[3] * w[2];
      rotate(f, b, b);
      for (int k = 0; k < 3; k++) NEAR((double)b[k], (double)a[k], 16 * EPS);
    }
    TRUE(angle_between(q + 4 * i, back + 4 * i) < 3.1416 / 4);
  }
  OK(rgs_from_principal(4, J, q, &err));
  for (int i = 0; i < 16; i++) NEAR(back[i], q[i], 2 * EPS);
}

/* A rod in the plane of d1 and d2 has no moment about itself, whichever way it lies. */
static void rods_have_no_spin(void **state) {
  (void)state;
  double inertia[3];
  for (int i = 1; i < 1000; i++) {
    const double c = cos(0.0031415 * i), s = sin(0.0031415 * i);
    const double rod[4] = { 1.7e-44 * c * c, 1.7e-44 * c * s, 1.7e-44 * s * s, 1.7e-44 };
    OK(rgs_to_principal(1, rod, inertia, NULL, &err));
    NEAR(0, fmin(inertia[0], inertia[1]), 0);
    NEAR(1.7e-44, fmax(inertia[0], inertia[1]), 1e-58);
  }
}

static void what_is_refused(void **state) {
  (void)state;
  const double good[4] = { 2.6, -0.13, 1.2, 3.0 };
  const double bad[][4] = { { NAN, 0, 1, 1 }, { 1, INFINITY, 1, 1 }, { 1, 1.001, 1, 1 },
                            { -1, 0, 1, 1 },  { 1, 0, -1, 1 },       { 1, 0, 1, -1 } };
  for (size_t b = 0; b <= COUNT(bad); b++) {
    double J[8], inertia[6] = { 7, 7, 7, 7, 7, 7 }, q[8] = { 1, 0, 0, 0, 1, 0, 0, 0 };
    if (b == COUNT(bad)) q[5] = 0.1; /* not of length 1 */
    double before[8];
    memcpy(before, q, sizeof q);
    memcpy(J, good, sizeof good);
    memcpy(J + 4, b < COUNT(bad) ? bad[b] : good, sizeof good);
    REFUSED_BODY(RGS_E_BODY, 1, rgs_to_principal(2, J, inertia, q, &err), (const char *)NULL);
    REFUSED_BODY(RGS_E_BODY, 1, rgs_from_principal(2, J, q, &err), (const char *)NULL);
    SAME_BITS(before, q, 8);
    for (int k = 0; k < 6; k++) NEAR(7, inertia[k], 0);
  }
  double q[4] = { 1, 0, 0, 0 };
  REFUSED(RGS_E_ARG, rgs_to_principal(-1, good, NULL, q, &err));
  REFUSED(RGS_E_ARG, rgs_to_principal(1, NULL, NULL, q, &err));
  REFUSED(RGS_E_ARG, rgs_from_principal(1, good, NULL, &err));
  OK(rgs_to_principal(0, NULL, NULL, NULL, &err));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(to_principal_and_back),
    cmocka_unit_test(rods_have_no_spin),
    cmocka_unit_test(what_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
