/* SPDX-License-Identifier: BSD-3-Clause
 *
 * number.h - the numbers in which the mathematics of this folder is written, for one body at a time,
 * in the common subset of C99, C++, OpenCL C, CUDA and HIP.  rigidstep_device.h says what to define.
 *
 * The library compiles the same mathematics for several bodies at a time: there core/simd/lanes.h
 * has defined wider numbers, with the same functions, before it comes here.
 *
 *   RGS_FUSED    rgs_madd and similar functions round once
 */
#ifndef RGS_NUMBER_H
#define RGS_NUMBER_H

#ifndef RGS_WIDTH
#define RGS_WIDTH 1
#endif

/* ---- languages ------------------------------------------------------------------------------- */
/* RGS_APART: for functions that are rarely called.  Kept apart, they take no registers from the
 * rest. */
#if defined __OPENCL_C_VERSION__ || defined __OPENCL_VERSION__
#define RGS_OPENCL
#define RGS_INLINE static inline
#define RGS_APART static inline
#define RGS_UNROLL _Pragma("unroll")
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
#else
#ifdef __CUDACC_RTC__ /* CUDA's compiler at run time has the functions, and no headers */
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)
#define NAN __longlong_as_double(0x7ff8000000000000ll)
#else
#include <math.h>
#include <stdint.h>
#include <string.h>
#endif
#if defined __CUDACC__ || defined __CUDA__ || defined __HIP__ || defined __HIPCC__
#define RGS_INLINE __host__ __device__ static inline
#define RGS_APART __host__ __device__ static inline
#define RGS_UNROLL _Pragma("unroll")
#elif defined __GNUC__
#define RGS_INLINE static inline
#define RGS_APART static __attribute__((noinline, cold, unused))
#define RGS_UNROLL _Pragma("GCC unroll 8")
#else
#define RGS_INLINE static inline
#define RGS_APART static inline
#define RGS_UNROLL
#endif
#endif

/* ---- doubles --------------------------------------------------------------------------------- */
/* Bits of the mantissa, what is added to the exponent, the place of the sign. */
enum { RGS_MANTISSA = 52, RGS_BIAS = 1023, RGS_SIGN = 63 };

/* ---- one body -------------------------------------------------------------------------------- */
#if RGS_WIDTH == 1
typedef double rgs_lanes;
typedef int rgs_mask;      /* 1 or 0 */
typedef uint64_t rgs_bits; /* the bits of a number */

RGS_INLINE rgs_lanes rgs_same(double x) { return x; }
#ifdef RGS_FUSED
RGS_INLINE rgs_lanes rgs_madd(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return fma(a, b, c); }
RGS_INLINE rgs_lanes rgs_msub(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return fma(a, b, -c); }
RGS_INLINE rgs_lanes rgs_nmadd(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return fma(-a, b, c); }
#else
RGS_INLINE rgs_lanes rgs_madd(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return a * b + c; }
RGS_INLINE rgs_lanes rgs_msub(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return a * b - c; }
RGS_INLINE rgs_lanes rgs_nmadd(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return c - a * b; }
#endif
RGS_INLINE rgs_lanes rgs_sqrt(rgs_lanes a) { return sqrt(a); }
RGS_INLINE rgs_lanes rgs_abs(rgs_lanes a) { return fabs(a); }
RGS_INLINE rgs_lanes rgs_max(rgs_lanes a, rgs_lanes b) { return a > b ? a : b; }

RGS_INLINE rgs_mask rgs_less(rgs_lanes a, rgs_lanes b) { return a < b; }
RGS_INLINE rgs_mask rgs_at_most(rgs_lanes a, rgs_lanes b) { return a <= b; }
RGS_INLINE rgs_mask rgs_equal(rgs_lanes a, rgs_lanes b) { return a == b; }
RGS_INLINE rgs_mask rgs_and(rgs_mask a, rgs_mask b) { return a & b; }
RGS_INLINE rgs_mask rgs_or(rgs_mask a, rgs_mask b) { return a | b; }
RGS_INLINE rgs_mask rgs_not(rgs_mask a) { return !a; }
RGS_INLINE unsigned rgs_mask_bits(rgs_mask m) { return (unsigned)m; }
RGS_INLINE rgs_mask rgs_mask_of_bits(unsigned bits) { return (int)bits; }
RGS_INLINE rgs_lanes rgs_select(rgs_mask m, rgs_lanes a, rgs_lanes b) { return m ? a : b; }
RGS_INLINE rgs_lanes rgs_unless(rgs_mask m, rgs_lanes a) { return m ? 0 : a; }
RGS_INLINE void rgs_swap(rgs_mask m, rgs_lanes *a, rgs_lanes *b) {
  const rgs_lanes was = *a;
  *a = m ? *b : was;
  *b = m ? was : *b;
}

#ifdef RGS_OPENCL
RGS_INLINE rgs_bits rgs_bits_of(rgs_lanes a) { return as_ulong(a); }
RGS_INLINE rgs_lanes rgs_of_bits(rgs_bits bits) { return as_double(bits); }
#else
RGS_INLINE rgs_bits rgs_bits_of(rgs_lanes a) {
  rgs_bits bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}
RGS_INLINE rgs_lanes rgs_of_bits(rgs_bits bits) {
  rgs_lanes a;
  memcpy(&a, &bits, sizeof a);
  return a;
}
#endif
/* Where the sign bit is set. */
RGS_INLINE rgs_mask rgs_sign_set(rgs_bits bits) { return (int)(bits >> RGS_SIGN); }

RGS_INLINE rgs_lanes rgs_from_memory(const double *p) { return *p; }
RGS_INLINE void rgs_to_memory(double *p, rgs_lanes a) { *p = a; }
#elif !defined RGS_LANES_H
#error "include simd/lanes.h first: it defines numbers that are several bodies wide"
#endif

/* ---- of every width -------------------------------------------------------------------------- */
#define RGS_ALL_LANES ((1u << RGS_WIDTH) - 1)
RGS_INLINE int rgs_any(rgs_mask m) { return rgs_mask_bits(m) != 0; }
RGS_INLINE int rgs_all(rgs_mask m) { return rgs_mask_bits(m) == RGS_ALL_LANES; }

/* Changes the sign of a where the sign bit is set. */
RGS_INLINE rgs_lanes rgs_flip_by(rgs_bits bits, rgs_lanes a) {
  return rgs_of_bits(rgs_bits_of(a) ^ (bits & rgs_bits_of(rgs_same(-0.0))));
}

/* Replaces the marked lanes by values that were computed apart, lane by lane. */
RGS_INLINE void rgs_mend(rgs_mask which, rgs_lanes *a, const double mended[RGS_WIDTH]) {
  *a = rgs_select(which, rgs_from_memory(mended), *a);
}

/* One instruction, whereas fmax is a call. */
RGS_INLINE double rgs_larger(double a, double b) { return a > b ? a : b; }

#endif /* RGS_NUMBER_H */
