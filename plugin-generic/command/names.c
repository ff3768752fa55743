/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.c - names of the kinds of methods, of what they claim, and of what they need.
 */
#include "command.h"
#include "list.h"

const kind_name KINDS[N_KINDS] = { { RGS_KIND_ROTOR, "rotor", "rotors" },
                                   { RGS_KIND_SCHEME, "scheme", "schemes" },
                                   { RGS_KIND_INTEGRATOR, "integrator", "integrators" },
                                   { RGS_KIND_THERMOSTAT, "thermostat", "thermostats" },
                                   { RGS_KIND_BAROSTAT, "barostat", "barostats" } };
const bit_name CLAIMS[N_CLAIMS] = {
  { RGS_SYMPLECTIC, "symplectic" }, { RGS_SYMMETRIC, "symmetric" },
  { RGS_KEEPS_ENERGY, "energy" },   { RGS_KEEPS_MOMENTUM, "momentum" },
  { RGS_COMPOSED, "composed" },     { RGS_BACKWARD, "backward" },
  { RGS_PROCESSED, "processed" },   { RGS_RELAXES, "relaxes" },
  { RGS_RANDOM, "random" },         { RGS_PLACES_THERMOSTAT, "places_thermostat" },
};
const bit_name NEEDS[N_NEEDS] = {
  { RGS_EVAL_FORCE, "forces" },   { RGS_EVAL_ENERGY, "energy" }, { RGS_EVAL_GRADIENT, "gradients" },
  { RGS_EVAL_REDUCTION, "sums" }, { RGS_EVAL_VIRIAL, "virial" },
};

/* The library states the size of the struct, and may be an earlier or a later one. */
const rgs_param_info *param_info_at(const rgs_about *about, uint32_t i) {
  return (const void *)((const char *)about->params + (size_t)i * about->param_info_size);
}
