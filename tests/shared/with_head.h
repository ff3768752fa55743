/* SPDX-License-Identifier: BSD-3-Clause
 *
 * with_head.h - a struct of the ABI: its head, and the fields that are named.
 */
#ifndef TEST_WITH_HEAD_H
#define TEST_WITH_HEAD_H
#include <rigidstep/rigidstep.h>

#define WITH_HEAD(type, ...)                                                                       \
  { .head = RGS_HEAD(type), __VA_ARGS__ }

#endif
