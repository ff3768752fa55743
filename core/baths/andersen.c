/* SPDX-License-Identifier: BSD-3-Clause
 *
 * andersen.c - the piston `andersen` (andersen.h).
 *
 * FREE FLIGHT  E = p^2/2W + K of the group is constant.  With v = p/W, o = root(2E/W) and
 * u = cosh ot + (v/o) sinh ot the solution is L -> L u, X -> X u + (P/M) sinh(ot)/o, P -> P/u,
 * p -> W (o sinh ot + v cosh ot)/u.  |v| <= o, so u is never 0.  Where ot is small, sinh(ot)/o
 * and u - 1 come from series, so that E = 0 is no special case.  Where v and t have opposite signs,
 * u is exp(-|ot|) + sinh|ot| (1 - |v|/o).
 */
#include "baths/andersen.h"
#include "baths/bath_params.h"
#include "baths/builtin_baths.h"
#include "baths/draws.h"
#include "lanes/unfused.h"
#include <math.h>

/* ---- a group of axes ------------------------------------------------------------------------- */

rgs_piston_flight rgs_piston_fly(rgs_piston *p, double kinetic, double t) {
  const double v = p->momentum / p->mass, thrust = 2 * kinetic / p->mass;
  const double o = sqrt(v * v + thrust), slide = t * rgs_sinh_over(o * t);
  double growth, speed; /* speed: of the strain, times 1 + growth */
  if (v * t >= 0) {
    const double cosh_minus_1 = rgs_cosh_minus_1(o * t);
    growth = cosh_minus_1 + v * slide;
    speed = o * o * slide + v * (1 + cosh_minus_1);
  } else { /* cosh and sinh nearly cancel; o - |v| without that */
    const double fall = rgs_expm1(-o * fabs(t)), lag = thrust / (o + fabs(v));
    growth = fall + fabs(slide) * lag;
    speed = v * (1 + fall) + lag * o * slide;
  }
  p->momentum = p->mass * speed / (1 + growth);
  p->strain += rgs_log_of_1_plus(growth);
  return (rgs_piston_flight){ growth, slide, 1 / (1 + growth) };
}

void rgs_piston_kick(rgs_piston *p, double virial, double work, double kt, double t) {
  p->momentum += t * (virial + p->axes * (kt - work));
}

double rgs_piston_work(double mean, double volume, double target, double reference) {
  return mean * volume + (target - mean) * reference;
}

double rgs_piston_kinetic(const rgs_piston *p) { return 0.5 * p->momentum * p->momentum / p->mass; }

double rgs_piston_potential(const rgs_piston *p, double mean, double target, double reference,
                            double kt) {
  return p->axes * p->strain * (reference * (target - mean) - kt);
}

double rgs_piston_rate(double rate, double relaxation, bool bathed, int64_t seed) {
  if (rate >= 0) return rate;
  return bathed && seed >= 0 ? 2 / relaxation : 0;
}

rgs_status rgs_piston_check_rate(const char *name, double rate, bool bathed, int64_t seed,
                                 rgs_error *error) {
  if (rate > 0 && !bathed)
    return rgs_refuse(error, RGS_E_PARAM, -1,
                      "piston '%s': piston_rate is %g without a bath; must be 0 or -1, or name a "
                      "bath",
                      name, rate);
  if (rate > 0 && seed < 0)
    return rgs_refuse(error, RGS_E_PARAM, -1,
                      "piston '%s': piston_rate is %g and there is no seed; set 'seed' from 0 to "
                      "4294967295",
                      name, rate);
  return RGS_OK;
}

double rgs_piston_bathe(rgs_piston *p, double keep, double spread, double normal) {
  const double before = p->momentum;
  p->momentum = keep * before + sqrt(spread * p->mass) * normal;
  return 0.5 * (p->momentum - before) * (p->momentum + before) / p->mass;
}

/* ---- the box --------------------------------------------------------------------------------- */

/* What is common to the groups, by the parameters as they are now. */
typedef struct groups {
  int axes[RGS_GROUPS], all_axes;
  double target[RGS_GROUPS], mean;
  double reference; /* the volume where strains are 0 */
} groups;

static groups groups_of(const rgs_piston_call *call) {
  const rgs_andersen *p = call->params;
  const double deviation[3] = { p->deviation_x, p->deviation_y, p->deviation_z };
  groups all = { .reference = 1 };
  for (int k = 0; k < 3; k++) {
    const int g = call->group[k];
    all.reference *= call->box->reference[k];
    if (g < 0) continue;
    all.axes[g]++;
    all.all_axes++;
    all.target[g] += deviation[k];
  }
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (all.axes[g] == 0) continue;
    all.target[g] = p->pressure + all.target[g] / all.axes[g];
    all.mean += all.target[g] * all.axes[g] / all.all_axes;
  }
  return all;
}

static rgs_piston piston_of(const rgs_moved_box *box, const groups *all, int g) {
  return (rgs_piston){ all->axes[g], box->mass[g], box->strain[g], box->momentum[g] };
}

static double sum_over(const rgs_piston_call *call, int g, const double by_axes[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += call->group[k] == g ? by_axes[k] : 0;
  return sum;
}

static void begin(rgs_piston_call *call) {
  const rgs_andersen *p = call->params;
  const groups all = groups_of(call);
  const int d = call->dimensions;
  double whole = p->piston_mass;
  if (whole == 0) whole = (call->freedom + d) * p->kt * p->piston_relaxation * p->piston_relaxation;
  for (int g = 0; g < RGS_GROUPS; g++)
    if (call->box->mass[g] == 0) call->box->mass[g] = whole * all.axes[g] / d;
}

static void kick(rgs_piston_call *call, double t) {
  const rgs_andersen *p = call->params;
  const groups all = groups_of(call);
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (all.axes[g] == 0) continue;
    rgs_piston piston = piston_of(call->box, &all, g);
    const double work = rgs_piston_work(all.mean, call->volume, all.target[g], all.reference);
    rgs_piston_kick(&piston, sum_over(call, g, call->virial), work, p->kt, t);
    call->box->momentum[g] = piston.momentum;
  }
}

static bool fly(rgs_piston_call *call, double t, rgs_piston_step *bodies) {
  const groups all = groups_of(call);
  rgs_moved_box next = *call->box;
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (all.axes[g] == 0) continue;
    rgs_piston piston = piston_of(&next, &all, g);
    const rgs_piston_flight flight = rgs_piston_fly(&piston, sum_over(call, g, call->kinetic), t);
    if (!(fabs(piston.strain) <= RGS_MOST_STRAIN) || !isfinite(piston.momentum)) return false;
    next.strain[g] = piston.strain;
    next.momentum[g] = piston.momentum;
    for (int k = 0; k < 3; k++) {
      if (call->group[k] != g) continue;
      bodies->growth[k] = flight.growth;
      bodies->slide[k] = flight.slide;
      bodies->squeeze[k] = flight.squeeze;
      call->kinetic[k] *= flight.squeeze * flight.squeeze;
    }
  }
  *call->box = next;
  return true;
}

static void bathe(rgs_piston_call *call, double h) {
  const rgs_andersen *p = call->params;
  const groups all = groups_of(call);
  const double rate = rgs_piston_rate(p->piston_rate, p->piston_relaxation, call->bathed, p->seed);
  const double keep = rgs_exp(-rate * h);
  const double spread = -rgs_expm1(-2 * rate * h) * p->kt;
  rgs_draws draws = { (uint32_t)p->seed, RGS_STREAMS * call->visit + RGS_STREAM_PISTON, call->step,
                      0 };
  for (int g = 0; g < RGS_GROUPS && rate != 0; g++) {
    if (all.axes[g] == 0) continue;
    rgs_piston piston = piston_of(call->box, &all, g);
    /* Where the bath begins the first step, no sum over the bodies has told the mass yet. */
    if (piston.mass == 0) continue;
    call->heat += rgs_piston_bathe(&piston, keep, spread, rgs_draw_normal(&draws));
    call->box->momentum[g] = piston.momentum;
  }
}

static double kinetic(const rgs_piston_call *call) {
  const groups all = groups_of(call);
  double sum = 0;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const rgs_piston piston = piston_of(call->box, &all, g);
    if (all.axes[g] > 0 && piston.mass > 0) sum += rgs_piston_kinetic(&piston);
  }
  return sum;
}

static double potential(const rgs_piston_call *call) {
  const rgs_andersen *p = call->params;
  const groups all = groups_of(call);
  double sum = all.mean * call->volume;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const rgs_piston piston = piston_of(call->box, &all, g);
    if (all.axes[g] > 0)
      sum += rgs_piston_potential(&piston, all.mean, all.target[g], all.reference, p->kt);
  }
  return sum;
}

/* ---- its table ------------------------------------------------------------------------------- */

static void find_groups(const void *params, int group[3]) {
  const rgs_andersen *p = params;
  group[0] = (int)p->group_x - 1;
  group[1] = (int)p->group_y - 1;
  group[2] = (int)p->group_z - 1;
}

static rgs_status check(const void *params, bool bathed, int dimensions, rgs_error *error) {
  const rgs_andersen *p = params;
  if (p->group_x == 0 && p->group_y == 0 && p->group_z == 0)
    return rgs_refuse(
        error, RGS_E_PARAM, -1,
        "piston 'andersen': group_x, group_y and group_z are 0, so that no length may "
        "change; must be from 1 to 3 for one of them");
  const rgs_status status =
      rgs_piston_check_rate("andersen", p->piston_rate, bathed, p->seed, error);
  if (status != RGS_OK) return status;
  if (p->group_z != 0 && dimensions == 2)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "piston 'andersen': group_z is %lld; must be 0 where the bodies move in a "
                      "plane (RGS_VIEW_PLANE)",
                      (long long)p->group_z);
  return RGS_OK;
}

#define ROW(...) RGS_BATH_PARAM(rgs_andersen, __VA_ARGS__)
#define DEVIATION(axis)                                                                            \
  ROW(deviation_##axis, RGS_F64, "pressure", "The target along " #axis " is pressure plus this.",  \
      -RGS_BATH_MOST, RGS_BATH_MOST, 0, RGS_PARAM_RAMPS)
#define GROUP(axis)                                                                                \
  ROW(group_##axis, RGS_I64, "",                                                                   \
      "Lengths of axes with the same number change together; 0: the length is fixed.  A fluid "    \
      "has "                                                                                       \
      "no bounded shape where there is more than one group.",                                      \
      0, 3, 1, 0)

static const rgs_param_info rows[] = {
  RGS_BATH_KT(rgs_andersen),
  RGS_PISTON_PRESSURE(rgs_andersen),
  DEVIATION(x),
  DEVIATION(y),
  DEVIATION(z),
  GROUP(x),
  GROUP(y),
  GROUP(z),
  RGS_PISTON_MOTION(rgs_andersen),
  RGS_BATH_CONSERVED(rgs_andersen),
};

RGS_BATH_ABOUT("andersen", RGS_EXACT, RGS_EVAL_SUM | RGS_EVAL_VIRIAL, rgs_andersen,
               "10.1063/1.439486",
               "Constant pressure with molecular scaling; free flight of bodies and box in closed "
               "form.");

const rgs_piston_table rgs_andersen_piston = { .about = &about,
                                               .check = check,
                                               .groups = find_groups,
                                               .begin = begin,
                                               .kick = kick,
                                               .fly = fly,
                                               .bathe = bathe,
                                               .kinetic = kinetic,
                                               .potential = potential };
