/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_number.c - numbers as people write them.
 */
#include "problem.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
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
