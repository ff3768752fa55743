/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barostat.h - what a barostat is: a table of functions that move the cell in a step, and what they are
 * given.
 *
 * The axes of the cell are in up to three groups; the axes of a group change together, by one strain
 * ln(L/L_reference).  The stepper adds up the sums over ranks, calls the functions, and moves the bodies
 * as they say.
 *
 * Barostats with one momentum for each strain share their motion (barostat.c) and differ in their stress law:
 * they have the functions of RGS_BAROSTAT_MOTION_OF_STRAINS, and their own `check`, `setting`, `work` and
 * `potential`.
 */
#pragma once
#include "base/error.h"
#include "thermostats/draws.h"
#include "thermostats/thermostats.h"
#include <rigidstep/method.h>

/* What the parameters say of the motion of the cell. */
typedef struct rgs_barostat_setting {
  double kt, relaxation, mass, rate;
  int64_t seed;  /* -1: none was given */
  int group[3];  /* of each axis, 0 to 2; -1: its length is fixed */
  bool moves[3]; /* the shears xy, xz, yz */
} rgs_barostat_setting;

/* What the functions of a barostat are given.  They change `cell`; lengths stay as they were told. */
typedef struct rgs_barostat_call {
  const struct rgs_barostat_table *table;
  const void *params;
  rgs_barostat_setting set; /* what they say */
  rgs_moved_cell *cell;
  double volume; /* now */
  /* Molecular virial and kinetic energy of translation of all ranks, as they were last known: xx, yy, zz, and
   * of a barostat that shears also xy, xz, yz.  `fly` moves the second on. */
  double virial[RGS_STRAINS], kinetic[RGS_STRAINS];
  double freedom; /* of all bodies, translation and rotation; for `begin` */
  int dimensions;
  bool has_thermostat; /* the method has a thermostat */
  uint32_t visit;      /* of the thermostat in this step, and .. */
  uint64_t step;       /* .. the step: noise depends on both */
  double heat; /* that friction and noise gave to the cell so far; `apply_thermostat` adds to it */
} rgs_barostat_call;

typedef struct rgs_barostat_table {
  const rgs_about *about;
  bool shears; /* it moves angles too, and needs a scheme whose order needs no Nystrom form */
  /* Are these parameters possible together, in so many dimensions?  Null: whenever rgs_barostat_check, which asks
   * what is the same for all, allows them. */
  rgs_status (*check)(const void *params, int dimensions, rgs_error *error);
  rgs_barostat_setting (*setting)(const void *params);
  /* What pulls against each strain, an energy: x, y, z, for which pressure times volume is the simplest, and xy, xz,
   * yz.  Where the axis or the shear does not move, any finite number. */
  void (*work)(const rgs_barostat_call *call, double work[RGS_STRAINS]);
  /* The energy of the cell but for its motion. */
  double (*potential)(const rgs_barostat_call *call);

  /* The sums are known: sets what depends on them and is not set yet.  May be null. */
  void (*begin)(rgs_barostat_call *call);
  /* The cell is kicked over the time t, by the virial. */
  void (*kick)(rgs_barostat_call *call, double t);
  /* The cell flies over the time t, by the kinetic energies; what the bodies do then goes to *bodies.
   * False: the lengths would leave the range of numbers, and nothing has changed. */
  bool (*fly)(rgs_barostat_call *call, double t, rgs_cell_flight *bodies);
  /* Friction and noise over the time h.  May be null. */
  void (*apply_thermostat)(rgs_barostat_call *call, double h);
  /* The energy of the motion of the cell. */
  double (*kinetic)(const rgs_barostat_call *call);

  /* In place of `work` and of all behind `potential`, where the cell does not move but changes at once in a trial; what
   * the bodies do then goes to *bodies, which does nothing.  False: as of `fly`. */
  bool (*jump)(rgs_barostat_call *call, rgs_draws *draws, rgs_cell_flight *bodies);
} rgs_barostat_table;

/* The motion of a cell whose strains have momenta. */
void rgs_strains_begin(rgs_barostat_call *call);
void rgs_strains_kick(rgs_barostat_call *call, double t);
bool rgs_strains_fly(rgs_barostat_call *call, double t, rgs_cell_flight *bodies);
void rgs_strains_apply_thermostat(rgs_barostat_call *call, double h);
double rgs_strains_kinetic(const rgs_barostat_call *call);
#define RGS_BAROSTAT_MOTION_OF_STRAINS                                                             \
  .begin = rgs_strains_begin, .kick = rgs_strains_kick, .fly = rgs_strains_fly,                    \
  .apply_thermostat = rgs_strains_apply_thermostat, .kinetic = rgs_strains_kinetic

/* Are these parameters possible, in so many dimensions, with a thermostat of the bodies or without: by the
 * barostat's own check, by what may change, and by rate and seed of the cell's friction and noise? */
rgs_status rgs_barostat_check(const rgs_barostat_table *barostat, const void *params,
                              bool has_thermostat, int dimensions, rgs_error *error);
