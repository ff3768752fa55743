/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_bath.c - what a bath has to keep.  Parameters that are required have their defaults, and
 * rates are above 0.
 */
#include "contract.h"

#include <math.h>
#include <string.h>

enum { BODIES = 12, STEPS = 40 };
static const double H = 0.05;

typedef struct bath_subject {
  rgs_context *context;
  const char *name; /* in reports */
  rgs_method *method;
  start bodies[BODIES];
} bath_subject;

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
  report(s->name, "order and layout", worst, 1e-11);
  report_fact(s->name, "bodies move", moved, "forty steps");
  report_fact(s->name, "the bath acts", rig_output(a, "heat") != 0, "there is heat");
  report(s->name, "heat in another order", fabs(rig_output(a, "heat") - rig_output(b, "heat")),
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
  report(s->name, "only coupled bodies", worst, 1e-12);
  rig_close(a), rig_close(b);
  rgs_method_destroy(free_flight);
}

static void test_bath_save(const bath_subject *s) {
  rig *a = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  rig *b = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  run(a, STEPS);
  rig_continue(a, b);
  run(a, STEPS), run(b, STEPS);
  bool same = rig_output(a, "coupling_energy") == rig_output(b, "coupling_energy");
  for (int i = 0; i < BODIES; i++) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    same = same && same_bits(&one, &other);
  }
  report_fact(s->name, "goes on from a save", same, "the same bits");
  rig_close(a), rig_close(b);
}

/* Energy with what the bath took is constant but for the error of the step, 1e-6 in size here. */
static void test_energy(const bath_subject *s) {
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
  must(rig_run(r, 1e-3, 1), "a step", &r->error);
  const double first = rig_energy(r);
  double worst = 0;
  for (int i = 0; i < 50; i++) {
    must(rig_run(r, 1e-3, 20), "steps", &r->error);
    worst = fmax(worst, fabs(rig_energy(r) - first));
  }
  report(s->name, "energy less heat", worst, 1e-4);
  rig_close(r);
}

static void test_bath_refusals(const bath_subject *s) {
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  report_fact(s->name, "no step back", rig_run(r, -H, 1) == RGS_E_ARG, "RGS_E_ARG");
  const int64_t before = allocations();
  run(r, STEPS);
  const int64_t made = allocations() - before;
  if (counts_allocations()) report(s->name, "allocations in steps", (double)made, 0);
  rig_close(r);
}

static void test_all(bath_subject *s) {
  for (int i = 0; i < BODIES; i++) s->bodies[i] = asymmetric_body(300 + (uint64_t)i);
  test_order(s);
  test_ranks(s->context, s->method, s->name, s->bodies, BODIES, PAIR_FORCES, H, STEPS);
  test_coupled(s);
  test_bath_save(s);
  test_energy(s);
  test_bath_refusals(s);
  rgs_method_destroy(s->method);
}

void test_bath(rgs_context *context, const rgs_about *about) {
  bath_subject s = { .context = context,
                     .name = about->name,
                     .method = make_ensemble(context, "strang", about, NULL) };
  test_all(&s);
}

void test_placed_bath(rgs_context *context, const rgs_about *scheme) {
  const rgs_about *bath = rgs_about_find(context, RGS_KIND_BATH, "langevin");
  bath_subject s = { .context = context,
                     .name = scheme->name,
                     .method = make_ensemble(context, scheme->name, bath, NULL) };
  test_all(&s);
}
