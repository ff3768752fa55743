/* SPDX-License-Identifier: BSD-3-Clause
 *
 * noise.h - random bits and normal deviates, of several bodies at once.
 *
 * The bits come from Philox4x32-10, a counter-based generator: J. K. Salmon, M. A. Moraes,
 * R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11 (2011), doi
 * 10.1145/2063384.2063405.  Its output is a function of key and counter alone.  So it has no state
 * that a save would have to hold, and a body gets the same noise on every rank and in every order
 * of bodies.  The deviates come from the transformation of G. E. P. Box and M. E. Muller, Ann.
 * Math. Stat. 29, 610 (1958), doi 10.1214/aoms/1177706645.
 *
 * THE SAME BITS EVERYWHERE  Two ranks may run on different processors, yet must give a body the
 * same noise.  So nothing is fused and nothing comes from libm: sums, products, quotients and
 * roots alone, each rounded once, have the same bits with all instruction sets and with all compilers.
 *
 * Deviates are floats: 24 bits each are far more than a statistical test can tell, and they cost a
 * third.  What follows from them is computed in doubles.
 */
#ifndef RGS_NOISE_H
#define RGS_NOISE_H
#include "number.h"

/* Words and floats of the bodies that get their noise together.  The wide ones are in
 * core/simd/simd_u32.h. */
#if RGS_WIDTH == 1
#define RGS_NOISE_BODIES 1
typedef uint32_t rgs_words;
typedef float rgs_floats;
typedef uint64_t rgs_long_words;
#define RGS_NOISE_PARTS 1

RGS_INLINE rgs_long_words rgs_long_words_from(const uint64_t *p) { return *p; }
RGS_INLINE rgs_long_words rgs_long_words_same(uint64_t a) { return a; }
/* The 64 bits of the product of the lower halves. */
RGS_INLINE rgs_long_words rgs_multiply_32(rgs_long_words a, uint32_t b) {
  return (a & 0xffffffffu) * b;
}
/* The lower halves. */
RGS_INLINE rgs_words rgs_words_from(const rgs_long_words a[RGS_NOISE_PARTS]) {
  return (uint32_t)a[0];
}
#ifdef RGS_OPENCL
RGS_INLINE rgs_floats rgs_floats_of(rgs_words bits) { return as_float(bits); }
RGS_INLINE rgs_words rgs_words_of(rgs_floats a) { return as_uint(a); }
RGS_INLINE rgs_floats rgs_float_sqrt(rgs_floats a) { return sqrt(a); }
#else
RGS_INLINE rgs_floats rgs_floats_of(rgs_words bits) {
  rgs_floats a;
  memcpy(&a, &bits, sizeof a);
  return a;
}
RGS_INLINE rgs_words rgs_words_of(rgs_floats a) {
  rgs_words bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}
RGS_INLINE rgs_floats rgs_float_sqrt(rgs_floats a) { return sqrtf(a); }
#endif
/* The words are two's complement. */
RGS_INLINE rgs_floats rgs_float_from(rgs_words a) { return (float)(int32_t)a; }
#elif !defined RGS_SIMD_SIMD_U32_H
#error "include simd/simd_u32.h first: it defines words of several bodies"
#endif

enum { RGS_NORMALS = 6, RGS_PHILOX_ROUNDS = 10 };

/* ---- random bits ------------------------------------------------------------------------------
 * A lane holds a word in the lower half of 64 bits.  What the upper half holds does not matter:
 * multiplications ignore it. */

/* The two words of the key in each round, the same in all lanes. */
typedef struct rgs_philox_key {
  rgs_long_words word[2 * RGS_PHILOX_ROUNDS];
} rgs_philox_key;

/* Written where it is to lie: copies of it would take as long as a round. */
RGS_INLINE void rgs_philox_key_of(uint32_t first, uint32_t second, rgs_philox_key *key) {
  for (int round = 0; round < RGS_PHILOX_ROUNDS; round++) {
    key->word[2 * round] = rgs_long_words_same(first);
    key->word[2 * round + 1] = rgs_long_words_same(second);
    first += 0x9e3779b9u;  /* the golden ratio's fraction */
    second += 0xbb67ae85u; /* the fraction of the square root of 3 */
  }
}

/* counter: in; out: after all rounds four random words, in the lower halves.  What one round gives the next
 * is a chain, and the parts have chains of their own. */
RGS_INLINE void rgs_philox_rounds(const rgs_philox_key *key, int first, int end,
                                  rgs_long_words counter[4][RGS_NOISE_PARTS]) {
  for (int round = first; round < end; round++)
    for (int part = 0; part < RGS_NOISE_PARTS; part++) {
      const rgs_long_words a = rgs_multiply_32(counter[0][part], 0xd2511f53u);
      const rgs_long_words b = rgs_multiply_32(counter[2][part], 0xcd9e8d57u);
      counter[0][part] = (b >> 32) ^ counter[1][part] ^ key->word[2 * round];
      counter[1][part] = b;
      counter[2][part] = (a >> 32) ^ counter[3][part] ^ key->word[2 * round + 1];
      counter[3][part] = a;
    }
}

RGS_INLINE void rgs_philox(const rgs_philox_key *key, rgs_long_words counter[4][RGS_NOISE_PARTS]) {
  rgs_philox_rounds(key, 0, RGS_PHILOX_ROUNDS, counter);
}

/* ---- where noise comes from ------------------------------------------------------------------- */

/* What noise depends on besides the body.  `stream` tells apart who draws, and which of several
 * draws in the same step it is. */
typedef struct rgs_noise {
  uint32_t seed, stream;
  uint64_t step;
} rgs_noise;

typedef struct rgs_noise_keys {
  rgs_philox_key a, b;
  uint64_t step;
} rgs_noise_keys;

RGS_INLINE rgs_noise_keys rgs_noise_keys_of(const rgs_noise *noise) {
  rgs_noise_keys keys;
  rgs_philox_key_of(noise->seed, 2 * noise->stream, &keys.a);
  rgs_philox_key_of(noise->seed, 2 * noise->stream + 1, &keys.b);
  keys.step = noise->step;
  return keys;
}

/* Eight random words for each of the bodies, or draws, that `tag` names, in two blocks.  The blocks have the
 * counter and one word of the key in common, so that all but one word is the same after the first round. */
RGS_INLINE void rgs_noise_words(const rgs_noise_keys *keys, const uint64_t *tag,
                                rgs_words word[8]) {
  rgs_long_words a[4][RGS_NOISE_PARTS], b[4][RGS_NOISE_PARTS];
  for (int part = 0; part < RGS_NOISE_PARTS; part++) {
    const rgs_long_words name = rgs_long_words_from(tag + part * RGS_WIDTH);
    a[0][part] = name;
    a[1][part] = name >> 32;
    a[2][part] = rgs_long_words_same(keys->step & 0xffffffffu);
    a[3][part] = rgs_long_words_same(keys->step >> 32);
  }
  rgs_philox_rounds(&keys->a, 0, 1, a);
  for (int part = 0; part < RGS_NOISE_PARTS; part++) {
    for (int k = 0; k < 4; k++) b[k][part] = a[k][part];
    b[2][part] ^= keys->a.word[1] ^ keys->b.word[1];
  }
  rgs_philox_rounds(&keys->a, 1, RGS_PHILOX_ROUNDS, a);
  rgs_philox_rounds(&keys->b, 1, RGS_PHILOX_ROUNDS, b);
  for (int k = 0; k < 4; k++) {
    word[k] = rgs_words_from(a[k]);
    word[4 + k] = rgs_words_from(b[k]);
  }
}

/* ---- normal deviates --------------------------------------------------------------------------- */
/* Numbers that are powers of two beside them are exact; polynomials as in Cephes (S. L. Moshier,
 * 1992) and fdlibm (K. C. Ng and others, Sun Microsystems, 1993), https://www.netlib.org. */

/* ln of numbers from 2^-53 to 1. */
RGS_INLINE rgs_floats rgs_float_log(rgs_floats x) {
  /* x = 2^k m with m from root 1/2 to root 2. */
  const uint32_t root_half = 0x3f3504f3u, one = 0x3f800000u;
  const rgs_words shifted = rgs_words_of(x) + (one - root_half);
  const rgs_floats k = rgs_float_from((shifted >> 23) - 127);
  const rgs_floats f = rgs_floats_of((shifted & 0x007fffffu) + root_half) - 1;
  const rgs_floats s = f / (2 + f), z = s * s, half_square = 0.5f * f * f;
  rgs_floats p = 0.24279078841f * z + 0.28498786688f;
  p = p * z + 0.40000972152f;
  p = (p * z + 0.66666662693f) * z;
  const rgs_floats rest = s * (half_square + p) + k * 9.0580006145e-06f;
  return k * 6.9313812256e-01f - ((half_square - rest) - f);
}

#define RGS_2_TO_MINUS_31 4.656612873077392578125e-10f

/* Two deviates of each body lie on a circle of a random radius, from 31 bits and 21 more of `fine`, so that
 * the tail is whole up to 8.5.  Divided by the root of 2. */
RGS_INLINE rgs_floats rgs_normal_radius(const rgs_words *coarse, const rgs_words *fine) {
  const rgs_floats more = rgs_float_from(*fine) * 4.76837158203125e-7f + 2.384185791015625e-7f;
  const rgs_floats u = (rgs_float_from((*coarse >> 1)) + more) * RGS_2_TO_MINUS_31;
  return rgs_float_sqrt(-rgs_float_log(u));
}

/* The deviates, from 32 bits for the angle.  It is pi/4 + phi within its quadrant: then cosine and sine are
 * (cos phi -+ sin phi) over the root of 2.  Two bits choose the quadrant by two signs. */
RGS_INLINE void rgs_normals_on_circle(rgs_floats radius, const rgs_words *angle,
                                      rgs_floats pair[2]) {
  const rgs_floats x = rgs_float_from((*angle << 2)) * (0.785398163397f * RGS_2_TO_MINUS_31);
  const rgs_floats z = x * x;
  rgs_floats s = -1.9515295891e-4f * z + 8.3321608736e-3f;
  s = x + x * ((s * z - 1.6666654611e-1f) * z);
  rgs_floats c = 2.443315711809948e-5f * z - 1.388731625493765e-3f;
  c = 1 + z * ((c * z + 4.166664568298827e-2f) * z - 0.5f);

  const uint32_t sign = 0x80000000u;
  pair[0] = rgs_floats_of(rgs_words_of(radius * (c - s)) ^ (*angle & sign));
  pair[1] = rgs_floats_of(rgs_words_of(radius * (c + s)) ^ ((*angle << 1) & sign));
}

RGS_INLINE void rgs_normal_pair(const rgs_words *coarse, const rgs_words *fine,
                                const rgs_words *angle, rgs_floats pair[2]) {
  rgs_normals_on_circle(rgs_normal_radius(coarse, fine), angle, pair);
}

/* Six deviates of each body, from eight words: three radii first, and from them the deviates. */
RGS_INLINE void rgs_radii_of(const rgs_words word[8], rgs_floats radius[RGS_NORMALS / 2]) {
  const rgs_words fine[3] = { word[3] >> 11, word[7] >> 11,
                              ((word[3] << 21) >> 11) | ((word[7] << 22) >> 22) };
  for (int k = 0; k < 3; k++) radius[k] = rgs_normal_radius(&word[k], &fine[k]);
}

RGS_INLINE void rgs_normals_of_radii(const rgs_floats radius[RGS_NORMALS / 2],
                                     const rgs_words word[8], rgs_floats normal[RGS_NORMALS]) {
  for (int k = 0; k < 3; k++) rgs_normals_on_circle(radius[k], &word[4 + k], normal + 2 * k);
}

RGS_INLINE void rgs_normals_of(const rgs_words word[8], rgs_floats normal[RGS_NORMALS]) {
  rgs_floats radius[RGS_NORMALS / 2];
  rgs_radii_of(word, radius);
  rgs_normals_of_radii(radius, word, normal);
}

#endif /* RGS_NOISE_H */
