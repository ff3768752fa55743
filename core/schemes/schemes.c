/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.c - the list of the built-in schemes.  Each family of tables ends with its own list, so a
 * new scheme is a table in one of these files and its name in the list there.
 */
#include "schemes/schemes.h"
#include "schemes/composed.h"
#include "schemes/gradient.h"
#include "schemes/levels.h"
#include "schemes/momentum.h"
#include "schemes/nystrom.h"
#include "schemes/placed_thermostat.h"
#include "schemes/processed.h"
#include "schemes/splitting.h"
#include "schemes/strang.h"

#define LIST(name) &rgs_scheme_##name,
const rgs_scheme *const rgs_builtin_schemes[] = {
  RGS_STRANG_SCHEMES(LIST) RGS_COMPOSED_SCHEMES(LIST) RGS_SPLITTING_SCHEMES(LIST)
      RGS_NYSTROM_SCHEMES(LIST) RGS_GRADIENT_SCHEMES(LIST) RGS_PROCESSED_SCHEMES(LIST)
          RGS_PLACED_THERMOSTAT_SCHEMES(LIST) NULL
};

const rgs_scheme *const rgs_draft_schemes[] = { &rgs_scheme_respa,
                                                RGS_MOMENTUM_SCHEMES(LIST) NULL };
