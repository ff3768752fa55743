/* SPDX-License-Identifier: BSD-3-Clause
 *
 * temperatures.c - temperatures of translation, rotation and each principal axis of 27 waters, by
 * plain, half-step and refined kinetic energies of a Strang run, with error bars of 50 block means.
 *
 *   temperatures DT NS [SCHEME]
 *
 * Writes one line: scheme, DT, NS, then every column below with its error, then the total energy of
 * the first and of the last block.  Another SCHEME than strang and strang_dkd has the plain temperatures
 * alone; the others are nan.
 */
#include "waters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 50, AXES = 3 };
enum { /* columns that are averaged; kelvin unless said otherwise */
       PLAIN_TR,
       PLAIN_ROT,
       PLAIN_DIFF,
       HALF_DIFF,
       REFINED_TR,
       REFINED_ROT,
       REFINED_DIFF,
       PLAIN_AXIS,
       REFINED_AXIS = PLAIN_AXIS + AXES,
       POTENTIAL = REFINED_AXIS + AXES, /* kJ/mol a molecule        */
       ENERGY,                          /* kJ/mol: refined if known */
       COLUMNS
};

static void sample(const run *r, int strang, double out[COLUMNS]) {
  const double kelvin = 1 / WATER_BOLTZMANN;
  for (int k = 0; k < COLUMNS; ++k) out[k] = NAN;
  run_output(r, "kt_translation", 1, &out[PLAIN_TR]);
  run_output(r, "kt_rotation", 1, &out[PLAIN_ROT]);
  run_output(r, "kt_axes", AXES, &out[PLAIN_AXIS]);
  if (strang) {
    double translation, rotation;
    run_output(r, "half_translation", 1, &translation);
    run_output(r, "half_rotation", 1, &rotation);
    out[HALF_DIFF] = (rotation - translation) * 2 / (3.0 * WATERS);
    run_output(r, "kt_refined_translation", 1, &out[REFINED_TR]);
    run_output(r, "kt_refined_rotation", 1, &out[REFINED_ROT]);
    run_output(r, "kt_refined_axes", AXES, &out[REFINED_AXIS]);
  }
  out[PLAIN_DIFF] = out[PLAIN_ROT] - out[PLAIN_TR];
  out[REFINED_DIFF] = out[REFINED_ROT] - out[REFINED_TR];
  for (int k = 0; k < POTENTIAL; ++k) out[k] *= kelvin;
  out[POTENTIAL] = WATER_KJ_PER_MOL * r->potential / WATERS;
  if (strang)
    run_output(r, "refined_energy", 1, &out[ENERGY]);
  else
    out[ENERGY] = run_kinetic(r) + r->potential;
  out[ENERGY] *= WATER_KJ_PER_MOL;
}

int main(int argc, char **argv) {
  const double h = argc > 2 ? atof(argv[1]) : 0, ns = argc > 2 ? atof(argv[2]) : 0;
  const char *scheme = argc > 3 ? argv[3] : "strang";
  static run r;
  static double mean[BLOCKS][COLUMNS];
  water_host host;
  if (!(h > 0 && h <= 10 && ns > 0 && ns <= 1e4) || argc > 4) {
    fprintf(stderr, "temperatures DT NS [SCHEME]; DT in fs\n");
    return 2;
  }
  const int strang = strncmp(scheme, "strang", strlen("strang")) == 0;
  /* Velocities change little in 4 fs. */
  const int64_t stride = (int64_t)fmax(1, floor(4 / h));
  const int64_t samples = (int64_t)(ns * 1e6 / (h * (double)stride) / BLOCKS);
  char what[64];
  snprintf(what, sizeof what, "%s at %g fs, %g ns", scheme, h, ns);
  waters_host(&host);
  waters_start(&r, &host);
  run_begin(&r, scheme, strang ? "refined" : NULL, 1);
  run_steps(&r, h, (int64_t)ceil(10e3 / h)); /* to forget the last change of momenta */
  for (int b = 0; b < BLOCKS; ++b)
    for (int64_t i = 0; i < samples; ++i) {
      double now[COLUMNS];
      run_steps(&r, h, stride);
      sample(&r, strang, now);
      for (int k = 0; k < COLUMNS; ++k) mean[b][k] += now[k] / (double)samples;
      run_progress(what, (b + (double)i / (double)samples) / BLOCKS);
    }
  run_progress(what, 1);
  printf("%s %g %g", scheme, h, ns);
  for (int k = 0; k < COLUMNS; ++k) {
    double all = 0, squares = 0;
    for (int b = 0; b < BLOCKS; ++b) all += mean[b][k] / BLOCKS;
    for (int b = 0; b < BLOCKS; ++b) squares += (mean[b][k] - all) * (mean[b][k] - all);
    printf(" %.9g %.3g", all, sqrt(squares / (BLOCKS - 1) / BLOCKS));
  }
  printf(" %.9g %.9g\n", mean[0][ENERGY], mean[BLOCKS - 1][ENERGY]);
  run_end(&r);
  water_host_destroy(&host);
  return 0;
}
