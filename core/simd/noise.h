/* SPDX-License-Identifier: BSD-3-Clause
 *
 * noise.h - random bits and normal deviates of several bodies at once.  Devices compile
 * the same source, rigidstep/device/noise.h.
 */
#pragma once
#include "simd/simd_u32.h"
