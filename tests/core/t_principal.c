/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_principal.c - inertia that is principal about one axis only, turned to the principal frame: the
 * moments against the eigenvalues, the attitude against the tensor it has to give, there and back, at
 * all scales; and what is refused.
 */
#include "check.h"
#include "random_numbers.h"
#include "rotations.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Everything that has to be of one body; `scale` is of its moments. */
static void one_body(const double J[4], double scale) {
  double q[4], old[4], inertia[3], before[3][3], after[3][3];
  random_attitude(old);
  memcpy(q, old, sizeof q);
  OK(rgs_to_principal(1, J, inertia, q, &err));
  const double unit[4] = { J[0] / scale, J[1] / scale, J[2] / scale, J[3] / scale };
  double tensor[3][3] = { { unit[0], unit[1], 0 }, { unit[1], unit[2], 0 }, { 0, 0, unit[3] } };
  double diagonal[3][3] = { { 0 } };
  for (int k = 0; k < 3; k++) diagonal[k][k] = inertia[k] / scale;
  tensor_in_space(old, tensor, before);
  tensor_in_space(q, diagonal, after);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) NEAR(before[i][j], after[i][j], 1e-14);
  /* Eigenvalues by the quadratic formula in long double, in either order. */
  const long double a = unit[0], b = unit[1], d = unit[2];
  const long double middle = (a + d) / 2, half = sqrtl((a - d) * (a - d) / 4 + b * b);
  NEAR((double)(middle - half), fmin(inertia[0], inertia[1]) / scale, 4 * DBL_EPSILON);
  NEAR((double)(middle + half), fmax(inertia[0], inertia[1]) / scale, 4 * DBL_EPSILON);
  NEAR(J[3], inertia[2], 0);
  for (int k = 0; k < 3; k++) TRUE(inertia[k] >= 0);
  /* By 45 degrees at most: |cos| of half the angle, to rounding; about d3, which stays. */
  double same = 0, old_m[3][3], new_m[3][3];
  for (int k = 0; k < 4; k++) same += old[k] * q[k];
  TRUE(same > sqrt(0.5 + sqrt(0.125)) - 1e-15);
  rotation_matrix(old, old_m);
  rotation_matrix(q, new_m);
  for (int k = 0; k < 3; k++) NEAR(old_m[k][2], new_m[k][2], 1e-15);
  /* Without one or the other: the same; and back. */
  double again[3] = { 0 }, turned[4];
  memcpy(turned, old, sizeof turned);
  OK(rgs_to_principal(1, J, NULL, turned, &err));
  OK(rgs_to_principal(1, J, again, NULL, &err));
  OK(rgs_to_principal(1, J, NULL, NULL, &err));
  SAME_BITS(inertia, again, 3);
  SAME_BITS(q, turned, 4);
  OK(rgs_from_principal(1, J, q, &err));
  for (int k = 0; k < 4; k++) NEAR(old[k], q[k], 1e-15);
}

TEST(random_bodies) {
  static const double scales[] = { 1, 1e-46, 1e-300, 1e300, 1e12, 4e-310 };
  seed = 7;
  for (size_t s = 0; s < COUNT(scales); s++)
    for (int k = 0; k < 2000; k++) {
      /* From moments in some frame; differences and products of all sizes. */
      const double one = 0.5 + 0.5 * random_between(&seed, -1, 1),
                   two = 0.5 + 0.5 * random_between(&seed, -1, 1);
      const double angle =
          pow(10, -8 + 8 * fabs(random_between(&seed, -1, 1))) * random_between(&seed, -1, 1);
      const double c = cos(angle), n = sin(angle);
      const double apart = k % 3 ? two : one * (1 + 1e-9 * two);
      double J[4] = { c * c * one + n * n * apart, c * n * (one - apart),
                      n * n * one + c * c * apart, one + apart };
      for (int j = 0; j < 4; j++) J[j] *= scales[s];
      if (scales[s] < 1e-307) { /* subnormal: few digits are left, so compare with what is given */
        double inertia[3];
        OK(rgs_to_principal(1, J, inertia, NULL, &err));
        for (int j = 0; j < 3; j++) TRUE(inertia[j] >= 0 && isfinite(inertia[j]));
        continue;
      }
      one_body(J, scales[s]);
    }
}

TEST(special_bodies) {
  static const double some[][4] = { { 1, 0, 1, 1 },      { 1, 0, 2, 3 },      { 2, 0, 1, 3 },
                                    { 1, 1, 1, 2 },      { 1, -1, 1, 2 },     { 1, 0.5, 1, 1.5 },
                                    { 1, -0.5, 1, 1.5 }, { 0, 0, 0, 0 },      { 0, 0, 1, 1 },
                                    { 1, 0, 0, 1 },      { 4, 2, 1, 5 },      { 4, -2, 1, 5 },
                                    { 1, 1e-200, 1, 2 }, { 1, 5e-324, 2, 3 }, { 1, -0.0, 2, 3 },
                                    { 1e-8, 1e-4, 1, 1 } };
  seed = 11;
  for (size_t k = 0; k < COUNT(some); k++) one_body(some[k], 1);
  /* Nothing off the diagonal: not a bit moves. */
  double q[4], old[4];
  const double J[4] = { 3, 0, 2, 4 };
  double inertia[3];
  random_attitude(q);
  memcpy(old, q, sizeof q);
  OK(rgs_to_principal(1, J, inertia, q, &err));
  SAME_BITS(old, q, 4);
  NEAR(3, inertia[0], 0);
  NEAR(2, inertia[1], 0);
}

/* A rod that lies askew has one moment 0, and no less or more: what rounding leaves would be an axis
 * about which the smallest momentum spins without bound. */
TEST(rods) {
  seed = 5;
  for (int k = 0; k < 5000; k++) {
    const double x = random_between(&seed, -1, 1), y = random_between(&seed, -1, 1);
    const double J[4] = { y * y, -x * y, x * x, x * x + y * y };
    double inertia[3];
    OK(rgs_to_principal(1, J, inertia, NULL, &err));
    NEAR(0, fmin(inertia[0], inertia[1]), 0);
    NEAR(x * x + y * y, fmax(inertia[0], inertia[1]), 4 * DBL_EPSILON * (x * x + y * y));
  }
}

/* ---- refused --------------------------------------------------------------------------------- */
TEST(refused) {
  enum { N = 4, BAD = 2 };
  static const double bad[][4] = { { NAN, 0, 1, 1 },          { 1, NAN, 1, 1 },
                                   { 1, 0, INFINITY, 1 },     { 1, 0, 1, -INFINITY },
                                   { -1, 0, 1, 1 },           { 1, 0, -1, 1 },
                                   { 1, 0, 1, -1 },           { 1, 1.0001, 1, 1 },
                                   { 1, -1.0001, 1, 1 },      { 0, 1e-9, 1, 1 },
                                   { 1, 1e-9, 0, 1 },         { 1e-300, 1.1e-300, 1e-300, 1 },
                                   { 1e300, 2e300, 1e300, 1 } };
  double J[4 * N], q[4 * N], old[4 * N], inertia[3 * N];
  seed = 3;
  for (int i = 0; i < N; i++) random_attitude(old + 4 * i);
  for (size_t k = 0; k <= COUNT(bad); k++) {
    for (int i = 0; i < 4 * N; i++) J[i] = (const double[]){ 2, 0.5, 1, 3 }[i % 4];
    memcpy(q, old, sizeof q);
    for (int i = 0; i < 3 * N; i++) inertia[i] = 12345;
    if (k < COUNT(bad)) {
      memcpy(J + 4 * BAD, bad[k], sizeof bad[k]);
      memcpy(J + 4 * (BAD + 1), bad[k], sizeof bad[k]);
    } else {
      q[4 * BAD + 1] += 0.1; /* no attitude */
    }
    double given[4 * N];
    memcpy(given, q, sizeof q);
    const char *word = k < COUNT(bad) ? "J" : "|q|^2";
    REFUSED_BODY(RGS_E_BODY, BAD, rgs_to_principal(N, J, inertia, q, &err), word);
    REFUSED_BODY(RGS_E_BODY, BAD, rgs_from_principal(N, J, q, &err), word);
    if (k < COUNT(bad))
      REFUSED_BODY(RGS_E_BODY, BAD, rgs_to_principal(N, J, inertia, NULL, &err), word);
    SAME_BITS(given, q, 4 * N);
    for (int i = 0; i < 3 * N; i++) NEAR(12345, inertia[i], 0);
  }
  REFUSED_TEXT(RGS_E_ARG, rgs_to_principal(-1, J, inertia, q, &err), "n");
  REFUSED_TEXT(RGS_E_ARG, rgs_to_principal(INT64_MIN, J, inertia, q, &err), "n");
  REFUSED_TEXT(RGS_E_ARG, rgs_to_principal(1, NULL, inertia, q, &err), "J");
  REFUSED_TEXT(RGS_E_ARG, rgs_from_principal(-1, J, q, &err), "n");
  REFUSED_TEXT(RGS_E_ARG, rgs_from_principal(1, NULL, q, &err), "J");
  REFUSED_TEXT(RGS_E_ARG, rgs_from_principal(1, J, NULL, &err), "q");
  OK(rgs_to_principal(0, NULL, NULL, NULL, &err));
  OK(rgs_from_principal(0, NULL, NULL, &err));
  OK(rgs_to_principal(BAD, J, inertia, q, NULL));
  STATUS(RGS_E_ARG, rgs_to_principal(-1, J, inertia, q, NULL));
}

/* Moments near the largest number: right, or refused, but not 0. */
TEST(largest_moments) {
  const double fits[] = { 0.8e308, 0.8e308, 0.8e308, 1e308 };
  double inertia[3] = { 7, 7, 7 }, q[4] = { 1, 0, 0, 0 };
  OK(rgs_to_principal(1, fits, inertia, q, &err));
  NEAR(1.6e308, fmax(inertia[0], inertia[1]), 1e293);
  NEAR(0, fmin(inertia[0], inertia[1]), 0);
  const double apart[] = { 1.5e308, 0, 1.6e308, 1e308 }; /* their sum would not fit */
  OK(rgs_to_principal(1, apart, inertia, NULL, &err));
  NEAR(1.5e308, inertia[0], 0);
  NEAR(1.6e308, inertia[1], 0);
  const double too_large[] = { 1e308, 1e308, 1e308, 1e308 };
  inertia[0] = inertia[1] = inertia[2] = 7;
  const double before[4] = { q[0], q[1], q[2], q[3] };
  REFUSED_BODY(RGS_E_BODY, 0, rgs_to_principal(1, too_large, inertia, q, &err), "units");
  SAME_BITS(before, q, 4);
  for (int k = 0; k < 3; k++) NEAR(7, inertia[k], 0);
  double turned[4] = { 1, 0, 0, 0 };
  OK(rgs_to_principal(1, too_large, NULL, turned, &err)); /* the angle is known all the same */
  NEAR(cos(atan(1) / 2), turned[0], 1e-15);
  NEAR(sin(atan(1) / 2), fabs(turned[3]), 1e-15);
}

TEST_MAIN(NULL, NULL)
