/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runs_simd.c - see runs.h.  No operation is fused, so that the bits are the same with all instruction sets.
 */
#include "sites/runs.h"
#include "simd/columns.h"
#include "simd/instruction_set.h"
#include "sites/blocks.h"
#include <rigidstep/device/sites.h>

/* Bodies that do not lie side by side are worked on in one lane. */
#ifdef RGS_ON_DEVICE
#define RGS_RUN_FUNCTION(name, parameters, arguments) RGS_INLINE int name##_device parameters
#else
#define RGS_RUN_FUNCTION(name, parameters, arguments)                                              \
  RGS_IF_SSE2(int name##_baseline parameters;)                                                     \
  RGS_DISPATCH(int, name, parameters, arguments,                                                   \
               if (!side_by_side) return name##_baseline arguments;)                               \
  __attribute__((noinline)) int RGS_JOIN(name, RGS_ISA) parameters
#endif

/* ---- sites of several bodies ----------------------------------------------------------------- */

/* The bodies in the lanes: i, i + 1, .. before `end`.  Several lie side by side. */
typedef struct rgs_site_group {
  const rgs_site_call *c;
  int64_t i, end;
  int64_t rows, full;  /* the most sites of a body, and how many all have */
  const int32_t *site; /* of the first body, as in rgs_body_sites */
  const double *number;
  ptrdiff_t apart;
} rgs_site_group;

RGS_INLINE rgs_site_group rgs_group_of(const rgs_site_call *c, int64_t i, int64_t end) {
#if RGS_WIDTH == 1
  const rgs_body_sites of = rgs_sites_of(c->s, i);
  const rgs_site_group g = { c, i, end, of.n, of.n, of.site, of.number, of.apart };
#else
  const rgs_site_block *b = &c->s->block[i / RGS_BLOCK];
  const int64_t lane = i % RGS_BLOCK;
  const rgs_site_group g = { c,
                             i,
                             end,
                             b->rows,
                             b->full,
                             c->s->site + b->site + lane,
                             c->s->number + b->number + lane,
                             RGS_BLOCK };
#endif
  return g;
}

/* Numbers of the bodies from the j-th on. */
RGS_INLINE void rgs_numbers_of(const rgs_site_group *g, int64_t j, int n, rgs_lanes *a) {
  for (int k = 0; k < n; k++) a[k] = rgs_from_memory(g->number + (j + k) * g->apart);
}

/* Forces on site k of each body; 0 where a body has fewer sites. */
RGS_INLINE void rgs_forces_on(const rgs_site_group *g, int64_t k, rgs_lanes force[3]) {
  const rgs_column *c = &g->c->force;
  const int32_t *at = g->site + k * g->apart;
  if (k < g->full && c->comp == 1) {
    rgs_load_rows(c->data, c->body, at, 3, force);
    return;
  }
  for (int j = 0; j < 3; j++) {
    double each[RGS_WIDTH];
    for (int lane = 0; lane < RGS_WIDTH; lane++)
      each[lane] = at[lane] < 0 ? 0 : RGS_AT(*c, at[lane], j);
    force[j] = rgs_from_memory(each);
  }
}

RGS_INLINE void rgs_put_site(const rgs_site_group *g, int64_t k, const rgs_column *c,
                             const rgs_lanes a[3]) {
  const int32_t *at = g->site + k * g->apart;
  double each[3][RGS_WIDTH];
  for (int j = 0; j < 3; j++) rgs_to_memory(each[j], a[j]);
  if (k < g->full && c->comp == 1) {
    for (int lane = 0; lane < RGS_WIDTH; lane++)
      for (int j = 0; j < 3; j++) c->data[at[lane] * c->body + j] = each[j][lane];
    return;
  }
  for (int lane = 0; lane < RGS_WIDTH; lane++)
    for (int j = 0; j < 3 && at[lane] >= 0; j++) RGS_AT(*c, at[lane], j) = each[j][lane];
}

/* ---- place and gather ------------------------------------------------------------------------ */

/* From the centre of mass to site k of each body. */
RGS_INLINE void rgs_arm_of(const rgs_site_group *g, int64_t k, rgs_lanes row[3][3],
                           rgs_lanes arm[3]) {
  rgs_lanes site[3];
  rgs_numbers_of(g, RGS_PLACES + 3 * k, 3, site);
  rgs_site_arm(row, site, arm);
}

RGS_INLINE void rgs_rows_of(const rgs_site_group *g, rgs_lanes row[3][3]) {
  rgs_lanes q[4];
  rgs_load_all(&g->c->view.q, g->end, g->i, 4, q);
  rgs_rotation_of(q, row);
}

/* Velocities of the centres of mass, and angular velocities. */
RGS_INLINE void rgs_velocities_of(const rgs_site_group *g, rgs_lanes row[3][3], rgs_lanes v[3],
                                  rgs_lanes w[3]) {
  rgs_lanes mass, moment[3], l[3];
  rgs_numbers_of(g, RGS_MOMENTS, 3, moment);
  rgs_load_all(&g->c->view.l, g->end, g->i, 3, l);
  rgs_load_all(&g->c->view.p, g->end, g->i, 3, v);
  if (!(g->c->view.flags & RGS_VIEW_P_IS_VELOCITY)) {
    rgs_numbers_of(g, 0, 1, &mass);
    for (int k = 0; k < 3; k++) v[k] /= mass;
  }
  rgs_angular_velocity(row, moment, l, w);
}

RGS_RUN_FUNCTION(rgs_place_run,
                 (const rgs_site_call *c, int64_t first, int64_t n, bool side_by_side),
                 (c, first, n, side_by_side)) {
  (void)side_by_side;
  const rgs_lanes zero = rgs_same(0);
  for (int64_t i = first; i < first + n; i += RGS_WIDTH) {
    const rgs_site_group g = rgs_group_of(c, i, first + n);
    rgs_lanes row[3][3], x[3], v[3] = { zero, zero, zero }, w[3] = { zero, zero, zero };
    rgs_rows_of(&g, row);
    rgs_load_all(&c->view.x, g.end, i, 3, x);
    if (c->want_v) rgs_velocities_of(&g, row, v, w);
    for (int64_t k = 0; k < g.rows; k++) {
      rgs_lanes arm[3];
      rgs_arm_of(&g, k, row, arm);
      if (c->want_v) {
        rgs_lanes velocity[3] = { v[0], v[1], v[2] };
        rgs_site_velocity(w, arm, velocity);
        rgs_put_site(&g, k, &c->v, velocity);
      }
      for (int j = 0; j < 3; j++) arm[j] = x[j] + arm[j];
      if (c->want_x) rgs_put_site(&g, k, &c->x, arm);
    }
  }
  return 0;
}

/* Sums of a body: force, torque, and F_a times arm_b in the order of 3a + b.  Those over a few sites are
 * added up without further care; those over more of them are exact sums of such sums.  Where the host does
 * not want `intramolecular`, there are the first six. */
enum { RGS_SUMS = 15, RGS_CHUNK = 4 };

RGS_INLINE void rgs_add_force(const rgs_site_group *g, int64_t k, rgs_lanes row[3][3],
                              rgs_lanes sum[RGS_SUMS]) {
  rgs_lanes arm[3], force[3];
  rgs_arm_of(g, k, row, arm);
  rgs_forces_on(g, k, force);
  for (int j = 0; j < 3; j++) sum[j] += force[j];
  rgs_site_moment(arm, force, sum + 3);
  if (!g->c->want_intramolecular) return;
  for (int j = 0; j < 9; j++) sum[6 + j] += force[j / 3] * arm[j % 3];
}

RGS_INLINE void rgs_add_chunk(const rgs_site_group *g, int64_t k, rgs_lanes row[3][3],
                              rgs_lanes sum[RGS_SUMS]) {
  const int64_t end = k + RGS_CHUNK < g->rows ? k + RGS_CHUNK : g->rows;
  for (int j = 0; j < RGS_SUMS; j++) sum[j] = rgs_same(0);
  for (; k < end; k++) rgs_add_force(g, k, row, sum);
}

/* The sums of large bodies: exact sums of the sums over chunks.  It takes no addresses of what rgs_gather_run can then
 * keep in registers. */
RGS_APART void rgs_add_chunks(const rgs_site_call *c, int64_t i, int64_t end,
                              rgs_lanes sum[RGS_SUMS]) {
  const rgs_site_group g = rgs_group_of(c, i, end);
  const int sums = c->want_intramolecular ? RGS_SUMS : 6;
  rgs_exact_sum all[RGS_SUMS];
  rgs_lanes row[3][3];
  rgs_rows_of(&g, row);
  for (int j = 0; j < sums; j++) all[j].sum = all[j].rest = rgs_same(0);
  for (int64_t k = 0; k < g.rows; k += RGS_CHUNK) {
    rgs_add_chunk(&g, k, row, sum);
    for (int j = 0; j < sums; j++) rgs_sum_add(&all[j], sum[j]);
  }
  for (int j = 0; j < sums; j++) sum[j] = rgs_sum_of(&all[j]);
}

/* Adds the sums within bodies that are no ghosts. */
RGS_INLINE void rgs_add_intramolecular(const rgs_site_group *g, const rgs_lanes sum[9],
                                       double *intramolecular) {
  const int64_t own = g->c->view.n - g->c->view.n_ghosts, n = (g->end < own ? g->end : own) - g->i;
  double *to = intramolecular + g->i % RGS_BLOCK;
  for (int k = 0; k < 9; k++, to += RGS_BLOCK) {
    if (n >= RGS_WIDTH) {
      rgs_to_memory(to, rgs_from_memory(to) + sum[k]);
      continue;
    }
    double each[RGS_WIDTH];
    rgs_to_memory(each, sum[k]);
    for (int lane = 0; lane < n; lane++) to[lane] += each[lane];
  }
}

RGS_RUN_FUNCTION(rgs_gather_run,
                 (const rgs_site_call *c, int64_t first, int64_t n, bool side_by_side,
                  double *intramolecular),
                 (c, first, n, side_by_side, intramolecular)) {
  (void)side_by_side;
  for (int64_t i = first; i < first + n; i += RGS_WIDTH) {
    const rgs_site_group g = rgs_group_of(c, i, first + n);
    rgs_lanes row[3][3], sum[RGS_SUMS];
    if (g.rows <= RGS_CHUNK) {
      rgs_rows_of(&g, row);
      rgs_add_chunk(&g, 0, row, sum);
    } else {
      rgs_lanes all[RGS_SUMS];
      rgs_add_chunks(c, i, first + n, all);
      memcpy(sum, all, sizeof sum);
    }
    rgs_store_all(&c->view.f, g.end, i, 3, sum);
    rgs_store_all(&c->view.tau, g.end, i, 3, sum + 3);
    if (c->want_intramolecular) rgs_add_intramolecular(&g, sum + 6, intramolecular);
  }
  return 0;
}
