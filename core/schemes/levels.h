/* SPDX-License-Identifier: BSD-3-Clause
 *
 * levels.h - the scheme for a fast and a slow force, a draft (rigidstep/draft.h).
 */
#pragma once
#include "schemes/scheme_check.h"
#include "schemes/tables.h"

static const rgs_param_info inner_params[] = {
  {
      .key = "inner",
      .unit = "",
      .doc = "How many times a step kicks with the fast force and drifts, each for 1/inner of it.",
      .type = RGS_I64,
      .offset = 0,
      .min = 1,
      .max = RGS_MOST_INNER,
      .dflt = 4,
  },
};

/* With inner 1; methods/thermostat_stages.c repeats what stands between the slow kicks. */
/* clang-format off */
static const rgs_stage respa[] = {
  MIRROR3((RGS_DRAFT_KICK_SLOW, 0.5),
          (K, 0.5),
          (D, 1))
};
/* clang-format on */
SCHEME_ABOUT(respa, 2, RGS_SYMMETRIC, RGS_DRAFT_EVAL_SLOW, inner_params, 1, "10.1063/1.463137",
             "Strang steps by the fast force between two half kicks by the slow force: Verlet-I, "
             "r-RESPA.");
static const rgs_scheme rgs_scheme_respa = { SCHEME_ROWS(respa), NULL, 0, 0 };
