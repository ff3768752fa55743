/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reference.h - the free rotation of a rigid body by Taylor series: slow, and independent of every
 * method of the library, so that these can be measured against it.
 *
 * In long double; in quadruple precision where the file is compiled with REFERENCE_QUAD.
 */
#pragma once
#include <float.h>
#include <stdbool.h>

#if defined(REFERENCE_QUAD) && LDBL_MANT_DIG < 113
__extension__ typedef __float128 wide;
#else
typedef long double wide;
#endif

/* The input of one flow, as rgs_free_flow takes it: moments of inertia (0: no spin about that
 * axis), momentum in space, orientation (w, x, y, z) up to its length, time. */
typedef struct free_motion {
  double inertia[3], l[3], q[4], h;
} free_motion;

typedef struct free_end {
  wide q[4];             /* the orientation then, of length 1                              */
  double one_ulp;        /* the largest angle by which it turns when each number of     */
                         /* inertia, l and q changes by one unit in its last place...   */
  double one_ulp_of_one; /* ...and when q changes by one ulp of its length, 1    */
  double cond;           /* condition number: the angles that relative changes of      */
                         /* inertia, l, q and h make, added up; as in data/make.py     */
} free_end;

/* The last three are computed only if asked for: to first order, over all combinations of signs. */
void reference_flow(const free_motion *motion, bool with_one_ulp, free_end *end);

/* Angle of the rotation from the one orientation to the other, good to all digits however small. */
double reference_angle(const wide want[4], const double got[4]);

wide reference_energy(const double inertia[3], const double l[3], const double q[4]);
