/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_integrator.c - what an integrator has to keep beyond free flight: it asks for forces by
 * itself, keeps a place inside the step, and reads what the host said of its units.  What it has to
 * keep if it relaxes, sums over ranks or draws random numbers: contract_sums.c.
 */
#include "contract.h"

#include <math.h>

enum { BODIES = 6, STEPS = 3 }; /* three pairs */
static const double STEP = 0.05;

static void begin(const subject *s, start bodies[BODIES]) {
  for (int i = 0; i < BODIES; i++) bodies[i] = asymmetric_body(60 + (uint64_t)i);
  settle(s->context, s->method, bodies, BODIES);
}

static rig *open_rig(const subject *s, int layout) {
  start bodies[BODIES];
  begin(s, bodies);
  return rig_open(s->context, s->method, bodies, BODIES, layout, PAIR_FORCES);
}

static bool same(const rig *r, const start want[BODIES]) {
  bool all = true;
  for (int i = 0; i < BODIES; i++) {
    const start got = rig_body(r, i);
    all = all && same_bits(&got, &want[i]);
  }
  return all;
}

static void reference(const subject *s, start want[BODIES]) {
  rig *r = open_rig(s, BY_COMPONENT);
  must(rig_run(r, STEP, STEPS), "three steps", &r->error);
  for (int i = 0; i < BODIES; i++) want[i] = rig_body(r, i);
  rig_close(r);
}

static double difference(const rig *r, const start want[BODIES]) {
  double worst = 0;
  for (int i = 0; i < BODIES; i++) {
    const start got = rig_body(r, i);
    worst = larger(apart(&got, &want[i]), worst);
  }
  return worst;
}

/* Sums over bodies are rounded in another order where bodies lie in another one. */
static bool as_before(const subject *s, const rig *r, const start want[BODIES]) {
  return s->about->needs & RGS_EVAL_REDUCTION ? difference(r, want) <= 1e-12 : same(r, want);
}

/* ---- driven by the host ---------------------------------------------------------------------- */
static rgs_status advance(rig *r, rgs_eval *request) {
  return rgs_stepper_advance(r->stepper, STEP, request, &r->error);
}

static void test_drive(const subject *s, const start want[BODIES]) {
  rig *r = open_rig(s, BY_BODY);
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  for (int step = 0; step < STEPS && status == RGS_OK; step++)
    while ((status = advance(r, &request)) == RGS_NEED_EVAL) r->host.eval(r, &request, &r->view);
  fact(s, "driven by the host", status == RGS_OK && same(r, want),
       "same bits as by rgs_stepper_run");
  rig_close(r);
}

/* What it is told to be stale it has to ask for, and what it leaves fresh has to be so. */
static void test_valid(const subject *s, const start want[BODIES]) {
  rig *r = open_rig(s, BY_BODY);
  rgs_status status = RGS_OK;
  for (int step = 0; step < STEPS && status == RGS_OK; step++) {
    for (int i = 0; i < BODIES; i++)
      for (int k = 0; k < 3; k++) RGS_AT(r->view.f, i, k) = RGS_AT(r->view.tau, i, k) = NAN;
    must(rgs_stepper_set_valid(r->stepper, 0, &r->error), "rgs_stepper_set_valid", &r->error);
    status = rig_run(r, STEP, 1);
  }
  fact(s, "knows what is valid", status == RGS_OK && same(r, want),
       "same bits where all is stale between steps");
  rig_close(r);
}

/* ---- a place inside the step ----------------------------------------------------------------- */
/* At every evaluation all bodies move to other memory, pairs in the opposite order. */
static void test_migration(const subject *s, const start want[BODIES]) {
  rig *places[2] = { open_rig(s, BY_BODY), open_rig(s, BACKWARD) }, *first = places[0];
  int64_t tags[2][BODIES];
  for (int i = 0; i < BODIES; i++) tags[0][i] = tags[1][BODIES - 2 - i + 2 * (i % 2)] = i;
  places[0]->view.tag = tags[0], places[1]->view.tag = tags[1];
  places[0]->view.revision = 2, places[1]->view.revision = 3;
  must(rgs_bodies_bind(first->bodies, &first->view, &first->error), "rgs_bodies_bind",
       &first->error);
  int here = 0;
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  for (int step = 0; step < STEPS && status == RGS_OK; step++)
    while ((status = advance(first, &request)) == RGS_NEED_EVAL) {
      for (int i = 0; i < BODIES; i++)
        rig_move(places[here], i, places[1 - here], BODIES - 2 - i + 2 * (i % 2));
      here = 1 - here;
      must(rgs_bodies_bind(first->bodies, &places[here]->view, &first->error), "rgs_bodies_bind",
           &first->error);
      places[here]->host.eval(places[here], &request, &places[here]->view);
    }
  if (here == 1) {
    for (int i = 0; i < BODIES; i++)
      rig_move(places[1], i, places[0], BODIES - 2 - i + 2 * (i % 2));
  }
  fact(s, "bodies migrate", status == RGS_OK && as_before(s, first, want),
       s->about->needs & RGS_EVAL_REDUCTION
           ? "same to 1e-12 when they move in memory at each evaluation"
           : "same bits when they move in memory at each evaluation");
  rig_close(places[0]);
  rig_close(places[1]);
}

/* Saved at evaluation number `at`, loaded into another stepper, which goes on. */
static bool resumes(const subject *s, int at, const start want[BODIES], bool *ended) {
  rig *r = open_rig(s, BY_COMPONENT), *other = open_rig(s, BY_BODY);
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  bool same_end;
  int evaluations = 0, step = 0;
  for (; step < STEPS && status == RGS_OK; step++)
    while ((status = advance(r, &request)) == RGS_NEED_EVAL && evaluations++ < at)
      r->host.eval(r, &request, &r->view);
  *ended = status != RGS_NEED_EVAL;
  same_end = status == RGS_OK && same(r, want);
  if (!*ended) {
    /* Another past than the loaded state has. */
    must(rig_run(other, 0.3 * STEP, 2), "two steps", &other->error);
    rig_continue(r, other);
    for (; step <= STEPS && status >= RGS_OK; step++)
      while ((status = advance(other, &request)) == RGS_NEED_EVAL)
        other->host.eval(other, &request, &other->view);
    same_end = status == RGS_OK && same(other, want);
  }
  rig_close(r);
  rig_close(other);
  return same_end;
}

static void test_save(const subject *s, const start want[BODIES]) {
  bool all = true, ended = false;
  int places = 0;
  for (; !ended && places < 100; places++) all = all && resumes(s, places, want, &ended);
  char remark[64];
  snprintf(remark, sizeof remark, "same bits from each of %d evaluations on", places - 1);
  fact(s, "saved and loaded", all && places > 1, remark);
}

/* ---- what the host says of itself ------------------------------------------------------------ */
static void test_host(const subject *s, const start want[BODIES]) {
  rig *r = open_rig(s, BY_BODY);
  r->view.flags = RGS_VIEW_P_IS_VELOCITY;
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < 3; k++) RGS_AT(r->view.p, i, k) /= RGS_AT(r->view.mass, i, 0);
  rig_restart(r, s->method);
  rgs_status status = rig_run(r, STEP, STEPS);
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < 3; k++) RGS_AT(r->view.p, i, k) *= RGS_AT(r->view.mass, i, 0);
  report(s->about->name, "column p holds velocities",
         status == RGS_OK ? difference(r, want) : INFINITY, 1e-13);
  rig_close(r);

  r = open_rig(s, BY_BODY);
  r->host.force_scale = 0.3;
  rig_restart(r, s->method);
  status = rig_run(r, STEP, STEPS);
  report(s->about->name, "forces in other units", status == RGS_OK ? difference(r, want) : INFINITY,
         1e-13);
  rig_close(r);
}

/* ---- forces that are none -------------------------------------------------------------------- */
static bool finite_state(const rig *r) {
  double sum = 0;
  for (int i = 0; i < BODIES; i++) {
    const start b = rig_body(r, i);
    for (int k = 0; k < 3; k++) sum += b.x[k] - b.x[k] + b.p[k] - b.p[k] + b.l[k] - b.l[k];
    for (int k = 0; k < 4; k++) sum += b.q[k] - b.q[k];
  }
  return sum == 0;
}

/* It may notice at once or when it next needs them, but not hand on what came of it. */
static void test_spoilt(const subject *s) {
  enum { BODY = 3, MOST_EVALUATIONS = 8 };
  bool refused = true;
  rig *r = NULL;
  for (int at = 1; at <= MOST_EVALUATIONS && refused; at++) {
    r = open_rig(s, BY_BODY);
    r->spoil_at = at;
    r->spoil_body = BODY;
    rgs_status status = RGS_OK;
    for (int step = 0; step < MOST_EVALUATIONS && status == RGS_OK; step++) {
      status = rig_run(r, STEP, 1);
      if (status == RGS_OK && !finite_state(r)) refused = false;
    }
    /* An evaluation it never asks for spoils nothing. */
    if (r->forces >= at)
      refused =
          refused && (status == RGS_E_NONFINITE || status == RGS_E_NOCONV) && r->error.body == BODY;
    rig_close(r);
  }
  fact(s, "a torque that is nan", refused, "is refused, and the body named");
}

static void test_cost(const subject *s) {
  rig *r = open_rig(s, BY_BODY);
  double cost[2];
  char remark[64];
  cost_of_step(r, STEP, cost);
  snprintf(remark, sizeof remark, "%g forces and %g gradients a step", cost[0], cost[1]);
  fact(s, "forces and gradients", cost[0] > 0, remark);
  report_allocations(s->about->name, "allocations, with forces", r, STEP, 20);
  rig_close(r);
}

void test_integrator(rgs_context *context, const rgs_about *about) {
  rgs_method *method = make_method(context, NULL, NULL, about->name);
  start pair[2];
  pair_of_bodies(pair);
  const bool moves = !(about->claims & (RGS_RELAXES | RGS_RANDOM)); /* as mechanics says */
  const subject s = { context, about, method, false, settle(context, method, pair, 2) || !moves };
  test_flight(&s);
  char with_forces[96];
  snprintf(with_forces, sizeof with_forces, "%s, forces", about->name);
  if (moves) {
    report_pair_order(context, method, with_forces, "order", PAIR_FORCES, about->order);
    test_pair_claims(context, method, about, with_forces);
  }
  if (about->needs & RGS_EVAL_REDUCTION) test_summing(&s);
  if (about->claims & RGS_RELAXES) test_relaxes(&s);
  if (about->claims & RGS_RANDOM) test_random(&s);
  start want[BODIES];
  reference(&s, want);
  test_drive(&s, want);
  test_valid(&s, want);
  test_migration(&s, want);
  test_save(&s, want);
  start bodies[BODIES];
  begin(&s, bodies);
  report_rewind(context, method, about->name, bodies, BODIES, STEP);
  test_host(&s, want);
  test_spoilt(&s);
  test_cost(&s);
  rgs_method_destroy(method);
}
