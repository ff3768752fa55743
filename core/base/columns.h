/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.h - the columns of a view: one table of them all, and the numbers of one body.
 *
 * Whoever walks over the columns of a body (to check them, to save them, to keep them for later)
 * walks over this table, or over a list of some of its rows.
 */
#pragma once
#include "base/error.h"
#include <rigidstep/bodies.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- the table ------------------------------------------------------------------------------- */
enum {
  RGS_COLUMN_X,
  RGS_COLUMN_P,
  RGS_COLUMN_Q,
  RGS_COLUMN_L,
  RGS_COLUMN_MASS,
  RGS_COLUMN_INERTIA,
  RGS_COLUMN_F,
  RGS_COLUMN_TAU,
  RGS_COLUMN_GF,
  RGS_COLUMN_GTAU,
  RGS_COLUMN_AUX,
  RGS_COLUMNS
};

typedef struct rgs_column_info {
  const char *name;
  size_t offset;  /* of the rgs_column in rgs_view */
  int components; /* 0: the method says how many */
  bool required;  /* in every view that has bodies */
} rgs_column_info;

extern const rgs_column_info rgs_column_infos[RGS_COLUMNS];

static inline const rgs_column *rgs_column_of(const rgs_view *v, int which) {
  return (const rgs_column *)((const char *)v + rgs_column_infos[which].offset);
}

/* Those that are not ghosts of other ranks' bodies: they alone count in sums. */
static inline int64_t rgs_own_bodies(const rgs_view *v) { return v->n - v->n_ghosts; }

/* ---- numbers of one body --------------------------------------------------------------------- */
static inline void rgs_get(const rgs_column *c, int64_t i, int components, double *out) {
  for (int k = 0; k < components; k++) out[k] = RGS_AT(*c, i, k);
}

static inline void rgs_put(const rgs_column *c, int64_t i, int components, const double *in) {
  for (int k = 0; k < components; k++) RGS_AT(*c, i, k) = in[k];
}

/* Some columns of body i one after the other, as `list` names them.  These return the place behind
 * the last number. */
double *rgs_get_columns(const rgs_view *v, const int *list, int n, int64_t i, double *out);
const double *rgs_put_columns(const rgs_view *v, const int *list, int n, int64_t i,
                              const double *in);

/* How many dimensions the bodies move in. */
static inline int rgs_dimensions(const rgs_view *v) { return v->flags & RGS_VIEW_PLANAR ? 2 : 3; }

/* Refuses a view in which two columns share a number, unless both are constants: what is written to
 * one would change the other. */
rgs_status rgs_check_overlap(const rgs_view *v, rgs_error *error);

/* Refuses a column of n rows that is null although it is required, or in which two elements share a place.
 * of, name: what error texts call it, such as "view." and "x". */
rgs_status rgs_check_column(const char *of, const char *name, const rgs_column *c, int64_t n,
                            int components, bool required, rgs_error *error);
