/* SPDX-License-Identifier: BSD-3-Clause
 *
 * my_module.c - a module to begin from: a rotor with a parameter, a scheme and a thermostat.  It works
 * as it stands; CHANGE marks what will be yours.  Built with CMake (CMakeLists.txt beside it), or with
 *
 *   cc -std=c11 -O2 -ffp-contract=off -fPIC -shared my_module.c -o my_module.so -I$PREFIX/include -lm
 *   $PREFIX/bin/rigidstep-contract ./my_module.so
 *
 * The second line tests what is claimed below: 0 if all is kept.  Then any host can use it:
 * rgs_module_load(context, "./my_module.so", &error), rotor "acme.midpoint", scheme "acme.kdk",
 * thermostat "acme.collisions".  Each may be left out; a module may hold any number of rotors, schemes,
 * integrators and thermostats.
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
 *   q  orientation (w, x, y, z), body to space       l  angular momentum in space, which stays
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
 * A body that cannot be stepped is named in *bad: then the library puts all orientations back. */
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

/* ---- thermostat: what exchanges heat with the bodies ----------------------------------------------- */

/* CHANGE: parameters. */
typedef struct my_thermostat_params {
  double kt, rate;
  int64_t seed;
} my_thermostat_params;
#define THERMOSTAT_PARAM(name, its_type, its_flags, its_unit, its_doc, least, most, usual)         \
  {                                                                                                \
    .key = #name, .unit = its_unit, .doc = its_doc, .type = its_type,                              \
    .offset = offsetof(my_thermostat_params, name), .min = least, .max = most, .dflt = usual,      \
    .flags = its_flags                                                                             \
  }
static const rgs_param_info my_thermostat_infos[] = {
  THERMOSTAT_PARAM(kt, RGS_F64, RGS_PARAM_REQUIRED | RGS_PARAM_RAMPS | RGS_PARAM_ABOVE_MIN,
                   "energy", "Boltzmann's constant times the temperature.", 0, 1e150, 1),
  THERMOSTAT_PARAM(rate, RGS_F64, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN, "1/time",
                   "Collisions of a body in a unit of time.", 0, 1e150, 1),
  THERMOSTAT_PARAM(seed, RGS_I64, RGS_PARAM_REQUIRED, "", "Another seed gives another noise.", 0,
                   4294967295.0, 1),
};

/* Random numbers that depend on seed, tag of the body, step and visit alone, so that they are the
 * same on whatever rank the body is and however often a step is repeated. */
static double uniform(uint64_t *state) { /* in (0,1) */
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}
static uint64_t stream(const rgs_thermostat_call *call, uint64_t seed, int64_t tag) {
  const uint64_t parts[] = { seed, (uint64_t)tag, call->step, call->visit };
  uint64_t state = 0;
  for (int k = 0; k < 4; k++) {
    state ^= parts[k];
    state = (uint64_t)(uniform(&state) * 18446744073709551616.0);
  }
  return state;
}
static double normal(uint64_t *state) {
  const double radius = sqrt(-2 * log(uniform(state)));
  return radius * cos(6.283185307179586 * uniform(state));
}

/* v, back into the body frame or, with way = 1, from it into space. */
static void turn(const double q[4], double way, const double v[3], double out[3]) {
  const double e[3] = { way * q[1], way * q[2], way * q[3] };
  double once[3], twice[3];
  cross(e, v, once);
  cross(e, once, twice);
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * (q[0] * once[k] + twice[k]);
}

/* CHANGE: the thermostat.  This one is Andersen's: a body collides now and then, and has momenta of the
 * temperature afterwards.  Bodies in the plane keep p_z, l_x and l_y. */
static void collide(const rgs_view *v, int64_t i, double kt, uint64_t *state) {
  const int flat = (v->flags & RGS_VIEW_PLANAR) != 0;
  const double mass = RGS_AT(v->mass, i, 0);
  const double spread = sqrt(v->flags & RGS_VIEW_P_IS_VELOCITY ? kt / mass : kt * mass);
  const double axis[3] = { 0, 0, 1 };
  double q[4], y[3], l[3], across[3], moment = 0;
  for (int k = 0; k < 3 - flat; k++) RGS_AT(v->p, i, k) = spread * normal(state);
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
  turn(q, -1, axis, across);
  for (int k = 0; k < 3; k++) {
    y[k] = sqrt(kt * RGS_AT(v->inertia, i, k)) * normal(state);
    moment += across[k] * across[k] * RGS_AT(v->inertia, i, k);
  }
  turn(q, 1, y, l);
  if (flat) l[2] = sqrt(kt * moment) * normal(state);
  for (int k = flat ? 2 : 0; k < 3; k++) RGS_AT(v->l, i, k) = l[k];
}

static double kinetic(const rgs_view *v, int64_t i) {
  const double mass = RGS_AT(v->mass, i, 0);
  const double per = v->flags & RGS_VIEW_P_IS_VELOCITY ? mass : 1 / mass;
  double q[4], l[3], y[3], twice = 0;
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
  for (int k = 0; k < 3; k++) l[k] = RGS_AT(v->l, i, k);
  turn(q, -1, l, y);
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(v->inertia, i, k), p = RGS_AT(v->p, i, k);
    twice += per * p * p + (moment > 0 ? y[k] * y[k] / moment : 0);
  }
  return 0.5 * twice;
}

/* Ghosts of other ranks' bodies collide here as well, but their heat is counted there. */
static rgs_status my_act(rgs_thermostat_call *call, int64_t *bad) {
  const my_thermostat_params *params = call->params;
  const rgs_view *v = call->bodies;
  const double likely = -expm1(-params->rate * call->h);
  *bad = -1;
  call->heat = 0;
  for (int64_t i = 0; i < v->n; i++) {
    if (v->thermostatted.data != NULL && RGS_AT(v->thermostatted, i, 0) == 0) continue;
    uint64_t state = stream(call, (uint64_t)params->seed, v->tag != NULL ? v->tag[i] : i);
    if (uniform(&state) >= likely) continue;
    const double before = kinetic(v, i);
    collide(v, i, params->kt, &state);
    if (i < v->n - v->n_ghosts) call->heat += kinetic(v, i) - before;
  }
  return RGS_OK;
}

static const rgs_about my_thermostat_about = {
  .head = RGS_HEAD(rgs_about),
  .name = "acme.collisions",
  .doc = "Bodies collide at random times and have momenta of the temperature afterwards.",
  .cite = "10.1063/1.439486",
  .order = RGS_EXACT, /* it makes no error of its own */
  .n_params = sizeof my_thermostat_infos / sizeof *my_thermostat_infos,
  .params = my_thermostat_infos,
  .param_info_size = sizeof(rgs_param_info),
  .params_size = sizeof(my_thermostat_params),
};
static const rgs_thermostat my_thermostat = { .head = RGS_HEAD(rgs_thermostat),
                                              .about = &my_thermostat_about,
                                              .act = my_act,
                                              .flags = RGS_THERMOSTAT_NOISE };

/* ---- the module ------------------------------------------------------------------------------ */
static const rgs_rotor *const my_rotors[] = { &my_rotor, NULL };
static const rgs_scheme *const my_schemes[] = { &my_scheme, NULL };
static const rgs_thermostat *const my_thermostats[] = { &my_thermostat, NULL };

/* CHANGE: name, version, licence. */
RGS_MODULE = { .head = RGS_HEAD(rgs_module),
               .name = "acme",
               .version = "0.1",
               .license = "BSD-3-Clause",
               .rotors = my_rotors,
               .schemes = my_schemes,
               .thermostats = my_thermostats };
