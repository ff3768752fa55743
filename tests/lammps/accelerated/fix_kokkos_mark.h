/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix_kokkos_mark.h - lets a LAMMPS without KOKKOS look like one that was begun with `-k on`, while fixes before this one set up a
 * run: KOKKOS takes half an hour of processor time to compile.
 */
#pragma once
#include "accelerator_kokkos.h"
#include "fix.h"
#include "update.h"
#include "utils.h"

class FixKokkosMark : public LAMMPS_NS::Fix {
public:
  FixKokkosMark(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg)
      : Fix(lmp, narg, arg), placeholder(lmp, 0, nullptr) {}
  int setmask() override { return LAMMPS_NS::FixConst::PRE_FORCE; }
  void init() override { // LAMMPS itself stops run_style verlet, but not respa
    if (LAMMPS_NS::utils::strmatch(update->integrate_style, "^respa")) lmp->kokkos = &placeholder;
  }
  void setup_pre_force(int) override { lmp->kokkos = &placeholder; }
  void setup(int) override { lmp->kokkos = nullptr; }

private:
  LAMMPS_NS::KokkosLMP placeholder; // LAMMPS' own class of this name where KOKKOS is not compiled
};
