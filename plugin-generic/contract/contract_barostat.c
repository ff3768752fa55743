/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_barostat.c - what a barostat has to keep.  At constant enthalpy, without a thermostat, a step has
 * the order of its scheme and can be undone.  A barostat that draws random numbers (RGS_RANDOM among the
 * claims of its table) claims neither, and has the thermostat `langevin` in all tests; one that needs no virial tries
 * volumes, and has `metropolis`.  Every barostat samples the volumes of its ensemble.  Parameters that are required have their defaults.
 */
#include "contract.h"

#include <math.h>

enum { BODIES = 12, STEPS = 40 };
static const double H = 0.05;

/* A scheme of each kind, and the orders of its steps.  Schemes of Nystrom's kind want an exact free flight. */
static const struct {
  const char *name;
  int order;
  bool exact;
} SCHEMES[] = { { "strang", 2, false },
                { "strang_dkd", 2, false },
                { "srkn6b", 4, true },
                { "kahan_li6", 6, false } };
enum { N_SCHEMES = sizeof SCHEMES / sizeof *SCHEMES };

typedef struct barostat_subject {
  rgs_context *context;
  const rgs_about *about;
  const rgs_about *thermostat; /* of a barostat that draws random numbers; null: it needs none */
  start bodies[BODIES];
} barostat_subject;

static void run(rig *r, double h, int64_t steps) { must(rig_run(r, h, steps), "steps", &r->error); }

static rig *open_rig(const barostat_subject *s, const rgs_method *method, int layout) {
  return rig_open(s->context, method, s->bodies, BODIES, layout, PAIR_FORCES);
}

/* The logarithm to base 2 of how much smaller errors become by steps half as long. */
static void report_slope(const barostat_subject *s, const char *what, int k,
                         const double error[2]) {
  char contract[64];
  snprintf(contract, sizeof contract, "%s, %s", what, SCHEMES[k].name);
  report_at_least(s->about->name, contract, log2(error[0] / error[1]), SCHEMES[k].order - 0.3);
}

/* What stands still, and the path, to the order of the scheme. */
static void test_orders(const barostat_subject *s, int k) {
  static const double TIME = 1.6;
  static const int COARSE[] = { 80, 80, 40, 20 };
  double drift[2] = { 0, 0 }, off[2];
  rgs_method *method = make_ensemble(s->context, SCHEMES[k].name, NULL, s->about);
  rig *fine = open_rig(s, method, BY_BODY);
  const double before = rig_output(fine, "volume");
  run(fine, TIME / (16 * COARSE[k]), 16 * COARSE[k]);
  for (int level = 0; level < 2; level++) {
    rig *r = open_rig(s, method, BY_BODY);
    const double first = rig_energy(r);
    const int steps = COARSE[k] << level;
    for (int i = 0; i < steps; i++) {
      run(r, TIME / steps, 1);
      drift[level] = fmax(drift[level], fabs(rig_energy(r) - first));
    }
    off[level] =
        fmax(farthest(r, fine), fabs(rig_output(r, "volume") - rig_output(fine, "volume")));
    rig_close(r);
  }
  report_slope(s, "order of enthalpy", k, drift);
  report_slope(s, "order of motion", k, off);
  if (k == 0)
    report_at_least(s->about->name, "the cell moves", fabs(rig_output(fine, "volume") / before - 1),
                    0.05);
  rig_close(fine);
  rgs_method_destroy(method);
}

static void test_reversal(const barostat_subject *s, int k) {
  char contract[64];
  rgs_method *method = make_ensemble(s->context, SCHEMES[k].name, NULL, s->about);
  rig *a = open_rig(s, method, BY_BODY), *b = open_rig(s, method, BY_BODY);
  const double before = rig_output(a, "volume");
  run(a, H, STEPS);
  run(a, -H, STEPS);
  snprintf(contract, sizeof contract, "symmetric, %s", SCHEMES[k].name);
  report(s->about->name, contract,
         fmax(farthest(a, b), fabs(rig_output(a, "volume") - before) / before), 1e-10);
  rig_close(a), rig_close(b);
  rgs_method_destroy(method);
}

static void test_barostat_calls(const barostat_subject *s, const rgs_method *method) {
  rig *a = open_rig(s, method, BY_COMPONENT), *b = open_rig(s, method, BACKWARD);
  run(a, H, STEPS), run(b, H, STEPS);
  report(s->about->name, "memory layout", farthest(a, b), 0);
  report_allocations(s->about->name, "allocations in steps", a, H, STEPS);
  must(rgs_stepper_swap(b->stepper, method, &b->error), "rgs_stepper_swap", &b->error);
  report_fact(s->about->name, "a swap keeps the cell", rig_run(b, H, 1) == RGS_OK, "RGS_OK");
  rgs_stepper_destroy(b->stepper);
  b->stepper = NULL;
  must(rgs_stepper_create(b->bodies, method, &b->host, &b->stepper, &b->error),
       "rgs_stepper_create", &b->error);
  report_fact(s->about->name, "wants the cell", rig_run(b, H, 1) == RGS_E_ORDER, "RGS_E_ORDER");
  rig_close(a), rig_close(b);
}

static const rgs_about *thermostat_of(const barostat_subject *s) {
  return rgs_about_find(s->context, RGS_KIND_THERMOSTAT,
                        s->about->needs & RGS_EVAL_VIRIAL ? "langevin" : "metropolis");
}

/* An ideal gas of n bodies has volumes of the density V^n exp(-P V/kT) where the thermostat acts on the total
 * momentum: their mean is (n + 1) kT/P and their variance (n + 1) (kT/P)^2.  Of 4000 samples the mean is off by
 * about 0.6 % and the variance by 4 % (one standard deviation), so a barostat that keeps its claim does not
 * fail by chance. */
static void test_volumes(const barostat_subject *s) {
  enum { SAMPLES = 4000, BETWEEN = 40, WARM_UP = 2000 };
  const rgs_about *thermostat = thermostat_of(s);
  const rgs_param_info *kt = param_of(thermostat, "kt"), *pressure = param_of(s->about, "pressure");
  if (kt == NULL || pressure == NULL) return;
  rgs_method *method = make_ensemble(s->context, "strang", thermostat, s->about);
  rig *r = rig_open(s->context, method, s->bodies, BODIES, BY_BODY, NO_FORCES);
  double sum = 0, square = 0;
  run(r, H, WARM_UP);
  for (int i = 0; i < SAMPLES; i++) {
    run(r, H, BETWEEN);
    const double volume = rig_output(r, "volume");
    sum += volume / SAMPLES;
    square += volume * volume / SAMPLES;
  }
  const double unit = kt->dflt / pressure->dflt, mean = (BODIES + 1) * unit;
  report(s->about->name, "mean volume of a gas", fabs(sum / mean - 1), 0.03);
  report(s->about->name, "variance of its volume", fabs((square - sum * sum) / (mean * unit) - 1),
         0.2);
  rig_close(r);
  rgs_method_destroy(method);
}

void test_barostat(rgs_context *context, const rgs_about *about) {
  barostat_subject s = { .context = context, .about = about };
  if (about->claims & RGS_RANDOM) s.thermostat = thermostat_of(&s);
  for (int i = 0; i < BODIES; i++) s.bodies[i] = asymmetric_body(500 + (uint64_t)i);
  for (int k = 0; k < N_SCHEMES && s.thermostat == NULL; k++) {
    if (SCHEMES[k].exact && about->order != RGS_EXACT) continue;
    test_orders(&s, k);
    test_reversal(&s, k);
  }
  test_volumes(&s);
  rgs_method *method = make_ensemble(context, "strang", s.thermostat, about);
  report_save(context, method, about->name, s.bodies, BODIES, H, STEPS, "volume");
  report_rewind(context, method, about->name, s.bodies, BODIES, H);
  test_barostat_calls(&s, method);
  test_ranks(context, method, about->name, s.bodies, BODIES, PAIR_FORCES, H, STEPS);
  rgs_method_destroy(method);
}
