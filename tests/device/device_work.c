/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_work.c - the work of device_work.h in C, and with other definitions as DEVICE_NAME; C++
 * compiles the same file.
 */
#include "device_work.h"

#ifdef __cplusplus
extern "C"
#endif
    void
    DEVICE_NAME(int what, double h, int64_t n, work_body *bodies);

void DEVICE_NAME(int what, double h, int64_t n, work_body *bodies) {
  for (int64_t i = 0; i < n; i++) work_on(what, h, (uint64_t)i, bodies + i);
}
