/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nhc.c - the thermostat `nhc`: a chain of thermostats for translation and one for rotation (nhc.h).
 */
#include "thermostats/nhc.h"
#include "thermostats/thermostat_params.h"
#include "thermostats/builtin_thermostats.h"
#include "simd/unfused.h"
#include <math.h>

/* Shares of a step: by H. Yoshida, Phys. Lett. A 150, 262 (1990), for 3 and 7, and by
 * M. Suzuki, Phys. Lett. A 146, 319 (1990), for 5; of a palindrome the first half with its
 * middle. */
static const double SHARES_1[] = { 1 };
static const double SHARES_3[] = { 1.351207191959657634, -1.702414383919315268 };
static const double SHARES_5[] = { 0.414490771794375738, 0.414490771794375738,
                                   -0.657963087177502952 };
static const double SHARES_7[] = { 0.784513610477557263819497633866,
                                   0.235573213359358133684793182979,
                                   -1.17767998417887100694641568096,
                                   1.31518632068391121888424972823 };

static double share(int order, int i) {
  const double *shares = order == 7   ? SHARES_7
                         : order == 5 ? SHARES_5
                         : order == 3 ? SHARES_3
                                      : SHARES_1;
  /* order is one of these, and i is below it */
  return shares[i <= order / 2 ? i : order - 1 - i]; /* NOLINT(clang-analyzer-core.*) */
}

static double mass(const rgs_nhc *c, int link) {
  return (link == 0 ? (double)c->n : 1) * c->kt * c->period * c->period;
}

/* What accelerates a link: twice the kinetic energy below it, less what that should be. */
static double pull(const rgs_nhc *c, const rgs_nhc_state *s, int link, double kinetic) {
  if (link == 0) return (2 * kinetic - (double)c->n * c->kt) / mass(c, 0);
  const double below = s->velocity[link - 1];
  return (mass(c, link - 1) * below * below - c->kt) / mass(c, link);
}

/* The links' velocities over a time d; from the far end of the chain, or back to it. */
static void move_link(const rgs_nhc *c, rgs_nhc_state *s, int link, double kinetic, double d) {
  double *velocity = &s->velocity[link];
  if (link == c->links - 1) {
    *velocity += pull(c, s, link, kinetic) * d;
  } else {
    const double fall = rgs_exp(-0.5 * d * s->velocity[link + 1]);
    *velocity = (*velocity * fall + pull(c, s, link, kinetic) * d) * fall;
  }
}

/* The nodes of Suzuki and Yoshida over the time h.  factor: of the momenta, so far and then. */
static double over_nodes(const rgs_nhc *c, rgs_nhc_state *s, double kinetic, double factor,
                         double h) {
  for (int node = 0; node < c->order; node++) {
    const double d = share(c->order, node) * h;
    for (int link = c->links - 1; link >= 0; link--)
      move_link(c, s, link, factor * factor * kinetic, 0.5 * d);
    factor *= rgs_exp(-d * s->velocity[0]);
    for (int link = 0; link < c->links; link++) s->position[link] += d * s->velocity[link];
    for (int link = 0; link < c->links; link++)
      move_link(c, s, link, factor * factor * kinetic, 0.5 * d);
  }
  return factor;
}

/* How far the chain may go at once: `whole` > 0, or less.  A link swings with the rate at which the
 * link below it moves, in units of their masses.  Far from equilibrium (at a cold start the kinetic
 * energy is 0) each link would drive the next one harder, until numbers end.  Near equilibrium all
 * rates are about 1/period, and nothing is divided. */
static double stride(const rgs_nhc *c, const rgs_nhc_state *s, double kinetic, double whole) {
  const double most = 0.5;
  double rate = 0, growth = 0; /* the largest rate, and how fast it grows */
  for (int link = 0; link < c->links; link++) {
    const double unit = link == 0 ? sqrt((double)c->n) : 1;
    rate = fmax(rate, unit * fabs(s->velocity[link]));
    growth = fmax(growth, unit * fabs(pull(c, s, link, kinetic)));
  }
  if (rate * whole <= most && growth * whole * whole <= most) return whole;
  return fmin(whole, fmin(most / rate, sqrt(most / growth)));
}

double rgs_nhc_factor(const rgs_nhc *c, rgs_nhc_state *s, double kinetic, double h) {
  const double whole = h / c->parts, least = fabs(whole) / RGS_NHC_MOST_STRIDES;
  double factor = 1;
  for (int part = 0; part < c->parts; part++)
    for (double left = fabs(whole); left > 0;) {
      const double most = stride(c, s, factor * factor * kinetic, left);
      const double d = fmin(left, fmax(least, most));
      factor = over_nodes(c, s, kinetic, factor, copysign(d, h));
      left -= d;
    }
  return factor;
}

double rgs_nhc_energy(const rgs_nhc *c, const rgs_nhc_state *s) {
  double energy = 0;
  for (int link = 0; link < c->links; link++) {
    const double velocity = s->velocity[link];
    energy += 0.5 * mass(c, link) * velocity * velocity;
    energy += (link == 0 ? (double)c->n : 1) * c->kt * s->position[link];
  }
  return energy;
}

/* ---- its table ------------------------------------------------------------------------------- */

typedef struct nhc_params {
  double kt, relaxation;
  int64_t chain, order, steps, momentum;
} nhc_params;

static rgs_status check(const void *params, rgs_error *error) {
  const nhc_params *p = params;
  if (p->order % 2 == 1) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_PARAM, -1,
      "thermostat 'nhc': order is %lld; must be 1, 3, 5 or 7, the number of nodes of Suzuki "
      "and Yoshida",
      (long long)p->order);
}

static rgs_nhc chain_of(const rgs_thermostat_call *call, double freedom) {
  const nhc_params *p = call->params;
  const double n = fmax(0, fmin(freedom, 0x1p53)); /* a host's sums may be anything */
  return (rgs_nhc){ .links = (int)p->chain,
                    .order = (int)p->order,
                    .parts = (int)p->steps,
                    .n = (int64_t)n,
                    .kt = p->kt,
                    .period = p->relaxation };
}

static double factor(const rgs_thermostat_call *call, int part, double kinetic, double freedom) {
  const rgs_nhc chain = chain_of(call, freedom);
  rgs_nhc_state *states = call->state;
  return chain.n < 1 ? 1 : rgs_nhc_factor(&chain, &states[part], kinetic, call->h);
}

static rgs_status scale(rgs_thermostat_call *call) {
  call->scale_translation = factor(call, 0, call->kinetic_translation, call->freedom_translation);
  call->scale_rotation = factor(call, 1, call->kinetic_rotation, call->freedom_rotation);
  return RGS_OK;
}

static double energy(const rgs_thermostat_call *call) {
  const double freedom[2] = { call->freedom_translation, call->freedom_rotation };
  const rgs_nhc_state *states = call->state;
  double sum = 0;
  for (int part = 0; part < 2; part++) {
    const rgs_nhc chain = chain_of(call, freedom[part]);
    if (chain.n >= 1) sum += rgs_nhc_energy(&chain, &states[part]);
  }
  return sum;
}

#define ROW(...) RGS_THERMOSTAT_PARAM(nhc_params, __VA_ARGS__)
static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(nhc_params),
  ROW(relaxation, RGS_F64, "time",
      "The thermostat swings with a period of about 2 pi times this; its mass is kt relaxation^2 "
      "for each degree of freedom.",
      0, RGS_THERMOSTAT_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  ROW(chain, RGS_I64, "", "Number of links of a chain.", 1, RGS_NHC_MOST, 3, 0),
  ROW(order, RGS_I64, "", "Nodes of Suzuki and Yoshida: 1, 3, 5 or 7.", 1, 7, 3, 0),
  ROW(steps, RGS_I64, "", "Parts into which the chain divides a step.", 1, 1000, 1, 0),
  RGS_THERMOSTAT_MOMENTUM(nhc_params),
};
RGS_THERMOSTAT_ABOUT("nhc", 2, 0, RGS_EVAL_REDUCTION, nhc_params, "10.1063/1.463940",
                     "Chains of Nose and Hoover, one for translation and one for rotation.");

RGS_THERMOSTAT_CHECKED(nhc, check, .scale = scale, .energy = energy,
                       .state_size = 2 * sizeof(rgs_nhc_state), .flags = RGS_THERMOSTAT_KEEPS_DRIFT)
