/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_work.h - what the tests of rigidstep_device.h let it do with one body, in C and in C++.
 */
#pragma once
#include <rigidstep/device/rigidstep_device.h>
#include <string.h>

/* As plain_body.h has it, which is no C++. */
typedef struct work_body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
} work_body;
enum { ROTATE, STRANG, LANGEVIN, WORKS };
enum { WORK_STEPS = 3, WORK_SEED = 4711 };
#define WORK_KT 0.6
#define WORK_RELAXATION 0.8
#define WORK_RELAXATION_ROTATION 0.5

/* A spring to the origin, and a torque on bodies that rotate about all axes. */
RGS_INLINE void work_forces(const rgs_device_kind *kind, const rgs_device_body *body,
                            double force[3], double torque[3]) {
  const int turns = kind->moment[0] > 0 && kind->moment[1] > 0 && kind->moment[2] > 0;
  for (int k = 0; k < 3; k++) {
    force[k] = -0.75 * body->x[k];
    torque[k] = turns ? 0.25 * body->q[k + 1] : 0;
  }
}

RGS_INLINE void work_kick(rgs_device_body *body, double h, const double force[3],
                          const double torque[3]) {
  rgs_device_push(body->p, h, force);
  rgs_device_push(body->l, h, torque);
}

RGS_INLINE void work_drift(const rgs_device_kind *kind, rgs_device_body *body, double h) {
  (void)rgs_device_rotate(kind, h, body->l, body->q);
  rgs_device_push(body->x, h / kind->mass, body->p);
}

RGS_INLINE void work_steps(int what, double h, const rgs_device_kind *kind, uint64_t tag,
                           rgs_device_body *body) {
  double force[3], torque[3];
  const double half_step = 0.5 * h;
  rgs_device_langevin thermostat =
      rgs_device_langevin_of(h, WORK_RELAXATION, WORK_RELAXATION_ROTATION, WORK_KT, WORK_SEED);
  work_forces(kind, body, force, torque);
  for (int step = 0; step < WORK_STEPS; step++) {
    if (what == STRANG) {
      work_kick(body, half_step, force, torque);
      work_drift(kind, body, h);
    } else {
      work_kick(body, half_step, force, torque);
      work_drift(kind, body, half_step);
      rgs_device_apply_thermostat(&thermostat, kind, tag, body);
      work_drift(kind, body, half_step);
      thermostat.step++;
    }
    work_forces(kind, body, force, torque);
    work_kick(body, half_step, force, torque);
  }
}

/* Changes x, p, q and l of body `tag`. */
RGS_INLINE void work_on(int what, double h, uint64_t tag, work_body *b) {
  const rgs_device_kind kind = rgs_device_kind_of(b->mass, b->inertia);
  rgs_device_body body;
  memcpy(body.x, b->x, sizeof body.x);
  memcpy(body.p, b->p, sizeof body.p);
  memcpy(body.q, b->q, sizeof body.q);
  memcpy(body.l, b->l, sizeof body.l);
  if (what == ROTATE)
    (void)rgs_device_rotate(&kind, h, body.l, body.q);
  else
    work_steps(what, h, &kind, tag, &body);
  memcpy(b->x, body.x, sizeof body.x);
  memcpy(b->p, body.p, sizeof body.p);
  memcpy(b->q, body.q, sizeof body.q);
  memcpy(b->l, body.l, sizeof body.l);
}
