/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_bath.c - what a bath has to keep.  Parameters that are required have their defaults, and
 * rates are above 0.
 */
#include "contract.h"

#include <math.h>

enum { BODIES = IN_ORDER, STEPS = 40 };
static const double H = 0.05;

typedef struct bath_subject {
  rgs_context *context;
  const char *name; /* in reports */
  rgs_method *method;
  start bodies[BODIES];
} bath_subject;

static void run(rig *r, int64_t steps) { must(rig_run(r, H, steps), "steps", &r->error); }

/* Another order and layout: a body goes by its key.  Sums are rounded in another order. */
static void test_order(const bath_subject *s) {
  two_orders t;
  run_two_orders(&t, s->context, s->method, s->bodies, H, STEPS);
  report(s->name, "order and layout", t.apart, 1e-11);
  report_fact(s->name, "bodies move", t.moved, "forty steps");
  const double heat = rig_output(t.one, "heat");
  report_fact(s->name, "the bath acts", heat != 0, "there is heat");
  report(s->name, "heat in another order", fabs(heat - rig_output(t.other, "heat")),
         1e-10 * (1 + fabs(heat)));
  rig_close(t.one), rig_close(t.other);
}

/* Bodies that are not coupled move as free ones. */
static void test_coupled(const bath_subject *s) {
  double coupled[BODIES];
  for (int i = 0; i < BODIES; i++) coupled[i] = i % 3 != 0;
  rgs_method *free_flight = make_method(s->context, "exact", "strang", NULL);
  rig *a = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  rig *b = rig_open(s->context, free_flight, s->bodies, BODIES, BY_BODY, NO_FORCES);
  a->view.coupled = (rgs_column){ coupled, 1, 1 };
  rig_bind(a);
  run(a, STEPS), run(b, STEPS);
  double worst = 0;
  for (int i = 0; i < BODIES; i += 3) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    worst = larger(apart(&one, &other), worst);
  }
  report(s->name, "only coupled bodies", worst, 1e-12);
  rig_close(a), rig_close(b);
  rgs_method_destroy(free_flight);
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
  report_allocations(s->name, "allocations in steps", r, H, STEPS);
  rig_close(r);
}

/* ---- temperature ----------------------------------------------------------------------------- */
/* Returns the kinetic energy of the motion as a whole. */
static double total_momentum(const rig *r, double sum[3]) {
  double mass = 0;
  for (int k = 0; k < 3; k++) sum[k] = 0;
  for (int64_t i = 0; i < r->n; i++) {
    const start s = rig_body(r, i);
    for (int k = 0; k < 3; k++) sum[k] += s.p[k];
    mass += s.mass;
  }
  return (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / (2 * mass);
}

/* A bath with a parameter `kt` claims that this is the temperature which it brings bodies to, and that
 * kinetic energies are distributed as at this temperature: K of n degrees of freedom has the mean n kt/2
 * and the variance n kt^2/2.  Free bodies show it, as nothing else changes their kinetic energies.
 *
 * Of 4000 samples the mean is off by 0.4 % and the variance by 3 % (one standard deviation), by 0.9 % and 7 %
 * where the bath takes ten times as long as lies between two samples: a bath that keeps its claim does not
 * fail by chance. */
static void test_temperature(const bath_subject *s, const rgs_about *bath) {
  enum { SAMPLES = 4000, BETWEEN = 40, WARM_UP = 2000 };
  static const char *const outputs[2] = { "kinetic_translation", "kinetic_rotation" };
  static const char *const means[2] = { "kt of translation", "kt of rotation" };
  static const char *const spreads[2] = { "spread of translation", "spread of rotation" };
  const rgs_param_info *kt = param_of(bath, "kt");
  if (kt == NULL) return;
  rig *r = rig_open(s->context, s->method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  double first[3], last[3], sum[2] = { 0 }, square[2] = { 0 };
  const double drift = total_momentum(r, first);
  run(r, WARM_UP);
  for (int i = 0; i < SAMPLES; i++) {
    run(r, BETWEEN);
    for (int k = 0; k < 2; k++) {
      const double kinetic = rig_output(r, outputs[k]);
      sum[k] += kinetic / SAMPLES;
      square[k] += kinetic * kinetic / SAMPLES;
    }
  }
  (void)total_momentum(r, last);
  const bool keeps = fabs(last[0] - first[0]) < 1e-8 && fabs(last[1] - first[1]) < 1e-8;
  for (int k = 0; k < 2; k++) { /* a bath may keep the motion as a whole */
    const bool less = keeps && k == 0;
    const double n = 3 * BODIES - (less ? 3 : 0), value = kt->dflt;
    const double mean = sum[k] - (less ? drift : 0);
    report(s->name, means[k], fabs(mean / (0.5 * n * value) - 1), 0.03);
    report(s->name, spreads[k], fabs((square[k] - sum[k] * sum[k]) / (0.5 * n * value * value) - 1),
           0.2);
  }
  rig_close(r);
}

static void test_all(bath_subject *s, const rgs_about *bath) {
  for (int i = 0; i < BODIES; i++) s->bodies[i] = asymmetric_body(300 + (uint64_t)i);
  test_order(s);
  test_ranks(s->context, s->method, s->name, s->bodies, BODIES, PAIR_FORCES, H, STEPS);
  test_coupled(s);
  report_save(s->context, s->method, s->name, s->bodies, BODIES, H, STEPS, "coupling_energy");
  test_energy(s);
  test_bath_refusals(s);
  test_temperature(s, bath);
  rgs_method_destroy(s->method);
}

void test_bath(rgs_context *context, const rgs_about *about) {
  bath_subject s = { .context = context,
                     .name = about->name,
                     .method = make_ensemble(context, "strang", about, NULL) };
  test_all(&s, about);
}

void test_placed_bath(rgs_context *context, const rgs_about *scheme) {
  const rgs_about *bath = rgs_about_find(context, RGS_KIND_BATH, "langevin");
  bath_subject s = { .context = context,
                     .name = scheme->name,
                     .method = make_ensemble(context, scheme->name, bath, NULL) };
  test_all(&s, bath);
}
