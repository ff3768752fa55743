/* SPDX-License-Identifier: BSD-3-Clause
 *
 * box.c - the box that a piston moves (baths/piston.h has the formulas).
 */
#include "ensemble/box.h"
#include "baths/builtin_baths.h"
#include "baths/draws.h"
#include "baths/unfused.h"
#include "ensemble/sums.h"
#include <math.h>
#include <string.h>

/* Strains beyond this make lengths that are no numbers. */
#define LARGEST_STRAIN 600.0

rgs_moved_box rgs_box_of(const rgs_stepper *s) {
  const rgs_andersen *p = s->piston_params;
  const int64_t chosen[3] = { p->group_x, p->group_y, p->group_z };
  const double deviation[3] = { p->deviation_x, p->deviation_y, p->deviation_z };
  rgs_moved_box box = { .params = p, .reference = 1, .volume = 1 };
  for (int k = 0; k < 3; k++) {
    const int g = box.group[k] = (int)chosen[k] - 1;
    box.reference *= s->ensemble.reference[k];
    box.volume *= s->ensemble.lengths[k];
    if (g < 0) continue;
    box.axes[g]++;
    box.all_axes++;
    box.target[g] += deviation[k];
  }
  double strain = 0;
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (box.axes[g] == 0) continue;
    box.target[g] = p->pressure + box.target[g] / box.axes[g];
    box.mean += box.target[g] * box.axes[g] / box.all_axes;
    strain += box.axes[g] * (s->ensemble.strain[g] - s->ensemble.told[g]);
  }
  box.volume *= rgs_exp(strain);
  return box;
}

rgs_piston rgs_box_piston(const rgs_stepper *s, const rgs_moved_box *box, int g) {
  const rgs_ensemble *e = &s->ensemble;
  return (rgs_piston){ box->axes[g], e->mass[g], e->strain[g], e->momentum[g] };
}

void rgs_box_set_masses(rgs_stepper *s, const rgs_moved_box *box, double freedom) {
  const rgs_andersen *p = box->params;
  const int d = rgs_dimensions(&s->bodies->view);
  double whole = p->piston_mass;
  if (whole == 0) whole = (freedom + d) * p->kt * p->piston_relaxation * p->piston_relaxation;
  for (int g = 0; g < RGS_GROUPS; g++)
    if (s->ensemble.mass[g] == 0) s->ensemble.mass[g] = whole * box->axes[g] / d;
}

void rgs_box_kick(rgs_stepper *s, const rgs_moved_box *box, double t) {
  rgs_ensemble *e = &s->ensemble;
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (box->axes[g] == 0) continue;
    rgs_piston piston = rgs_box_piston(s, box, g);
    double virial = 0;
    for (int k = 0; k < 3; k++) virial += box->group[k] == g ? e->virial[k] : 0;
    const double work = rgs_piston_work(box->mean, box->volume, box->target[g], box->reference);
    rgs_piston_kick(&piston, virial, work, box->params->kt, t);
    e->momentum[g] = piston.momentum;
  }
}

bool rgs_box_fly(rgs_stepper *s, const rgs_moved_box *box, double t, rgs_piston_step *bodies) {
  rgs_ensemble next = s->ensemble;
  *bodies = (rgs_piston_step){ .slide = { t, t, t }, .squeeze = { 1, 1, 1 } };
  memcpy(bodies->centre, next.centre, sizeof bodies->centre);
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (box->axes[g] == 0) continue;
    rgs_piston piston = rgs_box_piston(s, box, g);
    double kinetic = 0;
    for (int k = 0; k < 3; k++) kinetic += box->group[k] == g ? next.kinetic[k] : 0;
    const rgs_piston_flight flight = rgs_piston_fly(&piston, kinetic, t);
    if (!(fabs(piston.strain) <= LARGEST_STRAIN) || !isfinite(piston.momentum)) return false;
    next.strain[g] = piston.strain;
    next.momentum[g] = piston.momentum;
    for (int k = 0; k < 3; k++)
      if (box->group[k] == g) {
        bodies->growth[k] = flight.growth;
        bodies->slide[k] = flight.slide;
        bodies->squeeze[k] = flight.squeeze;
        next.kinetic[k] *= flight.squeeze * flight.squeeze;
      }
  }
  s->ensemble = next;
  return true;
}

/* -1 stands for critical damping where there is what friction and noise need. */
static double rate_of(const rgs_stepper *s, const rgs_andersen *p) {
  if (p->piston_rate >= 0) return p->piston_rate;
  return s->method->bath != NULL && p->seed >= 0 ? 2 / p->piston_relaxation : 0;
}

void rgs_box_bathe(rgs_stepper *s, const rgs_moved_box *box, double h) {
  rgs_ensemble *e = &s->ensemble;
  const double rate = rate_of(s, box->params), keep = rgs_exp(-rate * h);
  const double spread = -rgs_expm1(-2 * rate * h) * box->params->kt;
  rgs_draws draws = { (uint32_t)box->params->seed, RGS_STREAMS * e->visit + RGS_STREAM_PISTON,
                      e->steps - 1, 0 };
  if (rate == 0) return;
  for (int g = 0; g < RGS_GROUPS; g++) {
    if (box->axes[g] == 0) continue;
    rgs_piston piston = rgs_box_piston(s, box, g);
    /* Where the bath begins the first step, no sum over the bodies has told the mass yet. */
    if (piston.mass == 0) continue;
    e->piston_heat += rgs_piston_bathe(&piston, keep, spread, rgs_draw_normal(&draws));
    e->momentum[g] = piston.momentum;
  }
}

double rgs_box_kinetic(const rgs_stepper *s, const rgs_moved_box *box) {
  double sum = 0;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const rgs_piston piston = rgs_box_piston(s, box, g);
    if (box->axes[g] > 0 && piston.mass > 0) sum += rgs_piston_kinetic(&piston);
  }
  return sum;
}

double rgs_box_potential(const rgs_stepper *s, const rgs_moved_box *box) {
  double sum = box->mean * box->volume;
  for (int g = 0; g < RGS_GROUPS; g++) {
    const rgs_piston piston = rgs_box_piston(s, box, g);
    if (box->axes[g] > 0)
      sum +=
          rgs_piston_potential(&piston, box->mean, box->target[g], box->reference, box->params->kt);
  }
  return sum;
}
