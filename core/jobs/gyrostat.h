/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gyrostat.h - free rotation of a body with wheels inside.
 */
#pragma once
#include <rigidstep/method.h>

/* The rotor's flow for each of the call's bodies, which have these angular momenta of wheels. */
rgs_status rgs_gyrostat_flow(const rgs_rotor *rotor, const rgs_flow *call, const rgs_column *wheels,
                             int64_t *bad);
