/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' reminder of what to cite: rigidstep, and the source of each method that a fix uses.
 */
#pragma once

#include "method/method_choice.h"

namespace rigidstep_lammps {

/* LAMMPS names each source once, however often it is told. */
void cite_methods(LAMMPS_NS::LAMMPS *, const MethodChoice &);

} // namespace rigidstep_lammps
