/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_bodies.h - the bodies as the kernels of baths see them, and the sums over them.
 */
#ifndef RGS_BATH_BODIES_H
#define RGS_BATH_BODIES_H
#include <rigidstep/bodies.h>

typedef struct rgs_bath_bodies {
  int64_t n;
  int64_t own;                /* the first `own` bodies count in sums; the rest are copies of other
                                 ranks' bodies, which move alike but are summed there */
  rgs_column p, l, q, mass, inertia;
  rgs_column chosen;          /* 1 component: 0 keeps the bath from this body; data null: all are
                                 chosen */
  const int64_t *key;         /* names of the bodies for noise; null: first, first + 1, .. */
  int64_t first;
  int p_is_velocity;
} rgs_bath_bodies;

/* Sums over a rank's own chosen bodies.  They are linear: those of blocks and ranks add up. */
typedef struct rgs_bath_sums {
  double translation[3];      /* kinetic energy along x, y and z */
  double rotation;            /* kinetic energy */
  double momentum[3];
  double mass;
} rgs_bath_sums;
#define RGS_BATH_SUMS 8       /* numbers in it */

/* A sum over bodies is made of sums over blocks of this many, added in the order of the blocks.
 * So it has the same bits however the blocks are dealt out to threads. */
#define RGS_SUM_BLOCK 64

/* What one application of langevin does.  translation, rotation: exp(-h/damp), and
 * kT (1 - exp(-2h/damp)). */
typedef struct rgs_langevin_step {
  uint32_t seed, stream;
  uint64_t step;
  double   keep_translation, keep_rotation;
  double   spread_translation, spread_rotation;
  int      flat;              /* two dimensions: motion along x and y, rotation about z */
} rgs_langevin_step;

#endif /* RGS_BATH_BODIES_H */
