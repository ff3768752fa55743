/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_check.c - is a scheme what it claims to be?  Its order: scheme_order.c.
 */
#include "core.h"
#include <float.h>
#include <math.h>

static bool is_palindrome(const rgs_scheme *scheme) {
  for (uint32_t i = 0; i < scheme->n_stages / 2; i++) {
    const rgs_stage *s = &scheme->stages[i], *mirror = &scheme->stages[scheme->n_stages - 1 - i];
    if (s->op != mirror->op || s->a != mirror->a || s->c != mirror->c) return false;
  }
  return true;
}

/* Kick-first: kicks are the means of the drifts on both sides.  Drift-first: each kick stands
 * between two drifts of half its weight, which the table must not have merged. */
static bool is_composed(const rgs_scheme *scheme) {
  const rgs_stage *s = scheme->stages;
  uint32_t n = scheme->n_stages;
  if (n < 3 || !is_palindrome(scheme)) return false;
  if (s[0].op == RGS_KICK) {
    if (n % 2 == 0) return false;
    for (uint32_t i = 0; i < n; i++) {
      if (s[i].op != (i % 2 == 0 ? RGS_KICK : RGS_DRIFT)) return false;
      if (i % 2 != 0) continue;
      double before = i > 0 ? s[i - 1].a : 0, after = i + 1 < n ? s[i + 1].a : 0;
      if (!(fabs(s[i].a - (before + after) / 2) <= 4 * DBL_EPSILON * (fabs(before) + fabs(after))))
        return false;
    }
    return true;
  }
  if (n % 3 != 0) return false;
  for (uint32_t i = 0; i < n; i += 3) {
    if (s[i].op != RGS_DRIFT || s[i + 1].op != RGS_KICK || s[i + 2].op != RGS_DRIFT) return false;
    double half = s[i + 1].a / 2, room = 4 * DBL_EPSILON * fabs(half);
    if (!(fabs(s[i].a - half) <= room && fabs(s[i + 2].a - half) <= room)) return false;
  }
  return true;
}

rgs_status rgs_check_scheme(const rgs_scheme *scheme, const rgs_about *about,
                            rgs_scheme_facts *facts, rgs_error *error) {
  double drifts = 0, kicks = 0, drift_size = 0, kick_size = 0;
  for (uint32_t i = 0; i < scheme->n_stages; i++) {
    const rgs_stage *s = &scheme->stages[i];
    if (s->op < RGS_DRIFT || s->op > RGS_KICK_GRADIENT)
      return rgs_refuse(error, RGS_E_TABLE, -1, "scheme '%s': op of stage %u is %u; allowed 1 to 3",
                        about->name, i, s->op);
    if (!isfinite(s->a) || !isfinite(s->c) || (s->op != RGS_KICK_GRADIENT && s->c != 0))
      return rgs_refuse(error, RGS_E_TABLE, -1,
                        "scheme '%s': stage %u has a = %g, c = %g; must be finite, c only in "
                        "RGS_KICK_GRADIENT",
                        about->name, i, s->a, s->c);
    if (s->op == RGS_KICK_GRADIENT && !(about->needs & RGS_EVAL_GRADIENT))
      return rgs_refuse(error, RGS_E_TABLE, -1,
                        "scheme '%s': stage %u kicks with the gradient, but needs lacks "
                        "RGS_EVAL_GRADIENT",
                        about->name, i);
    double *sum = s->op == RGS_DRIFT ? &drifts : &kicks;
    double *size = s->op == RGS_DRIFT ? &drift_size : &kick_size;
    *sum += s->a;
    *size += fabs(s->a);
  }
  if (!(fabs(drifts - 1) <= 64 * DBL_EPSILON * (1 + drift_size)) ||
      !(fabs(kicks - 1) <= 64 * DBL_EPSILON * (1 + kick_size)))
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': drifts sum to %.17g and kicks to %.17g; both must be 1",
                      about->name, drifts, kicks);
  facts->palindrome = is_palindrome(scheme);
  facts->composed = is_composed(scheme);
  if ((about->claims & RGS_SYMMETRIC) && !facts->palindrome)
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': claims RGS_SYMMETRIC, but its stages are no palindrome",
                      about->name);
  if ((about->claims & RGS_COMPOSED) && !facts->composed)
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': claims RGS_COMPOSED, but is no symmetric composition of "
                      "Strang steps",
                      about->name);
  if (about->order > RGS_HIGHEST_ORDER)
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': order is %u; this version can verify 1 to %d", about->name,
                      about->order, RGS_HIGHEST_ORDER);
  facts->order_general = rgs_scheme_order_general(scheme, about->order);
  facts->order_nystrom = rgs_scheme_order_nystrom(scheme, about->order);
  if (facts->order_nystrom < about->order)
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': claims order %u, but its conditions hold to order %u only",
                      about->name, about->order, facts->order_nystrom);
  return RGS_OK;
}
