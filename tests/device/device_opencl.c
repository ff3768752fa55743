/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_opencl.c - rigidstep_device.h on an OpenCL device against the library.
 *
 *   device_opencl ABI_FOLDER TESTS_FOLDER BODIES
 *
 * prints how many bodies differ and by how much.  With RIGIDSTEP_TEST_SHORT in the environment it takes
 * a 50th of the bodies.  Exits with 77 if there is no device, and with 1 if one bit differs, or a float by
 * more than rounding.
 */
#include "device_bodies.h"
#include "device_work.h"
#include "opencl.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const WORK[WORKS] = { "rotation", "Strang steps", "steps with langevin" };

static double *numbers(cl_long n) {
  double *room = malloc((size_t)n * BODY_DOUBLES * sizeof *room);
  if (room == NULL) exit(2);
  return room;
}

static void work_on_device(const device *d, int what, cl_long n, const double *start, double *got) {
  const size_t bytes = (size_t)n * BODY_DOUBLES * sizeof(double);
  const double h = DEVICE_BODIES_H_STEP;
  const cl_mem there = device_buffer(d, bytes);
  const cl_kernel kernel = device_kernel(d, "work");
  const cl_int which = what;
  device_argument(kernel, 0, sizeof which, &which);
  device_argument(kernel, 1, sizeof h, &h);
  device_argument(kernel, 2, sizeof there, &there);
  device_write(d, there, bytes, start);
  device_run(d, kernel, (size_t)n);
  device_read(d, there, bytes, got);
  (void)clReleaseKernel(kernel);
  (void)clReleaseMemObject(there);
}

/* Returns whether a body differs from the library's; in single precision, by too much. */
static int compare(const device *d, int what, cl_long n, int single) {
  const size_t bytes = (size_t)n * BODY_DOUBLES * sizeof(double);
  double *start = numbers(n), *want = numbers(n), *got = numbers(n), of_long;
  device_bodies(100 + (uint64_t)what, n, what == ROTATE, start);
  memcpy(want, start, bytes);
  device_library(what, DEVICE_BODIES_H_STEP, n, want);
  work_on_device(d, what, n, start, got);
  int differs = memcmp(want, start, bytes) == 0;
  if (single) {
    const double worst = device_single_error(n, got, want, &of_long);
    printf("in single precision: orientations differ by %.2g at most\n", worst);
    differs |= !(worst > 0x1p-40 && worst < DEVICE_SINGLE_ERROR && of_long <= 2.1);
  } else {
    const device_difference found = device_compare(n, got, want);
    printf("%-20s %8lld bodies, %lld differ, by %.3g ulp at most\n", WORK[what], (long long)n,
           (long long)found.bodies, found.ulp);
    differs |= found.bodies > 0;
  }
  free(start);
  free(want);
  free(got);
  return differs;
}

static void build(device *d, char **folders, const char *more) {
  char options[2000], file[900];
  snprintf(options, sizeof options, "-cl-std=CL1.2 -I%s -I%s%s%s", folders[1], folders[2],
           device_library_fuses() ? "" : " -DRGS_DEVICE_UNFUSED", more);
  snprintf(file, sizeof file, "%s/device_work.cl", folders[2]);
  device_build(d, file, options);
}

int main(int argc, char **argv) {
  device d;
  if (argc != 4 || atol(argv[3]) < 1) {
    fprintf(stderr, "usage: device_opencl ABI_FOLDER TESTS_FOLDER BODIES\n");
    return 2;
  }
  if (!device_open(&d) || !d.has_double) {
    printf("skipped: needs an OpenCL device with double precision (Debian: pocl-opencl-icd)\n");
    return 77;
  }
  printf("device: %s\n", d.name);
  build(&d, argv, "");
  const long n = getenv("RIGIDSTEP_TEST_SHORT") != NULL ? (atol(argv[3]) + 49) / 50 : atol(argv[3]);
  int differ = 0;
  for (int what = 0; what < WORKS; what++) differ |= compare(&d, what, n, 0);
  (void)clReleaseProgram(d.program);
  build(&d, argv,
        " -DRGS_SINGLE -cl-single-precision-constant -cl-fp32-correctly-rounded-divide-sqrt");
  differ |= compare(&d, STRANG, (n + 49) / 50, 1);
  device_close(&d);
  return differ;
}
