/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crescale_flexible.c - the barostat `crescale_flexible`: stochastic cell rescaling of all six strains (V. Del Tatto,
 * P. Raiteri, M. Bernetti and G. Bussi, Appl. Sci. 12, 1139 (2022), doi 10.3390/app12031139), for bodies that are
 * scaled as wholes.
 *
 * It is `flexible` with the mass and the friction of `crescale` (crescale.c says how they belong to the published
 * equation).  The measure of the cell is `flexible`'s (core/README.md, section 10), at any mass and friction: noise
 * acts on the momenta J of the strains, whose kinetic energy sum J^2/2W does not depend on the cell.  So the noise
 * of the strains xx to yz is independent and of equal strength, and there is no drift term.  The publication's noise
 * has nine numbers, of which the rotation of the cell takes three, so its shears follow twice as fast; averages
 * do not depend on that.
 */
#include "barostats/crescale.h"
#include "barostats/flexible.h"
#include "barostats/builtin_barostats.h"
#include <stddef.h>

typedef struct rgs_crescale_flexible {
  rgs_flexible flexible; /* mass and rate are 0 */
  double compressibility;
} rgs_crescale_flexible;
_Static_assert(offsetof(rgs_crescale_flexible, flexible) == 0, "the functions of flexible read it");

static rgs_status check(const void *params, int dimensions, rgs_error *error) {
  return rgs_flexible_barostat.check(params, dimensions, error);
}
static rgs_barostat_setting setting(const void *params) {
  return rgs_flexible_barostat.setting(params);
}
static void work(const rgs_barostat_call *call, double work[RGS_STRAINS]) {
  rgs_flexible_barostat.work(call, work);
}
static double potential(const rgs_barostat_call *call) {
  return rgs_flexible_barostat.potential(call);
}

static void begin(rgs_barostat_call *call) {
  const rgs_crescale_flexible *p = call->params;
  rgs_crescale_begin(call, p->compressibility);
}

static void apply_thermostat(rgs_barostat_call *call, double h) {
  const rgs_crescale_flexible *p = call->params;
  rgs_crescale_apply_thermostat(call, h, p->flexible.pressure);
}

/* ---- its table ------------------------------------------------------------------------------- */

static const rgs_param_info rows[] = {
  RGS_FLEXIBLE_STRAINS,
  RGS_FLEXIBLE_ROW(barostat_relaxation, RGS_F64, "time", RGS_CRESCALE_RELAXATION, 0,
                   RGS_THERMOSTAT_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  RGS_THERMOSTAT_PARAM(rgs_crescale_flexible, compressibility, RGS_F64, "1/pressure",
                       RGS_CRESCALE_COMPRESSIBILITY, 0, RGS_THERMOSTAT_MOST, 0, 0),
  RGS_THERMOSTAT_SEED(rgs_flexible),
};

RGS_THERMOSTAT_ABOUT("crescale_flexible", 2, RGS_RANDOM, RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL,
                     rgs_crescale_flexible, "10.3390/app12031139",
                     "Constant pressure or tension by stochastic cell rescaling with a mass, in a "
                     "cell whose lengths "
                     "and angles change; a fluid has no bounded shape in it.");

const rgs_barostat_table rgs_crescale_flexible_barostat = { .about = &about,
                                                            .shears = true,
                                                            .check = check,
                                                            .setting = setting,
                                                            .work = work,
                                                            .potential = potential,
                                                            .begin = begin,
                                                            .kick = rgs_strains_kick,
                                                            .fly = rgs_strains_fly,
                                                            .apply_thermostat = apply_thermostat,
                                                            .kinetic = rgs_strains_kinetic };
