/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_device.h - the motion of one rigid body, as source, for kernels on a device or a program
 * of its own.
 *
 * This is source and no ABI: it is compiled into the program that includes it, needs no library, and
 * may change with any version.  It is written in the common subset of C99, C++, OpenCL C 1.2, CUDA
 * and HIP.  The library compiles its own kernels from the same files: the mathematics exists once.
 *
 * WHAT IT DOES  The rotor `exact` (free rotation without any time-step error), kicks, drifts, a
 * Strang step, and the thermostat `langevin` with the library's noise.  All quantities are as in
 * rigidstep/bodies.h: q rotates from the body frame to space, l is the angular momentum in space.
 *
 * WHAT TO DEFINE BEFORE IT IS INCLUDED
 *   RGS_SINGLE           float instead of double.  Angles and energies are then right to 1e-6 or so.
 *   RGS_DEVICE_UNFUSED   a product and a sum round twice, as in the library on processors without
 *                        fused multiply-add.  Otherwise the source calls fma() where it wants it.
 *
 * FLAGS  A compiler may fuse nothing else, and may not divide or take roots approximately:
 *   C, C++   -ffp-contract=off, and -mfma or the like so that fma() is one instruction
 *   OpenCL   -cl-std=CL1.2; with RGS_SINGLE also -cl-single-precision-constant and
 *            -cl-fp32-correctly-rounded-divide-sqrt.  Contraction is switched off below.
 *   CUDA     -fmad=false (divisions and roots are correct unless -use_fast_math is given)
 *   HIP      -ffp-contract=off -fhip-fp32-correctly-rounded-divide-sqrt
 * -ffast-math and -cl-fast-relaxed-math are not allowed.  Then the results have the same bits as
 * the library's, except where the sine of a slow angle beyond 1e5 comes from the device's own
 * library.  (Subnormal numbers must be kept as well.)
 */
#ifndef RIGIDSTEP_DEVICE_H
#define RIGIDSTEP_DEVICE_H

#if defined __OPENCL_C_VERSION__ || defined __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#ifndef RGS_SINGLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#endif
#if !defined RGS_DEVICE_UNFUSED && !defined RGS_FUSED
#define RGS_FUSED
#endif
#include "exact.h"
#include "langevin.h"
#include "noise.h"

/* ---- a body ---------------------------------------------------------------------------------- */
/* What stays: prepare it once for each body, or for each kind of body. */
typedef struct rgs_device_kind {
  rgs_real mass, moment[3]; /* moment: about the body's principal axes; 0 for an axis without */
  rgs_exact_shape shape;
} rgs_device_kind;

typedef struct rgs_device_body {
  rgs_real x[3], p[3]; /* position and momentum of the centre of mass */
  rgs_real q[4], l[3]; /* orientation, scalar part first; angular momentum in space */
} rgs_device_body;

/* What a kind of body needs; units as in bodies.h.
 * Given:    mass    > 0
 *           moment  3 principal moments >= 0; 0: no spin about this axis
 * Returned: the kind
 * Notes:    Nothing is checked here or below. */
RGS_INLINE rgs_device_kind rgs_device_kind_of(rgs_real mass, const rgs_real moment[3]) {
  rgs_device_kind kind;
  kind.mass = mass;
  for (int k = 0; k < 3; k++) kind.moment[k] = moment[k];
  kind.shape = rgs_exact_prepare(moment);
  return kind;
}

/* ---- free rotation --------------------------------------------------------------------------- */
RGS_INLINE void rgs_device_load(const rgs_device_kind *kind, rgs_real h, const rgs_real l[3],
                                const rgs_real q[4], rgs_exact_body *b) {
  rgs_real orientation[4], momentum[3];
  const rgs_real half_step = (rgs_real)0.5 * h;
  for (int k = 0; k < 4; k++) b->q[k] = orientation[k] = q[k];
  for (int k = 0; k < 3; k++) momentum[k] = l[k];
  b->T = half_step * kind->shape.beta;
  b->slow = half_step * kind->shape.a3;
  b->w1 = kind->shape.w1;
  b->order = rgs_bits_of(kind->shape.order);
  rgs_real q2;
  if (!rgs_exact_measure(orientation, momentum, b, &q2)) {
    const rgs_exact_shape shape =
        rgs_exact_far(h, kind->moment, q2, orientation, momentum, &b->T, &b->slow);
    b->w1 = shape.w1;
    b->order = rgs_bits_of(shape.order);
    (void)rgs_exact_measure(orientation, momentum, b, &q2);
  }
  rgs_exact_momentum(orientation, momentum, q2, b->y);
  rgs_relabel(b->order, b->y);
}

/* Free rotation over the time h.
 * Given:    kind  of the body
 *           h     the time, of either sign
 *           l     angular momentum in space
 *           q     orientation, of length 1
 * Returned: q     the orientation after that time
 *           1; 0 where q is no orientation afterwards, because q or l were not finite before */
RGS_INLINE int rgs_device_rotate(const rgs_device_kind *kind, rgs_real h, const rgs_real l[3],
                                 rgs_real q[4]) {
  rgs_exact_group g;
  rgs_device_load(kind, h, l, q, &g.b);
  if (rgs_exact_start(&g)) rgs_exact_go_on(&g, 1);
  rgs_exact_rotate(g.b.y, g.b.w1, g.b.order, &g.e.m, &g.e.p, g.b.q);
  return rgs_unit_orientation(g.b.q, q) < RGS_LARGEST_FAULT;
}

/* ---- kicks, drifts, steps -------------------------------------------------------------------- */
/* vector += factor other. */
RGS_INLINE void rgs_device_push(rgs_real vector[3], rgs_real factor, const rgs_real other[3]) {
  for (int k = 0; k < 3; k++) vector[k] += factor * other[k];
}

/* A kick over the time h.
 * Given:    h              the time, of either sign
 *           force, torque  on the body, in space, in mass * length / time^2 and times length
 * Returned: body           its p and l are changed */
RGS_INLINE void rgs_device_kick(rgs_device_body *body, rgs_real h, const rgs_real force[3],
                                const rgs_real torque[3]) {
  rgs_device_push(body->p, h, force);
  rgs_device_push(body->l, h, torque);
}

/* Free flight over the time h.
 * Given:    kind, h  as in rgs_device_rotate
 * Returned: body     its x and q are changed
 *           1 or 0, as from rgs_device_rotate */
RGS_INLINE int rgs_device_drift(const rgs_device_kind *kind, rgs_device_body *body, rgs_real h) {
  const int fine = rgs_device_rotate(kind, h, body->l, body->q);
  rgs_device_push(body->x, h / kind->mass, body->p);
  return fine;
}

/* The first part of a Strang step of h: half a kick, and free flight.
 * Given:    kind, h        as in rgs_device_rotate
 *           force, torque  at the x and q of the body, as in rgs_device_kick
 * Returned: body           all of it is changed
 *           1 or 0, as from rgs_device_rotate
 * Notes:    Compute force and torque at the new x and q, and call rgs_device_strang_end with them. */
RGS_INLINE int rgs_device_strang_begin(const rgs_device_kind *kind, rgs_device_body *body,
                                       rgs_real h, const rgs_real force[3],
                                       const rgs_real torque[3]) {
  rgs_device_kick(body, (rgs_real)0.5 * h, force, torque);
  return rgs_device_drift(kind, body, h);
}
/* The second part: half a kick.
 * Given:    h, force, torque  as in rgs_device_kick
 * Returned: body              its p and l are changed */
RGS_INLINE void rgs_device_strang_end(rgs_device_body *body, rgs_real h, const rgs_real force[3],
                                      const rgs_real torque[3]) {
  rgs_device_kick(body, (rgs_real)0.5 * h, force, torque);
}

/* ---- constant temperature -------------------------------------------------------------------- */
/* What one application of langevin does; the same for all bodies.  step counts applications; the
 * noise is a function of seed, step and the body's tag alone. */
typedef struct rgs_device_langevin {
  rgs_real keep_translation, keep_rotation, spread_translation, spread_rotation;
  uint32_t seed, stream;
  uint64_t step;
} rgs_device_langevin;

/* What the thermostat does in a step of h.
 * Given:    h            the time step, >= 0
 *           relaxation, relaxation_rotation  > 0; after these times 1/e of a momentum, and of an
 *                        angular momentum, is left
 *           kt           temperature, in mass * length^2 / time^2
 *           seed         of the noise
 * Returned: the thermostat, whose step is 0: count it up by 1 with each step */
RGS_INLINE rgs_device_langevin rgs_device_langevin_of(rgs_real h, rgs_real relaxation,
                                                      rgs_real relaxation_rotation, rgs_real kt,
                                                      uint32_t seed) {
  rgs_device_langevin thermostat;
  rgs_langevin_over(h, relaxation, kt, &thermostat.keep_translation,
                    &thermostat.spread_translation);
  rgs_langevin_over(h, relaxation_rotation, kt, &thermostat.keep_rotation,
                    &thermostat.spread_rotation);
  thermostat.seed = seed;
  thermostat.stream = 0;
  thermostat.step = 0;
  return thermostat;
}

/* Friction and noise over the time of the thermostat.
 * Given:    thermostat, kind  as above
 *           tag         a number of the body's own
 * Returned: body        its p and l are changed
 * Notes:    In a step this belongs in the middle: kick h/2, drift h/2, thermostat, drift h/2, kick h/2. */
RGS_INLINE void rgs_device_apply_thermostat(const rgs_device_langevin *thermostat,
                                            const rgs_device_kind *kind, uint64_t tag,
                                            rgs_device_body *body) {
  rgs_noise noise;
  rgs_words word[8];
  rgs_floats normal[RGS_NORMALS];
  rgs_real xi[RGS_NORMALS], row[3][3], widths[3], torque[3];
  noise.seed = thermostat->seed;
  noise.stream = thermostat->stream;
  noise.step = thermostat->step;
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  rgs_noise_words(&keys, &tag, word);
  rgs_normals_of(word, normal);
  for (int k = 0; k < RGS_NORMALS; k++) xi[k] = normal[k];
  const rgs_real width = rgs_sqrt(thermostat->spread_translation * kind->mass);
  for (int k = 0; k < 3; k++)
    body->p[k] = rgs_langevin_now(thermostat->keep_translation, body->p[k], width, xi[k]);
  rgs_rotation_of(body->q, row);
  rgs_langevin_widths(thermostat->spread_rotation, kind->moment, widths);
  rgs_langevin_torque(thermostat->spread_rotation, 0, row, kind->moment, widths, xi + 3, torque);
  for (int j = 0; j < 3; j++)
    body->l[j] = rgs_langevin_turned(thermostat->keep_rotation, body->l[j], row, torque, j);
}

#endif /* RIGIDSTEP_DEVICE_H */
