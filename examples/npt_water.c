/* SPDX-License-Identifier: BSD-3-Clause
 *
 * npt_water.c - SPC/E water at 298.15 K and constant pressure in a periodic box, by a host that knows atoms: the
 * library makes molecules of them, moves these and their cell; this file computes the forces.
 *
 *   npt_water [PICOSECONDS [MOLECULES [THERMOSTAT [ATMOSPHERES]]]]          (100 216 langevin 1; the
 *   thermostat may be csvr)
 *
 * settles for 0.4 of the run, at most 10 ps; then prints density, temperature, pressure and their standard errors.
 * Exits with 1 if one of the checks below fails.
 *
 * FORCES  Everything ends at a cut-off between sites.  Coulomb's law has a reaction field of a conductor beyond it,
 * q q' (1/r + r^2/(2 R^3) - 3/(2 R)), and Lennard-Jones is shifted so that its force ends at zero, too; so energy is
 * conserved, but the density differs from SPC/E's with Ewald sums and long-range corrections.  Units: water_model.h.
 */
#include "water_model.h"
#include <math.h>
#include <rigidstep/draft_forces.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATMOSPHERE (101325 / 1.66053906892e13) /* in g/mol / (Angstrom fs^2) */
#define MOST_ARM 0.97                          /* an atom is not farther from its centre of mass */
enum { MOST = 1000, BLOCKS = 20 };
static const double kelvin = 298.15, step = 2; /* fs */

/* What the program has: atoms O H H, molecule after molecule .. */
static water_model model;
static int64_t n; /* molecules */
static double x[3 * MOST][3], v[3 * MOST][3], force[3 * MOST][3], mass[3 * MOST][1];
static double edge, cutoff, energy, virial[9], atmospheres = 1;
/* .. and what rigidstep keeps of the bodies. */
static double X[MOST][3], P[MOST][3], Q[MOST][4], L[MOST][3], M[MOST][1], I[MOST][3], F[MOST][3],
    T[MOST][3];
#define COLUMN(array)                                                                              \
  { array[0], sizeof array[0] / sizeof(double), 1 }
static rgs_view view = { .head = RGS_HEAD(rgs_view),
                         .revision = 1,
                         .x = COLUMN(X),
                         .p = COLUMN(P),
                         .q = COLUMN(Q),
                         .l = COLUMN(L),
                         .mass = COLUMN(M),
                         .inertia = COLUMN(I),
                         .f = COLUMN(F),
                         .tau = COLUMN(T) };
static const rgs_column places = COLUMN(x), speeds = COLUMN(v), forces = COLUMN(force);
static rgs_context *context;
static rgs_sites *sites;
static rgs_stepper *stepper;
static rgs_error error = RGS_ERROR_INIT;

static void stop(const char *what) {
  fprintf(stderr, "npt_water: %s\n", what);
  exit(2);
}
static void need(rgs_status status) {
  if (status < 0) stop(error.text);
}

/* ---- forces ---------------------------------------------------------------------------------- */
/* The energy of two sites; *over_r is the force over the distance, positive where they repel. */
static double pair_energy(int a, int b, double square, double *over_r) {
  const double r = sqrt(square), cube = cutoff * cutoff * cutoff;
  const double charges = model.coulomb * model.charge[a] * model.charge[b];
  double found = charges * (1 / r + 0.5 * square / cube - 1.5 / cutoff);
  *over_r = charges * (1 / (r * square) - 1 / cube);
  if (a == WATER_O && b == WATER_O) {
    const double near2 = model.sigma * model.sigma / square, near6 = near2 * near2 * near2;
    const double end2 = model.sigma * model.sigma / (cutoff * cutoff), end6 = end2 * end2 * end2;
    const double at_end = 24 * model.epsilon * end6 * (2 * end6 - 1) / cutoff;
    found += 4 * model.epsilon * (near6 * (near6 - 1) - end6 * (end6 - 1)) + at_end * (r - cutoff);
    *over_r += 24 * model.epsilon * near6 * (2 * near6 - 1) / square - at_end / r;
  }
  return found;
}

/* Molecules i and j: forces on their atoms, energy, and the force between them times the distance of
 * their centres, which is the molecular virial. */
static void add_pair(int64_t i, int64_t j) {
  double apart[3], image[3], square = 0, total[3] = { 0, 0, 0 };
  for (int k = 0; k < 3; k++) {
    apart[k] = X[i][k] - X[j][k];
    image[k] = edge * nearbyint(apart[k] / edge);
    apart[k] -= image[k];
    square += apart[k] * apart[k];
  }
  const double reach = cutoff + 2 * MOST_ARM;
  if (square >= reach * reach) return;
  for (int a = 0; a < WATER_SITES; a++)
    for (int b = 0; b < WATER_SITES; b++) {
      const int64_t at = 3 * i + a, other = 3 * j + b;
      double d[3], d2 = 0, over_r;
      for (int k = 0; k < 3; k++) {
        d[k] = x[at][k] - x[other][k] - image[k];
        d2 += d[k] * d[k];
      }
      if (d2 >= cutoff * cutoff) continue;
      energy += pair_energy(a, b, d2, &over_r);
      for (int k = 0; k < 3; k++) {
        force[at][k] += over_r * d[k];
        force[other][k] -= over_r * d[k];
        total[k] += over_r * d[k];
      }
    }
  for (int k = 0; k < 9; k++) virial[k] += total[k / 3] * apart[k % 3];
}

/* rgs_host.eval.  With a barostat the request has the cell; the bodies have been moved already. */
static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  (void)self;
  if (request->cell[0] > 0) edge = request->cell[0];
  if (cutoff + 2 * MOST_ARM > 0.5 * edge) {
    fprintf(stderr, "npt_water: the box is %.2f Angstrom long; a cut-off of %.2f needs %.2f\n",
            edge, cutoff, 2 * (cutoff + 2 * MOST_ARM));
    return 1;
  }
  energy = 0;
  memset(virial, 0, sizeof virial);
  memset(force, 0, sizeof force);
  if (rgs_sites_place(sites, bodies, &places, NULL, &error)) return 1;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < i; j++) add_pair(i, j);
  if (rgs_sites_gather(sites, bodies, &forces, NULL, &error)) return 1;
  request->energy = energy;
  memcpy(request->virial, virial, sizeof virial);
  return 0;
}

/* ---- a run ----------------------------------------------------------------------------------- */
/* Constant temperature, and constant pressure if `barostat` is a name. */
static rgs_method *make_method(const char *thermostat, const char *barostat) {
  const rgs_param params[] = {
    { .key = "kt", .value = WATER_BOLTZMANN * kelvin },
    { .key = "relaxation",
      .value = barostat ? 500 : 50 }, /* fs; the lattice melts sooner by the latter */
    { .key = "seed", .value = 1 },
    { .key = "pressure", .value = atmospheres * ATMOSPHERE },
    { .key = "barostat_relaxation", .value = 500 },
  };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang",
                                 .thermostat = thermostat,
                                 .barostat = barostat,
                                 .params = params,
                                 .n_params = barostat ? 5 : 3,
                                 .param_size = sizeof *params,
                                 .wants = RGS_WANTS_CONSERVED };
  rgs_method *made = NULL;
  need(rgs_method_create(context, &spec, &made, &error));
  return made;
}

/* Molecules on a cubic lattice at 33.3 a nm^3, in any orientation, with random velocities of the right
 * temperature. */
static void make_atoms(void) {
  const double spacing = cbrt(30.0);
  uint64_t seed = 1;
  int64_t side = 1;
  while (side * side * side < n) side++;
  edge = spacing * (double)side;
  for (int64_t i = 0; i < n; i++) {
    const int64_t cell[3] = { i % side, i / side % side, i / (side * side) };
    double q[4];
    water_orientation(&seed, q);
    for (int64_t a = 3 * i; a < 3 * i + 3; a++) {
      mass[a][0] = a == 3 * i ? model.mass - 2 * 1.008 : 1.008;
      water_rotate(q, model.site[a - 3 * i], x[a]);
      for (int k = 0; k < 3; k++) {
        x[a][k] += spacing * ((double)cell[k] + 0.5);
        v[a][k] = water_uniform(&seed) * sqrt(3 * WATER_BOLTZMANN * kelvin / mass[a][0]);
      }
    }
  }
  cutoff = 0.485 * edge - 2 * MOST_ARM; /* the box may become 3 % shorter */
}

static rgs_bodies *make_bodies(void) {
  static int64_t first[MOST + 1];
  for (int64_t i = 0; i <= n; i++) first[i] = 3 * i;
  const rgs_sites_spec atoms = { .head = RGS_HEAD(rgs_sites_spec),
                                 .n_sites = 3 * n,
                                 .n_bodies = n,
                                 .first = first,
                                 .mass = COLUMN(mass),
                                 .x = places };
  rgs_bodies *bodies = NULL;
  view.n = n;
  need(rgs_context_create(NULL, &context, &error));
  need(rgs_sites_create(context, &atoms, &sites, &error));
  need(rgs_sites_shape(sites, &view, NULL, &error));
  need(rgs_sites_momenta(sites, &view, &speeds, NULL, &error));
  need(rgs_bodies_create(context, n, &bodies, &error));
  need(rgs_bodies_bind(bodies, &view, &error));
  return bodies;
}

static double output(const char *key) {
  double values[16];
  need(rgs_stepper_output(stepper, key, values, 16, &error));
  return values[0];
}

/* ---- averages -------------------------------------------------------------------------------- */
enum { DENSITY, TRANSLATION, ROTATION, PRESSURE, CONSERVED, COLUMNS };
static const char *const NAMES[] = { "density, g/cm^3", "temperature of translation, K",
                                     "temperature of rotation, K", "pressure, atm" };

/* Means of each block.  What the thermostat leaves in the middle of a step is at the right temperature; the
 * pressure takes its kinetic energy. */
static void sample(double picoseconds, double block[COLUMNS][BLOCKS]) {
  const long steps = lround(picoseconds * 1000 / step / BLOCKS);
  const double weight = 1.0 / (double)steps;
  for (int b = 0; b < BLOCKS; b++)
    for (long i = 0; i < steps; i++) {
      need(rgs_stepper_run(stepper, step, 1, &error));
      const double volume = output("volume"), kinetic = output("mid_translation");
      const double work = virial[0] + virial[4] + virial[8];
      block[DENSITY][b] += weight * (double)n * model.mass / volume / 0.602214076;
      block[TRANSLATION][b] += weight * output("kt_mid_translation") / WATER_BOLTZMANN;
      block[ROTATION][b] += weight * output("kt_mid_rotation") / WATER_BOLTZMANN;
      block[PRESSURE][b] += weight * (2 * kinetic + work) / (3 * volume) / ATMOSPHERE;
      block[CONSERVED][b] += weight * output("conserved_energy");
    }
}

/* Of the blocks: mean, its standard error, and by how much a line through them rises in the whole run. */
static double mean_of(const double *block, double *sigma, double *rise) {
  double mean = 0, squares = 0, sum = 0, weights = 0;
  for (int b = 0; b < BLOCKS; b++) mean += block[b] / BLOCKS;
  for (int b = 0; b < BLOCKS; b++) {
    const double t = (b - 0.5 * (BLOCKS - 1)) / BLOCKS;
    squares += (block[b] - mean) * (block[b] - mean);
    sum += t * block[b];
    weights += t * t;
  }
  *sigma = sqrt(squares / (BLOCKS - 1) / BLOCKS);
  *rise = sum / weights;
  return mean;
}

/* Do forces, torques and virial belong to the energy?  The box is a cube, so its virial serves barostats that
 * change all lengths by one factor. */
static int belong_to_energy(rgs_bodies *bodies, const rgs_host *host) {
  char text[RGS_DRAFT_FORCE_TEXT];
  rgs_cell cell = RGS_CELL_INIT;
  rgs_draft_force_check of = { .head = RGS_DRAFT_HEAD(rgs_draft_force_check, RGS_DRAFT_FORCES),
                               .tolerance = 1e-5,
                               .text = text,
                               .text_size = sizeof text };
  need(rgs_stepper_cell(stepper, &cell, &error));
  memcpy(of.cell, cell.vectors, sizeof of.cell);
  memcpy(of.origin, cell.origin, sizeof of.origin);
  need(rgs_draft_check_forces(bodies, host, &of, &error));
  if (of.found != RGS_DRAFT_FORCE_FOR_ONE_FACTOR) puts(text);
  return of.found == RGS_DRAFT_FORCE_FOR_ONE_FACTOR;
}

static int wrong;
static void check(int good, const char *what) {
  printf("%-5s %s\n", good ? "ok" : "WRONG", what);
  wrong += !good;
}

static void report(double block[COLUMNS][BLOCKS], int right) {
  const double target[] = { 0, kelvin, kelvin, atmospheres };
  double sigma, drift;
  int good[CONSERVED];
  for (int c = 0; c < CONSERVED; c++) {
    const double mean = mean_of(block[c], &sigma, &drift);
    printf("%-32s %10.4g +- %.2g\n", NAMES[c], mean, sigma);
    good[c] = fabs(mean - target[c]) < 4 * sigma;
  }
  mean_of(block[CONSERVED], &sigma, &drift);
  drift /= 6 * (double)n * WATER_BOLTZMANN * kelvin;
  printf("%-32s %10.2g kT a degree of freedom in the whole run\n\n",
         "drift of the conserved energy", drift);
  check(good[TRANSLATION], "translation has the temperature asked for, to 4 standard errors");
  check(good[ROTATION], "so has rotation");
  check(good[PRESSURE], "the pressure is the one asked for, to 4 standard errors");
  check(fabs(drift) < 0.02, "the conserved energy does not drift");
  check(right, "forces, torques and virial are derivatives of the energy");
}

int main(int argc, char **argv) {
  const double picoseconds = argc > 1 ? atof(argv[1]) : 100, settle = fmin(10, 0.4 * picoseconds);
  const char *thermostat = argc > 3 ? argv[3] : "langevin";
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                          .eval = evaluate,
                          .ranks = 1 };
  double block[COLUMNS][BLOCKS] = { { 0 } };
  rgs_cell cell = RGS_CELL_INIT;
  n = argc > 2 ? atoi(argv[2]) : 216;
  if (argc > 4) atmospheres = atof(argv[4]);
  if (!(picoseconds > 0 && n >= 27 && n <= MOST))
    stop("PICOSECONDS must be above 0, and MOLECULES from 27 to 1000");
  model = water_spce();
  make_atoms();
  rgs_bodies *bodies = make_bodies();
  rgs_method *warm = make_method("langevin", NULL), *method = make_method(thermostat, "andersen");
  need(rgs_stepper_create(bodies, warm, &host, &stepper, &error));
  printf("%d SPC/E waters, cut-off %.2f Angstrom, %s, steps of %g fs, %g ps\n\n", (int)n, cutoff,
         thermostat, step, picoseconds);
  fflush(stdout);

  /* From the lattice to a liquid of the right volume: first in a box that stays, then with the barostat. */
  need(rgs_stepper_run(stepper, 0.5 * step, lround(settle * 1000 / step) / 2, &error));
  need(rgs_stepper_swap(stepper, method, &error));
  for (int k = 0; k < 3; k++) cell.vectors[4 * k] = edge, cell.origin[k] = edge / 2;
  need(rgs_stepper_set_cell(stepper, &cell, &error));
  need(rgs_stepper_run(stepper, step, lround(settle * 1000 / step), &error));
  sample(picoseconds, block);
  report(block, belong_to_energy(bodies, &host));

  rgs_stepper_destroy(stepper);
  rgs_method_destroy(warm);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  rgs_sites_destroy(sites);
  rgs_context_destroy(context);
  return wrong > 0;
}
