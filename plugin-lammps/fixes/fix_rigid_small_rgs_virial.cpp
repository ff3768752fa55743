/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The virial of the constraint forces, from the equations of motion of a rigid body: atom i of a
 * body with force F and torque T, both summed over its atoms, accelerates by
 *   a_i = F/M + alpha x r_i + w x (w x r_i),   J alpha = T - w x L,   r_i from the centre of mass,
 * so what holds it in its place is g_i = m_i a_i - f_i.  (FixRigidSmall takes g_i from differences
 * of velocities, which is right to first order in the step.)  Thermostat and gravity act on bodies,
 * not on atoms: no atom need be held against them.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "bodies/body_frame.h"
#include "lammps_compat.h"

#include "atom.h"
#include "force.h"
#include "math_extra.h"

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

/* a body's share of `held`: acceleration of the centre of mass, angular acceleration, geometric
   centre from the centre of mass */
enum { HELD = 9 };

/* Of the bodies on this rank, and by communication of all that atoms on it belong to.  `others`:
   fcm and torque contain what FixRigidSmall adds to the sums over atoms.  (Of bodies of other ranks
   xgc is not to be had: FixRigidSmall sends them before it knows their geometric centre.) */
void FixRigidSmallRGS::find_accelerations(bool others)
{
  hand_over();
  held.assign(HELD * (size_t) (nlocal_body + nghost_body), 0.0);
  for (int i = 0; i < nlocal_body; i++) {
    Body &b = body[i];
    double f[3], torque[3], turning[3];
    for (int k = 0; k < 3; k++) {
      f[k] = b.fcm[k];
      torque[k] = b.torque[k];
      if (others && id_gravity) f[k] -= gvec[k] * b.mass;
    }
    MathExtra::cross3(b.omega, b.angmom, turning);
    for (int k = 0; k < 3; k++) torque[k] = torque[k] * force->ftm2v - turning[k];
    double *a = &held[HELD * (size_t) i];
    for (int k = 0; k < 3; k++) a[k] = f[k] * force->ftm2v / b.mass;
    // alpha is to this torque as w is to L
    angular_velocity(torque, b.ex_space, b.ey_space, b.ez_space, b.inertia, a + 3);
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
    MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, b.xgc_body, a + 6);
#endif
  }
  if (moves_copies()) return tell_copies(HELD, held.data());
  commflag = HELD_BODY;
  forward_comm(comm, this, HELD);
}

int FixRigidSmallRGS::pack_forward_comm(int n, int *list, double *buf, int pbc_flag, int *pbc)
{
  if (commflag != HELD_BODY && commflag != RANK)
    return FixRigidSmall::pack_forward_comm(n, list, buf, pbc_flag, pbc);
  int m = 0;
  if (commflag == RANK) {
    for (int i = 0; i < n; i++) buf[m++] = rank_of[list[i]];
    return m;
  }
  for (int i = 0; i < n; i++)
    if (bodyown[list[i]] >= 0)
      for (int k = 0; k < HELD; k++) buf[m++] = held[HELD * (size_t) bodyown[list[i]] + k];
  return m;
}

void FixRigidSmallRGS::unpack_forward_comm(int n, int first, double *buf)
{
  if (commflag != HELD_BODY && commflag != RANK) return FixRigidSmall::unpack_forward_comm(n, first, buf);
  int m = 0;
  if (commflag == RANK) {
    for (int i = first; i < first + n; i++) rank_of[i] = (int) buf[m++];
    return;
  }
  for (int i = first; i < first + n; i++)
    if (bodyown[i] >= 0)
      for (int k = 0; k < HELD; k++) held[HELD * (size_t) bodyown[i] + k] = buf[m++];
}

/* At the end of the step, so that coordinates, velocities and forces are all of one time. */
void FixRigidSmallRGS::tally_constraint_virial(int vflag, bool others)
{
  v_init(vflag);
  if (!evflag) return;
  find_accelerations(others);

  for (int i = 0; i < atom->nlocal; i++) {
    if (atom2body[i] < 0) continue;
    Body &b = body[atom2body[i]];
    double *a = &held[HELD * (size_t) atom2body[i]];
    double mass = (atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]]) / force->ftm2v;
    double r[3], turning[3], inward[3], tangential[3], g[3];
    MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, displace[i], r);
    MathExtra::cross3(b.omega, r, turning);
    MathExtra::cross3(b.omega, turning, inward);
    MathExtra::cross3(a + 3, r, tangential);
    for (int k = 0; k < 3; k++) g[k] = mass * (a[k] + tangential[k] + inward[k]) - atom->f[i][k];

    double v[6] = {r[0] * g[0], r[1] * g[1], r[2] * g[2], r[0] * g[1], r[0] * g[2], r[1] * g[2]};
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
    double place[1][3] = {{r[0], r[1], r[2]}}, push[1][3] = {{g[0], g[1], g[2]}};
    v_tally(1, &i, 1.0, v, place, push, a + 6);
#else
    v_tally(1, &i, 1.0, v);
#endif
  }
}
