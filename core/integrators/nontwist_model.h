/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nontwist_model.h - the rigid body based on a non-twisting frame (Gebhardt and Romero, J.
 * Nonlinear Sci. 30 (2020) 3199), which `nontwist` and `director_em_nontwist` share.
 *
 * The frame d1 d2 d3 of the principal axes moves without twist: w . d3 = 0.  This
 * constraint cannot be integrated to a condition on the orientation; a torque -mu d3, which does no
 * work, upholds it.  In the body frame
 *
 *   J W' + W x J W = M - mu e3,   W3 = 0:      J1 W1' = M1,   J2 W2' = M2,
 *   mu = (J1 - J2) W1 W2 + M3
 *
 * with M the external torque.  There is no gyroscopic term, and without torque the material
 * momenta Pi1 = d1.pi and Pi2 = d2.pi are constant: the body rotates steadily, while the momentum
 * in space changes.
 *
 * The constants must not be computed from q and l again in every step, or rounding would let them
 * drift. So the bodies carry Pi1 and Pi2.  These are used as long as they give the l of the view to
 * the last bit; where a host has changed l or q, they are computed from these.
 */
#pragma once
#include <rigidstep/method.h>

#define RGS_NONTWIST_AUX 2
/* A state with |w.d3| / |w| above this is refused. */
#define RGS_NONTWIST_MOST 1e-8

/* The parts of an rgs_rotation, and of an rgs_integrator. */
rgs_status rgs_nontwist_begin(const rgs_step_call *call, int64_t *bad);
void rgs_nontwist_kick(const rgs_view *v, int64_t i, const double impulse[3]);
rgs_status rgs_nontwist_check(const rgs_step_call *call, rgs_violation *violation);
rgs_status rgs_nontwist_project(const rgs_step_call *call, double *moved, rgs_violation *violation);
rgs_status rgs_nontwist_output(const rgs_step_call *call, uint32_t index, double *values);

/* After rgs_nontwist_begin: the angular velocity of body i about d1 and d2, 0 about an axis without
 * inertia. */
void rgs_nontwist_spin(const rgs_view *v, int64_t i, double spin[2]);
/* Writes l from the carried momenta and the orientation in the view. */
void rgs_nontwist_store(const rgs_view *v, int64_t i);

enum { RGS_NONTWIST_OUTPUTS = 5 };
extern const rgs_output_info rgs_nontwist_outputs[RGS_NONTWIST_OUTPUTS];

/* What every integrator of this model has in its table. */
#define RGS_NONTWIST_MODEL                                                                         \
  .check = rgs_nontwist_check, .project = rgs_nontwist_project, .output = rgs_nontwist_output,     \
  .outputs = rgs_nontwist_outputs, .n_outputs = RGS_NONTWIST_OUTPUTS,                              \
  .output_info_size = sizeof(rgs_output_info)
