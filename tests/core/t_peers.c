/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_peers.c - a case in which other codes for the free rigid body were seen to fail: the neighbourhood of the
 * axes.  Others are elsewhere: steps too large in t_dmv.c and t_abi_free_flow.c, pure spins and the tumbling brick
 * in t_free_reference.c, energy that drifts in t_dmv.c and t_rounding.c, spheres, units and axes in any order in
 * the contract program.
 *
 * The measure of an error is what the input leaves open: the angle that a change of every number by
 * one unit in its last place makes (see reference.h).
 */
#include "check.h"

#include "random_numbers.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

#define UNITS 10 /* an exact rotor's error, in units of the input's last place */

/* ---- rotors and random states ---------------------------------------------------------------- */
static rgs_context *context;

static int open_context(void **state) {
  (void)state;
  return rgs_context_create(NULL, &context, NULL) == RGS_OK ? 0 : -1;
}
static int close_context(void **state) {
  (void)state;
  rgs_context_destroy(context);
  return 0;
}

static int64_t rotors(void) { return rgs_about_count(context, RGS_KIND_ROTOR); }
static const rgs_about *rotor(int64_t i) { return rgs_about_at(context, RGS_KIND_ROTOR, i); }
static bool is_exact(const rgs_about *r) { return r->order == RGS_EXACT; }
static bool claims(const rgs_about *r, uint32_t bit) { return (r->claims & bit) != 0; }

static void random_direction(double *v, int n) {
  double square;
  do {
    square = 0;
    for (int k = 0; k < n; k++) v[k] = 2 * uniform() - 1, square += v[k] * v[k];
  } while (square > 1 || square < 0.01);
  for (int k = 0; k < n; k++) v[k] /= sqrt(square);
}

/* I1 < I2 < I3 = 1, not too near a symmetric body; |l| = 1, direction y in the body's frame. */
static free_motion motion(const double y[3], double h) {
  free_motion m = { { 0 }, { 0 }, { 0 }, h };
  const double high = 0.55 + 0.4 * uniform(),
               low = 1 - high + (2 * high - 1) * (0.1 + 0.8 * uniform());
  m.inertia[0] = low, m.inertia[1] = high, m.inertia[2] = 1;
  random_direction(m.q, 4);
  wide l[3];
  const double back[4] = { m.q[0], -m.q[1], -m.q[2], -m.q[3] };
  reference_body_momentum(y, back, l);
  for (int k = 0; k < 3; k++) m.l[k] = (double)l[k];
  return m;
}

/* Error of one step in units of the input. */
static double units(const char *name, const free_motion *m) {
  double q[4];
  free_end end;
  memcpy(q, m->q, sizeof q);
  OK(rgs_free_flow(name, 1, m->h, m->inertia, m->l, q, NULL));
  reference_flow(m, true, &end);
  return reference_angle(end.q, q) / end.one_ulp_of_one;
}

static bool all_finite(const double *v, int n) {
  for (int k = 0; k < n; k++)
    if (!isfinite(v[k])) return false;
  return true;
}

/* ---- next to an axis --------------------------------------------------------------------- */
/* Within 1e-16 to 1e-2 of an axis, for steps of 0.1, 1 and 10. */
static void near_axis(int axis) {
  const int trials = short_run() ? 100 : 400;
  for (int64_t i = 0; i < rotors(); i++) {
    double worst = 0;
    seed = 11;
    for (int trial = 0; trial < trials; trial++) {
      double y[3];
      random_direction(y, 3);
      const double off = pow(10, -2 - 14 * uniform());
      for (int k = 0; k < 3; k++) y[k] *= off;
      y[axis] = trial % 2 ? 1 : -1;
      const free_motion m = motion(y, trial % 3 == 0 ? 0.1 : trial % 3 == 1 ? 1 : 10);
      if (is_exact(rotor(i))) {
        const double error = units(rotor(i)->name, &m);
        if (!(error <= worst)) worst = error;
      } else { /* a method with steps: never silently nothing */
        double q[4];
        memcpy(q, m.q, sizeof q);
        const rgs_status status = rgs_free_flow(rotor(i)->name, 1, m.h, m.inertia, m.l, q, NULL);
        TRUE(all_finite(q, 4));
        TRUE(status == RGS_OK || (status == RGS_E_NOCONV && !claims(rotor(i), RGS_NEVER_FAILS)));
      }
    }
    if (is_exact(rotor(i)))
      print_message("%s near axis %d: worst of %d %.2f units of the input\n", rotor(i)->name,
                    axis + 1, trials, worst);
    TRUE(worst <= UNITS);
  }
}
TEST(near_axis_1) { near_axis(0); }
TEST(near_axis_2) { near_axis(1); }
TEST(near_axis_3) { near_axis(2); }

TEST_MAIN(open_context, close_context)
