/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - how a stepper keeps temperature and pressure: what its thermostat, its barostat and its noise
 * local_sum.
 *
 * Only ensemble/ and stepper/ look into rgs_ensemble, and saves/ into what a save keeps of it.
 */
#pragma once
#include "barostats/barostat.h"
#include "base/columns.h"
#include "jobs/motion.h"
#include "jobs/systems.h"

/* What thermostat and barostat keep from step to step, and between the requests of a stage.  A save holds
 * it (saves/ensemble_save.c).  "This rank's" numbers are shares of sums over ranks. */
typedef struct rgs_ensemble_state {
  /* Of the system: the same on all ranks. */
  uint64_t steps; /* that have begun: noise depends on it */
  rgs_moved_cell cell;
  double freedom[2]; /* that the thermostat acts on, by the last sum */

  /* Of this rank and this place in the step. */
  uint32_t visit; /* actions of the thermostat in this step so far: noise depends on it */
  uint32_t phase; /* 1: the sums that this stage asked for have arrived */
  uint32_t known, reserved0;  /* RGS_KNOWS_* */
  double heat, barostat_heat; /* energy given to this rank's bodies; to the cell */
  double ranks;               /* number of ranks in the last sum; 0: there was none */
  /* xx, yy, zz, xy, xz, yz: the host's last answer; sums over ranks; of translation, of all bodies */
  double local_virial[RGS_STRAINS], virial[RGS_STRAINS], kinetic[RGS_STRAINS];
  double mid[2],
      mid_freedom[2];    /* kinetic energies of this rank after the thermostat acted last .. */
  double mid_kt[2];      /* .. and the temperatures; of the system where the thermostat scales */
  uint64_t n_local_sums; /* how many numbers this request for sums has */
  double potential;      /* of a system of a batch: the host's last answer */

  double local_sum[RGS_MOST_SUMS]; /* this rank's numbers of a request for sums: the last field */
} rgs_ensemble_state;
enum { RGS_KNOWS_VIRIAL = 1u << 0, RGS_KNOWS_KINETIC = 1u << 1, RGS_KNOWS_MID = 1u << 2 };

/* Degrees of freedom of all bodies of this rank, and what they were counted for. */
typedef struct rgs_counted {
  uint64_t generation; /* of the bodies; 0: never */
  int64_t own;
  uint32_t flags; /* of the view */
  double freedom[2];
} rgs_counted;

typedef struct rgs_ensemble {
  rgs_ensemble_state saved;
  rgs_motion *motion; /* the stepper's */
  /* The stepper's: those of its systems.  It is its own one system, unless there is a batch. */
  struct rgs_ensemble *systems;
  int64_t n_systems;
  const int64_t *range; /* of a system of a batch: its first body, and the one behind its last */
  uint32_t host_ranks;  /* rgs_host.ranks */
  rgs_counted counted;
  /* In one piece of memory; the parameters may be changed by rgs_stepper_set_param. */
  void *thermostat_params, *barostat_params;
  void *state;               /* of the thermostat, or of the integrator */
  size_t room;               /* bytes */
  double sum[RGS_MOST_SUMS]; /* as the host is given them, and gives them back */
  /* This rank's host gave an energy that is not finite; the next sums tell all ranks. */
  bool broken;
} rgs_ensemble;

/* The bodies of a system that count in its sums: *first, and the one behind the last. */
static inline void rgs_ensemble_range(const rgs_ensemble *e, int64_t *first, int64_t *end) {
  *first = e->range != NULL ? e->range[0] : 0;
  *end = e->range != NULL ? e->range[1] : rgs_own_bodies(&e->motion->bodies->view);
}
/* Systems of a batch, beside the stepper's own ensemble. */
static inline bool rgs_ensemble_is_batch(const rgs_ensemble *e) { return e->systems != e; }

/* Nobody knows any more what these RGS_KNOWS_* say. */
static inline void rgs_ensemble_forget(rgs_ensemble *e, uint32_t flags) {
  for (int64_t s = 0; s < e->n_systems; s++) e->systems[s].saved.known &= ~flags;
}

/* Puts before the text of an error which system of the batch is meant, at which of its steps, and which of
 * its bodies is at fault, if one is.  system: -1 if the body says it.  Without a batch it does nothing. */
rgs_status rgs_ensemble_name(const rgs_ensemble *e, int64_t system, rgs_status status,
                             rgs_error *error);

/* The stepper has another method.  keeps: with the same thermostat and barostat (rgs_method_same_ensemble),
 * whose state stays. */
void rgs_ensemble_take_method(rgs_ensemble *e, bool keeps);
size_t rgs_ensemble_room(const rgs_method *m);

/* A step begins. */
rgs_status rgs_ensemble_begin(rgs_ensemble *e, double h, rgs_error *error);
/* It has not begun. */
void rgs_ensemble_take_back(rgs_ensemble *e);
/* Does the host write the energy of each system? */
static inline bool rgs_ensemble_has_energies(const rgs_ensemble *e) {
  return e->motion->systems != NULL && e->motion->systems->energy != NULL;
}

/* Fills in the energy and what concerns thermostat and barostat in a request for `asked`. */
void rgs_ensemble_request(rgs_ensemble *e, uint32_t asked, rgs_eval *request);
/* Takes the host's answer to a request for sums or for the virial.  RGS_E_HOST: numbers in it are not
 * finite.  RGS_E_NONFINITE: numbers of the bodies are not finite.  RGS_NEED_EVAL: the
 * host has to evaluate *asked next, for example the virial once more, because another rank's is not
 * finite. */
rgs_status rgs_ensemble_answered(rgs_ensemble *e, uint32_t *asked, const rgs_eval *answer,
                                 rgs_error *error);
/* Where the host writes the energy of each system, takes them.  RGS_E_HOST: one is not finite; where they end trials it
 * may be +infinity, and RGS_OVERLAP takes its place. */
rgs_status rgs_ensemble_take_energies(rgs_ensemble *e, bool ends_trials, rgs_error *error);
/* Checks that all numbers which thermostat and barostat keep are finite, since a save could not be loaded
 * otherwise.  alone: this rank may stop without the others.  If it may not, the next sums report its own
 * numbers (rgs_sums_ask), and all ranks refuse together. */
rgs_status rgs_ensemble_check_finite(const rgs_ensemble *e, bool alone, rgs_error *error);
/* May this rank stop without the others, because none of them waits for its sums? */
static inline bool rgs_ensemble_stops_alone(const rgs_ensemble *e) {
  return e->host_ranks == 1 || !rgs_method_sums(e->motion->method);
}
/* Forgets the step under way, and all numbers that are not finite. */
void rgs_ensemble_reset(rgs_ensemble *e);
