/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What run_style rgs moves, stage by stage: the bodies of our fixes, and the free atoms.
 */
#ifndef RIGIDSTEP_STAGED_H
#define RIGIDSTEP_STAGED_H

#include "method/method_choice.h"

namespace rigidstep_lammps {

struct Scheme {
  ContextPtr context;    // that knows it
  MethodChoice::Words words;
  uint32_t forces, gradients;    // a step; a gradient takes a further evaluation, at a displaced point
  bool ends_fresh;

  uint32_t evaluations() const { return forces + gradients; }
  // one evaluation, at the end of the step: all that run_style verlet has to give
  bool is_verlet() const { return evaluations() == 1 && ends_fresh; }
};

class Staged {
 public:
  virtual const Scheme &scheme() const = 0;
  virtual bool moves(int i) const = 0;    // atom i of this rank

  /* With the forces on the atoms (at the start of a step: those of its start), goes on to where the
     next are wanted and puts the atoms there; `at` tells where, as a fraction of the step.  False:
     the step is done. */
  virtual bool go_on(bool starts, double &at) = 0;

  /* The forces on the atoms are those of the step's end.  `anew`: they have been evaluated since the
     scheme was done. */
  virtual void end_step(int vflag, bool anew) = 0;

 protected:
  ~Staged() = default;    // nobody owns one by this name
};

/* A fix whose bodies run_style rgs moves. */
class StagedFix {
 public:
  virtual Staged &stages() = 0;

 protected:
  ~StagedFix() = default;    // nobody owns one by this name
};

}    // namespace rigidstep_lammps

#endif
