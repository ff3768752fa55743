/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_stages.h - where in a step the bath acts.
 */
#ifndef RGS_METHODS_BATH_STAGES_H
#define RGS_METHODS_BATH_STAGES_H
#include "methods/method.h"

/* A stage of the library's own, in the list of a method: free flight for the time a h with the bath in
 * its middle, where it acts for the time h. */
#define RGS_DRIFT_AND_BATH 100u

/* The largest number of stages that a bath adds to a table. */
#define RGS_BATH_STAGES 2u

/* May this rotor and scheme, or this integrator, have this bath and this piston?  Parameters are set
 * already. */
rgs_status rgs_bath_stages_check(const rgs_method *m, rgs_error *error);

/* Where the host does not say where the bath acts: sets the bath's parameter `ends`. */
void rgs_bath_stages_default(const rgs_method *m);

/* The order to which the bath, where it acts, limits averages; without a temperature, the motion. */
uint32_t rgs_bath_stages_order(const rgs_method *m);

/* Writes the stages of the method, where the bath is placed by the library; returns how many.  The array
 * has room for the scheme's stages and RGS_BATH_STAGES more. */
uint32_t rgs_bath_stages_write(const rgs_method *m, rgs_stage *out);

#endif /* RGS_METHODS_BATH_STAGES_H */
