/* SPDX-License-Identifier: BSD-3-Clause */
#include "dem_peers.h"

#include <math.h>
#include <string.h>

/* ---- vectors and quaternions ------------------------------------ */
static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Turns v from the body's frame into space with sign 1, from space into the body's with -1. */
static void rotate(const double q[4], double sign, const double v[3], double out[3]) {
  double once[3], twice[3];
  cross(q + 1, v, once);
  cross(q + 1, once, twice);
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * (sign * q[0] * once[k] + twice[k]);
}

/* q (s, v) */
static void times(const double q[4], double s, const double v[3], double out[4]) {
  double sum[3];
  cross(q + 1, v, sum);
  out[0] = q[0] * s - q[1] * v[0] - q[2] * v[1] - q[3] * v[2];
  for (int k = 0; k < 3; k++) out[1 + k] = sum[k] + q[0] * v[k] + s * q[1 + k];
}

static void divide(const double v[3], const double by[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = v[k] / by[k];
}

/* ---- SPIRAL ------------------------------------------------------------------------------------
 * With w' = (tau - w x I w)/I in the body's frame, the torque being that at the middle of the kick,
 *   k1 = h w'(w),  k2 = h w'(w + k1),  k3 = h w'(w + (k1 + k2)/4),  w += (k1 + k2 + 4 k3)/6,
 * which is the Runge-Kutta method SSPRK(3,3), and then q <- q exp(h w/2). */
static void spiral_slope(const double w[3], const double tau[3], const double inertia[3], double h,
                         double out[3]) {
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    out[a] = h * (tau[a] + (inertia[b] - inertia[c]) * w[b] * w[c]) / inertia[a];
  }
}

static void spiral_kick(const double q[4], const double inertia[3], const double tau[3], double h,
                        double w[3]) {
  double torque[3], k1[3], k2[3], k3[3], at[3];
  rotate(q, -1, tau, torque);
  spiral_slope(w, torque, inertia, h, k1);
  for (int k = 0; k < 3; k++) at[k] = w[k] + k1[k];
  spiral_slope(at, torque, inertia, h, k2);
  for (int k = 0; k < 3; k++) at[k] = w[k] + 0.25 * (k1[k] + k2[k]);
  spiral_slope(at, torque, inertia, h, k3);
  for (int k = 0; k < 3; k++) w[k] += (k1[k] + k2[k] + 4 * k3[k]) / 6;
}

static void spiral_turn(const double inertia[3], const double tau[3], const double w[3], double h,
                        double q[4]) {
  const double rate = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  (void)inertia, (void)tau;
  if (rate == 0) return;
  const double s = sin(0.5 * h * rate) / rate, axis[3] = { s * w[0], s * w[1], s * w[2] };
  double turned[4];
  times(q, cos(0.5 * h * rate), axis, turned);
  memcpy(q, turned, sizeof turned);
}

const peer peer_spiral = { "spiral", 1, spiral_kick, spiral_turn };

/* ---- Fincham -----------------------------------------------------------------------------------
 * With A(q) from space into the body's frame and q' = q (0, w)/2, from l at the time -h/2:
 *   l0 = l + h tau/2,   w0 = A(q) l0/I,   q1 = q + h q'(q, w0)/2,
 *   l <- l + h tau,     w1 = A(q1) l/I,   q <- q + h q'(q1, w1), made of length 1.
 * Yade takes A(q) in place of A(q1). */
static void fincham_kick(const double q[4], const double inertia[3], const double tau[3], double h,
                         double l[3]) {
  (void)q, (void)inertia;
  for (int k = 0; k < 3; k++) l[k] += h * tau[k];
}

static void fincham_step(const double inertia[3], const double tau[3], const double l[3], double h,
                         double q[4], int turned) {
  double l0[3], w[3], half[4], rate[4], length = 0;
  for (int k = 0; k < 3; k++) l0[k] = l[k] - 0.5 * h * tau[k];
  rotate(q, -1, l0, w);
  divide(w, inertia, w);
  times(q, 0, w, rate);
  for (int k = 0; k < 4; k++) half[k] = q[k] + 0.25 * h * rate[k];
  if (turned)
    for (int k = 0; k < 4; k++) length += half[k] * half[k];
  for (int k = 0; k < 4 && turned; k++) half[k] /= sqrt(length);
  rotate(turned ? half : q, -1, l, w);
  divide(w, inertia, w);
  times(half, 0, w, rate);
  length = 0;
  for (int k = 0; k < 4; k++) q[k] += 0.5 * h * rate[k], length += q[k] * q[k];
  for (int k = 0; k < 4; k++) q[k] /= sqrt(length);
}

static void yade_fincham_turn(const double inertia[3], const double tau[3], const double l[3],
                              double h, double q[4]) {
  fincham_step(inertia, tau, l, h, q, 0);
}

static void fincham_turn(const double inertia[3], const double tau[3], const double l[3], double h,
                         double q[4]) {
  fincham_step(inertia, tau, l, h, q, 1);
}

const peer peer_yade_fincham = { "yade_fincham", 0, fincham_kick, yade_fincham_turn };
const peer peer_fincham = { "fincham", 0, fincham_kick, fincham_turn };

/* ---- runs -------------------------------------------------------------------------------------- */
static rgs_column column(double *data, int components) {
  return (rgs_column){ data, components, 1 };
}

static rgs_view view_of(forced_model *model, forced_state *state, double *f, double *tau) {
  rgs_view view = { .head = RGS_HEAD(rgs_view), .n = model->n, .flags = model->flags };
  view.x = column(state->x, 3);
  view.q = column(state->q, 4);
  view.p = column(state->p, 3);
  view.l = column(state->l, 3);
  view.mass = column(model->mass, 1);
  view.inertia = column(model->inertia, 3);
  view.f = column(f, 3);
  view.tau = column(tau, 3);
  return view;
}

void peer_run_start(peer_run *run, const peer *by, const forced_model *model,
                    const forced_state *start) {
  memset(run, 0, sizeof *run);
  run->by = by;
  run->model = *model;
  run->state = *start;
  for (int64_t i = 0; i < model->n; i++) {
    const double *l = start->l + 3 * i;
    double *spin = run->spin + 3 * i;
    for (int k = 0; k < 3; k++) run->v[3 * i + k] = start->p[3 * i + k] / model->mass[i];
    if (by->in_body) {
      rotate(start->q + 4 * i, -1, l, spin);
      divide(spin, model->inertia + 3 * i, spin);
    } else {
      memcpy(spin, l, 3 * sizeof *l);
    }
  }
  run->view = view_of(&run->model, &run->state, run->f, run->tau);
}

int peer_run_steps(peer_run *run, double h, int64_t steps) {
  const forced_model *model = &run->model;
  for (int64_t s = 0; s < steps; s++) {
    rgs_eval request = RGS_EVAL_INIT;
    request.what = RGS_EVAL_FORCE;
    const int failed = model->eval(model->self, &request, &run->view);
    if (failed != 0) return failed;
    const double kick = run->behind + 0.5 * h;
    run->forces++;
    for (int64_t i = 0; i < model->n; i++) {
      const double *inertia = model->inertia + 3 * i, *tau = run->tau + 3 * i;
      double *q = run->state.q + 4 * i, *spin = run->spin + 3 * i;
      for (int k = 0; k < 3; k++) {
        run->v[3 * i + k] += kick * run->f[3 * i + k] / model->mass[i];
        run->state.x[3 * i + k] += h * run->v[3 * i + k];
      }
      run->by->kick(q, inertia, tau, kick, spin);
      run->by->turn(inertia, tau, spin, h, q);
    }
    run->behind = 0.5 * h;
  }
  return 0;
}

int peer_run_look(const peer_run *run, forced_state *state, double *potential, double *kinetic) {
  forced_model copy = run->model;
  forced_state at = run->state;
  double f[3 * FORCED_MOST], tau[3 * FORCED_MOST];
  const forced_model *model = &copy;
  const rgs_view view = view_of(&copy, &at, f, tau);
  rgs_eval request = RGS_EVAL_INIT;
  request.what = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  const int failed = model->eval(model->self, &request, &view);
  if (failed != 0) return failed;
  *potential = request.energy;
  *kinetic = 0;
  if (state != NULL) *state = run->state;
  for (int64_t i = 0; i < model->n; i++) {
    const double *q = run->state.q + 4 * i, *inertia = model->inertia + 3 * i;
    double spin[3], y[3], l[3], p;
    memcpy(spin, run->spin + 3 * i, sizeof spin);
    run->by->kick(q, inertia, tau + 3 * i, run->behind, spin);
    if (run->by->in_body) {
      for (int k = 0; k < 3; k++) y[k] = inertia[k] * spin[k];
      rotate(q, 1, y, l);
    } else {
      memcpy(l, spin, sizeof l);
      rotate(q, -1, l, y);
    }
    for (int k = 0; k < 3; k++) {
      p = model->mass[i] * run->v[3 * i + k] + run->behind * f[3 * i + k];
      *kinetic += 0.5 * (p * p / model->mass[i] + y[k] * y[k] / inertia[k]);
      if (state != NULL) state->p[3 * i + k] = p, state->l[3 * i + k] = l[k];
    }
  }
  return 0;
}
