/* SPDX-License-Identifier: BSD-3-Clause
 *
 * axes.c - where the principal axes of a free body point: the data of Figure 1 of G. Vilmart, Rigid
 * body dynamics (2013).  A book, I = 0.376, 0.627, 1.0, y(0) = (0, 0.6, -0.8), Q(0) = 1, is turned
 * by dmv10 with h = 0.01 up to t = 40.
 *
 *   axes [ROTOR]                              columns: t, then the three columns of Q
 *
 * Exits with 1 if the last attitude is not that of a Taylor series in long double to 1e-12.
 */
#include "free_run.h"
#include "reference.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 4000 };

static void print_axes(double t, const double q[4]) {
  const double a = q[0], b = q[1], c = q[2], d = q[3];
  const double Q[3][3] = {
    { a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c) },
    { 2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b) },
    { 2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d }
  };
  printf("%.2f", t);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) printf(" %.9f", Q[i][k]);
  printf("\n");
}

int main(int argc, char **argv) {
  const char *rotor = argc > 1 ? argv[1] : "dmv10";
  const double h = 0.01;
  free_motion m = { { 0.376, 0.627, 1.0 }, { 0, 0.6, -0.8 }, { 1, 0, 0, 0 }, h * STEPS };
  double q[4];
  memcpy(q, m.q, sizeof q);
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  free_run *run = NULL;
  if (rgs_context_create(NULL, &context, &error) == RGS_OK)
    run = free_run_open(context, rotor, NULL, 1, m.inertia, m.l, q, &error);
  if (run == NULL) return fprintf(stderr, "axes: %s\n", error.text), 2;
  print_axes(0, q);
  for (int i = 1; i <= STEPS; i++) {
    if (free_run_steps(run, h, 1, &error) != RGS_OK)
      return fprintf(stderr, "axes: %s\n", error.text), 2;
    print_axes(i * h, q);
  }
  free_run_close(run);
  rgs_context_destroy(context);
  free_end end;
  reference_flow(&m, false, &end);
  const double off = reference_angle(end.q, q);
  printf("# angle to the reference at the end: %.1e\n", off);
  return !(off < 1e-12);
}
