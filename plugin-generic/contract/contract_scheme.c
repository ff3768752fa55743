/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_scheme.c - what a scheme has to keep, alone and with every rotor.
 */
#include "contract.h"
#include "rigidstep_load.h"

#include <math.h>
#include <rigidstep/module.h>
#include <string.h>

/* ---- schemes --------------------------------------------------------------------------------- */
static const char *const ROTOR = "exact";

static void test_sums(rgs_context *context, const char *name, const rgs_method *method,
                      const start pair[2], int forces, const char *linear, const char *turning) {
  rig *r = rig_open(context, method, pair, 2, BY_BODY, forces);
  must(rig_run(r, 0.1, 1000), "1000 steps", &r->error);
  double momentum = 0, angular = 0;
  for (int k = 0; k < 3; k++) {
    double p = 0, l = 0;
    for (int i = 0; i < 2; i++) {
      const start now = rig_body(r, i), then = pair[i];
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      p += now.p[k] - then.p[k];
      l += now.l[k] + now.x[a] * now.p[b] - now.x[b] * now.p[a];
      l -= then.l[k] + then.x[a] * then.p[b] - then.x[b] * then.p[a];
    }
    momentum = fmax(momentum, fabs(p));
    angular = fmax(angular, fabs(l));
  }
  rig_close(r);
  report(name, linear, momentum, 1e-12);
  report(name, turning, angular, 1e-12);
}

static void test_evaluations(rgs_context *context, const char *name, const rgs_method *method,
                             const start pair[2]) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(rgs_method_describe(method, &info, &error), "rgs_method_describe", &error);
  rig *r = rig_open(context, method, pair, 2, BY_BODY, PAIR_FORCES);
  double cost[2];
  char remark[128];
  cost_of_step(r, 0.01, cost);
  snprintf(remark, sizeof remark, "%g and %g a step; described %u and %u", cost[0], cost[1],
           info.evals, info.gradients);
  report_fact(name, "forces and gradients", cost[0] == info.evals && cost[1] == info.gradients,
              remark);
  report_allocations(name, "allocations in a step", r, 0.01, 20);
  rig_close(r);
}

void test_pair_claims(rgs_context *context, const rgs_method *method, const rgs_about *about,
                      const char *name) {
  start pair[2];
  pair_of_bodies(pair);
  settle(context, method, pair, 2);
  if (about->claims & RGS_SYMMETRIC) {
    rig *r = rig_open(context, method, pair, 2, BY_BODY, PAIR_FORCES);
    must(rig_run(r, 0.1, 10), "10 steps", &r->error);
    must(rig_run(r, -0.1, 10), "10 steps back", &r->error);
    exact_body want[2];
    oracle(pair, 2, PAIR_FORCES, 0, want);
    report(name, "symmetric", distance(r, 0, 2, want), 1e-12);
    rig_close(r);
  }
  if (about->claims & RGS_SYMPLECTIC)
    report(name, "symplectic", symplectic_defect(context, method, pair, 2, PAIR_FORCES, 0.2), 1e-6);
}

void test_scheme(rgs_context *context, const rgs_about *about) {
  const char *name = about->name;
  rgs_method *method = make_method(context, ROTOR, name, NULL);
  start pair[2];
  pair_of_bodies(pair);

  const bool has_thermostat = places_thermostat(context, name);
  if (!has_thermostat)
    test_pair_claims(context, method, about, name); /* friction has no way back */
  if (about->claims & RGS_KEEPS_MOMENTUM) {
    test_sums(context, name, method, pair, PAIR_FORCES, "sum of momentum",
              "sum of angular momentum");
    if (about->needs & RGS_EVAL_GRADIENT)
      test_sums(context, name, method, pair, PAIR_FORCES_ALONE, "momentum without gradients",
                "angular momentum without gradients");
  }
  test_evaluations(context, name, method, pair);
  report_rewind(context, method, name, pair, 2, 0.05);
  rgs_method_destroy(method);
  const bool by_momenta = param_of(about, "evaluations") != NULL; /* it has no thermostat */
  if (!(about->claims & RGS_PROCESSED) && !by_momenta) test_averages(context, about);
  if (about->needs & RGS_DRAFT_EVAL_SLOW) test_levels(context, about);
  if (has_thermostat) test_placed_thermostat(context, about);
}

/* The order that is left if forces depend on momenta. */
static void test_momentum_order(rgs_context *context, const rgs_method *method, const char *name) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  start pair[2];
  pair_of_bodies(pair);
  rig *r = rig_open(context, method, pair, 2, BY_BODY, MOMENTUM_FORCES);
  must(rgs_stepper_describe(r->stepper, &info, &error), "rgs_stepper_describe", &error);
  rig_close(r);
  report_pair_order(context, method, name, "order by momenta", MOMENTUM_FORCES, info.order);
}

void test_pair(rgs_context *context, const rgs_about *rotor, const rgs_about *scheme) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method = make_method(context, rotor->name, scheme->name, NULL);
  must(rgs_method_describe(method, &info, &error), "rgs_method_describe", &error);
  char name[96];
  snprintf(name, sizeof name, "%s x %s", rotor->name, scheme->name);
  report_pair_order(context, method, name, "order", PAIR_FORCES, info.order);
  if (strcmp(rotor->name, ROTOR) == 0 && !places_thermostat(context, scheme->name))
    test_momentum_order(context, method, name);
  if (info.gradients > 0) { /* formed by displacement they are good to order 4 */
    start pair[2];
    pair_of_bodies(pair);
    rig *r = rig_open(context, method, pair, 2, BY_BODY, PAIR_FORCES_ALONE);
    rgs_method_info alone = RGS_METHOD_INFO_INIT;
    must(rgs_stepper_describe(r->stepper, &alone, &error), "rgs_stepper_describe", &error);
    rig_close(r);
    report_fact(name, "without gradients",
                alone.order == (info.order < 4 ? info.order : 4) && alone.gradients == 0 &&
                    alone.evals == info.evals + info.gradients && !(alone.claims & RGS_SYMPLECTIC),
                "described");
    report_pair_order(context, method, name, "order without gradients", PAIR_FORCES_ALONE,
                      alone.order);
  }
  rgs_method_destroy(method);
}

/* ---- claims that are written -------------------------------------------------------------------- */
/* The claims of a module's schemes are compared with those that the library found true of their tables.  The
 * library drops a claim that a table disproves, so that no host is misled; the author has to be told. */
void test_written_claims(const rgs_context *context, const char *path, const char *only) {
  static const struct {
    uint32_t claim;
    const char *contract;
  } claims[] = { { RGS_KEEPS_ENERGY, "claims RGS_KEEPS_ENERGY" },
                 { RGS_NEVER_FAILS, "claims RGS_NEVER_FAILS" },
                 { RGS_BACKWARD, "claims RGS_BACKWARD" } };
  char here[4096];
  char why[sizeof here + 256];
  snprintf(here, sizeof here, "%s%s", strpbrk(path, "/\\") ? "" : "./", path);
  void *file = rgs_file_open_(here, why, sizeof why);
  const rgs_module *m = file ? rgs_file_symbol_(file, RGS_MODULE_SYMBOL) : NULL;
  const bool has_schemes = m && m->head.size >= offsetof(rgs_module, integrators) && m->schemes;
  for (size_t i = 0; has_schemes && m->schemes[i]; i++) {
    const rgs_about *written = m->schemes[i]->about;
    const rgs_about *found = rgs_about_find(context, RGS_KIND_SCHEME, written->name);
    if (!found || (only && strcmp(only, written->name) != 0)) continue;
    const uint32_t stated = written->head.size >= offsetof(rgs_about, needs) ? written->claims : 0;
    for (size_t k = 0; k < sizeof claims / sizeof *claims; k++) {
      const bool wanted = (found->claims & claims[k].claim) != 0;
      const bool kept = ((stated ^ found->claims) & claims[k].claim) == 0;
      if (kept && !wanted) continue;
      char remark[160];
      snprintf(remark, sizeof remark, "%s%s",
               wanted || claims[k].claim == RGS_BACKWARD
                   ? "claimed exactly where a drift has a negative coefficient"
                   : "claimed by rotors and integrators only",
               kept     ? ""
               : wanted ? ", so add RGS_BACKWARD to .claims"
                        : ", so take it out of .claims");
      report_fact(written->name, claims[k].contract, kept, remark);
    }
  }
  if (file) rgs_file_close_(file);
}
