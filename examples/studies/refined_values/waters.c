/* SPDX-License-Identifier: BSD-3-Clause */
#include "waters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Edges differ, so that nothing but energy is conserved, and translation has all of its 3 n degrees
 * of freedom. */
void waters_host(water_host *host) {
  water_model model = water_spce();
  const double edge[3] = { 5.2, 5.7, 6.2 };
  model.box_energy = 6e-4;
  memcpy(model.box_edge, edge, sizeof edge);
  if (water_host_create(host, &model, WATERS) == 0) return;
  fprintf(stderr, "out of memory\n");
  exit(2);
}

static void lattice(run *r, const water_model *model) {
  uint64_t seed = 1;
  for (int64_t i = 0; i < r->n; ++i) {
    const int64_t cell[3] = { i % 3, i / 3 % 3, i / 9 };
    body *b = &r->body[i];
    memset(b, 0, sizeof *b);
    b->mass = model->mass;
    memcpy(b->inertia, model->inertia, sizeof b->inertia);
    water_attitude(&seed, b->q);
    for (int k = 0; k < 3; ++k) {
      b->x[k] = 3.1 * (double)(cell[k] - 1);
      b->p[k] = water_uniform(&seed);
      b->l[k] = 0.2 * water_uniform(&seed);
    }
  }
}

/* First the heat that a lattice gives off is taken away.  Then the mean temperature of a while says
 * by how much energy the run misses the wanted one: what the cluster takes to be one kelvin warmer
 * is about three times what goes into kinetic energy. */
void waters_start(run *r, water_host *host) {
  const double h = 2, freedom = 6.0 * WATERS, wanted = WATERS_KELVIN * WATER_BOLTZMANN;
  r->n = WATERS;
  r->eval = water_eval;
  r->self = host;
  r->provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  lattice(r, &host->model);
  run_begin(r, "strang", NULL, 0);
  for (int i = 0; i < 400; ++i) {
    run_steps(r, h, 12);
    run_scale_momenta(r, sqrt(wanted * freedom / 2 / run_kinetic(r)));
  }
  /* Ever longer, as the mean of a short while is uncertain by several kelvins. */
  for (int samples = 500; samples <= 4000; samples *= 2) {
    double mean = 0;
    for (int i = 0; i < samples; ++i) {
      run_steps(r, h, 5);
      mean += run_kinetic(r) * 2 / freedom / samples;
    }
    const double missing = 3 * (wanted - mean) * freedom / 2;
    run_scale_momenta(r, sqrt(fmax(0.25, 1 + missing / run_kinetic(r))));
  }
  run_end(r);
}
