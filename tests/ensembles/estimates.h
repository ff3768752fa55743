/* SPDX-License-Identifier: BSD-3-Clause
 *
 * estimates.h - means of correlated samples with their errors, and the comparison of many of them
 * with what is known.
 */
#pragma once

/* The number of blocks is odd, so that Student's distribution has a finite sum. */
enum { BLOCKS = 33, MOST_MEANS = 28 };

typedef struct estimate {
  double value, error;
} estimate;

/* Means over BLOCKS consecutive parts of a run, which are taken as independent. */
typedef struct blocks {
  int means;
  long samples, taken;
  double sum[BLOCKS][MOST_MEANS];
} blocks;

/* samples: how many will be added at least; those beyond a multiple of BLOCKS are left out. */
void blocks_begin(blocks *b, int means, long samples);
void blocks_add(blocks *b, const double *values);
/* Of a function of the means, by leaving out one block at a time (jackknife). */
estimate blocks_estimate(const blocks *b, double (*f)(const double *means));
/* Of one mean. */
estimate blocks_mean(const blocks *b, int which);

/* ---- verdicts ----------------------------------------------------------------------------------- */

/* Prints a line and remembers how probable it is that an estimate is so far off: by Student's
 * distribution with BLOCKS - 1 degrees of freedom.  `error`: of what is known. */
void compare(const char *what, estimate found, double known, double error);
/* Prints a line, and remembers a failure if value is not within room of what is known. */
void compare_bound(const char *what, double value, double known, double room);
/* How many sigma, for tables. */
double sigmas(estimate found, double known, double error);
/* Remembers the probability of so many sigma without a line of its own. */
void remember_sigmas(double sigma);

/* Prints how many comparisons there were and the smallest probability, corrected for their number
 * (Bonferroni), and returns 0 if it is above `level` and all bounds hold, else 1.  Were all samples
 * independent of the seed that was chosen, a right program would fail with the probability `level`. */
int verdict(double level);
