/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels.c - which path this process takes.
 */
#include "lanes/kernels.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

int rgs_kernels_all(const rgs_kernels *found[RGS_MOST_PATHS]) {
  int n = 0;
  found[n++] = &rgs_kernels_baseline;
#ifdef RGS_HAVE_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    found[n++] = &rgs_kernels_avx2;
#endif
#ifdef RGS_HAVE_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    found[n++] = &rgs_kernels_avx512;
#endif
  return n;
}

static const rgs_kernels *choose(void) {
  const rgs_kernels *found[RGS_MOST_PATHS];
  const int n = rgs_kernels_all(found);
  const char *wanted = getenv("RIGIDSTEP_KERNELS");
  for (int i = 0; i < n && wanted != NULL; i++)
    if (strcmp(found[i]->path, wanted) == 0) return found[i];
  return found[n - 1];
}

/* All threads get the same, whatever becomes of the environment. */
const rgs_kernels *rgs_kernels_in_use(void) {
  static _Atomic(const rgs_kernels *) rgs_kernels_taken;
  const rgs_kernels *k = atomic_load_explicit(&rgs_kernels_taken, memory_order_acquire);
  if (k != NULL) return k;
  const rgs_kernels *chosen = choose();
  return atomic_compare_exchange_strong(&rgs_kernels_taken, &k, chosen) ? chosen : k;
}
