/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.h - comma-separated values: one line of names, then one line for each time of output.
 */
#pragma once
#include "forces.h"
#include <stdio.h>

typedef struct table {
  FILE *file;
  const problem *problem;
  rgs_view
      view; /* the bodies, with f, tau, gf and gtau in memory of its own; aux: their wheels, or null */
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  forces *forces;
  double *room; /* owned: forces, and an output of the method                  */
  int64_t room_size;
  bool wants_potential;
  int columns; /* number of columns written in this line so far               */
} table;

/* Checks the names of the outputs that the problem asks for.  False: flaw says what is wrong. */
bool table_open(table *t, char *flaw, size_t size);
void table_close(table *t);
void table_names(table *t);
rgs_status table_row(table *t, rgs_error *error);
