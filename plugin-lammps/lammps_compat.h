/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What differs between the LAMMPS releases the plugin compiles for.  CMake looks into the sources for
 *   RIGIDSTEP_LAMMPS_HAS_CENTROID: centroid stress of these fixes;
 *   RIGIDSTEP_LAMMPS_HAS_SUPERELLIPSOIDS: in atom style ellipsoid;
 *   RIGIDSTEP_LAMMPS_HAS_GRAVITY_IN_SETUP, RIGIDSTEP_LAMMPS_HAS_RUN_STYLES_OF_PLUGINS: below, and rigidstep_plugin.cpp.
 */
#ifndef RIGIDSTEP_LAMMPS_COMPAT_H
#define RIGIDSTEP_LAMMPS_COMPAT_H

#include "comm.h"
#include "fix.h"
#include "input.h"
#include "modify.h"
#include "variable.h"
#if __has_include("platform.h")
#include "platform.h"
#else
#include "info.h"
#endif

#include <cstring>
#include <string>
#include <utility>

/* Functions that some release lacks (Atom::style_match(const char *), Info::get_openmp_info()).  A plugin for
   another release has to load there without them, to say which release it was compiled for. */
__asm__(".weak _ZN9LAMMPS_NS4Atom11style_matchEPKc");
__asm__(".weak _ZN9LAMMPS_NS4Info15get_openmp_infoB5cxx11Ev");

namespace rigidstep_lammps {

/* Whether the forces on bodies that LAMMPS sums before the first step contain gravity.  In 4Feb2025
   gravity joins in with the second half of the first step. */
const bool SETUP_ADDS_GRAVITY = RIGIDSTEP_LAMMPS_HAS_GRAVITY_IN_SETUP;

typedef decltype(std::declval<LAMMPS_NS::Fix &>().dof(0)) Count;

/* Members by the names that LAMMPS has: of two functions the first is taken where it compiles, since an
   int is nearer to 0 than a long is. */
template <class Comm>
auto forward_comm_by_name(Comm *comm, LAMMPS_NS::Fix *fix, int size, int)
    -> decltype(comm->forward_comm(fix, size)) {
  comm->forward_comm(fix, size);
}
template <class Comm>
auto forward_comm_by_name(Comm *comm, LAMMPS_NS::Fix *fix, int size, long)
    -> decltype(comm->forward_comm_fix(fix, size)) {
  comm->forward_comm_fix(fix, size);
}
inline void forward_comm(LAMMPS_NS::Comm *comm, LAMMPS_NS::Fix *fix, int size) {
  forward_comm_by_name(comm, fix, size, 0);
}

/* Is this the command that LAMMPS executes?  29Sep2021 protects its name. */
struct ReadableInput : LAMMPS_NS::Input {
  static bool executes(const LAMMPS_NS::Input *input, const char *name) {
    const char *command = input->*&ReadableInput::command;
    return command && strcmp(command, name) == 0;
  }
};

/* Was LAMMPS compiled with OpenMP? */
inline bool has_openmp() {
#if __has_include("platform.h")
  return LAMMPS_NS::platform::openmp_standard() != "OpenMP not enabled";
#else
  return LAMMPS_NS::Info::get_openmp_info() != "OpenMP not enabled";
#endif
}

template <class Modify>
auto any_post_force_by_name(const Modify *modify, int) -> decltype(modify->n_post_force_any != 0) {
  return modify->n_post_force_any != 0;
}
template <class Modify>
auto any_post_force_by_name(const Modify *modify, long) -> decltype(modify->n_post_force != 0) {
  return modify->n_post_force != 0;
}
inline bool any_post_force(const LAMMPS_NS::Modify *modify) {
  return any_post_force_by_name(modify, 0);
}

/* The values of all variables of styles uloop and universe, by which replicas are told apart.  Releases before 4Jul2026
   do not tell the style of a variable. */
template <class Variable>
auto universe_indices(Variable *v, int) -> decltype(v->get_style(0), std::string()) {
  std::string all;
  for (int i = 0; i < v->get_nvar(); i++) {
    const char *its = v->get_style(i), *name = v->get_name(i); // null: deleted
    if (!its || !name || (strcmp(its, "uloop") != 0 && strcmp(its, "universe") != 0)) continue;
    const char *value = v->retrieve(name);
    if (value) all += std::string(" ") + name + " " + value;
  }
  return all;
}
template <class Variable> std::string universe_indices(Variable *, long) { return std::string(); }
inline std::string universe_indices(LAMMPS_NS::Variable *v) { return universe_indices(v, 0); }

} // namespace rigidstep_lammps

#endif
