/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h - 32-bit words and floats of several bodies at once, for random numbers.
 *
 * With width 1 there is one body, else there are eight: the words of a register are then made of one
 * or two registers of rgs_bits.  No operation is fused, so that all paths have the same bits.
 */
#ifndef RGS_LANES_WORDS_H
#define RGS_LANES_WORDS_H
#include "lanes/lanes.h"

/* Words and floats of the bodies that get their noise together. */
#if RGS_WIDTH == 1
#define RGS_NOISE_BODIES 1
typedef uint32_t rgs_words;
typedef float rgs_floats;
#else
#define RGS_NOISE_BODIES 8
typedef uint32_t rgs_words __attribute__((vector_size(32)));
typedef float rgs_floats __attribute__((vector_size(32)));
#endif
#define RGS_NOISE_PARTS (RGS_NOISE_BODIES / RGS_WIDTH)

/* The 64 bits of the product of the lower halves. */
static inline rgs_bits rgs_multiply_32(rgs_bits a, uint32_t b) {
#if RGS_WIDTH == 4
  return (rgs_bits)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(b));
#elif RGS_WIDTH == 8
  return (rgs_bits)_mm512_mul_epu32((__m512i)a, _mm512_set1_epi64(b));
#else
  return (a & 0xffffffffu) * b;
#endif
}

/* The lower halves. */
static inline rgs_words rgs_words_from(const rgs_bits a[RGS_NOISE_PARTS]) {
#if RGS_WIDTH == 4
  const __m256 both = _mm256_shuffle_ps((__m256)a[0], (__m256)a[1], 0x88);
  return (rgs_words)_mm256_permute4x64_pd((__m256d)both, 0xd8);
#elif RGS_WIDTH == 8
  return (rgs_words)_mm512_cvtepi64_epi32((__m512i)a[0]);
#else
  return (uint32_t)a[0];
#endif
}

static inline rgs_floats rgs_floats_of(rgs_words bits) {
  rgs_floats a;
  memcpy(&a, &bits, sizeof a);
  return a;
}
static inline rgs_words rgs_words_of(rgs_floats a) {
  rgs_words bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}

/* The words are two's complement. */
static inline rgs_floats rgs_float_from(rgs_words a) {
#if RGS_WIDTH > 1
  return (rgs_floats)_mm256_cvtepi32_ps((__m256i)a);
#else
  return (float)(int32_t)a;
#endif
}

static inline rgs_floats rgs_float_sqrt(rgs_floats a) {
#if RGS_WIDTH > 1
  return (rgs_floats)_mm256_sqrt_ps((__m256)a);
#else
  return sqrtf(a);
#endif
}

/* The floats of the bodies in register `part`. */
static inline rgs_lanes rgs_lanes_of_floats(const rgs_floats *normal, int part) {
#if RGS_WIDTH == 4
  return _mm256_cvtps_pd(_mm_loadu_ps((const float *)normal + 4 * part));
#elif RGS_WIDTH == 8
  (void)part;
  return _mm512_cvtps_pd((__m256)*normal);
#else
  (void)part;
  return *normal;
#endif
}

#endif /* RGS_LANES_WORDS_H */
