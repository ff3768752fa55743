/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sincos.h - sine and cosine of lanes.  Devices compile the same source.
 */
#ifndef RGS_LANE_SINCOS_H
#define RGS_LANE_SINCOS_H
#include "simd/lanes.h"
#include <rigidstep/device/sincos.h>

#endif /* RGS_LANE_SINCOS_H */
