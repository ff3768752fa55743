/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method.h - a rotor with a scheme, or an integrator, and their parameters; with a thermostat, a barostat or
 * both.
 */
#pragma once
#include "base/context.h"
#include "methods/registry_entry.h"
#include "schemes/scheme_stages.h"

struct rgs_method {
  rgs_context *context;
  uint64_t number;
  size_t size; /* of this struct and of the parameters, which follow it in memory */
  const rgs_registry_entry *rotor, *scheme, *integrator, *thermostat, *barostat;
  /* A stepper has a copy of the thermostat's and the barostat's, which may change between steps. */
  void *rotor_params, *scheme_params, *integrator_params, *thermostat_params, *barostat_params;
  rgs_stage *stages; /* the scheme's, with the thermostat in its place */
  size_t stages_size;
  uint32_t n_stages;
  bool at_ends;    /* the library places the thermostat at both ends of a step */
  bool refined;    /* energies of past steps are kept, for refined_energy */
  bool conserved;  /* energies are asked for, for conserved_energy */
  bool shadow;     /* states of past steps are kept too, for shadow_energy */
  int evaluations; /* for each kick by momenta; 0: it has none */
  int64_t slopes;  /* steps between two measurements of slopes; 0: one at the beginning */
  double
      turns; /* 1 / root of the factor of inertia: rotations and torques act for this part of a time */
  rgs_method_info info;
};

/* How many numbers a request for sums has, of a thermostat that scales. */
enum { RGS_SUMS_OF_THERMOSTAT = 13 };

/* How many numbers a request for the sum of a trial has. */
enum { RGS_SUMS_OF_TRIAL = 4 };

/* What a body carries between ranks: how many doubles for which purpose. */
#define RGS_AUX_DISPLACED 13  /* x q f tau of the point it was displaced from, later gf gtau */
#define RGS_AUX_PROPAGATED 19 /* x p q l f tau, while output is shown */
#define RGS_AUX_MOMENTUM 55   /* what kicks by momenta keep: motion/momentum_kick.c */
#define RGS_MOST_OF_KICK 8    /* evaluations of one kick by momenta */
#define RGS_AUX_STATE 13      /* x p q l of a past step */
#define RGS_AUX_SLOW 6        /* f tau, the slow ones */
#define RGS_AUX_TRIAL 19      /* x p q l f tau as a trial began, and behind them the slow ones */
#define RGS_PAST_STATES 4     /* of each body, for shadow_energy */

const rgs_about *rgs_method_about(const rgs_method *m); /* of its integrator or its scheme */
rgs_status rgs_write_info(const rgs_method_info *info, rgs_method_info *out, rgs_error *error);

/* Do the host's forces depend on momenta, for which its steps are not made? */
bool rgs_method_loses_order(const rgs_method *m, const rgs_host *host);
/* The method's properties with this host, whose `provides` is not 0. */
void rgs_method_on_host(const rgs_method *m, const rgs_host *host, rgs_method_info *out);

/* Has it a barostat whose cell moves with the bodies, by the virial?  Another's changes at once, in trials. */
static inline bool rgs_method_flies_cell(const rgs_method *m) {
  return m->barostat != NULL && m->barostat->barostat->jump == NULL;
}
static inline bool rgs_method_jumps(const rgs_method *m) {
  return m->barostat != NULL && m->barostat->barostat->jump != NULL;
}
/* Does a sum over bodies, or over ranks, enter its steps?  How many components of the virial does its
 * barostat read: x, y, z, or the shears too; and how many numbers has a request for its sums?  Are numbers
 * drawn for each body? */
static inline bool rgs_method_sums(const rgs_method *m) {
  if (m->integrator != NULL) return (m->integrator->about.needs & RGS_EVAL_REDUCTION) != 0;
  return m->barostat != NULL ||
         (m->thermostat != NULL &&
          (m->thermostat->thermostat.scale != NULL || m->thermostat->trials));
}
/* Is a step a trial, which may be refused? */
static inline bool rgs_method_trials(const rgs_method *m) {
  return m->thermostat != NULL && m->thermostat->trials;
}
static inline int rgs_method_strains(const rgs_method *m) {
  return !rgs_method_flies_cell(m) ? 0 : m->barostat->barostat->shears ? RGS_STRAINS : 3;
}
static inline uint32_t rgs_method_barostat_sums(const rgs_method *m) {
  return !rgs_method_flies_cell(m) ? 0 : 2 * (uint32_t)rgs_method_strains(m) + 4;
}
static inline bool rgs_method_draws(const rgs_method *m) {
  if (m->integrator != NULL) return (m->integrator->about.claims & RGS_RANDOM) != 0;
  return m->thermostat != NULL && (m->thermostat->thermostat.flags & RGS_THERMOSTAT_NOISE);
}
/* Does it kick with a slow force, too? */
static inline bool rgs_method_has_levels(const rgs_method *m) {
  return m->scheme != NULL && m->scheme->facts.has_levels;
}
static inline uint32_t rgs_method_aux_of_trial(const rgs_method *m) {
  return RGS_AUX_TRIAL + (rgs_method_has_levels(m) ? RGS_AUX_SLOW : 0);
}
/* Bytes of an integrator's place inside the step. */
static inline size_t rgs_method_cursor_size(const rgs_method *m) {
  return m->integrator == NULL ? 0 : m->integrator->integrator.cursor_size;
}
/* Bytes that its thermostat or its integrator keeps from step to step. */
static inline size_t rgs_method_state_size(const rgs_method *m) {
  if (m->integrator != NULL) return m->integrator->integrator.state_size;
  return m->thermostat == NULL ? 0 : m->thermostat->thermostat.state_size;
}
/* Has a stepper with this method a state besides the bodies and its place in a step? */
static inline bool rgs_method_keeps(const rgs_method *m) {
  return m->thermostat != NULL || m->barostat != NULL || rgs_method_sums(m) ||
         rgs_method_draws(m) || rgs_method_state_size(m) > 0;
}

/* One component that makes a method: its rotor, scheme, integrator, thermostat or barostat.  Saves rely on
 * their order. */
#define RGS_COMPONENTS 5
typedef struct rgs_component {
  const rgs_registry_entry *entry; /* null: the method has none of this kind */
  void *params;
} rgs_component;

/* Its stages, or its processor's. */
static inline uint32_t rgs_method_stages_in(const rgs_method *m, uint32_t list) {
  return list == RGS_STAGES ? m->n_stages : m->scheme->scheme.n_pre;
}
/* Is the stage behind stage i of a step free flight, without a thermostat in it? */
static inline bool rgs_method_drifts_next(const rgs_method *m, uint32_t i) {
  return i + 1 < m->n_stages && m->stages[i + 1].op == RGS_DRIFT;
}
/* Does a kick by the slow force follow before bodies move, or is stage i one?  Then that force is asked first. */
static inline bool rgs_method_slow_follows(const rgs_method *m, uint32_t i) {
  if (!rgs_method_has_levels(m)) return false;
  while (i < m->n_stages && m->stages[i].op != RGS_DRIFT && m->stages[i].op != RGS_DRAFT_KICK_SLOW)
    i++;
  return i < m->n_stages && m->stages[i].op == RGS_DRAFT_KICK_SLOW;
}
/* The kick that energy and virial come with. */
static inline uint32_t rgs_method_last_kick(const rgs_method *m) {
  return rgs_method_has_levels(m) ? RGS_DRAFT_KICK_SLOW : RGS_KICK;
}
/* room: where a stage of a processor is written. */
static inline const rgs_stage *rgs_method_stage(const rgs_method *m, uint32_t list, uint32_t i,
                                                rgs_stage *room) {
  if (list == RGS_STAGES) return &m->stages[i];
  *room = rgs_stage_of(&m->scheme->scheme, list, i);
  return room;
}
