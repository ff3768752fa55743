/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_bodies.h - random bodies of every kind of motion, what the library does with them, and a
 * comparison bit for bit.
 */
#ifndef DEVICE_BODIES_H
#define DEVICE_BODIES_H
#include <stdint.h>

#define DEVICE_BODIES_H_STEP 0.015625 /* the time step of all tests */

/* Fills 17 numbers a body (device_work.h).  extreme: some have units far from 1; they can be rotated, but
 * not kicked. */
void device_bodies(uint64_t seed, int64_t n, int extreme, double *numbers);

/* The same work as work_on, by calls of the library. */
void device_library(int what, double h, int64_t n, double *numbers);

/* Does the library fuse products and sums on the path that this process takes? */
int device_library_fuses(void);

/* Differences of all numbers; prints them. */
typedef struct device_difference {
  int64_t bodies; /* that differ */
  double ulp;     /* the largest difference, in units in the last place of the larger of the two
                           * numbers, or of 1/64 of its vector's largest */
  int64_t where;  /* the body where that is */
} device_difference;
device_difference device_compare(int64_t n, const double *got, const double *want);

/* Strang steps in floats beside steps in doubles: the largest difference of orientations where a step has
 * at most a radian, and *of_long: elsewhere.  Up to a radian a step, errors are a few units in the last
 * place of a float.  Longer rotations near the unstable axis let every error grow, the error of rounding the
 * moments to floats first of all.  Infinite if a number is nan. */
double device_single_error(int64_t n, const double *got, const double *want, double *of_long);
#define DEVICE_SINGLE_ERROR (8 * 0x1p-24)

#endif /* DEVICE_BODIES_H */
