/* SPDX-License-Identifier: BSD-3-Clause
 *
 * instruction_set.h - functions that exist once for each kind of processor.
 *
 * A file whose name ends in _simd.c is compiled several times, each time for another instruction
 * set and with another number of lanes (lanes.h).  Such a version is called an instruction set.  Results on
 * different instruction sets differ by rounding only, and within an instruction set the result of body i
 * depends on body i alone.  The instruction set "fused" has one lane and serves the instruction sets that
 * fuse where there is one body.  The baseline has two lanes where the processor has SSE2, and one for a body
 * alone, with the same bits.
 *
 *   RGS_LANE_FLOW(rgs_my_flow) { .. }    the flow of a rotor, with the arguments `call` and `bad`
 *   #if RGS_ONCE .. #endif               what does not depend on the instruction set: constants, tables
 *
 * Callers use the name without an instruction set, rgs_my_flow.
 *
 * A device is one more instruction set, with one lane that fuses (RGS_ON_DEVICE, backends/kernel.h): its
 * kernel includes these files and calls rgs_my_flow_device.
 */
#pragma once
#include <rigidstep/method.h>
#ifndef RGS_ON_DEVICE
#include <stdatomic.h>

/* ---- the instruction set in use
 * ------------------------------------------------------------------------- */
/* In the order of preference; a later one is faster. */
enum { RGS_ISA_BASELINE, RGS_ISA_NEON, RGS_ISA_AVX2, RGS_ISA_AVX512, RGS_ISAS };

/* The name of an instruction set, or null if it was not compiled or this processor cannot run it. */
const char *rgs_isa_name(int isa);

/* The instruction set in use, plus 1; 0 as long as none was chosen. */
extern atomic_int rgs_isa_taken;
/* Chooses the set of that name if this processor has it, or the best; a process chooses once, and all threads
 * get the same answer.  null: the best. */
int rgs_isa_choose(const char *wanted);
int rgs_isa_of_environment(void);

/* The instruction set in use.  If no context has chosen, the environment variable RIGIDSTEP_KERNELS does, or the
 * best one is taken.  A step of one body comes here many times. */
static inline int rgs_isa_in_use(void) {
  const int taken = atomic_load_explicit(&rgs_isa_taken, memory_order_relaxed);
  return taken != 0 ? taken - 1 : rgs_isa_of_environment();
}

/* Uses another instruction set from now on, which must have a name.  For tests. */
void rgs_isa_use(int isa);

/* ---- functions of an instruction set
 * --------------------------------------------------------------------- */
#ifndef RGS_ISA /* else the compiler is told the instruction set: see core/CMakeLists.txt */
#define RGS_ISA baseline
#define RGS_ONCE 1
#else
#define RGS_ONCE 0
#endif
#define RGS_JOIN(name, isa) RGS_JOINED(name, isa)
#define RGS_JOINED(name, isa) name##_##isa

#ifdef RGS_HAVE_SSE2
#define RGS_IF_SSE2(...) __VA_ARGS__
#define RGS_IF_NO_SSE2(...)
#define RGS_BASELINE sse2
#else
#define RGS_IF_SSE2(...)
#define RGS_IF_NO_SSE2(...) __VA_ARGS__
#define RGS_BASELINE baseline
#endif
#ifdef RGS_HAVE_NEON
#define RGS_IF_NEON(...) __VA_ARGS__
#else
#define RGS_IF_NEON(...)
#endif
#ifdef RGS_HAVE_AVX2
#define RGS_IF_AVX2(...) __VA_ARGS__
#else
#define RGS_IF_AVX2(...)
#endif
#ifdef RGS_HAVE_AVX512
#define RGS_IF_AVX512(...) __VA_ARGS__
#else
#define RGS_IF_AVX512(...)
#endif
#ifdef RGS_HAVE_FUSED
#define RGS_IF_FUSED(...) __VA_ARGS__
#else
#define RGS_IF_FUSED(...)
#endif

/* The function that callers use is part of the baseline, which knows the instruction sets that were
 * compiled.  `first` is what it does before it chooses one. */
#if RGS_ONCE
#define RGS_DISPATCH(type, name, parameters, arguments, first)                                     \
  RGS_IF_SSE2(type name##_sse2 parameters;)                                                        \
  RGS_IF_NEON(type name##_neon parameters;)                                                        \
  RGS_IF_AVX2(type name##_avx2 parameters;)                                                        \
  RGS_IF_AVX512(type name##_avx512 parameters;)                                                    \
  RGS_IF_NO_SSE2(type name##_baseline parameters;)                                                 \
  type name parameters {                                                                           \
    const int isa = rgs_isa_in_use();                                                              \
    first switch (isa) {                                                                           \
      RGS_IF_AVX512(case RGS_ISA_AVX512 : return name##_avx512 arguments;)                         \
      RGS_IF_AVX2(case RGS_ISA_AVX2 : return name##_avx2 arguments;)                               \
      RGS_IF_NEON(case RGS_ISA_NEON : return name##_neon arguments;)                               \
    default: return RGS_JOIN(name, RGS_BASELINE) arguments;                                        \
    }                                                                                              \
  }
#else
#define RGS_DISPATCH(type, name, parameters, arguments, first)                                     \
  type RGS_JOIN(name, RGS_ISA) parameters;
#endif

/* RGS_LANE_FUNCTION(..) { .. } defines a function of any kind.  Where the baseline has two lanes, nobody
 * calls the function with one, and the compiler leaves it out. */
#if RGS_ONCE && defined RGS_HAVE_SSE2
#define RGS_IN_ISA __attribute__((unused)) static
#else
#define RGS_IN_ISA __attribute__((noinline))
#endif
#define RGS_LANE_FUNCTION(type, name, parameters, arguments)                                       \
  type name parameters;                                                                            \
  RGS_DISPATCH(type, name, parameters, arguments, )                                                \
  RGS_IN_ISA type RGS_JOIN(name, RGS_ISA) parameters

/* A body alone would leave all lanes but one empty.  So each flow exists with one lane, too: once
 * as the baseline's, and once more fusing what instruction sets that fuse do, for their bits. */
#define RGS_LANE_FLOW(name)                                                                        \
  rgs_status name(const rgs_flow *call, int64_t *bad);                                             \
  RGS_IF_FUSED(rgs_status name##_fused(const rgs_flow *call, int64_t *bad);)                       \
  RGS_IF_SSE2(rgs_status name##_baseline(const rgs_flow *call, int64_t *bad);)                     \
  RGS_DISPATCH(                                                                                    \
      rgs_status, name, (const rgs_flow *call, int64_t *bad), (call, bad), if (call->n == 1) {     \
        RGS_IF_FUSED(if (isa != RGS_ISA_BASELINE) return name##_fused(call, bad);)                 \
        RGS_IF_SSE2(if (isa == RGS_ISA_BASELINE) return name##_baseline(call, bad);)               \
      })                                                                                           \
  __attribute__((noinline)) rgs_status RGS_JOIN(name, RGS_ISA)(const rgs_flow *call, int64_t *bad)

/* RGS_ROTOR_KERNEL(name, flow): devices have the rotor too, as rgs_NAME_turn. */
#define RGS_ROTOR_KERNEL(name, flow)

#else
#define RGS_ONCE 0
#define RGS_JOIN(name, isa) name##_##isa
#define RGS_ROTOR_KERNEL(name, flow)                                                               \
  RGS_INLINE rgs_status rgs_##name##_turn(const rgs_flow *call, int64_t *bad) {                    \
    return flow##_device(call, bad);                                                               \
  }
#define RGS_LANE_FUNCTION(type, name, parameters, arguments)                                       \
  RGS_INLINE type name##_device parameters
#define RGS_LANE_FLOW(name) RGS_INLINE rgs_status name##_device(const rgs_flow *call, int64_t *bad)
#endif
