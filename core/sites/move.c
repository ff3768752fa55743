/* SPDX-License-Identifier: BSD-3-Clause
 *
 * move.c - what a host asks in each step: where sites are, and what forces on them mean for the bodies.
 */
#include "base/body_check.h"
#include "sites/blocks.h"
#include "sites/sites_backend.h"
#include "sites/runs.h"

/* How many bodies from i on, up to `end`, lie side by side, or one after the other. */
static int64_t alike(const rgs_sites *s, int64_t i, int64_t end) {
  const bool side_by_side = rgs_side_by_side_from(s, i);
  int64_t next = i;
  while (next < end && rgs_side_by_side_from(s, next) == side_by_side)
    next += RGS_BLOCK - next % RGS_BLOCK;
  return (next < end ? next : end) - i;
}

/* ---- shape ----------------------------------------------------------------------------------- */

rgs_status rgs_sites_shape(const rgs_sites *sites, const rgs_view *bodies, const rgs_column *local,
                           rgs_error *error) {
  rgs_site_call c;
  rgs_status status =
      rgs_site_call_begin(&c, (rgs_sites *)sites, bodies,
                          RGS_BIT(MASS) | RGS_BIT(INERTIA) | RGS_BIT(X) | RGS_BIT(Q), error);
  if (status == RGS_OK) status = rgs_check_found(sites, error);
  if (status == RGS_OK && local != NULL)
    status = rgs_check_column("", "local", local, sites->n_listed, 3, true, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < sites->n_bodies; i++) {
    const rgs_body_sites of = rgs_sites_of(sites, i);
    double inertia[3], place[3];
    rgs_get_numbers(&of, 0, 1, &RGS_AT(c.view.mass, i, 0));
    rgs_get_numbers(&of, RGS_MOMENTS, 3, inertia);
    rgs_put(&c.view.inertia, i, 3, inertia);
    rgs_put(&c.view.x, i, 3, sites->body[i].x);
    rgs_put(&c.view.q, i, 4, sites->body[i].q);
    for (int64_t k = 0; k < of.n && local != NULL; k++) {
      rgs_get_place(&of, k, place);
      rgs_put(local, sites->first[i] + k, 3, place);
    }
  }
  return RGS_OK;
}

static rgs_status check_shape(const rgs_site_call *c, int64_t i, const rgs_column *local,
                              rgs_error *error) {
  double mass = RGS_AT(c->view.mass, i, 0), inertia[3];
  rgs_get(&c->view.inertia, i, 3, inertia);
  if (!(mass > 0) || !isfinite(mass))
    return rgs_set_error(error, RGS_E_BODY, i, "body %lld: mass is %g; must be finite and > 0",
                         (long long)i, mass);
  for (int64_t k = c->s->first[i]; k < c->s->first[i + 1]; k++)
    for (int j = 0; j < 3; j++)
      if (!isfinite(RGS_AT(*local, k, j)))
        return rgs_set_error(error, RGS_E_BODY, i,
                             "body %lld: local[%d] of row %lld is %g; must be finite", (long long)i,
                             j, (long long)k, RGS_AT(*local, k, j));
  return rgs_check_inertia(i, inertia, error);
}

rgs_status rgs_sites_set_shape(rgs_sites *s, const rgs_view *bodies, const rgs_column *local,
                               rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_begin(&c, s, bodies, RGS_BIT(MASS) | RGS_BIT(INERTIA), error);
  if (status == RGS_OK && local == NULL)
    status = rgs_set_error(error, RGS_E_ARG, -1, "local is null");
  if (status == RGS_OK) status = rgs_check_column("", "local", local, s->n_listed, 3, true, error);
  if (status == RGS_OK && s->shared)
    status =
        rgs_set_error(error, RGS_E_ARG, -1,
                      "bodies of a kind share one shape (RGS_SITES_ONE_SHAPE), so that no body has "
                      "its own to be set");
  for (int64_t i = 0; status == RGS_OK && i < s->n_bodies; i++)
    status = check_shape(&c, i, local, error);
  for (int64_t i = 0; status == RGS_OK && i < s->n_bodies; i++) {
    const rgs_body_sites of = rgs_sites_of(s, i);
    double inertia[3], place[3];
    rgs_get(&c.view.inertia, i, 3, inertia);
    rgs_put_numbers(&of, 0, 1, &RGS_AT(c.view.mass, i, 0));
    rgs_put_numbers(&of, RGS_MOMENTS, 3, inertia);
    for (int64_t k = 0; k < of.n; k++) {
      rgs_get(local, s->first[i] + k, 3, place);
      rgs_put_numbers(&of, RGS_PLACES + 3 * k, 3, place);
    }
  }
  if (status == RGS_OK) s->unset = false;
  if (status == RGS_OK && s->on.backend != NULL) s->on.backend->send_shapes(s);
  return status;
}

/* ---- place ----------------------------------------------------------------------------------- */

static void place_some(void *work, int64_t begin, int64_t n) {
  const rgs_site_call *c = work;
  for (int64_t i = begin, several; i < begin + n; i += several) {
    several = alike(c->s, i, begin + n);
    (void)rgs_place_run(c, i, several, rgs_side_by_side_from(c->s, i));
  }
}

rgs_status rgs_sites_place(rgs_sites *sites, const rgs_view *bodies, const rgs_column *x,
                           const rgs_column *v, rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_of_step(
      &c, sites, bodies, RGS_BIT(X) | (v != NULL ? RGS_BIT(P) | RGS_BIT(L) : 0), error);
  if (status == RGS_OK && x != NULL) status = rgs_site_call_column(&c, "x", x, &c.x, error);
  if (status == RGS_OK && v != NULL) status = rgs_site_call_column(&c, "v", v, &c.v, error);
  if (status != RGS_OK) return status;
  c.want_x = x != NULL;
  c.want_v = v != NULL;
  if (sites->on.backend != NULL) return sites->on.backend->run(&c, false, NULL, error);
  rgs_split(sites->threads, sites->n_bodies, place_some, &c);
  return rgs_threads_check(sites->threads, error);
}

/* ---- gather ---------------------------------------------------------------------------------- */

/* The bodies from i to `end` of one batch.  Each lane has its sums, so that no bits depend on how many there are. */
static void gather_batch(const rgs_site_call *c, int64_t i, int64_t end) {
  double intramolecular[INTRAMOLECULAR][RGS_BLOCK] = { { 0 } };
  for (int64_t k = i, several; k < end; k += several) {
    several = alike(c->s, k, end);
    (void)rgs_gather_run(c, k, several, rgs_side_by_side_from(c->s, k), intramolecular[0]);
  }
  for (int j = 0; j < INTRAMOLECULAR && c->want_intramolecular; j++) {
    double *sum = &c->s->sums[INTRAMOLECULAR * (i / RGS_SITES_BATCH) + j];
    *sum = 0;
    for (int lane = 0; lane < RGS_BLOCK; lane++) *sum += intramolecular[j][lane];
  }
}

/* Parts begin with a batch. */
static void gather_some(void *work, int64_t begin, int64_t n) {
  const int64_t end = begin + n;
  for (int64_t i = begin; i < end; i += RGS_SITES_BATCH)
    gather_batch(work, i, i + RGS_SITES_BATCH < end ? i + RGS_SITES_BATCH : end);
}

rgs_status rgs_sites_gather(rgs_sites *sites, const rgs_view *bodies, const rgs_column *force,
                            double intramolecular[9], rgs_error *error) {
  rgs_site_call c;
  rgs_status status = rgs_site_call_of_step(&c, sites, bodies, RGS_BIT(F) | RGS_BIT(TAU), error);
  if (status == RGS_OK) status = rgs_site_call_column(&c, "force", force, &c.force, error);
  if (status != RGS_OK) return status;
  c.want_intramolecular = intramolecular != NULL;
  if (sites->on.backend != NULL) return sites->on.backend->run(&c, true, intramolecular, error);
  rgs_split(sites->threads, sites->n_bodies, gather_some, &c);
  status = rgs_threads_check(sites->threads, error);
  if (status != RGS_OK || intramolecular == NULL) return status;
  rgs_add_batches(sites, intramolecular);
  return RGS_OK;
}
