/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' rigid fixes with those members made public that the stores of bodies work on: in LAMMPS
 * they are protected, so that only a derived class can open them.
 */
#ifndef RIGIDSTEP_OPEN_RIGID_H
#define RIGIDSTEP_OPEN_RIGID_H

#include "fix_rigid.h"
#include "fix_rigid_small.h"

namespace rigidstep_lammps {

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
  using FixRigidSmall::image_shift;
  using FixRigidSmall::set_v;
  using FixRigidSmall::set_xv;
  using FixRigidSmall::xcmimage;

  using FixRigidSmall::commflag;
  using FixRigidSmall::compute_forces_and_torques;
  using FixRigidSmall::enforce2d;
  using FixRigidSmall::gvec;
  using FixRigidSmall::id_gravity;
  using FixRigidSmall::maxextent;
  using FixRigidSmall::nlinear;

  using FixRigidSmall::evflag;
  using FixRigidSmall::v_init;
  using FixRigidSmall::v_tally;
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

  using FixRigid::enforce2d;
  using FixRigid::gvec;
  using FixRigid::id_gravity;

  using FixRigid::evflag;
  using FixRigid::v_init;
  using FixRigid::v_tally;
};

} // namespace rigidstep_lammps

#endif
