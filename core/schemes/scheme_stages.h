/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_stages.h - a scheme's three lists of stages.
 */
#pragma once
#include <rigidstep/draft.h>
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

/* The stage as far as forces do not depend on momenta. */
static inline rgs_stage rgs_stage_plain(rgs_stage s) {
  if (s.op != RGS_DRAFT_KICK_MOMENTUM) return s;
  return (rgs_stage){ RGS_KICK, 0, s.a + s.c, 0 };
}
