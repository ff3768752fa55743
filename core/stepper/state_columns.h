/* SPDX-License-Identifier: BSD-3-Clause
 *
 * state_columns.h - the columns that are a stepper's state: x p q l f tau aux and, where the host is asked
 * for gradients, gf gtau; one column after the other, and in it body after body.
 */
#pragma once
#include "stepper/parts.h"

/* How many doubles they have for a body of a method on a host. */
size_t rgs_state_doubles(const rgs_method_info *info);
/* Ghosts them from the bound view, and to it.  Any alignment will do. */
rgs_status rgs_state_copy(const rgs_stepper *s, void *to, rgs_error *error);
rgs_status rgs_state_put_back(const rgs_stepper *s, const void *from, rgs_error *error);
