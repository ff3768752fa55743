/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_aux.h - the library's own memory for the aux, for hosts whose view has no such column.
 *
 * Its numbers belong to indices of the view, not to bodies.  So they are valid only as long as the
 * bodies stay the same, which the revision of the view tells; a host whose bodies move from rank to
 * rank has to give a column.
 */
#pragma once
#include "base/bodies.h"

/* Takes memory for so many doubles a body, unless the bound view has a column.  If no view is bound yet,
 * memory is taken all the same, because rgs_bodies_bind may not allocate.  Called when a stepper is made or
 * gets another method. */
rgs_status rgs_own_aux_need(rgs_bodies *b, uint32_t doubles, rgs_error *error);

/* Keeps up with a larger capacity. */
rgs_status rgs_own_aux_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error);

/* Puts the memory into a view without a column.  The view is about to be bound. */
void rgs_own_aux_bind(const rgs_bodies *b, rgs_view *view);

void rgs_own_aux_free(rgs_bodies *b);

/* Is the memory in use, and were its numbers written for other bodies than those that are bound? */
static inline bool rgs_own_aux_is_stale(const rgs_bodies *b) {
  return b->aux.data != NULL && b->view.aux.data == b->aux.data && b->aux.at != b->generation;
}

/* All zeros, for the bodies that are bound. */
void rgs_own_aux_begin(rgs_bodies *b);
