/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites/site_call.h"
#include "base/layout.h"

rgs_status rgs_set_error_null(const char *what, rgs_error *error) {
  return rgs_set_error(error, RGS_E_ARG, -1, "%s is null", what);
}

rgs_status rgs_check_found(const rgs_sites *s, rgs_error *error) {
  if (!s->known) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_ARG, -1,
      "spec.flags had RGS_SITES_KNOWN, so the library did not find shapes, places and "
      "kinds; leave the flag out to get them");
}

rgs_status rgs_check_shapes_set(const rgs_sites *s, rgs_error *error) {
  if (!s->unset) return RGS_OK;
  return rgs_set_error(error, RGS_E_ARG, -1,
                       "spec.flags had RGS_SITES_KNOWN, and the bodies have no shapes yet; call "
                       "rgs_sites_set_shape first");
}

rgs_status rgs_check_masses(const rgs_sites *s, rgs_error *error) {
  if (s->has_masses) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_ARG, -1,
      "spec.mass.data was null; momenta and fits need the masses of sites: give them "
      "to rgs_sites_create");
}

rgs_status rgs_site_call_begin(rgs_site_call *c, rgs_sites *s, const rgs_view *bodies,
                               unsigned columns, rgs_error *error) {
  memset(c, 0, sizeof *c);
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "sites is null");
  rgs_status status = rgs_read_struct(&c->view, &rgs_view_layout, bodies, error);
  if (status != RGS_OK) return status;
  if (c->view.n != s->n_bodies || c->view.n_ghosts < 0 || c->view.n_ghosts > c->view.n)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "view.n is %lld and view.n_ghosts %lld; n must be the number of bodies that were "
        "made of sites, %lld",
        (long long)c->view.n, (long long)c->view.n_ghosts, (long long)s->n_bodies);
  for (int k = 0; k < RGS_COLUMNS && status == RGS_OK; k++)
    if (columns >> k & 1)
      status = rgs_check_column("view.", rgs_column_infos[k].name, rgs_column_of(&c->view, k),
                                c->view.n, rgs_column_infos[k].components, true, error);
  c->s = s;
  return status;
}

rgs_status rgs_site_call_of_step(rgs_site_call *c, rgs_sites *s, const rgs_view *bodies,
                                 unsigned columns, rgs_error *error) {
  const rgs_status status = rgs_site_call_begin(c, s, bodies, columns | RGS_BIT(Q), error);
  if (status != RGS_OK || c->view.n == 0) return status;
  if (s->unset) return rgs_check_shapes_set(s, error);
  if (s->on.backend != NULL) return RGS_OK; /* the host cannot look at q */
  for (int k = 0; k < 4; k++)
    if (RGS_AT(c->view.q, 0, k) != 0) return RGS_OK;
  return rgs_set_error(error, RGS_E_BODY, 0,
                       "body 0: q is (0, 0, 0, 0); rgs_sites_shape gives the bodies their "
                       "orientations: call it first");
}

rgs_status rgs_check_position(int64_t body, int64_t site, const rgs_column *x, rgs_error *error) {
  for (int k = 0; k < 3; k++)
    if (!isfinite(RGS_AT(*x, site, k)))
      return rgs_set_error(error, RGS_E_BODY, body,
                           "body %lld: x[%d] of site %lld is %g; must be finite", (long long)body,
                           k, (long long)site, RGS_AT(*x, site, k));
  return RGS_OK;
}

rgs_status rgs_site_call_column(const rgs_site_call *c, const char *name, const rgs_column *given,
                                rgs_column *to, rgs_error *error) {
  if (given == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "%s is null", name);
  *to = *given;
  return rgs_check_column("", name, given, c->s->n_bodies > 0 ? c->s->n_sites : 0, 3, true, error);
}

void rgs_add_batches(const rgs_sites *s, double intramolecular[9]) {
  for (int k = 0; k < INTRAMOLECULAR; k++) {
    rgs_exact_sum sum = { 0, 0 };
    for (int64_t batch = 0; batch * RGS_SITES_BATCH < s->n_bodies; batch++)
      rgs_sum_add(&sum, s->sums[INTRAMOLECULAR * batch + k]);
    intramolecular[k] = rgs_sum_of(&sum);
  }
}
