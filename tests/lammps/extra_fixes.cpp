/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' own fixes and commands that the tests need as a plugin, for a LAMMPS that was built without their packages.
 * The sources of the release are compiled together with this file.
 */
#include "lammpsplugin.h"

#include "fix_gcmc.h"
#include "fix_temp_csld.h"
#include "fix_temp_csvr.h"
#include "temper.h"
#include "temper_npt.h"
#include "version.h"
#if __has_include("fix_hmc.h")
#include "fix_hmc.h"
#endif

using namespace LAMMPS_NS;

static lammpsplugin_t plugin;
static lammpsplugin_regfunc tell;
static LAMMPS *lammps;

template <class Style> static Fix *create_fix(LAMMPS *lmp, int narg, char **arg) {
  return new Style(lmp, narg, arg);
}

template <class Style> static void add_fix(const char *name) {
  plugin.style = "fix";
  plugin.name = name;
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create_fix<Style>);
  tell(&plugin, lammps);
}

template <class Style> static Command *create_command(LAMMPS *lmp) { return new Style(lmp); }

template <class Style> static void add_command(const char *name) {
  plugin.style = "command";
  plugin.name = name;
  plugin.creator.v1 = reinterpret_cast<lammpsplugin_factory1 *>(&create_command<Style>);
  tell(&plugin, lammps);
}

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc) {
  plugin.version = LAMMPS_VERSION;
  plugin.info = "fixes and commands of EXTRA-FIX, MC, MISC and REPLICA";
  plugin.author = "the LAMMPS developers";
  plugin.handle = handle;
  tell = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  lammps = static_cast<LAMMPS *>(lmp);
  add_fix<FixTempCSVR>("temp/csvr");
  add_fix<FixTempCSLD>("temp/csld");
  add_fix<FixGCMC>("gcmc");
#if __has_include("fix_hmc.h")
  add_fix<FixHMC>("hmc");
#endif
  add_command<Temper>("temper");
  add_command<TemperNPT>("temper/npt");
}
