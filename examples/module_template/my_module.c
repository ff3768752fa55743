/* SPDX-License-Identifier: BSD-3-Clause
 *
 * my_module.c - a module to begin from: a rotor with a parameter, and a scheme.  It works as it
 * stands; CHANGE marks what will be yours.  Built with CMake (CMakeLists.txt beside it), or with
 *
 *   cc -std=c11 -O2 -ffp-contract=off -fPIC -shared my_module.c -o my_module.so -I$PREFIX/include -lm
 *   $PREFIX/bin/rigidstep-contract ./my_module.so
 *
 * The second line tests what is claimed below: 0 if all is kept.  Then any host can use it:
 * rgs_module_load(context, "./my_module.so", &error), rotor "acme.midpoint", scheme "acme.kdk".
 * Either may be left out; a module may hold any number of rotors, schemes and integrators.
 */
#include <rigidstep/module.h>

#include <math.h>

/* ---- rotor: turns every body freely for the time call->h ------------------------------------- */

/* CHANGE: parameters, or none.  They are checked and filled in by the library. */
typedef struct my_params {
  int64_t parts;
} my_params;
static const rgs_param_info my_param_infos[] = {
  { .key = "parts",
    .unit = "",
    .doc = "equal parts a step is made of",
    .type = RGS_I64,
    .offset = offsetof(my_params, parts),
    .min = 1,
    .max = 1000,
    .dflt = 1 },
};

static void cross(const double u[3], const double v[3], double product[3]) {
  for (int k = 0; k < 3; k++)
    product[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

/* CHANGE: the method.  This one turns about the angular velocity that Euler's equations
 * y' = y x w predict for the middle of the step; explicit, order 2.
 *   q  attitude (w, x, y, z), body to space       l  angular momentum in space, which stays
 *   per_inertia  1 / moment, or 0 for an axis without spin */
static void my_step(double q[4], const double l[3], const double per_inertia[3], double h) {
  const double *e = q + 1;
  double once[3], twice[3], y[3], w[3], change[3], angle = 0;
  cross(l, e, once); /* y = Q^T l */
  cross(once, e, twice);
  for (int k = 0; k < 3; k++) {
    y[k] = l[k] + 2 * (q[0] * once[k] + twice[k]);
    w[k] = h * per_inertia[k] * y[k];
  }
  cross(y, w, change);
  for (int k = 0; k < 3; k++) {
    w[k] += h * per_inertia[k] * change[k] / 2;
    angle += w[k] * w[k];
  }
  angle = sqrt(angle);
  const double s = angle > 0 ? sin(angle / 2) / angle : 0.5;
  const double r[4] = { cos(angle / 2), s * w[0], s * w[1], s * w[2] };
  const double turned[4] = { q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3],
                             q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2],
                             q[0] * r[2] + q[2] * r[0] + q[3] * r[1] - q[1] * r[3],
                             q[0] * r[3] + q[3] * r[0] + q[1] * r[2] - q[2] * r[1] };
  double length2 = 0;
  for (int k = 0; k < 4; k++) length2 += turned[k] * turned[k];
  for (int k = 0; k < 4; k++) q[k] = turned[k] / sqrt(length2);
}

/* Body i's result may depend on body i alone; no memory is allocated; nothing is written but q.
 * A body that cannot be stepped is named in *bad: then the library puts all attitudes back. */
static rgs_status my_flow(const rgs_flow *call, int64_t *bad) {
  const my_params *params = call->params;
  for (int64_t i = 0; i < call->n; i++) {
    double q[4], l[3], per_inertia[3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(call->q, i, k);
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(call->inertia, i, k);
      l[k] = RGS_AT(call->l, i, k);
      per_inertia[k] = moment > 0 ? 1 / moment : 0;
    }
    for (int64_t part = 0; part < params->parts; part++)
      my_step(q, l, per_inertia, call->h / (double)params->parts);
    if (!isfinite(q[0] + q[1] + q[2] + q[3])) {
      *bad = i;
      return RGS_E_NOCONV;
    }
    for (int k = 0; k < 4; k++) RGS_AT(call->q, i, k) = q[k];
  }
  return RGS_OK;
}

/* CHANGE: what it is called, where it comes from, and what it keeps.  Claim nothing that
 * rigidstep-contract does not show. */
static const rgs_about my_rotor_about = {
  .head = RGS_HEAD(rgs_about),
  .name = "acme.midpoint", /* vendor.name; [a-z0-9_] */
  .doc = "Explicit midpoint rule on the rotation group.",
  .cite = "10.1007/BF02510919", /* a DOI, or the reference in words */
  .order = 2,                   /* of the rotor */
  .claims = RGS_KEEPS_MOMENTUM, /* | RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY .. */
  .n_params = sizeof my_param_infos / sizeof *my_param_infos,
  .params = my_param_infos,
  .param_info_size = sizeof(rgs_param_info),
  .params_size = sizeof(my_params),
};
static const rgs_rotor my_rotor = { .head = RGS_HEAD(rgs_rotor),
                                    .about = &my_rotor_about,
                                    .flow = my_flow };

/* ---- scheme: how free flight and kicks alternate --------------------------------------------- */

/* CHANGE: the rows.  The library refuses a table that does not meet the order conditions of what is
 * claimed. */
static const rgs_stage my_stages[] = {
  { .op = RGS_KICK, .a = 0.5 },
  { .op = RGS_DRIFT, .a = 1 },
  { .op = RGS_KICK, .a = 0.5 },
};
static const rgs_about my_scheme_about = {
  .head = RGS_HEAD(rgs_about),
  .name = "acme.kdk",
  .doc = "Half a kick, a drift, half a kick.",
  .cite = "10.1137/0705041",
  .order = 2,
  .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM | RGS_COMPOSED,
  .needs = RGS_EVAL_FORCE,
  .param_info_size = sizeof(rgs_param_info),
};
static const rgs_scheme my_scheme = { .head = RGS_HEAD(rgs_scheme),
                                      .about = &my_scheme_about,
                                      .stages = my_stages,
                                      .n_stages = sizeof my_stages / sizeof *my_stages,
                                      .stage_size = sizeof *my_stages };

/* ---- the module ------------------------------------------------------------------------------ */
static const rgs_rotor *const my_rotors[] = { &my_rotor, NULL };
static const rgs_scheme *const my_schemes[] = { &my_scheme, NULL };

/* CHANGE: name, version, licence. */
RGS_MODULE = { .head = RGS_HEAD(rgs_module),
               .name = "acme",
               .version = "0.1",
               .license = "BSD-3-Clause",
               .rotors = my_rotors,
               .schemes = my_schemes };
