/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_sums.c - what integrators have to keep that sum over ranks, look for a minimum of the
 * energy, or draw random numbers.
 */
#include "contract.h"

#include <math.h>

enum { BODIES = IN_ORDER, STEPS = 60 }; /* pairs */
static const double H = 0.05;

static void crowd_of(start bodies[BODIES]) {
  for (int i = 0; i < BODIES; i++) bodies[i] = asymmetric_body(400 + (uint64_t)i);
}

/* ---- several ranks --------------------------------------------------------------------------- */
void test_summing(const subject *s) {
  start bodies[BODIES];
  crowd_of(bodies);
  test_ranks(s->context, s->method, s->about->name, bodies, BODIES, PAIR_FORCES, H, STEPS);
  test_spoilt_rank(s, bodies, BODIES, PAIR_FORCES, H);
}

/* ---- a minimum ------------------------------------------------------------------------------- */
static double energy_of(rig *r) {
  rgs_eval request = { .head = RGS_HEAD(rgs_eval), .what = RGS_EVAL_ENERGY };
  (void)r->host.eval(r, &request, &r->view);
  return request.energy;
}

static double largest_force(const rig *r) {
  double most = 0;
  for (int64_t i = 0; i < r->n; i++)
    for (int k = 0; k < 3; k++)
      most = fmax(most, fmax(fabs(RGS_AT(r->view.f, i, k)), fabs(RGS_AT(r->view.tau, i, k))));
  return most;
}

void test_relaxes(const subject *s) {
  enum { ROUNDS = 12, STEPS_OF_ROUND = 250 };
  start bodies[BODIES];
  crowd_of(bodies);
  rig *r = rig_open(s->context, s->method, bodies, BODIES, BY_BODY, PAIR_FORCES);
  const double first = energy_of(r);
  double last = first, rise = 0;
  for (int round = 0; round < ROUNDS; round++) {
    must(rig_run(r, H, STEPS_OF_ROUND), "steps", &r->error);
    const double energy = energy_of(r);
    rise = fmax(rise, energy - last);
    last = energy;
  }
  rgs_eval request = { .head = RGS_HEAD(rgs_eval), .what = RGS_EVAL_FORCE };
  (void)r->host.eval(r, &request, &r->view);
  report(s->about->name, "energy falls", rise, 1e-13 * fabs(first));
  report(s->about->name, "energy at the end", last - first, -1);
  report(s->about->name, "force at the end", largest_force(r), 1e-9);
  fact(s, "no step back", rig_run(r, -H, 1) == RGS_E_ARG, "RGS_E_ARG");
  rig_close(r);
}

/* ---- random numbers -------------------------------------------------------------------------- */
static void test_tags(const subject *s, const start bodies[BODIES]) {
  two_orders t;
  run_two_orders(&t, s->context, s->method, bodies, H, STEPS);
  fact(s, "order and layout", t.same_bits && t.moved, "noise goes by the tag, bit for bit");
  t.tags[0][3] = t.tags[0][9];
  rig_bind(t.one);
  fact(s, "tags that repeat", rig_run(t.one, H, 1) == RGS_E_BODY && t.one->error.body == 9,
       "are refused, and the body named");
  rig_close(t.one), rig_close(t.other);
}

void test_random(const subject *s) {
  start bodies[BODIES];
  crowd_of(bodies);
  test_tags(s, bodies);
  test_ranks(s->context, s->method, s->about->name, bodies, BODIES, PAIR_FORCES, H, STEPS);
  rig *r = rig_open(s->context, s->method, bodies, BODIES, BY_BODY, NO_FORCES);
  fact(s, "no step back", rig_run(r, -H, 1) == RGS_E_ARG, "RGS_E_ARG");
  r->host.ranks = 2;
  rig_restart(r, s->method);
  fact(s, "ranks without tags", rig_run(r, H, 1) == RGS_E_NEEDS, "RGS_E_NEEDS");
  rig_close(r);
}
