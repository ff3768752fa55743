/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What rigid/rgs and rigid/small/rgs have in common: LAMMPS' hooks, and the bodies in binary restart
 * files.  bodies/ holds the bodies, BodyMotion moves them.
 */
#pragma once

#include "bodies/open_rigid.h"
#include "motion/body_motion.h"
#include "command/fix_command.h"
#include "restart/restart_record.h"
#include "minimize/relaxed.h"
#include "run_style/run_style_hooks.h"

#include <string>
#include <utility>
#include <vector>

namespace rigidstep_lammps {

/* What restart files of a fix have in a way of their own.  `none`: the ID of a body that stands for no
   body.  `owner_flag` and `of_body`: doubles in the record of an atom that tell whether it owns a body,
   and doubles of the body it owns. */
struct FixLayout {
  char magic[8];
  int none, owner_flag, of_body;
};

/* Base: OpenRigid or OpenRigidSmall */
template <class Base>
class FixRGS : public Base, public RunStyleFix, public RelaxedFix, protected FixCallbacks {
public:
  ~FixRGS() override;
  int setmask() override;
  void min_pre_neighbor() override;
  void min_setup(int vflag) override;
  void setup(int vflag) override;
  void initial_integrate(int vflag) override { motion.initial_integrate(vflag); }
  void pre_exchange() override { motion.pre_exchange(); }
  void post_force(int) override { motion.post_force(); }
  void final_integrate() override { motion.final_integrate(); }
  void initial_integrate_respa(int vflag, int level, int) override {
    motion.initial_integrate_respa(vflag, level);
  }
  void final_integrate_respa(int level, int) override { motion.final_integrate_respa(level); }
  void end_of_step() override { motion.end_of_step(); }
  void post_run() override;
  int modify_param(int, char **) override;
  double compute_vector(int i) override { return motion.compute_vector(i); }

  void write_restart(FILE *) override;
  void write_restart_file(const char *) override;
  void restart(char *) override;
  int maxsize_restart() override;
  int size_restart(int) override;
  int pack_restart(int, double *) override;

  // For replica exchange and others that ask for the target of the temperature
  void reset_target(double t) override { motion.ensemble_host().reset_target(t); }
  void *extract(const char *, int &) override;

  RunStyleHooks &stages() override { return motion; }
  BodyStore &relaxed_bodies() override { return this->bodies(); }
  void sum_forces() override {
    this->bodies().sum_forces(false);
    motion.external_forces().apply(this->bodies());
  }
  bool tally_molecular_virial(bool torques) override;
  bool has_atom(int i) const override { return body_of(i) != layout.none; }

protected:
  FixRGS(LAMMPS_NS::LAMMPS *, FixCommand &&, const FixLayout &);

  const FixLayout &layout;
  std::string prefix; // begins every message
  ReinitState origin;
  BodyMotion motion;

  // Distances of atoms from the centres of their bodies, before bodies are made anew.  Later: stops if a body has
  // another shape (with reinit yes, and in a rerun: warns)
  std::vector<double> arms() const;
  void compare_shapes(const std::vector<double> &before, uint64_t composition_before);
  // In a triclinic box LAMMPS takes atoms to fractions of the box and back when it builds lists, which changes
  // their last digits.  Bodies put them back, so that a run that continues has the same bits.
  void settle();
  bool atoms_changed(); // since the bodies were known to be right; the same on all ranks
  uint64_t current_composition() const;

  // ---- what the two fixes do in different ways
  virtual LAMMPS_NS::tagint body_of(int i) const = 0; // the ID of the body of atom i
  virtual const int *index_of_bodies() const = 0;     // of all atoms; -1: in no body
  virtual void check_bodies();                        // before a run
  virtual void place_all() = 0;                       // all atoms, from LAMMPS' arrays of bodies
  virtual LAMMPS_NS::imageint image_of(int body) const = 0;
  // Velocity and angular velocity of the body of atom i
  virtual std::pair<const double *, const double *> velocities_of(int i) const = 0;
  // Bodies in restart files: those that this rank counts without looking at its atoms; does this atom
  // own one; the numbers of the body that it owns; the numbers of all bodies
  virtual int64_t bodies_without_owner() const { return 0; }
  virtual bool owns_body(int) const { return false; }
  virtual void pack_body(int, double *) const {}
  virtual std::vector<double> all_bodies() const { return {}; }
  // Is the atom in another body than this one of a file?
  virtual bool is_elsewhere(int i, LAMMPS_NS::tagint body, LAMMPS_NS::tagint molecule) const = 0;
  // Takes the bodies of a file: first; for each atom (`own`: the body that it owns, or null); last
  virtual void begin_adopting() = 0;
  virtual void adopt(int i, LAMMPS_NS::tagint body, const double *own) = 0;
  virtual void adopt_all(const char *) {}

private:
  LAMMPS_NS::Fix *as_fix() override { return this; }
  ReinitState &reinit_state() override { return origin; }
  bool have_bodies() const override { return this->setupflag; }
  const char *infile() const override { return this->inpfile ? this->inpfile : ""; }
  bool sums_early() const override { return this->earlyflag; }
  void tally_virial(int vflag) override;

  bool has_state() const;
  bool told_of_rerun = false;
  std::string unfit(const ReadHeader &) const;
  void adopt(int i);
};

} // namespace rigidstep_lammps
