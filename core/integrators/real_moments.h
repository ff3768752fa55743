/* SPDX-License-Identifier: BSD-3-Clause
 *
 * real_moments.h - the check of integrators whose equations make sense for bodies of mass >= 0
 * only: the entries (I_j + I_k - I_i)/2 of their mass matrix must not be negative.
 */
#pragma once
#include <rigidstep/method.h>

static inline rgs_status rgs_check_real_moments(const rgs_step_call *call,
                                                rgs_violation *violation) {
  const rgs_column *inertia = &call->bodies->inertia;
  for (int64_t i = 0; i < call->bodies->n; i++)
    for (int k = 0; k < 3; k++) {
      const double others = RGS_AT(*inertia, i, (k + 1) % 3) + RGS_AT(*inertia, i, (k + 2) % 3);
      if (RGS_AT(*inertia, i, k) <= others * (1 + 1e-8)) continue;
      violation->body = i;
      violation->what = "a principal moment, divided by the sum of the other two,";
      violation->value = RGS_AT(*inertia, i, k) / others;
      violation->most = 1;
      return RGS_E_BODY;
    }
  return RGS_OK;
}
