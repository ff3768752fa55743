/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/body_langevin.h"

#include <cmath>

#include <rigidstep/device/noise.h>

namespace rigidstep_lammps {

void BodyLangevin::choose(const double values[4]) {
  start = values[0];
  stop = values[1];
  damp = values[2];
  seed = (uint32_t)values[3];
  active = true;
}

int64_t BodyLangevin::next_step(int64_t timestep) {
  counted = counted == NONE ? timestep : counted + 1;
  return counted;
}

/* ---- noise ----------------------------------------------------------------------------------- */

/* Uses 53 of the 64 bits of two words.  The result is within (0, 1), without the ends. */
static double uniform(uint64_t high, uint64_t low) {
  const uint64_t bits = (high << 32 | (low & 0xffffffffu)) >> 11;
  return ((double)bits + 0.5) * (1.0 / 9007199254740992.0);
}

/* Two independent normal deviates from the four words of a draw, by the transformation of Box and
   Muller.  (Those of the library, rgs_noise_words(), are floats: other digits than this keyword has.) */
static void normal_pair(const uint64_t word[4][RGS_NOISE_PARTS], double out[2]) {
  const double radius = std::sqrt(-2.0 * std::log(uniform(word[0][0], word[1][0])));
  const double angle = 6.283185307179586476925 * uniform(word[2][0], word[3][0]);
  out[0] = radius * std::cos(angle);
  out[1] = radius * std::sin(angle);
}

/* Of one body in one step: three normal deviates for translation, three for rotation. */
void BodyLangevin::noise(int64_t body, int64_t step, double out[6]) const {
  for (uint32_t pair = 0; pair < 3; pair++) {
    uint64_t word[4][RGS_NOISE_PARTS] = {
      { (uint32_t)body }, { (uint64_t)body >> 32 }, { (uint32_t)step }, { (uint64_t)step >> 32 }
    };
    rgs_philox_key key;
    rgs_philox_key_of(seed, pair, &key);
    rgs_philox(&key, word);
    normal_pair(word, out + 2 * pair);
  }
}

static void rotation(const rgs_column &q, int64_t i, double R[3][3]) {
  const double w = RGS_AT(q, i, 0), x = RGS_AT(q, i, 1), y = RGS_AT(q, i, 2), z = RGS_AT(q, i, 3);
  R[0][0] = w * w + x * x - y * y - z * z, R[0][1] = 2 * (x * y - w * z),
  R[0][2] = 2 * (x * z + w * y);
  R[1][0] = 2 * (x * y + w * z), R[1][1] = w * w - x * x + y * y - z * z,
  R[1][2] = 2 * (y * z - w * x);
  R[2][0] = 2 * (x * z - w * y), R[2][1] = 2 * (y * z + w * x),
  R[2][2] = w * w - x * x - y * y + z * z;
}

static double rotation_energy(const rgs_view &b, int64_t i, const double R[3][3]) {
  double energy = 0.0;
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(b.inertia, i, k);
    if (moment <= 0.0) continue;
    const double y =
        R[0][k] * RGS_AT(b.l, i, 0) + R[1][k] * RGS_AT(b.l, i, 1) + R[2][k] * RGS_AT(b.l, i, 2);
    energy += 0.5 * y * y / moment;
  }
  return energy;
}

double BodyLangevin::apply(const rgs_view &b, const int64_t *body, int64_t own, const Step &step,
                           int64_t begin, int64_t end) const {
  const double keep = std::exp(-step.h / damp),
               variance = -std::expm1(-2.0 * step.h / damp) * step.kt;
  const bool flat = step.dimension == 2;
  double gained = 0.0;
  for (int64_t i = begin; i < end; i++) {
    double xi[6], R[3][3], turn[3] = { 0.0, 0.0, 0.0 };
    noise(body[i], step.number, xi);
    rotation(b.q, i, R);
    double before = rotation_energy(b, i, R), squares = 0.0;

    const double mass = RGS_AT(b.mass, i, 0), width = std::sqrt(variance / mass);
    for (int k = 0; k < (flat ? 2 : 3); k++) {
      const double v = RGS_AT(b.p, i, k), w = keep * v + width * xi[k];
      RGS_AT(b.p, i, k) = w;
      squares += (w - v) * (w + v);
    }

    // an axis whose moment is 0 gets no noise
    double about_z = 0.0;
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(b.inertia, i, k), eta = std::sqrt(moment * variance) * xi[3 + k];
      about_z += moment * R[2][k] * R[2][k];
      for (int j = 0; j < 3; j++) turn[j] += R[j][k] * eta;
    }
    if (flat) {
      turn[0] = turn[1] = 0.0;
      turn[2] = std::sqrt(about_z * variance) * xi[5];
    }
    for (int j = 0; j < 3; j++) RGS_AT(b.l, i, j) = keep * RGS_AT(b.l, i, j) + turn[j];
    if (i < own) gained += 0.5 * mass * squares + rotation_energy(b, i, R) - before;
  }
  return gained;
}

} // namespace rigidstep_lammps
