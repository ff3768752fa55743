/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trial_samples.c - what the thermostat `metropolis` samples, in steps at which `langevin` is visibly wrong, compared
 * with quadrature and with Monte Carlo, and its acceptance.  Prints values with error bars.
 *
 *   trial_samples field   bodies on springs in a field that turns them
 *   trial_samples fluid   trimers that repel each other, beside Monte Carlo moves of single bodies
 *   trial_samples volume  the barostat `mc`: closed forms, and the trimers beside monte_carlo.c
 */
#include "ensemble_host.h"
#include "estimates.h"
#include "random_numbers.h"
#include "rotations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ensemble e;

/* U of each body is spring x^2/2 - field[0] u_z - field[1] u_x^2, with u the third row of the orientation. */
#define KT 1.3
static const double SPRING = 3, FIELD[2] = { 2.6, 1.3 };

typedef struct trial_run {
  const char *scheme, *params;
  double h;
  bool one_force;
  potential potential;
} trial_run;

/* Says what comes, and sets which force the host has. */
static void begin_row(const char *what, const trial_run *r) {
  e.one_force = r->one_force;
  printf("%s%s, %s, h %g, %s\n", what, r->scheme, r->params, r->h,
         r->one_force ? "one force" : "fast force off by a fifth");
}

static void open_method(const char *scheme, const char *thermostat, const char *barostat,
                        const char *params) {
  ensemble_open(&e, &(named_method){ "exact", scheme, thermostat, barostat, params }, 1, false);
}

/* Bodies that springs hold in the field, or a gas, to which spring and field do nothing. */
static void set_up_known(potential potential, int n, double volume) {
  set_up(&e.box, potential, n, volume, KT, 0, 5);
  e.box.spring = SPRING;
  memcpy(e.box.field, FIELD, sizeof FIELD);
}

/* ---- a field ------------------------------------------------------------------------------------- */
/* <u_z>, <u_z^2> and <u_x^2> by quadrature. */
static void averages_of_field(double out[3]) {
  enum { N = 400 };
  double sum[4] = { 0 };
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      const double z = (i + 0.5) * 2 / N - 1, x = sqrt(1 - z * z) * cos(6.283185307179586 * j / N);
      const double w = exp((FIELD[0] * z + FIELD[1] * x * x) / KT);
      sum[0] += w, sum[1] += w * z, sum[2] += w * z * z, sum[3] += w * x * x;
    }
  for (int k = 0; k < 3; k++) out[k] = sum[1 + k] / sum[0];
}

static int third_of(double z) { return z < 0.3 ? 0 : z < 0.75 ? 1 : 2; }

enum { OF_FIELD = 5 }; /* x^2, u_z, u_z^2, u_x^2, x^4 */
static void add_field(blocks *b) {
  double sum[OF_FIELD] = { 0 }, row[3][3];
  for (int i = 0; i < e.box.n; i++) {
    const double x2 = pow(e.box.body[i].x[1], 2);
    rotation_matrix(e.box.body[i].q, row);
    const double values[OF_FIELD] = { x2, row[2][2], row[2][2] * row[2][2], row[2][0] * row[2][0],
                                      x2 * x2 };
    for (int k = 0; k < OF_FIELD; k++) sum[k] += values[k] / e.box.n;
  }
  blocks_add(b, sum);
}

/* passed: how often body 0 went from one third of u_z to another. */
static void run_field(const char *scheme, const char *thermostat, const char *params, double h,
                      long samples, blocks *b, long passed[3][3]) {
  double row[3][3];
  set_up_known(HELD, 2, 1000);
  open_method(scheme, thermostat, NULL, params);
  ensemble_run_steps(&e, h, 200, false);
  blocks_begin(b, OF_FIELD, samples);
  memset(passed, 0, 9 * sizeof(long));
  int before = -1;
  for (long i = 0; i < samples; i++) {
    ensemble_run_steps(&e, h, 1, false);
    add_field(b);
    rotation_matrix(e.box.body[0].q, row);
    const int now = third_of(row[2][2]);
    if (before >= 0) passed[before][now]++;
    before = now;
  }
}

static void compare_field(const char *what, const blocks *b) {
  static const char *const names[OF_FIELD] = { "x^2", "u_z", "u_z^2", "u_x^2", "x^4" };
  double known[OF_FIELD] = { KT / SPRING, 0, 0, 0, 3 * pow(KT / SPRING, 2) };
  char line[120];
  averages_of_field(known + 1);
  for (int k = 0; k < OF_FIELD; k++) {
    snprintf(line, sizeof line, "%s: <%s>", what, names[k]);
    compare(line, blocks_mean(b, k), known[k], 0);
  }
}

/* Passages there and back, whose difference has the variance of their sum. */
static void compare_passages(long passed[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++) {
      const double there = (double)passed[i][j], back = (double)passed[j][i];
      printf("  passages %d to %d: %.0f, back: %.0f\n", i, j, there, back);
      remember_sigmas((there - back) / sqrt(there + back));
    }
}

static void compare_acceptance(void) {
  const double n = ensemble_output(&e, "trials", 0);
  const double accepted = ensemble_output(&e, "accepted", 0) / n;
  printf("  %.0f trials; dH/kT: mean %.4f, variance %.4f\n", n,
         ensemble_output(&e, "trial_error", 0), ensemble_output(&e, "trial_error", 1));
  printf("  accepted %.4f, by the variance %.4f\n", accepted,
         ensemble_output(&e, "expected_acceptance", 0));
}

/* Of many bodies that do not see each other dH is normal, and the mean of exp(-dH/kT), which is 1, makes its mean half
 * its variance.  Then erfc(sqrt(variance/8)) are accepted. */
static void compare_many(void) {
  static blocks b;
  const long trials = 100L * BLOCKS;
  set_up_known(HELD, 100, 1000);
  e.one_force = true;
  open_method("strang", "metropolis", NULL, "kt=1.3 seed=11 steps=4");
  ensemble_run_steps(&e, 0.3, 9000, false);
  blocks_begin(&b, 1, trials);
  double before = ensemble_output(&e, "accepted", 0);
  for (long i = 0; i < trials; i++) {
    ensemble_run_steps(&e, 0.3, 1, false);
    const double now = ensemble_output(&e, "accepted", 0);
    blocks_add(&b, (const double[]){ now - before });
    before = now;
  }
  compare_acceptance();
  const double variance = ensemble_output(&e, "trial_error", 1);
  compare("100 bodies: accepted", blocks_mean(&b, 0), ensemble_output(&e, "expected_acceptance", 0),
          0.25 * variance * sqrt(2.0 / 1000) * exp(-variance / 8));
  close_kept(0);
}

static int show_field(void) {
  static const trial_run runs[] = {
    { "strang", "kt=1.3 seed=3 steps=4", 4 * 0.3, true, HELD },
    { "strang", "kt=1.3 seed=4 steps=4 relaxation=2 inertia=3", 4 * 0.5, true, HELD },
    { "strang_dkd", "kt=1.3 seed=5 steps=3", 3 * 0.3, true, HELD },
    { "chin4b", "kt=1.3 seed=6 steps=2 relaxation=1", 2 * 0.5, true, HELD },
    { "strang", "kt=1.3 seed=7 steps=4", 4 * 0.25, false, HELD },
    { "respa", "kt=1.3 seed=8 steps=2 inner=2 relaxation=3", 2 * 0.5, false, HELD },
  };
  static blocks b;
  long passed[3][3];
  const long samples = 4000L * BLOCKS;
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    begin_row("", &runs[k]);
    run_field(runs[k].scheme, "metropolis", runs[k].params, runs[k].h, samples, &b, passed);
    compare_field("  trials", &b);
    compare_passages(passed);
    compare_acceptance();
    close_kept(0);
  }
  compare_many();
  e.one_force = true;
  run_field("strang", "langevin", "kt=1.3 seed=9 relaxation=1", 0.3, samples, &b, passed);
  double known[3];
  averages_of_field(known);
  const estimate wrong = blocks_mean(&b, 1);
  printf("langevin at 0.3: <u_z> is %.4f(%.4f), known %.4f\n", wrong.value, wrong.error, known[0]);
  compare_bound("  errors that langevin is off, or 6", fmin(fabs(sigmas(wrong, known[0], 0)), 6), 6,
                0);
  return verdict(0.001);
}

/* ---- a fluid ------------------------------------------------------------------------------------- */
/* <U> and <U^2> of trimers that repel each other, by Monte Carlo: moves and turns of single bodies. */
enum { TRIMERS = 16 };
#define VOLUME 90.0

static plain_body sampled[MOST_BODIES]; /* where Monte Carlo has ended: the grid has contacts */

static void monte_carlo(long sweeps, blocks *b) {
  box_of_bodies *box = &e.box;
  set_up(box, WCA, TRIMERS, VOLUME, 1, 0, 3);
  evaluate(box);
  double energy = box->energy;
  blocks_begin(b, 2, sweeps);
  for (long i = -sweeps / 10; i < sweeps; i++) {
    for (int k = 0; k < TRIMERS; k++) {
      plain_body *body = &box->body[k];
      const plain_body was = *body;
      double length = 0;
      for (int a = 0; a < 3; a++) body->x[a] += 0.4 * (uniform() - 0.5);
      for (int a = 0; a < 4; a++) length += pow(body->q[a] += 0.5 * (uniform() - 0.5), 2);
      for (int a = 0; a < 4; a++) body->q[a] /= sqrt(length);
      evaluate(box);
      if (uniform() < exp(energy - box->energy))
        energy = box->energy;
      else
        *body = was;
    }
    if (i >= 0) blocks_add(b, (const double[]){ energy, energy * energy });
  }
  memcpy(sampled, box->body, sizeof sampled);
}

static void run_fluid(const char *scheme, const char *thermostat, const char *params, double h,
                      long samples, blocks *b) {
  const bool trials = strcmp(thermostat, "metropolis") == 0;
  memcpy(e.box.body, sampled, sizeof sampled);
  heat(&e.box, 1, 0, 3);
  open_method(scheme, thermostat, NULL, params);
  ensemble_run_steps(&e, h, 300, false);
  blocks_begin(b, 2, samples);
  for (long i = 0; i < samples; i++) {
    ensemble_run_steps(&e, h, 1, false);
    const double u = trials ? ensemble_output(&e, "potential_energy", 0) : e.box.energy;
    blocks_add(b, (const double[]){ u, u * u });
  }
}

static double variance(const double *m) { return m[1] - m[0] * m[0]; }

static int show_fluid(void) {
  static const trial_run runs[] = {
    { "strang", "kt=1 seed=31 steps=3", 3 * 0.06, true, WCA },
    { "strang", "kt=1 seed=32 steps=5 relaxation=0.3 inertia=3", 5 * 0.06, true, WCA },
    { "strang", "kt=1 seed=33 steps=5", 5 * 0.02, false, WCA },
    { "respa", "kt=1 seed=34 steps=3 inner=2", 3 * 0.04, false, WCA },
  };
  static blocks known, b;
  monte_carlo(1000L * BLOCKS, &known);
  const estimate u = blocks_mean(&known, 0), spread = blocks_estimate(&known, variance);
  printf("Monte Carlo: <U> %.4f(%.4f), variance %.4f(%.4f)\n", u.value, u.error, spread.value,
         spread.error);
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    begin_row("", &runs[k]);
    run_fluid(runs[k].scheme, "metropolis", runs[k].params, runs[k].h, 600L * BLOCKS, &b);
    compare("  <U>", blocks_mean(&b, 0), u.value, u.error);
    compare("  variance of U", blocks_estimate(&b, variance), spread.value, spread.error);
    compare_acceptance();
    close_kept(0);
  }
  e.one_force = true;
  run_fluid("strang", "langevin", "kt=1 seed=35 relaxation=0.3", 0.06, 3000L * BLOCKS, &b);
  const estimate wrong = blocks_mean(&b, 0);
  printf("langevin at 0.06: <U> is %.4f(%.4f)\n", wrong.value, wrong.error);
  compare_bound("  langevin is off by 3 at least, or falls apart",
                fmin(fabs(wrong.value - u.value), 3), 3, 0);
  return verdict(0.001);
}

/* ---- volumes --------------------------------------------------------------------------------------- */
enum { OF_VOLUME = 4 }; /* V, V^2, x^2, x^2 V */
static double covariance(const double *m) { return m[3] - m[2] * m[0]; }

/* Volumes and means over bodies between steps.  passed: between small volumes, large ones with bodies near the centre, and
 * large ones with bodies far from it. */
static void sample_volumes(double h, long samples, blocks *b, long passed[3][3]) {
  int before = -1;
  ensemble_run_steps(&e, h, 500, false);
  blocks_begin(b, OF_VOLUME, samples);
  memset(passed, 0, 9 * sizeof(long));
  for (long i = 0; i < samples; i++) {
    ensemble_run_steps(&e, h, 1, false);
    ensemble_take_cell(&e);
    const double v = volume_of(&e.box);
    double x2 = 0;
    for (int k = 0; k < e.box.n; k++) x2 += pow(e.box.body[k].x[1], 2) / e.box.n;
    blocks_add(b, (const double[]){ v, v * v, x2, x2 * v });
    const int now = v < 1.2 ? 0 : x2 < 0.35 ? 1 : 2;
    if (before >= 0) passed[before][now]++;
    before = now;
  }
}

/* A gas has P V/kT by the distribution Gamma(N + 1).  Bodies that springs hold do not see the cell, so theirs is
 * Gamma(1), and their positions are those of a field; but jumps and motion do not commute. */
static void show_known_volumes(void) {
  static const trial_run runs[] = {
    { "strang", "steps=1 volume_step=1.5", 0.5, true, GAS },
    { "strang", "steps=2 volume_step=1.5 relaxation=1 group_y=0 group_z=0", 0.5, true, GAS },
    { "strang", "steps=2 volume_step=0.8 relaxation=2", 2 * 0.3, true, HELD },
    { "strang_dkd", "steps=3 volume_step=1.2 group_z=0", 3 * 0.3, true, HELD },
    { "strang", "steps=3 volume_step=0.8 inertia=3", 3 * 0.25, false, HELD },
    { "respa", "steps=2 inner=2 volume_step=0.8", 2 * 0.4, false, HELD },
  };
  static blocks b;
  const double unit = KT / 0.7; /* kT over the pressure */
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    const bool held = runs[k].potential == HELD;
    const double shape = held ? 1 : 5;
    char params[160];
    long passed[3][3];
    snprintf(params, sizeof params, "kt=1.3 pressure=0.7 seed=%zu %s", 141 + k, runs[k].params);
    begin_row(held ? "springs, " : "a gas, ", &runs[k]);
    set_up_known(runs[k].potential, held ? 2 : 4, 2);
    open_method(runs[k].scheme, "metropolis", "mc", params);
    sample_volumes(runs[k].h, 4000L * BLOCKS, &b, passed);
    compare("  V", blocks_mean(&b, 0), shape * unit, 0);
    compare("  variance of V", blocks_estimate(&b, variance), shape * unit * unit, 0);
    if (held) {
      compare("  <x^2>", blocks_mean(&b, 2), KT / SPRING, 0);
      compare("  cov(x^2, V)", blocks_estimate(&b, covariance), 0, 0);
      compare_passages(passed);
    }
    compare_acceptance();
    close_kept(0);
  }
}

/* 27 trimers at kT = P = 1: mean and variance of V with errors, by `monte_carlo n=27 cycles=1000000`. */
static const double OF_TRIMERS[4] = { 128.34, 0.04, 47.85, 0.22 };

static void show_fluid_volumes(void) {
  static const trial_run runs[] = {
    { "strang", "steps=3", 3 * 0.05, true, WCA },
    { "strang", "steps=4 relaxation=0.3", 4 * 0.02, false, WCA },
    { "respa", "steps=3 inner=2", 3 * 0.03, false, WCA },
  };
  static blocks b;
  long passed[3][3];
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    char params[120];
    snprintf(params, sizeof params, "kt=1 pressure=1 volume_step=0.15 seed=%zu %s", 51 + k,
             runs[k].params);
    begin_row("trimers, ", &runs[k]);
    set_up(&e.box, WCA, 27, volume_without_contacts(27), 1, 0, 9);
    open_method(runs[k].scheme, "metropolis", "mc", params);
    ensemble_run_steps(&e, runs[k].h, 2500, false);
    sample_volumes(runs[k].h, 600L * BLOCKS, &b, passed);
    compare("  V", blocks_mean(&b, 0), OF_TRIMERS[0], OF_TRIMERS[1]);
    compare("  variance of V", blocks_estimate(&b, variance), OF_TRIMERS[2], OF_TRIMERS[3]);
    compare_acceptance();
    close_kept(0);
  }
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc > 1 && strcmp(argv[1], "field") == 0) return show_field();
  if (argc > 1 && strcmp(argv[1], "fluid") == 0) return show_fluid();
  if (argc > 1 && strcmp(argv[1], "volume") == 0)
    return show_known_volumes(), show_fluid_volumes(), verdict(0.001);
  fprintf(stderr, "usage: trial_samples field|fluid|volume\n");
  return 2;
}
