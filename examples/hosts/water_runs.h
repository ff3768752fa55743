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

/* The farthest any atom of the bodies, moved on by rotor and strang, is from where `atoms` has it, across
 * the faces of the box. */
double water_apart(const water_forces *start, const char *rotor, double h, long steps,
                   const double *atoms);

/* Runs from the same start: by rotor and scheme, or where host is not null by what the host calls so. */
typedef struct water_row {
  const char *host, *rotor, *scheme;
  double
      rms[3]; /* for steps of 1, 2 and 4 fs                                                     */
} water_row;
typedef void (*water_host_run)(void *self, const water_forces *start, const char *method, double h,
                               long steps, double *told);
/* Prints a table of the energy's noise and stores it. */
void water_table(const water_forces *start, water_row *rows, size_t n_rows, double femtosecond,
                 double picoseconds, double kT, water_host_run run, void *self);
/* That row `same` errs as the host's, `second` is of second order, and `fourth` much better. */
void water_check_rows(const water_row *host, const water_row *same, const water_row *second,
                      const water_row *fourth);

/* Prints a line that begins with ok or WRONG; water_wrong counts the latter. */
void water_check(int good, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
extern int water_wrong;

#endif /* WATER_RUNS_H */
