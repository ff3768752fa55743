/* SPDX-License-Identifier: BSD-3-Clause
 *
 * opencl.c - see opencl.h.
 */
#include "opencl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(cl_int status, const char *what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "OpenCL: %s failed with status %d\n", what, (int)status);
  exit(2);
}

int device_open(device *d) {
  cl_platform_id platforms[16];
  cl_uint n_platforms = 0, n_devices = 0;
  cl_device_fp_config doubles = 0;
  cl_int status;
  memset(d, 0, sizeof *d);
  if (clGetPlatformIDs(16, platforms, &n_platforms) != CL_SUCCESS) return 0;
  for (cl_uint i = 0; i < n_platforms && i < 16 && n_devices == 0; i++)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &d->id, &n_devices) != CL_SUCCESS)
      n_devices = 0;
  if (n_devices == 0) return 0;
  must(clGetDeviceInfo(d->id, CL_DEVICE_NAME, sizeof d->name - 1, d->name, NULL), "name");
  if (clGetDeviceInfo(d->id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL) ==
      CL_SUCCESS)
    d->has_double = (doubles & CL_FP_FMA) != 0;
  d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &status);
  must(status, "clCreateContext");
  d->queue = clCreateCommandQueue(d->context, d->id, 0, &status);
  must(status, "clCreateCommandQueue");
  return 1;
}

void device_build(device *d, const char *file, const char *options) {
  static char log[16384];
  char source[600];
  const char *text = source;
  cl_int status;
  snprintf(source, sizeof source, "#include \"%s\"\n", file);
  d->program = clCreateProgramWithSource(d->context, 1, &text, NULL, &status);
  must(status, "clCreateProgramWithSource");
  status = clBuildProgram(d->program, 1, &d->id, options, NULL, NULL);
  if (status == CL_SUCCESS) return;
  (void)clGetProgramBuildInfo(d->program, d->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  fprintf(stderr, "OpenCL: %s with %s does not compile:\n%s\n", file, options, log);
  exit(2);
}

void device_close(device *d) {
  if (d->program != NULL) (void)clReleaseProgram(d->program);
  (void)clReleaseCommandQueue(d->queue);
  (void)clReleaseContext(d->context);
}

cl_kernel device_kernel(const device *d, const char *name) {
  cl_int status;
  const cl_kernel kernel = clCreateKernel(d->program, name, &status);
  must(status, name);
  return kernel;
}

cl_mem device_buffer(const device *d, size_t bytes) {
  cl_int status;
  const cl_mem buffer = clCreateBuffer(d->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
  must(status, "clCreateBuffer");
  return buffer;
}

void device_argument(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
  must(clSetKernelArg(kernel, index, bytes, value), "clSetKernelArg");
}

void device_run(const device *d, cl_kernel kernel, size_t n) {
  must(clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL), "a kernel");
}

void device_write(const device *d, cl_mem buffer, size_t bytes, const void *from) {
  must(clEnqueueWriteBuffer(d->queue, buffer, CL_TRUE, 0, bytes, from, 0, NULL, NULL), "a copy");
}

void device_read(const device *d, cl_mem buffer, size_t bytes, void *to) {
  must(clEnqueueReadBuffer(d->queue, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL), "a copy back");
}

void device_wait(const device *d) { must(clFinish(d->queue), "clFinish"); }
