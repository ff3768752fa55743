/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_nontwist_abi.c - the body that does not twist as a host meets it: states refused and projected,
 * outputs, failures, units, and the same integrators out of a module.  That layouts, migration,
 * threads and saves change no bit is seen in the t_stepper tests, which run every integrator.
 *
 *   t_nontwist_abi MODULE.so
 */
#include "check.h"
#include "nontwist_rig.h"

#include <math.h>

static const double EPS = 0x1p-52;
static const double J_TEST[3] = { 2, 3, 1.4 }, Q_TEST[4] = { 0.5, -0.3, 0.7, 0.2 };
static const double NO_TWIST[3] = { 1.4, -1.2, 0 };
static const char *const both[] = { "nontwist", "director_em_nontwist" };
static const char *const all[] = { "nontwist", "director_em_nontwist", "director_em" };
static const char *module_path;

static void push(top *t, double a, double b, double c) { t->u[0] = a, t->u[1] = b, t->u[2] = c; }

/* ---- constraint ------------------------------------------------------------------------------ */
TEST(twisting_states_are_refused) {
  for (size_t i = 0; i < COUNT(both); i++) {
    const double twisting[3] = { 1.4, -1.2, 1e-3 };
    top t[2] = { top_of(J_TEST, NO_TWIST, Q_TEST), top_of(J_TEST, twisting, Q_TEST) };
    const top before[2] = { t[0], t[1] };
    top_run r;
    run_open(&r, both[i], NULL, 0, t, 2);
    REFUSED_BODY(RGS_E_BODY, 1, rgs_step(r.stepper, 0.1, 1, &err), "w.d3", both[i], "1e-08",
                 (const char *)NULL);
    SAME_INT(0, memcmp(before, t, sizeof t));
    /* On request the momentum about d3 is taken away, and nothing else. */
    double moved = -1;
    OK(rgs_stepper_project(r.stepper, &moved, &err));
    real y[3];
    NEAR(1e-3 / sqrt(1.4 * 1.4 + 1.2 * 1.2 + 1e-6), moved, 1e-15);
    for (int k = 0; k < 2; k++) {
      top_momenta(&t[k], y);
      for (int c = 0; c < 3; c++) NEAR(NO_TWIST[c], (double)y[c], 8 * EPS);
      SAME_BITS(before[k].q, t[k].q, 4);
    }
    OK(rgs_step(r.stepper, 0.1, 1, &err));
    /* What obeys is not moved any further. */
    const top after = t[1];
    OK(rgs_stepper_project(r.stepper, &moved, &err));
    NEAR(0, moved, 0);
    SAME_BITS(after.l, t[1].l, 3);
    run_close(&r);
  }
  top standard = top_of(J_TEST, (const double[3]){ 1, 2, 3 }, Q_TEST), before = standard;
  top_run r;
  run_open(&r, "director_em", NULL, 0, &standard, 1);
  double moved = -1;
  OK(rgs_stepper_project(r.stepper, &moved, &err)); /* has no constraint */
  NEAR(0, moved, 0);
  SAME_BITS(before.l, standard.l, 3);
  OK(rgs_step(r.stepper, 0.1, 1, &err));
  run_close(&r);
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
      top_run r;
      for (int turn = 0; turn < 20 && m == 1; turn++) { /* each rounds l in another way */
        const double q0[4] = { 0.5, -0.3 + 0.05 * turn, 0.7, 0.2 };
        top other = top_of(J, y, q0);
        run_steps("nontwist", NULL, 0, &other, 0.1, 1);
      }
      run_open(&r, "nontwist", NULL, 0, &t, 1);
      if (above && m == 0)
        REFUSED_BODY(RGS_E_BODY, 0, rgs_step(r.stepper, 0.1, 1, &err), "w.d3", (const char *)NULL);
      else
        OK(rgs_step(r.stepper, 0.1, 1000, &err));
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
      run_close(&r);
    }
}

/* Of moments that no body has. */
TEST(any_moments) {
  const double J[3] = { 0.6, 1.9, 0.5 };
  for (size_t i = 0; i < COUNT(all); i++) {
    top t = top_of(J, NO_TWIST, Q_TEST);
    top_run r;
    run_open(&r, all[i], NULL, 0, &t, 1);
    REFUSED_BODY(RGS_E_BODY, 0, rgs_step(r.stepper, 0.1, 1, &err), "inertia", (const char *)NULL);
    run_close(&r);
    t.any_moments = 1;
    run_open(&r, all[i], NULL, 0, &t, 1);
    if (i < 2)
      OK(rgs_step(r.stepper, 0.1, 1000, &err));
    else
      REFUSED_BODY(RGS_E_BODY, 0, rgs_step(r.stepper, 0.1, 1, &err), "moment", all[i],
                   (const char *)NULL);
    run_close(&r);
  }
}

/* A host may change l between steps; what it wrote is what goes on. */
TEST(hosts_may_write_l) {
  for (size_t i = 0; i < COUNT(both); i++) {
    top t = top_of(J_TEST, NO_TWIST, Q_TEST), other;
    top_run r;
    real y[3];
    run_open(&r, both[i], NULL, 0, &t, 1);
    OK(rgs_step(r.stepper, 0.1, 3, &err));
    for (int k = 0; k < 3; k++) t.l[k] *= 1.25;
    OK(rgs_step(r.stepper, 0.1, 3, &err));
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
    OK(rgs_step(r.stepper, 0.1, 1, &err));
    run_steps(both[i], NULL, 0, &other, 0.1, 1);
    for (int k = 0; k < 4; k++) q[k] = other.q[k];
    multiply(turn, q, q);
    const double want[4] = { (double)q[0], (double)q[1], (double)q[2], (double)q[3] };
    NEAR(0, (double)angle_from(want, t.q), 8 * EPS);
    /* What leaves the constraint is refused, whoever wrote it, and nothing moves. */
    t.l[0] += 0.5, t.l[2] -= 0.25;
    const top before = t;
    REFUSED_BODY(RGS_E_BODY, 0, rgs_step(r.stepper, 0.1, 1, &err), both[i], (const char *)NULL);
    SAME_BITS(before.l, t.l, 3);
    SAME_BITS(before.q, t.q, 4);
    SAME_BITS(before.x, t.x, 3);
    OK(rgs_stepper_reset(r.stepper, &err));
    OK(rgs_stepper_project(r.stepper, NULL, &err));
    OK(rgs_step(r.stepper, 0.1, 1, &err));
    run_close(&r);
  }
}

/* ---- outputs --------------------------------------------------------------------------------- */
TEST(outputs) {
  for (size_t i = 0; i < COUNT(all); i++) {
    const double twist = i == 2 ? 0.7 : 0, momenta[3] = { 1.4, -1.2, twist };
    top t[2] = { top_of(J_TEST, momenta, Q_TEST), top_of(J_TEST, momenta, Q_TEST) };
    push(&t[1], 0.3, -0.5, 0.9);
    t[1].twist = 0.6; /* the constraint takes it up */
    top_run r;
    double values[6], mu[2];
    run_open(&r, all[i], NULL, 0, t, 2);
    run_output(&r, "kinetic_energy", values, 2);
    for (int b = 0; b < 2; b++) NEAR((double)top_energy(&t[b]), values[b], 8 * EPS);
    run_output(&r, "material_momentum", values, 4);
    for (int b = 0; b < 4; b++) NEAR(b % 2 ? -1.2 : 1.4, values[b], 8 * EPS);
    run_output(&r, "twist_rate", values, 2);
    for (int b = 0; b < 2; b++) NEAR(twist / 1.4, values[b], 8 * EPS);
    run_output(&r, "spatial_momentum", values, 6);
    for (int b = 0; b < 2; b++) SAME_BITS(t[b].l, values + 3 * b, 3);
    REFUSED_TEXT(RGS_E_SPACE, rgs_stepper_output(r.stepper, "spatial_momentum", values, 5, &err),
                 "6", "5");
    if (i == 2) {
      REFUSED(RGS_E_NAME, rgs_stepper_output(r.stepper, "multiplier", mu, 2, &err));
    } else {
      /* mu needs the torque.  It is the momentum about d3 that the constraint takes: over a short
       * step l changes by h (tau - mu d3). */
      REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r.stepper, "multiplier", mu, 2, &err),
                   "multiplier");
      OK(rgs_step(r.stepper, 1e-4, 1, &err));
      run_output(&r, "multiplier", mu, 2);
      NEAR((2 - 3) * 0.7 * -0.4, mu[0], 1e-15);
      TRUE(mu[1] > 0.8);
      const top before[2] = { t[0], t[1] };
      OK(rgs_step(r.stepper, 1e-4, 1, &err));
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
    run_close(&r);
  }
}

/* ---- failures -------------------------------------------------------------------------------- */
TEST(steps_too_large) {
  for (size_t i = 1; i < COUNT(all); i++) {
    const double fast[3] = { 14, -12, i == 2 ? 5 : 0 };
    top t[3] = { top_of(J_TEST, NO_TWIST, Q_TEST), top_of(J_TEST, NO_TWIST, Q_TEST),
                 top_of(J_TEST, fast, Q_TEST) };
    top_run r;
    run_open(&r, all[i], "max_iterations", 16, t, 3);
    OK(rgs_step(r.stepper, 0.01, 3, &err));
    const top before[3] = { t[0], t[1], t[2] };
    double energy[3], after[3];
    run_output(&r, "kinetic_energy", energy, 3);
    REFUSED_BODY(RGS_E_NOCONV, 2, rgs_step(r.stepper, 0.9, 1, &err), all[i], (const char *)NULL);
    for (int b = 0; b < 3; b++) {
      SAME_BITS(before[b].q, t[b].q, 4);
      SAME_BITS(before[b].l, t[b].l, 3);
      SAME_BITS(before[b].x, t[b].x, 3);
    }
    /* Nor is what bodies carry lost. */
    OK(rgs_stepper_reset(r.stepper, &err));
    run_output(&r, "kinetic_energy", after, 3);
    SAME_BITS(energy, after, 3);
    OK(rgs_step(r.stepper, 0.01, 1, &err));
    run_close(&r);
  }
}

TEST(rubbish) {
  for (size_t i = 0; i < COUNT(all); i++) {
    top t[2] = { top_of(J_TEST, NO_TWIST, Q_TEST), top_of(J_TEST, NO_TWIST, Q_TEST) };
    const top before[2] = { t[0], t[1] };
    push(&t[1], 0.3, NAN, 0.9);
    top_run r;
    run_open(&r, all[i], NULL, 0, t, 2);
    REFUSED_BODY(RGS_E_NONFINITE, 1, rgs_step(r.stepper, 0.1, 1, &err), (const char *)NULL);
    for (int b = 0; b < 2; b++) SAME_BITS(before[b].l, t[b].l, 3);
    run_close(&r);
    t[0] = before[0];
    run_open(&r, all[i], NULL, 0, t, 1);
    forget_error();
    TRUE(rgs_step(r.stepper, 1e308, 1, &err) <= RGS_OK);
    for (int k = 0; k < 4; k++) TRUE(isfinite(t[0].q[k]));
    OK(rgs_stepper_reset(r.stepper, &err));
    run_close(&r);
  }
}

/* Bodies of 1e-26 kg and 1e-9 m, and of 1e30 kg: powers of two in the units change no bit. */
TEST(every_unit) {
  static const int exponents[][2] = { { -146, -110 }, { 200, 120 }, { -300, -300 } };
  for (size_t i = 0; i < COUNT(all); i++) {
    const double momenta[3] = { 1.4, -1.2, i == 2 ? 0.7 : 0 };
    top want = top_of(J_TEST, momenta, Q_TEST);
    push(&want, 0.3, -0.5, 0.9);
    const top start = want;
    run_steps(all[i], NULL, 0, &want, 0.125, 20);
    for (size_t e = 0; e < COUNT(exponents); e++) {
      const int moment = exponents[e][0], momentum = exponents[e][1], time = moment - momentum;
      top t = start;
      for (int k = 0; k < 3; k++) {
        t.inertia[k] = ldexp(t.inertia[k], moment);
        t.l[k] = ldexp(t.l[k], momentum);
        t.u[k] = ldexp(t.u[k], momentum - time);
      }
      run_steps(all[i], NULL, 0, &t, ldexp(0.125, time), 20);
      SAME_BITS(want.q, t.q, 4);
      for (int k = 0; k < 3; k++) t.l[k] = ldexp(t.l[k], -momentum);
      SAME_BITS(want.l, t.l, 3);
    }
  }
}

/* Forces on the centre of mass act as in strang, in momenta and in velocities; forces at the end
 * of a step serve the next. */
static int pull(void *self, rgs_eval *request, const rgs_view *v) {
  (void)request;
  ++*(int64_t *)self;
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->f, 0, k) = -RGS_AT(v->x, 0, k) * (k + 1);
    RGS_AT(v->tau, 0, k) = 0;
  }
  return 0;
}

TEST(translation) {
  rgs_context *c;
  OK(rgs_context_create(NULL, &c, &err));
  top ends[4][2];
  for (int m = 0; m < 4; m++)
    for (int velocity = 0; velocity < 2; velocity++) {
      top *t = &ends[m][velocity];
      *t = top_of(J_TEST, NO_TWIST, Q_TEST);
      for (int k = 0; k < 3; k++) t->x[k] = 0.3 * k - 0.2, t->p[k] = (0.5 - k) / (velocity ? 2 : 1);
      rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec) };
      if (m < 3) spec.integrator = all[m];
      if (m == 3) spec.rotor = "exact", spec.scheme = "strang";
      rgs_view view = top_view(t);
      view.flags = velocity ? RGS_VIEW_P_IS_VELOCITY : 0;
      int64_t calls = 0;
      const rgs_host host = { .head = RGS_HEAD(rgs_host), .self = &calls, .eval = pull };
      rgs_bodies *b;
      rgs_method *method;
      rgs_stepper *s;
      OK(rgs_bodies_create(c, 1, &b, &err));
      OK(rgs_bodies_bind(b, &view, &err));
      OK(rgs_method_create(c, &spec, &method, &err));
      OK(rgs_stepper_create(b, method, &host, &s, &err));
      OK(rgs_step(s, 0.1, 10, &err));
      SAME_INT(11, calls);
      rgs_stepper_destroy(s);
      rgs_method_destroy(method);
      rgs_bodies_destroy(b);
    }
  rgs_context_destroy(c);
  for (int m = 0; m < 3; m++)
    for (int velocity = 0; velocity < 2; velocity++) {
      SAME_BITS(ends[3][velocity].x, ends[m][velocity].x, 3);
      SAME_BITS(ends[3][velocity].p, ends[m][velocity].p, 3);
    }
}

/* ---- a module -------------------------------------------------------------------------------- */
TEST(same_bits_from_a_module) {
  rgs_context *c;
  OK(rgs_context_create(NULL, &c, &err));
  OK(rgs_module_load(c, module_path, &err));
  run_use(c);
  for (size_t i = 0; i < COUNT(all); i++)
    for (int exact = 0; exact < 2; exact++) {
      const double momenta[3] = { 1.4, -1.2, i == 2 ? 0.7 : 0 };
      char name[64];
      snprintf(name, sizeof name, "acme.%s", all[i]);
      TRUE(rgs_about_find(c, RGS_KIND_INTEGRATOR, name) !=
           rgs_about_find(c, RGS_KIND_INTEGRATOR, all[i]));
      top a = top_of(J_TEST, momenta, Q_TEST);
      push(&a, 0.3, -0.5, 0.9);
      top b = a;
      const char *param = i == 0 ? "exact" : NULL;
      run_steps(all[i], param, exact, &a, 0.1, 100);
      run_steps(name, param, exact, &b, 0.1, 100);
      SAME_BITS(a.q, b.q, 4);
      SAME_BITS(a.l, b.l, 3);
      top_run r;
      double of_a[2], of_b[2];
      run_open(&r, all[i], param, exact, &a, 1);
      run_output(&r, "material_momentum", of_a, 2);
      run_close(&r);
      run_open(&r, name, param, exact, &b, 1);
      run_output(&r, "acme.material_momentum", of_b, 2);
      OK(rgs_stepper_project(r.stepper, NULL, &err));
      b.l[0] += 1;
      if (i < 2)
        REFUSED_BODY(RGS_E_BODY, 0, rgs_step(r.stepper, 0.1, 1, &err), "w.d3", (const char *)NULL);
      run_close(&r);
      SAME_BITS(of_a, of_b, 2);
    }
  run_use(NULL);
  rgs_context_destroy(c);
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: t_nontwist_abi MODULE.so [CASE]\n"), 2;
  module_path = argv[1];
  choose_tests(argv[2]);
  return RUN_TESTS(NULL, NULL);
}
