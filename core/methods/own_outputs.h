/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_outputs.h - the outputs that the library itself defines, and which of them a method has.
 */
#pragma once
#include "methods/method.h"

enum { /* groups of outputs that are computed alike */
       RGS_ENERGIES,
       RGS_TEMPERATURES,
       RGS_FREEDOM,
       RGS_HALF_STEP,
       RGS_REFINED,
       RGS_REFINED_TEMPERATURES,
       RGS_RECORDED,
       RGS_OF_THERMOSTAT,
       RGS_OF_BAROSTAT,
       RGS_OF_TRIALS
};
enum { RGS_TRANSLATION, RGS_ROTATION, RGS_AXES }; /* within the groups before these */
enum {                                            /* within RGS_OF_THERMOSTAT and RGS_OF_BAROSTAT */
       RGS_HEAT,
       RGS_THERMOSTAT_ENERGY,
       RGS_COUPLING_ENERGY,
       RGS_CONSERVED_ENERGY,
       RGS_MID_TRANSLATION,
       RGS_MID_ROTATION,
       RGS_MID_FREEDOM,
       RGS_KT_MID_TRANSLATION,
       RGS_KT_MID_ROTATION,
       RGS_STRAIN,
       RGS_BOX_LENGTHS,
       RGS_VOLUME,
       RGS_BAROSTAT_MOMENTUM,
       RGS_BAROSTAT_KINETIC
};
enum { /* within RGS_OF_TRIALS */
       RGS_TRIALS,
       RGS_ACCEPTED,
       RGS_TRIAL_ERROR,
       RGS_EXPECTED_ACCEPTANCE,
       RGS_STEP_FOR_65,
       RGS_POTENTIAL_ENERGY
};
enum { RGS_TOTAL_NOW, RGS_TOTAL_REFINED, RGS_TOTAL_SHADOW }; /* within RGS_RECORDED */

typedef struct rgs_own_output {
  rgs_output_info info;
  int group, which;
} rgs_own_output;

/* The library's own output of that name, or null where the method does not have it. */
const rgs_own_output *rgs_own_output_find(const rgs_method *m, const char *key);
uint32_t rgs_integrator_output_count(const rgs_method *m);

/* An integrator may not give its output the name of one of these. */
bool rgs_output_is_reserved(const char *key);
