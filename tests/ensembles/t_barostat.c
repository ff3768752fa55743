/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_barostat.c - the barostat's free flight against a solution by Runge and Kutta in long double.
 * (t_ensemble_motion.c: its kick is the slope of the energy, and its thermostat's heat is counted.)
 */
#include "check.h"
#include "runge_kutta.h"

#include "cell/cell.h"

#include <math.h>

/* L, p, and of two bodies X and P, along one axis; with k > 1 axes the others have the energy
 * `beside` at L = 1. */
typedef struct motion {
  long double length, p, x[2], momentum[2], strain;
} motion;
static const long double MASS[2] = { 1.5L, 0.7L };

static long double kinetic_of(const motion *m, long double beside) {
  long double energy = beside / (m->length * m->length);
  for (int i = 0; i < 2; i++) energy += m->momentum[i] * m->momentum[i] / MASS[i] / 2;
  return energy;
}

/* What a flight depends on, besides the state. */
typedef struct flight {
  long double mass, beside;
} flight;

/* Of H' with positions x = X/L and momenta L P, written in X and P. */
static void slope(const void *self, const long double *y, long double *dy) {
  const flight *f = self;
  motion m, d;
  memcpy(&m, y, sizeof m);
  const long double v = m.p / f->mass;
  d = (motion){ v * m.length, 2 * kinetic_of(&m, f->beside), { 0 }, { 0 }, v };
  for (int i = 0; i < 2; i++) {
    d.x[i] = m.momentum[i] / MASS[i] + v * m.x[i];
    d.momentum[i] = -v * m.momentum[i];
  }
  memcpy(dy, &d, sizeof d);
}

TEST(free_flight) {
  const double momenta[] = { 0, 1e-9, 0.3, -0.8, 4 }, masses[] = { 0.5, 3, 1e6 };
  const double times[] = { 1e-6, 0.01, 0.4, -0.4, 1.5 }, speeds[] = { 0, 1e-8, 1 };
  double worst = 0;
  for (size_t a = 0; a < COUNT(momenta); a++)
    for (size_t b = 0; b < COUNT(masses); b++)
      for (size_t c = 0; c < COUNT(times); c++)
        for (size_t e = 0; e < COUNT(speeds); e++) {
          const long double beside = 0.2L * speeds[e];
          const motion m = {
            1, momenta[a], { 0.4L, -1.3L }, { 0.9L * speeds[e], -0.5L * speeds[e] }, 0
          };
          const flight self = { masses[b], beside };
          motion want = m;
          const double angle = fabs(times[c]) * (fabs(momenta[a]) / masses[b] + 2);
          const int steps = 1000 + (int)(4000 * angle);
          runge_kutta(&want.length, sizeof want / sizeof want.length, times[c], steps, slope,
                      &self);
          rgs_strained_axes barostat = { masses[b], 0, momenta[a] };
          const rgs_axes_flight f =
              rgs_cell_fly_axes(&barostat, (double)kinetic_of(&m, beside), times[c]);
          double error = fabs(1 + f.expansion - (double)want.length) / (double)want.length;
          error = fmax(error, fabs(barostat.momentum - (double)want.p) / (1 + fabs(momenta[a])));
          error = fmax(error,
                       fabs(barostat.strain - (double)want.strain) / (1 + fabs(barostat.strain)));
          for (int i = 0; i < 2; i++) {
            const double x = (double)m.x[i], p = (double)m.momentum[i];
            const double moved = x + f.expansion * x + f.displacement * p / (double)MASS[i];
            error = fmax(error, fabs(moved - (double)want.x[i]) / (1 + fabs(moved)));
            error = fmax(error, fabs(f.scaling * p - (double)want.momentum[i]) / (1 + fabs(p)));
          }
          if (!(error < 1e-14))
            print_error("momentum %g mass %g time %g speed %g: %g\n", momenta[a], masses[b],
                        times[c], speeds[e], error);
          worst = fmax(worst, error);
        }
  print_message("free flight right to %.2g\n", worst);
  TRUE(worst < 1e-14);
}

TEST_MAIN(NULL, NULL)
