/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_systems.c - see ensemble_systems.h.
 */
#include "ensemble_systems.h"

#include "baths/draws.h"

#include <math.h>
#include <string.h>

/* Bead positions about the centre of mass along the principal axes; all masses 1. */
static double site[BEADS][3];

static void make_sites(double inertia[3]) {
  const double place[BEADS][2] = { { 0, 0 }, { 0.6, 0 }, { -0.2, 0.5 } };
  double cx = 0, cy = 0, xx = 0, yy = 0, xy = 0;
  for (int a = 0; a < BEADS; a++) cx += place[a][0] / BEADS, cy += place[a][1] / BEADS;
  for (int a = 0; a < BEADS; a++) {
    const double x = place[a][0] - cx, y = place[a][1] - cy;
    xx += x * x, yy += y * y, xy += x * y;
  }
  const double angle = 0.5 * atan2(2 * xy, xx - yy), c = cos(angle), s = sin(angle);
  inertia[0] = inertia[1] = 0;
  for (int a = 0; a < BEADS; a++) {
    const double x = place[a][0] - cx, y = place[a][1] - cy;
    site[a][0] = c * x + s * y, site[a][1] = -s * x + c * y, site[a][2] = 0;
    inertia[0] += site[a][1] * site[a][1], inertia[1] += site[a][0] * site[a][0];
  }
  inertia[2] = inertia[0] + inertia[1];
}

static void rotation(const double q[4], double row[3][3]) {
  const double v[3] = { q[1], q[2], q[3] };
  const double trace = q[0] * q[0] - v[0] * v[0] - v[1] * v[1] - v[2] * v[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) row[i][j] = 2 * v[i] * v[j] + (i == j ? trace : 0);
  for (int k = 0; k < 3; k++) {
    row[(k + 1) % 3][k] += 2 * q[0] * v[(k + 2) % 3];
    row[k][(k + 1) % 3] -= 2 * q[0] * v[(k + 2) % 3];
  }
}

void set_up(box_of_bodies *b, potential potential, int n, double volume, double kt, int still,
            unsigned seed) {
  rgs_draws draws = { seed, 77, 0, 0 };
  double inertia[3], total[3] = { 0 };
  int side = 1;
  while (side * side * side < n) side++;
  make_sites(inertia);
  b->potential = potential, b->n = n;
  for (int k = 0; k < 3; k++) b->edge[k] = cbrt(volume);
  for (int i = 0; i < n; i++) {
    const int cell[3] = { i % side, i / side % side, i / side / side };
    double norm = 0, row[3][3];
    b->mass[i] = BEADS;
    for (int k = 0; k < 4; k++) norm += pow(b->q[4 * i + k] = rgs_draw_normal(&draws), 2);
    for (int k = 0; k < 4; k++) b->q[4 * i + k] /= sqrt(norm);
    rotation(b->q + 4 * i, row);
    for (int k = 0; k < 3; k++) {
      b->inertia[3 * i + k] = inertia[k];
      b->x[3 * i + k] = ((cell[k] + 0.5) / side - 0.5) * b->edge[k];
      b->p[3 * i + k] = sqrt(kt * BEADS) * rgs_draw_normal(&draws);
      total[k] += b->p[3 * i + k];
      b->l[3 * i + k] = 0;
    }
    for (int k = 0; k < 3; k++) {
      const double y = sqrt(kt * inertia[k]) * rgs_draw_normal(&draws);
      for (int j = 0; j < 3; j++) b->l[3 * i + j] += row[j][k] * y;
    }
  }
  for (int i = 0; i < n && still; i++)
    for (int k = 0; k < 3; k++) b->p[3 * i + k] -= total[k] / n;
}

double volume_of(const box_of_bodies *b) { return b->edge[0] * b->edge[1] * b->edge[2]; }

/* ---- forces -------------------------------------------------------------------------------------- */
static double arm[MOST_BODIES][BEADS][3];

static void place_beads(const box_of_bodies *b) {
  for (int i = 0; i < b->n; i++) {
    double row[3][3];
    rotation(b->q + 4 * i, row);
    for (int a = 0; a < BEADS; a++)
      for (int k = 0; k < 3; k++)
        arm[i][a][k] = row[k][0] * site[a][0] + row[k][1] * site[a][1] + row[k][2] * site[a][2];
  }
}

static void push_apart(box_of_bodies *b, int i, int j, int a, int c, const double force[3]) {
  for (int k = 0; k < 3; k++) {
    const int m = (k + 1) % 3, o = (k + 2) % 3;
    b->f[3 * i + k] += force[k], b->f[3 * j + k] -= force[k];
    b->tau[3 * i + k] += arm[i][a][m] * force[o] - arm[i][a][o] * force[m];
    b->tau[3 * j + k] -= arm[j][c][m] * force[o] - arm[j][c][o] * force[m];
  }
}

static void wca_pair(box_of_bodies *b, int i, int j, const double d[3]) {
  for (int a = 0; a < BEADS; a++)
    for (int c = 0; c < BEADS; c++) {
      double r[3], square = 0, force[3];
      for (int k = 0; k < 3; k++) {
        r[k] = d[k] + arm[i][a][k] - arm[j][c][k];
        square += r[k] * r[k];
      }
      if (square >= 1.2599210498948732) continue;
      const double inverse = 1 / square, six = inverse * inverse * inverse;
      b->energy += 4 * six * (six - 1) + 1;
      for (int k = 0; k < 3; k++) {
        force[k] = 24 * six * (2 * six - 1) * inverse * r[k];
        b->virial[k] += force[k] * d[k];
      }
      push_apart(b, i, j, a, c, force);
    }
}

/* exp(-sum_k w_k/s^2), w_k = (L/2pi)^2 (1 - cos(2pi r_k/L)): like r^2/2 nearby. */
static void smooth_pair(box_of_bodies *b, int i, int j, const double d[3]) {
  const double width = 0.36, full = 6.283185307179586477;
  for (int a = 0; a < BEADS; a++)
    for (int c = 0; c < BEADS; c++) {
      double sum = 0, slope[3], w[3], r[3], force[3];
      for (int k = 0; k < 3; k++) {
        const double wave = b->edge[k] / full;
        r[k] = d[k] + arm[i][a][k] - arm[j][c][k];
        w[k] = wave * wave * (1 - cos(r[k] / wave));
        slope[k] = wave * sin(r[k] / wave);
        sum += w[k];
      }
      const double u = 3 * exp(-sum / width);
      b->energy += u;
      for (int k = 0; k < 3; k++) {
        force[k] = u / width * slope[k];
        b->virial[k] += force[k] * d[k] + u / width * (2 * w[k] - slope[k] * r[k]);
      }
      push_apart(b, i, j, a, c, force);
    }
}

void evaluate(box_of_bodies *b) {
  memset(b->f, 0, sizeof(double) * 3 * (size_t)b->n);
  memset(b->tau, 0, sizeof(double) * 3 * (size_t)b->n);
  memset(b->virial, 0, sizeof b->virial);
  b->energy = 0;
  if (b->potential == GAS) return;
  place_beads(b);
  for (int i = 0; i < b->n; i++)
    for (int j = 0; j < i; j++) {
      double d[3], square = 0;
      for (int k = 0; k < 3; k++) {
        d[k] = b->x[3 * i + k] - b->x[3 * j + k];
        d[k] -= b->edge[k] * rint(d[k] / b->edge[k]);
        square += d[k] * d[k];
      }
      if (b->potential == SMOOTH)
        smooth_pair(b, i, j, d);
      else if (square < 5.3)
        wca_pair(b, i, j, d);
    }
}
