/* SPDX-License-Identifier: BSD-3-Clause
 *
 * random_bodies.c - rotors without time-step error against an oracle in quadruple precision, for
 * random bodies and states of every kind.
 *
 *   random_bodies [BODIES [SEED]]                        default 20000 and 1
 *
 * Each body is turned once by rgs_free_flow, with h |w| log-uniform in 1e-3 .. 20, and the angle to
 * the oracle's orientation is its error.  It is set against what the input itself leaves open: the
 * largest angle that a change of every number in inertia, l and q by one unit in its last place
 * makes, all combinations of signs considered.  Where that is more than HOPELESS, a body next to the
 * unstable axis for long, the input does not say where the body goes, and only a finite result is
 * asked for; "open" counts these.
 *
 * Bars, for every built-in rotor that calls itself exact: median error 3e-16, and no error above
 * ten times one unit, where a unit of q is its length's.  "strict" takes the unit
 * of each component of q instead: a zero in q is then known without error, and after a turn by
 * 1e-3 every digit of the three small components counts.  `exact` is held to that too, and to no error
 * above COND_BAR u max(1, cond), where u = 2^-53 and cond is the condition number of ../data/make.py.
 * Exits with 1 where a bar is missed.
 */
#include "random_numbers.h"
#include "reference.h"
#include "rotations.h"

#include <rigidstep/rigidstep.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MEDIAN_BAR 3e-16
#define RATIO_BAR 10.0
#define COND_BAR 4.0  /* of `exact` */
#define HOPELESS 1e-2 /* rad */
#define SHORTEST 1e-3 /* h |w| */
#define LONGEST 20.0

/* ---- random numbers ------------------------------------------------------------------------- */
static int below(int n) { return (int)(uniform() * n); }
static double sign(void) { return below(2) ? 1 : -1; }
static double log_uniform(double least, double most) {
  return least * pow(most / least, uniform());
}
static double nearness(void) { return sign() * log_uniform(1e-17, 1); }

static double normal(void) {
  return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

static void random_direction(double *v, int n) {
  double square = 0;
  for (int k = 0; k < n; k++) v[k] = normal(), square += v[k] * v[k];
  for (int k = 0; k < n; k++) v[k] /= sqrt(square);
}

/* ---- bodies ---------------------------------------------------------------------------------- */
enum { GENERAL, NEAR_SYMMETRIC, NEAR_SPHERE, FLAT, NEEDLE, ANY_MOMENTS, SHAPES };
enum { ANYWHERE, NEAR_AXIS, ON_AXIS, NEAR_SEPARATRIX, STATES };
/* Sums of the second moments of mass d are moments of inertia a body can have. */
static void random_shape(int shape, double inertia[3]) {
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = log_uniform(1e-3, 1);
  const int a = below(3), b = (a + 1 + below(2)) % 3, c = 3 - a - b;
  if (shape == NEAR_SYMMETRIC) d[b] = d[a] * (1 + nearness());
  if (shape == NEAR_SPHERE) d[a] = 1, d[b] = 1 + nearness(), d[c] = 1 + nearness();
  if (shape == FLAT) d[a] = below(2) ? 0 : d[a] * log_uniform(1e-16, 1);
  if (shape == NEEDLE)
    d[c] = 1, d[a] = log_uniform(1e-14, 1e-2), d[b] = d[a] * log_uniform(1e-3, 1);
  for (int k = 0; k < 3; k++) inertia[k] = fabs(d[(k + 1) % 3]) + fabs(d[(k + 2) % 3]);
  if (shape == ANY_MOMENTS)
    for (int k = 0; k < 3; k++) inertia[k] = log_uniform(0.1, 1);
}

/* Direction of the momentum in the body's frame. */
static void random_state(int state, const double inertia[3], double y[3]) {
  random_direction(y, 3);
  const int axis = below(3);
  if (state == NEAR_AXIS || state == ON_AXIS) {
    const double off = state == ON_AXIS ? 0 : fabs(nearness());
    for (int k = 0; k < 3; k++) y[k] = k == axis ? sign() : off * y[k];
  }
  if (state == NEAR_SEPARATRIX) { /* 2 E I = |y|^2 for the middle axis */
    int low = 0, high = 0;
    for (int k = 1; k < 3; k++) {
      if (inertia[k] < inertia[low]) low = k;
      if (inertia[k] >= inertia[high]) high = k;
    }
    if (low == high) return;
    const int middle = 3 - low - high;
    const double r = sqrt((inertia[middle] - inertia[low]) / inertia[low] /
                          ((inertia[high] - inertia[middle]) / inertia[high]));
    if (isfinite(r)) y[high] = sign() * r * y[low] * (1 + nearness());
  }
  double length = 0;
  for (int k = 0; k < 3; k++) length = hypot(length, y[k]);
  for (int k = 0; k < 3; k++) y[k] /= length;
}

static void random_motion(int shape, int state, free_motion *m) {
  double y[3], w = 0, *q = m->q;
  random_shape(shape, m->inertia);
  random_state(state, m->inertia, y);
  for (int k = 0; k < 3; k++) w = hypot(w, y[k] / m->inertia[k]);
  random_direction(q, 4);
  if (below(8) == 0) q[0] = 1, q[1] = q[2] = q[3] = 0;
  turn_vector(q, 0, y, m->l);
  m->h = sign() * log_uniform(SHORTEST, LONGEST) / w;
  const bool other_units = below(4) == 0;
  const double moment = other_units ? log_uniform(1e-50, 1e50) : 1,
               momentum = other_units ? log_uniform(1e-50, 1e50) : log_uniform(0.1, 10);
  for (int k = 0; k < 3; k++) m->inertia[k] *= moment, m->l[k] *= momentum;
  m->h *= moment / momentum;
}

/* ---- results --------------------------------------------------------------------------------- */
typedef struct result {
  double error, ratio, strict; /* the last two in units of the input's last place             */
  double of_cond;              /* the error over u max(1, cond) */
  bool open;                   /* the input leaves the result open */
} result;

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_motion(const char *rotor, const free_motion *m, const result *r) {
  printf("worst of %s: error %.3e, %.2f units of the input\n  inertia %.17g %.17g %.17g\n"
         "  l %.17g %.17g %.17g\n  q %.17g %.17g %.17g %.17g\n  h %.17g\n",
         rotor, r->error, r->ratio, m->inertia[0], m->inertia[1], m->inertia[2], m->l[0], m->l[1],
         m->l[2], m->q[0], m->q[1], m->q[2], m->q[3], m->h);
}

static bool report(const char *rotor, const result *results, int64_t n, const free_motion *worst,
                   const result *worst_result, double *errors) {
  int64_t told = 0, open = 0, lost = 0; /* lost: refused, or not finite */
  double largest = 0, strict = 0, of_cond = 0;
  for (const result *r = results; r < results + n; r++) {
    lost += !isfinite(r->error) || !isfinite(r->ratio);
    open += r->open;
    if (!isfinite(r->error) || r->open) continue;
    errors[told++] = r->error;
    largest = fmax(largest, r->ratio);
    strict = fmax(strict, r->strict);
    of_cond = fmax(of_cond, r->of_cond);
  }
  qsort(errors, (size_t)told, sizeof *errors, by_size);
  const double median = told > 0 ? errors[told / 2] : INFINITY;
  const bool is_exact = strcmp(rotor, "exact") == 0;
  const double strict_bar = is_exact ? RATIO_BAR : INFINITY,
               cond_bar = is_exact ? COND_BAR : INFINITY;
  const bool passed = lost == 0 && median <= MEDIAN_BAR && largest <= RATIO_BAR &&
                      strict <= strict_bar && of_cond <= cond_bar;
  print_motion(rotor, worst, worst_result);
  printf("%s  %s, %" PRId64
         " bodies: median %.2e (at most %.0e), largest %.2f units (at most %.0f), "
         "strict %.2f (at most %.0f), worst %.2f x 2^-53 max(1, cond) (at most %.0f), %" PRId64
         " open, %" PRId64 " lost\n",
         passed ? "PASS" : "FAIL", rotor, told, median, MEDIAN_BAR, largest, RATIO_BAR, strict,
         strict_bar, of_cond, cond_bar, open, lost);
  return passed;
}

/* ---- main ------------------------------------------------------------------------------------ */
enum { MOST = 8 };

/* The built-in rotors that say they have no time-step error. */
static int exact_rotors(const char *names[MOST]) {
  rgs_context *context;
  int n = 0;
  if (rgs_context_create(NULL, &context, NULL) != RGS_OK) return 0;
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_ROTOR); i++) {
    const rgs_about *about = rgs_about_at(context, RGS_KIND_ROTOR, i);
    if (about->order == RGS_EXACT && n < MOST) names[n++] = about->name; /* static lifetime */
  }
  rgs_context_destroy(context);
  return n;
}

int main(int argc, char **argv) {
  const int64_t n = argc > 1 ? strtoll(argv[1], NULL, 10) : 20000;
  seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  const char *rotors[MOST];
  const int n_rotors = exact_rotors(rotors);
  if (n < 1 || n_rotors == 0) {
    fprintf(stderr, "usage: random_bodies [BODIES [SEED]]\n");
    return 2;
  }
  result *results = calloc((size_t)(n * n_rotors), sizeof *results);
  double *room = calloc((size_t)n, sizeof *room);
  if (results == NULL || room == NULL) return fprintf(stderr, "random_bodies: no memory\n"), 2;

  free_motion worst[MOST];
  result worst_result[MOST];
  for (int r = 0; r < MOST; r++) worst_result[r].ratio = -1;
  time_t said = time(NULL);
  for (int64_t i = 0; i < n; i++) {
    free_motion m;
    free_end end;
    random_motion((int)(i % SHAPES), (int)(i / SHAPES % STATES), &m);
    reference_flow(&m, true, &end);
    for (int r = 0; r < n_rotors; r++) {
      double q[4];
      memcpy(q, m.q, sizeof q);
      result *got = &results[r * n + i];
      const rgs_status status = rgs_free_flow(rotors[r], 1, m.h, m.inertia, m.l, q, NULL);
      got->error = status == RGS_OK ? reference_angle(end.q, q) : NAN;
      got->ratio = got->error / end.one_ulp_of_one;
      got->strict = got->error / end.one_ulp;
      got->of_cond = got->error / (DBL_EPSILON / 2 * fmax(1, end.cond));
      got->open = end.one_ulp > HOPELESS;
      if (!got->open && !(got->ratio <= worst_result[r].ratio) && !isnan(worst_result[r].ratio))
        worst[r] = m, worst_result[r] = *got;
    }
    if (time(NULL) >= said + 10) {
      said = time(NULL);
      fprintf(stderr, "  %" PRId64 " of %" PRId64 " bodies\n", i + 1, n);
    }
  }

  printf("%" PRId64 " random bodies and states, h |w| %g to %g; error: angle to the oracle\n", n,
         SHORTEST, LONGEST);
  bool passed = true;
  for (int r = 0; r < n_rotors; r++)
    passed &= report(rotors[r], results + r * n, n, &worst[r], &worst_result[r], room);
  free(results);
  free(room);
  return !passed;
}
