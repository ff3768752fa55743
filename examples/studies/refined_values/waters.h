/* SPDX-License-Identifier: BSD-3-Clause
 *
 * waters.h - where the runs of this folder begin: 27 molecules of SPC/E water in a soft box, warm
 * and at rest with it.
 */
#ifndef REFINED_WATERS_H
#define REFINED_WATERS_H
#include "run.h"

enum { WATERS = 27 };
#define WATERS_KELVIN 335.0

/* The box and the water in it; destroy with water_host_destroy. */
void waters_host(water_host *host);

/* Fills n, body, eval, self and provides.  The same bits every time: dt is compared from one start.
 */
void waters_start(run *r, water_host *host);

#endif
