/* SPDX-License-Identifier: BSD-3-Clause */
#include "peer_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rgs_error why = RGS_ERROR_INIT;
static rgs_context *context; /* made at the first use, there until the end */

void motion_die(const char *what) {
  fprintf(stderr, "peer_precision: %s: %s\n", what, why.text);
  exit(2);
}

/* ---- who moves bodies ------------------------------------------------------------------------ */
const mover MOVERS[N_MOVERS] = {
  { "SPIRAL", &peer_spiral, NULL, NULL, { { 2, 3 }, { 2, 2 } } },
  { "Yade's Fincham1992", &peer_yade_fincham, NULL, NULL, { { 1, 1 }, { 1, 1 } } },
  { "the same, A(q1)", &peer_fincham, NULL, NULL, { { 2, 2 }, { 2, 2 } } },
  { "richardson/strang", NULL, "richardson", "strang", { { 2, 2 }, { 2, 2 } } },
  { "dmv2/strang", NULL, "dmv2", "strang", { { 2, 2 }, { 2, 2 } } },
  { "exact/strang", NULL, "exact", "strang", { { EXACT, EXACT }, { 2, 2 } } },
  { "exact/nystrom4", NULL, "exact", "nystrom4", { { EXACT, EXACT }, { 4, 4 } } },
};

void motion_begin(motion *m, const mover *by, const forced_model *model,
                  const forced_state *start) {
  m->run = NULL;
  m->lost = 0;
  if (by->peer != NULL) {
    peer_run_start(&m->by_peer, by->peer, model, start);
    return;
  }
  if (context == NULL && rgs_context_create(NULL, &context, &why) != RGS_OK) motion_die("context");
  m->run = forced_run_open(context, model, start, by->rotor, by->scheme, &why);
  if (m->run == NULL) motion_die(by->name);
}

void motion_go(motion *m, double h, int64_t steps) {
  if (m->lost) return;
  m->lost = m->run != NULL ? forced_run_steps(m->run, h, steps, &why) != RGS_OK
                           : peer_run_steps(&m->by_peer, h, steps) != 0;
}

double motion_look(motion *m, forced_state *state) {
  double potential = NAN, kinetic = NAN;
  if (m->lost) return NAN;
  m->lost = m->run != NULL ? forced_run_look(m->run, state, &potential, &kinetic, &why) != RGS_OK
                           : peer_run_look(&m->by_peer, state, &potential, &kinetic) != 0;
  return potential + kinetic;
}

int64_t motion_evaluations(const motion *m) {
  return m->run != NULL ? forced_run_forces(m->run) + forced_run_gradients(m->run)
                        : m->by_peer.forces;
}

void motion_end(motion *m) { forced_run_close(m->run); }

/* ---- what is moved --------------------------------------------------------------------------- */
static void top(problem *p, double weight) { /* that of workload.c */
  static const double inertia[3] = { 0.376, 0.627, 1 }, l[3] = { 0, 0.6, -0.8 };
  p->title = "heavy top";
  p->top.weight[2] = weight;
  p->model.n = 1;
  p->model.mass[0] = 1;
  memcpy(p->model.inertia, inertia, sizeof inertia);
  p->start.q[0] = 1;
  memcpy(p->start.l, l, sizeof l);
  p->model.provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT;
  p->model.self = &p->top;
  p->model.eval = heavy_top_eval;
  p->fewest = 30, p->most = 2e5;
  p->watched = 1000, p->watch = 0.05;
}

static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53 - 0.5;
}

/* Bodies that do not see each other, thrown from different heights with different spins: what a
 * bounce makes of an error depends on how the body happens to meet the floor. */
static void contact(problem *p) {
  static const contact_floor ground = {
    .place = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 0.5, 0 }, { 0, -0.5, 0 } },
    .radius = 0.3,
    .stiffness = 1000,
    .gravity = 1,
  };
  const double own = 0.4 * ground.radius * ground.radius; /* each sphere is a quarter of the mass */
  uint64_t seed = 1;
  p->title = "body that bounces on a floor";
  p->ground = ground;
  p->model.n = BOUNCING;
  for (int i = 0; i < BOUNCING; i++) {
    p->model.mass[i] = 1;
    p->model.inertia[3 * i] = 0.5 * 0.25 + own;
    p->model.inertia[3 * i + 1] = 0.5 + own;
    p->model.inertia[3 * i + 2] = 0.5 * 1.25 + own;
    p->start.q[4 * i] = 1;
    p->start.x[3 * i + 2] = 1.5 + uniform(&seed);
    for (int k = 0; k < 3; k++) p->start.l[3 * i + k] = 0.5 * uniform(&seed);
  }
  p->model.provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  p->model.self = &p->ground;
  p->model.eval = contact_eval;
  p->fewest = 200, p->most = 2.5e5;
  p->watched = 1000, p->watch = 0.01;
}

void problem_choose(problem *p, const char *name) {
  memset(p, 0, sizeof *p);
  p->span = 10;
  if (strcmp(name, "contact") == 0)
    contact(p);
  else
    top(p, strcmp(name, "free") == 0 ? 0 : 1);
}

/* As many bodies as there is room for. */
void problem_repeat(problem *p) {
  const int n = (int)p->model.n;
  for (int i = n; i < FORCED_MOST; i++) {
    const int from = i % n;
    p->model.mass[i] = p->model.mass[from];
    for (int k = 0; k < 3; k++) {
      p->model.inertia[3 * i + k] = p->model.inertia[3 * from + k];
      p->start.x[3 * i + k] = p->start.x[3 * from + k];
      p->start.l[3 * i + k] = p->start.l[3 * from + k];
    }
    for (int k = 0; k < 4; k++) p->start.q[4 * i + k] = p->start.q[4 * from + k];
  }
  p->model.n = FORCED_MOST;
}

/* ---- errors ---------------------------------------------------------------------------------- */
double apart(const double *a, const double *b) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

/* Angle between the attitudes. */
double turned(const double *p, const double *q) {
  double minus = 0, plus = 0; /* q and -q are one attitude */
  for (int k = 0; k < 4; k++) {
    minus += (p[k] - q[k]) * (p[k] - q[k]);
    plus += (p[k] + q[k]) * (p[k] + q[k]);
  }
  return 4 * asin(0.5 * sqrt(fmin(minus, plus)));
}

double state_error(const problem *p, const forced_state *a, const forced_state *b) {
  const int n = (int)p->model.n;
  double error[FORCED_MOST] = { 0 };
  for (int i = 0; i < n; i++) {
    const double angle = turned(a->q + 4 * i, b->q + 4 * i);
    const double own =
        sqrt(angle * angle + apart(a->x + 3 * i, b->x + 3 * i) + apart(a->l + 3 * i, b->l + 3 * i));
    int at = i;
    for (; at > 0 && error[at - 1] > own; at--) error[at] = error[at - 1];
    error[at] = own;
  }
  return 0.5 * (error[(n - 1) / 2] + error[n / 2]);
}

/* The state after the span in so many steps; 0 if a step was refused. */
int problem_reach(const problem *p, const mover *by, int64_t steps, forced_state *state) {
  static motion m;
  motion_begin(&m, by, &p->model, &p->start);
  motion_go(&m, p->span / (double)steps, steps);
  motion_look(&m, state);
  motion_end(&m);
  return !m.lost;
}

/* By two schemes that share little; returns what they differ by. */
double problem_refer(const problem *p, forced_state *reference) {
  static const mover fine[2] = { { .name = "rkn8", .rotor = "exact", .scheme = "rkn8" },
                                 { .name = "srkn11b", .rotor = "exact", .scheme = "srkn11b" } };
  forced_state other;
  const int64_t steps = llround(4 * p->most / 19);
  if (!problem_reach(p, &fine[0], steps, reference) ||
      !problem_reach(p, &fine[1], steps * 3 / 2, &other))
    motion_die("reference");
  return state_error(p, reference, &other);
}
