/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' rigid fixes with those members made public that the stores of bodies work on: in LAMMPS
 * they are protected, so that only a derived class can open them.
 */
#pragma once

#include "fix_rigid.h"
#include "fix_rigid_small.h"

#include "atom.h"

namespace rigidstep_lammps {

/* The number of boxes between an atom and its body, as image flags.  Flags run over after 512 boxes (10 bits),
   so that differences have to be taken modulo their range, which LAMMPS' image_shift() does not do. */
inline LAMMPS_NS::imageint image_between(LAMMPS_NS::imageint atom, LAMMPS_NS::imageint body) {
  LAMMPS_NS::imageint between = 0;
  for (int bits : { 0, IMGBITS, IMG2BITS })
    between |= ((IMGMAX + (atom >> bits & IMGMASK) - (body >> bits & IMGMASK)) & IMGMASK) << bits;
  return between;
}

class OpenRigidSmall : public LAMMPS_NS::FixRigidSmall {
public:
  using FixRigidSmall::FixRigidSmall;

  using FixRigidSmall::Body;
  using FixRigidSmall::body;
  using FixRigidSmall::bodysize;
  using FixRigidSmall::grow_body;
  using FixRigidSmall::nghost_body;
  using FixRigidSmall::nlocal_body;
  using FixRigidSmall::nmax_body;

  using FixRigidSmall::atom2body;
  using FixRigidSmall::bodyown;
  using FixRigidSmall::bodytag;
  using FixRigidSmall::displace;
  using FixRigidSmall::eflags;
  using FixRigidSmall::extended;
  using FixRigidSmall::set_v;
  using FixRigidSmall::set_xv;
  using FixRigidSmall::xcmimage;

  using FixRigidSmall::commflag;
  using FixRigidSmall::gvec;
  using FixRigidSmall::id_gravity;
  using FixRigidSmall::maxextent;
  using FixRigidSmall::nlinear;

  using FixRigidSmall::evflag;
  using FixRigidSmall::v_init;
  using FixRigidSmall::v_tally;

  void image_shift() {
    for (int i = 0; i < atom->nlocal; i++)
      if (atom2body[i] >= 0) xcmimage[i] = image_between(atom->image[i], body[atom2body[i]].image);
  }
};

class OpenRigid : public LAMMPS_NS::FixRigid {
public:
  using FixRigid::FixRigid;

  using FixRigid::all;
  using FixRigid::angmom;
  using FixRigid::ex_space;
  using FixRigid::ey_space;
  using FixRigid::ez_space;
  using FixRigid::fcm;
  using FixRigid::fflag;
  using FixRigid::imagebody;
  using FixRigid::inertia;
  using FixRigid::masstotal;
  using FixRigid::nbody;
  using FixRigid::omega;
  using FixRigid::quat;
  using FixRigid::sum;
  using FixRigid::tflag;
  using FixRigid::torque;
  using FixRigid::vcm;
  using FixRigid::xcm;

  using FixRigid::body;
  using FixRigid::body2mol;
  using FixRigid::displace;
  using FixRigid::eflags;
  using FixRigid::extended;
  using FixRigid::rstyle;
  using FixRigid::set_v;
  using FixRigid::set_xv;
  using FixRigid::setupflag;
  using FixRigid::xcmimage;

  using FixRigid::gvec;
  using FixRigid::id_gravity;

  using FixRigid::evflag;
  using FixRigid::v_init;
  using FixRigid::v_tally;

  void image_shift() {
    for (int i = 0; i < atom->nlocal; i++)
      if (body[i] >= 0) xcmimage[i] = image_between(atom->image[i], imagebody[body[i]]);
  }
};

} // namespace rigidstep_lammps
