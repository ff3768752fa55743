/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batches_simd.c - what all thermostats and barostats share: kinetic energies and total momentum, scaled
 * momenta, free flight with a barostat.  No operation is fused, so that all instruction sets give the same
 * bits.
 */
#include "thermostats/thermostats.h"
#include "thermostats/thermostat_simd.h"
#include "simd/instruction_set.h"

typedef struct rgs_kinetic_kinds {
  rgs_kinds of;
  rgs_lanes half; /* of the mass, or of its inverse */
} rgs_kinetic_kinds;

/* What the bodies in these lanes add to the sums, in the order of rgs_thermostat_sums. */
RGS_WITHIN RGS_INLINE void rgs_kinetic_terms(const rgs_thermostat_bodies *b, int64_t i,
                                             rgs_kinetic_kinds *kinds,
                                             rgs_lanes term[RGS_THERMOSTAT_SUMS]) {
  rgs_lanes p[3], l[3], q[4], row[3][3];
  if (rgs_new_kinds(b, i, &kinds->of))
    kinds->half = b->p_is_velocity ? 0.5 * kinds->of.mass : 0.5 / kinds->of.mass;
  rgs_load_all(&b->p, b->n, i, 3, p);
  rgs_load_all(&b->l, b->n, i, 3, l);
  rgs_load_all(&b->q, b->n, i, 4, q);
  for (int k = 0; k < 3; k++) {
    term[k] = kinds->half * (p[k] * p[k]);
    term[4 + k] = p[k];
    if (b->p_is_velocity) term[4 + k] *= kinds->of.mass;
  }
  rgs_rotation_of(q, row);
  rgs_lanes twice = rgs_same(0), axes = rgs_same(0);
  const rgs_lanes rest = RGS_REST * RGS_REST * (l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes y = rgs_along_body_axis(row, l, k), square = y * y;
    const rgs_mask none = rgs_equal(kinds->of.moment[k], rgs_same(0));
    twice += square * kinds->of.mobility[k];
    axes += rgs_unless(rgs_or(none, rgs_at_most(square, rest)), rgs_same(1));
  }
  if (b->plane) axes = rgs_unless(rgs_equal(axes, rgs_same(0)), rgs_same(1));
  term[3] = 0.5 * twice;
  term[7] = kinds->of.mass;
  term[8] = axes;
  const rgs_mask counts = rgs_and(rgs_chosen(b, i), rgs_lanes_below(i, b->own));
  if (!rgs_all(counts))
    for (int k = 0; k < RGS_THERMOSTAT_SUMS; k++) term[k] = rgs_unless(rgs_not(counts), term[k]);
}

/* Kinetic energies: of x y z, or half of P_x P_y/M, P_x P_z/M, P_y P_z/M; chosen or not. */
RGS_WITHIN RGS_INLINE void rgs_translation_terms(const rgs_thermostat_bodies *b, int64_t i,
                                                 int cross, rgs_lanes term[3]) {
  const rgs_mask beyond = rgs_not(rgs_lanes_below(i, b->own));
  const rgs_lanes mass = rgs_load(&b->mass, b->n, i, 0);
  const rgs_lanes half = b->p_is_velocity ? 0.5 * mass : 0.5 / mass;
  rgs_lanes p[3];
  rgs_load_all(&b->p, b->n, i, 3, p);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes square = cross ? p[k == 2 ? 1 : 0] * p[k == 0 ? 1 : 2] : p[k] * p[k];
    term[k] = rgs_unless(beyond, half * square);
  }
}

RGS_WITHIN RGS_INLINE int rgs_sum_translation(const rgs_thermostat_bodies *b, int cross,
                                              double *sums) {
  rgs_lane_sum sum[3];
  memset(sum, 0, sizeof sum);
  for (int64_t i = 0; i < b->own; i += RGS_WIDTH) {
    rgs_lanes term[3];
    rgs_translation_terms(b, i, cross, term);
    for (int k = 0; k < 3; k++) sum[k].part[i / RGS_WIDTH % RGS_SUM_PARTS] += term[k];
  }
  for (int k = 0; k < 3; k++) sums[k] = rgs_sum_up(&sum[k]);
  return rgs_sums_finite(sums, 3);
}

RGS_THERMOSTAT_KERNEL(rgs_translation_batch, void) {
  (void)given;
  return rgs_sum_translation(&b, 0, sums);
}
RGS_KERNEL(translation, void, RGS_USES_P | RGS_USES_MASS, 0, 3,
           (rgs_translation_terms(one, 0, 0, term), 1))

RGS_THERMOSTAT_KERNEL(rgs_cross_batch, void) {
  (void)given;
  return rgs_sum_translation(&b, 1, sums);
}
RGS_KERNEL(cross, void, RGS_USES_P | RGS_USES_MASS, 0, 3,
           (rgs_translation_terms(one, 0, 1, term), 1))

RGS_THERMOSTAT_KERNEL(rgs_kinetic_batch, void) {
  (void)given;
  rgs_kinetic_kinds kinds = { .of = rgs_no_kinds() };
  rgs_lane_sum sum[RGS_THERMOSTAT_SUMS];
  memset(sum, 0, sizeof sum);
  for (int64_t i = 0; i < b.own; i += RGS_SUM_LANES)
    for (int part = 0; part < RGS_SUM_PARTS && i + part * RGS_WIDTH < b.own; part++) {
      const int64_t at = i + part * RGS_WIDTH;
      rgs_lanes term[RGS_THERMOSTAT_SUMS];
      rgs_kinetic_terms(&b, at, &kinds, term);
      for (int k = 0; k < RGS_THERMOSTAT_SUMS; k++) sum[k].part[part] += term[k];
    }
  for (int k = 0; k < RGS_THERMOSTAT_SUMS; k++) sums[k] = rgs_sum_up(&sum[k]);
  return rgs_sums_finite(sums, RGS_THERMOSTAT_SUMS);
}

#ifdef RGS_ON_DEVICE
RGS_INLINE void rgs_kinetic_terms_of(const rgs_thermostat_bodies *one, double *term) {
  rgs_kinetic_kinds kinds;
  kinds.of = rgs_no_kinds();
  kinds.half = 0;
  rgs_kinetic_terms(one, 0, &kinds, term);
}
#endif
RGS_KERNEL(kinetic, void, RGS_MOMENTA | RGS_USES_Q | RGS_CONSTANTS, 0, RGS_THERMOSTAT_SUMS,
           (rgs_kinetic_terms_of(one, term), 1))

/* 0 for all numbers but infinities and nan. */
RGS_WITHIN RGS_INLINE rgs_lanes rgs_scale_lanes(const rgs_thermostat_bodies *b, int64_t i,
                                                const rgs_scale_step *step) {
  const rgs_mask act = rgs_chosen(b, i);
  rgs_lanes p[3], l[3], mass = rgs_same(1), sum = rgs_same(0);
  if (!b->p_is_velocity) mass = rgs_load(&b->mass, b->n, i, 0);
  rgs_load_all(&b->p, b->n, i, 3, p);
  rgs_load_all(&b->l, b->n, i, 3, l);
  for (int k = 0; k < 3; k++) {
    const double stays = (1 - step->translation) * step->drift[k];
    p[k] = rgs_select(act, step->translation * p[k] + stays * mass, p[k]);
    l[k] = rgs_select(act, step->rotation * l[k], l[k]);
    sum += (p[k] - p[k]) + (l[k] - l[k]);
  }
  rgs_store_all(&b->p, b->n, i, 3, p);
  rgs_store_all(&b->l, b->n, i, 3, l);
  return sum;
}

RGS_THERMOSTAT_KERNEL(rgs_scale_batch, rgs_scale_step) {
  const rgs_scale_step step = *given; /* a copy, which stores cannot change */
  (void)sums;
  rgs_lanes sum = rgs_same(0);
  for (int64_t i = 0; i < b.n; i += RGS_WIDTH) sum += rgs_scale_lanes(&b, i, &step);
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}
RGS_KERNEL(scale, rgs_scale_step, RGS_USES_MASS_OF_P, RGS_MOMENTA, 0,
           rgs_scale_lanes(one, 0, step) == 0)

RGS_WITHIN RGS_INLINE rgs_lanes rgs_displace_and_scale_lanes(const rgs_thermostat_bodies *b,
                                                             int64_t i,
                                                             const rgs_scale_step *step) {
  rgs_lanes p[3], l[3], a[3], mass = rgs_same(1), share = rgs_same(step->displacement);
  rgs_lanes sum = rgs_same(0);
  if (!b->p_is_velocity) {
    mass = rgs_load(&b->mass, b->n, i, 0);
    share = step->displacement / mass;
  }
  rgs_load_all(&b->p, b->n, i, 3, p);
  rgs_load_all(&b->l, b->n, i, 3, l);
  rgs_load_all(&b->x, b->n, i, 3, a);
  for (int k = 0; k < 3; k++) {
    const double stays = (1 - step->translation) * step->drift[k];
    const rgs_lanes scaled = step->translation * p[k] + stays * mass;
    a[k] += share * (p[k] + scaled);
    p[k] = scaled;
    l[k] = step->rotation * l[k];
    sum += (p[k] - p[k]) + (l[k] - l[k]) + (a[k] - a[k]);
  }
  rgs_store_all(&b->p, b->n, i, 3, p);
  rgs_store_all(&b->l, b->n, i, 3, l);
  rgs_store_all(&b->x, b->n, i, 3, a);
  return sum;
}

RGS_THERMOSTAT_KERNEL(rgs_displace_and_scale_batch, rgs_scale_step) {
  const rgs_scale_step step = *given; /* a copy, which stores cannot change */
  (void)sums;
  rgs_lanes sum = rgs_same(0);
  for (int64_t i = 0; i < b.n; i += RGS_WIDTH) sum += rgs_displace_and_scale_lanes(&b, i, &step);
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}
RGS_KERNEL(displace_and_scale, rgs_scale_step, RGS_USES_MASS_OF_P, RGS_USES_X | RGS_MOMENTA, 0,
           rgs_displace_and_scale_lanes(one, 0, step) == 0)

/* The axes, one by one: x += expansion (x - origin) + displacement P/M and P *= scaling. */
RGS_WITHIN RGS_INLINE void rgs_stretch(const rgs_cell_flight *step, rgs_lanes share, rgs_lanes a[3],
                                       rgs_lanes p[3]) {
  for (int k = 0; k < 3; k++) {
    a[k] += step->expansion[k] * (a[k] - step->origin[k]) + step->displacement[k] * share * p[k];
    p[k] *= step->scaling[k];
  }
}

/* x - origin -> n (x - origin) and P -> n^-T P. */
RGS_WITHIN RGS_INLINE void rgs_shear(const double n[3], const double origin[3], rgs_lanes a[3],
                                     rgs_lanes p[3]) {
  a[0] += n[0] * (a[1] - origin[1]) + n[1] * (a[2] - origin[2]);
  a[1] += n[2] * (a[2] - origin[2]);
  p[2] += (n[0] * n[2] - n[1]) * p[0] - n[2] * p[1];
  p[1] -= n[0] * p[0];
}

RGS_WITHIN RGS_INLINE rgs_lanes rgs_fly_lanes(const rgs_thermostat_bodies *b, int64_t i,
                                              const rgs_cell_flight *step, int sheared) {
  rgs_lanes a[3], p[3], share = rgs_same(1), sum = rgs_same(0);
  if (!b->p_is_velocity) share = 1 / rgs_load(&b->mass, b->n, i, 0);
  rgs_load_all(&b->x, b->n, i, 3, a);
  rgs_load_all(&b->p, b->n, i, 3, p);
  if (sheared) rgs_shear(step->shear_before, step->origin, a, p);
  rgs_stretch(step, share, a, p);
  if (sheared) rgs_shear(step->shear_after, step->origin, a, p);
  for (int k = 0; k < 3; k++) sum += a[k] - a[k];
  rgs_store_all(&b->x, b->n, i, 3, a);
  rgs_store_all(&b->p, b->n, i, 3, p);
  return sum;
}

RGS_WITHIN RGS_INLINE int rgs_fly(const rgs_thermostat_bodies b, const rgs_cell_flight *given,
                                  int sheared) {
  const rgs_cell_flight step = *given; /* a copy, which stores cannot change */
  rgs_lanes sum = rgs_same(0);
  for (int64_t i = 0; i < b.n; i += RGS_WIDTH) sum += rgs_fly_lanes(&b, i, &step, sheared);
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

RGS_THERMOSTAT_KERNEL(rgs_fly_batch, rgs_cell_flight) {
  (void)sums;
  return rgs_fly(b, given, 0);
}
RGS_KERNEL(fly, rgs_cell_flight, RGS_USES_MASS_OF_P, RGS_USES_X | RGS_USES_P, 0,
           rgs_fly_lanes(one, 0, step, 0) == 0)
RGS_THERMOSTAT_KERNEL(rgs_sheared_fly_batch, rgs_cell_flight) {
  (void)sums;
  return rgs_fly(b, given, 1);
}
RGS_KERNEL(sheared_fly, rgs_cell_flight, RGS_USES_MASS_OF_P, RGS_USES_X | RGS_USES_P, 0,
           rgs_fly_lanes(one, 0, step, 1) == 0)
