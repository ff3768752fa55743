/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_rigid_rgs.h"

#include "mechanics/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"

#include <algorithm>
#include <cmath>
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

static const FixLayout LAYOUT = { { 'R', 'G', 'S', 'R', 'I', 'G', 'D', '2' }, -1, 0, 0 };

FixRigidRGS::FixRigidRGS(LAMMPS *lmp, int narg, char **arg)
    : FixRGS(lmp, FixCommand(lmp, narg, arg, words_of_bodystyle(narg, arg), KEYWORDS), LAYOUT),
      store(lmp, *this) {}

/* ---- the start of a run ---------------------------------------------------------------------- */

void FixRigidRGS::init() {
  const bool had_bodies = setupflag;
  bool made = !had_bodies || reinitflag;
  const std::vector<double> before = had_bodies ? arms() : std::vector<double>();
  const uint64_t composed = origin.composition;
  bodies().invalidate();
  FixRigid::init();
  if (origin.stay_unless_changed && had_bodies) {
    image_shift(); // commands between runs fold atoms into the box
    bodies().list();
    if (atoms_changed()) {
      bodies().invalidate();
      reinitflag = 1;
      FixRigid::init();
      reinitflag = 0;
      made = true;
    }
  }
  if (made) {
    origin.from = ReinitState::ATOMS;
    origin.composition = current_composition();
  }
  if (made && had_bodies) compare_shapes(before, composed);
  motion.init();
}

void FixRigidRGS::setup_pre_neighbor() {
  if (!is_minimising(update) || is_relaxing(update)) FixRigid::setup_pre_neighbor();
}

void FixRigidRGS::pre_neighbor() {
  bodies().invalidate();
  refuse_far_bodies();
  for (int b = 0; b < nbody; b++) remap_from_outside(domain, xcm[b], imagebody[b]);
  image_shift();
  bodies().list();
  if (!update->setupflag || origin.from != ReinitState::ATOMS) settle();
}

/* LAMMPS takes a centre of mass back into a periodic box by one length at a time, which has no end where
   the length is less than the rounding of the coordinate.  All ranks have the same bodies; those whose atoms were deleted have no numbers. */
void FixRigidRGS::refuse_far_bodies() const {
  for (int b = 0; setupflag && b < nbody; b++)
    for (int k = 0; k < 3; k++)
      if (domain->periodicity[k] &&
          std::fabs(xcm[b][k]) > 1e6 * domain->prd[k] + std::fabs(domain->boxlo[k]))
        error->all(FLERR, prefix + store.name(b) +
                              "its centre of mass is more than a million lengths of the box "
                              "away from it; take a shorter timestep, or look for a velocity or a "
                              "force that is too large");
}

void FixRigidRGS::check_bodies() {
  FixRGS::check_bodies();
  for (int b = 0; b < nbody; b++)
    if (masstotal[b] == 0.0)
      error->all(FLERR,
                 prefix + bodies().name(b) + "all its atoms were deleted; the bodies of this fix " +
                     "are counted once, so use unfix and define it again after delete_atoms");
}

/* ---- what LAMMPS does to bodies and reads of them -------------------------------------------- */

void FixRigidRGS::deform(int flag) {
  bodies().invalidate();
  FixRigid::deform(flag);
}

void FixRigidRGS::zero_momentum() {
  bodies().invalidate();
  FixRigid::zero_momentum();
}

void FixRigidRGS::zero_rotation() {
  bodies().invalidate();
  FixRigid::zero_rotation();
}

double FixRigidRGS::compute_array(int i, int j) {
  bodies().publish();
  return FixRigid::compute_array(i, j);
}

/* ---- restart files --------------------------------------------------------------------------- */

enum { OF_BODY = 18 }; // numbers of a body, from which the others follow

std::vector<double> FixRigidRGS::all_bodies() const {
  std::vector<double> s;
  for (int b = 0; b < nbody; b++) {
    s.insert(s.end(), { masstotal[b], ubuf(imagebody[b]).d });
    for (const double *v : { xcm[b], vcm[b], angmom[b], inertia[b] }) s.insert(s.end(), v, v + 3);
    s.insert(s.end(), quat[b], quat[b] + 4);
  }
  return s;
}

void FixRigidRGS::set_state(int b, const double *in) {
  masstotal[b] = in[0];
  imagebody[b] = (imageint)ubuf(in[1]).i;
  in += 2;
  for (double *v : { xcm[b], vcm[b], angmom[b], inertia[b] }) {
    std::copy(in, in + 3, v);
    in += 3;
  }
  std::copy(in, in + 4, quat[b]);
  principal_axes(quat[b], ex_space[b], ey_space[b], ez_space[b]);
  angular_velocity(angmom[b], ex_space[b], ey_space[b], ez_space[b], inertia[b], omega[b]);
}

int64_t FixRigidRGS::bodies_without_owner() const { return comm->me == 0 ? nbody : 0; }

bool FixRigidRGS::is_elsewhere(int i, tagint its, tagint molecule) const {
  return its != body[i] || (its >= 0 && atom->molecule && molecule != atom->molecule[i]);
}

/* The image comes with pre_neighbor(). */
void FixRigidRGS::adopt(int i, tagint, const double *) { xcmimage[i] = 0; }

void FixRigidRGS::adopt_all(const char *own) {
  double one[OF_BODY];
  for (int b = 0; b < nbody; b++, own += sizeof one) {
    memcpy(one, own, sizeof one);
    set_state(b, one);
  }
  setupflag = 1;
}

/* The text file for infile. */
void FixRigidRGS::write_restart_file(const char *file) {
  bodies().publish();
  FixRigid::write_restart_file(file);
}
