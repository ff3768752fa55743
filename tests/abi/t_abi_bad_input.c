/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_bad_input.c - arguments, views and bodies that are refused: with which status, which text and
 * which body, and nothing changed.
 */
#include "check.h"
#include "rotations.h"
#include "fixture.h"

#include <math.h>
#include <stdlib.h>

static fixture s;
static const double not_finite[] = { NAN, INFINITY, -INFINITY };

/* ---- null and negative arguments ------------------------------------------------------------- */
TEST(null_arguments) {
  open_fixture(&s, 2);
  rgs_bodies *b = NULL;
  rgs_method *m = NULL;
  rgs_stepper *t = NULL;
  double e1, e2;
  size_t size = 0;
  rgs_eval request = RGS_EVAL_INIT;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  double *before = fake_snapshot(s.world);
  fake_memory half; /* (t_abi_growth.c has the other half) */
  rgs_context *c = NULL;

  fake_memory_init(&half);
  half.allocator.alloc = NULL;
  REFUSED(RGS_E_ARG, rgs_context_create(SPEC_WITH(allocator, &half.allocator), &c, &err));
  REFUSED(RGS_E_ARG, rgs_module_load(NULL, "x.so", &err));
  REFUSED(RGS_E_ARG, rgs_module_load(s.context, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_module_add(NULL, &spy_module, &err));
  REFUSED(RGS_E_ARG, rgs_module_add(s.context, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_context_create(NULL, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_create(NULL, 1, &b, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_create(s.context, 1, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_create(s.context, -1, &b, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_create(s.context, INT64_MIN, &b, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_reserve(NULL, 1, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_reserve(s.bodies, -1, &err));
  /* More memory than there can be, and a product that wraps around. */
  for (int k = 0; k < 2; k++) {
    const rgs_status huge = rgs_bodies_reserve(s.bodies, k ? INT64_MAX / 8 + 1 : INT64_MAX, &err);
    TRUE(huge == RGS_E_NOMEM || huge == RGS_E_ARG);
  }
  REFUSED(RGS_E_ARG, rgs_bodies_bind(NULL, &s.world->view, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_bind(s.bodies, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_check(NULL, &err));
  REFUSED(RGS_E_ARG, rgs_bodies_energy(NULL, &e1, &e2, &err));
  REFUSED(RGS_E_ARG, rgs_method_create(NULL, &strang, &m, &err));
  REFUSED(RGS_E_ARG, rgs_method_create(s.context, NULL, &m, &err));
  REFUSED(RGS_E_ARG, rgs_method_create(s.context, &strang, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_method_describe(NULL, &info, &err));
  REFUSED(RGS_E_ARG, rgs_method_describe(s.method, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_create(NULL, s.method, &s.host.host, &t, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_create(s.bodies, NULL, &s.host.host, &t, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_create(s.bodies, s.method, &s.host.host, NULL, &err));
  static const double bad_scale[] = { NAN, INFINITY, -INFINITY, -1 };
  for (size_t k = 0; k < COUNT(bad_scale); k++) {
    rgs_host host = s.host.host;
    host.force_scale = bad_scale[k];
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_create(s.bodies, s.method, &host, &t, &err), "force_scale");
  }
  for (int k = 0; k < 2; k++) {
    rgs_host host = s.host.host;
    *(k ? &host.flags : &host.reserved0) = 2;
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_create(s.bodies, s.method, &host, &t, &err),
                 k ? "host.flags is 0x2" : "host.reserved0 is 2");
  }
  REFUSED(RGS_E_ARG, rgs_stepper_rewind(NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_swap(NULL, s.method, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_swap(s.stepper, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_advance(NULL, 0.1, &request, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_run(NULL, 0.1, 1, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_run(s.stepper, 0.1, -1, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_run(s.stepper, 0.1, INT64_MIN, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_valid(NULL, 0, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_time(NULL, 0, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_time(s.stepper, NAN, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_time(s.stepper, INFINITY, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_reset(NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_save(NULL, NULL, &size, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_save(s.stepper, NULL, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_load(NULL, before, 8, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_load(s.stepper, NULL, 8, &err));
  TRUE(isnan(rgs_stepper_time(NULL)));
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_describe(NULL, &info, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_output(NULL, "kinetic_axes", &e1, 1, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_output(s.stepper, NULL, &e1, 1, &err), "key");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_output(s.stepper, "kinetic_axes", NULL, 3, &err), "values");
  REFUSED_TEXT(RGS_E_SPACE, rgs_stepper_output(s.stepper, "kinetic_axes", &e1, INT64_MIN, &err),
               "room", "kinetic_axes");
  e1 = 77;
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_project(NULL, &e1, &err), "stepper");
  NEAR(77, e1, 0);
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_process(NULL, &request, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_process(NULL, NULL, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_unprocess(NULL, &err), "stepper");
  REFUSED_TEXT(RGS_E_ARG, rgs_principal(1, NULL, NULL, NULL, &err), "J");
  SAME_INT(0, rgs_method_output_count(NULL));
  TRUE(rgs_method_output_at(NULL, 0) == NULL);
  for (size_t i = 0; i < COUNT(not_finite); i++) {
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_advance(s.stepper, not_finite[i], &request, &err), "h");
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_run(s.stepper, not_finite[i], 1, &err), "h");
  }
  TRUE(b == NULL && m == NULL && t == NULL);
  SAME_INT(0, s.host.calls);
  NEAR(0, rgs_stepper_time(s.stepper), 0);
  TRUE(fake_unchanged(s.world, before));
  OK(rgs_stepper_run(s.stepper, 0.1, 0, &err));
  TRUE(fake_unchanged(s.world, before));
  rgs_stepper_destroy(NULL);
  rgs_method_destroy(NULL);
  rgs_bodies_destroy(NULL);
  rgs_context_destroy(NULL);
  OK(rgs_stepper_run(s.stepper, 0.1, 1, &err)); /* none of it left a mark */
}

/* No steps are refused for the reasons that a step is refused for. */
TEST(no_steps) {
  rgs_bodies *unbound = NULL;
  rgs_stepper *without_view = NULL;
  open_fixture(&s, 2);
  OK(rgs_bodies_create(s.context, 2, &unbound, &err));
  OK(rgs_stepper_create(unbound, s.method, &s.host.host, &without_view, &err));
  s.host.spoil_at = 2;
  s.host.spoil_value = NAN;
  for (int n = 0; n < 2; n++) {
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(without_view, 0.1, n, &err), "no view is bound");
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_run(s.stepper, NAN, n, &err), "h is nan");
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_run(NULL, 0.1, n, &err), "stepper is null");
  }
  OK(rgs_stepper_run(s.stepper, 0.1, 0, &err));
  SAME_INT(0, s.host.calls);
  STATUS(RGS_E_NONFINITE, rgs_stepper_run(s.stepper, 0.1, 1, &err));
  for (int n = 0; n < 2; n++)
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(s.stepper, 0.1, n, &err), "an earlier step failed");
  rgs_stepper_destroy(without_view);
  rgs_bodies_destroy(unbound);
}

/* ---- bad views ------------------------------------------------------------------------------- */
#define COLUMN(name, components)                                                                   \
  { #name, offsetof(rgs_view, name), components }
static const struct {
  const char *name;
  size_t at;
  int components;
} columns[] = { COLUMN(x, 3),    COLUMN(p, 3),       COLUMN(q, 4), COLUMN(l, 3),
                COLUMN(mass, 1), COLUMN(inertia, 3), COLUMN(f, 3), COLUMN(tau, 3) };
enum { Q_COLUMN = 2, OF_STATE = 4, MASS_COLUMN = 4, INERTIA_COLUMN = 5, OF_BODY = 6 };

static rgs_column *column(rgs_view *v, size_t k) {
  return (rgs_column *)(void *)((char *)v + columns[k].at);
}

TEST(bad_views) {
  open_fixture(&s, 3);
  for (size_t k = 0; k < COUNT(columns); k++) {
    rgs_view v = s.world->view;
    column(&v, k)->data = NULL;
    REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(s.bodies, &v, &err), columns[k].name);
  }
  /* All bodies in one place: their state cannot be. */
  for (size_t k = 0; k < OF_STATE; k++) {
    rgs_view v = s.world->view;
    column(&v, k)->body = 0;
    REFUSED(RGS_E_ARG, rgs_bodies_bind(s.bodies, &v, &err));
  }
  rgs_view v = s.world->view;
  v.l = v.x; /* columns that share numbers in part */
  v.l.data += v.x.comp;
  OK(rgs_bodies_bind(s.bodies, &v, &err)); /* the same revision: it does not look */
  REFUSED_BODY(RGS_E_ARG, 0, rgs_bodies_check(s.bodies, &err), "view.x[1] lies where view.l has");
  v.revision = 0;
  REFUSED_BODY(RGS_E_ARG, 0, rgs_bodies_bind(s.bodies, &v, &err),
               "view.x[1] lies where view.l has");
  OK(rgs_bodies_bind(s.bodies, &s.world->view, &err));
  v = s.world->view;
  v.n = -1;
  REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(s.bodies, &v, &err), "n", "-1");
  v.n = INT64_MIN;
  REFUSED(RGS_E_ARG, rgs_bodies_bind(s.bodies, &v, &err));
  v.n = 4; /* capacity is 3 */
  forget_error();
  rgs_status got = rgs_bodies_bind(s.bodies, &v, &err);
  TRUE(got == RGS_E_ARG || got == RGS_E_SPACE);
  TRUE(strstr(err.text, "4") && strstr(err.text, "3"));
  /* The view bound before still holds. */
  OK(rgs_bodies_check(s.bodies, &err));
  OK(rgs_stepper_run(s.stepper, 0.01, 1, &err));
  /* No bodies: no column is needed. */
  rgs_view none = { .head = RGS_HEAD(rgs_view) };
  OK(rgs_bodies_bind(s.bodies, &none, &err));
  OK(rgs_bodies_check(s.bodies, &err));
  double e1 = 7, e2 = 7;
  OK(rgs_bodies_energy(s.bodies, &e1, &e2, &err));
  NEAR(0, e1, 0);
  NEAR(0, e2, 0);
  /* More after a reserve. */
  fake_bodies *more = fake_bodies_filled(9, FAKE_SOA, 0);
  OK(rgs_bodies_reserve(s.bodies, 9, &err));
  OK(rgs_bodies_bind(s.bodies, &more->view, &err));
  s.host.bodies = more;
  OK(rgs_stepper_run(s.stepper, 0.01, 1, &err));
}

/* ---- bad bodies ------------------------------------------------------------------------------ */
typedef struct bad_body {
  size_t column;
  int component;
  double value;
} bad_body;

TEST(bad_bodies) {
  enum { N = 5, BAD = 2 };
  bad_body bad[128];
  size_t n_bad = 0;
  for (size_t c = 0; c < OF_BODY; c++)
    for (int k = 0; k < columns[c].components; k++)
      for (size_t v = 0; v < COUNT(not_finite); v++)
        bad[n_bad++] = (bad_body){ c, k, not_finite[v] };
  bad[n_bad++] = (bad_body){ MASS_COLUMN, 0, 0 };
  bad[n_bad++] = (bad_body){ MASS_COLUMN, 0, -1.5 };
  for (int k = 0; k < 3; k++) bad[n_bad++] = (bad_body){ INERTIA_COLUMN, k, -0.5 };
  for (int k = 0; k < 3; k++) bad[n_bad++] = (bad_body){ INERTIA_COLUMN, k, 100 }; /* no triangle */
  bad[n_bad++] = (bad_body){ Q_COLUMN, 0, 3 };
  open_fixture(&s, N);
  OK(rgs_stepper_run(s.stepper, 0.01, 2, &err));
  for (size_t i = 0; i < n_bad; i++) {
    fake_bodies *world = fake_bodies_filled(N, (int)(i % FAKE_LAYOUTS), 0);
    /* Two bad bodies: the first is named. */
    for (int64_t k = BAD; k <= BAD + 1; k++)
      RGS_AT(*column(&world->view, bad[i].column), k, bad[i].component) = bad[i].value;
    double *before = fake_snapshot(world);
    OK(rgs_bodies_bind(s.bodies, &world->view, &err));
    s.host.bodies = world;
    REFUSED_BODY(RGS_E_BODY, BAD, rgs_bodies_check(s.bodies, &err),
                 bad[i].column == Q_COLUMN ? "" : columns[bad[i].column].name);
    const int64_t calls = s.host.calls;
    REFUSED_BODY(RGS_E_BODY, BAD, rgs_stepper_run(s.stepper, 0.01, 1, &err));
    SAME_INT(calls, s.host.calls);
    rgs_eval request = RGS_EVAL_INIT;
    REFUSED_BODY(RGS_E_BODY, BAD, rgs_stepper_advance(s.stepper, 0.01, &request, &err));
    TRUE(fake_unchanged(world, before));
    /* Bound anew with sound bodies the stepper goes on. */
    OK(rgs_bodies_bind(s.bodies, &s.world->view, &err));
    s.host.bodies = s.world;
    OK(rgs_stepper_run(s.stepper, 0.01, 1, &err));
  }
}

/* Both sides of the bounds the headers state. */
static void body_is(bool fine, const char *word) {
  if (fine)
    OK(rgs_bodies_check(s.bodies, &err));
  else
    REFUSED_BODY(RGS_E_BODY, 0, rgs_bodies_check(s.bodies, &err), word);
}

TEST(bounds_of_bodies) {
  open_fixture(&s, 1);
  const rgs_view *v = &s.world->view;
  rgs_view fresh = *v;
  fresh.revision = 0;
  OK(rgs_bodies_bind(s.bodies, &fresh, &err));
  for (int k = 0; k < 3; k++) RGS_AT(v->l, 0, k) = 0;

  /* Triangle inequality: I1 <= (I2 + I3)(1 + 1e-8). */
  static const double moments[] = { 5,          5 * (1 + 0.9e-8), 1.0, 4,
                                    1 - 0.9e-8, 5 * (1 + 2e-8),   5.1, 1e300,
                                    0.99,       1 - 1e-7 };
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->inertia, 0, (k + 1) % 3) = 2;
    RGS_AT(v->inertia, 0, (k + 2) % 3) = 3;
    for (size_t i = 0; i < COUNT(moments); i++) {
      RGS_AT(v->inertia, 0, k) = moments[i];
      body_is(i < 5, "RGS_VIEW_ANY_MOMENTS turns this check off");
    }
  }
  /* Of any size. */
  static const double scales[] = { 1e-300, 1e-150, 1e-30, 1, 1e30, 1e150, 1e300 };
  for (size_t i = 0; i < COUNT(scales); i++) {
    for (int k = 0; k < 3; k++) RGS_AT(v->inertia, 0, k) = scales[i] * (k + 2) / 4;
    body_is(true, "");
    RGS_AT(v->inertia, 0, 0) = scales[i] * 2;
    body_is(false, "inertia[");
  }

  /* |q|^2 = 1 to 1e-6. */
  static const double squares[] = { 1, 1 + 0.9e-6, 1 - 0.9e-6, 1 + 1.1e-6, 1 - 1.1e-6,
                                    0, 4,          1e-300,     1e300 };
  double q[4];
  for (int k = 0; k < 3; k++) RGS_AT(v->inertia, 0, k) = 1;
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, 0, k);
  for (size_t i = 0; i < COUNT(squares); i++) {
    for (int k = 0; k < 4; k++) RGS_AT(v->q, 0, k) = q[k] * sqrt(squares[i]);
    body_is(i < 3, "");
  }
  for (int k = 0; k < 4; k++) RGS_AT(v->q, 0, k) = q[k];

  /* A linear body: no momentum above 1e-8 |l| about the axis without spin. */
  static const double dead[] = { 0, 0.5e-8, -0.5e-8, 2e-8, -2e-8, 1e-3, 1 },
                      sizes[] = { 1e-100, 1, 1e100 };
  for (int axis = 0; axis < 3; axis++) {
    for (int k = 0; k < 3; k++) RGS_AT(v->inertia, 0, k) = k == axis ? 0 : 1.5;
    for (size_t i = 0; i < COUNT(dead) * COUNT(sizes); i++) {
      double body[3], l[3];
      for (int k = 0; k < 3; k++) body[k] = sizes[i % 3] * (k == axis ? dead[i / 3] : 1 / sqrt(2));
      turn_vector(q, 0, body, l);
      for (int k = 0; k < 3; k++) RGS_AT(v->l, 0, k) = l[k];
      body_is(i / 3 < 3, "");
    }
  }
  /* A point: all moments zero, no momentum; with momentum it is refused. */
  for (int k = 0; k < 3; k++) RGS_AT(v->inertia, 0, k) = RGS_AT(v->l, 0, k) = 0;
  body_is(true, "");
  RGS_AT(v->l, 0, 1) = 1e-3;
  body_is(false, "");
  /* Mass of any size. */
  RGS_AT(v->l, 0, 1) = 0;
  static const double masses[] = { 5e-324, 1e-300, 1, 1e300 };
  for (size_t i = 0; i < COUNT(masses); i++) {
    RGS_AT(v->mass, 0, 0) = masses[i];
    body_is(true, "");
  }
}

TEST_MAIN(NULL, NULL)
