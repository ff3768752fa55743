/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinds.h - which bodies are of one kind, and which kinds are lines.
 */
#pragma once
#include "sites/sites.h"

/* Needs the arms of all bodies from their centres of mass (in `local`), masses and extents.  Sets body[].kind,
 * body[].linear, kinds, worst and misfit.  like: for each kind, its first body (room for n_bodies). */
rgs_status rgs_find_kinds(rgs_sites *s, bool by_spacing, int64_t *like, rgs_error *error);

/* Refuses a linear body that has a site without mass off its line. */
rgs_status rgs_check_massless(const rgs_sites *s, int64_t body, rgs_error *error);
