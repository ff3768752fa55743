/* SPDX-License-Identifier: BSD-3-Clause */
#include "molecules.h"
#include "rotations.h"
#include <math.h>

static void add(molecule *m, double mass, double x, double y, double z) {
  m->mass[m->n] = mass;
  m->x[m->n][0] = x;
  m->x[m->n][1] = y;
  m->x[m->n++][2] = z;
}

static void line(molecule *m, const char *name, int n, const double *mass, const double *z) {
  m->name = name;
  for (int k = 0; k < n; k++) add(m, mass[k], 0, 0, z[k]);
}

static void ring(molecule *m, double mass, double radius) {
  const double sixth = acos(-1) / 3;
  for (int k = 0; k < 6; k++) add(m, mass, radius * cos(k * sixth), radius * sin(k * sixth), 0);
}

static void cube(molecule *m, double mass, double half) {
  for (int k = 0; k < 8; k++)
    add(m, mass, k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half);
}

/* The truncated icosahedron: even permutations of three triples, with all signs. */
static void fullerene(molecule *m) {
  const double g = (1 + sqrt(5)) / 2;
  const double triple[3][3] = { { 0, 1, 3 * g }, { 1, 2 + g, 2 * g }, { g, 2, 2 * g + 1 } };
  for (int t = 0; t < 3; t++)
    for (int turn = 0; turn < 3; turn++)
      for (int signs = 0; signs < 8; signs++) {
        double x[3];
        if (t == 0 && signs & 1) continue; /* of 0 there is one */
        for (int k = 0; k < 3; k++)
          x[(k + turn) % 3] = triple[t][k] * (signs >> k & 1 ? -0.7 : 0.7);
        add(m, 12, x[0], x[1], x[2]);
      }
}

molecule molecules[MOLECULES];
rgs_context *context;

int sites_set_up(void **state) {
  (void)state;
  molecule *m = molecules;
  memset(m, 0, sizeof molecules);
  line(&m[0], "CO2", 3, (double[]){ 16, 12, 16 }, (double[]){ -1.16, 0, 1.16 });
  line(&m[1], "HCN", 3, (double[]){ 1, 12, 14 }, (double[]){ -1.066, 0, 1.156 });
  line(&m[2], "N2O", 3, (double[]){ 14, 14, 16 }, (double[]){ -1.128, 0, 1.184 });
  line(&m[3], "C2H2", 4, (double[]){ 1, 12, 12, 1 }, (double[]){ -1.66, -0.6, 0.6, 1.66 });
  line(&m[4], "OCS", 3, (double[]){ 32, 12, 16 }, (double[]){ -1.56, 0, 1.16 });
  m[5].name = "water";
  add(&m[5], 16, 0, 0, 0), add(&m[5], 1, 0.8165, 0.5774, 0), add(&m[5], 1, -0.8165, 0.5774, 0);
  m[6].name = "ammonia";
  add(&m[6], 14, 0, 0, 0.1);
  for (int k = 0; k < 3; k++)
    add(&m[6], 1, 0.94 * cos(2 * k * acos(-1) / 3), 0.94 * sin(2 * k * acos(-1) / 3), -0.27);
  m[7].name = "methane";
  add(&m[7], 12, 0, 0, 0);
  for (int k = 0; k < 4; k++)
    add(&m[7], 1, k & 1 ? -0.63 : 0.63, k & 2 ? -0.63 : 0.63, (k == 0 || k == 3) ? 0.63 : -0.63);
  m[BENZENE].name = "benzene";
  ring(&m[BENZENE], 12, 1.39), ring(&m[BENZENE], 1, 2.48);
  m[9].name = "cubane";
  cube(&m[9], 12, 0.78), cube(&m[9], 1, 1.4);
  m[10].name = "C60";
  fullerene(&m[10]);
  return rgs_context_create(NULL, &context, NULL);
}

int sites_tear_down(void **state) {
  (void)state;
  rgs_context_destroy(context);
  return 0;
}

/* ---- worlds ---------------------------------------------------------------------------------- */

#define ROWS(array, width)                                                                         \
  { (double *)(array), (width), 1 }

static void free_world(void *closed) {
  world *w = closed;
  rgs_sites_destroy(w->sites);
  free(w);
}

world *world_empty(void) {
  world *w = keep(calloc(1, sizeof *w), free_world);
  TRUE(w != NULL);
  w->spec = (rgs_sites_spec)WITH_HEAD(rgs_sites_spec, .first = w->first, .site = w->site,
                                      .mass = ROWS(w->mass, 1), .x = ROWS(w->x, 3));
  w->view =
      (rgs_view)WITH_HEAD(rgs_view, .x = ROWS(w->at, 3), .p = ROWS(w->p, 3), .q = ROWS(w->q, 4),
                          .l = ROWS(w->l, 3), .mass = ROWS(w->m, 1), .inertia = ROWS(w->inertia, 3),
                          .f = ROWS(w->force, 3), .tau = ROWS(w->torque, 3));
  return w;
}

world *world_of_sites(int n) {
  world *w = world_empty();
  w->n_bodies = 1;
  w->first[1] = w->n_sites = n;
  for (int s = 0; s < n; s++) w->site[s] = s;
  return w;
}

void world_add(world *w, const molecule *m, double size, const double q[4],
               const double centre[3]) {
  double R[3][3];
  rotation_matrix(q, R);
  TRUE(w->n_bodies < 1000 && w->n_sites + m->n <= MOST_SITES);
  for (int s = 0; s < m->n; s++, w->n_sites++) {
    w->site[w->n_sites] = w->n_sites;
    w->mass[w->n_sites] = m->mass[s];
    for (int k = 0; k < 3; k++)
      w->x[w->n_sites][k] =
          centre[k] + size * (R[k][0] * m->x[s][0] + R[k][1] * m->x[s][1] + R[k][2] * m->x[s][2]);
  }
  w->first[++w->n_bodies] = w->n_sites;
}

rgs_status world_make(world *w, rgs_context *c, rgs_error *error) {
  const rgs_column local = ROWS(w->local, 3);
  rgs_sites_destroy(w->sites);
  w->sites = NULL;
  w->spec.n_sites = w->n_sites;
  w->spec.n_bodies = w->view.n = w->n_bodies;
  const rgs_status status = rgs_sites_create(c, &w->spec, &w->sites, error);
  return status == RGS_OK ? rgs_sites_shape(w->sites, &w->view, &local, error) : status;
}

world *world_of(const molecule *m) {
  static const double upright[4] = { 1 }, origin[3];
  world *w = world_empty();
  world_add(w, m, 1, upright, origin);
  return w;
}

void world_wrap(world *w, const double cell[9], uint32_t periodic) {
  w->spec.cell = cell;
  w->spec.periodic = periodic;
  OK(world_make(w, context, &err));
  OK(rgs_sites_place(w->sites, &w->view, SITES(w->v), NULL, &err));
}

void near_vectors(double (*want)[3], double (*got)[3], int64_t n, double tolerance) {
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) NEAR(want[i][k], got[i][k], tolerance);
}
