/* SPDX-License-Identifier: BSD-3-Clause
 *
 * instruction_set.c - which instruction set this process takes.
 */
#include "simd/instruction_set.h"
#include "base/system.h"
#include <stddef.h>
#include <string.h>

#ifdef RGS_HAVE_AVX2
#include <cpuid.h>

/* Has the processor FMA and these features of its leaf 7, and does the system keep their registers (bits of XCR0)?
 * __builtin_cpu_supports would say no to all where Zig's runtime library is linked. */
static bool has(uint32_t features, uint32_t registers) {
  const uint32_t fma_and_xgetbv = 1u << 12 | 1u << 27;
  uint32_t a, b, c, d, kept;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & fma_and_xgetbv) != fma_and_xgetbv) return false;
  __asm__("xgetbv" : "=a"(kept), "=d"(d) : "c"(0));
  return (kept & registers) == registers && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
         (b & features) == features;
}
enum { AVX2 = 1 << 5, AVX512F = 1 << 16, AVX512DQ = 1 << 17 };
#endif

const char *rgs_isa_name(int isa) {
  switch (isa) {
  case RGS_ISA_BASELINE: return "baseline";
#ifdef RGS_HAVE_NEON
  case RGS_ISA_NEON: return "neon"; /* which every processor for aarch64 has */
#endif
#ifdef RGS_HAVE_AVX2
  case RGS_ISA_AVX2: return has(AVX2, 0x6) ? "avx2" : NULL;
#endif
#ifdef RGS_HAVE_AVX512
  case RGS_ISA_AVX512: return has(AVX2 | AVX512F | AVX512DQ, 0xe6) ? "avx512" : NULL;
#endif
  default: return NULL;
  }
}

static int choose(const char *wanted) {
  int best = RGS_ISA_BASELINE;
  for (int isa = 0; isa < RGS_ISAS; isa++) {
    const char *name = rgs_isa_name(isa);
    if (name == NULL) continue;
    if (wanted != NULL && strcmp(name, wanted) == 0) return isa;
    best = isa;
  }
  return best;
}

atomic_int rgs_isa_taken;

/* All threads get the same answer, whatever becomes of the environment. */
int rgs_isa_choose(const char *wanted) {
  const int chosen = choose(wanted) + 1;
  int taken = 0;
  return (atomic_compare_exchange_strong(&rgs_isa_taken, &taken, chosen) ? chosen : taken) - 1;
}

int rgs_isa_of_environment(void) { return rgs_isa_choose(rgs_environment("RIGIDSTEP_KERNELS")); }

#define RELEASE_WITH(name) RIGIDSTEP_VERSION " " name
const char *rgs_version(void) {
  static const char *const versions[RGS_ISAS] = { RELEASE_WITH("baseline"), RELEASE_WITH("neon"),
                                                  RELEASE_WITH("avx2"), RELEASE_WITH("avx512") };
  return versions[rgs_isa_in_use()];
}

void rgs_isa_use(int isa) { atomic_store(&rgs_isa_taken, isa + 1); }
