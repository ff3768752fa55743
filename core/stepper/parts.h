/* SPDX-License-Identifier: BSD-3-Clause
 *
 * parts.h - what a stepper consists of: motion moves the bodies, ensemble has thermostat, barostat and noise,
 * and this is where a step is.
 */
#pragma once
#include "ensemble/ensemble.h"
#include "schemes/scheme_stages.h"
#include "jobs/motion.h"
#include "motion/record.h"
#include <float.h>
#include <math.h>

/* Where a stepper is: rgs_step_cursor.inside and variables. */
enum { RGS_OUTSIDE, RGS_IN_STEP, RGS_IN_PROCESS };
enum { RGS_PHYSICAL, RGS_PROPAGATED, RGS_SHOWN }; /* the variables that the bodies have now */

/* Of rgs_step_cursor.valid: the slow force has come into f and tau, and is not kept yet. */
#define RGS_SLOW_CAME (1u << 31)

/* A save holds this struct as it is. */
typedef struct rgs_step_cursor {
  double time, time_rest; /* of the step's start; what rounding took from the sum */
  double h;
  double drifted;     /* the fraction of h that the bodies have drifted in this step */
  double energy;      /* the host's last answer */
  double asked_time;  /* the time that the requested evaluation belongs to */
  uint32_t stage;     /* the next stage to do */
  uint32_t valid;     /* RGS_EVAL_* that hold for the present x and q */
  uint32_t asked;     /* RGS_EVAL_* that were requested and not yet given */
  uint32_t inside;    /* RGS_OUTSIDE .. */
  double processed_h; /* the time step with which the processor was applied */
  double last_h;      /* length of the step that led here; 0: this is not the end of a step */
  uint32_t list;      /* RGS_STAGES ..: the list in which `stage` counts */
  uint32_t variables; /* RGS_PHYSICAL .. */
  /* 1 while the bodies are displaced for a gradient; in a kick by momenta, the evaluation under way */
  uint32_t displaced;
  /* `valid` of the propagated variables, while physical ones are shown; for kicks by momenta whether the bodies keep
   * forces, and slopes; in a trial `valid` of where it began */
  uint32_t kept_valid;
} rgs_step_cursor;

/* What a step changes, as it was when the step began (rewind.h). */
typedef struct rgs_begin {
  rgs_room columns; /* it holds none where the beginning is not known */
  rgs_step_cursor step_cursor;
  rgs_ensemble_state saved;
  rgs_record record;
  void *params; /* of thermostat and barostat, and the state; and behind them the cursor */
  size_t room;
} rgs_begin;

/* The systems of a batch, all in one piece of memory; systems.n is 0 where there is no batch. */
typedef struct rgs_batch {
  rgs_systems systems;
  rgs_ensemble *ensembles;
  char *params; /* of all systems, one after the other */
  void *memory; /* it begins with what a step changes: parameters and ensembles of the systems */
  size_t room;
  void *begin; /* as they were when the step began, and their size */
  size_t begin_size;
} rgs_batch;

struct rgs_stepper {
  rgs_motion motion;
  rgs_ensemble ensemble;
  rgs_record record;
  rgs_step_cursor step_cursor;
  rgs_begin begin;
  rgs_batch batch;
  double last_time, last_rest; /* start of the step whose last jobs are done in the next one */
  rgs_host host;
  rgs_method_info info; /* of the method on this host */
  bool failed;          /* only reset and load are allowed */
  bool watches;         /* see watch.h */
  rgs_room constants;   /* where it watches: mass and moments, and then forces */
  bool requested;       /* rgs_stepper_advance has told the host what to evaluate */
  uint64_t checked_at;  /* the generation of the bodies that were checked last; 0: never */
  uint64_t bound_at;    /* rgs_bodies.binds when the view was checked last; 0: never */
  void *cursor;         /* an integrator's place inside the step */
  size_t cursor_room;
};

/* time + interval, kept within the range of a double: infinity would become nan at the next step back,
 * and a save with either could not be loaded. */
static inline double rgs_time_after(double time, double interval) {
  const double after = time + interval;
  return fabs(after) <= DBL_MAX ? after : copysign(DBL_MAX, after);
}

/* The potential energy of a system at its present bodies, where it is valid. */
static inline double *rgs_potential(rgs_stepper *s, rgs_ensemble *system) {
  return system->range != NULL ? &system->saved.potential : &s->step_cursor.energy;
}

/* The time of the bodies inside a step of h. */
static inline double rgs_time_in_step(const rgs_step_cursor *at, double h) {
  return rgs_time_after(at->time, at->drifted * h);
}
