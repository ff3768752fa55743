/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gradient.h - gradients of forces and torques, which are formed where the host has none.
 */
#ifndef RGS_MOTION_GRADIENT_H
#define RGS_MOTION_GRADIENT_H
#include "motion/stepper.h"

/* The columns gf and gtau, or those in which the gradient that was formed lies. */
void rgs_gradient_columns(const rgs_stepper *s, rgs_column *gf, rgs_column *gtau);

rgs_status rgs_gradient_displace(rgs_stepper *s, double reach, rgs_error *error);
rgs_status rgs_gradient_form(rgs_stepper *s, double reach, rgs_error *error);
/* Undoes a displacement, forces included, bit for bit. */
void rgs_gradient_put_back(rgs_stepper *s);

#endif /* RGS_MOTION_GRADIENT_H */
