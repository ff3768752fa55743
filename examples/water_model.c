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

double water_uniform(uint64_t *state) { /* splitmix64 */
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 4503599627370496.0 - 1.0;
}

void water_orientation(uint64_t *state, double q[4]) {
  double q2;
  do { /* a point of the ball, without its middle */
    q2 = 0;
    for (int k = 0; k < 4; ++k) {
      q[k] = water_uniform(state);
      q2 += q[k] * q[k];
    }
  } while (q2 > 1 || q2 < 0.01);
  for (int k = 0; k < 4; ++k) q[k] /= sqrt(q2);
}

/* Scratch: arms of the sites, forces on the sites, both once more for their derivatives, and
 * positions, 3 doubles each. */
enum { SITES = 3 * WATER_SITES, SCRATCH = 4 * SITES + 3 };

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

void water_rotate(const double q[4], const double body[3], double space[3]) {
  /* v + 2 w (u x v) + 2 u x (u x v), with q = (w,u) */
  const double cx = 2 * (q[2] * body[2] - q[3] * body[1]);
  const double cy = 2 * (q[3] * body[0] - q[1] * body[2]);
  const double cz = 2 * (q[1] * body[1] - q[2] * body[0]);
  space[0] = body[0] + q[0] * cx + q[2] * cz - q[3] * cy;
  space[1] = body[1] + q[0] * cy + q[3] * cx - q[1] * cz;
  space[2] = body[2] + q[0] * cz + q[1] * cy - q[2] * cx;
}

/* Adds the pair forces of molecules i < j to out_i and out_j, and returns their energy.  Where dr_i is not null adds
 * what they change by when sites move by dr: a force s r changes by s dr + ds r, where ds comes through r^2 alone.
 * What is added to one site is subtracted from the other, so that total momentum changes by rounding only. */
static inline double pair(const water_model *m, const double *x_i, const double *arm_i,
                          const double *dr_i, double *out_i, const double *x_j, const double *arm_j,
                          const double *dr_j, double *out_j) {
  double energy = 0.0;
  for (int a = 0; a < WATER_SITES; ++a)
    for (int b = 0; b < WATER_SITES; ++b) {
      double r[3], r2 = 0.0, half_dr2 = 0.0;
      for (int k = 0; k < 3; ++k) {
        r[k] = (x_i[k] - x_j[k]) + (arm_i[3 * a + k] - arm_j[3 * b + k]);
        r2 += r[k] * r[k];
        if (dr_i) half_dr2 += r[k] * (dr_i[3 * a + k] - dr_j[3 * b + k]);
      }
      const double over_r2 = 1.0 / r2;
      const double coulomb = m->coulomb * m->charge[a] * m->charge[b] * sqrt(over_r2);
      double scale = coulomb * over_r2; /* force = scale * r */
      double dscale = -3.0 * scale * over_r2 * half_dr2;
      energy += coulomb;
      if (a == WATER_O && b == WATER_O) {
        const double s2 = m->sigma * m->sigma * over_r2, s6 = s2 * s2 * s2;
        energy += 4.0 * m->epsilon * s6 * (s6 - 1.0);
        scale += 24.0 * m->epsilon * s6 * (2.0 * s6 - 1.0) * over_r2;
        dscale -= 24.0 * m->epsilon * s6 * over_r2 * (28.0 * s6 - 8.0) * over_r2 * half_dr2;
      }
      for (int k = 0; k < 3; ++k) {
        double change = scale * r[k];
        if (dr_i) change = scale * (dr_i[3 * a + k] - dr_j[3 * b + k]) + dscale * r[k];
        out_i[3 * a + k] += change;
        out_j[3 * b + k] -= change;
      }
    }
  return energy;
}

static void add_cross(const double u[3], const double v[3], double sum[3]) {
  sum[0] += u[1] * v[2] - u[2] * v[1];
  sum[1] += u[2] * v[0] - u[0] * v[2];
  sum[2] += u[0] * v[1] - u[1] * v[0];
}

/* The wall pulls centres of mass, so it makes no torque.  Its centre is the mean of them (masses
 * are equal); the recoil on that mean is shared by all, which makes the total force zero. */
static double wall(const water_model *m, int64_t n, const double *x, const rgs_view *bodies) {
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
    for (int k = 0; k < 3; ++k) {
      const double pull = -8.0 * m->wall_energy * s6 * over_l2 * d[k];
      RGS_AT(bodies->f, i, k) += pull;
      total[k] += pull;
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) RGS_AT(bodies->f, i, k) -= total[k] / (double)n;
  return energy;
}

static double box(const water_model *m, int64_t n, const double *x, const rgs_view *bodies) {
  double energy = 0.0;
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      const double s = x[3 * i + k] / m->box_edge[k], s2 = s * s, s4 = s2 * s2;
      energy += m->box_energy * s4 * s4;
      RGS_AT(bodies->f, i, k) -= 8.0 * m->box_energy * s4 * s2 * s / m->box_edge[k];
    }
  return energy;
}

static double energy_and_forces(water_host *host, const rgs_view *bodies) {
  const water_model *m = &host->model;
  const int64_t n = bodies->n;
  double *arm = host->scratch, *force = arm + SITES * n, *x = force + SITES * n;
  double energy = 0.0;

  for (int64_t i = 0; i < n; ++i) {
    double q[4];
    for (int k = 0; k < 4; ++k) q[k] = RGS_AT(bodies->q, i, k);
    for (int k = 0; k < 3; ++k) x[3 * i + k] = RGS_AT(bodies->x, i, k);
    for (int a = 0; a < WATER_SITES; ++a) water_rotate(q, m->site[a], arm + SITES * i + 3 * a);
  }
  memset(force, 0, sizeof(double) * SITES * (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i + 1; j < n; ++j)
      energy += pair(m, x + 3 * i, arm + SITES * i, NULL, force + SITES * i, x + 3 * j,
                     arm + SITES * j, NULL, force + SITES * j);

  for (int64_t i = 0; i < n; ++i) {
    double f[3] = { 0, 0, 0 }, tau[3] = { 0, 0, 0 };
    for (int64_t at = SITES * i; at < SITES * (i + 1); at += 3) {
      for (int k = 0; k < 3; ++k) f[k] += force[at + k];
      add_cross(arm + at, force + at, tau);
    }
    for (int k = 0; k < 3; ++k) {
      RGS_AT(bodies->f, i, k) = f[k];
      RGS_AT(bodies->tau, i, k) = tau[k];
    }
  }
  if (m->wall_energy > 0.0 && n > 0) energy += wall(m, n, x, bodies);
  if (m->box_energy > 0.0) energy += box(m, n, x, bodies);
  return energy;
}

/* ---- the derivative along f/m, J^-1 tau: d before a name is what the displacement adds ---------- */
static void wall_gradient(const water_model *m, int64_t n, const double *x,
                          const rgs_view *bodies) {
  double centre[3] = { 0, 0, 0 }, dcentre[3] = { 0, 0, 0 }, total[3] = { 0, 0, 0 };
  const double over_l2 = 1.0 / (m->wall_radius * m->wall_radius);
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      centre[k] += x[3 * i + k] / (double)n;
      dcentre[k] += RGS_AT(bodies->f, i, k) / RGS_AT(bodies->mass, i, 0) / (double)n;
    }
  for (int64_t i = 0; i < n; ++i) {
    double d[3], dd[3], r2 = 0.0, dr2 = 0.0;
    for (int k = 0; k < 3; ++k) {
      d[k] = x[3 * i + k] - centre[k];
      dd[k] = RGS_AT(bodies->f, i, k) / RGS_AT(bodies->mass, i, 0) - dcentre[k];
      r2 += d[k] * d[k];
      dr2 += 2.0 * d[k] * dd[k];
    }
    const double s2 = r2 * over_l2, s4 = s2 * s2;
    for (int k = 0; k < 3; ++k) {
      const double change =
          -8.0 * m->wall_energy * over_l2 * s4 * (s2 * dd[k] + 3.0 * over_l2 * dr2 * d[k]);
      RGS_AT(bodies->gf, i, k) += change;
      total[k] += change;
    }
  }
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) RGS_AT(bodies->gf, i, k) -= total[k] / (double)n;
}

static void box_gradient(const water_model *m, int64_t n, const double *x, const rgs_view *bodies) {
  for (int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      const double over = 1.0 / m->box_edge[k], s = x[3 * i + k] * over, s2 = s * s;
      RGS_AT(bodies->gf, i, k) -= 56.0 * m->box_energy * s2 * s2 * s2 * over * over *
                                  (RGS_AT(bodies->f, i, k) / RGS_AT(bodies->mass, i, 0));
    }
}

/* J^-1 tau of molecule i; an axis without inertia does not turn. */
static void turning_rate(const rgs_view *bodies, int64_t i, double a[3]) {
  double q[4], back[4], tau[3], rate[3];
  for (int k = 0; k < 4; ++k) {
    q[k] = RGS_AT(bodies->q, i, k);
    back[k] = k ? -q[k] : q[k];
  }
  for (int k = 0; k < 3; ++k) tau[k] = RGS_AT(bodies->tau, i, k);
  water_rotate(back, tau, rate);
  for (int k = 0; k < 3; ++k) {
    const double moment = RGS_AT(bodies->inertia, i, k);
    rate[k] = moment > 0.0 ? rate[k] / moment : 0.0;
  }
  water_rotate(q, rate, a);
}

static void gradient_of_forces(water_host *host, const rgs_view *bodies) {
  const water_model *m = &host->model;
  const int64_t n = bodies->n;
  const double *arm = host->scratch, *force = arm + SITES * n, *x = force + SITES * n;
  double *dr = host->scratch + (2 * SITES + 3) * n, *dforce = dr + SITES * n;

  for (int64_t i = 0; i < n; ++i) {
    double a[3];
    turning_rate(bodies, i, a);
    for (int s = 0; s < WATER_SITES; ++s) {
      double *d = dr + SITES * i + 3 * s;
      for (int k = 0; k < 3; ++k) d[k] = RGS_AT(bodies->f, i, k) / RGS_AT(bodies->mass, i, 0);
      add_cross(a, arm + SITES * i + 3 * s, d);
    }
  }
  memset(dforce, 0, sizeof(double) * SITES * (size_t)n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i + 1; j < n; ++j)
      pair(m, x + 3 * i, arm + SITES * i, dr + SITES * i, dforce + SITES * i, x + 3 * j,
           arm + SITES * j, dr + SITES * j, dforce + SITES * j);
  for (int64_t i = 0; i < n; ++i) {
    double a[3], df[3] = { 0, 0, 0 }, dtau[3] = { 0, 0, 0 };
    turning_rate(bodies, i, a);
    for (int s = 0; s < WATER_SITES; ++s) {
      /* The torque r x g changes with the force g and, at the rate a x r, with the arm r. */
      const int64_t at = SITES * i + 3 * s;
      double darm[3] = { 0, 0, 0 };
      add_cross(a, arm + at, darm);
      add_cross(darm, force + at, dtau);
      add_cross(arm + at, dforce + at, dtau);
      for (int k = 0; k < 3; ++k) df[k] += dforce[at + k];
    }
    for (int k = 0; k < 3; ++k) {
      RGS_AT(bodies->gf, i, k) = df[k];
      RGS_AT(bodies->gtau, i, k) = dtau[k];
    }
  }
  if (m->wall_energy > 0.0 && n > 0) wall_gradient(m, n, x, bodies);
  if (m->box_energy > 0.0) box_gradient(m, n, x, bodies);
}

int water_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  water_host *host = self;
  struct timespec start, end;
  const int gradient = (request->what & RGS_EVAL_GRADIENT) != 0;
  if (bodies->n > host->n) return -1;
  if (gradient && (bodies->gf.data == NULL || bodies->gtau.data == NULL)) return -1;
  clock_gettime(CLOCK_MONOTONIC, &start);
  request->energy = host->energy = energy_and_forces(host, bodies);
  if (gradient) gradient_of_forces(host, bodies);
  clock_gettime(CLOCK_MONOTONIC, &end);
  host->seconds += (double)(end.tv_sec - start.tv_sec);
  host->seconds += 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  host->evaluations++;
  return 0;
}
