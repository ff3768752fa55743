/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What differs between the LAMMPS releases the plugin compiles for; no other file asks which one it is.
 * CMake looks into the sources for
 *   RIGIDSTEP_LAMMPS_HAS_CENTROID: centroid stress of rigid fixes;
 *   RIGIDSTEP_LAMMPS_HAS_SUPERELLIPSOIDS: in atom style ellipsoid;
 *   RIGIDSTEP_LAMMPS_HAS_GRAVITY_IN_SETUP, RIGIDSTEP_LAMMPS_HAS_RUN_STYLES_OF_PLUGINS: below.
 */
#pragma once

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

const bool PLUGINS_HAVE_RUN_STYLES = RIGIDSTEP_LAMMPS_HAS_RUN_STYLES_OF_PLUGINS;

/* What centroid stress keeps of a body of FixRigidSmall: its geometric centre, about its axes and in space,
   and the number of its atoms.  Null where LAMMPS has none. */
struct BodyCentre {
  double *about_axes, *in_space;
  int *atoms;
};
template <class Body> BodyCentre centre_of(Body &b) {
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
  return { b.xgc_body, b.xgc, &b.natoms };
#else
  return (void)b, BodyCentre();
#endif
}

/* Tallies the virial v of the force g on atom i at r.  `centre`: null, or where LAMMPS wants it */
template <class Fix>
void tally(Fix &fix, int i, double v[6], const double r[3], const double g[3], double *centre) {
#if RIGIDSTEP_LAMMPS_HAS_CENTROID
  double place[1][3] = { { r[0], r[1], r[2] } }, push[1][3] = { { g[0], g[1], g[2] } };
  if (centre) return fix.v_tally(1, &i, 1.0, v, place, push, centre);
#else
  (void)r, (void)g, (void)centre;
#endif
  fix.v_tally(1, &i, 1.0, v);
}

/* Calls use(bonus) if the ellipsoids are superellipsoids. */
template <class Atom, class Style, class Use>
bool if_superellipsoids(const Atom *atom, Style *style, const Use &use) {
#if RIGIDSTEP_LAMMPS_HAS_SUPERELLIPSOIDS
  if (!atom->superellipsoid_flag) return false;
  use(style->bonus_super);
  return true;
#else
  return (void)atom, (void)style, (void)use, false;
#endif
}

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
