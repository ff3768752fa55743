/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rattle.c - RATTLE for the rigid body as a constrained system in matrices.
 *
 * Orientation Q and momentum P = Q' D, D = diag((I2+I3-I1)/2, ..), are 3x3 matrices.  Forces Q A,
 * whose multipliers are a symmetric matrix A, uphold Q^T Q = I (McLachlan and Scovel; Reich;
 * Vilmart's article, equation 11):
 *
 *   P_1/2 = P0 + h/2 F0 - h/2 Q0 A0,    Q1 = Q0 + h P_1/2 D^-1,    Q1^T Q1 = I,
 *   P1    = P_1/2 + h/2 F1 - h/2 Q1 A1,     Q1^T P1 D^-1 + its transpose = 0.
 *
 * In the variables orientation and angular momentum, P Q^T - Q P^T, this is a kick, one step of the
 * rotor `dmv2`, and a kick (R. I. McLachlan and A. Zanna, Found. Comput. Math. 5 (2005) 87, doi
 * 10.1007/s10208-004-0118-6), and no multiplier has to be known.  t_rattle solves the equations above.
 */
#include "integrators/integrators.h"
#include "integrators/kick_rotate_kick.h"
#include "integrators/real_moments.h"
#include "rotors/cayley.h"
#include "rotors/rotors.h"

enum { BATCH = 64 }; /* bodies that rotate together */

static rgs_column from(const rgs_column *c, int64_t first) {
  return (rgs_column){ &RGS_AT(*c, first, 0), c->body, c->comp };
}

/* Rotates the orientations `q` of n bodies from body `first` on. */
static rgs_status rotate(const rgs_step_call *call, int64_t first, int64_t n, double (*q)[4],
                         int64_t *bad) {
  double prepared[BATCH * RGS_CAYLEY_TOP];
  const rgs_view *v = call->bodies;
  const rgs_flow flow = { .head = RGS_HEAD(rgs_flow),
                          .n = n,
                          .h = call->h,
                          .params = call->params,
                          .inertia = from(&v->inertia, first),
                          .l = from(&v->l, first),
                          .q = { q[0], 4, 1 },
                          .prepared = prepared };
  rgs_rotor_dmv2.prepare(call->params, n, &flow.inertia, prepared);
  const rgs_status status = rgs_rotor_dmv2.flow(&flow, bad);
  if (status != RGS_OK) *bad += first;
  return status;
}

/* Either all orientations rotate or none does: a first pass only tries. */
static rgs_status rotate_all(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  for (int pass = 0; pass < 2; pass++)
    for (int64_t first = 0; first < v->n; first += BATCH) {
      const int64_t n = v->n - first < BATCH ? v->n - first : BATCH;
      double q[BATCH][4];
      for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) q[i][k] = RGS_AT(v->q, first + i, k);
      const rgs_status status = rotate(call, first, n, q, bad);
      if (status != RGS_OK) return status;
      for (int64_t i = 0; i < n && pass == 1; i++)
        for (int k = 0; k < 4; k++) RGS_AT(v->q, first + i, k) = q[i][k];
    }
  return RGS_OK;
}

static rgs_status begin(const rgs_step_call *call, int64_t *bad) {
  (void)call, (void)bad; /* the bodies carry nothing */
  return RGS_OK;
}

static void kick(const rgs_view *v, int64_t i, const double impulse[3]) {
  for (int k = 0; k < 3; k++) RGS_AT(v->l, i, k) += impulse[k];
}

static const rgs_rotation rotation = { begin, kick, rotate_all };

static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  return rgs_kick_rotate_kick(&rotation, call, bad);
}

static const rgs_param_info params[] = RGS_CAYLEY_ROWS(4);

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "rattle",
  .doc = "RATTLE for the orientation matrix, which moves as dmv2 with strang; "
         "implicit, refuses steps of more than about one radian.",
  .cite = "10.1007/s10208-004-0118-6",
  .order = 2,
  .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM,
  .needs = RGS_EVAL_FORCE,
  RGS_PARAMS(rgs_cayley_params, params),
};

const rgs_integrator rgs_integrator_rattle = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .cursor_size = sizeof(rgs_kick_rotate_kick_cursor),
  .check = rgs_check_real_moments,
};
