/* SPDX-License-Identifier: BSD-3-Clause
 *
 * npt_water.c - SPC/E water at constant temperature and pressure in a periodic box, by a host that knows
 * atoms: the library makes molecules of them, moves these and says how long the box is; this file
 * computes the forces on the atoms.
 *
 *   npt_water --molecules 216 --picoseconds 200
 *
 * prints density, temperature, pressure and their standard errors, and exits with 1 if one of the
 * checks below fails.  `npt_water --help` lists the options.
 *
 * FORCES  Everything ends at a cut-off between sites.  Coulomb's law has a reaction field of a
 * conductor beyond it, q q' (1/r + r^2/(2 R^3) - 3/(2 R)), and Lennard-Jones is shifted so that its
 * force ends at zero, too; so energy is conserved, but the density is not that of SPC/E with Ewald
 * sums and long-range corrections.  Units: see water_model.h.
 */
#include "water_model.h"
#include <math.h>
#include <rigidstep/draft_sites.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATMOSPHERE (101325 / 1.66053906892e13) /* in g/mol / (Angstrom fs^2) */
#define MOST_ARM 0.97                          /* an atom is not farther from its centre of mass */
enum { BLOCKS = 20 };

/* Numbers are doubles for read_options. */
typedef struct settings {
  double molecules, kelvin, atmospheres, step, picoseconds, settle;
  const char *bath;
} settings;

/* Atoms are O H H, molecule after molecule; 9 numbers of each molecule. */
typedef struct run {
  settings set;
  int64_t n; /* molecules */
  double edge, cutoff, energy, virial[3];
  double *memory, *x, *mass, *atom, *speed, *force;
  water_model model;
  rgs_view view;
  rgs_column places, forces;
  rgs_context *context;
  rgs_draft_sites *sites;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_error error;
} run;

static void stop(const char *what, const rgs_error *error) {
  fprintf(stderr, "npt_water: %s%s%s\n", what, error ? ": " : "", error ? error->text : "");
  exit(2);
}

/* ---- forces ---------------------------------------------------------------------------------- */
/* The energy of two sites; *over_r is the force over the distance, positive where they repel. */
static double pair_energy(const water_model *m, int a, int b, double square, double cutoff,
                          double *over_r) {
  const double r = sqrt(square), cube = cutoff * cutoff * cutoff;
  const double charges = m->coulomb * m->charge[a] * m->charge[b];
  double energy = charges * (1 / r + 0.5 * square / cube - 1.5 / cutoff);
  *over_r = charges * (1 / (r * square) - 1 / cube);
  if (a == WATER_O && b == WATER_O) {
    const double near2 = m->sigma * m->sigma / square, near6 = near2 * near2 * near2;
    const double end2 = m->sigma * m->sigma / (cutoff * cutoff), end6 = end2 * end2 * end2;
    const double at_end = 24 * m->epsilon * end6 * (2 * end6 - 1) / cutoff;
    energy += 4 * m->epsilon * (near6 * (near6 - 1) - end6 * (end6 - 1)) + at_end * (r - cutoff);
    *over_r += 24 * m->epsilon * near6 * (2 * near6 - 1) / square - at_end / r;
  }
  return energy;
}

/* Molecules i and j: forces on their atoms, energy, and the force between their centres times the
 * distance of the centres, which is the molecular virial. */
static void add_pair(run *r, int64_t i, int64_t j) {
  double apart[3], image[3], square = 0, total[3] = { 0, 0, 0 };
  for (int k = 0; k < 3; k++) {
    apart[k] = r->x[3 * i + k] - r->x[3 * j + k];
    image[k] = r->edge * nearbyint(apart[k] / r->edge);
    apart[k] -= image[k];
    square += apart[k] * apart[k];
  }
  const double reach = r->cutoff + 2 * MOST_ARM;
  if (square >= reach * reach) return;
  for (int a = 0; a < WATER_SITES; a++)
    for (int b = 0; b < WATER_SITES; b++) {
      const int64_t at = 9 * i + 3 * a, other = 9 * j + 3 * b;
      double d[3], d2 = 0, over_r;
      for (int k = 0; k < 3; k++) {
        d[k] = r->atom[at + k] - r->atom[other + k] - image[k];
        d2 += d[k] * d[k];
      }
      if (d2 >= r->cutoff * r->cutoff) continue;
      r->energy += pair_energy(&r->model, a, b, d2, r->cutoff, &over_r);
      for (int k = 0; k < 3; k++) {
        r->force[at + k] += over_r * d[k];
        r->force[other + k] -= over_r * d[k];
        total[k] += over_r * d[k];
      }
    }
  for (int k = 0; k < 3; k++) r->virial[k] += total[k] * apart[k];
}

/* rgs_host.eval.  With a piston the request says how long the box is; the bodies have been moved
 * already. */
static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  run *r = self;
  if (request->lengths[0] > 0) r->edge = request->lengths[0];
  if (r->cutoff + 2 * MOST_ARM > 0.5 * r->edge) {
    fprintf(stderr, "npt_water: the box is %.2f Angstrom long; a cut-off of %.2f needs %.2f\n",
            r->edge, r->cutoff, 2 * (r->cutoff + 2 * MOST_ARM));
    return 1;
  }
  r->energy = r->virial[0] = r->virial[1] = r->virial[2] = 0;
  memset(r->force, 0, sizeof *r->force * (size_t)(9 * r->n));
  if (rgs_draft_sites_place(r->sites, bodies, &r->places, NULL, &r->error)) return 1;
  for (int64_t i = 0; i < r->n; i++)
    for (int64_t j = 0; j < i; j++) add_pair(r, i, j);
  if (rgs_draft_sites_gather(r->sites, bodies, &r->forces, NULL, &r->error)) return 1;
  request->energy = r->energy;
  memcpy(request->virial, r->virial, sizeof r->virial);
  return 0;
}

/* ---- a run ----------------------------------------------------------------------------------- */
/* Constant temperature, and constant pressure if `piston` is a name. */
static rgs_method *make_method(run *r, const char *bath, const char *piston) {
  const settings *s = &r->set;
  const rgs_param params[] = {
    { .key = "kt", .value = WATER_BOLTZMANN * s->kelvin },
    { .key = "relaxation",
      .value = piston ? 500 : 50 }, /* fs; the lattice melts sooner by the latter */
    { .key = "seed", .value = 1 },
    { .key = "conserved", .value = 1 },
    { .key = "pressure", .value = s->atmospheres * ATMOSPHERE },
    { .key = "piston_relaxation", .value = 500 },
  };
  const uint32_t n = sizeof params / sizeof *params;
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang",
                                 .params = params,
                                 .n_params = piston ? n : n - 2,
                                 .param_size = sizeof *params };
  const rgs_ensemble_spec around = { RGS_HEAD(rgs_ensemble_spec), bath, piston, 0, 0 };
  rgs_method *made = NULL;
  if (rgs_method_create_with(r->context, &spec, &around, &made, &r->error) != RGS_OK)
    stop("method", &r->error);
  return made;
}

/* The next `width` numbers of each row from the memory at *at on. */
static rgs_column take(double **at, int64_t rows, int width) {
  const rgs_column column = { *at, width, 1 };
  *at += rows * width;
  return column;
}

/* Atoms of molecules on a cubic lattice at 33.3 a nm^3, in any attitude, with random velocities of
 * the right temperature. */
static void make_atoms(run *r) {
  const double spacing = cbrt(30.0);
  uint64_t seed = 1;
  int64_t side = 1;
  while (side * side * side < r->n) side++;
  r->edge = spacing * (double)side;
  for (int64_t i = 0; i < r->n; i++) {
    const int64_t cell[3] = { i % side, i / side % side, i / (side * side) };
    double q[4];
    water_attitude(&seed, q);
    for (int a = 0; a < WATER_SITES; a++) {
      double *atom = r->atom + 9 * i + 3 * a;
      const double mass = r->mass[3 * i + a] = a == WATER_O ? r->model.mass - 2 * 1.008 : 1.008;
      water_rotate(q, r->model.site[a], atom);
      for (int k = 0; k < 3; k++) {
        atom[k] += spacing * ((double)cell[k] + 0.5);
        r->speed[9 * i + 3 * a + k] =
            water_uniform(&seed) * sqrt(3 * WATER_BOLTZMANN * r->set.kelvin / mass);
      }
    }
  }
}

static void open_run(run *r) {
  const settings *s = &r->set;
  const int64_t n = r->n = (int64_t)s->molecules;
  double *next = r->memory = calloc((size_t)(53 * n), sizeof *next);
  if (!next) stop("out of memory", NULL);
  r->error = (rgs_error)RGS_ERROR_INIT;
  r->model = water_spce();
  r->view = (rgs_view){ .head = RGS_HEAD(rgs_view), .n = n, .stamp = 1 };
  const rgs_column mass = take(&next, 3 * n, 1), speeds = take(&next, 3 * n, 3);
  r->places = take(&next, 3 * n, 3);
  r->forces = take(&next, 3 * n, 3);
  r->view.x = take(&next, n, 3);
  r->view.p = take(&next, n, 3);
  r->view.q = take(&next, n, 4);
  r->view.l = take(&next, n, 3);
  r->view.mass = take(&next, n, 1);
  r->view.inertia = take(&next, n, 3);
  r->view.f = take(&next, n, 3);
  r->view.tau = take(&next, n, 3);
  r->x = r->view.x.data;
  r->mass = mass.data;
  r->atom = r->places.data;
  r->speed = speeds.data;
  r->force = r->forces.data;
  make_atoms(r);
  r->cutoff = 0.485 * r->edge - 2 * MOST_ARM; /* the box may become 3 % shorter */

  int64_t *first = malloc(sizeof *first * (size_t)(n + 1));
  if (!first) stop("out of memory", NULL);
  for (int64_t i = 0; i <= n; i++) first[i] = 3 * i;
  const rgs_draft_sites_spec atoms = { .head = RGS_DRAFT_HEAD(rgs_draft_sites_spec),
                                       .n_sites = 3 * n,
                                       .n_bodies = n,
                                       .first = first,
                                       .mass = mass,
                                       .x = r->places };
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = r,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                          .eval = evaluate,
                          .ranks = 1 };
  if (rgs_context_create(NULL, &r->context, &r->error) ||
      rgs_draft_sites_create(r->context, &atoms, &r->sites, &r->error) ||
      rgs_draft_sites_shape(r->sites, &r->view, NULL, &r->error) ||
      rgs_draft_sites_momenta(r->sites, &r->view, &speeds, NULL, &r->error) ||
      rgs_bodies_create(r->context, n, &r->bodies, &r->error) ||
      rgs_bodies_bind(r->bodies, &r->view, &r->error))
    stop("bodies", &r->error);
  free(first);
  r->method = make_method(r, "langevin", NULL);
  if (rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, &r->error))
    stop("stepper", &r->error);
}

static void close_run(run *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_method_destroy(r->method);
  rgs_bodies_destroy(r->bodies);
  rgs_draft_sites_destroy(r->sites);
  rgs_context_destroy(r->context);
  free(r->memory);
}

/* From the lattice to a liquid of the right volume: first in a box that stays, then with the piston. */
static void settle(run *r) {
  const settings *s = &r->set;
  const long steps = lround(s->settle * 1000 / s->step);
  const double edge = r->edge;
  rgs_box box = RGS_BOX_INIT;
  for (int k = 0; k < 3; k++) box.lengths[k] = edge, box.centre[k] = edge / 2;
  if (rgs_step(r->stepper, 0.5 * s->step, steps / 2, &r->error)) stop("settling", &r->error);
  rgs_method *next = make_method(r, s->bath, "andersen");
  if (rgs_stepper_swap(r->stepper, next, &r->error)) stop("swap", &r->error);
  rgs_method_destroy(r->method);
  r->method = next;
  if (rgs_stepper_set_box(r->stepper, &box, &r->error)) stop("box", &r->error);
  if (rgs_step(r->stepper, s->step, steps, &r->error)) stop("settling", &r->error);
}

static double output(run *r, const char *key) {
  double values[16];
  if (rgs_stepper_output(r->stepper, key, values, 16, &r->error)) stop(key, &r->error);
  return values[0];
}

/* ---- averages -------------------------------------------------------------------------------- */
enum { DENSITY, TRANSLATION, ROTATION, PRESSURE, CONSERVED, COLUMNS };
static const char *const NAMES[] = { "density, g/cm^3", "temperature of translation, K",
                                     "temperature of rotation, K", "pressure, atm" };

/* Means of each block.  What the bath leaves in the middle of a step is at the right temperature; the
 * pressure takes its kinetic energy. */
static void sample(run *r, double block[COLUMNS][BLOCKS]) {
  const long steps = lround(r->set.picoseconds * 1000 / r->set.step / BLOCKS);
  const double weight = 1.0 / (double)steps;
  for (int b = 0; b < BLOCKS; b++)
    for (long i = 0; i < steps; i++) {
      if (rgs_step(r->stepper, r->set.step, 1, &r->error)) stop("step", &r->error);
      const double volume = output(r, "volume"), kinetic = output(r, "mid_translation");
      const double work = r->virial[0] + r->virial[1] + r->virial[2];
      block[DENSITY][b] += weight * r->set.molecules * r->model.mass / volume / 0.602214076;
      block[TRANSLATION][b] += weight * output(r, "kt_mid_translation") / WATER_BOLTZMANN;
      block[ROTATION][b] += weight * output(r, "kt_mid_rotation") / WATER_BOLTZMANN;
      block[PRESSURE][b] += weight * (2 * kinetic + work) / (3 * volume) / ATMOSPHERE;
      block[CONSERVED][b] += weight * output(r, "conserved_energy");
    }
}

static int wrong;
static void check(int good, const char *what) {
  printf("%-5s %s\n", good ? "ok" : "WRONG", what);
  wrong += !good;
}

static double mean_of(const double *block, double *sigma) {
  double sum = 0, squares = 0;
  for (int i = 0; i < BLOCKS; i++) sum += block[i] / BLOCKS;
  for (int i = 0; i < BLOCKS; i++) squares += (block[i] - sum) * (block[i] - sum);
  *sigma = sqrt(squares / (BLOCKS - 1) / BLOCKS);
  return sum;
}

/* By how much a line through the means rises in the whole run. */
static double rise(const double *block) {
  double sum = 0, squares = 0;
  for (int b = 0; b < BLOCKS; b++) {
    const double t = (b - 0.5 * (BLOCKS - 1)) / BLOCKS;
    sum += t * block[b];
    squares += t * t;
  }
  return sum / squares;
}

/* The energy where centres of mass and box are `scale` times as large and molecules as they are. */
static double scaled_energy(run *r, double scale) {
  const double edge = r->edge;
  rgs_eval request = RGS_EVAL_INIT;
  request.lengths[0] = edge * scale;
  for (int64_t i = 0; i < 3 * r->n; i++) r->x[i] *= scale;
  if (evaluate(r, &request, &r->view)) exit(2);
  for (int64_t i = 0; i < 3 * r->n; i++) r->x[i] /= scale;
  r->edge = edge;
  return request.energy;
}

/* How far the virial is from the derivative of the energy, by the size of its parts. */
static double virial_error(run *r) {
  const double by = 1e-5;
  const double slope = (scaled_energy(r, exp(by)) - scaled_energy(r, exp(-by))) / (2 * by);
  const double energy = scaled_energy(r, 1);
  return fabs(slope + r->virial[0] + r->virial[1] + r->virial[2]) / fabs(energy);
}

static void report(run *r, double block[COLUMNS][BLOCKS]) {
  const settings *s = &r->set;
  const double target[] = { 0, s->kelvin, s->kelvin, s->atmospheres };
  int good[CONSERVED];
  for (int c = 0; c < CONSERVED; c++) {
    double sigma;
    const double mean = mean_of(block[c], &sigma);
    printf("%-32s %10.4g +- %.2g\n", NAMES[c], mean, sigma);
    good[c] = fabs(mean - target[c]) < 4 * sigma;
  }
  const double drift = rise(block[CONSERVED]) / (6 * s->molecules * WATER_BOLTZMANN * s->kelvin);
  const double virial = virial_error(r);
  printf("%-32s %10.2g kT a degree of freedom in the whole run\n", "drift of the conserved energy",
         drift);
  printf("%-32s %10.2g of the energy\n\n", "error of the virial", virial);
  check(good[TRANSLATION], "translation has the temperature asked for, to 4 standard errors");
  check(good[ROTATION], "so has rotation");
  check(good[PRESSURE], "the pressure is the one asked for, to 4 standard errors");
  check(fabs(drift) < 0.02, "the conserved energy does not drift");
  check(virial < 1e-6, "the virial is the derivative of the energy");
}

/* ---- options --------------------------------------------------------------------------------- */
static void read_options(settings *s, int n, char **words) {
  const struct {
    const char *name, *help;
    double *number; /* NULL for --bath */
  } options[] = { { "--molecules", "number of molecules (216)", &s->molecules },
                  { "--temperature", "K (298.15)", &s->kelvin },
                  { "--pressure", "atm (1)", &s->atmospheres },
                  { "--step", "time step, fs (2)", &s->step },
                  { "--picoseconds", "length of the run (100)", &s->picoseconds },
                  { "--settle", "picoseconds before it (10)", &s->settle },
                  { "--bath", "langevin or csvr (langevin)", NULL } };
  enum { OPTIONS = sizeof options / sizeof *options };
  for (int i = 1; i < n; i += 2) {
    int k = 0;
    while (k < OPTIONS && strcmp(words[i], options[k].name) != 0) k++;
    if (k == OPTIONS || i + 1 == n) {
      const bool help = strcmp(words[i], "--help") == 0;
      if (!help)
        fprintf(stderr, "npt_water: %s %s\n", k == OPTIONS ? "no option" : "no value for",
                words[i]);
      for (k = 0; k < OPTIONS; k++)
        fprintf(help ? stdout : stderr, "  %-14s %s\n", options[k].name, options[k].help);
      exit(help ? 0 : 2);
    }
    if (!options[k].number) {
      s->bath = words[i + 1];
      continue;
    }
    char *end;
    *options[k].number = strtod(words[i + 1], &end);
    if (*end || end == words[i + 1]) stop("an option is no number", NULL);
  }
  if (!(s->molecules >= 27 && s->molecules < 1e6 && s->step > 0 && s->picoseconds > 0 &&
        s->settle >= 0))
    stop("--molecules must be from 27 to 1e6, --step and --picoseconds above 0", NULL);
}

int main(int argc, char **argv) {
  run r = { .set = { 216, 298.15, 1, 2, 100, 10, "langevin" } };
  double block[COLUMNS][BLOCKS] = { { 0 } };
  read_options(&r.set, argc, argv);
  open_run(&r);
  printf("%g SPC/E waters, cut-off %.2f Angstrom, %s, steps of %g fs, %g ps\n\n", r.set.molecules,
         r.cutoff, r.set.bath, r.set.step, r.set.picoseconds);
  fflush(stdout);
  settle(&r);
  sample(&r, block);
  report(&r, block);
  close_run(&r);
  return wrong > 0;
}
