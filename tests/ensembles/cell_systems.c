/* SPDX-License-Identifier: BSD-3-Clause */
#include "cell_systems.h"

#include <math.h>
#include <string.h>

#define HALF_BOND 0.3

/* ---- forces -------------------------------------------------------------------------------------- */

/* Force on i and its virial, from the pair's d = X_i - X_j. */
static void push(box_of_bodies *b, int i, int j, const double force[3], const double d[3]) {
  for (int k = 0; k < 3; k++) b->body[i].f[k] += force[k], b->body[j].f[k] -= force[k];
  for (int s = 0; s < 9; s++) b->virial[s] += force[s / 3] * d[s % 3];
}

static void spring(box_of_bodies *b, int i, int j) {
  static const double a[3][3] = { { 3, 0.5, -0.8 }, { 0.5, 1.5, 0.4 }, { -0.8, 0.4, 2 } };
  double d[3], force[3] = { 0 };
  for (int k = 0; k < 3; k++) d[k] = b->body[i].x[k] - b->body[j].x[k];
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < 3; m++) {
      b->energy += 0.5 * a[k][m] * d[k] * d[m];
      force[k] -= a[k][m] * d[m];
    }
  push(b, i, j, force, d);
}

/* Two beads at a distance of r: t^4 (72 t^2 - 32.67) with t = 1 - 0.45 r^2, least at r = 1, 0 where t < 0. */
static void beads(box_of_bodies *b, int i, int j, const double d[3], double arm[DIMERS][3]) {
  for (int side = 0; side < 4; side++) {
    double r[3], force[3], square = 0;
    const double a = side & 1 ? 1 : -1, c = side & 2 ? 1 : -1;
    for (int k = 0; k < 3; k++) {
      r[k] = d[k] + a * arm[i][k] - c * arm[j][k];
      square += r[k] * r[k];
    }
    const double t = 1 - 0.45 * square;
    if (t <= 0) continue;
    b->energy += t * t * t * t * (72 * t * t - 32.67);
    for (int k = 0; k < 3; k++) force[k] = 0.9 * t * t * t * (432 * t * t - 4 * 32.67) * r[k];
    push(b, i, j, force, d);
    for (int k = 0; k < 3; k++) {
      const int m = (k + 1) % 3, o = (k + 2) % 3;
      b->body[i].tau[k] += a * (arm[i][m] * force[o] - arm[i][o] * force[m]);
      b->body[j].tau[k] -= c * (arm[j][m] * force[o] - arm[j][o] * force[m]);
    }
  }
}

/* With the images next to the nearest by fractions: the cell is wider than the reach of a pair. */
static void dimers(box_of_bodies *b) {
  static double arm[DIMERS][3];
  const double *v = b->vectors, reach = 2 * HALF_BOND + sqrt(1 / 0.45);
  for (int i = 0; i < b->n; i++) {
    const double *q = b->body[i].q;
    arm[i][0] = HALF_BOND * 2 * (q[1] * q[3] + q[0] * q[2]);
    arm[i][1] = HALF_BOND * 2 * (q[2] * q[3] - q[0] * q[1]);
    arm[i][2] = HALF_BOND * (1 - 2 * (q[1] * q[1] + q[2] * q[2]));
  }
  for (int i = 0; i < b->n; i++)
    for (int j = 0; j < i; j++) {
      double d[3];
      for (int k = 0; k < 3; k++) d[k] = b->body[i].x[k] - b->body[j].x[k];
      for (int k = 2; k >= 0; k--) {
        const double images = rint(d[k] / v[4 * k]);
        for (int m = 0; m <= k; m++) d[m] -= images * v[3 * k + m];
      }
      for (int image = 0; image < 27; image++) {
        const int p = image % 3 - 1, r = image / 3 % 3 - 1, s = image / 9 - 1;
        const double e[3] = { d[0] + p * v[0] + r * v[3] + s * v[6], d[1] + r * v[4] + s * v[7],
                              d[2] + s * v[8] };
        if (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] < reach * reach) beads(b, i, j, e, arm);
      }
    }
}

static void springs(box_of_bodies *b) {
  for (int i = 0; i < b->n; i++)
    for (int j = 0; j < i; j++) spring(b, i, j);
}

static void no_forces(box_of_bodies *b) { (void)b; }

/* ---- bodies -------------------------------------------------------------------------------------- */
static void begin(box_of_bodies *b, void (*forces)(box_of_bodies *), int n,
                  const double vectors[9]) {
  memset(b, 0, sizeof *b);
  b->forces = forces, b->n = n;
  memcpy(b->vectors, vectors, sizeof b->vectors);
  memcpy(b->reference, vectors, sizeof b->reference);
}

void cell_of_points(box_of_bodies *b, bool sprung, int n, double kt, unsigned seed) {
  begin(b, sprung ? springs : no_forces, n,
        (const double[9]){ 2, 0, 0, 0.3, 2.2, 0, -0.4, 0.5, 1.8 });
  /* Places as they would be as velocities. */
  for (int i = 0; i < n; i++) b->body[i].mass = b->body[i].q[0] = 1;
  heat(b, 1, 0, seed + 1);
  for (int i = 0; i < n; i++) {
    memcpy(b->body[i].x, b->body[i].p, sizeof b->body[i].x);
    b->body[i].mass = 1 + 0.5 * i;
  }
  heat(b, kt, 0, seed);
}

/* A face-centred lattice, stretched along its direction (1,1,1), with all bonds in that direction.  The numbers
 * are from cell_monte_carlo.c. */
void cell_of_dimers(box_of_bodies *b) {
  static const double bond[3] = { 0.7472, 0.5259, 0.40635126430220436 };
  begin(b, dimers, DIMERS, (const double[9]){ 3.477, 0, 0, 1.173, 3.273, 0, 1.173, 0.8258, 3.167 });
  for (int i = 0; i < DIMERS; i++) {
    const int c = i / 4, corner = i % 4;
    plain_body *one = &b->body[i];
    for (int v = 0; v < 3; v++) {
      const double s = ((c >> v & 1) + (corner != 0 && corner - 1 != v ? 0.5 : 0)) / 2 - 0.5;
      for (int k = 0; k < 3; k++) one->x[k] += s * b->vectors[3 * v + k];
    }
    /* Half of the rotation from z to the bond. */
    const double half = sqrt(0.5 * (1 + bond[2]));
    one->q[0] = half, one->q[1] = -bond[1] / (2 * half), one->q[2] = bond[0] / (2 * half);
    one->mass = 1, one->inertia[0] = one->inertia[1] = HALF_BOND * HALF_BOND;
  }
}
