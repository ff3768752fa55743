/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper_variants.h - the methods of stepper_run.h again, and what becomes of them by parameters
 * and by hosts that provide no gradient; and a script of steps and shown states to drive them with.
 */
#ifndef TEST_STEPPER_VARIANTS_H
#define TEST_STEPPER_VARIANTS_H
#include "stepper_run.h"

typedef struct variant {
  char label[128];
  rgs_method *method; /* of stepper_run.h's list, or its own                         */
  bool own;
  rgs_method_info info; /* as it runs on its host                                      */
  uint32_t provides;
  bool processed; /* has a processor                                             */
  bool displaces; /* forms gradients by displacement                             */
  bool integrator;
} variant;
enum { MOST_VARIANTS = 128 };
extern variant variants[MOST_VARIANTS];
extern int n_variants;

/* Of a group of tests; also fill and empty the lists of stepper_run.h. */
int set_up_variants(void **state);
int tear_down_variants(void **state);

/* One more, with the parameters in `params`: "key=value key=value". */
const variant *make_variant(const char *rotor, const char *scheme, const char *params,
                            uint32_t provides);
const variant *variant_of(const char *scheme, uint32_t provides); /* the first such, rotor exact */

run *variant_start(const variant *v, int64_t n, int layout);
/* Over bodies of the caller's, which become the run's; h->host may have been changed by then. */
run *variant_start_over(const variant *v, fake_bodies *world, const fake_host *like);

/* ---- a script --------------------------------------------------------------------------------
 * Steps of two lengths, with the state shown in between; the same for every method. */
enum { ACTIONS = 11 };
typedef struct script {
  int action; /* next to do; ACTIONS: done                                   */
  int shows;
  double *shown[4]; /* states that were shown, in order                            */
} script;
/* One call of the library.  RGS_NEED_EVAL: an answer is wanted, then call again. */
rgs_status script_call(script *at, run *r, rgs_eval *request, rgs_error *error);
/* The same with the stepper calling the host. */
rgs_status script_call_back(script *at, run *r, rgs_error *error);
bool script_hides_next(const script *at);
void script_free(script *at);
/* All of it, the host driving. */
void script_run(script *at, run *r);

/* All of the bodies to fresh memory of another layout in reversed order; the old is filled with
 * nan. */
void move_bodies(run *r, int layout);
void same_shown(const variant *v, const script *want, const script *got, int64_t n);
void same_variant_state(const variant *v, const double *want, const fake_bodies *got);
#endif
