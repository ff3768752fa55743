/* SPDX-License-Identifier: GPL-2.0-only
 *
 * lmp_rgs: LAMMPS with the rigidstep styles, for a packaged LAMMPS which cannot load plugins.
 * Same command line as lmp.  rigidstepplugin.so is taken from beside this program, or from where
 * the environment variable RIGIDSTEP_PLUGIN says.
 *
 * Scripts with `plugin load rigidstepplugin.so` run unchanged: where LAMMPS has no plugin command,
 * this program adds one that knows this one plugin.  Without the command the styles are known as
 * well, also after `clear`.
 */
#include "command.h"
#include "comm.h"
#include "error.h"
#include "exceptions.h"
#include "fix.h"
#include "input.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "library.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mpi.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace LAMMPS_NS;

static const char PLUGIN_FILE[] = "rigidstepplugin.so";
static std::vector<std::string> fix_styles; // registered by the plugin

static std::string plugin_path() {
  const char *given = getenv("RIGIDSTEP_PLUGIN");
  if (given && *given) return given;
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return PLUGIN_FILE;
  self[length] = '\0';
  std::string path(self);
  return path.substr(0, path.rfind('/') + 1) + PLUGIN_FILE;
}

static void register_style(lammpsplugin_t *plugin, void *ptr) {
  LAMMPS *lmp = static_cast<LAMMPS *>(ptr);
  if (strcmp(plugin->style, "run") == 0) {
    (*lmp->update->integrate_map)[plugin->name] =
        reinterpret_cast<Update::IntegrateCreator>(plugin->creator.v2);
    return;
  }
  if (strcmp(plugin->style, "fix") != 0)
    lmp->error->all(FLERR, std::string("lmp_rgs cannot register a style of kind ") + plugin->style);
  (*lmp->modify->fix_map)[plugin->name] = reinterpret_cast<Modify::FixCreator>(plugin->creator.v2);
  if (std::find(fix_styles.begin(), fix_styles.end(), plugin->name) == fix_styles.end())
    fix_styles.push_back(plugin->name);
}

static void load_plugin(LAMMPS *lmp) {
  std::string path = plugin_path();
  void *file = dlopen(path.c_str(), RTLD_NOW);
  if (!file) {
    const char *why = dlerror();
    lmp->error->all(FLERR, "Cannot load the rigidstep plugin: " + std::string(why ? why : path) +
                               "; it must be the one compiled for this LAMMPS, " + lmp->version +
                               ", and lie beside lmp_rgs or be named by RIGIDSTEP_PLUGIN");
  }
  lammpsplugin_initfunc init;
  *reinterpret_cast<void **>(&init) = dlsym(file, "lammpsplugin_init");
  if (!init) lmp->error->all(FLERR, path + " is not a LAMMPS plugin");
  init(lmp, file, reinterpret_cast<void *>(&register_style));
}

class PluginCommand : public Command {
public:
  PluginCommand(LAMMPS *lmp) : Command(lmp) {}
  virtual ~PluginCommand() {}
  void command(int narg, char **arg) override {
    std::string what = narg > 0 ? arg[0] : "";
    if (what == "load" && narg > 1) {
      for (int i = 1; i < narg; i++) {
        std::string file = arg[i];
        if (file.substr(file.rfind('/') + 1) != PLUGIN_FILE)
          error->all(FLERR, "This LAMMPS has no PLUGIN package, and lmp_rgs loads " +
                                std::string(PLUGIN_FILE) + " only, not " + file);
        if (comm->me == 0)
          utils::logmesg(lmp, "lmp_rgs has the styles of " + plugin_path() + "; it does not read " +
                                  file + "\n");
        load_plugin(lmp);
      }
    } else if (what == "unload" && narg == 3 && strcmp(arg[1], "fix") == 0) {
      unload_fix(arg[2]);
    } else if (what == "clear" && narg == 1) {
      for (const auto &style : fix_styles) unload_fix(style);
    } else if (what == "list" && narg == 1) {
      std::string list = "Currently loaded plugins\n";
      int number = 0;
      for (const auto &style : fix_styles)
        if (modify->fix_map->count(style))
          list += "   " + std::to_string(++number) + ": fix style plugin " + style + "\n";
      if (comm->me == 0) utils::logmesg(lmp, list);
    } else {
      error->all(FLERR,
                 "Illegal plugin command: expected load FILE, unload fix STYLE, list or clear");
    }
  }

private:
  void unload_fix(const std::string &style) {
    if (std::find(fix_styles.begin(), fix_styles.end(), style) == fix_styles.end())
      error->all(FLERR, "fix style " + style + " is not from a plugin");
    for (int i = modify->nfix - 1; i >= 0; i--)
      if (modify->fix[i]->style == style) modify->delete_fix(std::string(modify->fix[i]->id));
    modify->fix_map->erase(style);
  }
};

static Command *create_plugin_command(LAMMPS *lmp) { return new PluginCommand(lmp); }

/* Releases without package PLUGIN add suffixes to styles, and to no commands. */
static Input::CommandCreator create_lammps_minimize;
static Command *create_minimize(LAMMPS *lmp) {
  const bool ours = lmp->suffix_enable && ((lmp->suffix && strcmp(lmp->suffix, "rgs") == 0) ||
                                           (lmp->suffix2 && strcmp(lmp->suffix2, "rgs") == 0));
  return ours ? (*lmp->input->command_map)["minimize/rgs"](lmp) : create_lammps_minimize(lmp);
}

/* LAMMPS calls this when it begins and when `clear` has made everything anew, which forgets the
   styles.  A function of this program comes before the one of the same name in the library. */
void LAMMPS::post_create() {
  void *its = dlsym(RTLD_NEXT, "_ZN9LAMMPS_NS6LAMMPS11post_createEv");
  if (!its) error->all(FLERR, "This LAMMPS has no LAMMPS::post_create(); lmp_rgs needs another");
  reinterpret_cast<void (*)(LAMMPS *)>(its)(this);
  auto &commands = *input->command_map;
  if (!commands.count("plugin")) {
    commands["plugin"] = create_plugin_command;
    create_lammps_minimize = commands["minimize"];
    commands["minimize"] = create_minimize;
  }
  load_plugin(this);
}

static void stop(const char *why) {
  if (why) fprintf(stderr, "lmp_rgs: %s\n", why);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    LAMMPS *lmp = new LAMMPS(argc, argv, MPI_COMM_WORLD);
    lmp->input->file();
    delete lmp;
  } catch (LAMMPSAbortException &) { // LAMMPS has printed the error; the other ranks still run
    stop(nullptr);
  } catch (LAMMPSException &) { // the error is printed, and thrown by all ranks
    status = 1;
  } catch (std::exception &e) {
    stop(e.what());
  }
  lammps_kokkos_finalize();
  lammps_python_finalize();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
