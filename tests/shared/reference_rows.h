/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reference_rows.h - a file of reference solutions: comments, each a line that begins with #, a line of
 * names, then rows of labels and numbers between commas.
 */
#pragma once
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_LABELS = 2, REFERENCE_NUMBERS = 40 };
typedef struct reference_row {
  char label[REFERENCE_LABELS][64];
  long double number[REFERENCE_NUMBERS];
} reference_row;

/* Returns how many rows there are, or -1 if the file cannot be read or has more than `most`. */
static inline int read_reference_rows(const char *folder, const char *name, int labels, int numbers,
                                      reference_row *rows, int most) {
  char path[1200], line[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  int n = 0;
  if (!file) return -1;
  bool fine;
  do {
    fine = fgets(line, sizeof line, file) != NULL;
  } while (fine && line[0] == '#');
  while (fine && fgets(line, sizeof line, file)) {
    char *at = line;
    fine = n < most;
    for (int k = 0; fine && k < labels; k++) {
      const size_t length = strcspn(at, ",");
      fine = length < sizeof rows[n].label[k] && at[length] == ',';
      snprintf(rows[n].label[k], sizeof rows[n].label[k], "%.*s", (int)length, at);
      at += length + 1;
    }
    for (int k = 0; fine && k < numbers; k++) {
      char *end;
      rows[n].number[k] = strtold(at, &end);
      fine = end != at && (*end == ',' || (k == numbers - 1 && strchr("\r\n", *end)));
      at = end + 1;
    }
    n++;
  }
  fclose(file);
  return fine ? n : -1;
}

/* Copies numbers from *at on, and moves it on. */
static inline void take_numbers(const long double **at, int count, long double *out) {
  memcpy(out, *at, (size_t)count * sizeof *out);
  *at += count;
}
static inline void take_doubles(const long double **at, int count, double *out) {
  for (int k = 0; k < count; k++) out[k] = (double)*(*at)++;
}
