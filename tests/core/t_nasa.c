/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_nasa.c - check case 2, "dragless tumbling brick", of NASA/TM-2015-218675, Check-cases for
 * verification of 6-degree-of-freedom flight vehicle simulations: a torque-free asymmetric body,
 * rates 10, 20, 30 deg/s, 30 s.
 *
 * The rates at the end, and the attitude, were computed by a Runge-Kutta method of order 8 with a
 * tolerance of 1e-13; with the report's simulations 1 and 4 they agree to 6e-9 deg/s throughout.
 */
#include "check.h"

#include "free_run.h"

#include <math.h>

static const double DEGREE = 3.14159265358979323846 / 180;
static const double INERTIA[3] = { 0.001894220, 0.006211019, 0.007194665 }; /* slug ft2 */
static const double RATES[3] = { 10, 20, 30 };                              /* deg/s, body axes */
static const double DURATION = 30;                                          /* s */
static const double RATES_AT_END[3] = { 12.61839078, -17.39747476, 31.11958889 };
/* Roll, pitch and yaw against north, east and down, deg.  The body's axes begin along these, on the
 * equator.  East and down turn about north, with the Earth and with the brick's fall towards the
 * east; how far each of its axes points north does not depend on that. */
static const double ANGLES_AT_END[3] = { -56.15130759, -3.81965492, -4.28935504 };

static void check_brick(const char *rotor, double h, int64_t steps) {
  rgs_context *context;
  double inertia[3], l[3], q[4] = { 1, 0, 0, 0 };
  for (int k = 0; k < 3; k++) inertia[k] = INERTIA[k], l[k] = INERTIA[k] * RATES[k] * DEGREE;
  OK(rgs_context_create(NULL, &context, &err));
  free_run *run = free_run_open(context, rotor, NULL, 1, inertia, l, q, &err);
  TRUE(run != NULL);
  OK(free_run_steps(run, h, steps, &err));
  free_run_close(run);
  rgs_context_destroy(context);

  const double a = q[0], b = q[1], c = q[2], d = q[3];
  const double Q[3][3] = {
    { a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c) },
    { 2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b) },
    { 2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d }
  };
  for (int k = 0; k < 3; k++) {
    const double y = Q[0][k] * l[0] + Q[1][k] * l[1] + Q[2][k] * l[2];
    NEAR(RATES_AT_END[k], y / INERTIA[k] / DEGREE, 1e-8);
  }
  const double roll = ANGLES_AT_END[0] * DEGREE, pitch = ANGLES_AT_END[1] * DEGREE,
               yaw = ANGLES_AT_END[2] * DEGREE;
  const double north[3] = { cos(pitch) * cos(yaw),
                            sin(roll) * sin(pitch) * cos(yaw) - cos(roll) * sin(yaw),
                            cos(roll) * sin(pitch) * cos(yaw) + sin(roll) * sin(yaw) };
  for (int k = 0; k < 3; k++) NEAR(north[k], Q[0][k], 1e-8 * DEGREE);
}

TEST(exact_in_one_step) { check_brick("exact", DURATION, 1); }
TEST(jacobi_in_one_step) { check_brick("jacobi", DURATION, 1); }
TEST(dmv10_by_hundredths) { check_brick("dmv10", 0.01, 3000); }

TEST_MAIN(NULL, NULL)
