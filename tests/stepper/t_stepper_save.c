/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_save.c - what a save holds, taken anywhere on the way through steps and shown states, and that a damaged
 * one is refused; so is what no stepper can have written, even with a right checksum, and states that no save could
 * hold are refused when they come up.
 */
#include "check.h"
#include "script.h"
#include "seal.h"

#include <stdint.h>
#include <stdlib.h>

enum { N = 3 };

/* Other bodies of the same constants: a load has to bring back the rest. */
static run *another(const variant *v) {
  run *s = start(v, N, FAKE_STRIDED);
  fake_bodies *other = fake_bodies_new(N, FAKE_SOA, 0);
  for (int64_t i = 0; i < N; i++) fake_body_fill(other, i, 100 + i);
  fake_set_state(s->world, other);
  return s;
}

/* They ask for the same, so that forces in a save are not evaluated twice. */
static void next_is_same(script *at_one, run *one, script *at_two, run *two) {
  const rgs_status status = script_call(at_one, one);
  STATUS(status, script_call(at_two, two));
  if (status == RGS_OK) return;
  SAME_INT(one->request.what, two->request.what);
  NEAR(one->request.time, two->request.time, 0);
  answer(one);
  answer(two);
}

TEST(save_and_load_anywhere) {
  EACH_VARIANT(v) {
    script want;
    script_of(v, N, &want);
    bool done = false;
    for (int stop = 0; !done; stop++) {
      run *r = start(v, N, FAKE_SOA), *s = another(v);
      script now = { 0 };
      const rgs_status status = script_until(&now, r, stop);
      done = now.action == ACTIONS;
      const block b = saved(r->stepper);
      OK(load(s->stepper, b));
      TRUE(same_blocks(b, saved(s->stepper)));
      NEAR(rgs_stepper_time(r->stepper), rgs_stepper_time(s->stepper), 0);
      script then = { .action = now.action, .steps = now.steps };
      if (status == RGS_NEED_EVAL) { /* The new host knows of no request: the stepper asks again. */
        STATUS(RGS_NEED_EVAL, script_call(&then, s));
        SAME_INT(r->request.what, s->request.what);
        NEAR(r->request.time, s->request.time, 0);
        answer(r);
        answer(s);
      }
      while (now.action < ACTIONS) next_is_same(&now, r, &then, s);
      TRUE(then.action == ACTIONS);
      for (int k = 0; k < then.shows; k++)
        SAME_BITS(want.shown[want.shows - then.shows + k], then.shown[k], N * FAKE_STATE);
      same_runs(v, r, s);
      same_shown(v, &want, &now, N);
    }
  }
}

/* A rank without bodies has no columns; what it saves at any request it can load. */
TEST(ranks_without_bodies) {
  const rgs_view none = { .head = RGS_HEAD(rgs_view), .revision = 1 };
  EACH_VARIANT(v) {
    run *r = start(v, 0, FAKE_SOA);
    OK(rgs_bodies_bind(r->bodies, &none, &err));
    rgs_status status;
    while ((status = advance(r, STEP)) == RGS_NEED_EVAL) {
      save_and_load(r->stepper);
      STATUS(RGS_NEED_EVAL, advance(r, STEP));
      answer(r);
    }
    OK(status);
  }
}

/* A save of a host with gradients is none of one without, and of no other parameter. */
TEST(saves_of_others) {
  EACH_VARIANT(v)
  EACH_VARIANT(o) {
    const bool parameters = v->own && o->own && v->of.params && o->of.params && v != o;
    if (v->method != o->method && !parameters) continue;
    run *r = start(v, N, FAKE_SOA), *s = start(o, N, FAKE_SOA);
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    const double *before = fake_snapshot(s->world);
    const bool same = v->method == o->method && v->displaces == o->displaces;
    STATUS(same ? RGS_OK : RGS_E_DATA, load(s->stepper, saved(r->stepper)));
    if (!same) unchanged(s, before);
  }
}

/* ---- damaged --------------------------------------------------------------------------------- */
/* A block that the stepper does not take: whole as it was, it saves what it saved before. */
static void refuse_load(run *r, block damaged) {
  static unsigned char before[8192], after[8192];
  block was = { before, sizeof before }, is = { after, sizeof after };
  const double *bodies = fake_snapshot(r->world);
  OK(rgs_stepper_save(r->stepper, was.bytes, &was.size, &err));
  forget_error();
  const rgs_status got = load(r->stepper, damaged);
  if (got != RGS_E_ABI) /* the first 16 bytes say whether the block can be read at all */
    check_refused(RGS_E_DATA, -1, got, "rgs_stepper_load", __FILE__, __LINE__, (const char *)NULL);
  unchanged(r, bodies);
  OK(rgs_stepper_save(r->stepper, is.bytes, &is.size, &err));
  TRUE(same_blocks(was, is));
}

/* Of the block after call `stop` of the script every byte and every length, or every `stride`th. */
static void damaged(const variant *v, int stop, size_t stride) {
  run *r = start(v, N, FAKE_SOA), *target = start(v, N, FAKE_AOS);
  script now = { 0 };
  (void)script_until(&now, r, stop);
  const block sound = saved(r->stepper);
  /* Every truncation, and a block that is too long, from a block of its own, so that the sanitizers see a read
   * behind it. */
  for (size_t cut = 0; cut <= sound.size; cut += stride) {
    const size_t length = cut + stride > sound.size ? sound.size + 8 : cut;
    unsigned char *part = calloc(1, length + (length == 0));
    memcpy(part, sound.bytes, length < sound.size ? length : sound.size);
    refuse_load(target, (block){ part, length });
    free(part);
  }
  for (size_t i = 0; i < sound.size; i++)
    for (unsigned bit = 0; bit < 8; bit += 7)
      if ((i + bit) % stride == 0) {
        sound.bytes[i] ^= (unsigned char)(1u << bit);
        refuse_load(target, sound);
        sound.bytes[i] ^= (unsigned char)(1u << bit);
      }
  refuse_load(target, saved(start(v == dkd ? strang : dkd, N, FAKE_AOS)->stepper));
  refuse_load(target, saved(start(v, N - 1, FAKE_AOS)->stepper));
  OK(load(target->stepper, sound));
}

TEST(damaged_saves) {
  EACH_VARIANT(v) {
    if (v == strang || v == verlet) damaged(v, 5, 1);
    if ((v->processed || v->info.aux > 0) && !v->integrator)
      for (int stop = 1; stop < 40; stop += 3) damaged(v, stop, 31);
  }
}

/* ---- forged ---------------------------------------------------------------------------------- */
#define PRESSED "kt=1 pressure=1 barostat_relaxation=1"
static const named_method plain = { "exact", "strang", NULL, NULL, NULL },
                          andersen = { "exact", "strang", NULL, "andersen", PRESSED },
                          fire = { NULL, "fire", NULL, NULL, NULL };

/* Every word of a block that was taken at a request is replaced by every small number.  What is loaded
 * asks for what its host provides, and for sums with numbers in them only. */
static void forge(const named_method *of, uint32_t ranks, uint32_t provides) {
  run *r = start_made_of(of, 1, ranks);
  r->host.host.provides = provides;
  make_anew(r, &variants[n_variants - 1]);
  if (of->barostat) set_cell(r, 5);
  drive(r, 0.1);
  STATUS(RGS_NEED_EVAL, advance(r, 0.1));
  const block sound = saved(r->stepper), forged = saved(r->stepper);
  int loaded = 0;
  for (size_t at = 32; at + 4 <= sound.size; at += 4)
    for (uint32_t word = 0; word <= 33; word++) {
      memcpy(forged.bytes, sound.bytes, sound.size);
      memcpy(forged.bytes + at, &word, sizeof word);
      seal(forged.bytes, forged.size);
      if (load(r->stepper, forged) != RGS_OK) continue;
      loaded++;
      for (int k = 0; k < 4; k++) {
        if (advance(r, 0.1) != RGS_NEED_EVAL) break;
        SAME_INT(0, r->request.what & ~provides);
        TRUE(!(r->request.what & RGS_EVAL_REDUCTION) || r->request.n_sum > 0);
        answer(r);
      }
      OK(rgs_stepper_reset(r->stepper, &err));
    }
  TRUE(loaded > 0);
}

TEST(forged_requests) {
  forge(&plain, 1, FORCE);
  forge(&fire, 2, FORCE | RGS_EVAL_REDUCTION);
  forge(&andersen, 1, FORCE | RGS_EVAL_VIRIAL);
}

/* A block that was saved at a request is loaded by hosts that can answer it. */
TEST(other_host) {
  run *r = start_made_of(&fire, 1, 2);
  while (advance(r, 0.1) == RGS_NEED_EVAL && r->request.what != RGS_EVAL_REDUCTION) answer(r);
  SAME_INT(RGS_EVAL_REDUCTION, r->request.what);
  const block b = saved(r->stepper);
  r->host.host.provides = FORCE, r->host.host.ranks = 1;
  make_anew(r, &variants[n_variants - 1]);
  REFUSED_TEXT(RGS_E_DATA, load(r->stepper, b), "asked for sum", "this host provides force");
}

/* ---- states that no save could hold ---------------------------------------------------------- */

TEST(cell_out_of_range) {
  const named_method groups = { "exact", "strang", NULL, "andersen",
                                PRESSED " group_y=2 group_z=3" };
  run *r = start_made_of(&groups, 1, 1);
  rgs_cell cell = cell_of_edges(1e200, 5, 5);
  cell.reference[0] = 1e-200, cell.reference[4] = cell.reference[8] = 5;
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(r->stepper, &cell, &err), "vectors[0] is 1e+200",
               "reference[0] 1e-200");
  cell = cell_of_edges(1e308, 1e308, 1e308);
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(r->stepper, &cell, &err), "volume is inf");
  cell = cell_of_edges(1e-200, 1e-200, 1);
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(r->stepper, &cell, &err), "volume is 0");
  /* Numbers whose sum overflows are numbers. */
  cell = cell_of_edges(5, 5, 5);
  for (int k = 0; k < 3; k++) cell.origin[k] = 1.7e308;
  OK(rgs_stepper_set_cell(r->stepper, &cell, &err));
  save_and_load(r->stepper);
}

static double virial;
static int with_virial(fake_host *h, rgs_eval *request) {
  (void)h;
  for (int k = 0; k < 9; k++) request->virial[k] = virial;
  return 0;
}

TEST(barostat_out_of_range) {
  run *r = start_made_of(&andersen, 1, 1);
  r->host.strength = 0;
  r->host.after = with_virial;
  virial = 0;
  OK(rgs_stepper_run(r->stepper, 0.01, 1, &err));
  virial = 1.7e308;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_stepper_run(r->stepper, 0.01, 1, &err), "andersen", "1.7e+308");
}

/* ---- the number of steps --------------------------------------------------------------------- */

/* It goes on after a save of a method without a thermostat, so that no noise comes twice. */
TEST(number_of_steps) {
  run *r = start_made_of(&plain, 1, 1);
  OK(rgs_stepper_run(r->stepper, 0.1, 15, &err));
  const block b = saved(r->stepper);
  make_anew(r, &variants[n_variants - 1]);
  OK(load(r->stepper, b));
  SAME_INT(15, (long long)rgs_stepper_step_count(r->stepper));
}

TEST_MAIN(set_up, tear_down)
