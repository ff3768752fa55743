/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record.c - samples of Strang steps, for outputs about past steps.  A sample is taken at the kick:
 * at the end of steps that kick first, and in the middle of steps that drift first, with the
 * momenta half way through the kick.  So both forms have the same samples.
 *
 * The shadow energy of order 8 is from Engle, Skeel and Drees (10.1016/j.jcp.2004.12.009) with
 * the quaternion and its momentum P = 2 (0,l) q as canonical pair.  beta makes the motion
 * homogeneous: a kick over t adds -t (2 U + sum x.f), a drift over t adds 2 t times the rotational
 * energy.  Of each two samples n, m only the sum over bodies
 *   p_n.x_m - x_n.p_m + P_n.q_m - q_n.P_m
 * is kept, so bodies may change rank in between.
 */
#include "motion/record.h"
#include "base/columns.h"
#include <string.h>

void rgs_record_begin(rgs_record *r, double h) {
  memset(r, 0, sizeof *r);
  r->h = h;
}

typedef struct state { /* the first four columns, in the order of the aux */
  double x[3], p[3], q[4], l[3];
} state;
static const int state_columns[] = { RGS_COLUMN_X, RGS_COLUMN_P, RGS_COLUMN_Q, RGS_COLUMN_L };
_Static_assert(sizeof(state) == RGS_AUX_STATE * sizeof(double), "the aux holds all of it");

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Twice the kinetic energy of rotation; for a torque, its part of V. */
static double spin_square(const double inertia[3], const double q[4], const double l[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double y = rgs_along_axis(q, l, k);
    if (inertia[k] > 0) sum += y * (y / inertia[k]);
  }
  return sum;
}

/* Of a body that is heavier for its rotation: its angular momentum is l over `turns`. */
static void quaternion_momentum(const state *s, double turns, double out[4]) {
  const double *q = s->q, *l = s->l;
  const double twice = 2 / turns;
  out[0] = -twice * dot(l, q + 1);
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    out[1 + k] = twice * (l[k] * q[0] + l[a] * q[1 + b] - l[b] * q[1 + a]);
  }
}

/* Written in differences, because far from the origin the products would cancel. */
static double pair(const state *n, const state *m, double turns) {
  double sum = 0, of_n[4], of_m[4], rotation = 0, sign = 0;
  for (int k = 0; k < 3; k++) sum += n->p[k] * (m->x[k] - n->x[k]) - n->x[k] * (m->p[k] - n->p[k]);
  quaternion_momentum(n, turns, of_n);
  quaternion_momentum(m, turns, of_m);
  for (int k = 0; k < 4; k++) {
    rotation += of_n[k] * m->q[k] - n->q[k] * of_m[k];
    sign += n->q[k] * m->q[k];
  }
  return sign < 0 ? sum - rotation : sum + rotation; /* q and -q are the same orientation */
}

/* Where the aux holds the state of a sample. */
static rgs_column past(const rgs_motion *m, int64_t sample) {
  const int64_t first =
      (int64_t)m->aux.displaced + m->aux.propagated + RGS_AUX_STATE * (sample % RGS_PAST_STATES);
  const rgs_column *aux = &m->bodies->view.aux;
  return (rgs_column){ aux->data + first * aux->comp, aux->body, aux->comp };
}

/* Adds body i to the sums of pairs with the samples before, and puts its state in place of the
 * oldest. */
static void pair_with_past(rgs_record *r, const rgs_motion *m, int64_t i, const state *now) {
  for (int j = 0; j < RGS_PAST_STATES && j < r->samples; j++) {
    const int64_t sample = r->samples - 1 - j;
    const rgs_column column = past(m, sample);
    state then;
    rgs_get(&column, i, RGS_AUX_STATE, (double *)&then);
    r->pairs[j][sample % RGS_RECORD_SUMS] += pair(&then, now, m->method->turns);
  }
  const rgs_column column = past(m, r->samples);
  rgs_put(&column, i, RGS_AUX_STATE, (const double *)now);
}

void rgs_record_sample(rgs_record *r, const rgs_motion *m, double h, double energy, double share) {
  const rgs_view *v = &m->bodies->view;
  const bool velocity = v->flags & RGS_VIEW_P_IS_VELOCITY;
  const double scale = m->force_scale;
  const int slot = (int)(r->samples % 3);
  double kinetic = 0, squares = 0, rotation_before = 0, virial = 0;
  for (int j = 0; j < RGS_PAST_STATES && j < r->samples; j++)
    r->pairs[j][(r->samples - 1 - j) % RGS_RECORD_SUMS] = 0;
  for (int64_t i = 0; i < rgs_own_bodies(v); i++) {
    const double mass = RGS_AT(v->mass, i, 0);
    double inertia[3], f[3], tau[3], before[3];
    state now;
    rgs_get_columns(v, state_columns, 4, i, (double *)&now);
    rgs_get(&v->inertia, i, 3, inertia);
    for (int k = 0; k < 3; k++) {
      f[k] = scale * RGS_AT(v->f, i, k);
      tau[k] = scale * m->method->turns * RGS_AT(v->tau, i, k);
      now.p[k] = now.p[k] * (velocity ? mass : 1) + share * h * f[k];
      now.l[k] += share * h * tau[k];
      before[k] = now.l[k] - h / 2 * tau[k];
    }
    kinetic += (dot(now.p, now.p) / mass + spin_square(inertia, now.q, now.l)) / 2;
    squares += dot(f, f) / mass + spin_square(inertia, now.q, tau);
    virial += dot(now.x, f);
    rotation_before += spin_square(inertia, now.q, before) / 2;
    if (m->method->shadow) pair_with_past(r, m, i, &now);
  }
  virial += 2 * energy;
  r->growth[r->samples % RGS_RECORD_SUMS] = -h / 2 * (r->virial + virial) + 2 * h * rotation_before;
  r->virial = virial;
  /* Only differences of beta are needed.  beta itself would grow without end, and so would its
   * rounding. */
  double since = 0;
  for (int j = 0; j < RGS_PAST_STATES && j < r->samples; j++) {
    since += r->growth[(r->samples - j) % RGS_RECORD_SUMS];
    r->pairs[j][(r->samples - 1 - j) % RGS_RECORD_SUMS] -= since;
  }
  r->kinetic[slot] = kinetic;
  r->potential[slot] = energy;
  r->force_square[slot] = squares;
  r->samples++;
}

/* ---- energies --------------------------------------------------------------------------------
 * The latest sample has the number samples - 1. */

double rgs_record_energy(const rgs_record *r) {
  int slot = (int)((r->samples - 1) % 3);
  return r->kinetic[slot] + r->potential[slot];
}

double rgs_record_refined_energy(const rgs_record *r) {
  int before = (int)((r->samples - 3) % 3), at = (before + 1) % 3, after = (before + 2) % 3;
  return r->kinetic[at] +
         (r->potential[before] + 10 * r->potential[at] + r->potential[after]) / 12 +
         r->h * r->h / 24 * r->force_square[at];
}

double rgs_record_shadow_energy(const rgs_record *r) {
  static const double weight[RGS_PAST_STATES] = { 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280 };
  int64_t n = r->samples - 1 - RGS_PAST_STATES;
  double sum = 0;
  for (int j = 0; j < RGS_PAST_STATES; j++)
    sum +=
        weight[j] * (r->pairs[j][n % RGS_RECORD_SUMS] + r->pairs[j][(n - 1 - j) % RGS_RECORD_SUMS]);
  return sum / (2 * r->h);
}
