/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_rigid_small_rgs.h"

#include "mechanics/body_frame.h"
#include "membership/removed_freedom.h"

#include "atom.h"
#include "domain.h"
#include "math_extra.h"

#include <algorithm>
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

enum { OF_BODY = 22 }; // doubles of a body in the record of its owner
static const FixLayout LAYOUT = { { 'R', 'G', 'S', 'B', 'O', 'D', 'Y', '3' }, 0, 1, OF_BODY };

FixRigidSmallRGS::FixRigidSmallRGS(LAMMPS *lmp, int narg, char **arg)
    : FixRGS(lmp, FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS), LAYOUT),
      store(lmp, *this, prefix) {}

/* ---- the start of a run ---------------------------------------------------------------------- */

void FixRigidSmallRGS::init() {
  FixRigidSmall::init();
  motion.init();
}

void FixRigidSmallRGS::setup_pre_neighbor() {
  if (is_minimising(update) && !is_relaxing(update)) return;
  if (origin.from == ReinitState::FILE) setupflag = 1;
  const bool had_bodies = setupflag;
  const std::vector<double> before = had_bodies ? arms() : std::vector<double>();
  const uint64_t composed = origin.composition;
  bool made = reinitflag || !had_bodies;
  begin_run_with_bodies(made);
  if (origin.stay_unless_changed && had_bodies && atoms_changed())
    begin_run_with_bodies(made = true);
  if (made && had_bodies) compare_shapes(before, composed);
  if (!made) settle();
}

/* With those there are, or with bodies made from the atoms. */
void FixRigidSmallRGS::begin_run_with_bodies(bool make) {
  bodies().invalidate();
  bodies().order();
  if (!make) return FixRigidSmall::setup_pre_neighbor();

  const int at_every_run = reinitflag;
  reinitflag = 1;
  origin.from = ReinitState::MAKING;
  FixRigidSmall::setup_pre_neighbor();
  origin.from = ReinitState::ATOMS;
  origin.composition = current_composition();
  reinitflag = at_every_run;
  pre_neighbor();
}

void FixRigidSmallRGS::pre_neighbor() {
  if (origin.from == ReinitState::MAKING) return store.list_for_lammps();
  bodies().list();
  motion.bodies_changed();
  if (!update->setupflag) settle();
}

void FixRigidSmallRGS::place_all() {
  v_init(0);
  set_xv();
}

std::pair<const double *, const double *> FixRigidSmallRGS::velocities_of(int i) const {
  const Body &b = body[atom2body[i]];
  return { b.vcm, b.omega };
}

/* ---- what LAMMPS asks of the bodies ---------------------------------------------------------- */

double FixRigidSmallRGS::compute_scalar() {
  return motion.ensemble_host().on() ? motion.ecouple() : motion.temperature();
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
  if (commflag == SmallBodies::RANKS) return store.pack_forward(n, list, buf);
  return FixRigidSmall::pack_forward_comm(n, list, buf, pbc_flag, pbc);
}

void FixRigidSmallRGS::unpack_forward_comm(int n, int first, double *buf) {
  if (commflag == SmallBodies::RANKS) return store.unpack_forward(n, first, buf);
  FixRigidSmall::unpack_forward_comm(n, first, buf);
}

/* ---- restart files --------------------------------------------------------------------------- */

/* The numbers of a body from which the others follow: copies them to `out`, or from `in`. */
static void copy_body(OpenRigidSmall::Body &b, double *out, const double *in) {
  double none[3] = { 0.0, 0.0, 0.0 }, natoms = 0.0, image = ubuf(b.image).d;
  const BodyCentre its = centre_of(b);
  double *centre = its.atoms ? its.about_axes : none;
  if (its.atoms) natoms = *its.atoms;
  struct {
    double *place;
    int n;
  } const parts[] = { { &b.mass, 1 },   { &natoms, 1 },  { b.xcm, 3 },  { b.vcm, 3 }, { b.quat, 4 },
                      { b.inertia, 3 }, { b.angmom, 3 }, { centre, 3 }, { &image, 1 } };
  for (const auto &p : parts) {
    if (out) out = std::copy(p.place, p.place + p.n, out);
    if (in) std::copy(in, in + p.n, p.place), in += p.n;
  }
  if (!in) return;
  b.image = (imageint)ubuf(image).i;
  if (its.atoms) *its.atoms = (int)natoms;
  principal_axes(b.quat, b.ex_space, b.ey_space, b.ez_space);
  angular_velocity(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, b.omega);
  if (!its.atoms) return;
  MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, centre, its.in_space);
  MathExtra::add3(its.in_space, b.xcm, its.in_space);
}

void FixRigidSmallRGS::pack_body(int i, double *buf) const {
  copy_body(body[bodyown[i]], buf, nullptr);
}

bool FixRigidSmallRGS::is_elsewhere(int i, tagint its, tagint molecule) const {
  return !its != !bodytag[i] || (!customflag && its && molecule != atom->molecule[i]);
}

void FixRigidSmallRGS::begin_adopting() {
  store.invalidate();
  nlocal_body = nghost_body = 0;
}

void FixRigidSmallRGS::adopt(int i, tagint its, const double *own) {
  bodytag[i] = its;
  bodyown[i] = atom2body[i] = -1;
  if (!own) return;
  if (nlocal_body == nmax_body) grow_body();
  Body &b = body[nlocal_body];
  b = Body();
  copy_body(b, nullptr, own);
  b.ilocal = i;
  bodyown[i] = nlocal_body++;
}
