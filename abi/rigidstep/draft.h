/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft.h - what is new and not promised yet.  rigidstep.h does not include it.
 *
 * Every addition begins here: a call named rgs_draft_*, a struct named rgs_draft_*, or a method whose
 * name the library keeps to itself until a host asks for drafts.  A draft may change or go with any
 * version.  It is frozen, under its name without "draft", after a program or a plugin outside core/ and
 * tests/ has used it for a whole version.  Nothing that is published gets a field or a number for it.
 */
#ifndef RIGIDSTEP_DRAFT_H
#define RIGIDSTEP_DRAFT_H
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a draft changes, comes or goes. */
#define RGS_DRAFT 10u
/* The version in the heads of draft structs.  Its major version belongs to no ABI, so whoever reads
 * published structs refuses it. */
#define RGS_DRAFT_ABI ((0xd4afu << 16) | RGS_DRAFT)
#define RGS_DRAFT_HEAD(T)                                                                          \
  { (uint32_t)sizeof(T), RGS_DRAFT_ABI }

/* [setup] From now on the context lists draft methods, and makes methods of them.
 * Given:    context  the context
 *           draft    RGS_DRAFT_ABI, as the host was compiled with it
 * Status:   RGS_E_ARG  context is null
 *           RGS_E_ABI  the library has other drafts than the host was compiled for */
RGS_API rgs_status rgs_draft_allow(rgs_context *context, uint32_t draft, rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_H */
