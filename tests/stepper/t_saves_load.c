/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_saves_load.c - what rgs_stepper_save answers RGS_OK for can be loaded; what no stepper can have
 * written is refused, even with a right checksum; and states that no save could hold are refused when they
 * come up.
 */
#include "check.h"
#include "play.h"
#include "seal.h"

#include <stdint.h>
#include <stdlib.h>

#define PRESSED "kt=1 pressure=1 piston_relaxation=1"
static const made_of plain = { "exact", "strang", NULL, NULL, NULL },
                     andersen = { "exact", "strang", NULL, "andersen", PRESSED },
                     fire = { NULL, "fire", NULL, NULL, NULL };

/* Every word of a block that was taken at a request is replaced by every small number.  What is loaded
 * asks for what its host provides, and for sums with numbers in them only. */
static void forge(const made_of *of, uint32_t ranks, uint32_t provides) {
  run *r = start_made_of(of, 1, ranks);
  r->host.host.provides = provides;
  make_anew(r, &variants[n_variants - 1]);
  if (of->piston) set_box(r, 5);
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
        TRUE(!(r->request.what & RGS_EVAL_SUM) || r->request.n_sum > 0);
        answer(r);
      }
      OK(rgs_stepper_reset(r->stepper, &err));
    }
  TRUE(loaded > 0);
}

TEST(forged_requests) {
  forge(&plain, 1, FORCE);
  forge(&fire, 2, FORCE | RGS_EVAL_SUM);
  forge(&andersen, 1, FORCE | RGS_EVAL_VIRIAL);
}

/* A block that was saved at a request is loaded by hosts that can answer it. */
TEST(other_host) {
  run *r = start_made_of(&fire, 1, 2);
  while (advance(r, 0.1) == RGS_NEED_EVAL && r->request.what != RGS_EVAL_SUM) answer(r);
  SAME_INT(RGS_EVAL_SUM, r->request.what);
  const block b = saved(r->stepper);
  r->host.host.provides = FORCE, r->host.host.ranks = 1;
  make_anew(r, &variants[n_variants - 1]);
  REFUSED_TEXT(RGS_E_DATA, load(r->stepper, b), "asked for sum", "this host provides force");
}

/* ---- states that no save could hold ---------------------------------------------------------- */

TEST(box_out_of_range) {
  const made_of groups = { "exact", "strang", NULL, "andersen", PRESSED " group_y=2 group_z=3" };
  run *r = start_made_of(&groups, 1, 1);
  rgs_box box = { RGS_HEAD(rgs_box), .lengths = { 1e200, 5, 5 }, .reference = { 1e-200, 5, 5 } };
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_box(r->stepper, &box, &err), "lengths[0] is 1e+200",
               "reference[0] 1e-200");
  box = (rgs_box){ RGS_HEAD(rgs_box), .lengths = { 1e308, 1e308, 1e308 } };
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_box(r->stepper, &box, &err), "product");
  box = (rgs_box){ RGS_HEAD(rgs_box), .lengths = { 1e-200, 1e-200, 1 } };
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_box(r->stepper, &box, &err), "product");
  /* Numbers whose sum overflows are numbers. */
  box = (rgs_box){ RGS_HEAD(rgs_box), .lengths = { 5, 5, 5 },
                   .centre = { 1.7e308, 1.7e308, 1.7e308 } };
  OK(rgs_stepper_set_box(r->stepper, &box, &err));
  save_and_load(r->stepper);
}

static double virial;
static int with_virial(fake_host *h, rgs_eval *request) {
  (void)h;
  for (int k = 0; k < 3; k++) request->virial[k] = virial;
  return 0;
}

TEST(piston_out_of_range) {
  run *r = start_made_of(&andersen, 1, 1);
  r->host.strength = 0;
  r->host.after = with_virial;
  virial = 0;
  OK(rgs_step(r->stepper, 0.01, 1, &err));
  virial = 1.7e308;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(r->stepper, 0.01, 1, &err), "andersen", "1.7e+308");
}

/* ---- the number of steps --------------------------------------------------------------------- */

/* It goes on after a save of a method without a bath, so that no noise comes twice. */
TEST(number_of_steps) {
  run *r = start_made_of(&plain, 1, 1);
  OK(rgs_step(r->stepper, 0.1, 15, &err));
  block b = saved(r->stepper);
  make_anew(r, &variants[n_variants - 1]);
  OK(load(r->stepper, b));
  SAME_INT(15, (long long)rgs_stepper_step(r->stepper));
  /* A block of 1.2 ends its place before it. */
  const uint64_t length = b.size -= 8;
  const uint32_t place = 96;
  const size_t after = 24 + 48 + 96; /* heads and place */
  memmove(b.bytes + after, b.bytes + after + 8, b.size - after);
  memcpy(b.bytes + 16, &length, sizeof length);
  memcpy(b.bytes + 24 + 36, &place, sizeof place);
  seal(b.bytes, b.size);
  OK(load(r->stepper, b));
  SAME_INT(0, (long long)rgs_stepper_step(r->stepper));
}

TEST_MAIN(set_up_context, tear_down)
