/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drafts.c - the draft methods, as a module like any other but for barostats (barostats/builtin_barostats.c), which
 * modules do not have: contexts list them once a host has asked for drafts (rigidstep/draft.h).
 * Nothing else is in this file, so that a test can put its own in its place.
 */
#include "integrators/integrators.h"
#include "methods/module.h"
#include "schemes/schemes.h"
#include "thermostats/metropolis.h"

static const rgs_integrator *const integrators[] = { &rgs_integrator_brownian_anisotropic, NULL };
static const rgs_thermostat *const thermostats[] = { &rgs_metropolis_thermostat.thermostat, NULL };

const rgs_module rgs_draft_module = { .head = RGS_HEAD(rgs_module),
                                      .name = "rigidstep_drafts",
                                      .version = RIGIDSTEP_VERSION,
                                      .license = "BSD-3-Clause",
                                      .schemes = rgs_draft_schemes,
                                      .integrators = integrators,
                                      .thermostats = thermostats };
