/* SPDX-License-Identifier: BSD-3-Clause */
#include "saves/rows.h"
#include "barostats/andersen.h"
#include "thermostats/nhc.h"
#include "saves/block.h"
#include "stepper/parts.h"
#include <stddef.h>
#include <string.h>

/* X(struct, field, offset, size, since) */
#define BLOCK_HEAD_ROWS(X)                                                                         \
  X(rgs_block_head, magic, 0, 4, "2.0")                                                            \
  X(rgs_block_head, byte_order, 4, 4, "2.0")                                                       \
  X(rgs_block_head, abi, 8, 4, "2.0")                                                              \
  X(rgs_block_head, reserved0, 12, 4, "2.0")                                                       \
  X(rgs_block_head, length, 16, 8, "2.0")
#define BLOCK_SUMS_ROWS(X)                                                                         \
  X(rgs_block_sums, checksum, 0, 8, "2.0")                                                         \
  X(rgs_block_sums, method, 8, 8, "2.0")
#define SAVE_HEAD_ROWS(X)                                                                          \
  X(rgs_save_head, n, 16, 8, "2.0")                                                                \
  X(rgs_save_head, flags, 24, 4, "2.0")                                                            \
  X(rgs_save_head, aux, 28, 4, "2.0")                                                              \
  X(rgs_save_head, cursor_size, 32, 4, "2.0")                                                      \
  X(rgs_save_head, place_size, 36, 4, "2.0")                                                       \
  X(rgs_save_head, record_size, 40, 4, "2.0")                                                      \
  X(rgs_save_head, ensemble_size, 44, 4, "2.0")
#define PLACE_ROWS(X)                                                                              \
  X(rgs_saved_step_cursor, step_cursor.time, 0, 8, "2.0")                                          \
  X(rgs_saved_step_cursor, step_cursor.time_rest, 8, 8, "2.0")                                     \
  X(rgs_saved_step_cursor, step_cursor.h, 16, 8, "2.0")                                            \
  X(rgs_saved_step_cursor, step_cursor.drifted, 24, 8, "2.0")                                      \
  X(rgs_saved_step_cursor, step_cursor.energy, 32, 8, "2.0")                                       \
  X(rgs_saved_step_cursor, step_cursor.asked_time, 40, 8, "2.0")                                   \
  X(rgs_saved_step_cursor, step_cursor.stage, 48, 4, "2.0")                                        \
  X(rgs_saved_step_cursor, step_cursor.valid, 52, 4, "2.0")                                        \
  X(rgs_saved_step_cursor, step_cursor.asked, 56, 4, "2.0")                                        \
  X(rgs_saved_step_cursor, step_cursor.inside, 60, 4, "2.0")                                       \
  X(rgs_saved_step_cursor, step_cursor.processed_h, 64, 8, "2.0")                                  \
  X(rgs_saved_step_cursor, step_cursor.last_h, 72, 8, "2.0")                                       \
  X(rgs_saved_step_cursor, step_cursor.list, 80, 4, "2.0")                                         \
  X(rgs_saved_step_cursor, step_cursor.variables, 84, 4, "2.0")                                    \
  X(rgs_saved_step_cursor, step_cursor.displaced, 88, 4, "2.0")                                    \
  X(rgs_saved_step_cursor, step_cursor.kept_valid, 92, 4, "2.0")                                   \
  X(rgs_saved_step_cursor, steps, 96, 8, "2.0")
#define RECORD_ROWS(X)                                                                             \
  X(rgs_record, samples, 0, 8, "2.0")                                                              \
  X(rgs_record, h, 8, 8, "2.0")                                                                    \
  X(rgs_record, kinetic, 16, 24, "2.0")                                                            \
  X(rgs_record, potential, 40, 24, "2.0")                                                          \
  X(rgs_record, force_square, 64, 24, "2.0")                                                       \
  X(rgs_record, virial, 88, 8, "2.0")                                                              \
  X(rgs_record, growth, 96, 72, "2.0")                                                             \
  X(rgs_record, pairs, 168, 288, "2.0")
#define SECTION_HEAD_ROWS(X)                                                                       \
  X(rgs_section_head, kept_size, 0, 4, "2.0")                                                      \
  X(rgs_section_head, rest_size, 4, 4, "2.0")                                                      \
  X(rgs_section_head, thermostat_params, 8, 4, "2.0")                                              \
  X(rgs_section_head, barostat_params, 12, 4, "2.0")                                               \
  X(rgs_section_head, state, 16, 4, "2.0")                                                         \
  X(rgs_section_head, n_stages, 20, 4, "2.0")                                                      \
  X(rgs_section_head, n_local_sums, 24, 4, "2.0")                                                  \
  X(rgs_section_head, reserved0, 28, 4, "2.0")
#define SAVED_SYSTEM_ROWS(X)                                                                       \
  X(rgs_saved_system, name, 0, 8, "2.0")                                                           \
  X(rgs_saved_system, first, 8, 8, "2.0")                                                          \
  X(rgs_saved_system, method, 16, 8, "2.0")                                                        \
  X(rgs_saved_system, end, 24, 8, "2.0")
#define SYSTEM_ROWS(X)                                                                             \
  X(rgs_ensemble_state, steps, 0, 8, "2.0")                                                        \
  X(rgs_ensemble_state, cell.known, 8, 8, "2.0")                                                   \
  X(rgs_ensemble_state, cell.lengths, 16, 24, "2.0")                                               \
  X(rgs_ensemble_state, cell.origin, 40, 24, "2.0")                                                \
  X(rgs_ensemble_state, cell.strain_at_set, 64, 24, "2.0")                                         \
  X(rgs_ensemble_state, cell.tilt, 88, 24, "2.0")                                                  \
  X(rgs_ensemble_state, cell.reference, 112, 48, "2.0")                                            \
  X(rgs_ensemble_state, cell.strain, 160, 24, "2.0")                                               \
  X(rgs_ensemble_state, cell.mass, 184, 24, "2.0")                                                 \
  X(rgs_ensemble_state, cell.momentum, 208, 48, "2.0")                                             \
  X(rgs_ensemble_state, freedom, 256, 16, "2.0")
#define RANK_ROWS(X)                                                                               \
  X(rgs_ensemble_state, visit, 272, 4, "2.0")                                                      \
  X(rgs_ensemble_state, phase, 276, 4, "2.0")                                                      \
  X(rgs_ensemble_state, known, 280, 4, "2.0")                                                      \
  X(rgs_ensemble_state, reserved0, 284, 4, "2.0")                                                  \
  X(rgs_ensemble_state, heat, 288, 8, "2.0")                                                       \
  X(rgs_ensemble_state, barostat_heat, 296, 8, "2.0")                                              \
  X(rgs_ensemble_state, ranks, 304, 8, "2.0")                                                      \
  X(rgs_ensemble_state, local_virial, 312, 48, "2.0")                                              \
  X(rgs_ensemble_state, virial, 360, 48, "2.0")                                                    \
  X(rgs_ensemble_state, kinetic, 408, 48, "2.0")                                                   \
  X(rgs_ensemble_state, mid, 456, 16, "2.0")                                                       \
  X(rgs_ensemble_state, mid_freedom, 472, 16, "2.0")                                               \
  X(rgs_ensemble_state, mid_kt, 488, 16, "2.0")                                                    \
  X(rgs_ensemble_state, n_local_sums, 504, 8, "2.0")                                               \
  X(rgs_ensemble_state, potential, 512, 8, "2.0")
#define OF_ANDERSEN_ROWS(X)                                                                        \
  X(rgs_andersen, kt, 0, 8, "2.0")                                                                 \
  X(rgs_andersen, pressure, 8, 8, "2.0")                                                           \
  X(rgs_andersen, deviation_x, 16, 8, "2.0")                                                       \
  X(rgs_andersen, deviation_y, 24, 8, "2.0")                                                       \
  X(rgs_andersen, deviation_z, 32, 8, "2.0")                                                       \
  X(rgs_andersen, group_x, 40, 8, "2.0")                                                           \
  X(rgs_andersen, group_y, 48, 8, "2.0")                                                           \
  X(rgs_andersen, group_z, 56, 8, "2.0")                                                           \
  X(rgs_andersen, barostat_relaxation, 64, 8, "2.0")                                               \
  X(rgs_andersen, barostat_mass, 72, 8, "2.0")                                                     \
  X(rgs_andersen, barostat_rate, 80, 8, "2.0")                                                     \
  X(rgs_andersen, seed, 88, 8, "2.0")
#define OF_NHC_ROWS(X)                                                                             \
  X(rgs_nhc_state, velocity, 0, 256, "2.0")                                                        \
  X(rgs_nhc_state, position, 256, 256, "2.0")

#define PARTS(X)                                                                                   \
  X(BLOCK_HEAD)                                                                                    \
  X(BLOCK_SUMS)                                                                                    \
  X(SAVE_HEAD)                                                                                     \
  X(PLACE) X(RECORD) X(SAVED_SYSTEM) X(SECTION_HEAD) X(SYSTEM) X(RANK) X(OF_ANDERSEN) X(OF_NHC)

#define IS_THERE(type, field, at, its_size, version)                                               \
  _Static_assert(offsetof(type, field) == (at) && sizeof((type *)0)->field == (its_size),          \
                 #type "." #field " is not where saved blocks have it");
BLOCK_HEAD_ROWS(IS_THERE)
BLOCK_SUMS_ROWS(IS_THERE)
SAVE_HEAD_ROWS(IS_THERE)
PLACE_ROWS(IS_THERE)
RECORD_ROWS(IS_THERE)
SAVED_SYSTEM_ROWS(IS_THERE)
SECTION_HEAD_ROWS(IS_THERE)
SYSTEM_ROWS(IS_THERE)
RANK_ROWS(IS_THERE)
OF_ANDERSEN_ROWS(IS_THERE)
OF_NHC_ROWS(IS_THERE)

/* Nothing in these structs is left out. */
#define BYTES(type, field, at, its_size, version) +(its_size)
_Static_assert(sizeof(rgs_block_head) == BLOCK_HEAD_ROWS(BYTES), "rgs_block_head has more fields");
_Static_assert(sizeof(rgs_save_head) == sizeof(rgs_block_sums) SAVE_HEAD_ROWS(BYTES),
               "rgs_save_head has more fields");
_Static_assert(sizeof(rgs_saved_step_cursor) == PLACE_ROWS(BYTES),
               "rgs_saved_step_cursor has more fields");
_Static_assert(sizeof(rgs_record) == RECORD_ROWS(BYTES), "rgs_record has more fields");
_Static_assert(sizeof(rgs_saved_system) == SAVED_SYSTEM_ROWS(BYTES),
               "rgs_saved_system has more fields");
_Static_assert(sizeof(rgs_section_head) == SECTION_HEAD_ROWS(BYTES),
               "rgs_section_head has more fields");
_Static_assert(offsetof(rgs_ensemble_state, local_sum) == (SYSTEM_ROWS(BYTES)) + (RANK_ROWS(BYTES)),
               "rgs_ensemble_state has more fields");
_Static_assert(offsetof(rgs_ensemble_state, local_sum) +
                       sizeof((rgs_ensemble_state *)0)->local_sum ==
                   sizeof(rgs_ensemble_state),
               "share has to be the last field of rgs_ensemble_state");
_Static_assert(sizeof(rgs_andersen) == OF_ANDERSEN_ROWS(BYTES), "rgs_andersen has more fields");
_Static_assert(sizeof(rgs_nhc_state) == OF_NHC_ROWS(BYTES), "rgs_nhc_state has more fields");

#define ROW(type, field, at, its_size, version) { #field, at, its_size, version },
static const rgs_row block_head_rows[] = { BLOCK_HEAD_ROWS(ROW) };
static const rgs_row block_sums_rows[] = { BLOCK_SUMS_ROWS(ROW) };
static const rgs_row save_head_rows[] = { SAVE_HEAD_ROWS(ROW) };
static const rgs_row place_rows[] = { PLACE_ROWS(ROW) };
static const rgs_row record_rows[] = { RECORD_ROWS(ROW) };
static const rgs_row saved_system_rows[] = { SAVED_SYSTEM_ROWS(ROW) };
static const rgs_row section_head_rows[] = { SECTION_HEAD_ROWS(ROW) };
static const rgs_row system_rows[] = { SYSTEM_ROWS(ROW) };
static const rgs_row rank_rows[] = { RANK_ROWS(ROW) };
static const rgs_row of_andersen_rows[] = { OF_ANDERSEN_ROWS(ROW) };
static const rgs_row of_nhc_rows[] = { OF_NHC_ROWS(ROW) };
#define TABLE(name, rows, all)                                                                     \
  { name, rows, sizeof rows / sizeof *rows, all }
const rgs_rows rgs_block_rows[RGS_ROW_TABLES] = {
  [RGS_BLOCK_HEAD] = TABLE("block_head", block_head_rows, BLOCK_HEAD_ROWS(BYTES)),
  [RGS_BLOCK_SUMS] = TABLE("block_sums", block_sums_rows, BLOCK_SUMS_ROWS(BYTES)),
  [RGS_SAVE_HEAD] = TABLE("save_head", save_head_rows, SAVE_HEAD_ROWS(BYTES)),
  [RGS_PLACE] = TABLE("place", place_rows, PLACE_ROWS(BYTES)),
  [RGS_RECORD] = TABLE("record", record_rows, RECORD_ROWS(BYTES)),
  [RGS_SAVED_SYSTEM] = TABLE("system of a batch", saved_system_rows, SAVED_SYSTEM_ROWS(BYTES)),
  [RGS_SECTION_HEAD] = TABLE("section_head", section_head_rows, SECTION_HEAD_ROWS(BYTES)),
  [RGS_SYSTEM] = TABLE("kept, of the system", system_rows, SYSTEM_ROWS(BYTES)),
  [RGS_RANK] = TABLE("kept, of a rank", rank_rows, RANK_ROWS(BYTES)),
  [RGS_OF_ANDERSEN] = TABLE("parameters of andersen", of_andersen_rows, OF_ANDERSEN_ROWS(BYTES)),
  [RGS_OF_NHC] = TABLE("state of nhc", of_nhc_rows, OF_NHC_ROWS(BYTES)),
};

char *rgs_rows_write(int table, const void *from, char *to) {
  const rgs_rows *r = &rgs_block_rows[table];
  for (const rgs_row *row = r->rows; row < r->rows + r->n; to += row->size, row++)
    memcpy(to, (const char *)from + row->offset, row->size);
  return to;
}

void rgs_rows_read(int table, const char *from, uint32_t size, void *to) {
  const rgs_rows *r = &rgs_block_rows[table];
  const char *end = from + size;
  for (const rgs_row *row = r->rows; row < r->rows + r->n && row->size <= end - from; row++) {
    memcpy((char *)to + row->offset, from, row->size);
    from += row->size;
  }
}
