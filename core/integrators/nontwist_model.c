/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrators/nontwist_model.h"
#include "integrators/orientation.h"
#include "free_motion/free_body.h"
#include "integrators/integrators.h"

/* ---- state ----------------------------------------------------------------------------------- */

static double spin_about(const rgs_view *v, int64_t i, int k, double momentum) {
  const double moment = RGS_AT(v->inertia, i, k);
  const double largest = rgs_largest_moment(&v->inertia, i);
  return moment > 0 && moment >= largest * RGS_DEAD_RATIO ? momentum / moment : 0;
}

static int has_spin(const rgs_view *v, int64_t i, int k) { return spin_about(v, i, k, 1) != 0; }

static void momentum_in_body(const rgs_view *v, int64_t i, double pi[3]) {
  double axes[3][3], l[3];
  rgs_axes(&v->q, i, axes);
  rgs_get3(&v->l, i, l);
  rgs_into_body(axes, l, pi);
}

/* Both the check of the carried momenta and the writing of l use this function, so that they agree
 * to the last bit. */
static void momentum_in_space(const rgs_view *v, int64_t i, double l[3]) {
  double axes[3][3];
  const double pi[3] = { RGS_AT(v->aux, i, 0), RGS_AT(v->aux, i, 1), 0 };
  rgs_axes(&v->q, i, axes);
  rgs_into_space(axes, pi, l);
}

static int carried_holds(const rgs_view *v, int64_t i) {
  double l[3];
  momentum_in_space(v, i, l);
  return l[0] == RGS_AT(v->l, i, 0) && l[1] == RGS_AT(v->l, i, 1) && l[2] == RGS_AT(v->l, i, 2);
}

static void take_over(const rgs_view *v, int64_t i, const double pi[3]) {
  for (int k = 0; k < 2; k++) RGS_AT(v->aux, i, k) = has_spin(v, i, k) ? pi[k] : 0;
}

void rgs_nontwist_store(const rgs_view *v, int64_t i) {
  double l[3];
  momentum_in_space(v, i, l);
  for (int k = 0; k < 3; k++) RGS_AT(v->l, i, k) = l[k];
}

void rgs_nontwist_spin(const rgs_view *v, int64_t i, double spin[2]) {
  for (int k = 0; k < 2; k++) spin[k] = spin_about(v, i, k, RGS_AT(v->aux, i, k));
}

void rgs_nontwist_kick(const rgs_view *v, int64_t i, const double impulse[3]) {
  double axes[3][3], in_body[3];
  rgs_axes(&v->q, i, axes);
  rgs_into_body(axes, impulse, in_body);
  /* The constraint takes up the impulse about d3, and an axis without inertia holds none. */
  for (int k = 0; k < 2; k++)
    if (has_spin(v, i, k)) RGS_AT(v->aux, i, k) += in_body[k];
  rgs_nontwist_store(v, i);
}

/* ---- constraint ------------------------------------------------------------------------------ */

/* The momentum about d3 that the rounding of l in the space frame may leave. */
#define ROUNDING_OF_MOMENTUM 1e-14

static double length3(const double v[3]) { return hypot(hypot(v[0], v[1]), v[2]); }

/* How far the state is from the constraint; *what names the measure. */
static double deviation(const rgs_view *v, int64_t i, const double pi[3], const char **what) {
  const double momentum = length3(pi);
  *what = "|w.d3| / |w|";
  if (fabs(pi[2]) <= ROUNDING_OF_MOMENTUM * momentum) return 0;
  if (!has_spin(v, i, 2)) {
    *what = "|l.d3| / |l|";
    return fabs(pi[2]) / momentum;
  }
  double spin[3];
  for (int k = 0; k < 3; k++) spin[k] = spin_about(v, i, k, pi[k]);
  return fabs(spin[2]) / length3(spin);
}

rgs_status rgs_nontwist_begin(const rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  for (int64_t i = 0; i < v->n; i++) {
    if (carried_holds(v, i)) continue;
    double pi[3];
    const char *what;
    momentum_in_body(v, i, pi);
    const double off = deviation(v, i, pi, &what);
    if (!(off <= RGS_NONTWIST_MOST)) {
      *bad = i;
      return off > 0 ? RGS_E_BODY : RGS_E_NONFINITE;
    }
    take_over(v, i, pi);
  }
  return RGS_OK;
}

rgs_status rgs_nontwist_check(const rgs_step_call *call, rgs_violation *violation) {
  const rgs_view *v = call->bodies;
  for (int64_t i = 0; i < v->n; i++) {
    double pi[3];
    const char *what;
    momentum_in_body(v, i, pi);
    const double off = deviation(v, i, pi, &what);
    if (off <= RGS_NONTWIST_MOST) continue;
    violation->body = i;
    violation->what = what;
    violation->value = off;
    violation->most = RGS_NONTWIST_MOST;
    return RGS_E_BODY;
  }
  return RGS_OK;
}

rgs_status rgs_nontwist_project(const rgs_step_call *call, double *moved,
                                rgs_violation *violation) {
  const rgs_view *v = call->bodies;
  (void)violation;
  *moved = 0;
  for (int64_t i = 0; i < v->n; i++) {
    if (carried_holds(v, i)) continue;
    double pi[3];
    momentum_in_body(v, i, pi);
    take_over(v, i, pi);
    rgs_nontwist_store(v, i);
    const double change[3] = { pi[0] - RGS_AT(v->aux, i, 0), pi[1] - RGS_AT(v->aux, i, 1), pi[2] };
    const double was = length3(pi);
    if (was > 0) *moved = rgs_larger(*moved, length3(change) / was);
  }
  return RGS_OK;
}

/* ---- outputs --------------------------------------------------------------------------------- */

enum { KINETIC_ENERGY, MATERIAL_MOMENTUM, TWIST_RATE, MULTIPLIER, SPATIAL_MOMENTUM };

#define PER_BODY(key, unit, doc, components)                                                       \
  { RGS_HEAD(rgs_output_info), RGS_VENDOR key, unit, doc, components, RGS_OUTPUT_PER_BODY, 0, 0 }
const rgs_output_info rgs_nontwist_outputs[RGS_NONTWIST_OUTPUTS] = {
  PER_BODY("kinetic_energy", "energy", "Kinetic energy of rotation.", 1),
  PER_BODY("material_momentum", "angular momentum", "Pi1 = d1.pi and Pi2 = d2.pi.", 2),
  PER_BODY("twist_rate", "1/time", "w.d3.", 1),
  PER_BODY("multiplier", "torque", "mu: the moment -mu d3 upholds w.d3 = 0.", 1),
  PER_BODY("spatial_momentum", "angular momentum", "pi, space frame.", 3),
};

rgs_status rgs_nontwist_output(const rgs_step_call *call, uint32_t index, double *values) {
  const rgs_view *v = call->bodies;
  if (index == MULTIPLIER && !(call->valid & RGS_EVAL_FORCE)) return RGS_E_ORDER;
  const uint32_t components = rgs_nontwist_outputs[index].components;
  for (int64_t i = 0; i < v->n; i++, values += components) {
    double axes[3][3], l[3], pi[3], spin[3];
    rgs_axes(&v->q, i, axes);
    rgs_get3(&v->l, i, l);
    rgs_into_body(axes, l, pi);
    for (int k = 0; k < 3; k++) spin[k] = spin_about(v, i, k, pi[k]);
    switch (index) {
    case KINETIC_ENERGY:
      values[0] = 0.5 * (pi[0] * spin[0] + pi[1] * spin[1] + pi[2] * spin[2]);
      break;
    case MATERIAL_MOMENTUM:
      values[0] = pi[0];
      values[1] = pi[1];
      break;
    case TWIST_RATE: values[0] = spin[2]; break;
    case MULTIPLIER: {
      double torque[3], in_body[3];
      for (int k = 0; k < 3; k++) torque[k] = call->force_scale * RGS_AT(v->tau, i, k);
      rgs_into_body(axes, torque, in_body);
      values[0] =
          (RGS_AT(v->inertia, i, 0) - RGS_AT(v->inertia, i, 1)) * spin[0] * spin[1] + in_body[2];
      break;
    }
    case SPATIAL_MOMENTUM:
      for (int k = 0; k < 3; k++) values[k] = l[k];
      break;
    default: return RGS_E_ARG;
    }
  }
  return RGS_OK;
}
