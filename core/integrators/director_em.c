/* SPDX-License-Identifier: BSD-3-Clause
 *
 * director_em.c - the standard rigid body by the energy-momentum scheme in directors
 * (directors.h).  It conserves the momentum in space and the energy of the directors.
 *
 * Its velocities are not quite a rotation's: v_a = W x d_a + sum_b d_b S_ba, with symmetric
 * strain rates S of the order h^2.  The energy that it conserves contains these, so bodies carry S
 * from step to step; without it the method would be damped.  l and S determine the velocities: with
 * i j k cyclic
 *
 *   Pi_k = J_k W_k + (E_i - E_j) S_ij.
 *
 * The scheme conserves pi, so a rotation does not write l.  A body whose q or l the host has
 * changed starts with S = 0 again.
 */
#include "integrators/orientation.h"
#include "integrators/directors.h"
#include "free_motion/free_body.h"
#include "integrators/integrators.h"
#include "integrators/kick_rotate_kick.h"
#include "integrators/real_moments.h"
#include "rotors/cayley.h"
#include <string.h>

/* What a body carries: the state that S belongs to, S as S11 S22 S33 S23 S31 S12, and both for the
 * end of the step, until all bodies have reached it. */
enum { OLD_L = 0, OLD_Q = 3, STRAIN = 7, NEXT_STRAIN = 13, AUX = 19 };

typedef struct motion {
  rgs_directors body;
  double largest;
  double strain[6];
  double rate[3][3]; /* rate[a][c]: component c of v_a, body frame */
} motion;

/* ---- state ----------------------------------------------------------------------------------- */

static int strain_holds(const rgs_view *v, int64_t i) {
  for (int k = 0; k < 3; k++)
    if (!(RGS_AT(v->aux, i, OLD_L + k) == RGS_AT(v->l, i, k))) return 0;
  for (int k = 0; k < 4; k++)
    if (!(RGS_AT(v->aux, i, OLD_Q + k) == RGS_AT(v->q, i, k))) return 0;
  return 1;
}

static void remember(const rgs_view *v, int64_t i) {
  for (int k = 0; k < 3; k++) RGS_AT(v->aux, i, OLD_L + k) = RGS_AT(v->l, i, k);
  for (int k = 0; k < 4; k++) RGS_AT(v->aux, i, OLD_Q + k) = RGS_AT(v->q, i, k);
}

static rgs_status begin(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  (void)bad;
  for (int64_t i = 0; i < v->n; i++) {
    if (strain_holds(v, i)) continue;
    for (int k = 0; k < 6; k++) RGS_AT(v->aux, i, STRAIN + k) = 0;
    remember(v, i);
  }
  return RGS_OK;
}

static void kick(const rgs_view *v, int64_t i, const double impulse[3]) {
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->l, i, k) += impulse[k];
    RGS_AT(v->aux, i, OLD_L + k) = RGS_AT(v->l, i, k);
  }
}

/* Strain rate S_ij is number 3 + k, i j k different. */
static double strain_of(const double strain[6], int i, int j) {
  return i == j ? strain[i] : strain[6 - i - j];
}

/* The momentum in the body frame, the angular velocity, and the velocities.  Returns 0 for a body
 * that cannot rotate. */
static int motion_of(const rgs_view *v, int64_t i, double pi[3], double spin[3], motion *m) {
  double axes[3][3], l[3];
  m->largest = rgs_largest_moment(&v->inertia, i);
  rgs_axes(&v->q, i, axes);
  rgs_get3(&v->l, i, l);
  rgs_into_body(axes, l, pi);
  for (int k = 0; k < 3; k++) spin[k] = 0;
  memset(m->strain, 0, sizeof m->strain);
  if (!(m->largest > 0)) return 0;
  if (strain_holds(v, i))
    for (int k = 0; k < 6; k++) m->strain[k] = RGS_AT(v->aux, i, STRAIN + k);
  m->body = rgs_directors_of(&v->inertia, i, -1);
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(v->inertia, i, k) / m->largest;
    const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    if (moment >= RGS_DEAD_RATIO)
      spin[k] = (pi[k] / m->largest -
                 (m->body.weight[k1] - m->body.weight[k2]) * strain_of(m->strain, k1, k2)) /
                moment;
  }
  for (int a = 0; a < 3; a++) {
    const int a1 = (a + 1) % 3, a2 = (a + 2) % 3;
    m->rate[a][a] = strain_of(m->strain, a, a);
    m->rate[a][a1] = strain_of(m->strain, a, a1) + spin[a2];
    m->rate[a][a2] = strain_of(m->strain, a, a2) - spin[a1];
  }
  return 1;
}

/* ---- rotation -------------------------------------------------------------------------------- */

/* S at the end of the step, from v' = 2 D / h - v at d' = e + D. */
static void strain_after(const motion *m, double h, double D[3][3], double strain[6]) {
  double d[3][3], rate[3][3];
  for (int a = 0; a < 3; a++)
    for (int c = 0; c < 3; c++) {
      d[a][c] = (a == c ? 1 : 0) + D[a][c];
      rate[a][c] = 2 * D[a][c] / h - m->rate[a][c];
    }
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++) {
      double sum = 0;
      for (int c = 0; c < 3; c++) sum += d[a][c] * rate[b][c] + d[b][c] * rate[a][c];
      strain[a == b ? a : 6 - a - b] = 0.5 * sum;
    }
}

/* Stores the orientation at the end of the step in OLD_Q and the strain rates in NEXT_STRAIN. */
static int rotate_one(const rgs_view *v, int64_t i, double h, int64_t max_iterations) {
  double pi[3], spin[3], q[4], D[3][3], u[3][3];
  motion m;
  const int rotates = motion_of(v, i, pi, spin, &m);
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
  if (rotates) {
    for (int a = 0; a < 3; a++)
      for (int c = 0; c < 3; c++) u[a][c] = h * m.rate[a][c];
    if (!rgs_directors_step(&m.body, u, max_iterations, D)) return 0;
    rgs_directors_rotate(D, q);
    strain_after(&m, h, D, m.strain);
  }
  for (int k = 0; k < 4; k++) RGS_AT(v->aux, i, OLD_Q + k) = q[k];
  for (int k = 0; k < 6; k++) RGS_AT(v->aux, i, NEXT_STRAIN + k) = m.strain[k];
  return 1;
}

static rgs_status rotate_all(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  const rgs_cayley_params *params = (const rgs_cayley_params *)call->params;
  for (int64_t i = 0; i < v->n; i++)
    if (!rotate_one(v, i, call->h, params->max_iterations)) {
      *bad = i;
      while (i-- > 0) remember(v, i);
      return RGS_E_NOCONV;
    }
  for (int64_t i = 0; i < v->n; i++) {
    for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = RGS_AT(v->aux, i, OLD_Q + k);
    for (int k = 0; k < 6; k++) RGS_AT(v->aux, i, STRAIN + k) = RGS_AT(v->aux, i, NEXT_STRAIN + k);
  }
  return RGS_OK;
}

static const rgs_rotation rotation = { begin, kick, rotate_all };

static rgs_status advance(rgs_step_call *call, int64_t *bad) {
  return rgs_kick_rotate_kick(&rotation, call, bad);
}

/* ---- outputs --------------------------------------------------------------------------------- */

enum { KINETIC_ENERGY, MATERIAL_MOMENTUM, TWIST_RATE, SPATIAL_MOMENTUM };

#define PER_BODY(key, unit, doc, components)                                                       \
  { RGS_HEAD(rgs_output_info), RGS_VENDOR key, unit, doc, components, RGS_OUTPUT_PER_BODY, 0, 0 }
static const rgs_output_info outputs[] = {
  PER_BODY("kinetic_energy", "energy", "1/2 sum E_a |v_a|^2 of the directors.", 1),
  PER_BODY("material_momentum", "angular momentum", "Pi1 = d1.pi and Pi2 = d2.pi.", 2),
  PER_BODY("twist_rate", "1/time", "w.d3.", 1),
  PER_BODY("spatial_momentum", "angular momentum", "pi, space frame.", 3),
};

static rgs_status output(const rgs_step_call *call, uint32_t index, double *values) {
  const rgs_view *v = call->bodies;
  if (index >= sizeof outputs / sizeof *outputs) return RGS_E_ARG;
  const uint32_t components = outputs[index].components;
  for (int64_t i = 0; i < v->n; i++, values += components) {
    double pi[3], spin[3];
    motion m;
    const int rotates = motion_of(v, i, pi, spin, &m);
    switch (index) {
    case KINETIC_ENERGY:
      values[0] = 0;
      for (int a = 0; a < 3 && rotates; a++)
        for (int c = 0; c < 3; c++)
          values[0] += 0.5 * m.body.weight[a] * m.rate[a][c] * (m.largest * m.rate[a][c]);
      break;
    case MATERIAL_MOMENTUM:
      values[0] = pi[0];
      values[1] = pi[1];
      break;
    case TWIST_RATE: values[0] = spin[2]; break;
    default:
      for (int k = 0; k < 3; k++) values[k] = RGS_AT(v->l, i, k);
    }
  }
  return RGS_OK;
}

static const rgs_param_info params[] = RGS_CAYLEY_ROWS(1);
static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = RGS_VENDOR "director_em",
  .doc = "Rigid body by the energy-momentum scheme in nine director components.",
  .cite = "10.1007/s00332-020-09648-3",
  .order = 2,
  .claims = RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM,
  .needs = RGS_EVAL_FORCE,
  RGS_PARAMS(rgs_cayley_params, params),
};
const rgs_integrator rgs_integrator_director_em = {
  .head = RGS_HEAD(rgs_integrator),
  .about = &about,
  .advance = advance,
  .aux = AUX,
  .cursor_size = sizeof(rgs_kick_rotate_kick_cursor),
  .check = rgs_check_real_moments,
  .output = output,
  .outputs = outputs,
  .n_outputs = sizeof outputs / sizeof *outputs,
  .output_info_size = sizeof(rgs_output_info),
};
