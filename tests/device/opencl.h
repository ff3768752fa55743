/* SPDX-License-Identifier: BSD-3-Clause
 *
 * opencl.h - an OpenCL device with one program.  Every function ends the process with exit status 2 and a
 * text on stderr if it fails.
 */
#ifndef RGS_TESTS_OPENCL_H
#define RGS_TESTS_OPENCL_H
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stddef.h>

typedef struct device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  char name[200];
  int has_double;
} device;

/* The first device of the first platform that has one.  Returns 0 if there is none; then there is
 * nothing to close. */
int device_open(device *d);
/* Compiles a file; options: folders and definitions. */
void device_build(device *d, const char *file, const char *options);
void device_close(device *d);

cl_kernel device_kernel(const device *d, const char *name);
cl_mem device_buffer(const device *d, size_t bytes);
void device_argument(cl_kernel kernel, cl_uint index, size_t bytes, const void *value);
/* One work-item for each of n; returns at once. */
void device_run(const device *d, cl_kernel kernel, size_t n);
void device_write(const device *d, cl_mem buffer, size_t bytes, const void *from);
/* Waits for all that was begun. */
void device_read(const device *d, cl_mem buffer, size_t bytes, void *to);
void device_wait(const device *d);

#endif /* RGS_TESTS_OPENCL_H */
