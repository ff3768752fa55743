/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bind.c - before the bodies become others, the stepper that has given a device work on them learns what became
 * of it.
 */
#include "stepper/stepper_check.h"

rgs_status rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  const rgs_status status = capacity > b->capacity ? rgs_settle_bodies(b, error) : RGS_OK;
  return status == RGS_OK ? rgs_bodies_grow(b, capacity, error) : status;
}

rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  const rgs_status status = rgs_settle_bodies(b, error);
  return status == RGS_OK ? rgs_bodies_take(b, view, error) : status;
}
