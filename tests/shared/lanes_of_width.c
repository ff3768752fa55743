/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lanes_of_width.c - compiled once for each width RGS_WIDTH, like the kernels, and once without it.
 */
#include "lanes_of_width.h"

#ifdef RGS_WIDTH
#include "simd/columns.h"
#include "simd/noise.h"
#include "simd/sincos.h"

#define NAME_OF(width) lanes_##width
#define NAME(width) NAME_OF(width)

static void sincos_of(int n, const double *x, double *sine, double *cosine) {
  const rgs_column in = { (double *)(uintptr_t)x, 1, 1 };
  const rgs_column out[2] = { { sine, 1, 1 }, { cosine, 1, 1 } };
  for (int i = 0; i < n; i += RGS_WIDTH) {
    rgs_lanes s, c;
    rgs_sincos(rgs_load(&in, n, i, 0), &s, &c);
    rgs_store(&out[0], n, i, 0, s);
    rgs_store(&out[1], n, i, 0, c);
  }
}

static void words(const rgs_noise *from, const uint64_t *tag, uint32_t *out) {
  const rgs_noise_keys keys = rgs_noise_keys_of(from);
  rgs_words word[8];
  rgs_noise_words(&keys, tag, word);
  for (int k = 0; k < 8; k++) {
    uint32_t each[RGS_NOISE_BODIES];
    memcpy(each, &word[k], sizeof each);
    for (int j = 0; j < RGS_NOISE_BODIES; j++) out[8 * j + k] = each[j];
  }
}

static void normals(const rgs_noise *from, const uint64_t *tag, double *out) {
  const rgs_noise_keys keys = rgs_noise_keys_of(from);
  rgs_floats normal[RGS_NORMALS];
  rgs_words word[8];
  rgs_noise_words(&keys, tag, word);
  rgs_normals_of(word, normal);
  for (int k = 0; k < RGS_NORMALS; k++) {
    float each[RGS_NOISE_BODIES];
    memcpy(each, &normal[k], sizeof each);
    for (int j = 0; j < RGS_NOISE_BODIES; j++) out[RGS_NORMALS * j + k] = each[j];
  }
}

static void philox(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]) {
  rgs_philox_key keys;
  rgs_philox_key_of(key[0], key[1], &keys);
  rgs_long_words c[4][RGS_NOISE_PARTS];
  for (int k = 0; k < 4; k++)
    for (int part = 0; part < RGS_NOISE_PARTS; part++) c[k][part] = rgs_long_words_same(counter[k]);
  rgs_philox(&keys, c);
  for (int k = 0; k < 4; k++) memcpy(&out[k], &c[k], sizeof out[k]);
}

extern const lanes_of_width NAME(RGS_WIDTH);
const lanes_of_width NAME(RGS_WIDTH) = { RGS_WIDTH, RGS_NOISE_BODIES, sincos_of,
                                         words,     normals,          philox };

#else
#include "simd/instruction_set.h"

#include <stddef.h>

extern const lanes_of_width lanes_1, lanes_2, lanes_4, lanes_8;

int lane_widths(const lanes_of_width *found[LANE_WIDTHS]) {
  int n = 0;
  found[n++] = &lanes_1;
#ifdef WITH_WIDTH_2
  found[n++] = &lanes_2;
#endif
#ifdef WITH_WIDTH_4
  if (rgs_isa_name(RGS_ISA_AVX2) != NULL) found[n++] = &lanes_4;
#endif
#ifdef WITH_WIDTH_8
  if (rgs_isa_name(RGS_ISA_AVX512) != NULL) found[n++] = &lanes_8;
#endif
  return n;
}
#endif
