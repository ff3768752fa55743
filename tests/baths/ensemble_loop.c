/* SPDX-License-Identifier: BSD-3-Clause */
#include "ensemble_loop.h"

#include "all_batches.h"

#include "baths/csvr.h"
#include "lanes/unfused.h"

#include <rigidstep/rigidstep.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the two flows ------------------------------------------------------------------------------- */
double loop_energy(const loop *r) {
  const rgs_bath_sums k = rgs_bath_kinetic(&r->bodies);
  double energy = r->box.energy + r->mean * volume_of(&r->box) + k.rotation;
  for (int a = 0; a < 3; a++) energy += k.translation[a];
  for (int g = 0; g < r->groups; g++)
    energy += rgs_piston_kinetic(&r->piston[g]) +
              rgs_piston_potential(&r->piston[g], r->mean, r->target[g], r->reference, r->kt);
  return energy;
}

void loop_fly(loop *r, double t) {
  const rgs_bath_sums k = rgs_bath_kinetic(&r->bodies);
  rgs_piston_step step = { .slide = { t, t, t }, .squeeze = { 1, 1, 1 } };
  for (int g = 0; g < r->groups; g++) {
    double kinetic = 0;
    for (int a = 0; a < 3; a++) kinetic += r->group_of[a] == g ? k.translation[a] : 0;
    const rgs_piston_flight f = rgs_piston_fly(&r->piston[g], kinetic, t);
    for (int a = 0; a < 3; a++)
      if (r->group_of[a] == g) {
        step.growth[a] = f.growth, step.slide[a] = f.slide, step.squeeze[a] = f.squeeze;
        r->box.edge[a] *= 1 + f.growth;
      }
  }
  rgs_bath_fly(&r->bodies, &step);
  int64_t bad;
  if (rgs_free_flow("exact", r->box.n, t, r->box.inertia, r->box.l, r->box.q, &bad) != RGS_OK)
    exit(1);
}

void loop_kick(loop *r, double t) {
  box_of_bodies *b = &r->box;
  for (int i = 0; i < 3 * b->n; i++) b->p[i] += t * b->f[i], b->l[i] += t * b->tau[i];
  for (int g = 0; g < r->groups; g++) {
    double virial = 0;
    for (int a = 0; a < 3; a++) virial += r->group_of[a] == g ? b->virial[a] : 0;
    rgs_piston_kick(&r->piston[g], virial,
                    rgs_piston_work(r->mean, volume_of(b), r->target[g], r->reference), r->kt, t);
  }
}

/* ---- baths --------------------------------------------------------------------------------------- */
static void scale(loop *r, const loop_settings *s) {
  const rgs_bath_sums k = rgs_bath_kinetic(&r->bodies);
  const double kinetic[2] = { rgs_bath_internal(&k), k.rotation };
  rgs_scale_step step = { 1, 1, { 0 }, 0 };
  double *factor[2] = { &step.translation, &step.rotation };
  for (int a = 0; a < 3; a++) step.drift[a] = k.momentum[a] / k.mass;
  for (int part = 0; part < 2; part++) {
    rgs_draws draws = { (uint32_t)s->seed, 1 + (uint32_t)part, r->step, 0 };
    const double before = rgs_nhc_energy(&r->chain[part], &r->links[part]);
    if (strcmp(s->bath, "csvr") == 0)
      *factor[part] =
          rgs_csvr_factor(&draws, rgs_exp(-s->h / s->damp), kinetic[part], s->kt, r->chain[part].n);
    else
      *factor[part] = rgs_nhc_factor(&r->chain[part], &r->links[part], kinetic[part], s->h);
    if (strcmp(s->bath, "csvr") == 0)
      r->heat += (*factor[part] * *factor[part] - 1) * kinetic[part];
    else
      r->heat -= rgs_nhc_energy(&r->chain[part], &r->links[part]) - before;
  }
  rgs_bath_scale(&r->bodies, &step);
}

static void bathe(loop *r, const loop_settings *s) {
  if (strcmp(s->bath, "langevin") == 0) {
    rgs_langevin_step step = { .seed = (uint32_t)s->seed, .step = r->step };
    rgs_langevin_times(&step, s->h, s->damp, s->damp, s->kt);
    r->heat += rgs_bath_langevin(&r->bodies, &step, NULL);
  } else {
    scale(r, s);
  }
  const double keep = rgs_exp(-2 * s->h / s->pdamp);
  rgs_draws draws = { (uint32_t)s->seed, 3, r->step++, 0 };
  for (int g = 0; g < r->groups; g++)
    r->heat +=
        rgs_piston_bathe(&r->piston[g], keep, s->kt * (1 - keep * keep), rgs_draw_normal(&draws));
}

/* ---- making one ---------------------------------------------------------------------------------- */
static void group_axes(loop *r, const char *axes) {
  r->groups = 0;
  for (int a = 0; a < 3; a++) r->group_of[a] = -1;
  if (strcmp(axes, "iso") == 0) axes = "xyz";
  int used = 0;
  for (const char *c = axes; *c; c++) {
    if (*c == ',') {
      used = 0;
      continue;
    }
    if (!used) r->piston[r->groups++] = (rgs_piston){ 0, 0, 0, 0 };
    used = 1;
    r->group_of[*c - 'x'] = r->groups - 1;
    r->piston[r->groups - 1].axes++;
  }
}

void loop_begin(loop *r, const loop_settings *s) {
  const int langevin = strcmp(s->bath, "langevin") == 0;
  const potential which = s->potential[0] == 'g' ? GAS : s->potential[0] == 'w' ? WCA : SMOOTH;
  memset(r, 0, sizeof *r);
  set_up(&r->box, which, (int)s->n, s->volume, s->kt, !langevin, (unsigned)s->seed);
  box_of_bodies *b = &r->box;
  r->bodies = (rgs_bath_bodies){ .n = b->n,
                                 .own = b->n,
                                 .x = { b->x, 3, 1 },
                                 .p = { b->p, 3, 1 },
                                 .l = { b->l, 3, 1 },
                                 .q = { b->q, 4, 1 },
                                 .mass = { b->mass, 1, 1 },
                                 .inertia = { b->inertia, 3, 1 } };
  group_axes(r, s->axes);
  r->kt = s->kt, r->reference = s->volume;
  double axes = 0;
  for (int g = 0; g < r->groups; g++) {
    r->target[g] = s->p + s->difference * g;
    r->piston[g].mass = (6 * s->n + 3) * s->kt * s->pdamp * s->pdamp * r->piston[g].axes / 3.0;
    r->mean += r->target[g] * r->piston[g].axes;
    axes += r->piston[g].axes;
  }
  if (axes > 0) r->mean /= axes;
  for (int part = 0; part < 2; part++)
    r->chain[part] =
        (rgs_nhc){ 10, 3, 1, 3 * b->n - (part == 0 && !langevin ? 3 : 0), s->kt, s->damp };
  evaluate(b);
}

/* ---- a step -------------------------------------------------------------------------------------- */
void loop_step(loop *r, const loop_settings *s) {
  loop_kick(r, s->h / 2);
  loop_fly(r, s->h / 2);
  bathe(r, s);
  loop_fly(r, s->h / 2);
  evaluate(&r->box);
  loop_kick(r, s->h / 2);
}
