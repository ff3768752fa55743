/* SPDX-License-Identifier: BSD-3-Clause
 *
 * saved_layout.h - the structs that a saved block holds as they are, stated a second time: a field that
 * moves or changes its size does not compile, because later versions read the blocks of earlier ones.
 *
 * A later version appends fields and rows, and never edits a row.  The parts of a block state their
 * sizes, and what a shorter one lacks is zero.  (Of rgs_kept the part for the system ends before
 * `visit`, and the part for a rank before `share`: ensemble_save.c.  Appending there takes a size of its
 * own.)
 */
#ifndef RGS_SAVES_SAVED_LAYOUT_H
#define RGS_SAVES_SAVED_LAYOUT_H
#include "baths/andersen.h"
#include "baths/nhc.h"
#include "saves/block.h"
#include "stepper/stepper.h"
#include <stddef.h>

#define ROW(type, field, offset, size)                                                             \
  _Static_assert(offsetof(type, field) == (offset) && sizeof((type *)0)->field == (size),          \
                 #type "." #field " is not where saved blocks have it")
#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")

ROW(rgs_block_head, magic, 0, 4);
ROW(rgs_block_head, byte_order, 4, 4);
ROW(rgs_block_head, abi, 8, 4);
ROW(rgs_block_head, reserved0, 12, 4);
ROW(rgs_block_head, length, 16, 8);
SIZE(rgs_block_head, 24);

ROW(rgs_block_sums, checksum, 0, 8);
ROW(rgs_block_sums, method, 8, 8);
SIZE(rgs_block_sums, 16);

ROW(rgs_place, time, 0, 8);
ROW(rgs_place, time_rest, 8, 8);
ROW(rgs_place, h, 16, 8);
ROW(rgs_place, drifted, 24, 8);
ROW(rgs_place, energy, 32, 8);
ROW(rgs_place, asked_time, 40, 8);
ROW(rgs_place, stage, 48, 4);
ROW(rgs_place, fresh, 52, 4);
ROW(rgs_place, asked, 56, 4);
ROW(rgs_place, inside, 60, 4);
ROW(rgs_place, processed_h, 64, 8);
ROW(rgs_place, last_h, 72, 8);
ROW(rgs_place, list, 80, 4);
ROW(rgs_place, variables, 84, 4);
ROW(rgs_place, displaced, 88, 4);
ROW(rgs_place, kept_fresh, 92, 4);
SIZE(rgs_place, 96);

ROW(rgs_record, samples, 0, 8);
ROW(rgs_record, h, 8, 8);
ROW(rgs_record, kinetic, 16, 24);
ROW(rgs_record, potential, 40, 24);
ROW(rgs_record, force_square, 64, 24);
ROW(rgs_record, virial, 88, 8);
ROW(rgs_record, growth, 96, 72);
ROW(rgs_record, pairs, 168, 288);
SIZE(rgs_record, 456);

ROW(rgs_kept, steps, 0, 8);
ROW(rgs_kept, box.known, 8, 8);
ROW(rgs_kept, box.lengths, 16, 24);
ROW(rgs_kept, box.centre, 40, 24);
ROW(rgs_kept, box.told, 64, 24);
ROW(rgs_kept, box.reference, 88, 24);
ROW(rgs_kept, box.strain, 112, 24);
ROW(rgs_kept, box.momentum, 136, 24);
ROW(rgs_kept, box.mass, 160, 24);
ROW(rgs_kept, freedom, 184, 16);
ROW(rgs_kept, visit, 200, 4);
ROW(rgs_kept, phase, 204, 4);
ROW(rgs_kept, known, 208, 4);
ROW(rgs_kept, reserved0, 212, 4);
ROW(rgs_kept, heat, 216, 8);
ROW(rgs_kept, piston_heat, 224, 8);
ROW(rgs_kept, ranks, 232, 8);
ROW(rgs_kept, virial_share, 240, 24);
ROW(rgs_kept, virial, 264, 24);
ROW(rgs_kept, kinetic, 288, 24);
ROW(rgs_kept, mid, 312, 16);
ROW(rgs_kept, mid_freedom, 328, 16);
ROW(rgs_kept, mid_kt, 344, 16);
ROW(rgs_kept, n_share, 360, 8);
ROW(rgs_kept, share, 368, 256);
SIZE(rgs_kept, 624);

ROW(rgs_andersen, kt, 0, 8);
ROW(rgs_andersen, pressure, 8, 8);
ROW(rgs_andersen, deviation_x, 16, 8);
ROW(rgs_andersen, deviation_y, 24, 8);
ROW(rgs_andersen, deviation_z, 32, 8);
ROW(rgs_andersen, group_x, 40, 8);
ROW(rgs_andersen, group_y, 48, 8);
ROW(rgs_andersen, group_z, 56, 8);
ROW(rgs_andersen, piston_relaxation, 64, 8);
ROW(rgs_andersen, piston_mass, 72, 8);
ROW(rgs_andersen, piston_rate, 80, 8);
ROW(rgs_andersen, seed, 88, 8);
ROW(rgs_andersen, conserved, 96, 8);
SIZE(rgs_andersen, 104);

ROW(rgs_nhc_state, velocity, 0, 256);
ROW(rgs_nhc_state, position, 256, 256);
SIZE(rgs_nhc_state, 512);

#undef ROW
#undef SIZE
#endif /* RGS_SAVES_SAVED_LAYOUT_H */
