/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_thermostats.c - csvr and chains of Nose and Hoover, as maps of kinetic energies.
 */
#include "check.h"

#include "thermostats/thermostats.h"
#include "thermostats/csvr.h"
#include "thermostats/nhc.h"
#include "distributions.h"
#include "runge_kutta.h"

#include <math.h>

/* ---- csvr ---------------------------------------------------------------------------------------- */
/* Left alone with a gas, csvr makes its kinetic energy Gamma(n/2) kT whatever the step and wherever
 * it began. */
TEST(csvr_distribution) {
  enum { N = 20000 };
  static double below[N];
  const int64_t freedom[] = { 1, 2, 3, 10, 381 };
  const double keeps[] = { 0, 0.1, 0.6 };
  for (size_t f = 0; f < COUNT(freedom); f++)
    for (size_t c = 0; c < COUNT(keeps); c++) {
      double kinetic = 1e-3;
      const int every = keeps[c] > 0.5 ? 30 : 10; /* then samples are independent */
      for (int i = -5; i < N; i++) {
        for (int k = 0; k < every; k++) {
          rgs_draws draws = { 1, 2, (uint64_t)((i + 5) * every + k), 0 };
          const double a = rgs_csvr_factor(&draws, keeps[c], kinetic, 1.7, freedom[f]);
          kinetic *= a * a;
        }
        if (i >= 0) below[i] = gamma_below(0.5 * (double)freedom[f], kinetic / 1.7);
      }
      const double p = kolmogorov_smirnov(below, N);
      if (p < 0.01) print_message("n %d keep %g: p %.4f\n", (int)freedom[f], keeps[c], p);
      TRUE(p > 0.0005);
    }
}

/* One degree of freedom: momentum itself, sign included, then follows langevin's law. */
TEST(csvr_sign) {
  enum { N = 200000 };
  static double below[N];
  const double keep = 0.25, start = 0.4; /* momentum of mass 1 */
  for (uint64_t step = 0; step < N; step++) {
    rgs_draws draws = { 4, 0, step, 0 };
    const double p = start * rgs_csvr_factor(&draws, keep, 0.5 * start * start, 1, 1);
    below[step] = normal_below((p - sqrt(keep) * start) / sqrt(1 - keep));
  }
  TRUE(kolmogorov_smirnov(below, N) > 0.001);
}

TEST(csvr_of_nothing) {
  rgs_draws draws = { 4, 0, 0, 0 };
  TRUE(rgs_csvr_factor(&draws, 0.5, 0, 1, 6) == 1);
  /* The smallest energies there are become thermal ones. */
  const double tiny = 5e-324, a = rgs_csvr_factor(&draws, 0.5, tiny, 1, 6);
  TRUE(isfinite(a) && a * sqrt(tiny) * a * sqrt(tiny) > 0.1);
}

/* ---- chains -------------------------------------------------------------------------------------- */
/* The equations of a chain on a gas: the root of the kinetic energy, velocities, positions. */
enum { MOST_LINKS = 5, NUMBERS = 1 + 2 * MOST_LINKS };
static void slope(const void *self, const long double *y, long double *dy) {
  const rgs_nhc *c = self;
  const long double kt = c->kt, q = kt * c->period * c->period, *velocity = y + 1;
  for (int k = 0; k < NUMBERS; k++) dy[k] = 0;
  dy[0] = -velocity[0] * y[0];
  for (int k = 0; k < c->links; k++) {
    const long double below =
        k == 0 ? 2 * y[0] * y[0] - c->n * kt
               : q * (k == 1 ? c->n : 1) * velocity[k - 1] * velocity[k - 1] - kt;
    dy[1 + k] = below / (k == 0 ? c->n * q : q);
    if (k < c->links - 1) dy[1 + k] -= velocity[k + 1] * velocity[k];
    dy[1 + MOST_LINKS + k] = velocity[k];
  }
}

static double nhc_error(const rgs_nhc *c, double h) {
  rgs_nhc_state state = { { 0.3, -0.5, 0.2, 0.4, -0.1 }, { 0.1, 0.2 } };
  long double want[NUMBERS] = { sqrtl(7.0L) };
  for (int k = 0; k < c->links; k++) {
    want[1 + k] = state.velocity[k];
    want[1 + MOST_LINKS + k] = state.position[k];
  }
  runge_kutta(want, NUMBERS, 1, 4000, slope, c);
  double kinetic = 7;
  for (int i = 0; i < (int)(1 / h + 0.5); i++) {
    const double a = rgs_nhc_factor(c, &state, kinetic, h);
    kinetic *= a * a;
  }
  double error = fabs(sqrt(kinetic) - (double)want[0]);
  for (int k = 0; k < c->links; k++) {
    error = fmax(error, fabs(state.velocity[k] - (double)want[1 + k]));
    error = fmax(error, fabs(state.position[k] - (double)want[1 + MOST_LINKS + k]));
  }
  return error;
}

/* The order: 2, 4, 4, 6 with 1, 3, 5, 7 nodes; for chains of any length. */
TEST(nhc_order) {
  const int nodes[] = { 1, 3, 5, 7 }, orders[] = { 2, 4, 4, 6 };
  for (int links = 1; links <= 5; links += 2)
    for (int k = 0; k < 4; k++) {
      const rgs_nhc c = { links, nodes[k], k % 2 + 1, 12, 1.5, 0.9 };
      const double coarse = nhc_error(&c, 0.125), fine = nhc_error(&c, 0.0625);
      print_message("%d links, %d nodes: errors %.2e %.2e, slope %.2f\n", links, nodes[k], coarse,
                    fine, log2(coarse / fine));
      NEAR(orders[k], log2(coarse / fine), 0.5);
    }
}

/* From rest, with long chains and long steps that nobody divided: without a division of its own the
 * chain ends in numbers that are none.  Once the bodies move, what should stand still does so. */
TEST(nhc_from_rest) {
  static const int links[] = { 1, 3, 10, RGS_NHC_MOST };
  for (size_t k = 0; k < COUNT(links); k++)
    for (double h = 0.01; h < 1.5; h *= 3) {
      const rgs_nhc c = { links[k], 3, 1, 3000, 1.5, 1 };
      rgs_nhc_state chain = { { 0 }, { 0 } };
      double kinetic = 0, energy = 0, worst = 0;
      for (int i = 0; i < 200; i++) {
        const double a = rgs_nhc_factor(&c, &chain, kinetic, h);
        TRUE(isfinite(a) && a > 0);
        kinetic *= a * a;
        if (i == 20) kinetic = 1; /* far below n kT/2 = 2250: forces begin to move the bodies */
        if (i == 20) energy = kinetic + rgs_nhc_energy(&c, &chain);
        if (i > 20) worst = fmax(worst, fabs(kinetic + rgs_nhc_energy(&c, &chain) - energy));
      }
      print_message("%d links, h %.2f: kinetic energy %g, off by %.1e\n", links[k], h, kinetic,
                    worst);
      TRUE(isfinite(kinetic) && kinetic > 0);
      TRUE(worst < 0.01 * 4500);
    }
}

TEST_MAIN(NULL, NULL)
