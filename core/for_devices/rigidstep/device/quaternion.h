/* SPDX-License-Identifier: BSD-3-Clause
 *
 * quaternion.h - rotations of vectors and orientations.
 */
#ifndef RGS_QUATERNION_H
#define RGS_QUATERNION_H
#include "number.h"

RGS_INLINE void rgs_cross(const rgs_lanes u[3], const rgs_lanes v[3], rgs_lanes product[3]) {
  product[0] = rgs_msub(u[1], v[2], u[2] * v[1]);
  product[1] = rgs_msub(u[2], v[0], u[0] * v[2]);
  product[2] = rgs_msub(u[0], v[1], u[1] * v[0]);
}

/* q <- q r: the body rotates by r, which is given in the body frame. */
RGS_INLINE void rgs_rotate_in_body(rgs_lanes q[4], rgs_lanes r0, rgs_lanes r1, rgs_lanes r2,
                                   rgs_lanes r3) {
  const rgs_lanes q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
  q[0] = rgs_nmadd(q3, r3, rgs_nmadd(q2, r2, rgs_msub(q0, r0, q1 * r1)));
  q[1] = rgs_nmadd(q3, r2, rgs_madd(q2, r3, rgs_madd(q0, r1, q1 * r0)));
  q[2] = rgs_nmadd(q1, r3, rgs_madd(q3, r1, rgs_madd(q0, r2, q2 * r0)));
  q[3] = rgs_nmadd(q2, r1, rgs_madd(q1, r2, rgs_madd(q0, r3, q3 * r0)));
}

/* unit: q brought to length 1.  What is returned is nan, or larger than RGS_LARGEST_FAULT, where the
 * length was not finite, 0, or near the ends of the range of a number.  It is never below 0. */
RGS_INLINE rgs_lanes rgs_unit_orientation(const rgs_lanes q[4], rgs_lanes unit[4]) {
  const rgs_lanes length2 =
      rgs_madd(q[3], q[3], rgs_madd(q[2], q[2], rgs_madd(q[1], q[1], q[0] * q[0])));
  const rgs_lanes per_length = 1 / rgs_sqrt(length2);
  for (int k = 0; k < 4; k++) unit[k] = q[k] * per_length;
  return length2 + per_length;
}
#define RGS_LARGEST_FAULT 1e150

/* The rows of the rotation that turns body vectors into space.  Nothing is fused, so that all paths
 * have the same bits. */
RGS_INLINE void rgs_rotation_of(const rgs_lanes q[4], rgs_lanes row[3][3]) {
  const rgs_lanes w = q[0], x = q[1], y = q[2], z = q[3];
  const rgs_lanes ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const rgs_lanes wx = w * x, wy = w * y, wz = w * z, xy = x * y, xz = x * z, yz = y * z;
  row[0][0] = (ww + xx) - (yy + zz);
  row[1][1] = (ww + yy) - (xx + zz);
  row[2][2] = (ww + zz) - (xx + yy);
  row[0][1] = 2 * (xy - wz);
  row[1][0] = 2 * (xy + wz);
  row[0][2] = 2 * (xz + wy);
  row[2][0] = 2 * (xz - wy);
  row[1][2] = 2 * (yz - wx);
  row[2][1] = 2 * (yz + wx);
}

/* Component k of a space vector along the body's axis k. */
RGS_INLINE rgs_lanes rgs_along_body_axis(rgs_lanes row[3][3], const rgs_lanes v[3], int k) {
  return row[0][k] * v[0] + row[1][k] * v[1] + row[2][k] * v[2];
}

#endif /* RGS_QUATERNION_H */
