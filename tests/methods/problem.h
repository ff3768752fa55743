/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem.h - bodies under forces whose motion is known, to be run by any method: rows of
 * data/heavytop.csv, data/satellite.csv and data/water2.csv, known to 30 digits.
 */
#pragma once
#include "top_model.h"
#include "rotations.h"
#include "water_model.h"

#include <stdbool.h>

/* (references are read and compared in long double) */
#define EPS 0x1p-52

typedef struct motion { /* of one body */
  real x[3], v[3];      /* space frame */
  real y[3];            /* angular momentum, body frame */
  real q[4];
} motion;

enum { MOST_BODIES = 4, MOST_ROWS = 32 };
typedef struct problem {
  char name[64];
  int64_t n;
  double mass, inertia[3];
  motion start[MOST_BODIES], end[MOST_BODIES];
  real time;
  real cond; /* relative condition number, at least 1: no method gets below about EPS cond */
  real rate; /* bounds how fast things turn: bodies themselves, or the pendulums they are */
  int (*eval)(void *self, rgs_eval *request, const rgs_view *bodies);
  union {
    heavy_top top;
    satellite craft;
    water_model water;
  } model;
} problem;

/* Reads the file of the folder; returns the number of problems, or -1. */
enum { HEAVY_TOPS, SATELLITES, WATER_PAIRS, FILES };
int read_problems(const char *folder, int file, problem out[MOST_ROWS]);

/* Runs it to its end in equal steps.  The host serves what `provides` says.  Returns the first
 * status that is not RGS_OK; error may be null. */
rgs_status run_problem(const problem *p, rgs_context *context, const char *rotor,
                       const char *scheme, int64_t steps, uint32_t provides,
                       motion end[MOST_BODIES], rgs_error *error);

/* The largest over all bodies of the relative errors of y and, where bodies move, x and v, and the
 * angle between the orientations. */
real distance(const problem *p, const motion *got, const motion *want);
