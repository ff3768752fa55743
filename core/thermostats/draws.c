/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draws.c - see draws.h.  Gamma variates follow G. Marsaglia and W. W. Tsang, ACM Trans.
 * Math. Softw. 26, 363 (2000), doi 10.1145/358407.358414.
 */
#include "thermostats/draws.h"
#include "simd/noise.h"
#include "simd/unfused.h"

/* Each draw gives a normal deviate and an independent number in (0, 1). */
static double draw(rgs_draws *draws, double *uniform) {
  const rgs_noise noise = { draws->seed, draws->stream, draws->step };
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  const uint64_t tag = draws->next++;
  rgs_words word[8];
  rgs_floats pair[2];
  rgs_noise_words(&keys, &tag, word);
  const rgs_words fine = word[1] >> 11;
  rgs_normal_pair(&word[0], &fine, &word[2], pair);
  *uniform = ((double)word[3] + ((double)word[4] + 0.5) * 0x1p-32) * 0x1p-32;
  return pair[0];
}

double rgs_draw_normal(rgs_draws *draws) {
  double uniform;
  return draw(draws, &uniform);
}

double rgs_draw_uniform(rgs_draws *draws) {
  double uniform;
  (void)draw(draws, &uniform);
  return uniform;
}

double rgs_draw_gamma(rgs_draws *draws, double shape) {
  const double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
  for (;;) {
    double uniform;
    const double x = draw(draws, &uniform), root = 1 + c * x, v = root * root * root;
    if (v <= 0) continue;
    if (rgs_log(uniform) < 0.5 * x * x + d * (1 - v + rgs_log(v))) return d * v;
  }
}

double rgs_draw_squares(rgs_draws *draws, int64_t n) {
  if (n > 1) return 2 * rgs_draw_gamma(draws, 0.5 * (double)n);
  if (n == 0) return 0;
  const double x = rgs_draw_normal(draws);
  return x * x;
}
