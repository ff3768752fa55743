/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_rounding.c - how rounding adds up over many steps of rotors that compute the free rotation
 * itself.
 *
 *   t_rounding [STEPS [BODIES [CASE]]]       default: 1e4 and 64; then 1e6 and 16, but not in a short run
 *                                       1e7 and 16 take about three minutes
 *
 * Bodies of every shape rotate freely in steps of h |w| = 0.01, to the given number of steps.  The
 * angle from the reference solution is counted in eps t, where t is the angle by which the body has
 * rotated: so much a relative error of one eps in the angular velocity makes.  Errors that change
 * their sign from step to step hardly grow beyond that.  An error of the same sign in every step,
 * however small, does: it changes the energy, and the orientation with the square of the time.
 *
 * Bars: the median of `jacobi` and of `semiexact` is at most four times the median of `exact`, in the
 * orientation and in the energy; and the energy of `exact` is off by no more than a random walk of eps a
 * step.
 */
#include "check.h"
#include "free_run.h"
#include "random_numbers.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

#define STEP 0.01 /* h |w| */
#define FACTOR 4
enum { MOST_BODIES = 256 };
static const double EPS = 0x1p-52;
static const char *const rotors[] = { "exact", "jacobi", "semiexact", "dmv10" };
enum { EXACT, JACOBI, SEMIEXACT, DMV10, ROTORS };

static int64_t steps = 10000, bodies = 64;
static bool as_told; /* by the command line                                                  */
static double inertia[3 * MOST_BODIES], momentum[3 * MOST_BODIES], start[4 * MOST_BODIES];

static void random_body(double *moments, double *l, double *q) {
  double spread[3], y[3], w = 0;
  for (int k = 0; k < 3; k++) spread[k] = 0.1 + uniform(), y[k] = 2 * uniform() - 1;
  for (int k = 0; k < 3; k++) moments[k] = spread[(k + 1) % 3] + spread[(k + 2) % 3];
  for (int k = 0; k < 3; k++) w += y[k] / moments[k] * (y[k] / moments[k]);
  for (int k = 0; k < 3; k++) l[k] = y[k] / sqrt(w);
  random_orientation(q);
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static double median(double *values) {
  qsort(values, (size_t)bodies, sizeof *values, by_size);
  return values[bodies / 2];
}

static void median_errors(void) {
  static free_end end[MOST_BODIES];
  static double orientation[MOST_BODIES], energy[MOST_BODIES], q[4 * MOST_BODIES];
  double at[ROTORS], of[ROTORS];
  seed = 1;
  for (int64_t i = 0; i < bodies; i++) {
    random_body(inertia + 3 * i, momentum + 3 * i, start + 4 * i);
    free_motion motion = { .h = STEP * (double)steps };
    memcpy(motion.inertia, inertia + 3 * i, sizeof motion.inertia);
    memcpy(motion.l, momentum + 3 * i, sizeof motion.l);
    memcpy(motion.q, start + 4 * i, sizeof motion.q);
    reference_flow(&motion, false, &end[i]);
  }
  rgs_context *context = opened();
  print_message("%.0e steps of h |w| = %g, medians of %d bodies\n%-10s %12s %12s\n", (double)steps,
                STEP, (int)bodies, "rotor", "angle/eps t", "energy/eps");
  for (int r = 0; r < ROTORS; r++) {
    memcpy(q, start, sizeof q);
    rgs_stepper *run = free_run(context, rotors[r], NULL, bodies, inertia, momentum, q);
    OK(rgs_stepper_run(run, STEP, steps, &err));
    for (int64_t i = 0; i < bodies; i++) {
      const wide before = reference_energy(inertia + 3 * i, momentum + 3 * i, start + 4 * i);
      const wide after = reference_energy(inertia + 3 * i, momentum + 3 * i, q + 4 * i);
      energy[i] = fabs((double)((after - before) / before)) / EPS;
      orientation[i] = reference_angle(end[i].q, q + 4 * i) / (EPS * STEP * (double)steps);
    }
    at[r] = median(orientation), of[r] = median(energy);
    print_message("%-10s %12.3g %12.3g\n", rotors[r], at[r], of[r]);
  }
  TRUE(of[EXACT] <= sqrt((double)steps));
  for (int r = JACOBI; r <= SEMIEXACT; r++) {
    TRUE(at[r] <= FACTOR * at[EXACT]);
    TRUE(of[r] <= FACTOR * of[EXACT]);
  }
}

TEST(as_asked) { median_errors(); }

TEST(a_million_steps) {
  if (as_told || short_run()) skip();
  steps = 1000000, bodies = 16;
  median_errors();
}

int main(int argc, char **argv) {
  if (argc > 1) steps = (int64_t)atof(argv[1]);
  if (argc > 2) bodies = (int64_t)atof(argv[2]);
  if (steps < 1 || bodies < 1 || bodies > MOST_BODIES) {
    fprintf(stderr, "t_rounding: STEPS must be at least 1, BODIES from 1 to %d\n", MOST_BODIES);
    return 2;
  }
  as_told = argc > 1;
  choose_tests(argc > 3 ? argv[3] : NULL);
  return RUN_TESTS(NULL, NULL);
}
