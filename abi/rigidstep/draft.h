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

/* Each header of drafts has a number, which is raised whenever one of its drafts changes.  It is
 * part of the name of the symbols' version (RIGIDSTEP_DRAFT_BATCH_13), so a program that is linked
 * to other drafts does not start, and of the heads of draft structs.  No ABI has their major
 * version, so a call that reads a published struct refuses a draft struct. */
#define RGS_DRAFT_ABI_OF(number) ((0xd4afu << 16) | (number))
#define RGS_DRAFT_HEAD(T, number)                                                                  \
  { (uint32_t)sizeof(T), RGS_DRAFT_ABI_OF(number) }
/* Of this header, and of the draft methods. */
#define RGS_DRAFT 13u
#define RGS_DRAFT_ABI RGS_DRAFT_ABI_OF(RGS_DRAFT)

/* [setup] Adds the draft methods to those that the context lists and can create.
 * Given:    context  the context
 *           draft    RGS_DRAFT_ABI of the header that the host was compiled with
 * Status:   RGS_E_ARG  context is null
 *           RGS_E_ABI  the library has other drafts than the host was compiled for */
RGS_API rgs_status rgs_draft_allow(rgs_context *context, uint32_t draft, rgs_error *error);

/* [setup] The folders in which rgs_module_load looks for a name: those of
 * rgs_context_spec.module_path, then the library's own.  That is rigidstep/modules in the folder
 * of the library's file.  If this folder is rigidstep/ or lies in rigidstep/, it is modules there.
 * On Windows the library has none.
 * Given:    context  the context
 *           i        0, 1, ..
 *           room     bytes of folder
 * Returned: 1   module_path names this folder
 *           2   the library's own, which need not exist
 *           0   there is no such folder, or no room for the library's own
 *           -1  module_path names it, and room is too little.  rgs_module_load skips folders of
 *               4096 bytes or more */
RGS_API int32_t rgs_draft_module_folder(const rgs_context *context, int64_t i, char *folder,
                                        size_t room);

/* [step] The derivative of the free flow: how the orientations q' that rgs_free_flow("exact", ..)
 * returns depend on its input.  The momenta l in space do not change; in the body they are Q'^T l.
 * It stays a draft until it is known whether other rotors need a derivative, too.
 * Given:    n, h, inertia, l, q  as in rgs_free_flow; q is not changed, and jacobian overlaps none
 *                                of them
 * Returned: jacobian  44n: for each body 4 rows, one per component of q', of 11 columns: by l (3),
 *                     q (4), inertia (3) and h.  q counts by its direction: along q the derivative
 *                     is 0.  By a moment of 0 it is 0
 * Status:   as in rgs_free_flow; RGS_E_ARG also if jacobian is null
 *           RGS_E_NONFINITE  within h the derivative grows beyond 1e30: the body rotates about its
 *                            unstable axis.  error->body is its index, and what jacobian holds does
 *                            not count
 * Notes:    One matrix serves both directions: J v is the tangent of q', and J^T g takes a gradient
 *           by q' back to the input (plugin-generic/PYTHON.md has both, for JAX and PyTorch). */
RGS_API rgs_status rgs_draft_free_flow_jacobian(int64_t n, double h, const double *inertia,
                                                const double *l, const double *q, double *jacobian,
                                                rgs_error *error);

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_DRAFT_H */
