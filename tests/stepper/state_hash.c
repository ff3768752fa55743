/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state_hash.c - one line for each pair of built-in methods, and for each integrator: a hash
 * of the state after a run; and some with so many bodies that an executor splits them.  Two builds of one compiler
 * print the same, whatever their level of optimisation and processor.
 *
 *   state_hash [SCHEME]     SCHEME: of all schemes only this one
 */
#include "check.h"
#include "executors.h"
#include "script.h"

#include <inttypes.h>
#include <stdlib.h>

enum { N = 37, STEPS = 30, SPLIT = 1103, SPLIT_STEPS = 3 };

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
  const char *rotor, *scheme; /* without a rotor, an integrator                               */
  const char *param; /* switched on; or null                                                  */
  bool displaced;    /* the host has no gradients                                             */
} pass;

/* What is shown and told after the run, beyond the state that every pass prints. */
static void print_told(const pass *p, const variant *v, const run *r) {
  double told[256];
  size_t n = 0;
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  for (int64_t k = 0; k < rgs_method_output_count(v->method); k++) {
    const rgs_output_info *info = rgs_method_output_at(v->method, k);
    OK(rgs_stepper_output(r->stepper, info->key, told + n, (int64_t)(256 - n), &err));
    n += info->components;
  }
  printf("%-12s %-24s %016" PRIx64 " %016" PRIx64 " shown and told%s%s%s\n", p->rotor, p->scheme,
         fake_hash(fake_state(r->world), N * FAKE_STATE * sizeof(double)),
         fake_hash(told, n * sizeof(double)), p->param ? ", " : "", p->param ? p->param : "",
         p->displaced ? ", displaced" : "");
}

static void print_pass(const pass *p) {
  char on[32] = "";
  if (p->param) snprintf(on, sizeof on, "%s=1", p->param);
  const named_method of = { p->rotor, p->scheme, NULL, NULL, on };
  const rgs_about *about =
      rgs_about_find(context, p->rotor ? RGS_KIND_SCHEME : RGS_KIND_INTEGRATOR, p->scheme);
  const uint32_t energy = p->param ? RGS_EVAL_ENERGY : 0;
  const variant *v = make_variant_of(
      &of, p->displaced ? (FORCE | about->needs | energy) & ~(uint32_t)RGS_EVAL_GRADIENT : 0);
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, v->info.aux);
  special_bodies(world);
  run *r = start_over(v, world, NULL);
  /* The linear body must get no torque about its axis: without forces first, then all but it. */
  r->host.strength = 0;
  OK(rgs_stepper_run(r->stepper, 0.05, STEPS, &err));
  RGS_AT(world->view.inertia, 4, 1) = 1;
  bind_revision(r, 0);
  OK(rgs_stepper_set_valid(r->stepper, 0, &err));
  r->host.strength = 1;
  OK(rgs_stepper_run(r->stepper, 0.05, STEPS, &err));
  if (!p->param && !p->displaced)
    printf("%-12s %-24s %016" PRIx64 "\n", p->rotor ? p->rotor : p->scheme,
           p->rotor ? p->scheme : "",
           fake_hash(fake_state(world), N * FAKE_STATE * sizeof(double)));
  if (p->param || p->displaced || v->info.gradients > 0) print_told(p, v, r);
  close_kept(0);
  forget_variant();
}

/* Frames turned to be principal. */
static void principal_frames(void) {
  double J[6 * N], inertia[3 * N], q[4 * N];
  fake_bodies *world = fake_bodies_filled(N, FAKE_AOS, 0);
  for (int i = 0; i < N; i++) {
    const double a = RGS_AT(world->view.inertia, i, 0), b = RGS_AT(world->view.inertia, i, 1);
    const double row[6] = { a, b, a + b, (i % 5 - 2) * a * b / (2 * a + 2 * b) };
    memcpy(J + 6 * i, row, sizeof row);
    for (int k = 0; k < 4; k++) q[4 * i + k] = RGS_AT(world->view.q, i, k);
  }
  OK(rgs_principal(N, J, inertia, q, &err));
  printf("%-37s %016" PRIx64 " %016" PRIx64 "\n", "principal", fake_hash(inertia, sizeof inertia),
         fake_hash(q, sizeof q));
}

/* So many bodies that they are done in parts, here by one thread in an odd order. */
static void print_split(const char *scheme, const char *thermostat) {
  const named_method of = { "exact", scheme, thermostat, NULL,
                            thermostat != NULL ? "kt=0.3 relaxation=1 seed=1" : NULL };
  const variant *v = make_variant_of(&of, 0);
  odd_executor odd = { .seed = 1 };
  run *r = start_with(v, fake_bodies_filled(SPLIT, FAKE_SOA, v->info.aux), odd_parallel_for, &odd);
  OK(rgs_stepper_run(r->stepper, 0.05, SPLIT_STEPS, &err));
  printf("%-12s %-24s %016" PRIx64 " in %d parts%s%s\n", "exact", scheme,
         fake_hash(fake_state(r->world), SPLIT * FAKE_STATE * sizeof(double)),
         (int)(odd.parts / odd.calls), thermostat != NULL ? ", " : "",
         thermostat != NULL ? thermostat : "");
  close_kept(0);
  forget_variant();
}

int main(int n_arguments, char **arguments) {
  const char *only = n_arguments > 1 ? arguments[1] : NULL;
  set_up_context(NULL);
  OK(rgs_draft_allow(context, RGS_DRAFT_ABI, &err));
  for (int64_t r = 0; r < rgs_about_count(context, RGS_KIND_ROTOR); r++)
    for (int64_t s = 0; s < rgs_about_count(context, RGS_KIND_SCHEME); s++) {
      const rgs_about *scheme = rgs_about_at(context, RGS_KIND_SCHEME, s);
      if (scheme->claims & RGS_PLACES_THERMOSTAT || (only && strcmp(only, scheme->name) != 0))
        continue;
      pass p = { .rotor = rgs_about_at(context, RGS_KIND_ROTOR, r)->name, .scheme = scheme->name };
      print_pass(&p);
      p.param = strcmp(scheme->name, "strang") == 0 || strcmp(scheme->name, "strang_dkd") == 0
                    ? "shadow"
                    : NULL;
      p.displaced = (scheme->needs & RGS_EVAL_GRADIENT) != 0;
      if (p.param || p.displaced) print_pass(&p);
    }
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_INTEGRATOR); i++) {
    const rgs_about *about = rgs_about_at(context, RGS_KIND_INTEGRATOR, i);
    if (!(about->claims & (RGS_RELAXES | RGS_RANDOM))) print_pass(&(pass){ .scheme = about->name });
  }
  principal_frames();
  print_split("strang", NULL);
  print_split("omf4_4f2gv", NULL);
  print_split("respa", NULL);
  print_split("strang", "langevin");
  print_split("strang", "csvr");
  print_split("respa", "langevin");
  print_split("strang", "metropolis");
  return tear_down(NULL);
}
