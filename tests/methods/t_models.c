/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_models.c - the water of examples/ against itself, by central differences: forces and torques against the
 * energy, and their gradients.  The force-gradient kick is the force of V = sum f.f/m + tau.J^-1 tau:
 * dV = 2 (gf.dx + gtau.dtheta) for any displacement of any body.
 */
#include "check.h"
#include "random_numbers.h"
#include "rotations.h"
#include "water_model.h"
#include "plain_body.h"

#include <math.h>

enum { MOST = 9, WIDTH = AUX };

typedef struct fixture {
  double memory[MOST][WIDTH];
  water_host *host;
} fixture;

/* Returns the potential energy. */
static double evaluate(fixture *s, uint32_t what) {
  const rgs_view view = view_of_plain(s->memory[0], MOST, WIDTH, 1);
  rgs_eval request = RGS_EVAL_INIT;
  request.what = what;
  request.energy = NAN;
  TRUE(water_eval(s->host, &request, &view) == 0);
  return request.energy;
}

/* Q J^-1 Q^T v */
static void rate_of(const double *body, const double v[3], double rate[3]) {
  double along[3];
  turn_vector(body + Q, 1, v, along);
  for (int a = 0; a < 3; a++) along[a] = body[INERTIA + a] > 0 ? along[a] / body[INERTIA + a] : 0;
  turn_vector(body + Q, 0, along, rate);
}

/* Turns by the rotation vector v, given in space. */
static void turn(double *body, const double v[3]) {
  const double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const double s = angle > 0 ? sin(angle / 2) / angle : 0.5;
  const real r[4] = { cos(angle / 2), s * v[0], s * v[1], s * v[2] };
  real q[4] = { body[Q], body[Q + 1], body[Q + 2], body[Q + 3] };
  multiply(r, q, q);
  for (int k = 0; k < 4; k++) body[Q + k] = (double)q[k];
}

/* ---- differences ----------------------------------------------------------------------------- */
/* f'(0) = sum WEIGHT_k f(k e)/e to e^6. */
enum { POINTS = 6 };
static const int AT[POINTS] = { -3, -2, -1, 1, 2, 3 };
static const double WEIGHT[POINTS] = {
  -1.0 / 60, 3.0 / 20, -3.0 / 4, 3.0 / 4, -3.0 / 20, 1.0 / 60
};

static double size_of(fixture *s, int offset) {
  double size = 0;
  for (int64_t i = 0; i < MOST; i++)
    for (int k = 0; k < 3; k++) size = fmax(size, fabs(s->memory[i][offset + k]));
  return size;
}

static double v_of(fixture *s) {
  double sum = 0;
  evaluate(s, RGS_EVAL_FORCE);
  for (int64_t i = 0; i < MOST; i++) {
    const double *b = s->memory[i];
    double rate[3];
    rate_of(b, b + TAU, rate);
    for (int k = 0; k < 3; k++) sum += b[F + k] * b[F + k] / b[MASS] + b[TAU + k] * rate[k];
  }
  return sum;
}

static double energy_of(fixture *s) { return evaluate(s, RGS_EVAL_ENERGY); }

/* The derivative of what `of` says when body i moves or turns along axis k. */
static double derivative(fixture *s, double (*of)(fixture *), int64_t i, int k, int turns) {
  const double here = of(s), e = 0.004; /* what does not change at all has no slope, bit for bit */
  double slope = 0;
  for (int p = 0; p < POINTS; p++) {
    fixture moved = *s;
    double by[3] = { 0, 0, 0 };
    by[k] = AT[p] * e;
    if (turns)
      turn(moved.memory[i], by);
    else
      moved.memory[i][X + k] += by[k];
    slope += WEIGHT[p] * (of(&moved) - here) / e;
  }
  return slope;
}

/* Of translation and rotation: the slopes are `factor` times the columns at offset and offset + 3. */
static void is_derivative_of(fixture *s, const char *name, double (*of)(fixture *), int offset,
                             double factor) {
  evaluate(s, RGS_EVAL_FORCE | RGS_EVAL_GRADIENT);
  for (int turns = 0; turns < 2; turns++) {
    const int from = offset + 3 * turns;
    const double size = fabs(factor) * size_of(s, from);
    double off = 0;
    for (int64_t i = 0; i < MOST; i++)
      for (int k = 0; k < 3; k++)
        off = fmax(off, fabs(derivative(s, of, i, k, turns) - factor * s->memory[i][from + k]));
    print_message("%-20s off by %.1e of the largest\n", name, off / size);
    NEAR(0, off, 1e-8 * size);
  }
}

/* ---- water ----------------------------------------------------------------------------------- */
/* Molecules in general position, not far from touching; models without and with each wall. */
TEST(water) {
  static const char *const names[] = { "water", "water, wall", "water, box", "water, both" };
  for (int w = 0; w < 4; w++) {
    water_model model = water_spce();
    water_host host;
    seed = 12345;
    if (w & 1) model.wall_energy = 6e-4, model.wall_radius = 4;
    if (w & 2) model.box_energy = 6e-4, model.box_edge[0] = 4, model.box_edge[1] = 4.4;
    model.box_edge[2] = 3;
    fixture s = { .host = &host };
    TRUE(water_host_create(&host, &model, MOST) == 0);
    for (int64_t i = 0; i < MOST; i++) {
      const int64_t cell[3] = { i % 3, i / 3, 0 };
      random_orientation(s.memory[i] + Q);
      for (int k = 0; k < 3; k++)
        s.memory[i][X + k] = 3.2 * (double)cell[k] + 0.3 * random_between(&seed, -1, 1);
      s.memory[i][MASS] = model.mass;
      memcpy(s.memory[i] + INERTIA, model.inertia, sizeof model.inertia);
    }
    print_message("%s\n", names[w]);
    is_derivative_of(&s, "  force, from U", energy_of, F, -1);
    is_derivative_of(&s, "  gradient, from V", v_of, GF, 2);
    water_host_destroy(&host);
  }
}

TEST_MAIN(NULL, NULL)
