/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell_host.h - a host whose cell changes lengths and angles, on one rank, by public calls only.
 */
#ifndef TEST_THERMOSTATS_CELL_HOST_H
#define TEST_THERMOSTATS_CELL_HOST_H
#include "kept.h"
#include "named_method.h"
#include "plain_body.h"

#include <rigidstep/rigidstep.h>

/* no_forces: an ideal gas.  springs: between all pairs d = X_i - X_j, U = d.A d/2 with a matrix A that prefers
 * directions in space, so that the virial is not symmetric; no images.  dimers: two beads each, with images. */
typedef enum { NO_FORCES, SPRINGS, DIMERS } cell_forces;

enum { MOST_IN_CELL = 32 };

typedef struct cell_host {
  cell_forces forces;
  bool moves; /* the method has the barostat; without it the cell stays what it is */
  int n;
  double body[MOST_IN_CELL][PLAIN_BODY];
  double vectors[9], reference[9], origin[3];
  double energy, virial[9];
  rgs_context *context;
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  rgs_error error;
} cell_host;

/* 32 dimers, all along one direction, as a crystal in a skewed cell; at rest. */
void cell_of_dimers(cell_host *h);
/* n points with momenta of the temperature kt. */
void cell_of_points(cell_host *h, cell_forces forces, int n, double kt, uint64_t seed);
/* Momenta of the temperature kt, which add up to 0 if `still`. */
void cell_heat(cell_host *h, double kt, bool still, uint64_t seed);

/* The method, bodies and a stepper for what the host has, to the end of the case or until it gets other bodies. */
void cell_open(cell_host *h, const named_method *m);
/* A new stepper for the same method and bodies. */
void cell_restart(cell_host *h);
rgs_status cell_step(cell_host *h, double step, int n);
/* Reads the cell from the stepper, and evaluates forces there.  An rgs_host.eval. */
int cell_eval(void *self, rgs_eval *request, const rgs_view *view);
double cell_output(cell_host *h, const char *key);
/* Kinetic and potential energy and the energy of thermostat and barostat: H', which is constant but for the
 * heat. */
double cell_energy(cell_host *h);

#endif
