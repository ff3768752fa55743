/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_flight.c - what free flight has to keep, of a rotor or an integrator.  A rotor is run by
 * the scheme strang without forces: a step is then one call of its flow.
 */
#include "contract.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { CROWD = 23 };

static bool claims(const subject *s, uint32_t bit) { return (s->about->claims & bit) != 0; }

/* Or does it look for a minimum, or draw random numbers? */
static bool follows_motion(const subject *s) {
  return s->is_rotor || !claims(s, RGS_RELAXES | RGS_RANDOM);
}

static void bound(const subject *s, const char *contract, double measured, double bar) {
  report(s->about->name, contract, measured, bar);
}

static rig *open_rig(const subject *s, const start *bodies, int64_t n, int layout) {
  return rig_open(s->context, s->method, bodies, n, layout, NO_FORCES);
}

static double length_defect(const rig *r) /* of the worst quaternion */
{
  double worst = 0;
  for (int64_t i = 0; i < r->n; i++) {
    double square = 0;
    for (int k = 0; k < 4; k++) square += RGS_AT(r->view.q, i, k) * RGS_AT(r->view.q, i, k);
    worst = larger(fabs(square - 1), worst);
  }
  return worst;
}

/* ---- order ----------------------------------------------------------------------------------- */
static void test_order(const subject *s, const start *crowd) {
  if (s->own_model) return; /* the order with forces tells more, and free flight may be exact */
  if (s->about->order != RGS_EXACT) {
    /* The error of a high order shows in long steps only, before rounding hides it. */
    const bool high = s->about->order >= 8;
    report_at_least(s->about->name, "order",
                    measured_order(s->context, s->method, crowd, 1, NO_FORCES, high ? 12 : 1.6,
                                   high ? 3 : 0.4, 1.5, 1e-12),
                    s->about->order - 0.15);
    return;
  }
  static const double steps[] = { 1e-3, 0.1, 0.7, 3, -12 };
  double worst = 0;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    rig *r = open_rig(s, crowd, CROWD, BY_BODY);
    must(rig_run(r, steps[i], 1), "a step", &r->error);
    for (int b = 0; b < CROWD; b++) {
      exact_body end[2];
      oracle(&crowd[b], 1, NO_FORCES, steps[i], end);
      const start got = rig_body(r, b);
      double q[4];
      for (int k = 0; k < 4; k++) q[k] = (double)end[0].q[k];
      worst = larger(orientation_distance(q, got.q) / fmax(1, fabs(steps[i])), worst);
    }
    rig_close(r);
  }
  bound(s, "exact at any step", worst, 40 * EPS);
}

/* ---- momentum, symmetry, symplecticity, energy ----------------------------------------------- */
static double momentum_change(const rig *r, const start *bodies) {
  double worst = 0;
  for (int64_t i = 0; i < r->n; i++) {
    const start now = rig_body(r, i);
    for (int k = 0; k < 3; k++) worst = larger(fabs(now.l[k] - bodies[i].l[k]), worst);
  }
  return worst;
}

static void test_momentum_and_symmetry(const subject *s, const start *crowd) {
  const double steps[] = { 0.03, 0.3, 2.5 };
  double momentum = 0, there_and_back = 0, length = 0;
  for (int i = 0; i < (claims(s, RGS_NEVER_FAILS) ? 3 : 2); i++) {
    rig *r = open_rig(s, crowd, CROWD, BY_COMPONENT);
    must(rig_run(r, steps[i], 1), "a step", &r->error);
    momentum = larger(momentum_change(r, crowd), momentum);
    length = larger(length_defect(r), length);
    must(rig_run(r, -steps[i], 1), "a step back", &r->error);
    for (int b = 0; b < CROWD; b++) {
      const start now = rig_body(r, b);
      there_and_back = larger(orientation_distance(now.q, crowd[b].q), there_and_back);
    }
    rig_close(r);
  }
  /* No rotor is given a way to change it; an integrator may find it anew in every step. */
  if (claims(s, RGS_KEEPS_MOMENTUM))
    bound(s, "keeps momentum", momentum, s->is_rotor ? 0 : 50 * EPS);
  bound(s, "orientation stays of length 1", length, 8 * EPS);
  if (claims(s, RGS_SYMMETRIC)) bound(s, "symmetric", there_and_back, 50 * EPS);
}

static void test_symplectic(const subject *s, const start *crowd) {
  if (!claims(s, RGS_SYMPLECTIC)) return;
  const double most = claims(s, RGS_NEVER_FAILS) ? 2 : 0.5;
  double worst = 0, h = 0.1;
  while (h < most) {
    for (int i = 0; i < 6; i++)
      worst = larger(symplectic_defect(s->context, s->method, &crowd[i], 1, NO_FORCES, h), worst);
    h *= 4;
  }
  bound(s, "symplectic", worst, 1e-6);
}

static double energy_of(const start *body) {
  exact_body end[2];
  oracle(body, 1, NO_FORCES, 0, end); /* normalises q in long double */
  real y[3];
  exact_body_momentum(end, y);
  real energy = 0;
  for (int k = 0; k < 3; k++)
    if (body->inertia[k] > 0) energy += y[k] * y[k] / body->inertia[k] / 2;
  return (double)energy;
}

static void test_energy(const subject *s, const start *crowd) {
  if (!claims(s, RGS_KEEPS_ENERGY)) return;
  enum { BODIES = 4, STEPS = 100000 };
  double worst = 0;
  rig *r = open_rig(s, crowd, BODIES, BY_BODY);
  for (int part = 0; part < 10; part++) {
    must(rig_run(r, 0.1, STEPS / 10), "long run", &r->error);
    for (int i = 0; i < BODIES; i++) {
      const start now = rig_body(r, i);
      worst = larger(fabs(energy_of(&now) / energy_of(&crowd[i]) - 1), worst);
    }
  }
  rig_close(r);
  bound(s, "keeps energy, 1e5 steps", worst, 1e-12);
}

/* ---- elementwise ----------------------------------------------------------------------------- */
static bool moves_to(const subject *s, const start *bodies, int n, int layout, const start *want) {
  rig *r = open_rig(s, bodies, n, layout);
  must(rig_run(r, 0.2, 3), "three steps", &r->error);
  bool all = true;
  for (int i = 0; i < n; i++) {
    const start got = rig_body(r, i);
    all = all && same_bits(&got, &want[i]);
  }
  rig_close(r);
  return all;
}

static void test_elementwise(const subject *s, const start *crowd) {
  start want[CROWD], other[CROWD], wanted[CROWD];
  rig *r = open_rig(s, crowd, CROWD, BY_COMPONENT);
  must(rig_run(r, 0.2, 3), "three steps", &r->error);
  for (int i = 0; i < CROWD; i++) want[i] = rig_body(r, i);
  rig_close(r);

  bool strides = true, batches = true;
  for (int layout = 0; layout < LAYOUTS; layout++)
    strides = strides && moves_to(s, crowd, CROWD, layout, want);
  fact(s, "strides", strides, "same bits in all memory layouts");
  if (!follows_motion(s)) return; /* numbers go by tags, and sums by the order of the bodies */
  for (int i = 0; i < CROWD; i++) {
    other[i] = crowd[(i * 7 + 3) % CROWD];
    wanted[i] = want[(i * 7 + 3) % CROWD];
  }
  fact(s, "order of bodies", moves_to(s, other, CROWD, BY_BODY, wanted),
       "same bits in another order");
  for (int first = 0, size = 1; first < CROWD; first += size, size = size % 5 + 1) {
    const int n = size < CROWD - first ? size : CROWD - first;
    batches = batches && moves_to(s, crowd + first, n, BY_COMPONENT, want + first);
  }
  fact(s, "batches", batches, "same bits in batches of 1 to 5");
}

static void test_allocations(const subject *s, const start *crowd) {
  rig *r = open_rig(s, crowd, CROWD, BY_BODY);
  report_allocations(s->about->name, "allocations in a step", r, 0.1, 20);
  rig_close(r);
}

/* ---- bodies of special shape ----------------------------------------------------------------- */
static start special_body(const double inertia[3], uint64_t seed) {
  start b = asymmetric_body(seed);
  memcpy(b.inertia, inertia, sizeof b.inertia);
  int dead = 0;
  for (int k = 0; k < 3; k++) dead += inertia[k] == 0;
  if (dead > 0) { /* no momentum along axes without spin; orientation: identity */
    for (int k = 0; k < 4; k++) b.q[k] = k == 0;
    for (int k = 0; k < 3; k++)
      if (inertia[k] == 0) b.l[k] = 0;
  }
  return b;
}

static void test_shapes(const subject *s) {
  static const struct {
    const char *name;
    double inertia[3];
  } shapes[] = { { "sphere", { 0.9, 0.9, 0.9 } },
                 { "prolate about 1", { 0.3, 1, 1 } },
                 { "prolate about 2", { 1, 0.3, 1 } },
                 { "prolate about 3", { 1, 1, 0.3 } },
                 { "oblate about 1", { 1, 0.6, 0.6 } },
                 { "oblate about 2", { 0.6, 1, 0.6 } },
                 { "oblate about 3", { 0.6, 0.6, 1 } },
                 { "flat", { 0.4, 1, 0.6 } },
                 { "nearly symmetric", { 1, 1 - 1e-9, 0.7 } },
                 { "linear along 1", { 0, 1, 1 } },
                 { "linear along 2", { 1, 0, 1 } },
                 { "linear along 3", { 1, 1, 0 } },
                 { "point", { 0, 0, 0 } } };
  const bool exact = s->about->order == RGS_EXACT;
  const int64_t steps = exact ? 1 : 128;
  const double bar = exact ? 40 * EPS : s->about->order >= 2 ? 5e-3 : 5e-2;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    start b = special_body(shapes[i].inertia, 40 + i);
    exact_body end[2];
    if (s->own_model) settle(s->context, s->method, &b, 1);
    oracle(&b, 1, NO_FORCES, 2, end);
    rig *r = open_rig(s, &b, 1, BY_BODY);
    const rgs_status status = rig_run(r, 2.0 / (double)steps, steps);
    if (status != RGS_OK)
      fact(s, shapes[i].name, false, r->error.text);
    else if (s->own_model)
      bound(s, shapes[i].name, length_defect(r), 8 * EPS);
    else
      bound(s, shapes[i].name, distance(r, 0, 1, end), bar);
    rig_close(r);
  }
}

/* Steady rotation about each axis; the middle one is unstable. */
static void test_equilibria(const subject *s) {
  double worst = 0;
  for (int axis = 0; axis < 3; axis++) {
    start b = asymmetric_body(0);
    for (int k = 0; k < 4; k++) b.q[k] = k == 0;
    for (int k = 0; k < 3; k++) b.l[k] = k == axis ? -0.8 : 0;
    settle(s->context, s->method, &b, 1);
    rig *r = open_rig(s, &b, 1, BY_BODY);
    must(rig_run(r, 0.25, 400), "steady rotation", &r->error);
    const start now = rig_body(r, 0);
    for (int k = 0; k < 3; k++)
      if (k != axis) worst = larger(fabs(now.q[1 + k]), worst);
    rig_close(r);
  }
  bound(s, "steady rotation stays so", worst, 0);
}

static void test_units(const subject *s) {
  static const double moments[] = { 0x1p-153, 0x1p-300, 0x1p400 },
                      momenta[] = { 0x1p-120, 0x1p300, 0x1p-500 };
  start b = asymmetric_body(5);
  settle(s->context, s->method, &b, 1);
  rig *r = open_rig(s, &b, 1, BY_BODY);
  must(rig_run(r, 0.3, 1), "a step", &r->error);
  const start want = rig_body(r, 0);
  rig_close(r);
  double worst = 0;
  for (int i = 0; i < 3; i++) {
    start scaled = b;
    for (int k = 0; k < 3; k++) scaled.inertia[k] *= moments[i], scaled.l[k] *= momenta[i];
    r = open_rig(s, &scaled, 1, BY_BODY);
    const rgs_status status = rig_run(r, 0.3 * moments[i] / momenta[i], 1);
    const start got = rig_body(r, 0);
    worst = larger(status == RGS_OK ? orientation_distance(want.q, got.q) : INFINITY, worst);
    rig_close(r);
  }
  bound(s, "any unit", worst, 20 * EPS);
}

/* ---- input that is bad, or asks too much ----------------------------------------------------- */
static void test_never_fails(const subject *s) {
  if (!claims(s, RGS_NEVER_FAILS)) return;
  static const double steps[] = {
    5e-324, 1e-300, 1e-9, 30, 1e4, 1e10, -1e40, 1e150, 1e300, -DBL_MAX
  };
  static const double sizes[] = { 0, 5e-324, 1e-310, 1e-160, 1, 1e20, 1e160, 1e300 };
  double worst = 0;
  bool refused = false;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
      start bodies[2] = { asymmetric_body(i), asymmetric_body(j) };
      for (int b = 0; b < 2; b++) {
        for (int k = 0; k < 3; k++) {
          bodies[b].l[k] *= sizes[j];
          bodies[b].p[k] = 0;
        }
        if (b == 1) memcpy(bodies[b].q, (double[4]){ 1, 0, 0, 0 }, sizeof bodies[b].q);
      }
      for (int k = 0; k < 3; k++) bodies[1].l[k] = k == (int)i % 3 ? sizes[j] : 0;
      rig *r = open_rig(s, bodies, 2, BY_BODY);
      refused = refused || rig_run(r, steps[i], 2) != RGS_OK;
      worst = larger(length_defect(r), worst);
      rig_close(r);
    }
  fact(s, "never fails", !refused, "steps 5e-324 to 2e308, momenta 0 to 1e300");
  bound(s, "and stays of length 1", worst, 8 * EPS);
}

static bool same_orientations(const rig *r, const start *bodies) {
  for (int64_t i = 0; i < r->n; i++) {
    const start now = rig_body(r, i);
    if (memcmp(now.q, bodies[i].q, sizeof now.q) != 0) return false;
  }
  return true;
}

/* Where a step is refused, no body has moved and the index is right. */
static void test_refusal(const subject *s, const start *crowd) {
  if (claims(s, RGS_NEVER_FAILS)) return;
  enum { FAST = 17 };
  start bodies[CROWD];
  memcpy(bodies, crowd, sizeof bodies);
  for (int k = 0; k < 3; k++) bodies[FAST].l[k] *= 1e4;
  rig *r = open_rig(s, bodies, CROWD, BY_BODY);
  const rgs_status status = rig_run(r, 0.1, 1);
  if (status == RGS_OK) {
    fact(s, "step too large", length_defect(r) < 8 * EPS, "was not refused");
  } else {
    fact(s, "step too large: body", status == RGS_E_NOCONV && r->error.body == FAST, r->error.text);
    fact(s, "step too large: state", same_orientations(r, bodies), "all orientations as they were");
  }
  rig_close(r);
}

static void test_bad_input(const subject *s, const start *crowd) {
  static const double bad[] = { NAN, INFINITY, -INFINITY };
  enum { AT = 2, BODIES = 4 };
  bool refused = true, untouched = true;
  for (int what = 0; what < 6; what++)
    for (size_t v = 0; v < sizeof bad / sizeof *bad; v++) {
      start bodies[BODIES];
      memcpy(bodies, crowd, sizeof bodies);
      double h = 0.1;
      rgs_status want = RGS_E_BODY;
      if (what == 0) bodies[AT].inertia[v] = bad[v];
      if (what == 1) bodies[AT].l[v] = bad[v];
      if (what == 2) bodies[AT].q[v] = bad[v];
      if (what == 3) h = bad[v], want = RGS_E_ARG;
      if (what == 4) bodies[AT].inertia[v] = -1;
      if (what == 5)
        for (int k = 0; k < 4; k++) bodies[AT].q[k] *= 1.1;
      rig *r = open_rig(s, bodies, BODIES, BY_BODY);
      const rgs_status status = rig_run(r, h, 1);
      refused = refused && status == want && (want != RGS_E_BODY || r->error.body == AT);
      untouched = untouched && same_orientations(r, bodies);
      rig_close(r);
    }
  fact(s, "bad input is refused", refused, "nan, inf, negative moment, q not of length 1");
  fact(s, "and changes nothing", untouched, "orientations as they were");
}

void test_flight(const subject *s) {
  start crowd[CROWD];
  for (int i = 0; i < CROWD; i++) crowd[i] = asymmetric_body((uint64_t)i);
  settle(s->context, s->method, crowd, CROWD);
  if (follows_motion(s)) {
    test_order(s, crowd);
    test_momentum_and_symmetry(s, crowd);
    test_symplectic(s, crowd);
    test_energy(s, crowd);
    test_equilibria(s);
    test_units(s);
    test_never_fails(s);
    test_refusal(s, crowd);
  }
  test_elementwise(s, crowd);
  test_allocations(s, crowd);
  test_shapes(s);
  test_bad_input(s, crowd);
}

void test_rotor(rgs_context *context, const rgs_about *about) {
  rgs_method *method = make_method(context, about->name, "strang", NULL);
  const subject s = { context, about, method, true, false };
  test_flight(&s);
  start pair[2];
  pair_of_bodies(pair);
  report_rewind(context, method, about->name, pair, 2, 0.05);
  rgs_method_destroy(method);
}
