/* SPDX-License-Identifier: BSD-3-Clause
 *
 * freeze_1_0.c - the table of rigidstep_load.h as version 1.0 promises it.  Compiling it is the
 * test.  It is never edited again; a minor version adds a file for what it appends.
 */
#include "rigidstep_load.h"

#define AT(name, place)                                                                            \
  _Static_assert(offsetof(rgs_generic, name) == sizeof(rgs_head) + (place) * sizeof(void *),       \
                 #name " has another place")
AT(rgs_abi, 0);
AT(rgs_status_text, 1);
AT(rgs_free_flow, 2);
AT(rgs_free_flow_check, 3);
AT(rgs_context_create, 4);
AT(rgs_context_destroy, 5);
AT(rgs_module_load, 6);
AT(rgs_module_add, 7);
AT(rgs_about_count, 8);
AT(rgs_about_at, 9);
AT(rgs_about_find, 10);
AT(rgs_bodies_create, 11);
AT(rgs_bodies_reserve, 12);
AT(rgs_bodies_bind, 13);
AT(rgs_bodies_check, 14);
AT(rgs_bodies_energy, 15);
AT(rgs_bodies_destroy, 16);
AT(rgs_method_create, 17);
AT(rgs_method_describe, 18);
AT(rgs_method_destroy, 19);
AT(rgs_stepper_create, 20);
AT(rgs_stepper_swap, 21);
AT(rgs_advance, 22);
AT(rgs_step, 23);
AT(rgs_stepper_set_fresh, 24);
AT(rgs_stepper_set_time, 25);
AT(rgs_stepper_time, 26);
AT(rgs_stepper_reset, 27);
AT(rgs_stepper_save, 28);
AT(rgs_stepper_load, 29);
AT(rgs_stepper_destroy, 30);
AT(rgs_free_flow_matrix, 31);
AT(rgs_free_flow_matrix_check, 32);
AT(rgs_method_output_count, 33);
AT(rgs_method_output_at, 34);
AT(rgs_stepper_describe, 35);
AT(rgs_stepper_output, 36);
AT(rgs_stepper_project, 37);
AT(rgs_stepper_process, 38);
AT(rgs_stepper_unprocess, 39);
AT(rgs_to_principal, 40);
AT(rgs_from_principal, 41);
