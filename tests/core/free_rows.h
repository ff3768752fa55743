/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_rows.h - trajectories of free rotation, computed to 30 digits (data/free.csv).
 *
 * Columns: id, regime, I1-3, y1-3 (momentum, body frame), q0-3 (normalised here), t, then y and q at
 * time t, then cond and condn: the relative condition number of the problem itself, by component
 * and normwise.  No method in double precision can be asked for much less than eps times these.
 */
#ifndef FREE_ROWS_H
#define FREE_ROWS_H
#include "check.h"
#include "rotations.h"

#define BAR 10        /* times eps max(1, cond, condn) */
#define HOPELESS 1e11 /* of condn: only finite results are asked for */
static const double EPS = 0x1p-52;

typedef struct row {
  char regime[64];
  real inertia[3], y[3], q[4], t, y_at_t[3], q_at_t[4], cond, condn;
} row;
enum { ROWS = 195 };
static row rows[ROWS];

static inline int read_rows(void **state) {
  (void)state;
  char line[2048];
  int n = 0;
  FILE *file = fopen(RIGIDSTEP_TEST_DATA "/free.csv", "r");
  if (!file || !fgets(line, sizeof line, file)) return -1;
  for (; fgets(line, sizeof line, file) && n < ROWS; n++) {
    row *r = &rows[n];
    real *const fields[] = { r->inertia, r->y,      r->q,     &r->t,
                             r->y_at_t,  r->q_at_t, &r->cond, &r->condn };
    const int widths[] = { 3, 3, 4, 1, 3, 4, 1, 1 };
    char *at = strchr(line, ',') + 1, *end = strchr(at, ',');
    snprintf(r->regime, sizeof r->regime, "%.*s", (int)(end - at), at);
    for (size_t f = 0; f < COUNT(fields); f++)
      for (int k = 0; k < widths[f]; k++) fields[f][k] = strtold(end + 1, &end);
    normalize(r->q);
  }
  const bool whole = n == ROWS && feof(file);
  fclose(file);
  return whole ? 0 : -1;
}

static inline real in_bars(const row *r, real error) {
  return error / (EPS * fmaxl(1, fmaxl(r->cond, r->condn)));
}

/* |off| over the length of the momentum at time t, y that of the body. */
static inline real momentum_error(const row *r, const real y[3]) {
  real off = 0, length = 0;
  for (int k = 0; k < 3; k++) {
    off += (y[k] - r->y_at_t[k]) * (y[k] - r->y_at_t[k]);
    length += r->y_at_t[k] * r->y_at_t[k];
  }
  return length > 0 ? sqrtl(off / length) : 0;
}

#endif
