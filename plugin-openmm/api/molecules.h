/* SPDX-License-Identifier: BSD-3-Clause
 *
 * molecules.h - which particles OpenMM holds together, and which of these molecules are rigid.
 */
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace OpenMM {
class System;
}

namespace RigidstepPlugin {

/* Particles that constraints and bonds hold together, and virtual sites of them.  A virtual site of two
 * molecules holds nothing together: it is alone. */
std::vector<std::vector<int>> moleculesOf(const OpenMM::System &system);

/* Molecules that are rigid, and what was chosen as one line. */
struct Choice {
  /* all: every molecule that can move.  Otherwise those whose distances constraints fix, and those that have
   * no torsion and no bond that can turn. */
  Choice(const OpenMM::System &system, bool all);
  std::vector<std::vector<int>> rigid;
  std::string text;
};

/* Bodies with torsions inside, except where constraints fix the distances: how many, and the first; -1: none. */
struct FrozenTorsions {
  FrozenTorsions(const OpenMM::System &system, const std::vector<std::vector<int>> &bodies);
  int bodies, first, torsions; /* torsions: in the first */
};

} // namespace RigidstepPlugin
