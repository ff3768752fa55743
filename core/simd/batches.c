/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batches.c - the check of forces.
 */
#include "simd/batches.h"

typedef struct force_check {
  const rgs_column *f, *tau;
  atomic_llong broken; /* the first body of the first batch with a number that is not finite */
} force_check;

static inline void check_some(void *work, int64_t first, int64_t n) {
  force_check *check = work;
  const int64_t end = first + n;
  for (int64_t i = first; i < end; i += RGS_BATCH) {
    const int64_t here = rgs_in_batch(end, i, RGS_BATCH);
    if (rgs_finite_batch(check->f, i, here) && rgs_finite_batch(check->tau, i, here)) continue;
    rgs_note_least(&check->broken, i);
    return;
  }
}

rgs_status rgs_check_many_forces(rgs_threads *executor, const rgs_view *v, const rgs_column *f,
                                 const rgs_column *tau, const char *f_name, const char *tau_name,
                                 rgs_error *error) {
  force_check check = { f, tau, INT64_MAX };
  rgs_split(executor, v->n, check_some, &check);
  int64_t i = atomic_load_explicit(&check.broken, memory_order_relaxed);
  if (i == INT64_MAX) return RGS_OK;
  i = rgs_first_not_finite(f, tau, i, v->n - i);
  bool of_f = rgs_not_finite_at(f, i) != 0;
  const rgs_column *c = of_f ? f : tau;
  int k = 0;
  while (RGS_AT(*c, i, k) - RGS_AT(*c, i, k) == 0) k++;
  return rgs_set_error(error, RGS_E_NONFINITE, i, "body %lld: %s[%d] is %g; must be finite",
                       (long long)i, of_f ? f_name : tau_name, k, RGS_AT(*c, i, k));
}
