/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_bodies.h - the bodies as baths see them, and the sums over them.
 */
#ifndef RGS_BATH_BODIES_H
#define RGS_BATH_BODIES_H
#include <rigidstep/bodies.h>

typedef struct rgs_bath_bodies {
  int64_t n;
  int64_t own; /* the first `own` bodies count in sums; the rest are copies of other
                                 ranks' bodies, which move alike but are summed there */
  rgs_column x, p, l, q, mass, inertia;
  rgs_column chosen;  /* 1 component: 0 keeps the bath from this body; data null: all are
                                 chosen */
  const int64_t *key; /* names of the bodies for noise; null: first, first + 1, .. */
  int64_t first;
  int p_is_velocity;
  struct rgs_executor *executor; /* shares out the blocks; null: one thread does them all */
} rgs_bath_bodies;

/* Sums over a rank's own chosen bodies.  They are linear: those of blocks and ranks add up. */
typedef struct rgs_bath_sums {
  double translation[3]; /* kinetic energy along x, y and z */
  double rotation;       /* kinetic energy */
  double momentum[3];
  double mass;
} rgs_bath_sums;
#define RGS_BATH_SUMS 8 /* numbers in it */

/* A sum over bodies is made of sums over blocks of this many, added in the order of the blocks.
 * So it has the same bits however the blocks are dealt out to threads. */
#define RGS_SUM_BLOCK 64

/* What a bath does that only scales: P - M drift by one factor, l by another. */
typedef struct rgs_scale_step {
  double translation, rotation;
  double drift[3]; /* velocity that stays: that of the centre of mass, or 0 */
  double slide;    /* of rgs_bath_slide_and_scale: so long positions move before it, and after it */
} rgs_scale_step;

/* A free flight with pistons: x += growth (x - centre) + slide P/M and P *= squeeze, axis by axis.
 * An axis without piston has growth 0, slide h, squeeze 1. */
typedef struct rgs_piston_step {
  double centre[3], growth[3], slide[3], squeeze[3];
} rgs_piston_step;

#endif /* RGS_BATH_BODIES_H */
