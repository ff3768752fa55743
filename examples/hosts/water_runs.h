/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water_runs.h - the same box of water by one method after the other, under the forces of a host, and
 * what its total energy does.
 */
#ifndef WATER_RUNS_H
#define WATER_RUNS_H
#include "rigid_water.h"

/* A host's forces: writes `force` for the atoms placed in `atom`, and the potential energy. */
typedef struct water_forces {
  rigid_water *water;
  double
      force_scale; /* from force times time^2 to mass times length, as in rgs_host              */
  int (*evaluate)(void *self, const double *atom, double *force, double *energy);
  void *self;
  long evaluations;
  double
      energy; /* of the last one                                                                */
} water_forces;

/* The total energy, in units of force times length, after each of `steps` steps of h into told, which
 * may be null; forces->water moves.  Stops the program if a call is refused. */
void water_run(water_forces *forces, const char *rotor, const char *scheme, double h, long steps,
               double *told);
/* Some hundred steps with the temperature set again and again: from the lattice to a liquid. */
void water_settle(water_forces *forces, double kT, double h, long steps);

typedef struct water_energy_noise {
  double rms,
      drift; /* of told about a line, and how far the line goes; over 6n kT                */
} water_energy_noise;
water_energy_noise water_noise(const double *told, long steps, int64_t n, double kT);

/* Prints a line that begins with ok or WRONG; water_wrong counts the latter. */
void water_check(int good, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
extern int water_wrong;

#endif /* WATER_RUNS_H */
