/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_run.h - n bodies that turn freely, step by step, by a rotor of any name: built in or from a
 * module.  (For one call of a built-in rotor there is rgs_free_flow.)
 */
#pragma once
#include "check.h"

#include <stdlib.h>

static inline int no_forces(void *self, rgs_eval *request, const rgs_view *bodies) {
  (void)self, (void)request, (void)bodies; /* f and tau are nought from the start */
  return 0;
}

/* To the end of the case.  params: of the rotor, "key=value", or null.  inertia 3n, l 3n, q 4n, body after body: the
 * caller's arrays; q is what the steps change. */
static inline rgs_stepper *free_run(rgs_context *context, const char *rotor, const char *params,
                                    int64_t n, double *inertia, double *l, double *q) {
  double *x = keep(calloc((size_t)n * 13, sizeof *x), free);
  double *p = x + 3 * n, *f = p + 3 * n, *tau = f + 3 * n, *mass = tau + 3 * n;
  for (int64_t i = 0; i < n; i++) mass[i] = 1;
  const rgs_view view =
      WITH_HEAD(rgs_view, .n = n, .revision = 1, .x = { x, 3, 1 }, .p = { p, 3, 1 },
                .q = { q, 4, 1 }, .l = { l, 3, 1 }, .mass = { mass, 1, 1 },
                .inertia = { inertia, 3, 1 }, .f = { f, 3, 1 }, .tau = { tau, 3, 1 });
  const rgs_host host = WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE, .eval = no_forces);
  const named_method of = { .rotor = rotor, .scheme = "strang", .params = params };
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  OK(rgs_bodies_create(context, n, &bodies, &err));
  keep(bodies, close_bodies);
  OK(rgs_bodies_bind(bodies, &view, &err));
  OK(rgs_stepper_create(bodies, made(context, &of), &host, &stepper, &err));
  return keep(stepper, close_stepper);
}
