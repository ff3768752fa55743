/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostats.h - the bodies as thermostats and barostats see them, the sums over them, and what is done to
 * them batch by batch.  All instruction sets give the same bits.
 */
#pragma once
#include "cell/cell.h"
#include "base/device.h"

typedef struct rgs_thermostat_bodies {
  int64_t n;
  int64_t own; /* the first `own` bodies count in sums; the rest are ghosts of other
                                 ranks' bodies, which move alike but are summed there */
  rgs_column x, p, l, q, mass, inertia;
  rgs_column chosen;  /* 1 component: 0 keeps the thermostat from this body; data null: all are
                                 chosen */
  const int64_t *tag; /* names of the bodies for noise; null: first, first + 1, .. */
  int64_t first;
  int p_is_velocity, plane;
} rgs_thermostat_bodies;

/* Sums over a rank's own chosen bodies.  They are linear: sums of batches and ranks add up. */
typedef struct rgs_thermostat_sums {
  double translation[3]; /* kinetic energy along x, y and z */
  double rotation;       /* kinetic energy */
  double momentum[3];
  double mass;
  double axes; /* about which bodies turn */
} rgs_thermostat_sums;
#define RGS_THERMOSTAT_SUMS 9 /* numbers in it */

/* A body turns about its axis k if |l_k| is above this part of |l|.  Otherwise no torque has acted along this axis, as
 * along the axis of an ellipsoid of revolution that began without spin (but for rounding), or on a sphere; and no
 * factor gives energy to it. */
#define RGS_REST 1e-10

/* A sum over bodies is made of sums over batches of this many, added in the order of the batches.
 * So it has the same bits however the batches are dealt out to threads. */
#define RGS_SUM_BATCH 64

/* The step of a thermostat that only scales: P - M drift is multiplied by `translation`, l by `rotation`. */
typedef struct rgs_scale_step {
  double translation, rotation;
  double drift[3]; /* velocity that stays: the centre of mass's, or 0 */
  double
      displacement; /* of rgs_displace_and_scale_batch: the time that positions move before it, and after it */
} rgs_scale_step;

/* ---- at most RGS_SUM_BATCH bodies ------------------------------------------------------------- */

/* An operation on one batch, with the constants in `step`.  Writes the sums of the batch; returns whether
 * the results are finite. */
typedef int rgs_on_batch(const rgs_thermostat_bodies *batch, const void *step, double *sums);

/* Such an operation, as lists of jobs have it.  RGS_KERNEL (thermostat_simd.h) writes it down. */
typedef struct rgs_kernel {
  rgs_on_batch *on_batch;
  uint32_t reads, writes; /* numbers of a body: RGS_USES_*; what it writes it reads, too */
  int32_t n_sums;         /* at most RGS_THERMOSTAT_SUMS */
} rgs_kernel;

/* sums: in the order of rgs_thermostat_sums.  No step. */
rgs_on_batch rgs_kinetic_batch;
/* sums: kinetic energy along x, y and z of all bodies, chosen or not.  No step. */
rgs_on_batch rgs_translation_batch;
/* sums: half of P_x P_y/M, P_x P_z/M, P_y P_z/M of the same bodies.  No step. */
rgs_on_batch rgs_cross_batch;
rgs_on_batch rgs_scale_batch; /* by an rgs_scale_step */
/* All bodies: positions move, momenta are scaled, and positions move over the same time again. */
rgs_on_batch rgs_displace_and_scale_batch;
/* All bodies, by an rgs_cell_flight; the first without its shears. */
rgs_on_batch rgs_fly_batch;
rgs_on_batch rgs_sheared_fly_batch;

/* Kinetic energy of translation relative to the centre of mass. */
static inline double rgs_thermostat_internal(const rgs_thermostat_sums *sums) {
  double kinetic = 0;
  for (int k = 0; k < 3; k++)
    kinetic += sums->translation[k] - 0.5 * sums->momentum[k] * sums->momentum[k] / sums->mass;
  return kinetic > 0 ? kinetic : 0;
}
