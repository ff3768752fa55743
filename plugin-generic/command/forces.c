/* SPDX-License-Identifier: BSD-3-Clause
 *
 * forces.c - the forces of a problem, evaluated for the library.
 */
#include "forces.h"

#include "command.h"
#include "top_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- points ---------------------------------------------------------------------------------- */
/* The body of a spring's end, which is a point in space if this is below 0. */
static int64_t body_of(const problem *p, int64_t end) { return p->springs[end / 2].body[end % 2]; }

static const problem_site *sites_of(const problem *p, int64_t i) {
  return p->sites + p->bodies[i].first_site;
}

static void put(forces *f, int64_t row, const double place[3]) {
  memcpy(f->place + 3 * row, place, 3 * sizeof *place);
}

/* Numbers the points, and writes where they are in the frames of their bodies. */
static bool make_points(forces *f) {
  const problem *p = f->problem;
  const int64_t ends = 2 * p->n_springs;
  f->first = calloc((size_t)p->n_bodies + 1, sizeof *f->first);
  f->end = calloc((size_t)ends + 1, sizeof *f->end);
  if (f->first == NULL || f->end == NULL) return false;
  for (int64_t e = 0; e < ends; e++)
    if (body_of(p, e) >= 0) f->first[body_of(p, e)]++;
  int64_t n = 0;
  for (int64_t i = 0; i < p->n_bodies; i++) {
    const int64_t points = p->bodies[i].n_sites + f->first[i];
    f->first[i] = n;
    n += points;
  }
  f->n_points = n + ends;
  f->place = calloc((size_t)f->n_points + 1, 3 * sizeof *f->place);
  f->force = calloc((size_t)f->n_points + 1, 3 * sizeof *f->force);
  f->sum = calloc((size_t)p->n_bodies, 6 * sizeof *f->sum);
  if (!f->place || !f->force || !f->sum) return false;
  for (int64_t i = 0; i < p->n_bodies; i++)
    for (int64_t a = 0; a < p->bodies[i].n_sites; a++)
      put(f, f->first[i]++, sites_of(p, i)[a].place);
  for (int64_t e = 0; e < ends; e++) {
    f->end[e] = body_of(p, e) >= 0 ? f->first[body_of(p, e)]++ : n + e;
    put(f, f->end[e], p->springs[e / 2].place[e % 2]);
  }
  /* Each number has moved on to where the next body begins. */
  memmove(f->first + 1, f->first, (size_t)p->n_bodies * sizeof *f->first);
  f->first[0] = 0;
  return true;
}

static rgs_column triples(double *first, ptrdiff_t apart) {
  return (rgs_column){ first, apart, 1 };
}

int forces_create(forces *f, const problem *p, rgs_context *context, const rgs_view *bodies) {
  rgs_error error = RGS_ERROR_INIT;
  *f = (forces){ .problem = p };
  if (p->n_sites == 0 && p->n_springs == 0) return DONE;
  if (!make_points(f)) return say(FAILED, "out of memory");
  const rgs_sites_spec spec = { .head = RGS_HEAD(rgs_sites_spec),
                                .n_sites = f->n_points,
                                .n_bodies = p->n_bodies,
                                .first = f->first,
                                .flags = RGS_SITES_KNOWN };
  const rgs_column local = triples(f->place, 3);
  if (rgs_sites_create(context, &spec, &f->sites, &error) != RGS_OK ||
      rgs_sites_set_shape(f->sites, bodies, &local, &error) != RGS_OK)
    return say(BAD_INPUT, "%s", error.text);
  return DONE;
}

void forces_destroy(forces *f) {
  rgs_sites_destroy(f->sites);
  free(f->first);
  free(f->end);
  free(f->place);
  free(f->force);
  free(f->sum);
  *f = (forces){ .problem = NULL };
}

uint32_t forces_provide(const problem *p) {
  const bool pairs = p->n_sites > 0 || p->n_springs > 0;
  return RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL |
         (pairs || p->slow || p->inertia_factor != 1 ? 0 : RGS_EVAL_GRADIENT) |
         (p->slow ? RGS_DRAFT_EVAL_SLOW : 0);
}

static bool has(unsigned terms, int term) { return (terms >> term & 1u) != 0; }

/* ---- fields ---------------------------------------------------------------------------------- */
static int field(const problem *p, unsigned terms, rgs_eval *request, const rgs_view *bodies) {
  heavy_top top;
  satellite craft = { p->mu, p->radius };
  for (int k = 0; k < 3; k++) /* no field is the same as a top without weight */
    top.weight[k] =
        p->field == PROBLEM_HEAVY_TOP && has(terms, PROBLEM_TERM_field) ? p->weight[k] : 0;
  return p->field == PROBLEM_SATELLITE && has(terms, PROBLEM_TERM_field)
             ? satellite_eval(&craft, request, bodies)
             : heavy_top_eval(&top, request, bodies);
}

/* The acceleration is the same everywhere, so it adds nothing to gradients. */
static double gravity(const problem *p, const rgs_view *bodies) {
  double energy = 0;
  for (int64_t i = 0; i < bodies->n; i++)
    for (int k = 0; k < 3; k++) {
      const double force = RGS_AT(bodies->mass, i, 0) * p->gravity[k];
      energy -= force * RGS_AT(bodies->x, i, k);
      RGS_AT(bodies->f, i, k) += force;
    }
  return energy;
}

/* ---- springs --------------------------------------------------------------------------------- */
/* From point b to point a; returns the square of its length. */
static double apart_of(const forces *f, int64_t a, int64_t b, double apart[3]) {
  double square = 0;
  for (int k = 0; k < 3; k++) {
    apart[k] = f->place[3 * a + k] - f->place[3 * b + k];
    square += apart[k] * apart[k];
  }
  return square;
}

static void push(forces *f, int64_t a, int64_t b, double over_r, const double apart[3]) {
  for (int k = 0; k < 3; k++) {
    f->force[3 * a + k] += over_r * apart[k];
    f->force[3 * b + k] -= over_r * apart[k];
  }
}

static double spring(forces *f, int64_t i) {
  const problem_spring *s = &f->problem->springs[i];
  const int64_t a = f->end[2 * i + 1], b = f->end[2 * i];
  double apart[3];
  const double distance = sqrt(apart_of(f, a, b, apart)), longer = distance - s->length;
  /* A spring of length 0 has no force where its ends meet, and needs no direction there. */
  push(f, a, b, -(s->length == 0 ? s->stiffness : s->stiffness * longer / distance), apart);
  return 0.5 * s->stiffness * longer * longer;
}

/* ---- sites ----------------------------------------------------------------------------------- */
/* Lorentz-Berthelot rules: arithmetic mean of sigma, geometric mean of epsilon, here times `factor`.  Returns
 * the energy. *over_r is the force divided by the distance, positive if the sites repel each other. */
static double pair(const problem_site *a, const problem_site *b, double coulomb, double factor,
                   double square, double *over_r) {
  double energy = 0;
  *over_r = 0;
  if (a->charge != 0 && b->charge != 0) {
    energy = coulomb * a->charge * b->charge / sqrt(square);
    *over_r = energy / square;
  }
  if (a->epsilon != 0 && b->epsilon != 0) {
    const double depth = factor * sqrt(a->epsilon) * sqrt(b->epsilon),
                 sigma = 0.5 * (a->sigma + b->sigma);
    const double s2 = sigma * sigma / square, s6 = s2 * s2 * s2;
    energy += 4 * depth * s6 * (s6 - 1);
    *over_r += 24 * depth * s6 * (2 * s6 - 1) / square;
  }
  return energy;
}

static double pairs(forces *f, unsigned terms) {
  const problem *p = f->problem;
  const double coulomb = has(terms, PROBLEM_TERM_coulomb) ? p->coulomb : 0;
  const double depth = has(terms, PROBLEM_TERM_lennard_jones);
  double energy = 0;
  for (int64_t i = 0; i < p->n_bodies; i++)
    for (int64_t j = 0; j < i; j++)
      for (int64_t a = 0; a < p->bodies[i].n_sites; a++)
        for (int64_t b = 0; b < p->bodies[j].n_sites; b++) {
          double apart[3], over_r;
          const double square = apart_of(f, f->first[i] + a, f->first[j] + b, apart);
          energy += pair(&sites_of(p, i)[a], &sites_of(p, j)[b], coulomb, depth, square, &over_r);
          push(f, f->first[i] + a, f->first[j] + b, over_r, apart);
        }
  return energy;
}

static int points(forces *f, unsigned terms, rgs_eval *request, const rgs_view *bodies) {
  const rgs_column x = triples(f->place, 3), force = triples(f->force, 3);
  rgs_view sums = *bodies;
  sums.f = triples(f->sum, 6);
  sums.tau = triples(f->sum + 3, 6);
  if (rgs_sites_place(f->sites, bodies, &x, NULL, NULL) != RGS_OK) return -1;
  memset(f->force, 0, 3 * (size_t)f->n_points * sizeof *f->force);
  for (int64_t i = 0; i < f->problem->n_springs && has(terms, PROBLEM_TERM_spring); i++)
    request->energy += spring(f, i);
  if (f->problem->n_sites > 0) request->energy += pairs(f, terms);
  if (rgs_sites_gather(f->sites, &sums, &force, NULL, NULL) != RGS_OK) return -1;
  for (int64_t i = 0; i < bodies->n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(bodies->f, i, k) += RGS_AT(sums.f, i, k);
      RGS_AT(bodies->tau, i, k) += RGS_AT(sums.tau, i, k);
    }
  return 0;
}

/* There are no periodic images, so strains begin at the origin and this is the derivative of the
 * energy, for every force. */
static void virial(rgs_eval *request, const rgs_view *bodies) {
  for (int k = 0; k < 9; k++) {
    request->virial[k] = 0;
    for (int64_t i = 0; i < bodies->n; i++)
      request->virial[k] += RGS_AT(bodies->f, i, k / 3) * RGS_AT(bodies->x, i, k % 3);
  }
}

static int eval_terms(forces *f, unsigned terms, rgs_eval *request, const rgs_view *bodies) {
  const problem *p = f->problem;
  int status = field(p, terms, request, bodies);
  if (status != 0) return status;
  if (has(terms, PROBLEM_TERM_gravity) &&
      (p->gravity[0] != 0 || p->gravity[1] != 0 || p->gravity[2] != 0))
    request->energy += gravity(p, bodies);
  if (f->sites) status = points(f, terms, request, bodies);
  if (request->what & RGS_EVAL_VIRIAL) virial(request, bodies);
  return status;
}

/* With a slow force, energy and virial are of the sum.  Where the energy of trials is asked alone, the fast force stays. */
int forces_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  forces *f = self;
  const unsigned slow = f->problem->slow;
  rgs_eval part = { .head = request->head, .what = RGS_EVAL_FORCE, .time = request->time };
  int status = 0;
  if (slow == 0 || !(request->what & RGS_EVAL_FORCE))
    status = eval_terms(f, PROBLEM_ALL_TERMS, request, bodies);
  if (status != 0 || slow == 0) return status;
  return eval_terms(f, request->what & RGS_DRAFT_EVAL_SLOW ? slow : PROBLEM_ALL_TERMS & ~slow,
                    &part, bodies);
}
