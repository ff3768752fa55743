/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_box.c - rigid SPC/E water under OpenMM's forces, moved by rigidstep and by OpenMM's own Verlet
 * integrator with SETTLE.  water_box [MOLECULES [PICOSECONDS]]
 */
#define _POSIX_C_SOURCE 200809L
#include "openmm_box.h"
#include "water_runs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static char text[500];

static void must(int good) {
  if (good) return;
  fprintf(stderr, "water_box: %s\n", *text ? text : "out of memory");
  exit(1);
}

static int forces_of_openmm(void *self, const double *atom, double *force, double *energy) {
  return openmm_box_forces(self, atom, force, energy);
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

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

/* The farthest any atom of b is from where OpenMM has it. */
static double apart(const water_forces *start, const char *rotor, double h, long steps,
                    const double *theirs) {
  rigid_water copy;
  must(rigid_water_copy(&copy, start->water) == 0);
  water_forces forces = *start;
  forces.water = &copy;
  if (steps) water_run(&forces, rotor, "strang", h, steps, NULL);
  rigid_water_place(&copy);
  double most = 0;
  for (int64_t i = 0; i < 9 * copy.n; ++i) most = fmax(most, fabs(copy.atom[i] - theirs[i]));
  rigid_water_destroy(&copy);
  return most;
}

typedef struct row {
  const char *rotor,
      *scheme; /* null: OpenMM                                                      */
  double noise[3];
} row;

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  const double length = argc > 2 ? atof(argv[2]) : 0.2, kT = 8.31446261815324e-3 * 300;
  const double steps_of[] = { 0.001, 0.002, 0.004 };
  rigid_water water;
  if (n < 8 || !(length > 0)) return fputs("water_box [MOLECULES >= 8 [PICOSECONDS]]\n", stderr), 2;
  must(rigid_water_create(&water, n, 0.1, 1) == 0);
  shape(&water);
  const double cutoff = fmin(0.49 * water.edge, 0.9);
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
  const double moved = apart(&forces, "exact", 0.002, 0, theirs);
  const double same = apart(&forces, "dmv2", 0.002, compared, theirs);
  const double other = apart(&forces, "exact", 0.002, compared, theirs);
  water_check(moved > 0.02 && same < 1e-11 && other > 1e-6,
              "%d steps of 2 fs move atoms by up to %.2f nm; from OpenMM's SETTLE the rotor dmv2 "
              "is %.0e nm away,"
              " exact %.0e nm",
              compared, moved, same, other);
  openmm_box_destroy(own);

  row rows[] = { { NULL, "Verlet, SETTLE", { 0 } },
                 { "dmv2", "strang", { 0 } },
                 { "exact", "strang", { 0 } },
                 { "exact", "pefrl", { 0 } },
                 { "exact", "blanes_moan4", { 0 } } };
  printf("\n  total energy in %g ps, over kT for every degree of freedom\n"
         "  %-24s %3s %7s %9s %9s %10s\n",
         length, "", "fs", "forces", "RMS", "drift", "ms a step");
  fflush(stdout);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r)
    for (int s = 0; s < 3; ++s) {
      const double h = steps_of[s];
      const long steps = lround(length / h);
      double *told = malloc(sizeof(double) * (size_t)steps), begun;
      char name[40];
      must(told != NULL);
      forces.evaluations = 0;
      if (rows[r].rotor) {
        rigid_water copy;
        must(rigid_water_copy(&copy, &water) == 0);
        forces.water = &copy;
        begun = seconds();
        water_run(&forces, rows[r].rotor, rows[r].scheme, h, steps, told);
        forces.water = &water;
        rigid_water_destroy(&copy);
        snprintf(name, sizeof name, "%s %s", rows[r].rotor, rows[r].scheme);
      } else {
        own = hand_over(&forces, cutoff, h);
        begun = seconds();
        for (long i = 0; i < steps; ++i)
          must(openmm_box_step(own, 1) == 0 && openmm_box_look(own, NULL, told + i) == 0);
        openmm_box_destroy(own);
        forces.evaluations = steps;
        snprintf(name, sizeof name, "OpenMM %s", rows[r].scheme);
      }
      const water_energy_noise noise = water_noise(told, steps, n, kT);
      rows[r].noise[s] = noise.rms;
      printf("  %-28s %3g %9.2f %9.1e %9.1e %10.1f\n", name, 1e3 * h,
             (double)forces.evaluations / (double)steps, noise.rms, noise.drift,
             1e3 * (seconds() - begun) / (double)steps);
      fflush(stdout);
      free(told);
    }
  const double *settle = rows[0].noise, *rattle = rows[1].noise, *exact = rows[2].noise,
               *fourth = rows[4].noise;
  water_check(fabs(rattle[0] / settle[0] - 1) < 0.05 && fabs(rattle[2] / settle[2] - 1) < 0.05,
              "dmv2 strang errs as SETTLE");
  water_check(exact[0] < 1e-3 && exact[1] / exact[0] > 2.5 && exact[1] / exact[0] < 6,
              "exact strang: second order, %.1f times the error at twice the step",
              exact[1] / exact[0]);
  water_check(fourth[1] < exact[0] / 10,
              "blanes_moan4 at 2 fs: %.0f times less than strang at 1 fs", exact[0] / fourth[1]);
  printf("\n%s\n", water_wrong ? "something is wrong" : "all as it should be");
  free(theirs);
  openmm_box_destroy(box);
  rigid_water_destroy(&water);
  return water_wrong != 0;
}
