/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrators/kick_rotate_kick.h"
#include "integrators/attitude.h"

static rgs_status all_finite(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                             int64_t *bad) {
  for (int64_t i = 0; i < v->n; i++)
    if (!rgs_finite3(a, i) || !rgs_finite3(b, i)) {
      *bad = i;
      return RGS_E_NONFINITE;
    }
  return RGS_OK;
}

static rgs_status kick(const rgs_turner *turner, const rgs_turn *turn, int64_t *bad) {
  const rgs_view *v = turn->bodies;
  const double impulse = 0.5 * turn->h * turn->force_scale;
  rgs_status status = all_finite(v, &v->f, &v->tau, bad);
  if (status == RGS_OK) status = turner->begin(turn, bad);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < v->n; i++) {
    const double linear =
        v->flags & RGS_VIEW_P_IS_VELOCITY ? impulse / RGS_AT(v->mass, i, 0) : impulse;
    double angular[3];
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->p, i, k) += linear * RGS_AT(v->f, i, k);
      angular[k] = impulse * RGS_AT(v->tau, i, k);
    }
    turner->kick(v, i, angular);
  }
  return all_finite(v, &v->p, &v->l, bad);
}

static rgs_status translate(const rgs_turn *turn, int64_t *bad) {
  const rgs_view *v = turn->bodies;
  for (int64_t i = 0; i < v->n; i++) {
    const double time =
        v->flags & RGS_VIEW_P_IS_VELOCITY ? turn->h : turn->h / RGS_AT(v->mass, i, 0);
    for (int k = 0; k < 3; k++) RGS_AT(v->x, i, k) += time * RGS_AT(v->p, i, k);
  }
  return all_finite(v, &v->x, &v->x, bad);
}

static rgs_status ask(rgs_turn *turn, double time) {
  turn->want = RGS_EVAL_FORCE;
  turn->want_time = time;
  return RGS_NEED_EVAL;
}

rgs_status rgs_kick_turn_kick(const rgs_turner *turner, rgs_turn *turn, int64_t *bad) {
  rgs_kick_turn_kick_cursor *cursor = (rgs_kick_turn_kick_cursor *)turn->cursor;
  rgs_status status = RGS_OK;
  if (!cursor->turned) {
    if (!(turn->fresh & RGS_EVAL_FORCE)) return ask(turn, turn->time);
    status = kick(turner, turn, bad);
    /* The turn first: it is what may fail, and then nothing has moved. */
    if (status == RGS_OK && turn->h != 0) {
      status = turner->turn(turn, bad);
      if (status == RGS_OK) turn->fresh = 0;
      if (status == RGS_OK) status = translate(turn, bad);
    }
    if (status != RGS_OK) return status;
    cursor->turned = 1;
  }
  if (!(turn->fresh & RGS_EVAL_FORCE)) return ask(turn, turn->time + turn->h);
  return kick(turner, turn, bad);
}
