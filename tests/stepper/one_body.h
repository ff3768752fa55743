/* SPDX-License-Identifier: BSD-3-Clause
 *
 * one_body.h - one body with a stepper on it, on one rank or on one of two, for tests of what a host may
 * answer.  The second rank has a copy of the body, so that a sum is twice the rank's own number.
 */
#ifndef TEST_ONE_BODY_H
#define TEST_ONE_BODY_H
#include "check.h"

typedef struct one_body {
  double x[3], p[3], q[4], l[3], f[3], tau[3], mass, inertia[3];
  int64_t key;
  rgs_view view;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_host host;
  rgs_stepper *stepper;
  uint32_t asked;                                       /* of the last request .. */
  int (*answer)(struct one_body *b, rgs_eval *request); /* .. which this answers; null: a spring */
} one_body;

static inline int one_body_spring(one_body *b, rgs_eval *request) {
  b->asked = request->what;
  for (uint32_t k = 0; k < request->n_sum; k++) request->sum[k] *= b->host.ranks;
  if (!(request->what & RGS_EVAL_FORCE)) return 0;
  for (int k = 0; k < 3; k++) {
    b->f[k] = -b->x[k], b->tau[k] = 0;
    if (request->what & RGS_EVAL_VIRIAL) request->virial[k] = -b->x[k] * b->x[k];
  }
  if (request->what & RGS_EVAL_ENERGY)
    request->energy = (b->x[0] * b->x[0] + b->x[1] * b->x[1] + b->x[2] * b->x[2]) / 2;
  return 0;
}

static inline int one_body_eval(void *self, rgs_eval *request, const rgs_view *view) {
  one_body *b = self;
  (void)view;
  return b->answer != NULL ? b->answer(b, request) : one_body_spring(b, request);
}

/* The method has the rotor exact and the scheme strang, or is the integrator; bath and piston may be
 * null.  Then the body is bound, and the stepper waits for its box if it has a piston. */
static inline void one_body_open(one_body *b, const char *integrator, const char *bath,
                                 const char *piston, const rgs_param *params, uint32_t n_params,
                                 uint32_t ranks) {
  *b = (one_body){ .x = { 1, 0.5, -0.3 },
                   .p = { 0.1, 0, 0 },
                   .q = { 1, 0, 0, 0 },
                   .l = { 0.1, 0.2, 0.3 },
                   .mass = 1,
                   .inertia = { 1, 2, 2.5 },
                   .key = 1 };
  b->view = (rgs_view){ .head = RGS_HEAD(rgs_view),
                        .n = 1,
                        .stamp = 1,
                        .x = { b->x, 3, 1 },
                        .p = { b->p, 3, 1 },
                        .q = { b->q, 4, 1 },
                        .l = { b->l, 3, 1 },
                        .mass = { &b->mass, 1, 1 },
                        .inertia = { b->inertia, 3, 1 },
                        .f = { b->f, 3, 1 },
                        .tau = { b->tau, 3, 1 },
                        .key = &b->key };
  b->host = (rgs_host)WITH_HEAD(rgs_host, .self = b, .eval = one_body_eval, .ranks = ranks,
                                .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL |
                                            RGS_EVAL_SUM);
  const rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = integrator == NULL ? "exact" : NULL,
                .scheme = integrator == NULL ? "strang" : NULL, .integrator = integrator,
                .params = params, .n_params = n_params, .param_size = sizeof *params);
  const rgs_ensemble_spec around = { RGS_HEAD(rgs_ensemble_spec), bath, piston, 0, 0 };
  OK(rgs_context_create(NULL, &b->context, &err));
  OK(rgs_bodies_create(b->context, 1, &b->bodies, &err));
  OK(rgs_bodies_bind(b->bodies, &b->view, &err));
  OK(rgs_method_create_with(b->context, &spec, &around, &b->method, &err));
  OK(rgs_stepper_create(b->bodies, b->method, &b->host, &b->stepper, &err));
}

static inline void one_body_box(one_body *b, double length) {
  const rgs_box box = { RGS_HEAD(rgs_box), .lengths = { length, length, length } };
  OK(rgs_stepper_set_box(b->stepper, &box, &err));
}

static inline void one_body_close(one_body *b) {
  rgs_stepper_destroy(b->stepper);
  rgs_bodies_destroy(b->bodies);
  rgs_method_destroy(b->method);
  rgs_context_destroy(b->context);
}

#endif /* TEST_ONE_BODY_H */
