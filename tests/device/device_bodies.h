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

#endif /* DEVICE_BODIES_H */
