/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kept.h - what a case of a test opens is closed when the case ends, the last first, also where it fails.
 */
#pragma once
#include <stddef.h>

/* Returns `what`, which `closer` closes at the end of the case; null is not kept. */
void *keep(void *what, void (*closer)(void *what));
/* Closes it at once, if it is kept. */
void close_now(void *what);
/* How much is kept; closes what was kept since it was so much. */
size_t kept_so_far(void);
void close_kept(size_t since);
