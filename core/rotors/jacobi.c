/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jacobi.c - the free rotation as the textbooks solve it: Jacobi's functions by the AGM and
 * Landen's transformation, the angle by Carlson's integral of the third kind.  It computes the same
 * as `exact` in another way, at about four times the cost; each is a test of the other.
 *
 * Momentum, frame and notation: jacobi_motion.c.  What is left is the angle
 *
 *   psi = a_a t + Int g dt - [theta],   theta the polar angle of m about axis a,
 *   Int g dt = -+ [Pi(n; am u, k)] / (sqrt(w) Ba),   n = 1 - 1/w .
 *
 * This n < 0 grows without bound for a nearly symmetric body.  The reduction to the characteristic
 * N = (k^2 - n)/(1 - n) = wc + w k^2 between k^2 and 1 (Abramowitz and Stegun 17.7.15), and the
 * addition theorem (Byrd and Friedman 116.03, cf. DLMF 19.11.3) leave
 *
 *   psi = a_b t - sqrt(w) kc^2 N Ba (Pi - F)(N; am v, k) - C - [A + theta]
 *
 *   A     = argument of   sqrt(w) dn u + i N Ba sn u cn u
 *   theta = argument of   sn u + i sqrt(w) cn u
 *   C     = argument of   1 - N sn(u1)^2 + N sn(u0) sn(v) cn(u1) dn(u1)
 *                         + i kc^2 sqrt(N w wc) sn(u0) sn(v) sn(u1)
 *
 * in which nothing large cancels for any body that can exist: Pi - F is one integral RJ of positive
 * terms, and every other angle counts modulo 2 pi only.  (A body with one moment far above the sum
 * of the other two may rotate slowly while m moves in it fast.  Then t/I_b and the motion of m
 * cancel, and the error is eps times the angle of that motion.)
 */
#include "free_motion/free_body.h"
#include "free_motion/jacobi_motion.h"
#include "rotors/rotors.h"

/* kc^2 times Pi(N; phi, k) - F(phi, k), from the functions at F(phi, k); DLMF 19.25.14. */
static double third_integral(const rgs_jacobi_motion *m, double sn, double cn, double dn) {
  const double ss = sn * sn, cc = cn * cn, p = cc + m->w * m->kckc * ss;
  if (m->kckc == 0 || !(p > 0)) return 0;
  return m->kckc * (m->N * sn * ss / 3) * rgs_carlson_rj(cc, dn * dn, 1, p);
}

/* A + theta at one end.  They are computed together, because each alone may depend on digits of sn
 * that are lost. */
static double end_angle(const rgs_jacobi_motion *m, const rgs_jacobi *f) {
  const double root_w = sqrt(m->w), g = m->N * m->Ba, ss = f->sn * f->sn, cc = f->cn * f->cn;
  return atan2(f->cn * (m->w * f->dn + g * ss), root_w * f->sn * (f->dn - g * cc));
}

/* 1 - N sn^2, which is small near the middle axis. */
static double left_of_pole(const rgs_jacobi_motion *m, const rgs_jacobi *f) {
  return f->cn * f->cn + m->w * m->kckc * (f->sn * f->sn);
}

/* C.  Any of the three arguments u1 = u0 + v may stand where u1 stands above, if the sign of its
 * opposite product is changed; the best is the one closest to the pole.  Where the terms of the
 * real part differ in sign, which with all three close to the pole would leave no digit, they may
 * be put together by c^2 - d^2 = -kc^2 s^2 first: the form with the smaller terms is taken. */
static double addition_angle(const rgs_jacobi_motion *m) {
  const rgs_jacobi *x = &m->f1, *y = &m->f0, *z = &m->fv;
  const double p0 = left_of_pole(m, y), pv = left_of_pole(m, z), p1 = left_of_pole(m, x);
  double p = p1, sign = 1;
  if (p0 < p && p0 <= pv) {
    x = &m->f0, y = &m->f1;
    p = p0;
    sign = -1;
  } else if (pv < p) {
    x = &m->fv, z = &m->f1;
    p = pv;
    sign = -1;
  }
  const double ss = y->sn * z->sn, cd = fabs(x->cn) * x->dn, kckc = m->kckc;
  const double product = m->N * fabs(ss) * cd;
  double re = p + product;
  if (sign * ss * x->cn < 0) {
    const double xx = x->sn * x->sn;
    const double not_1 = (y->cn * y->cn + (y->sn * z->cn) * (y->sn * z->cn)) / (1 + fabs(ss));
    const double more = m->N * cd * not_1 + kckc * (m->w * (xx + cd));
    const double less = kckc * (xx * (fabs(x->cn) / (fabs(x->cn) + x->dn)));
    re = more + less < re ? more - less : p - product;
  }
  return atan2(kckc * sqrt(m->N * m->w * m->wc) * (ss * x->sn), re);
}

double rgs_jacobi_angle(const rgs_jacobi_motion *m, const void *params) {
  (void)params;
  double integral = third_integral(m, m->fv.sn, m->fv.cn, m->fv.dn), angle = 0;
  if (m->half_periods != 0) {
    integral += 2 * m->half_periods * third_integral(m, 1, 0, sqrt(m->kckc));
    angle = fmod(m->half_periods, 2) * 3.14159265358979323846;
  }
  /* a_b t and the integral may be large: the small angles go last. */
  return m->secular - sqrt(m->w) * m->Ba * integral -
         (addition_angle(m) + (end_angle(m, &m->f1) - end_angle(m, &m->f0)) + angle);
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  return rgs_jacobi_flow(call, rgs_jacobi_angle, bad);
}

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "jacobi",
  .doc =
      "The free rotation itself by Jacobi's functions and Carlson's integrals; a check on `exact`.",
  .cite = "10.1145/1731022.1731036; Vilmart, Rigid Body Dynamics, Algorithm 1 (2015)",
  .order = RGS_EXACT,
  .claims =
      RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
};
const rgs_rotor rgs_rotor_jacobi = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about,
  .flow = flow,
  .prepare = rgs_jacobi_prepare,
  .prepared = sizeof(rgs_jacobi_top) / sizeof(double),
};
