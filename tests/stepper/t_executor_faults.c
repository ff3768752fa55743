/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_executor_faults.c - executors that break their rules, and bodies at fault in a step that is split.
 */
#include "check.h"
#include "executors.h"
#include "play.h"

#include <math.h>
#include <stdlib.h>

enum { N = 1103 };

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
  return start_with(v, fake_bodies_filled(N, FAKE_SOA, v->info.carry), parallel, pool);
}

/* Whichever call goes wrong, the step ends with an error in words; after a load the run goes on as if
 * nothing had been. */
TEST(rules_are_kept) {
  const variant *some[] = { strang, variant_of("omf4_4f2gv", RGS_EVAL_FORCE) };
  for (size_t k = 0; k < COUNT(some); k++) {
    run *alone = start(some[k], N, FAKE_SOA);
    OK(rgs_step(alone->stepper, STEP, 3, &err));
    broken b = { 0 };
    run *r = with_executor(some[k], broken_parallel_for, &b);
    OK(rgs_step(r->stepper, STEP, 1, &err));
    const block before = saved(r->stepper);
    b.calls = 0;
    OK(rgs_step(r->stepper, STEP, 1, &err));
    const int64_t calls = b.calls;
    TRUE(calls >= 4);
    for (b.how = 0; b.how < WAYS; b.how++)
      for (int64_t at = 1; at <= calls; at++) {
        OK(load(r->stepper, before));
        b.calls = 0;
        b.at = at;
        REFUSED_TEXT(RGS_E_EXECUTOR, rgs_step(r->stepper, STEP, 1, &err), "host.parallel_for",
                     words[b.how]);
        b.at = 0;
        REFUSED_TEXT(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err), "rgs_stepper_load");
      }
    OK(load(r->stepper, before));
    OK(rgs_step(r->stepper, STEP, 2, &err));
    same_runs(some[k], alone, r);
  }
}

/* The fault is told before the host is asked for anything, by either way of driving. */
TEST(no_request_after_a_fault) {
  broken b = { .how = RUNS_TWICE };
  run *r = with_executor(strang, broken_parallel_for, &b);
  OK(rgs_step(r->stepper, STEP, 1, &err));
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
  OK(rgs_step(r->stepper, STEP, 1, &err));
  const block first = saved(r->stepper);
  double *before = fake_state(r->world);
  call.run(call.work, 0, 1);
  call.run(call.work, -1, 0);
  double *after = fake_state(r->world);
  TRUE(memcmp(before, after, N * FAKE_STATE * sizeof *after) == 0);
  REFUSED_TEXT(RGS_E_EXECUTOR, rgs_step(r->stepper, STEP, 1, &err), "do not exist");
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_step(r->stepper, STEP, 1, &err));
  call.run(call.work, 0, 1);
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_step(r->stepper, STEP, 1, &err));
  call.run(call.work, -1, 0);
  OK(load(r->stepper, first));
  OK(rgs_step(r->stepper, STEP, 1, &err));
}

/* An output runs in the calling thread, also where newly bound bodies want constants anew: a fault of
 * the executor could not be told there, and would fail the next step. */
TEST(outputs_run_alone) {
  broken b = { .how = RETURNS };
  run *r = with_executor(dkd, broken_parallel_for, &b);
  OK(rgs_step(r->stepper, STEP, 6, &err));
  r->world->view.stamp++;
  OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
  const int64_t before = b.calls;
  double value[3];
  OK(rgs_stepper_output(r->stepper, "kt_refined_rotation", value, 3, &err));
  SAME_INT(before, b.calls);
}

/* ---- bodies at fault ------------------------------------------------------------------------- */
typedef struct outcome {
  rgs_status status;
  rgs_error error;
  double *state;
} outcome;

static outcome step_once(run *r, double h) {
  outcome o = { .error = RGS_ERROR_INIT };
  o.status = rgs_step(r->stepper, h, 1, &o.error);
  o.state = fake_state(r->world);
  return o;
}

/* The same error for the same body as without threads, and with the same bits afterwards where the
 * bodies are put back. */
static void same_error(void (*spoil)(run *r), const variant *v, rgs_status want, int64_t body,
                       bool same_bits) {
  thread_pool *pool = pool_open(2);
  odd_executor odd = { .seed = 1 };
  run *runs[] = { start(v, N, FAKE_SOA), with_executor(v, odd_parallel_for, &odd),
                  with_executor(v, pool_parallel_for, pool) };
  outcome got[COUNT(runs)];
  for (size_t k = 0; k < COUNT(runs); k++) {
    spoil(runs[k]);
    got[k] = step_once(runs[k], STEP);
    SAME_INT(want, got[k].status);
    SAME_INT(body, got[k].error.body);
    if (strcmp(got[0].error.text, got[k].error.text) != 0) {
      print_error("want \"%s\"\ngot  \"%s\"\n", got[0].error.text, got[k].error.text);
      fail();
    }
    if (same_bits) SAME_BITS(got[0].state, got[k].state, N * FAKE_STATE);
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
