/* SPDX-License-Identifier: GPL-2.0-only
 *
 * run_style respa.  Each level kicks the bodies by its own forces for half of its step, before and
 * after the steps of the level inside it; the innermost level is scheme strang.  With a thermostat or
 * barostat the library's scheme respa does both.  When a level is called, atom->f holds the forces of
 * that level.  (LAMMPS' own rigid fixes use the forces of the
 * level that was called last, which at the start of an inner loop is the level outside
 * it.)
 */
#pragma once

#include "run_style/outer_lists.h"

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
  virtual void begin_step() = 0;    // once in an outer step, before anything moves
  virtual void ask_for_lists() = 0; // LAMMPS is to build its lists in this step
  virtual void
  sum_level(bool outermost) = 0;     // forces on the bodies; gravity belongs to the outermost level
  virtual rgs_view level_view() = 0; // of all bodies this rank moves; p is velocity
  virtual double inertia() const = 0; // the factor: torques act for the time over its root
  virtual void show_velocities() = 0; // atoms get the velocities of their bodies
  virtual void
  move_innermost(double h) = 0; // scheme strang with step h, to its force evaluation or end
  virtual void
  tally_all_levels(int vflag) = 0; // the virial, with the forces of all levels on the atoms
  // ---- with the library's scheme respa, which has two levels and asks for the outer one's forces first
  virtual bool divides() const = 0;
  virtual void forget_forces() = 0; // it is to ask for the forces of both levels
  virtual void
  measure() = 0; // the virial of the barostat, with the forces of all levels on the atoms
  virtual void go_on() = 0; // with the forces that it asked for, to those of the inner level

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

  RespaLevels(LAMMPS_NS::LAMMPS *, RespaBodies &, const std::string &prefix);
  void begin_run() { lists.begin_run(); } // before LAMMPS sets it up
  bool at_work() const;
  int number() const; // 0 without run_style respa
  int inner() const;  // how often the innermost level goes in one step of the next
  // What a fix does in its functions of these names.
  void initial_integrate(int vflag, int level);
  void final_integrate(int level);
  // The last kicks of a step of the library's scheme respa, with the forces that LAMMPS keeps of each level.
  void end_divided();

private:
  RespaBodies &bodies;
  std::string prefix; // begins every message
  OuterLists lists;
  int step_vflag; // of the outer step, for its end
  bool begins;    // the outer step, and bodies have not moved in it yet

  LAMMPS_NS::Respa *respa() const;
  int outermost() const;
  void move_level(int level);
  void answer_outer();
  void move_divided(bool first);
  void sum_all_levels();
};

} // namespace rigidstep_lammps
