/* SPDX-License-Identifier: BSD-3-Clause
 *
 * steady.h - does a series stay what it is?  Its drift, with an error; and the frequency of its
 * strongest line, which on a torus is the same whenever it is measured.
 */
#ifndef STEADY_H
#define STEADY_H
#include <stdint.h>

typedef struct drift {
  double slope, error; /* of a straight line through the means of 20 blocks, in units a sample; its
                          standard error, from the blocks' scatter about it                       */
  double change;       /* largest distance of two block means                                     */
  double rms;          /* of the samples about their mean                                         */
} drift;
drift drift_of(const double *series, int64_t n);

/* Angular frequency a sample of the strongest line of re + i im: the largest Fourier coefficient,
 * with a window that keeps neighbouring lines out, sought between the frequencies as well
 * (J. Laskar, Physica D 67 (1993) 257, doi:10.1016/0167-2789(93)90210-R). */
double frequency_of(const double *re, const double *im, int64_t n);

#endif
