/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_memory.c - stepping allocates nothing, also where an executor splits the work.
 */
#include "check.h"
#include "executors.h"
#include "script.h"

#include <stdlib.h>

enum { N = 1103 };
TEST(steps_allocate_nothing) {
  const int64_t at_start = allocations();
  if (!counts_allocations()) {
    /* Only there may the count be missing; it is made by functions that glibc alone has. */
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip();
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
    skip();
#endif
#endif
    if (getenv("RGS_TEST_UNDER_VALGRIND")) skip();
    fail_msg("malloc is not counted");
  }
  (void)start(strang, 3, FAKE_SOA);
  TRUE(allocations() - at_start > 5); /* the library's own are seen */
  EACH_VARIANT(v) {
    odd_executor odd = { 0 };
    run *r = start_with(v, fake_bodies_filled(N, FAKE_AOS, v->info.aux), odd_parallel_for, &odd);
    r->host.host.flags = RGS_HOST_REWINDS;
    make_anew(r, v);
    fake_bodies *other = fake_bodies_filled(60, FAKE_STRIDED, v->info.aux);
    size_t size = 1 << 20;
    void *blob = keep(malloc(size), free);
    double e1, e2, values[4 * N];
    const double J[6] = { 2, 1, 3, 0.5 };
    double q[4] = { 1, 0, 0, 0 }, inertia[3];
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    const int64_t before = allocations();
    rgs_status worst = RGS_OK, s;
#define STEP_CALL(call)                                                                            \
  if ((s = (call)) != RGS_OK) worst = s;
    STEP_CALL(rgs_stepper_run(r->stepper, STEP, 10, &err))
    STEP_CALL(rgs_stepper_rewind(r->stepper, &err))
    STEP_CALL(rgs_stepper_process(r->stepper, NULL, &err))
    for (int64_t k = 0; k < rgs_method_output_count(v->method); k++)
      STEP_CALL(rgs_stepper_output(r->stepper, rgs_method_output_at(v->method, k)->key, values,
                                   4 * N, &err))
    STEP_CALL(rgs_stepper_describe(r->stepper, &info, &err))
    STEP_CALL(rgs_stepper_project(r->stepper, &e1, &err))
    STEP_CALL(rgs_stepper_unprocess(r->stepper, &err))
    STEP_CALL(rgs_principal(1, J, inertia, q, &err))
    STEP_CALL(rgs_bodies_check(r->bodies, &err))
    STEP_CALL(rgs_bodies_energy(r->bodies, &e1, &e2, &err))
    STEP_CALL(rgs_stepper_save(r->stepper, blob, &size, &err))
    STEP_CALL(rgs_stepper_load(r->stepper, blob, size, &err))
    STEP_CALL(rgs_stepper_set_time(r->stepper, 1, &err))
    STEP_CALL(rgs_bodies_bind(r->bodies, &other->view, &err))
    STEP_CALL(rgs_stepper_project(r->stepper, NULL, &err))
    STEP_CALL(rgs_stepper_set_valid(r->stepper, 0, &err))
    r->host.bodies = other;
    STEP_CALL(rgs_stepper_run(r->stepper, STEP, 10, &err))
    STEP_CALL(rgs_bodies_bind(r->bodies, &r->world->view, &err))
    r->host.bodies = r->world;
    STEP_CALL(rgs_stepper_reset(r->stepper, &err))
    STEP_CALL(rgs_stepper_run(r->stepper, STEP, 10, &err))
    advance(r, STEP);
    advance(r, 2 * STEP); /* a refusal with a text */
    STEP_CALL(rgs_stepper_reset(r->stepper, &err))
#undef STEP_CALL
    const int64_t after = allocations();
    if (after != before) print_error("method %s:\n", v->label);
    SAME_INT(0, after - before);
    check_status(RGS_OK, worst, v->label, __FILE__, __LINE__);
  }
}

TEST_MAIN(set_up, tear_down)
