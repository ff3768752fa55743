/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.c - the table of a view's columns, and walks over some of them.
 */
#include "base/columns.h"

#define COLUMN(its_name, its_components, is_required)                                              \
  {                                                                                                \
    .name = #its_name, .offset = offsetof(rgs_view, its_name), .components = its_components,       \
    .required = is_required                                                                        \
  }

const rgs_column_info rgs_column_infos[RGS_COLUMNS] = {
  [RGS_COLUMN_X] = COLUMN(x, 3, true),          [RGS_COLUMN_P] = COLUMN(p, 3, true),
  [RGS_COLUMN_Q] = COLUMN(q, 4, true),          [RGS_COLUMN_L] = COLUMN(l, 3, true),
  [RGS_COLUMN_MASS] = COLUMN(mass, 1, true),    [RGS_COLUMN_INERTIA] = COLUMN(inertia, 3, true),
  [RGS_COLUMN_F] = COLUMN(f, 3, true),          [RGS_COLUMN_TAU] = COLUMN(tau, 3, true),
  [RGS_COLUMN_GF] = COLUMN(gf, 3, false),       [RGS_COLUMN_GTAU] = COLUMN(gtau, 3, false),
  [RGS_COLUMN_CARRY] = COLUMN(carry, 0, false),
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
