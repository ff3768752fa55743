/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_nontwist_abi.c - the body that does not twist as a host meets it: states refused and projected,
 * outputs, failures.  Layouts, migration, threads, saves, units and forces that are NaN are in the t_stepper tests,
 * which run every integrator; the contract program runs the same integrators out of a module, with forces on their
 * centres of mass.
 */
#include "check.h"
#include "nontwist_rig.h"

#include <math.h>

static const double EPS = 0x1p-52;
static const double J_TEST[3] = { 2, 3, 1.4 }, Q_TEST[4] = { 0.5, -0.3, 0.7, 0.2 };
static const double NO_TWIST[3] = { 1.4, -1.2, 0 };
static const char *const both[] = { "nontwist", "director_em_nontwist" };
static const char *const all[] = { "nontwist", "director_em_nontwist", "director_em" };

static void same_places(const top *want, const top *got) {
  SAME_BITS(want->q, got->q, 4);
  SAME_BITS(want->l, got->l, 3);
  SAME_BITS(want->x, got->x, 3);
}

/* ---- constraint ------------------------------------------------------------------------------ */
TEST(twisting_states_are_refused) {
  for (size_t i = 0; i < COUNT(both); i++) {
    const double twisting[3] = { 1.4, -1.2, 1e-3 };
    top t[2] = { top_of(J_TEST, NO_TWIST, Q_TEST), top_of(J_TEST, twisting, Q_TEST) };
    const top before[2] = { t[0], t[1] };
    top_run *r = run_open(both[i], NULL, t, 2);
    REFUSED_BODY(RGS_E_BODY, 1, rgs_stepper_run(r->h.stepper, 0.1, 1, &err), "w.d3", both[i],
                 "1e-08");
    SAME_INT(0, memcmp(before, t, sizeof t));
    /* On request the momentum about d3 is taken away, and nothing else. */
    double moved = -1;
    OK(rgs_stepper_project(r->h.stepper, &moved, &err));
    real y[3];
    NEAR(1e-3 / sqrt(1.4 * 1.4 + 1.2 * 1.2 + 1e-6), moved, 1e-15);
    for (int k = 0; k < 2; k++) {
      top_momenta(&t[k], y);
      for (int c = 0; c < 3; c++) NEAR(NO_TWIST[c], (double)y[c], 8 * EPS);
      SAME_BITS(before[k].q, t[k].q, 4);
    }
    OK(rgs_stepper_run(r->h.stepper, 0.1, 1, &err));
    /* What obeys is not moved any further. */
    const top after = t[1];
    OK(rgs_stepper_project(r->h.stepper, &moved, &err));
    NEAR(0, moved, 0);
    SAME_BITS(after.l, t[1].l, 3);
  }
  top standard = top_of(J_TEST, (const double[3]){ 1, 2, 3 }, Q_TEST), before = standard;
  top_run *r = run_open("director_em", NULL, &standard, 1);
  double moved = -1;
  OK(rgs_stepper_project(r->h.stepper, &moved, &err)); /* has no constraint */
  NEAR(0, moved, 0);
  SAME_BITS(before.l, standard.l, 3);
  OK(rgs_stepper_run(r->h.stepper, 0.1, 1, &err));
}

/* Just below and just above the bar; bodies whose third moment makes rounding look like twist. */
TEST(where_refusal_begins) {
  const double w_norm = sqrt(0.7 * 0.7 + 0.4 * 0.4);
  const double moments[][3] = { { 2, 3, 1.4 }, { 2, 2, 1e-12 }, { 2, 2, 0 },
                                { 2, 0, 2 },   { 0, 2, 2 },     { 0, 0, 0 } };
  for (size_t m = 0; m < COUNT(moments); m++)
    for (int above = 0; above < 2; above++) {
      const double *J = moments[m];
      const double most = m > 1 ? 0 : J[2] * (above ? 1.01e-8 : 0.99e-8) * w_norm;
      const double y[3] = { J[0] * 0.7, -J[1] * 0.4, most };
      top t = top_of(J, y, Q_TEST);
      for (int turn = 0; turn < 20 && m == 1; turn++) { /* each rounds l in another way */
        const double q0[4] = { 0.5, -0.3 + 0.05 * turn, 0.7, 0.2 };
        top other = top_of(J, y, q0);
        run_steps("nontwist", NULL, &other, 0.1, 1);
      }
      top_run *r = run_open("nontwist", NULL, &t, 1);
      if (above && m == 0)
        REFUSED_BODY(RGS_E_BODY, 0, rgs_stepper_run(r->h.stepper, 0.1, 1, &err), "w.d3");
      else
        OK(rgs_stepper_run(r->h.stepper, 0.1, 1000, &err));
      if (m > 2) { /* turns about the one axis that is left, or not at all */
        const double w[2] = { J[0] > 0 ? 0.7 : 0, J[1] > 0 ? -0.4 : 0 };
        const real half = 50 * (w[0] + w[1]);
        real turn[4] = { cosl(half), 0, 0, 0 }, q[4] = { 0.5L, -0.3L, 0.7L, 0.2L };
        turn[J[0] > 0 ? 1 : 2] = sinl(half);
        normalize(q);
        multiply(q, turn, q);
        const double want[4] = { (double)q[0], (double)q[1], (double)q[2], (double)q[3] };
        NEAR(0, (double)angle_from(want, t.q), 1e-12);
      }
    }
}

/* A host may change l between steps; what it wrote is what goes on. */
TEST(hosts_may_write_l) {
  for (size_t i = 0; i < COUNT(both); i++) {
    top t = top_of(J_TEST, NO_TWIST, Q_TEST), other;
    real y[3];
    top_run *r = run_open(both[i], NULL, &t, 1);
    OK(rgs_stepper_run(r->h.stepper, 0.1, 3, &err));
    for (int k = 0; k < 3; k++) t.l[k] *= 1.25;
    OK(rgs_stepper_run(r->h.stepper, 0.1, 3, &err));
    top_momenta(&t, y);
    for (int k = 0; k < 2; k++) NEAR(1.25 * NO_TWIST[k], (double)y[k], 8 * EPS);
    /* A turn of the whole is seen by nobody but q and l. */
    other = t;
    const real half = sqrtl(0.5L), turn[4] = { half, 0, half, 0 };
    real q[4], l[3];
    for (int k = 0; k < 4; k++) q[k] = t.q[k];
    for (int k = 0; k < 3; k++) l[k] = t.l[k];
    multiply(turn, q, q);
    rotate(turn, l, l);
    for (int k = 0; k < 4; k++) t.q[k] = (double)q[k];
    for (int k = 0; k < 3; k++) t.l[k] = (double)l[k];
    OK(rgs_stepper_run(r->h.stepper, 0.1, 1, &err));
    run_steps(both[i], NULL, &other, 0.1, 1);
    for (int k = 0; k < 4; k++) q[k] = other.q[k];
    multiply(turn, q, q);
    const double want[4] = { (double)q[0], (double)q[1], (double)q[2], (double)q[3] };
    NEAR(0, (double)angle_from(want, t.q), 8 * EPS);
    /* What leaves the constraint is refused, whoever wrote it, and nothing moves. */
    t.l[0] += 0.5, t.l[2] -= 0.25;
    const top before = t;
    REFUSED_BODY(RGS_E_BODY, 0, rgs_stepper_run(r->h.stepper, 0.1, 1, &err), both[i]);
    same_places(&before, &t);
    OK(rgs_stepper_reset(r->h.stepper, &err));
    OK(rgs_stepper_project(r->h.stepper, NULL, &err));
    OK(rgs_stepper_run(r->h.stepper, 0.1, 1, &err));
  }
}

/* ---- outputs --------------------------------------------------------------------------------- */
TEST(outputs) {
  for (size_t i = 0; i < COUNT(all); i++) {
    const double twist = i == 2 ? 0.7 : 0, momenta[3] = { 1.4, -1.2, twist };
    top t[2] = { top_of(J_TEST, momenta, Q_TEST), top_of(J_TEST, momenta, Q_TEST) };
    t[1].u[0] = 0.3, t[1].u[1] = -0.5, t[1].u[2] = 0.9;
    t[1].twist = 0.6; /* the constraint takes it up */
    double values[6], mu[2];
    top_run *r = run_open(all[i], NULL, t, 2);
    run_output(r, "kinetic_energy", values, 2);
    for (int b = 0; b < 2; b++) NEAR((double)top_energy(&t[b]), values[b], 8 * EPS);
    run_output(r, "material_momentum", values, 4);
    for (int b = 0; b < 4; b++) NEAR(b % 2 ? -1.2 : 1.4, values[b], 8 * EPS);
    run_output(r, "twist_rate", values, 2);
    for (int b = 0; b < 2; b++) NEAR(twist / 1.4, values[b], 8 * EPS);
    run_output(r, "spatial_momentum", values, 6);
    for (int b = 0; b < 2; b++) SAME_BITS(t[b].l, values + 3 * b, 3);
    REFUSED_TEXT(RGS_E_SPACE, rgs_stepper_output(r->h.stepper, "spatial_momentum", values, 5, &err),
                 "6", "5");
    if (i == 2) {
      REFUSED(RGS_E_NAME, rgs_stepper_output(r->h.stepper, "multiplier", mu, 2, &err));
    } else {
      /* mu needs the torque.  It is the momentum about d3 that the constraint takes: over a short
       * step l changes by h (tau - mu d3). */
      REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->h.stepper, "multiplier", mu, 2, &err),
                   "multiplier");
      OK(rgs_stepper_run(r->h.stepper, 1e-4, 1, &err));
      run_output(r, "multiplier", mu, 2);
      NEAR((2 - 3) * 0.7 * -0.4, mu[0], 1e-15);
      TRUE(mu[1] > 0.8);
      const top before[2] = { t[0], t[1] };
      OK(rgs_stepper_run(r->h.stepper, 1e-4, 1, &err));
      for (int b = 0; b < 2; b++) {
        const real q[4] = { before[b].q[0], before[b].q[1], before[b].q[2], before[b].q[3] };
        real change[3];
        for (int k = 0; k < 3; k++)
          change[k] = (t[b].l[k] - (real)before[b].l[k]) / 1e-4L - before[b].tau[k];
        rotate_back(q, change, change);
        NEAR(-mu[b], (double)change[2], 2e-4 * fabs(mu[b]));
        NEAR(0, (double)change[0], 2e-4 * fabs(mu[b]));
        NEAR(0, (double)change[1], 2e-4 * fabs(mu[b]));
      }
    }
  }
}

/* ---- failures -------------------------------------------------------------------------------- */
TEST(steps_too_large) {
  for (size_t i = 1; i < COUNT(all); i++) {
    const double fast[3] = { 14, -12, i == 2 ? 5 : 0 };
    top t[3] = { top_of(J_TEST, NO_TWIST, Q_TEST), top_of(J_TEST, NO_TWIST, Q_TEST),
                 top_of(J_TEST, fast, Q_TEST) };
    top_run *r = run_open(all[i], "max_iterations=16", t, 3);
    OK(rgs_stepper_run(r->h.stepper, 0.01, 3, &err));
    const top before[3] = { t[0], t[1], t[2] };
    double energy[3], after[3];
    run_output(r, "kinetic_energy", energy, 3);
    REFUSED_BODY(RGS_E_NOCONV, 2, rgs_stepper_run(r->h.stepper, 0.9, 1, &err), all[i]);
    for (int b = 0; b < 3; b++) same_places(&before[b], &t[b]);
    /* Nor is what bodies carry lost. */
    OK(rgs_stepper_reset(r->h.stepper, &err));
    run_output(r, "kinetic_energy", after, 3);
    SAME_BITS(energy, after, 3);
    OK(rgs_stepper_run(r->h.stepper, 0.01, 1, &err));
  }
}

TEST_MAIN(NULL, NULL)
