/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_layout.c - where bodies lie: in any layout and order, moved, dealt to other ranks or bound
 * anew at any evaluation, the bits are the same.
 */
#include "check.h"
#include "stepper_run.h"

#include <stdlib.h>

/* ---- layouts --------------------------------------------------------------------------------- */
TEST(layouts_and_order) {
  enum { N = 11, STEPS = 5 };
  static const int64_t orders[][N] = { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 },
                                       { 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 },
                                       { 5, 0, 10, 3, 7, 1, 9, 2, 8, 4, 6 },
                                       { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0 } };
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, N, STEP, STEPS);
    for (int layout = 0; layout < FAKE_LAYOUTS; layout++)
      for (size_t o = 0; o < COUNT(orders); o++) {
        run *r = start(m, N, layout);
        for (int64_t i = 0; i < N; i++) fake_body_fill(r->world, i, orders[o][i]);
        OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
        OK(rgs_stepper_project(r->stepper, NULL, &err));
        double *before = fake_snapshot(r->world);
        OK(rgs_step(r->stepper, STEP, STEPS, &err));
        same_state(m, want, r->world);
        /* The gaps and the constants are as they were. */
        for (size_t k = 0; k < r->world->doubles; k++)
          if (before[k] == 12345.0) NEAR(12345.0, r->world->memory[k], 0);
        for (int64_t i = 0; i < N; i++) {
          const ptrdiff_t at = &RGS_AT(r->world->view.mass, i, 0) - r->world->memory;
          SAME_BITS(before + at, r->world->memory + at, 1);
          for (int k = 0; k < 3; k++) {
            const ptrdiff_t j = &RGS_AT(r->world->view.inertia, i, k) - r->world->memory;
            SAME_BITS(before + j, r->world->memory + j, 1);
          }
        }
        free(before);
        finish(r);
      }
    /* Any subset: each body alone. */
    for (int64_t i = 0; i < N; i += 5) {
      run *r = start(m, 1, FAKE_AOS);
      fake_body_fill(r->world, 0, i);
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      OK(rgs_stepper_project(r->stepper, NULL, &err));
      OK(rgs_step(r->stepper, STEP, STEPS, &err));
      r->world->id[0] = 0;
      same_state(m, want + i * FAKE_STATE, r->world);
      finish(r);
    }
    free(want);
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
    OK(rgs_bodies_bind(r->bodies, &v, &err));
    if (cases[k].body < 0)
      OK(rgs_bodies_check(r->bodies, &err));
    else
      REFUSED_BODY(RGS_E_ARG, cases[k].body, rgs_bodies_check(r->bodies, &err), "view.x", "view.p",
                   (const char *)NULL);
    /* Mass may be a part of the inertia: both are constants. */
    v.mass = (rgs_column){ v.inertia.data + 1, 4, 1 };
    OK(rgs_bodies_bind(r->bodies, &v, &err));
    if (cases[k].body < 0) OK(rgs_bodies_check(r->bodies, &err));
  }
  finish(r);
}

/* ---- migration ------------------------------------------------------------------------------- */
/* Moves all bodies to fresh memory of another layout in reversed order. */
static void migrate(run *r, int layout) {
  const fake_bodies *old = r->world;
  fake_bodies *fresh = fake_bodies_new(old->n, layout, old->carry);
  for (int64_t i = 0; i < old->n; i++) fake_body_copy(fresh, old->n - 1 - i, old, i);
  OK(rgs_bodies_bind(r->bodies, &fresh->view, &err));
  memset(r->world->memory, 0xff, r->world->doubles * sizeof(double)); /* nan: gone for good */
  fake_bodies_free(r->world);
  r->world = r->host.bodies = fresh;
}

TEST(bodies_migrate_at_every_evaluation) {
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 6, STEP, 5);
    /* Before and after the forces are written: a host may do either. */
    for (int when = 0; when < 2; when++) {
      run *r = start(m, 6, FAKE_SOA);
      int moves = 0;
      for (int step = 0; step < 5; step++) {
        rgs_eval request = RGS_EVAL_INIT;
        rgs_status status;
        while ((status = rgs_advance(r->stepper, STEP, &request, &err)) == RGS_NEED_EVAL) {
          if (when == 0) migrate(r, moves++ % FAKE_LAYOUTS);
          answer(r, &request);
          if (when == 1) migrate(r, moves++ % FAKE_LAYOUTS);
        }
        STATUS(RGS_OK, status);
      }
      TRUE(moves >= 5);
      same_state(m, want, r->world);
      finish(r);
    }
    free(want);
  }
}

static int migrate_in_callback(fake_host *h) {
  migrate(h->extra, (int)(h->calls % FAKE_LAYOUTS));
  return 0;
}

TEST(bodies_migrate_inside_the_callback) {
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 6, STEP, 5);
    run *r = start(m, 6, FAKE_SOA);
    r->host.before = migrate_in_callback;
    r->host.extra = r;
    OK(rgs_step(r->stepper, STEP, 5, &err));
    TRUE(r->host.calls >= 5);
    same_state(m, want, r->world);
    finish(r);
    free(want);
  }
}

/* Two ranks of equal steppers; at each evaluation bodies change sides, so that n changes too. */
static void deal(run *ranks[2], int turn) {
  enum { ALL = 7 };
  fake_bodies *old[2] = { ranks[0]->world, ranks[1]->world }, *fresh[2];
  int64_t n[2] = { 0, 0 };
  int side[ALL];
  for (int id = 0; id < ALL; id++) {
    side[id] = (id * 3 + turn * (id + 1)) / 3 % 2;
    if (turn % 5 == 4) side[id] = 1; /* one rank left empty */
    n[side[id]]++;
  }
  for (int k = 0; k < 2; k++) {
    fresh[k] = fake_bodies_new(n[k], (turn + k) % FAKE_LAYOUTS, old[0]->carry);
    n[k] = 0;
  }
  for (int k = 0; k < 2; k++)
    for (int64_t i = 0; i < old[k]->n; i++) {
      const int to = side[old[k]->id[i]];
      fake_body_copy(fresh[to], n[to]++, old[k], i);
    }
  for (int k = 0; k < 2; k++) {
    OK(rgs_bodies_bind(ranks[k]->bodies, &fresh[k]->view, &err));
    fake_bodies_free(old[k]);
    ranks[k]->world = ranks[k]->host.bodies = fresh[k];
  }
}

TEST(bodies_change_rank) {
  enum { ALL = 7, STEPS = 6 };
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, ALL, STEP, STEPS);
    run *ranks[2] = { start(m, ALL, FAKE_SOA), start(m, ALL, FAKE_AOS) };
    /* Rank 1 begins empty. */
    fake_bodies_free(ranks[1]->world);
    ranks[1]->world = ranks[1]->host.bodies = fake_bodies_new(0, FAKE_SOA, infos[m].carry);
    OK(rgs_bodies_bind(ranks[1]->bodies, &ranks[1]->world->view, &err));
    int turns = 0;
    for (int step = 0; step < STEPS; step++)
      for (;;) {
        rgs_eval request[2] = { RGS_EVAL_INIT, RGS_EVAL_INIT };
        rgs_status status[2];
        for (int k = 0; k < 2; k++)
          status[k] = rgs_advance(ranks[k]->stepper, STEP, &request[k], &err);
        /* The place inside the step is the same on all ranks, bodies or none. */
        STATUS(status[0], status[1]);
        SAME_INT(request[0].what, request[1].what);
        NEAR(request[0].time, request[1].time, 0);
        if (status[0] == RGS_OK) break;
        STATUS(RGS_NEED_EVAL, status[0]);
        deal(ranks, turns++);
        for (int k = 0; k < 2; k++) answer(ranks[k], &request[k]);
      }
    TRUE(turns >= STEPS);
    SAME_INT(ALL, ranks[0]->world->n + ranks[1]->world->n);
    fake_bodies *all = fake_bodies_new(ALL, FAKE_SOA, infos[m].carry);
    int64_t at = 0;
    for (int k = 0; k < 2; k++)
      for (int64_t i = 0; i < ranks[k]->world->n; i++)
        fake_body_copy(all, at++, ranks[k]->world, i);
    same_state(m, want, all);
    fake_bodies_free(all);
    finish(ranks[0]);
    finish(ranks[1]);
    free(want);
  }
}

/* ---- binding between steps ------------------------------------------------------------------- */
/* The stamp: a changed inertia counts when the stamp changes, and with stamp 0 at every bind. */
TEST(stamps) {
  for (int zero = 0; zero < 2; zero++)
    for (int m = 0; m < n_methods; m++) {
      run *r = start(m, 3, FAKE_SOA), *fresh = start(m, 3, FAKE_SOA);
      if (zero) {
        r->world->view.stamp = 0;
        OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      }
      OK(rgs_step(r->stepper, STEP, 2, &err));
      OK(rgs_stepper_process(r->stepper, NULL, &err));
      for (int k = 0; k < 3; k++) RGS_AT(r->world->view.inertia, 1, k) = 2 + 0.5 * k;
      for (int64_t i = 0; i < 3; i++) fake_body_copy(fresh->world, i, r->world, i);
      r->world->view.stamp = zero ? 0 : 1000000000 + (uint64_t)m;
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
      OK(rgs_stepper_set_fresh(r->stepper, 0, &err));
      OK(rgs_step(r->stepper, STEP, 2, &err));
      OK(rgs_step(fresh->stepper, STEP, 2, &err));
      double *want = fake_state(fresh->world);
      same_state(m, want, r->world);
      free(want);
      finish(r);
      finish(fresh);
    }
}

/* Room for more bodies, taken between steps, changes nothing of those there are. */
TEST(reserve_between_steps) {
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 3, STEP, 4);
    run *r = start(m, 3, FAKE_SOA);
    OK(rgs_step(r->stepper, STEP, 2, &err));
    OK(rgs_bodies_reserve(r->bodies, 1000, &err));
    OK(rgs_step(r->stepper, STEP, 2, &err));
    same_state(m, want, r->world);
    finish(r);
    free(want);
  }
}

int main(void) { return RUN_TESTS(set_up, tear_down); }
