/* SPDX-License-Identifier: BSD-3-Clause
 *
 * triangle.c - accuracy of one free step over all shapes a body can have: the data of Figure 5 of
 * E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23.
 *
 *   triangle [COLUMNS]                        cells along I1/I3 (100), half along I2/I3
 *
 * Every cell: 20 momenta of length 1 in the first octant, Q = 1, I3 = 1, h = 1; the mean of log10
 * of the error against a Taylor series in long double.  Prints a block for each method, with a title,
 * in gnuplot's order; cells outside the triangle have no number.  Exits with 1 if an error of
 * `exact` or `jacobi` is above 1e-13, if one is not a number, or if a rotor refuses a step.
 */
#include <rigidstep/rigidstep.h>

#include "reference.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 20 };
#define BAR 1e-13

typedef struct method {
  const char *rotor, *title;
  bool matrix;
} method;
static const method METHODS[] = { { "jacobi", "jacobi, on matrices", true },
                                  { "jacobi", "jacobi, on quaternions", false },
                                  { "exact", "exact", false },
                                  { "semiexact", "semiexact, 5 nodes", false } };
enum { N_METHODS = sizeof METHODS / sizeof *METHODS };

static double uniform(void) { /* in (0, 1]; the same states in every cell and run            */
  static uint64_t state = 20080908;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return ((double)(state >> 11) + 1) * 0x1p-53;
}

/* Shepperd's way from a matrix to a quaternion, by its largest component. */
static void quaternion_of(const double Q[9], double q[4]) {
  const double four[4] = { 1 + Q[0] + Q[4] + Q[8], 1 + Q[0] - Q[4] - Q[8], 1 - Q[0] + Q[4] - Q[8],
                           1 - Q[0] - Q[4] + Q[8] };
  const double d[4][4] = { { four[0], Q[7] - Q[5], Q[2] - Q[6], Q[3] - Q[1] },
                           { Q[7] - Q[5], four[1], Q[1] + Q[3], Q[2] + Q[6] },
                           { Q[2] - Q[6], Q[1] + Q[3], four[2], Q[5] + Q[7] },
                           { Q[3] - Q[1], Q[2] + Q[6], Q[5] + Q[7], four[3] } };
  int largest = 0;
  for (int k = 1; k < 4; k++)
    if (four[k] > four[largest]) largest = k;
  for (int k = 0; k < 4; k++) q[k] = d[largest][k] / (2 * sqrt(four[largest]));
}

static double error_of(const method *how, const free_motion *m, const free_end *end) {
  double q[4] = { 1, 0, 0, 0 }, Q[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  const rgs_status status =
      how->matrix ? rgs_free_flow_matrix(how->rotor, 1, m->h, m->inertia, m->l, Q, NULL)
                  : rgs_free_flow(how->rotor, 1, m->h, m->inertia, m->l, q, NULL);
  if (how->matrix) quaternion_of(Q, q);
  return status == RGS_OK ? reference_angle(end->q, q) : NAN;
}

int main(int argc, char **argv) {
  const int columns = argc > 1 ? atoi(argv[1]) : 100, rows = columns / 2;
  if (columns < 2) return fprintf(stderr, "usage: triangle [COLUMNS]\n"), 2;
  double momenta[STATES][3], worst[N_METHODS] = { 0 }, total[N_METHODS] = { 0 };
  double *cell = calloc((size_t)columns * (size_t)rows * N_METHODS, sizeof *cell);
  if (cell == NULL) return fprintf(stderr, "triangle: no memory\n"), 2;
  for (int s = 0; s < STATES; s++) {
    double z = uniform(), angle = uniform() * acos(0), r = sqrt(1 - z * z);
    momenta[s][0] = r * cos(angle), momenta[s][1] = r * sin(angle), momenta[s][2] = z;
  }
  int inside = 0;
  for (int i = 0; i < columns; i++)
    for (int j = 0; j < rows; j++) {
      const double x = (i + 0.5) / columns, y = 0.5 + (j + 0.5) / (2 * rows);
      double *mean = cell + (i * rows + j) * N_METHODS;
      for (int k = 0; k < N_METHODS; k++) mean[k] = NAN;
      if (!(1 - y <= x && x < y)) continue;
      inside++;
      for (int k = 0; k < N_METHODS; k++) mean[k] = 0;
      for (int s = 0; s < STATES; s++) {
        free_motion m = { { x, y, 1 }, { 0 }, { 1, 0, 0, 0 }, 1 };
        free_end end;
        memcpy(m.l, momenta[s], sizeof m.l);
        reference_flow(&m, false, &end);
        for (int k = 0; k < N_METHODS; k++) {
          const double error = error_of(&METHODS[k], &m, &end);
          if (!(error <= worst[k])) worst[k] = error; /* NaN too */
          mean[k] += log10(fmax(error, 0x1p-60)) / STATES;
        }
      }
      for (int k = 0; k < N_METHODS; k++) total[k] += mean[k];
    }

  int failed = 0;
  for (int k = 0; k < N_METHODS; k++) {
    printf("\"%s: mean %.1f, worst step %.0e\"\n", METHODS[k].title, total[k] / inside, worst[k]);
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < rows; j++)
        printf("%.4f %.4f %.3f\n", (i + 0.5) / columns, 0.5 + (j + 0.5) / (2 * rows),
               cell[(i * rows + j) * N_METHODS + k]);
      printf("\n");
    }
    printf("\n");
    const double bar = strcmp(METHODS[k].rotor, "semiexact") == 0 ? 1 : BAR;
    if (!(worst[k] <= bar)) failed++;
  }
  free(cell);
  return failed > 0;
}
