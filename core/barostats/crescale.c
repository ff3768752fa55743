/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crescale.c - the barostat `crescale`: stochastic cell rescaling (M. Bernetti and G. Bussi, J. Chem. Phys.
 * 153, 114107 (2020), doi 10.1063/5.0020514), also with several groups of axes (V. Del Tatto, P. Raiteri,
 * M. Bernetti and G. Bussi, Appl. Sci. 12, 1139 (2022), doi 10.3390/app12031139), for bodies that are scaled as
 * wholes.
 *
 * EQUATION  Theirs is the motion of strains under friction so strong that their mass W does not matter: for a
 * strain e = ln L with the mobility m it is de = m F dt + root(2 m kT) dw, where F is the virial and the kinetic
 * energies beyond P V, and kT for each axis.  Here the mass stays, and the motion is `andersen`'s (barostat.c),
 * with the Hamiltonian
 *   H' = K + U + P V - sum n_g kT e_g + sum p_g^2/2W_g, for groups of n_g axes,
 * and with friction r on each momentum; m is 1/(r W).  The density is exp(-(K + U + P V)/kT) dV at any mass and
 * friction, and errors are the splitting's, of order h^2 or the scheme's, and small if root(stiffness/W) h is.
 * Without mass, steps need h below twice the relaxation, which the bodies shorten by their stiffness, whatever
 * the parameters say.
 *
 * DRIFT, NOISE  With several strains their equation has a term by the divergence of the mobility.  Here noise acts
 * on momenta, whose density does not depend on strains, so there is none: the measure is in the Hamiltonian.
 * All strains have one friction, and masses in proportion to their axes, so the mobility is the same for each axis,
 * as in the publication.
 *
 * MASS, FRICTION  W is taken from `andersen`, with the compressibility beta in place of an ideal gas'.  Of n
 * axes in all, with the stiffness k = n^2 V/beta, the volume has the frequency root(n)/tau, and its friction is
 * critical.  It may depend on the volume, which it does not change: where 2 n^2 P V is above k, as of a fluid
 * or far above the mean volume, it is critical for that.  Otherwise the cell would fall too fast and overshoot.
 */
#include "barostats/crescale.h"
#include "barostats/andersen.h"
#include "thermostats/thermostat_params.h"
#include "barostats/builtin_barostats.h"
#include "simd/unfused.h"
#include <math.h>

typedef struct rgs_crescale {
  double kt, pressure;
  int64_t group_x, group_y, group_z;
  double barostat_relaxation, compressibility;
  int64_t seed;
  double deviation_x, deviation_y, deviation_z;
} rgs_crescale;

/* ---- mass and friction ------------------------------------------------------------------------ */

void rgs_crescale_begin(rgs_barostat_call *call, double compressibility) {
  const double volume = rgs_cell_reference_volume(call->cell), tau = call->set.relaxation;
  if (compressibility > 0) call->set.mass = call->dimensions * volume / compressibility * tau * tau;
  rgs_strains_begin(call);
}

void rgs_crescale_apply_thermostat(rgs_barostat_call *call, double h, double pressure) {
  const double tau = call->set.relaxation;
  double n = 0, mass = 0;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const int axes = rgs_axes_of(call->set.group, g);
    n += axes;
    if (axes > 0) mass += call->cell->mass[g];
  }
  if (n == 0) mass = call->cell->mass[0]; /* it shears at a constant volume */
  if (mass == 0) return;                  /* no sum has told it yet */
  const double of_fluid = 2 * n * n * fabs(pressure) * call->volume / mass;
  call->set.rate = 2 * sqrt(fmax(fmax(1, n) / (tau * tau), of_fluid));
  rgs_strains_apply_thermostat(call, h);
}

/* ---- groups of axes ---------------------------------------------------------------------------- */

static void begin(rgs_barostat_call *call) {
  const rgs_crescale *p = call->params;
  rgs_crescale_begin(call, p->compressibility);
}

static void apply_thermostat(rgs_barostat_call *call, double h) {
  const rgs_crescale *p = call->params;
  rgs_crescale_apply_thermostat(call, h, p->pressure);
}

/* What targets do that differ: as `andersen` with a pressure of 0. */
static rgs_barostat_call beyond_pressure(const rgs_barostat_call *call, rgs_andersen *as) {
  const rgs_crescale *p = call->params;
  rgs_barostat_call with = *call;
  *as = (rgs_andersen){ .deviation_x = p->deviation_x,
                        .deviation_y = p->deviation_y,
                        .deviation_z = p->deviation_z };
  with.params = as;
  return with;
}

static void work(const rgs_barostat_call *call, double work[RGS_STRAINS]) {
  const rgs_crescale *p = call->params;
  rgs_andersen as;
  const rgs_barostat_call with = beyond_pressure(call, &as);
  rgs_andersen_barostat.work(&with, work);
  for (int k = 0; k < RGS_STRAINS; k++) work[k] += p->pressure * call->volume;
}

static double potential(const rgs_barostat_call *call) {
  const rgs_crescale *p = call->params;
  rgs_andersen as;
  const rgs_barostat_call with = beyond_pressure(call, &as);
  return p->pressure * call->volume + rgs_andersen_barostat.potential(&with);
}

/* ---- its table ------------------------------------------------------------------------------- */

static rgs_barostat_setting setting(const void *params) {
  const rgs_crescale *p = params;
  return (rgs_barostat_setting){
    .kt = p->kt,
    .relaxation = p->barostat_relaxation,
    .seed = p->seed,
    .group = { (int)p->group_x - 1, (int)p->group_y - 1, (int)p->group_z - 1 },
  };
}

#define ROW(...) RGS_THERMOSTAT_PARAM(rgs_crescale, __VA_ARGS__)

static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(rgs_crescale),
  RGS_BAROSTAT_PRESSURE(rgs_crescale),
  RGS_BAROSTAT_GROUPS(rgs_crescale, ""),
  ROW(barostat_relaxation, RGS_F64, "time", RGS_CRESCALE_RELAXATION, 0, RGS_THERMOSTAT_MOST, 1,
      RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  ROW(compressibility, RGS_F64, "1/pressure", RGS_CRESCALE_COMPRESSIBILITY, 0, RGS_THERMOSTAT_MOST,
      0, 0),
  RGS_THERMOSTAT_SEED(rgs_crescale),
  RGS_BAROSTAT_DEVIATIONS(rgs_crescale),
};

RGS_THERMOSTAT_ABOUT(
    "crescale", RGS_EXACT, RGS_RANDOM, RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL, rgs_crescale,
    "10.1063/5.0020514",
    "Constant pressure by stochastic cell rescaling with a mass, one strain for each group of "
    "axes; falls from far volumes without overshoot.");

const rgs_barostat_table rgs_crescale_barostat = { .about = &about,
                                                   .setting = setting,
                                                   .work = work,
                                                   .potential = potential,
                                                   .begin = begin,
                                                   .kick = rgs_strains_kick,
                                                   .fly = rgs_strains_fly,
                                                   .apply_thermostat = apply_thermostat,
                                                   .kinetic = rgs_strains_kinetic };
