/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.h - what work_precision measured, as files to plot and as tables to read.
 */
#ifndef REPORT_H
#define REPORT_H
#include "curve.h"
#include "workload.h"

enum { STATE, ENERGY, ERRORS };
enum { CALLS, CPU, COSTS };
enum { COMPOSED, SPLITTING, GRADIENT, DISPLACED, GROUPS };

typedef struct result {
  char name[64], scheme[48];
  int group;
  uint32_t order, calls; /* a step                                                       */
  double cpu;            /* seconds a step                                               */
  int n;
  double h[CURVE_MOST], cost[COSTS][CURVE_MOST], error[ERRORS][CURVE_MOST];
} result;

/* PREFIX_composed.txt and so on, a file a group, strang (the first result) in each.  0, or -1. */
int report_write(const char *prefix, const workload *p, const result *results, int n);

/* Tables on stdout; 0 if gradients are worth their cost. */
int report_print(const result *results, int n);

#endif
