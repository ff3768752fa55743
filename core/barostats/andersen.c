/* SPDX-License-Identifier: BSD-3-Clause
 *
 * andersen.c - the barostat `andersen` (andersen.h): the stress law that is linear in the strains.
 *
 * Of H' = sum P^2/2M + K_rot + p^2/2W + U + P V - k kT e, with k axes in the group of the strain e, the law is P V.
 * Where targets differ, mean V + V_ref sum (target - mean) e takes its place; `mean` is the mean of the targets over
 * all axes, and V_ref the volume where strains are 0.
 */
#include "barostats/andersen.h"
#include "thermostats/thermostat_params.h"
#include "barostats/builtin_barostats.h"

/* What is common to the groups, by the parameters as they are now. */
typedef struct targets {
  double of[RGS_GROUPS], mean;
} targets;

static targets targets_of(const rgs_barostat_call *call) {
  const rgs_andersen *p = call->params;
  const double deviation[3] = { p->deviation_x, p->deviation_y, p->deviation_z };
  targets all = { .mean = 0 };
  int axes = 0;
  for (int k = 0; k < 3; k++)
    if (call->set.group[k] >= 0) all.of[call->set.group[k]] += deviation[k], axes++;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const int n = rgs_axes_of(call->set.group, g);
    if (n == 0) continue;
    all.of[g] = p->pressure + all.of[g] / n;
    all.mean += all.of[g] * n / axes;
  }
  return all;
}

static void work(const rgs_barostat_call *call, double work[RGS_STRAINS]) {
  const targets all = targets_of(call);
  const double reference = rgs_cell_reference_volume(call->cell);
  for (int k = 0; k < RGS_STRAINS; k++) {
    const int g = k < 3 ? call->set.group[k] : -1;
    work[k] = g >= 0 ? all.mean * call->volume + (all.of[g] - all.mean) * reference : 0;
  }
}

static double potential(const rgs_barostat_call *call) {
  const targets all = targets_of(call);
  const double reference = rgs_cell_reference_volume(call->cell);
  double sum = all.mean * call->volume;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const int axes = rgs_axes_of(call->set.group, g);
    if (axes > 0)
      sum += axes * call->cell->strain[g] * (reference * (all.of[g] - all.mean) - call->set.kt);
  }
  return sum;
}

/* ---- its table ------------------------------------------------------------------------------- */

static rgs_barostat_setting setting(const void *params) {
  const rgs_andersen *p = params;
  return (rgs_barostat_setting){ p->kt,
                                 p->barostat_relaxation,
                                 p->barostat_mass,
                                 p->barostat_rate,
                                 p->seed,
                                 { (int)p->group_x - 1, (int)p->group_y - 1, (int)p->group_z - 1 },
                                 { 0 } };
}

static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(rgs_andersen),       RGS_BAROSTAT_PRESSURE(rgs_andersen),
  RGS_BAROSTAT_DEVIATIONS(rgs_andersen), RGS_BAROSTAT_GROUPS(rgs_andersen, ""),
  RGS_BAROSTAT_MOTION(rgs_andersen),
};

RGS_THERMOSTAT_ABOUT(
    "andersen", RGS_EXACT, 0, RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL, rgs_andersen,
    "10.1063/1.439486",
    "Constant pressure with molecular scaling; free flight of bodies and cell in closed "
    "form.");

const rgs_barostat_table rgs_andersen_barostat = { .about = &about,
                                                   .setting = setting,
                                                   .work = work,
                                                   .potential = potential,
                                                   RGS_BAROSTAT_MOTION_OF_STRAINS };
