/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostat_stages.h - where in a step the thermostat acts.
 */
#pragma once
#include "methods/method.h"

/* A stage of the library's own, in the list of a method: free flight for the time a h with the thermostat in
 * its middle, where it acts for the time h. */
#define RGS_DRIFT_AND_THERMOSTAT 100u

/* Of a trial: its beginning is noted, and at its end it is accepted or refused. */
#define RGS_REMEMBER 101u
#define RGS_DECIDE 102u
/* Of a trial: the cell changes, and bodies with it. */
#define RGS_JUMP 103u

/* Is the trial decided before bodies move, from stage i on?  Then the energy is asked with what stage i needs. */
bool rgs_thermostat_stages_decide(const rgs_method *m, uint32_t i);

/* May this rotor and scheme, or this integrator, have this thermostat and this barostat?  Notes where in a step
 * the thermostat acts (RGS_PLACEMENT_*).  Parameters are set already. */
rgs_status rgs_thermostat_stages_place(rgs_method *m, uint32_t placement, rgs_error *error);

/* The order to which the thermostat, where it acts, limits averages; without a temperature, the motion. */
uint32_t rgs_thermostat_stages_order(const rgs_method *m);

/* Writes the stages of the method, where the parameter `inner` repeats some, and the thermostat is placed by the
 * library; returns how many.  room: for so many the array has to have room. */
size_t rgs_thermostat_stages_room(const rgs_method *m);
uint32_t rgs_thermostat_stages_write(const rgs_method *m, rgs_stage *out);
