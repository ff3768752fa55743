/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_saves_load.c - what rgs_stepper_save answers RGS_OK for can be loaded; what no stepper can have
 * written is refused, even with a right checksum; and states that no save could hold are refused when they
 * come up.
 */
#include "one_body.h"

#include <stdint.h>
#include <string.h>

enum { ROOM = 8192 };
static unsigned char block[ROOM];
static size_t size;

static void save(const rgs_stepper *s) {
  size = sizeof block;
  OK(rgs_stepper_save(s, block, &size, &err));
}

static const rgs_param andersen[] = { { "kt", NULL, 1 },
                                      { "pressure", NULL, 1 },
                                      { "piston_relaxation", NULL, 1 } };
static const rgs_param langevin[] = { { "kt", NULL, 1 },
                                      { "relaxation", NULL, 1 },
                                      { "seed", NULL, 7 } };

/* Saves and loads at every request of a few steps. */
static void save_at_requests(const char *integrator, const char *bath, const char *piston,
                             const rgs_param *params, uint32_t n_params) {
  one_body b;
  one_body_open(&b, integrator, bath, piston, params, n_params, 2);
  if (piston != NULL) one_body_box(&b, 5);
  int of_sums = 0;
  for (int step = 0; step < 3; step++) {
    rgs_eval request = RGS_EVAL_INIT;
    while (rgs_advance(b.stepper, 0.1, &request, &err) == RGS_NEED_EVAL) {
      save(b.stepper);
      OK(rgs_stepper_load(b.stepper, block, size, &err));
      const uint32_t what = request.what;
      STATUS(RGS_NEED_EVAL, rgs_advance(b.stepper, 0.1, &request, &err));
      SAME_INT(what, request.what);
      of_sums += what == RGS_EVAL_SUM;
      one_body_spring(&b, &request);
    }
  }
  TRUE(of_sums >= 3);
  one_body_close(&b);
}

TEST(save_at_any_request) {
  save_at_requests("fire", NULL, NULL, NULL, 0);
  save_at_requests(NULL, "csvr", NULL, langevin, 3);
  save_at_requests(NULL, NULL, "andersen", andersen, 3);
}

/* The checksum of a block: FNV-1a of all bytes but its own. */
static void seal(unsigned char *bytes) {
  uint64_t sum = 14695981039346656037u;
  for (size_t i = 0; i < size; i++)
    if (i < 24 || i >= 32) sum = (sum ^ bytes[i]) * 1099511628211u;
  memcpy(bytes + 24, &sum, sizeof sum);
}

/* Every word of a block that was taken at a request is replaced by every small number.  What is loaded
 * asks for what its host provides, and for sums with numbers in them only. */
static void forge(const char *integrator, const char *piston, uint32_t ranks, uint32_t provides) {
  one_body b;
  one_body_open(&b, integrator, NULL, piston, piston != NULL ? andersen : NULL,
                piston != NULL ? 3 : 0, ranks);
  rgs_stepper_destroy(b.stepper);
  b.host.provides = provides;
  OK(rgs_stepper_create(b.bodies, b.method, &b.host, &b.stepper, &err));
  if (piston != NULL) one_body_box(&b, 5);
  rgs_eval request = RGS_EVAL_INIT;
  while (rgs_advance(b.stepper, 0.1, &request, &err) == RGS_NEED_EVAL)
    one_body_spring(&b, &request);
  STATUS(RGS_NEED_EVAL, rgs_advance(b.stepper, 0.1, &request, &err));
  save(b.stepper);
  unsigned char forged[ROOM];
  int loaded = 0;
  for (size_t at = 32; at + 4 <= size; at += 4)
    for (uint32_t word = 0; word <= 33; word++) {
      memcpy(forged, block, size);
      memcpy(forged + at, &word, sizeof word);
      seal(forged);
      if (rgs_stepper_load(b.stepper, forged, size, &err) != RGS_OK) continue;
      loaded++;
      for (int k = 0; k < 4; k++) {
        if (rgs_advance(b.stepper, 0.1, &request, &err) != RGS_NEED_EVAL) break;
        SAME_INT(0, request.what & ~provides);
        TRUE(!(request.what & RGS_EVAL_SUM) || request.n_sum > 0);
        one_body_spring(&b, &request);
      }
      OK(rgs_stepper_reset(b.stepper, &err));
    }
  TRUE(loaded > 0);
  one_body_close(&b);
}

TEST(forged_requests) {
  forge(NULL, NULL, 1, RGS_EVAL_FORCE);
  forge("fire", NULL, 2, RGS_EVAL_FORCE | RGS_EVAL_SUM);
  forge(NULL, "andersen", 1, RGS_EVAL_FORCE | RGS_EVAL_VIRIAL);
}

/* A block that was saved at a request is loaded by hosts that can answer it. */
TEST(other_host) {
  one_body b;
  rgs_eval request = RGS_EVAL_INIT;
  one_body_open(&b, "fire", NULL, NULL, NULL, 0, 2);
  while (rgs_advance(b.stepper, 0.1, &request, &err) == RGS_NEED_EVAL &&
         request.what != RGS_EVAL_SUM)
    one_body_spring(&b, &request);
  SAME_INT(RGS_EVAL_SUM, request.what);
  save(b.stepper);
  rgs_stepper_destroy(b.stepper);
  b.host.provides = RGS_EVAL_FORCE, b.host.ranks = 1;
  OK(rgs_stepper_create(b.bodies, b.method, &b.host, &b.stepper, &err));
  REFUSED_TEXT(RGS_E_DATA, rgs_stepper_load(b.stepper, block, size, &err), "asked for sum",
               "this host provides force");
  one_body_close(&b);
}

/* ---- states that no save could hold ---------------------------------------------------------- */

TEST(box_out_of_range) {
  one_body b;
  rgs_param groups[] = {
    andersen[0], andersen[1], andersen[2], { "group_y", NULL, 2 }, { "group_z", NULL, 3 }
  };
  one_body_open(&b, NULL, NULL, "andersen", groups, 5, 1);
  rgs_box box = { RGS_HEAD(rgs_box), .lengths = { 1e200, 5, 5 }, .reference = { 1e-200, 5, 5 } };
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_box(b.stepper, &box, &err), "lengths[0] is 1e+200",
               "reference[0] 1e-200");
  box = (rgs_box){ RGS_HEAD(rgs_box), .lengths = { 1e308, 1e308, 1e308 } };
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_box(b.stepper, &box, &err), "product");
  box = (rgs_box){ RGS_HEAD(rgs_box), .lengths = { 1e-200, 1e-200, 1 } };
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_box(b.stepper, &box, &err), "product");
  /* Numbers whose sum overflows are numbers. */
  box = (rgs_box){ RGS_HEAD(rgs_box), .lengths = { 5, 5, 5 },
                   .centre = { 1.7e308, 1.7e308, 1.7e308 } };
  OK(rgs_stepper_set_box(b.stepper, &box, &err));
  save(b.stepper);
  OK(rgs_stepper_load(b.stepper, block, size, &err));
  one_body_close(&b);
}

static double virial;
static int with_virial(one_body *b, rgs_eval *request) {
  for (int k = 0; k < 3; k++) b->f[k] = b->tau[k] = 0, request->virial[k] = virial;
  return 0;
}

TEST(piston_out_of_range) {
  one_body b;
  one_body_open(&b, NULL, NULL, "andersen", andersen, 3, 1);
  one_body_box(&b, 5);
  b.answer = with_virial;
  virial = 0;
  OK(rgs_step(b.stepper, 0.01, 1, &err));
  virial = 1.7e308;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(b.stepper, 0.01, 1, &err), "andersen", "1.7e+308");
  one_body_close(&b);
}

TEST(heat_out_of_range) {
  one_body b;
  one_body_open(&b, NULL, "langevin", NULL, langevin, 3, 1);
  b.p[0] = 1e200;
  b.view.stamp++;
  OK(rgs_bodies_bind(b.bodies, &b.view, &err));
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(b.stepper, 0.01, 1, &err), "heat of bath 'langevin' is");
  one_body_close(&b);
}

/* ---- the number of steps --------------------------------------------------------------------- */

/* It goes on after a save of a method without a bath, so that no noise comes twice. */
TEST(number_of_steps) {
  one_body b;
  one_body_open(&b, NULL, NULL, NULL, NULL, 0, 1);
  OK(rgs_step(b.stepper, 0.1, 15, &err));
  save(b.stepper);
  rgs_stepper_destroy(b.stepper);
  OK(rgs_stepper_create(b.bodies, b.method, &b.host, &b.stepper, &err));
  OK(rgs_stepper_load(b.stepper, block, size, &err));
  SAME_INT(15, (long long)rgs_stepper_step(b.stepper));
  /* A block of 1.2 ends its place before it. */
  const uint64_t length = size - 8;
  const uint32_t place = 96;
  const size_t after = 24 + 48 + 96; /* heads and place */
  memmove(block + after, block + after + 8, size - after - 8);
  memcpy(block + 16, &length, sizeof length);
  memcpy(block + 24 + 36, &place, sizeof place);
  size = length;
  seal(block);
  OK(rgs_stepper_load(b.stepper, block, size, &err));
  SAME_INT(0, (long long)rgs_stepper_step(b.stepper));
  one_body_close(&b);
}

int main(void) { return RUN_TESTS(NULL, NULL); }
