/* SPDX-License-Identifier: BSD-3-Clause
 *
 * script.h - steppers that follow a script: every method there is, runs of a few bodies with any of them, and
 * a script of steps and shown states in which a test puts a fault, a save or a move at any place.
 */
#pragma once
#include "host_fake.h"
#include "kept.h"
#include "named_method.h"

#define STEP 0.05
#define FORCE ((uint32_t)RGS_EVAL_FORCE)

/* ---- methods under test ----------------------------------------------------------------------
 * Pairs of built-in methods, integrators and tables of a third party, and what becomes of them by
 * parameters and by hosts that provide no gradient. */
typedef struct variant {
  char label[128];
  named_method of;
  rgs_method *method;
  rgs_method_info on_paper,
      info;          /* of the method; and as it runs on its host                     */
  uint32_t provides; /* what that host says it provides                               */
  bool own;          /* the method belongs to this variant alone                      */
  bool processed;    /* has a processor                                               */
  bool displaces;    /* forms gradients by displacement                               */
  bool integrator;   /* not a rotor with a scheme                                     */
  bool levels;       /* has a fast and a slow force                                   */
  bool model;        /* an integrator whose bodies obey constraints: start() projects */
} variant;
enum { MOST_VARIANTS = 192 };
extern variant variants[MOST_VARIANTS];
extern int n_variants;
extern rgs_context *context;
extern const variant *strang, *dkd, *verlet, *chin4a; /* these among them */

/* EACH_VARIANT(v) { .. }: what is kept in a turn is closed at its end. */
#define EACH_VARIANT(v)                                                                            \
  for (size_t v##_at = 0, v##_kept = kept_so_far(); v##_at < (size_t)n_variants;                   \
       close_kept(v##_kept), v##_at++)                                                             \
    for (const variant *v = &variants[v##_at]; v != NULL; v = NULL)

/* Of a group of tests: a context, and the list of methods in it; or a context alone, with an empty list. */
int set_up(void **state);
int set_up_context(void **state);
int tear_down(void **state);
/* One more, with the parameters in `params`: "key=value key=value". */
const variant *make_variant(const char *rotor, const char *scheme, const char *params,
                            uint32_t provides);
const variant *make_variant_of(const named_method *of, uint32_t provides);
/* The last one is of no use any more. */
void forget_variant(void);
/* The first without parameters that has this scheme and the rotor exact. */
const variant *variant_of(const char *scheme, uint32_t provides);

/* ---- a run -----------------------------------------------------------------------------------
 * Runs, states and blocks are kept to the end of the case, or of the turn of EACH_VARIANT. */
typedef struct run {
  fake_bodies *world;
  fake_host host;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  rgs_eval request; /* of advance() */
} run;

run *start(const variant *v, int64_t n, int layout);
/* Over bodies of the caller's, which become the run's, with a host that is a copy of `like`; null: as
 * fake_host_init makes it. */
run *start_over(const variant *v, fake_bodies *world, const fake_host *like);
/* Over these bodies, and a host with an executor. */
typedef int parallel_for(void *pool, int64_t n,
                         void (*part)(void *work, int64_t begin, int64_t end), void *work);
run *start_with(const variant *v, fake_bodies *world, parallel_for *parallel, void *pool);
/* Of any method, on a host that evaluates all but gradients.  A barostat is told a cell of edge 5. */
run *start_made_of(const named_method *of, int64_t n, uint32_t ranks);
void set_cell(run *r, double edge);
void finish(run *r); /* before that */
/* Binds its bodies once more, with this revision. */
void bind_revision(run *r, uint64_t revision);
/* Another stepper in place of this one, of the host as it is now. */
void make_anew(run *r, const variant *v);
/* The state after a run by rgs_stepper_run: the reference of many tests. */
double *reference(const variant *v, int64_t n, double h, int64_t steps);
void same_state(const variant *v, const double *want, const fake_bodies *got);
void same_runs(const variant *v, const run *want, const run *got);
/* Each output has a value in both or in none, and the relative difference is at most `room`. */
void same_outputs(const variant *v, const run *want, const run *got, double room);
/* The bodies' memory is as it was. */
void unchanged(const run *r, const double *snapshot);

/* rgs_stepper_advance with the run's request; evaluates what that asks for. */
rgs_status advance(run *r, double h);
void answer(run *r);
/* A whole step or what is left of it, the host driving.  Returns how often it was asked. */
int64_t drive(run *r, double h);
void save_and_load(rgs_stepper *stepper);
/* All bodies to fresh memory of another layout in reversed order; the old is filled with nan. */
void move_bodies(run *r, int layout);
/* fake_host.before that does so at each call; extra: the run. */
int move_in_callback(fake_host *h);

/* ---- a script --------------------------------------------------------------------------------
 * Steps of two lengths, with the state shown in between; the same for every method. */
enum { ACTIONS = 9 };
typedef struct script {
  int action;    /* next to do; ACTIONS: done                                   */
  int64_t steps; /* of it that are done                                         */
  int shows;
  double *shown[4]; /* states that were shown, in order                            */
} script;
/* One call of the library.  RGS_NEED_EVAL: an answer is wanted, then call again. */
rgs_status script_call(script *at, run *r);
/* The same with the stepper calling the host. */
rgs_status script_call_back(script *at, run *r);
bool script_hides_next(const script *at);
/* What is left of it, the host driving; or the stepper. */
void script_run(script *at, run *r);
void script_run_back(script *at, run *r);
/* All of it by the host, and how often it was asked. */
int64_t script_of(const variant *v, int64_t n, script *out);
/* Up to and including call number `calls`, whose request is not answered. */
rgs_status script_until(script *at, run *r, int calls);
void same_shown(const variant *v, const script *want, const script *got, int64_t n);
/* The requests of one step, `between` after each: S, F: the slow force, the force; e, v: with energy, virial. */
void same_requests(const char *want, run *r, const char *between);
