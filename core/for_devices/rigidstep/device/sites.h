/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sites.h - the sites of a rigid body, such as atoms: where they are, how fast they move, and what the
 * forces on them, or changes of their velocities, mean for the body.
 *
 * Nothing is fused, so that a processor and a device that get equal forces give equal bits; add up the
 * sites of a body in one order.  row: of rgs_rotation_of.
 */
#ifndef RGS_SITES_H
#define RGS_SITES_H
#include "quaternion.h"

/* arm: from the centre of mass to the site, in space; site: the same in the body frame. */
RGS_INLINE void rgs_site_arm(rgs_lanes row[3][3], const rgs_lanes site[3], rgs_lanes arm[3]) {
  for (int j = 0; j < 3; j++)
    arm[j] = (row[j][0] * site[0] + row[j][1] * site[1]) + row[j][2] * site[2];
}

/* sum += arm x vector.  With a force the sum is the torque, with a momentum the angular momentum. */
RGS_INLINE void rgs_site_moment(const rgs_lanes arm[3], const rgs_lanes vector[3],
                                rgs_lanes sum[3]) {
  sum[0] += arm[1] * vector[2] - arm[2] * vector[1];
  sum[1] += arm[2] * vector[0] - arm[0] * vector[2];
  sum[2] += arm[0] * vector[1] - arm[1] * vector[0];
}

/* The angular velocity in space.  There is none about an axis whose moment is 0. */
RGS_INLINE void rgs_angular_velocity(rgs_lanes row[3][3], const rgs_lanes moment[3],
                                     const rgs_lanes l[3], rgs_lanes w[3]) {
  rgs_lanes about[3];
  for (int k = 0; k < 3; k++) {
    const rgs_mask none = rgs_not(rgs_less(rgs_same(0), moment[k]));
    about[k] =
        rgs_unless(none, rgs_along_body_axis(row, l, k) / rgs_select(none, rgs_same(1), moment[k]));
  }
  rgs_site_arm(row, about, w);
}

/* velocity: in, of the centre of mass; out, of the site. */
RGS_INLINE void rgs_site_velocity(const rgs_lanes w[3], const rgs_lanes arm[3],
                                  rgs_lanes velocity[3]) {
  rgs_site_moment(w, arm, velocity);
}

#endif /* RGS_SITES_H */
