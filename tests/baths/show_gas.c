/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_gas.c - an ideal gas of tops at constant pressure.  The weight of a volume is V^N exp(-P V/kT)
 * where the bath acts on the total momentum, V^(N-1) exp(-P V/kT) where that is zero, and, where L
 * times the total momentum is a constant c, V^(N-1) exp(-(P V + c^2/(2 M L^2))/kT).
 */
#include "shows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double variance(const double *m) { return m[1] - m[0] * m[0]; }

static ensemble e;

/* What the length of the box times the total momentum is. */
static void scaled_momentum(double c[3]) {
  for (int k = 0; k < 3; k++) {
    c[k] = 0;
    for (int i = 0; i < e.box.n; i++) c[k] += e.box.p[3 * i + k] * e.box.edge[k];
  }
}

static void volumes(ensemble *of, const show_run *r, double *values) {
  (void)r;
  values[0] = volume_of(&of->box);
  values[1] = values[0] * values[0];
}

static void sample(const show_run *r, long steps, blocks *b) {
  run_means(&e, r, steps / 20 + 1000, steps, b, 2, volumes);
}

/* How many independent samples would give the same error. */
static double worth(const blocks *b) {
  const estimate mean = blocks_mean(b, 0);
  return mean.error > 0 ? blocks_estimate(b, variance).value / pow(mean.error, 2) : 0;
}

static void against(const char *title, const blocks *b, double mean, double spread) {
  printf("%s: %ld samples, one a step, worth %.2g independent ones\n", title, b->samples, worth(b));
  compare("mean of V", blocks_mean(b, 0), mean, 0);
  compare("variance of V", blocks_estimate(b, variance), spread, 0);
}

static void at_rest(show_run *r, long steps) {
  char title[80];
  blocks b;
  double c[3];
  r->seed++;
  run_open(&e, r);
  sample(r, steps, &b);
  const double shape = r->n + run_acts_on_drift(r), unit = r->kt / r->p;
  snprintf(title, sizeof title, "N %d, %s, %s: Gamma(%g)", r->n, r->bath, r->axes, shape);
  against(title, &b, shape * unit, shape * unit * unit);
  scaled_momentum(c);
  if (!run_acts_on_drift(r))
    compare_bound("L times the total momentum", sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]), 0,
                  1e-15 * (double)r->n * sqrt((double)steps));
  run_close(&e);
}

/* ---- a total momentum ---------------------------------------------------------------------------- */
static void drifting(show_run *r, long steps) {
  const double velocity[3] = { 0.5, -0.2, 0.3 };
  double mass = 0, before[3], after[3], energy = 0, moment[3] = { 0 };
  blocks b;
  r->seed++;
  memset(&e, 0, sizeof e);
  set_up(&e.box, GAS, r->n, r->volume, r->kt, 1, (unsigned)r->seed);
  for (int i = 0; i < r->n; i++) mass += e.box.mass[i];
  for (int i = 0; i < 3 * r->n; i++) e.box.p[i] += e.box.mass[i / 3] * velocity[i % 3];
  run_open_as_it_is(&e, r);
  scaled_momentum(before);
  sample(r, steps, &b);
  scaled_momentum(after);
  run_close(&e);
  for (int k = 0; k < 3; k++) energy += 0.5 * before[k] * before[k] / mass;
  /* The integrand is smooth and vanishes at both ends: the midpoint rule is enough. */
  const int parts = 200000;
  for (int i = 0; i < parts; i++) {
    const double v = (i + 0.5) / parts * 40 * r->n;
    const double weight = pow(v, r->n - 1) * exp(-(r->p * v + energy / pow(v, 2.0 / 3)) / r->kt);
    moment[0] += weight, moment[1] += weight * v, moment[2] += weight * v * v;
  }
  const double mean = moment[1] / moment[0];
  char title[80];
  snprintf(title, sizeof title, "N %d, %s, iso, with a total momentum", r->n, r->bath);
  against(title, &b, mean, moment[2] / moment[0] - mean * mean);
  for (int k = 0; k < 3; k++)
    compare_bound("L times the total momentum, relative change", after[k] / before[k] - 1, 0,
                  1e-15 * sqrt((double)steps));
}

/* ---- where a bath that scales cannot sample ------------------------------------------------------ */
/* Of bodies that do not see each other.  With one free axis the piston keeps K_x L_x^2 and leaves
 * K_y + K_z alone, and the bath multiplies both by the same factor: so their ratio never changes.  If
 * one factor is for translation and rotation, the same holds for K_t L^2 and K_r. */
static double ratio(bool one_axis) {
  double along = 0, across = 0, rotation;
  for (int i = 0; i < e.box.n; i++)
    for (int k = 0; k < 3; k++) {
      const double energy = 0.5 * pow(e.box.p[3 * i + k], 2) / e.box.mass[i];
      if (k == 0 || !one_axis)
        along += energy * e.box.edge[k] * e.box.edge[k];
      else
        across += energy;
    }
  if (one_axis) return along / across;
  kinetic_energies(&e.box, &across, &rotation);
  return along / rotation;
}

static void not_sampled(show_run *r, long steps) {
  const bool one_axis = strcmp(r->axes, "x") == 0;
  r->seed++;
  run_open(&e, r);
  blocks b;
  const double before = ratio(one_axis);
  sample(r, steps / 10, &b);
  const estimate mean = blocks_mean(&b, 0);
  printf("N %d, %s, %s%s: a constant of the motion, so not Gamma(%d); mean of V %.4g +- %.2g\n",
         r->n, r->bath, r->axes, one_axis ? "" : ", together=1", r->n, mean.value, mean.error);
  compare_bound(one_axis ? "K_x L_x^2/(K_y + K_z), relative change"
                         : "K_t L^2/K_r, relative change",
                ratio(one_axis) / before - 1, 0, 1e-15 * sqrt(10 * (double)steps));
  run_close(&e);
}

/* Runs get seeds of their own, or their errors would not be independent.  The contract program measures the
 * volumes with langevin along all axes. */
int show_gas(const show_options *o) {
  static const struct {
    void (*show)(show_run *r, long steps);
    const char *bath, *axes, *more;
  } rows[] = { { at_rest, "csvr", "iso", NULL },
               { at_rest, "nhc", "iso", NULL },
               { at_rest, "langevin", "x", NULL },
               { at_rest, "langevin", "xy", NULL },
               { drifting, "csvr", "iso", NULL },
               { drifting, "nhc", "iso", NULL },
               { not_sampled, "csvr", "x", NULL },
               { not_sampled, "nhc", "x", NULL },
               { not_sampled, "csvr", "iso", "together=1" } };
  show_run r = { .potential = GAS,
                 .n = o->n > 0 ? (int)o->n : 4,
                 .kt = o->kt > 0 ? o->kt : 1.3,
                 .p = o->p > 0 ? o->p : 0.8,
                 .h = o->h > 0 ? o->h : 0.05,
                 .relaxation = o->relaxation > 0 ? o->relaxation : 1,
                 .piston_relaxation = o->piston_relaxation > 0 ? o->piston_relaxation : 1,
                 .seed = o->seed > 0 ? o->seed : 11 };
  r.volume = r.n * r.kt / r.p;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    r.bath = rows[k].bath, r.axes = rows[k].axes, r.more = rows[k].more;
    if (o->bath != NULL && strcmp(o->bath, r.bath) != 0) continue;
    if (o->axes != NULL && strcmp(o->axes, r.axes) != 0) continue;
    rows[k].show(&r, o->time > 0 ? lround(o->time / r.h) : o->full ? 2000000 : 100000);
  }
  return verdict(0.001);
}
