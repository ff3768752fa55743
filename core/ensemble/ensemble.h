/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - bath, piston and noise of a stepper: what concerns them all.
 *
 * Only ensemble/ and stepper/ look into rgs_ensemble, and saves/ into what a save keeps of it.
 */
#ifndef RGS_ENSEMBLE_ENSEMBLE_H
#define RGS_ENSEMBLE_ENSEMBLE_H
#include "baths/piston.h"
#include "motion/motion.h"

/* What bath and piston keep from step to step, and between the requests of a stage.  A save holds
 * it (saves/ensemble_save.c).  "This rank's" numbers are shares of sums over ranks. */
typedef struct rgs_kept {
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
} rgs_kept;
enum { RGS_KNOWS_VIRIAL = 1u << 0, RGS_KNOWS_KINETIC = 1u << 1, RGS_KNOWS_MID = 1u << 2 };

/* Degrees of freedom of all bodies of this rank, and what they were counted for. */
typedef struct rgs_counted {
  uint64_t generation; /* of the bodies; 0: never */
  int64_t own;
  uint32_t flags; /* of the view */
  double freedom[2];
} rgs_counted;

typedef struct rgs_ensemble {
  rgs_kept kept;
  rgs_motion *motion;  /* the stepper's */
  uint32_t host_ranks; /* rgs_host.ranks */
  rgs_counted counted;
  /* In one piece of memory; the parameters may be changed by rgs_stepper_set_param. */
  void *bath_params, *piston_params;
  void *state;               /* of the bath, or of the integrator */
  size_t room;               /* bytes */
  double sum[RGS_MOST_SUMS]; /* as the host is given them, and gives them back */
  bool broken;        /* this rank's host gave an energy that is not finite: the next sums say so */
  bool writes_virial; /* the host has written a virial, or has forces that need none */
} rgs_ensemble;

/* The stepper has another method. */
void rgs_ensemble_take_method(rgs_ensemble *e);
size_t rgs_ensemble_room(const rgs_method *m);

/* A step begins. */
rgs_status rgs_ensemble_begin(rgs_ensemble *e, double h, rgs_error *error);
/* Fills in what concerns bath and piston in a request for `asked`. */
void rgs_ensemble_request(rgs_ensemble *e, uint32_t asked, rgs_eval *request);
/* The host has answered a request for sums or for the virial.  RGS_E_HOST: its numbers are not finite, or
 * not written.  RGS_E_NONFINITE: the bodies' are not.  RGS_NEED_EVAL: it is asked for more.  Where it is
 * asked for something else next, as after sums in which another rank's virial is not finite, *asked is
 * that. */
rgs_status rgs_ensemble_answered(rgs_ensemble *e, uint32_t *asked, const rgs_eval *answer,
                                 rgs_error *error);
/* Is what bath and piston keep finite?  A save could not be loaded otherwise.  alone: this rank may stop
 * without the others; where not, its own numbers are left to the sums (rgs_sums_ask), so that all ranks
 * refuse alike. */
rgs_status rgs_ensemble_check_finite(const rgs_ensemble *e, bool alone, rgs_error *error);
/* May this rank stop without the others, because none of them waits for its sums? */
static inline bool rgs_ensemble_stops_alone(const rgs_ensemble *e) {
  return e->host_ranks == 1 || !rgs_method_sums(e->motion->method);
}
/* The step under way is forgotten, and so are numbers that are not finite. */
void rgs_ensemble_reset(rgs_ensemble *e);
/* Is a number that the host is asked for nan in the request, so that one that it does not write is
 * refused?  Hosts that add to a number, and ranks without bodies that write none, get 0. */
bool rgs_marks_unwritten(const rgs_ensemble *e);

#endif /* RGS_ENSEMBLE_ENSEMBLE_H */
