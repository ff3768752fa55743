/* SPDX-License-Identifier: BSD-3-Clause
 *
 * springs.h - three bodies and their forces, of sums and products only: the same bits everywhere.
 */
#pragma once
#include "plain_body.h"

#include <string.h>

enum { MOST_BODIES = 3 };
typedef struct body {
  double x[3], p[3], q[4], l[3]; /* the state: STATE numbers */
  double mass, inertia[3], f[3], tau[3], gf[3], gtau[3], aux[128];
} body;
/* The first n of them, with the rest nought. */
static inline void begin(body *b, int n) {
  static const double start[MOST_BODIES][17] = {
    /* x, p, q, l, mass, inertia */
    { 0, 0.1, 0.2, 0.1, 0, 0.2, 1, 0, 0, 0, 0.3, 0.2, 0.5, 2, 0.5, 0.8, 1.1 },
    { 1, -0.2, 0, -0.1, 0.1, 0, 0.6, 0, 0.8, 0, -0.2, 0.4, 0.1, 3, 0.9, 0.7, 0.6 },
    { -0.5, 0.7, 0.4, 0.3, -0.2, -0.1, 0, 0.8, 0, 0.6, 0.6, 0.1, -0.3, 1, 0.4, 0.4, 0.7 }
  };
  memset(b, 0, (size_t)n * sizeof *b);
  for (int i = 0; i < n; i++) memcpy(&b[i], start[i], sizeof start[i]);
}

/* Springs between all pairs, and a field that turns the third axis of each body to the z axis. */
static inline void evaluate(body *b, int n, rgs_eval *request) {
  double energy = 0, virial[9] = { 0 };
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) b[i].f[k] = b[i].tau[k] = 0;
  for (int i = 0; i < n; i++) {
    const double *q = b[i].q;
    b[i].tau[0] = 0.4 * (2 * (q[2] * q[3] - q[0] * q[1]));
    b[i].tau[1] = -0.4 * (2 * (q[1] * q[3] + q[0] * q[2]));
    energy -= 0.4 * (q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3]);
    for (int j = 0; j < i; j++)
      for (int k = 0; k < 3; k++) {
        const double apart = b[i].x[k] - b[j].x[k], f = -1.5 * apart;
        b[i].f[k] += f;
        b[j].f[k] -= f;
        energy += 0.75 * apart * apart;
        for (int c = 0; c < 3; c++) virial[3 * k + c] += f * (b[i].x[c] - b[j].x[c]);
      }
  }
  request->energy = energy;
  memcpy(request->virial, virial, sizeof virial);
}
