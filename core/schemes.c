/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.c - the built-in schemes, as tables.  Rows are done from the first to the last; a drift
 * is free flight for a*h, a kick adds a*h times force and torque.
 */
#include "schemes.h"

#define DRIFT(a) { RGS_DRIFT, 0, a, 0 }
#define KICK(a) { RGS_KICK, 0, a, 0 }

#define SCHEME(id, text, reference, its_order, its_claims)                                        \
  static const rgs_about id##_about = { .head = RGS_HEAD(rgs_about), .name = #id, .doc = text,    \
                                        .cite = reference, .order = its_order,                    \
                                        .claims = RGS_SYMPLECTIC | RGS_KEEPS_MOMENTUM |           \
                                                  its_claims,                                     \
                                        .needs = RGS_EVAL_FORCE };                                \
  const rgs_scheme rgs_scheme_##id = { RGS_HEAD(rgs_scheme), &id##_about, id,                     \
                                       sizeof id / sizeof *id, sizeof *id }

static const rgs_stage strang[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
SCHEME(strang, "Kick, drift, kick: velocity Verlet's form of the Strang splitting.",
       "10.1137/0705041", 2, RGS_SYMMETRIC | RGS_COMPOSED);

static const rgs_stage strang_dkd[] = { DRIFT(0.5), KICK(1), DRIFT(0.5) };
SCHEME(strang_dkd, "Drift, kick, drift: position Verlet's form of the Strang splitting.",
       "10.1137/0705041", 2, RGS_SYMMETRIC | RGS_COMPOSED);
