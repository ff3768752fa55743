/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state_hash.c - one line for each pair of built-in methods, and for each integrator: a hash
 * of the state after a run; and some with so many bodies that an executor splits them.  Two builds of one compiler
 * print the same, whatever their level of optimisation and processor.
 *
 *   state_hash [SCHEME]     SCHEME: of all schemes only this one
 */
#include "executors.h"
#include "host_fake.h"
#include "with_head.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 37, STEPS = 30, SPLIT = 1103, SPLIT_STEPS = 3 };

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

typedef struct pass {
  const char *rotor, *scheme, *integrator;
  const char *param; /* switched on; or null                                                  */
  bool displaced;    /* the host has no gradients                                             */
} pass;

/* What is shown and told after the run, beyond the state that every pass prints. */
static void print_told(const pass *p, const rgs_method *method, rgs_stepper *stepper,
                       const fake_bodies *world) {
  double told[256];
  size_t n = 0;
  must(rgs_stepper_process(stepper, NULL, &err), "process");
  for (int64_t k = 0; k < rgs_method_output_count(method); k++) {
    const rgs_output_info *info = rgs_method_output_at(method, k);
    must(rgs_stepper_output(stepper, info->key, told + n, (int64_t)(256 - n), &err), info->key);
    n += info->components;
  }
  double *state = fake_state(world);
  printf("%-12s %-24s %016" PRIx64 " %016" PRIx64 " shown and told%s%s%s\n", p->rotor, p->scheme,
         fake_hash(state, N * FAKE_STATE * sizeof(double)), fake_hash(told, n * sizeof(double)),
         p->param ? ", " : "", p->param ? p->param : "", p->displaced ? ", displaced" : "");
  free(state);
}

static void run(rgs_context *c, const pass *p) {
  const rgs_param on = { p->param, NULL, 1 };
  const rgs_method_spec spec = WITH_HEAD(
      rgs_method_spec, .rotor = p->rotor, .scheme = p->scheme, .integrator = p->integrator,
      .params = p->param ? &on : NULL, .n_params = p->param ? 1 : 0, .param_size = sizeof on);
  const char *name = p->integrator ? p->integrator : p->rotor;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method = NULL;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  fake_host host;
  must(rgs_method_create(c, &spec, &method, &err), name);
  must(rgs_method_describe(method, &info, &err), "describe");
  fake_host_init(&host, NULL);
  host.host.provides |= p->displaced ? info.needs & ~(uint32_t)RGS_EVAL_GRADIENT : info.needs;
  must(rgs_bodies_create(c, N, &bodies, &err), "bodies");
  must(rgs_stepper_create(bodies, method, &host.host, &stepper, &err), "stepper");
  must(rgs_stepper_describe(stepper, &info, &err), "describe");
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, info.carry);
  host.bodies = world;
  special_bodies(world);
  must(rgs_bodies_bind(bodies, &world->view, &err), "bind");
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
  if (!p->param && !p->displaced)
    printf("%-12s %-24s %016" PRIx64 "\n", name, p->integrator ? "" : p->scheme,
           fake_hash(state, N * FAKE_STATE * sizeof(double)));
  free(state);
  if (p->param || p->displaced || info.gradients > 0) print_told(p, method, stepper, world);
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  fake_bodies_free(world);
}

static bool declares(const rgs_about *about, const char *key) {
  for (uint32_t i = 0; i < about->n_params; i++)
    if (strcmp(about->params[i].key, key) == 0) return true;
  return false;
}

/* A frame turned to be principal, there and back. */
static void principal_frames(void) {
  double J[4 * N], inertia[3 * N], q[4 * N];
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, 0);
  for (int i = 0; i < N; i++) {
    const double a = RGS_AT(world->view.inertia, i, 0), b = RGS_AT(world->view.inertia, i, 1);
    const double row[4] = { a, (i % 5 - 2) * a * b / (2 * a + 2 * b), b, a + b };
    memcpy(J + 4 * i, row, sizeof row);
    for (int k = 0; k < 4; k++) q[4 * i + k] = RGS_AT(world->view.q, i, k);
  }
  must(rgs_to_principal(N, J, inertia, q, &err), "principal");
  printf("%-37s %016" PRIx64 " %016" PRIx64, "principal", fake_hash(inertia, sizeof inertia),
         fake_hash(q, sizeof q));
  must(rgs_from_principal(N, J, q, &err), "principal");
  printf(" %016" PRIx64 "\n", fake_hash(q, sizeof q));
  fake_bodies_free(world);
}

/* So many bodies that they are done in parts, here by one thread in an odd order. */
static void run_split(rgs_context *c, const char *rotor, const char *scheme, const char *bath) {
  const rgs_param params[] = { { "kt", NULL, 0.3 },
                               { "relaxation", NULL, 1 },
                               { "seed", NULL, 1 } };
  const rgs_method_spec spec = WITH_HEAD(
      rgs_method_spec, .rotor = rotor, .scheme = scheme, .params = bath != NULL ? params : NULL,
      .n_params = bath != NULL ? 3 : 0, .param_size = sizeof *params);
  const rgs_ensemble_spec around = { RGS_HEAD(rgs_ensemble_spec), bath, NULL, 0, 0 };
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method = NULL;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  odd_executor odd = { .seed = 1 };
  fake_host host;
  must(rgs_method_create_with(c, &spec, &around, &method, &err), scheme);
  must(rgs_method_describe(method, &info, &err), "describe");
  fake_host_init(&host, NULL);
  host.host.provides |= info.needs;
  host.host.ranks = 1;
  host.host.parallel_for = odd_parallel_for;
  host.host.pool = &odd;
  must(rgs_bodies_create(c, SPLIT, &bodies, &err), "bodies");
  must(rgs_stepper_create(bodies, method, &host.host, &stepper, &err), "stepper");
  fake_bodies *world = fake_bodies_filled(SPLIT, FAKE_SOA, info.carry);
  host.bodies = world;
  must(rgs_bodies_bind(bodies, &world->view, &err), "bind");
  must(rgs_step(stepper, 0.05, SPLIT_STEPS, &err), "steps");
  double *state = fake_state(world);
  printf("%-12s %-24s %016" PRIx64 " in %d parts%s%s\n", rotor, scheme,
         fake_hash(state, SPLIT * FAKE_STATE * sizeof(double)), (int)(odd.parts / odd.calls),
         bath != NULL ? ", " : "", bath != NULL ? bath : "");
  free(state);
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  rgs_method_destroy(method);
  fake_bodies_free(world);
}

int main(int n_arguments, char **arguments) {
  const char *only = n_arguments > 1 ? arguments[1] : NULL;
  rgs_context *c = NULL;
  must(rgs_context_create(NULL, &c, &err), "context");
  for (int64_t r = 0; r < rgs_about_count(c, RGS_KIND_ROTOR); r++)
    for (int64_t s = 0; s < rgs_about_count(c, RGS_KIND_SCHEME); s++) {
      const rgs_about *scheme = rgs_about_at(c, RGS_KIND_SCHEME, s);
      if (scheme->claims & RGS_PLACES_BATH || (only && strcmp(only, scheme->name) != 0)) continue;
      pass p = { .rotor = rgs_about_at(c, RGS_KIND_ROTOR, r)->name, .scheme = scheme->name };
      run(c, &p);
      p.param = declares(scheme, "shadow") ? "shadow" : NULL;
      p.displaced = (scheme->needs & RGS_EVAL_GRADIENT) != 0;
      if (p.param || p.displaced) run(c, &p);
    }
  for (int64_t i = 0; i < rgs_about_count(c, RGS_KIND_INTEGRATOR); i++) {
    const rgs_about *about = rgs_about_at(c, RGS_KIND_INTEGRATOR, i);
    if (!(about->claims & (RGS_RELAXES | RGS_RANDOM))) run(c, &(pass){ .integrator = about->name });
  }
  principal_frames();
  run_split(c, "exact", "strang", NULL);
  run_split(c, "exact", "omf4_4f2gv", NULL);
  run_split(c, "exact", "strang", "langevin");
  run_split(c, "exact", "strang", "csvr");
  rgs_context_destroy(c);
  return 0;
}
