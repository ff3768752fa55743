/* SPDX-License-Identifier: BSD-3-Clause */
#include "rigid_water.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 3 + 3 + 4 + 3 + 1 + 3 + 3 + 3 + 4 * 9 }; /* doubles a molecule */

static int allocate(rigid_water *w, int64_t n) {
  const int width[] = { 3, 3, 4, 3, 1, 3, 3, 3, 9, 9, 9, 9 };
  double **const column[] = { &w->x, &w->p,   &w->q,    &w->l,   &w->mass,     &w->inertia,
                              &w->f, &w->tau, &w->atom, &w->arm, &w->velocity, &w->force };
  double *at = calloc((size_t)(WIDTH * n), sizeof *at);
  if (!at) return -1;
  w->n = n;
  for (size_t i = 0; i < sizeof width / sizeof *width; ++i) {
    *column[i] = at;
    at += width[i] * n;
  }
  return 0;
}

int rigid_water_create(rigid_water *w, int64_t n, double angstrom, uint64_t seed) {
  const double spacing = cbrt(30.0) * angstrom; /* 30 Angstrom^3 a molecule */
  int64_t edge = 1;
  while (edge * edge * edge < n) ++edge;
  if (allocate(w, n)) return -1;
  w->model = water_spce();
  w->edge = spacing * (double)edge;
  for (int s = 0; s < WATER_SITES; ++s)
    for (int k = 0; k < 3; ++k) w->model.site[s][k] *= angstrom;
  for (int k = 0; k < 3; ++k) w->model.inertia[k] *= angstrom * angstrom;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t cell[3] = { i % edge, i / edge % edge, i / (edge * edge) };
    water_attitude(&seed, w->q + 4 * i);
    w->mass[i] = w->model.mass;
    for (int k = 0; k < 3; ++k) {
      w->x[3 * i + k] = spacing * ((double)cell[k] + 0.5);
      w->inertia[3 * i + k] = w->model.inertia[k];
      w->p[3 * i + k] = water_uniform(&seed) * sqrt(w->model.mass);
      w->l[3 * i + k] = water_uniform(&seed) * sqrt(w->model.inertia[2]);
    }
  }
  for (int k = 0; k < 3; ++k) {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += w->p[3 * i + k] / (double)n;
    for (int64_t i = 0; i < n; ++i) w->p[3 * i + k] -= sum;
  }
  return 0;
}

int rigid_water_copy(rigid_water *to, const rigid_water *from) {
  if (allocate(to, from->n)) return -1;
  to->model = from->model;
  to->edge = from->edge;
  memcpy(to->x, from->x, sizeof(double) * (size_t)(WIDTH * from->n)); /* all lie in one block */
  return 0;
}

void rigid_water_destroy(rigid_water *w) { free(w->x); }

rgs_view rigid_water_view(const rigid_water *w) {
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = w->n,
                          .stamp = 1,
                          .x = { w->x, 3, 1 },
                          .p = { w->p, 3, 1 },
                          .q = { w->q, 4, 1 },
                          .l = { w->l, 3, 1 },
                          .mass = { w->mass, 1, 1 },
                          .inertia = { w->inertia, 3, 1 },
                          .f = { w->f, 3, 1 },
                          .tau = { w->tau, 3, 1 } };
  return view;
}

static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* v + 2 w (u x v) + 2 u x (u x v), q = (w,u); way -1 turns back */
static void turn(const double q[4], double way, const double v[3], double out[3]) {
  const double u[3] = { way * q[1], way * q[2], way * q[3] };
  double c[3], cc[3];
  cross(u, v, c);
  cross(u, c, cc);
  for (int k = 0; k < 3; ++k) out[k] = v[k] + 2 * (q[0] * c[k] + cc[k]);
}

void rigid_water_place(rigid_water *w) {
  for (int64_t i = 0; i < w->n; ++i)
    for (int s = 0; s < WATER_SITES; ++s) {
      double *arm = w->arm + 9 * i + 3 * s, *atom = w->atom + 9 * i + 3 * s;
      turn(w->q + 4 * i, 1, w->model.site[s], arm);
      for (int k = 0; k < 3; ++k) atom[k] = w->x[3 * i + k] + arm[k];
    }
}

static void rate(const rigid_water *w, int64_t i, double out[3]) {
  double y[3];
  turn(w->q + 4 * i, -1, w->l + 3 * i, y);
  for (int k = 0; k < 3; ++k) y[k] /= w->model.inertia[k];
  turn(w->q + 4 * i, 1, y, out);
}

void rigid_water_move(rigid_water *w) {
  rigid_water_place(w);
  for (int64_t i = 0; i < w->n; ++i) {
    double turning[3];
    rate(w, i, turning);
    for (int s = 0; s < WATER_SITES; ++s) {
      double *v = w->velocity + 9 * i + 3 * s;
      cross(turning, w->arm + 9 * i + 3 * s, v);
      for (int k = 0; k < 3; ++k) v[k] += w->p[3 * i + k] / w->model.mass;
    }
  }
}

void rigid_water_gather(rigid_water *w) {
  memset(w->f, 0, sizeof(double) * (size_t)(3 * w->n));
  memset(w->tau, 0, sizeof(double) * (size_t)(3 * w->n));
  for (int64_t i = 0; i < w->n; ++i)
    for (int s = 0; s < WATER_SITES; ++s) {
      const double *force = w->force + 9 * i + 3 * s;
      double torque[3];
      cross(w->arm + 9 * i + 3 * s, force, torque);
      for (int k = 0; k < 3; ++k) {
        w->f[3 * i + k] += force[k];
        w->tau[3 * i + k] += torque[k];
      }
    }
}

double rigid_water_kinetic(const rigid_water *w) {
  double twice = 0;
  for (int64_t i = 0; i < w->n; ++i) {
    double turning[3];
    rate(w, i, turning);
    for (int k = 0; k < 3; ++k)
      twice += w->p[3 * i + k] * w->p[3 * i + k] / w->model.mass + turning[k] * w->l[3 * i + k];
  }
  return 0.5 * twice;
}

void rigid_water_heat(rigid_water *w, double kT) {
  const double scale = sqrt(3 * (double)w->n * kT / rigid_water_kinetic(w));
  for (int64_t i = 0; i < 3 * w->n; ++i) {
    w->p[i] *= scale;
    w->l[i] *= scale;
  }
}
