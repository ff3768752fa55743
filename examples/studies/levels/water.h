/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water.h - 64 rigid waters, a cheap model of them that is wrong by a fraction, and steppers of both.
 *
 * Water is SPC/E with forces that are damped and shifted to 0 at the cutoff (C. J. Fennell and J. D. Gezelter, J. Chem.
 * Phys. 124, 234104 (2006), doi 10.1063/1.2206581).  Units: Angstrom, fs, g/mol, e; energies in 1e4 kJ/mol.
 */
#pragma once
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>

#define BOLTZMANN 8.31446261815324e-7
#define KELVIN 298.15

enum { N = 64, SITES = 3 };

typedef struct molecule {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
} molecule;

typedef struct water {
  molecule body[N];
  double site[SITES][3], at[N][SITES][3], edge, error; /* error: of the cheap model */
  int levels;
  double energy, kinetic[2]; /* of translation and rotation, over visits of the thermostat */
  long costly, visits;
} water;

/* A way to move them. */
typedef struct row {
  double step, error, inertia; /* fs; of the cheap model; the factor */
  int inner, trial;            /* of levels, and steps of a trial; 0: none */
  int ends;                    /* the thermostat acts at the ends of a step */
} row;

typedef struct run {
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  water start, now; /* start: molten */
} run;

void rotate(const double q[4], const double v[3], double out[3]);
/* Adds `by` times the forces of the model with this error; returns its energy. */
double add_forces(water *w, double error, double by);

/* Molten water, after this many steps of each length. */
void open_run(run *r, int melt);
void begin(run *r, const row *way, double relaxation);
void steps(run *r, const row *way, long n);
/* The share of trials that were accepted. */
double accepted(const run *r);
void end(run *r);
void close_run(run *r);

void print_way(const row *way);
/* The mean of n numbers, and its error from blocks. */
void print_mean(const double *values, long n, double unit, const char *form);
