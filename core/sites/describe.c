/* SPDX-License-Identifier: BSD-3-Clause
 *
 * describe.c - what a handle of sites reports of its bodies.
 */
#include "base/layout.h"
#include "sites/blocks.h"
#include "sites/site_call.h"

rgs_status rgs_sites_describe(const rgs_sites *s, rgs_sites_info *out, rgs_error *error) {
  if (s == NULL) return rgs_set_error_null("sites", error);
  rgs_sites_info info = { .head = RGS_HEAD(rgs_sites_info),
                          .n_bodies = s->n_bodies,
                          .n_sites = s->n_listed,
                          .kinds = s->kinds,
                          .worst = s->worst,
                          .misfit = s->misfit };
  if (s->n_bodies == 0) info.worst = -1;
  for (int64_t i = 0; i < s->n_bodies; i++) {
    const rgs_body_sites of = rgs_sites_of(s, i);
    double inertia[3];
    int rotations = 0;
    rgs_get_numbers(&of, RGS_MOMENTS, 3, inertia);
    for (int k = 0; k < 3; k++) rotations += inertia[k] > 0;
    info.points += rotations == 0;
    info.linear += s->known ? rotations == 2 : s->body[i].linear;
    info.planar +=
        s->known ? rotations == 3 && inertia[2] == inertia[0] + inertia[1] : s->body[i].planar;
    info.freedom += 3 + rotations;
  }
  return rgs_write_struct(out, &rgs_sites_info_layout, &info, error);
}

rgs_status rgs_sites_kinds(const rgs_sites *s, int64_t *kind, rgs_error *error) {
  if (s == NULL) return rgs_set_error_null("sites", error);
  if (kind == NULL) return rgs_set_error_null("kind", error);
  const rgs_status status = rgs_check_found(s, error);
  for (int64_t i = 0; i < s->n_bodies && status == RGS_OK; i++) kind[i] = s->body[i].kind;
  return status;
}
