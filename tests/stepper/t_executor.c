/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_executor.c - rgs_host.parallel_for: the same bits for any number of threads and every split, of
 * every method, with baths and pistons too.
 */
#include "check.h"
#include "executors.h"
#include "stepper_variants.h"

#include <stdlib.h>

enum { N = 1103, BATH_STEPS = 6 }; /* three parts, the last of them with a batch that is not full */

/* ---- every method ---------------------------------------------------------------------------- */
static run *with_executor(const variant *v,
                          int (*parallel_for)(void *, int64_t, void (*)(void *, int64_t, int64_t),
                                              void *),
                          void *pool, int layout) {
  fake_host host;
  fake_host_init(&host, NULL);
  host.host.parallel_for = parallel_for;
  host.host.pool = pool;
  return variant_start_over(v, fake_bodies_filled(N, layout, v->info.carry), &host);
}

static void all_steps(run *r) {
  OK(rgs_step(r->stepper, STEP, 2, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  OK(rgs_stepper_unprocess(r->stepper, &err));
  OK(rgs_step(r->stepper, 2 * STEP, 1, &err));
}

static bool is_built_in(const variant *v) { return strstr(v->label, "test.") == NULL; }

TEST(every_method_in_odd_order) {
  int split = 0;
  for (int m = 0; m < n_variants; m++) {
    const variant *v = &variants[m];
    run *alone = variant_start(v, N, FAKE_SOA);
    all_steps(alone);
    double *want = fake_state(alone->world);
    finish(alone);
    odd_executor odd = { .seed = (uint64_t)m };
    run *shared = with_executor(v, odd_parallel_for, &odd, m % FAKE_LAYOUTS);
    all_steps(shared);
    same_variant_state(v, want, shared->world);
    if (!v->integrator) TRUE(odd.calls > 0 && odd.parts == 3 * odd.calls);
    if (v->integrator) SAME_INT(0, odd.calls);
    split += is_built_in(v) && odd.calls > 0;
    finish(shared);
    free(want);
  }
  counted(split, "methods split in an odd order");
  TRUE(split > 40);
}

TEST(any_number_of_threads) {
  const uint32_t force = RGS_EVAL_FORCE;
  const variant *some[] = { variant_of("strang", force), variant_of("omf4_4f2gv", force),
                            variant_of("takahashi_imada4", force), NULL };
  for (int m = 0; m < n_variants; m++)
    if (strcmp(variants[m].label, "dmv6 x strang") == 0) some[3] = &variants[m];
  for (size_t k = 0; k < COUNT(some); k++) {
    run *alone = variant_start(some[k], N, FAKE_SOA);
    all_steps(alone);
    double *want = fake_state(alone->world);
    finish(alone);
    for (int threads = 1; threads <= 8; threads *= 2) {
      thread_pool *pool = pool_open(threads);
      run *shared = with_executor(some[k], pool_parallel_for, pool, FAKE_AOS);
      all_steps(shared);
      same_variant_state(some[k], want, shared->world);
      finish(shared);
      pool_close(pool);
    }
    free(want);
  }
}

/* ---- baths and pistons ----------------------------------------------------------------------- */
typedef struct bath_case {
  const char *rotor, *scheme, *bath, *piston, *params;
  uint32_t ranks;
  bool some; /* not all bodies are coupled, and the last are copies */
} bath_case;
static const bath_case bath_cases[] = {
  { "exact", "strang", "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3", 1, false },
  { "exact", "strang", "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3 ends=1", 2, true },
  { "exact", "strang", "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3", 1, false },
  { "exact", "strang", "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3", 2, true },
  { "midpoint", "srkn6b", "nhc", NULL, "kt=1.1 relaxation=0.5 ends=1", 1, false },
  { "exact", "strang_dkd", "drag", NULL, "rate=0.3 rate_1=0.1", 2, true },
  { "threerot", "strang", NULL, "andersen", "kt=1.1 pressure=1 piston_relaxation=0.8", 1, false },
  { "dmv4", "strang", "csvr", "andersen",
    "kt=1.1 relaxation=0.5 seed=3 pressure=1 piston_relaxation=0.8 group_y=2", 2, true },
};

/* As if the other of two ranks had the same bodies. */
static int eval_for_ranks(void *self, rgs_eval *request, const rgs_view *view) {
  const fake_host *h = self;
  if (!(request->what & RGS_EVAL_SUM)) return fake_eval(self, request, view);
  for (uint32_t k = 0; k < request->n_sum; k++) request->sum[k] *= h->host.ranks;
  return 0;
}

static rgs_method *bath_method(const bath_case *b) {
  char words[160];
  rgs_param params[8];
  uint32_t n = 0;
  snprintf(words, sizeof words, "%s", b->params);
  for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    char *value = strchr(word, '=');
    *value = '\0';
    params[n++] = (rgs_param){ .key = word, .text = value + 1 };
  }
  const rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = b->rotor, .scheme = b->scheme, .params = params,
                .n_params = n, .param_size = sizeof *params);
  const rgs_ensemble_spec around =
      WITH_HEAD(rgs_ensemble_spec, .bath = b->bath, .piston = b->piston);
  rgs_method *method = NULL;
  OK(rgs_method_create_with(context, &spec, &around, &method, &err));
  return method;
}

/* A stepper of strang that is swapped, so that room for sums is taken by a swap too. */
static run *bath_run(const bath_case *b, rgs_method *method, void *pool,
                     int (*parallel_for)(void *, int64_t, void (*)(void *, int64_t, int64_t),
                                         void *),
                     int64_t keys[N], double coupled[N]) {
  fake_host host;
  fake_host_init(&host, NULL);
  host.host.parallel_for = parallel_for;
  host.host.pool = pool;
  host.host.ranks = b->ranks;
  host.host.eval = eval_for_ranks;
  variant plain = *variant_of("strang", RGS_EVAL_FORCE);
  plain.provides |= RGS_EVAL_VIRIAL | RGS_EVAL_SUM;
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, 0);
  for (int i = 0; i < N; i++) keys[i] = 5000 - 3 * i, coupled[i] = i % 3 != 0;
  world->view.key = keys;
  if (b->some) {
    world->view.coupled = (rgs_column){ coupled, 1, 1 };
    world->view.n_copies = 70;
    world->view.flags |= RGS_VIEW_COPIES;
  }
  run *r = variant_start_over(&plain, world, &host);
  OK(rgs_step(r->stepper, STEP, 1, &err));
  OK(rgs_stepper_swap(r->stepper, method, &err));
  rgs_box box = RGS_BOX_INIT;
  for (int k = 0; k < 3; k++) box.lengths[k] = 9 + k;
  if (b->piston != NULL) OK(rgs_stepper_set_box(r->stepper, &box, &err));
  return r;
}

/* The whole of what a stepper keeps: bodies, heat, shares of sums, box. */
TEST(baths_have_the_same_bits) {
  static int64_t keys[3][N];
  static double coupled[3][N];
  for (size_t k = 0; k < COUNT(bath_cases); k++) {
    const bath_case *b = &bath_cases[k];
    rgs_method *method = bath_method(b);
    run *alone = bath_run(b, method, NULL, NULL, keys[0], coupled[0]);
    OK(rgs_step(alone->stepper, STEP, BATH_STEPS, &err));
    size_t want_size, size;
    void *want = saved(alone->stepper, &want_size);
    for (int threads = 0; threads <= 8; threads = threads == 0 ? 1 : 2 * threads) {
      odd_executor odd = { .seed = k };
      thread_pool *pool = threads > 0 ? pool_open(threads) : NULL;
      run *shared =
          bath_run(b, method, pool != NULL ? (void *)pool : (void *)&odd,
                   pool != NULL ? pool_parallel_for : odd_parallel_for, keys[1], coupled[1]);
      OK(rgs_step(shared->stepper, STEP, BATH_STEPS / 2, &err));
      void *middle = saved(shared->stepper, &size);
      OK(rgs_step(shared->stepper, STEP, 1, &err));
      OK(rgs_stepper_load(shared->stepper, middle, size, &err));
      OK(rgs_step(shared->stepper, STEP, BATH_STEPS - BATH_STEPS / 2, &err));
      free(middle);
      void *got = saved(shared->stepper, &size);
      if (size != want_size || memcmp(want, got, size) != 0) {
        print_error("bath %s, piston %s, %d threads: another block is saved\n",
                    b->bath ? b->bath : "none", b->piston ? b->piston : "none", threads);
        fail();
      }
      free(got);
      finish(shared);
      if (pool != NULL) pool_close(pool);
    }
    free(want);
    finish(alone);
    rgs_method_destroy(method);
  }
}

/* ---- what is split, and what it costs -------------------------------------------------------- */
static int64_t parts_of(int64_t n) {
  const variant *v = variant_of("strang", RGS_EVAL_FORCE);
  odd_executor odd = { 0 };
  fake_host host;
  fake_host_init(&host, NULL);
  host.host.parallel_for = odd_parallel_for;
  host.host.pool = &odd;
  run *r = variant_start_over(v, fake_bodies_filled(n, FAKE_SOA, 0), &host);
  OK(rgs_step(r->stepper, STEP, 1, &err));
  finish(r);
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

TEST(no_allocation) {
  if (!fake_counts_mallocs()) skip();
  for (int m = 0; m < n_variants; m++) {
    odd_executor odd = { 0 };
    run *r = with_executor(&variants[m], odd_parallel_for, &odd, FAKE_SOA);
    const int64_t before = fake_mallocs();
    const rgs_status status = rgs_step(r->stepper, STEP, 1, &err);
    const int64_t after = fake_mallocs();
    STATUS(RGS_OK, status);
    SAME_INT(before, after);
    finish(r);
  }
}

int main(void) { return RUN_TESTS(set_up_variants, tear_down_variants); }
