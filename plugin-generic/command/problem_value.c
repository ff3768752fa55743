/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_value.c - numbers as people write them, and what the keywords of problem_read.c and
 * problem_body.c share: values of a line, flaws, and lists that grow.
 */
#include "problem_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void say_range(char *room, size_t size, const char *what, const char *text,
                      problem_range range) {
  if (isinf(range.min) && isinf(range.max))
    snprintf(room, size, "%s is '%s'; must be a finite number", what, text);
  else if (isinf(range.max))
    snprintf(room, size, "%s is '%s'; must be a finite number%s %g%s", what, text,
             range.above ? " above" : ",", range.min, range.above ? "" : " or above");
  else
    snprintf(room, size, "%s is '%s'; must be a number %s %g and at most %g", what, text,
             range.above ? "above" : "of at least", range.min, range.max);
}

bool problem_number(const char *what, const char *text, problem_range range, double *out,
                    char *room, size_t size) {
  char *end;
  errno = 0;
  const double value = strtod(text, &end);
  /* strtod reads a number that is too small for a double as 0 or a denormal, which is accepted. */
  const bool fine = end != text && *end == '\0' && isfinite(value) && value <= range.max &&
                    (range.above ? value > range.min : value >= range.min);
  if (fine)
    *out = value;
  else
    say_range(room, size, what, text, range);
  return fine;
}

bool problem_whole(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
                   char *room, size_t size) {
  char *end;
  errno = 0;
  const intmax_t value = strtoimax(text, &end, 10);
  const bool fine = end != text && *end == '\0' && errno == 0 && value >= min && value <= max;
  if (fine)
    *out = (int64_t)value;
  else
    snprintf(room, size, "%s is '%s'; must be a whole number from %" PRId64 " to %" PRId64, what,
             text, min, max);
  return fine;
}

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
    WRONG(r, "more than %d lines of this kind", PROBLEM_BODIES);
    return NULL;
  }
  if (n & (n - 1)) return list; /* room doubles at powers of two */
  void *more = realloc(list, (size_t)(n ? 2 * n : 1) * size);
  if (more == NULL) WRONG(r, "out of memory");
  return more;
}
