/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_outputs.c - the table of the library's own outputs.  Their values: stepper/outputs.c.
 */
#include "methods/own_outputs.h"
#include <string.h>

#define HEAD RGS_HEAD(rgs_output_info)
#define ENERGY_OF(key, doc, n)                                                                     \
  { HEAD, key, "energy", doc, n, RGS_OUTPUT_SUM, 0, 0 }
#define KT_OF(key, doc, n)                                                                         \
  { HEAD, key, "energy", doc, n, 0, 0, 0 }
static const rgs_own_output outputs[] = {
  { ENERGY_OF("kinetic_translation", "Kinetic energy of translation.", 1), RGS_ENERGIES,
    RGS_TRANSLATION },
  { ENERGY_OF("kinetic_rotation", "Kinetic energy of rotation.", 1), RGS_ENERGIES, RGS_ROTATION },
  { ENERGY_OF("kinetic_axes", "Kinetic energy of rotation about each principal axis.", 3),
    RGS_ENERGIES, RGS_AXES },
  { KT_OF("kt_translation",
          "kT from the kinetic energy of translation: 2/3 of its mean over the bodies; in a plane, "
          "its mean.",
          1),
    RGS_TEMPERATURES, RGS_TRANSLATION },
  { KT_OF("kt_rotation", "kT from the kinetic energy of rotation about the axes with inertia.", 1),
    RGS_TEMPERATURES, RGS_ROTATION },
  { KT_OF("kt_axes", "kT from the kinetic energy of rotation about each principal axis.", 3),
    RGS_TEMPERATURES, RGS_AXES },
  { { HEAD, "freedom_axes", "",
      "Number of bodies with inertia about each principal axis; in a plane 0, 0 "
      "and the number of all that turn.",
      3, RGS_OUTPUT_SUM, 0, 0 },
    RGS_FREEDOM,
    RGS_AXES },
  { ENERGY_OF("half_translation",
              "Mean kinetic energy of translation half a step before and after the kick.", 1),
    RGS_HALF_STEP, RGS_TRANSLATION },
  { ENERGY_OF("half_rotation",
              "Mean kinetic energy of rotation half a step before and after the kick.", 1),
    RGS_HALF_STEP, RGS_ROTATION },
  { ENERGY_OF("refined_translation",
              "Kinetic energy of translation that obeys equipartition up to h^4.", 1),
    RGS_REFINED, RGS_TRANSLATION },
  { ENERGY_OF("refined_rotation", "Kinetic energy of rotation that obeys equipartition up to h^4.",
              1),
    RGS_REFINED, RGS_ROTATION },
  { ENERGY_OF("refined_axes", "refined_rotation about each principal axis.", 3), RGS_REFINED,
    RGS_AXES },
  { KT_OF("kt_refined_translation", "kT from refined_translation.", 1), RGS_REFINED_TEMPERATURES,
    RGS_TRANSLATION },
  { KT_OF("kt_refined_rotation", "kT from refined_rotation.", 1), RGS_REFINED_TEMPERATURES,
    RGS_ROTATION },
  { KT_OF("kt_refined_axes", "kT from refined_axes.", 3), RGS_REFINED_TEMPERATURES, RGS_AXES },
  { ENERGY_OF("total_energy", "Kinetic and potential energy at the last kick.", 1), RGS_RECORDED,
    RGS_TOTAL_NOW },
  { { HEAD, "refined_energy", "energy", "Total energy whose fluctuation decreases as h^4.", 1,
      RGS_OUTPUT_SUM, 1, 0 },
    RGS_RECORDED,
    RGS_TOTAL_REFINED },
  { { HEAD, "shadow_energy", "energy",
      "Interpolated shadow energy of Engle, Skeel and Drees; its fluctuation decreases as h^8.", 1,
      RGS_OUTPUT_SUM, RGS_PAST_STATES, 0 },
    RGS_RECORDED,
    RGS_TOTAL_SHADOW },
  { ENERGY_OF("heat",
              "Heat that thermostat and barostat's friction have given since the method was taken.",
              1),
    RGS_OF_THERMOSTAT, RGS_HEAT },
  { KT_OF("thermostat_energy", "Energy of the variables of the thermostat.", 1), RGS_OF_THERMOSTAT,
    RGS_THERMOSTAT_ENERGY },
  { ENERGY_OF("coupling_energy",
              "What has to be added to kinetic and potential energy for a constant sum.", 1),
    RGS_OF_THERMOSTAT, RGS_COUPLING_ENERGY },
  { ENERGY_OF("conserved_energy", "Kinetic, potential and coupling energy: constant.", 1),
    RGS_OF_THERMOSTAT, RGS_CONSERVED_ENERGY },
  { ENERGY_OF("mid_translation",
              "Kinetic energy of translation of the thermostatted bodies after the thermostat "
              "acted last.",
              1),
    RGS_OF_THERMOSTAT, RGS_MID_TRANSLATION },
  { ENERGY_OF("mid_rotation", "The same of rotation.", 1), RGS_OF_THERMOSTAT, RGS_MID_ROTATION },
  { { HEAD, "mid_freedom", "",
      "Degrees of freedom of translation and rotation of the thermostatted bodies.", 2,
      RGS_OUTPUT_SUM, 0, 0 },
    RGS_OF_THERMOSTAT,
    RGS_MID_FREEDOM },
  { KT_OF(
        "kt_mid_translation",
        "kT by mid_translation; with a thermostat that scales it is the system's, else the rank's.",
        1),
    RGS_OF_THERMOSTAT, RGS_KT_MID_TRANSLATION },
  { KT_OF("kt_mid_rotation", "The same by mid_rotation.", 1), RGS_OF_THERMOSTAT,
    RGS_KT_MID_ROTATION },
  { { HEAD, "strain", "", "Logarithm of the lengths of the cell over its reference.", 3, 0, 0, 0 },
    RGS_OF_BAROSTAT,
    RGS_STRAIN },
  { { HEAD, "box_lengths", "length", "Lengths of the cell, its diagonal.", 3, 0, 0, 0 },
    RGS_OF_BAROSTAT,
    RGS_BOX_LENGTHS },
  { { HEAD, "volume", "length^3", "Volume of the cell.", 1, 0, 0, 0 },
    RGS_OF_BAROSTAT,
    RGS_VOLUME },
  { { HEAD, "barostat_momentum", "energy*time", "Momentum of the cell, of the groups 1, 2 and 3.",
      3, 0, 0, 0 },
    RGS_OF_BAROSTAT,
    RGS_BAROSTAT_MOMENTUM },
  { KT_OF("barostat_kinetic", "Energy of the motion of the cell: kT/2 for each group on the mean.",
          1),
    RGS_OF_BAROSTAT, RGS_BAROSTAT_KINETIC },
  { { HEAD, "trials", "", "Trials so far.", 1, 0, 0, 0 }, RGS_OF_TRIALS, RGS_TRIALS },
  { { HEAD, "accepted", "", "How many of them were accepted.", 1, 0, 0, 0 },
    RGS_OF_TRIALS,
    RGS_ACCEPTED },
  { { HEAD, "trial_error", "",
      "Mean and variance of what a trial raises the energy by, over kt, of the last thousand.", 2,
      0, 0, 0 },
    RGS_OF_TRIALS,
    RGS_TRIAL_ERROR },
  { { HEAD, "expected_acceptance", "",
      "The part of trials that this variance s lets be accepted: erfc(sqrt(s/8)).", 1, 0, 0, 0 },
    RGS_OF_TRIALS,
    RGS_EXPECTED_ACCEPTANCE },
  { { HEAD, "step_for_65", "time",
      "The step with which 65 % of trials would be accepted, by the order of the scheme.", 1, 0, 0,
      0 },
    RGS_OF_TRIALS,
    RGS_STEP_FOR_65 },
  { ENERGY_OF("potential_energy", "Of the bodies where the trial has left them.", 1), RGS_OF_TRIALS,
    RGS_POTENTIAL_ENERGY },
};
enum { OUTPUTS = sizeof outputs / sizeof *outputs };

bool rgs_output_is_reserved(const char *key) {
  for (int k = 0; k < OUTPUTS; k++)
    if (strcmp(outputs[k].info.key, key) == 0) return true;
  return false;
}

/* ---- the outputs of a method ----------------------------------------------------------------- */

/* The formulas do not include the error in h^2 of a rotor of order 2. */
static bool refines(const rgs_method *m) {
  if (m->scheme == NULL || m->scheme->facts.strang == RGS_NO_STRANG) return false;
  if (m->thermostat != NULL || m->barostat != NULL) return false;
  const rgs_registry_entry *rotor = m->rotor;
  uint32_t order = rotor->rotor.order ? rotor->rotor.order(m->rotor_params) : rotor->about.order;
  return order >= 4;
}

/* A thermostat or a barostat changes momenta between the kick and half a step from it, unless the thermostat
 * acts in the middle of a drift. */
static bool knows_half_steps(const rgs_method *m) {
  if (m->scheme == NULL || m->scheme->facts.strang == RGS_NO_STRANG || m->barostat != NULL ||
      rgs_method_trials(m))
    return false;
  return m->thermostat == NULL || (m->scheme->facts.strang == RGS_KICK_FIRST && !m->at_ends);
}

static bool has_of_ensemble(const rgs_method *m, const rgs_own_output *o) {
  if (o->group == RGS_OF_BAROSTAT)
    return rgs_method_flies_cell(m) || (m->barostat != NULL && o->which <= RGS_VOLUME);
  switch (o->which) {
  case RGS_HEAT:
  case RGS_COUPLING_ENERGY: return m->thermostat != NULL || m->barostat != NULL;
  case RGS_CONSERVED_ENERGY: return m->conserved;
  case RGS_THERMOSTAT_ENERGY:
    return m->thermostat != NULL && m->thermostat->thermostat.energy != NULL;
  default: return m->thermostat != NULL;
  }
}

static bool has(const rgs_method *m, const rgs_own_output *o) {
  if (o->group == RGS_OF_TRIALS) return rgs_method_trials(m);
  if (o->group == RGS_OF_THERMOSTAT || o->group == RGS_OF_BAROSTAT) return has_of_ensemble(m, o);
  if (o->group == RGS_HALF_STEP) return knows_half_steps(m);
  if (o->group == RGS_REFINED || o->group == RGS_REFINED_TEMPERATURES) return refines(m);
  if (o->group != RGS_RECORDED) return true;
  if (o->which == RGS_TOTAL_NOW) return m->refined;
  return (o->which == RGS_TOTAL_SHADOW ? m->shadow : m->refined) && refines(m);
}

const rgs_own_output *rgs_own_output_find(const rgs_method *m, const char *key) {
  for (int k = 0; k < OUTPUTS; k++)
    if (strcmp(outputs[k].info.key, key) == 0) return has(m, &outputs[k]) ? &outputs[k] : NULL;
  return NULL;
}

uint32_t rgs_integrator_output_count(const rgs_method *m) {
  return m->integrator == NULL ? 0 : m->integrator->integrator.n_outputs;
}

int64_t rgs_method_output_count(const rgs_method *m) {
  if (m == NULL) return 0;
  int64_t n = 0;
  for (int k = 0; k < OUTPUTS; k++) n += has(m, &outputs[k]);
  return n + rgs_integrator_output_count(m);
}

const rgs_output_info *rgs_method_output_at(const rgs_method *m, int64_t i) {
  if (m == NULL || i < 0) return NULL;
  for (int k = 0; k < OUTPUTS; k++)
    if (has(m, &outputs[k]) && i-- == 0) return &outputs[k].info;
  return i < rgs_integrator_output_count(m) ? &m->integrator->integrator.outputs[i] : NULL;
}
