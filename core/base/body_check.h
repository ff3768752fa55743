/* SPDX-License-Identifier: BSD-3-Clause
 *
 * body_check.h - checks of single bodies.  Each refuses with RGS_E_BODY and names body i.
 */
#pragma once
#include "base/error.h"

rgs_status rgs_check_inertia(int64_t i, const double inertia[3], rgs_error *error);
rgs_status rgs_check_triangle(int64_t i, const double inertia[3], rgs_error *error);
rgs_status rgs_check_orientation(int64_t i, const double q[4], rgs_error *error);
rgs_status rgs_check_finite(int64_t i, const char *name, const double v[3], rgs_error *error);
/* Of bodies in the plane z = const.  Momenta out of it that are rounding become 0 in the columns. */
rgs_status rgs_check_plane(int64_t i, const rgs_view *v, const double p[3], const double l[3],
                           rgs_error *error);
rgs_status rgs_check_thermostatted(int64_t i, double thermostatted, rgs_error *error);

/* The largest share of |l| that may lie along an axis without inertia: what rounding may leave, and
 * how far a rotor that does not keep the energy may stray in a time step that makes sense. */
#define RGS_DEAD_AXIS_ROUNDING 1e-8
#define RGS_DEAD_AXIS_STRAY 0.1
rgs_status rgs_check_dead_axes(int64_t i, const double inertia[3], const double l[3],
                               const double q[4], double room, rgs_error *error);

/* Says that the rotor could not rotate body i over the time h. */
rgs_status rgs_set_error_rotor(const char *rotor, rgs_status status, double h, int64_t i,
                               rgs_error *error);

/* A rotor that keeps the energy never builds up momentum about an axis without inertia. */
static inline double rgs_dead_axis_room(const rgs_rotor *rotor) {
  return rotor->about->claims & RGS_KEEPS_ENERGY ? RGS_DEAD_AXIS_ROUNDING : RGS_DEAD_AXIS_STRAY;
}
