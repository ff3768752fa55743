/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_value.c - what the keywords of problem_read.c and problem_body.c share: values of a line,
 * flaws, and lists that grow.
 */
#include "problem_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool wrong_at(reader *r, int line, const char *format, ...) {
  va_list list;
  va_start(list, format);
  r->flaw->line = line;
  vsnprintf(r->flaw->text, sizeof r->flaw->text, format, list);
  va_end(list);
  /* The text may quote the file and goes to a terminal: control characters must not. */
  for (char *c = r->flaw->text; *c; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
  return false;
}

bool take_number(reader *r, const char *what, int i, problem_range range, double *out) {
  r->flaw->line = r->line;
  return problem_number(what, r->value[i], range, out, r->flaw->text, sizeof r->flaw->text);
}
const problem_range ANY = { -INFINITY, INFINITY, false };
const problem_range NOT_NEGATIVE = { 0, INFINITY, false };
const problem_range POSITIVE = { 0, INFINITY, true };

bool take_three(reader *r, const char *what, int first, double out[3]) {
  for (int k = 0; k < 3; k++)
    if (!take_number(r, what, first + k, ANY, &out[k])) return false;
  return true;
}

void *one_more(reader *r, void *list, int64_t n, size_t size) {
  if (n >= PROBLEM_BODIES) {
    WRONG(r, "more than %d of these", PROBLEM_BODIES);
    return NULL;
  }
  if (n & (n - 1)) return list; /* room doubles at powers of two */
  void *more = realloc(list, (size_t)(n ? 2 * n : 1) * size);
  if (more == NULL) WRONG(r, "out of memory");
  return more;
}
