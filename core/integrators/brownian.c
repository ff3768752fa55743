/* SPDX-License-Identifier: BSD-3-Clause
 *
 * brownian.c - overdamped motion of rigid bodies: friction so strong that momenta do not matter.
 *
 *   dX = f/(m g) dt + sqrt(2 kT/(m g)) dW,   a rotation about the principal axis k by
 *   tau_k/(I_k g') dt + sqrt(2 kT/(I_k g')) dW_k,
 *
 * with the rates g of translation and g' of rotation: the limit of the thermostat `langevin` where its
 * relaxation times 1/g and 1/g' are short.  One step follows Euler and Maruyama: D. L. Ermak and
 * J. A. McCammon, J. Chem. Phys. 69, 1352 (1978), doi 10.1063/1.436761.  The rotations about the
 * three axes are one, about their sum as a vector in the body, and exact; the friction is constant
 * in the body, so no term for its change appears (L. D. Favro, Phys. Rev. 119, 53 (1960), doi
 * 10.1103/PhysRev.119.53, has the equation for the density).  Averages have errors of order h.
 *
 * Momenta have no meaning in this limit, and are set to 0 with every step: what they were is
 * forgotten in a time 1/g, which is shorter than a step.
 */
#include "integrators/integrators.h"
#include "integrators/one_force.h"
#include "integrators/spin.h"
#include "simd/noise.h"

typedef struct brownian_params {
  double kt, rate, rate_rotation;
  int64_t seed;
} brownian_params;

/* Streams of the same seed and step; thermostats use those from 0 on. */
#define STREAM 0x40000000u

/* ---- a body ---------------------------------------------------------------------------------- */
static void draw(const rgs_noise_keys *keys, const rgs_view *v, int64_t i,
                 rgs_floats normal[RGS_NORMALS]) {
  const uint64_t tag = (uint64_t)(v->tag != NULL ? v->tag[i] : i);
  rgs_words word[8];
  rgs_noise_words(keys, &tag, word);
  rgs_normals_of(word, normal);
}

static void move_body(const rgs_step_call *call, const rgs_noise_keys *keys, int64_t i) {
  const brownian_params *p = (const brownian_params *)call->params;
  const rgs_view *v = call->bodies;
  const double about = p->rate_rotation > 0 ? p->rate_rotation : p->rate;
  const double time = call->h / p->rate, time_about = call->h / about;
  const double mobility = 1 / RGS_AT(v->mass, i, 0);
  rgs_spin spin = rgs_spin_of(v, i);
  rgs_floats xi[RGS_NORMALS];
  double tau[3], turn[3];
  draw(keys, v, i, xi);
  for (int k = 0; k < 3; k++) tau[k] = call->force_scale * RGS_AT(v->tau, i, k);
  rgs_into_spin(&spin, tau, turn);
  for (int k = 0; k < 3; k++) {
    const double drift = time * mobility * call->force_scale * RGS_AT(v->f, i, k);
    const double spread = sqrt(2 * p->kt * time * mobility);
    if (!(spin.flat && k == 2)) RGS_AT(v->x, i, k) += drift + spread * xi[k];
    turn[k] = time_about * spin.mobility[k] * turn[k] +
              sqrt(2 * p->kt * time_about * spin.mobility[k]) * xi[3 + k];
    RGS_AT(v->p, i, k) = RGS_AT(v->l, i, k) = 0;
  }
  rgs_rotate_body(&spin, &v->q, i, turn);
}

/* ---- a step ---------------------------------------------------------------------------------- */
static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  const brownian_params *p = (const brownian_params *)call->params;
  const rgs_view *v = call->bodies;
  if (call->h == 0) return RGS_OK;
  const rgs_status status = rgs_forces_of_start(call, bad);
  if (status != RGS_OK) return status;
  const rgs_noise noise = { (uint32_t)p->seed, STREAM, call->step };
  const rgs_noise_keys keys = rgs_noise_keys_of(&noise);
  call->valid = 0;
  for (int64_t i = 0; i < v->n; i++) {
    move_body(call, &keys, i);
    if (rgs_is_somewhere(v, i)) continue;
    *bad = i;
    return RGS_E_NONFINITE;
  }
  return RGS_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */
#define ROW(name, unit, text, type, least, most, usual, flags)                                     \
  RGS_PARAM_ROW(brownian_params, name, type, unit, text, least, most, usual, flags)
#define GIVEN (RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN)
static const rgs_param_info params[] = {
  ROW(kt, "energy", "Boltzmann's constant times the temperature.", RGS_F64, 0, 1e150, 1, GIVEN),
  ROW(rate, "1/time", "Friction is mass times this.", RGS_F64, 0, 1e150, 1, GIVEN),
  ROW(rate_rotation, "1/time", "Friction of rotation is the moment times this; 0: as rate.",
      RGS_F64, 0, 1e150, 0, 0),
  ROW(seed, "", "Another seed gives another noise.", RGS_I64, 0, 4294967295.0, 1,
      RGS_PARAM_REQUIRED),
};

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = RGS_VENDOR "brownian",
  .doc =
      "Overdamped motion at constant temperature, of translation and rotation; sets momenta to 0.",
  .cite = "10.1063/1.436761",
  .order = 1,
  .claims = RGS_RANDOM,
  .needs = RGS_EVAL_FORCE,
  RGS_PARAMS(brownian_params, params),
};

const rgs_integrator rgs_integrator_brownian = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
};
