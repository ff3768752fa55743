/* SPDX-License-Identifier: BSD-3-Clause
 *
 * piston.c - see piston.h.
 *
 * FREE FLIGHT  E = p^2/2W + K of the group is constant.  With v = p/W, o = root(2E/W) and
 * u = cosh ot + (v/o) sinh ot the solution is L -> L u, X -> X u + (P/M) sinh(ot)/o, P -> P/u,
 * p -> W (o sinh ot + v cosh ot)/u.  |v| <= o, so u is never 0.  Where ot is small, sinh(ot)/o
 * and u - 1 come from series, so that E = 0 is no special case.
 */
#include "baths/piston.h"
#include "baths/unfused.h"
#include <math.h>

rgs_piston_flight rgs_piston_fly(rgs_piston *p, double kinetic, double t) {
  const double v = p->momentum / p->mass;
  const double square = v * v + 2 * kinetic / p->mass, angle = sqrt(square) * t;
  const double slide = t * rgs_sinh_over(angle), cosh_minus_1 = rgs_cosh_minus_1(angle);
  const double growth = cosh_minus_1 + v * slide;
  p->momentum = p->mass * (square * slide + v * (1 + cosh_minus_1)) / (1 + growth);
  p->strain += rgs_log_of_1_plus(growth);
  return (rgs_piston_flight){ growth, slide, 1 / (1 + growth) };
}

void rgs_piston_kick(rgs_piston *p, double virial, double work, double kt, double t) {
  p->momentum += t * (virial + p->axes * (kt - work));
}

double rgs_piston_work(double mean, double volume, double target, double reference) {
  return mean * volume + (target - mean) * reference;
}

double rgs_piston_kinetic(const rgs_piston *p) {
  return 0.5 * p->momentum * p->momentum / p->mass;
}

double rgs_piston_potential(const rgs_piston *p, double mean, double target, double reference,
                            double kt) {
  return p->axes * p->strain * (reference * (target - mean) - kt);
}

double rgs_piston_bathe(rgs_piston *p, double keep, double spread, double normal) {
  const double before = p->momentum;
  p->momentum = keep * before + sqrt(spread * p->mass) * normal;
  return 0.5 * (p->momentum - before) * (p->momentum + before) / p->mass;
}
