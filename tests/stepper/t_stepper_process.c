/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_process.c - showing the state of schemes with a processor: what is propagated stays as it
 * is, bit for bit; who drives, with which evaluations, at which times; what is refused in between, and
 * what goes on from what is shown.
 */
#include "check.h"
#include "stepper_variants.h"

#include <math.h>
#include <stdlib.h>

#define FORCE ((uint32_t)RGS_EVAL_FORCE)
#define WITH_GRADIENT ((uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_GRADIENT))

/* ---- what is propagated ---------------------------------------------------------------------- */
static double *forces_of(const fake_bodies *b) {
  double *all = malloc((size_t)b->n * 6 * sizeof(double));
  for (int64_t i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++) {
      all[6 * i + k] = RGS_AT(b->view.f, i, k);
      all[6 * i + 3 + k] = RGS_AT(b->view.tau, i, k);
    }
  return all;
}

/* Forces the inverse of the processor costs: three kicks; six with a gradient each. */
static int64_t forces_to_show(const variant *v) {
  if (!v->processed) return 0;
  if (strstr(v->label, "pmlf6") == NULL) return 3;
  return v->displaces ? 12 : 6;
}

TEST(showing_changes_nothing) {
  enum { N = 3, STEPS = 5 };
  for (const variant *v = variants; v < variants + n_variants; v++) {
    run *plain = variant_start(v, N, FAKE_SOA), *told = variant_start(v, N, FAKE_AOS);
    for (int step = 0; step < STEPS; step++) {
      OK(rgs_step(plain->stepper, STEP, 1, &err));
      OK(rgs_step(told->stepper, STEP, 1, &err));
      double *want = fake_state(plain->world), *f = forces_of(plain->world);
      const int64_t before = told->host.forces;
      OK(rgs_stepper_process(told->stepper, NULL, &err));
      SAME_INT(forces_to_show(v), told->host.forces - before);
      double *shown = fake_state(told->world);
      TRUE((memcmp(want, shown, N * FAKE_STATE * sizeof(double)) != 0) == v->processed);
      OK(rgs_stepper_process(told->stepper, NULL, &err)); /* shown already */
      same_variant_state(v, shown, told->world);
      OK(rgs_stepper_unprocess(told->stepper, &err));
      OK(rgs_stepper_unprocess(told->stepper, &err));
      SAME_INT(forces_to_show(v), told->host.forces - before);
      same_variant_state(v, want, told->world);
      double *f_now = forces_of(told->world);
      SAME_BITS(f, f_now, 6 * N);
      NEAR(rgs_stepper_time(plain->stepper), rgs_stepper_time(told->stepper), 0);
      free(want);
      free(shown);
      free(f);
      free(f_now);
    }
    /* A gradient that ended the step before is formed anew after a look: its columns, or its place
     * in the carry, may have been used. */
    const bool again = v->processed && v->info.ends_fresh && v->displaces;
    SAME_INT((STEPS * forces_to_show(v) + (again ? STEPS - 1 : 0)),
             told->host.forces - plain->host.forces);
    finish(plain);
    finish(told);
  }
}

TEST(both_drives_show_the_same) {
  enum { N = 3 };
  for (const variant *v = variants; v < variants + n_variants; v++) {
    run *host = variant_start(v, N, FAKE_SOA), *stepper = variant_start(v, N, FAKE_STRIDED);
    script by_host = { 0 }, by_stepper = { 0 };
    script_run(&by_host, host);
    while (by_stepper.action < ACTIONS) OK(script_call_back(&by_stepper, stepper, &err));
    same_shown(v, &by_host, &by_stepper, N);
    SAME_INT(host->host.forces, stepper->host.forces);
    SAME_INT(host->host.gradients, stepper->host.gradients);
    /* In turn: what one of them asked for the other may answer. */
    run *both = variant_start(v, N, FAKE_BACKWARD);
    script in_turn = { 0 };
    rgs_eval request = RGS_EVAL_INIT;
    while (in_turn.action < ACTIONS) {
      if (script_call(&in_turn, both, &request, &err) == RGS_NEED_EVAL)
        OK(script_call_back(&in_turn, both, &err));
    }
    same_shown(v, &by_host, &in_turn, N);
    script_free(&by_host);
    script_free(&by_stepper);
    script_free(&in_turn);
    finish(host);
    finish(stepper);
    finish(both);
  }
}

/* A body that is bound while the others show output was never kept: its carry is 0, and it stays what the
 * host made it. */
TEST(body_bound_while_shown) {
  enum { N = 2 };
  int tried = 0;
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->processed) continue;
    tried++;
    run *r = variant_start(v, N, FAKE_AOS);
    OK(rgs_step(r->stepper, STEP, 2, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    fake_body_fill(r->world, 1, 1); /* anew, and as such with a carry of zeros */
    r->world->view.stamp++;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    double before[13], after[13], *all = fake_state(r->world);
    memcpy(before, all + FAKE_STATE, sizeof before);
    free(all);
    OK(rgs_stepper_unprocess(r->stepper, &err));
    all = fake_state(r->world);
    memcpy(after, all + FAKE_STATE, sizeof after);
    free(all);
    SAME_BITS(before, after, 13);
    OK(rgs_bodies_check(r->bodies, &err));
    OK(rgs_step(r->stepper, STEP, 2, &err));
    finish(r);
  }
  TRUE(tried > 0);
}

/* ---- the step changes ------------------------------------------------------------------------ */
/* A run of pieces, each by a stepper of its own that begins at what the one before showed. */
static double *in_pieces(const variant *v, int64_t n, const double *h, int pieces, int64_t steps) {
  run *r = variant_start(v, n, FAKE_SOA);
  for (int k = 0; k < pieces; k++) {
    if (k > 0) {
      rgs_stepper_destroy(r->stepper);
      OK(rgs_stepper_create(r->bodies, v->method, &r->host.host, &r->stepper, &err));
    }
    OK(rgs_step(r->stepper, h[k], steps, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
  }
  double *end = fake_state(r->world);
  finish(r);
  return end;
}

TEST(step_changes) {
  enum { N = 2, PIECES = 4, STEPS = 2 };
  static const double h[PIECES] = { STEP, 1.5 * STEP, STEP, -0.75 * STEP };
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->integrator) continue;
    double *want = in_pieces(v, N, h, PIECES, STEPS);
    for (int look = 0; look < 2; look++) { /* after each piece, or not */
      run *r = variant_start(v, N, FAKE_AOS);
      for (int k = 0; k < PIECES; k++) {
        OK(rgs_step(r->stepper, h[k], STEPS, &err));
        if (!look) continue;
        OK(rgs_stepper_process(r->stepper, NULL, &err));
        OK(rgs_stepper_unprocess(r->stepper, &err));
      }
      OK(rgs_stepper_process(r->stepper, NULL, &err));
      same_variant_state(v, want, r->world);
      NEAR(STEPS * 1.75 * STEP + STEPS * STEP, rgs_stepper_time(r->stepper), 1e-14);
      finish(r);
    }
    free(want);
  }
}

/* ---- refused --------------------------------------------------------------------------------- */
TEST(refused_in_between) {
  enum { N = 2 };
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->processed) continue;
    run *r = variant_start(v, N, FAKE_SOA), *plain = variant_start(v, N, FAKE_SOA);
    rgs_eval request = RGS_EVAL_INIT;
    double value[3];
    OK(rgs_stepper_process(r->stepper, &request, &err)); /* nothing is propagated yet */
    OK(rgs_stepper_unprocess(r->stepper, &err));
    SAME_INT(0, r->host.calls);
    /* Inside a step. */
    STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
    double *before = fake_snapshot(r->world);
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_process(r->stepper, &request, &err),
                 "rgs_stepper_process", "step");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_process(r->stepper, NULL, &err), "rgs_stepper_process",
                 "step");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_unprocess(r->stepper, &err), "rgs_stepper_unprocess",
                 "step");
    TRUE(fake_unchanged(r->world, before));
    free(before);
    answer(r, &request);
    rgs_status status;
    while ((status = rgs_advance(r->stepper, STEP, &request, &err)) == RGS_NEED_EVAL)
      answer(r, &request);
    STATUS(RGS_OK, status);
    /* Between steps: a head that is no head, a swap. */
    before = fake_snapshot(r->world);
    rgs_eval bad = RGS_EVAL_INIT;
    bad.head.size = 4;
    REFUSED(RGS_E_ABI, rgs_stepper_process(r->stepper, &bad, &err));
    TRUE(fake_unchanged(r->world, before));
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_swap(r->stepper, methods[strang], &err),
                 "rgs_stepper_process");
    free(before);
    OK(rgs_step(r->stepper, STEP, 1, &err));
    /* Inside rgs_stepper_process. */
    STATUS(RGS_NEED_EVAL, rgs_stepper_process(r->stepper, &request, &err));
    before = fake_snapshot(r->world);
    REFUSED_TEXT(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err), "rgs_stepper_process");
    REFUSED_TEXT(RGS_E_ORDER, rgs_advance(r->stepper, STEP, &request, &err), "rgs_stepper_process");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_swap(r->stepper, methods[strang], &err),
                 "rgs_stepper_process");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_set_time(r->stepper, 0, &err), "rgs_stepper_process");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_project(r->stepper, value, &err), "rgs_stepper_process");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->stepper, "kinetic_translation", value, 3, &err),
                 "rgs_stepper_process");
    REFUSED(RGS_E_ABI, rgs_stepper_process(r->stepper, &bad, &err));
    TRUE(fake_unchanged(r->world, before));
    free(before);
    answer(r, &request);
    while ((status = rgs_stepper_process(r->stepper, &request, &err)) == RGS_NEED_EVAL)
      answer(r, &request);
    STATUS(RGS_OK, status);
    /* While it is shown. */
    before = fake_snapshot(r->world);
    REFUSED_TEXT(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err), "rgs_stepper_unprocess");
    REFUSED_TEXT(RGS_E_ORDER, rgs_advance(r->stepper, STEP, &request, &err),
                 "rgs_stepper_unprocess");
    TRUE(fake_unchanged(r->world, before));
    free(before);
    OK(rgs_stepper_unprocess(r->stepper, &err));
    OK(rgs_step(r->stepper, STEP, 1, &err));
    OK(rgs_step(plain->stepper, STEP, 3, &err));
    double *want = fake_state(plain->world);
    same_variant_state(v, want, r->world);
    free(want);
    finish(r);
    finish(plain);
  }
}

/* Nobody to ask. */
TEST(host_without_callback) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    run *r = variant_start(v, 2, FAKE_SOA);
    rgs_stepper_destroy(r->stepper);
    r->host.host.eval = NULL;
    OK(rgs_stepper_create(r->bodies, v->method, &r->host.host, &r->stepper, &err));
    rgs_eval request = RGS_EVAL_INIT;
    rgs_status status;
    while ((status = rgs_advance(r->stepper, STEP, &request, &err)) == RGS_NEED_EVAL)
      answer(r, &request);
    STATUS(RGS_OK, status);
    if (v->processed)
      REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_process(r->stepper, NULL, &err), "request");
    else
      OK(rgs_stepper_process(r->stepper, NULL, &err));
    while ((status = rgs_stepper_process(r->stepper, &request, &err)) == RGS_NEED_EVAL)
      answer(r, &request);
    STATUS(RGS_OK, status);
    finish(r);
  }
}

/* ---- what is shown goes on ------------------------------------------------------------------- */
/* Three ways to let it, against a stepper that knows of nothing before. */
TEST(what_is_shown_goes_on) {
  enum { N = 2 };
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->processed) continue;
    for (const variant *then = variants; then < variants + n_variants; then++) {
      if (then->provides != v->provides || then->info.carry > v->info.carry) continue;
      for (int way = 0; way < 3; way++) {
        if (way > 0 && then->method != v->method) continue;
        run *r = variant_start(v, N, FAKE_SOA);
        OK(rgs_step(r->stepper, STEP, 2, &err));
        OK(rgs_stepper_process(r->stepper, NULL, &err));
        fake_bodies *copy = fake_bodies_new(N, FAKE_AOS, then->info.carry);
        for (int64_t i = 0; i < N; i++) {
          fake_body_fill(copy, i, i);
          for (int k = 0; k < 4; k++) {
            if (k < 3) RGS_AT(copy->view.x, i, k) = RGS_AT(r->world->view.x, i, k);
            if (k < 3) RGS_AT(copy->view.p, i, k) = RGS_AT(r->world->view.p, i, k);
            if (k < 3) RGS_AT(copy->view.l, i, k) = RGS_AT(r->world->view.l, i, k);
            RGS_AT(copy->view.q, i, k) = RGS_AT(r->world->view.q, i, k);
          }
        }
        run *fresh = variant_start_over(then, copy, NULL);
        if (way == 0) OK(rgs_stepper_swap(r->stepper, then->method, &err));
        if (way == 1) OK(rgs_stepper_set_fresh(r->stepper, 0, &err));
        if (way == 2) OK(rgs_stepper_reset(r->stepper, &err));
        OK(rgs_stepper_unprocess(r->stepper, &err)); /* nothing is shown any more */
        /* On the way a save, which has to load. */
        size_t size;
        void *blob = saved(r->stepper, &size);
        OK(rgs_stepper_load(r->stepper, blob, size, &err));
        free(blob);
        rgs_eval request = RGS_EVAL_INIT;
        rgs_status status;
        for (int step = 0; step < 3; step++)
          while ((status = rgs_advance(r->stepper, 0.8 * STEP, &request, &err)) != RGS_OK) {
            STATUS(RGS_NEED_EVAL, status);
            blob = saved(r->stepper, &size);
            OK(rgs_stepper_load(r->stepper, blob, size, &err));
            free(blob);
            STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, 0.8 * STEP, &request, &err));
            answer(r, &request);
          }
        OK(rgs_step(fresh->stepper, 0.8 * STEP, 3, &err));
        OK(rgs_stepper_process(r->stepper, NULL, &err));
        OK(rgs_stepper_process(fresh->stepper, NULL, &err));
        double *want = fake_state(fresh->world);
        same_variant_state(then, want, r->world);
        free(want);
        finish(r);
        finish(fresh);
      }
    }
  }
}

/* ---- time ------------------------------------------------------------------------------------ */
/* The processor and its inverse ask at the same distances from the time of the state they are for. */
TEST(times_mirror) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->processed) continue;
    run *r = variant_start(v, 1, FAKE_SOA);
    const double start = 3, h = 0.25;
    double pre[32], post[32];
    OK(rgs_stepper_set_time(r->stepper, start, &err));
    OK(rgs_step(r->stepper, h, 1, &err));
    const int64_t first = r->host.calls;
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    const int64_t n = r->host.calls - first;
    SAME_INT(forces_to_show(v), n);
    for (int64_t k = 0; k < n; k++) {
      pre[k] = r->host.times[k] - start;
      post[k] = r->host.times[first + n - 1 - k] - (start + h);
    }
    for (int64_t k = 0; k < n; k++) NEAR(pre[k], post[k], 1e-14);
    finish(r);
  }
}

static double error_of(const variant *v, int64_t steps, const double *exact) {
  run *r = variant_start(v, 2, FAKE_SOA);
  r->host.driven = true;
  OK(rgs_step(r->stepper, 1.0 / (double)steps, steps, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  double *got = fake_state(r->world), worst = 0;
  for (int i = 0; i < 2 * FAKE_STATE; i++) worst = fmax(worst, fabs(got[i] - exact[i]));
  free(got);
  finish(r);
  return worst;
}

/* A potential that depends on time: the order is that claimed only if the times are right. */
TEST(driven_potential) {
  const variant *fine = variant_of("sofroniou_spaletta10", FORCE);
  run *r = variant_start(fine, 2, FAKE_SOA);
  r->host.driven = true;
  OK(rgs_step(r->stepper, 1.0 / 64, 64, &err));
  double *exact = fake_state(r->world);
  finish(r);
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->processed && !v->displaces) continue;
    const int64_t n = v->info.order > 4 ? 12 : 32;
    const double slope = log2(error_of(v, n, exact) / error_of(v, 2 * n, exact));
    if (!(fabs(slope - v->info.order) < 0.4)) print_error("%s:\n", v->label);
    if (v->processed || v->info.order > 4) NEAR(v->info.order, slope, 0.4);
    TRUE(slope > v->info.order - 0.4);
  }
  free(exact);
}

int main(void) { return RUN_TESTS(set_up_variants, tear_down_variants); }
