/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crescale.c - the barostat `crescale`: stochastic cell rescaling (M. Bernetti and G. Bussi, J. Chem. Phys.
 * 153, 114107 (2020), doi 10.1063/5.0020514), isotropic, for bodies that are scaled as wholes.
 *
 * EQUATION  Theirs is the motion of a strain e = ln L of n axes under friction so strong that its mass W does
 * not matter.  Here the mass stays, and the motion is `andersen`'s (barostat.c), with the Hamiltonian
 *   H' = K + U + P V - n kT e + p^2/2W.
 * The density is exp(-(K + U + P V)/kT) dV at any mass and friction, and errors are the splitting's, of order
 * h^2 or the scheme's, and small if root(stiffness/W) h is.  Without mass, steps need h below twice the
 * relaxation, which the bodies shorten by their stiffness, whatever the parameters say.
 *
 * MASS, FRICTION  W is taken from `andersen`, with the compressibility beta in place of an ideal gas'.  With
 * the stiffness k = n^2 V/beta the frequency root(k/W) is root(n)/tau, and the friction is critical.  It may
 * depend on the volume, which it does not change: where 2 n^2 P V is above k, as of a fluid or far above the
 * mean volume, it is critical for that.  Otherwise the cell would fall too fast and overshoot.
 */
#include "thermostats/thermostat_params.h"
#include "barostats/builtin_barostats.h"
#include "simd/unfused.h"
#include <math.h>

typedef struct rgs_crescale {
  double kt, pressure;
  int64_t group_x, group_y, group_z;
  double barostat_relaxation, compressibility;
  int64_t seed;
} rgs_crescale;

static double axes_of(const rgs_barostat_call *call) { return rgs_axes_of(call->set.group, 0); }

static void begin(rgs_barostat_call *call) {
  const rgs_crescale *p = call->params;
  const double volume = rgs_cell_reference_volume(call->cell), tau = p->barostat_relaxation;
  if (p->compressibility > 0)
    call->set.mass = call->dimensions * volume / p->compressibility * tau * tau;
  rgs_strains_begin(call);
}

/* What pulls against a strain of all axes. */
static void work(const rgs_barostat_call *call, double work[RGS_STRAINS]) {
  const rgs_crescale *p = call->params;
  for (int k = 0; k < RGS_STRAINS; k++) work[k] = p->pressure * call->volume;
}

static double potential(const rgs_barostat_call *call) {
  const rgs_crescale *p = call->params;
  return p->pressure * call->volume - p->kt * axes_of(call) * call->cell->strain[0];
}

static void apply_thermostat(rgs_barostat_call *call, double h) {
  const rgs_crescale *p = call->params;
  const double n = axes_of(call), tau = p->barostat_relaxation, mass = call->cell->mass[0];
  if (mass == 0) return; /* no sum has told it yet */
  const double of_fluid = 2 * n * n * fabs(p->pressure) * call->volume / mass;
  call->set.rate = 2 * sqrt(fmax(n / (tau * tau), of_fluid));
  rgs_strains_apply_thermostat(call, h);
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
#define GROUP(axis)                                                                                \
  ROW(group_##axis, RGS_I64, "", "1: the length changes with the others; 0: it is fixed.", 0, 1,   \
      1, 0)

static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(rgs_crescale),
  RGS_BAROSTAT_PRESSURE(rgs_crescale),
  GROUP(x),
  GROUP(y),
  GROUP(z),
  ROW(barostat_relaxation, RGS_F64, "time",
      "How fast the volume relaxes, if its compressibility is right.", 0, RGS_THERMOSTAT_MOST, 1,
      RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  ROW(compressibility, RGS_F64, "1/pressure",
      "Of the bodies, isothermal; 0: of an ideal gas with as many degrees of freedom in the "
      "reference volume.",
      0, RGS_THERMOSTAT_MOST, 0, 0),
  RGS_THERMOSTAT_SEED(rgs_crescale),
};

RGS_THERMOSTAT_ABOUT(
    "crescale", RGS_EXACT, RGS_RANDOM, RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL, rgs_crescale,
    "10.1063/5.0020514",
    "Constant pressure by stochastic cell rescaling with a mass, all lengths by one factor; "
    "falls from far volumes without overshoot.");

const rgs_barostat_table rgs_crescale_barostat = { .about = &about,
                                                   .setting = setting,
                                                   .work = work,
                                                   .potential = potential,
                                                   .begin = begin,
                                                   .kick = rgs_strains_kick,
                                                   .fly = rgs_strains_fly,
                                                   .apply_thermostat = apply_thermostat,
                                                   .kinetic = rgs_strains_kinetic };
