/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barostat.c - the motion of a cell whose strains have momenta (barostat.h).
 *
 * A momentum belongs to each group of axes, with the mass W times their number, and to each shear, with the mass W.
 * H' = sum P^2/2M + K_rot + kinetic energies of the strains + U + potential - kT ln V, where the stress law gives the
 * potential.  Free flight takes all kinetic terms (cell/cell.c), and the kick takes the rest.
 */
#include "barostats/builtin_barostats.h"
#include "thermostats/builtin_thermostats.h"
#include "thermostats/draws.h"
#include "barostats/barostat.h"
#include "simd/unfused.h"
#include <math.h>

void rgs_strains_begin(rgs_barostat_call *call) {
  const rgs_barostat_setting *set = &call->set;
  const int d = call->dimensions;
  double whole = set->mass;
  if (whole == 0) whole = (call->freedom + d) * set->kt * set->relaxation * set->relaxation;
  for (int g = 0; g < RGS_GROUPS; g++)
    if (call->cell->mass[g] == 0)
      call->cell->mass[g] = whole * fmax(call->table->shears, rgs_axes_of(set->group, g)) / d;
}

/* The momentum of group k or, from 3 on, of a shear.  Its mass is 0 if it does not move, and as long as no sum over the
 * bodies has told the mass, as where the thermostat begins the first step. */
typedef struct strain_momentum {
  double *momentum, mass;
} strain_momentum;

static strain_momentum strain_momentum_of(const rgs_barostat_call *call, int k) {
  const int axes = rgs_axes_of(call->set.group, k);
  const double *mass = call->cell->mass, w = mass[0] / fmax(1, rgs_axes_of(call->set.group, 0));
  const double its = k < 3 ? (axes > 0 ? mass[k] : 0) : call->set.moves[k - 3] ? w : 0;
  return (strain_momentum){ &call->cell->momentum[k], its };
}

void rgs_strains_kick(rgs_barostat_call *call, double t) {
  double work[RGS_STRAINS];
  call->table->work(call, work);
  for (int g = 0; g < RGS_GROUPS; g++) {
    double virial = 0, rest = 0;
    for (int k = 0; k < 3; k++) {
      if (call->set.group[k] != g) continue;
      virial += call->virial[k];
      rest += call->set.kt - work[k];
    }
    call->cell->momentum[g] += t * (virial + rest);
  }
  for (int s = 0; s < RGS_SHEARS; s++)
    if (call->set.moves[s]) call->cell->momentum[3 + s] += t * (call->virial[3 + s] - work[3 + s]);
}

bool rgs_strains_fly(rgs_barostat_call *call, double t, rgs_cell_flight *bodies) {
  rgs_moved_cell *cell = call->cell;
  rgs_flying_cell c = { .now = rgs_cell_now(cell, call->set.group) };
  memcpy(c.moves, call->set.moves, sizeof c.moves);
  for (int k = 0; k < 3; k++) c.slot[k] = call->set.group[k] >= 0 ? call->set.group[k] : RGS_GROUPS;
  memcpy(c.strain, cell->strain, sizeof c.strain);
  memcpy(c.mass, cell->mass, sizeof c.mass);
  memcpy(c.momentum, cell->momentum, sizeof cell->mass);
  memcpy(c.shear_momentum, cell->momentum + 3, sizeof c.shear_momentum);
  memcpy(c.kinetic, call->kinetic, sizeof c.kinetic);
  for (int s = 0; s < RGS_SHEARS; s++)
    c.shear_mass = fmax(c.shear_mass, strain_momentum_of(call, 3 + s).mass);
  rgs_cell_fly(&c, t, bodies);
  double sum = 0; /* 0 where all is finite */
  for (int k = 0; k < 3; k++) {
    if (!(fabs(c.strain[k]) <= RGS_MOST_STRAIN)) return false;
    sum += 0 * c.momentum[k] + 0 * c.shear_momentum[k] + 0 * c.now.off[k];
  }
  if (sum != 0) return false;
  memcpy(cell->strain, c.strain, sizeof c.strain);
  memcpy(cell->momentum, c.momentum, sizeof cell->mass);
  memcpy(cell->momentum + 3, c.shear_momentum, sizeof c.shear_momentum);
  memcpy(cell->tilt, c.now.off, sizeof c.now.off);
  memcpy(call->kinetic, c.kinetic, sizeof c.kinetic);
  return true;
}

double rgs_strains_kinetic(const rgs_barostat_call *call) {
  double sum = 0;
  for (int k = 0; k < RGS_STRAINS; k++) {
    const strain_momentum one = strain_momentum_of(call, k);
    if (one.mass > 0) sum += 0.5 * *one.momentum * *one.momentum / one.mass;
  }
  return sum;
}

/* ---- friction and noise ---------------------------------------------------------------------- */

/* -1 stands for critical damping if there is what friction and noise need. */
static double rate_of(const rgs_barostat_setting *set, bool has_thermostat) {
  if (set->rate >= 0) return set->rate;
  return has_thermostat && set->seed >= 0 ? 2 / set->relaxation : 0;
}

/* May anything change, and is it there in so many dimensions? */
static rgs_status check_moves(const rgs_barostat_table *barostat, const rgs_barostat_setting *set,
                              int dimensions, rgs_error *error) {
  bool any = false;
  for (int k = 0; k < 3; k++) any |= set->group[k] >= 0 || set->moves[k];
  if (!any)
    return rgs_set_error(error, RGS_E_PARAM, -1,
                         "barostat '%s': group_x, group_y and group_z%s are 0, so that nothing may "
                         "change; one of them must be above 0",
                         barostat->about->name,
                         barostat->shears ? ", shear_xy, shear_xz and shear_yz" : "");
  if (dimensions == 2 && set->group[2] >= 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "barostat '%s': group_z is %d; must be 0 where the bodies move in a plane "
                         "(RGS_VIEW_PLANAR)",
                         barostat->about->name, set->group[2] + 1);
  return RGS_OK;
}

rgs_status rgs_barostat_check(const rgs_barostat_table *barostat, const void *params,
                              bool has_thermostat, int dimensions, rgs_error *error) {
  const rgs_barostat_setting set = barostat->setting(params);
  rgs_status status = barostat->check ? barostat->check(params, dimensions, error) : RGS_OK;
  if (status == RGS_OK) status = check_moves(barostat, &set, dimensions, error);
  if (status != RGS_OK) return status;
  if ((barostat->about->claims & RGS_RANDOM) && !has_thermostat)
    return rgs_set_error(
        error, RGS_E_PARAM, -1,
        "barostat '%s' moves by noise, and there is no thermostat to which it belongs; name a "
        "thermostat, such as 'csvr'",
        barostat->about->name);
  if (set.rate > 0 && !has_thermostat)
    return rgs_set_error(
        error, RGS_E_PARAM, -1,
        "barostat '%s': barostat_rate is %g without a thermostat; must be 0 or -1, or name a "
        "thermostat",
        barostat->about->name, set.rate);
  if (set.rate > 0 && set.seed < 0)
    return rgs_set_error(
        error, RGS_E_PARAM, -1,
        "barostat '%s': barostat_rate is %g and there is no seed; set 'seed' from 0 to "
        "4294967295",
        barostat->about->name, set.rate);
  return RGS_OK;
}

void rgs_strains_apply_thermostat(rgs_barostat_call *call, double h) {
  const rgs_barostat_setting *set = &call->set;
  const double rate = rate_of(set, call->has_thermostat), keep = rgs_exp(-rate * h);
  const double spread = -rgs_expm1(-2 * rate * h) * set->kt;
  rgs_draws draws = { (uint32_t)set->seed, RGS_STREAMS * call->visit + RGS_STREAM_BAROSTAT,
                      call->step, 0 };
  for (int k = 0; k < RGS_STRAINS && rate != 0; k++) {
    const strain_momentum one = strain_momentum_of(call, k);
    if (one.mass == 0) continue;
    const double before = *one.momentum;
    *one.momentum = keep * before + sqrt(spread * one.mass) * rgs_draw_normal(&draws);
    call->heat += 0.5 * (*one.momentum - before) * (*one.momentum + before) / one.mass;
  }
}
