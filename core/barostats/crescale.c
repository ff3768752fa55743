/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crescale.c - the barostat `crescale`: stochastic cell rescaling (M. Bernetti and G. Bussi, J. Chem. Phys.
 * 153, 114107 (2020), doi 10.1063/5.0020514), isotropic, for bodies that are scaled as wholes.
 *
 * EQUATION  In s = root(V) the noise does not depend on the state (their eq. 11):
 *   ds = m f dt + root(2 m kT) dW,  m = beta/4 tau,  f = -d(G)/ds,  G = K + U + P V - kT ln s,
 * where momenta are scaled by 1/u where positions are scaled by u, and beta is the compressibility.  Its density is
 * exp(-(K + U + P V)/kT) dV, as with `andersen`.
 *
 * STEP  A strain with the mass W = h/2m and the Hamiltonian G + p^2/2W, whose momentum is drawn anew wherever
 * the thermostat acts for the time h, makes the steps s += (h/2W) (h f + p + p'), with p and p' the draws
 * before and after it (B. Leimkuhler and C. Matthews, Appl. Math. Res. Express 2013, 34, doi
 * 10.1093/amrx/abs010).  These are steps of the equation, whose averages have errors of order h^2, and
 * conserved_energy is theirs: it counts the energies of p that were drawn and thrown away as heat.
 *
 * Free flight is half of the bodies' own, the flow of p^2/2W, and the other half.  The cell keeps p and W as momentum and
 * mass of its first group; the mass of the second is the time of the thermostat since the last flight, and
 * the third's is 1/2m.  Until the thermostat has acted there is no W, and the cell stays.
 */
#include "thermostats/thermostat_params.h"
#include "barostats/builtin_barostats.h"
#include "thermostats/builtin_thermostats.h"
#include "thermostats/draws.h"
#include "barostats/barostat.h"
#include "simd/unfused.h"
#include <math.h>

typedef struct rgs_crescale {
  double kt, pressure;
  int64_t group_x, group_y, group_z;
  double barostat_relaxation, compressibility;
  int64_t seed, conserved;
} rgs_crescale;

enum { W, THERMOSTATTED, PER_TIME };

static int axes_of(const rgs_barostat_call *call) { return rgs_axes_of(call->set.group, 0); }

static void begin(rgs_barostat_call *call) {
  const rgs_crescale *p = call->params;
  if (call->cell->mass[PER_TIME] != 0) return;
  double beta = p->compressibility;
  if (beta == 0) /* of an ideal gas with so many degrees of freedom */
    beta = 3 * rgs_cell_reference_volume(call->cell) / ((call->freedom + 3) * p->kt);
  call->cell->mass[PER_TIME] = 2 * p->barostat_relaxation / beta;
}

/* What pulls against a strain of all axes. */
static void work(const rgs_barostat_call *call, double work[RGS_STRAINS]) {
  const rgs_crescale *p = call->params;
  for (int k = 0; k < RGS_STRAINS; k++) work[k] = p->pressure * call->volume - 0.5 * p->kt;
}

static double potential(const rgs_barostat_call *call) {
  const rgs_crescale *p = call->params;
  return p->pressure * call->volume - 0.5 * p->kt * axes_of(call) * call->cell->strain[0];
}

/* Adds t times the force on s: 2/(d s) times the sum over d axes of what pulls along each. */
static void push(rgs_barostat_call *call, double t, const double along[3], double s) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += call->set.group[k] == 0 ? along[k] : 0;
  call->cell->momentum[0] += 2 * t * sum / (axes_of(call) * s);
}

static void kick(rgs_barostat_call *call, double t) {
  double against[RGS_STRAINS], along[3];
  work(call, against);
  for (int k = 0; k < 3; k++) along[k] = call->virial[k] - against[k];
  push(call, t, along, sqrt(call->volume));
}

static bool fly(rgs_barostat_call *call, double t, rgs_cell_flight *bodies) {
  rgs_moved_cell *cell = call->cell;
  if (cell->mass[W] == 0) return true;
  const double s = sqrt(call->volume);
  double twice[3], expansion, scaling;
  for (int k = 0; k < 3; k++) twice[k] = 2 * call->kinetic[k];
  push(call, 0.5 * t, twice, s);
  const double by = t * cell->momentum[0] / (cell->mass[W] * s); /* (s' - s)/s */
  if (!(by > -1 && by < RGS_THERMOSTAT_MOST)) return false;
  const double strain = 2 * rgs_log_of_1_plus(by) / axes_of(call);
  cell->strain[0] += strain;
  expansion = rgs_expm1(strain);
  scaling = 1 / (1 + expansion);
  for (int k = 0; k < 3; k++) {
    if (call->set.group[k] != 0) continue;
    call->kinetic[k] *= scaling * scaling;
    twice[k] = 2 * call->kinetic[k];
    bodies->expansion[k] = expansion;
    bodies->displacement[k] = 0.5 * t * (1 + expansion + scaling);
    bodies->scaling[k] = scaling;
  }
  push(call, 0.5 * t, twice, s * (1 + by));
  for (int k = 0; k < RGS_SHEARS; k++) cell->tilt[k] *= 1 + bodies->expansion[k == RGS_YZ ? 1 : 0];
  cell->mass[THERMOSTATTED] = 0;
  return fabs(cell->strain[0]) <= RGS_MOST_STRAIN && isfinite(cell->momentum[0]);
}

static double kinetic(const rgs_barostat_call *call) {
  const double p = call->cell->momentum[0], mass = call->cell->mass[W];
  return mass > 0 ? 0.5 * p * p / mass : 0;
}

static void apply_thermostat(rgs_barostat_call *call, double h) {
  rgs_moved_cell *cell = call->cell;
  rgs_draws draws = { (uint32_t)call->set.seed, RGS_STREAMS * call->visit + RGS_STREAM_BAROSTAT,
                      call->step, 0 };
  const double before = kinetic(call);
  cell->mass[THERMOSTATTED] += h;
  cell->mass[W] = cell->mass[PER_TIME] * cell->mass[THERMOSTATTED];
  cell->momentum[0] = sqrt(cell->mass[W] * call->set.kt) * rgs_draw_normal(&draws);
  call->heat += kinetic(call) - before;
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
  RGS_THERMOSTAT_CONSERVED(rgs_crescale),
};

RGS_THERMOSTAT_ABOUT(
    "crescale", 2, RGS_RANDOM, RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL, rgs_crescale,
    "10.1063/5.0020514",
    "Constant pressure by stochastic cell rescaling, all lengths by one factor; its volume "
    "does not oscillate.");

const rgs_barostat_table rgs_crescale_barostat = { .about = &about,
                                                   .setting = setting,
                                                   .work = work,
                                                   .potential = potential,
                                                   .begin = begin,
                                                   .kick = kick,
                                                   .fly = fly,
                                                   .apply_thermostat = apply_thermostat,
                                                   .kinetic = kinetic };
