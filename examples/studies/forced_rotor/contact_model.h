/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact_model.h - a body made of spheres that bounces on a floor, as bodies of granular matter do.
 *
 * The floor is the plane z = 0.  A sphere that overlaps it by d is pushed up by stiffness d^(3/2)
 * (Hertz), at the place where it is, so that the body is turned too.  There is no friction and nothing
 * is lost: energy, l_z and the horizontal momentum are conserved.
 */
#ifndef CONTACT_MODEL_H
#define CONTACT_MODEL_H
#include <rigidstep/rigidstep.h>

enum { CONTACT_SPHERES = 4 };

typedef struct contact_floor {
  double place[CONTACT_SPHERES][3]; /* of the spheres, from the centre of mass, body frame */
  double radius, stiffness, gravity;
} contact_floor;

/* rgs_host.eval, with a contact_floor as rgs_host.self.  It answers forces and energy. */
int contact_eval(void *self, rgs_eval *request, const rgs_view *bodies);

#endif
