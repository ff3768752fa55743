/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_run.c - n bodies that turn freely, by a stepper whose forces are nought.
 */
#include "free_run.h"

#include <stdlib.h>

struct free_run {
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  double *rest; /* x p f tau: 12 noughts a body; and its mass */
};

static int no_forces(void *self, rgs_eval *request, const rgs_view *bodies) {
  (void)self, (void)request, (void)bodies; /* f and tau are nought from the start */
  return 0;
}

free_run *free_run_open(rgs_context *context, const char *rotor, const rgs_param *param, int64_t n,
                        double *inertia, double *l, double *q, rgs_error *error) {
  free_run *run = calloc(1, sizeof *run);
  if (run != NULL) run->rest = calloc((size_t)n * 13, sizeof(double));
  if (run == NULL || run->rest == NULL) return free(run), NULL;
  double *x = run->rest, *p = x + 3 * n, *f = p + 3 * n, *tau = f + 3 * n, *mass = tau + 3 * n;
  for (int64_t i = 0; i < n; i++) mass[i] = 1;
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = n,
                          .stamp = 1,
                          .x = { x, 3, 1 },
                          .p = { p, 3, 1 },
                          .q = { q, 4, 1 },
                          .l = { l, 3, 1 },
                          .mass = { mass, 1, 1 },
                          .inertia = { inertia, 3, 1 },
                          .f = { f, 3, 1 },
                          .tau = { tau, 3, 1 } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = rotor,
                                 .scheme = "strang",
                                 .params = param,
                                 .n_params = param != NULL,
                                 .param_size = sizeof *param };
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .provides = RGS_EVAL_FORCE,
                          .eval = no_forces };
  if (rgs_bodies_create(context, n, &run->bodies, error) == RGS_OK &&
      rgs_bodies_bind(run->bodies, &view, error) == RGS_OK &&
      rgs_method_create(context, &spec, &run->method, error) == RGS_OK &&
      rgs_stepper_create(run->bodies, run->method, &host, &run->stepper, error) == RGS_OK)
    return run;
  free_run_close(run);
  return NULL;
}

rgs_status free_run_steps(free_run *run, double h, int64_t steps, rgs_error *error) {
  return rgs_step(run->stepper, h, steps, error);
}

void free_run_close(free_run *run) {
  if (run == NULL) return;
  rgs_stepper_destroy(run->stepper);
  rgs_method_destroy(run->method);
  rgs_bodies_destroy(run->bodies);
  free(run->rest);
  free(run);
}
