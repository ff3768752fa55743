/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_set.c - what a host sets and reads of bath, piston and noise between steps: parameters, the
 * box, the number of steps.
 */
#include "base/layout.h"
#include "base/params.h"
#include "lanes/unfused.h"
#include "methods/method_params.h"
#include "ensemble/box.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

/* ---- parameters ------------------------------------------------------------------------------ */

static rgs_status check_kind(const rgs_stepper *s, uint32_t kind, const char *key,
                             rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (key == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "key is null");
  if (kind == 0 || kind == RGS_KIND_BATH || kind == RGS_KIND_PISTON) return RGS_OK;
  return rgs_refuse(error, RGS_E_ARG, -1,
                    "kind is %u; allowed RGS_KIND_BATH (%d), RGS_KIND_PISTON (%d), or 0 for both",
                    kind, RGS_KIND_BATH, RGS_KIND_PISTON);
}

enum { BATH_AND_PISTON = 2 };

/* The choices of that kind which declare the key, with the values that the stepper has now. */
static bool find_choices(const rgs_stepper *s, uint32_t kind, const char *key,
                         rgs_choice found[BATH_AND_PISTON]) {
  found[0] = (rgs_choice){ kind != RGS_KIND_PISTON ? s->motion.method->bath : NULL,
                           s->ensemble.bath_params };
  found[1] = (rgs_choice){ kind != RGS_KIND_BATH ? s->motion.method->piston : NULL,
                           s->ensemble.piston_params };
  for (int k = 0; k < BATH_AND_PISTON; k++)
    if (found[k].entry != NULL && !rgs_params_declares(&found[k].entry->about, key))
      found[k].entry = NULL;
  return found[0].entry != NULL || found[1].entry != NULL;
}

rgs_status rgs_stepper_set_param(rgs_stepper *s, uint32_t kind, const char *key, double value,
                                 rgs_error *error) {
  rgs_status status = check_kind(s, kind, key, error);
  if (status != RGS_OK) return status;
  if (!isfinite(value))
    return rgs_refuse(error, RGS_E_ARG, -1, "value of '%s' is %g; must be finite", key, value);
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_set_param", error);
  rgs_choice choices[BATH_AND_PISTON];
  if (!find_choices(s, kind, key, choices))
    return rgs_method_refuse_param(s->motion.method, kind, key, error);
  const rgs_param param = { .key = key, .value = value };
  for (int k = 0; k < BATH_AND_PISTON; k++) {
    if (choices[k].entry == NULL) continue;
    if (!rgs_params_ramps(&choices[k].entry->about, key))
      return rgs_method_refuse_param(s->motion.method, kind, key, error);
    status = rgs_params_check(&choices[k].entry->about, &param, error);
    if (status != RGS_OK) return status;
  }
  for (int k = 0; k < BATH_AND_PISTON; k++)
    if (choices[k].entry != NULL)
      (void)rgs_params_set(&choices[k].entry->about, choices[k].params, &param, error);
  return RGS_OK;
}

rgs_status rgs_stepper_param(const rgs_stepper *s, uint32_t kind, const char *key, double *value,
                             rgs_error *error) {
  const rgs_status status = check_kind(s, kind, key, error);
  if (status != RGS_OK) return status;
  if (value == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "value is null");
  rgs_choice choices[BATH_AND_PISTON];
  if (!find_choices(s, kind, key, choices))
    return rgs_method_refuse_param(s->motion.method, kind, key, error);
  const rgs_choice *choice = &choices[choices[0].entry == NULL];
  *value = rgs_params_get(&choice->entry->about, choice->params, key, 0);
  return RGS_OK;
}

/* ---- box ------------------------------------------------------------------------------------- */

/* Ratios of lengths that differ by less count as equal: a host may have read the lengths from a text. */
#define SAME_RATIO 1e-8

static rgs_status check_piston(const rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  const rgs_entry *piston = s->motion.method->piston;
  if (piston == NULL)
    return rgs_refuse(error, RGS_E_NEEDS, -1,
                      "'%s' has no piston; only methods with one move a box",
                      rgs_method_about(s->motion.method)->name);
  if (!piston->piston->shears) return RGS_OK;
  return rgs_refuse(error, RGS_E_NEEDS, -1,
                    "piston '%s' moves a cell of nine numbers, and rgs_box has three lengths; call "
                    "rgs_draft_stepper_set_cell and rgs_draft_stepper_cell",
                    piston->about.name);
}

static bool has_reference(const rgs_box *box) {
  return box->reference[0] != 0 || box->reference[1] != 0 || box->reference[2] != 0;
}

static rgs_status check_product(const char *what, const double l[3], rgs_error *error) {
  const double volume = l[0] * l[1] * l[2];
  if (volume > 0 && isfinite(volume)) return RGS_OK;
  return rgs_refuse(error, RGS_E_ARG, -1,
                    "box.%s: the product of %g, %g and %g must be finite and > 0", what, l[0], l[1],
                    l[2]);
}

static rgs_status check_box(const rgs_box *box, rgs_error *error) {
  if (box->flags != 0 || box->reserved0 != 0)
    return rgs_refuse(error, RGS_E_ARG, -1, "box.%s is %u; must be 0",
                      box->flags != 0 ? "flags" : "reserved0",
                      box->flags != 0 ? box->flags : box->reserved0);
  for (int k = 0; k < 3; k++) {
    if (!(box->lengths[k] > 0) || !isfinite(box->lengths[k]))
      return rgs_refuse(error, RGS_E_ARG, -1, "box.lengths[%d] is %g; must be finite and > 0", k,
                        box->lengths[k]);
    if (!isfinite(box->centre[k]))
      return rgs_refuse(error, RGS_E_ARG, -1, "box.centre[%d] is %g; must be finite", k,
                        box->centre[k]);
    if (has_reference(box) && (!(box->reference[k] > 0) || !isfinite(box->reference[k])))
      return rgs_refuse(error, RGS_E_ARG, -1,
                        "box.reference[%d] is %g; must be finite and > 0, or all three 0", k,
                        box->reference[k]);
  }
  const rgs_status status = check_product("lengths", box->lengths, error);
  if (status != RGS_OK || !has_reference(box)) return status;
  return check_product("reference", box->reference, error);
}

/* The strains of the groups for these lengths and this reference.  Axes of one group must have the
 * same strain. */
static rgs_status find_strains(const int group[3], const double lengths[3],
                               const double reference[3], double strain[3], rgs_error *error) {
  memset(strain, 0, RGS_GROUPS * sizeof *strain);
  for (int k = 0; k < 3; k++) {
    const int g = group[k];
    if (g < 0) continue;
    const double own = rgs_log(lengths[k] / reference[k]);
    if (!(fabs(own) < RGS_MOST_STRAIN))
      return rgs_refuse(error, RGS_E_ARG, -1,
                        "box.lengths[%d] is %g and reference[%d] %g; their ratio must be a number "
                        "between 1e-260 and 1e260",
                        k, lengths[k], k, reference[k]);
    strain[g] += own / rgs_axes_of(group, g);
    for (int other = 0; other < k; other++) {
      if (group[other] != g) continue;
      const double first = rgs_log(lengths[other] / reference[other]);
      if (!(fabs(own - first) <= SAME_RATIO))
        return rgs_refuse(
            error, RGS_E_ARG, -1,
            "box.lengths[%d] is %.17g and lengths[%d] is %.17g, %.17g and %.17g times "
            "the reference; axes of one group must have the same ratio: give reference",
            other, lengths[other], k, lengths[k], lengths[other] / reference[other],
            lengths[k] / reference[k]);
      break;
    }
  }
  return RGS_OK;
}

static bool same_numbers(const double a[3], const double b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

rgs_status rgs_stepper_set_box(rgs_stepper *s, const rgs_box *given, rgs_error *error) {
  rgs_box box;
  rgs_status status = check_piston(s, error);
  if (status == RGS_OK) status = rgs_read_struct(&box, &rgs_box_layout, given, error);
  if (status == RGS_OK) status = check_box(&box, error);
  if (status != RGS_OK) return status;
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_set_box", error);
  rgs_kept *e = &s->ensemble.kept;
  double now[3], strain[3];
  rgs_box_lengths(&s->ensemble, now);
  const bool same_lengths = e->box.known && same_numbers(now, box.lengths);
  if (!has_reference(&box))
    memcpy(box.reference, e->box.known ? e->box.reference : box.lengths, sizeof box.reference);
  /* If the box does not change, its strains keep their bits. */
  if (!same_lengths || !same_numbers(e->box.reference, box.reference)) {
    int group[3];
    rgs_box_groups(&s->ensemble, group);
    status = find_strains(group, box.lengths, box.reference, strain, error);
    if (status != RGS_OK) return status;
    memcpy(e->box.lengths, box.lengths, sizeof e->box.lengths);
    memcpy(e->box.reference, box.reference, sizeof e->box.reference);
    memcpy(e->box.strain, strain, sizeof e->box.strain);
    memcpy(e->box.told, strain, sizeof e->box.told);
  }
  /* In another box the forces that the host gave are no longer valid. */
  if (e->box.known && !(same_lengths && same_numbers(e->box.centre, box.centre)))
    (void)rgs_stepper_set_fresh(s, 0, NULL);
  memcpy(e->box.centre, box.centre, sizeof e->box.centre);
  e->box.known = 1;
  return RGS_OK;
}

rgs_status rgs_stepper_box(const rgs_stepper *s, rgs_box *out, rgs_error *error) {
  const rgs_status status = check_piston(s, error);
  if (status != RGS_OK) return status;
  const rgs_kept *e = &s->ensemble.kept;
  if (!e->box.known)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "the stepper knows no box; call rgs_stepper_set_box first, after a swap too");
  rgs_box box = RGS_BOX_INIT;
  rgs_box_lengths(&s->ensemble, box.lengths);
  memcpy(box.centre, e->box.centre, sizeof box.centre);
  memcpy(box.reference, e->box.reference, sizeof box.reference);
  return rgs_write_struct(out, &rgs_box_layout, &box, error);
}

/* ---- number of steps ------------------------------------------------------------------------- */

rgs_status rgs_stepper_set_step(rgs_stepper *s, uint64_t step, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_set_step", error);
  s->ensemble.kept.steps = step;
  return RGS_OK;
}

uint64_t rgs_stepper_step(const rgs_stepper *s) { return s == NULL ? 0 : s->ensemble.kept.steps; }
