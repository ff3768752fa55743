/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Registers LAMMPS' own accelerated styles that CMakeLists.txt names.
 */
#include "lammpsplugin.h"

#include "fix_gpu.h"
#include "fix_omp.h"
#include "fix_rigid_omp.h"
#include "fix_rigid_small_omp.h"
#include "pair_lj_cut_coul_long_gpu.h"
#include "pair_lj_cut_coul_long_omp.h"
#include "pair_lj_cut_coul_long_opt.h"
#include "pair_lj_cut_gpu.h"
#include "pair_lj_cut_omp.h"
#include "pair_lj_cut_opt.h"
#include "version.h"

using namespace LAMMPS_NS;

static lammpsplugin_t plugin;
static lammpsplugin_regfunc tell;
static void *lammps;

template <class Style> static Fix *create_fix(LAMMPS *lmp, int narg, char **arg) {
  return new Style(lmp, narg, arg);
}

template <class Style> static void add_fix(const char *name) {
  plugin.style = "fix";
  plugin.name = name;
  plugin.creator.v2 = reinterpret_cast<lammpsplugin_factory2 *>(&create_fix<Style>);
  tell(&plugin, lammps);
}

template <class Style> static Pair *create_pair(LAMMPS *lmp) { return new Style(lmp); }

template <class Style> static void add_pair(const char *name) {
  plugin.style = "pair";
  plugin.name = name;
  plugin.creator.v1 = reinterpret_cast<lammpsplugin_factory1 *>(&create_pair<Style>);
  tell(&plugin, lammps);
}

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc) {
  plugin.version = LAMMPS_VERSION;
  plugin.info = "styles of OPENMP, OPT and GPU";
  plugin.author = "the LAMMPS developers";
  plugin.handle = handle;
  tell = reinterpret_cast<lammpsplugin_regfunc>(regfunc);
  lammps = lmp;
  add_fix<FixOMP>("OMP");
  add_fix<FixGPU>("GPU");
  add_fix<FixRigidOMP>("rigid/omp");
  add_fix<FixRigidSmallOMP>("rigid/small/omp");
  add_pair<PairLJCutOMP>("lj/cut/omp");
  add_pair<PairLJCutOpt>("lj/cut/opt");
  add_pair<PairLJCutGPU>("lj/cut/gpu");
  add_pair<PairLJCutCoulLongOMP>("lj/cut/coul/long/omp");
  add_pair<PairLJCutCoulLongOpt>("lj/cut/coul/long/opt");
  add_pair<PairLJCutCoulLongGPU>("lj/cut/coul/long/gpu");
}
