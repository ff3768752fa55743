/* SPDX-License-Identifier: BSD-3-Clause
 *
 * site_call.h - one call of a host about its sites: the columns that it gave.
 */
#pragma once
#include "base/columns.h"
#include "sites/sites.h"

typedef struct rgs_site_call {
  rgs_sites *s;
  rgs_view view;
  rgs_column x, v, force; /* of sites */
  bool want_x, want_v, want_intramolecular;
  double *each; /* a number for each body */
} rgs_site_call;

#define RGS_BIT(column) (1u << RGS_COLUMN_##column)

rgs_status rgs_set_error_null(const char *what, rgs_error *error);
/* Refuse a call that needs shapes found by the library, shapes at all, or masses of sites, where there are none. */
rgs_status rgs_check_found(const rgs_sites *s, rgs_error *error);
rgs_status rgs_check_shapes_set(const rgs_sites *s, rgs_error *error);
rgs_status rgs_check_masses(const rgs_sites *s, rgs_error *error);
/* Takes the view, which must have these columns (RGS_BIT). */
rgs_status rgs_site_call_begin(rgs_site_call *c, rgs_sites *s, const rgs_view *bodies,
                               unsigned columns, rgs_error *error);
/* The same with q, which must have been set: body 0 is looked at, where a host that forgot
 * rgs_sites_shape has zeros. */
rgs_status rgs_site_call_of_step(rgs_site_call *c, rgs_sites *s, const rgs_view *bodies,
                                 unsigned columns, rgs_error *error);
/* Refuses a position that is not finite, of one of the host's sites. */
rgs_status rgs_check_position(int64_t body, int64_t site, const rgs_column *x, rgs_error *error);
/* Takes a column of sites. */
rgs_status rgs_site_call_column(const rgs_site_call *c, const char *name, const rgs_column *given,
                                rgs_column *to, rgs_error *error);

enum { INTRAMOLECULAR = 9 }; /* sums of a batch */
/* Adds up the sums of batches. */
void rgs_add_batches(const rgs_sites *s, double intramolecular[9]);
