/* SPDX-License-Identifier: BSD-3-Clause
 *
 * moves.c - puts the bodies somewhere near where they are, asks the host, and puts them back.
 */
#include "force_check/force_check.h"
#include <math.h>
#include <string.h>

static double trace(const rgs_view *v, int64_t i) {
  return RGS_AT(v->inertia, i, 0) + RGS_AT(v->inertia, i, 1) + RGS_AT(v->inertia, i, 2);
}

/* A length over which forces on the body change.  Points have none; w->size then is one of all bodies. */
double rgs_fc_size(const rgs_force_work *w, int64_t i) {
  const rgs_view *v = &w->bodies->view;
  const double own = sqrt(0.5 * trace(v, i) / RGS_AT(v->mass, i, 0));
  return w->check->length > 0 ? w->check->length : own > 0 ? own : w->size;
}

/* Numbers between -1 and 1 that depend on i and k alone (splitmix64). */
static double random_number(uint64_t i, uint64_t k) {
  uint64_t z = (6 * i + k + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (double)((z ^ z >> 31) >> 11) * 0x1p-52 - 1;
}

void rgs_fc_direction(const rgs_force_work *w, int64_t i, double along[3], double about[3]) {
  const double size = rgs_fc_size(w, i);
  for (int k = 0; k < 3; k++) {
    along[k] = w->planar && k == 2 ? 0 : size * random_number((uint64_t)i, (uint64_t)k);
    about[k] = w->planar && k != 2 ? 0 : random_number((uint64_t)i, (uint64_t)k + 3);
  }
}

/* v from the body's frame into space, or back. */
void rgs_fc_rotate(const double q[4], const double v[3], bool back, double out[3]) {
  const double s = back ? -1 : 1, e[3] = { s * q[1], s * q[2], s * q[3] };
  const double c[3] = { e[1] * v[2] - e[2] * v[1], e[2] * v[0] - e[0] * v[2],
                        e[0] * v[1] - e[1] * v[0] };
  for (int k = 0; k < 3; k++) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    out[k] = v[k] + 2 * (q[0] * c[k] + e[a] * c[b] - e[b] * c[a]);
  }
}

/* q after a rotation by the vector r in space. */
static void turn(double q[4], const double r[3]) {
  const double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  if (angle == 0) return;
  const double c = cos(0.5 * angle), s = sin(0.5 * angle) / angle,
               p[4] = { q[0], q[1], q[2], q[3] };
  const double e[3] = { s * r[0], s * r[1], s * r[2] };
  q[0] = c * p[0] - e[0] * p[1] - e[1] * p[2] - e[2] * p[3];
  q[1] = c * p[1] + e[0] * p[0] + e[1] * p[3] - e[2] * p[2];
  q[2] = c * p[2] + e[1] * p[0] + e[2] * p[1] - e[0] * p[3];
  q[3] = c * p[3] + e[2] * p[0] + e[0] * p[2] - e[1] * p[1];
  const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) q[k] /= norm;
}

static const int ROW[6] = { 0, 1, 2, 0, 0, 1 }, COLUMN[6] = { 0, 1, 2, 1, 2, 2 };

/* Where body i is after the move, from where it is without. */
static void moved(const rgs_force_work *w, const rgs_move *m, int64_t i, double x[3], double q[4]) {
  const rgs_draft_force_check *c = w->check;
  double along[3] = { 0 }, about[3] = { 0 };
  if (m->kind == RGS_MOVE_ALL) rgs_fc_direction(w, i, along, about);
  if (m->kind == RGS_MOVE_TOGETHER) rgs_fc_direction(w, 0, along, about);
  if (m->kind == RGS_MOVE_TOGETHER) about[0] = about[1] = about[2] = 0;
  if (m->kind == RGS_MOVE_BODY && m->body == i) (m->axis < 3 ? along : about)[m->axis % 3] = 1;
  if (m->kind == RGS_MOVE_STRAIN && m->axis < 6)
    along[ROW[m->axis]] = x[COLUMN[m->axis]] - c->origin[COLUMN[m->axis]];
  for (int k = 0; k < (w->planar ? 2 : 3) && m->kind == RGS_MOVE_STRAIN && m->axis == 6; k++)
    along[k] = x[k] - c->origin[k];
  if (m->kind == RGS_MOVE_IMAGE && m->body == i)
    memcpy(along, c->cell + 3 * (ptrdiff_t)m->axis, sizeof along);
  for (int k = 0; k < 3; k++) {
    x[k] += m->by * along[k];
    about[k] *= m->by;
    if (m->kind == RGS_MOVE_CELL && m->body == i)
      x[k] += (1 + m->by) * c->cell[3 * (ptrdiff_t)m->axis + k];
  }
  turn(q, about);
}

static void strain_cell(const rgs_force_work *w, const rgs_move *m, double cell[9]) {
  if (w->has_cell) memcpy(cell, w->check->cell, 9 * sizeof *cell);
  for (int k = 0; k < 9 && m->kind == RGS_MOVE_CELL; k++) cell[k] *= 1 + m->by;
  if (m->kind != RGS_MOVE_STRAIN) return;
  for (int k = 0; k < 9 && m->axis == 6; k++)
    if (!w->planar || k % 3 < 2) cell[k] *= 1 + m->by;
  if (m->axis == 6) return;
  for (int v = 0; v < 3 && w->has_cell; v++)
    cell[3 * v + ROW[m->axis]] += m->by * w->check->cell[3 * v + COLUMN[m->axis]];
}

void rgs_fc_get_forces(const rgs_force_work *w, double *to) {
  const rgs_view *v = &w->bodies->view;
  for (int64_t i = 0; i < w->n; i++, to += RGS_FORCE_DOUBLES) {
    rgs_get(&v->f, i, 3, to);
    rgs_get(&v->tau, i, 3, to + 3);
  }
}

static void place(const rgs_force_work *w, const rgs_move *m, const double *mark) {
  const rgs_view *v = &w->bodies->view;
  for (int64_t i = 0; i < w->n; i++) {
    double x[3], q[4];
    memcpy(x, w->base + RGS_BASE_DOUBLES * i, sizeof x);
    memcpy(q, w->base + RGS_BASE_DOUBLES * i + 3, sizeof q);
    moved(w, m, i, x, q);
    rgs_put(&v->x, i, 3, x);
    rgs_put(&v->q, i, 4, q);
    const double *forces = mark != NULL ? mark : w->as_bound + RGS_BOUND_DOUBLES * i + 7;
    rgs_put(&v->f, i, 3, forces);
    rgs_put(&v->tau, i, 3, forces + 3);
  }
}

static rgs_status check_answer(const rgs_force_work *w, const rgs_eval *answer, uint32_t what) {
  const rgs_view *v = &w->bodies->view;
  if (v->n != w->n)
    return rgs_set_error(w->error, RGS_E_HOST, -1, "host.eval bound %lld bodies in place of %lld",
                         (long long)v->n, (long long)w->n);
  if ((what & RGS_EVAL_ENERGY) && !isfinite(answer->energy))
    return rgs_set_error(w->error, RGS_E_HOST, -1,
                         "the host's energy is %g near the present bodies; must be finite: write "
                         "request->energy at each call",
                         answer->energy);
  for (int k = 0; k < 9 && (what & RGS_EVAL_VIRIAL); k++)
    if (!isfinite(answer->virial[k]))
      return rgs_set_error(w->error, RGS_E_HOST, -1, "the host's virial[%d] is %g; must be finite",
                           k, answer->virial[k]);
  for (int64_t i = 0; i < w->n; i++)
    for (int k = 0; k < 6; k++) {
      const double value = k < 3 ? RGS_AT(v->f, i, k) : RGS_AT(v->tau, i, k - 3);
      if (!isfinite(value))
        return rgs_set_error(w->error, RGS_E_HOST, i, "body %lld: %s[%d] is %g; must be finite",
                             (long long)i, k < 3 ? "f" : "tau", k % 3, value);
    }
  return RGS_OK;
}

/* Has a component of f or tau kept its mark? */
static bool keeps_mark(const rgs_force_work *w, const double *mark) {
  const rgs_view *v = &w->bodies->view;
  for (int64_t i = 0; i < w->n && i < v->n; i++)
    for (int k = 0; k < 6; k++)
      if (!(w->planar && k > 1 && k < 5) && RGS_AT(k < 3 ? v->f : v->tau, i, k % 3) == mark[k])
        return true;
  return false;
}

static rgs_status ask_for(rgs_force_work *w, const rgs_move *m, const double *mark, uint32_t what) {
  rgs_eval request = RGS_EVAL_INIT;
  place(w, m, mark);
  request.what = what;
  request.time = w->check->time;
  request.energy = NAN;
  for (int k = 0; k < 9; k++) request.virial[k] = what & RGS_EVAL_VIRIAL ? NAN : 0;
  strain_cell(w, m, request.cell);
  w->check->evaluations++;
  const int answer = w->host.eval(w->host.self, &request, &w->bodies->view);
  if (answer != 0) return rgs_set_error(w->error, RGS_E_HOST, -1, "host.eval returned %d", answer);
  if (mark != NULL) w->unwritten |= keeps_mark(w, mark);
  if (what & RGS_EVAL_ENERGY) w->energy = request.energy;
  if (what & RGS_EVAL_ENERGY) memcpy(w->virial, request.virial, sizeof w->virial);
  return check_answer(w, &request, what);
}

/* Two forces are asked for as in a step, and added. */
static rgs_status ask(rgs_force_work *w, const rgs_move *m, const double *mark) {
  const rgs_view *v = &w->bodies->view;
  w->unwritten = false;
  if (w->slow == NULL) return ask_for(w, m, mark, w->what);
  rgs_status status =
      ask_for(w, m, mark, (w->what & ~(uint32_t)RGS_EVAL_FORCE) | RGS_DRAFT_EVAL_SLOW);
  if (status != RGS_OK) return status;
  rgs_fc_get_forces(w, w->slow);
  status = ask_for(w, m, mark, RGS_EVAL_FORCE);
  for (int64_t i = 0; i < w->n && status == RGS_OK; i++)
    for (int k = 0; k < 6; k++)
      RGS_AT(k < 3 ? v->f : v->tau, i, k % 3) += w->slow[RGS_FORCE_DOUBLES * i + k];
  return status;
}

rgs_status rgs_fc_evaluate(rgs_force_work *w, rgs_move move, const double *mark) {
  const rgs_status status = ask(w, &move, mark);
  return status == RGS_OK && w->twice ? ask(w, &move, mark) : status;
}

void rgs_fc_stir(const rgs_force_work *w, double by) {
  const rgs_move m = { .kind = RGS_MOVE_ALL, .by = by };
  for (int64_t i = 0; i < w->n; i++) {
    double *to = w->base + RGS_BASE_DOUBLES * i;
    memcpy(to, w->as_bound + RGS_BOUND_DOUBLES * i, RGS_BASE_DOUBLES * sizeof *to);
    if (by > 0) moved(w, &m, i, to, to + 3);
  }
}

void rgs_fc_misread(const rgs_force_work *w, uint32_t mistake) {
  rgs_fc_stir(w, w->check->stir);
  for (int64_t i = 0; i < w->n; i++) {
    double *q = w->base + RGS_BASE_DOUBLES * i + 3;
    const double e[4] = { q[0], q[1], q[2], q[3] };
    for (int k = 0; k < 4; k++)
      q[k] = mistake == RGS_DRAFT_FORCE_UNTURNED           ? k == 0
             : mistake == RGS_DRAFT_FORCE_QUATERNION_ORDER ? e[(k + 3) % 4]
                                                           : (k == 0 ? e[k] : -e[k]);
  }
}

void rgs_fc_put_back(const rgs_force_work *w) {
  const rgs_view *v = &w->bodies->view;
  const double *at = w->as_bound;
  for (int64_t i = 0; i < w->n && i < v->n; i++, at += RGS_BOUND_DOUBLES) {
    rgs_put(&v->x, i, 3, at);
    rgs_put(&v->q, i, 4, at + 3);
    rgs_put(&v->f, i, 3, at + 7);
    rgs_put(&v->tau, i, 3, at + 10);
  }
}
