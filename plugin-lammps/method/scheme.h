/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What a run style must know about the scheme of a fix: which forces it takes in a step.
 */
#pragma once

#include "method/method_choice.h"

#include <cstdint>

namespace rigidstep_lammps {

struct Scheme {
  ContextPtr context; // in which the scheme is registered
  MethodChoice::Words words;
  // Evaluations in a step; a gradient takes one more, at a displaced point.
  uint32_t forces, gradients;
  bool ends_valid;
  bool processed; // propagates variables of its own, from which the physical state is computed

  uint32_t evaluations() const { return forces + gradients; }
  // One evaluation, at the end of the step: that is what run_style verlet offers.
  bool is_verlet() const { return evaluations() == 1 && ends_valid; }
};

} // namespace rigidstep_lammps
