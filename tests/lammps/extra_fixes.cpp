/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' own fixes temp/csvr and temp/csld as a plugin, for a LAMMPS that was built without its
 * package EXTRA-FIX.  The sources of the release are compiled together with this file.
 */
#include "lammpsplugin.h"

#include "fix_temp_csld.h"
#include "fix_temp_csvr.h"
#include "version.h"

using namespace LAMMPS_NS;

template <class Style> static Fix *create(LAMMPS *lmp, int narg, char **arg) {
  return new Style(lmp, narg, arg);
}

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc) {
  lammpsplugin_t plugin;
  plugin.version = LAMMPS_VERSION;
  plugin.style = "fix";
  plugin.info = "fixes of EXTRA-FIX";
  plugin.author = "the LAMMPS developers";
  plugin.handle = handle;
  auto tell = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  plugin.name = "temp/csvr";
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create<FixTempCSVR>);
  tell(&plugin, lmp);
  plugin.name = "temp/csld";
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create<FixTempCSLD>);
  tell(&plugin, lmp);
}
