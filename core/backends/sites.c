/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sites.c - sites on a device.
 */
#include "backends/backend.h"
#include "sites/blocks.h"
#include "sites/sites_backend.h"
#include <rigidstep/draft_device.h>
#include <string.h>

/* Memory on the device with these bytes, a multiple of 8; null: there is none. */
static void *send(rgs_draft_device *d, const void *from, size_t bytes) {
  void *there = d->functions->allocate(d->queue, bytes);
  const rgs_column column = { there, 1, 1 };
  if (there != NULL && bytes > 0)
    d->functions->write(d->queue, &column, 1, (int64_t)(bytes / sizeof(double)), from);
  return there;
}

static void leave(rgs_sites *s) {
  rgs_sites_on_device *on = &s->on;
  void *all[] = { on->first, on->block, on->site, on->number, on->sums };
  for (int k = 0; k < 5; k++)
    if (all[k] != NULL) on->device->functions->release(on->device->queue, all[k]);
  rgs_draft_device_close(on->device);
  memset(on, 0, sizeof *on);
}

static void send_shapes(rgs_sites *s) {
  const rgs_draft_device *d = s->on.device;
  const rgs_column column = { s->on.number, 1, 1 };
  d->functions->write(d->queue, &column, 1, (int64_t)s->n_number, s->number);
}

static rgs_status check_here(const rgs_draft_device *d, const char *name, const rgs_column *c,
                             int64_t n, int components, rgs_error *error) {
  if (rgs_device_has(d, c, n, components)) return RGS_OK;
  return rgs_set_error(error, RGS_E_ARG, -1,
                       "%s has addresses that are not on device '%s', where these sites are "
                       "(rgs_draft_sites_on)",
                       name, d->name);
}

static rgs_status run(const rgs_site_call *c, bool gathers, double *intramolecular,
                      rgs_error *error) {
  const rgs_sites *s = c->s;
  const rgs_draft_device *d = s->on.device;
  const rgs_view *v = &c->view;
  rgs_status status = check_here(d, "view.q", &v->q, v->n, 4, error);
  if (status == RGS_OK)
    status = check_here(d, gathers ? "view.f" : "view.x", gathers ? &v->f : &v->x, v->n, 3, error);
  if (status == RGS_OK && gathers) status = check_here(d, "view.tau", &v->tau, v->n, 3, error);
  if (status == RGS_OK && c->want_v) status = check_here(d, "view.p", &v->p, v->n, 3, error);
  if (status == RGS_OK && c->want_v) status = check_here(d, "view.l", &v->l, v->n, 3, error);
  if (status == RGS_OK) status = check_here(d, "x", &c->x, s->n_sites, 3, error);
  if (status == RGS_OK) status = check_here(d, "v", &c->v, s->n_sites, 3, error);
  if (status == RGS_OK) status = check_here(d, "force", &c->force, s->n_sites, 3, error);
  if (status != RGS_OK || v->n == 0) {
    if (intramolecular != NULL) memset(intramolecular, 0, 9 * sizeof *intramolecular);
    return status;
  }
  const rgs_device_sites call = { .n = v->n,
                                  .own = rgs_own_bodies(v),
                                  .first = s->on.first,
                                  .block = s->on.block,
                                  .site = s->on.site,
                                  .number = s->on.number,
                                  .x = v->x,
                                  .p = v->p,
                                  .q = v->q,
                                  .l = v->l,
                                  .f = v->f,
                                  .tau = v->tau,
                                  .site_x = c->x,
                                  .site_v = c->v,
                                  .force = c->force,
                                  .batch_sums = s->on.sums,
                                  .flags = v->flags,
                                  .gathers = gathers,
                                  .wants_x = c->want_x,
                                  .wants_v = c->want_v,
                                  .wants_sums = c->want_intramolecular };
  d->functions->sites(d->queue, &call);
  if (intramolecular == NULL) return RGS_OK;
  const rgs_column sums = { s->on.sums, 1, 1 };
  d->functions->read(d->queue, &sums, 1, 9 * rgs_site_batches(v->n), s->sums);
  const char *why = d->functions->wait(d->queue);
  if (why != NULL)
    return rgs_set_error(error, RGS_E_DEVICE, -1, "device '%s' failed: %s", d->name, why);
  rgs_add_batches(s, intramolecular);
  return RGS_OK;
}

rgs_status rgs_draft_sites_on(rgs_sites *s, rgs_draft_device *device, rgs_error *error) {
  if (s == NULL) return rgs_set_error_null("sites", error);
  if (device != NULL && device->context != s->context)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "sites and device belong to different contexts; make both with the same one");
  static const struct rgs_sites_backend backend = { run, send_shapes, leave };
  if (s->on.backend != NULL) s->on.backend->leave(s);
  if (device == NULL || s->n_bodies == 0)
    return RGS_OK; /* without bodies there is nothing to send */
  const size_t blocks = (size_t)(s->n_bodies / RGS_BLOCK + 1);
  const size_t sums = 9 * (size_t)rgs_site_batches(s->n_bodies) * sizeof(double);
  const size_t site_bytes = (s->n_site + 1) / 2 * 2 * sizeof(int32_t); /* there is one more */
  s->on = (rgs_sites_on_device){ .backend = &backend,
                                 .device = device,
                                 .first = send(device, s->first,
                                               ((size_t)s->n_bodies + 1) * sizeof(int64_t)),
                                 .block = send(device, s->block, blocks * sizeof(rgs_site_block)),
                                 .site = send(device, s->site, site_bytes),
                                 .number = send(device, s->number, s->n_number * sizeof(double)),
                                 .sums = device->functions->allocate(device->queue, sums) };
  device->users++;
  if (s->on.first != NULL && s->on.block != NULL && s->on.site != NULL && s->on.number != NULL &&
      s->on.sums != NULL)
    return RGS_OK;
  leave(s);
  return rgs_set_error_memory(error, sums);
}
