/* SPDX-License-Identifier: BSD-3-Clause
 *
 * on_device.h - sites whose positions and forces lie on a device: places and forces alone are computed there.
 */
#ifndef RGS_SITES_ON_DEVICE_H
#define RGS_SITES_ON_DEVICE_H
#include "sites/site_call.h"

rgs_status rgs_sites_run_on_device(const rgs_site_call *c, bool gathers, double *intramolecular,
                                   rgs_error *error);
/* The numbers of the bodies have changed. */
void rgs_sites_send_shapes(rgs_sites *s);
void rgs_sites_leave_device(rgs_sites *s);

#endif /* RGS_SITES_ON_DEVICE_H */
