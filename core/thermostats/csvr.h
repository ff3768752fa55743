/* SPDX-License-Identifier: BSD-3-Clause
 *
 * csvr.h - canonical sampling through velocity rescaling: G. Bussi, D. Donadio and M. Parrinello,
 * J. Chem. Phys. 126, 014101 (2007), doi 10.1063/1.2408420.
 */
#pragma once
#include "thermostats/draws.h"

/* The factor a of all momenta after a time h, as the exact solution for the kinetic energy.
 *   keep    exp(-h/tau)
 *   kinetic the kinetic energy, >= 0
 *   kt      k_B T
 *   n       degrees of freedom, >= 1
 * a may be negative: that is rare, and makes the motion reversible in law.  Momenta that are all
 * zero stay so, whatever the factor: it is 1 then. */
double rgs_csvr_factor(rgs_draws *draws, double keep, double kinetic, double kt, int64_t n);
