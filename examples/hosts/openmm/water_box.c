/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_box.c - rigid SPC/E water under OpenMM's forces, moved by rigidstep and by OpenMM's own Verlet
 * integrator with SETTLE.  water_box [MOLECULES [PICOSECONDS]]
 */
#include "openmm_box.h"
#include "water_runs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static char text[500];

static void must(int good) {
  if (good) return;
  fprintf(stderr, "water_box: %s\n", *text ? text : "out of memory");
  exit(1);
}

static int forces_of_openmm(void *self, const double *atom, double *force, double *energy) {
  return openmm_box_forces(self, atom, force, energy);
}

/* Gives the molecules the very shape that OpenMM holds them to. */
static void shape(rigid_water *w) {
  const double hydrogen = 1.008, oxygen = w->model.mass - 2 * hydrogen;
  double oh, hh;
  openmm_box_distances(&oh, &hh);
  const double height = sqrt(oh * oh - hh * hh / 4), above = 2 * hydrogen / w->model.mass * height;
  for (int s = 0; s < WATER_SITES; ++s) {
    w->model.site[s][0] = s == WATER_O ? 0 : s == WATER_H1 ? hh / 2 : -hh / 2;
    w->model.site[s][2] = s == WATER_O ? above : above - height;
  }
  w->model.inertia[0] = oxygen * above * above + 2 * hydrogen * (height - above) * (height - above);
  w->model.inertia[2] = 2 * hydrogen * hh * hh / 4;
  w->model.inertia[1] = w->model.inertia[0] + w->model.inertia[2];
  for (int64_t i = 0; i < 3 * w->n; ++i) w->inertia[i] = w->model.inertia[i % 3];
}

/* OpenMM's turn, from bodies at `water`: one step of ours gives it places and the velocities half a step
 * ago that make it go on along the same way. */
static openmm_box *hand_over(const water_forces *ours, double cutoff, double h) {
  rigid_water copy;
  const int64_t n = ours->water->n;
  must(rigid_water_copy(&copy, ours->water) == 0);
  water_forces forces = *ours;
  forces.water = &copy;
  openmm_box *box = openmm_box_create("Reference", (int)n, copy.edge, cutoff, h, text, sizeof text);
  must(box != NULL);
  rigid_water_place(ours->water);
  water_run(&forces, "dmv2", "strang", h, 1, NULL);
  rigid_water_place(&copy);
  for (int64_t i = 0; i < 9 * n; ++i) copy.velocity[i] = (copy.atom[i] - ours->water->atom[i]) / h;
  must(openmm_box_begin(box, copy.atom, copy.velocity) == 0);
  rigid_water_destroy(&copy);
  return box;
}

/* A row of the table: self is the cutoff. */
static void by_openmm(void *self, const water_forces *start, const char *method, double h,
                      long steps, double *told) {
  openmm_box *box = hand_over(start, *(const double *)self, h);
  (void)method;
  for (long i = 0; i < steps; ++i)
    must(openmm_box_look(box, NULL, told + i) == 0 && openmm_box_step(box, 1) == 0);
  openmm_box_destroy(box);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  const double length = argc > 2 ? atof(argv[2]) : 0.1, kT = 8.31446261815324e-3 * 300;
  rigid_water water;
  if (n < 8 || !(length > 0)) return fputs("water_box [MOLECULES >= 8 [PICOSECONDS]]\n", stderr), 2;
  must(rigid_water_create(&water, n, 0.1, 1) == 0);
  shape(&water);
  double cutoff = fmin(0.49 * water.edge, 0.9);
  openmm_box *box = openmm_box_create("Reference", n, water.edge, cutoff, 0, text, sizeof text);
  must(box != NULL);
  water_forces forces = {
    .water = &water, .force_scale = 1, .evaluate = forces_of_openmm, .self = box
  };
  printf("%d SPC/E waters in a box of %.3f nm, PME of OpenMM's Reference platform, at 300 K\n", n,
         water.edge);
  fflush(stdout);
  water_settle(&forces, kT, 0.002, 300);

  /* SETTLE with leapfrog Verlet is the rotor dmv2 with strang. */
  const int compared = 50;
  double *theirs = malloc(sizeof(double) * 9 * (size_t)n), energy;
  must(theirs != NULL);
  openmm_box *own = hand_over(&forces, cutoff, 0.002);
  must(openmm_box_step(own, compared - 1) == 0 && openmm_box_look(own, theirs, &energy) == 0);
  const double moved = water_apart(&forces, "exact", 0.002, 0, theirs);
  const double same = water_apart(&forces, "dmv2", 0.002, compared, theirs);
  const double other = water_apart(&forces, "exact", 0.002, compared, theirs);
  water_check(moved > 0.02 && same < 1e-11 && other > 1e-6,
              "%d steps of 2 fs move atoms by up to %.2f nm; from OpenMM's SETTLE the rotor dmv2 "
              "is %.0e nm away,"
              " exact %.0e nm",
              compared, moved, same, other);
  openmm_box_destroy(own);

  water_row rows[] = { { "OpenMM Verlet, SETTLE", NULL, NULL, { 0 } },
                       { NULL, "dmv2", "strang", { 0 } },
                       { NULL, "exact", "strang", { 0 } },
                       { NULL, "exact", "pefrl", { 0 } },
                       { NULL, "exact", "blanes_moan4", { 0 } } };
  water_table(&forces, rows, sizeof rows / sizeof *rows, 1e-3, length, kT, by_openmm, &cutoff);
  water_check_rows(rows, rows + 1, rows + 2, rows + 4);
  printf("\n%s\n", water_wrong ? "something is wrong" : "all as it should be");
  free(theirs);
  openmm_box_destroy(box);
  rigid_water_destroy(&water);
  return water_wrong != 0;
}
