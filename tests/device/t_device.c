/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_device.c - rigidstep_device.h in C and in C++ against the library: free rotation by
 * rgs_free_flow, Strang steps and the thermostat langevin by rgs_stepper_run, bit for bit.
 */
#include "check.h"
#include "device_bodies.h"
#include "device_work.h"
#include <math.h>

enum { N = 14000 };
static double start[N * BODY_DOUBLES], want[N * BODY_DOUBLES], got[N * BODY_DOUBLES];

typedef void work_of(int what, double h, int64_t n, double *numbers);
work_of device_c, device_c_unfused, device_cpp, device_cpp_unfused;

static const char *const WORK[WORKS] = { "rgs_free_flow", "rgs_stepper_run",
                                         "rgs_stepper_run with langevin" };

static void prepare(int what, double h) {
  device_bodies(1 + (uint64_t)what, N, what == ROTATE, start);
  memcpy(want, start, sizeof start);
  device_library(what, h, N, want);
  assert_true(memcmp(want, start, sizeof start) != 0);
}

static device_difference difference_of(work_of *work, int what, double h) {
  memcpy(got, start, sizeof start);
  work(what, h, N, got);
  return device_compare(N, got, want);
}

TEST(the_same_bits_as_the_library) {
  const int fused = device_library_fuses();
  work_of *const works[] = { fused ? device_c : device_c_unfused,
                             fused ? device_cpp : device_cpp_unfused };
  for (int what = 0; what < WORKS; what++)
    for (int back = 0; back < 2; back++) {
      const double h = back ? -DEVICE_BODIES_H_STEP : DEVICE_BODIES_H_STEP;
      if (what == LANGEVIN && back) continue;
      prepare(what, h);
      for (size_t k = 0; k < COUNT(works); k++) {
        const device_difference d = difference_of(works[k], what, h);
        if (d.bodies > 0)
          print_error("%s, %s, h = %g: %lld of %d bodies differ, by %g ulp at most (body %lld)\n",
                      k ? "C++" : "C", WORK[what], h, (long long)d.bodies, N, d.ulp,
                      (long long)d.where);
        assert_int_equal(d.bodies, 0);
      }
    }
}

/* The comparison can fail: the other rounding is seen. */
TEST(another_rounding_differs) {
  prepare(ROTATE, DEVICE_BODIES_H_STEP);
  const device_difference d = difference_of(device_library_fuses() ? device_c_unfused : device_c,
                                            ROTATE, DEVICE_BODIES_H_STEP);
  assert_true(d.bodies > N / 4);
}

TEST_MAIN(NULL, NULL)
