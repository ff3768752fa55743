/* SPDX-License-Identifier: BSD-3-Clause
 *
 * small_module.c - a module without methods that needs no C library, for readers of module files.
 */
#include <rigidstep/module.h>

#ifndef SYMBOL
#define SYMBOL rgs_module_v2
#endif
RGS_EXPORT extern const rgs_module SYMBOL;
const rgs_module SYMBOL = {
  .head = RGS_HEAD(rgs_module), .name = "small", .version = "1", .license = "BSD-3-Clause"
};
