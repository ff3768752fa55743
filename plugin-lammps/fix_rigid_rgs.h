/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/rgs bodystyle args [rotor NAME] [scheme NAME] [param KEY VALUE] ...
 *     [module FILE] ...
 *
 * fix rigid with the bodies moved by rigidstep.  Which atoms form a body and every keyword but the
 * four above are those of fix rigid.  As there, every rank holds and moves all bodies.
 */
#ifndef LMP_FIX_RIGID_RGS_H
#define LMP_FIX_RIGID_RGS_H

#include "fix_rigid.h"

#include "atoms_of_bodies.h"
#include "body_outputs.h"
#include "fix_command.h"
#include "mover.h"
#include "staged.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixRigidRGS : public FixRigid, public rigidstep_lammps::Staged, private rigidstep_lammps::BodySource {
 public:
  FixRigidRGS(LAMMPS *, int, char **);
  ~FixRigidRGS() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void pre_neighbor() override;
  void initial_integrate(int) override;
  void post_force(int) override;
  void final_integrate() override;
  void end_of_step() override;
  int modify_param(int, char **) override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  int maxsize_restart() override;
  int size_restart(int) override;
  int pack_restart(int, double *) override;

  const rigidstep_lammps::Scheme &scheme() const override { return mover.scheme(); }
  bool moves(int i) const override { return body[i] >= 0; }
  bool go_on(bool starts, double &at) override;
  void end_step(int vflag, bool anew) override;

 private:
  FixRigidRGS(LAMMPS *, rigidstep_lammps::FixCommand &&);

  std::string speaker;    // begins every message
  rigidstep_lammps::Mover mover;
  rigidstep_lammps::BodyOutputs outputs;
  rigidstep_lammps::AtomsOfBodies atoms_of;
  bool checked;           // the bodies, in an earlier run
  bool adopted;           // the bodies are those of a restart file
  bool switched;          // forces or torques, by keyword
  int step_vflag;         // of this step, for its end
  std::vector<double> pushes;    // six a body: forces and torques with those switched off left out

  std::string describe(const rgs_error &) const;
  void warn_of_cut_molecules();
  void check_bodies();
  rgs_status bind(rgs_error &);
  bool advance(double &at);
  void list_atoms();
  bool idles(int body) const;
  void turn_axes();
  void place_atoms(bool moved);
  void sum_forces();
  void add_to_sums(bool thermostat, bool gravity);
  void tally_constraint_virial(int vflag);

  bool have_bodies() const override { return setupflag; }
  double told(const char *key) override;
  double freedom(bool rotation) override;
  double idle_energy(bool rotation) override;

  void keep_bodies();
  std::string unfit(const void *header) const;
  void adopt(int i);
  std::vector<double> state_of(int body) const;
  void set_state(int body, const double *in);
};

}    // namespace LAMMPS_NS

#endif
