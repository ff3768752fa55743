/* SPDX-License-Identifier: GPL-2.0-only
 *
 * run_style respa: a kick by the forces of each level with half the step of that level, before and
 * after what the levels inside it do; the innermost level is scheme strang.  atom->f holds the
 * forces of the level that is called.  (FixRigidSmall uses those of the level called last, which at
 * the start of an inner loop are those of the level outside it.)
 */
#include "fix_rigid_small_rgs.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "output.h"
#include "respa.h"
#include "update.h"
#include "utils.h"

#include <vector>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

bool FixRigidSmallRGS::in_respa() const
{
  return utils::strmatch(update->integrate_style, "^respa");
}

/* From the forces on the atoms to the momenta of the bodies. */
void FixRigidSmallRGS::kick(double h)
{
  const rgs_view b = view(bodies_here());
  for (int i = 0; i < bodies_here(); i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(b.p, i, k) += h * force->ftm2v * RGS_AT(b.f, i, k) / RGS_AT(b.mass, i, 0);
      RGS_AT(b.l, i, k) += h * force->ftm2v * RGS_AT(b.tau, i, k);
    }
}

/* FixRigidSmall adds gravity to every sum; here it belongs to the outermost level. */
void FixRigidSmallRGS::sum_level(bool outermost)
{
  char *gravity = id_gravity;
  if (!outermost) id_gravity = nullptr;
  find_forces();
  id_gravity = gravity;
  if (domain->dimension == 2) enforce2d();
}

void FixRigidSmallRGS::initial_integrate_respa(int vflag, int level, int)
{
  Respa *respa = dynamic_cast<Respa *>(update->integrate);
  const bool outermost = level == respa->nlevels - 1;
  if (outermost) {
    step_vflag = vflag;
    v_init(0);    // FixRigidSmall is to tally nothing
    if (langevin.on()) thermostat();
  }
  sum_level(outermost);
  move_level(level);
}

void FixRigidSmallRGS::final_integrate_respa(int level, int)
{
  Respa *respa = dynamic_cast<Respa *>(update->integrate);
  const bool outermost = level == respa->nlevels - 1;
  sum_level(outermost);
  move_level(level);
  if (outermost && (step_vflag || output->next == update->ntimestep)) sum_all_levels();
  if (outermost && body_is_read()) hand_over();
}

void FixRigidSmallRGS::move_level(int level)
{
  Respa *respa = dynamic_cast<Respa *>(update->integrate);
  if (level > 0) {
    kick(0.5 * respa->step[level]);
    show(false);
    return;
  }
  double at;
  dtv = respa->step[0];
  move_on(at);
}

/* At the end of the step each level's last forces are of the same positions.  Those of the outermost
   are still on the atoms, and go back there. */
void FixRigidSmallRGS::sum_all_levels()
{
  Respa *respa = dynamic_cast<Respa *>(update->integrate);
  const int n = 3 * atom->nlocal, outermost = respa->nlevels - 1;
  respa->copy_f_flevel(outermost);
  std::vector<double> f(n, 0.0), torque(extended ? n : 0, 0.0);
  for (int level = 0; level <= outermost; level++) {
    respa->copy_flevel_f(level);
    for (int k = 0; k < n; k++) f[k] += atom->f[k / 3][k % 3];
    for (size_t k = 0; k < torque.size(); k++) torque[k] += atom->torque[k / 3][k % 3];
  }
  for (int k = 0; k < n; k++) atom->f[k / 3][k % 3] = f[k];
  for (size_t k = 0; k < torque.size(); k++) atom->torque[k / 3][k % 3] = torque[k];
  sum_level(true);
  tally_constraint_virial(step_vflag, true);
  respa->copy_flevel_f(outermost);
}
