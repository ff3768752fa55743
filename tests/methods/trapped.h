/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trapped.h - bodies in traps and in a field, to be relaxed or to diffuse, and means with their errors.
 *
 * Each body has U = k (x + Q r - c)^2/2 - E.(Q m): a spring from its arm r to a place c, which is 0 but for
 * the bodies of small scenes, and an axis m that the field E turns.  Two bodies may repel each other by 1/r^12
 * besides.
 */
#pragma once
#include "check.h"
#include "named_method.h"
#include "plain_body.h"
#include "rotations.h"
#include <rigidstep/draft.h>

#include <math.h>

enum { MOST = 4096 };
typedef plain_body body;

static struct {
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  rgs_method *method; /* the last one */
  rgs_view view;
  int64_t n;
  double spring, arm[3], field[3], axis[3];
  bool repel;
  double energy;
  body body[MOST];
} s;

static inline void add_repulsion(void) {
  double d[3], r2 = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = s.body[0].x[k] - s.body[1].x[k];
    r2 += d[k] * d[k];
  }
  s.energy += pow(r2, -6);
  for (int k = 0; k < 3; k++) {
    const double push = 12 * pow(r2, -7) * d[k];
    s.body[0].f[k] += push;
    s.body[1].f[k] -= push;
  }
}

static inline int forces(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)view;
  s.energy = 0;
  for (int64_t i = 0; i < s.n; i++) {
    body *b = &s.body[i];
    double m[3], arm[3], of_arm[3], of_axis[3];
    turn_vector(b->q, 0, s.axis, m);
    turn_vector(b->q, 0, s.arm, arm);
    for (int k = 0; k < 3; k++) {
      const double off = b->x[k] + arm[k] - (s.n <= 8 && k == 0 ? 2.0 * (double)i : 0);
      b->f[k] = -s.spring * off;
      s.energy += 0.5 * s.spring * off * off - s.field[k] * m[k];
    }
    cross(arm, b->f, of_arm);
    cross(m, s.field, of_axis);
    for (int k = 0; k < 3; k++) b->tau[k] = of_arm[k] + of_axis[k];
  }
  if (s.repel) add_repulsion();
  request->energy = s.energy;
  return 0;
}

/* Bodies at rest at the origin, with the drafts of the library. */
static inline void open_fixture(int64_t n, double mass, const double inertia[3]) {
  memset(&s, 0, sizeof s);
  s.n = n;
  s.axis[2] = 1;
  for (int64_t i = 0; i < n; i++) {
    s.body[i].mass = mass;
    memcpy(s.body[i].inertia, inertia, sizeof s.body[i].inertia);
    s.body[i].q[0] = 1;
  }
  s.view = view_of_plain(s.body->x, n, PLAIN_BODY, 0);
  s.context = opened();
  OK(rgs_draft_allow(s.context, RGS_DRAFT_ABI, &err));
  OK(rgs_bodies_create(s.context, n, &s.bodies, &err));
  keep(s.bodies, close_bodies);
}

static inline rgs_method *method(const named_method *of) { return s.method = made(s.context, of); }

/* The first steps are from the bodies as they are now. */
static inline void begin(const rgs_method *m) {
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = forces, .ranks = 1 };
  s.view.revision++;
  OK(rgs_bodies_bind(s.bodies, &s.view, &err));
  OK(rgs_stepper_create(s.bodies, m, &host, &s.stepper, &err));
  keep(s.stepper, close_stepper);
}

static inline void steps(double h, int64_t n) { OK(rgs_stepper_run(s.stepper, h, n, &err)); }

/* ---- means ------------------------------------------------------------------------------------ */
typedef struct mean {
  double sum, squares, n;
} mean;

static inline void add(mean *m, double value) {
  m->sum += value;
  m->squares += value * value;
  m->n++;
}
static inline double value_of(const mean *m) { return m->sum / m->n; }
static inline double error_of(const mean *m) {
  return sqrt(fmax(m->squares / m->n - pow(value_of(m), 2), 0) / (m->n - 1));
}

/* Within so many standard errors; `besides`: an error that the method may have. */
static inline void is_mean_within(double sigmas, const char *what, double want, const mean *m,
                                  double besides) {
  const double off = value_of(m) - want, error = error_of(m);
  if (getenv("RGS_TEST_VERBOSE"))
    printf("%-34s want %9.5f, got %9.5f, off by %5.2f standard errors of %.1e\n", what, want,
           value_of(m), off / error, error);
  if (!(fabs(off) <= sigmas * error + besides))
    print_error("%s is %.6g(%.1g), not %.6g\n", what, value_of(m), error, want);
  TRUE(fabs(off) <= sigmas * error + besides);
}
