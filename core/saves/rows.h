/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rows.h - what a saved block holds, row by row: place, record and rgs_ensemble_state are saved and loaded by
 * these rows, BLOCKS.md is printed from all of them, and a field that is not where its row says does not
 * compile.
 *
 * Later versions read the blocks of earlier ones.  So a later version appends fields and rows, and never
 * edits a row.  The tables of a block state their sizes; rows that a shorter one lacks are zero.
 */
#pragma once
#include <stdint.h>

typedef struct rgs_row {
  const char *field;
  uint32_t offset, size; /* in the struct, in bytes */
  const char *since;     /* version of the ABI */
} rgs_row;

/* The rows of a struct that follow one another in a block, as they do in the struct. */
typedef struct rgs_rows {
  const char *name;
  const rgs_row *rows;
  uint32_t n, size; /* rows; bytes in the block */
} rgs_rows;

/* The tables of rows, in the order of the block; two of them are of rgs_ensemble_state. */
enum {
  RGS_BLOCK_HEAD,
  RGS_BLOCK_SUMS,
  RGS_SAVE_HEAD,
  RGS_PLACE,
  RGS_RECORD,
  RGS_SAVED_SYSTEM,
  RGS_SECTION_HEAD,
  RGS_SYSTEM,
  RGS_RANK,
  RGS_OF_ANDERSEN,
  RGS_OF_NHC,
  RGS_ROW_TABLES
};
extern const rgs_rows rgs_block_rows[RGS_ROW_TABLES];

/* Copies the rows of the struct to a block; returns where they end there. */
char *rgs_rows_write(int table, const void *from, char *to);
/* Copies from a block those that its first `size` bytes have. */
void rgs_rows_read(int table, const char *from, uint32_t size, void *to);
