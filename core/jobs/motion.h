/* SPDX-License-Identifier: BSD-3-Clause
 *
 * motion.h - what moves the bodies: the rotor, the kicks, the executor.
 */
#pragma once
#include "base/bodies.h"
#include "base/device.h"
#include "base/executor.h"
#include "thermostats/thermostats.h"
#include "methods/method.h"

/* How many doubles of a body's aux are for which purpose; they lie in this order.  (A scheme with levels has
 * the slow forces alone, and one with kicks by momenta what these keep.) */
typedef struct rgs_aux_doubles {
  uint32_t displaced, propagated, states, slow, momentum, trial, all;
} rgs_aux_doubles;

/* Takes the sums over all bodies. */
typedef void rgs_take_sums(void *to, const double *sums, int n_sums);

/* Of a job with sums, who takes them; of one that may fail, what is not finite then. */
typedef struct rgs_taker {
  rgs_take_sums *take; /* called with the sums when the list is done */
  void *to;
  const char *may_fail;
} rgs_taker;
enum { RGS_JOBS_OF_STAGE = 3 };

/* What is to be done to each body alone (jobs.h). */
typedef struct rgs_jobs {
  rgs_job list[RGS_MOST_JOBS];
  rgs_taker taker[RGS_MOST_JOBS];
  uint32_t n;
  int n_sums;             /* of all jobs */
  uint32_t of_last_step;  /* the first so many belong to the step that has ended */
  bool last_step_failed;  /* one of those has failed */
  bool checked;           /* forces are finite, and have not changed since the list began */
  const double *prepared; /* for rotations */
} rgs_jobs;

typedef struct rgs_systems rgs_systems;
typedef struct rgs_backend rgs_backend; /* backends/backend.h */

/* The step that jobs belong to. */
typedef struct rgs_step_mark {
  double time, rest; /* of its start */
  uint64_t step;     /* its number, from 1 */
} rgs_step_mark;

typedef struct rgs_motion {
  rgs_bodies *bodies;
  const rgs_backend *backend; /* what does the jobs */
  rgs_systems *systems;       /* null: all bodies are one system */
  const rgs_method *method;
  double force_scale;    /* of the host */
  rgs_threads *executor; /* `threads`, or null where the host has none */
  rgs_threads threads;
  rgs_aux_doubles aux;
  rgs_jobs jobs;
  rgs_room scratch; /* see scratch.h */
  /* Of the step under way, of the one before, and, on a device, of the one that has failed. */
  rgs_step_mark mark, last_mark, fault_mark;
  bool has_fault_mark;
} rgs_motion;

/* Are gradients formed by displacement? */
static inline bool rgs_displaces(const rgs_motion *m) { return m->aux.displaced > 0; }

/* The aux from the double number `first` on. */
static inline rgs_column rgs_aux_from(const rgs_view *v, int64_t first) {
  rgs_column c = v->aux;
  if (c.data != NULL) c.data += first * c.comp;
  return c;
}

/* Are slow forces kept? */
static inline bool rgs_has_levels(const rgs_motion *m) { return m->aux.slow > 0; }

/* The second set of columns that kicks: gf and gtau, or those in which the gradient that was formed lies, or the
 * slow forces. */
static inline void rgs_gradient_columns(const rgs_motion *m, rgs_column *gf, rgs_column *gtau) {
  const rgs_view *v = &m->bodies->view;
  const bool in_aux = rgs_displaces(m) || rgs_has_levels(m);
  *gf = in_aux ? rgs_aux_from(v, 0) : v->gf;
  *gtau = in_aux ? rgs_aux_from(v, 3) : v->gtau;
}
