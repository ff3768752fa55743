/* SPDX-License-Identifier: BSD-3-Clause
 *
 * with_head.h - a struct of the ABI: its head, and the fields that are named; and tables of schemes.
 */
#pragma once
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>

/* An orthogonal cell. */
static inline rgs_cell cell_of_edges(double x, double y, double z) {
  return (rgs_cell){ .head = RGS_HEAD(rgs_cell), .vectors = { x, 0, 0, 0, y, 0, 0, 0, z } };
}

#define WITH_HEAD(type, ...)                                                                       \
  { .head = RGS_HEAD(type), __VA_ARGS__ }

/* Of an array of stages. */
#define SCHEME_OF(its_about, its_stages)                                                           \
  WITH_HEAD(rgs_scheme, .about = (its_about), .stages = (its_stages),                              \
            .n_stages = sizeof(its_stages) / sizeof *(its_stages),                                 \
            .stage_size = sizeof *(its_stages))
#define KICK(a)                                                                                    \
  { RGS_KICK, 0, a, 0 }
#define DRIFT(a)                                                                                   \
  { RGS_DRIFT, 0, a, 0 }
#define GRADIENT(a, c)                                                                             \
  { RGS_KICK_GRADIENT, 0, a, c }
#define KICK_SLOW(a)                                                                               \
  { RGS_DRAFT_KICK_SLOW, 0, a, 0 }
#define APPLY_THERMOSTAT(a)                                                                        \
  { RGS_THERMOSTAT, 0, a, 0 }
