/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin_simd.c - the thermostat `langevin`: friction and noise on momenta.  The formulas, and what they
 * are from, are in rigidstep/device/langevin.h, which devices compile too.
 */
#include "thermostats/langevin.h"
#include "thermostats/thermostat_simd.h"
#include "thermostats/thermostat_params.h"
#include "thermostats/builtin_thermostats.h"
#include "simd/noise.h"
#include "simd/instruction_set.h"
#include <rigidstep/device/langevin.h>

/* The names of bodies i, i + 1, ..; beyond the end, of the last.  Returns where they lie: `room`,
 * unless the host has them in one piece. */
RGS_INLINE const uint64_t *rgs_tags_of(const rgs_thermostat_bodies *b, int64_t i,
                                       uint64_t room[RGS_NOISE_BODIES]) {
  if (b->tag != NULL && b->n - i >= RGS_NOISE_BODIES) return (const uint64_t *)(b->tag + i);
  for (int j = 0; j < RGS_NOISE_BODIES; j++) {
    const int64_t at = i + j < b->n ? i + j : b->n - 1;
    room[j] = (uint64_t)(b->tag != NULL ? b->tag[at] : b->first + at);
  }
  return room;
}

/* Widths of the noise, of the kinds in the lanes. */
typedef struct rgs_langevin_kinds {
  rgs_kinds of;
  rgs_lanes translation, rotation[3];
} rgs_langevin_kinds;

RGS_WITHIN RGS_INLINE void rgs_langevin_take_kinds(const rgs_thermostat_bodies *b,
                                                   const rgs_langevin_step *step, int64_t i,
                                                   rgs_langevin_kinds *kinds) {
  if (!rgs_new_kinds(b, i, &kinds->of)) return;
  const rgs_lanes share = b->p_is_velocity ? kinds->of.inverse : kinds->of.mass;
  kinds->translation = rgs_sqrt(step->spread_translation * share);
  rgs_langevin_widths(step->spread_rotation, kinds->of.moment, kinds->rotation);
}

/* Twice the kinetic energy gained; after: twice what it is then, along x, y and z. */
RGS_WITHIN RGS_INLINE rgs_lanes rgs_langevin_translation(const rgs_thermostat_bodies *b,
                                                         const rgs_langevin_step *step, int64_t i,
                                                         rgs_mask act, const rgs_lanes xi[3],
                                                         const rgs_langevin_kinds *kinds,
                                                         rgs_lanes after[3]) {
  const rgs_lanes width = kinds->translation;
  const rgs_lanes share = b->p_is_velocity ? kinds->of.mass : kinds->of.inverse;
  rgs_lanes p[3], squares = rgs_same(0);
  rgs_load_all(&b->p, b->n, i, 3, p);
  for (int k = 0; k < 3; k++) {
    if (k < (step->flat ? 2 : 3)) {
      const rgs_lanes now = rgs_langevin_now(step->keep_translation, p[k], width, xi[k]);
      squares += (now - p[k]) * (now + p[k]);
      p[k] = rgs_select(act, now, p[k]);
    }
    after[k] = p[k] * p[k] * share;
  }
  rgs_store_all(&b->p, b->n, i, 3, p);
  return squares * share;
}

/* As above; after: of rotation. */
RGS_WITHIN RGS_INLINE rgs_lanes rgs_langevin_rotation(const rgs_thermostat_bodies *b,
                                                      const rgs_langevin_step *step, int64_t i,
                                                      rgs_mask act, const rgs_lanes xi[3],
                                                      const rgs_langevin_kinds *kinds,
                                                      rgs_lanes *after) {
  rgs_lanes l[3], q[4], row[3][3], noise[3], gained = rgs_same(0), twice = rgs_same(0);
  rgs_load_all(&b->l, b->n, i, 3, l);
  rgs_load_all(&b->q, b->n, i, 4, q);
  rgs_rotation_of(q, row);
  rgs_langevin_torque(step->spread_rotation, step->flat, row, kinds->of.moment, kinds->rotation, xi,
                      noise);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes y = rgs_along_body_axis(row, l, k), mobility = kinds->of.mobility[k];
    const rgs_lanes now = rgs_select(act, step->keep_rotation * y + noise[k], y);
    gained += (now - y) * (now + y) * mobility;
    twice += now * now * mobility;
  }
  for (int j = step->flat ? 2 : 0; j < 3; j++) {
    const rgs_lanes now = rgs_langevin_turned(step->keep_rotation, l[j], row, noise, j);
    l[j] = rgs_select(act, now, l[j]);
  }
  rgs_store_all(&b->l, b->n, i, 3, l);
  *after = twice;
  return gained;
}

/* What the bodies in these lanes gained, and have then. */
RGS_WITHIN RGS_INLINE void rgs_langevin_lanes(const rgs_thermostat_bodies *b,
                                              const rgs_langevin_step *step, int64_t i,
                                              const rgs_lanes xi[RGS_NORMALS],
                                              const rgs_langevin_kinds *kinds,
                                              rgs_lanes term[RGS_ACTED_SUMS]) {
  const rgs_mask act = rgs_chosen(b, i), counts = rgs_and(act, rgs_lanes_below(i, b->own));
  term[0] = rgs_langevin_translation(b, step, i, act, xi, kinds, term + 1);
  term[0] += rgs_langevin_rotation(b, step, i, act, xi + 3, kinds, term + 4);
  for (int k = 0; k < RGS_ACTED_SUMS; k++) term[k] = rgs_unless(rgs_not(counts), 0.5 * term[k]);
}

/* What langevin tells of its own chosen bodies: the kinetic energy they gained, and what it is
 * then, along x, y and z, and of rotation.
 *
 * Bits, radii, deviates and bodies have loops of their own: what follows from one body is a long chain of
 * operations, and processors see other bodies beside it only if the loop is short. */
RGS_THERMOSTAT_KERNEL(rgs_langevin_batch, rgs_langevin_step) {
  const rgs_langevin_step step = *given; /* a copy, which stores cannot change */
  enum { GROUPS = RGS_SUM_BATCH / RGS_NOISE_BODIES };
  const rgs_noise noise = { step.seed, step.stream, step.step };
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  const int groups = (int)((b.n + RGS_NOISE_BODIES - 1) / RGS_NOISE_BODIES);
  rgs_words word[GROUPS][8];
  rgs_floats radius[GROUPS][RGS_NORMALS / 2], normal[GROUPS][RGS_NORMALS];
  rgs_langevin_kinds kinds = { .of = rgs_no_kinds() };
  rgs_lane_sum sum[RGS_ACTED_SUMS];
  memset(sum, 0, sizeof sum);
  for (int g = 0; g < groups; g++) {
    uint64_t room[RGS_NOISE_BODIES];
    rgs_noise_words(&keys, rgs_tags_of(&b, g * RGS_NOISE_BODIES, room), word[g]);
  }
  for (int g = 0; g < groups; g++) rgs_radii_of(word[g], radius[g]);
  for (int g = 0; g < groups; g++) rgs_normals_of_radii(radius[g], word[g], normal[g]);
  for (int64_t i = 0; i < b.n; i += RGS_WIDTH) {
    rgs_lanes xi[RGS_NORMALS];
    for (int k = 0; k < RGS_NORMALS; k++)
      xi[k] = rgs_lanes_of_floats(&normal[i / RGS_NOISE_BODIES][k],
                                  (int)(i / RGS_WIDTH) % RGS_NOISE_PARTS);
    rgs_langevin_take_kinds(&b, &step, i, &kinds);
    rgs_lanes term[RGS_ACTED_SUMS];
    rgs_langevin_lanes(&b, &step, i, xi, &kinds, term);
    for (int k = 0; k < RGS_ACTED_SUMS; k++) sum[k].part[i / RGS_WIDTH % RGS_SUM_PARTS] += term[k];
  }
  for (int k = 0; k < RGS_ACTED_SUMS; k++) sums[k] = rgs_sum_up(&sum[k]);
  return rgs_sums_finite(sums, RGS_ACTED_SUMS);
}

#ifdef RGS_ON_DEVICE
RGS_INLINE void rgs_langevin_terms_of(const rgs_thermostat_bodies *one,
                                      const rgs_langevin_step *step, double *term) {
  rgs_noise noise;
  noise.seed = step->seed;
  noise.stream = step->stream;
  noise.step = step->step;
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  uint64_t room[1];
  rgs_words word[8];
  rgs_floats normal[RGS_NORMALS];
  rgs_lanes xi[RGS_NORMALS];
  rgs_langevin_kinds kinds;
  kinds.of = rgs_no_kinds();
  rgs_noise_words(&keys, rgs_tags_of(one, 0, room), word);
  rgs_normals_of(word, normal);
  RGS_UNROLL
  for (int k = 0; k < RGS_NORMALS; k++) xi[k] = normal[k];
  rgs_langevin_take_kinds(one, step, 0, &kinds);
  rgs_langevin_lanes(one, step, 0, xi, &kinds, term);
}
#endif
RGS_KERNEL(langevin, rgs_langevin_step, RGS_MOMENTA | RGS_USES_Q | RGS_CONSTANTS, RGS_MOMENTA,
           RGS_ACTED_SUMS, (rgs_langevin_terms_of(one, step, term), 1))

#if RGS_ONCE
typedef struct rgs_langevin_params {
  double kt, relaxation, relaxation_rotation;
  int64_t seed;
} rgs_langevin_params;

void rgs_langevin_times(rgs_langevin_step *step, double h, double relaxation_translation,
                        double relaxation_rotation, double kt) {
  rgs_langevin_over(h, relaxation_translation, kt, &step->keep_translation,
                    &step->spread_translation);
  rgs_langevin_over(h, relaxation_rotation, kt, &step->keep_rotation, &step->spread_rotation);
}

static rgs_status act(rgs_thermostat_call *call, int64_t *bad) {
  (void)bad;
  const rgs_langevin_params *p = call->params;
  rgs_langevin_step step = { .seed = (uint32_t)p->seed,
                             .stream = RGS_STREAMS * call->visit + RGS_STREAM_BODIES,
                             .step = call->step,
                             .flat = (call->bodies->flags & RGS_VIEW_PLANAR) != 0 };
  const double rotation = p->relaxation_rotation > 0 ? p->relaxation_rotation : p->relaxation;
  rgs_langevin_times(&step, call->h, p->relaxation, rotation, p->kt);
  rgs_act_by(call, RGS_KERNEL_langevin, &step, sizeof step);
  return RGS_OK;
}

static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(rgs_langevin_params),
  RGS_THERMOSTAT_PARAM(rgs_langevin_params, relaxation, RGS_F64, "time",
                       "After this time 1/e of a momentum is left.", 0, RGS_THERMOSTAT_MOST, 1,
                       RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  RGS_THERMOSTAT_PARAM(rgs_langevin_params, relaxation_rotation, RGS_F64, "time",
                       "The same of an angular momentum; 0: as relaxation.", 0, RGS_THERMOSTAT_MOST,
                       0, 0),
  RGS_THERMOSTAT_SEED(rgs_langevin_params),
};
RGS_THERMOSTAT_ABOUT("langevin", RGS_EXACT, 0, 0, rgs_langevin_params, "10.48550/arXiv.1412.5813",
                     "Friction and noise on momentum and angular momentum of every body.");

RGS_THERMOSTAT(langevin, .act = act, .flags = RGS_THERMOSTAT_NOISE)
#endif /* RGS_ONCE */
