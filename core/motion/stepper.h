/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper.h - what a stepper consists of.
 */
#ifndef RGS_MOTION_STEPPER_H
#define RGS_MOTION_STEPPER_H
#include "base/bodies.h"
#include "base/executor.h"
#include "baths/piston.h"
#include "methods/method.h"
#include "methods/scheme_stages.h"
#include <float.h>
#include <math.h>

/* Where a stepper is: rgs_place.inside and variables. */
enum { RGS_OUTSIDE, RGS_IN_STEP, RGS_IN_PROCESS };
enum { RGS_PHYSICAL, RGS_PROPAGATED, RGS_SHOWN }; /* whose variables the bodies are in */

/* A save holds this struct as it is. */
typedef struct rgs_place {
  double time, time_rest; /* of the step's start; what rounding took from the sum */
  double h;
  double drifted;      /* the fraction of h that the bodies have drifted in this step */
  double energy;       /* the host's last answer */
  double asked_time;   /* the time that the requested evaluation belongs to */
  uint32_t stage;      /* the next stage to do */
  uint32_t fresh;      /* RGS_EVAL_* that hold for the present x and q */
  uint32_t asked;      /* RGS_EVAL_* that were requested and not yet given */
  uint32_t inside;     /* RGS_OUTSIDE .. */
  double processed_h;  /* the step of the processor that was applied */
  double last_h;       /* of the step before this state; 0: the state is not the end of a step */
  uint32_t list;       /* RGS_STAGES ..: the list in which `stage` counts */
  uint32_t variables;  /* RGS_PHYSICAL .. */
  uint32_t displaced;  /* 1 while the bodies are displaced for a gradient */
  uint32_t kept_fresh; /* `fresh` of what is propagated, while output is shown */
} rgs_place;

/* What outputs about past steps need.  A save holds this struct as it is. */
#define RGS_RECORD_SUMS 9
typedef struct rgs_record {
  int64_t samples; /* since it began */
  double h;
  double kinetic[3], potential[3], force_square[3]; /* of sample n at n % 3 */
  double virial;                                    /* 2 U + sum x.f of the last sample */
  double growth[RGS_RECORD_SUMS];                   /* of beta, since the sample before */
  double pairs[RGS_PAST_STATES][RGS_RECORD_SUMS];   /* of samples n and n + 1 + j, at n % .. */
} rgs_record;

/* How many doubles of a body's carry are for which purpose; they lie in this order. */
typedef struct rgs_carry_places {
  uint32_t displaced, propagated, states, all;
} rgs_carry_places;

/* What bath and piston keep from step to step, and between the requests of a stage.  A save holds
 * it (ensemble_save.c).  "This rank's" numbers are shares of sums over ranks. */
typedef struct rgs_ensemble {
  /* Of the system: the same on all ranks. */
  uint64_t steps; /* that have begun: noise depends on it */
  rgs_moved_box box;
  double freedom[2]; /* of the bath, by the last sum */

  /* Of this rank and this place in the step. */
  uint32_t visit;                /* actions of the bath in this step so far: noise depends on it */
  uint32_t phase;                /* 1: the sums that the stage at hand wanted are there */
  uint32_t known, reserved0;     /* RGS_KNOWS_* */
  double heat, piston_heat;      /* what this rank's bodies were given; what the box was given */
  double ranks;                  /* over which the last sum went; 0: there was none */
  double virial_share[3];        /* the host's last answer */
  double virial[3], kinetic[3];  /* sums over ranks; of translation, of all bodies, by axes */
  double mid[2], mid_freedom[2]; /* this rank's, after the bath acted last .. */
  double mid_kt[2];              /* .. and temperatures: with a bath that scales the system's */
  uint64_t n_share;              /* how many numbers the request at hand has .. */
  double share[RGS_MOST_SUMS];   /* .. and this rank's: the last field */
} rgs_ensemble;
enum { RGS_KNOWS_VIRIAL = 1u << 0, RGS_KNOWS_KINETIC = 1u << 1, RGS_KNOWS_MID = 1u << 2 };

/* Degrees of freedom of all bodies of this rank, and what they were counted for. */
typedef struct rgs_counted {
  uint64_t generation; /* of the bodies; 0: never */
  int64_t own;
  uint32_t flags; /* of the view */
  double freedom[2];
} rgs_counted;

/* What is to be done to each body alone (jobs.h). */
typedef struct rgs_job {
  int kind;  /* RGS_JOB_* */
  double by; /* the time, of a kick times force_scale */
} rgs_job;
enum { RGS_JOB_KICK, RGS_JOB_GRADIENT, RGS_JOB_ROTATE, RGS_JOB_SLIDE };
enum { RGS_JOBS_OF_STAGE = 2, RGS_MOST_JOBS = 8 };

typedef struct rgs_jobs {
  rgs_job list[RGS_MOST_JOBS];
  uint32_t n;
  uint32_t of_last_step;       /* so many of them belong to the step that has ended .. */
  double last_time, last_rest; /* .. and that began at this time */
  bool checked;                /* forces are finite, and have not changed since the list began */
  const double *prepared;      /* for rotations */
} rgs_jobs;

struct rgs_stepper {
  rgs_bodies *bodies;
  const rgs_method *method;
  rgs_host host;
  rgs_executor *executor; /* `threads`, or null where the host has none */
  rgs_place place;
  bool failed;         /* only reset and load are allowed */
  bool told;           /* rgs_advance has told the host what to evaluate */
  uint64_t checked_at; /* the generation of the bodies that were checked last; 0: never */
  void *cursor;        /* an integrator's place inside the step */
  size_t cursor_room;
  rgs_method_info info; /* of the method on this host */
  rgs_carry_places carry;
  rgs_record record;
  rgs_ensemble ensemble;
  rgs_counted counted;
  rgs_jobs jobs;
  void *bath_params, *piston_params, *bath_state; /* in one piece of memory; the first two may be */
  size_t ensemble_room;                           /* changed by rgs_stepper_set_param */
  double sum[RGS_MOST_SUMS]; /* as the host is given them, and gives them back */
  rgs_executor threads;
};

/* The time so much later.  It stops at the largest number: infinity would become nan at the next step
 * back, and no save of either could be loaded. */
static inline double rgs_time_after(double time, double interval) {
  return fmax(-DBL_MAX, fmin(DBL_MAX, time + interval));
}

/* Are gradients formed by displacement? */
static inline bool rgs_stepper_displaces(const rgs_stepper *s) { return s->carry.displaced > 0; }

#endif /* RGS_MOTION_STEPPER_H */
