/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_rigid_small_rgs.h"

#include "bodies/body_overlap.h"
#include "bodies/changed_atoms.h"
#include "bodies/constraint_virial.h"
#include "bodies/removed_freedom.h"

#include "atom.h"
#include "domain.h"
#include "math_extra.h"

#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* ---- command --------------------------------------------------------------------------------- */

static const std::vector<TheirKeyword> KEYWORDS = {
  { "infile", 1 }, { "reinit", 1 }, { "mol", 1 }, { "gravity", 1 }
};

static int words_of_bodystyle(int narg, char **arg) {
  return narg > 3 && strcmp(arg[3], "custom") == 0 ? 5 : 4;
}

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, int narg, char **arg)
    : FixRigidSmallRGS(lmp, FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS)) {}

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, FixCommand &&command)
    : OpenRigidSmall(lmp, (int)command.base.size(), command.base.data()),
      prefix(std::string("Fix ") + command.style + " (ID " + id + "): "),
      point_bodies(lmp, *this, prefix), lammps_bodies(lmp, *this),
      motion(lmp, *this, prefix, std::move(command)) {
  if (motion.origin.stay_unless_changed) reinitflag = 0;
  BodyOutputs::declare(this, motion.ensemble.on());
  motion.ensemble.declare(this);
  register_restart();
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules(lmp, this, prefix);
}

/* While LAMMPS makes bodies, it needs ghost bodies of its own. */
SmallBodies &FixRigidSmallRGS::bodies() {
  if (motion.origin.from == BodyOrigin::MAKING || extended || domain->dimension == 2)
    return lammps_bodies;
  return point_bodies;
}

int FixRigidSmallRGS::setmask() {
  return FixRigidSmall::setmask() | FixConst::END_OF_STEP | FixConst::MIN_PRE_NEIGHBOR |
         (motion.ensemble.sees_forces() ? FixConst::POST_FORCE : 0);
}

int FixRigidSmallRGS::modify_param(int narg, char **arg) {
  const int taken = motion.modify_param(narg, arg);
  return taken > 0 ? taken : FixRigidSmall::modify_param(narg, arg);
}

/* ---- the start of a run ---------------------------------------------------------------------- */

void FixRigidSmallRGS::init() {
  FixRigidSmall::init();
  motion.init();
}

void FixRigidSmallRGS::setup_pre_neighbor() {
  if (is_minimising(update) && !is_relaxing(update)) return;
  if (motion.origin.from == BodyOrigin::FILE) setupflag = 1;
  const bool had_bodies = setupflag;
  begin_run_with_bodies(reinitflag || !had_bodies);
  if (motion.origin.stay_unless_changed && had_bodies && atoms_changed())
    begin_run_with_bodies(true);
}

/* With those there are, or with bodies made from the atoms. */
void FixRigidSmallRGS::begin_run_with_bodies(bool make) {
  bodies().invalidate();
  bodies().order();
  if (!make) return FixRigidSmall::setup_pre_neighbor();

  const int at_every_run = reinitflag;
  reinitflag = 1;
  motion.origin.from = BodyOrigin::MAKING;
  FixRigidSmall::setup_pre_neighbor();
  motion.origin.from = BodyOrigin::ATOMS;
  reinitflag = at_every_run;
  pre_neighbor();
}

void FixRigidSmallRGS::pre_neighbor() {
  bodies().list();
  motion.bodies_changed();
}

void FixRigidSmallRGS::min_pre_neighbor() {
  if (is_relaxing(update)) pre_neighbor();
}

uint64_t FixRigidSmallRGS::current_composition() const {
  return composition_of(lmp, extended, [this](int i) { return (int64_t)bodytag[i]; });
}

/* One rank that sees a change is enough, and all ranks must do the same. */
bool FixRigidSmallRGS::atoms_changed() {
  int mine = current_composition() != motion.origin.composition, any;
  auto place = [this] {
    v_init(0);
    set_xv();
  };
  auto motion_of = [this](int i) {
    const Body &b = body[atom2body[i]];
    const double arm = MathExtra::len3(displace[i]);
    return Motion{ arm, MathExtra::len3(b.vcm) + MathExtra::len3(b.omega) * arm };
  };
  if (atoms_differ(lmp, extended, atom2body, place, motion_of)) mine = 1;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  return any;
}

void FixRigidSmallRGS::setup(int vflag) {
  check_overlap(lmp, this, atom2body, prefix);
  motion.setup(vflag);
}

void FixRigidSmallRGS::min_setup(int vflag) {
  if (!is_relaxing(update)) return;
  check_overlap(lmp, this, atom2body, prefix);
  motion.setup_bodies(vflag);
}

void FixRigidSmallRGS::post_run() {
  motion.end_run();
  bodies().publish();
  motion.origin.composition = current_composition();
}

/* ---- what LAMMPS asks of the bodies ---------------------------------------------------------- */

void FixRigidSmallRGS::tally_virial(int vflag) { tally_constraint_virial(*this, bodies(), vflag); }

double FixRigidSmallRGS::compute_scalar() {
  if (motion.ensemble.on()) return motion.ecouple();
  if (!setupflag) return motion.temperature(); // of no bodies: FixRigidSmall would read their sums
  bodies().publish();
  return FixRigidSmall::compute_scalar();
}

void *FixRigidSmallRGS::extract(const char *what, int &dimension) {
  void *target = motion.ensemble.extract(what, dimension);
  return target ? target : FixRigidSmall::extract(what, dimension);
}

Count FixRigidSmallRGS::dof(int group) {
  if (!setupflag) return FixRigidSmall::dof(group); // warns, and has none
  return removed_freedom(lmp, *this, group);
}

/* ---- atoms that come and go ------------------------------------------------------------------ */

/* An inserted body drifts through its first half step: FixRigidSmall leaves its force and torque to
   whatever was in memory. */
void FixRigidSmallRGS::set_molecule(int nlocalprev, tagint tagprev, int imol, double *xgeom,
                                    double *vcm, double *quat) {
  const int first = nlocal_body;
  bodies().invalidate();
  FixRigidSmall::set_molecule(nlocalprev, tagprev, imol, xgeom, vcm, quat);
  for (int i = first; i < nlocal_body; i++)
    for (int k = 0; k < 3; k++) body[i].fcm[k] = body[i].torque[k] = 0.0;
}

void FixRigidSmallRGS::copy_arrays(int i, int j, int delflag) {
  bodies().invalidate();
  FixRigidSmall::copy_arrays(i, j, delflag);
}

int FixRigidSmallRGS::pack_exchange(int i, double *buf) {
  bodies().publish();
  return FixRigidSmall::pack_exchange(i, buf);
}

int FixRigidSmallRGS::unpack_exchange(int i, double *buf) {
  bodies().invalidate();
  return FixRigidSmall::unpack_exchange(i, buf);
}

int FixRigidSmallRGS::pack_forward_comm(int n, int *list, double *buf, int pbc_flag, int *pbc) {
  if (commflag == SmallBodies::STORE) return bodies().pack_forward(n, list, buf);
  return FixRigidSmall::pack_forward_comm(n, list, buf, pbc_flag, pbc);
}

void FixRigidSmallRGS::unpack_forward_comm(int n, int first, double *buf) {
  if (commflag == SmallBodies::STORE) return bodies().unpack_forward(n, first, buf);
  FixRigidSmall::unpack_forward_comm(n, first, buf);
}
