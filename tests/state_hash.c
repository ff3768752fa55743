/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state_hash.c - one line for each pair of built-in methods, and for each integrator: a hash
 * of the state after a run.  Two builds of one compiler print the same, whatever their level of
 * optimisation and processor.
 */
#include "host_fake.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 37, STEPS = 30 };

static rgs_error err = RGS_ERROR_INIT;

static void must(rgs_status status, const char *what) {
  if (status == RGS_OK) return;
  fprintf(stderr, "state_hash: %s: %d: %s\n", what, (int)status, err.text);
  exit(1);
}

/* Not general position alone: symmetric tops, a sphere, a linear body, one at rest. */
static void special_bodies(fake_bodies *b) {
  static const double inertia[6][3] = { { 1, 1, 1 },   { 1, 1, 1.5 },   { 1.5, 1, 1 },
                                        { 1, 1.5, 1 }, { 1.5, 0, 1.5 }, { 1, 1.2, 1.4 } };
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(b->view.inertia, i, k) = inertia[i][k];
      if (i >= 4) RGS_AT(b->view.l, i, k) = 0;
    }
}

static void run(rgs_context *c, const char *rotor, const char *scheme, const char *integrator) {
  const rgs_method_spec spec = {
    .head = RGS_HEAD(rgs_method_spec), .rotor = rotor, .scheme = scheme, .integrator = integrator
  };
  if (integrator != NULL) rotor = integrator, scheme = "";
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method = NULL;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  fake_host host;
  must(rgs_method_create(c, &spec, &method, &err), rotor);
  must(rgs_method_describe(method, &info, &err), "describe");
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, info.carry);
  special_bodies(world);
  fake_host_init(&host, world);
  host.host.provides |= info.needs;
  must(rgs_bodies_create(c, N, &bodies, &err), "bodies");
  must(rgs_bodies_bind(bodies, &world->view, &err), "bind");
  must(rgs_stepper_create(bodies, method, &host.host, &stepper, &err), "stepper");
  must(rgs_stepper_project(stepper, NULL, &err), "project");
  /* The linear body must get no torque about its axis: without forces first, then all but it. */
  host.strength = 0;
  must(rgs_step(stepper, 0.05, STEPS, &err), "free flight");
  RGS_AT(world->view.inertia, 4, 1) = 1;
  world->view.stamp = 0;
  must(rgs_bodies_bind(bodies, &world->view, &err), "bind");
  must(rgs_stepper_set_fresh(stepper, 0, &err), "fresh");
  host.strength = 1;
  must(rgs_step(stepper, 0.05, STEPS, &err), "steps");
  double *state = fake_state(world);
  printf("%-12s %-24s %016" PRIx64 "\n", rotor, scheme,
         fake_hash(state, N * FAKE_STATE * sizeof(double)));
  free(state);
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  fake_bodies_free(world);
}

int main(void) {
  rgs_context *c = NULL;
  must(rgs_context_create(NULL, &c, &err), "context");
  for (int64_t r = 0; r < rgs_count(c, RGS_ROTOR); r++)
    for (int64_t s = 0; s < rgs_count(c, RGS_SCHEME); s++)
      run(c, rgs_about_at(c, RGS_ROTOR, r)->name, rgs_about_at(c, RGS_SCHEME, s)->name, NULL);
  for (int64_t i = 0; i < rgs_count(c, RGS_INTEGRATOR); i++)
    run(c, NULL, NULL, rgs_about_at(c, RGS_INTEGRATOR, i)->name);
  rgs_context_destroy(c);
  return 0;
}
