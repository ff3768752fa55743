/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_top.c - a top that spins about its middle axis and tumbles over and over, driven by its
 * host: the library says when it wants forces.
 */
#include <rigidstep/rigidstep.h>
#include <math.h>
#include <stdio.h>

#define TRY(call)                                                                                  \
  if ((call) < 0) return fprintf(stderr, "%s\n", error.text), 1

int main(void) {
  double x[3] = { 0 }, p[3] = { 0 }, q[4] = { 1, 0, 0, 0 }, l[3] = { 1e-3, 1, 0 }, f[3], tau[3];
  double mass = 1, inertia[3] = { 1, 2, 3 }, none, before, after;
  rgs_view view = { .head = RGS_HEAD(rgs_view),
                    .n = 1,
                    .x = { x, 3, 1 },
                    .p = { p, 3, 1 },
                    .q = { q, 4, 1 },
                    .l = { l, 3, 1 },
                    .mass = { &mass, 1, 1 },
                    .inertia = { inertia, 3, 1 },
                    .f = { f, 3, 1 },
                    .tau = { tau, 3, 1 } };
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                           .rotor = "exact",
                           .scheme = "strang" };
  rgs_error error = RGS_ERROR_INIT;
  rgs_eval want = RGS_EVAL_INIT;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  int tumbles = 0, up = 1;

  TRY(rgs_context_create(NULL, &context, &error));
  TRY(rgs_bodies_create(context, 1, &bodies, &error));
  TRY(rgs_bodies_bind(bodies, &view, &error));
  TRY(rgs_method_create(context, &spec, &method, &error));
  TRY(rgs_stepper_create(bodies, method, NULL, &stepper, &error));
  TRY(rgs_bodies_energy(bodies, &none, &before, &error));
  for (int i = 0; i < 100000; ++i) {
    rgs_status status;
    while ((status = rgs_advance(stepper, 0.1, &want, &error)) == RGS_NEED_EVAL)
      for (int k = 0; k < 3; ++k) f[k] = tau[k] = 0; /* free; your forces go here */
    TRY(status);
    if ((q[1] * q[1] + q[3] * q[3] < 0.5) != up) /* on the side of the momentum? */
      up = !up, ++tumbles;
  }
  TRY(rgs_bodies_energy(bodies, &none, &after, &error));
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  rgs_context_destroy(context);
  const int kept = l[0] == 1e-3 && l[1] == 1 && l[2] == 0;
  printf("%d tumbles: energy changed by %.1e of itself, angular momentum %s\n", tumbles,
         after / before - 1, kept ? "by nothing" : "too");
  return !(tumbles == 190 && kept && fabs(after / before - 1) < 1e-12);
}
