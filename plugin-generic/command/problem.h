/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem.h - what `rigidstep run` reads: bodies, the forces on them, and how to move them.  The
 * format is described in rigidstep.1.
 *
 * The reader depends on the text only; it uses no file, no library and no global state.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PROBLEM_NAME = 64,   /* bytes of a name, with the zero that ends it                 */
  PROBLEM_PARAMS = 40, /* most parameters, ramps and outputs                          */
  PROBLEM_RAMPS = 8,
  PROBLEM_OUTPUTS = 32,
  PROBLEM_BODIES = 1000000 /* most bodies, kinds, sites and springs                       */
};
#define PROBLEM_STEPS INT64_C(1000000000000)

/* A point of a body on which sites of other bodies act. */
typedef struct problem_site {
  double place[3]; /* in the body's principal frame, from its centre of mass      */
  double charge, epsilon, sigma;
} problem_site;

typedef struct problem_body {
  double x[3], p[3], q[4], l[3]; /* as in rigidstep/bodies.h; |q| = 1                           */
  double mass, inertia[3];
  double wheels[3]; /* momentum of wheels along the axes; l is then of body and wheels    */
  int64_t first_site, n_sites;
  int line; /* where it begins                                             */
} problem_body;

/* A spring between two points of bodies; body -1 is a point in space. */
typedef struct problem_spring {
  int64_t body[2];
  double place[2][3];
  double stiffness, length;
  int line;
} problem_spring;

typedef enum problem_field { PROBLEM_NO_FIELD, PROBLEM_HEAVY_TOP, PROBLEM_SATELLITE } problem_field;

/* The terms of the force, for the line `slow`. */
#define PROBLEM_TERMS(X) X(field) X(gravity) X(spring) X(coulomb) X(lennard_jones)
#define PROBLEM_TERM(name) PROBLEM_TERM_##name,
enum {
  PROBLEM_TERMS(PROBLEM_TERM) PROBLEM_N_TERMS,
  PROBLEM_ALL_TERMS = (1 << PROBLEM_N_TERMS) - 1
};
#undef PROBLEM_TERM

typedef struct problem {
  char method[PROBLEM_NAME]; /* ROTOR/SCHEME or INTEGRATOR                                  */
  char key[PROBLEM_PARAMS][PROBLEM_NAME], value[PROBLEM_PARAMS][PROBLEM_NAME];
  char output[PROBLEM_OUTPUTS][PROBLEM_NAME];
  int n_params, n_outputs;
  int method_line, param_line[PROBLEM_PARAMS], output_line;
  char thermostat[PROBLEM_NAME],
      barostat[PROBLEM_NAME]; /* "": none                                    */
  int thermostat_line, barostat_line, box_line;
  double box[3]; /* lengths about the origin                                    */
  /* A parameter that goes to this value, in equal parts from step to step. */
  struct {
    char key[PROBLEM_NAME];
    double value;
    int line;
  } ramp[PROBLEM_RAMPS];
  int n_ramps;
  double step;
  int64_t steps, every;

  problem_field field;
  double weight[3];  /* of the heavy top                                            */
  double mu, radius; /* of the satellite's planet and orbit                         */
  double gravity[3], coulomb;
  unsigned slow; /* bits 1 << PROBLEM_TERM_field ..: the slow force; 0: there is one force */
  int slow_line;
  double inertia_factor; /* in the motion */
  problem_body *bodies;  /* owned, as are the two lists below                           */
  problem_site *sites;
  problem_spring *springs;
  int64_t n_bodies, n_sites, n_springs;
  bool has_wheels;
} problem;

typedef struct problem_flaw {
  int line;       /* from 1; 0: the text as a whole                              */
  char text[232]; /* what was found, and what is allowed                          */
} problem_flaw;

/* Fills *out and returns true; or fills *flaw, and *out is empty.  The text need not end in a zero
 * byte. */
bool problem_read(const char *text, size_t size, problem *out, problem_flaw *flaw);
void problem_clear(problem *p);

/* Reads a number from the command line or a file.  It must be finite and in the range min .. max,
 * or above min if `above` is set.  Returns true and *out; else false, and `room` says what is
 * wrong. */
typedef struct problem_range {
  double min, max;
  bool above;
} problem_range;
bool problem_number(const char *what, const char *text, problem_range range, double *out,
                    char *room, size_t size);
bool problem_whole(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
                   char *room, size_t size);
