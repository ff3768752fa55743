/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flight.h - free flight of all bodies.
 */
#pragma once
#include "thermostats/thermostats.h"
#include "jobs/motion.h"

/* Free flight: rotations over the time h, positions over the time `displacement`.  It may leave both on the
 * list of jobs (jobs.h). */
rgs_status rgs_fly(rgs_motion *m, double h, double displacement, rgs_error *error);
/* Positions and momenta that move with the cell; rotations are not in it. */
void rgs_fly_with_cell(rgs_motion *m, const rgs_cell_flight *cell);
