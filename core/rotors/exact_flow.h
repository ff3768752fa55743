/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_flow.h - the flow of the rotor `exact` over columns of bodies.  The mathematics is in
 * rigidstep/device/exact.h, which devices compile too; exact_simd.c has formulas and notation.
 */
#pragma once
#include "simd/instruction_set.h"
#include "rotors/exact_top.h"
#include <rigidstep/device/exact.h>

/* ---- bodies ---------------------------------------------------------------------------------- */
/* Bodies that are not as usual: see rgs_exact_far. */
RGS_APART void rgs_exact_load_far(const rgs_flow *flow, int64_t i, unsigned usual, rgs_lanes q2,
                                  rgs_lanes q[4], rgs_lanes l[3], rgs_exact_body *b) {
  double each_q2[RGS_WIDTH], each_q[4][RGS_WIDTH], each_l[3][RGS_WIDTH];
  double T[RGS_WIDTH], slow[RGS_WIDTH], w1[RGS_WIDTH], order[RGS_WIDTH];
  rgs_to_memory(each_q2, q2);
  for (int k = 0; k < 4; k++) rgs_to_memory(each_q[k], q[k]);
  for (int k = 0; k < 3; k++) rgs_to_memory(each_l[k], l[k]);
  rgs_to_memory(T, b->T);
  rgs_to_memory(slow, b->slow);
  rgs_to_memory(w1, b->w1);
  rgs_to_memory(order, rgs_of_bits(b->order));
  for (int lane = 0; lane < RGS_WIDTH; lane++) {
    if (usual >> lane & 1) continue;
    const int64_t body = i + lane < flow->n ? i + lane : flow->n - 1;
    const double moment[3] = RGS_MOMENTS_AT(&flow->inertia, body);
    double q_body[4], l_body[3];
    for (int k = 0; k < 4; k++) q_body[k] = each_q[k][lane];
    for (int k = 0; k < 3; k++) l_body[k] = each_l[k][lane];
    const rgs_exact_shape shape =
        rgs_exact_far(flow->h, moment, each_q2[lane], q_body, l_body, &T[lane], &slow[lane]);
    w1[lane] = shape.w1;
    order[lane] = shape.order;
    for (int k = 0; k < 4; k++) each_q[k][lane] = q_body[k];
    for (int k = 0; k < 3; k++) each_l[k][lane] = l_body[k];
  }
  for (int k = 0; k < 4; k++) q[k] = rgs_from_memory(each_q[k]);
  for (int k = 0; k < 3; k++) l[k] = rgs_from_memory(each_l[k]);
  b->T = rgs_from_memory(T);
  b->slow = rgs_from_memory(slow);
  b->w1 = rgs_from_memory(w1);
  b->order = rgs_bits_of(rgs_from_memory(order));
}

RGS_INLINE void rgs_exact_load(const rgs_flow *flow, int64_t i, rgs_exact_body *b) {
  rgs_exact_top t;
  rgs_lanes q[4], l[3];
  rgs_load_prepared(flow->prepared, flow->n, i, sizeof t / sizeof(rgs_lanes), &t.order);
  rgs_load_all(&flow->q, flow->n, i, 4, q);
  rgs_load_all(&flow->l, flow->n, i, 3, l);
  const rgs_lanes half = rgs_same(0.5 * flow->h);
  for (int k = 0; k < 4; k++) b->q[k] = q[k];
  /* cppcheck-suppress uninitvar; rgs_load_prepared fills all of t */
  b->T = half * t.beta;
  b->slow = half * t.a3;
  b->w1 = t.w1;
  b->order = rgs_bits_of(t.order);

  rgs_lanes q2;
  const rgs_mask usual = rgs_exact_measure(q, l, b, &q2);
  if (!rgs_all(usual)) {
    rgs_exact_load_far(flow, i, rgs_mask_bits(usual), q2, q, l, b);
    (void)rgs_exact_measure(q, l, b, &q2);
  }
  rgs_exact_momentum(q, l, q2, b->y);
  rgs_relabel(b->order, b->y);
}

/* ---- flow ------------------------------------------------------------------------------------ */
/* So many groups of bodies make each part of the flow together.  The operations on one body depend on
 * each other, and meanwhile the processor works on the others. */
#ifndef RGS_EXACT_GROUPS
#define RGS_EXACT_GROUPS 8
#endif

RGS_LANE_FLOW(rgs_exact_flow) {
  const rgs_flow flow = *call; /* a copy, so that stores cannot change it: it stays in registers */
  rgs_lanes faults = rgs_same(0);
  rgs_exact_group group[RGS_EXACT_GROUPS];
  for (int64_t first = 0; first < flow.n; first += RGS_EXACT_GROUPS * RGS_WIDTH) {
    const int64_t left = (flow.n - first + RGS_WIDTH - 1) / RGS_WIDTH;
    const int groups = left < RGS_EXACT_GROUPS ? (int)left : RGS_EXACT_GROUPS;
    int more = 0;
    for (int g = 0; g < groups; g++) rgs_exact_load(&flow, first + g * RGS_WIDTH, &group[g].b);
    for (int g = 0; g < groups; g++) more |= rgs_exact_start(&group[g]);
    if (more) rgs_exact_go_on(group, groups);
    for (int g = 0; g < groups; g++) {
      rgs_exact_body *b = &group[g].b;
      rgs_exact_rotate(b->y, b->w1, b->order, &group[g].e.m, &group[g].e.p, b->q);
      faults += rgs_store_orientation(&flow, first + g * RGS_WIDTH, b->q);
    }
  }
  return rgs_orientations_stored(&flow, faults, bad);
}
