/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_of.h - a module of one method of each kind.
 */
#pragma once
#include "with_head.h"

#include <rigidstep/module.h>
#include <stdlib.h>

/* null: none of that kind.  A context recognizes a module by its address and keeps its tables, so none is reused. */
static inline rgs_module *module_of(const rgs_rotor *rotor, const rgs_scheme *scheme,
                                    const rgs_integrator *integrator) {
  static struct {
    const rgs_rotor *rotors[2];
    const rgs_scheme *schemes[2];
    const rgs_integrator *integrators[2];
    rgs_module module;
  } pool[500], *next = pool;
  if (next == pool + sizeof pool / sizeof *pool) abort();
  next->rotors[0] = rotor;
  next->schemes[0] = scheme;
  next->integrators[0] = integrator;
  next->module = (rgs_module)WITH_HEAD(
      rgs_module, .name = "test.one", .version = "1", .license = "BSD-3-Clause",
      .rotors = rotor ? next->rotors : NULL, .schemes = scheme ? next->schemes : NULL,
      .integrators = integrator ? next->integrators : NULL);
  return &(next++)->module;
}
