/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_save.c - what a save holds, taken anywhere, and that a damaged one is refused.
 */
#include "check.h"
#include "stepper_run.h"

#include <stdlib.h>

TEST(save_and_load_anywhere) {
  enum { N = 4, STEPS = 3 };
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, N, STEP, STEPS);
    /* Stop after every number of calls, inside and between steps. */
    bool done = false;
    for (int stop = 0; !done; stop++) {
      run *r = start(m, N, FAKE_SOA);
      rgs_eval request = RGS_EVAL_INIT;
      rgs_status status = RGS_OK;
      int calls = 0, step = 0;
      for (; calls < stop && step < STEPS; calls++) {
        status = rgs_advance(r->stepper, STEP, &request, &err);
        TRUE(status == RGS_OK || status == RGS_NEED_EVAL);
        if (status == RGS_NEED_EVAL && calls < stop - 1) answer(r, &request);
        step += status == RGS_OK;
      }
      done = step == STEPS;
      size_t size, size2;
      void *blob = saved(r->stepper, &size);
      /* Into a new stepper over new bodies in another layout, forces not yet given. */
      run *s = start(m, N, FAKE_STRIDED);
      for (int64_t i = 0; i < N; i++) {
        fake_body_fill(s->world, i, 100 + i); /* another state: the load brings it back */
        s->world->id[i] = i;
        RGS_AT(s->world->view.mass, i, 0) = RGS_AT(r->world->view.mass, i, 0);
        for (int k = 0; k < 3; k++)
          RGS_AT(s->world->view.inertia, i, k) = RGS_AT(r->world->view.inertia, i, k);
      }
      OK(rgs_bodies_bind(s->bodies, &s->world->view, &err));
      OK(rgs_stepper_load(s->stepper, blob, size, &err));
      void *again = saved(s->stepper, &size2);
      SAME_INT((long long)size, (long long)size2);
      TRUE(memcmp(blob, again, size) == 0);
      NEAR(rgs_stepper_time(r->stepper), rgs_stepper_time(s->stepper), 0);
      const int64_t before = s->host.calls;
      if (status == RGS_NEED_EVAL) {
        /* The new host knows of no request: the stepper asks again. */
        rgs_eval open = RGS_EVAL_INIT;
        STATUS(RGS_NEED_EVAL, rgs_advance(s->stepper, STEP, &open, &err));
        SAME_INT(request.what, open.what);
        NEAR(request.time, open.time, 0);
        answer(s, &open);
        answer(r, &request);
      }
      const bool inside = status == RGS_NEED_EVAL;
      while (step < STEPS) {
        rgs_eval one = RGS_EVAL_INIT, two = RGS_EVAL_INIT;
        const rgs_status a = rgs_advance(r->stepper, STEP, &one, &err);
        const rgs_status b = rgs_advance(s->stepper, STEP, &two, &err);
        STATUS(a, b);
        if (a == RGS_OK) {
          step++;
          continue;
        }
        SAME_INT(one.what, two.what);
        NEAR(one.time, two.time, 0);
        answer(r, &one);
        answer(s, &two);
      }
      same_state(m, want, r->world);
      same_state(m, want, s->world);
      /* A save between steps holds the forces: none is evaluated twice. */
      if (!inside && !done && stop > 0 && infos[m].ends_fresh)
        TRUE(s->host.calls - before <=
             (int64_t)(STEPS * (infos[m].evals + 2 * infos[m].gradients)));
      free(blob);
      free(again);
      finish(r);
      finish(s);
    }
    free(want);
  }
}

/* The first 16 bytes say whether the block can be read at all: of another version, or damaged. */
static void refuse_load(run *r, const void *blob, size_t size, const double *before,
                        const void *own, size_t own_size) {
  forget_error();
  const rgs_status got = rgs_stepper_load(r->stepper, blob, size, &err);
  if (got != RGS_E_DATA && got != RGS_E_ABI)
    for (size_t i = 0; own && i < 40 && i < size; i++)
      print_error("%02x%s", ((const unsigned char *)blob)[i], i == 39 ? "\n" : " ");
  if (got != RGS_E_ABI)
    check_refused(RGS_E_DATA, -1, got, "rgs_stepper_load", __FILE__, __LINE__, (const char *)NULL);
  TRUE(fake_unchanged(r->world, before));
  unsigned char now[8192];
  size_t now_size = sizeof now;
  OK(rgs_stepper_save(r->stepper, now, &now_size, &err));
  SAME_INT((long long)own_size, (long long)now_size);
  TRUE(memcmp(own, now, own_size) == 0);
}

TEST(damaged_saves) {
  const int which[] = { strang, verlet };
  for (size_t w = 0; w < COUNT(which); w++) {
    run *r = start(which[w], 3, FAKE_AOS);
    rgs_eval request = RGS_EVAL_INIT;
    OK(rgs_step(r->stepper, STEP, 2, &err));
    STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
    size_t size, own_size;
    unsigned char *blob = saved(r->stepper, &size);
    answer(r, &request);
    OK(rgs_advance(r->stepper, STEP, &request, &err));
    void *own = saved(r->stepper, &own_size);
    TRUE(own_size <= 8192);
    double *before = fake_snapshot(r->world);
    /* Every truncation, from a block of its own so that the sanitizers see a read behind it. */
    for (size_t cut = 0; cut < size; cut++) {
      unsigned char *part = malloc(cut + (cut == 0));
      memcpy(part, blob, cut);
      refuse_load(r, part, cut, before, own, own_size);
      free(part);
    }
    /* Every byte changed. */
    for (size_t i = 0; i < size; i++)
      for (int bit = 0; bit < 8; bit += 7) {
        blob[i] = (unsigned char)(blob[i] ^ (1 << bit));
        refuse_load(r, blob, size, before, own, own_size);
        blob[i] = (unsigned char)(blob[i] ^ (1 << bit));
      }
    unsigned char *longer = calloc(1, size + 8);
    memcpy(longer, blob, size);
    refuse_load(r, longer, size + 8, before, own, own_size);
    free(longer);
    /* Of another method, of other bodies. */
    run *other = start(dkd, 3, FAKE_AOS);
    size_t other_size;
    void *other_blob = saved(other->stepper, &other_size);
    refuse_load(r, other_blob, other_size, before, own, own_size);
    free(other_blob);
    finish(other);
    other = start(which[w], 2, FAKE_AOS);
    other_blob = saved(other->stepper, &other_size);
    refuse_load(r, other_blob, other_size, before, own, own_size);
    free(other_blob);
    finish(other);
    /* And the sound one is taken. */
    OK(rgs_stepper_load(r->stepper, blob, size, &err));
    free(blob);
    free(own);
    free(before);
    finish(r);
  }
}

int main(void) { return RUN_TESTS(set_up, tear_down); }
