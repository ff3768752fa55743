/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.h - how a host describes its bodies.  The host owns every array; the library borrows them.
 *
 * CONVENTIONS, frozen with major version 2
 *   frames   x, p, l, f and tau are in the space frame.  inertia is in the body's principal frame.
 *   q        Unit quaternion (w, x, y, z) that rotates body vectors into space,
 *            v_space = q v_body q*.
 *   l        Angular momentum about the centre of mass, in the SPACE frame.  Free rotation does not
 *            change it, and rotors only read it, so it is conserved bit for bit.
 *   units    Any.  If a force is not mass * length / time^2 in them, set rgs_host.force_scale.
 *   x        May be folded into a periodic box between steps and during a request, unless the
 *            method has RGS_WANTS_SHADOW.
 *   strings  UTF-8.  The reader never frees them.
 */
#ifndef RIGIDSTEP_BODIES_H
#define RIGIDSTEP_BODIES_H
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One quantity of all bodies: component k of body i is data[i * body + k * comp], with strides in
 * doubles.  Structure of arrays: body 1, comp n.  Array of structs: body sizeof(struct) /
 * sizeof(double), comp 1.  Elements must not overlap: |body| > (components - 1) |comp|, or
 * |comp| > (n - 1) |body|. */
typedef struct rgs_column {
  double *data;
  ptrdiff_t body;
  ptrdiff_t comp;
} rgs_column;
#define RGS_AT(column, i, k)                                                                       \
  ((column).data[(ptrdiff_t)(i) * (column).body + (ptrdiff_t)(k) * (column).comp])

/* Flags of a view. */
enum {
  /* Column p holds the velocity p/mass. */
  RGS_VIEW_P_IS_VELOCITY = 1u << 0,
  /* The moments need not obey the triangle inequality.  Every body made of masses obeys it, but
   * these equations of motion also describe other systems. */
  RGS_VIEW_ANY_MOMENTS = 1u << 1,
  /* The bodies move in the plane z = const.  p_z, l_x and l_y must be 0; the check of bodies sets
   * them to 0 if they are below 1e-14 of the other components.  The host gives no force along z and
   * no torque about x and y; thermostats, barostats and rotors leave the three at 0.
   *   Temperatures count two degrees of freedom of translation and one of rotation per body.
   * Outputs with three axes are 0, 0 and the value of the axis z.  If there are several ranks, set
   * the flag on all of them, also on ranks without bodies. */
  RGS_VIEW_PLANAR = 1u << 2
};

/* The arrays of n bodies.  Set all fields that are not needed to zero. */
typedef struct rgs_view {
  rgs_head head;
  uint32_t flags, reserved0; /* RGS_VIEW_*; 0 */
  int64_t n;                 /* number of bodies, >= 0 */
  /* 0 <= n_ghosts <= n.  The last n_ghosts bodies belong to other ranks and are moved here as
   * well.  They get the same kicks, drifts and noise as the originals, if the host writes the same
   * f and tau, bit for bit.  They do not count in sums, outputs that are sums, and
   * rgs_bodies_energy.  A stepper whose host has ranks = 1 refuses ghosts. */
  int64_t n_ghosts;

  /* Change the revision whenever mass, inertia, tag, order or number of the bodies changes.  If a
   * bind has another revision, n or flags than the one before, or revision 0, the library checks
   * the bodies anew, and computes anew what depends on their constants. */
  uint64_t revision;

  /* State.  The library reads and writes it.
   *   x  3  position of the centre of mass     length
   *   p  3  momentum (or velocity, by a flag)  mass * length / time
   *   q  4  orientation                        1
   *   l  3  angular momentum                   mass * length^2 / time */
  rgs_column x, p, q, l;

  /* Constants.  The library reads them.
   *   mass     1  > 0
   *   inertia  3  moments about the principal axes, >= 0; 0: no spin about this axis.
   * The integrators nontwist and director_em_nontwist need bodies that do not spin about the third
   * axis: l = Q (Pi1, Pi2, 0), with the rotation Q of q. */
  rgs_column mass, inertia;

  /* The host writes these when it is asked for RGS_EVAL_FORCE.
   *   f    3  force                             the host's unit of force
   *   tau  3  torque about the centre of mass   the host's unit of force * length */
  rgs_column f, tau;

  /* The host writes these when it is asked for RGS_EVAL_GRADIENT; data is null if it never is.
   *   gf    3  derivative of f     the host's unit of force / time^2
   *   gtau  3  derivative of tau   the host's unit of force * length / time^2
   * They are directional derivatives in the space frame: gf = df/de at e = 0.  The displacement of
   * each body is e F/m, and its rotation the vector e J^-1 T, with J the inertia in the space
   * frame, times rgs_method_spec.inertia.  F and T are f and tau times force_scale.  The library
   * multiplies gf and gtau by force_scale, as it does f and tau. */
  rgs_column gf, gtau;

  /* Doubles that the method keeps with each body; data is null if there are none.
   * rgs_stepper_describe(..).aux says how many.  They must travel with the body between ranks.
   * Set them to 0 for a new body, and for all bodies of a new stepper or after a swap.
   *   If bodies do not change their rank or index inside a step, leave the column out: if it is
   * null when the stepper is created or swapped, the library keeps the numbers itself.  Inside a
   * step the revision must then stay the same and not be 0: otherwise the next call returns
   * RGS_E_NEEDS. */
  rgs_column aux;

  /* The noise of a body (of thermostats and of integrators with RGS_RANDOM) depends on its tag, not
   * on its index or rank.  n integers of any value, one after the other in memory, ghosts included.
   * Null: body i has the tag i; if the method has noise, that is allowed with one rank only.  Two
   * bodies that are not ghosts must not have the same tag: this is checked when the revision
   * changes. */
  const int64_t *tag;

  /* 1 component.  0: the thermostat leaves the body alone, and does not count it in its sums and
   * degrees of freedom.  Any other number: it acts on the body.  Null data: it acts on all.  The
   * column is read whenever the thermostat acts, so it may change without a new revision.  The
   * check of bodies refuses NaN. */
  rgs_column thermostatted;
} rgs_view;
/* clang-format off */
#define RGS_NO_COLUMN_ { NULL, 0, 0 }
/* clang-format on */
#define RGS_VIEW_INIT                                                                              \
  {                                                                                                \
    RGS_HEAD(rgs_view), 0, 0, 0, 0, 0, RGS_NO_COLUMN_, RGS_NO_COLUMN_, RGS_NO_COLUMN_,             \
        RGS_NO_COLUMN_, RGS_NO_COLUMN_, RGS_NO_COLUMN_, RGS_NO_COLUMN_, RGS_NO_COLUMN_,            \
        RGS_NO_COLUMN_, RGS_NO_COLUMN_, RGS_NO_COLUMN_, NULL, RGS_NO_COLUMN_                       \
  }

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_BODIES_H */
