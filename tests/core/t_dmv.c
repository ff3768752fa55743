/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_dmv.c - the discrete Moser-Veselov rotors against the published series, and steps of every length.
 *
 * The library gets the series from a closed form (core/rotors/dmv_series.h).  Here they are as published,
 * Table 1 of G. Vilmart, "Rigid Body Dynamics" (HAL hal-00912388), with the terms of order 10 as in
 * the code of E. Hairer and G. Vilmart; vilmart_algorithm_4 of ../papers/corrections.py shows its order.
 */
#include "free_run.h"
#include "random_turn.h"
#include "reference.h"

#include <stdlib.h>

static const char *const DMV[] = { "dmv2", "dmv4", "dmv6", "dmv8", "dmv10" };
static const int64_t drift_steps = 2000000;

/* ---- the published series -------------------------------------------------------------------- */
static void published(const real I[3], const real y[3], real h, int order, real modified[3]) {
  real C = 0, H = 0, t = 0, s = 1;
  for (int k = 0; k < 3; k++) C += h * h * y[k] * y[k] / 2, H += h * h * y[k] * y[k] / I[k] / 2;
  const real d = I[0] * I[1] * I[2];
#define S(a) (powl(I[0], a) + powl(I[1], a) + powl(I[2], a))
#define T(b, c)                                                                                    \
  ((powl(I[1], b) + powl(I[2], b)) / powl(I[0], c) +                                               \
   (powl(I[2], b) + powl(I[0], b)) / powl(I[1], c) +                                               \
   (powl(I[0], b) + powl(I[1], b)) / powl(I[2], c))
  if (order >= 4) {
    s += -S(-1) / 3 * H + S(1) / (6 * d) * C;
    t += S(1) / (6 * d) * H - C / (3 * d);
  }
  if (order >= 6) {
    s += (3 * S(1) + 2 * d * S(-2)) / (60 * d) * H * H + (1 - T(1, 1)) / (30 * d) * C * H +
         (S(2) - d * S(-1)) / (30 * d * d) * C * C;
    t += -(9 + T(1, 1)) / (60 * d) * H * H + (6 * d * S(-1) - S(2)) / (60 * d * d) * C * H -
         S(1) / (60 * d * d) * C * C;
  }
  const real d2 = d * d, d3 = d2 * d, d4 = d3 * d, C2 = C * C, H2 = H * H;
  if (order >= 8) {
    s += (15 - d * S(-3) - 2 * T(1, 1)) / (630 * d) * H2 * H +
         (6 * d * T(1, 2) - 100 * d * S(-1) + 53 * S(2)) / (2520 * d2) * C * H2 +
         (9 * S(1) + 10 * d * S(-2) - 6 * T(2, 1)) / (420 * d2) * C2 * H +
         (4 * d + 17 * S(3) - 15 * d * T(1, 1)) / (2520 * d3) * C2 * C;
    t += (9 * d * S(-1) + d * T(1, 2) - 11 * S(2)) / (1260 * d2) * H2 * H +
         (47 * S(1) + 13 * T(2, 1) - 38 * d * S(-2)) / (2520 * d2) * C * H2 +
         (S(3) + 2 * d * T(1, 1) - 85 * d) / (1260 * d3) * C2 * H +
         (34 * d * S(-1) - 19 * S(2)) / (2520 * d3) * C2 * C;
  }
  if (order >= 10) {
    s += (62 * S(4) - 94 * d * T(2, 1) + 66 * d2 * S(-2) + 81 * d * S(1)) / (45360 * d4) * C2 * C2 +
         (-77 * T(3, 1) + 75 * d * T(1, 2) + 214 * S(2) - 240 * d * S(-1)) / (22680 * d3) * C2 * C *
             H +
         (26 * d * T(2, 2) + 55 * S(3) + 204 * d - 50 * d2 * S(-3) - 59 * d * T(1, 1)) /
             (7560 * d3) * C2 * H2 +
         (137 * d * S(-2) - d * T(1, 3) + 3 * S(1) - 69 * T(2, 1)) / (11340 * d2) * C * H2 * H +
         (2 * d2 * S(-4) + 5 * d * T(1, 2) - 171 * d * S(-1) + 159 * S(2)) / (45360 * d2) * H2 * H2;
    t += (60 * d * T(1, 1) - 61 * S(3) - 247 * d) / (45360 * d4) * C2 * C2 +
         (54 * d * S(1) - S(4) + 218 * d * T(2, 1) - 426 * d2 * S(-2)) / (45360 * d4) * C2 * C * H +
         (125 * d * S(-1) - 5 * T(3, 1) - 130 * S(2) + 4 * d * T(1, 2)) / (7560 * d3) * C2 * H2 +
         (67 * S(3) - 735 * d - 15 * d * T(2, 2) + 87 * d * T(1, 1) + 34 * d2 * S(-3)) /
             (22680 * d3) * C * H2 * H +
         (165 * S(1) - d * T(1, 3) - 9 * T(2, 1) - 145 * d * S(-2)) / (45360 * d2) * H2 * H2;
  }
#undef S
#undef T
  for (int k = 0; k < 3; k++) modified[k] = 1 / (s / I[k] + t);
}

/* e of one step: p + e x p = (1 + stretch |e|^2) m by fixed-point iteration, in long double. */
static void solve(const real I[3], const real y[3], real h, real stretch, real e[3]) {
  real p[3] = { 0, 0, 0 }, x[3], change = 1;
  for (int i = 0; i < 2000 && change > 1e-19L; i++) {
    for (int k = 0; k < 3; k++) e[k] = p[k] / I[k];
    const real alpha = 1 + stretch * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    cross_product(e, p, x);
    change = 0;
    for (int k = 0; k < 3; k++) {
      const real next = alpha * h * y[k] / 2 - x[k];
      change = fmaxl(change, fabsl(next - p[k]));
      p[k] = next;
    }
  }
  for (int k = 0; k < 3; k++) e[k] = p[k] / I[k];
}

TEST(steps_of_the_published_method) {
  for (size_t m = 0; m < COUNT(DMV); m++) {
    double worst = 0;
    for (int i = 0; i < 200; i++) {
      double inertia[3], y[3];
      body_of((double[3]){ 0.1 + uniform(), 0.1 + uniform(), 0.1 + uniform() }, inertia, y);
      const double h = (0.05 + 0.45 * uniform()) / spin(inertia, y);
      const real I[3] = { inertia[0], inertia[1], inertia[2] }, v[3] = { y[0], y[1], y[2] };
      real modified[3], e[3], got[4];
      published(I, v, h, 2 * (int)m + 2, modified);
      solve(modified, v, h, 1, e);
      STATUS(RGS_OK, turn(DMV[m], inertia, y, h, 1, got));
      const real want[4] = { 1, e[0], e[1], e[2] };
      worst = fmax(worst, (double)angle_between(want, got));
    }
    print_message("%-5s and the published series: %.1e\n", DMV[m], worst);
    TRUE(worst <= 8 * EPS);
  }
}

/* ---- order as high as one likes --------------------------------------------------------------- */
/* The library's own series, with six terms in place of four. */
#define RGS_DMV_SERIES_H
#define rgs_dmv_series series_of_six_terms
enum { RGS_DMV_MOST_TERMS = 6 };
void series_of_six_terms(double a3, double beta, double delta, int terms, double *coefficients);
#include "rotors/dmv_series.c"

/* Of a step of the method with so many terms, by 1/I_k = s/I_k + t.  I[1] lies between the others, and
 * 1/I[1] is nearer to 1/I[2]; |y| = 1. */
static double error_of_step(const double I[3], const double y[3], double h, int terms) {
  const real a[3] = { 1 / (real)I[0], 1 / (real)I[1], 1 / (real)I[2] }, tau2 = (real)h * h / 4;
  const double beta = (double)(a[0] - a[2]), delta = (double)(a[1] - a[2]);
  const real Z = beta * beta * y[0] * y[0] + delta * beta * y[1] * y[1],
             v[3] = { y[0], y[1], y[2] };
  double coefficients[RGS_DMV_MOST_TERMS * (RGS_DMV_MOST_TERMS + 3)], *c = coefficients;
  real s = 1, third = a[2], modified[3], e[3];
  series_of_six_terms((double)a[2], beta, delta, terms, c);
  for (int k = 1; k <= terms; k++) {
    for (int j = 0; j <= k; j++) s += *c++ * powl(tau2, k) * powl(Z, j);
    for (int j = 0; j <= k; j++) third += *c++ * powl(tau2, k) * powl(Z, j);
  }
  for (int k = 0; k < 3; k++) modified[k] = 1 / (s * (a[k] - a[2]) + third);
  solve(modified, v, h, 1, e);
  free_end end;
  reference_flow(&(free_motion){ { I[0], I[1], I[2] }, { y[0], y[1], y[2] }, { 1, 0, 0, 0 }, h },
                 false, &end);
  return (double)angle_between(end.q, (real[4]){ 1, e[0], e[1], e[2] });
}

TEST(order_12_and_14) {
  const int most = LDBL_MANT_DIG < 64 ? 3 : RGS_DMV_MOST_TERMS; /* above rounding */
  for (int terms = 1; terms <= most; terms++) {
    const double h = terms < 3 ? 0.1 : 0.06 * terms, ratio = 0.85;
    double whole = 0, shorter = 0;
    seed = 1;
    for (int i = 0; i < 100; i++) {
      const double z = 2 * uniform() - 1, angle = 6.3 * uniform(), r = sqrt(1 - z * z);
      const double y[3] = { r * cos(angle), r * sin(angle), z }, a1 = 1 + 0.2 * uniform();
      const double I[3] = { 1 / (a1 + 0.3 + 0.5 * uniform()), 1 / a1, 1 / (1 - 0.1 * uniform()) };
      whole += error_of_step(I, y, h, terms);
      shorter += error_of_step(I, y, ratio * h, terms);
    }
    const double order = log(shorter / whole) / log(ratio) - 1;
    print_message("%d terms: order %.2f, mean error %.0e\n", terms, order, whole / 100);
    NEAR(2 * terms + 2, order, 0.35);
  }
}

/* ---- steps of every length -------------------------------------------------------------------- */
/* From pi/2 on the equation has another solution, smaller and wrong: the step has to be refused. */
TEST(no_step_is_silently_wrong) {
  for (size_t m = 1; m < COUNT(DMV); m++) {
    double worst = 0, longest = 0;
    for (int i = 0; i < 4000; i++) {
      double inertia[3], y[3];
      body_of((double[3]){ uniform(), uniform(), i % 4 ? uniform() : 1e-6 }, inertia, y);
      const double angle_wanted = pow(10, -1 + 3 * uniform()), h = angle_wanted / spin(inertia, y);
      real want[4], got[4];
      STATUS(RGS_OK, turn("exact", inertia, y, h, 1, want));
      const rgs_status status = turn(DMV[m], inertia, y, h, 1, got);
      if (status == RGS_OK) {
        worst = fmax(worst, (double)angle_between(want, got));
        longest = fmax(longest, angle_wanted);
      } else {
        TRUE(status == RGS_E_NOCONV);
      }
    }
    static const double bar[] = { 0, 0.3, 0.06, 0.01, 2e-3 };
    print_message("%-5s largest error of a step not refused: %.1e; longest h |w|: %.2f\n", DMV[m],
                  worst, longest);
    TRUE(worst <= bar[m] && longest > 1);
  }
}

/* ---- energy over many steps ------------------------------------------------------------------ */
/* A drift of 2e-19 a step was there once, from constants rounded apart (cayley.h). */
TEST(energy_does_not_drift) {
  enum { BODIES = 3, PARTS = 5 };
  static const char *const rotors[] = { "dmv2", "dmv6", "dmv10", "midpoint" };
  for (size_t m = 0; m < COUNT(rotors); m++) {
    double q[4 * BODIES] = { 0 }, before[BODIES], measured[PARTS][BODIES];
    double inertia[3 * BODIES] = { 0.346, 0.654, 1, 0.6, 0.8, 1, 0.9, 0.31, 0.77 };
    double l[3 * BODIES] = { 1.8, 0.4, -0.9, 1.8, 0.4, -0.9, 0.3, 0.2, 0.5 };
    for (int i = 0; i < BODIES; i++) {
      q[4 * i] = 1;
      const double fastest = spin(inertia + 3 * i, l + 3 * i);
      for (int k = 0; k < 3; k++) l[3 * i + k] /= fastest; /* |w| = 1 */
      before[i] = (double)reference_energy(inertia + 3 * i, l + 3 * i, q + 4 * i);
    }
    rgs_context *context = opened();
    rgs_stepper *run = free_run(context, rotors[m], NULL, BODIES, inertia, l, q);
    for (int part = 0; part < PARTS; part++) {
      OK(rgs_stepper_run(run, 0.1, drift_steps / PARTS, &err));
      for (int i = 0; i < BODIES; i++)
        measured[part][i] =
            (double)reference_energy(inertia + 3 * i, l + 3 * i, q + 4 * i) / before[i] - 1;
    }
    /* Rounding alone: a random walk, of steps well below 1e-16. */
    const double walk = 1.5e-16 * sqrt((double)drift_steps);
    for (int i = 0; i < BODIES; i++) {
      print_message("%-8s body %d, dE/E in %g steps:", rotors[m], i, (double)drift_steps);
      for (int part = 0; part < PARTS; part++) print_message(" %8.1e", measured[part][i]);
      print_message("\n");
      TRUE(fabs(measured[PARTS - 1][i]) <= walk);
    }
  }
}

TEST_MAIN(NULL, NULL)
