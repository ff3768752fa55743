/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_blocks.h - what baths and pistons do to at most RGS_SUM_BLOCK bodies, and how it is done to all.
 * All paths have the same bits.
 */
#ifndef RGS_BATH_BLOCKS_H
#define RGS_BATH_BLOCKS_H
#include "baths/bath_bodies.h"

/* Does one thing to a block, of which `step` says the numbers, and writes its sums.  Are the results
 * finite? */
typedef int rgs_on_block(const rgs_bath_bodies *block, const void *step, double *sums);

/* Does it to the first n bodies, with the executor if there is one.  The sums of blocks are added in the
 * order of the blocks, whoever made them; total: null, or room for n_sums <= RGS_BATH_SUMS numbers.  Are
 * all results finite? */
int rgs_bath_blocks(const rgs_bath_bodies *b, int64_t n, rgs_on_block *on_block, const void *step,
                    int n_sums, double *total);

/* sums: in the order of rgs_bath_sums.  No step. */
rgs_on_block rgs_kinetic_block;
/* sums: kinetic energy along x, y and z of all bodies, chosen or not.  No step. */
rgs_on_block rgs_translation_block;
rgs_on_block rgs_scale_block; /* by an rgs_scale_step */
/* All bodies: positions move, momenta are scaled, positions move as long again. */
rgs_on_block rgs_slide_and_scale_block;
/* All bodies, by an rgs_piston_step. */
rgs_on_block rgs_fly_block;

#endif /* RGS_BATH_BLOCKS_H */
