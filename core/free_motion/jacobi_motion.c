/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jacobi_motion.c - the momentum of the free rotation in Jacobi's elliptic functions, and the
 * orientation up to one angle.
 *
 * Sources: C. G. J. Jacobi, J. reine angew. Math. 39 (1850) 293; G. Vilmart, "Rigid Body Dynamics",
 * Encyclopedia of Applied and Computational Mathematics (2015), Algorithm 1; E. Celledoni and
 * A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23, doi 10.1145/1731022.1731036, with the frame of
 * their section 1.4, case (1), on the axis that carries dn.
 *
 * In the units of free_body.h, |m| = 1, a_i = 1/I_i.  Axis a is the extreme axis that m circles, b
 * the middle one, c the other extreme:
 *
 *   w  = (a_b - a_a)/(a_c - a_a),  wc = (a_c - a_b)/(a_c - a_a)         >= 0, w + wc = 1
 *   Ba^2 = m_a^2 + wc m_b^2,  Bc^2 = m_c^2 + w m_b^2,  Bm = Bc/sqrt(w)
 *   k^2 = wc Bc^2/(w Ba^2),  1 - k^2 = (w m_a^2 - wc m_c^2)/(w Ba^2)    >= 0 by the choice of a
 *   m = (Ba dn u, Bm sn u, Bc cn u),  u' = +- |a_c - a_a| sqrt(w) Ba
 *
 * Textbooks go on to find u0 from m by an elliptic integral, u1 = u0 + v, and the functions at u1.
 * Then a small step from a large u0 is a difference of large numbers, and so is the change of the
 * third integral.  Here the functions at u0 come from m itself, those at v from the AGM, those at
 * u1 from the addition theorem (DLMF 22.8): the phase is never needed.
 *
 * Orientation: let p(t) be the shortest rotation that brings m(t) to axis a.  As m_a keeps its sign,
 * this is never near a rotation by pi.  Then the body rotates by p(0)^-1 exp(psi e_a) p(t), where
 *
 *   psi' = a_a + g (1 - m_a),   g = (a_c - a_a) Bc^2 / (1 - m_a^2).
 *
 * Each rotor computes the angle psi in its own way.
 */
#include "free_motion/jacobi_motion.h"
#include "free_motion/free_body.h"

/* ---- constants of a body -------------------------------------------------------------------- */
void rgs_jacobi_prepare(const void *params, int64_t n, const rgs_column *inertia,
                        double *prepared) {
  (void)params;
  rgs_jacobi_top *t = (rgs_jacobi_top *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    const double *a = m.reciprocal;
    /* Sorted by their differences: moments that differ in the last digit may have the same
     * reciprocal. */
    int high = 0, low = 0;
    for (int k = 1; k < 3; k++) {
      if (rgs_reciprocal_difference(inertia, i, a, k, high) > 0) high = k;
      if (rgs_reciprocal_difference(inertia, i, a, k, low) <= 0) low = k;
    }
    /* The third axis.  high and low are equal only where a host has put nan into the inertia since
     * it was checked. */
    const int mid = (6 - high - low) % 3;
    t->per_largest = m.per_largest;
    t->high = high;
    t->mid = mid;
    t->low = low;
    t->handed = (high + 1) % 3 == mid ? 1 : -1;
    for (int k = 0; k < 3; k++) t->a[k] = a[k];
    t->high_mid = rgs_reciprocal_difference(inertia, i, a, high, mid);
    t->mid_low = rgs_reciprocal_difference(inertia, i, a, mid, low);
    t->high_low = rgs_reciprocal_difference(inertia, i, a, high, low);
  }
}

/* ---- momentum ------------------------------------------------------------------------------- */
/* Functions at u + v from those at u (f) and v (g, with cn >= 0).  DLMF 22.8.1 to 22.8.3 with the
 * denominator as a sum of positive terms.  Where a numerator is a difference, the identities
 *
 *   cn(u+v) cn(u-v) D = cn(u)^2 dn(v)^2 - kc^2 sn(v)^2
 *   dn(u+v) dn(u-v) D = dn(u)^2 cn(v)^2 + kc^2 sn(v)^2
 *
 * keep a small cn and dn accurate relative to themselves: the angle depends on their ratio.  (The
 * first is a difference as well, and taken where its terms are the smaller ones.) */
static rgs_jacobi add(const rgs_jacobi *f, const rgs_jacobi *g, double kk, double kckc) {
  const double D = g->cn * g->cn + (g->sn * f->dn) * (g->sn * f->dn);
  const double c1 = f->cn * g->cn, c2 = f->sn * g->sn * (f->dn * g->dn);
  const double d1 = f->dn * g->dn, d2 = kk * (f->sn * g->sn) * c1;
  const double rest = kckc * (g->sn * g->sn);
  const double cd = f->cn * g->dn, dc = f->dn * g->cn, c12 = c1 + c2;
  rgs_jacobi h;
  h.sn = (f->sn * (g->cn * g->dn) + g->sn * (f->cn * f->dn)) / D;
  h.cn = c1 * c2 > 0 && (cd * cd + rest) * D < c12 * c12 ? (cd * cd - rest) / c12 : (c1 - c2) / D;
  h.dn = d2 > 0 ? (dc * dc + rest) / (d1 + d2) : (d1 - d2) / D;
  return h;
}

/* x + rest = 1 - sqrt(1 - square - square_rest), for sqrt(1 - square) = root. */
typedef struct below_1 {
  double x, rest;
} below_1;
static below_1 below_1_of(double square, double square_rest, double root) {
  const double x = square / (1 + root);
  return (below_1){ x, ((square - 2 * x) + x * x + square_rest) / (2 * root) };
}

/* The same for a small v, |sn(v)| <= SMALL, as what is to be added to f.  v is the same in every step
 * of a free body, and so would be the errors of a cn(v) and dn(v) that are rounded near 1: they add up
 * to a drift of the energy.  1 - cn(v) and 1 - dn(v) are smaller, and so are their errors, which
 * `rest` mends: each is added to a product that changes from step to step, and is rounded with it. */
static const double SMALL = 0.5;
static rgs_jacobi change_of(const rgs_jacobi *f, const rgs_jacobi *g, double kk) {
  const double ss = g->sn * g->sn, ss_rest = fma(g->sn, g->sn, -ss);
  const double kss = kk * ss, kss_rest = fma(kk, ss, -kss) + kk * ss_rest;
  const double under = f->sn * f->sn * kss, per_D = 1 / (1 - under);
  const below_1 c = below_1_of(ss, ss_rest, g->cn), d = below_1_of(kss, kss_rest, g->dn);
  const double cd = c.x + d.x, larger = fmax(c.x, d.x), smaller = fmin(c.x, d.x);
  const double cd_rest = (smaller - (cd - larger)) - c.x * d.x + (c.rest + d.rest);
  const double sn_rest = f->sn * cd_rest, cn_rest = f->cn * c.rest, dn_rest = f->dn * d.rest;
  const double for_cn = f->sn * g->sn * (f->dn * g->dn);
  const double for_dn = kk * (f->sn * g->sn) * (f->cn * g->cn);
  return (rgs_jacobi){ (g->sn * (f->cn * f->dn) - (f->sn * (cd - under) + sn_rest)) * per_D,
                       -(for_cn + (f->cn * (c.x - under) + cn_rest)) * per_D,
                       -(for_dn + (f->dn * (d.x - under) + dn_rest)) * per_D };
}

/* So close to the middle axis, relative to |m|, a body stays there. */
static const double CLOSEST = 1e-30;
/* A complement of the modulus below this counts as 0: the separatrix.  There dn ~ exp(-v) is held
 * at this v, long after its last digit has ceased to matter. */
static const double SEPARATRIX = 1e-50, LONGEST = 115;

/* Finds the functions at u0 + v, and how the momentum changes.  The change of a small step is not left
 * to a difference of two momenta, which are rounded: the energy would do a wider random walk. */
static void go_on(rgs_jacobi_motion *m) {
  const int half_rotated = fmod(m->half_periods, 2) != 0;
  if (fabs(m->fv.sn) <= SMALL) {
    const rgs_jacobi more = change_of(&m->f0, &m->fv, m->kk);
    m->f1 = (rgs_jacobi){ m->f0.sn + more.sn, m->f0.cn + more.cn, m->f0.dn + more.dn };
    m->change[0] = m->Ba * more.dn;
    m->change[1] = m->Bm * more.sn;
    m->change[2] = m->Bc * more.cn;
    if (!half_rotated) return;
  } else {
    m->f1 = add(&m->f0, &m->fv, m->kk, m->kckc);
  }
  const double direction = half_rotated ? -1 : 1;
  m->change[0] = m->Ba * m->f1.dn - m->m0[0];
  m->change[1] = direction * (m->Bm * m->f1.sn) - m->m0[1];
  m->change[2] = direction * (m->Bc * m->f1.cn) - m->m0[2];
}

void rgs_jacobi_move(const rgs_jacobi_top *t, const double y[3], double time,
                     rgs_jacobi_motion *m) {
  const int high = (int)t->high, mid = (int)t->mid, low = (int)t->low;
  const double above = t->high_mid * (y[high] * y[high]);
  const double below = t->mid_low * (y[low] * y[low]);
  const int on_high = above > below; /* is dn on the axis with the smallest moment? */
  m->axis[0] = on_high ? high : low;
  m->axis[1] = mid;
  m->axis[2] = on_high ? low : high;
  m->sign[0] = y[m->axis[0]] < 0 ? -1 : 1;
  m->sign[1] = 1;
  m->sign[2] = m->sign[0] * (on_high ? t->handed : -t->handed);
  double *m0 = m->m0;
  for (int k = 0; k < 3; k++) m0[k] = m->sign[k] * y[m->axis[k]];

  m->steady = 1;
  m->twice_energy_time =
      time * (t->a[0] * (y[0] * y[0]) + t->a[1] * (y[1] * y[1]) + t->a[2] * (y[2] * y[2]));
  m->secular = m->twice_energy_time;
  if (t->high_low == 0) return;
  m->w = (on_high ? t->high_mid : t->mid_low) / t->high_low;
  m->wc = (on_high ? t->mid_low : t->high_mid) / t->high_low;
  const double Ba2 = m0[0] * m0[0] + m->wc * (m0[1] * m0[1]);
  const double Bc2 = m0[2] * m0[2] + m->w * (m0[1] * m0[1]);
  const double root_w = sqrt(m->w), speed = t->high_low * root_w;
  m->Ba = sqrt(Ba2);
  m->Bc = sqrt(Bc2);
  const double v = (on_high ? time : -time) * (speed * m->Ba);
  if (v == 0 || !(m->w * Ba2 > 0) || !(Bc2 > 0)) return;
  m->Bm = m->Bc / root_w;
  m->f0 = (rgs_jacobi){ m0[1] / m->Bm, m0[2] / m->Bc, m0[0] / m->Ba };
  if (fmax(fabs(m->f0.cn), m->f0.dn) < CLOSEST) return;
  m->steady = 0;
  m->secular = t->a[mid] * time;

  m->kk = fmin(1, m->wc * Bc2 / (m->w * Ba2));
  m->kckc = fmin(1, fabs(above - below) / t->high_low / (m->w * Ba2));
  m->N = m->wc + m->w * m->kk;
  rgs_modulus modulus = { sqrt(m->kk), sqrt(m->kckc) };
  if (modulus.kc < SEPARATRIX) {
    modulus.kc = m->kckc = 0;
    m->fv = rgs_jacobi_reduced(fmax(-LONGEST, fmin(LONGEST, v)), modulus, &m->half_periods);
  } else {
    m->fv = rgs_jacobi_reduced(v, modulus, &m->half_periods);
  }
  go_on(m);
}

/* ---- orientation ------------------------------------------------------------------------------- */
static void to_body(const rgs_jacobi_motion *m, double r0, double r1, double r2, double r3,
                    double r[4]) {
  r[0] = r0;
  r[1 + m->axis[0]] = m->sign[0] * r1;
  r[1 + m->axis[1]] = m->sign[1] * r2;
  r[1 + m->axis[2]] = m->sign[2] * r3;
}

/* p^-1 exp(angle e_a) p, where p = (1 + m_a, m x e_a), before and after: with the products of the two p
 * as vectors, of which those that vanish with the change are formed from it. */
void rgs_jacobi_rotation(const rgs_jacobi_motion *m, double angle, double r[4]) {
  const double dx = m->change[0], dy = m->change[1], dz = m->change[2];
  const double x0 = 1 + m->m0[0], y0 = m->m0[1], z0 = m->m0[2];
  const double x1 = x0 + dx, y1 = y0 + dy, z1 = z0 + dz;
  const double C = cos(0.5 * angle), S = sin(0.5 * angle);
  const double yz = y0 * dz - z0 * dy, zx = z0 * dx - x0 * dz, xy = x0 * dy - y0 * dx;
  const double along = x0 * x1, across = y0 * y1 + z0 * z1;
  to_body(m, C * (along + across) - S * yz, S * (along - across) - C * yz,
          S * (x0 * y1 + y0 * x1) - C * zx, S * (x0 * z1 + z0 * x1) - C * xy, r);
}

void rgs_jacobi_steady_rotation(const rgs_jacobi_motion *m, double r[4]) {
  const double C = cos(0.5 * m->secular), S = sin(0.5 * m->secular);
  to_body(m, C, S * m->m0[0], S * m->m0[1], S * m->m0[2], r);
}

rgs_status rgs_jacobi_flow(const rgs_flow *call, rgs_jacobi_angle_of *angle, int64_t *bad) {
  double faults = 0;
  const rgs_jacobi_top *t = (const rgs_jacobi_top *)call->prepared;
  for (int64_t i = 0; i < call->n; i++, t++) {
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->per_largest, &b)) {
      rgs_jacobi_motion m;
      double r[4];
      rgs_jacobi_move(t, b.y, b.time, &m);
      if (m.steady)
        rgs_jacobi_steady_rotation(&m, r);
      else
        rgs_jacobi_rotation(&m, angle(&m, call->params), r);
      rgs_rotate_in_body(b.q, r[0], r[1], r[2], r[3]);
    }
    faults += rgs_store_orientation(call, i, b.q);
  }
  return rgs_orientations_stored(call, faults, bad);
}
