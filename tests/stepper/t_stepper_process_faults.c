/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_process_faults.c - what goes wrong on the way through steps and shown states, at every
 * evaluation there is: the host, its forces, the view it binds; and how it goes on.
 */
#include "check.h"
#include "stepper_variants.h"

#include <math.h>
#include <stdlib.h>

enum { N = 3 };

/* Of a run without faults: its shown states, and how often it asks. */
static int64_t sound(const variant *v, script *want) {
  run *r = variant_start(v, N, FAKE_SOA);
  *want = (script){ 0 };
  while (want->action < ACTIONS) OK(script_call_back(want, r, &err));
  const int64_t calls = r->host.calls;
  finish(r);
  return calls;
}

TEST(host_fails_anywhere) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    script want;
    const int64_t calls = sound(v, &want);
    for (int64_t at = 1; at <= calls; at++) {
      run *r = variant_start(v, N, (int)(at % FAKE_LAYOUTS));
      script now = { 0 };
      r->host.fail_at = at;
      int failures = 0;
      while (now.action < ACTIONS) {
        forget_error();
        const rgs_status status = script_call_back(&now, r, &err);
        if (status == RGS_OK) continue;
        check_refused(RGS_E_HOST, -1, status, v->label, __FILE__, __LINE__, "7",
                      (const char *)NULL);
        failures++;
      }
      SAME_INT(1, failures);
      SAME_INT(calls + 1, r->host.calls);
      same_shown(v, &want, &now, N);
      script_free(&now);
      finish(r);
    }
    script_free(&want);
  }
}

/* Abandoned instead: what was propagated is back, and a step goes on as if nobody had looked. */
TEST(looks_are_abandoned) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->processed) continue;
    for (int how = 0; how < 3; how++) { /* the host fails; by nonsense forces; it just stops */
      for (int64_t at = 1;; at++) {
        run *r = variant_start(v, N, FAKE_AOS), *plain = variant_start(v, N, FAKE_SOA);
        OK(rgs_step(r->stepper, STEP, 2, &err));
        OK(rgs_step(plain->stepper, STEP, 2, &err));
        double *want = fake_state(plain->world);
        rgs_status status = RGS_OK;
        if (how == 2) {
          rgs_eval request = RGS_EVAL_INIT;
          for (int64_t k = 0; k < at; k++)
            if ((status = rgs_stepper_process(r->stepper, &request, &err)) == RGS_NEED_EVAL &&
                k + 1 < at)
              answer(r, &request);
        } else {
          if (how == 0) r->host.fail_at = r->host.calls + at;
          if (how == 1) r->host.spoil_at = r->host.calls + at;
          r->host.spoil_body = 1;
          r->host.spoil_component = (int)(at % 6);
          r->host.spoil_value = at % 2 ? NAN : -INFINITY;
          forget_error();
          status = rgs_stepper_process(r->stepper, NULL, &err);
          if (how == 1 && status != RGS_OK) {
            check_refused(RGS_E_NONFINITE, 1, status, v->label, __FILE__, __LINE__,
                          (const char *)NULL);
            size_t size = 0;
            REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_process(r->stepper, NULL, &err),
                         "rgs_stepper_unprocess");
            REFUSED_TEXT(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err), "rgs_stepper_unprocess");
            REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_save(r->stepper, NULL, &size, &err),
                         "rgs_stepper_unprocess");
          }
          if (how == 0 && status != RGS_OK) STATUS(RGS_E_HOST, status);
        }
        const bool done = status == RGS_OK;
        r->host.fail_at = r->host.spoil_at = 0;
        OK(rgs_stepper_unprocess(r->stepper, &err));
        same_variant_state(v, want, r->world);
        free(want);
        OK(rgs_step(r->stepper, STEP, 1, &err));
        OK(rgs_step(plain->stepper, STEP, 1, &err));
        want = fake_state(plain->world);
        same_variant_state(v, want, r->world);
        free(want);
        finish(r);
        finish(plain);
        if (done) break;
        TRUE(at < 100);
      }
    }
  }
}

/* Forces that are no numbers, at any evaluation: said, then a save from before goes on. */
TEST(spoilt_forces_anywhere) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->integrator) continue; /* its own affair */
    script want;
    const int64_t calls = sound(v, &want);
    for (int64_t at = 1; at <= calls; at++) {
      run *r = variant_start(v, N, FAKE_SOA);
      script now = { 0 };
      r->host.spoil_at = at;
      r->host.spoil_body = 2;
      r->host.spoil_component = (int)(at % 6);
      r->host.spoil_value = at % 3 ? NAN : INFINITY;
      size_t size = 0;
      void *blob = NULL;
      script then = now;
      bool failed = false;
      while (now.action < ACTIONS) {
        if (!failed) {
          free(blob);
          blob = saved(r->stepper, &size);
          then = now;
        }
        forget_error();
        const rgs_status status = script_call_back(&now, r, &err);
        if (status == RGS_OK) continue;
        TRUE(!failed);
        if (status != RGS_E_NONFINITE) print_error("method %s, evaluation %d\n", v->label, (int)at);
        check_refused(RGS_E_NONFINITE, 2, status, "rgs_step", __FILE__, __LINE__,
                      (const char *)NULL);
        failed = true;
        OK(rgs_stepper_load(r->stepper, blob, size, &err));
        SAME_INT(then.action, now.action);
      }
      /* The last look may end with an evaluation that nothing uses. */
      if (!failed) print_error("method %s: evaluation %d of %d\n", v->label, (int)at, (int)calls);
      TRUE(failed);
      same_shown(v, &want, &now, N);
      free(blob);
      script_free(&now);
      finish(r);
    }
    script_free(&want);
  }
}

/* Nonsense at the displaced point: the bodies are back at once, before anybody resets. */
TEST(spoilt_and_put_back) {
  int put_back = 0;
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (!v->displaces) continue;
    run *r = variant_start(v, N, FAKE_AOS);
    rgs_eval request = RGS_EVAL_INIT;
    double *here = NULL, time = NAN;
    for (int asked = 0; asked < 60;) {
      const rgs_status status = rgs_advance(r->stepper, STEP, &request, &err);
      if (status == RGS_OK) continue;
      STATUS(RGS_NEED_EVAL, status);
      asked++;
      double *now = fake_state(r->world);
      /* Displaced: the second evaluation at one time, with the momenta of the first. */
      const bool displaced = here && request.time == time &&
                             memcmp(here + 3, now + 3, 3 * sizeof *now) == 0 &&
                             memcmp(here, now, 3 * sizeof *now) != 0;
      time = request.time;
      if (!displaced || asked < 5) {
        if (!displaced) {
          free(here);
          here = now;
        } else {
          free(now);
        }
        answer(r, &request);
        continue;
      }
      free(now);
      r->host.spoil_at = r->host.calls + 1;
      r->host.spoil_component = 4;
      r->host.spoil_value = NAN;
      answer(r, &request);
      REFUSED_BODY(RGS_E_NONFINITE, 0, rgs_advance(r->stepper, STEP, &request, &err),
                   "displaced tau", (const char *)NULL);
      same_variant_state(v, here, r->world);
      put_back++;
      break;
    }
    free(here);
    finish(r);
  }
  TRUE(put_back > 10);
}

/* ---- views ----------------------------------------------------------------------------------- */
/* Bound on the way: without the column it takes, or with bodies that are none.  Of no use, and said
 * so: nothing is lost. */
TEST(bad_binds_anywhere) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->info.carry == 0 || v->integrator) continue;
    script want;
    sound(v, &want);
    run *r = variant_start(v, N, FAKE_SOA);
    script now = { 0 };
    rgs_eval request = RGS_EVAL_INIT;
    int64_t binds = 0;
    while (now.action < ACTIONS) {
      const rgs_status status = script_call(&now, r, &request, &err);
      TRUE(status == RGS_OK || status == RGS_NEED_EVAL);
      if (status == RGS_OK && !(v->processed && script_hides_next(&now))) continue;
      if (status == RGS_NEED_EVAL) answer(r, &request);
      rgs_view view = r->world->view;
      view.stamp = 0;
      view.carry.data = NULL;
      double *as_it_was = fake_snapshot(r->world);
      OK(rgs_bodies_bind(r->bodies, &view, &err));
      REFUSED_TEXT(RGS_E_NEEDS, script_call(&now, r, &request, &err), "carry");
      TRUE(fake_unchanged(r->world, as_it_was));
      if (status == RGS_NEED_EVAL) {
        fake_bodies *bad = fake_bodies_filled(N, FAKE_SOA, v->info.carry);
        RGS_AT(bad->view.mass, 1, 0) = -1;
        double *bad_before = fake_snapshot(bad);
        OK(rgs_bodies_bind(r->bodies, &bad->view, &err));
        REFUSED_BODY(RGS_E_BODY, 1, script_call(&now, r, &request, &err), "mass",
                     (const char *)NULL);
        TRUE(fake_unchanged(bad, bad_before));
        free(bad_before);
        fake_bodies_free(bad);
        binds++;
      }
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      free(as_it_was);
    }
    TRUE(binds > 0);
    same_shown(v, &want, &now, N);
    script_free(&now);
    script_free(&want);
    finish(r);
  }
}

/* The same by a callback that binds: said before anything is read through the view. */
static int bind_nonsense(fake_host *h) {
  run *r = h->extra;
  if (h->calls != h->spoil_at) return 0;
  rgs_view view = h->bodies->view;
  view.stamp = 0;
  view.carry.data = NULL;
  return rgs_bodies_bind(r->bodies, &view, NULL) != RGS_OK;
}

TEST(callback_binds_nonsense) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->info.carry == 0 || v->integrator) continue;
    script want;
    const int64_t calls = sound(v, &want);
    for (int64_t at = 1; at <= calls; at++) {
      run *r = variant_start(v, N, FAKE_SOA);
      script now = { 0 };
      r->host.before = bind_nonsense;
      r->host.extra = r;
      r->host.spoil_at = at;
      r->host.spoil_component = 0;
      int refusals = 0;
      while (now.action < ACTIONS) {
        /* The fake host spoils what it is told to: not here. */
        r->host.spoil_value = RGS_AT(r->world->view.f, 0, 0);
        forget_error();
        const rgs_status status = script_call_back(&now, r, &err);
        if (status == RGS_OK) continue;
        check_refused(RGS_E_NEEDS, -1, status, v->label, __FILE__, __LINE__, "carry",
                      (const char *)NULL);
        refusals++;
        rgs_eval again = RGS_EVAL_INIT;
        again.what = v->info.needs;
        again.time = r->host.last_time;
        r->host.before = NULL;
        answer(r, &again);
        OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      }
      SAME_INT(1, refusals);
      same_shown(v, &want, &now, N);
      script_free(&now);
      finish(r);
    }
    script_free(&want);
  }
}

/* A column for another method's needs: the elements of this one would overlap. */
TEST(narrow_carry) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->info.carry < 2) continue;
    run *r = variant_start(v, N, FAKE_AOS);
    rgs_view view = r->world->view;
    static const ptrdiff_t room[] = { 1, 2, -1 };
    for (size_t k = 0; k < COUNT(room); k++) {
      double *before = fake_snapshot(r->world);
      view.carry.body = room[k] * (ptrdiff_t)(v->info.carry - 1) / (k == 1 ? 4 : 1);
      OK(rgs_bodies_bind(r->bodies, &view, &err));
      REFUSED_TEXT(RGS_E_ARG, rgs_step(r->stepper, STEP, 1, &err), "view.carry", "overlap");
      TRUE(fake_unchanged(r->world, before));
      free(before);
    }
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    OK(rgs_step(r->stepper, STEP, 1, &err));
    finish(r);
  }
}

/* What a host says is fresh, but has no place for: an energy, a gradient that is formed here. */
TEST(nothing_is_made_up) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    if (v->integrator) continue;
    script want, now = { 0 };
    sound(v, &want);
    run *r = variant_start(v, N, FAKE_AOS), *plain = variant_start(v, N, FAKE_AOS);
    for (int64_t i = 0; i < N; i++)
      for (uint32_t k = 0; k < v->info.carry; k++) RGS_AT(r->world->view.carry, i, k) = 1e3;
    rgs_eval request = RGS_EVAL_INIT;
    request.what = v->info.needs;
    answer(r, &request);
    OK(rgs_stepper_set_fresh(r->stepper, RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT,
                             &err));
    while (now.action < ACTIONS) OK(script_call_back(&now, r, &err));
    same_shown(v, &want, &now, N);
    script_free(&now);
    while (now.action < ACTIONS) OK(script_call_back(&now, plain, &err));
    for (int64_t k = 0; k < rgs_method_output_count(v->method); k++) {
      const char *key = rgs_method_output_at(v->method, k)->key;
      double one[16] = { 0 }, two[16] = { 0 };
      const rgs_status got = rgs_stepper_output(plain->stepper, key, one, 16, &err);
      STATUS(got, rgs_stepper_output(r->stepper, key, two, 16, &err));
      SAME_BITS(one, two, 16);
    }
    /* On the way: bodies the host moved. */
    run *runs[2] = { r, plain };
    for (int k = 0; k < 2; k++) {
      OK(rgs_stepper_reset(runs[k]->stepper, &err));
      OK(rgs_step(runs[k]->stepper, STEP, 2, &err));
      OK(rgs_stepper_process(runs[k]->stepper, NULL, &err));
      for (int64_t i = 0; i < N; i++) RGS_AT(runs[k]->world->view.x, i, 0) += 0.5;
      request.what = v->info.needs;
      request.time = rgs_stepper_time(runs[k]->stepper);
      answer(runs[k], &request);
      OK(rgs_stepper_set_fresh(runs[k]->stepper,
                               k == 0 ? RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT : 0,
                               &err));
      OK(rgs_step(runs[k]->stepper, STEP, 2, &err));
    }
    double *state_now = fake_state(plain->world);
    same_variant_state(v, state_now, r->world);
    free(state_now);
    /* The first sample of a record is that of the start. */
    if (v->info.needs & RGS_EVAL_ENERGY) {
      run *start = variant_start(v, N, FAKE_AOS);
      request.what = v->info.needs;
      answer(start, &request);
      OK(rgs_stepper_set_fresh(start->stepper, v->info.needs, &err));
      double one, two;
      run *other = variant_start(v, N, FAKE_AOS);
      const int64_t steps = v->info.ends_fresh ? 2 : 3;
      OK(rgs_step(start->stepper, STEP, steps, &err));
      OK(rgs_step(other->stepper, STEP, steps, &err));
      OK(rgs_stepper_output(start->stepper, "refined_energy", &one, 1, &err));
      OK(rgs_stepper_output(other->stepper, "refined_energy", &two, 1, &err));
      SAME_BITS(&two, &one, 1);
      finish(start);
      finish(other);
    }
    script_free(&now);
    script_free(&want);
    finish(r);
    finish(plain);
  }
}

int main(void) { return RUN_TESTS(set_up_variants, tear_down_variants); }
