/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lanes_of_width.c - noise in lanes of one width; compiled once for each.
 */
#include "lanes_of_width.h"

#include "lanes/noise.h"

#define NAME_OF(width) noise_##width
#define NAME(width) NAME_OF(width)

static void words(const rgs_noise *from, const uint64_t *key, uint32_t *out) {
  const rgs_noise_keys keys = rgs_noise_keys_of(from);
  rgs_words word[8];
  rgs_noise_words(&keys, key, word);
  for (int k = 0; k < 8; k++) {
    uint32_t each[RGS_NOISE_BODIES];
    memcpy(each, &word[k], sizeof each);
    for (int j = 0; j < RGS_NOISE_BODIES; j++) out[8 * j + k] = each[j];
  }
}

static void normals(const rgs_noise *from, const uint64_t *key, double *out) {
  const rgs_noise_keys keys = rgs_noise_keys_of(from);
  rgs_floats normal[RGS_NORMALS];
  rgs_words word[8];
  rgs_noise_words(&keys, key, word);
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

const noise_of_width NAME(RGS_WIDTH) = { RGS_NOISE_BODIES, words, normals, philox };
