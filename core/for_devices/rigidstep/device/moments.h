/* SPDX-License-Identifier: BSD-3-Clause
 *
 * moments.h - the moments of inertia of one body without units, and momenta and times whose products
 * leave the range of a number.
 *
 * A moment of zero means that the body does not rotate about this axis: the reciprocal of the
 * moment, which is all that Euler's equations need, is set to zero.  So linear and point-like
 * bodies are no special cases.
 */
#ifndef RGS_MOMENTS_H
#define RGS_MOMENTS_H
#include "number.h"

/* Moments this much smaller than the largest count as zero: the momentum about these axes is far
 * below the rounding of the whole, and squares of the reciprocals would overflow. */
/* A rotation by more radians than RGS_LONGEST_TIME leaves no digit of the angle; it only has to be
 * finite. */
/* The square of a momentum from RGS_SHORTEST to RGS_LONGEST neither over- nor underflows. */
#define RGS_DEAD_RATIO 1e-60
#define RGS_LONGEST_TIME 1e80
#define RGS_SHORTEST 1e-140
#define RGS_LONGEST 1e140
enum { RGS_LARGEST_EXPONENT = 300 };

typedef struct rgs_moments {
  double reciprocal[3]; /* largest / moment, or 0 for an axis without inertia */
  double per_largest;   /* 1 / largest; may be infinite or lose digits, see rgs_scaled_time_far */
} rgs_moments;

RGS_INLINE double rgs_largest_of(const double moment[3]) {
  return rgs_larger(moment[0], rgs_larger(moment[1], moment[2]));
}

RGS_INLINE rgs_moments rgs_moments_of(const double moment[3]) {
  const double largest = rgs_largest_of(moment);
  rgs_moments m;
  for (int k = 0; k < 3; k++)
    m.reciprocal[k] =
        moment[k] > 0 && moment[k] >= largest * RGS_DEAD_RATIO ? largest / moment[k] : 0;
  m.per_largest = largest > 0 ? 1 / largest : 0;
  return m;
}

/* a[i] - a[j] from the moments, which are often so close that their reciprocals would cancel.
 * Exactly antisymmetric. */
RGS_INLINE double rgs_difference_of(const double moment[3], const double a[3], int i, int j) {
  if (a[i] == 0 || a[j] == 0) return a[i] - a[j];
  const int first = i > j ? j : i, second = i > j ? i : j;
  const double difference = a[first] * ((moment[second] - moment[first]) / moment[second]);
  return i > j ? -difference : difference;
}

/* h |l| / largest where a product leaves the range of a number: mantissas and exponents are
 * multiplied separately. */
RGS_INLINE double rgs_scaled_time_far(double h, double norm, int norm_exponent, double largest) {
  int eh, el, ei;
  const double mantissa = frexp(h, &eh) * frexp(norm, &el) / frexp(largest, &ei);
  const int exponent = eh + el + norm_exponent - ei;
  const double time =
      ldexp(mantissa, exponent < RGS_LARGEST_EXPONENT ? exponent : RGS_LARGEST_EXPONENT);
  return fmax(-RGS_LONGEST_TIME, fmin(RGS_LONGEST_TIME, time));
}

/* For one body in units far from 1: l becomes the momentum up to a power of two, *norm its length,
 * and *time h |l| / largest moment.  Returns 0 if the body stays as it is; then l and *time are 0. */
RGS_APART int rgs_momentum_far(double h, const double moment[3], double per_largest, double l[3],
                               double *norm, double *time) {
  double biggest = 0;
  for (int k = 0; k < 3; k++) biggest = rgs_larger(biggest, fabs(l[k]));
  const int at_rest = l[0] == 0 && l[1] == 0 && l[2] == 0; /* false for one that is not finite */
  if (per_largest == 0 || at_rest) {
    l[0] = l[1] = l[2] = *time = 0;
    *norm = 1;
    return 0;
  }
  int exponent = 0; /* the square of the length would over- or underflow */
  if (!(biggest > RGS_SHORTEST && biggest < RGS_LONGEST)) {
    (void)frexp(biggest, &exponent);
    for (int k = 0; k < 3; k++) l[k] = ldexp(l[k], -exponent);
  }
  *norm = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
  *time = rgs_scaled_time_far(h, *norm, exponent, rgs_largest_of(moment));
  return 1;
}

#endif /* RGS_MOMENTS_H */
