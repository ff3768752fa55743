/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slopes.c - derivatives of the host's energy by differences, its noise, and its jumps.
 */
#include "force_check/force_check.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- slopes ---------------------------------------------------------------------------------- */
/* Steps are 4^-1, 4^-2, .. of the scale.  At the first two that are tried differences of a smooth energy are
 * right to 1e-6, and rounding costs 1e-12. */
enum { LEVELS = 11, FIRST_TRIED = 3 };

typedef struct ladder {
  double d[LEVELS], step[LEVELS];
  bool known[LEVELS];
} ladder;

static rgs_status difference(rgs_force_work *w, rgs_move move, double scale, int level, ladder *l) {
  if (l->known[level]) return RGS_OK;
  const double step = ldexp(scale, -2 * (level + 1));
  double energy[2] = { 0 };
  for (int side = 0; side < 2; side++) {
    move.by = side == 0 ? step : -step;
    const rgs_status status = rgs_fc_evaluate(w, move, NULL);
    if (status != RGS_OK) return status;
    energy[side] = w->energy;
  }
  l->d[level] = (energy[0] - energy[1]) / (2 * step);
  l->step[level] = step;
  l->known[level] = true;
  return RGS_OK;
}

/* The error of the difference at a level: of order 2 in the step, from the next larger one; and noise. */
static double truncation(const ladder *l, int k) { return fabs(l->d[k] - l->d[k - 1]) / 5; }
static double noise(const rgs_force_work *w, const ladder *l, int k) {
  return w->check->noise / l->step[k];
}

/* Goes to smaller steps while truncation is the larger error, or to larger ones while noise is, until the
 * difference is good enough to judge what is expected. */
rgs_status rgs_fc_slope(rgs_force_work *w, rgs_move move, double scale, double expected,
                        rgs_slope *out) {
  ladder l = { .known = { false } };
  int k = FIRST_TRIED + 1, best = k, way = 0;
  rgs_status status = difference(w, move, scale, FIRST_TRIED, &l);
  for (;;) {
    if (status == RGS_OK) status = difference(w, move, scale, k - 1, &l);
    if (status == RGS_OK) status = difference(w, move, scale, k, &l);
    if (status != RGS_OK) return status;
    const double error = truncation(&l, k) + noise(w, &l, k);
    if (k == FIRST_TRIED + 1 || error < out->error) {
      best = k;
      out->error = error;
    }
    out->value = l.d[best];
    const double enough = 0.1 * w->check->tolerance * fmax(fabs(l.d[best]), fabs(expected));
    const int next = truncation(&l, k) > noise(w, &l, k) ? 1 : -1;
    if (out->error <= enough || (way != 0 && next != way)) return RGS_OK;
    way = next;
    k += way;
    if (k < 1 || k >= LEVELS) return RGS_OK;
  }
}

/* ---- noise ----------------------------------------------------------------------------------- */
/* The noise of a function from its values at equal distances, whose differences of high order are noise alone
 * (More and Wild, 10.1137/100786125).  values: overwritten. */
enum { POINTS = 8 };
static double noise_of(double values[POINTS]) {
  double least = INFINITY, gamma = 1;
  for (int k = 1; k < POINTS - 1; k++) {
    double squares = 0;
    gamma *= 0.5 * k / (2 * k - 1);
    for (int i = 0; i < POINTS - k; i++) {
      values[i] = values[i + 1] - values[i];
      squares += values[i] * values[i];
    }
    if (k > 1) least = fmin(least, sqrt(gamma * squares / (POINTS - k)));
  }
  return least;
}

static bool mostly_equal(const double energy[POINTS]) {
  int equal = 0;
  for (int i = 1; i < POINTS; i++) equal += energy[i] == energy[i - 1];
  return 2 * equal > POINTS;
}

/* Energy, and forces of one body, along a line that moves all bodies; the points are so close to each other
 * that only noise differs, but not so close that an energy in single precision is constant. */
rgs_status rgs_fc_noise(rgs_force_work *w) {
  double energy[POINTS], forces[POINTS][RGS_FORCE_DOUBLES], largest = 0;
  bool single = true; /* all energies are numbers in single precision */
  double step = 1e-8;
  int tries = 0;
  do {
    step *= 100;
    const rgs_view *v = &w->bodies->view;
    for (int j = 0; j < POINTS; j++) {
      const rgs_status status =
          rgs_fc_evaluate(w, (rgs_move){ RGS_MOVE_ALL, 0, 0, (j + 1) * step }, NULL);
      if (status != RGS_OK) return status;
      energy[j] = w->energy;
      largest = fmax(largest, fabs(w->energy));
      single &= fabs(w->energy) < FLT_MAX && (double)(float)w->energy == w->energy;
      rgs_get(&v->f, w->rows[0].body, 3, forces[j]);
      rgs_get(&v->tau, w->rows[0].body, 3, forces[j] + 3);
    }
  } while (mostly_equal(energy) && ++tries < 3);
  for (int k = 0; k < RGS_FORCE_DOUBLES; k++) {
    double along[POINTS], *const to = &w->force_noise[k / 3];
    for (int j = 0; j < POINTS; j++) along[j] = forces[j][k];
    *to = fmax(*to, noise_of(along));
  }
  const double rounding = (single ? FLT_EPSILON : DBL_EPSILON) * largest;
  w->check->noise = fmax(w->check->noise, fmax(2 * noise_of(energy), rounding));
  return RGS_OK;
}

/* ---- jumps ----------------------------------------------------------------------------------- */
/* Along the line that moves all bodies the energy changes by the work of the forces.  The interval where it
 * does so least is halved until 1e-4 of it is left: a change that stays is a jump. */
typedef struct place {
  double at, energy, power;
} place;
enum { INTERVALS = 16, HALVINGS = 12 };

static rgs_status look(rgs_force_work *w, double at, place *out) {
  const rgs_view *v = &w->bodies->view;
  const rgs_status status = rgs_fc_evaluate(w, (rgs_move){ RGS_MOVE_ALL, 0, 0, at }, NULL);
  *out = (place){ at, w->energy, 0 };
  for (int64_t i = 0; i < w->n && status == RGS_OK; i++) {
    double along[3], about[3];
    rgs_fc_direction(w, i, along, about);
    for (int k = 0; k < 3; k++)
      out->power += RGS_AT(v->f, i, k) * along[k] + RGS_AT(v->tau, i, k) * about[k];
  }
  return status;
}

static double unexplained(const place *a, const place *b) {
  return b->energy - a->energy + 0.5 * (a->power + b->power) * (b->at - a->at);
}

rgs_status rgs_fc_jump(rgs_force_work *w) {
  place points[INTERVALS + 1], middle, *a = points, *b = points + 1;
  double before = 0;
  for (int j = 0; j <= INTERVALS; j++) {
    const rgs_status status = look(w, 0.6 * j / INTERVALS - 0.3, &points[j]);
    if (status != RGS_OK) return status;
    if (j > 0 && fabs(unexplained(&points[j - 1], &points[j])) > fabs(unexplained(a, b))) {
      a = &points[j - 1];
      b = &points[j];
    }
  }
  place low = *a, high = *b;
  for (int halving = 0; halving < HALVINGS; halving++) {
    const rgs_status status = look(w, 0.5 * (low.at + high.at), &middle);
    if (status != RGS_OK) return status;
    if (halving == HALVINGS - 5) before = fabs(unexplained(&low, &high));
    if (fabs(unexplained(&low, &middle)) > fabs(unexplained(&middle, &high)))
      high = middle;
    else
      low = middle;
  }
  const double stays = fabs(unexplained(&low, &high));
  w->jump = stays > 0.5 * before ? stays : 0;
  return RGS_OK;
}
