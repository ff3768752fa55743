/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sincos.h - sine and cosine of lanes.  Devices compile the same source.
 */
#pragma once
#include "simd/lanes.h"
#include <rigidstep/device/sincos.h>
