/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mc.c - the barostat `mc`: in the middle of a trial (the thermostat `metropolis`) the logarithm of a volume changes
 * by a random amount, and is accepted together with the trial (W. W. Wood, J. Chem. Phys. 48, 415 (1968), doi
 * 10.1063/1.1667938).
 *
 * JUMP  J_d: the strains e of one group of n axes, drawn at random, grow by d/n, where d is uniform in
 * +-volume_step.  Cell and centres of bodies are scaled along these axes from the origin; p, q and l stay.
 *
 * REVERSIBLE  R reverses momenta.  A, the stages before the jump, are those behind it, A', in the opposite order, and
 * each is undone by itself between two R.  So A R A' = R and A' R A = R.  J_d leaves momenta, so J_d R = R J_d.  The
 * trial T_d = A' J_d A then has T_(-d) R T_d = A' J_(-d) (A R A') J_d A = A' R A = R: from where it ended, with
 * momenta reversed, the jump -d leads back, and is drawn as likely.  A jump before the motion would lack this: its
 * reverse is a jump behind the motion, in another cell.
 *
 * MEASURE  Bodies at the pressure P have the density exp(-(K + U + P V)/kT) dx dp dV, that of the other barostats.
 * By strains dV is V sum n de, and of several groups each n de has its own length, area or volume.  A and A' keep
 * dx dp, J_d stretches dx by exp(N d) for N bodies, since one centre has n coordinates in the group, in a plane too.
 * So T_d multiplies dx dp dV by exp((N + 1) d), and is accepted with the probability
 *   min(1, exp(-(dK + dU + P dV)/kT + (N + 1) d)).
 * N counts all bodies, points too.  Their total momentum is drawn as the others are and the centre of mass is nowhere
 * held, so that no coordinate is left out.  Rotations have no part in it: q and l stay.
 *
 * stepper/trial.c has the sum and the decision, ensemble/cell.c what is done to the bodies.
 */
#include "barostats/andersen.h"
#include "barostats/builtin_barostats.h"
#include "thermostats/thermostat_params.h"
#include "simd/unfused.h"
#include <math.h>

typedef struct rgs_mc {
  double pressure, volume_step;
  int64_t group_x, group_y, group_z;
  double deviation_x, deviation_y, deviation_z;
} rgs_mc;

static bool jump(rgs_barostat_call *call, rgs_draws *draws, rgs_cell_flight *bodies) {
  const rgs_mc *p = call->params;
  const int *group = call->set.group;
  double *tilt = call->cell->tilt;
  int groups[RGS_GROUPS] = { 0 }, n = 0;
  for (int g = 0; g < RGS_GROUPS; g++)
    if (rgs_axes_of(group, g) > 0) groups[n++] = g;
  const int g = groups[(int)(n * rgs_draw_uniform(draws))];
  const double by = p->volume_step * (2 * rgs_draw_uniform(draws) - 1) / rgs_axes_of(group, g);
  double *strain = &call->cell->strain[g];
  *strain += by;
  for (int k = 0; k < 3; k++)
    if (group[k] == g) bodies->expansion[k] = rgs_expm1(by);
  if (group[0] == g) tilt[RGS_XY] *= rgs_exp(by), tilt[RGS_XZ] *= rgs_exp(by);
  if (group[1] == g) tilt[RGS_YZ] *= rgs_exp(by);
  const double volume = rgs_cell_volume(call->cell, group);
  return fabs(*strain) <= RGS_MOST_STRAIN && volume > 0 && isfinite(volume);
}

/* `andersen`'s without kT ln V, which belongs to the number of bodies (MEASURE). */
static double potential(const rgs_barostat_call *call) {
  const rgs_mc *p = call->params;
  const rgs_andersen as = { .pressure = p->pressure,
                            .deviation_x = p->deviation_x,
                            .deviation_y = p->deviation_y,
                            .deviation_z = p->deviation_z };
  rgs_barostat_call with = *call;
  with.params = &as;
  return rgs_andersen_barostat.potential(&with);
}

/* ---- its table ------------------------------------------------------------------------------- */

static rgs_barostat_setting setting(const void *params) {
  const rgs_mc *p = params;
  return (rgs_barostat_setting){
    .seed = -1, .group = { (int)p->group_x - 1, (int)p->group_y - 1, (int)p->group_z - 1 }
  };
}

#define ROW(...) RGS_THERMOSTAT_PARAM(rgs_mc, __VA_ARGS__)

static const rgs_param_info rows[] = {
  RGS_BAROSTAT_PRESSURE(rgs_mc),
  ROW(volume_step, RGS_F64, "",
      "The most by which a trial changes the logarithm of the volume; with groups of axes, of "
      "their "
      "length or area.",
      0, 10, 0.1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN | RGS_PARAM_RAMPS),
  RGS_BAROSTAT_GROUPS(rgs_mc, ", in one of the trials"),
  RGS_BAROSTAT_DEVIATIONS(rgs_mc),
};

RGS_THERMOSTAT_ABOUT("mc", RGS_EXACT, RGS_RANDOM, RGS_EVAL_REDUCTION, rgs_mc, "10.1063/1.1667938",
                     "Constant pressure by volumes that are tried together with each trial of the "
                     "thermostat metropolis; no virial.");

const rgs_barostat_table rgs_mc_barostat = {
  .about = &about, .setting = setting, .potential = potential, .jump = jump
};
