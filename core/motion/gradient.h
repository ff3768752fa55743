/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gradient.h - gradients of forces and torques, which are formed where the host has none.
 */
#pragma once
#include "jobs/motion.h"

/* Displaces the bodies, where the host has to evaluate forces next; then forms the gradient of these
 * forces, and puts the bodies back.  Where either fails, the bodies are as they were. */
rgs_status rgs_gradient_displace(rgs_motion *m, double reach, rgs_error *error);
rgs_status rgs_gradient_form(rgs_motion *m, double reach, rgs_error *error);
/* Undoes a displacement, forces included, bit for bit. */
void rgs_gradient_put_back(rgs_motion *m);
