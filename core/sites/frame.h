/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frame.h - principal moments and axes, chosen so that rounding of positions chooses nothing
 * (rigidstep/sites.h has the rules).
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Relative differences of moments, and heights over a plane in parts of the extent, that count as none. */
#define RGS_EQUAL_MOMENTS 1e-6
#define RGS_FLAT 1e-9

/* The frame of n sites.
 * Given:    arm     from the centre of mass to each site
 *           extent  the largest length of an arm
 *           rough   rounding of the arms, in parts of the extent
 * Returned: arm     in the principal frame
 *           whether all sites lie in a plane */
bool rgs_frame_of_sites(int64_t n, double *arm, const double *mass, double extent, double rough,
                        double inertia[3], double q[4]);

/* The frame of sites on a line through the centre of mass along the unit vector u.  Its sense is taken from
 * the first site with a part of it.  arm: becomes the places along the first axis. */
void rgs_frame_of_line(int64_t n, double *arm, const double *mass, double extent, const double u[3],
                       double inertia[3], double q[4]);

/* The frame of an inertia tensor.  axis: principal axes, its rows. */
void rgs_frame_of_tensor(double J[4][4], double inertia[3], double axis[3][3]);

/* The orientation whose body axes are, in space, the rows of `axis`; and of a linear body along the unit
 * vector u. */
void rgs_orientation_of_axes(double axis[3][3], double q[4]);
void rgs_orientation_of_linear(const double u[3], double q[4]);

/* The line that sites are nearest to. */
typedef struct rgs_best_line {
  double along[3]; /* a unit vector */
  double length;   /* that sites with mass extend over */
  double off,
      massless; /* the largest distance from it of a site that has mass, and of one that has none */
} rgs_best_line;
rgs_best_line rgs_best_line_of(int64_t n, const double *arm, const double *mass);
