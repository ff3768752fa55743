/* SPDX-License-Identifier: BSD-3-Clause
 *
 * curve.h - cost against error, and where one curve goes below another.
 */
#ifndef CURVE_H
#define CURVE_H

enum { CURVE_MOST = 64 };

/* Points in the order of rising cost; an error may be infinite. */
typedef struct curve {
  int n;
  double cost[CURVE_MOST], error[CURVE_MOST];
} curve;

/* The cost from which on the error stays at or below `error`, on straight lines between the points'
 * logarithms; that of the first point if it is good enough, infinite if the last is not. */
double curve_cost(const curve *c, double error);

/* The largest error up to which, from the smallest that both reach, c is cheaper than base; 0 if it
 * is not cheaper there.  *open: c stays cheaper up to the largest error base has. */
double curve_crossing(const curve *c, const curve *base, int *open);

#endif
