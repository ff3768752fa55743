/* SPDX-License-Identifier: BSD-3-Clause */
#include "nontwist_rig.h"
#include "check.h"
#include "plain_body.h"

#include <math.h>

/* ---- a body ---------------------------------------------------------------------------------- */
top top_of(const double inertia[3], const double momenta[3], const double q0[4]) {
  top t = { .mass = 2 };
  real q[4] = { q0[0], q0[1], q0[2], q0[3] };
  const real in_body[3] = { momenta[0], momenta[1], momenta[2] };
  real l[3];
  normalize(q);
  rotate(q, in_body, l);
  for (int k = 0; k < 3; k++) t.inertia[k] = inertia[k], t.l[k] = (double)l[k];
  for (int k = 0; k < 4; k++) t.q[k] = (double)q[k];
  /* What a body carries is nobody's until the first step. */
  for (int k = 0; k < TOP_AUX; k++) t.aux[k] = NAN;
  return t;
}

void top_momenta(const top *t, real momenta[3]) {
  const real l[3] = { t->l[0], t->l[1], t->l[2] };
  real q[4] = { t->q[0], t->q[1], t->q[2], t->q[3] };
  normalize(q);
  rotate_back(q, l, momenta);
}

real top_energy(const top *t) {
  real y[3], sum = 0;
  top_momenta(t, y);
  for (int k = 0; k < 3; k++)
    if (t->inertia[k] > 0) sum += y[k] * y[k] / (2 * (real)t->inertia[k]);
  return sum;
}

rgs_view top_view(top *t) {
  const ptrdiff_t width = sizeof *t / sizeof(double);
  rgs_view view = view_of_plain(t->x, 1, width, 0);
  view.revision = 0; /* a body may change at each bind */
  view.flags = (uint32_t)t->flags;
  view.aux = (rgs_column){ t->aux, width, 1 };
  return view;
}

/* ---- a run ----------------------------------------------------------------------------------- */
static int eval(void *self, rgs_eval *request, const rgs_view *view) {
  top_run *r = (top_run *)self;
  (void)request;
  r->evals++;
  for (int64_t i = 0; i < view->n; i++) {
    top *t = r->world + i;
    double d3[3];
    turn_vector(t->q, 0, (const double[3]){ 0, 0, 1 }, d3);
    cross(t->u, d3, t->tau);
    for (int k = 0; k < 3; k++) {
      t->f[k] = -(k + 1) * t->x[k];
      t->tau[k] += t->twist * d3[k];
    }
  }
  return 0;
}

static void close_run(void *closed) {
  top_run *r = closed;
  close_handles(&r->h);
  rgs_context_destroy(r->h.context);
  free(r);
}

top_run *run_open(const char *integrator, const char *params, top *world, int64_t n) {
  top_run *r = keep(calloc(1, sizeof *r), close_run);
  const named_method of = { .scheme = integrator, .params = params };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .self = r, .eval = eval };
  rgs_view view = top_view(world);
  r->world = world;
  view.n = n;
  OK(open_handles(&r->h, &of, &view, &host, &err));
  TRUE(info_of(r->h.method).aux <= TOP_AUX);
  return r;
}

void run_steps(const char *integrator, const char *params, top *t, double h, int64_t steps) {
  OK(rgs_stepper_run(run_open(integrator, params, t, 1)->h.stepper, h, steps, &err));
}

void run_output(const top_run *r, const char *key, double *values, int64_t room) {
  OK(rgs_stepper_output(r->h.stepper, key, values, room, &err));
}
