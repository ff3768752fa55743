/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_check.c - are the claims of a scheme true?  scheme_order.c computes its order.
 */
#include "schemes/scheme_check.h"
#include "schemes/scheme_stages.h"
#include <float.h>
#include <math.h>
#include <string.h>

static bool is_palindrome(const rgs_scheme *scheme) {
  for (uint32_t i = 0; i < scheme->n_stages / 2; i++) {
    const rgs_stage *s = &scheme->stages[i], *mirror = &scheme->stages[scheme->n_stages - 1 - i];
    const bool swaps = s->op == RGS_DRAFT_KICK_MOMENTUM; /* explicit and implicit parts */
    if (s->op != mirror->op || s->a != (swaps ? mirror->c : mirror->a) ||
        s->c != (swaps ? mirror->a : mirror->c))
      return false;
  }
  return true;
}

/* In a composition that kicks first, each kick is the mean of the drifts on both sides.  In one
 * that drifts first, each kick stands between two drifts of half its weight; the table must not
 * merge the drifts of neighbouring steps. */
static bool is_composed(const rgs_scheme *scheme) {
  const rgs_stage *s = scheme->stages;
  uint32_t n = scheme->n_stages;
  if (n < 3 || !is_palindrome(scheme)) return false;
  if (rgs_stage_plain(s[0]).op == RGS_KICK) {
    if (n % 2 == 0) return false;
    for (uint32_t i = 0; i < n; i++) {
      const rgs_stage k = rgs_stage_plain(s[i]);
      if (k.op != (i % 2 == 0 ? RGS_KICK : RGS_DRIFT)) return false;
      if (i % 2 != 0) continue;
      double before = i > 0 ? s[i - 1].a : 0, after = i + 1 < n ? s[i + 1].a : 0;
      double room = 4 * DBL_EPSILON * (fabs(before) + fabs(after));
      if (!(fabs(k.a - (before + after) / 2) <= room)) return false;
      if (s[i].op != RGS_KICK && !(fabs(s[i].a - before / 2) <= room)) return false;
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

static uint32_t strang_form(const rgs_scheme *scheme) {
  const rgs_stage *s = scheme->stages;
  if (scheme->n_stages != 3 || scheme->n_pre > 0 || !is_composed(scheme) ||
      s[0].op == RGS_DRAFT_KICK_MOMENTUM)
    return RGS_NO_STRANG;
  return s[0].op == RGS_KICK ? RGS_KICK_FIRST : RGS_DRIFT_FIRST;
}

/* A scheme has no code that could read a parameter, so it may only have those that the stepper
 * reads. */
static rgs_status check_params(const rgs_about *about, const rgs_scheme_facts *facts,
                               rgs_error *error) {
  for (uint32_t i = 0; i < about->n_params; i++) {
    const rgs_param_info *p = &about->params[i];
    if (strcmp(p->key, "s") == 0 && (about->needs & RGS_EVAL_GRADIENT)) {
      if (p->type == RGS_F64 && p->min > 0 && p->max <= 1) continue;
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': parameter 's' goes from %g to %g; must be RGS_F64 with "
                           "0 < min, max <= 1",
                           about->name, p->min, p->max);
    }
    if (strcmp(p->key, "inner") == 0 && facts->nests) {
      if (p->type == RGS_I64 && p->min >= 1 && p->max <= RGS_MOST_INNER) continue;
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': parameter 'inner' goes from %g to %g; must be RGS_I64 "
                           "with min >= 1, max <= %d",
                           about->name, p->min, p->max, RGS_MOST_INNER);
    }
    const bool evaluations = strcmp(p->key, "evaluations") == 0;
    if ((evaluations || strcmp(p->key, "slopes") == 0) && facts->by_momenta && p->type == RGS_I64 &&
        p->min >= evaluations && (p->max <= 8 || !evaluations))
      continue;
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "scheme '%s': no parameter '%s' is allowed; allowed are s, if it kicks with the gradient, "
        "inner, if it kicks with the slow force at both ends alone, and evaluations (1 to 8) and "
        "slopes (RGS_I64), if it has stages RGS_DRAFT_KICK_MOMENTUM",
        about->name, p->key);
  }
  return RGS_OK;
}

typedef struct totals { /* of drifts, kicks and thermostats: the sums of a and of |a| */
  double drifts, kicks, thermostats, slow_kicks;
  double drift_size, kick_size, thermostat_size, slow_size;
  bool by_momenta;
} totals;

static void add_to(totals *t, const rgs_stage *s) {
  const bool drifts = s->op == RGS_DRIFT, slow = s->op == RGS_DRAFT_KICK_SLOW;
  const bool thermostat = s->op == RGS_THERMOSTAT, both = s->op == RGS_DRAFT_KICK_MOMENTUM;
  *(drifts       ? &t->drifts
    : slow       ? &t->slow_kicks
    : thermostat ? &t->thermostats
                 : &t->kicks) += s->a + (both ? s->c : 0);
  *(drifts       ? &t->drift_size
    : slow       ? &t->slow_size
    : thermostat ? &t->thermostat_size
                 : &t->kick_size) += fabs(s->a) + (both ? fabs(s->c) : 0);
  t->by_momenta |= both;
}

static rgs_status check_stages(const rgs_about *about, const char *list, const rgs_stage *stages,
                               uint32_t n, totals *t, rgs_error *error) {
  for (uint32_t i = 0; i < n; i++) {
    const rgs_stage *s = &stages[i];
    if (s->reserved0 != 0)
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': reserved0 of %s %u is %u; must be 0", about->name, list, i,
                           s->reserved0);
    const bool by_momenta = s->op == RGS_DRAFT_KICK_MOMENTUM;
    if ((s->op < RGS_DRIFT || s->op > RGS_THERMOSTAT) && s->op != RGS_DRAFT_KICK_SLOW &&
        !by_momenta)
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': op of %s %u is %u; allowed 1 to 4, and %u and %u, drafts "
                           "(RGS_DRAFT_KICK_SLOW, RGS_DRAFT_KICK_MOMENTUM of rigidstep/draft.h)",
                           about->name, list, i, s->op, RGS_DRAFT_KICK_SLOW,
                           RGS_DRAFT_KICK_MOMENTUM);
    if (!isfinite(s->a) || !isfinite(s->c) ||
        (s->op != RGS_KICK_GRADIENT && !by_momenta && s->c != 0))
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': %s %u has a = %g, c = %g; must be finite, c only in "
                           "RGS_KICK_GRADIENT",
                           about->name, list, i, s->a, s->c);
    if (s->op == RGS_KICK_GRADIENT && !(about->needs & RGS_EVAL_GRADIENT))
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': %s %u kicks with the gradient, but needs lacks "
                           "RGS_EVAL_GRADIENT",
                           about->name, list, i);
    if (s->op == RGS_THERMOSTAT && !(s->a > 0))
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "scheme '%s': the thermostat of %s %u acts for %g h; must be > 0",
                           about->name, list, i, s->a);
    add_to(t, s);
  }
  return RGS_OK;
}

static rgs_status check_by_momenta(const rgs_scheme *scheme, const rgs_about *about,
                                   const rgs_scheme_facts *facts, rgs_error *error) {
  if (!facts->by_momenta || (is_composed(scheme) && scheme->n_pre == 0)) return RGS_OK;
  return rgs_set_error(error, RGS_E_TABLE, -1,
                       "scheme '%s': has stages RGS_DRAFT_KICK_MOMENTUM; it must be a symmetric "
                       "composition of Strang steps that kick first, without a processor",
                       about->name);
}

static bool goes_back(const rgs_scheme *scheme) {
  for (uint32_t i = 0; i < scheme->n_stages; i++)
    if (scheme->stages[i].op == RGS_DRIFT && scheme->stages[i].a < 0) return true;
  return false;
}

/* Of energy and of failures only a rotor or an integrator can say something.  A module that was
 * compiled before RGS_PROCESSED existed cannot claim it. */
uint32_t rgs_true_claims(const rgs_scheme *scheme, const rgs_scheme_facts *facts) {
  uint32_t claims = scheme->about->claims;
  claims &= ~(uint32_t)(RGS_KEEPS_ENERGY | RGS_NEVER_FAILS | RGS_BACKWARD | RGS_PROCESSED |
                        RGS_PLACES_THERMOSTAT);
  if (facts->backward) claims |= RGS_BACKWARD;
  if (scheme->n_pre > 0) claims |= RGS_PROCESSED;
  for (uint32_t k = 0; k < scheme->n_stages; k++)
    if (scheme->stages[k].op == RGS_THERMOSTAT) claims |= RGS_PLACES_THERMOSTAT;
  return claims;
}

static bool is_slow(const rgs_stage *s) { return s->op == RGS_DRAFT_KICK_SLOW; }

/* Are the first and the last stage of a table with levels its only slow kicks? */
static bool is_nested(const rgs_scheme *scheme) {
  const uint32_t last = scheme->n_stages - 1;
  for (uint32_t i = 0; i <= last; i++)
    if (is_slow(&scheme->stages[i]) != (i == 0 || i == last)) return false;
  return true;
}

/* A table with kicks by the slow force. */
static rgs_status check_levels(const rgs_scheme *scheme, const rgs_about *about,
                               const totals *whole, rgs_error *error) {
  const bool says = (about->needs & RGS_DRAFT_EVAL_SLOW) != 0, has = whole->slow_size > 0;
  if (says != has)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s': %s RGS_DRAFT_KICK_SLOW, and needs %s RGS_DRAFT_EVAL_SLOW",
                         about->name, has ? "it has stages" : "no stage is",
                         says ? "has" : "lacks");
  if (!has) return RGS_OK;
  if (!(fabs(whole->slow_kicks - 1) <= 64 * DBL_EPSILON * (1 + whole->slow_size)))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s': stages RGS_DRAFT_KICK_SLOW sum to %.17g; must be 1",
                         about->name, whole->slow_kicks);
  if (scheme->n_pre > 0 || (about->needs & RGS_EVAL_GRADIENT) || about->order > 2)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s' kicks with the slow force, and %s; this version has such "
                         "tables without gradients and processor, of order 1 and 2",
                         about->name,
                         scheme->n_pre > 0  ? "has a processor"
                         : about->order > 2 ? "claims an order above 2"
                                            : "needs gradients");
  return RGS_OK;
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Up to order 2 the two kicks of levels have no condition in common. */
static void find_orders(const rgs_scheme *scheme, uint32_t highest, rgs_scheme_facts *facts,
                        rgs_missed *missed) {
  const uint32_t slow = facts->has_levels ? RGS_DRAFT_KICK_SLOW : 0;
  facts->order_general = rgs_scheme_order_general(scheme, highest, slow);
  facts->order_nystrom = rgs_scheme_order_nystrom(scheme, highest, slow, missed);
  if (slow == 0) return;
  rgs_missed other;
  const uint32_t order = rgs_scheme_order_nystrom(scheme, highest, RGS_KICK, &other);
  if (order < facts->order_nystrom) *missed = other;
  facts->order_nystrom = smaller(facts->order_nystrom, order);
  facts->order_general =
      smaller(facts->order_general, rgs_scheme_order_general(scheme, highest, RGS_KICK));
}

rgs_status rgs_check_scheme(const rgs_scheme *scheme, const rgs_about *about,
                            rgs_scheme_facts *facts, rgs_error *error) {
  totals whole = { 0 }, pre = { 0 };
  rgs_status status = check_stages(about, "stage", scheme->stages, scheme->n_stages, &whole, error);
  if (status == RGS_OK)
    status = check_stages(about, "stage of pre", scheme->pre, scheme->n_pre, &pre, error);
  facts->by_momenta = whole.by_momenta;
  if (status == RGS_OK) status = check_by_momenta(scheme, about, facts, error);
  if (status != RGS_OK) return status;
  if (!(fabs(whole.drifts - 1) <= 64 * DBL_EPSILON * (1 + whole.drift_size)) ||
      !(fabs(whole.kicks - 1) <= 64 * DBL_EPSILON * (1 + whole.kick_size)))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s': drifts sum to %.17g and kicks to %.17g; both must be 1",
                         about->name, whole.drifts, whole.kicks);
  facts->has_thermostat = whole.thermostat_size > 0;
  if (pre.thermostat_size > 0 ||
      (facts->has_thermostat &&
       (scheme->n_pre > 0 || !(fabs(whole.thermostats - 1) <= 64 * DBL_EPSILON))))
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "scheme '%s': stages RGS_THERMOSTAT sum to %.17g; must be 1, in a scheme without a "
        "processor",
        about->name, whole.thermostats + pre.thermostats);
  if (scheme->reserved0 != 0)
    return rgs_set_error(error, RGS_E_TABLE, -1, "scheme '%s': reserved0 is %u; must be 0",
                         about->name, scheme->reserved0);
  status = check_levels(scheme, about, &whole, error);
  if (status != RGS_OK) return status;
  facts->has_levels = whole.slow_size > 0;
  facts->nests = facts->has_levels && is_nested(scheme);
  facts->drift_of_pre = pre.drifts;
  facts->strang = strang_form(scheme);
  facts->backward = goes_back(scheme);
  facts->palindrome = scheme->n_pre == 0 && is_palindrome(scheme);
  facts->composed = scheme->n_pre == 0 && is_composed(scheme);
  if ((about->claims & RGS_SYMMETRIC) && !facts->palindrome)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s': claims RGS_SYMMETRIC, but its stages are not a palindrome%s",
                         about->name, scheme->n_pre > 0 ? " with a processor before them" : "");
  if ((about->claims & RGS_COMPOSED) && !facts->composed)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s': claims RGS_COMPOSED, but is not a symmetric composition of "
                         "Strang steps",
                         about->name);
  if (about->order > RGS_HIGHEST_ORDER)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "scheme '%s': order is %u; this version can verify 1 to %d", about->name,
                         about->order, RGS_HIGHEST_ORDER);
  rgs_missed missed;
  find_orders(scheme, about->order, facts, &missed);
  if (facts->order_nystrom < about->order)
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "scheme '%s': claims order %u, but its conditions hold to order %u only: one of "
        "order %u is %.9g in place of %.9g, off by %.2g; allowed %.2g (give the "
        "coefficients to 17 digits)",
        about->name, about->order, facts->order_nystrom, facts->order_nystrom + 1, missed.got,
        missed.wanted, fabs(missed.got - missed.wanted), missed.tolerance);
  return check_params(about, facts, error);
}
