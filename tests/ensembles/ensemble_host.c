/* SPDX-License-Identifier: BSD-3-Clause */
#include "ensemble_host.h"
#include "with_head.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(ensemble *e, rgs_status status, const char *what) {
  if (status >= RGS_OK) return;
  fprintf(stderr, "ensemble_host: %s: %d %s\n", what, (int)status, e->error.text);
  abort();
}

/* ---- bodies -------------------------------------------------------------------------------------- */
void ensemble_gather(ensemble *e) {
  for (int r = 0; r < e->n_ranks; r++) {
    const ensemble_rank *k = &e->rank[r];
    for (int64_t i = 0; i < k->n - k->view.n_ghosts; i++) /* x, p, q and l */
      memcpy(&e->box.body[k->id[i]], k->data[i], MASS * sizeof(double));
  }
}

static void bind(ensemble *e, ensemble_rank *k, int64_t ghosts) {
  static uint64_t revision = 0;
  for (int64_t i = 0; i < k->n; i++) {
    k->tag[i] = 1000 - 7 * k->id[i];
    memcpy(k->data[i], &e->box.body[k->id[i]], sizeof(plain_body));
  }
  k->view = view_of_plain(k->data[0], k->n, PLAIN_BODY, 0);
  k->view.revision = ++revision;
  k->view.tag = k->tag;
  k->view.n_ghosts = ghosts;
  must(e, rgs_bodies_bind(k->bodies, &k->view, &e->error), "bind");
}

/* Deals bodies out; `turn` changes who gets which. */
static void deal(ensemble *e, int turn, bool ghosts) {
  for (int r = 0; r < e->n_ranks; r++) {
    ensemble_rank *k = &e->rank[r];
    k->n = 0;
    for (int i = 0; i < e->box.n; i++)
      if ((5 * i + turn) % e->n_ranks == r) k->id[k->n++] = i;
    for (int64_t i = 0; i < k->n / 2 && e->n_ranks > 1; i++) { /* another order */
      const int64_t other = k->id[i];
      k->id[i] = k->id[k->n - 1 - i];
      k->id[k->n - 1 - i] = other;
    }
    const int64_t own = k->n;
    for (int i = 0; i < e->box.n && ghosts; i++)
      if ((5 * i + turn) % e->n_ranks == (r + 1) % e->n_ranks && i % 3 == 0) k->id[k->n++] = i;
    bind(e, k, k->n - own);
  }
}

/* ---- making one ---------------------------------------------------------------------------------- */
rgs_status ensemble_tell_cell(rgs_stepper *s, const double edges[3], rgs_error *error) {
  const rgs_cell cell = cell_of_edges(edges[0], edges[1], edges[2]);
  return rgs_stepper_set_cell(s, &cell, error);
}

void ensemble_take_cell(ensemble *e) {
  rgs_cell cell = RGS_CELL_INIT;
  if (!e->method_has_barostat) return;
  must(e, rgs_stepper_cell(e->rank[0].stepper, &cell, &e->error), "cell");
  memcpy(e->box.vectors, cell.vectors, sizeof e->box.vectors);
  for (int k = 0; k < 3; k++) e->box.edge[k] = cell.vectors[4 * k];
}

static rgs_status tell_cell(const box_of_bodies *b, rgs_stepper *s, rgs_error *error) {
  rgs_cell cell = RGS_CELL_INIT;
  if (b->forces == NULL) return ensemble_tell_cell(s, b->edge, error);
  memcpy(cell.vectors, b->vectors, sizeof cell.vectors);
  memcpy(cell.reference, b->reference, sizeof cell.reference);
  memcpy(cell.origin, b->origin, sizeof cell.origin);
  return rgs_stepper_set_cell(s, &cell, error);
}

static void make_stepper(ensemble *e, ensemble_rank *k) {
  const rgs_host host = WITH_HEAD(rgs_host,
                                  .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL |
                                              (e->one_force ? 0 : RGS_DRAFT_EVAL_SLOW) |
                                              (e->n_ranks > 1 ? RGS_EVAL_REDUCTION : 0),
                                  .ranks = (uint32_t)e->n_ranks);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(e, rgs_stepper_create(k->bodies, e->method, &host, &k->stepper, &e->error), "stepper");
  must(e, rgs_stepper_describe(k->stepper, &info, &e->error), "description");
  e->has_levels = (info.needs & RGS_DRAFT_EVAL_SLOW) != 0;
  if (e->method_has_barostat) must(e, tell_cell(&e->box, k->stepper, &e->error), "cell");
}

static void close_ensemble(void *closed) {
  ensemble *e = closed;
  for (int r = 0; r < e->n_ranks; r++) {
    rgs_stepper_destroy(e->rank[r].stepper);
    rgs_bodies_destroy(e->rank[r].bodies);
  }
  rgs_method_destroy(e->method);
  rgs_context_destroy(e->context);
}

void ensemble_open(ensemble *e, const named_method *m, int ranks, bool ghosts) {
  close_now(e);
  memset(&e->context, 0, sizeof *e - offsetof(ensemble, context)); /* all but the box */
  e->error = (rgs_error)RGS_ERROR_INIT;
  e->n_ranks = ranks;
  e->method_has_barostat = m->barostat != NULL;
  keep(e, close_ensemble);
  must(e, rgs_context_create(NULL, &e->context, &e->error), "context");
  must(e, rgs_draft_allow(e->context, RGS_DRAFT_ABI, &e->error), "drafts");
  must(e, method_from_names(e->context, m, &e->method, &e->error), "method");
  for (int r = 0; r < ranks; r++) {
    must(e, rgs_bodies_create(e->context, MOST_BODIES, &e->rank[r].bodies, &e->error), "bodies");
    e->rank[r].request = (rgs_eval)RGS_EVAL_INIT;
  }
  deal(e, 0, ghosts);
  for (int r = 0; r < ranks; r++) make_stepper(e, &e->rank[r]);
}

void ensemble_begin(ensemble *e, const named_method *m, int ranks, bool ghosts) {
  set_up(&e->box, WCA, 27, 130, 1.1, 0, 9);
  ensemble_open(e, m, ranks, ghosts);
}

void ensemble_swap(ensemble *e, const named_method *m) {
  rgs_method *next = NULL;
  must(e, method_from_names(e->context, m, &next, &e->error), "method");
  for (int r = 0; r < e->n_ranks; r++)
    must(e, rgs_stepper_swap(e->rank[r].stepper, next, &e->error), "swap");
  rgs_method_destroy(e->method);
  e->method = next;
}

/* ---- steps --------------------------------------------------------------------------------------- */
static void add_up(ensemble *e) {
  const uint32_t n = e->rank[0].request.n_sum;
  double total[64] = { 0 };
  e->sums++;
  for (int r = 0; r < e->n_ranks; r++)
    for (uint32_t k = 0; k < n; k++) total[k] += e->rank[r].request.sum[k];
  for (int r = 0; r < e->n_ranks; r++) memcpy(e->rank[r].request.sum, total, n * sizeof *total);
}

static void put_forces(ensemble *e) {
  const double part = e->rank[0].request.what & RGS_DRAFT_EVAL_SLOW ? 0.2 : 0.8;
  for (int r = 0; r < e->n_ranks; r++) {
    ensemble_rank *k = &e->rank[r];
    for (int64_t i = 0; i < k->n; i++) {
      memcpy(k->data[i] + F, e->box.body[k->id[i]].f, 6 * sizeof(double)); /* f and tau */
      for (int a = 0; a < 6 && e->has_levels; a++) k->data[i][F + a] *= part;
    }
    /* Shares that differ, and add up. */
    const double share = e->n_ranks == 1 ? 1
                         : r == 0        ? 3.0 / (e->n_ranks + 2)
                                         : 1.0 / (e->n_ranks + 2);
    k->request.energy = share * e->box.energy;
    for (int a = 0; a < 9; a++) k->request.virial[a] = share * e->box.virial[a];
  }
}

void ensemble_answer(ensemble *e) {
  const rgs_eval *first = &e->rank[0].request;
  if (first->what == RGS_EVAL_REDUCTION) {
    add_up(e);
    return;
  }
  e->evaluations++;
  for (int k = 0; k < 3 && first->cell[0] > 0; k++) e->box.edge[k] = first->cell[4 * k];
  if (first->cell[0] > 0) memcpy(e->box.vectors, first->cell, sizeof first->cell);
  ensemble_gather(e);
  evaluate(&e->box);
  put_forces(e);
}

rgs_status ensemble_to_request(ensemble *e, double h) {
  rgs_status first = RGS_OK;
  for (int r = 0; r < e->n_ranks; r++) {
    const rgs_status status =
        rgs_stepper_advance(e->rank[r].stepper, h, &e->rank[r].request, &e->error);
    must(e, status, "advance");
    if (r == 0) first = status;
    if (status != first ||
        (status == RGS_NEED_EVAL && e->rank[r].request.what != e->rank[0].request.what)) {
      fprintf(stderr, "ranks ask for different things\n");
      abort();
    }
  }
  return first;
}

void ensemble_run_steps(ensemble *e, double h, int n, bool migrate) {
  static int turn = 0;
  for (int step = 0; step < n; step++)
    while (ensemble_to_request(e, h) == RGS_NEED_EVAL) {
      ensemble_answer(e);
      if (migrate && e->rank[0].request.what != RGS_EVAL_REDUCTION)
        deal(e, ++turn, e->rank[0].view.n_ghosts > 0);
    }
  ensemble_gather(e);
}

double ensemble_output(ensemble *e, const char *key, int component) {
  double sum = 0;
  for (int64_t i = 0;; i++) {
    const rgs_output_info *info = rgs_method_output_at(e->method, i);
    if (info == NULL) {
      fprintf(stderr, "no output %s\n", key);
      abort();
    }
    if (strcmp(info->key, key) != 0) continue;
    const int ranks = info->flags & RGS_OUTPUT_SUM ? e->n_ranks : 1;
    for (int r = 0; r < ranks; r++) {
      double values[16];
      must(e, rgs_stepper_output(e->rank[r].stepper, key, values, 16, &e->error), key);
      sum += values[component];
    }
    return sum;
  }
}
