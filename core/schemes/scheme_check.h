/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme_check.h - what the table of a scheme shows, and whether its claims are true.
 */
#pragma once
#include "base/error.h"

enum { RGS_NO_STRANG, RGS_KICK_FIRST, RGS_DRIFT_FIRST };
enum { RGS_MOST_INNER = 64 }; /* the largest value that a table may allow for `inner` */

typedef struct rgs_scheme_facts { /* what a scheme's table shows, whatever the scheme claims */
  bool palindrome;
  uint32_t strang;        /* RGS_NO_STRANG, or the form of the one Strang step that it is */
  bool has_thermostat;    /* it has stages RGS_THERMOSTAT */
  bool by_momenta;        /* it has stages RGS_DRAFT_KICK_MOMENTUM */
  double drift_of_pre;    /* the fraction of a step that the processor drifts */
  bool backward;          /* a drift goes back in time */
  bool composed;          /* it is a symmetric composition of Strang steps */
  bool has_levels;        /* it has stages RGS_DRAFT_KICK_SLOW */
  bool nests;             /* these are its first and its last stage: the others may be repeated */
  uint32_t order_general; /* for any two flows, up to the order claimed */
  uint32_t order_nystrom; /* for kinetic energy quadratic in the momenta, up to the order claimed */
} rgs_scheme_facts;

rgs_status rgs_check_scheme(const rgs_scheme *scheme, const rgs_about *about,
                            rgs_scheme_facts *facts, rgs_error *error);

/* The claims of a scheme without those that its table disproves, and with RGS_BACKWARD and
 * RGS_PROCESSED where they are so.  (Others that are false refuse the table.) */
uint32_t rgs_true_claims(const rgs_scheme *scheme, const rgs_scheme_facts *facts);

/* ---- orders of schemes (scheme_order.c) ------------------------------------------------------ */
#define RGS_HIGHEST_ORDER 10 /* of a scheme that can be verified */
/* The order that the stages reach without those of the operation left_out (0: none), but no more than
 * `highest`.  A scheme that kicks with the gradient has none in general: that kick is made for kinetic energy
 * quadratic in the momenta. */
uint32_t rgs_scheme_order_general(const rgs_scheme *scheme, uint32_t highest, uint32_t left_out);
/* The same for such a kinetic energy; missed: the worst of the conditions of the next order, where that is
 * not above `highest`. */
typedef struct rgs_missed {
  double got, wanted, tolerance;
} rgs_missed;
uint32_t rgs_scheme_order_nystrom(const rgs_scheme *scheme, uint32_t highest, uint32_t left_out,
                                  rgs_missed *missed);
