/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_work.cl - the work of device_work.h as a kernel, one body for each work-item.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "device_work.h"

__kernel void work(int what, double h, __global double *numbers) {
  const size_t i = get_global_id(0);
  double number[BODY_DOUBLES];
  for (int k = 0; k < BODY_DOUBLES; k++) number[k] = numbers[BODY_DOUBLES * i + k];
  work_on(what, h, i, number);
  for (int k = 0; k < BODY_DOUBLES; k++) numbers[BODY_DOUBLES * i + k] = number[k];
}
