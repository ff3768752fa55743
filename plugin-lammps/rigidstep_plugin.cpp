/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Entry point of rigidstepplugin.so: registers the styles, and refuses a LAMMPS other than the one
 * the plugin was compiled for.
 */
#include "fixes/fix_brownian_rgs.h"
#include "fixes/fix_particles_rgs.h"
#include "fixes/fix_rigid_rgs.h"
#include "fixes/fix_rigid_small_rgs.h"
#include "minimize/minimize_rgs.h"
#include "run_style/run_style_rgs.h"
#include "lammps_compat.h"

#include "comm.h"
#include "command.h"
#include "error.h"
#include "fix_rattle.h"
#include "fix_shake.h"
#include "input.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "library.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <cstring>
#include <mpi.h>
#include <string>

using namespace LAMMPS_NS;

#ifndef RIGIDSTEP_BUILT_FOR
#define RIGIDSTEP_BUILT_FOR RIGIDSTEP_LAMMPS_RELEASE
#endif

/* "4 Feb 2025" of 20250204: the way LAMMPS writes it */
static std::string release_name(int number) {
  static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
  int month = number / 100 % 100;
  if (month < 1 || month > 12) return std::to_string(number);
  return std::to_string(number % 100) + " " + months[month - 1] + " " +
         std::to_string(number / 10000);
}

static std::string sizes_name(int tag, int big, int image) {
  return "tagint " + std::to_string(tag) + ", bigint " + std::to_string(big) + ", imageint " +
         std::to_string(image) + " bytes";
}

/* Classes are laid out differently in other releases, so members would be misread without any
   warning. Therefore only LAMMPS' C interface is used before the release is known.  `error` is the
   second member of LAMMPS in every release; it is used only to stop. */
static void refuse_other_lammps(LAMMPS *lmp) {
  int release = lammps_version(lmp);
  int tag = lammps_extract_setting(lmp, "tagint");
  int big = lammps_extract_setting(lmp, "bigint");
  int image = lammps_extract_setting(lmp, "imageint");
  if (release == RIGIDSTEP_BUILT_FOR && tag == (int)sizeof(tagint) && big == (int)sizeof(bigint) &&
      image == (int)sizeof(imageint))
    return;
  lmp->error->all(FLERR, "The rigidstep plugin was compiled for LAMMPS " +
                             release_name(RIGIDSTEP_BUILT_FOR) + " (" +
                             sizes_name(sizeof(tagint), sizeof(bigint), sizeof(imageint)) +
                             "), but this is LAMMPS " + release_name(release) + " (" +
                             sizes_name(tag, big, image) + "); load the plugin compiled for it");
}

/* With the headers of another MPI the plugin would take its communicators for others, and crash.  All MPIs have this
   function with the same arguments; those that derive from MPICH share its binary interface. */
static void refuse_other_mpi(LAMMPS *lmp) {
  char name[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(name, &length);
  const std::string here(name);
#ifdef OPEN_MPI
  const char *const built = "Open MPI";
  const bool fits = here.compare(0, 8, built) == 0;
#else
  const char *const built = "MPICH or one of its kind";
  const bool fits = here.compare(0, 8, "Open MPI") != 0;
#endif
  if (!fits)
    lmp->error->all(FLERR, std::string("The rigidstep plugin was compiled with ") + built +
                               ", but the MPI of this LAMMPS is " +
                               here.substr(0, here.find_first_of(",\n")) +
                               "; compile the plugin with the mpicxx that belongs to this LAMMPS");
}

static Command *create_minimize(LAMMPS *lmp) { return new MinimizeRGS(lmp); }

/* `clear` keeps the commands that LAMMPS knows, and LAMMPS would warn that the command of a plugin overrides a
   built-in one.  So ours is no plugin of LAMMPS, and each LAMMPS of a program gets it, at the latest with a fix. */
static void add_command(LAMMPS *lmp) {
  (*lmp->input->command_map)["minimize/rgs"] = create_minimize;
}

/* LAMMPS calls this through a pointer to a function that returns Fix *. */
template <class Style> static void *create_fix(void *lmp, int narg, char **arg) {
  add_command(static_cast<LAMMPS *>(lmp));
  return static_cast<Fix *>(new Style(static_cast<LAMMPS *>(lmp), narg, arg));
}

/* With suffix rgs LAMMPS asks for shake/rgs first.  Constrained molecules are no bodies of ours, so it gets
   its own fix, by the name that its other fixes look for.  The log says so, once in each LAMMPS and after
   each `clear`: both have a list of styles of their own. */
template <class Theirs> class Constraints : public Theirs {
public:
  using Theirs::Theirs;

  static void *create(void *lmp, int narg, char **arg) {
    return static_cast<Fix *>(new Constraints(static_cast<LAMMPS *>(lmp), narg, arg));
  }

  void post_constructor() override {
    Theirs::post_constructor();
    auto &creator = (*this->modify->fix_map)[this->style];
    const bool told = creator == create_silently;
    creator = create_silently;
    this->style[strlen(this->style) - strlen("/rgs")] = '\0';
    if (told || this->comm->me != 0) return;
    utils::logmesg(this->lmp,
                   std::string("Suffix rgs: fix ") + this->style + " (ID " + this->id +
                       ") is a fix of LAMMPS, and rigidstep does not move its molecules; for "
                       "rigid ones, such as water, write fix rigid/npt/small or "
                       "rigid/nvt/small molecule in place of it and of the fix that moves them\n");
  }

private:
  static Fix *create_silently(LAMMPS *lmp, int narg, char **arg) {
    return new Constraints(lmp, narg, arg);
  }
};

static Integrate *create_run_style(LAMMPS *lmp, int narg, char **arg) {
  return new VerletRGS(lmp, narg, arg);
}

/* In 4Feb2025 plugins cannot register run styles.  Inserted into LAMMPS' own map, ours stays
   until `clear`. */
static void register_run_style(lammpsplugin_t plugin, lammpsplugin_regfunc tell, LAMMPS *lmp) {
  plugin.style = "run";
  plugin.name = "rgs";
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create_run_style);
  if (rigidstep_lammps::PLUGINS_HAVE_RUN_STYLES) tell(&plugin, lmp);
  auto &styles = *lmp->update->integrate_map;
  if (!styles.count(plugin.name)) styles[plugin.name] = create_run_style;
}

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *regfunc) {
  refuse_other_lammps(static_cast<LAMMPS *>(lmp));
  refuse_other_mpi(static_cast<LAMMPS *>(lmp));

  // LAMMPS keeps these pointers in a list, so they must outlive this call
  static const std::string version = release_name(RIGIDSTEP_BUILT_FOR);
  lammpsplugin_t plugin;
  plugin.version = version.c_str();
  plugin.style = "fix";
  plugin.info = "rigidstep rigid-body integrators";
  plugin.author = "the rigidstep developers";
  plugin.handle = handle;
  auto tell = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  // rigid/nve/.. is another name of rigid/..: who adds /rgs to the name of LAMMPS' fix finds ours
  const struct {
    lammpsplugin_factory2 *create;
    std::vector<const char *> names;
  } fixes[] = {
    { create_fix<FixRigidSmallRGS>,
      { "rigid/small/rgs", "rigid/nve/small/rgs", "rigid/nvt/small/rgs", "rigid/npt/small/rgs",
        "rigid/nph/small/rgs" } },
    { create_fix<FixRigidRGS>,
      { "rigid/rgs", "rigid/nve/rgs", "rigid/nvt/rgs", "rigid/npt/rgs", "rigid/nph/rgs" } },
    { create_fix<FixParticlesRGS>, rigidstep_lammps::particle_styles() },
    { create_fix<FixBrownianRGS>, { "brownian/asphere/rgs" } },
    { Constraints<FixShake>::create, { "shake/rgs" } },
    { Constraints<FixRattle>::create, { "rattle/rgs" } },
  };
  for (const auto &fix : fixes)
    for (const char *name : fix.names) {
      plugin.creator.v2 = fix.create;
      plugin.name = name;
      tell(&plugin, lmp);
    }
  add_command(static_cast<LAMMPS *>(lmp));
  register_run_style(plugin, tell, static_cast<LAMMPS *>(lmp));
}
