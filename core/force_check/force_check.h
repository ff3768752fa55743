/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_check.h - the parts of one rgs_draft_check_forces.
 *
 *   force_check.c  the call          moves.c    moves bodies, evaluates, puts back
 *   slopes.c       differences       verdict.c  what is wrong       report.c  the text
 */
#pragma once
#include "base/allocator.h"
#include "base/bodies.h"
#include "base/columns.h"
#include <rigidstep/draft_forces.h>

/* How bodies are moved: by `by` along a direction.  Each direction has one row here. */
typedef enum rgs_move_kind {
  RGS_MOVE_NONE,
  RGS_MOVE_BODY,     /* one body: along x, y, z; about x, y, z of space (axis 0 to 5) */
  RGS_MOVE_ALL,      /* all bodies, each in a direction and about an axis of its own */
  RGS_MOVE_TOGETHER, /* all bodies in one direction */
  RGS_MOVE_STRAIN, /* centres of mass and cell: xx yy zz xy xz yz (axis 0 to 5), all lengths (6) */
  RGS_MOVE_CELL,   /* the cell alone, by a part of its size; and one body by vector `axis` of it */
  RGS_MOVE_IMAGE   /* one body by vector `axis` of the cell */
} rgs_move_kind;
typedef struct rgs_move {
  rgs_move_kind kind;
  int64_t body;
  int axis;
  double by;
} rgs_move;

typedef struct rgs_force_work {
  rgs_bodies *bodies;
  rgs_host host;
  rgs_draft_force_check *check;
  rgs_error *error;
  int64_t n, n_rows;
  uint32_t what;                /* RGS_EVAL_* */
  bool planar, has_cell, twice; /* twice: the first energy at a place belongs to the call before */
  bool kept; /* forces belong to the place before, and are not computed anew where bodies stay */
  double *as_bound; /* x q f tau of each body */
  double *base;     /* x q of each body, stirred */
  double *fa, *fb;  /* f tau of each body */
  double *slow;     /* the slow ones; null: the host has one force */
  bool unwritten;   /* a component of f or tau has kept its mark */
  rgs_draft_force_row *rows;
  double energy, virial[9]; /* of the last evaluation */
  double size;              /* a body's length, on average */
  double force_noise[2];    /* of f and of tau */
  double largest[2];        /* component of f and of tau of all bodies */
  double rms[2];            /* of f and of tau, over the sample */
  /* What is wrong with f, tau and virial: RGS_DRAFT_FORCE_*, and the factor, if there is one. */
  uint32_t wrong[3];
  double factor[3], jump,
      far_off[2]; /* far_off: the largest deviation of f and tau, in parts of rms */
} rgs_force_work;

enum { RGS_BOUND_DOUBLES = 13, RGS_BASE_DOUBLES = 7, RGS_FORCE_DOUBLES = 6 };

/* moves.c */
double rgs_fc_size(const rgs_force_work *w, int64_t i);
void rgs_fc_direction(const rgs_force_work *w, int64_t i, double along[3], double about[3]);
void rgs_fc_rotate(const double q[4], const double v[3], bool back, double out[3]);
void rgs_fc_get_forces(const rgs_force_work *w, double *to);
/* Moves the bodies and evaluates.  mark: null, or what f and tau come in with in place of what they had. */
rgs_status rgs_fc_evaluate(rgs_force_work *w, rgs_move move, const double *mark);
/* base: the bodies as they are, and from there by `by` along RGS_MOVE_ALL. */
void rgs_fc_stir(const rgs_force_work *w, double by);
/* base: stirred, but with q as a host has it that reads it by this mistake. */
void rgs_fc_misread(const rgs_force_work *w, uint32_t mistake);
void rgs_fc_put_back(const rgs_force_work *w);

/* slopes.c */
typedef struct rgs_slope {
  double value, error;
} rgs_slope;
rgs_status rgs_fc_slope(rgs_force_work *w, rgs_move move, double scale, double expected,
                        rgs_slope *out);
rgs_status rgs_fc_noise(rgs_force_work *w);
rgs_status rgs_fc_jump(rgs_force_work *w);

/* verdict.c */
void rgs_fc_judge_rows(rgs_force_work *w);
/* Do these slopes explain the torque of the row? */
bool rgs_fc_explains(const rgs_force_work *w, const rgs_draft_force_row *row,
                     const rgs_slope tau[3]);
/* all: of all lengths by one factor.  error: of by_cell; infinity where the host refused the cell. */
void rgs_fc_judge_virial(rgs_force_work *w, const double error[6], rgs_slope all);

/* report.c */
void rgs_fc_report(const rgs_force_work *w);
