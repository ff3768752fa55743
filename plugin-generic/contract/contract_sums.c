/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_sums.c - what integrators have to keep that sum over ranks, look for a minimum of the
 * energy, or draw random numbers.
 */
#include "contract.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BODIES = 12, STEPS = 60 }; /* pairs */
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
static void test_keys(const subject *s, const start bodies[BODIES]) {
  int64_t keys[2][BODIES];
  start turned[BODIES];
  for (int i = 0; i < BODIES; i++) {
    keys[0][i] = 100 - 3 * i;
    keys[1][BODIES - 1 - i] = keys[0][i];
    turned[BODIES - 1 - i] = bodies[i];
  }
  rig *a = rig_open(s->context, s->method, bodies, BODIES, BY_COMPONENT, NO_FORCES);
  rig *b = rig_open(s->context, s->method, turned, BODIES, BACKWARD, NO_FORCES);
  a->view.key = keys[0], b->view.key = keys[1];
  rig_bind(a), rig_bind(b);
  must(rig_run(a, H, STEPS), "steps", &a->error);
  must(rig_run(b, H, STEPS), "steps", &b->error);
  bool same = true, moved = false;
  for (int i = 0; i < BODIES; i++) {
    const start one = rig_body(a, i), other = rig_body(b, BODIES - 1 - i);
    same = same && same_bits(&one, &other);
    moved = moved || memcmp(one.x, bodies[i].x, sizeof one.x) != 0;
  }
  fact(s, "order and layout", same && moved, "noise goes by the key, bit for bit");
  keys[0][3] = keys[0][9];
  rig_bind(a);
  fact(s, "keys that repeat", rig_run(a, H, 1) == RGS_E_BODY && a->error.body == 9,
       "are refused, and the body named");
  rig_close(a), rig_close(b);
}

void test_random(const subject *s) {
  start bodies[BODIES];
  crowd_of(bodies);
  test_keys(s, bodies);
  test_ranks(s->context, s->method, s->about->name, bodies, BODIES, PAIR_FORCES, H, STEPS);
  rig *r = rig_open(s->context, s->method, bodies, BODIES, BY_BODY, NO_FORCES);
  fact(s, "no step back", rig_run(r, -H, 1) == RGS_E_ARG, "RGS_E_ARG");
  r->host.ranks = 2;
  rig_restart(r, s->method);
  fact(s, "ranks without keys", rig_run(r, H, 1) == RGS_E_NEEDS, "RGS_E_NEEDS");
  rig_close(r);
}
