/* SPDX-License-Identifier: BSD-3-Clause
 *
 * overlap.h - columns of a view that share memory.
 */
#ifndef RGS_BASE_OVERLAP_H
#define RGS_BASE_OVERLAP_H
#include "base/error.h"

/* Refuses a view in which two columns share a number, unless both are constants: what is written to
 * one would change the other. */
rgs_status rgs_check_overlap(const rgs_view *v, rgs_error *error);

#endif /* RGS_BASE_OVERLAP_H */
