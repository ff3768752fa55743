/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.h - how a host describes its bodies.  The host owns every array; the library borrows them.
 *
 * CONVENTIONS, frozen with major version 2
 *   frames   x, p, l, f and tau are in the space frame.  inertia is in the body's principal frame.
 *   q        Unit quaternion (w, x, y, z) that rotates body vectors into space,
 *            v_space = q v_body q*.
 *   l        Angular momentum about the centre of mass, in the SPACE frame.  Free rotation does not
 *            change it, so no rotor is given a way to write it, and it is conserved bit for bit.
 *   units    The host's own, if force = mass * length / time^2; otherwise rgs_host.force_scale.
 *   x        Continuous: not folded back into a periodic box while the output shadow_energy is in
 *            use.
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
 * sizeof(double), comp 1.  No two elements may share a place: |body| > (components - 1) |comp|, or
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
  /* The moments need not obey the triangle inequality.  Every body of positive mass obeys it, but
   * not every other system that has these equations of motion. */
  RGS_VIEW_ANY_MOMENTS = 1u << 1,
  /* The bodies move in the plane z = const.  p_z, l_x and l_y must be 0 (when bodies are
   * checked, what is below 1e-14 of the other components is set to 0) and stay so, as long as the host
   * gives no force along z and no torque about x and y: thermostats, barostats and rotors leave them at 0.
   * Temperatures count two degrees of freedom of translation and one of rotation per body; outputs of
   * three axes are 0, 0 and the plane's.  A host with several ranks sets the flag on all of them,
   * also on ranks without bodies. */
  RGS_VIEW_PLANAR = 1u << 2
};

/* The arrays of n bodies.  Set all fields that are not needed to zero. */
typedef struct rgs_view {
  rgs_head head;
  uint32_t flags, reserved0; /* RGS_VIEW_*; 0 */
  int64_t n;                 /* number of bodies, >= 0 */
  /* The last n_ghosts of the n bodies belong to other ranks and are moved here as well.  They get
   * the same kicks, drifts and noise as the originals, but are left out of sums, also of those that
   * outputs and rgs_bodies_energy report.  The host writes f and tau of ghosts too, with the same
   * bits as the originals'.  0 <= n_ghosts <= n.  A stepper whose host says ranks = 1 refuses
   * ghosts. */
  int64_t n_ghosts;

  /* Change the revision whenever mass, inertia, order or number of the bodies changes.  While it stays
   * the same, the library neither checks them nor computes what follows from them again.  0: at
   * every bind. */
  uint64_t revision;

  /* State.  The library reads and writes it.
   *   x  3  position of the centre of mass     length
   *   p  3  momentum (or velocity, by a flag)  mass * length / time
   *   q  4  orientation                           1
   *   l  3  angular momentum                   mass * length^2 / time */
  rgs_column x, p, q, l;

  /* Constants.  The library reads them.
   *   mass     1  > 0
   *   inertia  3  moments about the principal axes, >= 0; 0: no spin about this axis.
   * The integrators nontwist and director_em_nontwist take bodies without spin about the third
   * axis: l = Q (Pi1, Pi2, 0), Q being the rotation of q. */
  rgs_column mass, inertia;

  /* The host writes these when it is asked for RGS_EVAL_FORCE.
   *   f    3  force                             the host's unit of force
   *   tau  3  torque about the centre of mass   the host's unit of force * length */
  rgs_column f, tau;

  /* The host writes these when it is asked for RGS_EVAL_GRADIENT; data is null if it never is.
   *   gf    3  derivative of f     the host's unit of force / time^2
   *   gtau  3  derivative of tau   the host's unit of force * length / time^2
   * They are directional derivatives in the space frame: gf = d f / d e at e = 0, where every
   * body is moved by e f/m and rotated by the vector e J^-1 tau, J being the inertia in the space
   * frame.  For this displacement f and tau are in mass, length and time, that is multiplied by
   * force_scale; gf and gtau themselves are in the same unit of force as f and tau, and the library
   * multiplies them by force_scale as it does these. */
  rgs_column gf, gtau;

  /* Doubles that the method keeps with each body; data is null if there are none.
   * rgs_stepper_describe(..).aux says how many.  They must travel with the body between ranks.
   * The host sets them to 0 when a body is new, and sets all to 0 when the stepper or its method
   * is new.
   *   A host whose bodies stay where they are need not give this column: where it is null
   * when the stepper is made or swapped, the library keeps the numbers itself.  Then a bind inside a
   * step that changes the revision, or has revision 0, is refused at the next call (RGS_E_NEEDS). */
  rgs_column aux;

  /* Names of the bodies for the noise of thermostats: an array of n integers of any value, one after the
   * other in memory, ghosts included.  A body with the same tag gets the same noise wherever
   * it lies and on whatever rank.  Null: body i has the tag i.  Tags must be distinct among the bodies
   * that are not ghosts.
   * The library reads them at every step and checks them when the revision changes, so change the revision
   * with the tags.  A host that distributes bodies over ranks must give tags to thermostats with noise. */
  const int64_t *tag;

  /* 1 component: 0 keeps the thermostat from a body, any other number lets it act; NaN is refused when the
   * bodies are checked.  It is read whenever the thermostat acts, so it may change without a new revision.
   * Bodies without the thermostat are not counted in its sums and degrees of freedom.  data null: the
   * thermostat acts on all. */
  rgs_column thermostatted;
} rgs_view;

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_BODIES_H */
