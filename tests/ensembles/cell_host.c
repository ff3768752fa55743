/* SPDX-License-Identifier: BSD-3-Clause */
#include "cell_host.h"

#include "random_numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(const cell_host *h, rgs_status status, const char *what) {
  if (status >= RGS_OK) return;
  fprintf(stderr, "cell_host: %s: %d %s\n", what, (int)status, h->error.text);
  abort();
}

/* ---- bodies -------------------------------------------------------------------------------------- */

#define HALF_BOND 0.3

/* Of mean 0 and variance `square`. */
static double random_number(uint64_t *state, double square) {
  return sqrt(3 * square) * random_between(state, -1, 1);
}

void cell_heat(cell_host *h, double kt, bool still, uint64_t state) {
  double total[3] = { 0 }, mass = 0;
  for (int i = 0; i < h->n; i++) {
    double *b = h->body[i];
    mass += b[MASS];
    for (int k = 0; k < 3; k++) total[k] += b[P + k] = random_number(&state, kt * b[MASS]);
    if (b[INERTIA] == 0) continue;
    /* At right angles to the bond, which is the third axis of the body. */
    const double axis[3] = { 2 * (b[Q + 1] * b[Q + 3] + b[Q] * b[Q + 2]),
                             2 * (b[Q + 2] * b[Q + 3] - b[Q] * b[Q + 1]),
                             1 - 2 * (b[Q + 1] * b[Q + 1] + b[Q + 2] * b[Q + 2]) };
    double along = 0;
    for (int k = 0; k < 3; k++)
      along += axis[k] * (b[L + k] = random_number(&state, kt * b[INERTIA]));
    for (int k = 0; k < 3; k++) b[L + k] -= along * axis[k];
  }
  for (int i = 0; i < h->n && still; i++)
    for (int k = 0; k < 3; k++) h->body[i][P + k] -= total[k] / mass * h->body[i][MASS];
}

static void begin(cell_host *h, cell_forces forces, int n, const double vectors[9]) {
  close_now(h);
  memset(h, 0, sizeof *h);
  h->forces = forces, h->n = n;
  memcpy(h->vectors, vectors, sizeof h->vectors);
  memcpy(h->reference, vectors, sizeof h->reference);
}

void cell_of_points(cell_host *h, cell_forces forces, int n, double kt, uint64_t state) {
  begin(h, forces, n, (const double[9]){ 2, 0, 0, 0.3, 2.2, 0, -0.4, 0.5, 1.8 });
  for (int i = 0; i < n; i++) {
    h->body[i][MASS] = 1 + 0.5 * i, h->body[i][Q] = 1;
    for (int k = 0; k < 3; k++) h->body[i][X + k] = random_number(&state, 1);
  }
  cell_heat(h, kt, false, state);
}

/* A face-centred lattice, stretched along its direction (1,1,1), with all bonds in that direction.  The numbers
 * are from cell_monte_carlo.c. */
void cell_of_dimers(cell_host *h) {
  static const double bond[3] = { 0.7472, 0.5259, 0.40635126430220436 };
  begin(h, DIMERS, 32, (const double[9]){ 3.477, 0, 0, 1.173, 3.273, 0, 1.173, 0.8258, 3.167 });
  for (int i = 0; i < 32; i++) {
    const int c = i / 4, corner = i % 4;
    double *b = h->body[i];
    for (int v = 0; v < 3; v++) {
      const double s = ((c >> v & 1) + (corner != 0 && corner - 1 != v ? 0.5 : 0)) / 2 - 0.5;
      for (int k = 0; k < 3; k++) b[X + k] += s * h->vectors[3 * v + k];
    }
    /* Half of the rotation from z to the bond. */
    const double half = sqrt(0.5 * (1 + bond[2]));
    b[Q] = half, b[Q + 1] = -bond[1] / (2 * half), b[Q + 2] = bond[0] / (2 * half);
    b[MASS] = 1, b[INERTIA] = b[INERTIA + 1] = HALF_BOND * HALF_BOND;
  }
}

/* ---- forces -------------------------------------------------------------------------------------- */

/* Force on i and its virial, from the pair's d = X_i - X_j. */
static void push(cell_host *h, int i, int j, const double force[3], const double d[3]) {
  for (int k = 0; k < 3; k++) h->body[i][F + k] += force[k], h->body[j][F + k] -= force[k];
  for (int s = 0; s < 9; s++) h->virial[s] += force[s / 3] * d[s % 3];
}

static void spring(cell_host *h, int i, int j) {
  static const double a[3][3] = { { 3, 0.5, -0.8 }, { 0.5, 1.5, 0.4 }, { -0.8, 0.4, 2 } };
  double d[3], force[3] = { 0 };
  for (int k = 0; k < 3; k++) d[k] = h->body[i][X + k] - h->body[j][X + k];
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < 3; m++) {
      h->energy += 0.5 * a[k][m] * d[k] * d[m];
      force[k] -= a[k][m] * d[m];
    }
  push(h, i, j, force, d);
}

/* Two beads at a distance of r: t^4 (72 t^2 - 32.67) with t = 1 - 0.45 r^2, least at r = 1, 0 where t < 0. */
static void beads(cell_host *h, int i, int j, const double d[3], double arm[MOST_IN_CELL][3]) {
  for (int side = 0; side < 4; side++) {
    double r[3], force[3], square = 0;
    const double a = side & 1 ? 1 : -1, c = side & 2 ? 1 : -1;
    for (int k = 0; k < 3; k++) {
      r[k] = d[k] + a * arm[i][k] - c * arm[j][k];
      square += r[k] * r[k];
    }
    const double t = 1 - 0.45 * square;
    if (t <= 0) continue;
    h->energy += t * t * t * t * (72 * t * t - 32.67);
    for (int k = 0; k < 3; k++) force[k] = 0.9 * t * t * t * (432 * t * t - 4 * 32.67) * r[k];
    push(h, i, j, force, d);
    for (int k = 0; k < 3; k++) {
      const int m = (k + 1) % 3, o = (k + 2) % 3;
      h->body[i][TAU + k] += a * (arm[i][m] * force[o] - arm[i][o] * force[m]);
      h->body[j][TAU + k] -= c * (arm[j][m] * force[o] - arm[j][o] * force[m]);
    }
  }
}

/* With the images next to the nearest by fractions: the cell is wider than the reach of a pair. */
static void dimers(cell_host *h) {
  static double arm[MOST_IN_CELL][3];
  const double *v = h->vectors, reach = 2 * HALF_BOND + sqrt(1 / 0.45);
  for (int i = 0; i < h->n; i++) {
    const double *q = h->body[i] + Q;
    arm[i][0] = HALF_BOND * 2 * (q[1] * q[3] + q[0] * q[2]);
    arm[i][1] = HALF_BOND * 2 * (q[2] * q[3] - q[0] * q[1]);
    arm[i][2] = HALF_BOND * (1 - 2 * (q[1] * q[1] + q[2] * q[2]));
  }
  for (int i = 0; i < h->n; i++)
    for (int j = 0; j < i; j++) {
      double d[3];
      for (int k = 0; k < 3; k++) d[k] = h->body[i][X + k] - h->body[j][X + k];
      for (int k = 2; k >= 0; k--) {
        const double images = rint(d[k] / v[4 * k]);
        for (int m = 0; m <= k; m++) d[m] -= images * v[3 * k + m];
      }
      for (int image = 0; image < 27; image++) {
        const int a = image % 3 - 1, b = image / 3 % 3 - 1, c = image / 9 - 1;
        const double e[3] = { d[0] + a * v[0] + b * v[3] + c * v[6], d[1] + b * v[4] + c * v[7],
                              d[2] + c * v[8] };
        if (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] < reach * reach) beads(h, i, j, e, arm);
      }
    }
}

static void take_cell(cell_host *h) {
  rgs_cell cell = RGS_CELL_INIT;
  if (!h->moves) return;
  must(h, rgs_stepper_cell(h->stepper, &cell, &h->error), "cell");
  memcpy(h->vectors, cell.vectors, sizeof h->vectors);
}

int cell_eval(void *self, rgs_eval *request, const rgs_view *view) {
  cell_host *h = self;
  (void)view;
  take_cell(h);
  memset(h->virial, 0, sizeof h->virial);
  h->energy = 0;
  for (int i = 0; i < h->n; i++) memset(h->body[i] + F, 0, 6 * sizeof(double));
  if (h->forces == DIMERS) dimers(h);
  for (int i = 0; i < h->n && h->forces == SPRINGS; i++)
    for (int j = 0; j < i; j++) spring(h, i, j);
  request->energy = h->energy;
  memcpy(request->virial, h->virial, sizeof request->virial);
  return 0;
}

/* ---- life ---------------------------------------------------------------------------------------- */

void cell_restart(cell_host *h) {
  const rgs_host host =
      WITH_HEAD(rgs_host, .self = h, .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                .eval = cell_eval, .ranks = 1);
  rgs_cell cell = RGS_CELL_INIT;
  rgs_stepper_destroy(h->stepper);
  must(h, rgs_stepper_create(h->bodies, h->method, &host, &h->stepper, &h->error), "stepper");
  if (!h->moves) return;
  memcpy(cell.vectors, h->vectors, sizeof cell.vectors);
  memcpy(cell.reference, h->reference, sizeof cell.reference);
  memcpy(cell.origin, h->origin, sizeof cell.origin);
  must(h, rgs_stepper_set_cell(h->stepper, &cell, &h->error), "set_cell");
}

static void close_cell(void *closed) {
  cell_host *h = closed;
  rgs_stepper_destroy(h->stepper);
  rgs_bodies_destroy(h->bodies);
  rgs_method_destroy(h->method);
  rgs_context_destroy(h->context);
}

void cell_open(cell_host *h, const named_method *m) {
  keep(h, close_cell);
  h->error = (rgs_error)RGS_ERROR_INIT;
  h->stepper = NULL;
  h->moves = m->barostat != NULL;
  must(h, rgs_context_create(NULL, &h->context, &h->error), "context");
  must(h, method_from_names(h->context, m, &h->method, &h->error), "method");
  must(h, rgs_bodies_create(h->context, h->n, &h->bodies, &h->error), "bodies");
  const rgs_view view = view_of_plain(h->body[0], h->n, PLAIN_BODY, 0);
  must(h, rgs_bodies_bind(h->bodies, &view, &h->error), "bind");
  cell_restart(h);
}

rgs_status cell_step(cell_host *h, double step, int n) {
  const rgs_status status = rgs_stepper_run(h->stepper, step, n, &h->error);
  if (status == RGS_OK) take_cell(h);
  return status;
}

double cell_output(cell_host *h, const char *key) {
  double value = NAN;
  must(h, rgs_stepper_output(h->stepper, key, &value, 1, &h->error), key);
  return value;
}

double cell_energy(cell_host *h) {
  rgs_eval request = RGS_EVAL_INIT;
  (void)cell_eval(h, &request, NULL);
  return h->energy + cell_output(h, "kinetic_translation") + cell_output(h, "kinetic_rotation") +
         cell_output(h, "coupling_energy");
}
