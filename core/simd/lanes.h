/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lanes.h - numbers that are several bodies wide.
 *
 * A file in lanes is compiled once for each instruction set (instruction_set.h).  RGS_WIDTH is the number of
 * bodies that it handles at once: 1 on every processor, 2 with SSE2 and with NEON, 4 with AVX2 and FMA, 8
 * with AVX-512.  All instruction sets have the same source.  With width 1 it is plain C, so ordinary files
 * may use the headers in lanes as well.
 *
 * THE SAME BITS  A body's result may not depend on its neighbours.  So no operation mixes lanes,
 * masks choose what happens to each lane, and the compiler may not contract products and sums:
 * where they are to be one operation, the source says so (rgs_madd and similar functions).  Widths
 * 4 and 8, and 2 with NEON, then give the same bits with every compiler, and so does width 1 with
 * RGS_FUSED, which a body alone gets on processors that have the instruction.  Otherwise width 1
 * rounds twice, and so does width 2 with SSE2, which has no such instruction.
 */
#ifndef RGS_LANES_H
#define RGS_LANES_H
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef RGS_WIDTH
#define RGS_WIDTH 1
#endif

/* ---- two ------------------------------------------------------------------------------------- */
#if RGS_WIDTH == 2
typedef double rgs_lanes __attribute__((vector_size(16)));
typedef int64_t rgs_mask __attribute__((vector_size(16))); /* all bits of a lane, or none */
typedef uint64_t rgs_bits __attribute__((vector_size(16)));

#ifdef __aarch64__
#include <arm_neon.h>
static inline rgs_lanes rgs_madd(rgs_lanes a, rgs_lanes b, rgs_lanes c) {
  return vfmaq_f64(c, a, b);
}
static inline rgs_lanes rgs_msub(rgs_lanes a, rgs_lanes b, rgs_lanes c) {
  return vfmaq_f64(-c, a, b);
}
static inline rgs_lanes rgs_nmadd(rgs_lanes a, rgs_lanes b, rgs_lanes c) {
  return vfmsq_f64(c, a, b);
}
static inline rgs_lanes rgs_sqrt(rgs_lanes a) { return vsqrtq_f64(a); }
static inline unsigned rgs_mask_bits(rgs_mask m) {
  return (unsigned)vaddvq_s64(m & (rgs_mask){ 1, 2 });
}
static inline rgs_mask rgs_sign_set(rgs_bits bits) { return (rgs_mask)bits >> 63; }
#else
#include <immintrin.h>
static inline rgs_lanes rgs_madd(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return a * b + c; }
static inline rgs_lanes rgs_msub(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return a * b - c; }
static inline rgs_lanes rgs_nmadd(rgs_lanes a, rgs_lanes b, rgs_lanes c) { return c - a * b; }
static inline rgs_lanes rgs_sqrt(rgs_lanes a) { return _mm_sqrt_pd(a); }
static inline unsigned rgs_mask_bits(rgs_mask m) { return (unsigned)_mm_movemask_pd((__m128d)m); }
static inline rgs_mask rgs_sign_set(rgs_bits bits) { /* SSE2 shifts the sign in halves only */
  return (rgs_mask)_mm_shuffle_epi32(_mm_srai_epi32((__m128i)bits, 31), 0xf5);
}
#endif

static inline rgs_lanes rgs_same(double x) { return (rgs_lanes){ x, x }; }
static inline rgs_mask rgs_less(rgs_lanes a, rgs_lanes b) { return (rgs_mask)(a < b); }
static inline rgs_mask rgs_at_most(rgs_lanes a, rgs_lanes b) { return (rgs_mask)(a <= b); }
static inline rgs_mask rgs_equal(rgs_lanes a, rgs_lanes b) { return (rgs_mask)(a == b); }
static inline rgs_mask rgs_and(rgs_mask a, rgs_mask b) { return a & b; }
static inline rgs_mask rgs_or(rgs_mask a, rgs_mask b) { return a | b; }
static inline rgs_mask rgs_not(rgs_mask a) { return ~a; }
static inline rgs_mask rgs_mask_of_bits(unsigned bits) {
  return (rgs_mask){ -(int64_t)(bits & 1), -(int64_t)(bits >> 1 & 1) };
}

static inline rgs_bits rgs_bits_of(rgs_lanes a) { return (rgs_bits)a; }
static inline rgs_lanes rgs_of_bits(rgs_bits bits) { return (rgs_lanes)bits; }
static inline rgs_lanes rgs_select(rgs_mask m, rgs_lanes a, rgs_lanes b) {
  return (rgs_lanes)((m & (rgs_mask)a) | (~m & (rgs_mask)b));
}
static inline rgs_lanes rgs_unless(rgs_mask m, rgs_lanes a) {
  return (rgs_lanes)(~m & (rgs_mask)a);
}
static inline void rgs_swap(rgs_mask m, rgs_lanes *a, rgs_lanes *b) {
  const rgs_mask other = m & ((rgs_mask)*a ^ (rgs_mask)*b);
  *a = (rgs_lanes)((rgs_mask)*a ^ other);
  *b = (rgs_lanes)((rgs_mask)*b ^ other);
}
static inline rgs_lanes rgs_abs(rgs_lanes a) { return rgs_unless((rgs_mask)rgs_same(-0.0), a); }
static inline rgs_lanes rgs_max(rgs_lanes a, rgs_lanes b) {
#ifdef __aarch64__
  return rgs_select(rgs_less(b, a), a, b);
#else
  return _mm_max_pd(a, b);
#endif
}

static inline rgs_lanes rgs_from_memory(const double *p) {
  rgs_lanes a;
  memcpy(&a, p, sizeof a);
  return a;
}
static inline void rgs_to_memory(double *p, rgs_lanes a) { memcpy(p, &a, sizeof a); }

/* ---- four ------------------------------------------------------------------------------------ */
#elif RGS_WIDTH == 4
#include <immintrin.h>
typedef __m256d rgs_lanes;
typedef __m256d rgs_mask; /* all bits of a lane, or none */
typedef uint64_t rgs_bits __attribute__((vector_size(32)));
#define RGS_MM(operation) _mm256_##operation##_pd

static inline rgs_lanes rgs_abs(rgs_lanes a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }

static inline rgs_mask rgs_less(rgs_lanes a, rgs_lanes b) {
  return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}
static inline rgs_mask rgs_at_most(rgs_lanes a, rgs_lanes b) {
  return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}
static inline rgs_mask rgs_equal(rgs_lanes a, rgs_lanes b) {
  return _mm256_cmp_pd(a, b, _CMP_EQ_OQ);
}
static inline rgs_mask rgs_and(rgs_mask a, rgs_mask b) { return _mm256_and_pd(a, b); }
static inline rgs_mask rgs_or(rgs_mask a, rgs_mask b) { return _mm256_or_pd(a, b); }
static inline rgs_mask rgs_not(rgs_mask a) {
  return _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)));
}
static inline unsigned rgs_mask_bits(rgs_mask m) { return (unsigned)_mm256_movemask_pd(m); }
static inline rgs_mask rgs_mask_of_bits(unsigned bits) {
  const __m256i lane = _mm256_set_epi64x(8, 4, 2, 1);
  return _mm256_castsi256_pd(
      _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(bits), lane), lane));
}
static inline rgs_lanes rgs_select(rgs_mask m, rgs_lanes a, rgs_lanes b) {
  return _mm256_blendv_pd(b, a, m);
}
static inline rgs_lanes rgs_unless(rgs_mask m, rgs_lanes a) { return _mm256_andnot_pd(m, a); }
/* Cheaper than two selections on processors where a selection takes three operations. */
static inline void rgs_swap(rgs_mask m, rgs_lanes *a, rgs_lanes *b) {
  const rgs_lanes other = _mm256_and_pd(m, _mm256_xor_pd(*a, *b));
  *a = _mm256_xor_pd(*a, other);
  *b = _mm256_xor_pd(*b, other);
}

static inline rgs_mask rgs_sign_set(rgs_bits bits) {
  return _mm256_castsi256_pd(_mm256_cmpgt_epi64(_mm256_setzero_si256(), (__m256i)bits));
}

/* ---- eight ----------------------------------------------------------------------------------- */
#elif RGS_WIDTH == 8
#include <immintrin.h>
typedef __m512d rgs_lanes;
typedef __mmask8 rgs_mask;
typedef uint64_t rgs_bits __attribute__((vector_size(64)));
#define RGS_MM(operation) _mm512_##operation##_pd

static inline rgs_lanes rgs_abs(rgs_lanes a) { return _mm512_abs_pd(a); }

static inline rgs_mask rgs_less(rgs_lanes a, rgs_lanes b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
static inline rgs_mask rgs_at_most(rgs_lanes a, rgs_lanes b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}
static inline rgs_mask rgs_equal(rgs_lanes a, rgs_lanes b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
}
static inline rgs_mask rgs_and(rgs_mask a, rgs_mask b) { return (rgs_mask)(a & b); }
static inline rgs_mask rgs_or(rgs_mask a, rgs_mask b) { return (rgs_mask)(a | b); }
static inline rgs_mask rgs_not(rgs_mask a) { return (rgs_mask)~a; }
static inline unsigned rgs_mask_bits(rgs_mask m) { return m; }
static inline rgs_mask rgs_mask_of_bits(unsigned bits) { return (rgs_mask)bits; }
static inline rgs_lanes rgs_select(rgs_mask m, rgs_lanes a, rgs_lanes b) {
  return _mm512_mask_blend_pd(m, b, a);
}
static inline rgs_lanes rgs_unless(rgs_mask m, rgs_lanes a) {
  return _mm512_maskz_mov_pd(rgs_not(m), a);
}
static inline void rgs_swap(rgs_mask m, rgs_lanes *a, rgs_lanes *b) {
  const rgs_lanes was = *a;
  *a = rgs_select(m, *b, was);
  *b = rgs_select(m, was, *b);
}

static inline rgs_mask rgs_sign_set(rgs_bits bits) { return _mm512_movepi64_mask((__m512i)bits); }
#elif RGS_WIDTH != 1
#error "RGS_WIDTH must be 1, 2, 4 or 8"
#endif

/* ---- four and eight alike -------------------------------------------------------------------- */
#if RGS_WIDTH > 2
static inline rgs_lanes rgs_same(double x) { return RGS_MM(set1)(x); }
static inline rgs_lanes rgs_madd(rgs_lanes a, rgs_lanes b, rgs_lanes c) {
  return RGS_MM(fmadd)(a, b, c);
}
static inline rgs_lanes rgs_msub(rgs_lanes a, rgs_lanes b, rgs_lanes c) {
  return RGS_MM(fmsub)(a, b, c);
}
static inline rgs_lanes rgs_nmadd(rgs_lanes a, rgs_lanes b, rgs_lanes c) {
  return RGS_MM(fnmadd)(a, b, c);
}
static inline rgs_lanes rgs_sqrt(rgs_lanes a) { return RGS_MM(sqrt)(a); }
static inline rgs_lanes rgs_max(rgs_lanes a, rgs_lanes b) { return RGS_MM(max)(a, b); }
static inline rgs_lanes rgs_from_memory(const double *p) { return RGS_MM(loadu)(p); }
static inline void rgs_to_memory(double *p, rgs_lanes a) { RGS_MM(storeu)(p, a); }
static inline rgs_bits rgs_bits_of(rgs_lanes a) { return (rgs_bits)a; }
static inline rgs_lanes rgs_of_bits(rgs_bits bits) { return (rgs_lanes)bits; }
#endif

/* ---- of every width -------------------------------------------------------------------------- */
#include <rigidstep/device/number.h> /* with width 1 the numbers, too */

/* To be called before a return from the middle of a function in lanes: GCC 12 forgets there that
 * the upper halves of registers are in use, and code without AVX would be ten times slower
 * afterwards. */
RGS_INLINE void rgs_leave(void) {
#if RGS_WIDTH > 2
  _mm256_zeroupper();
#endif
}

#endif /* RGS_LANES_H */
