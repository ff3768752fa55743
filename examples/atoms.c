/* SPDX-License-Identifier: BSD-3-Clause
 *
 * atoms.c - a program that has atoms: liquid nitrogen at constant temperature, as rigid molecules.
 *
 * The program knows positions of atoms and forces on them.  Four calls of rigidstep/sites.h lie between
 * these and the bodies that rigidstep moves.  It prints temperatures, and a picture of the pair correlation.
 *   atoms [STEPS]
 * Units: angstrom, ps, atomic mass units.  Lennard-Jones sites of N2: P. S. Y. Cheung and J. G. Powles, Mol.
 * Phys. 30, 921 (1975), doi 10.1080/00268977500102461.
 */
#include <rigidstep/rigidstep.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 5, MOLECULES = SIDE * SIDE * SIDE, ATOMS = 2 * MOLECULES, BINS = 24 };
static const double box = 19.4, bond = 1.098, boltzmann = 0.8314463, kelvin = 90;
static const double sigma = 3.31, epsilon = 37.3 * 0.8314463, cutoff = 9, shown = 9.6;

/* What the program has .. */
static double x[ATOMS][3], v[ATOMS][3], force[ATOMS][3], mass[ATOMS][1];
/* .. and what rigidstep keeps of the bodies. */
static double X[MOLECULES][3], P[MOLECULES][3], Q[MOLECULES][4], L[MOLECULES][3], M[MOLECULES][1],
    I[MOLECULES][3], F[MOLECULES][3], T[MOLECULES][3];
static int64_t first[MOLECULES + 1]; /* molecule i has the atoms first[i] to first[i + 1] - 1 */
#define COLUMN(array)                                                                              \
  { array[0], sizeof array[0] / sizeof(double), 1 }

static rgs_error error = RGS_ERROR_INIT;
static void need(rgs_status status) {
  if (status < 0) fprintf(stderr, "atoms: %s\n", error.text), exit(1);
}

/* On a lattice, with bonds along its diagonals in turn. */
static void place_molecules(void) {
  for (int i = 0; i < MOLECULES; i++) {
    const int at[3] = { i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE };
    first[i + 1] = 2 * (i + 1);
    for (int k = 0; k < 3; k++) {
      const double half = (i >> k & 1 ? 0.5 : -0.5) * bond / sqrt(3),
                   centre = (at[k] + 0.5) * box / SIDE;
      x[2 * i][k] = centre - half;
      x[2 * i + 1][k] = centre + half;
    }
    mass[2 * i][0] = mass[2 * i + 1][0] = 14.007;
  }
}

static double apart(int i, int j, double r[3]) { /* at the nearest image */
  double square = 0;
  for (int k = 0; k < 3; k++) {
    r[k] = x[i][k] - x[j][k];
    r[k] -= box * rint(r[k] / box);
    square += r[k] * r[k];
  }
  return square;
}

/* Yours.  If the energy drifts, rgs_draft_check_forces of draft_forces.h names the mistake. */
static void forces(void) {
  for (int i = 0; i < ATOMS; i++) force[i][0] = force[i][1] = force[i][2] = 0;
  for (int i = 0; i < ATOMS; i++)
    for (int j = i + 1 + (i % 2 == 0); j < ATOMS; j++) { /* not between the atoms of a molecule */
      double r[3];
      const double square = apart(i, j, r);
      if (square > cutoff * cutoff) continue;
      const double six = pow(sigma * sigma / square, 3),
                   f = 24 * epsilon * (2 * six * six - six) / square;
      for (int k = 0; k < 3; k++) {
        force[i][k] += f * r[k];
        force[j][k] -= f * r[k];
      }
    }
}

static double pairs[BINS];
static void count_pairs(void) {
  for (int i = 0; i < ATOMS; i++)
    for (int j = i + 1 + (i % 2 == 0); j < ATOMS; j++) {
      double r[3];
      const int bin = (int)(sqrt(apart(i, j, r)) / shown * BINS);
      if (bin < BINS) pairs[bin] += 2;
    }
}

static void picture(int samples) {
  printf("\npair correlation g(r)\n");
  for (int b = 6; b < BINS; b++) {
    const double from = b * shown / BINS, to = (b + 1) * shown / BINS;
    const double shell = 4 * acos(-1) / 3 * (to * to * to - from * from * from);
    const double g = pairs[b] / samples / ATOMS / (shell * ATOMS / (box * box * box));
    printf("%4.1f A  %4.2f  ", (from + to) / 2, g);
    for (int k = 0; k < (int)(20 * g + 0.5); k++) putchar('#');
    putchar('\n');
  }
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 2000;
  const rgs_column at = COLUMN(x), speed = COLUMN(v), on = COLUMN(force);
  const rgs_param params[] = { { .key = "kt", .value = boltzmann * kelvin },
                               { .key = "relaxation", .value = 0.2 },
                               { .key = "seed", .value = 1 } };
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = MOLECULES,
                          .x = COLUMN(X),
                          .p = COLUMN(P),
                          .q = COLUMN(Q),
                          .l = COLUMN(L),
                          .mass = COLUMN(M),
                          .inertia = COLUMN(I),
                          .f = COLUMN(F),
                          .tau = COLUMN(T) };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang",
                                 .thermostat = "langevin",
                                 .params = params,
                                 .n_params = 3,
                                 .param_size = sizeof *params };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = RGS_EVAL_FORCE, .ranks = 1 };
  const rgs_sites_spec atoms = { .head = RGS_HEAD(rgs_sites_spec),
                                 .n_sites = ATOMS,
                                 .n_bodies = MOLECULES,
                                 .first = first,
                                 .mass = COLUMN(mass),
                                 .x = at };
  rgs_context *context;
  rgs_sites *sites;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_eval want = RGS_EVAL_INIT;
  double kt[2], sum[2] = { 0, 0 };
  int samples = 0;

  place_molecules();
  need(rgs_context_create(NULL, &context, &error));
  need(rgs_sites_create(context, &atoms, &sites, &error));
  need(rgs_sites_shape(sites, &view, NULL, &error));
  need(rgs_sites_momenta(sites, &view, &speed, NULL, &error));
  need(rgs_bodies_create(context, MOLECULES, &bodies, &error));
  need(rgs_bodies_bind(bodies, &view, &error));
  need(rgs_method_create(context, &spec, &method, &error));
  need(rgs_stepper_create(bodies, method, &host, &stepper, &error));
  for (int step = 1; step <= steps; step++) {
    rgs_status status;
    while ((status = rgs_stepper_advance(stepper, 0.005, &want, &error)) == RGS_NEED_EVAL) {
      need(rgs_sites_place(sites, &view, &at, NULL, &error));
      forces();
      need(rgs_sites_gather(sites, &view, &on, NULL, &error));
    }
    need(status);
    if (step * 10 % steps == 0) printf("%5.1f ps\n", rgs_stepper_time(stepper)), fflush(stdout);
    if (2 * step <= steps || step % 10 != 0) continue;
    need(rgs_stepper_output(stepper, "kt_mid_translation", &kt[0], 1, &error));
    need(rgs_stepper_output(stepper, "kt_mid_rotation", &kt[1], 1, &error));
    for (int k = 0; k < 2; k++) sum[k] += kt[k] / boltzmann;
    count_pairs();
    samples++;
  }
  printf("temperatures: %.1f K of translation, %.1f K of rotation; %g K are wanted\n",
         sum[0] / samples, sum[1] / samples, kelvin);
  picture(samples);
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  rgs_sites_destroy(sites);
  rgs_context_destroy(context);
  /* The means of 5 ps have errors of 1.5 K. */
  return fabs(sum[0] / samples - kelvin) > 8 || fabs(sum[1] / samples - kelvin) > 8;
}
