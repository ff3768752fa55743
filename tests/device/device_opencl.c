/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_opencl.c - rigidstep_device.h on an OpenCL device against the library.
 *
 *   device_opencl ABI_FOLDER TESTS_FOLDER BODIES
 *
 * prints how many bodies differ and by how much.  With RIGIDSTEP_TEST_SHORT in the environment it takes
 * a 50th of the bodies.  Exits with 77 if there is no device, and with 1 if one
 * bit differs.
 */
#include "../../examples/device_rods/device.h"
#include "device_bodies.h"
#include "device_work.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const WORK[WORKS] = { "rotation", "Strang steps", "steps with langevin" };

/* Returns the number of bodies that differ. */
static int64_t compare(const device *d, int what, cl_long n) {
  const size_t bytes = (size_t)n * BODY_DOUBLES * sizeof(double);
  const double h = DEVICE_BODIES_H_STEP;
  double *start = malloc(bytes), *want = malloc(bytes), *got = malloc(bytes);
  if (start == NULL || want == NULL || got == NULL) exit(2);
  device_bodies(100 + (uint64_t)what, n, what == ROTATE, start);
  memcpy(want, start, bytes);
  device_library(what, h, n, want);
  const cl_mem numbers = device_buffer(d, bytes);
  const cl_kernel kernel = device_kernel(d, "work");
  const cl_int which = what;
  device_argument(kernel, 0, sizeof which, &which);
  device_argument(kernel, 1, sizeof h, &h);
  device_argument(kernel, 2, sizeof numbers, &numbers);
  device_write(d, numbers, bytes, start);
  device_run(d, kernel, (size_t)n);
  device_read(d, numbers, bytes, got);
  const device_difference found = device_compare(n, got, want);
  printf("%-20s %8lld bodies, %lld differ, by %.3g ulp at most\n", WORK[what], (long long)n,
         (long long)found.bodies, found.ulp);
  const int moved = memcmp(want, start, bytes) != 0;
  (void)clReleaseKernel(kernel);
  (void)clReleaseMemObject(numbers);
  free(start);
  free(want);
  free(got);
  return moved ? found.bodies : n;
}

int main(int argc, char **argv) {
  char options[2000], file[900];
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
  snprintf(options, sizeof options, "-cl-std=CL1.2 -I%s -I%s%s", argv[1], argv[2],
           device_library_fuses() ? "" : " -DRGS_DEVICE_UNFUSED");
  snprintf(file, sizeof file, "%s/device_work.cl", argv[2]);
  device_build(&d, file, options);
  const long n = getenv("RIGIDSTEP_TEST_SHORT") != NULL ? (atol(argv[3]) + 49) / 50 : atol(argv[3]);
  int64_t differ = 0;
  for (int what = 0; what < WORKS; what++) differ += compare(&d, what, n);
  device_close(&d);
  return differ != 0;
}
