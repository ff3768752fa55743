/* SPDX-License-Identifier: BSD-3-Clause */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "water_model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* O-H 1 Angstrom, angle acos(-1/3), masses 15.9994 and 1.008. */
water_model water_spce(void) {
  const water_model m = {
    .mass = 18.0154,
    .inertia = { 0.5968003374890372, 1.9408003374890375, 1.3439999999999999 },
    .site = { { 0.0, 0.0, 0.06460795445487115 },
              { 0.816496580927726, 0.0, -0.5127423147347546 },
              { -0.816496580927726, 0.0, -0.5127423147347546 } },
    .charge = { -0.8476, 0.4238, 0.4238 },
    .coulomb = 0.138935457644382,
    .epsilon = 6.5e-05,
    .sigma = 3.166,
  };
  return m;
}

/* Scratch: arms of the sites, forces on the sites, positions, 3 doubles each. */
enum { SCRATCH = 3 * WATER_SITES + 3 * WATER_SITES + 3 };

int water_host_create(water_host *host, const water_model *model, int64_t n) {
  memset(host, 0, sizeof *host);
  host->model = *model;
  host->n = n;
  host->scratch = malloc(sizeof(double) * SCRATCH * (size_t)(n > 0 ? n : 1));
  return host->scratch ? 0 : -1;
}

void water_host_destroy(water_host *host) {
  free(host->scratch);
  host->scratch = NULL;
}

static void rotate(const double q[4], const double body[3], double space[3]) {
  /* v + 2 w (u x v) + 2 u x (u x v), with q = (w,u) */
  const double cx = 2 * (q[2] * body[2] - q[3] * body[1]);
  const double cy = 2 * (q[3] * body[0] - q[1] * body[2]);
  const double cz = 2 * (q[1] * body[1] - q[2] * body[0]);
  space[0] = body[0] + q[0] * cx + q[2] * cz - q[3] * cy;
  space[1] = body[1] + q[0] * cy + q[3] * cx - q[1] * cz;
  space[2] = body[2] + q[0] * cz + q[1] * cy - q[2] * cx;
}

/* Adds the pair forces of molecules i < j to `force`; returns their energy.  Each force is added
 * to one site and subtracted from the other, so that total momentum changes by rounding only. */
static double pair(const water_model *m, const double *x_i, const double *arm_i, double *force_i,
                   const double *x_j, const double *arm_j, double *force_j) {
  const double dx = x_i[0] - x_j[0], dy = x_i[1] - x_j[1], dz = x_i[2] - x_j[2];
  double energy = 0.0;
  for (int a = 0; a < WATER_SITES; ++a)
    for (int b = 0; b < WATER_SITES; ++b) {
      const double rx = dx + (arm_i[3 * a] - arm_j[3 * b]);
      const double ry = dy + (arm_i[3 * a + 1] - arm_j[3 * b + 1]);
      const double rz = dz + (arm_i[3 * a + 2] - arm_j[3 * b + 2]);
      const double over_r2 = 1.0 / (rx * rx + ry * ry + rz * rz);
      const double coulomb = m->coulomb * m->charge[a] * m->charge[b] * sqrt(over_r2);
      double scale = coulomb * over_r2; /* force = scale * r */
      energy += coulomb;
      if (a == WATER_O && b == WATER_O) {
        const double s2 = m->sigma * m->sigma * over_r2, s6 = s2 * s2 * s2;
        energy += 4.0 * m->epsilon * s6 * (s6 - 1.0);
        scale += 24.0 * m->epsilon * s6 * (2.0 * s6 - 1.0) * over_r2;
      }
      force_i[3 * a] += scale * rx;
      force_j[3 * b] -= scale * rx;
      force_i[3 * a + 1] += scale * ry;
      force_j[3 * b + 1] -= scale * ry;
      force_i[3 * a + 2] += scale * rz;
      force_j[3 * b + 2] -= scale * rz;
    }
  return energy;
}

/* The wall pulls centres of mass, so it makes no torque.  Its centre is the mean of them (masses
 * are equal); the recoil on that mean is shared by all, which makes the total force zero. */
static double wall(const water_model *m, int64_t n, const double *x, const rgs_view *bodies,
                   int forces) {
  double centre[3] = { 0, 0, 0 }, total[3] = { 0, 0, 0 }, energy = 0.0;
  const double over_l2 = 1.0 / (m->wall_radius * m->wall_radius);
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) centre[k] += x[3 * i + k] / (double)n;
  for (int64_t i = 0; i < n; ++i) {
    double d[3], r2 = 0.0;
    for (int k = 0; k < 3; ++k) {
      d[k] = x[3 * i + k] - centre[k];
      r2 += d[k] * d[k];
    }
    const double s2 = r2 * over_l2, s6 = s2 * s2 * s2;
    energy += m->wall_energy * s6 * s2;
    for (int k = 0; forces && k < 3; ++k) {
      const double pull = -8.0 * m->wall_energy * s6 * over_l2 * d[k];
      RGS_AT(bodies->f, i, k) += pull;
      total[k] += pull;
    }
  }
  for (int64_t i = 0; forces && i < n; ++i)
    for (int k = 0; k < 3; ++k) RGS_AT(bodies->f, i, k) -= total[k] / (double)n;
  return energy;
}

double water_energy(water_host *host, const rgs_view *bodies, int forces) {
  const water_model *m = &host->model;
  const int64_t n = bodies->n;
  double *arm = host->scratch, *force = arm + 3 * WATER_SITES * n, *x = force + 3 * WATER_SITES * n;
  double energy = 0.0;

  for (int64_t i = 0; i < n; ++i) {
    double q[4];
    for (int k = 0; k < 4; ++k) q[k] = RGS_AT(bodies->q, i, k);
    for (int k = 0; k < 3; ++k) x[3 * i + k] = RGS_AT(bodies->x, i, k);
    for (int a = 0; a < WATER_SITES; ++a) rotate(q, m->site[a], arm + 3 * (WATER_SITES * i + a));
  }
  memset(force, 0, sizeof(double) * 3 * WATER_SITES * (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i + 1; j < n; ++j)
      energy += pair(m, x + 3 * i, arm + 3 * WATER_SITES * i, force + 3 * WATER_SITES * i,
                     x + 3 * j, arm + 3 * WATER_SITES * j, force + 3 * WATER_SITES * j);

  if (forces)
    for (int64_t i = 0; i < n; ++i) {
      double f[3] = { 0, 0, 0 }, tau[3] = { 0, 0, 0 };
      for (int a = 0; a < WATER_SITES; ++a) {
        const double *r = arm + 3 * (WATER_SITES * i + a), *g = force + 3 * (WATER_SITES * i + a);
        for (int k = 0; k < 3; ++k) f[k] += g[k];
        tau[0] += r[1] * g[2] - r[2] * g[1];
        tau[1] += r[2] * g[0] - r[0] * g[2];
        tau[2] += r[0] * g[1] - r[1] * g[0];
      }
      for (int k = 0; k < 3; ++k) {
        RGS_AT(bodies->f, i, k) = f[k];
        RGS_AT(bodies->tau, i, k) = tau[k];
      }
    }
  if (m->wall_energy > 0.0 && n > 0) energy += wall(m, n, x, bodies, forces);
  return energy;
}

int water_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  water_host *host = self;
  struct timespec start, end;
  if (bodies->n > host->n || (request->what & RGS_EVAL_GRADIENT)) return -1;
  clock_gettime(CLOCK_MONOTONIC, &start);
  request->energy = host->energy = water_energy(host, bodies, 1);
  clock_gettime(CLOCK_MONOTONIC, &end);
  host->seconds += (double)(end.tv_sec - start.tv_sec);
  host->seconds += 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  host->evaluations++;
  return 0;
}
