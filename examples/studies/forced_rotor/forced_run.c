/* SPDX-License-Identifier: BSD-3-Clause */
#include "forced_run.h"

#include <math.h>
#include <stdlib.h>

enum {
  COMPONENTS = 3 + 3 + 4 + 3 + 1 + 3 + 3 + 3 + 3 + 3
}; /* all columns of the view, but carry */

struct forced_run {
  const forced_model *model;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_view view;
  double *columns, *aside, *carry; /* the view's arrays; forces of states that are only looked at */
  int64_t forces, gradients;
  int looking;
};

static int count(void *self, rgs_eval *request, const rgs_view *bodies) {
  forced_run *run = self;
  if (!run->looking) {
    run->forces += (request->what & RGS_EVAL_FORCE) != 0;
    run->gradients += (request->what & RGS_EVAL_GRADIENT) != 0;
  }
  return run->model->eval(run->model->self, request, bodies);
}

static rgs_column column(double **next, int64_t n, int components, const double *from) {
  const rgs_column c = { *next, components, 1 };
  for (int64_t i = 0; from != NULL && i < n * components; i++) c.data[i] = from[i];
  *next += n * components;
  return c;
}

static rgs_view view_of(double *next, const forced_model *model, const forced_state *start) {
  const int64_t n = model->n;
  rgs_view view = { .head = RGS_HEAD(rgs_view), .n = n, .flags = model->flags, .stamp = 1 };
  view.x = column(&next, n, 3, start->x);
  view.p = column(&next, n, 3, start->p);
  view.q = column(&next, n, 4, start->q);
  view.l = column(&next, n, 3, start->l);
  view.mass = column(&next, n, 1, model->mass);
  view.inertia = column(&next, n, 3, model->inertia);
  view.f = column(&next, n, 3, NULL);
  view.tau = column(&next, n, 3, NULL);
  if (model->provides & RGS_EVAL_GRADIENT) {
    view.gf = column(&next, n, 3, NULL);
    view.gtau = column(&next, n, 3, NULL);
  }
  return view;
}

/* How much has to go with a body is known only once method and host are together. */
static rgs_status bind_carry(forced_run *run, rgs_error *error) {
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  const rgs_status status = rgs_stepper_describe(run->stepper, &info, error);
  if (status != RGS_OK || info.carry == 0) return status;
  run->carry = calloc((size_t)run->view.n * info.carry, sizeof(double));
  if (run->carry == NULL) return RGS_E_NOMEM;
  run->view.carry = (rgs_column){ run->carry, info.carry, 1 };
  return rgs_bodies_bind(run->bodies, &run->view, error);
}

forced_run *forced_run_open(rgs_context *context, const forced_model *model,
                            const forced_state *start, const char *rotor, const char *scheme,
                            rgs_error *error) {
  const size_t n = (size_t)model->n;
  forced_run *run = calloc(1, sizeof *run);
  if (run != NULL) run->columns = calloc(n * COMPONENTS, sizeof(double));
  if (run != NULL) run->aside = calloc(n * 6, sizeof(double));
  if (run == NULL || run->columns == NULL || run->aside == NULL) return forced_run_close(run), NULL;
  run->model = model;
  run->view = view_of(run->columns, model, start);
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = scheme };
  const rgs_host host = {
    .head = RGS_HEAD(rgs_host), .self = run, .provides = model->provides, .eval = count
  };
  if (rgs_bodies_create(context, model->n, &run->bodies, error) == RGS_OK &&
      rgs_bodies_bind(run->bodies, &run->view, error) == RGS_OK &&
      rgs_method_create(context, &spec, &run->method, error) == RGS_OK &&
      rgs_stepper_create(run->bodies, run->method, &host, &run->stepper, error) == RGS_OK &&
      bind_carry(run, error) == RGS_OK)
    return run;
  forced_run_close(run);
  return NULL;
}

rgs_status forced_run_describe(const forced_run *run, rgs_method_info *info, rgs_error *error) {
  return rgs_stepper_describe(run->stepper, info, error);
}

rgs_status forced_run_steps(forced_run *run, double h, int64_t steps, rgs_error *error) {
  return rgs_step(run->stepper, h, steps, error);
}

rgs_status forced_run_look(forced_run *run, forced_state *state, double *potential, double *kinetic,
                           rgs_error *error) {
  const int64_t n = run->model->n;
  double translation = NAN, rotation = NAN;
  /* The stepper's forces stay what they are. */
  rgs_view view = run->view;
  rgs_eval request = RGS_EVAL_INIT;
  view.f.data = run->aside;
  view.tau.data = run->aside + 3 * n;
  request.what = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  run->looking = 1;
  rgs_status status = rgs_stepper_process(run->stepper, NULL, error);
  if (status == RGS_OK) status = rgs_bodies_energy(run->bodies, &translation, &rotation, error);
  if (status == RGS_OK && run->model->eval(run->model->self, &request, &view) != 0)
    status = RGS_E_HOST;
  *potential = request.energy;
  *kinetic = translation + rotation;
  for (int64_t i = 0; state != NULL && i < n; i++) {
    for (int k = 0; k < 3; k++) {
      state->x[3 * i + k] = RGS_AT(view.x, i, k);
      state->p[3 * i + k] = RGS_AT(view.p, i, k);
      state->l[3 * i + k] = RGS_AT(view.l, i, k);
    }
    for (int k = 0; k < 4; k++) state->q[4 * i + k] = RGS_AT(view.q, i, k);
  }
  const rgs_status back = rgs_stepper_unprocess(run->stepper, error);
  run->looking = 0;
  return status != RGS_OK ? status : back;
}

int64_t forced_run_forces(const forced_run *run) { return run->forces; }
int64_t forced_run_gradients(const forced_run *run) { return run->gradients; }

void forced_run_close(forced_run *run) {
  if (run == NULL) return;
  rgs_stepper_destroy(run->stepper);
  rgs_method_destroy(run->method);
  rgs_bodies_destroy(run->bodies);
  free(run->columns);
  free(run->aside);
  free(run->carry);
  free(run);
}
