/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.h - how a host describes its bodies.  The host owns every array; rigidstep borrows them.
 *
 * CONVENTIONS, frozen with major version 1
 *   frames   x, p, f, tau and l are in the space frame; inertia is in the body's principal frame.
 *   q        unit quaternion (w,x,y,z); turns body vectors into space: v_space = q v_body q*.
 *   l        angular momentum about the centre of mass, SPACE frame.  Free rotation does not change
 *            it, so no rotor is handed a way to write it: it stays bit for bit in free flight.
 *   units    the host's own, if force = mass*length/time^2; else rgs_host.force_scale.
 *   x        continuous: not folded back into a periodic box while the output shadow_energy is in use.
 *   strings  UTF-8; never freed by the reader.
 */
#ifndef RIGIDSTEP_BODIES_H
#define RIGIDSTEP_BODIES_H
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Component k of body i is data[i*body + k*comp]; strides are in doubles.  Structure of arrays:
 * body 1, comp n.  Array of structs: body sizeof(struct)/sizeof(double), comp 1.  No two elements
 * may share a place: |body| > (components - 1) |comp|, or |comp| > (n - 1) |body|. */
typedef struct rgs_column {
  double   *data;
  ptrdiff_t body;
  ptrdiff_t comp;
} rgs_column;
#define RGS_AT(column, i, k) \
  ((column).data[(ptrdiff_t)(i) * (column).body + (ptrdiff_t)(k) * (column).comp])

enum {
  RGS_VIEW_P_IS_VELOCITY = 1u << 0, /* column p holds the velocity p/mass                        */
  RGS_VIEW_ANY_MOMENTS   = 1u << 1  /* inertia need not obey the triangle inequality, which every */
                                    /* body of mass >= 0 does; other systems with these equations */
                                    /* need not                                                   */
};

typedef struct rgs_view {
  rgs_head   head;
  int64_t    n;                   /* number of bodies, >= 0                                      */
  uint32_t   flags;               /* RGS_VIEW_*                                                  */
  uint32_t   reserved0;
  uint64_t   stamp;               /* changes whenever mass, inertia or the order or number of    */
                                  /* bodies does; while it stays, what follows from them is      */
                                  /* neither checked nor computed anew.  0: at every bind.       */
  rgs_column x, p, q, l;          /* state, 3 3 4 3 components: length, mass*length/time, -,     */
                                  /* mass*length^2/time                                          */
  rgs_column mass, inertia;       /* constants, 1 and 3 components; inertia about the principal  */
                                  /* axes; a zero entry: no spin about that axis                 */
  rgs_column f, tau;              /* force and torque about the centre of mass, 3 and 3; the     */
                                  /* host writes them when asked                                 */
  rgs_column gf, gtau;            /* their derivative along the displacement f/m, J^-1 tau       */
                                  /* (space components; f and tau in mass*length/time^2 there),  */
                                  /* 3 and 3; data null if the host has none                     */
  rgs_column carry;               /* carry doubles a body (rgs_stepper_describe says how many)   */
                                  /* that travel with it between ranks; the host sets them to 0  */
                                  /* when the body is new, and all when the stepper is, or its   */
                                  /* method; data null if there are none                         */
} rgs_view;

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_BODIES_H */
