/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_device.h - the motion of one rigid body, as source, for kernels on a device: what OpenMM's plugin
 * compiles.  It is written in the common subset of C99, C++, OpenCL C 1.2, CUDA and HIP, and is no part of
 * the ABI.  The library compiles its own kernels from the other files of this folder: the mathematics exists
 * once.
 *
 * All quantities are as in rigidstep/bodies.h, and nothing is checked.
 *
 * RGS_DEVICE_UNFUSED   a product and a sum round twice, as in the library on processors without fused
 *                      multiply-add.  Otherwise the source calls fma() where it wants it.
 *
 * A compiler may fuse nothing else, and may not divide or take roots approximately (-ffp-contract=off, for
 * CUDA -fmad=false).  Then the results have the same bits as the library's, except where the sine of a slow
 * angle beyond 1e5 comes from the device's own library.
 */
#ifndef RIGIDSTEP_DEVICE_H
#define RIGIDSTEP_DEVICE_H

#if defined __OPENCL_C_VERSION__ || defined __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
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
  double mass, moment[3]; /* moment: about the body's principal axes; 0 for an axis without */
  rgs_exact_shape shape;
} rgs_device_kind;

typedef struct rgs_device_body {
  double x[3], p[3]; /* position and momentum of the centre of mass */
  double q[4], l[3]; /* orientation, scalar part first; angular momentum in space */
} rgs_device_body;

RGS_INLINE rgs_device_kind rgs_device_kind_of(double mass, const double moment[3]) {
  rgs_device_kind kind;
  kind.mass = mass;
  for (int k = 0; k < 3; k++) kind.moment[k] = moment[k];
  kind.shape = rgs_exact_prepare(moment);
  return kind;
}

/* ---- free rotation --------------------------------------------------------------------------- */
RGS_INLINE void rgs_device_load(const rgs_device_kind *kind, double h, const double l[3],
                                const double q[4], rgs_exact_body *b) {
  double orientation[4], momentum[3];
  const double half_step = 0.5 * h;
  for (int k = 0; k < 4; k++) b->q[k] = orientation[k] = q[k];
  for (int k = 0; k < 3; k++) momentum[k] = l[k];
  b->T = half_step * kind->shape.beta;
  b->slow = half_step * kind->shape.a3;
  b->w1 = kind->shape.w1;
  b->order = rgs_bits_of(kind->shape.order);
  double q2;
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

/* q after free rotation over the time h.  0: q is no orientation afterwards, because q or l were not finite
 * before. */
RGS_INLINE int rgs_device_rotate(const rgs_device_kind *kind, double h, const double l[3],
                                 double q[4]) {
  rgs_exact_group g;
  rgs_device_load(kind, h, l, q, &g.b);
  if (rgs_exact_start(&g)) rgs_exact_go_on(&g, 1);
  rgs_exact_rotate(g.b.y, g.b.w1, g.b.order, &g.e.m, &g.e.p, g.b.q);
  return rgs_unit_orientation(g.b.q, q) < RGS_LARGEST_FAULT;
}

/* ---- kicks, drifts, steps -------------------------------------------------------------------- */
/* vector += factor other. */
RGS_INLINE void rgs_device_push(double vector[3], double factor, const double other[3]) {
  for (int k = 0; k < 3; k++) vector[k] += factor * other[k];
}

/* ---- constant temperature -------------------------------------------------------------------- */
/* What one application of langevin does; the same for all bodies.  step counts applications; the
 * noise is a function of seed, step and the body's tag alone. */
typedef struct rgs_device_langevin {
  double keep_translation, keep_rotation, spread_translation, spread_rotation;
  uint32_t seed, stream;
  uint64_t step;
} rgs_device_langevin;

/* For a step of h; count up its step by 1 with each. */
RGS_INLINE rgs_device_langevin rgs_device_langevin_of(double h, double relaxation,
                                                      double relaxation_rotation, double kt,
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

/* Friction and noise over the time of the thermostat; tag: a number of the body's own. */
RGS_INLINE void rgs_device_apply_thermostat(const rgs_device_langevin *thermostat,
                                            const rgs_device_kind *kind, uint64_t tag,
                                            rgs_device_body *body) {
  rgs_noise noise;
  rgs_words word[8];
  rgs_floats normal[RGS_NORMALS];
  double xi[RGS_NORMALS], row[3][3], widths[3], torque[3];
  noise.seed = thermostat->seed;
  noise.stream = thermostat->stream;
  noise.step = thermostat->step;
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  rgs_noise_words(&keys, &tag, word);
  rgs_normals_of(word, normal);
  for (int k = 0; k < RGS_NORMALS; k++) xi[k] = normal[k];
  const double width = rgs_sqrt(thermostat->spread_translation * kind->mass);
  for (int k = 0; k < 3; k++)
    body->p[k] = rgs_langevin_now(thermostat->keep_translation, body->p[k], width, xi[k]);
  rgs_rotation_of(body->q, row);
  rgs_langevin_widths(thermostat->spread_rotation, kind->moment, widths);
  rgs_langevin_torque(thermostat->spread_rotation, 0, row, kind->moment, widths, xi + 3, torque);
  for (int j = 0; j < 3; j++)
    body->l[j] = rgs_langevin_turned(thermostat->keep_rotation, body->l[j], row, torque, j);
}

#endif /* RIGIDSTEP_DEVICE_H */
