/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_host_answers.c - a host that answers with numbers that are none, or does not write what it was asked
 * for, is refused in words and asked again; one that mends its answer goes on as if nothing had been.
 */
#include "one_body.h"

#include <math.h>
#include <rigidstep/draft.h>

static const rgs_param andersen[] = { { "kt", NULL, 1 },
                                      { "pressure", NULL, 1 },
                                      { "piston_relaxation", NULL, 1 } };
static const rgs_param refined[] = { { "refined", NULL, 1 } };

static int spoils;          /* so many answers from now on are spoiled .. */
static double spoiled_with; /* .. by this */

static int spoil(one_body *b, rgs_eval *request) {
  one_body_spring(b, request);
  if (spoils == 0 || request->what == RGS_EVAL_SUM) return 0;
  spoils--;
  request->energy = request->virial[1] = spoiled_with;
  return 0;
}

/* Returns x after ten steps, one answer of which was spoiled; each spoiled one is refused once. */
static double run(const char *piston, const rgs_param *params, uint32_t n_params, uint32_t ranks,
                  int spoiled, const char *text) {
  one_body b;
  one_body_open(&b, NULL, NULL, piston, params, n_params, ranks);
  if (piston != NULL) one_body_box(&b, 5);
  b.answer = spoil;
  spoils = 0;
  OK(rgs_step(b.stepper, 0.1, 5, &err));
  spoils = spoiled;
  for (int k = 0; k < spoiled; k++)
    REFUSED_TEXT(RGS_E_HOST, rgs_step(b.stepper, 0.1, 1, &err), text, "must be finite");
  OK(rgs_step(b.stepper, 0.1, 5, &err));
  const double x = b.x[0];
  one_body_close(&b);
  return x;
}

TEST(mended_answers) {
  static const double bad[] = { NAN, INFINITY, -INFINITY };
  for (size_t k = 0; k < COUNT(bad); k++) {
    spoiled_with = bad[k];
    for (uint32_t ranks = 1; ranks <= 3; ranks++)
      NEAR(run("andersen", andersen, 3, ranks, 0, ""),
           run("andersen", andersen, 3, ranks, 2, "host's virial[1]"), 0);
    NEAR(run(NULL, refined, 1, 1, 0, ""), run(NULL, refined, 1, 1, 2, "host's energy"), 0);
  }
}

/* ---- what is not written --------------------------------------------------------------------- */

/* Four bodies, of which two and two attract each other; or two of them. */
enum { BODIES = 4 };
typedef struct pair {
  one_body one;
  int n;
  double x[BODIES][3], p[BODIES][3], q[BODIES][4], l[BODIES][3], f[BODIES][3], tau[BODIES][3],
      mass[BODIES], inertia[BODIES][3];
  int64_t keys[BODIES];
  bool
      external; /* a field that draws both bodies the same way, whose virial is none of the box's */
} pair;

static int attract(one_body *b, rgs_eval *request) {
  pair *w = (pair *)b; /* its first field */
  for (uint32_t k = 0; k < request->n_sum; k++) request->sum[k] *= b->host.ranks;
  for (int i = 0; i < w->n; i++)
    for (int k = 0; k < 3; k++) {
      w->f[i][k] = w->external ? 1 : w->x[i ^ 1][k] - w->x[i][k];
      w->tau[i][k] = 0;
    }
  return 0;
}

static rgs_status run_bodies(int n, uint32_t ranks, bool external, bool drafts) {
  pair w = { .external = external, .n = n };
  const char *piston = "andersen";
  one_body_open(&w.one, NULL, NULL, piston, andersen, 3, ranks);
  if (drafts) OK(rgs_draft_allow(w.one.context, RGS_DRAFT_ABI, &err));
  for (int i = 0; i < n; i++) {
    w.x[i][0] = i, w.x[i][1] = 0.3 * i, w.x[i][2] = 0.1 * i, w.q[i][0] = w.mass[i] = 1;
    for (int k = 0; k < 3; k++) w.inertia[i][k] = 1;
    w.keys[i] = i;
  }
  w.one.view = (rgs_view){ .head = RGS_HEAD(rgs_view),
                           .n = n,
                           .stamp = 2,
                           .x = { w.x[0], 3, 1 },
                           .p = { w.p[0], 3, 1 },
                           .q = { w.q[0], 4, 1 },
                           .l = { w.l[0], 3, 1 },
                           .mass = { w.mass, 1, 1 },
                           .inertia = { w.inertia[0], 3, 1 },
                           .f = { w.f[0], 3, 1 },
                           .tau = { w.tau[0], 3, 1 },
                           .key = w.keys };
  OK(rgs_bodies_reserve(w.one.bodies, n, &err));
  OK(rgs_bodies_bind(w.one.bodies, &w.one.view, &err));
  one_body_box(&w.one, 5);
  w.one.answer = attract;
  forget_error();
  const rgs_status status = rgs_step(w.one.stepper, 0.1, 1, &err);
  one_body_close(&w.one);
  return status;
}

static rgs_status run_pair(uint32_t ranks, bool external, bool drafts) {
  return run_bodies(BODIES, ranks, external, drafts);
}

/* Forces between a few bodies may be at right angles to their distances.  Two ranks are both these bodies: each has a virial of 0, which a host with another rank may mean. */
TEST(virial_not_written) {
  REFUSED_TEXT(RGS_E_HOST, run_pair(1, false, false), "virial is 0 along all axes",
               "write rgs_eval.virial");
  OK(run_pair(1, true, false));
  OK(run_bodies(2, 1, false, false));
  OK(run_pair(2, false, false));
  REFUSED_TEXT(RGS_E_HOST, run_pair(1, false, true), "virial[0] is nan");
  REFUSED_TEXT(RGS_E_HOST, run_pair(1, true, true), "virial[0] is nan");
  REFUSED_TEXT(RGS_E_HOST, run_pair(2, false, true), "virial[0], summed over ranks, is nan");
}

/* One of several ranks must not stop alone while the others wait for its sums: these tell all. */
static int spoil_energy(one_body *b, rgs_eval *request) {
  one_body_spring(b, request);
  if (spoils > 0 && (request->what & RGS_EVAL_ENERGY)) spoils--, request->energy = NAN;
  return 0;
}

TEST(energy_of_one_of_several_ranks) {
  static const rgs_param conserved[] = { { "kt", NULL, 1 },
                                         { "pressure", NULL, 1 },
                                         { "piston_relaxation", NULL, 1 },
                                         { "conserved", NULL, 1 } };
  one_body b;
  one_body_open(&b, NULL, NULL, "andersen", conserved, 4, 2);
  one_body_box(&b, 5);
  b.answer = spoil_energy;
  spoils = 0;
  OK(rgs_step(b.stepper, 0.1, 2, &err));
  spoils = 1;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(b.stepper, 0.1, 2, &err), "2 of 2 ranks",
               "the energy is not");
  OK(rgs_stepper_reset(b.stepper, &err));
  OK(rgs_step(b.stepper, 0.1, 2, &err));
  one_body_close(&b);
}

/* What a bath was given can be no number; the step fails, and after a reset it goes on, and can be saved. */
TEST(heat_that_is_no_number) {
  static const rgs_param langevin[] = { { "kt", NULL, 1 },
                                        { "relaxation", NULL, 1 },
                                        { "seed", NULL, 1 } };
  static char block[8192];
  one_body b;
  one_body_open(&b, NULL, "langevin", NULL, langevin, 3, 1);
  OK(rgs_step(b.stepper, 0.1, 1, &err));
  b.p[0] = 1e160;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(b.stepper, 0.1, 1, &err), "heat of bath");
  OK(rgs_stepper_reset(b.stepper, &err));
  b.p[0] = b.x[0] = 0.1;
  OK(rgs_step(b.stepper, 0.1, 3, &err));
  size_t size = sizeof block;
  OK(rgs_stepper_save(b.stepper, block, &size, &err));
  OK(rgs_stepper_load(b.stepper, block, size, &err));
  one_body_close(&b);
}

static int forces_alone(one_body *b, rgs_eval *request) {
  (void)request;
  for (int k = 0; k < 3; k++) b->f[k] = -b->x[k], b->tau[k] = 0;
  return 0;
}

TEST(energy_not_written) {
  one_body b;
  one_body_open(&b, NULL, NULL, NULL, refined, 1, 1);
  b.answer = forces_alone;
  OK(rgs_step(b.stepper, 0.1, 1, &err)); /* for a host of 1.2 it is 0 */
  OK(rgs_draft_allow(b.context, RGS_DRAFT_ABI, &err));
  REFUSED_TEXT(RGS_E_HOST, rgs_step(b.stepper, 0.1, 1, &err), "host's energy is nan");
  one_body_close(&b);
}

/* A rank without bodies may write nothing. */
TEST(rank_without_bodies) {
  one_body b;
  one_body_open(&b, NULL, NULL, "andersen", andersen, 3, 2);
  OK(rgs_draft_allow(b.context, RGS_DRAFT_ABI, &err));
  b.view.n = 0, b.view.stamp++;
  OK(rgs_bodies_bind(b.bodies, &b.view, &err));
  one_body_box(&b, 5);
  rgs_eval request = RGS_EVAL_INIT;
  rgs_status status;
  while ((status = rgs_advance(b.stepper, 0.1, &request, &err)) == RGS_NEED_EVAL) {
    if (request.what & RGS_EVAL_VIRIAL) NEAR(0, request.virial[0], 0);
    for (uint32_t k = 0; k < request.n_sum; k++) request.sum[k] *= 2;
    if (request.n_sum > 6) request.sum[6] = 6; /* the other rank has a body */
  }
  STATUS(RGS_OK, status);
  one_body_close(&b);
}

int main(void) { return RUN_TESTS(NULL, NULL); }
