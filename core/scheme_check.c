/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_check.c - is a scheme what it claims to be?
 *
 * Order conditions.  A step is a product of exponentials of the drift A and the kick B; written
 * out, it is a sum over words in the letters A and B.  It has order p exactly when every word of n
 * letters, n <= p, has the coefficient 1/n! it has in exp(A + B).  The gradient kick
 * exp(b B + c [B,[B,A]]) adds three-letter words.  These conditions hold for any drift and kick;
 * schemes that lean on the drift being quadratic in the momenta need fewer.
 */
#include "core.h"
#include <float.h>
#include <math.h>

#define HIGHEST_ORDER 10
#define WORDS (2u << HIGHEST_ORDER)  /* words of up to HIGHEST_ORDER letters, numbered            */

/* A word of n letters, the last in the lowest bit and B as 1, has the number 2^n + bits. */
static uint32_t letters_of(uint32_t word) {
  uint32_t n = 0;
  while (word >> (n + 1) != 0) n++;
  return n;
}

/* What the last n letters of a word stand for in the exponent, and that word without them. */
static double times_exponent(const double *from, uint32_t word, uint32_t letters,
                             const double single[2], double triple) {
  double sum = letters >= 1 ? single[word & 1u] * from[word >> 1] : 0;
  if (letters >= 3 && triple != 0) {
    uint32_t last = word & 7u;                        /* [B,[B,A]] = BBA - 2 BAB + ABB */
    if (last == 6u || last == 3u) sum += triple * from[word >> 3];
    if (last == 5u) sum -= 2 * triple * from[word >> 3];
  }
  return sum;
}

/* product <- product * exp(single[0] A + single[1] B + triple [B,[B,A]]) up to `order` letters. */
static void multiply(double *product, uint32_t order, const double single[2], double triple) {
  double power[WORDS], next[WORDS];
  uint32_t words = 2u << order;
  for (uint32_t w = 1; w < words; w++) power[w] = product[w];
  for (uint32_t k = 1; k <= order; k++) {
    for (uint32_t w = 1; w < words; w++)
      next[w] = times_exponent(power, w, letters_of(w), single, triple) / k;
    for (uint32_t w = 1; w < words; w++) {
      power[w] = next[w];
      product[w] += next[w];
    }
  }
}

static uint32_t order_reached(const rgs_scheme *scheme, uint32_t order) {
  double word[WORDS] = { 0 }, size[WORDS] = { 0 };  /* size: the same with absolute values */
  word[1] = size[1] = 1;
  for (uint32_t i = 0; i < scheme->n_stages; i++) {
    const rgs_stage *s = &scheme->stages[i];
    bool drift = s->op == RGS_DRIFT;
    double single[2] = { drift ? s->a : 0, drift ? 0 : s->a };
    double absolute[2] = { fabs(single[0]), fabs(single[1]) };
    double triple = s->op == RGS_KICK_GRADIENT ? s->c : 0;
    multiply(word, order, single, triple);
    multiply(size, order, absolute, fabs(triple));
  }
  uint32_t reached = 0;
  double wanted = 1;
  for (uint32_t n = 1; n <= order; n++) {
    wanted /= n;
    for (uint32_t w = 1u << n; w < 2u << n; w++)
      if (!(fabs(word[w] - wanted) <= 64 * DBL_EPSILON * (fabs(size[w]) + wanted)))
        return reached;
    reached = n;
  }
  return reached;
}

bool rgs_scheme_is_palindrome(const rgs_scheme *scheme) {
  for (uint32_t i = 0; i < scheme->n_stages / 2; i++) {
    const rgs_stage *s = &scheme->stages[i], *mirror = &scheme->stages[scheme->n_stages - 1 - i];
    if (s->op != mirror->op || s->a != mirror->a || s->c != mirror->c) return false;
  }
  return true;
}

/* Kick-first: kicks are the means of the drifts on both sides.  Drift-first: each kick stands
 * between two drifts of half its weight, which the table must not have merged. */
bool rgs_scheme_is_composed(const rgs_scheme *scheme) {
  const rgs_stage *s = scheme->stages;
  uint32_t n = scheme->n_stages;
  if (!rgs_scheme_is_palindrome(scheme) || n < 3) return false;
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

rgs_status rgs_check_scheme(const rgs_scheme *scheme, const rgs_about *about, rgs_error *error) {
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
  if ((about->claims & RGS_SYMMETRIC) && !rgs_scheme_is_palindrome(scheme))
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': claims RGS_SYMMETRIC, but its stages are no palindrome",
                      about->name);
  if ((about->claims & RGS_COMPOSED) && !rgs_scheme_is_composed(scheme))
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': claims RGS_COMPOSED, but is no symmetric composition of "
                      "Strang steps",
                      about->name);
  if (about->order > HIGHEST_ORDER)
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': order is %u; this version can verify 1 to %d", about->name,
                      about->order, HIGHEST_ORDER);
  uint32_t reached = order_reached(scheme, about->order);
  if (reached < about->order)
    return rgs_refuse(error, RGS_E_TABLE, -1,
                      "scheme '%s': claims order %u, but its conditions hold to order %u only",
                      about->name, about->order, reached);
  return RGS_OK;
}
