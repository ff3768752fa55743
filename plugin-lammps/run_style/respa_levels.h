/* SPDX-License-Identifier: GPL-2.0-only
 *
 * run_style respa: a kick by the forces of each level with half the step of that level, before and
 * after what the levels inside it do; the innermost level is scheme strang.  atom->f holds the
 * forces of the level that is called.  (LAMMPS' own rigid fixes use those of the level called last,
 * which at the start of an inner loop are those of the level outside it.)
 */
#ifndef RIGIDSTEP_RESPA_LEVELS_H
#define RIGIDSTEP_RESPA_LEVELS_H

#include <rigidstep/bodies.h>

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {
class Atom;
class Respa;
}

namespace rigidstep_lammps {

/* What the levels ask of the fix that holds the bodies. */
class RespaBodies {
 public:
  virtual void begin_step() = 0;                     // once an outer step, before anything moves
  virtual void sum_level(bool outermost) = 0;        // from forces on atoms to those on bodies; gravity is of the outermost
  virtual rgs_view level_view() = 0;                 // of all bodies this rank moves; p is velocity
  virtual void show_velocities() = 0;                // of the bodies on their atoms
  virtual void move_innermost(double h) = 0;         // to where scheme strang, in steps of h, wants forces or is done
  virtual void tally_all_levels(int vflag) = 0;      // the virial, of forces that are whole

 protected:
  ~RespaBodies() = default;    // nobody owns one by this name
};

class RespaLevels : protected LAMMPS_NS::Pointers {
 public:
  // While there is one, the forces of all levels are on the atoms (without run_style respa they are anyway).
  class WholeForces {
   public:
    explicit WholeForces(const RespaLevels &);
    ~WholeForces();

   private:
    LAMMPS_NS::Atom *atom;
    std::vector<double> f, torque;    // what was there
  };

  RespaLevels(LAMMPS_NS::LAMMPS *, RespaBodies &);
  bool at_work() const;
  // what a fix does in its functions of these names
  void initial_integrate(int vflag, int level);
  void final_integrate(int level);

 private:
  RespaBodies &bodies;
  int step_vflag;    // of the outer step, for its end

  LAMMPS_NS::Respa *respa() const;
  int outermost() const;
  void move_level(int level);
  void sum_all_levels();
};

}    // namespace rigidstep_lammps

#endif
