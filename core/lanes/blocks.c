/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.c - the check of forces.
 */
#include "lanes/blocks.h"

rgs_status rgs_check_force_columns(const rgs_view *v, const rgs_column *f, const rgs_column *tau,
                                   const char *f_name, const char *tau_name, rgs_error *error) {
  int64_t i = 0;
  for (; i < v->n; i += RGS_BLOCK) {
    const rgs_column f_here = rgs_column_from(f, i), tau_here = rgs_column_from(tau, i);
    const int64_t n = rgs_in_block(v->n, i, RGS_BLOCK);
    if (!rgs_finite(&f_here, n) || !rgs_finite(&tau_here, n)) break;
  }
  if (i >= v->n) return RGS_OK;
  while (rgs_not_finite_at(f, i) + rgs_not_finite_at(tau, i) == 0) i++;
  bool of_f = rgs_not_finite_at(f, i) != 0;
  const rgs_column *c = of_f ? f : tau;
  int k = 0;
  while (RGS_AT(*c, i, k) - RGS_AT(*c, i, k) == 0) k++;
  return rgs_refuse(error, RGS_E_NONFINITE, i, "body %lld: %s[%d] is %g; must be finite",
                    (long long)i, of_f ? f_name : tau_name, k, RGS_AT(*c, i, k));
}
