/* SPDX-License-Identifier: BSD-3-Clause
 *
 * director_em_nontwist.c - the body that does not twist (nontwist_model.h), by the energy-momentum
 * scheme in directors (directors.h).  It moves the body as `nontwist` does with exact = 0, at many
 * times the cost; each is a check of the other.
 *
 * The scheme conserves Pi1 and Pi2, so these stay as they are carried, and the rounding of Newton's
 * method does not change them.
 */
#include "integrators/orientation.h"
#include "integrators/directors.h"
#include "free_motion/free_body.h"
#include "integrators/integrators.h"
#include "integrators/kick_rotate_kick.h"
#include "integrators/nontwist_model.h"
#include "rotors/cayley.h"

/* The place in the aux of the orientation at the end of the step, until all bodies have one. */
enum { NEXT_Q = RGS_NONTWIST_AUX, AUX = NEXT_Q + 4 };

static rgs_status rotate_all(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  const rgs_cayley_params *params = (const rgs_cayley_params *)call->params;
  for (int64_t i = 0; i < v->n; i++) {
    double spin[2], q[4];
    rgs_nontwist_spin(v, i, spin);
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
    const double t1 = call->h * spin[0], t2 = call->h * spin[1];
    if (t1 != 0 || t2 != 0) {
      double u[3][3] = { { 0, 0, -t2 }, { 0, 0, t1 }, { t2, -t1, 0 } }; /* h W x e_a */
      const rgs_directors b = rgs_directors_of(&v->inertia, i, 2);
      double D[3][3];
      if (!rgs_directors_step(&b, u, params->max_iterations, D)) {
        *bad = i;
        return RGS_E_NOCONV;
      }
      rgs_directors_rotate(D, q);
    }
    for (int k = 0; k < 4; k++) RGS_AT(v->aux, i, NEXT_Q + k) = q[k];
  }
  for (int64_t i = 0; i < v->n; i++) {
    for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = RGS_AT(v->aux, i, NEXT_Q + k);
    rgs_nontwist_store(v, i);
  }
  return RGS_OK;
}

static const rgs_rotation rotation = { rgs_nontwist_begin, rgs_nontwist_kick, rotate_all };

static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  return rgs_kick_rotate_kick(&rotation, call, bad);
}

static const rgs_param_info params[] = RGS_CAYLEY_ROWS(1);
static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = RGS_VENDOR "director_em_nontwist",
  .doc = "The body of `nontwist` by the energy-momentum scheme in nine director components.",
  .cite = "10.1007/s00332-020-09648-3",
  .order = 2,
  .claims = RGS_SYMMETRIC | RGS_KEEPS_ENERGY,
  .needs = RGS_EVAL_FORCE,
  RGS_PARAMS(rgs_cayley_params, params),
};
const rgs_integrator rgs_integrator_director_em_nontwist = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .aux = AUX,
  .cursor_size = sizeof(rgs_kick_rotate_kick_cursor),
  RGS_NONTWIST_MODEL,
};
