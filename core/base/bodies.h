/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.h - the host's arrays as they are bound, and the memory that methods need for each body.
 */
#ifndef RGS_BASE_BODIES_H
#define RGS_BASE_BODIES_H
#include "base/context.h"
#include <stdatomic.h>

/* See own_aux.h. */
typedef struct rgs_own_aux {
  double *data; /* room doubles, `each` of them a body */
  size_t room;
  uint32_t each, wanted; /* `wanted`: by the methods of all steppers so far */
  uint64_t at;           /* the generation of the bodies whose numbers it holds */
} rgs_own_aux;

/* Memory for capacity * each doubles. */
typedef struct rgs_room {
  double *data;
  size_t each, size; /* doubles for a body; bytes in all */
} rgs_room;

/* See stepper/watch.h. */
typedef struct rgs_watch {
  atomic_uint evaluating;  /* what host.eval was asked for and has not answered */
  atomic_uintptr_t thread; /* of the last call */
  const void *of, *filled; /* the stepper that asked; whose forces have come in as NaN */
  uint64_t noted_at;       /* the generation whose constants are noted */
  bool knows_momenta;      /* it was looked at whether forces depend on momenta */
} rgs_watch;

struct rgs_bodies {
  rgs_context *context;
  rgs_view view;
  int64_t capacity;
  uint64_t generation; /* grows when constants made from mass and inertia may be out of date */
  /* What a stepper notes of bodies that it has checked: the generation, or 0 if it checks them at
   * each call. */
  uint64_t checked_as;
  rgs_watch watch;
  uint64_t binds;     /* calls of rgs_bodies_bind so far */
  rgs_room scratch;   /* see motion/scratch.h */
  rgs_room constants; /* mass and moments, and then forces, as watch.h compares them */
  rgs_room begin;     /* the state when the step of begin_of began: see stepper/rewind.h */
  rgs_own_aux aux;
  bool in_motion;           /* a stepper has moved the bodies: see rgs_check_bodies */
  uint64_t prepared_for;    /* the number of the method .. */
  uint64_t prepared_at;     /* .. and the generation that the prepared constants belong to */
  const void *begin_of;     /* null: no state is kept */
  int64_t steppers;         /* that there are of these bodies */
  struct rgs_on_device *on; /* null: the columns lie on the host; else see base/on_device.h */
};

/* Takes memory of so many doubles a body for one of the rooms.  Called when a stepper is made, never within a step. */
rgs_status rgs_bodies_need(rgs_bodies *b, rgs_room *room, size_t doubles, rgs_error *error);

/* Are all bound bodies valid?  Axes without inertia are left out for bodies in motion: rotors that
 * split the rotation let the momentum of a linear body stray from its plane by the error of their
 * order. */
rgs_status rgs_check_bodies(const rgs_bodies *b, bool dead_axes, rgs_error *error);

/* The component of l along the body's principal axis k. */
double rgs_along_axis(const double q[4], const double l[3], int k);

#endif /* RGS_BASE_BODIES_H */
