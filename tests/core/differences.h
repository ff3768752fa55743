/* SPDX-License-Identifier: BSD-3-Clause
 *
 * differences.h - the derivative of the free flow by differences of the reference solution, in quadruple precision.
 */
#ifndef DIFFERENCES_H
#define DIFFERENCES_H
#include "reference.h"
#include <math.h>

enum { INPUTS = 11 }; /* l, q, inertia, h: the columns of rgs_draft_free_flow_jacobian */

static inline double *input_of(free_motion *m, int input) {
  return input < 3 ? m->l + input : input < 7 ? m->q + input - 3 : input < 10 ? m->inertia + input - 7 : &m->h;
}

/* Makes room for steps: every number becomes a multiple of 2^-48 of its array. */
static inline void round_input(free_motion *m) {
  for (int input = 0; input < INPUTS; input++) {
    double *x = input_of(m, input), largest = 0;
    const int first = input < 3 ? 0 : input < 7 ? 3 : input < 10 ? 7 : 10, end = input < 3 ? 3 : input < 7 ? 7 : input < 10 ? 10 : 11;
    for (int i = first; i < end; i++) largest = fmax(largest, fabs(*input_of(m, i)));
    int e;
    (void)frexp(largest, &e);
    *x = ldexp(nearbyint(ldexp(*x, 48 - e)), e - 48);
  }
}

/* By the input, times its scale.  Error: of the order of 2^-88 from the step and 2^-50 from the reference. */
static inline void difference(const free_motion *m, int input, double scale, wide column[4]) {
  const double step = ldexp(scale, -44);
  free_motion up = *m, down = *m;
  free_end high, low;
  *input_of(&up, input) += step;
  *input_of(&down, input) -= step;
  reference_flow(&up, false, &high);
  reference_flow(&down, false, &low);
  const wide per = (wide)scale / ((wide)*input_of(&up, input) - (wide)*input_of(&down, input));
  for (int k = 0; k < 4; k++) column[k] = per * (high.q[k] - low.q[k]);
}
#endif
