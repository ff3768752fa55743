/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_1_1.c - what version 1.1 appended to the table of rigidstep_load.h.  Compiling it is the test.
 * It is never edited again once 1.1 is published.
 */
#include "rigidstep_load.h"

#define AT(name, place)                                                                            \
  _Static_assert(offsetof(rgs_generic, name) == sizeof(rgs_head) + (place) * sizeof(void *),       \
                 #name " has another place")
AT(rgs_method_create_with, 42);
AT(rgs_stepper_set_param, 43);
AT(rgs_stepper_param, 44);
AT(rgs_stepper_set_box, 45);
AT(rgs_stepper_box, 46);
AT(rgs_stepper_set_step, 47);
AT(rgs_stepper_step, 48);
AT(rgs_stepper_save_ensemble, 49);
AT(rgs_stepper_load_ensemble, 50);
