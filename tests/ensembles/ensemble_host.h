/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_host.h - a host with a periodic box, on one rank or on several that are parts of one
 * process.  It uses public calls only.  A method with levels gets a fast force that is too weak by a fifth, and the
 * rest as the slow one; trials get that fast force alone, unless the host has one force.
 */
#pragma once
#include "ensemble_systems.h"
#include "kept.h"
#include "named_method.h"
#include "plain_body.h"

#include <rigidstep/rigidstep.h>

#include <stdbool.h>

enum { MOST_RANKS = 4 };

/* The bodies of one rank, in arrays of its own; body i of the rank is body id[i] of the box. */
typedef struct ensemble_rank {
  int64_t n, id[MOST_BODIES], tag[MOST_BODIES];
  double data[MOST_BODIES][PLAIN_BODY]; /* in the order of plain_body.h */
  rgs_view view;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  rgs_eval request;
} ensemble_rank;

typedef struct ensemble {
  box_of_bodies box;
  bool one_force; /* stays where it is opened again: the host has no slow force */
  rgs_context *context;
  rgs_method *method;
  rgs_error error;
  int n_ranks;
  bool method_has_barostat, has_levels;
  ensemble_rank rank[MOST_RANKS];
  int64_t evaluations, sums;
} ensemble;

/* Bodies as set_up made them in e->box, dealt out to ranks in an order of their own; `ghosts`: each rank
 * moves some bodies of the next as well.  It is open to the end of the case or until it is opened again
 * (kept.h). */
void ensemble_open(ensemble *e, const named_method *m, int ranks, bool ghosts);
/* The same of the fluid that most tests move. */
void ensemble_begin(ensemble *e, const named_method *m, int ranks, bool ghosts);
/* Tells a barostat the cell, with the origin 0. */
rgs_status ensemble_tell_cell(rgs_stepper *s, const double edges[3], rgs_error *error);
/* The cell that a stepper has after its last step, which may be later than the last request's. */
void ensemble_take_cell(ensemble *e);
/* Another method on the same stepper.  A barostat has to be told the cell. */
void ensemble_swap(ensemble *e, const named_method *m);
/* n steps.  Bodies migrate at every evaluation if `migrate`. */
void ensemble_run_steps(ensemble *e, double h, int n, bool migrate);
/* Up to the next request of any kind: RGS_NEED_EVAL, which is not answered, or RGS_OK. */
rgs_status ensemble_to_request(ensemble *e, double h);
void ensemble_answer(ensemble *e);
/* Takes x p q l of own bodies back to the box. */
void ensemble_gather(ensemble *e);
/* Of all ranks together if it is a sum, else of the first. */
double ensemble_output(ensemble *e, const char *tag, int component);
