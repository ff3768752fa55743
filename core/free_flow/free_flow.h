/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_flow.h - what the calls without a handle have in common.
 */
#pragma once
#include "base/error.h"

/* How orientations are given: their name, their numbers per body, and what checks one of them and writes it
 * as a quaternion. */
typedef struct rgs_orientation_form {
  const char *name;
  int numbers;
  rgs_status (*take)(int64_t body, const double *orientation, double q[4], rgs_error *error);
} rgs_orientation_form;

extern const rgs_orientation_form rgs_quaternions;

/* Checks all arguments. */
rgs_status rgs_check_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                               const double *l, const double *orientation,
                               const rgs_orientation_form *form, rgs_error *error);

enum { RGS_FLOW_BLOCK = 64 }; /* bodies that a rotor rotates at once: a step allocates nothing */
/* Rotates so many bodies at most, which were checked, by the rotor of that name.  If it fails at body *bad, none
 * has rotated. */
rgs_status rgs_flow_block(const char *name, int64_t n, double h, const double *inertia,
                          const double *l, double *q, int64_t *bad);
/* Does `one`, which is as rgs_flow_block for orientations of `numbers` numbers, to one block after the other. */
rgs_status rgs_flow_blocks(const char *name, int64_t n, double h, const double *inertia,
                           const double *l, double *orientation, int numbers,
                           rgs_status (*one)(const char *, int64_t, double, const double *,
                                             const double *, double *, int64_t *),
                           rgs_error *error);
