/* SPDX-License-Identifier: BSD-3-Clause
 *
 * forces.c - the forces of a problem, evaluated for the library.
 */
#include "forces.h"

#include "top_model.h"

#include <math.h>
#include <stdlib.h>

bool forces_create(forces *f, const problem *p) {
  int64_t n = 0;
  *f = (forces){ .problem = p };
  f->first = calloc((size_t)p->n_bodies + 1, sizeof *f->first);
  if (f->first == NULL) return false;
  for (int64_t i = 0; i < p->n_bodies; i++) {
    f->first[i] = n;
    n += p->bodies[i].n_sites;
  }
  f->first[p->n_bodies] = n;
  f->place = calloc((size_t)n + 1, 3 * sizeof *f->place);
  f->force = calloc((size_t)n + 1, 3 * sizeof *f->force);
  if (f->place && f->force) return true;
  forces_destroy(f);
  return false;
}

void forces_destroy(forces *f) {
  free(f->place);
  free(f->force);
  free(f->first);
  *f = (forces){ .problem = NULL };
}

uint32_t forces_provide(const problem *p) {
  const bool pairs = p->n_sites > 0 || p->n_springs > 0;
  return RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL | (pairs ? 0 : RGS_EVAL_GRADIENT);
}

/* ---- one body -------------------------------------------------------------------------------- */
static void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* A point of the body from its centre, in the space frame: v + 2 w (e x v) + 2 e x (e x v). */
static void turned(const rgs_view *bodies, int64_t i, const double v[3], double out[3]) {
  const double w = RGS_AT(bodies->q, i, 0);
  double e[3], once[3], twice[3];
  for (int k = 0; k < 3; k++) e[k] = RGS_AT(bodies->q, i, 1 + k);
  cross(e, v, once);
  cross(e, once, twice);
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * w * once[k] + 2 * twice[k];
}

/* Adds a force that acts at the place `arm` from the centre of mass. */
static void add(const rgs_view *bodies, int64_t i, const double arm[3], const double force[3]) {
  double torque[3];
  cross(arm, force, torque);
  for (int k = 0; k < 3; k++) {
    RGS_AT(bodies->f, i, k) += force[k];
    RGS_AT(bodies->tau, i, k) += torque[k];
  }
}

/* ---- fields ---------------------------------------------------------------------------------- */
static int field(const problem *p, rgs_eval *request, const rgs_view *bodies) {
  heavy_top top;
  satellite craft = { p->mu, p->radius };
  for (int k = 0; k < 3; k++) /* no field is the same as a top without weight */
    top.weight[k] = p->field == PROBLEM_HEAVY_TOP ? p->weight[k] : 0;
  return p->field == PROBLEM_SATELLITE ? satellite_eval(&craft, request, bodies)
                                       : heavy_top_eval(&top, request, bodies);
}

/* The acceleration is the same everywhere, so it adds nothing to gradients. */
static double gravity(const problem *p, const rgs_view *bodies) {
  static const double centre[3] = { 0, 0, 0 };
  double energy = 0;
  for (int64_t i = 0; i < bodies->n; i++) {
    double force[3];
    for (int k = 0; k < 3; k++) {
      force[k] = RGS_AT(bodies->mass, i, 0) * p->gravity[k];
      energy -= force[k] * RGS_AT(bodies->x, i, k);
    }
    add(bodies, i, centre, force);
  }
  return energy;
}

/* ---- springs --------------------------------------------------------------------------------- */
static double spring(const problem_spring *s, const rgs_view *bodies) {
  double arm[2][3], apart[3] = { 0, 0, 0 }, square = 0, force[3];
  for (int end = 0; end < 2; end++) {
    const int64_t i = s->body[end];
    if (i >= 0) turned(bodies, i, s->place[end], arm[end]);
    for (int k = 0; k < 3; k++) {
      const double at = i >= 0 ? RGS_AT(bodies->x, i, k) + arm[end][k] : s->place[end][k];
      apart[k] = at - apart[k];
    }
  }
  for (int k = 0; k < 3; k++) square += apart[k] * apart[k];
  const double distance = sqrt(square), longer = distance - s->length;
  /* A spring of length 0 has no force where its ends meet, and needs no direction there. */
  const double pull = s->length == 0 ? s->stiffness : s->stiffness * longer / distance;
  for (int end = 0; end < 2; end++) {
    for (int k = 0; k < 3; k++) force[k] = (end == 0 ? pull : -pull) * apart[k];
    if (s->body[end] >= 0) add(bodies, s->body[end], arm[end], force);
  }
  return 0.5 * s->stiffness * longer * longer;
}

/* ---- sites ----------------------------------------------------------------------------------- */
/* Lorentz-Berthelot rules: arithmetic mean of sigma, geometric mean of epsilon.  Returns the
 * energy. *over_r is the force divided by the distance, positive if the sites repel each other. */
static double pair(const problem_site *a, const problem_site *b, double coulomb, double square,
                   double *over_r) {
  double energy = 0;
  *over_r = 0;
  if (a->charge != 0 && b->charge != 0) {
    energy = coulomb * a->charge * b->charge / sqrt(square);
    *over_r = energy / square;
  }
  if (a->epsilon != 0 && b->epsilon != 0) {
    const double depth = sqrt(a->epsilon) * sqrt(b->epsilon), sigma = 0.5 * (a->sigma + b->sigma);
    const double s2 = sigma * sigma / square, s6 = s2 * s2 * s2;
    energy += 4 * depth * s6 * (s6 - 1);
    *over_r += 24 * depth * s6 * (2 * s6 - 1) / square;
  }
  return energy;
}

static const problem_site *sites_of(const problem *p, int64_t i) {
  return p->sites + p->bodies[i].first_site;
}

static double sites(forces *f, const rgs_view *bodies) {
  const problem *p = f->problem;
  double energy = 0;
  for (int64_t i = 0; i < bodies->n; i++)
    for (int64_t a = 0; a < p->bodies[i].n_sites; a++) {
      const int64_t at = f->first[i] + a;
      turned(bodies, i, sites_of(p, i)[a].place, f->place + 3 * at);
      for (int k = 0; k < 3; k++) f->force[3 * at + k] = 0;
    }
  for (int64_t i = 0; i < bodies->n; i++)
    for (int64_t j = 0; j < i; j++)
      for (int64_t a = f->first[i]; a < f->first[i + 1]; a++)
        for (int64_t b = f->first[j]; b < f->first[j + 1]; b++) {
          double apart[3], square = 0, over_r;
          for (int k = 0; k < 3; k++) {
            apart[k] = (RGS_AT(bodies->x, i, k) - RGS_AT(bodies->x, j, k)) +
                       (f->place[3 * a + k] - f->place[3 * b + k]);
            square += apart[k] * apart[k];
          }
          energy += pair(&sites_of(p, i)[a - f->first[i]], &sites_of(p, j)[b - f->first[j]],
                         p->coulomb, square, &over_r);
          for (int k = 0; k < 3; k++) {
            f->force[3 * a + k] += over_r * apart[k];
            f->force[3 * b + k] -= over_r * apart[k];
          }
        }
  for (int64_t i = 0; i < bodies->n; i++)
    for (int64_t a = f->first[i]; a < f->first[i + 1]; a++)
      add(bodies, i, f->place + 3 * a, f->force + 3 * a);
  return energy;
}

/* There are no periodic images, so the box is scaled about the origin and this is the derivative of
 * the energy, for every force. */
static void virial(rgs_eval *request, const rgs_view *bodies) {
  for (int k = 0; k < 3; k++) {
    request->virial[k] = 0;
    for (int64_t i = 0; i < bodies->n; i++)
      request->virial[k] += RGS_AT(bodies->x, i, k) * RGS_AT(bodies->f, i, k);
  }
}

int forces_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  forces *f = self;
  const problem *p = f->problem;
  const int status = field(p, request, bodies);
  if (status != 0) return status;
  if (p->gravity[0] != 0 || p->gravity[1] != 0 || p->gravity[2] != 0)
    request->energy += gravity(p, bodies);
  for (int64_t i = 0; i < p->n_springs; i++) request->energy += spring(&p->springs[i], bodies);
  if (p->n_sites > 0) request->energy += sites(f, bodies);
  if (request->what & RGS_EVAL_VIRIAL) virial(request, bodies);
  return 0;
}
