/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runs_lanes.c - see runs.h.  No operation is fused, so that the bits are the same on all paths.
 */
#include "sites/runs.h"
#include "lanes/columns.h"
#include "lanes/path.h"
#include <rigidstep/device/sites.h>

/* A body alone is worked on in one lane. */
#define RGS_RUN_FUNCTION(name, parameters, arguments)                                              \
  RGS_IF_SSE2(int name##_baseline parameters;)                                                     \
  RGS_DISPATCH(int, name, parameters, arguments, if (n == 1) return name##_baseline arguments;)    \
  __attribute__((noinline)) int RGS_JOIN(name, RGS_PATH) parameters

/* ---- sites of several bodies ----------------------------------------------------------------- */

/* The bodies in the lanes: i, i + 1, .. before `end`, with as many sites each.  Lanes beyond `end` have the
 * last body again. */
typedef struct rgs_site_group {
  const rgs_site_call *c;
  int64_t i, end, sites;
  int64_t first[RGS_WIDTH]; /* listed site of each body */
  int64_t shape[RGS_WIDTH]; /* where its shape begins */
} rgs_site_group;

static inline int64_t rgs_lane_body(const rgs_site_group *g, int lane) {
  return g->i + lane < g->end ? g->i + lane : g->end - 1;
}

static inline rgs_site_group rgs_group_of(const rgs_site_call *c, int64_t i, int64_t end) {
  const int64_t *first = c->s->first;
  rgs_site_group g = { c, i, end, first[i + 1] - first[i], { 0 }, { 0 } };
  for (int lane = 0; lane < RGS_WIDTH; lane++) {
    const int64_t body = rgs_lane_body(&g, lane);
    g.first[lane] = first[body];
    g.shape[lane] = rgs_shape_of(c->s, body);
  }
  return g;
}

/* Where site k of each body is in the host's columns. */
static inline void rgs_sites_at(const rgs_site_group *g, int64_t k, int64_t at[RGS_WIDTH]) {
  for (int lane = 0; lane < RGS_WIDTH; lane++) at[lane] = rgs_site_at(g->c->s, g->first[lane] + k);
}

static inline void rgs_load_at(const rgs_column *c, const int64_t at[RGS_WIDTH], rgs_lanes a[3]) {
  if (c->comp == 1) {
    rgs_load_rows(c->data, c->body, at, 3, a);
    return;
  }
  for (int j = 0; j < 3; j++) {
    double each[RGS_WIDTH];
    for (int lane = 0; lane < RGS_WIDTH; lane++) each[lane] = RGS_AT(*c, at[lane], j);
    a[j] = rgs_from_memory(each);
  }
}

static inline void rgs_store_at(const rgs_site_group *g, const rgs_column *c,
                                const int64_t at[RGS_WIDTH], const rgs_lanes a[3]) {
  double each[3][RGS_WIDTH];
  for (int j = 0; j < 3; j++) rgs_to_memory(each[j], a[j]);
  if (g->end - g->i >= RGS_WIDTH && c->comp == 1) {
    for (int lane = 0; lane < RGS_WIDTH; lane++)
      for (int j = 0; j < 3; j++) c->data[at[lane] * c->body + j] = each[j][lane];
    return;
  }
  for (int lane = 0; lane < RGS_WIDTH && g->i + lane < g->end; lane++)
    for (int j = 0; j < 3; j++) RGS_AT(*c, at[lane], j) = each[j][lane];
}

/* ---- place and gather ------------------------------------------------------------------------ */

/* From the centre of mass to site k of each body. */
static inline void rgs_arm_of(const rgs_site_group *g, int64_t k, rgs_lanes row[3][3],
                              rgs_lanes arm[3]) {
  const rgs_column local = { g->c->s->local, 3, 1 };
  rgs_lanes site[3];
  int64_t at[RGS_WIDTH];
  for (int lane = 0; lane < RGS_WIDTH; lane++) at[lane] = g->shape[lane] + k;
  rgs_load_at(&local, at, site);
  rgs_site_arm(row, site, arm);
}

static inline void rgs_rows_of(const rgs_site_group *g, rgs_lanes row[3][3]) {
  rgs_lanes q[4];
  rgs_load_all(&g->c->view.q, g->end, g->i, 4, q);
  rgs_rotation_of(q, row);
}

/* Velocities of the centres of mass, and angular velocities. */
static inline void rgs_velocities_of(const rgs_site_group *g, rgs_lanes row[3][3], rgs_lanes v[3],
                                     rgs_lanes w[3]) {
  const rgs_site_body *body = g->c->s->body;
  const ptrdiff_t apart = sizeof *body / sizeof(double);
  const rgs_column mass = { (double *)&body->mass, apart, 1 };
  const rgs_column inertia = { (double *)body->inertia, apart, 1 };
  rgs_lanes moment[3], l[3];
  rgs_load_all(&inertia, g->end, g->i, 3, moment);
  rgs_load_all(&g->c->view.l, g->end, g->i, 3, l);
  rgs_load_all(&g->c->view.p, g->end, g->i, 3, v);
  if (!(g->c->view.flags & RGS_VIEW_P_IS_VELOCITY)) {
    const rgs_lanes m = rgs_load(&mass, g->end, g->i, 0);
    for (int k = 0; k < 3; k++) v[k] /= m;
  }
  rgs_angular_velocity(row, moment, l, w);
}

RGS_RUN_FUNCTION(rgs_place_run, (const rgs_site_call *c, int64_t first, int64_t n), (c, first, n)) {
  const rgs_lanes zero = rgs_same(0);
  for (int64_t i = first; i < first + n; i += RGS_WIDTH) {
    const rgs_site_group g = rgs_group_of(c, i, first + n);
    rgs_lanes row[3][3], x[3], v[3] = { zero, zero, zero }, w[3] = { zero, zero, zero };
    rgs_rows_of(&g, row);
    rgs_load_all(&c->view.x, g.end, i, 3, x);
    if (c->want_v) rgs_velocities_of(&g, row, v, w);
    for (int64_t k = 0; k < g.sites; k++) {
      rgs_lanes arm[3];
      int64_t at[RGS_WIDTH];
      rgs_sites_at(&g, k, at);
      rgs_arm_of(&g, k, row, arm);
      if (c->want_v) {
        rgs_lanes velocity[3] = { v[0], v[1], v[2] };
        rgs_site_velocity(w, arm, velocity);
        rgs_store_at(&g, &c->v, at, velocity);
      }
      for (int j = 0; j < 3; j++) arm[j] = x[j] + arm[j];
      if (c->want_x) rgs_store_at(&g, &c->x, at, arm);
    }
  }
  return 0;
}

/* Sums of a body: force, torque, and arm times force xx, yy, zz, xy, xz, yz.  Those over a few sites are
 * added up without further care; those over more of them are exact sums of such sums.  Where the host does
 * not want `within`, there are the first six. */
enum { RGS_SUMS = 12, RGS_CHUNK = 4 };

static inline void rgs_add_force(const rgs_site_group *g, int64_t k, rgs_lanes row[3][3],
                                 rgs_lanes sum[RGS_SUMS]) {
  rgs_lanes arm[3], force[3];
  int64_t at[RGS_WIDTH];
  rgs_arm_of(g, k, row, arm);
  rgs_sites_at(g, k, at);
  rgs_load_at(&g->c->force, at, force);
  for (int j = 0; j < 3; j++) sum[j] += force[j];
  rgs_site_moment(arm, force, sum + 3);
  if (!g->c->want_within) return;
  for (int j = 0; j < 3; j++) sum[6 + j] += arm[j] * force[j];
  sum[9] += arm[0] * force[1];
  sum[10] += arm[0] * force[2];
  sum[11] += arm[1] * force[2];
}

static inline void rgs_add_chunk(const rgs_site_group *g, int64_t k, rgs_lanes row[3][3],
                                 rgs_lanes sum[RGS_SUMS]) {
  const int64_t end = k + RGS_CHUNK < g->sites ? k + RGS_CHUNK : g->sites;
  for (int j = 0; j < RGS_SUMS; j++) sum[j] = rgs_same(0);
  for (; k < end; k++) rgs_add_force(g, k, row, sum);
}

/* The sums of a large body are those of its first chunk, and from there on exact. */
static __attribute__((noinline)) void rgs_add_chunks(const rgs_site_group *g, rgs_lanes row[3][3],
                                                     rgs_lanes sum[RGS_SUMS]) {
  rgs_exact_sum all[RGS_SUMS];
  for (int j = 0; j < RGS_SUMS; j++) all[j] = (rgs_exact_sum){ sum[j], rgs_same(0) };
  for (int64_t k = RGS_CHUNK; k < g->sites; k += RGS_CHUNK) {
    rgs_add_chunk(g, k, row, sum);
    for (int j = 0; j < RGS_SUMS; j++) rgs_sum_add(&all[j], sum[j]);
  }
  for (int j = 0; j < RGS_SUMS; j++) sum[j] = rgs_sum_of(&all[j]);
}

RGS_RUN_FUNCTION(rgs_gather_run, (const rgs_site_call *c, int64_t first, int64_t n, double *within),
                 (c, first, n, within)) {
  const rgs_column to = { within, 6, 1 };
  for (int64_t i = first; i < first + n; i += RGS_WIDTH) {
    const rgs_site_group g = rgs_group_of(c, i, first + n);
    rgs_lanes row[3][3], sum[RGS_SUMS];
    rgs_rows_of(&g, row);
    rgs_add_chunk(&g, 0, row, sum);
    if (g.sites > RGS_CHUNK) rgs_add_chunks(&g, row, sum);
    rgs_store_all(&c->view.f, g.end, i, 3, sum);
    rgs_store_all(&c->view.tau, g.end, i, 3, sum + 3);
    for (int k = 0; k < 6 && c->want_within; k++) rgs_store(&to, n, i - first, k, sum[6 + k]);
  }
  return 0;
}
