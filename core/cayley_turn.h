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
 * The equation has several solutions, or none, once the body turns by about a radian a step.  The
 * right one is that which grows out of e = 0 as h grows from 0.  So m is reached in stages short
 * enough for Newton's method to stay on that branch, and a Jacobian that has lost its positive
 * determinant means that the branch has ended: then there is no solution.
 */
#ifndef RGS_CAYLEY_TURN_H
#define RGS_CAYLEY_TURN_H
#include "free_body.h"

typedef struct rgs_cayley {
  double a[3];     /* reciprocal moments, scaled */
  double k[3];     /* k1 = a2 - a3 and cyclic: (e x p)_1 = k1 p2 p3 */
  double coupling; /* how strongly two components of e drive the third; >= 1 */
} rgs_cayley;

static inline rgs_cayley rgs_cayley_of(const rgs_column *inertia, int64_t body, const double a[3]) {
  rgs_cayley t;
  t.coupling = 1;
  for (int j = 0; j < 3; j++) {
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    t.a[j] = a[j];
    t.k[j] = rgs_reciprocal_difference(inertia, body, a, j1, j2);
    if (a[j1] != 0 && a[j2] != 0) /* |I2 - I3| / I1: at most 1 for a body that can exist */
      t.coupling = rgs_larger(t.coupling, a[j] * (fabs(t.k[j]) / a[j1]) / a[j2]);
  }
  return t;
}

/* One Newton step.  Returns 0 where the branch has ended, else 1 and the squares of the change in e
 * and of e. */
static inline int rgs_cayley_newton(const rgs_cayley *t, double stretch, const double m[3],
                                    double p[3], double *change2, double *e2) {
  const double *a = t->a, *k = t->k;
  const double e[3] = { a[0] * p[0], a[1] * p[1], a[2] * p[2] };
  const double twice = 2 * stretch;
  const double g[3] = { twice * a[0] * e[0], twice * a[1] * e[1], twice * a[2] * e[2] };
  *e2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  const double alpha = 1 + stretch * *e2;
  double f[3]; /* e x p not by way of k: its rounding would be the same in each step, and add up */
  rgs_cross(e, p, f);
  for (int j = 0; j < 3; j++) f[j] += p[j] - alpha * m[j];
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

/* Returns 1, p and the turn e, or 0. */
static inline int rgs_cayley_solve(const rgs_cayley *t, double stretch, const double y[3],
                                   double time, int64_t max_iterations, double e[3]) {
  const double *a = t->a, *k = t->k;
  double m[3], p[3] = { 0, 0, 0 }, reach2 = 0;
  for (int j = 0; j < 3; j++) {
    m[j] = 0.5 * time * y[j];
    reach2 += (a[j] * m[j]) * (a[j] * m[j]);
  }
  const double reach = sqrt(reach2) * t->coupling;
  if (!(reach < RGS_CAYLEY_STAGE * (double)max_iterations)) return 0;
  const int stages = 1 + (int)(reach / RGS_CAYLEY_STAGE);
  int64_t iterations = 0;
  for (int stage = 1; stage <= stages; stage++) {
    const double fraction = (double)stage / stages;
    const double target[3] = { fraction * m[0], fraction * m[1], fraction * m[2] };
    if (stage == 1) { /* four terms of p in powers of h, one by each round */
      p[0] = target[0] - k[0] * target[1] * target[2];
      p[1] = target[1] - k[1] * target[2] * target[0];
      p[2] = target[2] - k[2] * target[0] * target[1];
      for (int round = 0; round < 2; round++) {
        const double e0 = a[0] * p[0], e1 = a[1] * p[1], e2 = a[2] * p[2];
        const double alpha = 1 + stretch * (e0 * e0 + e1 * e1 + e2 * e2);
        const double next[3] = { alpha * target[0] - k[0] * p[1] * p[2],
                                 alpha * target[1] - k[1] * p[2] * p[0],
                                 alpha * target[2] - k[2] * p[0] * p[1] };
        for (int j = 0; j < 3; j++) p[j] = next[j];
      }
    } else {
      for (int j = 0; j < 3; j++) p[j] *= (double)stage / (stage - 1);
    }
    double change2, e2, left;
    do {
      if (iterations++ == max_iterations ||
          !rgs_cayley_newton(t, stretch, target, p, &change2, &e2))
        return 0;
      left = t->coupling * change2;
    } while (!(left * left <= RGS_CAYLEY_LEFT * RGS_CAYLEY_LEFT * e2));
  }
  for (int j = 0; j < 3; j++) e[j] = a[j] * p[j];
  return 1;
}

#endif /* RGS_CAYLEY_TURN_H */
