/* SPDX-License-Identifier: GPL-2.0-only
 *
 * run_style respa.  Each level kicks the bodies by its own forces for half of its step, before and
 * after the steps of the level inside it; the innermost level is scheme strang.  When a level is
 * called, atom->f holds the forces of that level.  (LAMMPS' own rigid fixes use the forces of the
 * level that was called last, which at the start of an inner loop is the level outside
 * it.)
 */
#pragma once

#include <rigidstep/bodies.h>

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {
class Atom;
class Respa;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

/* What the levels ask of the fix that holds the bodies. */
class RespaBodies {
public:
  virtual void begin_step() = 0; // once in an outer step, before anything moves
  virtual void
  sum_level(bool outermost) = 0;     // forces on the bodies; gravity belongs to the outermost level
  virtual rgs_view level_view() = 0; // of all bodies this rank moves; p is velocity
  virtual double inertia() const = 0; // the factor: torques act for the time over its root
  virtual void show_velocities() = 0; // atoms get the velocities of their bodies
  virtual void
  move_innermost(double h) = 0; // scheme strang with step h, to its force evaluation or end
  virtual void
  tally_all_levels(int vflag) = 0; // the virial, with the forces of all levels on the atoms

protected:
  ~RespaBodies() = default; // an object is never deleted by a pointer to this class
};

class RespaLevels : protected LAMMPS_NS::Pointers {
public:
  // While an object of this class exists, the forces of all levels together are on the atoms.
  // Without run_style respa they always are.
  class WholeForces {
  public:
    explicit WholeForces(const RespaLevels &);
    ~WholeForces();

  private:
    LAMMPS_NS::Atom *atom;
    std::vector<double> f, torque; // the values to restore
  };

  RespaLevels(LAMMPS_NS::LAMMPS *, RespaBodies &);
  bool at_work() const;
  // What a fix does in its functions of these names.
  void initial_integrate(int vflag, int level);
  void final_integrate(int level);

private:
  RespaBodies &bodies;
  int step_vflag; // of the outer step, for its end

  LAMMPS_NS::Respa *respa() const;
  int outermost() const;
  void move_level(int level);
  void sum_all_levels();
};

} // namespace rigidstep_lammps
