/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_phase.h - the five functions of time of the rotor `exact`: see
 * core/rotors/exact_lanes.c for the formulas and notation.
 *
 * Here y has the length |l| in the host's units, which costs less than dividing by it.  So the time
 * and the functions s and S = sin chi are those of that file divided by |l|, and the invariants
 * are multiplied by |l|^2; their products have no units.  C, c and d have none either.  Longer
 * times use S itself, which is `length` times as large, until the end.
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

/* ---- short times ----------------------------------------------------------------------------- */
/* A time is short where mu T^2 and the square of the slow part of chi are at most this. */
#define RGS_EXACT_SHORT 2e-4
#define RGS_EXACT_SHORT_CHI 0.01

/* sqrt(1 - u) for 0 <= u <= RGS_EXACT_SHORT, to rounding.  The term 5/128 u^4 is
 * distributed over the others by Chebyshev's polynomial of degree 4 on this interval. */
RGS_INLINE rgs_lanes rgs_exact_short_sqrt_1m(rgs_lanes u) {
  const rgs_real reach = RGS_EXACT_SHORT, last = 5. / 128;
  rgs_lanes sum = rgs_madd(u, rgs_same(1. / 16 + 2 * last * reach),
                           rgs_same(1. / 8 - 1.25 * last * reach * reach));
  sum = rgs_madd(u, sum, rgs_same(0.5 + 0.25 * last * reach * reach * reach));
  return rgs_nmadd(u, sum, rgs_same(1));
}

/* The series of s and of the integral in chi, in powers of x = nu T^2, mu1 T^2 and mu3 T^2; in the
 * latter two they are symmetric, so they are written in their sum and product. */
RGS_INLINE rgs_exact_phase rgs_exact_short(const rgs_exact_motion *m, rgs_lanes T, rgs_lanes T2,
                                           rgs_lanes slow_angle) {
  const rgs_lanes x1 = m->mu1 * T2, x3 = m->mu3 * T2, x = m->nu * T2;
  const rgs_lanes sum = x1 + x3, product = x1 * x3;

  rgs_lanes P = rgs_madd(sum, rgs_same(-1. / 5040), rgs_same(1. / 120));
  P = rgs_madd(sum, P, rgs_same(-1. / 6));
  P = rgs_madd(product, rgs_madd(sum, rgs_same(-11. / 420), rgs_same(1. / 10)), sum * P);

  rgs_lanes g0 = rgs_madd(sum, rgs_same(2. / 315), rgs_same(-1. / 15));
  g0 = rgs_madd(sum, g0, rgs_same(1. / 3));
  g0 = rgs_madd(product, rgs_madd(sum, rgs_same(-1. / 105), rgs_same(1. / 35)), g0);
  rgs_lanes g1 = rgs_madd(sum, rgs_same(-1. / 45), rgs_same(2. / 21));
  g1 = rgs_madd(sum, g1, rgs_same(-1. / 5));
  g1 = rgs_madd(product, rgs_same(-2. / 45), g1);
  const rgs_lanes g2 = rgs_madd(sum, rgs_same(-1. / 9), rgs_same(1. / 7));
  rgs_lanes integral = rgs_madd(x, rgs_same(-1. / 9), g2);
  integral = rgs_madd(x, integral, g1);
  integral = rgs_madd(x, integral, g0);

  rgs_exact_phase p;
  p.s = rgs_madd(T, P, T);
  p.s2 = p.s * p.s;
  p.c = rgs_exact_short_sqrt_1m(m->mu1 * p.s2);
  p.d = rgs_exact_short_sqrt_1m(m->mu3 * p.s2);
  const rgs_lanes chi = rgs_madd(T, x * integral, slow_angle), z = chi * chi * m->l2;
  rgs_lanes cosine = rgs_madd(z, rgs_same(1. / 40320), rgs_same(-1. / 720));
  cosine = rgs_madd(z, cosine, rgs_same(1. / 24));
  cosine = rgs_madd(z, cosine, rgs_same(-0.5));
  p.C = rgs_madd(z, cosine, rgs_same(1));
  rgs_lanes sine = rgs_madd(z, rgs_same(1. / 362880), rgs_same(-1. / 5040));
  sine = rgs_madd(z, sine, rgs_same(1. / 120));
  sine = rgs_madd(z, sine, rgs_same(-1. / 6));
  p.S = rgs_madd(chi, z * sine, chi);
  return p;
}

/* ---- the start of longer times --------------------------------------------------------------- */
/* The series around time 0 end at this degree in the square of the time, and are exact to rounding
 * where mu T^2 is at most RGS_EXACT_REACH. */
#define RGS_EXACT_DEGREE 5
#define RGS_EXACT_REACH 4.5e-3
/* The largest chi^2 for the polynomials of cos and sin. */
#define RGS_EXACT_REACH_CHI 0.6

/* sqrt(1 - u) for 0 <= u <= RGS_EXACT_REACH, to rounding; 21/1024 u^6 is spread as above, by the
 * polynomial of degree 6. */
RGS_INLINE rgs_lanes rgs_exact_sqrt_1m(rgs_lanes u) {
  const rgs_real reach = RGS_EXACT_REACH, last = 21. / 1024;
  const rgs_real reach2 = reach * reach, reach3 = reach2 * reach, reach4 = reach2 * reach2;
  rgs_lanes sum = rgs_madd(u, rgs_same(7. / 256 + 3 * last * reach),
                           rgs_same(5. / 128 - 3.375 * last * reach2));
  sum = rgs_madd(u, sum, rgs_same(1. / 16 + 1.75 * last * reach3));
  sum = rgs_madd(u, sum, rgs_same(1. / 8 - 105. / 256 * last * reach4));
  sum = rgs_madd(u, sum, rgs_same(0.5 + 9. / 256 * last * reach4 * reach));
  return rgs_nmadd(u, sum, rgs_same(1));
}

/* s^2 = T^2 P(T^2), where P follows from the differential equation
 *   (s^2)'' = 2 - 4 (mu1 + mu3) s^2 + 6 mu1 mu3 s^4,
 * and the integral in chi is taken term by term. */
RGS_INLINE rgs_exact_phase rgs_exact_series(const rgs_exact_motion *m, rgs_lanes length,
                                            rgs_lanes T, rgs_lanes slow_angle) {
  enum { DEGREE = RGS_EXACT_DEGREE };
  const rgs_lanes T2 = T * T;
  const rgs_lanes x1 = m->mu1 * T2, x3 = m->mu3 * T2, x = m->nu * T2;
  const rgs_lanes linear = -4 * (x1 + x3), square = 6 * (x1 * x3);
  rgs_lanes P[DEGREE + 1], g[DEGREE + 1]; /* g: coefficients of s^2 / (1 + nu s^2), over T^2 */
  P[0] = rgs_same(1);
  P[1] = linear * rgs_same(1.0 / 12);
  RGS_UNROLL
  for (int j = 2; j <= DEGREE; j++) {
    rgs_lanes convolution = P[j - 2]; /* times P[0], which is 1 */
    RGS_UNROLL
    for (int i = 1; i < j - 2; i++) convolution = rgs_madd(P[i], P[j - 2 - i], convolution);
    if (j > 2) convolution += P[j - 2];
    const rgs_lanes sum = rgs_madd(square, convolution, linear * P[j - 1]);
    P[j] = sum * rgs_same(1.0 / ((2 * j + 2) * (2 * j + 1)));
  }
  g[0] = rgs_same(1);
  RGS_UNROLL
  for (int j = 1; j <= DEGREE; j++) {
    rgs_lanes convolution = g[j - 1];
    RGS_UNROLL
    for (int i = 1; i < j - 1; i++) convolution = rgs_madd(P[i], g[j - 1 - i], convolution);
    if (j > 1) convolution += P[j - 1];
    g[j] = rgs_nmadd(x, convolution, P[j]);
  }
  rgs_lanes rest = P[DEGREE], integral = g[DEGREE] * rgs_same(1.0 / (2 * DEGREE + 3));
  RGS_UNROLL
  for (int j = DEGREE - 1; j >= 1; j--) rest += P[j]; /* the smallest terms first */
  RGS_UNROLL
  for (int j = DEGREE - 1; j >= 0; j--)
    integral = rgs_madd(g[j], rgs_same(1.0 / (2 * j + 3)), integral);

  rgs_exact_phase p;
  p.s2 = T2 * (1 + rest);
  p.s = T * rgs_exact_sqrt_1m(-rest);
  p.c = rgs_exact_sqrt_1m(m->mu1 * p.s2);
  p.d = rgs_exact_sqrt_1m(m->mu3 * p.s2);
  rgs_sincos_small(rgs_madd(T, x * integral, slow_angle) * length, &p.S, &p.C);
  return p;
}

/* ---- doubling -------------------------------------------------------------------------------- */
/* Near the unstable axis c and d decrease like exp(-T).  Below this they are kept constant: the
 * body has come within rounding of that axis and stays there. */
#ifdef RGS_SINGLE
#define RGS_EXACT_CLOSEST 1e-8f
#else
#define RGS_EXACT_CLOSEST 1e-30
#endif

/* 1 / 2^e for 2^e <= a < 2^(e+1), of normal numbers. */
RGS_INLINE rgs_lanes rgs_reciprocal_power(rgs_lanes a) {
  const rgs_real_bits two = (rgs_real_bits)(2 * RGS_BIAS) << RGS_MANTISSA;
  const rgs_real_bits exponents = (rgs_real_bits)(2 * RGS_BIAS + 1) << RGS_MANTISSA;
  return rgs_of_bits(two - (rgs_bits_of(a) & exponents));
}

/* From the functions at time T to those at 2 T.  delta: mu1 - mu3. */
RGS_INLINE rgs_exact_phase rgs_exact_twice(const rgs_exact_motion *m, rgs_lanes delta,
                                           rgs_lanes length, const rgs_exact_phase *p) {
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

  /* exp(2 i chi) rotates by the argument of 1 + more + i D2, from the addition theorem of Pi.  Only
   * the direction counts; a power of two keeps the length from overflowing. */
  const rgs_lanes x = m->nu * p->s2;
  const rgs_lanes more = x * rgs_madd(ccdd, twice_inverse, rgs_same(1)), D2 = x * (s * length);
  const rgs_lanes C2 = rgs_msub(p->C, p->C, p->S * p->S), S2 = 2 * p->C * p->S;
  const rgs_lanes C = C2 + rgs_msub(C2, more, S2 * D2), S = S2 + rgs_madd(S2, more, C2 * D2);
  const rgs_lanes unit = rgs_reciprocal_power(rgs_max(rgs_abs(C), rgs_abs(S)));

  /* One Newton step back to c^2 + mu1 s^2 = 1 and d^2 + mu3 s^2 = 1: so rounding does not
   * accumulate. */
  const rgs_lanes r = rgs_nmadd(rgs_same(0.5), rgs_madd(c, c, m->mu1 * (s * s)), rgs_same(1.5));
  rgs_exact_phase next;
  next.C = C * unit;
  next.S = S * unit;
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
