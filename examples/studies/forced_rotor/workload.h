/* SPDX-License-Identifier: BSD-3-Clause
 *
 * workload.h - the motions on which schemes are compared: a heavy top, and a warm cluster of water.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H
#include "top_model.h"
#include "water_model.h"
#include "forced_run.h"

typedef struct workload {
  const char *title, *time_unit;
  forced_model model;
  forced_state start;
  double span;         /* the state after so long is compared                                   */
  int64_t spans;       /* the energy is watched over so many spans                              */
  double fewest, most; /* evaluations a span that are worth a try                          */
  double (*distance)(const struct workload *p, const forced_state *a, const forced_state *b);
  heavy_top top;
  water_host water;
} workload;

/* I = (0.376, 0.627, 1), y0 = (0, 0.6, -0.8), Q0 = 1, U = Q33: the body of G. Vilmart, Rigid body
 * dynamics (2013), with a weight that is no small perturbation. */
void workload_top(workload *p);

/* n SPC/E molecules in a soft wall after 10 ps at 300 K.  0, or -1 with the reason in *error. */
int workload_water(workload *p, rgs_context *context, int64_t n, rgs_error *error);
void workload_close(workload *p);

#endif
