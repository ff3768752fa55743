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
static void forge(const char *integrator, uint32_t ranks, uint32_t provides) {
  one_body b;
  one_body_open(&b, integrator, NULL, NULL, NULL, 0, ranks);
  rgs_stepper_destroy(b.stepper);
  b.host.provides = provides;
  OK(rgs_stepper_create(b.bodies, b.method, &b.host, &b.stepper, &err));
  rgs_eval request = RGS_EVAL_INIT;
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
  forge(NULL, 1, RGS_EVAL_FORCE);
  forge("fire", 2, RGS_EVAL_FORCE | RGS_EVAL_SUM);
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

int main(void) { return RUN_TESTS(NULL, NULL); }
