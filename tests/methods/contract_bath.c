/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_bath.c - what a bath has to keep.  Parameters that are required have their defaults, and
 * rates are above 0.
 */
#include "contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 12, STEPS = 40, MOST_PARAMS = 64 };
static const double H = 0.05;

typedef struct bath_subject {
  rgs_context *context;
  const rgs_about *about;
  rgs_method *method;
  start bodies[BODIES];
} bath_subject;

static rgs_method *method_with(rgs_context *context, const rgs_about *about) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method = NULL;
  rgs_param params[MOST_PARAMS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < about->n_params && n < MOST_PARAMS; i++) {
    const rgs_param_info *p =
        (const void *)((const char *)about->params + (size_t)i * about->param_info_size);
    /* Rates that are 0 would leave nothing to test. */
    const bool rate = strcmp(p->unit, "1/time") == 0 && p->dflt == 0;
    if ((p->type & RGS_PARAM_REQUIRED) || rate)
      params[n++] = (rgs_param){ .key = p->key, .value = rate ? 0.4 : p->dflt };
  }
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang",
                                 .params = n > 0 ? params : NULL,
                                 .n_params = n,
                                 .param_size = sizeof *params };
  const rgs_ensemble_spec ensemble = { .head = RGS_HEAD(rgs_ensemble_spec), .bath = about->name };
  must(rgs_method_create_with(context, &spec, &ensemble, &method, &error), "rgs_method_create_with",
       &error);
  return method;
}

static void bind(rig *r) {
  r->view.stamp++;
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
}

static void run(rig *r, int64_t steps) { must(rig_run(r, H, steps), "steps", &r->error); }

/* Another order and layout: a body goes by its key.  Sums are rounded in another order. */
static void test_order(const bath_subject *s) {
  int64_t keys[2][BODIES];
  start turned[BODIES];
  for (int i = 0; i < BODIES; i++) {
    keys[0][i] = 100 - 3 * i;
    keys[1][BODIES - 1 - i] = keys[0][i];
    turned[BODIES - 1 - i] = s->bodies[i];
  }
  rig *a = rig_open(s->context, s->method, s->bodies, BODIES, BY_COMPONENT, NO_FORCES);
  rig *b = rig_open(s->context, s->method, turned, BODIES, BACKWARD, NO_FORCES);
  a->view.key = keys[0], b->view.key = keys[1];
  bind(a), bind(b);
  run(a, STEPS), run(b, STEPS);
  double worst = 0;
  bool moved = false;
  for (int i = 0; i < BODIES; i++) {
    const start one = rig_body(a, i), other = rig_body(b, BODIES - 1 - i);
    worst = fmax(worst, apart(&one, &other));
    moved = moved || memcmp(one.x, s->bodies[i].x, sizeof one.x) != 0;
  }
  report(s->about->name, "order and layout", worst, 1e-11);
  report_fact(s->about->name, "bodies move", moved, "forty steps");
  report_fact(s->about->name, "the bath acts", rig_output(a, "heat") != 0, "there is heat");
  report(s->about->name, "heat in another order",
         fabs(rig_output(a, "heat") - rig_output(b, "heat")),
         1e-10 * (1 + fabs(rig_output(a, "heat"))));
  rig_close(a), rig_close(b);
}

/* Bodies that are not coupled move as free ones. */
static void test_coupled(const bath_subject *s) {
  double coupled[BODIES];
  for (int i = 0; i < BODIES; i++) coupled[i] = i % 3 != 0;
  rgs_method *free_flight = make_method(s->context, "exact", "strang", NULL);
  rig *a = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  rig *b = rig_open(s->context, free_flight, s->bodies, BODIES, BY_BODY, NO_FORCES);
  a->view.coupled = (rgs_column){ coupled, 1, 1 };
  bind(a);
  run(a, STEPS), run(b, STEPS);
  double worst = 0;
  for (int i = 0; i < BODIES; i += 3) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    worst = fmax(worst, apart(&one, &other));
  }
  report(s->about->name, "only coupled bodies", worst, 1e-12);
  rig_close(a), rig_close(b);
  rgs_method_destroy(free_flight);
}

static void test_bath_save(const bath_subject *s) {
  rig *a = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  rig *b = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  run(a, STEPS);
  size_t size = 0;
  (void)rgs_stepper_save(a->stepper, NULL, &size, &a->error);
  void *block = malloc(size);
  must(rgs_stepper_save(a->stepper, block, &size, &a->error), "rgs_stepper_save", &a->error);
  must(rgs_stepper_load(b->stepper, block, size, &b->error), "rgs_stepper_load", &b->error);
  free(block);
  run(a, STEPS), run(b, STEPS);
  bool same = rig_output(a, "coupling_energy") == rig_output(b, "coupling_energy");
  for (int i = 0; i < BODIES; i++) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    same = same && same_bits(&one, &other);
  }
  report_fact(s->about->name, "goes on from a save", same, "the same bits");
  rig_close(a), rig_close(b);
}

static double whole_energy(rig *r) {
  rgs_eval request = { .head = RGS_HEAD(rgs_eval), .what = RGS_EVAL_ENERGY };
  (void)r->host.eval(r, &request, &r->view);
  return rig_output(r, "kinetic_translation") + rig_output(r, "kinetic_rotation") + request.energy +
         rig_output(r, "coupling_energy");
}

/* Energy with what the bath took is constant but for the error of the step, 1e-6 in size here. */
static void test_energy(const bath_subject *s) {
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  must(rig_run(r, 1e-3, 1), "a step", &r->error);
  const double first = whole_energy(r);
  double worst = 0;
  for (int i = 0; i < 50; i++) {
    must(rig_run(r, 1e-3, 20), "steps", &r->error);
    worst = fmax(worst, fabs(whole_energy(r) - first));
  }
  report(s->about->name, "energy less heat", worst, 1e-4);
  rig_close(r);
}

static void test_bath_refusals(const bath_subject *s) {
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  report_fact(s->about->name, "no step back", rig_run(r, -H, 1) == RGS_E_ARG, "RGS_E_ARG");
  const int64_t before = allocations();
  run(r, STEPS);
  const int64_t made = allocations() - before;
  if (counts_allocations()) report(s->about->name, "allocations in steps", (double)made, 0);
  rig_close(r);
}

void test_bath(rgs_context *context, const rgs_about *about) {
  bath_subject s = { .context = context, .about = about, .method = method_with(context, about) };
  for (int i = 0; i < BODIES; i++) s.bodies[i] = asymmetric_body(300 + (uint64_t)i);
  test_order(&s);
  test_ranks(context, s.method, about->name, s.bodies, BODIES, PAIR_FORCES, H, STEPS);
  test_coupled(&s);
  test_bath_save(&s);
  test_energy(&s);
  test_bath_refusals(&s);
  rgs_method_destroy(s.method);
}
