/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draft.h - what is new and not promised yet.  rigidstep.h does not include it.
 *
 * Every addition begins here: a call or a struct named rgs_draft_*, or a method that contexts do
 * not list until a host asks for drafts.  A draft may change or go with any version.  After a
 * program or a plugin outside core/ and tests/ has used it for a whole version, it may be frozen.
 * It then gets its name without "draft".  A draft adds nothing to the structs that are published.
 */
#ifndef RIGIDSTEP_DRAFT_H
#define RIGIDSTEP_DRAFT_H
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a draft changes, comes or goes. */
#define RGS_DRAFT 10u
/* The version in the heads of draft structs.  No ABI has its major version, so a call that reads a
 * published struct refuses a draft struct. */
#define RGS_DRAFT_ABI ((0xd4afu << 16) | RGS_DRAFT)
#define RGS_DRAFT_HEAD(T)                                                                          \
  { (uint32_t)sizeof(T), RGS_DRAFT_ABI }

/* [setup] Adds the draft methods to those that the context lists and can create.
 * Given:    context  the context
 *           draft    RGS_DRAFT_ABI of the header that the host was compiled with
 * Status:   RGS_E_ARG  context is null
 *           RGS_E_ABI  the library has other drafts than the host was compiled for */
RGS_API rgs_status rgs_draft_allow(rgs_context *context, uint32_t draft, rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_H */
