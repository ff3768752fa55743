/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels.h - the inner loops of the library, in a version for each kind of processor.
 *
 * A kernel is a header, kernel_*.h, written in lanes (lanes.h).  kernels_baseline.c, kernels_avx2.c
 * and kernels_avx512.c are each compiled for another instruction set and include them all; such a
 * version is called a path.  What a kernel computes does not depend on the path but for rounding, and
 * within a path body i's result depends on body i alone.
 */
#ifndef RGS_KERNELS_H
#define RGS_KERNELS_H
#include <rigidstep/method.h>

typedef rgs_status rgs_flow_kernel(const rgs_flow *call, int64_t *bad);

typedef struct rgs_kernels {
  const char *path;
  rgs_flow_kernel *exact, *split, *symrot;
  rgs_flow_kernel *dmv2, *dmv4, *dmv6, *dmv8, *dmv10, *midpoint;
  /* push.h */
  int (*finite)(const rgs_column *c, int64_t n);
  int (*push)(const rgs_column *to, double factor, const rgs_column *mass, const rgs_column *from,
              int64_t n);
} rgs_kernels;

/* The last two exist only where the compiler can make them. */
extern const rgs_kernels rgs_kernels_baseline, rgs_kernels_avx2, rgs_kernels_avx512;

/* Those that this processor can run, the best last; returns how many. */
#define RGS_MOST_PATHS 3
int rgs_kernels_all(const rgs_kernels *found[RGS_MOST_PATHS]);

/* The best this processor can run.  The environment variable RIGIDSTEP_KERNELS, read once by a
 * process, names another: baseline, avx2 or avx512; one that is not to be had changes nothing. */
const rgs_kernels *rgs_kernels_in_use(void);

#endif /* RGS_KERNELS_H */
