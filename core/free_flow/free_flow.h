/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_flow.h - what the calls without a handle have in common.
 */
#ifndef RGS_FREE_FLOW_H
#define RGS_FREE_FLOW_H
#include "base/error.h"

/* Checks all arguments but the bodies. */
rgs_status rgs_check_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                               const double *l, const double *attitude, const char *attitude_name,
                               rgs_error *error);

#endif /* RGS_FREE_FLOW_H */
