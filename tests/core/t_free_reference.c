/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_free_reference.c - free rotation against the trajectories of free_rows.h.
 */
#include "free_rows.h"

/* ---- one row --------------------------------------------------------------------------------- */
/* Turns the row's body, with its axes relabelled by the rotation `axes` (which maps axes to axes),
 * and returns the larger of the angle from the reference and the momentum's relative error. */
static real error_of(const char *rotor, const row *r, const real axes[4]) {
  real back[4], q0[4], q_want[4], y0[3], moments[3], unit[3];
  conjugate(axes, back);
  multiply(r->q, back, q0);
  multiply(r->q_at_t, back, q_want);
  rotate(axes, r->y, y0);
  for (int k = 0; k < 3; k++) {
    unit[0] = k == 0, unit[1] = k == 1, unit[2] = k == 2;
    rotate(axes, unit, unit);
    for (int j = 0; j < 3; j++)
      if (fabsl(unit[j]) > 0.5L) moments[j] = r->inertia[k];
  }
  real l_exact[3];
  rotate(q0, y0, l_exact);

  double inertia[3], l[3], q[4];
  for (int k = 0; k < 3; k++) inertia[k] = (double)moments[k], l[k] = (double)l_exact[k];
  for (int k = 0; k < 4; k++) q[k] = (double)q0[k];
  int64_t bad;
  STATUS(RGS_OK, rgs_free_flow(rotor, 1, (double)r->t, inertia, l, q, &bad));

  const real q_got[4] = { q[0], q[1], q[2], q[3] }, l_got[3] = { l[0], l[1], l[2] };
  real y_got[3], norm = 0;
  rotate_back(q_got, l_got, y_got);
  rotate_back(axes, y_got, y_got);
  for (int k = 0; k < 4; k++) norm += q_got[k] * q_got[k];
  TRUE(fabsl(norm - 1) < 8 * EPS);
  return fmaxl(angle_between(q_got, q_want), momentum_error(r, y_got));
}

/* Checks the rows whose regime begins with `regimes`; prints the worst. */
static void check_rows(const char *rotor, const char *regimes, const real axes[4], bool quiet) {
  real worst = -1;
  const char *where = "";
  for (int i = 0; i < ROWS; i++) {
    const row *r = &rows[i];
    if (strncmp(r->regime, regimes, strlen(regimes)) != 0) continue;
    const real error = error_of(rotor, r, axes);
    TRUE(isfinite((double)error));
    if (r->condn > HOPELESS) continue;
    if (!(in_bars(r, error) <= worst)) worst = in_bars(r, error), where = r->regime;
  }
  if (!quiet || !(worst <= BAR))
    print_message("%s: worst row %s, %.2Lf eps max(1, cond, condn); bar %d\n", rotor, where, worst,
                  BAR);
  TRUE(worst >= 0 && worst <= BAR);
}

static const real AS_THEY_ARE[4] = { 1, 0, 0, 0 };

TEST(every_row) { check_rows("exact", "", AS_THEY_ARE, false); }

/* All 24 rotations of the axes into one another. */
TEST(every_order_of_axes) {
  const real half_turn = sqrtl(0.5L);
  const real thirds[3][4] = { { 1, 0, 0, 0 },
                              { 0.5L, 0.5L, 0.5L, 0.5L },
                              { 0.5L, -0.5L, -0.5L, -0.5L } };
  const real quarters[8][4] = { { 1, 0, 0, 0 },
                                { 0, 1, 0, 0 },
                                { 0, 0, 1, 0 },
                                { 0, 0, 0, 1 },
                                { half_turn, half_turn, 0, 0 },
                                { half_turn, -half_turn, 0, 0 },
                                { 0, 0, half_turn, half_turn },
                                { 0, 0, half_turn, -half_turn } };
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 8; j++) {
      real axes[4];
      multiply(thirds[i], quarters[j], axes);
      check_rows("exact", "", axes, true);
    }
}

/* symrot is exact for symmetric bodies, whichever axis is the odd one. */
TEST(symrot_of_symmetric_bodies) {
  check_rows("symrot", "symmetric_", AS_THEY_ARE, false);
  check_rows("symrot", "spherical", AS_THEY_ARE, false);
  check_rows("symrot", "zero_", AS_THEY_ARE, false);
}

/* Powers of two in the units change no bit of the result, as long as nothing is denormal. */
TEST(every_unit) {
  static const int exponents[][2] = {
    { 0, 0 }, { -153, 40 }, { 200, -310 }, { -900, -900 }, { 700, 1000 }
  };
  const double inertia[3] = { 1.3, 0.7, 1.1 }, l[3] = { 0.3, -0.8, 0.4 };
  double want[4] = { 0.5, 0.5, -0.5, 0.5 };
  int64_t bad;
  STATUS(RGS_OK, rgs_free_flow("exact", 1, 1.7, inertia, l, want, &bad));
  for (size_t e = 0; e < COUNT(exponents); e++) {
    const int moment = exponents[e][0], momentum = exponents[e][1];
    double scaled[3], l_scaled[3], got[4] = { 0.5, 0.5, -0.5, 0.5 };
    for (int k = 0; k < 3; k++) {
      scaled[k] = ldexp(inertia[k], moment);
      l_scaled[k] = ldexp(l[k], momentum);
    }
    STATUS(RGS_OK,
           rgs_free_flow("exact", 1, ldexp(1.7, moment - momentum), scaled, l_scaled, got, &bad));
    for (int k = 0; k < 4; k++) NEAR(want[k], got[k], 4 * EPS);
  }
}

/* A body that spins about one of its axes goes on so, the unstable axis included, however long. */
TEST(steady_rotation) {
  static const char *const rotors[] = { "exact", "symrot", "nosquish" };
  const double inertia[3] = { 1.3, 1, 2.1 };
  for (size_t r = 0; r < COUNT(rotors); r++)
    for (int axis = 0; axis < 3; axis++)
      for (double h = 1e-3; h < 1e9; h *= 10) {
        double l[3] = { 0, 0, 0 }, q[4] = { 1, 0, 0, 0 };
        l[axis] = -0.7;
        int64_t bad;
        STATUS(RGS_OK, rgs_free_flow(rotors[r], 1, h, inertia, l, q, &bad));
        const real half = -0.5L * h * 0.7L / inertia[axis];
        real want[4] = { cosl(half), 0, 0, 0 };
        want[1 + axis] = sinl(half);
        const real got[4] = { q[0], q[1], q[2], q[3] };
        NEAR(0, (double)angle_between(want, got), BAR * EPS * fmax(1, (double)fabsl(half)));
      }
}

/* A moment far above the sum of the other two, which no mass distribution has (RGS_VIEW_ANY_MOMENTS):
 * around its axis the angle is as right as that of other bodies, although m would precess many times
 * as fast. */
TEST(large_moment) {
  for (int axis = 0; axis < 3; axis++)
    for (double moment = 1; moment < 1e7; moment *= 7)
      for (double angle = 1e-3; angle < 100; angle *= 3.1) {
        double inertia[3] = { 0.11, 0.11, 0.11 }, l[3] = { 0, 0, 0 }, q[4] = { 1, 0, 0, 0 };
        inertia[axis] = moment, inertia[(axis + 1) % 3] = 0.1;
        l[axis] = moment;
        int64_t bad;
        STATUS(RGS_OK, rgs_free_flow("exact", 1, angle, inertia, l, q, &bad));
        real want[4] = { cosl((real)angle / 2), 0, 0, 0 };
        want[1 + axis] = sinl((real)angle / 2);
        const real got[4] = { q[0], q[1], q[2], q[3] };
        NEAR(0, (double)angle_between(want, got), 4 * EPS * fmin(1, angle) + EPS * angle);
      }
}

/* Bodies with axes that cannot spin. */
TEST(linear_and_point_bodies) {
  static const char *const rotors[] = { "exact", "symrot", "nosquish", "dmv2" };
  for (size_t r = 0; r < COUNT(rotors); r++)
    for (int dead = 0; dead < 3; dead++) {
      const int j = (dead + 1) % 3, k = (dead + 2) % 3;
      double inertia[3] = { 2, 2, 2 }, l[3] = { 0, 0, 0 }, q[4] = { 1, 0, 0, 0 };
      int64_t bad;
      /* Linear: turns about l at the rate |l| / I.  Splittings and dmv2 only to second order. */
      inertia[dead] = 0;
      l[j] = 0.6, l[k] = 0.8;
      const bool exact = r < 2;
      const double h = exact ? 3 : 1e-5;
      STATUS(RGS_OK, rgs_free_flow(rotors[r], 1, h, inertia, l, q, &bad));
      real want[4] = { cosl(h / 4), 0, 0, 0 };
      want[1 + j] = 0.6L * sinl(h / 4);
      want[1 + k] = 0.8L * sinl(h / 4);
      const real got[4] = { q[0], q[1], q[2], q[3] };
      NEAR(0, (double)angle_between(want, got), 4 * EPS);
      /* One axis left: a flywheel. */
      double wheel[3] = { 0, 0, 0 }, spin[3] = { 0, 0, 0 }, p[4] = { 1, 0, 0, 0 };
      wheel[dead] = 2, spin[dead] = 1;
      STATUS(RGS_OK, rgs_free_flow(rotors[r], 1, h, wheel, spin, p, &bad));
      NEAR(sin(h / 4), p[1 + dead], 4 * EPS);
      /* None: nothing turns. */
      double point[3] = { 0, 0, 0 }, none[3] = { 0, 0, 0 }, still[4] = { 0.5, 0.5, 0.5, 0.5 };
      STATUS(RGS_OK, rgs_free_flow(rotors[r], 1, h, point, none, still, &bad));
      for (int c = 0; c < 4; c++) NEAR(0.5, still[c], 0);
    }
}

TEST_MAIN(read_rows, NULL)
