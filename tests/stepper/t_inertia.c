/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_inertia.c - the factor of inertia: bodies with the moments f I and the momenta root(f) l move as the bodies I, l
 * move with rgs_method_spec.inertia = f, in every kind of scheme, and with thermostats and barostats.
 */
#include "check.h"
#include "script.h"

#include <math.h>

enum { N = 27, STEPS = 20 };
#define FACTOR 4.7

static rgs_method *method_of(const named_method *named, double inertia) {
  char words[200];
  named_method with = *named;
  snprintf(words, sizeof words, "%s inertia=%.17g", named->params != NULL ? named->params : "",
           inertia);
  with.params = words;
  return made(context, &with);
}

/* Gradients are formed by displacement, so the host has none. */
static run *run_of(rgs_method *method, double heavier) {
  variant v = *strang;
  v.method = method;
  v.provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  OK(rgs_method_describe(method, &v.info, &err));
  fake_bodies *world = fake_bodies_filled(N, FAKE_SOA, 64);
  for (int64_t i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(world->view.inertia, i, k) *= heavier;
      RGS_AT(world->view.l, i, k) *= sqrt(heavier);
    }
  variant *kept = keep(calloc(1, sizeof v), free);
  *kept = v;
  fake_host host;
  fake_host_init(&host, world);
  host.host.provides = v.provides;
  host.host.ranks = 1;
  return start_over(kept, world, &host);
}

/* Columns and outputs agree to rounding, which the motion magnifies. */
static void compare(const run *light, const run *heavy, const rgs_method *m, const char *name) {
  double worst = 0;
  const rgs_view *a = &light->world->view, *b = &heavy->world->view;
  for (int64_t i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++) {
      worst = fmax(worst, fabs(RGS_AT(a->x, i, k) - RGS_AT(b->x, i, k)));
      worst = fmax(worst, fabs(RGS_AT(a->l, i, k) - RGS_AT(b->l, i, k) / sqrt(FACTOR)));
    }
    for (int k = 0; k < 4; k++) worst = fmax(worst, fabs(RGS_AT(a->q, i, k) - RGS_AT(b->q, i, k)));
  }
  for (int64_t k = 0; k < rgs_method_output_count(m); k++) {
    const rgs_output_info *info = rgs_method_output_at(m, k);
    double one[16] = { 0 }, other[16] = { 0 };
    const rgs_status got = rgs_stepper_output(light->stepper, info->key, one, 16, NULL);
    SAME_INT(got, rgs_stepper_output(heavy->stepper, info->key, other, 16, NULL));
    for (uint32_t c = 0; c < info->components && got == RGS_OK; c++)
      if (fabs(one[c] - other[c]) > 1e-11 * fmax(1, fabs(one[c]))) {
        print_error("%s, %s: %.17g and %.17g\n", name, info->key, one[c], other[c]);
        TRUE(false);
      }
  }
  if (!(worst < 1e-12)) print_error("%s: off by %g\n", name, worst);
  TRUE(worst < 1e-12);
}

TEST(heavier_bodies) {
  static const named_method methods[] = {
    { "exact", "strang", NULL, NULL, NULL },
    { "exact", "strang", NULL, NULL, "refined=1" },
    { "exact", "strang_dkd", NULL, NULL, "refined=1" },
    { "exact", "strang", NULL, NULL, "shadow=1" },
    { "jacobi", "yoshida4", NULL, NULL, NULL },
    { "dmv6", "srkn6b", NULL, NULL, NULL },
    { "exact", "chin4c", NULL, NULL, NULL },
    { "exact", "takahashi_imada4", NULL, NULL, NULL },
    { "exact", "strang", "langevin", NULL, "kt=1 relaxation=1 seed=3" },
    { "exact", "obabo", "langevin", NULL, "kt=1 relaxation=1 seed=3" },
    { "exact", "strang", "csvr", NULL, "kt=1 relaxation=1 seed=3" },
    { "threerot", "strang", "nhc", NULL, "kt=1 relaxation=1" },
  };
  for (size_t k = 0; k < COUNT(methods); k++) {
    char name[80];
    snprintf(name, sizeof name, "%s %s %s", methods[k].rotor, methods[k].scheme,
             methods[k].thermostat != NULL ? methods[k].thermostat : "");
    rgs_method *with = method_of(&methods[k], FACTOR), *without = method_of(&methods[k], 0);
    run *light = run_of(with, 1), *heavy = run_of(without, FACTOR);
    OK(rgs_stepper_run(light->stepper, 0.02, STEPS, &err));
    OK(rgs_stepper_run(heavy->stepper, 0.02, STEPS, &err));
    OK(rgs_stepper_process(light->stepper, NULL, &err));
    OK(rgs_stepper_process(heavy->stepper, NULL, &err));
    compare(light, heavy, with, name);
  }
}

TEST(one_is_none_and_refusals) {
  const named_method plain = { "exact", "strang", NULL, NULL, NULL };
  rgs_method *one = method_of(&plain, 1), *none = method_of(&plain, 0),
             *four = method_of(&plain, 4);
  run *a = run_of(one, 1), *b = run_of(none, 1), *c = run_of(four, 1);
  OK(rgs_stepper_run(a->stepper, 0.02, STEPS, &err));
  OK(rgs_stepper_run(b->stepper, 0.02, STEPS, &err));
  OK(rgs_stepper_run(c->stepper, 0.02, STEPS, &err));
  const block of_a = saved(a->stepper), of_b = saved(b->stepper);
  SAME_INT(of_a.size, of_b.size);
  TRUE(memcmp(of_a.bytes, of_b.bytes, of_a.size) == 0);
  REFUSED_TEXT(RGS_E_DATA, load(c->stepper, of_a), "another method");
  static const named_method bad[] = { { "exact", "strang", NULL, NULL, "inertia=-1" },
                                      { "exact", "strang", NULL, NULL, "inertia=nan" },
                                      { "exact", "strang", NULL, NULL, "inertia=inf" },
                                      { NULL, "rattle", NULL, NULL, "inertia=4" } };
  rgs_method *m = NULL;
  for (size_t k = 0; k < COUNT(bad); k++)
    REFUSED_TEXT(RGS_E_PARAM, method_from_names(context, &bad[k], &m, &err),
                 k < 3 ? "spec.inertia is" : "rattle");
}

TEST_MAIN(set_up, tear_down)
