/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell.c - what a host sets and reads of a cell that is sheared (rigidstep/draft_cell.h).
 */
#include "ensemble/box.h"
#include "lanes/unfused.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <rigidstep/draft_cell.h>
#include <string.h>

static rgs_status check_piston(const rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (rgs_method_shears(s->motion.method)) return RGS_OK;
  return rgs_refuse(error, RGS_E_NEEDS, -1,
                    "the method has no piston that shears a cell; name the piston 'flexible', or "
                    "call rgs_stepper_set_box for a piston that only changes lengths");
}

/* Where the lengths and the tilts xy, xz, yz stand among the nine numbers. */
static const int LENGTH[3] = { 0, 4, 8 }, TILT[3] = { 3, 6, 7 }, ZERO[3] = { 1, 2, 5 };

static rgs_status check_vectors(const char *what, const double v[9], rgs_error *error) {
  for (int k = 0; k < 9; k++)
    if (!isfinite(v[k]))
      return rgs_refuse(error, RGS_E_ARG, -1, "cell.%s[%d] is %g; must be finite", what, k, v[k]);
  for (int k = 0; k < 3; k++)
    if (v[ZERO[k]] != 0)
      return rgs_refuse(error, RGS_E_ARG, -1,
                        "cell.%s[%d] is %g; must be 0: rotate the cell so that its vectors are "
                        "(ax, 0, 0), (bx, by, 0), (cx, cy, cz)",
                        what, ZERO[k], v[ZERO[k]]);
  for (int k = 0; k < 3; k++)
    if (!(v[LENGTH[k]] > 0))
      return rgs_refuse(error, RGS_E_ARG, -1,
                        "cell.%s[%d] is %g; must be > 0, or the cell has no volume", what,
                        LENGTH[k], v[LENGTH[k]]);
  const double volume = v[0] * v[4] * v[8];
  if (volume > 0 && isfinite(volume)) return RGS_OK;
  return rgs_refuse(error, RGS_E_ARG, -1, "cell.%s: its volume is %g; must be finite and > 0", what,
                    volume);
}

static bool has_reference(const rgs_draft_cell *cell) {
  double sum = 0;
  for (int k = 0; k < 9; k++) sum += fabs(cell->reference[k]);
  return sum != 0; /* also if it is NaN */
}

static rgs_status check_cell(const rgs_draft_cell *cell, rgs_error *error) {
  if (cell == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "cell is null");
  rgs_status status = rgs_check_draft(&cell->head, sizeof *cell, "cell", error);
  if (status != RGS_OK) return status;
  if (cell->flags != 0 || cell->reserved0 != 0)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "cell.flags and cell.reserved0 are %u and %u; must be 0", cell->flags,
                      cell->reserved0);
  for (int k = 0; k < 3; k++)
    if (!isfinite(cell->centre[k]))
      return rgs_refuse(error, RGS_E_ARG, -1, "cell.centre[%d] is %g; must be finite", k,
                        cell->centre[k]);
  status = check_vectors("vectors", cell->vectors, error);
  if (status != RGS_OK || !has_reference(cell)) return status;
  return check_vectors("reference", cell->reference, error);
}

static void gather(double v[9], const double lengths[3], const double tilt[3]) {
  memset(v, 0, 9 * sizeof *v);
  for (int k = 0; k < 3; k++) {
    v[LENGTH[k]] = lengths[k];
    v[TILT[k]] = tilt[k];
  }
}

static bool same(const double *a, const double *b, int n) {
  bool equal = true;
  for (int k = 0; k < n; k++) equal &= a[k] == b[k];
  return equal;
}

static rgs_draft_cell cell_of(const rgs_stepper *s) {
  const rgs_kept *e = &s->ensemble.kept;
  rgs_draft_cell cell = { .head = RGS_DRAFT_HEAD(rgs_draft_cell) };
  double lengths[3];
  rgs_box_lengths(&s->ensemble, lengths);
  gather(cell.vectors, lengths, e->shears.tilt);
  gather(cell.reference, e->box.reference, e->shears.reference);
  memcpy(cell.centre, e->box.centre, sizeof cell.centre);
  return cell;
}

rgs_status rgs_draft_stepper_set_cell(rgs_stepper *s, const rgs_draft_cell *cell,
                                      rgs_error *error) {
  rgs_status status = check_piston(s, error);
  if (status == RGS_OK) status = check_cell(cell, error);
  if (status != RGS_OK) return status;
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_draft_stepper_set_cell", error);
  rgs_kept *e = &s->ensemble.kept;
  const rgs_draft_cell now = cell_of(s);
  const double *reference = cell->reference;
  if (!has_reference(cell)) reference = e->box.known ? now.reference : cell->vectors;
  const bool same_cell = e->box.known && same(now.vectors, cell->vectors, 9);
  double strain[RGS_GROUPS] = { 0 };
  int group[3];
  rgs_box_groups(&s->ensemble, group);
  for (int k = 0; k < 3; k++) {
    const double own = rgs_log(cell->vectors[LENGTH[k]] / reference[LENGTH[k]]);
    /* Axes that change together share the mean: lengths themselves are kept beside it. */
    if (group[k] >= 0) strain[group[k]] += own / rgs_axes_of(group, group[k]);
    if (!(fabs(own) < RGS_MOST_STRAIN))
      return rgs_refuse(error, RGS_E_ARG, -1,
                        "cell.vectors[%d] is %g and reference[%d] %g; their ratio must be a number "
                        "between 1e-260 and 1e260",
                        LENGTH[k], cell->vectors[LENGTH[k]], LENGTH[k], reference[LENGTH[k]]);
  }
  /* If the cell does not change, its strains keep their bits. */
  if (!same_cell || !same(now.reference, reference, 9)) {
    memcpy(e->box.strain, strain, sizeof strain);
    memcpy(e->box.told, strain, sizeof strain);
    for (int k = 0; k < 3; k++) {
      e->box.lengths[k] = cell->vectors[LENGTH[k]];
      e->box.reference[k] = reference[LENGTH[k]];
      e->shears.tilt[k] = cell->vectors[TILT[k]];
      e->shears.reference[k] = reference[TILT[k]];
    }
  }
  /* In another cell the forces that the host gave are no longer valid. */
  if (e->box.known && !(same_cell && same(now.centre, cell->centre, 3)))
    (void)rgs_stepper_set_fresh(s, 0, NULL);
  memcpy(e->box.centre, cell->centre, sizeof e->box.centre);
  e->box.known = 1;
  return RGS_OK;
}

rgs_status rgs_draft_stepper_cell(const rgs_stepper *s, rgs_draft_cell *out, rgs_error *error) {
  rgs_status status = check_piston(s, error);
  if (status == RGS_OK && out == NULL) status = rgs_refuse(error, RGS_E_ARG, -1, "out is null");
  if (status == RGS_OK) status = rgs_check_draft(&out->head, sizeof *out, "out", error);
  if (status != RGS_OK) return status;
  if (!s->ensemble.kept.box.known)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "the stepper knows no cell; call rgs_draft_stepper_set_cell first, after a "
                      "swap too");
  *out = cell_of(s);
  return RGS_OK;
}

rgs_status rgs_draft_stepper_shear_virial(rgs_stepper *s, const double shear[3], rgs_error *error) {
  const rgs_status status = check_piston(s, error);
  if (status != RGS_OK) return status;
  if (shear == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "shear is null");
  if (!(s->place.asked & RGS_EVAL_VIRIAL))
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "no virial has been asked for; call rgs_draft_stepper_shear_virial where the "
                      "request has RGS_EVAL_VIRIAL");
  memcpy(s->ensemble.given_shear, shear, sizeof s->ensemble.given_shear);
  return RGS_OK;
}
