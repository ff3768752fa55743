/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_motion.h - bodies moved by a peer or by a method of the library, on two problems.
 */
#ifndef PEER_MOTION_H
#define PEER_MOTION_H
#include "contact_model.h"
#include "dem_peers.h"
#include "top_model.h"

/* ---- who moves them -------------------------------------------------------------------------- */
enum { ATTITUDE, SPIN, QUANTITIES }; /* spin: the momentum in the body's frame */
enum { FREE, TOP, MOTIONS };
enum { EXACT = 0, BOUNCING = 16 };

typedef struct mover {
  const char *name;
  const peer *peer; /* or null, and then a method of the library */
  const char *rotor, *scheme;
  int order[MOTIONS][QUANTITIES]; /* expected of it */
} mover;

enum { N_MOVERS = 7 };
extern const mover MOVERS[N_MOVERS];

typedef struct motion {
  forced_run *run; /* null where a peer moves */
  peer_run by_peer;
  int lost; /* a step was refused */
} motion;

void motion_begin(motion *m, const mover *by, const forced_model *model, const forced_state *start);
void motion_go(motion *m, double h, int64_t steps);
/* The energy, and the state if it is not null; nan if a step was refused. */
double motion_look(motion *m, forced_state *state);
/* Evaluations of forces and gradients so far. */
int64_t motion_evaluations(const motion *m);
void motion_end(motion *m);
/* Says what went wrong and ends the program. */
void motion_die(const char *what);

/* ---- what is moved --------------------------------------------------------------------------- */
typedef struct problem {
  const char *title;
  forced_model model;
  forced_state start;
  double span;           /* the states after so long are compared */
  double fewest, most;   /* evaluations a span that are worth a try */
  double watched, watch; /* the energy is watched for so long with so large a step */
  heavy_top top;
  contact_floor ground;
} problem;

/* "top", "free" (the top without its weight) or "contact". */
void problem_choose(problem *p, const char *name);
/* As many bodies as there is room for, the given ones again and again. */
void problem_repeat(problem *p);
/* The state after the span in so many steps; 0 if a step was refused. */
int problem_reach(const problem *p, const mover *by, int64_t steps, forced_state *state);
/* The same by two schemes that share little; returns what they differ by. */
double problem_refer(const problem *p, forced_state *reference);

/* Squared distance of two vectors, angle between two attitudes, and the error of a state: that of
 * the median body. */
double apart(const double *a, const double *b);
double turned(const double *p, const double *q);
double state_error(const problem *p, const forced_state *a, const forced_state *b);

#endif
