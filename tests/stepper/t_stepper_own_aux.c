/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_own_aux.c - hosts whose view has no column aux: the library keeps what belongs to each
 * body itself, as long as the bodies stay the same.
 */
#include "check.h"
#include "script.h"

enum { N = 5 };

/* A run whose view has no such column.  `late`: the view is bound after the stepper is made. */
static run *start_without(const variant *v, bool late, uint64_t revision) {
  fake_bodies *world = fake_bodies_filled(N, FAKE_SOA, 0);
  world->view.revision = revision;
  TRUE(world->view.aux.data == NULL);
  run *r = start_over(v, world, NULL);
  if (!late) return r;
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  OK(rgs_bodies_create(context, N, &r->bodies, &err));
  OK(rgs_stepper_create(r->bodies, v->method, &r->host.host, &r->stepper, &err));
  OK(rgs_bodies_bind(r->bodies, &world->view, &err));
  return r;
}

/* The bits are as with a host that has the column, saves included. */
TEST(the_same_bits) {
  int kept = 0;
  EACH_VARIANT(v) {
    if (v->info.aux == 0 || v->model) continue;
    kept++;
    run *with = start(v, N, FAKE_SOA);
    script want = { 0 };
    script_run(&want, with);
    const block b = saved(with->stepper);
    for (int late = 0; late < 2; late++) {
      run *r = start_without(v, late, 0);
      script now = { 0 };
      script_run(&now, r);
      same_shown(v, &want, &now, N);
      SAME_INT((long long)b.size, (long long)saved(r->stepper).size);
      /* And a block of the one is read by the other. */
      OK(load(r->stepper, b));
      OK(rgs_stepper_unprocess(r->stepper, &err));
      OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    }
  }
  TRUE(kept > 10);
}

/* Inside a step: a bind with the same revision goes on; with another one, or with none, it is refused in
 * words, and nothing is written. */
TEST(binds_inside_a_step) {
  EACH_VARIANT(v) {
    if (v->info.aux == 0 || v->model) continue;
    for (uint64_t revision = 7; revision <= 9;
         revision++) { /* 7: stays; 8: another; 9: becomes 0 */
      run *r = start_without(v, false, 7);
      OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
      STATUS(RGS_NEED_EVAL, advance(r, STEP));
      answer(r);
      bind_revision(r, revision == 9 ? 0 : revision);
      if (revision == 7) {
        drive(r, STEP);
      } else {
        double *before = fake_snapshot(r->world);
        REFUSED_TEXT(RGS_E_NEEDS, advance(r, STEP), "view.aux is null", "revision");
        unchanged(r, before);
        OK(rgs_stepper_reset(r->stepper, &err));
        OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
      }
    }
  }
}

/* Between steps other bodies may come.  What was kept for the old ones is not for them: the motion is
 * as with a stepper which has just been made for them. */
TEST(binds_between_steps) {
  EACH_VARIANT(v) {
    if (v->info.aux == 0 || v->model) continue;
    run *r = start_without(v, false, 7), *new = start_without(v, false, 1);
    OK(rgs_stepper_run(r->stepper, STEP, 4, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    for (int64_t i = 0; i < N; i++) fake_body_fill(r->world, i, i);
    bind_revision(r, 8);
    if (v->processed)
      REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_unprocess(r->stepper, &err), "view.aux is null",
                   "revision");
    OK(rgs_stepper_set_valid(r->stepper, 0, &err)); /* from here on the state is the host's */
    OK(rgs_stepper_run(r->stepper, STEP, 3, &err));
    OK(rgs_stepper_run(new->stepper, STEP, 3, &err));
    same_runs(v, new, r);
  }
}

/* The memory is taken when the stepper is made or swapped and when the capacity grows, never in a step,
 * and not at all for a host that has the column. */
TEST(memory) {
  const variant *v = variant_of("rowlands4", RGS_EVAL_FORCE),
                *plain = variant_of("strang", RGS_EVAL_FORCE);
  run *r = start_without(plain, false, 7);
  const int64_t before = allocations();
  OK(rgs_stepper_swap(r->stepper, v->method, &err));
  const int64_t swapped = allocations();
  OK(rgs_stepper_run(r->stepper, STEP, 3, &err));
  OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 3, &err));
  const int64_t stepped = allocations();
  if (counts_allocations()) {
    TRUE(swapped > before);
    SAME_INT(swapped, stepped);
  }
  /* In the middle of a step the capacity may grow: what was kept stays. */
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
  OK(rgs_bodies_reserve(r->bodies, 4 * N, &err));
  answer(r);
  drive(r, STEP);
  run *whole = start_without(plain, false, 7);
  OK(rgs_stepper_swap(whole->stepper, v->method, &err));
  OK(rgs_stepper_run(whole->stepper, STEP, 7, &err));
  same_runs(v, whole, r);
}

/* The library's memory was taken for a narrow method; then the host gives a column, takes a wider method
 * or more bodies, and leaves the column out again: that is refused, as nobody has memory for it. */
TEST(too_small) {
  const variant *narrow = variant_of("nystrom4", RGS_EVAL_FORCE),
                *wide = variant_of("rowlands4", RGS_EVAL_FORCE);
  TRUE(wide->info.aux > narrow->info.aux && narrow->info.aux > 0);
  for (int larger = 0; larger < 2; larger++) {
    run *r = start_without(narrow, false, 7);
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    fake_bodies *with = fake_bodies_filled(N, FAKE_SOA, wide->info.aux);
    r->host.bodies = with;
    OK(rgs_bodies_bind(r->bodies, &with->view, &err));
    if (larger)
      OK(rgs_bodies_reserve(r->bodies, 100 * N, &err));
    else
      OK(rgs_stepper_swap(r->stepper, wide->method, &err));
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    r->host.bodies = r->world;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_run(r->stepper, STEP, 1, &err), "view.aux is null");
  }
}

TEST_MAIN(set_up, tear_down)
