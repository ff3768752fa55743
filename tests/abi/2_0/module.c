/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.c - a rotor, a scheme and a thermostat as a third party built them against 2.0.
 */
#include "as_2_0.h"
#include "with_head.h"

#include <rigidstep/module.h>

/* Spheres only: they turn about their momentum, here by the rational turn of order 2. */
static void prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared) {
  (void)params;
  for (int64_t i = 0; i < n; i++) prepared[i] = 1 / RGS_AT(*inertia, i, 0);
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  for (int64_t i = 0; i < call->n; i++) {
    double e[3], square = 1;
    for (int k = 0; k < 3; k++) {
      e[k] = 0.5 * call->h * call->prepared[i] * RGS_AT(call->l, i, k);
      square += e[k] * e[k];
    }
    const double q0 = RGS_AT(call->q, i, 0), q1 = RGS_AT(call->q, i, 1);
    const double q2 = RGS_AT(call->q, i, 2), q3 = RGS_AT(call->q, i, 3);
    const double turned[4] = { q0 - e[0] * q1 - e[1] * q2 - e[2] * q3,
                               q1 + e[0] * q0 + e[1] * q3 - e[2] * q2,
                               q2 + e[1] * q0 + e[2] * q1 - e[0] * q3,
                               q3 + e[2] * q0 + e[0] * q2 - e[1] * q1 };
    /* 1 / sqrt(square) by Newton's method: |q| = 1 is asked to 1e-6 only, but rounding is cheap. */
    double scale = 1;
    while (scale * scale * square > 3) scale *= 0.5;
    for (int k = 0; k < 9; k++) scale *= 0.5 * (3 - square * scale * scale);
    for (int k = 0; k < 4; k++) RGS_AT(call->q, i, k) = turned[k] * scale;
  }
  return RGS_OK;
}

static const rgs_about about_rotor =
    WITH_HEAD(rgs_about, .name = "old.sphere", .doc = "Spheres by the Cayley turn.", .cite = "",
              .order = 2, .claims = RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS);
static const rgs_rotor sphere =
    WITH_HEAD(rgs_rotor, .about = &about_rotor, .flow = flow, .prepare = prepare, .prepared = 1);
static const rgs_rotor *const rotors[] = { &sphere, NULL };

static const rgs_about about_scheme =
    WITH_HEAD(rgs_about, .name = "old.kdk", .doc = "Kick, drift, kick.", .cite = "", .order = 2,
              .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC, .needs = RGS_EVAL_FORCE,
              .param_info_size = sizeof(rgs_param_info));
static const rgs_stage stages[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
static const rgs_scheme kdk = SCHEME_OF(&about_scheme, stages);
static const rgs_scheme *const schemes[] = { &kdk, NULL };

/* The more often it has acted, the less it brakes: what it remembers counts. */
static rgs_status brake(rgs_thermostat_call *call, int64_t *bad) {
  double *acted = call->state;
  const double keep = 1 - 0.25 * call->h / (1 + *acted);
  (void)bad;
  *acted += 1;
  for (int64_t i = 0; i < call->bodies->n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(call->bodies->p, i, k) *= keep;
      RGS_AT(call->bodies->l, i, k) *= keep;
    }
  return RGS_OK;
}
static const rgs_about about_thermostat = WITH_HEAD(
    rgs_about, .name = "old.brake", .doc = "Brakes less and less.", .cite = "", .order = 1);
static const rgs_thermostat braking = WITH_HEAD(rgs_thermostat, .about = &about_thermostat,
                                                .act = brake, .state_size = sizeof(double));
static const rgs_thermostat *const thermostats[] = { &braking, NULL };

RGS_MODULE = WITH_HEAD(rgs_module, .name = "old", .version = "2.0", .license = "BSD-3-Clause",
                       .rotors = rotors, .schemes = schemes, .thermostats = thermostats);
