/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fine_noise.h - six normal deviates of a body as doubles, by one logarithm.
 *
 * Six deviates are a point in six dimensions.  Half the square of its distance R from the origin has the
 * law Gamma(3), so it is -ln(u0 u1 u2) with numbers u that are uniform between 0 and 1.  R^2 is the sum of
 * the squares of three pairs, and the shares of the pairs are the three parts into which two uniform
 * numbers divide the unit interval.  Within its pair a point lies on a circle, at a uniform angle.
 * L. Devroye, Non-Uniform Random Variate Generation (1986), doi 10.1007/978-1-4613-8643-8, chapter V.
 *
 * The bits come from the two blocks of Philox that give the deviates of noise.h.  As there nothing is fused
 * and nothing comes from libm, so that all paths have the same bits.
 *
 * HOW FINE  Five words make the five uniform numbers, and three the angles.  A number of 32 bits alone is
 * not fine enough: distances below 2^-16 would be missing.  So the lowest 16 bits of the first angle
 * lie below the 32 bits of each number, and the next angle lies below the 32 bits of each angle.  Two deviates
 * of different pairs know of each other by 2^-32 of a turn.
 *
 * A mean over the values of a number instead of over all reals is wrong by at most their distance, 2^-48, times
 * the total variation of what is averaged (J. F. Koksma, Mathematica B (Zutphen) 11, 7, 1942), here of a
 * probability, which is at most 2.  Where bits that are used twice come into the same deviate, such an error of
 * 2^-32 meets one of 2^-16 or less.  So the law of one deviate differs from the normal one by at most 1e-13
 * (Kolmogorov's distance), of which rounding and polynomials have 1e-14.  The tail is right to 1e-5 of itself up
 * to 7 and to 1e-2 up to 8.  The longest possible deviate is 14.3; a normal one is longer with a probability of
 * 3e-46.  tests/baths/t_noise.c measures the deviates, in long double, and what the bits leave out of the tail.
 *
 * There is no version for single precision.
 */
#ifndef RGS_FINE_NOISE_H
#define RGS_FINE_NOISE_H
#include "noise.h"

#ifndef RGS_SINGLE
/* The bits of 2^n. */
#define RGS_POWER_OF_2(n) ((uint64_t)(1023 + (n)) << 52)

/* 2^n and the word in the lower half times 2^(n - 52). */
RGS_INLINE rgs_lanes rgs_above_power(rgs_long_words word, int n) {
  return rgs_of_bits(rgs_join_halves(word, RGS_POWER_OF_2(n)));
}

/* The eight words of each body, in the lower halves: of one register of bodies after the other. */
RGS_INLINE void rgs_fine_words(const rgs_noise_keys *keys, const uint64_t *key,
                               rgs_long_words word[RGS_NOISE_PARTS][8]) {
  rgs_long_words a[4][RGS_NOISE_PARTS], b[4][RGS_NOISE_PARTS];
  rgs_noise_blocks(keys, key, a, b);
  for (int part = 0; part < RGS_NOISE_PARTS; part++)
    for (int k = 0; k < 4; k++) {
      word[part][k] = a[k][part];
      word[part][4 + k] = b[k][part];
    }
}

/* -ln(x)/2 for 2^-1022 <= x < 2, right to 3e-14 of itself.  x = 2^k m with m from root 1/2 to root 2, and the
 * logarithm of m is odd in s = (m - 1)/(m + 1): its polynomial was fitted by Remez' method. */
RGS_INLINE rgs_lanes rgs_half_minus_log(rgs_lanes x) {
  const uint64_t root_half = 0x3fe6a09e667f3bcdu, mantissa = 0xfffffffffffffu;
  const rgs_bits shifted = rgs_bits_of(x) + (RGS_POWER_OF_2(0) - root_half);
  const rgs_lanes k = rgs_of_bits((shifted >> 52) | RGS_POWER_OF_2(52)) - (0x1p52 + 1023);
  const rgs_lanes f = rgs_of_bits((shifted & mantissa) + root_half) - 1;
  const rgs_lanes s = f / (2 + f), z = s * s, z2 = z * z;
  const rgs_lanes p =
      ((0.09790312378129248 * z2 + (0.11088228195684731 * z + 0.14286050999880332)) * z2 +
       (0.19999997850026272 * z + 0.3333333333775838));
  return k * -0x1.62e42fefa39efp-2 - (s + s * (z * p));
}

/* Half the distance of each pair from the origin. */
RGS_INLINE void rgs_fine_radii(const rgs_long_words word[8], rgs_lanes radius[RGS_NORMALS / 2]) {
  /* The five numbers are (word + d) 2^-32, and where d is subtracted (word + 1 - d) 2^-32: else two numbers could
   * be equal.  d is never 0. */
  const rgs_lanes d = rgs_above_power((word[5] << 16) | 0x8000u, -12); /* and 2^-12 */
  const double up = 0x1p20 + 0x1p-12, down = 0x1p20 - 0x1p-12 - 0x1p-32;
  const rgs_lanes u0 = (rgs_above_power(word[0], 20) - up) + d;
  const rgs_lanes u1 = (rgs_above_power(word[1], 20) - up) + d;
  const rgs_lanes u2 = (rgs_above_power(word[2], 20) - down) - d;
  const rgs_lanes v0 = (rgs_above_power(word[3], 20) - up) + d;
  const rgs_lanes v1 = (rgs_above_power(word[4], 20) - down) - d;
  const rgs_lanes square = rgs_half_minus_log(u0 * u1 * u2); /* (R/2)^2 */
  const rgs_lanes larger = rgs_max(v0, v1), between = rgs_abs(v0 - v1);
  radius[0] = rgs_sqrt(square * (larger - between));
  radius[1] = rgs_sqrt(square * between);
  radius[2] = rgs_sqrt(square * (1 - larger));
}

/* The deviates.  t = -1 .. 1 stands for the angle phi = t pi/4, of which `sine` is 2 sin phi, right to
 * 7e-15: Remez again.  The point is at 2 phi, and the lowest bit of the next angle turns it to the other side.
 * Stage after stage for all pairs, because each is a long chain of operations. */
RGS_INLINE void rgs_fine_normals(const rgs_lanes radius[RGS_NORMALS / 2],
                                 const rgs_long_words word[8], rgs_lanes normal[RGS_NORMALS]) {
  const rgs_long_words *angle = word + 5;
  rgs_lanes t[3], z[3], z2[3], sine[3], low[3], middle[3], cosine[3];
  for (int k = 0; k < 3; k++)
    t[k] = (rgs_above_power(angle[k], 21) - (0x1p21 + 1 + 0x1p-11)) +
           rgs_above_power(angle[(k + 1) % 3], -11);
  for (int k = 0; k < 3; k++) z[k] = t[k] * t[k];
  for (int k = 0; k < 3; k++) sine[k] = 6.2667682922376547e-7 - 3.4730385141973453e-9 * z[k];
  for (int k = 0; k < 3; k++) z2[k] = z[k] * z[k];
  for (int k = 0; k < 3; k++) middle[k] = 4.9807891347380786e-3 - 7.3152384252594115e-5 * z[k];
  for (int k = 0; k < 3; k++) low[k] = 1.5707963267948899 - 0.16149102437607776 * z[k];
  for (int k = 0; k < 3; k++) sine[k] = sine[k] * z2[k] + middle[k];
  for (int k = 0; k < 3; k++) sine[k] = sine[k] * z2[k] + low[k];
  for (int k = 0; k < 3; k++) sine[k] *= t[k];
  for (int k = 0; k < 3; k++) cosine[k] = 2 - sine[k] * sine[k]; /* 2 cos 2 phi */
  for (int k = 0; k < 3; k++) sine[k] *= rgs_sqrt(2 + cosine[k]);
  for (int k = 0; k < 3; k++) {
    const rgs_bits side = angle[(k + 1) % 3] << 63;
    normal[2 * k] = rgs_of_bits(rgs_bits_of(radius[k] * cosine[k]) ^ side);
    normal[2 * k + 1] = radius[k] * sine[k];
  }
}
#endif /* RGS_SINGLE */

#endif /* RGS_FINE_NOISE_H */
