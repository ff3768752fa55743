/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_memory.c - memory runs out at every allocation in turn: said each time, nothing leaks, and what
 * was refused may be tried again.
 */
#include "check.h"
#include "named_method.h"
#include "fixture.h"
#include "modules/methods.h"

enum { MOST_AUX = 64 };

#define EXPECT(call)                                                                               \
  do {                                                                                             \
    const rgs_status s_ = (call);                                                                  \
    if (s_ == RGS_E_NOMEM) {                                                                       \
      failed = true;                                                                               \
      TRUE(err.status == RGS_E_NOMEM && err.text[0]);                                              \
      goto out;                                                                                    \
    }                                                                                              \
    check_status(RGS_OK, s_, #call, __FILE__, __LINE__);                                           \
  } while (0)

static const named_method methods[] = { { "test.spy", "strang", NULL, NULL, "gain=1.5" },
                                        { .rotor = "test.threerot", .scheme = "test.kdk" },
                                        { .scheme = "test.verlet" },
                                        { "exact", "strang", NULL, NULL, "shadow=1" },
                                        { .rotor = "exact", .scheme = "pmlf6" } },
                          refused = { "test.spy", "strang", NULL, NULL, "nosuch=1" };

/* Everything that may allocate; true if an allocation failed and was reported. */
static bool whole_life(fake_memory *m) {
  bool failed = false;
  rgs_context *c = NULL;
  rgs_bodies *b = NULL;
  rgs_method *method[COUNT(methods)] = { NULL }, *none = NULL;
  rgs_stepper *t = NULL;
  fake_bodies *small = fake_bodies_filled(3, FAKE_SOA, MOST_AUX);
  fake_bodies *large = fake_bodies_filled(70, FAKE_AOS, MOST_AUX);
  fake_host host;
  fake_host_init(&host, small);
  host.host.provides |= RGS_EVAL_ENERGY;
  static const rgs_module module =
      WITH_HEAD(rgs_module, .name = "test", .version = "1", .license = "BSD-3-Clause",
                .rotors = test_rotors, .schemes = test_schemes, .integrators = test_integrators);
  double value;
  forget_error();
  EXPECT(rgs_context_create(SPEC_WITH(allocator, &m->allocator), &c, &err));
  EXPECT(rgs_module_add(c, &spy_module, &err));
  EXPECT(rgs_module_add(c, &module, &err));
  EXPECT(rgs_bodies_create(c, 3, &b, &err));
  EXPECT(rgs_bodies_bind(b, &small->view, &err));
  for (int k = 0; k < 3; k++) EXPECT(method_from_names(c, &methods[k], &method[k], &err));
  const rgs_status no = method_from_names(c, &refused, &none, &err);
  if (no != RGS_E_PARAM) EXPECT(no);
  TRUE(none == NULL);
  EXPECT(rgs_stepper_create(b, method[0], &host.host, &t, &err));
  EXPECT(rgs_stepper_run(t, 0.01, 1, &err));
  EXPECT(rgs_stepper_swap(t, method[1], &err));
  EXPECT(rgs_stepper_run(t, 0.01, 1, &err));
  EXPECT(rgs_bodies_reserve(b, 70, &err));
  EXPECT(rgs_bodies_bind(b, &large->view, &err));
  host.bodies = large;
  EXPECT(rgs_stepper_run(t, 0.01, 1, &err));
  EXPECT(rgs_stepper_swap(t, method[2], &err));
  EXPECT(rgs_stepper_run(t, 0.01, 1, &err));
  /* What is shown, told and projected takes no memory but the swap's. */
  for (int k = 3; k < 5; k++) EXPECT(method_from_names(c, &methods[k], &method[k], &err));
  for (int k = 3; k < 5; k++) EXPECT(rgs_stepper_swap(t, method[k], &err));
  const int64_t taken = m->allocations;
  EXPECT(rgs_stepper_run(t, 0.01, 1, &err));
  EXPECT(rgs_stepper_process(t, NULL, &err));
  EXPECT(rgs_stepper_unprocess(t, &err));
  EXPECT(rgs_stepper_process(t, NULL, &err));
  EXPECT(rgs_stepper_project(t, &value, &err));
  EXPECT(rgs_stepper_output(t, "kinetic_rotation", &value, 1, &err));
  SAME_INT(taken, m->allocations);
out:
  /* What was refused for lack of memory may be tried again. */
  if (failed && t) {
    m->fail_at = 0;
    const rgs_status again = rgs_stepper_run(t, 0.01, 1, &err);
    check_status(RGS_OK, again, "a step after the failure", __FILE__, __LINE__);
  }
  rgs_stepper_destroy(t);
  for (size_t k = 0; k < COUNT(methods); k++) rgs_method_destroy(method[k]);
  rgs_bodies_destroy(b);
  rgs_context_destroy(c);
  close_now(small);
  close_now(large);
  return failed;
}

TEST(memory_runs_out) {
  fake_memory m;
  fake_memory_init(&m);
  TRUE(!whole_life(&m));
  const int64_t total = m.allocations;
  TRUE(total >= 6);
  SAME_INT(0, m.live + m.live_bytes + m.wrong_size);
  for (int for_good = 0; for_good < 2; for_good++)
    for (int64_t k = 1; k <= total; k++) {
      fake_memory_init(&m);
      m.fail_at = k;
      m.for_good = for_good != 0;
      if (!whole_life(&m)) {
        print_error("allocation %lld of %lld failed, and nobody said so\n", (long long)k,
                    (long long)total);
        fail();
      }
      SAME_INT(0, m.live + m.live_bytes + m.wrong_size);
    }
  counted(2 * total, "allocations failed");
}

TEST_MAIN(NULL, NULL)
