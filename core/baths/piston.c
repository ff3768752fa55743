/* SPDX-License-Identifier: BSD-3-Clause
 *
 * piston.c - see piston.h.
 *
 * FREE FLIGHT  E = p^2/2W + K of the group is constant.  With v = p/W, o = root(2E/W) and
 * u = cosh ot + (v/o) sinh ot the solution is L -> L u, X -> X u + (P/M) sinh(ot)/o, P -> P/u,
 * p -> W (o sinh ot + v cosh ot)/u.  |v| <= o, so u is never 0.  Where ot is small, sinh(ot)/o
 * and u - 1 come from series, so that E = 0 is no special case.  Where v and t have opposite signs,
 * u is exp(-|ot|) + sinh|ot| (1 - |v|/o).
 */
#include "baths/piston.h"
#include "baths/unfused.h"
#include <math.h>

rgs_piston_flight rgs_piston_fly(rgs_piston *p, double kinetic, double t) {
  const double v = p->momentum / p->mass, thrust = 2 * kinetic / p->mass;
  const double o = sqrt(v * v + thrust), slide = t * rgs_sinh_over(o * t);
  double growth, speed; /* speed: that of the strain, times 1 + growth */
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

double rgs_piston_bathe(rgs_piston *p, double keep, double spread, double normal) {
  const double before = p->momentum;
  p->momentum = keep * before + sqrt(spread * p->mass) * normal;
  return 0.5 * (p->momentum - before) * (p->momentum + before) / p->mass;
}
