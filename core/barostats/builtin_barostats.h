/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_barostats.h - the built-in barostats.  A new one is a file of its own and its name in this list.
 */
#pragma once
#include "barostats/barostat.h"

#define RGS_BUILTIN_BAROSTATS(X) X(andersen) X(flexible) X(crescale) X(crescale_flexible)

#define RGS_DECLARE_BAROSTAT(name) extern const rgs_barostat_table rgs_##name##_barostat;
RGS_BUILTIN_BAROSTATS(RGS_DECLARE_BAROSTAT)
#undef RGS_DECLARE_BAROSTAT

extern const rgs_barostat_table *const rgs_builtin_barostats[]; /* ends with null, as the next */

/* A draft: rigidstep/draft.h. */
extern const rgs_barostat_table rgs_mc_barostat;
extern const rgs_barostat_table *const rgs_draft_barostats[];
