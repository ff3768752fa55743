/* SPDX-License-Identifier: BSD-3-Clause
 *
 * with_opencl.c - runs a test that needs an OpenCL device: with_opencl COMMAND [ARGUMENT...].
 *
 * PoCL ends the program that asks for its devices where it does not like the machine, so a child asks first.
 * If the child finds no device, or does not return, this says so and exits with 77, which CTest counts as skipped.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int finds_a_device(void) {
  cl_platform_id platforms[16];
  cl_uint number = 0, devices = 0;
  if (clGetPlatformIDs(16, platforms, &number) != CL_SUCCESS) return 0;
  for (cl_uint i = 0; i < number && i < 16 && devices == 0; i++)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 0, NULL, &devices) != CL_SUCCESS)
      devices = 0;
  return devices > 0;
}

int main(int argc, char **argv) {
  int status;
  if (argc < 2) {
    fprintf(stderr, "usage: with_opencl COMMAND [ARGUMENT...]\n");
    return 2;
  }
  const pid_t child = fork();
  if (child == 0) _exit(finds_a_device() ? 0 : 1);
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror("with_opencl");
    return 2;
  }
  if (WIFSIGNALED(status)) {
    printf("skipped: the OpenCL driver ended the program that asked for its devices, with the "
           "signal \"%s\"; PoCL "
           "does this where /sys is not mounted or memory is short\n",
           strsignal(WTERMSIG(status)));
    return 77;
  }
  if (WEXITSTATUS(status) != 0) {
    printf("skipped: there is no OpenCL device here (Debian: pocl-opencl-icd)\n");
    return 77;
  }
  execv(argv[1], argv + 1);
  perror(argv[1]);
  return 2;
}
