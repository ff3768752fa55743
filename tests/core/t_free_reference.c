/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_free_reference.c - free rotation against trajectories computed to 30 digits (data/free.csv).
 *
 * Columns: id, regime, I1-3, y1-3 (momentum, body frame), q0-3 (normalised here), t, then y and q at
 * time t, then cond and condn: the relative condition number of the problem itself, by component
 * and normwise.  No method in double precision can be asked for much less than eps times these.
 */
#include "check.h"
#include "reference_rows.h"
#include "rotations.h"

#define BAR 10        /* times eps max(1, cond, condn) */
#define HOPELESS 1e11 /* of condn: only finite results are asked for */
static const double EPS = 0x1p-52;

typedef struct row { /* its numbers in their order, and behind them the regime */
  real inertia[3], y[3], q[4], t, y_at_t[3], q_at_t[4], cond, condn;
  const char *regime;
} row;
enum { ROWS = 166 };
static row rows[ROWS];

static int read_rows(void **state) {
  static reference_row read[ROWS];
  (void)state;
  const int n = read_reference_rows(RIGIDSTEP_TEST_DATA, "free.csv", 2, 20, read, ROWS);
  for (int i = 0; i < n; i++) {
    memcpy(&rows[i], read[i].number, offsetof(row, regime));
    rows[i].regime = read[i].label[1];
    normalize(rows[i].q);
  }
  return n == ROWS ? 0 : -1;
}

static real in_bars(const row *r, real error) {
  return error / (EPS * fmaxl(1, fmaxl(r->cond, r->condn)));
}

/* |off| over the length of the momentum at time t, y the body's. */
static real momentum_error(const row *r, const real y[3]) {
  real off = 0, length = 0;
  for (int k = 0; k < 3; k++) {
    off += (y[k] - r->y_at_t[k]) * (y[k] - r->y_at_t[k]);
    length += r->y_at_t[k] * r->y_at_t[k];
  }
  return length > 0 ? sqrtl(off / length) : 0;
}

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
  STATUS(RGS_OK, rgs_free_flow(rotor, 1, (double)r->t, inertia, l, q, NULL));

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

TEST(every_row) {
  check_rows("exact", "", AS_THEY_ARE, false);
  check_rows("jacobi", "", AS_THEY_ARE, false);
}

/* All 24 rotations of the axes into one another. */
TEST(every_order_of_axes) {
  const real h = sqrtl(0.5L); /* of half a turn */
  const real thirds[3][4] = { { 1, 0, 0, 0 },
                              { 0.5L, 0.5L, 0.5L, 0.5L },
                              { 0.5L, -0.5L, -0.5L, -0.5L } };
  const real quarters[8][4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 },  { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
                                { h, h, 0, 0 }, { h, -h, 0, 0 }, { 0, 0, h, h }, { 0, 0, h, -h } };
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 8; j++) {
      real axes[4];
      multiply(thirds[i], quarters[j], axes);
      check_rows("exact", "", axes, true);
      check_rows("jacobi", "", axes, true);
    }
}

/* symrot is exact for symmetric bodies, whichever axis is the odd one. */
TEST(symrot_of_symmetric_bodies) {
  check_rows("symrot", "symmetric_", AS_THEY_ARE, false);
  check_rows("symrot", "spherical", AS_THEY_ARE, false);
  check_rows("symrot", "zero_", AS_THEY_ARE, false);
}

/* A body that spins about one of its axes goes on so, the unstable axis included, however long; also if it
 * cannot spin about the others. */
TEST(steady_rotation) {
  static const char *const rotors[] = { "exact", "symrot", "nosquish", "jacobi" };
  for (size_t r = 0; r < 2 * COUNT(rotors); r++)
    for (int axis = 0; axis < 3; axis++)
      for (double h = 1e-3; h < 1e9; h *= 10) {
        double inertia[3] = { 1.3, 1, 2.1 }, l[3] = { 0, 0, 0 }, q[4] = { 1, 0, 0, 0 };
        l[axis] = -0.7;
        if (r % 2) inertia[(axis + 1) % 3] = inertia[(axis + 2) % 3] = 0;
        STATUS(RGS_OK, rgs_free_flow(rotors[r / 2], 1, h, inertia, l, q, NULL));
        const real half = -0.5L * h * 0.7L / inertia[axis];
        real want[4] = { cosl(half), 0, 0, 0 };
        want[1 + axis] = sinl(half);
        const real got[4] = { q[0], q[1], q[2], q[3] };
        NEAR(0, (double)angle_between(want, got), BAR * EPS * fmax(1, (double)fabsl(half)));
      }
}

/* A moment far above the sum of the other two, which no mass distribution has (RGS_VIEW_ANY_MOMENTS):
 * around its axis the angle is as right as with other bodies, although m would precess many times
 * as fast. */
TEST(large_moment) {
  for (int axis = 0; axis < 3; axis++)
    for (double moment = 1; moment < 1e7; moment *= 7)
      for (double angle = 1e-3; angle < 100; angle *= 3.1) {
        double inertia[3] = { 0.11, 0.11, 0.11 }, l[3] = { 0, 0, 0 }, q[4] = { 1, 0, 0, 0 };
        inertia[axis] = moment, inertia[(axis + 1) % 3] = 0.1;
        l[axis] = moment;
        STATUS(RGS_OK, rgs_free_flow("exact", 1, angle, inertia, l, q, NULL));
        real want[4] = { cosl((real)angle / 2), 0, 0, 0 };
        want[1 + axis] = sinl((real)angle / 2);
        const real got[4] = { q[0], q[1], q[2], q[3] };
        NEAR(0, (double)angle_between(want, got), 4 * EPS * fmin(1, angle) + EPS * angle);
      }
}

/* Check case 2, "dragless tumbling brick", of NASA/TM-2015-218675, Check-cases for verification of
 * 6-degree-of-freedom flight vehicle simulations: rates of 10, 20, 30 deg/s, 30 s.  The numbers at the end were
 * computed by a Runge-Kutta method of order 8 with a tolerance of 1e-13; with the report's simulations 1 and 4 they
 * agree to 6e-9 deg/s throughout.  Roll, pitch and yaw are against north, east and down.  The body's axes begin along
 * these, on the equator; east and down turn about north, with the Earth and with the brick's fall towards the east,
 * but how far each of its axes points north does not depend on that. */
TEST(tumbling_brick_of_nasa) {
  static const struct {
    const char *rotor;
    int steps;
  } runs[] = { { "exact", 1 }, { "jacobi", 1 }, { "dmv10", 3000 } };
  static const double degree = 3.14159265358979323846 / 180;
  static const double inertia[3] = { 0.001894220, 0.006211019, 0.007194665 }; /* slug ft2 */
  static const double rates_at_end[3] = { 12.61839078, -17.39747476, 31.11958889 };
  const double roll = -56.15130759 * degree, pitch = -3.81965492 * degree,
               yaw = -4.28935504 * degree;
  const double north[3] = { cos(pitch) * cos(yaw),
                            sin(roll) * sin(pitch) * cos(yaw) - cos(roll) * sin(yaw),
                            cos(roll) * sin(pitch) * cos(yaw) + sin(roll) * sin(yaw) };
  for (size_t r = 0; r < COUNT(runs); r++) {
    double l[3], y[3], q[4] = { 1, 0, 0, 0 }, m[3][3];
    for (int k = 0; k < 3; k++) l[k] = inertia[k] * 10 * (k + 1) * degree;
    for (int step = 0; step < runs[r].steps; step++)
      STATUS(RGS_OK, rgs_free_flow(runs[r].rotor, 1, 30.0 / runs[r].steps, inertia, l, q, NULL));
    turn_vector(q, 1, l, y);
    rotation_matrix(q, m);
    for (int k = 0; k < 3; k++) {
      NEAR(rates_at_end[k], y[k] / inertia[k] / degree, 1e-8);
      NEAR(north[k], m[0][k], 1e-8 * degree);
    }
  }
}

TEST_MAIN(read_rows, NULL)
