/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_peers.c - cases in which other codes for the free rigid body were seen to fail: pure spins,
 * spheres, the neighbourhood of the axes, steps too large, drifting energy, a tumbling brick.
 *
 * The measure of an error is what the input leaves open: the angle that a change of every number by
 * one unit in its last place makes (see reference.h).
 */
#include "check.h"

#include "free_run.h"
#include "random_numbers.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

static const double EPS = 0x1p-52;
static const double PI = 3.14159265358979323846;
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

/* ---- spins about an axis --------------------------------------------------------------------- */
/* How far an angle a may be off by a method's time-step error. */
static double room(const rgs_about *r, double a) {
  return is_exact(r) ? 4 * EPS * fmax(1, fabs(a)) : pow(fabs(a), 3) + 4 * EPS;
}

TEST(pure_axis_motion_goes_the_right_way) {
  const double inertia[3] = { 0.6, 0.8, 1.0 };
  for (int64_t i = 0; i < rotors(); i++)
    for (int axis = 0; axis < 3; axis++)
      for (int sign = -1; sign <= 1; sign += 2) {
        double l[3] = { 0, 0, 0 }, q[4] = { 1, 0, 0, 0 };
        l[axis] = sign;
        const double angle = 0.1 / inertia[axis];
        OK(rgs_free_flow(rotor(i)->name, 1, 0.1, inertia, l, q, NULL));
        NEAR(sign * angle, 2 * atan2(q[1 + axis], q[0]), room(rotor(i), angle));
        for (int k = 0; k < 3; k++)
          if (k != axis) NEAR(0, q[1 + k], 0);
      }
}

TEST(sphere_turns_by_its_inertia) {
  for (int64_t i = 0; i < rotors(); i++)
    for (double moment = 0.25; moment < 5; moment *= 2) {
      const double inertia[3] = { moment, moment, moment }, l[3] = { 0.36, 0.48, -0.8 };
      const double angle = 0.1 / moment;
      double q[4] = { 1, 0, 0, 0 };
      OK(rgs_free_flow(rotor(i)->name, 1, 0.1, inertia, l, q, NULL));
      for (int k = 0; k < 3; k++) NEAR(l[k] * sin(angle / 2), q[1 + k], room(rotor(i), angle));
    }
}

TEST(unstable_axis_exactly) {
  const double inertia[3] = { 0.6, 0.8, 1.0 }, l[3] = { 0, 1, 0 };
  for (int64_t i = 0; i < rotors(); i++)
    for (double h = 0.01; h < 1e6; h *= 10) {
      if (!claims(rotor(i), RGS_NEVER_FAILS) && h > 0.1) continue;
      double q[4] = { 1, 0, 0, 0 };
      OK(rgs_free_flow(rotor(i)->name, 1, h, inertia, l, q, NULL));
      TRUE(all_finite(q, 4));
      NEAR(0, q[1], 0);
      NEAR(0, q[3], 0);
      if (is_exact(rotor(i)))
        NEAR(0, remainder(2 * atan2(q[2], q[0]) - h / 0.8, 2 * PI), room(rotor(i), h / 0.8));
    }
}

TEST(next_to_the_unstable_axis) {
  for (int64_t i = 0; i < rotors(); i++) {
    if (!is_exact(rotor(i))) continue;
    seed = 3;
    for (int trial = 0; trial < 40; trial++) {
      const double y[3] = { 1e-7, trial % 2 ? 1 : -1, trial % 4 < 2 ? 1e-7 : 0 };
      const free_motion m = motion(y, trial < 20 ? 1 : 10);
      TRUE(units(rotor(i)->name, &m) <= UNITS);
    }
  }
}

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

/* ---- what the caller need not do ------------------------------------------------------------- */
TEST(any_length_and_order) {
  static const int orders[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
                                    { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 } };
  static const double lengths[] = { 3e-7, 1, 40, 6e23 };
  for (int64_t i = 0; i < rotors(); i++)
    for (int order = 0; order < 6; order++)
      for (size_t j = 0; j < COUNT(lengths); j++) {
        double y[3];
        seed = (uint64_t)order + 100;
        random_direction(y, 3);
        const double h = is_exact(rotor(i)) ? 5 : 0.02;
        free_motion m = motion(y, h / lengths[j]);
        double moments[3];
        for (int k = 0; k < 3; k++) {
          moments[k] = m.inertia[orders[order][k]];
          m.l[k] *= lengths[j];
        }
        memcpy(m.inertia, moments, sizeof moments);
        if (is_exact(rotor(i))) {
          TRUE(units(rotor(i)->name, &m) <= UNITS);
          continue;
        }
        free_end end;
        double q[4];
        memcpy(q, m.q, sizeof q);
        OK(rgs_free_flow(rotor(i)->name, 1, m.h, m.inertia, m.l, q, NULL));
        reference_flow(&m, false, &end);
        const uint32_t p = rotor(i)->order < 6 ? rotor(i)->order : 6;
        TRUE(reference_angle(end.q, q) <= pow(3 * h, p + 1) + 4 * EPS);
      }
}

/* ---- steps too large ------------------------------------------------------------------------- */
/* Refused, with the index and nothing changed; or solved, and then energy is kept and the step back
 * leads home, as the equations have it. */
TEST(steps_too_large_are_refused) {
  static const double steps[] = { 0.01, 1, 1000 };
  enum { TRIALS = 400 };
  int methods = 0;
  for (int64_t i = 0; i < rotors(); i++) {
    if (claims(rotor(i), RGS_NEVER_FAILS)) continue;
    methods++;
    int refused[COUNT(steps)] = { 0 };
    for (size_t j = 0; j < COUNT(steps); j++) {
      seed = 5;
      for (int trial = 0; trial < TRIALS; trial++) {
        double y[3], q[8];
        random_direction(y, 3);
        const free_motion m = motion(y, steps[j]);
        /* The second of two, after one that stands still. */
        double inertia[6], l[6] = { 0 };
        memcpy(inertia, m.inertia, sizeof m.inertia);
        memcpy(inertia + 3, m.inertia, sizeof m.inertia);
        memcpy(l + 3, m.l, sizeof m.l);
        memcpy(q, m.q, sizeof m.q);
        memcpy(q + 4, m.q, sizeof m.q);
        int64_t bad = -7;
        const rgs_status status = rgs_free_flow(rotor(i)->name, 2, m.h, inertia, l, q, &bad);
        if (status == RGS_E_NOCONV) {
          refused[j]++;
          SAME_INT(1, bad);
          SAME_BITS(m.q, q, 4);
          SAME_BITS(m.q, q + 4, 4);
          continue;
        }
        SAME_INT(RGS_OK, status);
        const double energy = (double)(reference_energy(m.inertia, m.l, q + 4) /
                                       reference_energy(m.inertia, m.l, m.q));
        if (claims(rotor(i), RGS_KEEPS_ENERGY)) NEAR(1, energy, 1e-13);
        if (claims(rotor(i), RGS_SYMMETRIC)) {
          const wide home[4] = { m.q[0], m.q[1], m.q[2], m.q[3] };
          OK(rgs_free_flow(rotor(i)->name, 1, -m.h, m.inertia, m.l, q + 4, NULL));
          NEAR(0, reference_angle(home, q + 4), 1e-12);
        }
      }
    }
    print_message("%s: of %d steps with h |m| / I3 = 0.01, 1, 1000 refused %d, %d, %d\n",
                  rotor(i)->name, TRIALS, refused[0], refused[1], refused[2]);
    SAME_INT(0, refused[0]);
    SAME_INT(TRIALS, refused[2]);
  }
  TRUE(methods >= 5); /* the discrete Moser-Veselov family */
}

/* ---- long runs ------------------------------------------------------------------------------- */
enum { CROWD = 16 };

static double energy_error(double *inertia, double *l, const double *before, const double *q) {
  double square = 0;
  for (int i = 0; i < CROWD; i++) {
    const wide was = reference_energy(inertia + 3 * i, l + 3 * i, before + 4 * i);
    const wide is = reference_energy(inertia + 3 * i, l + 3 * i, q + 4 * i);
    const double off = (double)((is - was) / was);
    square += off * off;
  }
  return sqrt(square / CROWD);
}

/* A drift makes the error a hundred times larger from 1e4 to 1e6 steps, a random walk ten. */
TEST(energy_does_not_drift) {
  static const char *const names[] = { "exact", "dmv10" };
  for (size_t r = 0; r < COUNT(names); r++) {
    double inertia[3 * CROWD], l[3 * CROWD], q[4 * CROWD], start[4 * CROWD];
    seed = 21;
    for (int i = 0; i < CROWD; i++) {
      double y[3];
      random_direction(y, 3);
      const free_motion m = motion(y, 0);
      memcpy(inertia + 3 * i, m.inertia, sizeof m.inertia);
      memcpy(l + 3 * i, m.l, sizeof m.l);
      memcpy(start + 4 * i, m.q, sizeof m.q);
    }
    memcpy(q, start, sizeof q);
    free_run *run = free_run_open(context, names[r], NULL, CROWD, inertia, l, q, &err);
    TRUE(run != NULL);
    OK(free_run_steps(run, 0.05, 10000, &err));
    const double early = energy_error(inertia, l, start, q);
    OK(free_run_steps(run, 0.05, 990000, &err));
    const double late = energy_error(inertia, l, start, q);
    free_run_close(run);
    print_message("%s: energy off by %.1e after 1e4 steps, %.1e after 1e6\n", names[r], early,
                  late);
    TRUE(late <= 2e-13);
    TRUE(late <= 30 * early);
  }
}

/* NASA's tumbling brick (t_nasa.c) at ten times its rates: 30 s by steps of 0.01 s, h |w| = 0.065.
 * Implicit schemes of general engines lose a quarter of the energy here. */
TEST(fast_tumbling_brick) {
  const double degree = PI / 180;
  for (int64_t i = 0; i < rotors(); i++) {
    double inertia[3] = { 0.001894220, 0.006211019, 0.007194665 }, l[3], q[4] = { 1, 0, 0, 0 };
    const double start[4] = { 1, 0, 0, 0 };
    for (int k = 0; k < 3; k++) l[k] = inertia[k] * 100 * (k + 1) * degree;
    const double l_before[3] = { l[0], l[1], l[2] };
    free_run *run = free_run_open(context, rotor(i)->name, NULL, 1, inertia, l, q, &err);
    TRUE(run != NULL);
    OK(free_run_steps(run, 0.01, 3000, &err));
    free_run_close(run);
    SAME_BITS(l_before, l, 3);
    const double change =
        (double)(reference_energy(inertia, l, q) / reference_energy(inertia, l, start) - 1);
    free_motion m = { { 0 }, { 0 }, { 1, 0, 0, 0 }, 30 };
    free_end end;
    memcpy(m.inertia, inertia, sizeof m.inertia);
    memcpy(m.l, l, sizeof m.l);
    reference_flow(&m, false, &end);
    const double off = reference_angle(end.q, q);
    print_message("%-10s  energy %+.1e, attitude off by %.1e\n", rotor(i)->name, change, off);
    if (claims(rotor(i), RGS_KEEPS_ENERGY)) NEAR(0, change, 1e-13);
    if (claims(rotor(i), RGS_SYMPLECTIC)) NEAR(0, change, 1e-3); /* bounded, order 2 */
    if (is_exact(rotor(i))) TRUE(off <= 1e-11);
  }
}

TEST_MAIN(open_context, close_context)
