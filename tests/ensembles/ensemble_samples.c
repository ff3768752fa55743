/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_samples.c - what thermostats and barostats sample, through the calls that a host uses, compared
 * with what is known from outside.  Prints values with error bars.
 *
 *   ensemble_samples fluid          pressure and volume of repelling bodies: Monte Carlo (monte_carlo.c)
 *   ensemble_samples relaxations    the same with relaxations of few steps, and from far volumes
 *   ensemble_samples work           energy minus heat in long steps: <exp(-W/kT)> is 1
 *   ensemble_samples levels         fluid and work with a fast and a slow force
 *
 * After the command, `long` takes the long form, which --full of tests/run.sh runs; key=value changes what a run is
 * made of: n, kt, p, h, time, barostat, barostat_relaxation, volume, axes (iso, x, yz, ..),
 * body=x,y,z,mass/x,y,z,mass/.. (the beads of each body), and for fluid
 * reference=MEAN,ERROR,VARIANCE,ERROR,MEAN,ERROR,VARIANCE,ERROR of the volume with the weights V^N and V^(N-1), as
 * monte_carlo prints them.  Every seed is fixed, and each command says with what probability it would fail with
 * another.
 */
#include "ensemble_host.h"
#include "estimates.h"
#include "rotations.h"

#include "thermostats/draws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ensemble e;

/* What the command line says; 0 or null: each show takes its own. */
static struct {
  bool full;
  const char *axes, *barostat, *reference;
  double n, kt, p, h, time, barostat_relaxation, volume, seed;
} told;

static double or_else(double said, double usual) { return said > 0 ? said : usual; }

/* ---- a run ----------------------------------------------------------------------------------------- */
/* scheme: null: strang.  axes: the free axes, such as "yz"; null: no barostat.  more: further parameters. */
typedef struct run {
  const char *scheme, *thermostat, *barostat, *axes, *more;
  potential potential;
  int n;
  double volume, kt, p, h, relaxation, barostat_relaxation, seed;
} run;

/* Of this all runs of repelling bodies are variations. */
static const run UNIT = { .potential = WCA,
                          .axes = "xyz",
                          .more = "",
                          .n = 64,
                          .kt = 1,
                          .p = 1,
                          .relaxation = 1,
                          .barostat_relaxation = 1 };

static bool acts_on_drift(const run *r) { return strcmp(r->thermostat, "langevin") == 0; }

/* Sets up the bodies, their total momentum zero where the thermostat leaves it alone, and the stepper. */
static void open_run(const run *r) {
  char text[400], barostat[200] = "";
  if (r->axes != NULL)
    snprintf(barostat, sizeof barostat,
             " pressure=%.17g barostat_relaxation=%.17g group_x=%d group_y=%d group_z=%d", r->p,
             r->barostat_relaxation, strchr(r->axes, 'x') != NULL, strchr(r->axes, 'y') != NULL,
             strchr(r->axes, 'z') != NULL);
  snprintf(text, sizeof text, "kt=%.17g seed=%.0f relaxation=%.17g%s %s", r->kt, r->seed,
           r->relaxation, barostat, r->more);
  set_up(&e.box, r->potential, r->n, r->volume, r->kt, !acts_on_drift(r), (unsigned)r->seed);
  ensemble_open(&e,
                &(named_method){ "exact", r->scheme != NULL ? r->scheme : "strang", r->thermostat,
                                 r->axes != NULL ? r->barostat : NULL, text },
                1, false);
}

/* ---- fluid ----------------------------------------------------------------------------------------- */
/* Bodies whose beads repel each other, at constant pressure: for every barostat, step and thermostat the
 * volumes that Monte Carlo finds; the mean of P - P0 is 0 and cov(P, V) = -kT.  P is N kT/V plus the virial's
 * share, with N - 1 in place of N where the total momentum is zero. */

/* Mean, error, variance, error with the weight V^N, then with V^(N-1); by monte_carlo cycles=3000000
 * for 64 bent trimers of mass 3 at kT = P = 1. */
static double known[8] = { 303.77, 0.04, 113.3, 0.3, 303.40, 0.04, 112.9, 0.3 };

static double variance(const double *m) { return m[1] - m[0] * m[0]; }
static double covariance(const double *m) { return m[3] - m[2] * m[0]; }

static void sample(const run *r, long steps, blocks *b) {
  const double ideal = (r->n - !acts_on_drift(r)) * r->kt;
  open_run(r);
  ensemble_run_steps(&e, r->h,
                     (int)(steps / 20 + 1000 + lround(20 * r->barostat_relaxation / r->h)), false);
  blocks_begin(b, 4, steps);
  for (long i = 0; i < steps; i++) {
    ensemble_run_steps(&e, r->h, 1, false);
    const double v = volume_of(&e.box);
    double virial = 0;
    for (const char *c = r->axes; *c != '\0'; c++)
      virial += e.box.virial[4 * (*c - 'x')] / (double)strlen(r->axes);
    const double off = (ideal + virial) / v - r->p, values[4] = { v, v * v, off, off * v };
    blocks_add(b, values);
  }
  close_kept(0);
}

static void cell(estimate value, double want, double error) {
  const double off = sigmas(value, want, error);
  printf("  %9.5g(%-6.2g)%+5.1f", value.value, value.error, off);
  remember_sigmas(off);
}

static void print_row(const run *r, long steps) {
  static blocks b;
  const double *k = known + (acts_on_drift(r) ? 0 : 4);
  sample(r, steps, &b);
  printf("%-9s %-9s %-4s %5.3g %6.3g", r->thermostat, r->barostat, r->axes, r->barostat_relaxation,
         r->h);
  cell(blocks_mean(&b, 2), 0, 0);
  cell(blocks_estimate(&b, covariance), -r->kt, 0);
  cell(blocks_estimate(&b, variance), k[2], k[3]);
  cell(blocks_mean(&b, 0), k[0], k[1]);
  printf("\n");
}

static int show_fluid(void) {
  static const double barostats[] = { 0.5, 1, 2, 4, 8 }, steps[] = { 0.004, 0.01 };
  static const char *const thermostats[] = { "langevin", "csvr", "nhc" }; /* all that sample */
  static const char *const names[] = { "andersen", "crescale" };
  if (told.reference != NULL &&
      sscanf(told.reference, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", known, known + 1, known + 2,
             known + 3, known + 4, known + 5, known + 6, known + 7) != 8)
    return fprintf(stderr, "reference must have eight numbers\n"), 2;
  run r = UNIT;
  if (told.axes != NULL && strcmp(told.axes, "iso") != 0) r.axes = told.axes;
  r.n = (int)or_else(told.n, 64), r.kt = or_else(told.kt, 1), r.p = or_else(told.p, 1), r.seed = 12;
  r.volume = or_else(told.volume, fmax(known[0], volume_without_contacts(r.n)));
  const double time = or_else(told.time, told.full ? 1000 : 200);
  printf("%d bodies, kT %g, P0 %g, %g time units a run.  Known: mean(P-P0) 0, cov(P,V) %g, var V "
         "%.5g with langevin, %.5g with csvr and nhc, mean V %.5g and %.5g.  Below, values, their "
         "errors, and how many sigma they are off.\n"
         "%-37s%24s%24s%24s%24s\n",
         r.n, r.kt, r.p, time, -r.kt, known[2], known[6], known[0], known[4],
         "thermostat      barostat    axes Pdamp      h", "mean(P-P0)", "cov(P,V)", "var V",
         "mean V");
  for (int row = 0; row < 60; row++) {
    const int p = row / 2 % 5, s = row % 2;
    r.barostat = names[row / 30], r.thermostat = thermostats[row / 10 % 3],
    r.barostat_relaxation = barostats[p], r.h = steps[s];
    r.seed++;
    if (told.barostat != NULL && strcmp(told.barostat, r.barostat) != 0) continue;
    if (told.barostat_relaxation > 0 ? told.barostat_relaxation != barostats[p]
                                     : !told.full && p != 1)
      continue;
    if (told.h > 0 ? told.h != steps[s] : !told.full && s != 1) continue;
    print_row(&r, lround(time / r.h));
  }
  return verdict(0.001);
}

/* ---- relaxations ----------------------------------------------------------------------------------- */
/* The same with crescale at relaxations of few steps, from the mean volume and from ten times that. */

/* A gas of four bodies, whose volume has the distribution Gamma(5), in steps so long that an error of lower
 * order would show: of order h^2 it is 10 % of the variance. */
static void show_order(const char *barostat) {
  const double exact[] = { 5, 0, 5, 0 };
  run r = UNIT;
  r.potential = GAS, r.scheme = "suzuki4", r.thermostat = "langevin", r.barostat = barostat;
  r.n = 4, r.volume = 5, r.h = 0.4, r.seed = or_else(told.seed, 1);
  memcpy(known, exact, sizeof exact);
  printf("a gas, suzuki4           ");
  print_row(&r, told.full ? 2000000 : 400000);
}

static int show_relaxations(void) {
  static const double steps[] = { 10, 50, 500 };
  static const char *const thermostats[] = { "langevin", "csvr" };
  const char *barostat = told.barostat != NULL ? told.barostat : "crescale";
  /* The last relaxation takes a long run: error bars need hundreds of them. */
  for (int row = 0; row < (told.full ? 12 : 8); row++) {
    run r = UNIT;
    r.thermostat = thermostats[row % 2], r.barostat = barostat;
    r.volume = row / 2 % 2 ? 10 * known[0] : known[0];
    r.h = or_else(told.h, 0.005), r.seed = or_else(told.seed, 1) + row;
    r.barostat_relaxation = steps[row / 4] * r.h;
    printf("%3.0f steps from %2.0f volumes  ", steps[row / 4], r.volume / known[0]);
    print_row(&r, lround(or_else(told.time, told.full ? 1000 : 100) / r.h));
  }
  show_order(barostat);
  return verdict(0.001);
}

/* ---- work ------------------------------------------------------------------------------------------ */
/* Energy minus heat rises in long steps with a thermostat, and must.  Its change W is the sum of the errors
 * of energy of the steps without the thermostat, each of which is a map that keeps volumes in phase space,
 * while the thermostat keeps the canonical distribution.  So from states of that distribution on,
 * <exp(-W/kT)> is 1 at any step and after any number of them, and <W> is positive: Sivak, Chodera and Crooks,
 * Phys. Rev. X 3, 011007 (2013).
 *
 * States are drawn here, without the library: bodies on springs in a field that turns them. */

/* An orientation with Boltzmann's weight in the field, by rejection. */
static void draw_orientation(const run *r, rgs_draws *draws, double q[4]) {
  double chance, weight, row[3][3];
  do {
    double norm = 0;
    for (int k = 0; k < 4; k++) norm += pow(q[k] = rgs_draw_normal(draws), 2);
    for (int k = 0; k < 4; k++) q[k] /= sqrt(norm);
    rotation_matrix(q, row);
    weight = e.box.field[0] * (row[2][2] - 1) + e.box.field[1] * (row[2][0] * row[2][0] - 1);
    chance = 0.5 * erfc(rgs_draw_normal(draws) / sqrt(2));
  } while (chance >= exp(weight / r->kt));
}

/* A state of the canonical distribution, put into the stepper's bodies. */
static void draw_state(const run *r, rgs_draws *draws) {
  const rgs_view *view = &e.rank[0].view;
  for (int i = 0; i < r->n; i++) {
    double q[4], y[3], l[3];
    draw_orientation(r, draws, q);
    for (int k = 0; k < 4; k++) RGS_AT(view->q, i, k) = q[k];
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->x, i, k) = sqrt(r->kt / e.box.spring) * rgs_draw_normal(draws);
      RGS_AT(view->p, i, k) = sqrt(r->kt * e.box.body[i].mass) * rgs_draw_normal(draws);
      y[k] = sqrt(r->kt * e.box.body[i].inertia[k]) * rgs_draw_normal(draws);
    }
    turn_vector(q, 0, y, l);
    for (int j = 0; j < 3; j++) RGS_AT(view->l, i, j) = l[j];
  }
  ensemble_gather(&e);
  if (rgs_stepper_set_valid(e.rank[0].stepper, 0, &e.error) != RGS_OK) abort();
}

/* Energy minus heat. */
static double conserved(void) {
  double translation, rotation;
  evaluate(&e.box);
  kinetic_energies(&e.box, &translation, &rotation);
  return translation + rotation + e.box.energy - ensemble_output(&e, "heat", 0);
}

/* <exp(-W/kT)> and <W>/kT of one method. */
static void work_of(const run *r, int steps, long samples) {
  static blocks b;
  rgs_draws draws = { (uint32_t)r->seed, 78, 0, 0 };
  char line[100];
  open_run(r);
  e.box.spring = 3;
  e.box.field[0] = 2.6, e.box.field[1] = 1.3;
  blocks_begin(&b, 2, samples);
  for (long i = 0; i < samples; i++) {
    draw_state(r, &draws);
    const double before = conserved();
    ensemble_run_steps(&e, r->h, steps, false);
    const double w = (conserved() - before) / r->kt, values[2] = { exp(-w), w };
    blocks_add(&b, values);
  }
  close_kept(0);
  snprintf(line, sizeof line, "%s, %s, %d steps of %g: <exp(-W/kT)>", r->thermostat, r->more, steps,
           r->h);
  compare(line, blocks_mean(&b, 0), 1, 0);
  const estimate mean = blocks_mean(&b, 1);
  printf("  <W>/kT is %.4f(%.4f)\n", mean.value, mean.error);
  compare_bound("  errors that this is above zero, or 5", fmin(mean.value / mean.error, 5), 5, 0);
}

/* The same of three thermostats with their parameters. */
static void works_of(const char *scheme, const char *const rows[3][2], double h, double seed) {
  for (int k = 0; k < 3; k++) {
    run r = { .scheme = scheme, .potential = HELD, .n = 2, .volume = 1000, .kt = 1.3 };
    r.thermostat = rows[k][0], r.more = rows[k][1];
    r.h = or_else(told.h, h), r.relaxation = 0.5, r.seed = seed + k;
    work_of(&r, 40, (told.full ? 2000 : 100) * BLOCKS);
  }
}

/* Every thermostat and barostat with a slow force once in three steps of the fast one. */
static int show_levels(void) {
  static const char *const works[][2] = { { "langevin", "inner=3" },
                                          { "langevin", "inner=2 ends=1" },
                                          { "csvr", "inner=3" } };
  static const char *const fluids[][2] = { { "langevin", "andersen" },
                                           { "csvr", "crescale" },
                                           { "nhc", "andersen" } };
  works_of("respa", works, 0.3, 71);
  for (int k = 0; k < 3; k++) {
    run r = UNIT;
    r.scheme = "respa", r.thermostat = fluids[k][0], r.barostat = fluids[k][1], r.more = "inner=3";
    r.volume = fmax(known[0], volume_without_contacts(64));
    r.h = or_else(told.h, 0.015), r.seed = 81 + k;
    print_row(&r, lround((told.full ? 1000 : 200) / r.h));
  }
  return verdict(0.001);
}

static int show_work(void) {
  static const char *const works[][2] = { { "langevin", "ends=0" },
                                          { "langevin", "ends=1" },
                                          { "csvr", "ends=0" } };
  works_of(NULL, works, 0.16, 61);
  return verdict(0.001);
}

/* ---- the command line ------------------------------------------------------------------------------ */
static bool read_option(const char *word) {
  static const struct {
    const char *key;
    const char **text;
    double *number;
  } keys[] = {
    { "axes=", &told.axes, NULL },
    { "barostat=", &told.barostat, NULL },
    { "reference=", &told.reference, NULL },
    { "n=", NULL, &told.n },
    { "kt=", NULL, &told.kt },
    { "p=", NULL, &told.p },
    { "h=", NULL, &told.h },
    { "time=", NULL, &told.time },
    { "barostat_relaxation=", NULL, &told.barostat_relaxation },
    { "volume=", NULL, &told.volume },
    { "seed=", NULL, &told.seed },
  };
  if (strcmp(word, "long") == 0) return told.full = true;
  if (strncmp(word, "body=", 5) == 0) return choose_body(word + 5);
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const size_t length = strlen(keys[k].key);
    if (strncmp(word, keys[k].key, length) != 0) continue;
    if (keys[k].text != NULL)
      *keys[k].text = word + length;
    else
      *keys[k].number = strtod(word + length, NULL);
    return true;
  }
  return false;
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 2; i < argc; i++)
    if (!read_option(argv[i])) {
      fprintf(stderr, "ensemble_samples does not understand '%s'; its source lists the keys\n",
              argv[i]);
      return 2;
    }
  if (argc > 1 && strcmp(argv[1], "fluid") == 0) return show_fluid();
  if (argc > 1 && strcmp(argv[1], "relaxations") == 0) return show_relaxations();
  if (argc > 1 && strcmp(argv[1], "work") == 0) return show_work();
  if (argc > 1 && strcmp(argv[1], "levels") == 0) return show_levels();
  fprintf(stderr, "usage: ensemble_samples fluid|relaxations|work|levels [long] [key=value ...]\n");
  return 2;
}
