/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fit_torque.c - fits a torque constant through 1e5 Strang steps by the adjoint method, in constant memory.
 *
 * A body carries a dipole m along its axis 3 in a field along z: its torque is k m x z.  Somebody saw m(t)
 * once in a hundred steps; k is asked for.  The gradient of the misfit by k comes from one run back through
 * the steps.  Strang's steps are reversible, so that run computes the states anew by the reversed stages, and
 * no state is kept.  The transpose of rgs_draft_free_flow_jacobian takes the gradient back through a drift.
 *   fit_torque [STEPS]
 */
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_EACH = 100, INPUTS = 11 };
static const double h = 0.01, inertia[3] = { 1, 1.5, 2 }, truth = 0.05;
typedef struct state {
  double q[4], l[3];
} state;
static const state start = { { 0.6, 0, 0.8, 0 }, { 0.8, -0.9, 1.1 } };

static double (*seen)[3]; /* m, once in SEEN_EACH steps */
static rgs_error error = RGS_ERROR_INIT;
static void need(rgs_status status) {
  if (status < 0) fprintf(stderr, "fit_torque: %s\n", error.text), exit(1);
}

/* ---- dipole and stages --------------------------------------------------------------------------- */
static void dipole(const double q[4], double m[3]) {
  m[0] = 2 * (q[1] * q[3] + q[0] * q[2]);
  m[1] = 2 * (q[2] * q[3] - q[0] * q[1]);
  m[2] = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
}

/* gradient += (dm/dq)^T by */
static void add_dipole_transposed(const double q[4], const double by[3], double gradient[4]) {
  gradient[0] += 2 * (q[2] * by[0] - q[1] * by[1] + q[0] * by[2]);
  gradient[1] += 2 * (q[3] * by[0] - q[0] * by[1] - q[1] * by[2]);
  gradient[2] += 2 * (q[0] * by[0] + q[3] * by[1] - q[2] * by[2]);
  gradient[3] += 2 * (q[1] * by[0] + q[2] * by[1] + q[3] * by[2]);
}

static void kick(double time, double k, state *s) {
  double m[3];
  dipole(s->q, m);
  s->l[0] += time * k * m[1];
  s->l[1] -= time * k * m[0];
}

static void drift(double time, state *s) {
  need(rgs_free_flow("exact", 1, time, inertia, s->l, s->q, NULL));
}

static void step(double time, double k, state *s) {
  kick(0.5 * time, k, s);
  drift(time, s);
  kick(0.5 * time, k, s);
}

/* Half the square of what m misses; *s becomes the state at the end. */
static double misfit(int64_t steps, double k, state *s) {
  double sum = 0, m[3];
  *s = start;
  for (int64_t n = 1; n <= steps; n++) {
    step(h, k, s);
    if (n % SEEN_EACH) continue;
    dipole(s->q, m);
    for (int i = 0; i < 3; i++) sum += 0.5 * pow(m[i] - seen[n / SEEN_EACH][i], 2);
  }
  return sum;
}

/* ---- back ------------------------------------------------------------------------------------------ */
/* by: the gradients by q and l after the kick, which become those before it.  Returns what k adds. */
static double kick_back(double time, double k, state *s, state *by) {
  double m[3];
  const double turned[3] = { -time * k * by->l[1], time * k * by->l[0], 0 };
  dipole(s->q, m);
  const double by_k = time * (m[1] * by->l[0] - m[0] * by->l[1]);
  add_dipole_transposed(s->q, turned, by->q);
  kick(-time, k, s);
  return by_k;
}

static void drift_back(double time, state *s, state *by) {
  double J[4][INPUTS], before[INPUTS] = { 0 };
  drift(-time, s);
  need(rgs_draft_free_flow_jacobian(1, time, inertia, s->l, s->q, J[0], &error));
  for (int c = 0; c < 7; c++)
    for (int i = 0; i < 4; i++) before[c] += J[i][c] * by->q[i];
  for (int i = 0; i < 3; i++) by->l[i] += before[i];
  memcpy(by->q, before + 3, sizeof by->q);
}

/* From the state at the end; *s becomes the state at the start. */
static double gradient(int64_t steps, double k, state *s) {
  state by = { { 0 }, { 0 } };
  double by_k = 0;
  for (int64_t n = steps; n > 0; n--) {
    if (n % SEEN_EACH == 0) {
      double m[3];
      dipole(s->q, m);
      for (int i = 0; i < 3; i++) m[i] -= seen[n / SEEN_EACH][i];
      add_dipole_transposed(s->q, m, by.q);
    }
    by_k += kick_back(0.5 * h, k, s, &by);
    drift_back(h, s, &by);
    by_k += kick_back(0.5 * h, k, s, &by);
  }
  return by_k;
}

int main(int argc, char **argv) {
  const int64_t steps = argc > 1 ? strtoll(argv[1], NULL, 10) : 100000;
  if (steps < 1000) return fprintf(stderr, "usage: fit_torque [STEPS], 1000 and more\n"), 2;
  seen = calloc((size_t)(steps / SEEN_EACH + 1), sizeof *seen);
  if (seen == NULL) return fprintf(stderr, "fit_torque: no memory\n"), 1;
  state s = start;
  for (int64_t n = 1; n <= steps; n++) {
    step(h, truth, &s);
    if (n % SEEN_EACH == 0) dipole(s.q, seen[n / SEEN_EACH]);
  }

  /* The minimum is the narrower the longer the record: ten times as long begins with what the last found.
   * The gradient's zero by secants. */
  double k = 0.9 * truth;
  int failed = 0;
  for (int64_t length = 1000;; length = 10 * length < steps ? 10 * length : steps) {
    double before = k * (1 + 1e-2 / (double)length), slope = 0, apart = 0;
    misfit(length, before, &s);
    double last = gradient(length, before, &s);
    for (int round = 0; round < 30 && fabs(k - before) > 1e-15 * k; round++) {
      misfit(length, k, &s);
      const double now = gradient(length, k, &s);
      for (int i = 0; i < 4; i++) apart = fmax(apart, fabs(s.q[i] - start.q[i]));
      if (now != last) slope = (now - last) / (k - before);
      before = k;
      last = now;
      k -= now / slope;
    }
    /* Beside differences, off the minimum. */
    const double at = k * (1 + 0.1 / (double)length), off = 0.1 * (at - k);
    misfit(length, at, &s);
    const double back = gradient(length, at, &s);
    const double apart_by =
        (misfit(length, at + off, &s) - misfit(length, at - off, &s)) / (2 * off);
    printf("%lld steps: k = %.12f; gradient %.9g, by differences %.9g; back at the start to %.1e\n",
           (long long)length, k, back, apart_by, apart);
    failed |= !(fabs(k / truth - 1) < 1e-9 && fabs(back / apart_by - 1) < 1e-5 && apart < 1e-10);
    if (length == steps) break;
  }
  free(seen);
  return failed;
}
