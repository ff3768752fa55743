/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_reader.h - shared by the files of the reader: problem_read.c reads lines and the keywords
 * of the whole problem, problem_body.c the keywords of one body or kind of bodies, and both call
 * problem_value.c.
 */
#pragma once
#include "problem.h"

enum { VALUES = PROBLEM_OUTPUTS }; /* most values of a line */
typedef char token[PROBLEM_NAME];

/* A body or a kind while it is read.  Momenta are computed at its end, when mass, inertia and
 * orientation are known. */
typedef struct block {
  problem_body body;
  unsigned given;
  bool momentum_given, l_given; /* rather than velocities */
  token name;                   /* of a kind */
} block;

typedef struct reader {
  problem *p;
  problem_flaw *flaw;
  int line;
  token value[VALUES];
  int n_values;
  block *blocks; /* bodies and, with a name, kinds */
  int64_t n_blocks;
  int64_t *kinds; /* hash table: numbers of blocks that are kinds, plus 1; 0: empty       */
  int64_t n_kinds, kinds_room; /* room is 0 or a power of 2, more than twice n_kinds      */
  int seen[32];                /* line in which WORDS[i] stood, 0: not yet */
} reader;

/* Sets the flaw; returns false. */
bool wrong_at(reader *r, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define WRONG(r, ...) wrong_at(r, (r)->line, __VA_ARGS__)
/* Value i of the line, or three of them. */
bool take_number(reader *r, const char *what, int i, problem_range range, double *out);
bool take_three(reader *r, const char *what, int first, double out[3]);
extern const problem_range ANY, NOT_NEGATIVE, POSITIVE;
/* The list with room for one more element than n.  Null: there is no room, and the flaw says so. */
void *one_more(reader *r, void *list, int64_t n, size_t size);

/* Keywords of bodies. */
bool take_kind(reader *r);
bool take_body(reader *r);
bool take_mass(reader *r);
bool take_inertia(reader *r);
bool take_wheels(reader *r);
bool take_site(reader *r);
bool take_position(reader *r);
bool take_velocity(reader *r);
bool take_momentum(reader *r);
bool take_orientation(reader *r);
bool take_angular_velocity(reader *r);
bool take_angular_momentum(reader *r);
/* Checks and computes what needs the whole block. */
bool finish_body(reader *r, const block *b, problem_body *out);
