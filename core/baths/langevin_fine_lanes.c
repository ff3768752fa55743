/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin_fine_lanes.c - the bath `langevin_fine`, a draft: what `langevin` does, with deviates that are doubles
 * and with fewer operations.
 */
#include "baths/builtin_baths.h"
#include "baths/langevin.h"
#include "lanes/path.h"
#include <rigidstep/device/fine_noise.h>

enum { LANES = RGS_SUM_BATCH / RGS_WIDTH };

/* A batch.  `plain`, a constant where these functions are called: the columns lie end to end, all lanes are
 * full and all their bodies count, in three dimensions. */
typedef struct rgs_fine_batch {
  const rgs_bath_bodies *b;
  const rgs_langevin_step *step;
  rgs_lanes normal[LANES][RGS_NORMALS];
} rgs_fine_batch;

RGS_WITHIN static inline void rgs_fine_load(const rgs_column *c, int64_t n, int64_t i,
                                            int components, int plain, rgs_lanes *a) {
  const rgs_column known = { c->data, components, 1 };
  rgs_load_all(plain ? &known : c, plain ? i + RGS_WIDTH : n, i, components, a);
}

RGS_WITHIN static inline void rgs_fine_store(const rgs_column *c, int64_t n, int64_t i, int plain,
                                             const rgs_lanes *a) {
  const rgs_column known = { c->data, 3, 1 };
  rgs_store_all(plain ? &known : c, plain ? i + RGS_WIDTH : n, i, 3, a);
}

/* Which bodies the bath acts on, and which of them do not count. */
RGS_WITHIN static inline rgs_mask rgs_fine_chosen(const rgs_bath_bodies *b, int64_t i, int plain,
                                                  rgs_mask *left_out) {
  const rgs_mask all = rgs_mask_of_bits(RGS_ALL_LANES);
  const rgs_mask chosen = plain ? all : rgs_chosen(b, i);
  *left_out = rgs_not(plain ? all : rgs_and(chosen, rgs_lanes_below(i, b->own)));
  return chosen;
}

/* Sums are twice the energies until the end. */
RGS_WITHIN static inline void rgs_fine_add(rgs_lane_sum *sum, int64_t i, rgs_mask left_out,
                                           int plain, rgs_lanes twice) {
  sum->part[i / RGS_WIDTH % RGS_SUM_PARTS] += plain ? twice : rgs_unless(left_out, twice);
}

/* p <- keep p + width xi.  Sums: what is gained, and what there is then. */
RGS_WITHIN static inline void rgs_fine_translation(const rgs_fine_batch *batch, int plain,
                                                   rgs_lane_sum *gained, rgs_lane_sum *is) {
  const rgs_bath_bodies *b = batch->b;
  const rgs_langevin_step *step = batch->step;
  const int axes = !plain && step->flat ? 2 : 3;
  rgs_lanes known = rgs_same(NAN), share = known, width = known;
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    const rgs_lanes *xi = batch->normal[i / RGS_WIDTH];
    rgs_lanes p[3], mass, before = rgs_same(0), after = rgs_same(0);
    rgs_mask left_out;
    const rgs_mask chosen = rgs_fine_chosen(b, i, plain, &left_out);
    mass = plain ? rgs_from_memory(b->mass.data + i) : rgs_load(&b->mass, b->n, i, 0);
    if (!rgs_all(rgs_equal(mass, known))) {
      known = mass;
      share = width = 1 / mass;
      if (b->p_is_velocity)
        share = mass;
      else
        width = mass;
      width = rgs_sqrt(step->spread_translation * width);
    }
    rgs_fine_load(&b->p, b->n, i, 3, plain, p);
    for (int k = 0; k < axes; k++) {
      const rgs_lanes now = rgs_langevin_now(step->keep_translation, p[k], width, xi[k]);
      before += p[k] * p[k];
      p[k] = plain ? now : rgs_select(chosen, now, p[k]);
      after += p[k] * p[k];
    }
    rgs_fine_store(&b->p, b->n, i, plain, p);
    rgs_fine_add(gained, i, left_out, plain, (after - before) * share);
    rgs_fine_add(is, i, left_out, plain, after * share);
  }
}

/* The same of the angular momentum about the principal axes, which is then turned back into space. */
RGS_WITHIN static inline void rgs_fine_rotation(const rgs_fine_batch *batch, int plain,
                                                rgs_lane_sum *gained, rgs_lane_sum *is) {
  const rgs_bath_bodies *b = batch->b;
  const rgs_langevin_step *step = batch->step;
  const int flat = !plain && step->flat;
  rgs_lanes known[3], mobility[3], width[3];
  for (int k = 0; k < 3; k++) known[k] = mobility[k] = width[k] = rgs_same(NAN);
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    const rgs_lanes *xi = batch->normal[i / RGS_WIDTH] + 3;
    rgs_lanes l[3], q[4], moment[3], row[3][3], y[3], noise[3];
    rgs_lanes before = rgs_same(0), after = rgs_same(0);
    rgs_mask left_out;
    const rgs_mask chosen = rgs_fine_chosen(b, i, plain, &left_out);
    rgs_fine_load(&b->inertia, b->n, i, 3, plain, moment);
    if (!rgs_all(rgs_and(rgs_and(rgs_equal(moment[0], known[0]), rgs_equal(moment[1], known[1])),
                         rgs_equal(moment[2], known[2])))) {
      for (int k = 0; k < 3; k++) {
        known[k] = moment[k];
        mobility[k] = rgs_mobility(moment[k]);
      }
      rgs_langevin_widths(step->spread_rotation, moment, width);
    }
    rgs_fine_load(&b->l, b->n, i, 3, plain, l);
    rgs_fine_load(&b->q, b->n, i, 4, plain, q);
    rgs_rotation_of(q, row);
    rgs_langevin_torque(step->spread_rotation, flat, row, moment, width, xi, noise);
    for (int k = 0; k < 3; k++) {
      y[k] = rgs_along_body_axis(row, l, k);
      before += y[k] * y[k] * mobility[k];
      const rgs_lanes now = step->keep_rotation * y[k] + noise[k];
      y[k] = plain ? now : rgs_select(chosen, now, y[k]);
      after += y[k] * y[k] * mobility[k];
    }
    for (int j = flat ? 2 : 0; j < 3; j++) {
      const rgs_lanes now = row[j][0] * y[0] + row[j][1] * y[1] + row[j][2] * y[2];
      l[j] = plain ? now : rgs_select(chosen, now, l[j]);
    }
    rgs_fine_store(&b->l, b->n, i, plain, l);
    rgs_fine_add(gained, i, left_out, plain, after - before);
    rgs_fine_add(is, i, left_out, plain, after);
  }
}

static inline void rgs_fine_deviates(rgs_fine_batch *batch) {
  enum { GROUPS = RGS_SUM_BATCH / RGS_NOISE_BODIES };
  const rgs_bath_bodies *b = batch->b;
  const rgs_langevin_step *step = batch->step;
  const rgs_noise noise = { step->seed, step->stream, step->step };
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  const int64_t n = b->n;
  const int groups = (int)((n + RGS_NOISE_BODIES - 1) / RGS_NOISE_BODIES);
  const int lanes = (int)((n + RGS_WIDTH - 1) / RGS_WIDTH);
  rgs_long_words word[GROUPS * RGS_NOISE_PARTS][8];
  rgs_lanes radius[LANES][RGS_NORMALS / 2];
  uint64_t name[RGS_SUM_BATCH];
  for (int64_t i = 0; i < n; i++) name[i] = (uint64_t)(b->key != NULL ? b->key[i] : b->first + i);
  for (int64_t i = n; i < groups * RGS_NOISE_BODIES; i++) name[i] = 0; /* nobody's */
  for (int g = 0; g < groups; g++)
    rgs_fine_words(&keys, name + g * RGS_NOISE_BODIES, word + g * RGS_NOISE_PARTS);
  for (int i = 0; i < lanes; i++) rgs_fine_radii(word[i], radius[i]);
  for (int i = 0; i < lanes; i++) rgs_fine_normals(radius[i], word[i], batch->normal[i]);
}

/* What langevin tells, in the same places; all of translation stands for x.  Each part has a loop of its own, for
 * the reason given there. */
RGS_LANE_FUNCTION(int, rgs_langevin_fine_batch,
                  (const rgs_bath_bodies *b, const void *given, double *sums), (b, given, sums)) {
  const rgs_langevin_step step = *(const rgs_langevin_step *)given; /* stores cannot change it */
  rgs_fine_batch batch;
  rgs_lane_sum gained, translation, rotation;
  batch.b = b;
  batch.step = &step;
  memset(&gained, 0, sizeof gained);
  memset(&translation, 0, sizeof translation);
  memset(&rotation, 0, sizeof rotation);
  rgs_fine_deviates(&batch);
  if (rgs_bodies_end_to_end(b) && b->n % RGS_WIDTH == 0 && b->own >= b->n && !step.flat) {
    rgs_fine_translation(&batch, 1, &gained, &translation);
    rgs_fine_rotation(&batch, 1, &gained, &rotation);
  } else {
    rgs_fine_translation(&batch, 0, &gained, &translation);
    rgs_fine_rotation(&batch, 0, &gained, &rotation);
  }
  sums[0] = 0.5 * rgs_sum_up(&gained);
  sums[1] = 0.5 * rgs_sum_up(&translation);
  sums[2] = sums[3] = 0;
  sums[4] = 0.5 * rgs_sum_up(&rotation);
  return rgs_sums_finite(sums, RGS_ACTED_SUMS);
}

#if RGS_ONCE
static rgs_status act(rgs_bath_call *call, int64_t *bad) {
  (void)bad;
  return rgs_langevin_act(call, rgs_langevin_fine_batch);
}

static const rgs_param_info rows[] = { RGS_LANGEVIN_ROWS };
RGS_BATH_ABOUT("langevin_fine", RGS_EXACT, 0, rgs_langevin_params, "10.48550/arXiv.1412.5813",
               "What langevin does, with normal deviates that are doubles and a faster kernel.");

RGS_BATH(langevin_fine, .act = act, .flags = RGS_BATH_NOISE)
#endif /* RGS_ONCE */
