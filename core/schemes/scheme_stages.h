/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_stages.h - a scheme's three lists of stages.
 */
#ifndef RGS_SCHEMES_SCHEME_STAGES_H
#define RGS_SCHEMES_SCHEME_STAGES_H
#include <rigidstep/method.h>

/* Its own stages, its processor, and the inverse of the processor. */
enum { RGS_STAGES, RGS_PRE, RGS_POST };

static inline rgs_stage rgs_stage_of(const rgs_scheme *scheme, uint32_t list, uint32_t i) {
  if (list == RGS_STAGES) return scheme->stages[i];
  if (list == RGS_PRE) return scheme->pre[i];
  rgs_stage inverse = scheme->pre[scheme->n_pre - 1 - i];
  inverse.a = -inverse.a;
  inverse.c = -inverse.c;
  return inverse;
}

#endif /* RGS_SCHEMES_SCHEME_STAGES_H */
