/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cayley_turn.h - the equation behind the discrete Moser-Veselov method and the midpoint rule.
 *
 * Both turn the body by the quaternion (1, e)/sqrt(1 + |e|^2) in its own frame, where e solves
 *
 *   p + e x p = (1 + stretch |e|^2) m,      p_k = I_k e_k,   m = h y / 2,
 *
 * with stretch = 1 (Moser-Veselov) or 0 (midpoint).  The momentum afterwards is h y'/2 = m' with
 * p - e x p = (1 + stretch |e|^2) m', as the turn demands.  So |y| and the kinetic energy are kept,
 * since e x p is at right angles to p, and a p = e at right angles to e x p.
 *
 * Solved for p rather than e: e_k = a_k p_k with a_k = 1/I_k, or 0 for an axis without spin, so no
 * moment is divided by.
 *
 * The equation may have several solutions, or none, once the body turns by about a radian a step.
 * The right one is that which grows out of e = 0 as h grows from 0.  So m is reached in stages short
 * enough for Newton's method to stay on that branch, and a Jacobian that has lost its positive
 * determinant means that the branch has ended: then there is no solution.
 *
 * ROUNDING  Over many steps the energy stays only if nothing is rounded the same way each time.  If
 * e = a p and e x p come from constants whose roundings do not fit each other, that of 1e-16 becomes
 * a steady drift (2e-13 in 1e6 steps at h |w| = 0.1).  So the body is given by three numbers, a_3 and
 * the differences beta = a_1 - a_3 and delta = a_2 - a_3, axes relabelled as in rotor_exact.c (a_2
 * the middle, a_3 the one closer to it), and all that is needed is made of these in each step.
 */
#ifndef RGS_CAYLEY_TURN_H
#define RGS_CAYLEY_TURN_H
#include "free_body.h"

typedef struct rgs_cayley {
  double axis[3];         /* which axis of the body plays axes 1, 2, 3 */
  double hand;            /* +1 where these are right-handed, -1 where they are a mirror image */
  double a3, beta, delta; /* scaled */
  double coupling;        /* how strongly two components of e drive the third; >= 1 */
} rgs_cayley;

static inline rgs_cayley rgs_cayley_of(const rgs_column *inertia, int64_t body, const double a[3]) {
  int low = 0, high = 0;
  for (int k = 1; k < 3; k++) {
    if (a[k] < a[low]) low = k;
    if (a[k] >= a[high]) high = k;
  }
  const int middle = 3 - low - high;
  const double below = rgs_reciprocal_difference(inertia, body, a, middle, low);
  const double above = rgs_reciprocal_difference(inertia, body, a, high, middle);
  const int third = below <= above ? low : high, first = below <= above ? high : low;

  rgs_cayley t;
  t.axis[0] = first;
  t.axis[1] = middle;
  t.axis[2] = third;
  t.hand = (middle - first + 3) % 3 == 1 ? 1 : -1;
  t.a3 = a[third];
  t.beta = rgs_reciprocal_difference(inertia, body, a, first, third);
  t.delta = rgs_reciprocal_difference(inertia, body, a, middle, third);
  t.coupling = 1;
  for (int j = 0; j < 3; j++) { /* |I2 - I3| / I1: at most 1 for a body that can exist */
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    if (a[j1] != 0 && a[j2] != 0) {
      const double difference = rgs_reciprocal_difference(inertia, body, a, j1, j2);
      t.coupling = rgs_larger(t.coupling, a[j] * (fabs(difference) / a[j1]) / a[j2]);
    }
  }
  return t;
}

/* What Newton's method works on; axes as relabelled. */
typedef struct rgs_cayley_equation {
  double stretch;
  double a3, beta, delta;
  double hand_beta, hand_delta;
  double a[3], k[3]; /* (e x p)_1 = k1 p2 p3 and cyclic; rounded, for the Jacobian only */
} rgs_cayley_equation;

static inline void rgs_cayley_e(const rgs_cayley_equation *c, const double p[3], double e[3]) {
  e[0] = c->a3 * p[0] + c->beta * p[0];
  e[1] = c->a3 * p[1] + c->delta * p[1];
  e[2] = c->a3 * p[2];
}

static inline void rgs_cayley_cross(const rgs_cayley_equation *c, const double p[3],
                                    double e_cross_p[3]) {
  e_cross_p[0] = c->hand_delta * p[1] * p[2];
  e_cross_p[1] = -(c->hand_beta * p[2] * p[0]);
  e_cross_p[2] = (c->hand_beta * p[0] - c->hand_delta * p[0]) * p[1];
}

/* One Newton step.  Returns 0 where the branch has ended, else 1 and the squares of the change in e
 * and of e. */
static inline int rgs_cayley_newton(const rgs_cayley_equation *c, const double m[3], double p[3],
                                    double *change2, double *e2) {
  const double *a = c->a, *k = c->k;
  double e[3], f[3];
  rgs_cayley_e(c, p, e);
  rgs_cayley_cross(c, p, f);
  *e2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  const double alpha = 1 + c->stretch * *e2, twice = 2 * c->stretch;
  for (int j = 0; j < 3; j++) f[j] += p[j] - alpha * m[j];

  const double g[3] = { twice * a[0] * e[0], twice * a[1] * e[1], twice * a[2] * e[2] };
  const double r1[3] = { 1 - m[0] * g[0], k[0] * p[2] - m[0] * g[1], k[0] * p[1] - m[0] * g[2] };
  const double r2[3] = { k[1] * p[2] - m[1] * g[0], 1 - m[1] * g[1], k[1] * p[0] - m[1] * g[2] };
  const double r3[3] = { k[2] * p[1] - m[2] * g[0], k[2] * p[0] - m[2] * g[1], 1 - m[2] * g[2] };
  double c1[3], c2[3], c3[3]; /* cross products of the rows: the inverse times det */
  rgs_cross(r2, r3, c1);
  rgs_cross(r3, r1, c2);
  rgs_cross(r1, r2, c3);
  const double det = r1[0] * c1[0] + r1[1] * c1[1] + r1[2] * c1[2];
  if (!(det > 0)) return 0;
  const double inverse = 1 / det;
  *change2 = 0;
  for (int j = 0; j < 3; j++) {
    const double change = -(f[0] * c1[j] + f[1] * c2[j] + f[2] * c3[j]) * inverse;
    p[j] += change;
    *change2 += (a[j] * change) * (a[j] * change);
  }
  return 1;
}

/* After a change c Newton leaves an error of about coupling c^2, here this part of |e| at most. */
#define RGS_CAYLEY_LEFT 1e-17
/* Length of e, times the coupling, that one stage may add. */
#define RGS_CAYLEY_STAGE 0.25

/* Returns 1 and the turn e, or 0. */
static inline int rgs_cayley_solve(const rgs_cayley *t, double stretch, const double y[3],
                                   double time, int64_t max_iterations, double turn[3]) {
  const int axis[3] = { (int)t->axis[0], (int)t->axis[1], (int)t->axis[2] };
  const double hand_beta = t->hand * t->beta, hand_delta = t->hand * t->delta;
  const rgs_cayley_equation c = {
    stretch,
    t->a3,
    t->beta,
    t->delta,
    hand_beta,
    hand_delta,
    { t->a3 + t->beta, t->a3 + t->delta, t->a3 },
    { hand_delta, -hand_beta, hand_beta - hand_delta },
  };
  double m[3], p[3] = { 0, 0, 0 }, e[3], reach2 = 0;
  for (int j = 0; j < 3; j++) {
    m[j] = 0.5 * time * y[axis[j]];
    reach2 += (c.a[j] * m[j]) * (c.a[j] * m[j]);
  }
  int stages = 1;
  if (!(reach2 * (t->coupling * t->coupling) < RGS_CAYLEY_STAGE * RGS_CAYLEY_STAGE)) {
    const double reach = sqrt(reach2) * t->coupling;
    if (!(reach < RGS_CAYLEY_STAGE * (double)max_iterations)) return 0;
    stages = 1 + (int)(reach / RGS_CAYLEY_STAGE);
  }
  int64_t iterations = 0;
  for (int stage = 1; stage <= stages; stage++) {
    double target[3] = { m[0], m[1], m[2] };
    if (stage < stages)
      for (int j = 0; j < 3; j++) target[j] *= (double)stage / stages;
    if (stage == 1) { /* four terms of p in powers of h, one by each round */
      for (int j = 0; j < 3; j++) p[j] = target[j];
      for (int round = 0; round < 3; round++) {
        double cross[3];
        rgs_cayley_e(&c, p, e);
        rgs_cayley_cross(&c, p, cross);
        const double alpha = 1 + stretch * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
        for (int j = 0; j < 3; j++) p[j] = alpha * target[j] - cross[j];
      }
    } else {
      for (int j = 0; j < 3; j++) p[j] *= (double)stage / (stage - 1);
    }
    double change2, e2, left;
    do {
      if (iterations++ == max_iterations || !rgs_cayley_newton(&c, target, p, &change2, &e2))
        return 0;
      left = t->coupling * change2;
    } while (!(left * left <= RGS_CAYLEY_LEFT * RGS_CAYLEY_LEFT * e2));
  }
  rgs_cayley_e(&c, p, e);
  for (int j = 0; j < 3; j++) turn[axis[j]] = e[j];
  return 1;
}

/* ---- a rotor of it: dmv2 and midpoint -------------------------------------------------------- */
typedef struct rgs_cayley_params {
  int64_t max_iterations;
} rgs_cayley_params;

typedef struct rgs_cayley_top {
  double per_largest;
  rgs_cayley body;
} rgs_cayley_top;

static inline void rgs_cayley_prepare(const void *params, int64_t n, const rgs_column *inertia,
                                      double *prepared) {
  (void)params;
  rgs_cayley_top *t = (rgs_cayley_top *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    t->per_largest = m.per_largest;
    t->body = rgs_cayley_of(inertia, i, m.reciprocal);
  }
}

static inline rgs_status rgs_cayley_flow(const rgs_flow *call, double stretch, int64_t *bad) {
  const rgs_cayley_params *params = (const rgs_cayley_params *)call->params;
  const rgs_cayley_top *t = (const rgs_cayley_top *)call->prepared;
  for (int64_t i = 0; i < call->n; i++, t++) {
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->per_largest, &b)) {
      double e[3];
      if (!rgs_cayley_solve(&t->body, stretch, b.y, b.time, params->max_iterations, e)) {
        *bad = i;
        return RGS_E_NOCONV;
      }
      rgs_turn_in_body(b.q, 1, e[0], e[1], e[2]);
    }
    rgs_store_attitude(call, i, b.q);
  }
  return RGS_OK;
}

#endif /* RGS_CAYLEY_TURN_H */
