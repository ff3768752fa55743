/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_layout.c - where bodies lie: in any layout and order, moved, dealt to other ranks or bound
 * anew at any evaluation, the bits are the same.
 */
#include "check.h"
#include "script.h"

#include <stdlib.h>

/* ---- layouts --------------------------------------------------------------------------------- */
/* The script with bodies in the order of these identities. */
static void in_order(const variant *v, const script *want, int64_t n, int layout,
                     const int64_t *ids) {
  run *r = start(v, n, layout);
  for (int64_t i = 0; i < n; i++) fake_body_fill(r->world, i, ids[i]);
  OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
  OK(rgs_stepper_project(r->stepper, NULL, &err));
  double *before = fake_snapshot(r->world);
  script now = { 0 };
  script_run(&now, r);
  for (int k = 0; k < want->shows && n == 1; k++)
    SAME_BITS(want->shown[k] + ids[0] * FAKE_STATE, now.shown[k], FAKE_STATE);
  if (n > 1) same_shown(v, want, &now, n);
  /* The gaps and the constants are as they were. */
  for (size_t k = 0; k < r->world->doubles; k++)
    if (before[k] == 12345.0) NEAR(12345.0, r->world->memory[k], 0);
  for (int64_t i = 0; i < n; i++) {
    const rgs_view *view = &r->world->view;
    const ptrdiff_t mass = &RGS_AT(view->mass, i, 0) - r->world->memory;
    SAME_BITS(before + mass, r->world->memory + mass, 1);
    for (int k = 0; k < 3; k++) {
      const ptrdiff_t at = &RGS_AT(view->inertia, i, k) - r->world->memory;
      SAME_BITS(before + at, r->world->memory + at, 1);
    }
  }
}

TEST(layouts_and_order) {
  enum { N = 11 };
  static const int64_t orders[FAKE_LAYOUTS][N] = { { 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 },
                                                   { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
                                                   { 5, 0, 10, 3, 7, 1, 9, 2, 8, 4, 6 },
                                                   { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0 } };
  EACH_VARIANT(v) {
    script want;
    script_of(v, N, &want);
    for (int layout = 0; layout < FAKE_LAYOUTS; layout++)
      in_order(v, &want, N, layout, orders[layout]);
    for (int64_t i = 0; i < N; i += 5) in_order(v, &want, 1, FAKE_AOS, &i); /* alone */
  }
}

/* Columns that share some numbers: a bind takes them, as it always did, and the check says so. */
TEST(columns_that_overlap) {
  enum { N = 5 };
  run *r = start(strang, N, FAKE_SOA);
  double memory[400];
  for (int k = 0; k < 400; k++) memory[k] = 0.5; /* |q| = 1, and all else sound */
  static const struct {
    ptrdiff_t x, x_body, x_comp, p, p_body, p_comp;
    int64_t body; /* the first whose x is shared; -1: none */
  } cases[] = {
    { 0, 3, 1, 15, 3, 1, -1 },  { 0, 3, 1, 14, 3, 1, 4 },   { 0, 1, 5, 15, 1, 5, -1 },
    { 0, 1, 5, 14, 1, 5, 4 },   { 0, 6, 1, 3, 6, 1, -1 },   { 0, 6, 1, 2, 6, 1, 0 },
    { 27, -6, 1, 1, 6, 1, 0 },  { 24, -6, 1, 3, 6, 1, -1 }, { 0, 6, 1, 3, 12, 1, -1 },
    { 0, 12, 2, 1, 12, 2, -1 }, { 0, 12, 2, 4, 12, 2, 0 },  { 3, 6, 1, 0, 12, 1, -1 },
    { 3, 6, 1, 9, 12, 1, 1 },
  };
  for (size_t k = 0; k < COUNT(cases); k++) {
    rgs_view v = { .head = RGS_HEAD(rgs_view), .n = N };
    rgs_column *others[] = { &v.q, &v.l, &v.mass, &v.inertia, &v.f, &v.tau };
    for (int j = 0; j < 6; j++) *others[j] = (rgs_column){ memory + 100 + 4 * N * j, 4, 1 };
    v.x = (rgs_column){ memory + cases[k].x, cases[k].x_body, cases[k].x_comp };
    v.p = (rgs_column){ memory + cases[k].p, cases[k].p_body, cases[k].p_comp };
    if (cases[k].body >= 0) {
      REFUSED_BODY(RGS_E_ARG, cases[k].body, rgs_bodies_bind(r->bodies, &v, &err), "view.x",
                   "view.p");
      continue;
    }
    OK(rgs_bodies_bind(r->bodies, &v, &err));
    OK(rgs_bodies_check(r->bodies, &err));
    /* Mass may be a part of the inertia: both are constants. */
    v.mass = (rgs_column){ v.inertia.data + 1, 4, 1 };
    OK(rgs_bodies_bind(r->bodies, &v, &err));
    OK(rgs_bodies_check(r->bodies, &err));
  }
}

/* ---- migration ------------------------------------------------------------------------------- */
TEST(bodies_move_anywhere) {
  enum { N = 6 };
  EACH_VARIANT(v) {
    script want;
    script_of(v, N, &want);
    for (int when = 0; when < 3; when++) { /* before forces are written, after, in a callback */
      run *r = start(v, N, FAKE_AOS);
      script now = { 0 };
      r->host.extra = r;
      if (when == 2) {
        r->host.before = move_in_callback;
        script_run_back(&now, r);
      }
      for (int layout = 0; now.action < ACTIONS; layout = (layout + 1) % FAKE_LAYOUTS) {
        const rgs_status status = script_call(&now, r);
        if (when == 0 || status == RGS_OK) move_bodies(r, layout);
        if (status == RGS_NEED_EVAL) answer(r);
        if (when == 1 && status == RGS_NEED_EVAL) move_bodies(r, layout);
      }
      same_shown(v, &want, &now, N);
    }
  }
}

/* Two ranks of equal steppers; at each evaluation bodies change sides, so that n changes too. */
enum { ALL = 7 };
static void deal(run *ranks[2], int turn) {
  fake_bodies *old[2] = { ranks[0]->world, ranks[1]->world }, *fresh[2];
  int64_t n[2] = { 0, 0 };
  int side[ALL];
  for (int id = 0; id < ALL; id++) {
    side[id] = (id * 3 + turn * (id + 1)) / 3 % 2;
    if (turn % 5 == 4) side[id] = 1; /* one rank left empty */
    n[side[id]]++;
  }
  for (int k = 0; k < 2; k++) {
    fresh[k] = fake_bodies_new(n[k], (turn + k) % FAKE_LAYOUTS, old[0]->aux);
    n[k] = 0;
  }
  for (int k = 0; k < 2; k++)
    for (int64_t i = 0; i < old[k]->n; i++) {
      const int to = side[old[k]->id[i]];
      fake_body_copy(fresh[to], n[to]++, old[k], i);
    }
  for (int k = 0; k < 2; k++) {
    OK(rgs_bodies_bind(ranks[k]->bodies, &fresh[k]->view, &err));
    close_now(old[k]);
    ranks[k]->world = ranks[k]->host.bodies = fresh[k];
  }
}

TEST(bodies_change_rank) {
  enum { STEPS = 6 };
  EACH_VARIANT(v) {
    double *want = reference(v, ALL, STEP, STEPS);
    run *ranks[2] = { start(v, ALL, FAKE_SOA), start(v, 0, FAKE_AOS) };
    OK(rgs_bodies_reserve(ranks[1]->bodies, ALL, &err));
    int turns = 0;
    for (int step = 0; step < STEPS; step++)
      for (;;) {
        rgs_status status[2];
        for (int k = 0; k < 2; k++) status[k] = advance(ranks[k], STEP);
        /* The place inside the step is the same on all ranks, bodies or none. */
        STATUS(status[0], status[1]);
        SAME_INT(ranks[0]->request.what, ranks[1]->request.what);
        NEAR(ranks[0]->request.time, ranks[1]->request.time, 0);
        if (status[0] == RGS_OK) break;
        STATUS(RGS_NEED_EVAL, status[0]);
        deal(ranks, turns++);
        for (int k = 0; k < 2; k++) answer(ranks[k]);
      }
    TRUE(turns >= STEPS);
    SAME_INT(ALL, ranks[0]->world->n + ranks[1]->world->n);
    fake_bodies *all = fake_bodies_new(ALL, FAKE_SOA, v->info.aux);
    for (int64_t k = 0, at = 0; k < 2; k++)
      for (int64_t i = 0; i < ranks[k]->world->n; i++)
        fake_body_copy(all, at++, ranks[k]->world, i);
    same_state(v, want, all);
  }
}

/* ---- binding between steps ------------------------------------------------------------------- */
/* The revision: a changed inertia counts when the revision changes, and with revision 0 at every bind. */
TEST(revisions) {
  enum { N = 3 };
  for (int zero = 0; zero < 2; zero++) EACH_VARIANT(v) {
      run *r = start(v, N, FAKE_SOA), *fresh = start(v, N, FAKE_SOA);
      if (zero) bind_revision(r, 0);
      OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
      OK(rgs_stepper_process(r->stepper, NULL, &err));
      for (int k = 0; k < 3; k++) RGS_AT(r->world->view.inertia, 1, k) = 2 + 0.5 * k;
      for (int64_t i = 0; i < N; i++) fake_body_copy(fresh->world, i, r->world, i);
      bind_revision(r, zero ? 0 : 1000000000 + (uint64_t)(v - variants));
      OK(rgs_stepper_set_valid(r->stepper, 0, &err));
      OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
      OK(rgs_stepper_run(fresh->stepper, STEP, 2, &err));
      same_runs(v, fresh, r);
    }
}

TEST_MAIN(set_up, tear_down)
