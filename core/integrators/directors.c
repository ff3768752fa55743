/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrators/directors.h"
#include "free_motion/free_body.h"

/* The unknowns are nine of D, six of Lambda in the order of `pair`, and one mu for each still
 * axis. */
enum { N_DIRECTORS = 9, N_PAIRS = 6, MOST = N_DIRECTORS + N_PAIRS + 3 };
static const int pair[N_PAIRS][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 1, 2 }, { 2, 0 }, { 0, 1 } };

typedef struct newton {
  const rgs_directors *body;
  int n;             /* unknowns */
  double x[MOST];    /* their values */
  double rest[MOST]; /* the residual of the equations */
  double slope[MOST][MOST];
} newton;

rgs_directors rgs_directors_of(const rgs_column *inertia, int64_t body, int held) {
  const double largest = rgs_largest_moment(inertia, body);
  rgs_directors b = { { 0, 0, 0 }, { 0, 0, 0 }, 0 };
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(*inertia, body, k) / largest;
    const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    b.weight[k] =
        0.5 * ((RGS_AT(*inertia, body, k1) + RGS_AT(*inertia, body, k2)) / largest - moment);
    if (k == held || !(moment >= RGS_DEAD_RATIO)) b.still[b.n_still++] = k;
  }
  return b;
}

/* ---- equations ------------------------------------------------------------------------------- */

static void add(newton *s, int row, int column, double value) { s->slope[row][column] += value; }

/* The force of a multiplier x[m] on director a along dm_b, and its derivatives. */
static void add_force(newton *s, int m, int a, int b, double factor) {
  const double force = factor * s->x[m];
  for (int c = 0; c < 3; c++) {
    const double middle = (c == b ? 1 : 0) + 0.5 * s->x[3 * b + c];
    s->rest[3 * a + c] += force * middle;
    add(s, 3 * a + c, m, factor * middle);
    add(s, 3 * a + c, 3 * b + c, 0.5 * force);
  }
}

static void build(newton *s, double u[3][3]) {
  const rgs_directors *body = s->body;
  for (int r = 0; r < s->n; r++) {
    s->rest[r] = 0;
    for (int c = 0; c < s->n; c++) s->slope[r][c] = 0;
  }
  for (int a = 0; a < 3; a++)
    for (int c = 0; c < 3; c++) {
      s->rest[3 * a + c] = body->weight[a] * (s->x[3 * a + c] - u[a][c]);
      add(s, 3 * a + c, 3 * a + c, body->weight[a]);
    }
  for (int p = 0; p < N_PAIRS; p++) {
    const int m = N_DIRECTORS + p, a = pair[p][0], b = pair[p][1];
    const double *x = s->x, half = a == b ? 0.5 : 1;
    add_force(s, m, a, b, 1);
    if (a != b) add_force(s, m, b, a, 1);
    /* Half of the equation where a = b. */
    s->rest[m] = half * (x[3 * a + b] + x[3 * b + a] + x[3 * a] * x[3 * b] +
                         x[3 * a + 1] * x[3 * b + 1] + x[3 * a + 2] * x[3 * b + 2]);
    for (int c = 0; c < 3; c++) {
      add(s, m, 3 * a + c, half * ((c == b ? 1 : 0) + x[3 * b + c]));
      add(s, m, 3 * b + c, half * ((c == a ? 1 : 0) + x[3 * a + c]));
    }
  }
  for (int t = 0; t < body->n_still; t++) {
    const int m = N_DIRECTORS + N_PAIRS + t, k = body->still[t];
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    add_force(s, m, i, j, 0.5);
    add_force(s, m, j, i, -0.5);
    s->rest[m] = s->x[3 * i + j] - s->x[3 * j + i];
    add(s, m, 3 * i + j, 1);
    add(s, m, 3 * j + i, -1);
  }
}

/* Gaussian elimination with row exchanges: `rest` becomes the solution of slope y = rest.  Returns
 * the sign of the determinant. */
static int solve(newton *s) {
  const int n = s->n;
  int sign = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int r = k + 1; r < n; r++)
      if (fabs(s->slope[r][k]) > fabs(s->slope[best][k])) best = r;
    if (!(fabs(s->slope[best][k]) > 0)) return 0;
    if (best != k) {
      sign = -sign;
      for (int c = k; c < n; c++) {
        const double held = s->slope[k][c];
        s->slope[k][c] = s->slope[best][c];
        s->slope[best][c] = held;
      }
      const double held = s->rest[k];
      s->rest[k] = s->rest[best];
      s->rest[best] = held;
    }
    if (s->slope[k][k] < 0) sign = -sign;
    for (int r = k + 1; r < n; r++) {
      const double factor = s->slope[r][k] / s->slope[k][k];
      if (factor == 0) continue;
      for (int c = k + 1; c < n; c++) s->slope[r][c] -= factor * s->slope[k][c];
      s->rest[r] -= factor * s->rest[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    double sum = s->rest[k];
    for (int c = k + 1; c < n; c++) sum -= s->slope[k][c] * s->rest[c];
    s->rest[k] = sum / s->slope[k][k];
  }
  return sign;
}

static double largest_of(const double *v, int n) {
  double largest = 0;
  for (int k = 0; k < n; k++) largest = rgs_larger(largest, fabs(v[k]));
  return largest;
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* The length of u that one stage may add, so that Newton's method stays on its branch. */
#define STAGE 0.5
/* After a change of this fraction of D, the error of Newton's method is below rounding. */
#define LAST_CHANGE 1e-9
/* The residual that rounding leaves, in units of u. */
#define LAST_REST 1e-15

int rgs_directors_step(const rgs_directors *b, double u[3][3], int64_t max_iterations,
                       double D[3][3]) {
  newton s = { .body = b, .n = N_DIRECTORS + N_PAIRS + b->n_still };
  const double reach = largest_of(&u[0][0], 9);
  if (!(reach < STAGE * (double)max_iterations)) return 0;
  const int stages = 1 + (int)(reach / STAGE);
  int branch = 0;
  int64_t iterations = 0;
  for (int stage = 1; stage <= stages && reach > 0; stage++) {
    const double part = (double)stage / stages;
    double target[3][3];
    for (int a = 0; a < 3; a++)
      for (int c = 0; c < 3; c++) target[a][c] = stage < stages ? part * u[a][c] : u[a][c];
    for (;;) {
      if (iterations++ >= max_iterations) return 0;
      build(&s, target);
      const double rest = largest_of(s.rest, s.n);
      const int sign = solve(&s);
      if (branch == 0) branch = sign;
      /* Where the determinant has changed its sign, the branch has ended. */
      if (sign == 0 || sign != branch) return 0;
      for (int k = 0; k < s.n; k++) s.x[k] -= s.rest[k];
      const double change = largest_of(s.rest, N_DIRECTORS), length = largest_of(s.x, N_DIRECTORS);
      if (!(length < 4))
        return 0; /* the D of a rotation has at most length 2; nan ends here as well */
      if (change <= LAST_CHANGE * length || rest <= LAST_REST * part * reach) break;
    }
  }
  for (int a = 0; a < 3; a++)
    for (int c = 0; c < 3; c++) D[a][c] = s.x[3 * a + c];
  return 1;
}

void rgs_directors_rotate(double D[3][3], double q[4]) {
  /* The matrix with columns e_a + D_a is the rotation by the quaternion (1 + trace, ...). */
  rgs_rotate_in_body(q, 4 + (D[0][0] + D[1][1] + D[2][2]), D[1][2] - D[2][1], D[2][0] - D[0][2],
                     D[0][1] - D[1][0]);
  const double length = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) q[k] *= length;
}
