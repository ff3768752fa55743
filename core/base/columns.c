/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.c - the table of a view's columns, walks over some of them, and which of them share memory.
 */
#include "base/columns.h"
#include <math.h>

#define COLUMN(its_name, its_components, is_required)                                              \
  {                                                                                                \
    .name = #its_name, .offset = offsetof(rgs_view, its_name), .components = its_components,       \
    .required = is_required                                                                        \
  }

const rgs_column_info rgs_column_infos[RGS_COLUMNS] = {
  [RGS_COLUMN_X] = COLUMN(x, 3, true),       [RGS_COLUMN_P] = COLUMN(p, 3, true),
  [RGS_COLUMN_Q] = COLUMN(q, 4, true),       [RGS_COLUMN_L] = COLUMN(l, 3, true),
  [RGS_COLUMN_MASS] = COLUMN(mass, 1, true), [RGS_COLUMN_INERTIA] = COLUMN(inertia, 3, true),
  [RGS_COLUMN_F] = COLUMN(f, 3, true),       [RGS_COLUMN_TAU] = COLUMN(tau, 3, true),
  [RGS_COLUMN_GF] = COLUMN(gf, 3, false),    [RGS_COLUMN_GTAU] = COLUMN(gtau, 3, false),
  [RGS_COLUMN_AUX] = COLUMN(aux, 0, false),
};

double *rgs_get_columns(const rgs_view *v, const int *list, int n, int64_t i, double *out) {
  for (int c = 0; c < n; c++) {
    const int components = rgs_column_infos[list[c]].components;
    rgs_get(rgs_column_of(v, list[c]), i, components, out);
    out += components;
  }
  return out;
}

const double *rgs_put_columns(const rgs_view *v, const int *list, int n, int64_t i,
                              const double *in) {
  for (int c = 0; c < n; c++) {
    const int components = rgs_column_infos[list[c]].components;
    rgs_put(rgs_column_of(v, list[c]), i, components, in);
    in += components;
  }
  return in;
}

/* ---- shared memory --------------------------------------------------------------------------- */

/* The first body i with i * a == distance + j * b for a body j, or -1.  i and j are 0 to n - 1. */
static int64_t meeting(ptrdiff_t a, ptrdiff_t b, ptrdiff_t distance, int64_t n) {
  if (n == 1) return distance == 0 ? 0 : -1;
  if (a == b) { /* as in a struct for each body: then i - j is all that counts */
    const ptrdiff_t apart = distance / a;
    if (distance % a != 0 || apart >= n || apart <= -n) return -1;
    return apart > 0 ? apart : 0;
  }
  for (int64_t i = 0; i < n; i++) {
    const ptrdiff_t rest = (ptrdiff_t)i * a - distance;
    if (rest % b == 0 && rest / b >= 0 && rest / b < n) return i;
  }
  return -1;
}

/* From the lowest number of a column to the highest, in doubles from address 0. */
static void range_of(const rgs_column *c, int components, int64_t n, intptr_t range[2]) {
  const intptr_t begin = (intptr_t)c->data / (intptr_t)sizeof(double);
  const intptr_t bodies = (intptr_t)(n - 1) * c->body;
  const intptr_t comps = (intptr_t)(components - 1) * c->comp;
  range[0] = begin + (bodies < 0 ? bodies : 0) + (comps < 0 ? comps : 0);
  range[1] = begin + (bodies > 0 ? bodies : 0) + (comps > 0 ? comps : 0);
}

static bool is_constant(int column) {
  return column == RGS_COLUMN_MASS || column == RGS_COLUMN_INERTIA;
}

static rgs_status check_pair(const rgs_view *v, int one, int other, rgs_error *error) {
  const rgs_column_info *info = &rgs_column_infos[one], *infos = &rgs_column_infos[other];
  const rgs_column *a = rgs_column_of(v, one), *b = rgs_column_of(v, other);
  if (a->data == NULL || b->data == NULL) return RGS_OK;
  intptr_t of_a[2], of_b[2];
  range_of(a, info->components, v->n, of_a);
  range_of(b, infos->components, v->n, of_b);
  if (of_a[1] < of_b[0] || of_b[1] < of_a[0]) return RGS_OK;
  const ptrdiff_t apart = ((intptr_t)b->data - (intptr_t)a->data) / (ptrdiff_t)sizeof(double);
  for (int k = 0; k < info->components; k++)
    for (int m = 0; m < infos->components; m++) {
      const int64_t i = meeting(a->body, b->body, apart + m * b->comp - k * a->comp, v->n);
      if (i >= 0)
        return rgs_set_error(
            error, RGS_E_ARG, i,
            "body %lld: view.%s[%d] lies where view.%s has its component %d of some "
            "body; each number needs a place of its own",
            (long long)i, info->name, k, infos->name, m);
    }
  return RGS_OK;
}

rgs_status rgs_check_overlap(const rgs_view *v, rgs_error *error) {
  for (int one = 0; one < RGS_COLUMNS && v->n > 0; one++)
    for (int other = 0; other < one; other++) {
      if (is_constant(one) && is_constant(other)) continue;
      rgs_status status = check_pair(v, other, one, error); /* the aux counts as of no width */
      if (status != RGS_OK) return status;
    }
  return RGS_OK;
}

rgs_status rgs_check_column(const char *of, const char *name, const rgs_column *c, int64_t n,
                            int components, bool required, rgs_error *error) {
  if (n == 0 || (c->data == NULL && !required)) return RGS_OK;
  if (c->data == NULL)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s%s.data is null; this column is required", of,
                         name);
  if ((uintptr_t)c->data % sizeof(double) != 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s%s.data is not aligned to %zu bytes", of, name,
                         sizeof(double));
  if (n > 1 && c->body == 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s%s.body is 0; must differ from 0 for n > 1", of,
                         name);
  if (components > 1 && c->comp == 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "%s%s.comp is 0; must differ from 0", of, name);
  /* No two elements may share a place: one stride must pass over all elements of the other. */
  double body = fabs((double)c->body), comp = fabs((double)c->comp);
  if (n > 1 && components > 1 && !(body > (components - 1) * comp) &&
      !(comp > (double)(n - 1) * body))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "%s%s: with body %lld and comp %lld elements overlap; allowed |body| > "
                         "%d |comp| or |comp| > %lld |body|",
                         of, name, (long long)c->body, (long long)c->comp, components - 1,
                         (long long)(n - 1));
  return RGS_OK;
}
