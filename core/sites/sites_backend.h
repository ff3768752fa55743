/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sites_backend.h - sites whose positions and forces lie on a device (backends/sites.c): places and forces alone
 * are computed there.
 */
#pragma once
#include "sites/site_call.h"

struct rgs_sites_backend {
  rgs_status (*run)(const rgs_site_call *c, bool gathers, double *intramolecular, rgs_error *error);
  void (*send_shapes)(rgs_sites *s); /* the numbers of the bodies have changed */
  void (*leave)(rgs_sites *s);
};
