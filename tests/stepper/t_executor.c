/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_executor.c - rgs_executor: the same bits for any number of threads and every split, of
 * every method, with thermostats and barostats too; steppers in two threads; executors that break their
 * rules, and bodies at fault in a step that is split.
 */
#include "check.h"
#include "executors.h"
#include "script.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum {
  N = 1103,
  THERMOSTAT_STEPS = 6
}; /* three parts, the last of them with a batch that is not full */

/* ---- every method ---------------------------------------------------------------------------- */
static void all_steps(run *r) {
  OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  OK(rgs_stepper_unprocess(r->stepper, &err));
  OK(rgs_stepper_run(r->stepper, 2 * STEP, 1, &err));
}

TEST(every_method_in_odd_order) {
  int split = 0;
  EACH_VARIANT(v) {
    const int m = (int)(v - variants);
    odd_executor odd = { .seed = (uint64_t)m };
    run *alone = start(v, N, FAKE_SOA),
        *shared = start_with(v, fake_bodies_filled(N, m % FAKE_LAYOUTS, v->info.aux),
                             odd_parallel_for, &odd);
    all_steps(alone);
    all_steps(shared);
    same_runs(v, alone, shared);
    if (!v->integrator) TRUE(odd.calls > 0 && odd.parts == 3 * odd.calls);
    if (v->integrator) SAME_INT(0, odd.calls);
    split += odd.calls > 0 && strstr(v->label, "test.") == NULL; /* built in */
  }
  counted(split, "methods split in an odd order");
  TRUE(split > 40);
}

/* ---- any number of threads, thermostats and barostats ------------------------------------------------ */
typedef struct thermostat_case {
  named_method of;
  uint32_t ranks;
  bool some; /* not all bodies are thermostatted, and the last are ghosts */
} thermostat_case;
#define SEEDED "kt=1.1 relaxation=0.5 seed=3"
static const thermostat_case thermostat_cases[] = {
  { { "dmv6", "strang", NULL, NULL, NULL }, 1, false },
  { { "exact", "omf4_4f2gv", NULL, NULL, NULL }, 1, false },
  { { "exact", "takahashi_imada4", NULL, NULL, NULL }, 1, false },
  { { "exact", "strang", "langevin", NULL, SEEDED }, 1, false },
  { { "exact", "strang", "langevin", NULL, SEEDED " ends=1" }, 2, true },
  { { "exact", "strang", "csvr", NULL, SEEDED }, 1, false },
  { { "exact", "strang", "csvr", NULL, SEEDED }, 2, true },
  { { "midpoint", "srkn6b", "nhc", NULL, "kt=1.1 relaxation=0.5 ends=1" }, 1, false },
  { { "exact", "strang_dkd", "drag", NULL, "rate=0.3 rate_1=0.1" }, 2, true },
  { { "threerot", "strang", NULL, "andersen", "kt=1.1 pressure=1 barostat_relaxation=0.8" },
    1,
    false },
  { { "dmv4", "strang", "csvr", "andersen",
      SEEDED " pressure=1 barostat_relaxation=0.8 group_y=2" },
    2,
    true },
};

/* A stepper of strang that is swapped, so that room for sums is taken by a swap too. */
static run *thermostat_run(const thermostat_case *b, rgs_method *method, parallel_for *parallel,
                           void *pool) {
  static int64_t tags[N];
  static double thermostatted[N];
  variant plain = *strang;
  plain.provides |= RGS_EVAL_VIRIAL | RGS_EVAL_REDUCTION;
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, 0);
  for (int i = 0; i < N; i++) tags[i] = 5000 - 3 * i, thermostatted[i] = i % 3 != 0;
  world->view.tag = tags;
  if (b->some) {
    world->view.thermostatted = (rgs_column){ thermostatted, 1, 1 };
    world->view.n_ghosts = 70;
  }
  run *r = start_with(&plain, world, parallel, pool);
  r->host.host.ranks = b->ranks;
  make_anew(r, &plain);
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  OK(rgs_stepper_swap(r->stepper, method, &err));
  const rgs_cell cell = cell_of_edges(9, 10, 11);
  if (b->of.barostat != NULL) OK(rgs_stepper_set_cell(r->stepper, &cell, &err));
  return r;
}

/* The whole of what a stepper keeps: bodies, heat, shares of sums, cell; and what it shows. */
TEST(any_number_of_threads) {
  for (size_t k = 0; k < COUNT(thermostat_cases); k++) {
    const thermostat_case *b = &thermostat_cases[k];
    rgs_method *method = made(context, &b->of);
    run *alone = thermostat_run(b, method, NULL, NULL);
    OK(rgs_stepper_run(alone->stepper, STEP, THERMOSTAT_STEPS, &err));
    OK(rgs_stepper_process(alone->stepper, NULL, &err));
    const block want = saved(alone->stepper);
    for (int threads = 0; threads <= 8; threads = threads == 0 ? 1 : 2 * threads) {
      odd_executor odd = { .seed = k };
      thread_pool *pool = threads > 0 ? pool_open(threads) : NULL;
      run *shared = pool != NULL ? thermostat_run(b, method, pool_parallel_for, pool)
                                 : thermostat_run(b, method, odd_parallel_for, &odd);
      OK(rgs_stepper_run(shared->stepper, STEP, THERMOSTAT_STEPS / 2, &err));
      const block middle = saved(shared->stepper);
      OK(rgs_stepper_run(shared->stepper, STEP, 1, &err));
      OK(load(shared->stepper, middle));
      OK(rgs_stepper_run(shared->stepper, STEP, THERMOSTAT_STEPS - THERMOSTAT_STEPS / 2, &err));
      OK(rgs_stepper_process(shared->stepper, NULL, &err));
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
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
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
    j->status = rgs_stepper_run(j->r->stepper, STEP, 1, &mine);
  return NULL;
}

/* abi/README.md promises that a stack of 64 KiB is enough; where a system wants more, it keeps its own. */
static void small_stack(pthread_attr_t *attributes) {
  SAME_INT(0, pthread_attr_init(attributes));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  (void)pthread_attr_setstacksize(attributes, 64 * 1024);
#endif
}

static void *create(void *made) {
  (void)rgs_context_create(NULL, made, NULL);
  return NULL;
}

TEST(context_in_a_thread) {
  pthread_attr_t small;
  pthread_t thread;
  rgs_context *made = NULL;
  small_stack(&small);
  SAME_INT(0, pthread_create(&thread, &small, create, &made));
  SAME_INT(0, pthread_join(thread, NULL));
  TRUE(made != NULL);
  rgs_context_destroy(made);
}

TEST(two_threads) {
  pthread_attr_t small;
  small_stack(&small);
  EACH_VARIANT(v) {
    double *want = reference(v, 8, STEP, 200);
    job jobs[2] = { { start(v, 8, FAKE_SOA), RGS_OK }, { start(v, 8, FAKE_AOS), RGS_OK } };
    pthread_t threads[2];
    for (int k = 0; k < 2; k++) SAME_INT(0, pthread_create(&threads[k], &small, work, &jobs[k]));
    for (int k = 0; k < 2; k++) SAME_INT(0, pthread_join(threads[k], NULL));
    for (int k = 0; k < 2; k++) {
      STATUS(RGS_OK, jobs[k].status);
      same_state(v, want, jobs[k].r->world);
    }
  }
  counted(n_variants, "methods stepped in two threads");
}

/* ---- broken executors ------------------------------------------------------------------------ */
typedef struct broken {
  int how;
  int64_t calls, at; /* which call goes wrong */
} broken;
enum { LEAVES_OUT, DOES_NOTHING, RUNS_TWICE, BEYOND, BEFORE, REVERSED, RETURNS, WAYS };
static const char *const words[WAYS] = { "before 1 of its 3 parts",
                                         "before 3 of its 3 parts",
                                         "part 1 of 3 twice",
                                         "0 <= begin <= end <= n, which is 3",
                                         "parts that do not exist",
                                         "parts that do not exist",
                                         "returned -5" };

static int broken_parallel_for(void *pool, int64_t n,
                               void (*run)(void *work, int64_t begin, int64_t end), void *work) {
  broken *b = pool;
  if (++b->calls != b->at) {
    run(work, 0, n);
    return 0;
  }
  switch (b->how) {
  case LEAVES_OUT: run(work, 0, 1), run(work, 2, n); return 0;
  case DOES_NOTHING: return 0;
  case RUNS_TWICE: run(work, 0, n), run(work, 1, 2); return 0;
  case BEYOND: run(work, 0, n), run(work, n, n + 1); return 0;
  case BEFORE: run(work, 0, n), run(work, -1, 0); return 0;
  case REVERSED: run(work, 0, n), run(work, 2, 1); return 0;
  default: run(work, 0, n); return -5;
  }
}

static run *with_executor(const variant *v, parallel_for *parallel, void *pool) {
  return start_with(v, fake_bodies_filled(N, FAKE_SOA, v->info.aux), parallel, pool);
}

/* Whichever call goes wrong, the step ends with an error in words; after a load the run goes on as if
 * nothing had been. */
TEST(rules_are_kept) {
  const variant *some[] = { strang, variant_of("omf4_4f2gv", RGS_EVAL_FORCE) };
  for (size_t k = 0; k < COUNT(some); k++) {
    run *alone = start(some[k], N, FAKE_SOA);
    OK(rgs_stepper_run(alone->stepper, STEP, 3, &err));
    broken b = { 0 };
    run *r = with_executor(some[k], broken_parallel_for, &b);
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    const block before = saved(r->stepper);
    b.calls = 0;
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    const int64_t calls = b.calls;
    TRUE(calls >= 4);
    for (b.how = 0; b.how < WAYS; b.how++)
      for (int64_t at = 1; at <= calls; at++) {
        OK(load(r->stepper, before));
        b.calls = 0;
        b.at = at;
        REFUSED_TEXT(RGS_E_EXECUTOR, rgs_stepper_run(r->stepper, STEP, 1, &err),
                     "executor.parallel_for", words[b.how]);
        b.at = 0;
        REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(r->stepper, STEP, 1, &err), "rgs_stepper_load");
      }
    OK(load(r->stepper, before));
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    same_runs(some[k], alone, r);
  }
}

/* The fault is told before the host is asked for anything, by either way of driving. */
TEST(no_request_after_a_fault) {
  broken b = { .how = RUNS_TWICE };
  run *r = with_executor(strang, broken_parallel_for, &b);
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  b.calls = 0;
  b.at = 1; /* the check of forces before the first kick */
  REFUSED_TEXT(RGS_E_EXECUTOR, advance(r, STEP), "twice");
  OK(rgs_stepper_reset(r->stepper, &err));
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
}

/* Calls run once more after the step has ended, as a thread may that nobody waited for. */
typedef struct late {
  void (*run)(void *work, int64_t begin, int64_t end);
  void *work;
} late;
static int note_call(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                     void *work) {
  *(late *)pool = (late){ run, work };
  run(work, 0, n);
  return 0;
}

/* It does nothing, and the next step tells it; a reset or a load before forgets it. */
TEST(late_calls) {
  late call;
  run *r = with_executor(strang, note_call, &call);
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  const block first = saved(r->stepper);
  double *before = fake_state(r->world);
  call.run(call.work, 0, 1);
  call.run(call.work, -1, 0);
  double *after = fake_state(r->world);
  TRUE(memcmp(before, after, N * FAKE_STATE * sizeof *after) == 0);
  REFUSED_TEXT(RGS_E_EXECUTOR, rgs_stepper_run(r->stepper, STEP, 1, &err), "do not exist");
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  call.run(call.work, 0, 1);
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  call.run(call.work, -1, 0);
  OK(load(r->stepper, first));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
}

/* An output runs in the calling thread, also where newly bound bodies want constants anew: a fault of
 * the executor could not be told there, and would fail the next step. */
TEST(outputs_run_alone) {
  broken b = { .how = RETURNS };
  run *r = with_executor(dkd, broken_parallel_for, &b);
  OK(rgs_stepper_run(r->stepper, STEP, 6, &err));
  bind_revision(r, r->world->view.revision + 1);
  const int64_t before = b.calls;
  double value[3];
  OK(rgs_stepper_output(r->stepper, "kt_refined_rotation", value, 3, &err));
  SAME_INT(before, b.calls);
}

/* ---- bodies at fault ------------------------------------------------------------------------- */
/* The same error for the same body as without threads, and with the same bits afterwards where the
 * bodies are put back. */
static void same_error(void (*spoil)(run *r), const variant *v, rgs_status want, int64_t body,
                       bool same_bits) {
  thread_pool *pool = pool_open(2);
  odd_executor odd = { .seed = 1 };
  run *runs[] = { start(v, N, FAKE_SOA), with_executor(v, odd_parallel_for, &odd),
                  with_executor(v, pool_parallel_for, pool) };
  char text[sizeof err.text] = "";
  for (size_t k = 0; k < COUNT(runs); k++) {
    spoil(runs[k]);
    REFUSED_BODY(want, body, rgs_stepper_run(runs[k]->stepper, STEP, 1, &err));
    if (k == 0) memcpy(text, err.text, sizeof text);
    assert_string_equal(text, err.text);
    if (same_bits) same_runs(v, runs[0], runs[k]);
  }
  pool_close(pool);
}

static void spoil_force(run *r) {
  r->host.spoil_at = 1;
  r->host.spoil_body = 1090;
  r->host.spoil_component = 4;
  r->host.spoil_value = NAN;
}
static void spoil_momenta(run *r) {
  for (int64_t i = 700; i < N; i += 300) RGS_AT(r->world->view.p, i, 1) = 1.7e308;
  for (int64_t i = 700; i < N; i += 300) RGS_AT(r->world->view.mass, i, 0) = 1e-200;
}
static void spin_up(run *r) {
  for (int64_t i = 1100; i > 600; i -= 250)
    for (int k = 0; k < 3; k++) RGS_AT(r->world->view.l, i, k) *= 3000;
}

TEST(bodies_at_fault) {
  const variant *v = strang, *dmv6 = make_variant("dmv6", "strang", NULL, FORCE);
  same_error(spoil_force, v, RGS_E_NONFINITE, 1090, true);
  same_error(spoil_momenta, v, RGS_E_NONFINITE, 700, false);
  same_error(spin_up, dmv6, RGS_E_NOCONV, 850, true);
}

TEST_MAIN(set_up, tear_down)
