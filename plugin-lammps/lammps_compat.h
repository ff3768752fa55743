/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What differs between the LAMMPS releases the plugin compiles for.
 * RIGIDSTEP_LAMMPS_RELEASE (20210929, 20250204, ..) is read from the tree's version.h by CMake.
 */
#ifndef RIGIDSTEP_LAMMPS_COMPAT_H
#define RIGIDSTEP_LAMMPS_COMPAT_H

#include "comm.h"
#include "fix.h"
#include "modify.h"
#if RIGIDSTEP_LAMMPS_RELEASE < 20220000
#include "info.h"
#else
#include "platform.h"
#endif

// whether LAMMPS has centroid stress of these fixes
#define RIGIDSTEP_LAMMPS_HAS_CENTROID (RIGIDSTEP_LAMMPS_RELEASE >= 20220000)
// whether atom style ellipsoid has superellipsoids
#define RIGIDSTEP_LAMMPS_HAS_SUPERELLIPSOIDS (RIGIDSTEP_LAMMPS_RELEASE > 20250722)

/* Functions that some release lacks (Atom::style_match(const char *), Info::get_openmp_info()).  A plugin for
   another release has to load there without them, to say which release it was compiled for. */
__asm__(".weak _ZN9LAMMPS_NS4Atom11style_matchEPKc");
__asm__(".weak _ZN9LAMMPS_NS4Info15get_openmp_infoB5cxx11Ev");

namespace rigidstep_lammps {

/* Whether the forces on bodies that LAMMPS sums before the first step contain gravity.  Up to 4Feb2025
   gravity joins in with the second half of the first step. */
const bool SETUP_ADDS_GRAVITY = RIGIDSTEP_LAMMPS_RELEASE > 20250204;

/* Number of doubles a body that FixRigidSmall sends after the first and the second half step.  The
   geometric centre of a body came after 29Sep2021. */
enum {
#if RIGIDSTEP_LAMMPS_RELEASE < 20220000
  FORWARD_INITIAL = 26,
#else
  FORWARD_INITIAL = 29,
#endif
  FORWARD_FINAL = 10
};

// type of Fix::dof()
#if RIGIDSTEP_LAMMPS_RELEASE < 20220000
typedef int Count;
#else
typedef LAMMPS_NS::bigint Count;
#endif

inline void forward_comm(LAMMPS_NS::Comm *comm, LAMMPS_NS::Fix *fix, int size) {
#if RIGIDSTEP_LAMMPS_RELEASE < 20220000
  comm->forward_comm_fix(fix, size);
#else
  comm->forward_comm(fix, size);
#endif
}

/* Was LAMMPS compiled with OpenMP? */
inline bool has_openmp() {
#if RIGIDSTEP_LAMMPS_RELEASE < 20220000
  return LAMMPS_NS::Info::get_openmp_info() != "OpenMP not enabled";
#else
  return LAMMPS_NS::platform::openmp_standard() != "OpenMP not enabled";
#endif
}

inline bool any_post_force(const LAMMPS_NS::Modify *modify) {
#if RIGIDSTEP_LAMMPS_RELEASE < 20220000
  return modify->n_post_force;
#else
  return modify->n_post_force_any;
#endif
}

} // namespace rigidstep_lammps

#endif
