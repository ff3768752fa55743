/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h - 32-bit words and floats of several bodies at once, for random numbers.
 *
 * With width 1 there is one body (rigidstep/device/noise.h), with width 2 there are four, else eight:
 * the words of a register are then made of one or two registers of rgs_bits.  No operation is fused, so
 * that all instruction sets have the same bits.
 */
#ifndef RGS_SIMD_SIMD_U32_H
#define RGS_SIMD_SIMD_U32_H
#include "simd/lanes.h"

#if RGS_WIDTH > 1
#define RGS_NOISE_BODIES (RGS_WIDTH == 2 ? 4 : 8)
typedef uint32_t rgs_words __attribute__((vector_size(4 * RGS_NOISE_BODIES)));
typedef float rgs_floats __attribute__((vector_size(4 * RGS_NOISE_BODIES)));
typedef rgs_bits rgs_long_words;
#define RGS_NOISE_PARTS (RGS_NOISE_BODIES / RGS_WIDTH)

RGS_INLINE rgs_long_words rgs_long_words_from(const uint64_t *p) {
  rgs_long_words a;
  memcpy(&a, p, sizeof a);
  return a;
}
RGS_INLINE rgs_long_words rgs_long_words_same(uint64_t a) { return (rgs_long_words){ 0 } + a; }
RGS_INLINE rgs_floats rgs_floats_of(rgs_words bits) { return (rgs_floats)bits; }
RGS_INLINE rgs_words rgs_words_of(rgs_floats a) { return (rgs_words)a; }
#endif

#if RGS_WIDTH == 2 && defined __aarch64__
/* The 64 bits of the product of the lower halves. */
RGS_INLINE rgs_bits rgs_multiply_32(rgs_bits a, uint32_t b) { return vmull_n_u32(vmovn_u64(a), b); }
/* The lower halves. */
RGS_INLINE rgs_words rgs_words_from(const rgs_bits a[RGS_NOISE_PARTS]) {
  return vuzp1q_u32(vreinterpretq_u32_u64(a[0]), vreinterpretq_u32_u64(a[1]));
}
/* The words are two's complement. */
RGS_INLINE rgs_floats rgs_float_from(rgs_words a) {
  return vcvtq_f32_s32(vreinterpretq_s32_u32(a));
}
RGS_INLINE rgs_floats rgs_float_sqrt(rgs_floats a) { return vsqrtq_f32(a); }
#elif RGS_WIDTH == 2
RGS_INLINE rgs_bits rgs_multiply_32(rgs_bits a, uint32_t b) {
  return (rgs_bits)_mm_mul_epu32((__m128i)a, _mm_set1_epi64x(b));
}
RGS_INLINE rgs_words rgs_words_from(const rgs_bits a[RGS_NOISE_PARTS]) {
  return (rgs_words)_mm_shuffle_ps((__m128)a[0], (__m128)a[1], 0x88);
}
RGS_INLINE rgs_floats rgs_float_from(rgs_words a) { return _mm_cvtepi32_ps((__m128i)a); }
RGS_INLINE rgs_floats rgs_float_sqrt(rgs_floats a) { return _mm_sqrt_ps(a); }
#elif RGS_WIDTH > 2
RGS_INLINE rgs_bits rgs_multiply_32(rgs_bits a, uint32_t b) {
#if RGS_WIDTH == 4
  return (rgs_bits)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(b));
#else
  return (rgs_bits)_mm512_mul_epu32((__m512i)a, _mm512_set1_epi64(b));
#endif
}

RGS_INLINE rgs_words rgs_words_from(const rgs_bits a[RGS_NOISE_PARTS]) {
#if RGS_WIDTH == 4
  const __m256 both = _mm256_shuffle_ps((__m256)a[0], (__m256)a[1], 0x88);
  return (rgs_words)_mm256_permute4x64_pd((__m256d)both, 0xd8);
#else
  return (rgs_words)_mm512_cvtepi64_epi32((__m512i)a[0]);
#endif
}

RGS_INLINE rgs_floats rgs_float_from(rgs_words a) {
  return (rgs_floats)_mm256_cvtepi32_ps((__m256i)a);
}

RGS_INLINE rgs_floats rgs_float_sqrt(rgs_floats a) { return (rgs_floats)_mm256_sqrt_ps((__m256)a); }
#endif

/* For the numbers of words and deviates. */
#include <rigidstep/device/noise.h>

/* The floats of the bodies in register `part`. */
RGS_INLINE rgs_lanes rgs_lanes_of_floats(const rgs_floats *normal, int part) {
#if RGS_WIDTH == 2
  const float *two = (const float *)normal + 2 * part;
  return (rgs_lanes){ two[0], two[1] };
#elif RGS_WIDTH == 4
  return _mm256_cvtps_pd(_mm_loadu_ps((const float *)normal + 4 * part));
#elif RGS_WIDTH == 8
  (void)part;
  return _mm512_cvtps_pd((__m256)*normal);
#else
  (void)part;
  return *normal;
#endif
}

#endif /* RGS_SIMD_SIMD_U32_H */
