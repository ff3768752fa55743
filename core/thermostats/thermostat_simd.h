/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostat_simd.h - what the lanes of all thermostats have in common.
 */
#pragma once
#include "thermostats/thermostats.h"
#include "simd/columns.h"
#include "simd/instruction_set.h"
#include <rigidstep/device/quaternion.h>

/* The lanes whose bodies the thermostat acts on. */
RGS_INLINE rgs_mask rgs_chosen(const rgs_thermostat_bodies *b, int64_t i) {
  if (b->chosen.data == NULL) return rgs_mask_of_bits(RGS_ALL_LANES);
  return rgs_not(rgs_equal(rgs_load(&b->chosen, b->n, i, 0), rgs_same(0)));
}

/* 1/moment, and 0 for an axis without spin. */
RGS_INLINE rgs_lanes rgs_mobility(rgs_lanes moment) {
  return rgs_unless(rgs_equal(moment, rgs_same(0)), 1 / moment);
}

/* ---- functions of a batch ----------------------------------------------------------------------
 * RGS_THERMOSTAT_KERNEL(name, step_type) { .. } defines the rgs_on_batch `name`, with the arguments b, a
 * copy, given, which is a const step_type *, and sums.  It is compiled twice: where all columns lie end to
 * end, as they do in most hosts, the compiler knows their strides. */
RGS_INLINE int rgs_bodies_end_to_end(const rgs_thermostat_bodies *b) {
  return rgs_end_to_end(&b->p) && rgs_end_to_end(&b->l) && rgs_end_to_end(&b->inertia) &&
         rgs_end_to_end(&b->x) && b->q.body == 4 && b->q.comp == 1 && b->mass.body == 1 &&
         b->chosen.data == NULL;
}

RGS_INLINE rgs_thermostat_bodies rgs_with_known_strides(rgs_thermostat_bodies b) {
  b.x.body = b.p.body = b.l.body = b.inertia.body = 3;
  b.x.comp = b.p.comp = b.l.comp = b.inertia.comp = b.q.comp = b.mass.body = 1;
  b.q.body = 4;
  b.chosen.data = NULL;
  return b;
}

/* For functions within a kernel: where GCC calls them, it does not know the strides there. */
#ifdef __CUDACC__
#define RGS_WITHIN
#else
#define RGS_WITHIN __attribute__((always_inline))
#endif

#define RGS_THERMOSTAT_KERNEL(name, step_type)                                                     \
  RGS_WITHIN RGS_INLINE int RGS_JOIN(name, lanes)(const rgs_thermostat_bodies b,                   \
                                                  const step_type *given, double *sums);           \
  RGS_LANE_FUNCTION(int, name, (const rgs_thermostat_bodies *b, const void *given, double *sums),  \
                    (b, given, sums)) {                                                            \
    if (rgs_bodies_end_to_end(b))                                                                  \
      return RGS_JOIN(name, lanes)(rgs_with_known_strides(*b), (const step_type *)given, sums);    \
    return RGS_JOIN(name, lanes)(*b, (const step_type *)given, sums);                              \
  }                                                                                                \
  RGS_WITHIN RGS_INLINE int RGS_JOIN(name, lanes)(const rgs_thermostat_bodies b,                   \
                                                  const step_type *given, double *sums)

/* RGS_KERNEL(name, step_type, reads, writes, n_sums, on_body) has a line beside each rgs_NAME_batch: the numbers
 * of a body that it reads and writes, RGS_USES_*, and how many sums it makes.  on_body: what a device does to
 * body 0 of `one`, with `step`, and adds to `term`; 0 if a number is not finite. */
#ifdef RGS_ON_DEVICE
#define RGS_KERNEL(name, step_type, reads, writes, n_sums, ...)                                    \
  RGS_INLINE int rgs_##name##_on_body(const rgs_thermostat_bodies *one, const void *given,         \
                                      double *term) {                                              \
    const step_type *step = (const step_type *)given;                                              \
    (void)step, (void)term;                                                                        \
    return __VA_ARGS__;                                                                            \
  }
#elif RGS_ONCE
#define RGS_KERNEL(name, step_type, its_reads, its_writes, its_sums, ...)                          \
  const rgs_kernel rgs_##name##_kernel = { rgs_##name##_batch, its_reads, its_writes, its_sums };
#else
#define RGS_KERNEL(...)
#endif
#define RGS_MOMENTA (RGS_USES_P | RGS_USES_L)
#define RGS_CONSTANTS (RGS_USES_MASS | RGS_USES_INERTIA)

/* Masses and moments of the bodies in the lanes, and one over them.  Hosts have few kinds of bodies, mostly
 * one after the other: so these quotients, and what a thermostat keeps beside them, are found anew only where
 * the bodies are of other kinds than those before. */
typedef struct rgs_kinds {
  rgs_lanes mass, moment[3], inverse, mobility[3];
} rgs_kinds;

RGS_INLINE rgs_kinds rgs_no_kinds(void) {
  return (rgs_kinds){ .mass = rgs_same(NAN) }; /* which no mass equals */
}

/* Are the bodies from i on of other kinds?  Then *kinds has theirs. */
RGS_WITHIN RGS_INLINE int rgs_new_kinds(const rgs_thermostat_bodies *b, int64_t i,
                                        rgs_kinds *kinds) {
  const rgs_lanes mass = rgs_load(&b->mass, b->n, i, 0);
  rgs_lanes moment[3];
  rgs_load_all(&b->inertia, b->n, i, 3, moment);
  rgs_mask same = rgs_equal(mass, kinds->mass);
  for (int k = 0; k < 3; k++) same = rgs_and(same, rgs_equal(moment[k], kinds->moment[k]));
  if (rgs_all(same)) return 0;
  kinds->mass = mass;
  kinds->inverse = 1 / mass;
  for (int k = 0; k < 3; k++) {
    kinds->moment[k] = moment[k];
    kinds->mobility[k] = rgs_mobility(moment[k]);
  }
  return 1;
}

/* ---- sums over bodies with the same bits with all instruction sets
 * ------------------------------------------ Whatever the width, there are eight partial sums: body i of a
 * batch adds to sum i mod 8.  They are added up in one order at the end. */
#define RGS_SUM_LANES 8
#define RGS_SUM_PARTS (RGS_SUM_LANES / RGS_WIDTH)

typedef struct rgs_lane_sum {
  rgs_lanes part[RGS_SUM_PARTS];
} rgs_lane_sum;

RGS_INLINE double rgs_sum_up(const rgs_lane_sum *sum) {
  double each[RGS_SUM_LANES];
  for (int part = 0; part < RGS_SUM_PARTS; part++)
    rgs_to_memory(each + part * RGS_WIDTH, sum->part[part]);
  return ((each[0] + each[4]) + (each[2] + each[6])) + ((each[1] + each[5]) + (each[3] + each[7]));
}

RGS_INLINE int rgs_sums_finite(const double *sums, int n) {
  double zero = 0;
  for (int k = 0; k < n; k++) zero += sums[k] - sums[k];
  return zero == 0;
}

/* The lanes whose bodies i, i + 1, .. lie below `end`. */
RGS_INLINE rgs_mask rgs_lanes_below(int64_t i, int64_t end) {
  const int64_t left = end - i;
  if (left >= RGS_WIDTH) return rgs_mask_of_bits(RGS_ALL_LANES);
  return rgs_mask_of_bits(left <= 0 ? 0 : (1u << left) - 1);
}
