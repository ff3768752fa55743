/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_ranks.c - bodies that are dealt out to several ranks, all of them in this process: what a
 * thermostat or a barostat does must not depend on the deal.
 */
#include "contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 4, MOST_BODIES = 64, MOST_SUMS = 32 };

typedef struct crew {
  int ranks;
  rig *rank[MOST_RANKS];
  int64_t id[MOST_RANKS][MOST_BODIES], tag[MOST_RANKS][MOST_BODIES]; /* of the rank's bodies */
  rgs_eval request[MOST_RANKS];
} crew;

/* Pairs, which attract each other, stay together.  Every rank has the bodies of the next as ghosts. */
static int64_t deal(const crew *c, int rank, int64_t n, bool ghosts, int64_t *id) {
  int64_t own = 0;
  for (int64_t i = 0; i < n; i++)
    if (i / 2 % c->ranks == rank) id[own++] = i;
  int64_t all = own;
  for (int64_t i = 0; i < n && ghosts; i++)
    if (i / 2 % c->ranks == (rank + 1) % c->ranks) id[all++] = i;
  return all - own;
}

static void open_rank(crew *c, int rank, rgs_context *context, const rgs_method *method,
                      const start *bodies, int64_t n, int forces) {
  int64_t *id = c->id[rank];
  start mine[MOST_BODIES];
  const int64_t ghosts = deal(c, rank, n, c->ranks > 1, id);
  int64_t m = 0;
  for (; m < MOST_BODIES && id[m] >= 0; m++) {
    mine[m] = bodies[id[m]];
    c->tag[rank][m] = 7 + 3 * id[m];
  }
  rig *r = c->rank[rank] = rig_open(context, method, mine, m, BY_BODY, forces);
  r->host.ranks = (uint32_t)c->ranks;
  r->host.provides |= RGS_EVAL_REDUCTION;
  r->view.tag = c->tag[rank];
  r->view.n_ghosts = ghosts;
  rig_restart(r, method);
  c->request[rank] = (rgs_eval)RGS_EVAL_INIT;
}

static crew *crew_open(rgs_context *context, const rgs_method *method, const start *bodies,
                       int64_t n, int ranks, int forces) {
  crew *c = calloc(1, sizeof *c);
  c->ranks = ranks;
  memset(c->id, -1, sizeof c->id);
  for (int k = 0; k < ranks; k++) open_rank(c, k, context, method, bodies, n, forces);
  return c;
}

static void crew_close(crew *c) {
  for (int k = 0; k < c->ranks; k++) rig_close(c->rank[k]);
  free(c);
}

static void answer(crew *c) {
  double sum[MOST_SUMS] = { 0 };
  const bool sums = c->request[0].what == RGS_EVAL_REDUCTION;
  const uint32_t n = c->request[0].n_sum;
  for (int k = 0; k < c->ranks; k++) {
    rig *r = c->rank[k];
    if (!sums) (void)r->host.eval(r, &c->request[k], &r->view);
    for (uint32_t i = 0; i < n && sums; i++) sum[i] += c->request[k].sum[i];
  }
  for (int k = 0; k < c->ranks && sums; k++) memcpy(c->request[k].sum, sum, n * sizeof *sum);
}

/* All ranks up to their next request, the end of the step, or the same failure. */
static rgs_status advance(crew *c, double h) {
  rgs_status first = RGS_OK;
  for (int k = 0; k < c->ranks; k++) {
    rig *r = c->rank[k];
    const rgs_status status = rgs_stepper_advance(r->stepper, h, &c->request[k], &r->error);
    if (k == 0) first = status;
    if (status == first && c->request[k].what == c->request[0].what) continue;
    if (status < RGS_OK) must(status, "rgs_stepper_advance on one of several ranks", &r->error);
    snprintf(r->error.text, sizeof r->error.text, "rank 0 has the status %d, rank %d has %d", first,
             k, status);
    must(RGS_E_MODULE, "all ranks ask for the same", &r->error);
  }
  return first;
}

static rgs_status try_steps(crew *c, double h, int64_t steps) {
  rgs_status status = RGS_OK;
  for (int64_t i = 0; i < steps && status == RGS_OK; i++)
    while ((status = advance(c, h)) == RGS_NEED_EVAL) answer(c);
  return status;
}

static void run(crew *c, double h, int64_t steps) {
  must(try_steps(c, h, steps), "rgs_stepper_advance on several ranks", &c->rank[0]->error);
}

static double total(const crew *c, const char *key) {
  double sum = 0;
  for (int k = 0; k < c->ranks; k++) sum += rig_output(c->rank[k], key);
  return sum;
}

static bool has_heat(const rgs_method *method) {
  for (int64_t i = 0; i < rgs_method_output_count(method); i++)
    if (strcmp(rgs_method_output_at(method, i)->key, "heat") == 0) return true;
  return false;
}

void test_ranks(rgs_context *context, const rgs_method *method, const char *name,
                const start *bodies, int64_t n, int forces, double h, int64_t steps) {
  crew *one = crew_open(context, method, bodies, n, 1, forces);
  run(one, h, steps);
  double off[2] = { 0, 0 }, heat = 0;
  bool same = true;
  for (int ranks = 2; ranks <= MOST_RANKS; ranks *= 2) {
    crew *c = crew_open(context, method, bodies, n, ranks, forces);
    run(c, h, steps);
    for (int k = 0; k < ranks; k++)
      for (int64_t i = 0; i < c->rank[k]->n; i++) {
        const rig *r = c->rank[k];
        const start here = rig_body(r, i), want = rig_body(one->rank[0], c->id[k][i]);
        off[ranks / 4] = larger(apart(&here, &want), off[ranks / 4]);
        if (i < r->n - r->view.n_ghosts) continue;
        const int next = (k + 1) % ranks;
        const int64_t at = i - (r->n - r->view.n_ghosts);
        const start original = rig_body(c->rank[next], at);
        same = same && c->id[next][at] == c->id[k][i] && same_bits(&here, &original);
      }
    if (has_heat(method)) heat = fmax(heat, fabs(total(c, "heat") - total(one, "heat")));
    crew_close(c);
  }
  report(name, "dealt out to 2 ranks", off[0], 1e-10);
  report(name, "dealt out to 4 ranks", off[1], 1e-10);
  report_fact(name, "ghosts as originals", same, "the same bits");
  if (has_heat(method))
    report(name, "heat of all ranks", heat, 1e-9 * (1 + fabs(total(one, "heat"))));
  crew_close(one);
}

void test_spoilt_rank(const subject *s, const start *bodies, int64_t n, int forces, double h) {
  enum { BAD = 3 };
  crew *c = crew_open(s->context, s->method, bodies, n, 2, forces);
  c->rank[1]->spoil_at = 2, c->rank[1]->spoil_body = BAD;
  const rgs_status status = try_steps(c, h, 4);
  fact(s, "a nan on one rank",
       status == RGS_E_NONFINITE && c->rank[0]->error.body == -1 && c->rank[1]->error.body == BAD,
       "is refused on all ranks alike");
  crew_close(c);
}
