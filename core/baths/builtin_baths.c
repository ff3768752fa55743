/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_baths.c - the lists of the built-in baths and pistons.
 */
#include "baths/builtin_baths.h"
#include "baths/andersen.h"
#include <stddef.h>

#define LIST(name) &rgs_##name##_bath,
const rgs_bath *const rgs_builtin_baths[] = { RGS_BUILTIN_BATHS(LIST) NULL };
const rgs_about *const rgs_builtin_pistons[] = { &rgs_piston_andersen, NULL };

rgs_bath_bodies rgs_bath_bodies_of(const rgs_view *v) {
  return (rgs_bath_bodies){ .n = v->n,
                            .own = v->n - v->n_copies,
                            .p = v->p,
                            .l = v->l,
                            .q = v->q,
                            .mass = v->mass,
                            .inertia = v->inertia,
                            .chosen = v->coupled,
                            .key = v->key,
                            .p_is_velocity = (v->flags & RGS_VIEW_P_IS_VELOCITY) != 0 };
}
