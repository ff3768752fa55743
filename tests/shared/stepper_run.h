/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper_run.h - stepping under test: runs of a few bodies with any of many methods, and what to
 * compare them with.  Every test runs over pairs of built-in methods and over an integrator of a
 * third party.
 */
#ifndef TEST_STEPPER_RUN_H
#define TEST_STEPPER_RUN_H
#include "host_fake.h"

#define STEP 0.05

/* ---- methods under test ---------------------------------------------------------------------- */
enum { MOST = 64 };
extern rgs_context *context;
extern rgs_method_spec specs[MOST];
extern rgs_method *methods[MOST];
extern rgs_method_info infos[MOST];
extern char labels[MOST][96];
extern int n_methods;
extern int strang, dkd, verlet, chin4a; /* places of these in the lists                         */

/* Of a group of tests: fill and empty the lists. */
int set_up(void **state);
int tear_down(void **state);

/* ---- a run ----------------------------------------------------------------------------------- */
typedef struct run {
  fake_bodies *world;
  fake_host host;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
} run;

run *start(int method, int64_t n, int layout);
void finish(run *r);
/* The same run by rgs_step: the reference of most tests. */
double *reference(int method, int64_t n, double h, int64_t steps);
void same_state(int method, const double *want, const fake_bodies *got);
/* Evaluates what is asked for. */
void answer(run *r, rgs_eval *request);
/* The block rgs_stepper_save writes, to be freed.  On the way: what is too small is refused untouched. */
void *saved(const rgs_stepper *stepper, size_t *size);
#endif
