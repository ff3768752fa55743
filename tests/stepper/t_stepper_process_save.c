/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_process_save.c - the script of steps and shown states, wherever the bodies lie and whatever
 * happens between two calls: saved and loaded, moved, in other units; damaged saves of such places.
 */
#include "check.h"
#include "stepper_variants.h"

#include <math.h>
#include <stdlib.h>

enum { N = 3 };

static void reference_script(const variant *v, int64_t n, script *want) {
  run *r = variant_start(v, n, FAKE_SOA);
  *want = (script){ 0 };
  script_run(want, r);
  finish(r);
}

/* ---- saves ----------------------------------------------------------------------------------- */
/* Other bodies of the same constants: a load has to bring back the rest. */
static run *another(const variant *v) {
  run *s = variant_start(v, N, FAKE_STRIDED);
  for (int64_t i = 0; i < N; i++) {
    fake_body_fill(s->world, i, 50 + i);
    s->world->id[i] = i;
  }
  fake_bodies *like = fake_bodies_filled(N, FAKE_SOA, 0);
  for (int64_t i = 0; i < N; i++) {
    RGS_AT(s->world->view.mass, i, 0) = RGS_AT(like->view.mass, i, 0);
    for (int k = 0; k < 3; k++)
      RGS_AT(s->world->view.inertia, i, k) = RGS_AT(like->view.inertia, i, k);
  }
  fake_bodies_free(like);
  OK(rgs_bodies_bind(s->bodies, &s->world->view, &err));
  return s;
}

TEST(save_and_load_anywhere) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    script want;
    reference_script(v, N, &want);
    bool done = false;
    for (int stop = 0; !done; stop++) {
      run *r = variant_start(v, N, FAKE_SOA), *s = another(v);
      script now = { 0 };
      rgs_eval request = RGS_EVAL_INIT;
      rgs_status status = RGS_OK;
      for (int calls = 0; calls < stop && now.action < ACTIONS; calls++) {
        status = script_call(&now, r, &request, &err);
        TRUE(status == RGS_OK || status == RGS_NEED_EVAL);
        if (status == RGS_NEED_EVAL && calls + 1 < stop) answer(r, &request);
      }
      done = now.action == ACTIONS;
      size_t size, size_again;
      void *blob = saved(r->stepper, &size);
      OK(rgs_stepper_load(s->stepper, blob, size, &err));
      void *again = saved(s->stepper, &size_again);
      SAME_INT((long long)size, (long long)size_again);
      TRUE(memcmp(blob, again, size) == 0);
      finish(r);
      if (status == RGS_NEED_EVAL) {
        rgs_eval open = RGS_EVAL_INIT;
        STATUS(RGS_NEED_EVAL, script_call(&now, s, &open, &err));
        SAME_INT(request.what, open.what);
        NEAR(request.time, open.time, 0);
        answer(s, &open);
      }
      script_run(&now, s);
      same_shown(v, &want, &now, N);
      free(blob);
      free(again);
      script_free(&now);
      finish(s);
    }
    script_free(&want);
  }
}

/* A save of a host with gradients is none of one without, and of no other parameter. */
TEST(saves_of_others) {
  for (const variant *v = variants; v < variants + n_variants; v++)
    for (const variant *o = variants; o < variants + n_variants; o++) {
      const bool parameters = v->own && o->own && v != o;
      if (v->method != o->method && !parameters) continue;
      run *r = variant_start(v, N, FAKE_SOA), *s = variant_start(o, N, FAKE_SOA);
      size_t size;
      OK(rgs_step(r->stepper, STEP, 1, &err));
      void *blob = saved(r->stepper, &size);
      double *before = fake_snapshot(s->world);
      if (v == o || (v->method == o->method && v->displaces == o->displaces)) {
        OK(rgs_stepper_load(s->stepper, blob, size, &err));
      } else {
        REFUSED(RGS_E_DATA, rgs_stepper_load(s->stepper, blob, size, &err));
        TRUE(fake_unchanged(s->world, before));
      }
      free(before);
      free(blob);
      finish(r);
      finish(s);
    }
}

static void damaged(const variant *v, int stop) {
  run *r = variant_start(v, 1, FAKE_SOA), *s = variant_start(v, 1, FAKE_SOA);
  script now = { 0 };
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  for (int calls = 0; calls < stop && now.action < ACTIONS; calls++) {
    status = script_call(&now, r, &request, &err);
    if (status == RGS_NEED_EVAL && calls + 1 < stop) answer(r, &request);
  }
  size_t size;
  unsigned char *blob = saved(r->stepper, &size);
  double *before = fake_snapshot(s->world);
  for (size_t i = 0; i < size; i++) {
    blob[i] ^= (unsigned char)(1 << i % 8);
    const rgs_status got = rgs_stepper_load(s->stepper, blob, size, &err);
    TRUE(got == RGS_E_DATA || got == RGS_E_ABI);
    blob[i] ^= (unsigned char)(1 << i % 8);
  }
  for (size_t cut = 0; cut < size; cut += 7) {
    unsigned char *part = malloc(cut + (cut == 0));
    memcpy(part, blob, cut);
    STATUS(RGS_E_DATA, rgs_stepper_load(s->stepper, part, cut, &err));
    free(part);
  }
  TRUE(fake_unchanged(s->world, before));
  SAME_INT(0, s->host.calls);
  OK(rgs_stepper_load(s->stepper, blob, size, &err));
  script_free(&now);
  free(blob);
  free(before);
  finish(r);
  finish(s);
}

TEST(damaged_saves) {
  for (const variant *v = variants; v < variants + n_variants; v++)
    if ((v->processed || v->displaces || v->info.carry > 0) && !v->integrator)
      for (int stop = 1; stop < 40; stop += 3) damaged(v, stop);
}

/* ---- places ---------------------------------------------------------------------------------- */
static int move_in_callback(fake_host *h) {
  move_bodies(h->extra, (int)(h->calls % FAKE_LAYOUTS));
  return 0;
}

TEST(bodies_move_anywhere) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    script want;
    reference_script(v, N, &want);
    for (int when = 0; when < 3; when++) { /* before forces are written, after, in a callback */
      run *r = variant_start(v, N, FAKE_AOS);
      script now = { 0 };
      rgs_eval request = RGS_EVAL_INIT;
      r->host.extra = r;
      if (when == 2) r->host.before = move_in_callback;
      for (int layout = 0; now.action < ACTIONS; layout = (layout + 1) % FAKE_LAYOUTS) {
        if (when == 2) {
          OK(script_call_back(&now, r, &err));
          continue;
        }
        const rgs_status status = script_call(&now, r, &request, &err);
        if (when == 0 || status == RGS_OK) move_bodies(r, layout);
        if (status == RGS_NEED_EVAL) answer(r, &request);
        if (when == 1 && status == RGS_NEED_EVAL) move_bodies(r, layout);
      }
      same_shown(v, &want, &now, N);
      script_free(&now);
      finish(r);
    }
    script_free(&want);
  }
}

TEST(layouts_and_subsets) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    script want, alone;
    reference_script(v, N, &want);
    for (int layout = 0; layout < FAKE_LAYOUTS; layout++) {
      run *r = variant_start(v, N, layout);
      script now = { 0 };
      double *before = fake_snapshot(r->world);
      script_run(&now, r);
      same_shown(v, &want, &now, N);
      for (size_t k = 0; k < r->world->doubles; k++)
        if (before[k] == 12345.0) NEAR(12345.0, r->world->memory[k], 0);
      free(before);
      script_free(&now);
      finish(r);
    }
    /* The first body alone, and nobody. */
    reference_script(v, 1, &alone);
    for (int k = 0; k < want.shows; k++) SAME_BITS(want.shown[k], alone.shown[k], FAKE_STATE);
    script_free(&alone);
    reference_script(v, 0, &alone);
    SAME_INT(want.shows, alone.shows);
    script_free(&alone);
    script_free(&want);
  }
}

/* ---- units ----------------------------------------------------------------------------------- */
/* Powers of two: in such units every double of a run has the same digits.  A molecule's mass in kg. */
enum { MASS = -86, LENGTH = -33, TIME = -40 };
static double scaled(double x, int mass, int length, int time) {
  return ldexp(x, mass * MASS + length * LENGTH + time * TIME);
}

static void scale_column(const rgs_column *c, int64_t n, int components, int exponent) {
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < components; k++) RGS_AT(*c, i, k) = ldexp(RGS_AT(*c, i, k), exponent);
}

static void scale_state(const rgs_view *v, int sign) {
  scale_column(&v->x, v->n, 3, sign * LENGTH);
  scale_column(&v->p, v->n, 3, sign * (MASS + LENGTH - TIME));
  scale_column(&v->l, v->n, 3, sign * (MASS + 2 * LENGTH - TIME));
  scale_column(&v->mass, v->n, 1, sign * MASS);
  scale_column(&v->inertia, v->n, 3, sign * (MASS + 2 * LENGTH));
}

/* The fake host's forces, at a state that is brought back from these units and then to them. */
static int tiny_eval(void *self, rgs_eval *request, const rgs_view *view) {
  fake_host *h = self;
  rgs_eval plain = *request;
  plain.time = ldexp(request->time, -TIME);
  scale_state(view, -1);
  const int answer = fake_eval(h, &plain, view);
  request->energy = scaled(plain.energy, 1, 2, -2);
  scale_state(view, 1);
  scale_column(&view->f, view->n, 3, MASS + LENGTH - 2 * TIME);
  scale_column(&view->tau, view->n, 3, MASS + 2 * LENGTH - 2 * TIME);
  if (request->what & RGS_EVAL_GRADIENT) {
    scale_column(&view->gf, view->n, 3, MASS + LENGTH - 4 * TIME);
    scale_column(&view->gtau, view->n, 3, MASS + 2 * LENGTH - 4 * TIME);
  }
  return answer;
}

TEST(units_of_molecules) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    run *plain = variant_start(v, N, FAKE_SOA);
    fake_bodies *world = fake_bodies_filled(N, FAKE_SOA, v->info.carry);
    scale_state(&world->view, 1);
    fake_host host;
    fake_host_init(&host, world);
    host.host.eval = tiny_eval;
    run *tiny = variant_start_over(v, world, &host);
    OK(rgs_step(plain->stepper, STEP, 3, &err));
    OK(rgs_step(tiny->stepper, ldexp(STEP, TIME), 3, &err));
    OK(rgs_stepper_process(plain->stepper, NULL, &err));
    OK(rgs_stepper_process(tiny->stepper, NULL, &err));
    TRUE(RGS_AT(world->view.mass, 0, 0) < 1e-25);
    scale_state(&world->view, -1);
    double *want = fake_state(plain->world);
    same_variant_state(v, want, world);
    scale_state(&world->view, 1);
    free(want);
    for (int64_t k = 0; k < rgs_method_output_count(v->method); k++) {
      const rgs_output_info *info = rgs_method_output_at(v->method, k);
      double one[16], two[16];
      if (rgs_stepper_output(plain->stepper, info->key, one, 16, &err) != RGS_OK) continue;
      OK(rgs_stepper_output(tiny->stepper, info->key, two, 16, &err));
      for (uint32_t c = 0; c < info->components; c++)
        NEAR(strcmp(info->unit, "energy") ? one[c] : scaled(one[c], 1, 2, -2), two[c], 0);
    }
    finish(plain);
    finish(tiny);
  }
}

/* Forces in units of their own, by a power of two the same digits; and momenta as velocities. */
TEST(scales_and_velocities) {
  for (const variant *v = variants; v < variants + n_variants; v++) {
    script want;
    reference_script(v, N, &want);
    fake_bodies *world = fake_bodies_filled(N, FAKE_SOA, v->info.carry);
    fake_host host;
    fake_host_init(&host, world);
    host.host.force_scale = 64;
    run *r = variant_start_over(v, world, &host);
    script now = { 0 };
    script_run(&now, r);
    same_shown(v, &want, &now, N);
    script_free(&now);
    finish(r);

    world = fake_bodies_filled(N, FAKE_BACKWARD, v->info.carry);
    for (int64_t i = 0; i < N; i++)
      for (int k = 0; k < 3; k++) RGS_AT(world->view.p, i, k) /= RGS_AT(world->view.mass, i, 0);
    world->view.flags = RGS_VIEW_P_IS_VELOCITY;
    fake_host_init(&host, world);
    host.host.force_scale = 0.37;
    r = variant_start_over(v, world, &host);
    script_run(&now, r);
    for (int k = 0; k < want.shows; k++)
      for (int64_t i = 0; i < N; i++)
        for (int c = 0; c < FAKE_STATE; c++) {
          const int64_t at = i * FAKE_STATE + c;
          const double mass = c >= 3 && c < 6 ? RGS_AT(world->view.mass, i, 0) : 1;
          const double got = now.shown[k][at] * mass;
          if (!(fabs(want.shown[k][at] - got) < 1e-12))
            print_error("%s, shown %d, component %d:\n", v->label, k, c);
          NEAR(want.shown[k][at], got, 1e-12);
        }
    script_free(&now);
    script_free(&want);
    finish(r);
  }
}

int main(void) { return RUN_TESTS(set_up_variants, tear_down_variants); }
