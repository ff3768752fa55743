/* SPDX-License-Identifier: BSD-3-Clause
 *
 * csvr.c - see csvr.h.
 *
 * A gas of one degree of freedom that langevin acts on for the time h goes from x to
 * root(c) x + root(1 - c) xi.  Turn all momenta into a space where the first axis points along
 * them: then K becomes (root(c K) + w R_1)^2 + w^2 (R_2^2 + .. + R_n^2) with w^2 = (1 - c) kT/2.
 */
#include "baths/csvr.h"
#include <math.h>

double rgs_csvr_factor(rgs_draws *draws, double keep, double kinetic, double kt, int64_t n) {
  if (kinetic == 0) return 1;
  const double w = sqrt(0.5 * (1 - keep) * kt);
  const double along = sqrt(keep * kinetic) + w * rgs_draw_normal(draws);
  const double across = w * w * rgs_draw_squares(draws, n - 1);
  /* Roots first: kinetic may be so small that the quotient of the energies is not finite. */
  const double factor = sqrt(along * along + across) / sqrt(kinetic);
  return along < 0 ? -factor : factor;
}
