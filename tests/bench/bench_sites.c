/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_sites.c - what it takes to place the atoms of water, and to gather the forces on them.
 */
#include "bench.h"
#include <rigidstep/draft_sites.h>
#include <rigidstep/rigidstep.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct water {
  int64_t n;
  double *data; /* all arrays */
  rgs_draft_sites *sites;
  rgs_context *context;
  rgs_view view;
  rgs_column x, force;
} water;

static void end(water *w) {
  rgs_draft_sites_destroy(w->sites);
  rgs_context_destroy(w->context);
  free(w->data);
  memset(w, 0, sizeof *w);
}

static bool begin(water *w, int64_t n) {
  static const double shape[9] = { 0, 0, 0, 0.8165, 0.5774, 0, -0.8165, 0.5774, 0 };
  const size_t atoms = 3 * (size_t)n;
  *w = (water){ .n = n, .data = calloc(atoms * 7 + (size_t)n * 17, sizeof(double)) };
  int64_t *first = malloc(((size_t)n + 1) * sizeof *first);
  if (w->data == NULL || first == NULL) return free(first), end(w), false;
  double *at = w->data, *mass = w->data + 6 * atoms;
  w->x = (rgs_column){ at, 3, 1 };
  w->force = (rgs_column){ at + 3 * atoms, 3, 1 };
  for (size_t i = 0; i < atoms; i++) {
    mass[i] = i % 3 == 0 ? 16 : 1;
    for (size_t k = 0; k < 3; k++) {
      at[3 * i + k] = shape[3 * (i % 3) + k] + 3 * (double)(i / 3 % 100);
      at[3 * (atoms + i) + k] = (double)(i % 3 + k);
    }
  }
  for (int64_t i = 0; i <= n; i++) first[i] = 3 * i;
  w->view = (rgs_view){ .head = RGS_HEAD(rgs_view), .n = n };
  at = w->data + 7 * atoms;
  rgs_column *const columns[] = { &w->view.mass, &w->view.inertia, &w->view.x,
                                  &w->view.q,    &w->view.f,       &w->view.tau };
  static const int widths[] = { 1, 3, 3, 4, 3, 3 };
  for (int c = 0; c < 6; at += n * widths[c], c++) *columns[c] = (rgs_column){ at, widths[c], 1 };
  const rgs_draft_sites_spec spec = { .head = RGS_DRAFT_HEAD(rgs_draft_sites_spec),
                                      .n_sites = 3 * n,
                                      .n_bodies = n,
                                      .first = first,
                                      .mass = { mass, 1, 1 },
                                      .x = w->x };
  const bool good = rgs_context_create(NULL, &w->context, NULL) == RGS_OK &&
                    rgs_draft_sites_create(w->context, &spec, &w->sites, NULL) == RGS_OK &&
                    rgs_draft_sites_shape(w->sites, &w->view, NULL, NULL) == RGS_OK;
  free(first);
  if (!good) end(w);
  return good;
}

double bench_sites(const char *what, int64_t n) {
  static water w;
  const bool places = strcmp(what, "place") == 0;
  if (w.n != n) {
    if (w.data != NULL) end(&w);
    if (!begin(&w, n)) return NAN;
  }
  const int64_t times = 4000000 / n > 2 ? 4000000 / n : 2;
  const double before = bench_cpu_time();
  for (int64_t t = 0; t < times; t++) {
    double within[6];
    const rgs_status status =
        places ? rgs_draft_sites_place(w.sites, &w.view, &w.x, NULL, NULL)
               : rgs_draft_sites_gather(w.sites, &w.view, &w.force, within, NULL);
    if (status != RGS_OK) return NAN;
  }
  return (bench_cpu_time() - before) / (double)(times * n) * 1e9;
}
