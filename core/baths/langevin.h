/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin.h - friction and noise on momenta: what the baths `langevin` and `langevin_fine` have in common.
 */
#ifndef RGS_BATHS_LANGEVIN_H
#define RGS_BATHS_LANGEVIN_H
#include "baths/bath_lanes.h"
#include "baths/bath_params.h"
#include "baths/baths.h"
#include "lanes/noise.h"
#include <rigidstep/device/langevin.h>

/* What one application does.  keep is exp(-h/relaxation), spread kT (1 - exp(-2h/relaxation)). */
typedef struct rgs_langevin_step {
  uint32_t seed, stream;
  uint64_t step;
  double keep_translation, keep_rotation;
  double spread_translation, spread_rotation;
  int flat; /* two dimensions: motion along x and y, rotation about z; l_x and l_y stay 0 */
} rgs_langevin_step;

/* Sets keep and spread for two relaxation times, infinity where there is no friction. */
void rgs_langevin_times(rgs_langevin_step *step, double h, double relaxation_translation,
                        double relaxation_rotation, double kt);

/* By an rgs_langevin_step; sums: RGS_ACTED_SUMS (builtin_baths.h). */
rgs_on_batch rgs_langevin_batch, rgs_langevin_fine_batch;

/* ---- the baths -------------------------------------------------------------------------------- */
typedef struct rgs_langevin_params {
  double kt, relaxation, relaxation_rotation;
  int64_t seed, ends, conserved;
} rgs_langevin_params;

#define RGS_LANGEVIN_ROWS                                                                          \
  RGS_BATH_KT(rgs_langevin_params),                                                                \
      RGS_BATH_PARAM(rgs_langevin_params, relaxation, RGS_F64, "time",                             \
                     "After this time 1/e of a momentum is left.", 0, RGS_BATH_MOST, 1,            \
                     RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),                                    \
      RGS_BATH_PARAM(rgs_langevin_params, relaxation_rotation, RGS_F64, "time",                    \
                     "The same of an angular momentum; 0: as relaxation.", 0, RGS_BATH_MOST, 0,    \
                     0),                                                                           \
      RGS_BATH_SEED(rgs_langevin_params), RGS_BATH_ENDS(rgs_langevin_params),                      \
      RGS_BATH_CONSERVED(rgs_langevin_params)

/* rgs_bath.act of the bath whose kernel is `on_batch`. */
rgs_status rgs_langevin_act(rgs_bath_call *call, rgs_on_batch *on_batch);

/* ---- for the kernels -------------------------------------------------------------------------- */
/* The names of bodies i, i + 1, ..; beyond the end, of the last.  Returns where they lie: `room`,
 * unless the host has them in one piece. */
static inline const uint64_t *rgs_keys_of(const rgs_bath_bodies *b, int64_t i,
                                          uint64_t room[RGS_NOISE_BODIES]) {
  if (b->key != NULL && b->n - i >= RGS_NOISE_BODIES) return (const uint64_t *)(b->key + i);
  for (int j = 0; j < RGS_NOISE_BODIES; j++) {
    const int64_t at = i + j < b->n ? i + j : b->n - 1;
    room[j] = (uint64_t)(b->key != NULL ? b->key[at] : b->first + at);
  }
  return room;
}

/* Widths of the noise, of the kinds in the lanes. */
typedef struct rgs_langevin_kinds {
  rgs_kinds of;
  rgs_lanes translation, rotation[3];
} rgs_langevin_kinds;

RGS_WITHIN static inline void rgs_langevin_take_kinds(const rgs_bath_bodies *b,
                                                      const rgs_langevin_step *step, int64_t i,
                                                      rgs_langevin_kinds *kinds) {
  if (!rgs_new_kinds(b, i, &kinds->of)) return;
  const rgs_lanes share = b->p_is_velocity ? kinds->of.inverse : kinds->of.mass;
  kinds->translation = rgs_sqrt(step->spread_translation * share);
  rgs_langevin_widths(step->spread_rotation, kinds->of.moment, kinds->rotation);
}

#endif /* RGS_BATHS_LANGEVIN_H */
