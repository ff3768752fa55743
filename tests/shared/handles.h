/* SPDX-License-Identifier: BSD-3-Clause
 *
 * handles.h - a context, a method, bodies and a stepper, opened and closed together.
 */
#pragma once
#include "named_method.h"

typedef struct handles {
  rgs_context *context;
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
} handles;

/* Makes what is still null, in this order, up to the first status that is not RGS_OK, which it returns. */
static inline rgs_status open_handles(handles *h, const named_method *of, const rgs_view *view,
                                      const rgs_host *host, rgs_error *error) {
  rgs_status status = RGS_OK;
  if (!h->context) status = rgs_context_create(NULL, &h->context, error);
  if (status == RGS_OK && !h->method) status = method_from_names(h->context, of, &h->method, error);
  if (status == RGS_OK) status = rgs_bodies_create(h->context, view->n, &h->bodies, error);
  if (status == RGS_OK) status = rgs_bodies_bind(h->bodies, view, error);
  if (status == RGS_OK) status = rgs_stepper_create(h->bodies, h->method, host, &h->stepper, error);
  return status;
}

/* All but the context, which may be another's. */
static inline void close_handles(handles *h) {
  rgs_stepper_destroy(h->stepper);
  rgs_bodies_destroy(h->bodies);
  rgs_method_destroy(h->method);
  *h = (handles){ .context = h->context };
}
