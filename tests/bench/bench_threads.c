/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_threads.c - what threads of the host gain: steps of many bodies whose forces cost nothing, by
 * the wall's clock, through rgs_host.parallel_for.
 *
 *   bench_threads [--rounds=N] [--counts=N,N..] [--threads=N,N..]    default 7; 1e5,1e6; 1,2
 *
 * Numbers of threads take turns, so that what else the machine does meets all alike; the quickest
 * round counts.  Beside it stands the processor time of all threads, which on a busy machine tells more:
 * where it stays, the gain of an idle one is the number of threads.  Exits with 1 if the state after the steps differs in any bit.
 */
#include "executors.h"
#include "host_fake.h"
#include "with_head.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 8 };

static const struct {
  const char *label, *rotor, *bath;
} kinds[] = {
  { "exact", "exact", NULL },
  { "dmv6", "dmv6", NULL },
  { "exact, langevin", "exact", "langevin" },
  { "exact, csvr", "exact", "csvr" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static rgs_error error = RGS_ERROR_INIT;

static void must(rgs_status status, const char *what) {
  if (status == RGS_OK) return;
  fprintf(stderr, "bench_threads: %s: %s\n", what, error.text);
  exit(1);
}

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int no_forces(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)request, (void)view;
  return 0;
}

static rgs_method *method_of(rgs_context *c, int kind) {
  static const rgs_param params[] = { { "kt", NULL, 1 },
                                      { "relaxation", NULL, 1 },
                                      { "seed", NULL, 1 } };
  rgs_method *method = NULL;
  const bool bath = kinds[kind].bath != NULL;
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = kinds[kind].rotor,
                                         .scheme = "strang", .params = bath ? params : NULL,
                                         .n_params = bath ? 3 : 0, .param_size = sizeof *params);
  const rgs_ensemble_spec around = WITH_HEAD(rgs_ensemble_spec, .bath = kinds[kind].bath);
  must(rgs_method_create_with(c, &spec, &around, &method, &error), kinds[kind].label);
  return method;
}

/* One number of threads: bodies and a stepper of its own. */
typedef struct runner {
  fake_bodies *world;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  thread_pool *pool;
  double best, cpu; /* seconds of a step, by the wall and of all processors */
} runner;

static void begin(runner *r, rgs_context *c, const rgs_method *m, int64_t n, int threads) {
  *r = (runner){ .world = fake_bodies_filled(n, FAKE_SOA, 0), .best = 1e300, .cpu = 1e300 };
  rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = no_forces, .ranks = 1 };
  if (threads > 1) {
    r->pool = pool_open(threads);
    host.parallel_for = pool_parallel_for;
    host.pool = r->pool;
  }
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      RGS_AT(r->world->view.f, i, k) = RGS_AT(r->world->view.tau, i, k) = 0.1;
  must(rgs_bodies_create(c, n, &r->bodies, &error), "bodies");
  must(rgs_bodies_bind(r->bodies, &r->world->view, &error), "bind");
  must(rgs_stepper_create(r->bodies, m, &host, &r->stepper, &error), "stepper");
  must(rgs_step(r->stepper, 0.01, 1, &error), "first step"); /* prepares constants */
}

static void time_steps(runner *r, int steps) {
  const double begun = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
  must(rgs_step(r->stepper, 0.01, steps, &error), "steps");
  const double cpu = (now(CLOCK_PROCESS_CPUTIME_ID) - used) / steps;
  const double each = (now(CLOCK_MONOTONIC) - begun) / steps;
  if (each < r->best) r->best = each;
  if (cpu < r->cpu) r->cpu = cpu;
}

static void end(runner *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  fake_bodies_free(r->world);
  if (r->pool != NULL) pool_close(r->pool);
}

/* Returns whether all numbers of threads led to the same state. */
static bool measure(rgs_context *c, int kind, int64_t n, const double *threads, int n_threads,
                    int rounds) {
  const int steps = n > 300000 ? 3 : 20;
  rgs_method *method = method_of(c, kind);
  runner runners[MOST];
  uint64_t hash[MOST];
  bool same = true;
  for (int t = 0; t < n_threads; t++) begin(&runners[t], c, method, n, (int)threads[t]);
  for (int round = 0; round < rounds; round++)
    for (int t = 0; t < n_threads; t++) time_steps(&runners[t], steps);
  for (int t = 0; t < n_threads; t++) {
    double *state = fake_state(runners[t].world);
    hash[t] = fake_hash(state, (size_t)n * FAKE_STATE * sizeof *state);
    same = same && hash[t] == hash[0];
    printf("%-16s %8" PRId64 " %8d %10.1f %10.2f %10.1f  %016" PRIx64 "\n", kinds[kind].label, n,
           (int)threads[t], 1e9 * runners[t].best / (double)n, runners[0].best / runners[t].best,
           1e9 * runners[t].cpu / (double)n, hash[t]);
    free(state);
  }
  for (int t = 0; t < n_threads; t++) end(&runners[t]);
  rgs_method_destroy(method);
  return same;
}

static int read_list(const char *text, double list[MOST]) {
  int n = 0;
  for (char *rest = NULL; n < MOST && *text; text = *rest == ',' ? rest + 1 : rest) {
    list[n] = strtod(text, &rest);
    if (rest == text || list[n] < 1 || (*rest && *rest != ',')) return 0;
    n++;
  }
  return n;
}

int main(int argc, char **argv) {
  double counts[MOST] = { 1e5, 1e6 }, threads[MOST] = { 1, 2 };
  int n_counts = 2, n_threads = 2, rounds = 7;
  for (int k = 1; k < argc; k++) {
    if (strncmp(argv[k], "--rounds=", 9) == 0)
      rounds = atoi(argv[k] + 9);
    else if (strncmp(argv[k], "--counts=", 9) == 0)
      n_counts = read_list(argv[k] + 9, counts);
    else if (strncmp(argv[k], "--threads=", 10) == 0)
      n_threads = read_list(argv[k] + 10, threads);
    else
      rounds = 0;
  }
  if (rounds < 1 || n_counts < 1 || n_threads < 1) {
    fprintf(stderr, "usage: bench_threads [--rounds=N] [--counts=N,N..] [--threads=N,N..]\n");
    return 2;
  }
  rgs_context *c = NULL;
  bool same = true;
  must(rgs_context_create(NULL, &c, &error), "context");
  printf("%-16s %8s %8s %10s %10s %10s  %s\n", "strang with", "bodies", "threads", "wall ns",
         "gain", "CPU ns", "state");
  for (int kind = 0; kind < KINDS; kind++)
    for (int k = 0; k < n_counts; k++)
      same = measure(c, kind, (int64_t)counts[k], threads, n_threads, rounds) && same;
  rgs_context_destroy(c);
  if (!same) fprintf(stderr, "bench_threads: states differ between numbers of threads\n");
  return same ? 0 : 1;
}
