/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell.c - the cell that a host sets and reads.
 */
#include "base/layout.h"
#include "ensemble/cell.h"
#include "simd/unfused.h"
#include "stepper/batch.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft_batch.h>
#include <math.h>
#include <string.h>

/* Ratios that differ by less count as equal: a host may have read the vectors from a text. */
#define SAME_RATIO 1e-8

static rgs_status check_barostat(const rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (s->motion.method->barostat != NULL) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_NEEDS, -1,
      "'%s' has no barostat; only methods with one move a cell (rgs_method_spec.barostat)",
      rgs_method_about(s->motion.method)->name);
}

static rgs_status check_vectors(const char *what, const double v[9], rgs_error *error) {
  static const int zero[] = { 1, 2, 5 };
  for (int k = 0; k < 9; k++)
    if (!isfinite(v[k]))
      return rgs_set_error(error, RGS_E_ARG, -1, "cell.%s[%d] is %g; must be finite", what, k,
                           v[k]);
  for (int k = 0; k < 3; k++)
    if (v[zero[k]] != 0)
      return rgs_set_error(error, RGS_E_ARG, -1,
                           "cell.%s[%d] is %g; must be 0: rotate the cell so that its vectors are "
                           "(ax, 0, 0), (bx, by, 0), (cx, cy, cz)",
                           what, zero[k], v[zero[k]]);
  for (int k = 0; k < 9; k += 4)
    if (!(v[k] > 0))
      return rgs_set_error(error, RGS_E_ARG, -1,
                           "cell.%s[%d] is %g; must be > 0, or the cell has no volume", what, k,
                           v[k]);
  const double volume = v[0] * v[4] * v[8];
  if (volume > 0 && isfinite(volume)) return RGS_OK;
  return rgs_set_error(error, RGS_E_ARG, -1, "cell.%s: its volume is %g; must be finite and > 0",
                       what, volume);
}

static bool has_reference(const rgs_cell *cell) {
  double sum = 0;
  for (int k = 0; k < 9; k++) sum += fabs(cell->reference[k]);
  return sum != 0; /* also if it is NaN */
}

static rgs_status check_cell(const rgs_cell *cell, rgs_error *error) {
  if (cell->flags != 0 || cell->reserved0 != 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "cell.flags and cell.reserved0 are %u and %u; must be 0", cell->flags,
                         cell->reserved0);
  for (int k = 0; k < 3; k++)
    if (!isfinite(cell->origin[k]))
      return rgs_set_error(error, RGS_E_ARG, -1, "cell.origin[%d] is %g; must be finite", k,
                           cell->origin[k]);
  const rgs_status status = check_vectors("vectors", cell->vectors, error);
  if (status != RGS_OK || !has_reference(cell)) return status;
  return check_vectors("reference", cell->reference, error);
}

/* Strains that the barostat does not have must be 0, or the reference does not belong to the cell. */
static rgs_status check_fixed(const rgs_barostat_setting *set, const rgs_upper *h,
                              const rgs_upper *h0, rgs_error *error) {
  static const char *const shear[] = { "xy", "xz", "yz" };
  const rgs_upper f = rgs_cell_deformation(h, h0);
  for (int k = 0; k < 3; k++)
    if (!set->moves[k] && !(fabs(f.off[k]) <= SAME_RATIO))
      return rgs_set_error(
          error, RGS_E_ARG, -1,
          "cell.vectors are the reference sheared by %s %.17g, and the barostat does "
          "not shear so: give reference",
          shear[k], f.off[k]);
  return RGS_OK;
}

/* The strains of the groups.  Axes of one group must have the same strain. */
static rgs_status find_strains(const rgs_barostat_setting *set, const rgs_upper *h,
                               const rgs_upper *h0, double strain[3], rgs_error *error) {
  double own[3];
  for (int k = 0; k < 3; k++) {
    const double now = h->diagonal[k], then = h0->diagonal[k];
    const int g = set->group[k];
    own[k] = rgs_log(now / then);
    if (!(fabs(own[k]) < RGS_MOST_STRAIN))
      return rgs_set_error(
          error, RGS_E_ARG, -1,
          "cell.vectors[%d] is %g and reference[%d] %g; their ratio must be a number "
          "between 1e-260 and 1e260",
          4 * k, now, 4 * k, then);
    if (g < 0) continue;
    strain[g] += own[k] / rgs_axes_of(set->group, g);
    int other = 0;
    while (set->group[other] != g) other++;
    if (!(fabs(own[k] - own[other]) <= SAME_RATIO))
      return rgs_set_error(
          error, RGS_E_ARG, -1,
          "cell.vectors[%d] is %.17g and vectors[%d] is %.17g, %.17g and %.17g times the "
          "reference; axes of one group must have the same ratio: give reference",
          4 * other, h->diagonal[other], 4 * k, now, h->diagonal[other] / h0->diagonal[other],
          now / then);
  }
  return check_fixed(set, h, h0, error);
}

static bool same(const double *a, const double *b, int n) {
  bool equal = true;
  for (int k = 0; k < n; k++) equal &= a[k] == b[k];
  return equal;
}

static rgs_cell cell_of(const rgs_ensemble *e) {
  const rgs_moved_cell *kept = &e->saved.cell;
  const rgs_upper now = rgs_barostat_cell(e);
  rgs_cell cell = RGS_CELL_INIT;
  rgs_cell_to_vectors(&now, cell.vectors);
  rgs_cell_to_vectors(&kept->reference, cell.reference);
  memcpy(cell.origin, kept->origin, sizeof cell.origin);
  return cell;
}

static rgs_status set_cell(rgs_stepper *s, rgs_ensemble *e, const rgs_cell *given,
                           rgs_error *error) {
  rgs_cell cell;
  rgs_status status = rgs_read_struct(&cell, &rgs_cell_layout, given, error);
  if (status == RGS_OK) status = check_cell(&cell, error);
  if (status != RGS_OK) return status;
  rgs_moved_cell *kept = &e->saved.cell;
  const rgs_cell before = cell_of(e);
  const bool same_vectors = kept->known && same(before.vectors, cell.vectors, 9);
  if (!has_reference(&cell))
    memcpy(cell.reference, kept->known ? before.reference : cell.vectors, sizeof cell.reference);
  /* If the cell does not change, its strains keep their bits. */
  if (!same_vectors || !same(before.reference, cell.reference, 9)) {
    const rgs_barostat_setting set = rgs_barostat_setting_of(e);
    const rgs_upper h = rgs_cell_of_vectors(cell.vectors);
    const rgs_upper h0 = rgs_cell_of_vectors(cell.reference);
    double strain[RGS_GROUPS] = { 0 };
    status = find_strains(&set, &h, &h0, strain, error);
    if (status != RGS_OK) return status;
    memcpy(kept->lengths, h.diagonal, sizeof kept->lengths);
    memcpy(kept->tilt, h.off, sizeof kept->tilt);
    kept->reference = h0;
    memcpy(kept->strain, strain, sizeof strain);
    memcpy(kept->strain_at_set, strain, sizeof strain);
  }
  /* In another cell the forces that the host gave are no longer valid. */
  if (kept->known && !(same_vectors && same(before.origin, cell.origin, 3)))
    (void)rgs_stepper_set_valid(s, 0, NULL);
  memcpy(kept->origin, cell.origin, sizeof kept->origin);
  kept->known = 1;
  return RGS_OK;
}

static rgs_status tell_cell(const rgs_ensemble *e, rgs_cell *out, rgs_error *error) {
  if (!e->saved.cell.known)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "the stepper knows no cell; call %s first, after a swap to another "
                         "thermostat or barostat too",
                         e->range != NULL ? "rgs_draft_batch_set_cell" : "rgs_stepper_set_cell");
  const rgs_cell cell = cell_of(e);
  return rgs_write_struct(out, &rgs_cell_layout, &cell, error);
}

/* ---- of the one system ------------------------------------------------------------------------- */

static rgs_status check_one(const rgs_stepper *s, const char *instead, rgs_error *error) {
  const rgs_status status = check_barostat(s, error);
  if (status != RGS_OK || !rgs_ensemble_is_batch(&s->ensemble)) return status;
  return rgs_set_error(error, RGS_E_NEEDS, -1,
                       "each system of a batch has a cell of its own; call %s", instead);
}

rgs_status rgs_stepper_set_cell(rgs_stepper *s, const rgs_cell *given, rgs_error *error) {
  const rgs_status status = check_one(s, "rgs_draft_batch_set_cell", error);
  if (status != RGS_OK) return status;
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_stepper_set_cell", error);
  return set_cell(s, &s->ensemble, given, error);
}

rgs_status rgs_stepper_cell(const rgs_stepper *s, rgs_cell *out, rgs_error *error) {
  const rgs_status status = check_one(s, "rgs_draft_batch_cell", error);
  return status == RGS_OK ? tell_cell(&s->ensemble, out, error) : status;
}

/* ---- of a system of a batch -------------------------------------------------------------------- */

rgs_status rgs_draft_batch_set_cell(rgs_stepper *s, int64_t name, const rgs_cell *given,
                                    rgs_error *error) {
  int64_t system = 0;
  rgs_status status = check_barostat(s, error);
  if (status == RGS_OK) status = rgs_batch_find(s, name, &system, error);
  if (status != RGS_OK) return status;
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_draft_batch_set_cell", error);
  status = set_cell(s, &s->ensemble.systems[system], given, error);
  return status == RGS_OK ? RGS_OK : rgs_ensemble_name(&s->ensemble, system, status, error);
}

rgs_status rgs_draft_batch_cell(const rgs_stepper *s, int64_t name, rgs_cell *out,
                                rgs_error *error) {
  int64_t system = 0;
  rgs_status status = check_barostat(s, error);
  if (status == RGS_OK) status = rgs_batch_find(s, name, &system, error);
  if (status != RGS_OK) return status;
  status = tell_cell(&s->ensemble.systems[system], out, error);
  return status == RGS_OK ? RGS_OK : rgs_ensemble_name(&s->ensemble, system, status, error);
}
