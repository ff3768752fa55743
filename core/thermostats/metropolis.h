/* SPDX-License-Identifier: BSD-3-Clause
 *
 * metropolis.h - the thermostat of trials, `metropolis` (rigidstep/draft.h): its parameters, what it keeps, and whether
 * a trial is accepted.  stepper/trial.c makes the trials.
 */
#pragma once
#include "cell/cell.h"
#include "thermostats/builtin_thermostats.h"
#include <stdbool.h>

typedef struct rgs_metropolis_params {
  double kt, relaxation;
  int64_t steps, seed;
} rgs_metropolis_params;

/* A trial counts less and less in mean and variance, and dH/kt beyond the second as the second: so they forget how
 * bodies came to equilibrium, and one step that fell apart. */
#define RGS_TRIALS_KEPT 1000
#define RGS_TRIAL_MOST 40
/* In place of an energy of +infinity, as of bodies that overlap: beyond what any kt accepts, and finite in sums. */
#define RGS_OVERLAP 1e300

/* The last five are of the trial under way, and energies of this rank. */
typedef struct rgs_metropolis_state {
  double trials, accepted;
  double mean, variance;    /* of dH/kt, of the last RGS_TRIALS_KEPT trials or so */
  double energy, potential; /* the bodies' at the beginning of the trial */
  double refused;           /* 1: the trial was, and the bodies have to go back */
  double strain[RGS_GROUPS], tilt[RGS_SHEARS]; /* the cell's, of a barostat that tries volumes */
} rgs_metropolis_state;

/* Is a trial that raised the energy of all ranks by `raised` accepted?  Counts it.  trial: its number. */
bool rgs_metropolis_accepts(const rgs_metropolis_params *p, rgs_metropolis_state *s, uint64_t trial,
                            double raised);

extern const rgs_own_thermostat rgs_metropolis_thermostat;
