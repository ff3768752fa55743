/* SPDX-License-Identifier: GPL-2.0-only
 *
 * water_box.c - LAMMPS as a library of forces: rigid SPC/E water moved by rigidstep from outside, and by
 * LAMMPS' own fix rigid/nve/small and fix rigid/small.  water_box [MOLECULES [PICOSECONDS]]
 *
 * LAMMPS' units "real": Angstrom, fs, g/mol, kcal/mol.  Force is not mass times length over time^2 there;
 * the factor is rgs_host.force_scale.
 */
#include "water_runs.h"
#include <lammps/library.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int good, const char *what) {
  if (good) return;
  fprintf(stderr, "water_box: %s\n", what);
  exit(1);
}

/* One line of LAMMPS' input. */
static void say(void *lammps, const char *format, ...) {
  char line[300];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  lammps_command(lammps, line);
  if (lammps_has_error(lammps)) {
    char text[500];
    lammps_get_last_error_message(lammps, text, sizeof text);
    fprintf(stderr, "water_box: %s: %s\n", line, text);
    exit(1);
  }
}

/* ---- a box in LAMMPS --------------------------------------------------------------------------- */
typedef struct box {
  void *lammps;
  int n;
  double edge,
      *inside; /* atoms folded back                                                       */
} box;

static void fold(const box *b, const double *atom) {
  for (int i = 0; i < 9 * b->n; ++i) b->inside[i] = atom[i] - b->edge * floor(atom[i] / b->edge);
}

/* Atoms where w has them, with the velocities they have there. */
static box open_box(rigid_water *w) {
  char *options[] = { "lammps", "-log", "lammps.log", "-screen", "none", "-nocite" };
  const double cutoff = fmin(9, 0.48 * w->edge - 1);
  box b = { lammps_open_no_mpi(sizeof options / sizeof *options, options, NULL), (int)w->n, w->edge,
            malloc(sizeof(double) * (size_t)(9 * w->n)) };
  int *type = malloc(sizeof(int) * (size_t)(3 * b.n)),
      *molecule = malloc(sizeof(int) * (size_t)(3 * b.n));
  int *image = malloc(sizeof(int) * (size_t)(3 * b.n));
  must(b.lammps && b.inside && type && molecule && image, "cannot open LAMMPS");
  say(b.lammps, "units real");
  say(b.lammps, "atom_style full");
  say(b.lammps, "region box block 0 %.17g 0 %.17g 0 %.17g", b.edge, b.edge, b.edge);
  say(b.lammps, "create_box 2 box");
  say(b.lammps, "mass 1 15.9994");
  say(b.lammps, "mass 2 1.008");
  for (int i = 0; i < 3 * b.n; ++i) type[i] = i % 3 ? 2 : 1, molecule[i] = 1 + i / 3;
  rigid_water_move(w);
  /* From how they were folded its fixes learn how to put molecules together. */
  fold(&b, w->atom);
  for (int i = 0; i < 3 * b.n; ++i) {
    int box_of[3];
    for (int k = 0; k < 3; ++k) box_of[k] = (int)floor(w->atom[3 * i + k] / b.edge);
    image[i] = lammps_encode_image_flags(box_of[0], box_of[1], box_of[2]);
  }
  must(lammps_create_atoms(b.lammps, 3 * b.n, NULL, type, b.inside, w->velocity, image, 0) ==
           3 * b.n,
       "LAMMPS does not take all atoms");
  lammps_scatter_atoms(b.lammps, "molecule", 0, 1, molecule);
  say(b.lammps, "set type 1 charge -0.8476");
  say(b.lammps, "set type 2 charge 0.4238");
  /* Both forces go to zero smoothly at the cutoff, so that energy can be kept. */
  say(b.lammps, "pair_style lj/gromacs/coul/gromacs %.17g %.17g 0.1 %.17g", cutoff - 1, cutoff,
      cutoff);
  say(b.lammps, "pair_coeff * * 0 1");
  say(b.lammps, "pair_coeff 1 1 0.15535 3.166");
  say(b.lammps, "neigh_modify exclude molecule/intra all");
  say(b.lammps, "neighbor 1 bin");
  free(type);
  free(molecule);
  free(image);
  return b;
}

static void close_box(box *b) {
  lammps_close(b->lammps);
  free(b->inside);
}

/* Forces without a step: `run 0` builds neighbour lists anew and evaluates. */
static int forces_of_lammps(void *self, const double *atom, double *force, double *energy) {
  box *b = self;
  fold(b, atom);
  lammps_scatter_atoms(b->lammps, "x", 1, 3, b->inside);
  say(b->lammps, "run 0 post no");
  lammps_gather_atoms(b->lammps, "f", 1, 3, force);
  *energy = lammps_get_thermo(b->lammps, "pe");
  return lammps_has_error(b->lammps) ? -1 : 0;
}

/* ---- LAMMPS moves them itself -------------------------------------------------------------------- */
/* By the fix, from where the bodies are; atoms and told may be null. */
static void by_lammps(const water_forces *start, const char *fix, double h, long steps,
                      double *atoms, double *told) {
  box b = open_box(start->water);
  say(b.lammps, "fix own all %s molecule", fix);
  say(b.lammps, "timestep %.17g", h);
  say(b.lammps, "run 0 post no");
  for (long i = 0; i < steps; ++i) {
    say(b.lammps, "run 1 pre no post no");
    if (told) told[i] = lammps_get_thermo(b.lammps, "etotal");
  }
  if (atoms) lammps_gather_atoms(b.lammps, "x", 1, 3, atoms);
  close_box(&b);
}

static void row_by_lammps(void *self, const water_forces *start, const char *method, double h,
                          long steps, double *told) {
  (void)self;
  by_lammps(start, method, h, steps, NULL, told);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  const double length = argc > 2 ? atof(argv[2]) : 0.2;
  rigid_water water;
  if (n < 27 || !(length > 0))
    return fputs("water_box [MOLECULES >= 27 [PICOSECONDS]]\n", stderr), 2;
  must(rigid_water_create(&water, n, 1, 1) == 0, "out of memory");
  /* LAMMPS orders principal moments from the largest down, and NO_SQUISH depends on the order. */
  for (int s = 0; s < WATER_SITES; ++s) {
    const double *old = water.model.site[s], turned[3] = { old[1], old[2], old[0] };
    memcpy(water.model.site[s], turned, sizeof turned);
  }
  const double *old = water.model.inertia, turned[3] = { old[1], old[2], old[0] };
  for (int64_t i = 0; i < n; ++i) memcpy(water.inertia + 3 * i, turned, sizeof turned);
  memcpy(water.model.inertia, turned, sizeof turned);

  box b = open_box(&water);
  const double *scale = lammps_extract_global(b.lammps, "ftm2v"),
               *boltzmann = lammps_extract_global(b.lammps, "boltz");
  must(scale && boltzmann, "LAMMPS does not tell its units");
  const double kT = *boltzmann * 300;
  water_forces forces = {
    .water = &water, .force_scale = *scale, .evaluate = forces_of_lammps, .self = &b
  };
  printf("%d SPC/E waters in a box of %.2f A, forces of LAMMPS %d, at 300 K\n", n, water.edge,
         lammps_version(b.lammps));
  fflush(stdout);
  water_settle(&forces, kT, 2, 600);

  const int compared = 50;
  double *theirs = malloc(sizeof(double) * (size_t)(9 * n));
  must(theirs != NULL, "out of memory");
  const char *const twins[][2] = { { "rigid/nve/small", "nosquish" },
                                   { "rigid/small", "richardson" } };
  for (int i = 0; i < 2; ++i) {
    by_lammps(&forces, twins[i][0], 2, compared, theirs, NULL);
    const double moved = water_apart(&forces, "exact", 2, 0, theirs);
    const double same = water_apart(&forces, twins[i][1], 2, compared, theirs);
    const double other = water_apart(&forces, "exact", 2, compared, theirs);
    water_check(moved > 0.2 && same < 1e-9 && other > 1e-5,
                "%d steps of 2 fs move atoms by up to %.1f A; from fix %s the rotor %s is %.0e A "
                "away, exact %.0e A",
                compared, moved, twins[i][0], twins[i][1], same, other);
  }

  water_row rows[] = {
    { "rigid/small", NULL, NULL, { 0 } },    { "rigid/nve/small", NULL, NULL, { 0 } },
    { NULL, "richardson", "strang", { 0 } }, { NULL, "nosquish", "strang", { 0 } },
    { NULL, "exact", "strang", { 0 } },      { NULL, "exact", "pefrl", { 0 } },
    { NULL, "exact", "blanes_moan4", { 0 } }
  };
  water_table(&forces, rows, sizeof rows / sizeof *rows, 1, length, kT, row_by_lammps, NULL);
  water_check_rows(rows + 1, rows + 3, rows + 4, rows + 6);
  printf("\n%s\n", water_wrong ? "something is wrong" : "all as it should be");
  free(theirs);
  close_box(&b);
  rigid_water_destroy(&water);
  return water_wrong != 0;
}
