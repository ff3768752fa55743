/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.h - the host's arrays as they are bound, and the memory that methods need for each body.
 */
#pragma once
#include "base/context.h"
#include "base/memory.h"

/* See own_aux.h. */
typedef struct rgs_own_aux {
  double *data; /* room doubles, `each` of them a body */
  size_t room;
  uint32_t each, wanted; /* `wanted`: by the methods of all steppers so far */
  uint64_t at;           /* the generation of the bodies whose numbers it holds */
} rgs_own_aux;

/* Memory of a stepper for each of its bodies, which grows with their capacity. */
typedef struct rgs_room {
  struct rgs_room *next; /* of the same bodies */
  double *data;
  size_t each, size; /* doubles for a body; bytes in all */
  uint64_t holds;    /* the generation of the bodies that its numbers are about; 0: none */
  bool beside;       /* it lies where the columns lie, else on the host */
} rgs_room;

struct rgs_bodies {
  rgs_context *context;
  rgs_view view;
  int64_t capacity;
  uint64_t generation; /* grows when constants made from mass and inertia may be out of date */
  uint64_t binds;      /* calls of rgs_bodies_bind so far */
  rgs_own_aux aux;
  rgs_room *rooms; /* of all steppers */
  void *watch;     /* what stepper/watch.c notes of the calls with these bodies, and its size */
  size_t watch_size;
  int64_t steppers;  /* that there are of these bodies */
  rgs_column wheels; /* angular momenta of wheels along the axes; no data: there are none */
  int64_t wheels_n;
  bool in_motion;           /* a stepper has moved the bodies: see rgs_check_bodies */
  bool awaits_forces;       /* with checks: a stepper has asked for forces, and has none yet */
  const rgs_memory *memory; /* where the columns lie */
  struct rgs_on_device *on; /* of a device (backends/backend.h); null: the host's */
};

/* Takes memory of so many doubles a body.  Called when a stepper is made, never within a step. */
rgs_status rgs_bodies_need(rgs_bodies *b, rgs_room *room, size_t doubles, rgs_error *error);
/* Gives it back. */
void rgs_bodies_leave(rgs_bodies *b, rgs_room *room);

/* rgs_bodies_reserve and rgs_bodies_bind, once all that was asked of a device is known. */
rgs_status rgs_bodies_grow(rgs_bodies *b, int64_t capacity, rgs_error *error);
rgs_status rgs_bodies_take(rgs_bodies *b, const rgs_view *view, rgs_error *error);

/* Are all bodies of the view valid?  Axes without inertia are left out for bodies in motion: rotors that
 * split the rotation let the momentum of a linear body stray from its plane by the error of their
 * order. */
rgs_status rgs_check_all_bodies(const rgs_view *v, bool dead_axes, rgs_error *error);

/* The component of l along the body's principal axis k. */
double rgs_along_axis(const double q[4], const double l[3], int k);
