/* SPDX-License-Identifier: BSD-3-Clause */
#include "reference.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *path, const char *what) {
  fprintf(stderr, "%s: %s\n", path, what);
  exit(2);
}

/* ---- quaternions ----------------------------------------------------------------------------- */
/* Of a body whose attitude is q, the vector v of the body frame in space. */
static void to_space(const double q[4], const double v[3], double out[3]) {
  double c[3];
  for (int k = 0; k < 3; ++k) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    c[k] = 2 * (q[1 + a] * v[b] - q[1 + b] * v[a]);
  }
  for (int k = 0; k < 3; ++k) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    out[k] = v[k] + q[0] * c[k] + (q[1 + a] * c[b] - q[1 + b] * c[a]);
  }
}

static void put_attitude(body *b, const double q[4], const double y[3]) {
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) b->q[k] = q[k] / length;
  to_space(b->q, y, b->l);
}

/* ---- files ----------------------------------------------------------------------------------- */
/* The numbers of the first line that begins with `begins`, after its first `skip` fields. */
static void read_row(const char *path, const char *begins, int skip, int count, double *out) {
  char line[4096];
  FILE *file = fopen(path, "r");
  if (file == NULL) give_up(path, "cannot be read");
  while (fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, begins, strlen(begins)) != 0) continue;
    const char *at = line;
    for (int i = 0; i < skip + count; ++i) {
      if (i >= skip) out[i - skip] = strtod(at, NULL);
      at = strchr(at, ',');
      if (at == NULL) give_up(path, "a line is too short");
      ++at;
    }
    fclose(file);
    return;
  }
  give_up(path, "a line is missing");
}

static void path_of(char out[1024], const char *folder, const char *name) {
  if (snprintf(out, 1024, "%s/%s", folder, name) >= 1024) give_up(folder, "too long a path");
}

enum { MOLECULE = 13 }; /* x v y q */
static void put_molecule(body *b, const double *row) {
  const water_model model = water_spce();
  memset(b, 0, sizeof *b);
  b->mass = model.mass;
  memcpy(b->inertia, model.inertia, sizeof b->inertia);
  for (int k = 0; k < 3; ++k) {
    b->x[k] = row[k];
    b->p[k] = b->mass * row[3 + k];
  }
  put_attitude(b, row + 9, row + 6);
}

void reference_pair(problem *p, const char *folder) {
  char path[1024];
  double row[2 * MOLECULE];
  path_of(path, folder, "water2.csv");
  *p = (problem){ .name = "two waters", .n = 2, .time = 100 };
  read_row(path, "0.0,", 1, 2 * MOLECULE, row);
  for (int i = 0; i < 2; ++i) put_molecule(&p->start[i], row + MOLECULE * i);
  read_row(path, "100.0,", 1, 2 * MOLECULE, row);
  for (int i = 0; i < 2; ++i) put_molecule(&p->end[i], row + MOLECULE * i);
}

void reference_top(problem *p, const char *folder) {
  enum { I = 0, U = 3, Y = 6, Q = 9, T = 13, YT = 14, QT = 17, COLUMNS = 21 };
  char path[1024];
  double row[COLUMNS];
  path_of(path, folder, "heavytop.csv");
  read_row(path, "2,asym_vilmart,", 2, COLUMNS, row);
  *p = (problem){ .name = "heavy top", .n = 1, .time = row[T] };
  body *start = &p->start[0];
  start->mass = 1;
  memcpy(start->inertia, row + I, sizeof start->inertia);
  put_attitude(start, row + Q, row + Y);
  p->end[0] = *start;
  put_attitude(&p->end[0], row + QT, row + YT);
  if (row[U] != 0 || row[U + 1] != 0 || row[U + 2] != 1) give_up(path, "another weight");
}

void reference_start(run *r, const problem *p) {
  r->n = p->n;
  memcpy(r->body, p->start, (size_t)p->n * sizeof *r->body);
}

/* ---- errors ---------------------------------------------------------------------------------- */
static double relative(const double *got, const double *want) {
  double off = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    off += (got[k] - want[k]) * (got[k] - want[k]);
    size += want[k] * want[k];
  }
  return off == 0 ? 0 : sqrt(off / size);
}

double reference_distance(int64_t n, const body *got, const body *want) {
  double worst = 0;
  for (int64_t i = 0; i < n; ++i) {
    double along = 0, off = 0;
    worst = fmax(worst, relative(got[i].x, want[i].x));
    worst = fmax(worst, relative(got[i].p, want[i].p));
    worst = fmax(worst, relative(got[i].l, want[i].l));
    for (int k = 0; k < 4; ++k) along += got[i].q[k] * want[i].q[k];
    /* Through the sine of half the angle: its cosine would lose half the digits. */
    for (int k = 0; k < 4; ++k) off += pow(got[i].q[k] - copysign(1, along) * want[i].q[k], 2);
    worst = fmax(worst, 4 * asin(fmin(1, sqrt(off) / 2)));
  }
  return worst;
}
