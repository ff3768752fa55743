/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_barostats.c - the list of the built-in barostats.
 */
#include "barostats/builtin_barostats.h"
#include <stddef.h>

#define BAROSTAT(name) &rgs_##name##_barostat,
const rgs_barostat_table *const rgs_builtin_barostats[] = { RGS_BUILTIN_BAROSTATS(BAROSTAT) NULL };
const rgs_barostat_table *const rgs_draft_barostats[] = { &rgs_mc_barostat, NULL };
