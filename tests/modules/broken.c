/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broken.c - integrators each of which breaks one rule, and one that breaks none: what
 * rigidstep-contract has to catch.  All are test.verlet of methods.h.
 */
#include "methods.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* X(fault, the end of its name, the order that it states) */
#define FAULTS(X)                                                                                  \
  X(NONE, "none", 2)                                                                               \
  X(STALE, "stale", 2)           /* says the forces of the step's start hold at its end */         \
  X(DEAF, "deaf", 2)             /* does not ask again where the host says that nothing holds */   \
  X(NO_SCALE, "no_scale", 2)     /* does not look at force_scale */                                \
  X(NO_FLAG, "no_flag", 2)       /* takes velocities for momenta */                                \
  X(OWN_MEMORY, "own_memory", 2) /* keeps in memory of its own what should travel with the body */ \
  X(NEIGHBOURS, "neighbours", 2) /* a body's path depends on its place */                          \
  X(SPOILT, "spoilt", 2)         /* takes any number for a force */                                \
  X(ALLOCATES, "allocates", 2)   /* inside a step */                                               \
  X(CLAIMS, "claims", 3)         /* an order it does not have */                                   \
  X(CRASHES, "crashes", 2)       /* in its second step */                                          \
  X(HANGS, "hangs", 2)           /* there */                                                       \
  X(PRINTS, "prints", 2)         /* to the standard output, which is the host's */
#define FAULT_OF(FAULT, label, stated_order) FAULT,
typedef enum fault { FAULTS(FAULT_OF) ALL_FAULTS } fault;

enum { MOST = 4096 };
static double own_memory[MOST][6];

/* What a fault does before a call of the integrator without faults, to a copy of the turn and its view. */
static void spoil_before(fault f, rgs_step_call *call, rgs_view *v) {
  const bool begins = ((test_cursor *)call->cursor)->phase == 0, late = call->time > 0;
  if (f == DEAF && begins && late) call->valid |= RGS_EVAL_FORCE;
  if (f == NO_SCALE) call->force_scale = 1;
  if (f == NO_FLAG) v->flags &= ~(uint32_t)RGS_VIEW_P_IS_VELOCITY;
  if (f == OWN_MEMORY) v->aux = (rgs_column){ own_memory[0], 6, 1 };
  if (f == ALLOCATES) free(malloc(16));
  if (f == PRINTS && !begins && !late) printf("a step of length %g\n", call->h);
  if (f == CRASHES && late) abort();
  for (volatile unsigned spins = 0; f == HANGS && late;) spins++;
  for (int64_t i = 0; i < v->n && f == SPOILT; i++)
    for (int k = 0; k < 3; k++) {
      if (!isfinite(RGS_AT(v->f, i, k))) RGS_AT(v->f, i, k) = 1;
      if (!isfinite(RGS_AT(v->tau, i, k))) RGS_AT(v->tau, i, k) = 1;
    }
}

static rgs_status advance(fault f, rgs_step_call *call, int64_t *bad) {
  rgs_view v = *call->bodies;
  rgs_step_call own = *call;
  own.bodies = &v;
  spoil_before(f, &own, &v);
  const bool asks_first = !(own.valid & RGS_EVAL_FORCE);
  rgs_status status = test_advance(&own, bad);
  for (int64_t i = 0; i < v.n && f == NEIGHBOURS && !asks_first; i++)
    RGS_AT(v.x, i, 0) *= 1 + 1e-15 * (double)i;
  if (f == STALE && !asks_first && status == RGS_NEED_EVAL) {
    own.valid |= RGS_EVAL_FORCE;
    status = test_advance(&own, bad);
  }
  call->valid = own.valid, call->want = own.want, call->want_time = own.want_time;
  return status;
}

#define BROKEN(FAULT, label, stated_order)                                                         \
  static rgs_status advance_##FAULT(rgs_step_call *call, int64_t *bad) {                           \
    return advance(FAULT, call, bad);                                                              \
  }                                                                                                \
  static const rgs_about about_##FAULT = WITH_HEAD(                                                \
      rgs_about, .name = "broken." label, .doc = "Velocity Verlet with a fault.", .cite = "none",  \
      .order = stated_order, .claims = RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM,                         \
      .needs = RGS_EVAL_FORCE, .param_info_size = sizeof(rgs_param_info));                         \
  static const rgs_integrator integrator_##FAULT =                                                 \
      WITH_HEAD(rgs_integrator, .about = &about_##FAULT, .advance = advance_##FAULT, .aux = 6,     \
                .cursor_size = sizeof(test_cursor));

FAULTS(BROKEN)

#define POINTER_TO(FAULT, label, stated_order) &integrator_##FAULT,
static const rgs_integrator *const integrators[] = { FAULTS(POINTER_TO) NULL };

/* Schemes that claim what their tables disprove: they are used without it. */
static const rgs_stage forward_stages[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
static const rgs_stage back_stages[] = { KICK(0.5), DRIFT(-0.25), DRIFT(1.5), DRIFT(-0.25),
                                         KICK(0.5) };
#define SCHEME(id, rows, stated)                                                                   \
  static const rgs_about about_##id =                                                              \
      WITH_HEAD(rgs_about, .name = "broken." #id, .doc = "A scheme with a false claim.",           \
                .cite = "none", .order = 2, .claims = stated, .needs = RGS_EVAL_FORCE);            \
  static const rgs_scheme scheme_##id = SCHEME_OF(&about_##id, rows);
SCHEME(keeps_energy, forward_stages, RGS_SYMMETRIC | RGS_KEEPS_ENERGY)
SCHEME(never_fails, forward_stages, RGS_NEVER_FAILS)
SCHEME(not_backward, forward_stages, RGS_BACKWARD)
SCHEME(backward, back_stages, RGS_SYMMETRIC)
SCHEME(honest, forward_stages, RGS_SYMPLECTIC | RGS_SYMMETRIC)
static const rgs_scheme *const schemes[] = { &scheme_keeps_energy, &scheme_never_fails,
                                             &scheme_not_backward, &scheme_backward,
                                             &scheme_honest,       NULL };

/* Thermostats that scale to one kinetic energy: one of four times the temperature, and one that is right in
 * the mean and not canonical. */
typedef struct thermostat_params {
  double kt;
} thermostat_params;
static const rgs_param_info thermostat_infos[] = { { "kt", "energy", "k T.", RGS_F64,
                                                     offsetof(thermostat_params, kt), 0, 1e150, 1,
                                                     RGS_PARAM_RAMPS, 0 } };
static rgs_status scale_to(rgs_thermostat_call *call, double kt) {
  call->scale_translation = sqrt(0.5 * kt * call->freedom_translation / call->kinetic_translation);
  call->scale_rotation = sqrt(0.5 * kt * call->freedom_rotation / call->kinetic_rotation);
  return RGS_OK;
}
static rgs_status scale_hot(rgs_thermostat_call *call) {
  return scale_to(call, 4 * ((const thermostat_params *)call->params)->kt);
}
static rgs_status scale_isokinetic(rgs_thermostat_call *call) {
  return scale_to(call, ((const thermostat_params *)call->params)->kt);
}
#define THERMOSTAT(id)                                                                             \
  static const rgs_about about_##id = WITH_HEAD(                                                   \
      rgs_about, .name = "broken." #id, .doc = "A thermostat with another distribution.",          \
      .cite = "none", .order = 2, .needs = RGS_EVAL_REDUCTION, .n_params = 1,                      \
      .params = thermostat_infos, .param_info_size = sizeof *thermostat_infos,                     \
      .params_size = sizeof(thermostat_params));                                                   \
  static const rgs_thermostat thermostat_##id =                                                    \
      WITH_HEAD(rgs_thermostat, .about = &about_##id, .scale = scale_##id);
THERMOSTAT(hot)
THERMOSTAT(isokinetic)
static const rgs_thermostat *const thermostats[] = { &thermostat_hot, &thermostat_isokinetic,
                                                     NULL };

RGS_MODULE = WITH_HEAD(rgs_module, .name = "broken", .version = "1.0", .license = "BSD-3-Clause",
                       .schemes = schemes, .integrators = integrators, .thermostats = thermostats);
