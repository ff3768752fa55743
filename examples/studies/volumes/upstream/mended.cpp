/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' rigid/npt/small, compiled from patched sources, as a plugin under the name STYLE, beside LAMMPS' own.  The classes get names
 * of their own, since liblammps.so has the unpatched ones.
 */
#define FixRigidNHSmall FixRigidNHSmallMended
#define FixRigidNPTSmall FixRigidNPTSmallMended
#include "fix_rigid_nh_small.cpp"
#include "fix_rigid_npt_small.cpp"

#include "lammpsplugin.h"
#include "version.h"

static Fix *create(LAMMPS *lmp, int narg, char **arg) {
  return new FixRigidNPTSmall(lmp, narg, arg);
}

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc) {
  lammpsplugin_t plugin;
  plugin.version = LAMMPS_VERSION;
  plugin.style = "fix";
  plugin.name = STYLE;
  plugin.info = "rigid/npt/small with patches";
  plugin.author = "the LAMMPS developers";
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create);
  plugin.handle = handle;
  reinterpret_cast<lammpsplugin_regfunc>(regfunc)(&plugin, lmp);
}
