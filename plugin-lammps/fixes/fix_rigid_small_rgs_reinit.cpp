/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Whether a run begins with the bodies there are or with bodies made from the atoms.  `reinit yes` and
 * `reinit no` say so.  Without either the bodies stay, in every bit, unless what they were made of has
 * been changed since: if an atom is not where its body puts it, or moves otherwise, all are made anew.
 * One rank that sees a change is enough, so all ranks do the same.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "bodies/changed_atoms.h"

#include "math_extra.h"

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

void FixRigidSmallRGS::setup_pre_neighbor()
{
  if (adopted) setupflag = 1;
  const bool had_bodies = setupflag;
  make_or_keep_bodies();
  if (!unless_changed || !had_bodies || !atoms_changed()) return;
  reinitflag = 1;
  adopted = checked = false;
  make_or_keep_bodies();
  reinitflag = 0;
}

void FixRigidSmallRGS::post_run()
{
  hand_over();
  if (unless_changed) make_up = current_make_up();
}

uint64_t FixRigidSmallRGS::current_make_up() const
{
  return make_up_of(lmp, extended, [this](int i) { return (int64_t) bodytag[i]; });
}

bool FixRigidSmallRGS::atoms_changed()
{
  int mine = current_make_up() != make_up, any;
  auto place = [this] {
    v_init(0);
    set_xv();
  };
  auto motion = [this](int i) {
    const Body &b = body[atom2body[i]];
    const double arm = MathExtra::len3(displace[i]);
    return Motion{arm, MathExtra::len3(b.vcm) + MathExtra::len3(b.omega) * arm};
  };
  if (atoms_differ(lmp, extended, atom2body, place, motion)) mine = 1;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  return any;
}
