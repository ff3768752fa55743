/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load_header.c - rigidstep_load.h in a host's source file, with the plain calls defined.
 * Compiling it without a warning is the test.
 */
#define RGS_LOAD_DEFINE_CALLS
#include "rigidstep_load.h"

int load_header(rgs_library *library, rgs_error *error);
int load_header(rgs_library *library, rgs_error *error) {
  if (rgs_library_open(library, "rigidstep_generic.so", error) == RGS_OK) rgs_library_use(library);
  return RGS_LIBRARY_HAS(library, rgs_step) ? (int)rgs_step(NULL, 0.0, 0, error) : 1;
}
