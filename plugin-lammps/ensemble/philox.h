/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Philox4x32-10, a counter-based generator of random numbers: Salmon, Moraes, Dror and Shaw, SC11
 * (2011), doi 10.1145/2063384.2063405.  Its numbers are a function of key and counter alone, so
 * there is no state to store or to send.
 */
#ifndef RIGIDSTEP_PHILOX_H
#define RIGIDSTEP_PHILOX_H

#include <cmath>
#include <cstdint>

namespace rigidstep_lammps {

struct PhiloxKey {
  uint32_t word[2];
};
struct PhiloxCounter {
  uint32_t word[4];
};

inline PhiloxCounter philox(PhiloxCounter c, PhiloxKey key) {
  const uint64_t first = 0xD2511F53u, second = 0xCD9E8D57u; // multipliers
  for (int round = 0; round < 10; round++) {
    const uint64_t a = first * c.word[0], b = second * c.word[2];
    c = { { (uint32_t)(b >> 32) ^ c.word[1] ^ key.word[0], (uint32_t)b,
            (uint32_t)(a >> 32) ^ c.word[3] ^ key.word[1], (uint32_t)a } };
    key.word[0] += 0x9E3779B9u; // golden ratio
    key.word[1] += 0xBB67AE85u; // sqrt(3) - 1
  }
  return c;
}

/* Uses 53 of the 64 bits of two words.  The result is within (0, 1), without the ends. */
inline double uniform(uint32_t high, uint32_t low) {
  const uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
  return ((double)bits + 0.5) * (1.0 / 9007199254740992.0);
}

/* Two independent normal deviates from one draw, by the transformation of Box and Muller. */
inline void normal_pair(PhiloxCounter counter, PhiloxKey key, double out[2]) {
  const PhiloxCounter random = philox(counter, key);
  const double radius = std::sqrt(-2.0 * std::log(uniform(random.word[0], random.word[1])));
  const double angle = 6.283185307179586476925 * uniform(random.word[2], random.word[3]);
  out[0] = radius * std::cos(angle);
  out[1] = radius * std::sin(angle);
}

} // namespace rigidstep_lammps

#endif
