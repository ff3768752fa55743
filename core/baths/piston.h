/* SPDX-License-Identifier: BSD-3-Clause
 *
 * piston.h - what a piston is: a table of functions that move the box in a step, and what they are given.
 *
 * The axes of the box are in up to three groups; the axes of a group change together, by one strain
 * ln(L/L_reference).  The stepper adds up the sums over ranks, calls the functions, and moves the bodies
 * as they say.
 */
#ifndef RGS_PISTON_H
#define RGS_PISTON_H
#include "base/error.h"
#include "baths/baths.h"
#include <rigidstep/method.h>

#define RGS_GROUPS 3
/* Strains beyond this make lengths that are no numbers. */
#define RGS_MOST_STRAIN 600

/* How many axes are in group g. */
static inline int rgs_axes_of(const int group[3], int g) {
  return (group[0] == g) + (group[1] == g) + (group[2] == g);
}

/* The box.  A save holds this struct as it is. */
typedef struct rgs_moved_box {
  uint64_t known;               /* 1: rgs_stepper_set_box was called */
  double lengths[3], centre[3]; /* as the host told it .. */
  double told[RGS_GROUPS];      /* .. where the groups had these strains */
  double reference[3];          /* lengths at which strains are 0 */
  double strain[RGS_GROUPS];
  double momentum[RGS_GROUPS], mass[RGS_GROUPS]; /* whatever the piston has, of each group */
} rgs_moved_box;

/* What a cell has beyond a box, of a piston that shears it.  The vectors of the cell are (lengths[0], 0, 0),
 * (tilt[0], lengths[1], 0) and (tilt[1], tilt[2], lengths[2]).  A save holds this struct as it is. */
typedef struct rgs_sheared_box {
  double tilt[3], reference[3]; /* now, and of the cell whose strains are 0 */
  double momentum[3];           /* of the shears xy, xz, yz */
} rgs_sheared_box;

/* What the functions of a piston are given.  They change `box` and `shears`; lengths stay as they were
 * told. */
typedef struct rgs_piston_call {
  const void *params;
  rgs_moved_box *box;
  rgs_sheared_box *shears;
  int group[3];  /* of each axis, 0 to 2; -1: its length is fixed */
  double volume; /* now */
  /* Molecular virial and kinetic energy of translation of all ranks, as they were last known: by axes, and
   * of a piston that shears also xy, xz, yz.  `fly` moves the second on. */
  double virial[6], kinetic[6];
  double freedom; /* of all bodies, translation and rotation; for `begin` */
  int dimensions;
  bool bathed;    /* the method has a bath */
  uint32_t visit; /* of the bath in this step, and .. */
  uint64_t step;  /* .. the step: noise depends on both */
  double heat;    /* that friction and noise gave to the box so far; `bathe` adds to it */
} rgs_piston_call;

typedef struct rgs_piston_table {
  const rgs_about *about;
  bool
      shears; /* it moves a cell of six numbers, and needs a scheme whose order needs no Nystrom form */
  /* Are these parameters possible together, with a bath or without, in so many dimensions? */
  rgs_status (*check)(const void *params, bool bathed, int dimensions, rgs_error *error);
  /* The groups of the axes, as rgs_piston_call.group has them. */
  void (*groups)(const void *params, int group[3]);
  /* The sums are known: sets what depends on them and is not set yet.  May be null. */
  void (*begin)(rgs_piston_call *call);
  /* The box is kicked over the time t, by the virial. */
  void (*kick)(rgs_piston_call *call, double t);
  /* The box flies over the time t, by the kinetic energies; what the bodies do then goes to *bodies.
   * False: the lengths would leave the range of numbers, and nothing has changed. */
  bool (*fly)(rgs_piston_call *call, double t, rgs_piston_step *bodies);
  /* Friction and noise over the time h.  May be null. */
  void (*bathe)(rgs_piston_call *call, double h);
  /* The energy of the motion of the box, and the rest of its energy. */
  double (*kinetic)(const rgs_piston_call *call);
  double (*potential)(const rgs_piston_call *call);
} rgs_piston_table;

#endif /* RGS_PISTON_H */
