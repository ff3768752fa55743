/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_generic.c - the module rigidstep_generic.so: the whole library in one file that a host
 * opens with rigidstep_load.h.  It exports the table of the calls; and drafts under their names.
 * No code runs when it is opened.
 */
#include "rigidstep_load.h"
#include <rigidstep/draft_batch.h>
#include <rigidstep/draft_device.h>
#include <rigidstep/draft_forces.h>

#define RGS_ENTRY(type, name, parameters, arguments, lacking) name,
#define RGS_ENTRY_V(name, parameters, arguments) name,

RGS_EXPORT extern const rgs_generic rgs_generic_v2;
const rgs_generic rgs_generic_v2 = { RGS_HEAD(rgs_generic), RGS_CALL_LIST(RGS_ENTRY, RGS_ENTRY_V) };

/* A host of another minor version relies on two facts: the symbol's name carries the major version,
 * and the table is a head followed by pointers without holes. */
#define RGS_COUNT(type, name, parameters, arguments, lacking) +1
#define RGS_COUNT_V(name, parameters, arguments) +1
_Static_assert(RGS_ABI_MAJOR == 2, "another major version is another symbol");
_Static_assert(sizeof(rgs_generic) ==
                   sizeof(rgs_head) + (RGS_CALL_LIST(RGS_COUNT, RGS_COUNT_V)) * sizeof(void *),
               "holes in the table");

/* Drafts never stand in the table.  What is named here brings them into the file. */
typedef void draft_call(void);
__attribute__((
    used)) static draft_call *const drafts[] = { (draft_call *)rgs_draft_allow,
                                                 (draft_call *)rgs_draft_batch_set,
                                                 (draft_call *)rgs_draft_batch_set_param,
                                                 (draft_call *)rgs_draft_batch_set_cell,
                                                 (draft_call *)rgs_draft_batch_cell,
                                                 (draft_call *)rgs_draft_batch_save,
                                                 (draft_call *)rgs_draft_batch_load,
                                                 (draft_call *)rgs_draft_check_forces,
                                                 (draft_call *)rgs_draft_free_flow_jacobian,
                                                 (draft_call *)rgs_draft_module_folder,
                                                 (draft_call *)rgs_draft_device_open,
                                                 (draft_call *)rgs_draft_bodies_on,
                                                 (draft_call *)rgs_draft_bodies_wheels,
                                                 (draft_call *)rgs_draft_device_wait,
                                                 (draft_call *)rgs_draft_sites_on };
