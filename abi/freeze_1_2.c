/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_1_2.c - sizes, offsets and numbers that ABI 1.2 adds, stated a second time.
 *
 * Compiling this file is the test; freeze_1_0.c says what it catches.  This file is never edited again
 * once 1.2 is published.  (Sizes of structs may grow in later minors: there they are at least what is
 * stated here.)
 */
#include <rigidstep/rigidstep.h>

#define SIZE(type, size)                                                                           \
  _Static_assert(sizeof(type) == (size) || (RGS_ABI_MINOR > 2 && sizeof(type) > (size)),           \
                 "size of " #type)
#define AT(type, field, offset)                                                                    \
  _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field)
#define VALUE(name, value) _Static_assert((name) == (value), "value of " #name)

_Static_assert(RGS_ABI_MINOR >= 2, "these fields belong to version 1.2");

/* ---- base.h ---------------------------------------------------------------------------------- */
VALUE(RGS_E_EXECUTOR, -16);

/* ---- host.h ---------------------------------------------------------------------------------- */
SIZE(rgs_host, 64);
AT(rgs_host, parallel_for, 48);
AT(rgs_host, pool, 56);

/* Its type, too: what a host assigns to it. */
typedef void rgs_run_of_1_2(void *work, int64_t begin, int64_t end);
typedef int rgs_parallel_for_of_1_2(void *pool, int64_t n, rgs_run_of_1_2 *run, void *work);
_Static_assert(_Generic(((rgs_host *)0)->parallel_for, rgs_parallel_for_of_1_2 * : 1, default : 0),
               "type of rgs_host.parallel_for");
