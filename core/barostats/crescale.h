/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crescale.h - mass and friction of barostats by stochastic cell rescaling (crescale.c).
 */
#pragma once
#include "barostats/barostat.h"

/* compressibility: of the bodies, or 0. */
void rgs_crescale_begin(rgs_barostat_call *call, double compressibility);
void rgs_crescale_apply_thermostat(rgs_barostat_call *call, double h, double pressure);

#define RGS_CRESCALE_RELAXATION "How fast the volume relaxes, if its compressibility is right."
#define RGS_CRESCALE_COMPRESSIBILITY                                                               \
  "Of the bodies, isothermal; 0: of an ideal gas with as many degrees of freedom in the "          \
  "reference volume."
