/* SPDX-License-Identifier: BSD-3-Clause
 *
 * methods.h - a rotor, a scheme and an integrator as a third party would write them; used by the
 * modules of t_module_file.c and, compiled in, by the t_stepper tests.
 */
#pragma once
#include "with_head.h"

#include <rigidstep/module.h>

#include <math.h>
#include <stddef.h>

/* ---- rotor: three-rotation splitting R3 R2 R1 R2 R3 (McLachlan 1993, Reich 1994) ------------- */
/* q <- q (cos, sin e_axis): a turn about a body axis. */
static void test_turn_about(double q[4], int axis, double angle) {
  const double c = cos(angle / 2), s = sin(angle / 2), p[4] = { q[0], q[1], q[2], q[3] };
  const int i = 1 + axis, j = 1 + (axis + 1) % 3, k = 1 + (axis + 2) % 3;
  q[0] = c * p[0] - s * p[i];
  q[i] = c * p[i] + s * p[0];
  q[j] = c * p[j] + s * p[k];
  q[k] = c * p[k] - s * p[j];
}

/* Of l along a body axis. */
static double test_body_component(const double q[4], const double l[3], int axis) {
  const int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
  const double w = q[0], *u = q + 1;
  return l[i] * (w * w + u[i] * u[i] - u[j] * u[j] - u[k] * u[k]) +
         2 * l[j] * (u[i] * u[j] + w * u[k]) + 2 * l[k] * (u[i] * u[k] - w * u[j]);
}

static void test_turn(double q[4], const double l[3], const double inverse[3], double h) {
  static const int axes[5] = { 2, 1, 0, 1, 2 };
  static const double parts[5] = { 0.5, 0.5, 1, 0.5, 0.5 };
  for (int k = 0; k < 5; k++)
    test_turn_about(q, axes[k],
                    parts[k] * h * test_body_component(q, l, axes[k]) * inverse[axes[k]]);
  double norm = 0;
  for (int k = 0; k < 4; k++) norm += q[k] * q[k];
  norm = 1 / sqrt(norm);
  for (int k = 0; k < 4; k++) q[k] *= norm;
}

static void test_prepare(const void *params, int64_t n, const rgs_column *inertia,
                         double *prepared) {
  (void)params;
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(*inertia, i, k);
      prepared[3 * i + k] = moment > 0 ? 1 / moment : 0;
    }
}

static rgs_status test_flow(const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double q[4], l[3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(call->q, i, k);
    for (int k = 0; k < 3; k++) l[k] = RGS_AT(call->l, i, k);
    test_turn(q, l, call->prepared + 3 * i, call->h);
    /* An angle that overflows: not claiming RGS_NEVER_FAILS, this may be said. */
    if (!isfinite(q[0] + q[1] + q[2] + q[3])) {
      *bad = i;
      return RGS_E_NOCONV;
    }
    for (int k = 0; k < 4; k++) RGS_AT(call->q, i, k) = q[k];
  }
  return RGS_OK;
}

static const rgs_about test_rotor_about = WITH_HEAD(
    rgs_about, .name = "test.threerot", .doc = "Rotations about the principal axes in turn.",
    .cite = "10.1103/PhysRevLett.71.3043", .order = 2,
    .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM,
    .param_info_size = sizeof(rgs_param_info));
static const rgs_rotor test_rotor = {
  RGS_HEAD(rgs_rotor), &test_rotor_about, test_flow, test_prepare, 3, 0, NULL
};

/* ---- scheme: kick, drift, kick --------------------------------------------------------------- */
static const rgs_stage test_stages[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
static const rgs_about test_scheme_about = {
  RGS_HEAD(rgs_about),      "test.kdk", "Half a kick, a drift, half a kick.",
  "10.1103/PhysRev.159.98", 2,          RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_COMPOSED,
  RGS_EVAL_FORCE,           0,          NULL,
  sizeof(rgs_param_info),   0
};
static const rgs_scheme test_scheme = SCHEME_OF(&test_scheme_about, test_stages);

/* ---- integrator: velocity Verlet that keeps p and l of the step's start until its end -------- */
typedef struct test_cursor {
  uint32_t phase, reserved0;
} test_cursor;

static rgs_status test_advance(rgs_step_call *call, int64_t *bad) {
  test_cursor *cursor = (test_cursor *)call->cursor;
  const rgs_view *v = call->bodies;
  const double h = call->h, half = h / 2 * call->force_scale;
  if (!(call->valid & RGS_EVAL_FORCE)) {
    call->want = RGS_EVAL_FORCE;
    call->want_time = cursor->phase ? call->time + h : call->time;
    return RGS_NEED_EVAL;
  }
  for (int64_t i = 0; i < v->n; i++)
    for (int k = 0; k < 3; k++)
      if (!isfinite(RGS_AT(v->f, i, k)) || !isfinite(RGS_AT(v->tau, i, k))) {
        *bad = i;
        return RGS_E_NONFINITE;
      }
  for (int64_t i = 0; i < v->n; i++) {
    const double mass = RGS_AT(v->mass, i, 0);
    const double weight = v->flags & RGS_VIEW_P_IS_VELOCITY ? 1 / mass : 1;
    const double inverse_mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? 1 : 1 / mass;
    if (cursor->phase == 0) {
      double l[3], q[4], inverse[3];
      for (int k = 0; k < 3; k++) {
        const double f = half * RGS_AT(v->f, i, k), tau = half * RGS_AT(v->tau, i, k);
        const double moment = RGS_AT(v->inertia, i, k);
        RGS_AT(v->aux, i, k) = f;
        RGS_AT(v->aux, i, 3 + k) = tau;
        RGS_AT(v->x, i, k) += h * inverse_mass * (RGS_AT(v->p, i, k) + weight * f);
        l[k] = RGS_AT(v->l, i, k) + tau;
        inverse[k] = moment > 0 ? 1 / moment : 0;
      }
      for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
      test_turn(q, l, inverse, h);
      for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = q[k];
    } else {
      for (int k = 0; k < 3; k++) {
        RGS_AT(v->p, i, k) += weight * (RGS_AT(v->aux, i, k) + half * RGS_AT(v->f, i, k));
        RGS_AT(v->l, i, k) += RGS_AT(v->aux, i, 3 + k) + half * RGS_AT(v->tau, i, k);
      }
    }
  }
  if (cursor->phase == 1) return RGS_OK;
  cursor->phase = 1;
  call->valid = 0;
  call->want = RGS_EVAL_FORCE;
  call->want_time = call->time + h;
  return RGS_NEED_EVAL;
}

static const rgs_about test_integrator_about = WITH_HEAD(
    rgs_about, .name = "test.verlet", .doc = "Velocity Verlet with the three-rotation splitting.",
    .cite = "10.1063/1.442716", .order = 2, .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC,
    .needs = RGS_EVAL_FORCE, .param_info_size = sizeof(rgs_param_info));
static const rgs_integrator test_integrator =
    WITH_HEAD(rgs_integrator, .about = &test_integrator_about, .advance = test_advance, .aux = 6,
              .cursor_size = sizeof(test_cursor));

static const rgs_rotor *const test_rotors[] = { &test_rotor, NULL };
static const rgs_scheme *const test_schemes[] = { &test_scheme, NULL };
static const rgs_integrator *const test_integrators[] = { &test_integrator, NULL };
