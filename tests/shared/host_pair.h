/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host_pair.h - bodies that pull at each other: an anharmonic spring between points fixed in every
 * two of them.  So translation and rotation of all are coupled, and the total momenta are kept.
 */
#ifndef TEST_HOST_PAIR_H
#define TEST_HOST_PAIR_H
#include <rigidstep/rigidstep.h>

/* An eval for rgs_host; self is not used.  No gradients. */
int pair_eval(void *self, rgs_eval *request, const rgs_view *view);
#endif
