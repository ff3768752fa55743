/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_nontwist.c - what `nontwist`, `director_em` and `director_em_nontwist` compute: against
 * trajectories of 30 digits (data/nontwist.csv), in their order, over many steps.
 *
 * Columns: id, case, J11 J12 J22 J33, Pi1 Pi2, q0-3 (not normalised), u01-3 (the field), t, then at
 * time t: Pi1 Pi2, q, the nine entries of Lambda, then cond, the relative condition number of the
 * problem itself.
 */
#include "check.h"
#include "nontwist_rig.h"
#include "reference_rows.h"

#include <math.h>
#include <stdlib.h>

static const double EPS = 0x1p-52;

typedef struct row {
  char name[64];
  double J[4], pi[2], q0[4], u[3], t;
  real pi_at_t[2], q_at_t[4], cond;
} row;
static row rows[32];
static int n_rows;

static int read_rows(void **state) {
  static reference_row read[COUNT(rows)];
  (void)state;
  n_rows = read_reference_rows(RIGIDSTEP_TEST_DATA, "nontwist.csv", 2, 30, read, COUNT(rows));
  for (int i = 0; i < n_rows; i++) {
    row *r = &rows[i];
    const real *at = read[i].number;
    memcpy(r->name, read[i].label[1], sizeof r->name);
    take_doubles(&at, 4, r->J);
    take_doubles(&at, 2, r->pi);
    take_doubles(&at, 4, r->q0);
    take_doubles(&at, 3, r->u);
    take_doubles(&at, 1, &r->t);
    take_numbers(&at, 2, r->pi_at_t);
    take_numbers(&at, 4, r->q_at_t);
    r->cond = at[9];
  }
  return n_rows == 10 ? 0 : -1;
}

static bool is_free(const row *r) { return r->name[0] == 'f'; }

/* J = (J11 J12 J22 J33) is principal about d3 alone: the half of the angle by which its other axes are turned. */
static double half_turn(const double J[4]) { return 0.25 * atan2(2 * J[1], J[0] - J[2]); }

/* q <- q (cos a, 0, 0, sin a) */
static void turn_about_d3(double q[4], double a) {
  const double c = cos(a), s = sin(a), old[4] = { q[0], q[1], q[2], q[3] };
  q[0] = old[0] * c - old[3] * s;
  q[1] = old[1] * c + old[2] * s;
  q[2] = old[2] * c - old[1] * s;
  q[3] = old[3] * c + old[0] * s;
}

/* The row's body, its frame turned to the principal one. */
static top top_of_row(const row *r) {
  const double momenta[3] = { r->pi[0], r->pi[1], 0 };
  const double half = hypot(0.5 * (r->J[0] - r->J[2]), r->J[1]), mean = 0.5 * (r->J[0] + r->J[2]);
  top t = top_of((const double[3]){ mean + half, mean - half, r->J[3] }, momenta, r->q0);
  turn_about_d3(t.q, half_turn(r->J));
  t.flags = RGS_VIEW_ANY_MOMENTS; /* J33, on which nothing depends, is too small in some */
  for (int k = 0; k < 3; k++) t.u[k] = is_free(r) ? 0 : r->u[k];
  return t;
}

/* The larger of the angle and the momenta's relative error. */
static real error_of(const row *r, const top *end) {
  top t = *end;
  real pi[3], off = 0, length = 0;
  turn_about_d3(t.q, -half_turn(r->J));
  top_momenta(&t, pi);
  for (int k = 0; k < 2; k++) {
    off += (pi[k] - r->pi_at_t[k]) * (pi[k] - r->pi_at_t[k]);
    length += r->pi_at_t[k] * r->pi_at_t[k];
  }
  off += pi[2] * pi[2];
  double want[4];
  for (int k = 0; k < 4; k++) want[k] = (double)r->q_at_t[k];
  return fmaxl(angle_from(want, t.q), length > 0 ? sqrtl(off / length) : sqrtl(off));
}

/* ---- rows ------------------------------------------------------------------------------------ */
TEST(exact_update_of_free_rows) {
  real worst = 0;
  int seen = 0;
  for (int i = 0; i < n_rows; i++) {
    if (!is_free(&rows[i])) continue;
    top t = top_of_row(&rows[i]);
    run_steps("nontwist", NULL, &t, rows[i].t, 1);
    worst = fmaxl(worst, error_of(&rows[i], &t) / (EPS * fmaxl(1, rows[i].cond)));
    seen++;
  }
  print_message("nontwist: worst free row %.2Lf eps max(1, cond); bar 50\n", worst);
  SAME_INT(7, seen);
  TRUE(worst <= 50);
}

/* The error falls with h^2, neither slower nor faster. */
static void order_two(const char *integrator, const char *params, bool free_rows) {
  int seen = 0;
  for (int i = 0; i < n_rows; i++) {
    const row *r = &rows[i];
    if (is_free(r) != free_rows || (r->pi[0] == 0 && r->pi[1] == 0)) continue;
    double errors[3];
    const int64_t first = (int64_t)(100 * fmax(1, fabs(r->t)));
    for (int n = 0; n < 3; n++) {
      const int64_t steps = first << n;
      top t = top_of_row(r);
      run_steps(integrator, params, &t, r->t / (double)steps, steps);
      errors[n] = (double)error_of(r, &t);
    }
    NEAR(2, log2(errors[0] / errors[1]), 0.1);
    NEAR(2, log2(errors[1] / errors[2]), 0.05);
    seen++;
  }
  TRUE(seen >= 3);
}

TEST(order_of_free_rows) {
  order_two("nontwist", "exact=0", true);
  order_two("director_em_nontwist", NULL, true);
}

TEST(order_under_torque) {
  order_two("nontwist", "exact=1", false);
  order_two("nontwist", "exact=0", false);
  order_two("director_em_nontwist", NULL, false);
}

/* ---- the sphere of d3 ------------------------------------------------------------------------ */
static real dot(const real a[3], const real b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void axes_of(const top *t, real d[3][3]) {
  real q[4] = { t->q[0], t->q[1], t->q[2], t->q[3] };
  normalize(q);
  for (int a = 0; a < 3; a++) rotate(q, (real[3]){ a == 0, a == 1, a == 2 }, d[a]);
}

/* (6): the point that a great circle from d reaches along v after the length |v|. */
static void sphere_exponential(const real d[3], const real v[3], real end[3]) {
  const real length = sqrtl(dot(v, v));
  for (int k = 0; k < 3; k++) end[k] = cosl(length) * d[k] + sinl(length) * v[k] / length;
}

/* (7) */
static void sphere_logarithm(const real d[3], const real end[3], real v[3]) {
  const real cosine = dot(d, end);
  for (int k = 0; k < 3; k++) v[k] = end[k] - cosine * d[k];
  const real sine = sqrtl(dot(v, v)), factor = atan2l(sine, cosine) / sine;
  for (int k = 0; k < 3; k++) v[k] *= factor;
}

/* Between kicks a step of `nontwist` is (6) for d3 and (10) for d1 and d2, which makes (16) for all three.
 * With (7) the velocity comes back, and (9) is many short steps. */
TEST(steps_are_parallel_transport) {
  const double momenta[3] = { 1.4, -1.2, 0 }, q0[4] = { 0.5, -0.3, 0.7, 0.2 };
  for (int n = 1; n <= 64; n *= 8) {
    top t = top_of((double[3]){ 2, 3, 1.4 }, momenta, q0);
    const double h = 2.2;
    const real q[4] = { t.q[0], t.q[1], t.q[2], t.q[3] }, W[3] = { h * 0.7L, h * -0.4L, 0 };
    real w[3], d[3][3], end[3][3], v[3], want[3], there[3], back[3];
    rotate(q, W, w);
    axes_of(&t, d);
    run_steps("nontwist", NULL, &t, h / n, n);
    axes_of(&t, end);
    cross_product(w, d[2], v); /* (3) */
    NEAR(0, (double)dot(v, d[2]), 4 * EPS);
    sphere_exponential(d[2], v, want);
    sphere_logarithm(d[2], end[2], there);
    sphere_logarithm(end[2], d[2], back);
    const real length = sqrtl(dot(w, w)), s = sinl(length) / length,
               c = 2 * powl(sinl(length / 2) / length, 2);
    for (int k = 0; k < 3; k++) {
      NEAR((double)want[k], (double)end[2][k], 8 * EPS);
      NEAR((double)v[k], (double)there[k], 16 * EPS);
      for (int a = 0; a < 3; a++) {
        const real part = dot(there, d[a]) / dot(there, there);
        if (a < 2)
          NEAR((double)(d[a][k] - (there[k] + back[k]) * part), (double)end[a][k], 8 * EPS);
        real once[3], twice[3];
        cross_product(w, d[a], once);
        cross_product(w, once, twice);
        NEAR((double)(d[a][k] + s * once[k] + c * twice[k]), (double)end[a][k], 8 * EPS);
      }
    }
  }
}

/* ---- the standard body ----------------------------------------------------------------------- */
static const double J_TEST[3] = { 2, 3, 1.4 }, Q_UNIT[4] = { 1, 0, 0, 0 };

/* The scheme solved with 40 digits: J = 2, 3, 1.4, W = (0.7, -0.4, 0.9), Q = 1, h = 0.2, 6 steps. */
TEST(director_em_is_the_scheme) {
  const double momenta[3] = { 1.4, -1.2, 1.4 * 0.9 };
  top t = top_of(J_TEST, momenta, Q_UNIT);
  run_steps("director_em", NULL, &t, 0.2, 6);
  const real q[4] = { t.q[0], t.q[1], t.q[2], t.q[3] }, e1[3] = { 1, 0, 0 }, e3[3] = { 0, 0, 1 };
  real d1[3], d3[3];
  rotate(q, e1, d1);
  rotate(q, e3, d3);
  NEAR(0.2683423852391909, (double)d1[0], 16 * EPS);
  NEAR(0.6448031264654147, (double)d1[1], 16 * EPS);
  NEAR(0.7156963688496456, (double)d1[2], 16 * EPS);
  NEAR(0.6910852870919086, (double)d3[2], 16 * EPS);
}

/* External moments on the directors, (68): force m x d_a / 2 on d_a.  Its part along the multipliers does
 * nothing, the rest changes l by m; so director_em takes moments as kicks, and moves as any standard body. */
TEST(director_em_takes_moments) {
  const double momenta[3] = { 0.8, -0.5, 0.9 }, q0[4] = { 0.5, -0.3, 0.7, 0.2 };
  double angle[4];
  top start = top_of(J_TEST, momenta, q0);
  start.u[0] = 0.4, start.u[1] = 0.8, start.u[2] = -0.7, start.twist = 0.3;
  top fine = start;
  run_steps("rattle", NULL, &fine, 2.0 / 40000, 40000);
  for (int n = 0; n < 4; n++) {
    top t = start;
    run_steps("director_em", NULL, &t, 2.0 / (40 << n), 40 << n);
    angle[n] = (double)angle_from(t.q, fine.q);
    if (n > 0) NEAR(2, log2(angle[n - 1] / angle[n]), 0.05);
  }
  print_message("director_em under moments: off by %.1e to %.1e rad\n", angle[0], angle[3]);
}

/* ---- the two ways to the same step ----------------------------------------------------------- */
TEST(directors_turn_as_cayley) {
  const double q0[4] = { 0.5, -0.3, 0.7, 0.2 };
  for (int flat = 0; flat < 3; flat++)
    for (double h = 1e-4; h < 20; h *= 3) {
      const double inertia[3] = { 1.2, 0.9, flat == 0 ? 0.5 : flat == 1 ? 2.1 : 0.3 };
      const double momenta[3] = { 0.8, -0.5, 0 };
      top a = top_of(inertia, momenta, q0), b = a;
      run_steps("nontwist", "exact=0", &a, h, 1);
      run_steps("director_em_nontwist", "max_iterations=200", &b, h, 1);
      NEAR(0, (double)angle_from(a.q, b.q), 8 * EPS * fmax(1, h));
      for (int k = 0; k < 3; k++) NEAR(a.l[k], b.l[k], 8 * EPS * fmax(1, h));
    }
  /* Roundings add up, one each step; in a field they are stretched besides, so fewer steps. */
  for (int driven = 0; driven < 2; driven++) {
    const double momenta[3] = { 0.8, -0.5, 0 };
    const int64_t steps = driven ? 50 : 1000;
    top a = top_of(J_TEST, momenta, q0);
    a.u[0] = 0.4 * driven, a.u[1] = 0.8 * driven, a.u[2] = -0.7 * driven;
    top b = a;
    run_steps("nontwist", "exact=0", &a, 0.1, steps);
    run_steps("director_em_nontwist", NULL, &b, 0.1, steps);
    print_message("nontwist exact = 0 and director_em_nontwist: %.1Le after %d steps\n",
                  angle_from(a.q, b.q), (int)steps);
    NEAR(0, (double)angle_from(a.q, b.q), 2 * EPS * (double)steps);
  }
}

/* ---- many steps ------------------------------------------------------------------------------ */
typedef struct spread {
  real energy, pi, off_unit, twist, space;
} spread;

static spread spread_of(const char *integrator, const char *params, const top *start,
                        int64_t steps) {
  top t = *start;
  spread s = { 0, 0, 0, 0, 0 };
  real pi0[3], pi[3];
  top_momenta(&t, pi0);
  const real energy0 = top_energy(&t), norm = sqrtl(pi0[0] * pi0[0] + pi0[1] * pi0[1]);
  top_run *r = run_open(integrator, params, &t, 1);
  for (int64_t done = 0; done < steps; done += 1000) {
    OK(rgs_stepper_run(r->h.stepper, 0.13, 1000, &err));
    top_momenta(&t, pi);
    real q2 = 0, away = 0;
    for (int k = 0; k < 4; k++) q2 += (real)t.q[k] * t.q[k];
    for (int k = 0; k < 3; k++) {
      const real change = t.l[k] - (real)start->l[k];
      away += change * change;
    }
    s.energy = fmaxl(s.energy, fabsl(top_energy(&t) / energy0 - 1));
    s.pi = fmaxl(s.pi, hypotl(pi[0] - pi0[0], pi[1] - pi0[1]) / norm);
    s.off_unit = fmaxl(s.off_unit, fabsl(q2 - 1));
    s.twist = fmaxl(s.twist, fabsl(pi[2]) / norm);
    s.space = fmaxl(s.space, sqrtl(away) / norm);
  }
  return s;
}

/* Nothing grows: after a million steps the bar is a few roundings of one step. */
TEST(constants_over_many_steps) {
  static const struct {
    const char *integrator, *params;
    int64_t steps;
  } cases[] = { { "nontwist", "exact=1", 1000000 },
                { "nontwist", "exact=0", 1000000 },
                { "director_em_nontwist", NULL, 100000 } };
  const double momenta[3] = { 1.4, -1.2, 0 }, q0[4] = { 0.5, -0.3, 0.7, 0.2 };
  for (size_t c = 0; c < COUNT(cases); c++) {
    top t = top_of(J_TEST, momenta, q0);
    const spread s = spread_of(cases[c].integrator, cases[c].params, &t, cases[c].steps);
    print_message("%s %s, %lld steps: K %.1Le, Pi %.1Le, |q|^2 %.1Le, twist %.1Le, pi %.2Lf\n",
                  cases[c].integrator, cases[c].params ? cases[c].params : "",
                  (long long)cases[c].steps, s.energy, s.pi, s.off_unit, s.twist, s.space);
    const double bar = 16 * EPS;
    TRUE(s.energy < bar && s.pi < bar && s.off_unit < bar && s.twist < bar);
    TRUE(s.space > 0.2); /* J1 differs from J2, W1 W2 from 0 */
  }
  /* Of a body with J1 = J2, and of one that spins about d1, the momentum in space stays. */
  const double symmetric[3] = { 2, 2, 1.4 }, about_d1[3] = { 1.4, 0, 0 };
  top t = top_of(symmetric, momenta, q0);
  TRUE(spread_of("nontwist", NULL, &t, 10000).space < 1e-12);
  t = top_of(J_TEST, about_d1, q0);
  TRUE(spread_of("nontwist", NULL, &t, 10000).space < 1e-12);
}

TEST(director_em_over_many_steps) {
  const double momenta[3] = { 1.4, -1.2, 1.1 }, q0[4] = { 0.5, -0.3, 0.7, 0.2 };
  top t = top_of(J_TEST, momenta, q0);
  const top start = t;
  double first, energy;
  real worst = 0, strayed = 0;
  top_run *r = run_open("director_em", NULL, &t, 1);
  run_output(r, "kinetic_energy", &first, 1);
  NEAR((double)top_energy(&start), first, 4 * EPS);
  for (int n = 0; n < 100; n++) {
    OK(rgs_stepper_run(r->h.stepper, 0.1, 1000, &err));
    run_output(r, "kinetic_energy", &energy, 1);
    worst = fmaxl(worst, fabsl((real)energy / first - 1));
    strayed = fmaxl(strayed, fabsl(top_energy(&t) / first - 1));
    SAME_BITS(start.l, t.l, 3);
  }
  print_message("director_em: K %.1Le; by q and l alone %.1Le\n", worst, strayed);
  TRUE(worst < 1e-13);
  TRUE(strayed > 1e-9); /* the directors' velocities are not quite a rotation's */
}

TEST_MAIN(read_rows, NULL)
