/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nontwist.c - the body that does not twist (nontwist_model.h), in steady rotations.
 *
 * Between kicks W is constant.  So the body rotates by exp(h W), which is the solution, or by
 * Cayley's transform of h W, which is the result of the energy-momentum scheme in directors.  Both
 * are
 *
 *   q <- q (c, s e),   e = h W / 2,     c = cos |e|,           s = sin |e| / |e|       or
 *                                       c = s = 1 / sqrt(1 + |e|^2).
 */
#include "integrators/orientation.h"
#include "free_motion/free_body.h"
#include "integrators/integrators.h"
#include "integrators/kick_rotate_kick.h"
#include "integrators/nontwist_model.h"

typedef struct nontwist_params {
  int64_t exact;
} nontwist_params;

static rgs_status rotate_all(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  const nontwist_params *params = (const nontwist_params *)call->params;
  for (int64_t i = 0; i < v->n; i++) { /* checks all bodies before any of them changes */
    double spin[2];
    rgs_nontwist_spin(v, i, spin);
    if (!isfinite(call->h * (fabs(spin[0]) + fabs(spin[1])))) {
      *bad = i;
      return RGS_E_NONFINITE;
    }
  }
  for (int64_t i = 0; i < v->n; i++) {
    double spin[2], q[4];
    rgs_nontwist_spin(v, i, spin);
    const double e1 = 0.5 * call->h * spin[0], e2 = 0.5 * call->h * spin[1];
    const double angle = hypot(e1, e2);
    double c, s;
    if (params->exact) {
      c = cos(angle);
      s = angle > 0 ? sin(angle) / angle : 1;
    } else {
      c = s = 1 / hypot(1, angle);
    }
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
    rgs_rotate_in_body(q, c, s * e1, s * e2, 0);
    const double length = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = q[k] * length;
    rgs_nontwist_store(v, i);
  }
  return RGS_OK;
}

static const rgs_rotation rotation = { rgs_nontwist_begin, rgs_nontwist_kick, rotate_all };

static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  return rgs_kick_rotate_kick(&rotation, call, bad);
}

static const rgs_param_info params[] = {
  RGS_PARAM_ROW(nontwist_params, exact, RGS_BOOL, "",
                "1: rotate by the exponential, which is exact; 0: by Cayley's transform", 0, 1, 1,
                0),
};
static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = RGS_VENDOR "nontwist",
  .doc = "Rigid body whose principal axis d3 does not twist, w.d3 = 0; keeps energy, Pi1 and Pi2.",
  .cite = "10.1007/s00332-020-09648-3",
  .order = 2,
  .claims = RGS_SYMMETRIC | RGS_KEEPS_ENERGY,
  .needs = RGS_EVAL_FORCE,
  RGS_PARAMS(nontwist_params, params),
};
const rgs_integrator rgs_integrator_nontwist = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .aux = RGS_NONTWIST_AUX,
  .cursor_size = sizeof(rgs_kick_rotate_kick_cursor),
  RGS_NONTWIST_MODEL,
};
