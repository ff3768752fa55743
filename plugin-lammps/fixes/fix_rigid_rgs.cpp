/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_rigid_rgs.h"

#include "bodies/body_overlap.h"
#include "bodies/changed_atoms.h"
#include "bodies/constraint_virial.h"

#include "error.h"
#include "math_extra.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* ---- command --------------------------------------------------------------------------------- */

static const std::vector<TheirKeyword> KEYWORDS = {
  { "force", 4 }, { "torque", 4 }, { "infile", 1 }, { "reinit", 1 }, { "gravity", 1 }
};

static int words_of_bodystyle(int narg, char **arg) {
  if (narg > 3 && strcmp(arg[3], "custom") == 0) return 5;
  if (narg > 4 && strcmp(arg[3], "group") == 0) return 5 + std::max(0, atoi(arg[4]));
  return 4;
}

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, int narg, char **arg)
    : FixRigidRGS(lmp, FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS)) {}

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, FixCommand &&command)
    : OpenRigid(lmp, (int)command.base.size(), command.base.data()),
      prefix(std::string("Fix ") + command.style + " (ID " + id + "): "), store(lmp, *this),
      motion(lmp, *this, prefix, std::move(command)) {
  if (motion.origin.stay_unless_changed) reinitflag = 0;
  BodyOutputs::declare(this, motion.ensemble.on());
  motion.ensemble.declare(this);
  register_restart();
  if (strcmp(command.base[3], "molecule") == 0) warn_of_cut_molecules(lmp, this, prefix);
}

int FixRigidRGS::setmask() {
  return FixRigid::setmask() | FixConst::END_OF_STEP | FixConst::POST_RUN |
         FixConst::MIN_PRE_NEIGHBOR | (motion.ensemble.sees_forces() ? FixConst::POST_FORCE : 0);
}

int FixRigidRGS::modify_param(int narg, char **arg) {
  const int taken = motion.modify_param(narg, arg);
  return taken > 0 ? taken : FixRigid::modify_param(narg, arg);
}

/* ---- the start of a run ---------------------------------------------------------------------- */

void FixRigidRGS::init() {
  BodyOrigin &origin = motion.origin;
  const bool had_bodies = setupflag;
  bool made = !had_bodies || reinitflag;
  store.invalidate();
  FixRigid::init();
  if (origin.stay_unless_changed && had_bodies && atoms_changed()) {
    store.invalidate();
    reinitflag = 1;
    FixRigid::init();
    reinitflag = 0;
    made = true;
  }
  if (made) {
    origin.from = BodyOrigin::ATOMS;
    origin.composition = current_composition();
  }
  motion.init();
}

uint64_t FixRigidRGS::current_composition() const {
  return composition_of(lmp, extended, [this](int i) { return (int64_t)body[i] + 1; });
}

/* One rank that sees a change is enough, and all ranks must do the same. */
bool FixRigidRGS::atoms_changed() {
  image_shift(); // commands between runs fold atoms into the box
  store.list();
  int mine = current_composition() != motion.origin.composition, any;
  auto motion_of = [this](int i) {
    const double arm = MathExtra::len3(displace[i]);
    return Motion{ arm, MathExtra::len3(vcm[body[i]]) + MathExtra::len3(omega[body[i]]) * arm };
  };
  if (atoms_differ(
          lmp, extended, body, [this] { store.place_atoms(); }, motion_of))
    mine = 1;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  return any;
}

void FixRigidRGS::setup_pre_neighbor() {
  if (!is_minimising(update) || is_relaxing(update)) FixRigid::setup_pre_neighbor();
}

void FixRigidRGS::min_pre_neighbor() {
  if (is_relaxing(update)) pre_neighbor();
}

void FixRigidRGS::pre_neighbor() {
  store.invalidate();
  FixRigid::pre_neighbor();
  store.list();
}

void FixRigidRGS::check_bodies() {
  check_overlap(lmp, this, body, prefix);
  for (int b = 0; b < nbody; b++)
    if (masstotal[b] == 0.0)
      error->all(FLERR,
                 prefix + store.name(b) + "all its atoms were deleted; the bodies of this fix " +
                     "are counted once, so use unfix and define it again after delete_atoms");
}

void FixRigidRGS::setup(int vflag) {
  check_bodies();
  motion.setup(vflag);
}

void FixRigidRGS::min_setup(int vflag) {
  if (!is_relaxing(update)) return;
  check_bodies();
  motion.setup_bodies(vflag);
}

void *FixRigidRGS::extract(const char *what, int &dimension) {
  void *target = motion.ensemble.extract(what, dimension);
  return target ? target : FixRigid::extract(what, dimension);
}

void FixRigidRGS::post_run() {
  motion.end_run();
  store.publish();
  motion.origin.composition = current_composition();
}

void FixRigidRGS::tally_virial(int vflag) { tally_constraint_virial(*this, store, vflag); }

/* ---- what LAMMPS does to bodies and reads of them -------------------------------------------- */

void FixRigidRGS::deform(int flag) {
  store.invalidate();
  FixRigid::deform(flag);
}

void FixRigidRGS::zero_momentum() {
  store.invalidate();
  FixRigid::zero_momentum();
}

void FixRigidRGS::zero_rotation() {
  store.invalidate();
  FixRigid::zero_rotation();
}

double FixRigidRGS::compute_array(int i, int j) {
  store.publish();
  return FixRigid::compute_array(i, j);
}
