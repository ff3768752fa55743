/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_displaced.c - gradients that are formed from forces at a displaced point: where that point
 * is, that the bodies come back from it, what the kick then is, what is kept and what it costs.
 */
#include "check.h"
#include "module_of.h"
#include "script.h"
#include "rotations.h"

#include <math.h>
#include <stdlib.h>

enum { N = 3, PLACE = 13 }; /* x q f tau */

static void note(const fake_bodies *b, double *out) {
  for (int64_t i = 0; i < b->n; i++) {
    for (int k = 0; k < 4; k++) *out++ = RGS_AT(b->view.q, i, k);
    for (int k = 0; k < 3; k++) {
      out[k] = RGS_AT(b->view.x, i, k);
      out[3 + k] = RGS_AT(b->view.f, i, k);
      out[6 + k] = RGS_AT(b->view.tau, i, k);
    }
    out += 9;
  }
}

/* ---- a kick in the open ---------------------------------------------------------------------- */
/* Schemes whose step begins and ends with a gradient kick: nothing moves after the gradient is
 * formed, so all of it can be seen. */
static const struct {
  const char *scheme;
  double a, c;
} open_kicks[] = { { "chin4d", 1.0 / 8, -1.0 / 384 }, { "test.backward", 0.5, 1.0 / 48 } };

static const rgs_param_info own_s = { "s", "", "How far out.", RGS_F64, 0, 0.25, 1, 0.5, 0, 0 };
static const rgs_stage backward_stages[] = { GRADIENT(0.5, 1.0 / 48), DRIFT(1),
                                             GRADIENT(0.5, 1.0 / 48) };
static const rgs_about backward_about =
    WITH_HEAD(rgs_about, .name = "test.backward",
              .doc = "Order 2, with the gradient's sign turned.", .cite = "none", .order = 2,
              .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC, .needs = RGS_EVAL_FORCE | RGS_EVAL_GRADIENT,
              .n_params = 1, .params = &own_s, .param_info_size = sizeof own_s, .params_size = 8);
static const rgs_scheme backward = SCHEME_OF(&backward_about, backward_stages);

/* Where a body is displaced to: by eps f/m, and turned by the vector eps J^-1 tau. */
static void displaced_point(const fake_bodies *b, int64_t i, double eps, double x[3], double q[4]) {
  const rgs_view *v = &b->view;
  double tau[3], along[3], turn[3], old[4];
  for (int k = 0; k < 4; k++) old[k] = RGS_AT(v->q, i, k);
  for (int k = 0; k < 3; k++) tau[k] = RGS_AT(v->tau, i, k);
  turn_vector(old, 1, tau, along);
  for (int k = 0; k < 3; k++) {
    along[k] *= eps / RGS_AT(v->inertia, i, k);
    x[k] = RGS_AT(v->x, i, k) + eps * RGS_AT(v->f, i, k) / RGS_AT(v->mass, i, 0);
  }
  turn_vector(old, 0, along, turn);
  const double angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const double si = sin(angle / 2) / angle;
  const real r[4] = { cos(angle / 2), si * turn[0], si * turn[1], si * turn[2] };
  real turned[4] = { old[0], old[1], old[2], old[3] };
  multiply(r, turned, turned);
  for (int k = 0; k < 4; k++) q[k] = (double)turned[k];
}

static void one_open_kick(const char *scheme, const char *params, double a, double c, double s) {
  const double h = 0.1, eps = -2 * c * h * h / a;
  const variant *v = make_variant("exact", scheme, params, RGS_EVAL_FORCE);
  run *r = start(v, N, FAKE_AOS);
  const rgs_view *view = &r->world->view;
  double here[N * PLACE], now[N * PLACE], p[N][3], l[N][3], out_x[N][3], out_q[N][4];
  STATUS(RGS_NEED_EVAL, advance(r, h));
  SAME_INT(RGS_EVAL_FORCE, r->request.what);
  answer(r);
  note(r->world, here);
  for (int64_t i = 0; i < N; i++) {
    displaced_point(r->world, i, s * eps, out_x[i], out_q[i]);
    for (int k = 0; k < 3; k++) {
      p[i][k] = RGS_AT(view->p, i, k);
      l[i][k] = RGS_AT(view->l, i, k);
    }
  }
  const double asked_at = r->request.time;
  STATUS(RGS_NEED_EVAL, advance(r, h));
  SAME_INT(RGS_EVAL_FORCE, r->request.what);
  NEAR(asked_at, r->request.time, 0);
  double moved[N][3];
  for (int64_t i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++) {
      NEAR(out_x[i][k], RGS_AT(view->x, i, k), 1e-15);
      moved[i][k] = RGS_AT(view->x, i, k) - here[i * PLACE + 4 + k];
      NEAR(p[i][k], RGS_AT(view->p, i, k), 0);
      NEAR(l[i][k], RGS_AT(view->l, i, k), 0);
    }
    /* Cayley's turn, right to the third order of an angle of 1e-3. */
    for (int k = 0; k < 4; k++) NEAR(out_q[i][k], RGS_AT(view->q, i, k), 2e-9);
  }
  answer(r);
  double there[N * PLACE];
  note(r->world, there);
  /* The kick of the step's start: f + eps (f* - f) / (s eps), with the torque about the body. */
  STATUS(RGS_NEED_EVAL, advance(r, h));
  for (int64_t i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      const int one = (k + 1) % 3, two = (k + 2) % 3;
      const double *f = here + i * PLACE + 7, *g = there + i * PLACE + 7;
      const double orbit = moved[i][one] * g[two] - moved[i][two] * g[one];
      NEAR(p[i][k] + a * h * (f[k] + (g[k] - f[k]) / s), RGS_AT(view->p, i, k), 1e-14 / s);
      NEAR(l[i][k] + a * h * (f[3 + k] + (g[3 + k] + orbit - f[3 + k]) / s), RGS_AT(view->l, i, k),
           1e-14 / s);
    }
  /* To the end, where the last gradient is formed: all is as it was before it. */
  rgs_status status = RGS_NEED_EVAL;
  double before[N * PLACE], time = NAN;
  while (status == RGS_NEED_EVAL) {
    const bool again = r->request.time == time;
    time = r->request.time;
    answer(r);
    if (!again) note(r->world, before);
    status = advance(r, h);
  }
  STATUS(RGS_OK, status);
  note(r->world, now);
  SAME_BITS(before, now, N * PLACE);
}

TEST(kicks_in_the_open) {
  OK(rgs_module_add(context, module_of(NULL, &backward, NULL), &err));
  for (size_t k = 0; k < COUNT(open_kicks); k++) {
    const double a = open_kicks[k].a, c = open_kicks[k].c;
    const bool own = k > 0;
    one_open_kick(open_kicks[k].scheme, "", a, c, own ? 0.5 : 1.0 / 16);
    one_open_kick(open_kicks[k].scheme, "s=1", a, c, 1);
    one_open_kick(open_kicks[k].scheme, "s=0.25", a, c, 0.25);
    static const char *const bad[] = { "s=0", "s=-1", "s=1.5", "s=nan", "s=far" };
    for (size_t j = 0; j < COUNT(bad); j++) {
      const named_method of = { "exact", open_kicks[k].scheme, NULL, NULL, bad[j] };
      rgs_method *method = NULL;
      REFUSED_TEXT(RGS_E_PARAM, method_from_names(context, &of, &method, &err), "'s'");
    }
  }
  const rgs_about *about = rgs_about_find(context, RGS_KIND_SCHEME, "pmlf6");
  SAME_INT(1, about->n_params);
  NEAR(1.0 / 16, about->params[0].dflt, 0);
}

/* ---- back where they were -------------------------------------------------------------------- */
/* Broken off at every evaluation: a reset puts displaced bodies, and their forces, back; so does a step that fails
 * because of the forces at the displaced point. */
TEST(broken_off_and_put_back) {
  int put_back = 0, refused = 0;
  EACH_VARIANT(v) {
    if (!v->displaces) continue;
    for (int stop = 1; stop < 40; stop++) {
      run *r = start(v, N, FAKE_STRIDED);
      double before[N * PLACE], now[N * PLACE], time = NAN;
      bool displaced = false;
      for (int k = 0; k < stop;) {
        const rgs_status status = advance(r, STEP);
        if (status == RGS_OK) continue;
        STATUS(RGS_NEED_EVAL, status);
        /* The second of two evaluations at one time is the displaced one. */
        displaced = !displaced && k > 0 && r->request.time == time;
        time = r->request.time;
        if (k + 1 < stop || stop % 2) answer(r);
        if (!displaced) note(r->world, before);
        k++;
      }
      note(r->world, now);
      const bool away = memcmp(before, now, sizeof now) != 0;
      TRUE(away == displaced);
      if (displaced && stop % 2) {
        RGS_AT(r->world->view.tau, 0, stop / 2 % 3) = NAN;
        REFUSED_BODY(RGS_E_NONFINITE, 0, advance(r, STEP), "displaced");
        note(r->world, now);
        SAME_BITS(before, now, N * PLACE);
        refused++;
      }
      OK(rgs_stepper_reset(r->stepper, &err));
      note(r->world, now);
      SAME_BITS(before, now, N * PLACE);
      put_back += away;
      OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    }
  }
  TRUE(put_back > 100 && refused > 50);
}

/* ---- rods ------------------------------------------------------------------------------------ */
/* Bodies without spin about their third axis, which no torque may have a part along either. */
static double *rods_after(const variant *v, double h, int64_t steps, double *stray) {
  run *r = start(v, N, FAKE_AOS);
  const rgs_view *view = &r->world->view;
  r->host.rods = true;
  for (int64_t i = 0; i < N; i++) {
    double q[4], l[3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(view->q, i, k);
    turn_vector(q, 0, (double[]){ 0.9, 0, 0 }, l);
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->inertia, i, k) = k == 2 ? 0 : 1.5 + (double)i;
      RGS_AT(view->l, i, k) = l[k];
    }
  }
  bind_revision(r, 0);
  OK(rgs_stepper_run(r->stepper, h, steps, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  double *state = fake_state(r->world);
  *stray = 0;
  for (int i = 0; i < N; i++) { /* state: x p q l */
    double l[3];
    turn_vector(state + FAKE_STATE * i + 6, 1, state + FAKE_STATE * i + 10, l);
    *stray = fmax(*stray, fabs(l[2]));
  }
  return state;
}

static double worst_of(const double *a, double *b) {
  double worst = 0;
  for (int k = 0; k < N * FAKE_STATE; k++) worst = fmax(worst, fabs(a[k] - b[k]));
  return worst;
}

TEST(rods_keep_their_order) {
  double stray;
  double *exact =
      rods_after(variant_of("sofroniou_spaletta10", RGS_EVAL_FORCE), 1.0 / 64, 64, &stray);
  EACH_VARIANT(v) {
    const bool with_gradients = v->displaces || (v->info.needs & RGS_EVAL_GRADIENT);
    if (!with_gradients || strncmp(v->label, "exact", 5)) continue;
    const int64_t n = v->info.order > 6 ? 2 : v->info.order > 4 ? 8 : 24;
    const double coarse = worst_of(exact, rods_after(v, 1.0 / (double)n, n, &stray));
    const double fine = worst_of(exact, rods_after(v, 0.5 / (double)n, 2 * n, &stray));
    const bool right = log2(coarse / fine) > v->info.order - 0.5 && stray < 1e-13;
    if (!right) print_error("%s: %g, %g, stray %g\n", v->label, coarse, fine, stray);
    TRUE(right);
  }
}

TEST_MAIN(set_up, tear_down)
