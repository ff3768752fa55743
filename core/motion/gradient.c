/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gradient.c - forms the derivative of forces and torques that a gradient kick needs, where the
 * host has none.  Every body is displaced by `reach` f/m and rotated by `reach` J^-1 tau, the host
 * evaluates the forces there, and the difference is divided by the reach.  Bodies may change rank
 * meanwhile, so their own x q f tau travel in their aux.
 *
 * So that the kick conserves the total angular momentum, torques at the displaced point are taken
 * about the true position: forces f* at x* exert the torque tau* + (x* - x) x f* about x.
 */
#include "motion/gradient.h"
#include "base/columns.h"
#include "backends/backend.h"
#include "simd/batches.h"
#include <math.h>

/* The first RGS_AUX_DISPLACED doubles of the aux hold these columns while the bodies are
 * displaced, and gf and gtau afterwards. */
static const int displaced[] = { RGS_COLUMN_X, RGS_COLUMN_Q, RGS_COLUMN_F, RGS_COLUMN_TAU };
enum { DISPLACED = sizeof displaced / sizeof *displaced };
#define DISPLACED_COLUMNS (RGS_M(X) | RGS_M(Q) | RGS_M(F) | RGS_M(TAU))

typedef struct kept { /* in the order of that list */
  double x[3], q[4], f[3], tau[3];
} kept;
_Static_assert(sizeof(kept) == RGS_AUX_DISPLACED * sizeof(double), "the aux holds all of it");

/* The angular velocity of an angular momentum; for a torque, its rate.  Both in the space frame. */
static void angular_velocity(const double inertia[3], const double q[4], const double l[3],
                             double w[3]) {
  const double back[4] = { q[0], -q[1], -q[2], -q[3] };
  double body[3];
  for (int k = 0; k < 3; k++) body[k] = inertia[k] > 0 ? rgs_along_axis(q, l, k) / inertia[k] : 0;
  for (int k = 0; k < 3; k++) w[k] = rgs_along_axis(back, body, k);
}

/* Cayley's rotation: it differs from the exponential in the third order of its argument only. */
static void rotate(double q[4], const double angle[3]) {
  const double a = angle[0] / 2, b = angle[1] / 2, c = angle[2] / 2;
  const double rotated[4] = { q[0] - a * q[1] - b * q[2] - c * q[3],
                              q[1] + a * q[0] + b * q[3] - c * q[2],
                              q[2] + b * q[0] + c * q[1] - a * q[3],
                              q[3] + c * q[0] + a * q[2] - b * q[1] };
  const double length = sqrt(1 + a * a + b * b + c * c);
  for (int k = 0; k < 4; k++) q[k] = rotated[k] / length;
}

/* Moves x by the reach and q by the turn; returns whether the new point is finite. */
static bool displace(const rgs_view *v, int64_t i, double reach, double turn, kept *body) {
  double inertia[3], angle[3], sum = 0;
  rgs_get(&v->inertia, i, 3, inertia);
  angular_velocity(inertia, body->q, body->tau, angle);
  for (int k = 0; k < 3; k++) {
    body->x[k] += reach / RGS_AT(v->mass, i, 0) * body->f[k];
    angle[k] *= turn;
    sum += (body->x[k] - body->x[k]) + (angle[k] * angle[k] - angle[k] * angle[k]);
  }
  if (sum != 0) return false;
  rotate(body->q, angle);
  rgs_put(&v->x, i, 3, body->x);
  rgs_put(&v->q, i, 4, body->q);
  return true;
}

/* ---- all bodies ------------------------------------------------------------------------------ */

typedef struct gradient {
  const rgs_view *v;
  rgs_column aux;
  double reach, turn;  /* of positions and of orientations */
  atomic_llong broken; /* the first body whose displaced point is not finite */
} gradient;

static gradient gradient_of(const rgs_motion *m, double reach) {
  const rgs_view *v = &m->bodies->view;
  return (gradient){ v, rgs_aux_from(v, 0), reach, reach * m->method->turns * m->method->turns,
                     INT64_MAX };
}

static void displace_some(void *work, int64_t first, int64_t n) {
  gradient *g = work;
  for (int64_t i = first; i < first + n; i++) {
    kept body;
    rgs_get_columns(g->v, displaced, DISPLACED, i, (double *)&body);
    rgs_put(&g->aux, i, RGS_AUX_DISPLACED, (const double *)&body);
    if (!displace(g->v, i, g->reach, g->turn, &body)) rgs_note_least(&g->broken, i);
  }
}

static rgs_status displace_all(rgs_motion *m, double reach, long long *broken) {
  gradient g = gradient_of(m, reach);
  rgs_split(m->executor, g.v->n, displace_some, &g);
  *broken = atomic_load_explicit(&g.broken, memory_order_relaxed);
  return RGS_OK;
}

rgs_status rgs_gradient_displace(rgs_motion *m, double reach, rgs_error *error) {
  const uint32_t changed = RGS_M(X) | RGS_M(Q) | RGS_M(AUX);
  const uint32_t columns = changed | RGS_M(F) | RGS_M(TAU) | RGS_M(MASS) | RGS_M(INERTIA);
  long long broken = INT64_MAX;
  const rgs_status status = RGS_WITH_COLUMNS(m->bodies, columns, changed, error,
                                             displace_all(m, reach * m->force_scale, &broken));
  if (status != RGS_OK || broken == INT64_MAX) return status;
  rgs_gradient_put_back(m);
  return rgs_set_error(
      error, RGS_E_NONFINITE, broken,
      "body %lld: the point at which its gradient is formed is not finite; check its forces, "
      "torques and the time step",
      broken);
}

static void put_back_some(void *work, int64_t first, int64_t n) {
  const gradient *g = work;
  for (int64_t i = first; i < first + n; i++) {
    kept body;
    rgs_get(&g->aux, i, RGS_AUX_DISPLACED, (double *)&body);
    rgs_put_columns(g->v, displaced, DISPLACED, i, (const double *)&body);
  }
}

static rgs_status put_all_back(const rgs_motion *m) {
  gradient g = gradient_of(m, 0);
  if (g.aux.data != NULL) put_back_some(&g, 0, g.v->n);
  return RGS_OK;
}

void rgs_gradient_put_back(rgs_motion *m) {
  (void)RGS_WITH_COLUMNS(m->bodies, DISPLACED_COLUMNS | RGS_M(AUX), DISPLACED_COLUMNS, NULL,
                         put_all_back(m));
}

static void form_some(void *work, int64_t first, int64_t n) {
  const gradient *g = work;
  const rgs_view *v = g->v;
  for (int64_t i = first; i < first + n; i++) {
    kept body;
    double f[3], tau[3], moved[3], formed[6];
    rgs_get(&g->aux, i, RGS_AUX_DISPLACED, (double *)&body);
    rgs_get(&v->f, i, 3, f);
    rgs_get(&v->tau, i, 3, tau);
    for (int k = 0; k < 3; k++) moved[k] = RGS_AT(v->x, i, k) - body.x[k];
    for (int k = 0; k < 3; k++) {
      int a = (k + 1) % 3, b = (k + 2) % 3;
      formed[k] = (f[k] - body.f[k]) / g->reach;
      formed[3 + k] = (tau[k] - body.tau[k] + (moved[a] * f[b] - moved[b] * f[a])) / g->reach;
    }
    rgs_put_columns(v, displaced, DISPLACED, i, (const double *)&body);
    rgs_put(&g->aux, i, 6, formed);
  }
}

static rgs_status form_all(rgs_motion *m, double reach, rgs_error *error) {
  gradient g = gradient_of(m, reach);
  const rgs_view *v = g.v;
  const rgs_status status = rgs_check_force_columns(m->executor, v, &v->f, &v->tau, "displaced f",
                                                    "displaced tau", error);
  if (status == RGS_OK)
    rgs_split(m->executor, v->n, form_some, &g);
  else
    (void)put_all_back(m);
  return status;
}

rgs_status rgs_gradient_form(rgs_motion *m, double reach, rgs_error *error) {
  const uint32_t columns = DISPLACED_COLUMNS | RGS_M(AUX);
  return RGS_WITH_COLUMNS(m->bodies, columns, columns, error, form_all(m, reach, error));
}
