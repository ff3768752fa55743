/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_cluster.c - a C program that had never heard of rigidstep until it opened rigidstep_generic.so: a warm cluster
 * of 27 rigid SPC/E waters (water_model.h) that is run on by one integrator after the other, swapped while it runs,
 * and measured.
 *
 *   water_cluster MODULE [--add FILE] [--methods LIST] [--steps N] [--equilibrate PS] [--energies FILE]
 *
 *   MODULE         rigidstep_generic.so
 *   --add          a module with methods of somebody else's, such as my_scheme.so
 *   --methods      rotor/scheme or integrator, comma separated, each with @FS for a step other than 2 fs
 *   --steps        with each method (25000; rounded down to hundreds)
 *   --equilibrate  velocities are rescaled for so long (20)
 *   --energies     writes a table: time in ps, and change of the energy in kT per degree of freedom; a
 *                  block for each method
 *
 * It links nothing of rigidstep.  Its molecules are an array of its own structs; rigidstep reads and writes them in
 * place.  Exits with 1 if a run failed or a conserved quantity was not conserved, and with 2 for wrong options.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "rigidstep_load.h"
#include "water_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOLECULES = 27, FREEDOM = 6 * MOLECULES - 3, STRIDE = 5, BLOCKS = 20, MAX_METHODS = 16 };
#define KT (WATER_BOLTZMANN * 300)

/* ---- what the host has: its own struct, made of doubles only so that strides are whole ------- */
typedef struct molecule {
  double x[3], p[3], q[4], l[3]; /* place, momentum, attitude, spin: see rigidstep/bodies.h      */
  double f[3], tau[3];
  double mass, inertia[3];
} molecule;
static molecule molecules[MOLECULES];
static water_host host;

#define COLUMN(field)                                                                              \
  { (double *)&molecules->field, sizeof(molecule) / sizeof(double), 1 }
static const rgs_view view = { .head = RGS_HEAD(rgs_view),
                               .n = MOLECULES,
                               .stamp = 1,
                               .x = COLUMN(x),
                               .p = COLUMN(p),
                               .q = COLUMN(q),
                               .l = COLUMN(l),
                               .mass = COLUMN(mass),
                               .inertia = COLUMN(inertia),
                               .f = COLUMN(f),
                               .tau = COLUMN(tau) };

static void die(int code, const char *format, ...) {
  va_list list;
  fputs("water_cluster: ", stderr);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(code);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The start: a cubic lattice, any attitudes, random momenta of zero sum, inside a soft wall. */
static void arrange(void) {
  const water_model model = water_spce();
  uint64_t seed = 1;
  double sum[3] = { 0, 0, 0 };
  if (water_host_create(&host, &model, MOLECULES)) die(1, "out of memory");
  host.model.wall_energy = 6e-4;
  /* A little more than the liquid takes. */
  host.model.wall_radius = 1.25 * cbrt(0.75 / 3.14159265358979 * 29.9 * MOLECULES);
  for (int i = 0; i < MOLECULES; ++i) {
    molecule *m = &molecules[i];
    const int cell[3] = { i % 3, i / 3 % 3, i / 9 };
    m->mass = model.mass;
    memcpy(m->inertia, model.inertia, sizeof m->inertia);
    water_attitude(&seed, m->q);
    for (int k = 0; k < 3; ++k) {
      m->x[k] = 3.1 * (cell[k] - 1);
      m->p[k] = water_uniform(&seed);
      m->l[k] = 0.2 * water_uniform(&seed);
      sum[k] += m->p[k];
    }
  }
  for (int i = 0; i < MOLECULES; ++i)
    for (int k = 0; k < 3; ++k) molecules[i].p[k] -= sum[k] / MOLECULES;
}

/* ---- rigidstep ------------------------------------------------------------------------------- */
static rgs_library rgs; /* the calls, once the module is open */
static rgs_context *context;
static rgs_bodies *bodies;
static rgs_stepper *stepper;
static rgs_error error = RGS_ERROR_INIT;

static void check(rgs_status status, const char *what) {
  if (status != RGS_OK) die(1, "%s: %s", what, error.text);
}

/* A method of a run: "rotor/scheme@FS", or "integrator@FS". */
typedef struct span {
  char name[80];
  double step; /* fs */
  rgs_method *method;
  rgs_method_info info;
} span;

static span open_span(const char *word, int length) {
  span s = { .step = 2, .info = RGS_METHOD_INFO_INIT };
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec), .param_size = sizeof(rgs_param) };
  char rotor[sizeof s.name];
  snprintf(s.name, sizeof s.name, "%.*s", length, word);
  char *at = strchr(s.name, '@'), *slash = strchr(s.name, '/');
  if (at) {
    *at = '\0';
    s.step = atof(at + 1);
  }
  if (!(s.step > 0)) die(2, "%s: the step after @ is %g; it must be above 0", s.name, s.step);
  if (slash) {
    snprintf(rotor, sizeof rotor, "%.*s", (int)(slash - s.name), s.name);
    spec.rotor = rotor;
    spec.scheme = slash + 1;
  } else {
    spec.integrator = s.name;
  }
  check(rgs.rgs_method_create(context, &spec, &s.method, &error), s.name);
  check(rgs.rgs_method_describe(s.method, &s.info, &error), s.name);
  if (s.info.carry) die(1, "%s: needs a column carry, which this program lacks", s.name);
  return s;
}

static void open_stepper(const rgs_method *method) {
  const rgs_host serves = { .head = RGS_HEAD(rgs_host),
                            .self = &host,
                            .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                            .eval = water_eval };
  check(rgs.rgs_bodies_create(context, MOLECULES, &bodies, &error), "bodies");
  check(rgs.rgs_bodies_bind(bodies, &view, &error), "bodies");
  check(rgs.rgs_stepper_create(bodies, method, &serves, &stepper, &error), "stepper");
}

static double kinetic_energy(double *translation, double *rotation) {
  check(rgs.rgs_bodies_energy(bodies, translation, rotation, &error), "energy");
  return *translation + *rotation;
}

/* Every 10 steps of 1 fs both kinetic energies are set to the temperature.  Momenta are the host's to
 * change between steps: forces depend on places only. */
static void equilibrate(double picoseconds) {
  for (int rounds = (int)(picoseconds * 100); rounds > 0; --rounds) {
    double translation, rotation;
    kinetic_energy(&translation, &rotation);
    const double a = sqrt(0.5 * (3 * MOLECULES - 3) * KT / translation);
    const double b = sqrt(0.5 * 3 * MOLECULES * KT / rotation);
    for (int i = 0; i < MOLECULES; ++i)
      for (int k = 0; k < 3; ++k) {
        molecules[i].p[k] *= a;
        molecules[i].l[k] *= b;
      }
    check(rgs.rgs_step(stepper, 1, 10, &error), "equilibration");
  }
}

/* ---- what is measured ------------------------------------------------------------------------ */
/* Of the cluster: momentum, angular momentum about the origin, and the sums of their magnitudes. */
typedef struct momenta {
  double p[3], l[3], sum_p, sum_l;
} momenta;

static double length(const double a[3]) { return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

static momenta momenta_now(void) {
  momenta t = { .sum_p = 0 };
  for (const molecule *m = molecules; m < molecules + MOLECULES; ++m) {
    double l[3];
    for (int k = 0; k < 3; ++k) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      l[k] = m->l[k] + (m->x[a] * m->p[b] - m->x[b] * m->p[a]);
      t.p[k] += m->p[k];
      t.l[k] += l[k];
    }
    t.sum_p += length(m->p);
    t.sum_l += length(l);
  }
  return t;
}

/* Of samples of the energy, one every `interval` fs: the slope of a straight line through the means of BLOCKS blocks,
 * its error from their scatter about it, and the scatter of all samples about it. */
static void fit(const double *energy, int samples, double interval, double found[3]) {
  const int each = samples / BLOCKS;
  double block[BLOCKS] = { 0 }, mean = 0, slope = 0, tt = 0, left = 0, all = 0;
  for (int i = 0; i < samples; ++i) {
    block[i / each] += energy[i] / each;
    mean += energy[i] / samples;
  }
  for (int b = 0; b < BLOCKS; ++b) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * each * interval;
    slope += t * (block[b] - mean);
    tt += t * t;
  }
  slope /= tt;
  for (int b = 0; b < BLOCKS; ++b)
    left += pow(block[b] - mean - slope * (b - 0.5 * (BLOCKS - 1)) * each * interval, 2);
  for (int i = 0; i < samples; ++i)
    all += pow(energy[i] - mean - slope * (i - 0.5 * (samples - 1)) * interval, 2);
  found[0] = slope;
  found[1] = sqrt(left / (BLOCKS - 2) / tt);
  found[2] = sqrt(all / samples);
}

/* Runs the method, prints its row of the table, and returns 0 if it did what every good method does.  *time and zero:
 * when the run begins, and the energy at the start of all; `energies` may be null. */
static int run_method(const span *s, int steps, double *time, double zero, FILE *energies) {
  const int samples = steps / STRIDE;
  const momenta before = momenta_now();
  double kinetic = 0, stepping = 0, change_p[3], change_l[3], found[3];
  check(rgs.rgs_stepper_swap(stepper, s->method, &error), "swap");
  double *energy = malloc(sizeof *energy * (size_t)samples);
  if (!energy) die(1, "out of memory");
  host.evaluations = 0;
  host.seconds = 0;
  if (energies) fprintf(energies, "%s\"%s, %g fs\"\n", *time > 0 ? "\n\n" : "", s->name, s->step);
  for (int i = 0; i < samples; ++i) {
    const double begun = now();
    double translation, rotation;
    check(rgs.rgs_step(stepper, s->step, STRIDE, &error), s->name);
    stepping += now() - begun;
    const double moving = kinetic_energy(&translation, &rotation);
    /* Where a step ends with a kick its last evaluation was at the end, and found the energy. */
    energy[i] = (s->info.ends_fresh ? host.energy : water_energy(&host, &view, 0)) + moving - zero;
    kinetic += moving / samples;
    *time += 1e-3 * STRIDE * s->step;
    if (energies) fprintf(energies, "%.6g %.9g\n", *time, energy[i] / FREEDOM / KT);
  }
  const momenta after = momenta_now();
  for (int k = 0; k < 3; ++k) {
    change_p[k] = (after.p[k] - before.p[k]) / after.sum_p;
    change_l[k] = (after.l[k] - before.l[k]) / after.sum_l;
  }
  const double unit = 2 * kinetic, ns = 1e9 / MOLECULES / steps;
  fit(energy, samples, STRIDE * s->step, found);
  free(energy);
  printf("%-22s %4g %5.3g %5.4g %4.0f %+9.1e +- %7.1e %8.1e %7.0e %7.0e %9.0f %6.0f\n", s->name,
         s->step, (double)host.evaluations / steps, 1e-3 * steps * s->step,
         300 * unit / (FREEDOM * KT), 1e6 * found[0] / unit, 1e6 * found[1] / unit, found[2] / unit,
         length(change_p), length(change_l), ns * (stepping - host.seconds), ns * host.seconds);
  fflush(stdout);
  const int moved = !(length(change_p) < 1e-10 && length(change_l) < 1e-10);
  /* Five times what second order is known to make of water; it grows as the square of the step. */
  const int restless = !(found[2] / unit < 1e-2 / sqrt(MOLECULES) * pow(0.5 * s->step, 2));
  if (moved) fprintf(stderr, "water_cluster: %s did not conserve the momenta\n", s->name);
  if (restless)
    fprintf(stderr, "water_cluster: the energy of %s is too restless for a step of %g fs\n",
            s->name, s->step);
  return moved || restless;
}

int main(int argc, char **argv) {
  const char *words[] = { "--add", "--methods", "--steps", "--equilibrate", "--energies" };
  const char *values[] = {
    NULL,
    "exact/strang,dmv2/strang,symrot/strang,nosquish/strang_dkd,exact/strang_dkd,exact/strang",
    "25000", "20", NULL
  };
  enum { ADD, METHODS, STEPS, EQUILIBRATE, ENERGIES, N_WORDS };
  span spans[MAX_METHODS];
  int n_spans = 0, failed = 0;
  if (argc < 2) die(2, "name a module: water_cluster MODULE [OPTION VALUE]...");
  for (int i = argv[1][0] == '-' ? 1 : 2; i < argc; i += 2) {
    int word = 0;
    while (word < N_WORDS && strcmp(argv[i], words[word])) ++word;
    if (word == N_WORDS)
      die(2, "no option '%s'; there are --add, --methods, --steps, --equilibrate, --energies",
          argv[i]);
    if (i + 1 == argc) die(2, "%s needs a value", argv[i]);
    values[word] = argv[i + 1];
  }
  const int steps = atoi(values[STEPS]) / (BLOCKS * STRIDE) * BLOCKS * STRIDE;
  if (steps <= 0) die(2, "--steps is '%s'; it must be %d or more", values[STEPS], BLOCKS * STRIDE);
  FILE *energies = values[ENERGIES] ? fopen(values[ENERGIES], "w") : NULL;
  if (values[ENERGIES] && !energies) die(1, "cannot write %s", values[ENERGIES]);

  const double begun = now();
  if (rgs_library_open(&rgs, argv[1], &error)) die(1, "%s", error.text);
  check(rgs.rgs_context_create(NULL, &context, &error), "context");
  if (values[ADD]) check(rgs.rgs_module_load(context, values[ADD], &error), values[ADD]);
  const span settling = open_span("exact/strang", 12);
  for (const char *at = values[METHODS]; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (n_spans == MAX_METHODS) die(2, "--methods takes at most %d", MAX_METHODS);
    spans[n_spans++] = open_span(at, (int)strcspn(at, ","));
  }
  arrange();
  open_stepper(settling.method);
  equilibrate(atof(values[EQUILIBRATE]));
  double translation, rotation, time = 0;
  const double zero = kinetic_energy(&translation, &rotation) + water_energy(&host, &view, 0);

  printf("%d SPC/E waters in vacuum, %d steps a method.  Energy in kT per degree of freedom;\n"
         "ns for one molecule and one step.\n\n",
         MOLECULES, steps);
  printf("%-22s %4s %5s %5s %4s %21s %8s %15s %9s %6s\n", "", "dt", "calls", "span", "T", "energy",
         "energy", "change of total", "ns in", "ns in");
  printf("%-22s %4s %5s %5s %4s %21s %8s %7s %7s %9s %6s\n", "method", "/fs", "/step", "/ps", "/K",
         "drift/ns", "rms", "mom.", "ang.m.", "rigidstep", "forces");
  for (int s = 0; s < n_spans; ++s) failed |= run_method(&spans[s], steps, &time, zero, energies);
  printf("\n%.1f s in all.\n", now() - begun);
  if (energies && fclose(energies)) die(1, "cannot write %s", values[ENERGIES]);

  rgs.rgs_stepper_destroy(stepper);
  rgs.rgs_bodies_destroy(bodies);
  rgs.rgs_method_destroy(settling.method);
  for (int s = 0; s < n_spans; ++s) rgs.rgs_method_destroy(spans[s].method);
  rgs.rgs_context_destroy(context);
  rgs_library_close(&rgs);
  water_host_destroy(&host);
  return failed;
}
