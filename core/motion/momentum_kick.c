/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum_kick.c - kicks of y = (p, l) by F = (f, tau) that depends on y, at fixed x and q.
 *
 * Behind a drift a half kick is implicit, y' = y + h/2 F(y'), and in front of a drift explicit, y = y' + h/2 F(y').
 * The two are adjoint to each other, so the step is symmetric and of order 2 (E. Hairer, C. Lubich and G. Wanner,
 * Geometric Numerical Integration, II.3), and friction multiplies y by (1 - g h/2)/(1 + g h/2), which never grows.
 *
 * The equation for y' is solved with a slope J of F by y that each body keeps:
 *
 *   predict    y' - y0 = (1 - h/2 J)^-1 (y + h/2 F0 - y0)    with y0, F0 of the kick before
 *   correct    y' += (1 - h/2 J)^-1 (y + h/2 F(y') - y')     at each evaluation
 *
 * The prediction is off by O(h^2), and each correction leaves O(h) of that, whatever J is.  So n evaluations
 * suffice for order n + 1.  J is measured by six more evaluations, at the first kick and as often as the parameter
 * "slopes" says.  With linear friction g and slope d in its place, steps are stable for every d >= 0 where g h <= 1,
 * for d >= 3 g/4 at any step with one evaluation, and for d >= g/2 with two.  So it does no harm that J also has what
 * other bodies did that moved with this one.
 *
 * J is kept along the body's axes, in units of the roots of mass and moments: so friction of a body has a constant
 * J, which is symmetric, and p and l count alike.
 */
#include "motion/momentum_kick.h"
#include "backends/backend.h"
#include "base/columns.h"
#include <float.h>
#include <math.h>

enum { Y = 6 }; /* components of y */

typedef struct kept { /* the aux of a body */
  double known; /* 1: y, force and the slope are; a body that was bound later begins with zeros */
  double y[Y], force[Y]; /* at the last kick */
  double start[Y];       /* before this kick */
  double slope[Y][Y];
} kept;
_Static_assert(sizeof(kept) == RGS_AUX_MOMENTUM * sizeof(double), "the aux holds all of it");

typedef struct work {
  const rgs_view *v;
  rgs_column aux;
  double scale[2]; /* of forces and torques */
  const rgs_momentum_kick *kick;
  uint32_t n;
  double size[2];      /* of all bodies' momenta and angular momenta */
  atomic_llong broken; /* the first body whose momenta are not finite */
} work;

/* ---- one body -------------------------------------------------------------------------------- */

typedef struct body {
  const work *w;
  int64_t i;
  double axes[3][3]; /* axis k in space */
  double unit[Y];
  double y[Y], force[Y];
  kept kept;
} body;

static const int momenta[] = { RGS_COLUMN_P, RGS_COLUMN_L };
static const int forces[] = { RGS_COLUMN_F, RGS_COLUMN_TAU };

static bool moves(const body *b, int k) {
  return !(b->w->v->flags & RGS_VIEW_PLANAR) || k < 2 || k == 5;
}

static void load(const work *w, int64_t i, body *b) {
  const bool of_velocity = w->v->flags & RGS_VIEW_P_IS_VELOCITY; /* the column p has y / mass */
  const double mass = RGS_AT(w->v->mass, i, 0);
  double q[4], sum = 0;
  *b = (body){ .w = w, .i = i };
  rgs_get(&w->v->q, i, 4, q);
  for (int k = 0; k < 4; k++) sum += q[k] * q[k];
  for (int j = 0; j < 3; j++) {
    const double e[3] = { j == 0, j == 1, j == 2 };
    for (int k = 0; k < 3; k++) b->axes[k][j] = rgs_along_axis(q, e, k) / sum;
    b->unit[j] = of_velocity ? 1 / sqrt(mass) : sqrt(mass);
    b->unit[3 + j] = sqrt(RGS_AT(w->v->inertia, i, j));
  }
  rgs_get_columns(w->v, momenta, 2, i, b->y);
  rgs_get_columns(w->v, forces, 2, i, b->force);
  for (int k = 0; k < Y; k++) b->force[k] = moves(b, k) ? w->scale[k / 3] * b->force[k] : 0;
  for (int k = 0; k < 3 && of_velocity; k++) b->force[k] /= mass;
  rgs_get(&w->aux, i, RGS_AUX_MOMENTUM, (double *)&b->kept);
}

static void store(const body *b, work *w) {
  double sum = 0;
  for (int k = 0; k < Y; k++) sum += b->y[k] - b->y[k]; /* NOLINT(misc-redundant-expression) */
  if (sum != 0) rgs_note_least(&w->broken, b->i);
  rgs_put_columns(w->v, momenta, 2, b->i, b->y);
  rgs_put(&w->aux, b->i, RGS_AUX_MOMENTUM, (const double *)&b->kept);
}

/* Between space and the units of J. */
static void into_body(const body *b, const double in[Y], double out[Y]) {
  for (int k = 0; k < Y; k++) {
    const double *a = b->axes[k % 3], *v = in + k / 3 * 3;
    out[k] = b->unit[k] > 0 ? (a[0] * v[0] + a[1] * v[1] + a[2] * v[2]) / b->unit[k] : 0;
  }
}
static void into_space(const body *b, const double in[Y], double out[Y]) {
  for (int k = 0; k < Y; k++) {
    const int first = k / 3 * 3;
    out[k] = 0;
    for (int j = 0; j < 3; j++) out[k] += b->axes[j][k % 3] * (b->unit[first + j] * in[first + j]);
    if (!moves(b, k)) out[k] = 0;
  }
}
static void subtract(const double a[Y], const double b[Y], double out[Y]) {
  for (int k = 0; k < Y; k++) out[k] = a[k] - b[k];
}
static double size_of(const double *v, int n) { /* squares of large numbers are infinite */
  double size = 0;
  for (int k = 0; k < n; k++) size = fmax(size, fabs(v[k]));
  return size;
}

/* J of a difference of momenta, both in space. */
static void slope_of(const body *b, const double dy[Y], double out[Y]) {
  double in[Y], image[Y] = { 0 };
  into_body(b, dy, in);
  for (int j = 0; j < Y; j++)
    for (int k = 0; k < Y; k++) image[j] += b->kept.slope[j][k] * in[k];
  into_space(b, image, out);
}

/* x <- (1 - by J)^-1 x, by elimination with pivots; false where that matrix is singular to rounding. */
static bool eliminate(const double slope[Y][Y], double by, double x[Y]) {
  double a[Y][Y];
  for (int j = 0; j < Y; j++)
    for (int k = 0; k < Y; k++) a[j][k] = (j == k) - by * slope[j][k];
  for (int c = 0; c < Y; c++) {
    int pivot = c;
    for (int j = c + 1; j < Y; j++)
      if (fabs(a[j][c]) > fabs(a[pivot][c])) pivot = j;
    const double of_rows = size_of(a[pivot], Y);
    if (!(fabs(a[pivot][c]) > 64 * DBL_EPSILON * of_rows)) return false;
    for (int k = 0; k < Y; k++) {
      const double kept = a[c][k];
      a[c][k] = a[pivot][k];
      a[pivot][k] = kept;
    }
    const double of_x = x[c];
    x[c] = x[pivot];
    x[pivot] = of_x;
    for (int j = c + 1; j < Y; j++) {
      const double f = a[j][c] / a[c][c];
      for (int k = c; k < Y; k++) a[j][k] -= f * a[c][k];
      x[j] -= f * x[c];
    }
  }
  for (int c = Y - 1; c >= 0; c--) {
    for (int k = c + 1; k < Y; k++) x[c] -= a[c][k] * x[k];
    x[c] /= a[c][c];
  }
  return true;
}

/* The change of y' that takes away the rest of its equation; without J where that does not help. */
static void solve(const body *b, const double rest[Y], double out[Y]) {
  double in[Y];
  into_body(b, rest, in);
  const bool solved = eliminate(b->kept.slope, b->w->kick->before, in);
  if (solved)
    into_space(b, in, out);
  else
    for (int k = 0; k < Y; k++) out[k] = rest[k];
}

/* ---- the slope ------------------------------------------------------------------------------- */

/* How far component k of y is moved to measure J: as far for all bodies here, or of two that act on each other the
 * slower one would take the other's force for its own. */
static double reach(const body *b, int k) {
  const double *size = b->w->size, of_part = size[k / 3] > 0 ? size[k / 3] : size[1 - k / 3];
  return moves(b, k) && b->unit[k] > 0 ? 1e-6 * of_part : 0;
}

static void move(body *b, int k) {
  double in[Y] = { 0 }, by[Y];
  in[k] = reach(b, k);
  into_space(b, in, by);
  for (int j = 0; j < Y; j++) b->y[j] = b->kept.y[j] + by[j];
}

static void take_slope(body *b, int k) {
  double by[Y], image[Y];
  const double moved = reach(b, k);
  subtract(b->force, b->kept.force, by);
  into_body(b, by, image);
  for (int j = 0; j < Y; j++) b->kept.slope[j][k] = moved > 0 ? image[j] / moved : 0;
}

/* Friction alone needs J, and that part is symmetric.  The rest, as of a magnetic field, turns with space and not with
 * the body. */
static void make_symmetric(body *b) {
  for (int j = 0; j < Y; j++)
    for (int k = 0; k < j; k++)
      b->kept.slope[j][k] = b->kept.slope[k][j] = (b->kept.slope[j][k] + b->kept.slope[k][j]) / 2;
}

/* ---- what is done to a body ------------------------------------------------------------------ */

static void keep(body *b, const double force[Y]) {
  b->kept.known = 1;
  for (int k = 0; k < Y; k++) {
    b->kept.y[k] = b->y[k];
    b->kept.force[k] = force[k];
  }
}

/* Forces are known from here on: evaluation 0 has them, and each of the next ones a column of J. */
static void measure(body *b) {
  const int n = (int)b->w->n;
  if (n == 1) keep(b, b->force);
  if (n > 1) take_slope(b, n - 2);
  if (n <= Y && !b->w->kick->measured)
    move(b, n - 1);
  else
    for (int k = 0; k < Y; k++) b->y[k] = b->kept.y[k];
  if (n == Y + 1) make_symmetric(b);
}

static void predict(body *b) {
  double rest[Y], by[Y];
  for (int k = 0; k < Y; k++) b->kept.start[k] = b->y[k];
  if (b->kept.known == 0) return;
  for (int k = 0; k < Y; k++)
    rest[k] = b->y[k] + b->w->kick->before * b->kept.force[k] - b->kept.y[k];
  solve(b, rest, by);
  for (int k = 0; k < Y; k++) b->y[k] = b->kept.y[k] + by[k];
}

static void correct(body *b) {
  const rgs_momentum_kick *kick = b->w->kick;
  double rest[Y], by[Y], more[Y];
  for (int k = 0; k < Y; k++) rest[k] = b->kept.start[k] + kick->before * b->force[k] - b->y[k];
  solve(b, rest, by);
  if (b->w->n < (uint32_t)kick->evaluations) {
    for (int k = 0; k < Y; k++) b->y[k] += by[k];
    return;
  }
  slope_of(b, by, more);
  for (int k = 0; k < Y; k++) {
    more[k] += b->force[k];
    b->y[k] = b->kept.start[k] + kick->before * more[k];
  }
  keep(b, more);
}

/* A body that was moved to measure J goes back. */
static void put_back(body *b) {
  for (int k = 0; k < Y && b->kept.known != 0; k++) b->y[k] = b->kept.y[k];
}

/* The host may have changed momenta since the last kick. */
static void explicit_part(body *b) {
  double dy[Y], more[Y];
  if (b->kept.known == 0 || !b->w->kick->holds) keep(b, b->force);
  subtract(b->y, b->kept.y, dy);
  slope_of(b, dy, more);
  for (int k = 0; k < Y; k++) b->y[k] += b->w->kick->after * (b->kept.force[k] + more[k]);
}

/* ---- all bodies ------------------------------------------------------------------------------ */

#define FOR_SOME(name)                                                                             \
  static void name##_some(void *all, int64_t first, int64_t n) {                                   \
    work *w = all;                                                                                 \
    body b;                                                                                        \
    for (int64_t i = first; i < first + n; i++) {                                                  \
      load(w, i, &b);                                                                              \
      name(&b);                                                                                    \
      store(&b, w);                                                                                \
    }                                                                                              \
  }
/* The largest root of an energy that a body has, or gets within the step. */
static void measure_size(work *w, double h) {
  body b;
  for (int64_t i = 0; i < w->v->n; i++) {
    double y[Y], force[Y];
    load(w, i, &b);
    into_body(&b, w->n == 1 ? b.y : b.kept.y, y);
    into_body(&b, w->n == 1 ? b.force : b.kept.force, force);
    for (int part = 0; part < 2; part++)
      w->size[part] =
          fmax(w->size[part], size_of(y + 3 * part, 3) + fabs(h) * size_of(force + 3 * part, 3));
  }
}

FOR_SOME(measure)
FOR_SOME(predict)
FOR_SOME(correct)
FOR_SOME(explicit_part)
FOR_SOME(put_back)

static rgs_status on_all(rgs_motion *m, const rgs_momentum_kick *kick, uint32_t n,
                         rgs_on_bodies *what, rgs_error *error) {
  const rgs_view *v = &m->bodies->view;
  work w = { .v = v, .aux = rgs_aux_from(v, 0), .kick = kick, .n = n, .broken = INT64_MAX };
  w.scale[0] = m->force_scale;
  w.scale[1] = m->force_scale * m->method->turns;
  if (what == measure_some) measure_size(&w, kick->h);
  rgs_split(m->executor, v->n, what, &w);
  const long long broken = atomic_load_explicit(&w.broken, memory_order_relaxed);
  if (broken == INT64_MAX) return RGS_OK;
  return rgs_set_error(error, RGS_E_NONFINITE, broken,
                       "body %lld: a momentum that its forces depend on is not finite; check its "
                       "forces, torques and the time step",
                       broken);
}

static rgs_status apply(rgs_motion *m, const rgs_momentum_kick *kick, uint32_t n,
                        rgs_on_bodies *what, rgs_error *error) {
  const uint32_t changed = RGS_M(P) | RGS_M(L) | RGS_M(AUX);
  const uint32_t columns =
      changed | RGS_M(Q) | RGS_M(F) | RGS_M(TAU) | RGS_M(MASS) | RGS_M(INERTIA);
  return RGS_WITH_COLUMNS(m->bodies, columns, changed, error, on_all(m, kick, n, what, error));
}

static rgs_status take_forces(rgs_motion *m, bool valid, rgs_error *error) {
  const rgs_status status = valid ? m->backend->check(m, RGS_JOB_CHECK, error) : RGS_OK;
  return status == RGS_OK ? rgs_jobs_finish(m, error) : status;
}

rgs_status rgs_momentum_kick_go_on(rgs_motion *m, rgs_momentum_kick *kick, bool valid, uint32_t *n,
                                   rgs_error *error) {
  rgs_status status = take_forces(m, valid, error);
  if (status != RGS_OK) return status;
  const bool begins = kick->before == 0; /* no drift came before it */
  const uint32_t last = !begins ? (uint32_t)kick->evaluations : kick->measured ? 1 : Y + 1;
  if (*n == 0 && begins && valid && !kick->measured) *n = 1;
  if (*n == 0 && !(begins && valid)) {
    if (!begins) status = apply(m, kick, 0, predict_some, error);
    *n = 1;
    return status == RGS_OK ? RGS_NEED_EVAL : status;
  }
  if (*n > 0) {
    status = apply(m, kick, *n, begins ? measure_some : correct_some, error);
    if (status != RGS_OK) return status;
    if (++*n <= last) return RGS_NEED_EVAL;
    *n = 0;
    kick->holds = kick->measured = true;
  }
  return kick->after == 0 ? RGS_OK : apply(m, kick, 0, explicit_part_some, error);
}

void rgs_momentum_kick_put_back(rgs_motion *m) {
  const rgs_momentum_kick none = { 0 };
  (void)apply(m, &none, 0, put_back_some, NULL);
}
