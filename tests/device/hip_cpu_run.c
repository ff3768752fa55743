/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hip_cpu_run.c - memory, streams and errors of core/backends/cuda/cuda.cu, on HIP-CPU (hip_cpu.sh):
 *
 *   hip_cpu_run FILE    the device
 */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <math.h>
#include <rigidstep/draft_device.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, EACH = 3 + 3 + 4 + 3 + 1 + 3 + 3 + 3 };
static rgs_error error = RGS_ERROR_INIT;
static int failed;

static void check(int holds, const char *what) {
  printf("%s %s%s%s\n", holds ? "kept" : "FAILED", what, holds ? "" : ": ",
         holds ? "" : error.text);
  failed |= !holds;
}

static rgs_view view_at(double *data) {
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = N, .revision = 1 };
  rgs_column *columns[] = { &v.x, &v.p, &v.q, &v.l, &v.mass, &v.inertia, &v.f, &v.tau };
  static const int each[] = { 3, 3, 4, 3, 1, 3, 3, 3 };
  for (int c = 0; c < 8; data += each[c], c++) *columns[c] = (rgs_column){ data, EACH, 1 };
  return v;
}

static void fill(double *data) {
  memset(data, 0, sizeof(double) * N * EACH);
  const rgs_view v = view_at(data);
  for (int64_t i = 0; i < N; i++) {
    RGS_AT(v.mass, i, 0) = RGS_AT(v.q, i, 0) = 1;
    for (int k = 0; k < 3; k++) {
      RGS_AT(v.p, i, k) = 0.1 * k;
      RGS_AT(v.l, i, k) = 0.3 - 0.01 * (double)(i % 7) * k;
      RGS_AT(v.inertia, i, k) = 2 + 0.3 * k;
      RGS_AT(v.f, i, k) = RGS_AT(v.tau, i, k) = 0.01 * (k - 1);
    }
  }
}

/* Steps under forces that stay; on the host where device is null.  Body `broken` gets nan. */
static rgs_status move(rgs_context *context, rgs_draft_device *device, double *here, int64_t broken,
                       double energy[2]) {
  rgs_bodies *bodies;
  rgs_stepper *stepper = NULL;
  rgs_method *method = NULL;
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang" };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = RGS_EVAL_FORCE, .ranks = 1 };
  const size_t size = sizeof(double) * N * EACH;
  rgs_status status = rgs_bodies_create(context, N, &bodies, &error);
  if (status < 0) return status;
  double *there = here;
  if (device != NULL) {
    status = rgs_draft_bodies_on(bodies, device, &error);
    there = rgs_draft_device_allocate(device, size);
  }
  fill(here);
  if (broken >= 0) here[EACH * broken + 17] = NAN;
  if (status == 0 && device != NULL)
    status = rgs_draft_device_copy(device, there, here, size, RGS_DRAFT_TO_DEVICE, &error);
  const rgs_view view = view_at(there);
  if (status == 0) status = rgs_bodies_bind(bodies, &view, &error);
  if (status == 0) status = rgs_method_create(context, &spec, &method, &error);
  if (status == 0) status = rgs_stepper_create(bodies, method, &host, &stepper, &error);
  for (int step = 0; step < 100 && status == 0; step++) {
    rgs_eval request = RGS_EVAL_INIT;
    do status = rgs_stepper_advance(stepper, 0.01, &request, &error);
    while (status == RGS_NEED_EVAL);
  }
  if (status == 0 && device != NULL) status = rgs_draft_device_wait(stepper, &error);
  if (status == 0) status = rgs_bodies_energy(bodies, &energy[0], &energy[1], &error);
  if (status == 0 && device != NULL)
    status = rgs_draft_device_copy(device, here, there, size, RGS_DRAFT_FROM_DEVICE, &error);
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  rgs_bodies_destroy(bodies);
  if (device != NULL) rgs_draft_device_release(device, there);
  return status;
}

int main(int n, char **words) {
  static double host[N * EACH], here[N * EACH];
  double energy[2], want[2] = { 0, 0 };
  void *file = n == 2 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (file == NULL) {
    printf("usage: hip_cpu_run FILE; %s\n", n == 2 ? dlerror() : "the device's file");
    return 2;
  }
  void *(*stream)(void);
  size_t (*arrays)(void);
  *(void **)&stream = dlsym(file, "hip_cpu_stream");
  *(void **)&arrays = dlsym(file, "hip_cpu_arrays");
  int *fails_in = dlsym(file, "hip_cpu_fails_in");

  rgs_context *context;
  if (rgs_context_create(NULL, &context, &error) < 0) return 2;
  check(move(context, NULL, host, -1, want) == 0, "steps on the host");
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  rgs_draft_device *device[2] = { NULL, NULL };
  spec.ordinal = 1;
  check(rgs_draft_device_open(context, "hip", &spec, &device[0], &error) == RGS_E_DEVICE &&
            strstr(error.text, "ordinals go from 0 to 0") != NULL,
        "a device that is not there is refused");
  spec.ordinal = 0;
  check(rgs_draft_device_open(context, "hip", &spec, &device[0], &error) == 0,
        "the default stream");
  spec.stream = stream();
  check(spec.stream != NULL &&
            rgs_draft_device_open(context, "hip", &spec, &device[1], &error) == 0,
        "a stream of the host");
  for (int d = 0; d < 2; d++) {
    const size_t before = arrays();
    check(move(context, device[d], here, -1, energy) == 0 && memcmp(host, here, sizeof here) == 0 &&
              memcmp(want, energy, sizeof want) == 0,
          "steps and energies with the host's bits, columns body after body");
    check(move(context, device[d], here, 77, energy) == RGS_E_NONFINITE && error.body == 77,
          "nan is refused, with its body");
    check(rgs_draft_device_allocate(device[d], (size_t)1 << 40) == NULL,
          "memory that is not there");
    check(rgs_draft_device_copy(device[d], here, host, 8, RGS_DRAFT_FROM_DEVICE, &error) ==
              RGS_E_ARG,
          "an address of the host is not one of the device");
    *fails_in = 1;
    check(move(context, device[d], here, -1, energy) == RGS_E_DEVICE, "a copy that fails is told");
    *fails_in = 3;
    check(move(context, device[d], here, -1, energy) == RGS_E_DEVICE, "also the third");
    *fails_in = 0;
    check(move(context, device[d], here, -1, energy) == 0 && memcmp(host, here, sizeof here) == 0,
          "and afterwards the device works");
    check(arrays() <= before + 1, "memory is given back, but for the staging");
  }
  for (int d = 0; d < 2; d++) rgs_draft_device_close(device[d]);
  rgs_context_destroy(context);
  check(arrays() == 0, "no memory is left");
  return failed;
}
