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

static void fact(const subject *s, const char *contract, bool kept, const char *remark) {
  report_fact(s->about->name, contract, kept, remark);
}

static void bind(rig *r) {
  r->view.stamp++;
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
}

/* ---- several ranks --------------------------------------------------------------------------- */
enum { RANKS = 2, EACH = BODIES / RANKS };

typedef struct ranks {
  rig *rank[RANKS];
  rgs_eval request[RANKS];
  int64_t keys[RANKS][EACH];
} ranks;

static void open_ranks(const subject *s, const start bodies[BODIES], ranks *all) {
  for (int k = 0; k < RANKS; k++) {
    all->rank[k] = rig_open(s->context, s->method, bodies + k * EACH, EACH, BY_BODY, PAIR_FORCES);
    rig *r = all->rank[k];
    r->host.ranks = RANKS;
    r->host.provides |= RGS_EVAL_SUM;
    all->request[k] = (rgs_eval)RGS_EVAL_INIT;
    for (int i = 0; i < EACH; i++) all->keys[k][i] = k * EACH + i;
    r->view.key = all->keys[k];
    rig_restart(r, s->method);
  }
}

static void close_ranks(ranks *all) {
  for (int k = 0; k < RANKS; k++) rig_close(all->rank[k]);
}

static void add_up(ranks *all) {
  for (uint32_t j = 0; j < all->request[0].n_sum; j++) {
    double sum = 0;
    for (int k = 0; k < RANKS; k++) sum += all->request[k].sum[j];
    for (int k = 0; k < RANKS; k++) all->request[k].sum[j] = sum;
  }
}

/* One step of all ranks.  Returns false where they part: other answers or other requests. */
static bool step_ranks(ranks *all, rgs_status *status) {
  for (;;) {
    rgs_status answer[RANKS];
    for (int k = 0; k < RANKS; k++) {
      rig *r = all->rank[k];
      answer[k] = rgs_advance(r->stepper, H, &all->request[k], &r->error);
      if (answer[k] != answer[0] ||
          (answer[k] == RGS_NEED_EVAL && (all->request[k].what != all->request[0].what ||
                                          all->request[k].n_sum != all->request[0].n_sum)))
        return false;
    }
    *status = answer[0];
    if (*status != RGS_NEED_EVAL) return true;
    if (all->request[0].what & RGS_EVAL_SUM)
      add_up(all);
    else
      for (int k = 0; k < RANKS; k++)
        all->rank[k]->host.eval(all->rank[k], &all->request[k], &all->rank[k]->view);
  }
}

/* What one rank has in its force, the sums show to all. */
static void test_spoilt_rank(const subject *s, const start bodies[BODIES]) {
  enum { BAD = 3 };
  ranks all;
  bool alike = true;
  rgs_status status = RGS_OK;
  open_ranks(s, bodies, &all);
  all.rank[1]->spoil_at = 2, all.rank[1]->spoil_body = BAD;
  for (int step = 0; step < 4 && alike && status == RGS_OK; step++)
    alike = step_ranks(&all, &status);
  fact(s, "a nan on one rank",
       alike && status == RGS_E_NONFINITE && all.rank[0]->error.body == -1 &&
           all.rank[1]->error.body == BAD,
       "is refused on all ranks alike");
  close_ranks(&all);
}

void test_summing(const subject *s) {
  start bodies[BODIES];
  crowd_of(bodies);
  test_ranks(s->context, s->method, s->about->name, bodies, BODIES, PAIR_FORCES, H, STEPS);
  test_spoilt_rank(s, bodies);
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
  bind(a), bind(b);
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
  bind(a);
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
