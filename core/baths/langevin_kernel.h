/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin_kernel.h - friction and noise on momenta, as the exact solution over a time of
 *   dP = -P/damp dt + sqrt(2 M kT/damp) dW,  dy_k = -y_k/damp dt + sqrt(2 I_k kT/damp) dW_k,
 * y the angular momentum about the principal axes while the body does not turn: "Langevin C" of
 * R. L. Davidchack, T. E. Ouldridge and M. V. Tretyakov, J. Chem. Phys. 142, 144114 (2015), doi
 * 10.1063/1.4907007.  No operation is fused, so that all paths have the same bits.
 */
#ifndef RGS_LANGEVIN_KERNEL_H
#define RGS_LANGEVIN_KERNEL_H
#include "baths/kinetic_kernel.h"
#include "baths/noise.h"

/* The names of bodies i, i + 1, ..; beyond the end, of the last. */
static inline void rgs_keys_of(const rgs_bath_bodies *b, int64_t i,
                               uint64_t key[RGS_NOISE_BODIES]) {
  for (int j = 0; j < RGS_NOISE_BODIES; j++) {
    const int64_t at = i + j < b->n ? i + j : b->n - 1;
    key[j] = (uint64_t)(b->key != NULL ? b->key[at] : b->first + at);
  }
}

/* Those of the lanes' bodies. */
static inline rgs_lanes rgs_lanes_of_floats(const rgs_floats *normal, int part) {
#if RGS_WIDTH == 4
  return _mm256_cvtps_pd(_mm_loadu_ps((const float *)normal + 4 * part));
#elif RGS_WIDTH == 8
  (void)part;
  return _mm512_cvtps_pd((__m256)*normal);
#else
  (void)part;
  return *normal;
#endif
}

/* Twice the kinetic energy gained. */
static inline rgs_lanes rgs_langevin_translation(const rgs_bath_bodies *b,
                                                 const rgs_langevin_step *step, int64_t i,
                                                 rgs_mask act, const rgs_lanes xi[3]) {
  const rgs_lanes mass = rgs_load(&b->mass, b->n, i, 0);
  const rgs_lanes inverse = 1 / mass;
  const rgs_mask  velocity = rgs_mask_of_bits(b->p_is_velocity ? RGS_ALL_LANES : 0);
  const rgs_lanes square = step->spread_translation * rgs_select(velocity, inverse, mass);
  const rgs_lanes width = rgs_sqrt(square);
  rgs_lanes p[3], squares = rgs_same(0);
  rgs_load_all(&b->p, b->n, i, 3, p);
  for (int k = 0; k < (step->flat ? 2 : 3); k++) {
    const rgs_lanes after = step->keep_translation * p[k] + width * xi[k];
    squares += (after - p[k]) * (after + p[k]);
    p[k] = rgs_select(act, after, p[k]);
  }
  rgs_store_all(&b->p, b->n, i, 3, p);
  return squares * rgs_select(velocity, mass, inverse);
}

/* The noise of the angular momentum along the body's axes. */
static inline void rgs_langevin_torque(const rgs_langevin_step *step, rgs_lanes row[3][3],
                                       const rgs_lanes moment[3], const rgs_lanes xi[3],
                                       rgs_lanes noise[3]) {
  if (step->flat) {
    const rgs_lanes about_z = moment[0] * row[2][0] * row[2][0] +
                              moment[1] * row[2][1] * row[2][1] +
                              moment[2] * row[2][2] * row[2][2];
    const rgs_lanes z = rgs_sqrt(step->spread_rotation * about_z) * xi[2];
    for (int k = 0; k < 3; k++) noise[k] = row[2][k] * z;
  } else {
    for (int k = 0; k < 3; k++) noise[k] = rgs_sqrt(step->spread_rotation * moment[k]) * xi[k];
  }
}

static inline rgs_lanes rgs_langevin_rotation(const rgs_bath_bodies *b,
                                              const rgs_langevin_step *step, int64_t i,
                                              rgs_mask act, const rgs_lanes xi[3]) {
  rgs_lanes l[3], q[4], moment[3], row[3][3], noise[3], gained = rgs_same(0);
  rgs_load_all(&b->l, b->n, i, 3, l);
  rgs_load_all(&b->q, b->n, i, 4, q);
  rgs_load_all(&b->inertia, b->n, i, 3, moment);
  rgs_rotation_of(q, row);
  rgs_langevin_torque(step, row, moment, xi, noise);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes y = rgs_along_body_axis(row, l, k), after = step->keep_rotation * y + noise[k];
    gained += (after - y) * (after + y) * rgs_mobility(moment[k]);
  }
  for (int j = 0; j < 3; j++) {
    const rgs_lanes turn = row[j][0] * noise[0] + row[j][1] * noise[1] + row[j][2] * noise[2];
    l[j] = rgs_select(act, step->keep_rotation * l[j] + turn, l[j]);
  }
  rgs_store_all(&b->l, b->n, i, 3, l);
  return gained;
}

/* At most RGS_SUM_BLOCK bodies; returns the kinetic energy that those of its own gained. */
RGS_KERNEL double rgs_langevin_block(const rgs_bath_bodies *b, const rgs_langevin_step *step) {
  const rgs_noise noise = { step->seed, step->stream, step->step };
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  rgs_lane_sum sum;
  memset(&sum, 0, sizeof sum);
  for (int64_t i = 0; i < b->n; i += RGS_NOISE_BODIES) {
    uint64_t key[RGS_NOISE_BODIES];
    rgs_floats normal[RGS_NORMALS];
    rgs_keys_of(b, i, key);
    rgs_normals(&keys, key, normal);
    for (int part = 0; part < RGS_NOISE_PARTS && i + part * RGS_WIDTH < b->n; part++) {
      const int64_t at = i + part * RGS_WIDTH;
      const rgs_mask act = rgs_chosen(b, at);
      const rgs_mask counts = rgs_and(act, rgs_lanes_below(at, b->own));
      rgs_lanes xi[RGS_NORMALS];
      for (int k = 0; k < RGS_NORMALS; k++) xi[k] = rgs_lanes_of_floats(&normal[k], part);
      const rgs_lanes gained = rgs_langevin_translation(b, step, at, act, xi) +
                               rgs_langevin_rotation(b, step, at, act, xi + 3);
      sum.part[at / RGS_WIDTH % RGS_SUM_PARTS] += rgs_unless(rgs_not(counts), 0.5 * gained);
    }
  }
  return rgs_sum_up(&sum);
}

#endif /* RGS_LANGEVIN_KERNEL_H */
