/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrators/kick_rotate_kick.h"
#include "integrators/orientation.h"

static rgs_status all_finite(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                             int64_t *bad) {
  for (int64_t i = 0; i < v->n; i++)
    if (!rgs_finite3(a, i) || !rgs_finite3(b, i)) {
      *bad = i;
      return RGS_E_NONFINITE;
    }
  return RGS_OK;
}

static rgs_status kick(const rgs_rotation *rotation, const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  const double impulse = 0.5 * call->h * call->force_scale;
  rgs_status status = all_finite(v, &v->f, &v->tau, bad);
  if (status == RGS_OK) status = rotation->begin(call, bad);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < v->n; i++) {
    const double linear =
        v->flags & RGS_VIEW_P_IS_VELOCITY ? impulse / RGS_AT(v->mass, i, 0) : impulse;
    double angular[3];
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->p, i, k) += linear * RGS_AT(v->f, i, k);
      angular[k] = impulse * RGS_AT(v->tau, i, k);
    }
    rotation->kick(v, i, angular);
  }
  return all_finite(v, &v->p, &v->l, bad);
}

static rgs_status translate(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  for (int64_t i = 0; i < v->n; i++) {
    const double time =
        v->flags & RGS_VIEW_P_IS_VELOCITY ? call->h : call->h / RGS_AT(v->mass, i, 0);
    for (int k = 0; k < 3; k++) RGS_AT(v->x, i, k) += time * RGS_AT(v->p, i, k);
  }
  return all_finite(v, &v->x, &v->x, bad);
}

static rgs_status ask(rgs_step_call *call, double time) {
  call->want = RGS_EVAL_FORCE;
  call->want_time = time;
  return RGS_NEED_EVAL;
}

rgs_status rgs_kick_rotate_kick(const rgs_rotation *rotation, rgs_step_call *call, int64_t *bad) {
  rgs_kick_rotate_kick_cursor *cursor = (rgs_kick_rotate_kick_cursor *)call->cursor;
  rgs_status status = RGS_OK;
  if (!cursor->rotated) {
    if (!(call->valid & RGS_EVAL_FORCE)) return ask(call, call->time);
    status = kick(rotation, call, bad);
    /* The rotation comes first: it may fail, and then nothing has moved. */
    if (status == RGS_OK && call->h != 0) {
      status = rotation->rotate(call, bad);
      if (status == RGS_OK) call->valid = 0;
      if (status == RGS_OK) status = translate(call, bad);
    }
    if (status != RGS_OK) return status;
    cursor->rotated = 1;
  }
  if (!(call->valid & RGS_EVAL_FORCE)) return ask(call, call->time + call->h);
  return kick(rotation, call, bad);
}
