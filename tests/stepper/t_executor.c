/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_executor.c - rgs_host.parallel_for: the same bits for any number of threads and every split, of
 * every method, with baths and pistons too; and steppers in two threads.
 */
#include "check.h"
#include "executors.h"
#include "play.h"

#include <pthread.h>
#include <stdlib.h>

enum { N = 1103, BATH_STEPS = 6 }; /* three parts, the last of them with a batch that is not full */

/* ---- every method ---------------------------------------------------------------------------- */
static void all_steps(run *r) {
  OK(rgs_step(r->stepper, STEP, 2, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  OK(rgs_stepper_unprocess(r->stepper, &err));
  OK(rgs_step(r->stepper, 2 * STEP, 1, &err));
}

static bool is_built_in(const variant *v) { return strstr(v->label, "test.") == NULL; }

TEST(every_method_in_odd_order) {
  int split = 0;
  EACH_VARIANT(v) {
    const int m = (int)(v - variants);
    odd_executor odd = { .seed = (uint64_t)m };
    run *alone = start(v, N, FAKE_SOA),
        *shared = start_with(v, fake_bodies_filled(N, m % FAKE_LAYOUTS, v->info.carry),
                             odd_parallel_for, &odd);
    all_steps(alone);
    all_steps(shared);
    same_runs(v, alone, shared);
    if (!v->integrator) TRUE(odd.calls > 0 && odd.parts == 3 * odd.calls);
    if (v->integrator) SAME_INT(0, odd.calls);
    split += is_built_in(v) && odd.calls > 0;
  }
  counted(split, "methods split in an odd order");
  TRUE(split > 40);
}

TEST(any_number_of_threads) {
  const uint32_t force = RGS_EVAL_FORCE;
  const variant *some[] = { variant_of("strang", force), variant_of("omf4_4f2gv", force),
                            variant_of("takahashi_imada4", force), NULL };
  for (int m = 0; m < n_variants; m++)
    if (!variants[m].integrator && strcmp(variants[m].of.rotor, "dmv6") == 0)
      some[3] = &variants[m];
  for (size_t k = 0; k < COUNT(some); k++) {
    run *alone = start(some[k], N, FAKE_SOA);
    all_steps(alone);
    for (int threads = 1; threads <= 8; threads *= 2) {
      thread_pool *pool = pool_open(threads);
      run *shared = start_with(some[k], fake_bodies_filled(N, FAKE_AOS, some[k]->info.carry),
                               pool_parallel_for, pool);
      all_steps(shared);
      same_runs(some[k], alone, shared);
      pool_close(pool);
    }
  }
}

/* ---- baths and pistons ----------------------------------------------------------------------- */
typedef struct bath_case {
  made_of of;
  uint32_t ranks;
  bool some; /* not all bodies are coupled, and the last are copies */
} bath_case;
#define SEEDED "kt=1.1 relaxation=0.5 seed=3"
static const bath_case bath_cases[] = {
  { { "exact", "strang", "langevin", NULL, SEEDED }, 1, false },
  { { "exact", "strang", "langevin", NULL, SEEDED " ends=1" }, 2, true },
  { { "exact", "strang", "csvr", NULL, SEEDED }, 1, false },
  { { "exact", "strang", "csvr", NULL, SEEDED }, 2, true },
  { { "midpoint", "srkn6b", "nhc", NULL, "kt=1.1 relaxation=0.5 ends=1" }, 1, false },
  { { "exact", "strang_dkd", "drag", NULL, "rate=0.3 rate_1=0.1" }, 2, true },
  { { "threerot", "strang", NULL, "andersen", "kt=1.1 pressure=1 piston_relaxation=0.8" },
    1,
    false },
  { { "dmv4", "strang", "csvr", "andersen", SEEDED " pressure=1 piston_relaxation=0.8 group_y=2" },
    2,
    true },
};

/* A stepper of strang that is swapped, so that room for sums is taken by a swap too. */
static run *bath_run(const bath_case *b, rgs_method *method, parallel_for *parallel, void *pool) {
  static int64_t keys[N];
  static double coupled[N];
  variant plain = *strang;
  plain.provides |= RGS_EVAL_VIRIAL | RGS_EVAL_SUM;
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, 0);
  for (int i = 0; i < N; i++) keys[i] = 5000 - 3 * i, coupled[i] = i % 3 != 0;
  world->view.key = keys;
  if (b->some) {
    world->view.coupled = (rgs_column){ coupled, 1, 1 };
    world->view.n_copies = 70;
    world->view.flags |= RGS_VIEW_COPIES;
  }
  run *r = start_with(&plain, world, parallel, pool);
  r->host.host.ranks = b->ranks;
  make_anew(r, &plain);
  OK(rgs_step(r->stepper, STEP, 1, &err));
  OK(rgs_stepper_swap(r->stepper, method, &err));
  rgs_box box = RGS_BOX_INIT;
  for (int k = 0; k < 3; k++) box.lengths[k] = 9 + k;
  if (b->of.piston != NULL) OK(rgs_stepper_set_box(r->stepper, &box, &err));
  return r;
}

/* The whole of what a stepper keeps: bodies, heat, shares of sums, box. */
TEST(baths_have_the_same_bits) {
  for (size_t k = 0; k < COUNT(bath_cases); k++) {
    const bath_case *b = &bath_cases[k];
    rgs_method *method = made(context, &b->of);
    run *alone = bath_run(b, method, NULL, NULL);
    OK(rgs_step(alone->stepper, STEP, BATH_STEPS, &err));
    const block want = saved(alone->stepper);
    for (int threads = 0; threads <= 8; threads = threads == 0 ? 1 : 2 * threads) {
      odd_executor odd = { .seed = k };
      thread_pool *pool = threads > 0 ? pool_open(threads) : NULL;
      run *shared = pool != NULL ? bath_run(b, method, pool_parallel_for, pool)
                                 : bath_run(b, method, odd_parallel_for, &odd);
      OK(rgs_step(shared->stepper, STEP, BATH_STEPS / 2, &err));
      const block middle = saved(shared->stepper);
      OK(rgs_step(shared->stepper, STEP, 1, &err));
      OK(load(shared->stepper, middle));
      OK(rgs_step(shared->stepper, STEP, BATH_STEPS - BATH_STEPS / 2, &err));
      if (!same_blocks(want, saved(shared->stepper)))
        fail_msg("case %zu, %d threads: another block is saved", k, threads);
      if (pool != NULL) pool_close(pool);
    }
  }
}

/* ---- what is split -------------------------------------------------------- */
static int64_t parts_of(int64_t n) {
  odd_executor odd = { 0 };
  run *r = start_with(strang, fake_bodies_filled(n, FAKE_SOA, 0), odd_parallel_for, &odd);
  OK(rgs_step(r->stepper, STEP, 1, &err));
  return odd.calls > 0 ? odd.parts / odd.calls : 0;
}

TEST(few_bodies_stay_together) {
  SAME_INT(0, parts_of(0));
  SAME_INT(0, parts_of(1));
  SAME_INT(0, parts_of(1024));
  SAME_INT(3, parts_of(1025));
  SAME_INT(256, parts_of(256 * 512));
  SAME_INT(129, parts_of(256 * 512 + 1));
}

/* ---- steppers in two threads ----------------------------------------------------------------- */
/* They share methods and a context. */
typedef struct job {
  run *r;
  rgs_status status;
} job;

static void *work(void *data) {
  job *j = data;
  rgs_error mine = RGS_ERROR_INIT;
  for (int k = 0; k < 200 && j->status == RGS_OK; k++)
    j->status = rgs_step(j->r->stepper, STEP, 1, &mine);
  return NULL;
}

TEST(two_threads) {
  EACH_VARIANT(v) {
    double *want = reference(v, 8, STEP, 200);
    job jobs[2] = { { start(v, 8, FAKE_SOA), RGS_OK }, { start(v, 8, FAKE_AOS), RGS_OK } };
    pthread_t threads[2];
    for (int k = 0; k < 2; k++) SAME_INT(0, pthread_create(&threads[k], NULL, work, &jobs[k]));
    for (int k = 0; k < 2; k++) SAME_INT(0, pthread_join(threads[k], NULL));
    for (int k = 0; k < 2; k++) {
      STATUS(RGS_OK, jobs[k].status);
      same_state(v, want, jobs[k].r->world);
    }
  }
  counted(n_variants, "methods stepped in two threads");
}

TEST_MAIN(set_up, tear_down)
