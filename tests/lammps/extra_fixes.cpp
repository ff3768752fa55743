/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS' own fixes and commands that the tests need as a plugin, for a LAMMPS that was built without their packages.
 * The sources of the release are compiled together with this file.
 */
#include "fix_gcmc.h"
#include "fix_langevin.h"
#include "fix_temp_csld.h"
#include "fix_temp_csvr.h"
#include "temper.h"
#include "temper_npt.h"
#if __has_include("fix_hmc.h")
#include "fix_hmc.h"
#endif

#include "plugin_styles.h"

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc) {
  begin_plugin(lmp, handle, regfunc, "fixes and commands of EXTRA-FIX, MC, MISC and REPLICA");
  add_fix<FixTempCSVR>("temp/csvr");
  add_fix<FixTempCSLD>("temp/csld");
  add_fix<FixGCMC>("gcmc");
  add_fix<FixLangevin>("langevin/drude"); /* the name alone: DRUDE's fix wants oscillators */
#if __has_include("fix_hmc.h")
  add_fix<FixHMC>("hmc");
#endif
  add<Command, Temper>("command", "temper");
  add<Command, TemperNPT>("command", "temper/npt");
}
