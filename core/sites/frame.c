/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites/frame.h"
#include "simd/lanes.h"
#include "sites/sites.h"
#include "sites/symmetric.h"
#include <float.h>
#include <rigidstep/device/quaternion.h>

#define PART 0.01 /* of the extent: so much of a site makes an axis point to it */

static double length(const double v[3]) { return sqrt(rgs_dot(v, v)); }

/* v without its parts along the first `done` rows of `axis`. */
static void take_away(double v[3], double axis[3][3], int done) {
  for (int j = 0; j < done; j++) {
    const double part = rgs_dot(axis[j], v);
    for (int k = 0; k < 3; k++) v[k] -= part * axis[j][k];
  }
}

static void scale(double v[3], double factor) {
  for (int k = 0; k < 3; k++) v[k] *= factor;
}

/* A unit vector normal to u, and to a direction that is fixed in space. */
static void look_aside(const double u[3], double aside[3]) {
  const double fixed[3] = { fabs(u[0]) < 0.6, fabs(u[0]) >= 0.6, 0 };
  rgs_cross(u, fixed, aside);
  scale(aside, 1 / length(aside));
}

/* ---- orientations ------------------------------------------------------------------------------- */

/* The largest of the four components is found first, so that no digits cancel. */
void rgs_orientation_of_axes(double axis[3][3], double q[4]) {
  double R[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[i][j] = axis[j][i];
  const double four[4] = { 1 + R[0][0] + R[1][1] + R[2][2], 1 + R[0][0] - R[1][1] - R[2][2],
                           1 - R[0][0] + R[1][1] - R[2][2], 1 - R[0][0] - R[1][1] + R[2][2] };
  int k = 0;
  for (int j = 1; j < 4; j++)
    if (four[j] > four[k]) k = j;
  const double pairs[4][4] = { { four[0], R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1] },
                               { R[2][1] - R[1][2], four[1], R[1][0] + R[0][1], R[0][2] + R[2][0] },
                               { R[0][2] - R[2][0], R[1][0] + R[0][1], four[2], R[2][1] + R[1][2] },
                               { R[1][0] - R[0][1], R[0][2] + R[2][0], R[2][1] + R[1][2],
                                 four[3] } };
  (void)rgs_unit_orientation(pairs[k], q);
}

void rgs_orientation_of_linear(const double u[3], double q[4]) {
  double axis[3][3] = { { u[0], u[1], u[2] } };
  look_aside(axis[0], axis[1]);
  rgs_cross(axis[0], axis[1], axis[2]);
  rgs_orientation_of_axes(axis, q);
}

/* ---- axes ------------------------------------------------------------------------------------ */

/* Eigenvalues, ascending, and eigenvectors as rows. */
static void principal(double J[4][4], double moment[3], double axis[3][3]) {
  double v[4][4];
  int order[3] = { 0, 1, 2 };
  rgs_diagonalise(3, J, v);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < 2; k++)
      if (J[order[k]][order[k]] > J[order[k + 1]][order[k + 1]]) {
        const int other = order[k];
        order[k] = order[k + 1];
        order[k + 1] = other;
      }
  for (int k = 0; k < 3; k++) {
    moment[k] = J[order[k]][order[k]];
    for (int j = 0; j < 3; j++) axis[k][j] = v[j][order[k]];
  }
}

/* group[k]: the first of the ascending moments that are equal to moment[k].  A chain of moments, each equal to the
 * next one, is one group: of two groups that overlap, rounding would choose the directions that they share. */
static void find_groups(const double moment[3], double equal, int group[3]) {
  group[0] = 0;
  for (int k = 1; k < 3; k++)
    group[k] = moment[k] - moment[k - 1] <= equal * moment[2] ? group[k - 1] : k;
}

/* The part of r in the space of all principal directions of the group of moment k, normal to the axes that
 * are chosen already. */
static void part_of(const double r[3], double direction[3][3], const int group[3], int k,
                    double axis[3][3], double part[3]) {
  part[0] = part[1] = part[2] = 0;
  for (int j = 0; j < 3; j++)
    if (group[j] == group[k]) {
      const double along = rgs_dot(direction[j], r);
      for (int c = 0; c < 3; c++) part[c] += along * direction[j][c];
    }
  take_away(part, axis, k);
}

/* Chooses axes; n vectors point them. */
static void choose(int64_t n, const double *vector, double extent, double direction[3][3],
                   const int group[3], double axis[3][3]) {
  for (int k = 0; k < 2; k++) {
    double size = 0;
    for (int64_t s = 0; s < n && !(size > PART * extent); s++) {
      part_of(vector + 3 * s, direction, group, k, axis, axis[k]);
      size = length(axis[k]);
    }
    if (!(size > PART * extent)) { /* no vector points there */
      double longest = 0, part[3];
      for (int j = 0; j < 3; j++) {
        part_of(direction[j], direction, group, k, axis, part);
        if (length(part) <= longest * (1 + 1e-6)) continue;
        longest = length(part);
        memcpy(axis[k], part, sizeof part);
      }
      double fixed[3] = { 1, 0, 0 };
      if (k == 1) look_aside(axis[0], fixed);
      part_of(fixed, direction, group, k, axis, part);
      if (length(part) > 0.5) memcpy(axis[k], part, sizeof part);
      take_away(axis[k], axis, k);
      size = length(axis[k]);
    }
    scale(axis[k], 1 / size);
    /* Once more, for what the first time has left over. */
    take_away(axis[k], axis, k);
    scale(axis[k], 1 / length(axis[k]));
  }
  rgs_cross(axis[0], axis[1], axis[2]);
}

static void make_equal(double moment[3], const int group[3]) {
  for (int k = 0, n; k < 3; k += n) {
    double sum = 0;
    for (n = 0; k + n < 3 && group[k + n] == k; n++) sum += moment[k + n];
    for (int j = k; j < k + n; j++) moment[j] = sum / n;
  }
}

void rgs_frame_of_tensor(double J[4][4], double inertia[3], double axis[3][3]) {
  const double own[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  double direction[3][3];
  int group[3];
  principal(J, inertia, direction);
  for (int k = 0; k < 3; k++)
    if (fabs(inertia[k]) <= 4 * DBL_EPSILON * inertia[2]) inertia[k] = 0;
  find_groups(inertia, RGS_EQUAL_MOMENTS, group);
  choose(3, own, 1, direction, group, axis);
  make_equal(inertia, group);
}

/* ---- sites ----------------------------------------------------------------------------------- */

/* second[i][j]: the sum of mass arm_i arm_j. */
static void second_moments(int64_t n, const double *arm, const double *mass, double second[4][4]) {
  rgs_exact_sum sum[3][3] = { { { 0, 0 } } };
  for (int64_t s = 0; s < n; s++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j <= i; j++)
        rgs_sum_add(&sum[i][j], mass[s] * (arm[3 * s + i] * arm[3 * s + j]));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++) second[i][j] = second[j][i] = rgs_sum_of(&sum[i][j]);
}

bool rgs_frame_of_sites(int64_t n, double *arm, const double *mass, double extent, double rough,
                        double inertia[3], double q[4]) {
  double J[4][4], direction[3][3], axis[3][3], row[3][3], high = 0;
  int group[3];
  second_moments(n, arm, mass, J);
  const double trace = J[0][0] + J[1][1] + J[2][2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) J[i][j] = (i == j ? trace : 0) - J[i][j];
  principal(J, inertia, direction);
  find_groups(inertia, fmax(RGS_EQUAL_MOMENTS, rough), group);
  choose(n, arm, extent, direction, group, axis);
  rgs_orientation_of_axes(axis, q);
  rgs_rotation_of(q, row);
  for (int64_t s = 0; s < n; s++) {
    const double in_space[3] = { arm[3 * s], arm[3 * s + 1], arm[3 * s + 2] };
    for (int k = 0; k < 3; k++) arm[3 * s + k] = rgs_along_body_axis(row, in_space, k);
    high = fmax(high, fabs(arm[3 * s + 2]));
  }
  second_moments(n, arm, mass, J);
  for (int k = 0; k < 3; k++)
    inertia[k] = J[(k + 1) % 3][(k + 1) % 3] + J[(k + 2) % 3][(k + 2) % 3];
  make_equal(inertia, group);
  if (high > fmax(RGS_FLAT, rough) * extent) return false;
  inertia[2] = inertia[0] + inertia[1];
  return true;
}

void rgs_frame_of_line(int64_t n, double *arm, const double *mass, double extent, const double u[3],
                       double inertia[3], double q[4]) {
  double along[3] = { u[0], u[1], u[2] };
  for (int64_t s = 0; s < n; s++) {
    const double part = rgs_dot(u, arm + 3 * s);
    if (fabs(part) <= PART * extent) continue;
    if (part < 0) scale(along, -1);
    break;
  }
  rgs_exact_sum moment = { 0, 0 };
  for (int64_t s = 0; s < n; s++) {
    const double part = rgs_dot(along, arm + 3 * s);
    rgs_sum_add(&moment, mass[s] * (part * part));
    arm[3 * s] = part;
    arm[3 * s + 1] = arm[3 * s + 2] = 0;
  }
  inertia[0] = 0;
  inertia[1] = inertia[2] = rgs_sum_of(&moment);
  rgs_orientation_of_linear(along, q);
}

rgs_best_line rgs_best_line_of(int64_t n, const double *arm, const double *mass) {
  double second[4][4], moment[3], direction[3][3], most = -HUGE_VAL, least = HUGE_VAL;
  rgs_best_line line = { { 0 }, 0, 0, 0 };
  second_moments(n, arm, mass, second);
  principal(second, moment, direction);
  for (int k = 0; k < 3; k++) line.along[k] = direction[2][k];
  for (int64_t s = 0; s < n; s++) {
    double aside[3] = { arm[3 * s], arm[3 * s + 1], arm[3 * s + 2] };
    const double along = rgs_dot(line.along, aside);
    for (int k = 0; k < 3; k++) aside[k] -= along * line.along[k];
    if (mass[s] > 0) {
      most = fmax(most, along);
      least = fmin(least, along);
      line.off = fmax(line.off, length(aside));
    } else {
      line.massless = fmax(line.massless, length(aside));
    }
  }
  line.length = most - least;
  return line;
}
