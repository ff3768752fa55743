/* SPDX-License-Identifier: BSD-3-Clause
 *
 * path.c - which path this process takes.
 */
#include "lanes/path.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *rgs_path_name(int path) {
  switch (path) {
  case RGS_PATH_BASELINE: return "baseline";
#ifdef RGS_HAVE_NEON
  case RGS_PATH_NEON: return "neon"; /* which every processor for aarch64 has */
#endif
#ifdef RGS_HAVE_AVX2
  case RGS_PATH_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "avx2" : NULL;
#endif
#ifdef RGS_HAVE_AVX512
  case RGS_PATH_AVX512:
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? "avx512"
                                                                                   : NULL;
#endif
  default: return NULL;
  }
}

static int choose(void) {
  const char *wanted = getenv("RIGIDSTEP_KERNELS");
  int best = RGS_PATH_BASELINE;
  for (int path = 0; path < RGS_PATHS; path++) {
    const char *name = rgs_path_name(path);
    if (name == NULL) continue;
    if (wanted != NULL && strcmp(name, wanted) == 0) return path;
    best = path;
  }
  return best;
}

atomic_int rgs_path_taken;

/* All threads get the same answer, whatever becomes of the environment. */
int rgs_path_choose(void) {
  const int chosen = choose() + 1;
  int taken = 0;
  return (atomic_compare_exchange_strong(&rgs_path_taken, &taken, chosen) ? chosen : taken) - 1;
}

void rgs_path_use(int path) { atomic_store(&rgs_path_taken, path + 1); }
