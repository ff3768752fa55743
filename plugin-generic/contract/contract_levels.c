/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_levels.c - what a scheme with a fast and a slow force has to keep (rigidstep/draft.h): the order by
 * either force, the step of `strang` where nothing is repeated, and its place inside a step in saves; the last
 * with thermostats and barostats too.
 */
#include "contract.h"

#include <math.h>
#include <stdlib.h>

enum { BODIES = 6 };
static const double H = 0.05;

typedef struct levels_subject {
  rgs_context *context;
  const char *name;
  start bodies[BODIES];
} levels_subject;

/* With so many inner steps, where the table has that parameter. */
static rgs_method *method_of(const levels_subject *s, double inner) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method = NULL;
  const rgs_param param = { .key = "inner", .value = inner };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = s->name,
                                 .params = &param,
                                 .n_params = 1,
                                 .param_size = sizeof param };
  must(rgs_method_create(s->context, &spec, &method, &error), "rgs_method_create", &error);
  return method;
}

static rig *open_rig(const levels_subject *s, const rgs_method *method) {
  return rig_open(s->context, method, s->bodies, BODIES, BY_BODY, PAIR_FORCES);
}

/* ---- order by either force -------------------------------------------------------------------- */
/* Errors of a step are halved four times; slow: all of the potential, or nothing of it, is slow. */
static void test_order(const levels_subject *s, const rgs_method *method, uint32_t order) {
  static const char *const contracts[] = { "order by the fast force", "order by the slow force",
                                           "order by both" };
  static const real slow[][2] = { { 0, 0 }, { 1, 1 }, { 0.4L, 0.7L } };
  enum { STEPS = 40 };
  exact_body end[2];
  oracle(s->bodies, 2, PAIR_FORCES, 2, end);
  for (int k = 0; k < 3; k++) {
    double error[2];
    for (int level = 0; level < 2; level++) {
      rig *r = rig_open(s->context, method, s->bodies, 2, BY_BODY, PAIR_FORCES);
      r->slow[0] = slow[k][0], r->slow[1] = slow[k][1];
      must(rig_run(r, 2.0 / (STEPS << level), STEPS << level), "steps", &r->error);
      error[level] = distance(r, 0, 2, end);
      rig_close(r);
    }
    report_at_least(s->name, contracts[k], log2(error[0] / error[1]), order - 0.1);
  }
}

/* ---- beside strang ---------------------------------------------------------------------------- */
static void test_as_strang(const levels_subject *s) {
  rgs_method *one = method_of(s, 1), *strang = make_method(s->context, "exact", "strang", NULL);
  rig *a = open_rig(s, one), *b = open_rig(s, strang);
  must(rig_run(a, H, 40), "steps", &a->error);
  must(rig_run(b, H, 40), "steps", &b->error);
  report(s->name, "inner 1 is strang", farthest(a, b), 1e-12);
  rig_close(a), rig_close(b);
  rgs_method_destroy(one), rgs_method_destroy(strang);
}

/* From strang to levels and back, in the middle of a run, without a word about forces. */
static void test_swap(const levels_subject *s) {
  rgs_method *one = method_of(s, 1), *strang = make_method(s->context, "exact", "strang", NULL);
  rig *a = open_rig(s, one), *b = open_rig(s, strang);
  for (int k = 0; k < 3; k++) {
    a->has_levels = k != 1;
    must(rgs_stepper_swap(a->stepper, k == 1 ? strang : one, &a->error), "rgs_stepper_swap",
         &a->error);
    must(rig_run(a, H, 10), "steps", &a->error);
    must(rig_run(b, H, 10), "steps", &b->error);
  }
  report(s->name, "swaps to strang and back", farthest(a, b), 1e-12);
  rig_close(a), rig_close(b);
  rgs_method_destroy(one), rgs_method_destroy(strang);
}

/* The slow force is asked once a step, the fast one `inner` times. */
static void test_requests(const levels_subject *s, double inner) {
  rgs_method *method = method_of(s, inner);
  rig *r = open_rig(s, method);
  must(rig_run(r, H, 3), "3 steps", &r->error);
  const int64_t fast = r->forces, slow = r->slow_forces;
  must(rig_run(r, H, 10), "10 steps", &r->error);
  char remark[80];
  snprintf(remark, sizeof remark, "%g and %g a step with inner %g",
           (double)(r->slow_forces - slow) / 10, (double)(r->forces - fast) / 10, inner);
  report_fact(s->name, "slow and fast forces",
              r->slow_forces - slow == 10 && (double)(r->forces - fast) == 10 * inner, remark);
  rig_close(r);
  rgs_method_destroy(method);
}

/* ---- saves inside a step ---------------------------------------------------------------------- */
/* Answers so many requests of a step, and leaves the next one open; false: it has ended before. */
static bool go_on(rig *r, rgs_eval *request, int requests) {
  for (int k = 0;; k++) {
    const rgs_status status = rgs_stepper_advance(r->stepper, H, request, &r->error);
    if (status != RGS_NEED_EVAL) must(status, "rgs_stepper_advance", &r->error);
    if (status != RGS_NEED_EVAL || k == requests) return status == RGS_NEED_EVAL;
    (void)r->host.eval(r, request, &r->view);
  }
}

/* At each request of a step and of the next one the run continues from its save to the same bits.  The other rig
 * has nothing of this one's but the block. */
static void test_save(const levels_subject *s, const rgs_method *method, const char *name) {
  int places = 0;
  bool same = true, more = true;
  for (int k = 0; more; k++) {
    rig *a = open_rig(s, method), *b = open_rig(s, method);
    rgs_eval request = RGS_EVAL_INIT;
    must(rig_run(a, H, 2), "steps", &a->error);
    more = go_on(a, &request, k);
    rig_continue(a, b);
    places += more;
    if (more) {
      (void)a->host.eval(a, &request, &a->view);
      (void)go_on(a, &request, 1000);
      (void)go_on(b, &request, 1000);
    }
    must(rig_run(a, H, 3), "steps", &a->error);
    must(rig_run(b, H, 3), "steps", &b->error);
    for (int64_t i = 0; i < BODIES; i++) {
      const start one = rig_body(a, i), other = rig_body(b, i);
      same = same && same_bits(&one, &other);
    }
    rig_close(a), rig_close(b);
  }
  char remark[80];
  snprintf(remark, sizeof remark, "the same bits, from each of %d requests", places);
  report_fact(name, "goes on from a save in a step", same && places > 1, remark);
}

/* ---- ensembles -------------------------------------------------------------------------------- */
static void test_in_ensemble(const levels_subject *s, const char *thermostat,
                             const char *barostat) {
  char name[96];
  const rgs_about *const bath = rgs_about_find(s->context, RGS_KIND_THERMOSTAT, thermostat);
  const rgs_about *const piston =
      barostat == NULL ? NULL : rgs_about_find(s->context, RGS_KIND_BAROSTAT, barostat);
  rgs_method *method = make_ensemble(s->context, s->name, bath, piston);
  snprintf(name, sizeof name, "%s, %s%s%s", s->name, thermostat, barostat ? ", " : "",
           barostat ? barostat : "");
  test_ranks(s->context, method, name, s->bodies, BODIES, PAIR_FORCES, H, 20);
  test_save(s, method, name);
  report_save(s->context, method, name, s->bodies, BODIES, H, 10, "coupling_energy");
  report_rewind(s->context, method, name, s->bodies, BODIES, H);
  rgs_method_destroy(method);
}

/* Without a thermostat: enthalpy and motion to order 2, and the way back. */
static void test_barostats(const levels_subject *s, const char *barostat) {
  enum { STEPS = 40 };
  static const double TIME = 1.6;
  char name[96];
  double drift[2] = { 0, 0 }, off[2];
  const rgs_about *piston = rgs_about_find(s->context, RGS_KIND_BAROSTAT, barostat);
  rgs_method *method = make_ensemble(s->context, s->name, NULL, piston);
  snprintf(name, sizeof name, "%s, %s", s->name, barostat);
  rig *fine = open_rig(s, method), *back = open_rig(s, method), *begin = open_rig(s, method);
  const double before = rig_output(fine, "volume");
  must(rig_run(fine, TIME / (16 * STEPS), 16 * STEPS), "steps", &fine->error);
  for (int level = 0; level < 2; level++) {
    rig *r = open_rig(s, method);
    const double first = rig_energy(r);
    const int steps = STEPS << level;
    for (int i = 0; i < steps; i++) {
      must(rig_run(r, TIME / steps, 1), "a step", &r->error);
      drift[level] = fmax(drift[level], fabs(rig_energy(r) - first));
    }
    off[level] =
        fmax(farthest(r, fine), fabs(rig_output(r, "volume") - rig_output(fine, "volume")));
    rig_close(r);
  }
  report_at_least(name, "order of enthalpy", log2(drift[0] / drift[1]), 1.7);
  report_at_least(name, "order of motion", log2(off[0] / off[1]), 1.7);
  must(rig_run(back, H, 20), "steps", &back->error);
  must(rig_run(back, -H, 20), "steps back", &back->error);
  report(name, "symmetric",
         fmax(farthest(back, begin), fabs(rig_output(back, "volume") - before) / before), 1e-10);
  rig_close(fine), rig_close(back), rig_close(begin);
  rgs_method_destroy(method);
}

void test_levels(rgs_context *context, const rgs_about *scheme) {
  levels_subject s = { .context = context, .name = scheme->name };
  for (int i = 0; i < BODIES; i++) s.bodies[i] = asymmetric_body(700 + (uint64_t)i);
  rgs_method *method = make_method(context, "exact", s.name, NULL);
  test_save(&s, method, s.name);
  if (!places_thermostat(context, s.name)) test_order(&s, method, scheme->order);
  rgs_method_destroy(method);
  if (param_of(scheme, "inner") == NULL) return;
  test_as_strang(&s);
  test_swap(&s);
  test_requests(&s, 1), test_requests(&s, 3);
  test_in_ensemble(&s, "langevin", NULL);
  test_in_ensemble(&s, "csvr", NULL);
  test_in_ensemble(&s, "nhc", NULL);
  test_in_ensemble(&s, "langevin", "crescale");
  test_in_ensemble(&s, "csvr", "andersen");
  test_barostats(&s, "andersen");
  test_barostats(&s, "flexible");
}
