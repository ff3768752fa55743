/* SPDX-License-Identifier: BSD-3-Clause
 *
 * print_rows.c - prints the tables of core/saves/BLOCKS.md from the rows by which blocks are saved.
 */
#include "saves/rows.h"
#include <stdio.h>
#include <string.h>

/* Without "step_cursor.", the struct in which all but one of the fields of the place are. */
static const char *name_of(const char *field) {
  return strncmp(field, "step_cursor.", 12) == 0 ? field + 12 : field;
}

int main(void) {
  for (int part = 0; part < RGS_ROW_TABLES; part++) {
    const rgs_rows *r = &rgs_block_rows[part];
    uint32_t at = 0;
    printf("| %s | bytes | of them | since |\n|---|---|---|---|\n", r->name);
    for (uint32_t i = 0; i < r->n; at += r->rows[i++].size)
      printf("| `%s` | %u | %u | %s |\n", name_of(r->rows[i].field), at, r->rows[i].size,
             r->rows[i].since);
    printf("| all | | %u | |\n", r->size);
  }
  return 0;
}
