/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Registers LAMMPS' own accelerated styles that CMakeLists.txt names, and a fix of ours for a test.
 */
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

#include "../plugin_styles.h"
#include "fix_kokkos_mark.h"

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc) {
  begin_plugin(lmp, handle, regfunc, "styles of OPENMP, OPT and GPU");
  add_fix<FixOMP>("OMP");
  add_fix<FixGPU>("GPU");
  add_fix<FixKokkosMark>("kokkos/mark");
  add_fix<FixRigidOMP>("rigid/omp");
  add_fix<FixRigidSmallOMP>("rigid/small/omp");
  add<Pair, PairLJCutOMP>("pair", "lj/cut/omp");
  add<Pair, PairLJCutOpt>("pair", "lj/cut/opt");
  add<Pair, PairLJCutGPU>("pair", "lj/cut/gpu");
  add<Pair, PairLJCutCoulLongOMP>("pair", "lj/cut/coul/long/omp");
  add<Pair, PairLJCutCoulLongOpt>("pair", "lj/cut/coul/long/opt");
  add<Pair, PairLJCutCoulLongGPU>("pair", "lj/cut/coul/long/gpu");
}
