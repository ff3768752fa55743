/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plot.h - the energy of a run, for gnuplot.
 */
#ifndef WATER_CLUSTER_PLOT_H
#define WATER_CLUSTER_PLOT_H
#include "measure.h"
#include "options.h"

#include <stdio.h>

typedef struct plot {
  FILE *data, *commands; /* NULL without --plot */
} plot;

/* Opened before the run: a file that cannot be written is better told before it than after it. */
plot open_plot(const options *o);

/* Writes both files and closes them; the energies are divided by `unit`. */
void write_plot(plot p, const options *o, const span *spans, double unit);
#endif
