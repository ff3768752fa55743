/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_phase.h - the five functions of time of the rotor `exact`: see
 * core/rotors/exact_simd.c for the formulas and notation.
 *
 * Here y has the length |l| in the host's units, which costs less than dividing by it.  So the time
 * and the functions s and S = sin chi are divided by |l| here, and the invariants are multiplied
 * by |l|^2; their products have no units.  C, c and d have none either.
 */
#ifndef RGS_EXACT_PHASE_H
#define RGS_EXACT_PHASE_H
#include "sincos.h"

typedef struct rgs_exact_motion { /* invariants */
  rgs_lanes A2, mu1, mu3, nu;
  rgs_lanes l2; /* |y|^2 */
} rgs_exact_motion;

typedef struct rgs_exact_phase {
  rgs_lanes s, c, d, s2; /* s2 = s^2 */
  rgs_lanes C, S;
} rgs_exact_phase;

/* ---- series --------------------------------------------------------------------------------- */
/* There are two sets of series in the time, a short one and a long one for longer times.  They are
 * polynomials in x1 = mu1 T^2 and x3 = mu3 T^2, and in nu T^2 or nu s^2.  They are symmetric in x1
 * and x3, and so written in the sum and the product of these.  Taylor's series converge where x1 and
 * x3 are below 2.4 and nu T^2 is below 0.6; the coefficients here differ from Taylor's so that few
 * terms are enough.  The largest error over all motions of a range is 2e-17, of s/T or of the angle.
 * core/rotors/exact_series.py computes the coefficients and tells how. */

/* A time is short where mu T^2 and the square of the slow part of chi are at most this.  In a mass
 * distribution mu T^2 is at most (h|w|/2)^2, so steps of h|w| = 0.1 are short. */
#define RGS_EXACT_SHORT 2.5e-3
#define RGS_EXACT_SHORT_CHI 0.015
/* The same for the long series, which serves up to h|w| = 0.5.  Beyond it functions are doubled. */
#define RGS_EXACT_REACH 0.0625
#define RGS_EXACT_REACH_CHI 0.6

/* c0 + c1 x, c0 + c1 x + c2 x^2, and so on. */
RGS_INLINE rgs_lanes rgs_sum_1(rgs_lanes x, double c0, double c1) {
  return rgs_madd(x, rgs_same(c1), rgs_same(c0));
}
RGS_INLINE rgs_lanes rgs_sum_2(rgs_lanes x, double c0, double c1, double c2) {
  return rgs_madd(x, rgs_sum_1(x, c1, c2), rgs_same(c0));
}
RGS_INLINE rgs_lanes rgs_sum_3(rgs_lanes x, double c0, double c1, double c2, double c3) {
  return rgs_madd(x, rgs_sum_2(x, c1, c2, c3), rgs_same(c0));
}
RGS_INLINE rgs_lanes rgs_sum_4(rgs_lanes x, double c0, double c1, double c2, double c3, double c4) {
  return rgs_madd(x, rgs_sum_3(x, c1, c2, c3, c4), rgs_same(c0));
}
RGS_INLINE rgs_lanes rgs_sum_5(rgs_lanes x, double c0, double c1, double c2, double c3, double c4,
                               double c5) {
  return rgs_madd(x, rgs_sum_4(x, c1, c2, c3, c4, c5), rgs_same(c0));
}

/* sqrt(1 - u) for 0 <= u <= RGS_EXACT_SHORT, to rounding.  The term 7/256 u^5 is distributed over
 * the others by Chebyshev's polynomial of degree 5 on this interval. */
RGS_INLINE rgs_lanes rgs_exact_short_sqrt_1m(rgs_lanes u) {
  const double reach = RGS_EXACT_SHORT, last = 7. / 256, reach2 = reach * reach;
  const rgs_lanes sum = rgs_sum_3(
      u, 0.5 - 25. / 256 * last * reach2 * reach2, 1. / 8 + 25. / 32 * last * reach2 * reach,
      1. / 16 - 35. / 16 * last * reach2, 5. / 128 + 2.5 * last * reach);
  return rgs_nmadd(u, sum, rgs_same(1));
}

RGS_INLINE rgs_exact_phase rgs_exact_short(const rgs_exact_motion *m, rgs_lanes T, rgs_lanes T2,
                                           rgs_lanes slow_angle) {
  const rgs_lanes x1 = m->mu1 * T2, x3 = m->mu3 * T2, x = m->nu * T2;
  const rgs_lanes sum = x1 + x3, product = x1 * x3;
  rgs_lanes P =
      rgs_madd(product, rgs_same(0.008325017299091759),
               rgs_sum_2(sum, 0.09999999996255078, -0.02619043569858685, 0.0033621730591878746));
  P = rgs_madd(product, P,
               sum * rgs_sum_3(sum, -0.16666666666665628, 0.008333333320453034,
                               -0.0001984089113143998, 2.6311788118913067e-06));

  rgs_lanes integral = rgs_madd(x, rgs_same(-0.11016773688471734),
                                rgs_sum_1(sum, 0.14285356990079315, -0.1101489882007623));
  integral = rgs_madd(
      x, integral,
      rgs_madd(product, rgs_same(-0.044214162068881624),
               rgs_sum_2(sum, -0.19999999456187664, 0.0952357938059322, -0.022004178731371886)));
  integral = rgs_madd(x, integral,
                      rgs_madd(product, rgs_sum_1(sum, 0.028571150632709597, -0.009451641911646465),
                               rgs_sum_3(sum, 0.3333333333306027, -0.06666666497132535,
                                         0.006348948766671988, -0.0003460958454886132)));

  rgs_exact_phase p;
  p.s = rgs_madd(T, P, T);
  p.s2 = p.s * p.s;
  p.c = rgs_exact_short_sqrt_1m(m->mu1 * p.s2);
  p.d = rgs_exact_short_sqrt_1m(m->mu3 * p.s2);
  const rgs_lanes chi = rgs_madd(T, x * integral, slow_angle), z = chi * chi * m->l2;
  const rgs_lanes cosine =
      rgs_sum_3(z, -0.5, 0.041666666666378666, -0.001388888798042722, 2.4792693953150236e-05);
  const rgs_lanes sine = rgs_sum_3(z, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880);
  p.C = rgs_madd(z, cosine, rgs_same(1));
  p.S = rgs_madd(chi, z * sine, chi);
  return p;
}

/* The integral in chi over T nu s^2. */
RGS_INLINE rgs_lanes rgs_exact_integral(rgs_lanes sum, rgs_lanes product, rgs_lanes v) {
  rgs_lanes integral = rgs_same(-0.046373625161388675);
  integral = rgs_madd(v, integral, rgs_sum_1(sum, 0.06531305791323277, 0.015181050195916212));
  integral = rgs_madd(
      v, integral,
      rgs_madd(product, rgs_same(0.019055537979806515),
               rgs_sum_2(sum, -0.07684850528009807, -0.02007230024041979, -0.006334438690300785)));
  integral = rgs_madd(
      v, integral,
      rgs_madd(product, rgs_same(-0.024500838056455004),
               rgs_sum_2(sum, 0.09090711746256118, 0.023275793907621214, 0.0067079846201560074)));
  integral = rgs_madd(v, integral,
                      rgs_madd(product, rgs_sum_1(sum, 0.02740689330764096, 0.006325560643646143),
                               rgs_sum_3(sum, -0.11111108881731757, -0.026934803911662596,
                                         -0.007063833896421961, -0.001478918387448496)));
  integral = rgs_madd(
      v, integral,
      rgs_madd(product,
               rgs_madd(product, rgs_same(0.0031701713782628232),
                        rgs_sum_2(sum, -0.031171569929185666, -0.006854694249309939,
                                  -0.0018730567984743694)),
               rgs_sum_4(sum, 0.14285714289242923, 0.031746002915367895, 0.007504556626843377,
                         0.0016102097358615308, 0.00028268361561073675)));
  integral = rgs_madd(
      v, integral,
      rgs_madd(product,
               rgs_madd(product, rgs_sum_1(sum, -0.0027261977681888854, -0.000541630809510672),
                        rgs_sum_3(sum, 0.035555607095458984, 0.005694504139504452,
                                  0.0015581059210344286, 0.00027535564754306444)),
               rgs_sum_5(sum, -0.20000000000504362, -0.03809523756278138, -0.007619068737889524,
                         -0.0013851012193707045, -0.00023115008939443584, -3.355958815823349e-05)));
  integral = rgs_madd(
      v, integral,
      rgs_madd(product,
               rgs_madd(product, rgs_sum_1(sum, 0.0011543090402935238, 0.00020325385536530653),
                        rgs_sum_3(sum, -0.038095238469260245, -0.002539676330574424,
                                  -0.0007695871239301231, -9.981070799180686e-05)),
               rgs_sum_5(sum, 0.3333333333334006, 0.04444444443858114, 0.006349206580191807,
                         0.0008465577533725827, 0.00010690142218654324, 1.3023938616005014e-05)));
  return integral;
}

RGS_INLINE rgs_exact_phase rgs_exact_series(const rgs_exact_motion *m, rgs_lanes T,
                                            rgs_lanes slow_angle) {
  const rgs_lanes T2 = T * T, x1 = m->mu1 * T2, x3 = m->mu3 * T2;
  const rgs_lanes sum = x1 + x3, product = x1 * x3;
  rgs_lanes P = rgs_madd(product, rgs_sum_1(sum, 0.0007042299448968076, -0.00035295786837021974),
                         rgs_sum_3(sum, 0.008333331700195977, -0.0033224138165231466,
                                   0.0006560734205734092, -7.653502069849265e-05));
  P = rgs_madd(product, P,
               rgs_sum_4(sum, 0.09999999999911438, -0.026190476089953476, 0.0033730121211945664,
                         -0.0002771182844739267, 1.563265154798642e-05));
  P = rgs_madd(product, P,
               sum * rgs_sum_4(sum, -0.16666666666666463, 0.008333333333073909,
                               -0.00019841268813290924, 2.755571304757145e-06,
                               -2.4178334890601745e-08));

  rgs_exact_phase p;
  p.s = rgs_madd(T, P, T);
  p.s2 = p.s * p.s;
  p.c = rgs_sqrt(rgs_nmadd(m->mu1, p.s2, rgs_same(1)));
  p.d = rgs_sqrt(rgs_nmadd(m->mu3, p.s2, rgs_same(1)));
  const rgs_lanes v = m->nu * p.s2;
  const rgs_lanes chi = rgs_madd(T, v * rgs_exact_integral(sum, product, v), slow_angle);
  const rgs_lanes z = chi * chi * m->l2;
  p.C = 1 + rgs_cos_minus_1(z);
  p.S = rgs_madd(chi, rgs_sin_over_x_minus_1(z), chi);
  return p;
}

/* ---- doubling -------------------------------------------------------------------------------- */
/* Near the unstable axis c and d decrease like exp(-T).  Below this they are kept constant: the
 * body has come within rounding of that axis and stays there. */
#define RGS_EXACT_CLOSEST 1e-30

/* 1 / 2^e for 2^e <= a < 2^(e+1), of normal numbers. */
RGS_INLINE rgs_lanes rgs_reciprocal_power(rgs_lanes a) {
  const uint64_t two = (uint64_t)(2 * RGS_BIAS) << RGS_MANTISSA;
  const uint64_t exponents = (uint64_t)(2 * RGS_BIAS + 1) << RGS_MANTISSA;
  return rgs_of_bits(two - (rgs_bits_of(a) & exponents));
}

/* From the functions at time T to those at 2 T.  delta: mu1 - mu3. */
RGS_INLINE rgs_exact_phase rgs_exact_twice(const rgs_exact_motion *m, rgs_lanes delta,
                                           const rgs_exact_phase *p) {
  const rgs_lanes cc = p->c * p->c, dd = p->d * p->d, cd = p->c * p->d, ccdd = cc * dd;
  const rgs_lanes shift = delta * p->s2;
  const rgs_lanes inverse = 1 / rgs_madd(dd, m->mu1 * p->s2, cc);
  const rgs_lanes twice_inverse = 2 * inverse;
  rgs_lanes s = p->s * cd * twice_inverse;
  rgs_lanes c = (ccdd - shift) * inverse, d = (ccdd + shift) * inverse;
  const rgs_mask held =
      rgs_less(rgs_madd(d, d, c * c), rgs_same(RGS_EXACT_CLOSEST * RGS_EXACT_CLOSEST));
  if (rgs_any(held)) {
    s = rgs_select(held, p->s, s);
    c = rgs_select(held, p->c, c);
    d = rgs_select(held, p->d, d);
  }

  /* exp(2 i chi) rotates by the argument of 1 + more + i |l| D2, from the addition theorem of Pi.
   * Only the direction counts; a power of two keeps the length from overflowing. */
  const rgs_lanes x = m->nu * p->s2;
  const rgs_lanes more = x * rgs_madd(ccdd, twice_inverse, rgs_same(1)), D2 = x * s;
  const rgs_lanes CC = p->C * p->C, lS = m->l2 * p->S, SS = lS * p->S;
  const rgs_lanes C2 = CC - SS, S2 = 2 * p->C * p->S, lS2 = 2 * p->C * lS;
  const rgs_lanes unit = rgs_reciprocal_power(CC + SS);

  /* One Newton step back to c^2 + mu1 s^2 = 1 and d^2 + mu3 s^2 = 1: so rounding does not
   * accumulate. */
  const rgs_lanes r = rgs_nmadd(rgs_same(0.5), rgs_madd(c, c, m->mu1 * (s * s)), rgs_same(1.5));
  rgs_exact_phase next;
  next.C = (C2 + rgs_msub(C2, more, lS2 * D2)) * unit;
  next.S = (S2 + rgs_madd(S2, more, C2 * D2)) * unit;
  next.s = s * r;
  next.c = c * r;
  next.s2 = next.s * next.s;
  next.d = rgs_nmadd(0.5 * d, rgs_madd(d, d, m->mu3 * next.s2) - 1, d);
  return next;
}

RGS_INLINE rgs_exact_phase rgs_exact_select(rgs_mask m, const rgs_exact_phase *a,
                                            const rgs_exact_phase *b) {
  rgs_exact_phase p;
  p.s = rgs_select(m, a->s, b->s);
  p.c = rgs_select(m, a->c, b->c);
  p.d = rgs_select(m, a->d, b->d);
  p.s2 = rgs_select(m, a->s2, b->s2);
  p.C = rgs_select(m, a->C, b->C);
  p.S = rgs_select(m, a->S, b->S);
  return p;
}

/* The largest 2^-k, k >= 0, for which 4^-k `excess` is at most 1.  (Where excess is a power of 4,
 * half as much.) */
RGS_INLINE rgs_lanes rgs_exact_part(rgs_lanes excess) {
  const rgs_bits exponent = rgs_bits_of(excess) >> RGS_MANTISSA; /* RGS_BIAS: excess is 1 */
  const rgs_bits k = (exponent - (RGS_BIAS - 2)) >> 1;
  return rgs_select(rgs_at_most(excess, rgs_same(1)), rgs_same(1),
                    rgs_of_bits((RGS_BIAS - k) << RGS_MANTISSA));
}

#endif /* RGS_EXACT_PHASE_H */
