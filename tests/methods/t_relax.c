/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_relax.c - the integrators `fire` and `brownian` on bodies in traps and in a field.
 *   Statistics are compared within 3 standard errors.  Seeds are fixed, so the outcome is; of other
 * seeds each comparison fails for 1 in 370.
 */
#include "trapped.h"

/* ---- scenes ---------------------------------------------------------------------------------- */
static const double MOMENTS[3] = { 0.5, 0.8, 1.1 };

static void turn(double q[4], double angle, double x, double y, double z) {
  const double length = sqrt(x * x + y * y + z * z), share = sin(angle / 2) / length;
  const double turned[4] = { cos(angle / 2), share * x, share * y, share * z };
  memcpy(q, turned, sizeof turned);
}

static double output(const char *key) {
  double value = NAN;
  OK(rgs_stepper_output(s.stepper, key, &value, 1, &err));
  return value;
}

/* Steps until the largest force and torque are below `force`. */
static int64_t descend(double h, double force, int64_t most) {
  for (int64_t step = 1; step <= most; step++) {
    OK(rgs_stepper_run(s.stepper, h, 1, &err));
    if (output("largest_force") < force && output("largest_torque") < force) return step;
  }
  print_error("the forces are still %g and %g after %lld steps\n", output("largest_force"),
              output("largest_torque"), (long long)most);
  TRUE(false);
  return most;
}

static const named_method fire = { .scheme = "fire" };

static void some_bodies(void) {
  open_fixture(4, 2, MOMENTS);
  s.spring = 3;
  s.field[0] = 1, s.field[1] = -0.5, s.field[2] = 2;
  for (int64_t i = 0; i < s.n; i++) {
    turn(s.body[i].q, 1 + 0.4 * (double)i, 1, 2 - (double)i, 0.3);
    for (int k = 0; k < 3; k++) s.body[i].x[k] = sin(1 + 3 * (double)i + k);
  }
}

/* ---- fire ------------------------------------------------------------------------------------ */
/* The axes lie along the field, and the springs are at rest. */
static void lies_at_the_minimum(void) {
  const double length = sqrt(1 + 0.25 + 4);
  for (int64_t i = 0; i < s.n; i++) {
    double m[3];
    turn_vector(s.body[i].q, 0, s.axis, m);
    for (int k = 0; k < 3; k++) {
      NEAR(s.field[k] / length, m[k], 1e-9);
      NEAR(k == 0 ? 2.0 * (double)i : 0.0, s.body[i].x[k], 1e-9);
    }
    double square = 0;
    for (int k = 0; k < 4; k++) square += s.body[i].q[k] * s.body[i].q[k];
    NEAR(1.0, square, 1e-15);
  }
}

TEST(descends) {
  enum { ALIKE, MASSES_DIFFER, NO_SPIN_ABOUT_AN_AXIS, KINDS };
  for (int kind = 0; kind < KINDS; kind++) {
    some_bodies();
    for (int64_t i = 0; i < s.n; i++) {
      const double factor = kind == MASSES_DIFFER ? pow(10, (double)i) : 1;
      s.body[i].mass *= factor;
      for (int k = 0; k < 3; k++) s.body[i].inertia[k] *= factor;
      if (kind == NO_SPIN_ABOUT_AN_AXIS) s.body[i].inertia[2] = 0, s.body[i].inertia[0] = 0.8;
    }
    begin(method(&fire));
    double value;
    STATUS(RGS_E_ORDER, rgs_stepper_output(s.stepper, "fire_step", &value, 1, &err));
    STATUS(RGS_E_ORDER, rgs_stepper_output(s.stepper, "largest_force", &value, 1, &err));
    descend(0.05, 1e-10, kind == MASSES_DIFFER ? 20000 : 2000);
    lies_at_the_minimum();
    /* The stiffest vibration is the field's with the least moment, or the spring's. */
    const double least = sqrt(fmax(3 / 2.0, sqrt(5.25) / 0.5));
    if (kind == ALIKE)
      TRUE(output("suggested_step") > 0.3 / (1.05 * least) &&
           output("suggested_step") < 1.2 / least);
  }
}

/* Forces of 1e13: nothing moves farther than its share of a radius of gyration. */
TEST(overlap) {
  some_bodies();
  s.repel = true;
  for (int k = 0; k < 3; k++) s.body[1].x[k] = s.body[0].x[k] + (k == 0 ? 0.09 : 0);
  const double before = s.body[0].x[0];
  begin(method(&fire));
  OK(rgs_stepper_run(s.stepper, 0.05, 1, &err));
  TRUE(fabs(s.body[0].x[0] - before) > 0.1 && fabs(s.body[0].x[0] - before) < 0.3);
  descend(0.05, 1e-10, 5000);
}

TEST(reach) {
  some_bodies();
  begin(method(&(named_method){ .scheme = "fire", .params = "reach=0.01" }));
  for (int step = 0; step < 100; step++) {
    const body before = s.body[3];
    OK(rgs_stepper_run(s.stepper, 0.05, 1, &err));
    double square = 0;
    for (int k = 0; k < 3; k++) square += pow(s.body[3].x[k] - before.x[k], 2);
    TRUE(sqrt(square) <= 0.0150001); /* with half a step back */
  }
}

/* In the plane nothing leaves it, whatever forces say and however the principal axes lie. */
TEST(plane) {
  some_bodies();
  s.view.flags = RGS_VIEW_PLANAR;
  s.axis[0] = 1;
  double z[4], forward[4][3];
  const double up[3] = { 0, 0, 1 };
  for (int64_t i = 0; i < s.n; i++) {
    z[i] = s.body[i].x[2];
    turn(s.body[i].q, 0.5 * (double)i, 0, 0, 1);
    turn_vector(s.body[i].q, 0, up, forward[i]);
  }
  begin(method(&fire));
  for (int step = 0; step < 1500; step++) OK(rgs_stepper_run(s.stepper, 0.05, 1, &err));
  for (int64_t i = 0; i < s.n; i++) {
    const body *b = &s.body[i];
    SAME_BITS(&z[i], &b->x[2], 1);
    TRUE(b->p[2] == 0 && b->l[0] == 0 && b->l[1] == 0);
    NEAR(0.0, b->f[0], 1e-10);
    NEAR(0.0, b->tau[2], 1e-10);
    double now[3];
    turn_vector(b->q, 0, up, now);
    for (int k = 0; k < 3; k++) NEAR(forward[i][k], now[k], 1e-14);
  }
}

TEST(swaps) {
  const named_method strang = { "exact", "strang", "langevin", NULL, "kt=0.5 relaxation=1 seed=1" };
  some_bodies();
  const rgs_method *relax = method(&fire), *warm = method(&strang);
  double value;
  begin(relax);
  descend(0.05, 1e-10, 2000);
  const double least = s.energy;
  OK(rgs_stepper_swap(s.stepper, warm, &err));
  OK(rgs_stepper_run(s.stepper, 0.05, 400, &err));
  TRUE(s.energy > least + 0.5);
  OK(rgs_stepper_swap(s.stepper, relax, &err));
  STATUS(RGS_E_ORDER, rgs_stepper_output(s.stepper, "fire_step", &value, 1, &err));
  descend(0.05, 1e-10, 2000);
  NEAR(least, s.energy, 1e-12);
  lies_at_the_minimum();
}

/* ---- brownian -------------------------------------------------------------------------------- */
static const double KT = 0.7, RATE = 4, RATE_ROTATION = 5;

static void diffuse(int64_t n) {
  open_fixture(n, 2, MOMENTS);
  method(&(named_method){ .scheme = "brownian", .params = "kt=0.7 rate=4 rate_rotation=5 seed=3" });
}

static void mean_is(double want, const mean *m) { is_mean_within(3, "the mean", want, m, 0); }

/* Steps are independent, so both laws hold for any h.  Of Q the mean trace falls in a step by
 * (1 + 2 E cos a)/3, a the angle, and for a normal vector of variance v E cos a = (1 - v) exp(-v/2). */
TEST(free_diffusion) {
  enum { STEPS = 25 };
  const double h = 0.04;
  diffuse(MOST);
  for (int64_t i = 0; i < s.n; i++)
    for (int k = 0; k < 3; k++) s.body[i].inertia[k] = 0.8;
  s.body[7].p[1] = s.body[7].l[2] = 1;
  begin(s.method);
  OK(rgs_stepper_run(s.stepper, h, STEPS, &err));
  mean square = { 0 }, trace = { 0 };
  for (int64_t i = 0; i < s.n; i++) {
    const body *b = &s.body[i];
    add(&square, b->x[0] * b->x[0] + b->x[1] * b->x[1] + b->x[2] * b->x[2]);
    add(&trace, (4 * b->q[0] * b->q[0] - 1) / 3);
    for (int k = 0; k < 3; k++) TRUE(b->p[k] == 0 && b->l[k] == 0);
  }
  const double time = STEPS * h, v = 2 * KT * h / (0.8 * RATE_ROTATION);
  mean_is(6 * KT / (2 * RATE) * time, &square);
  mean_is(pow((1 + 2 * (1 - v) * exp(-v / 2)) / 3, STEPS), &trace);
  /* Half the step is half as far from the exact law, exp(-v) in a step. */
  const double whole = (1 + 2 * (1 - v) * exp(-v / 2)) / 3 - exp(-v);
  const double half = pow((1 + 2 * (1 - v / 2) * exp(-v / 4)) / 3, 2) - exp(-v);
  NEAR(2.0, whole / half, 0.05);
}

/* Of a spring the method samples the variance kT/k / (1 - k h/(2 m g)). */
TEST(trap) {
  const double h = 0.5;
  diffuse(MOST);
  s.spring = 4;
  begin(s.method);
  OK(rgs_stepper_run(s.stepper, h, 60, &err));
  mean square = { 0 };
  for (int64_t i = 0; i < s.n; i++)
    for (int k = 0; k < 3; k++) add(&square, s.body[i].x[k] * s.body[i].x[k]);
  mean_is(KT / 4 / (1 - 4 * h / (2 * 2 * RATE)), &square);
}

/* The mean of cos is coth a - 1/a, a = E m/kT.  The error of h is a tenth of the standard error. */
TEST(field) {
  diffuse(MOST);
  s.field[1] = 1.4;
  begin(s.method);
  OK(rgs_stepper_run(s.stepper, 0.02, 1500, &err));
  mean cosine = { 0 };
  for (int64_t i = 0; i < s.n; i++) {
    double m[3];
    turn_vector(s.body[i].q, 0, s.axis, m);
    add(&cosine, m[1]);
  }
  const double a = 1.4 / KT;
  mean_is(1 / tanh(a) - 1 / a, &cosine);
}

/* In the plane only x, y and the rotation about z diffuse. */
TEST(diffusion_in_a_plane) {
  enum { STEPS = 10 };
  diffuse(MOST);
  s.view.flags = RGS_VIEW_PLANAR;
  begin(s.method);
  OK(rgs_stepper_run(s.stepper, 0.1, STEPS, &err));
  mean cosine = { 0 };
  for (int64_t i = 0; i < s.n; i++) {
    const body *b = &s.body[i];
    TRUE(b->x[2] == 0 && b->q[1] == 0 && b->q[2] == 0);
    add(&cosine, 1 - 2 * b->q[3] * b->q[3]);
  }
  mean_is(exp(-KT * STEPS * 0.1 / (1.1 * RATE_ROTATION)), &cosine);
}

TEST(missing_parameters) {
  const named_method bare = { .scheme = "brownian" };
  rgs_method *none = NULL;
  open_fixture(1, 2, MOMENTS);
  REFUSED_TEXT(RGS_E_PARAM, method_from_names(s.context, &bare, &none, &err), "brownian", "kt");
  begin(method(&fire));
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_run(s.stepper, -0.1, 1, &err), "fire", "back in time");
}

TEST_MAIN(NULL, NULL)
