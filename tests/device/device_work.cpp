// SPDX-License-Identifier: BSD-3-Clause
// The work of device_work.h in C++.
#include "device_work.c"
