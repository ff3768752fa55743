/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_axis_turns.h - the flows of threerot and nosquish (rotor_split.c) and of symrot
 * (rotor_symrot.c).
 */
#ifndef RGS_KERNEL_AXIS_TURNS_H
#define RGS_KERNEL_AXIS_TURNS_H
#include "axis_turns.h"

/* Five turns about axes 2 1 0 1 2. */
RGS_KERNEL rgs_status rgs_split_flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  const rgs_flow flow = *call;
  for (int64_t i = 0; i < flow.n; i += RGS_WIDTH) {
    rgs_axis_turns t;
    rgs_free_body b;
    rgs_axis_turns_load(&flow, i, &t, &b);
    const rgs_lanes half = 0.5 * b.time;
    rgs_turn_about_axis(&b, 2, half * (t.a[2] * b.y[2]));
    rgs_turn_about_axis(&b, 1, half * (t.a[1] * b.y[1]));
    rgs_turn_about_axis(&b, 0, b.time * (t.a[0] * b.y[0]));
    rgs_turn_about_axis(&b, 1, half * (t.a[1] * b.y[1]));
    rgs_turn_about_axis(&b, 2, half * (t.a[2] * b.y[2]));
    rgs_axis_turns_store(&flow, i, &t, &b);
  }
  return RGS_OK;
}

/* Axis 0 is r of rotor_symrot.c, 1 is m, 2 is z; a: a_r - a_m, a_m, a_z - a_m. */
RGS_KERNEL rgs_status rgs_symrot_flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  const rgs_flow flow = *call;
  for (int64_t i = 0; i < flow.n; i += RGS_WIDTH) {
    rgs_axis_turns t;
    rgs_free_body b;
    rgs_axis_turns_load(&flow, i, &t, &b);
    const rgs_lanes half = 0.5 * b.time, half_rest = half * t.a[0];
    rgs_turn_about_axis(&b, 0, half_rest * b.y[0]);
    rgs_lanes c, s;
    rgs_sincos(half * t.a[1], &s, &c);
    rgs_turn_in_body(b.q, c, s * b.y[0], s * b.y[1], s * b.y[2]);
    rgs_turn_about_axis(&b, 2, b.time * t.a[2] * b.y[2]);
    rgs_turn_about_axis(&b, 0, half_rest * b.y[0]);
    rgs_axis_turns_store(&flow, i, &t, &b);
  }
  return RGS_OK;
}

#endif /* RGS_KERNEL_AXIS_TURNS_H */
