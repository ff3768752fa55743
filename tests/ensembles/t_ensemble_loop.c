/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_loop.c - steps with thermostat and barostat, against the mathematics of both put together in a
 * loop of its own, which shares no line with the stepper.
 */
#include "check.h"
#include "ensemble_host.h"

#include "all_batches.h"
#include "cell/cell.h"
#include "thermostats/csvr.h"
#include "thermostats/nhc.h"
#include "simd/unfused.h"

#include <math.h>
#include <stdio.h>

enum { BODIES = 27, STEPS = 50, SEED = 5, LINKS = 10 };
static const double H = 0.004, KT = 1.1, RELAXATION = 0.7, BAROSTAT_RELAXATION = 0.9,
                    PRESSURE = 1.3, VOLUME = 130;
#define PARAMS "kt=1.1 seed=5 relaxation=0.7 pressure=1.3 barostat_relaxation=0.9"

/* Axes that move together: -1 is a fixed axis. */
static const struct axes {
  int groups, group_of[3];
  double deviation; /* of the second group's pressure */
  const char *params;
} AXES[] = { { 1, { 0, 0, 0 }, 0, "" },
             { 1, { 0, 0, -1 }, 0, " group_z=0" },
             { 2, { 0, 1, 1 }, 0.4, " group_y=2 group_z=2 deviation_y=0.4 deviation_z=0.4" } };

typedef struct loop {
  box_of_bodies box;
  rgs_thermostat_bodies bodies;
  const struct axes *axes;
  const char *thermostat;
  rgs_strained_axes barostat[3];
  int n_axes[3];
  double target[3], mean, heat;
  rgs_nhc chain[2];
  rgs_nhc_state links[2];
  uint64_t step;
} loop;
static loop l;
static ensemble a;

static double sum_of_group(const double along[3], int group) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += l.axes->group_of[k] == group ? along[k] : 0;
  return sum;
}

/* The energy that is constant but for the heat. */
static double energy(void) {
  const rgs_thermostat_sums k = rgs_thermostat_kinetic(&l.bodies);
  double sum = l.box.energy + l.mean * volume_of(&l.box) + k.rotation;
  for (int c = 0; c < 3; c++) sum += k.translation[c];
  for (int g = 0; g < l.axes->groups; g++)
    sum += l.barostat[g].momentum * l.barostat[g].momentum / (2 * l.barostat[g].mass) +
           l.n_axes[g] * l.barostat[g].strain * (VOLUME * (l.target[g] - l.mean) - KT);
  return sum;
}

/* ---- the two flows, and the thermostat ----------------------------------------------------------------- */
static void fly(double t) {
  const rgs_thermostat_sums k = rgs_thermostat_kinetic(&l.bodies);
  rgs_cell_flight step = { .displacement = { t, t, t }, .scaling = { 1, 1, 1 } };
  for (int g = 0; g < l.axes->groups; g++) {
    const rgs_axes_flight f = rgs_cell_fly_axes(&l.barostat[g], sum_of_group(k.translation, g), t);
    for (int c = 0; c < 3; c++)
      if (l.axes->group_of[c] == g) {
        step.expansion[c] = f.expansion, step.displacement[c] = f.displacement,
        step.scaling[c] = f.scaling;
        l.box.edge[c] *= 1 + f.expansion;
      }
  }
  rgs_thermostat_fly(&l.bodies, &step);
  for (plain_body *b = l.box.body; b < l.box.body + BODIES; b++)
    OK(rgs_free_flow("exact", 1, t, b->inertia, b->l, b->q, NULL));
}

static void kick(double t) {
  box_of_bodies *b = &l.box;
  for (int i = 0; i < b->n; i++)
    for (int k = 0; k < 3; k++) {
      b->body[i].p[k] += t * b->body[i].f[k];
      b->body[i].l[k] += t * b->body[i].tau[k];
    }
  const double virial[] = { b->virial[0], b->virial[4], b->virial[8] };
  for (int g = 0; g < l.axes->groups; g++)
    l.barostat[g].momentum +=
        t * (sum_of_group(virial, g) +
             l.n_axes[g] * (KT - l.mean * volume_of(b) - (l.target[g] - l.mean) * VOLUME));
}

static void scale(void) {
  const rgs_thermostat_sums k = rgs_thermostat_kinetic(&l.bodies);
  const double kinetic[2] = { rgs_thermostat_internal(&k), k.rotation };
  const bool csvr = strcmp(l.thermostat, "csvr") == 0;
  rgs_scale_step step = { 1, 1, { 0 }, 0 };
  double *factor[2] = { &step.translation, &step.rotation };
  for (int c = 0; c < 3; c++) step.drift[c] = k.momentum[c] / k.mass;
  for (int part = 0; part < 2; part++) {
    rgs_draws draws = { SEED, 1 + (uint32_t)part, l.step, 0 };
    const double before = rgs_nhc_energy(&l.chain[part], &l.links[part]);
    *factor[part] =
        csvr ? rgs_csvr_factor(&draws, rgs_exp(-H / RELAXATION), kinetic[part], KT, l.chain[part].n)
             : rgs_nhc_factor(&l.chain[part], &l.links[part], kinetic[part], H);
    l.heat += csvr ? (*factor[part] * *factor[part] - 1) * kinetic[part]
                   : before - rgs_nhc_energy(&l.chain[part], &l.links[part]);
  }
  rgs_thermostat_scale(&l.bodies, &step);
}

static void apply_thermostat(void) {
  rgs_langevin_step langevin = { .seed = SEED, .step = l.step };
  rgs_langevin_times(&langevin, H, RELAXATION, RELAXATION, KT);
  if (strcmp(l.thermostat, "langevin") == 0)
    l.heat += rgs_thermostat_langevin(&l.bodies, &langevin, NULL);
  else
    scale();
  const double keep = rgs_exp(-2 * H / BAROSTAT_RELAXATION);
  rgs_draws draws = { SEED, 3, l.step++, 0 };
  for (int g = 0; g < l.axes->groups; g++) {
    const double before = l.barostat[g].momentum,
                 width = KT * (1 - keep * keep) * l.barostat[g].mass;
    l.barostat[g].momentum = keep * before + sqrt(width) * rgs_draw_normal(&draws);
    l.heat += (l.barostat[g].momentum - before) * (l.barostat[g].momentum + before) /
              (2 * l.barostat[g].mass);
  }
}

/* ---- a run --------------------------------------------------------------------------------------- */
static void begin(const char *thermostat, const struct axes *axes) {
  const int langevin = strcmp(thermostat, "langevin") == 0;
  double moving = 0;
  memset(&l, 0, sizeof l);
  l.axes = axes, l.thermostat = thermostat;
  set_up(&l.box, WCA, BODIES, VOLUME, KT, !langevin, SEED);
  box_of_bodies *b = &l.box;
  l.bodies = (rgs_thermostat_bodies){ .n = b->n,
                                      .own = b->n,
                                      .x = { b->body[0].x, PLAIN_BODY, 1 },
                                      .p = { b->body[0].p, PLAIN_BODY, 1 },
                                      .l = { b->body[0].l, PLAIN_BODY, 1 },
                                      .q = { b->body[0].q, PLAIN_BODY, 1 },
                                      .mass = { &b->body[0].mass, PLAIN_BODY, 1 },
                                      .inertia = { b->body[0].inertia, PLAIN_BODY, 1 } };
  for (int g = 0; g < axes->groups; g++) {
    const double n = sum_of_group((const double[3]){ 1, 1, 1 }, g);
    l.target[g] = PRESSURE + axes->deviation * g;
    l.n_axes[g] = (int)n;
    l.barostat[g].mass =
        (6 * BODIES + 3) * KT * BAROSTAT_RELAXATION * BAROSTAT_RELAXATION * n / 3.0;
    l.mean += l.target[g] * n;
    moving += n;
  }
  l.mean /= moving;
  for (int part = 0; part < 2; part++)
    l.chain[part] =
        (rgs_nhc){ LINKS, 3, 1, 3 * b->n - (part == 0 && !langevin ? 3 : 0), KT, RELAXATION };
  evaluate(b);
}

/* Kick, flight, thermostat, flight, kick. */
static void step(void) {
  kick(H / 2);
  fly(H / 2);
  apply_thermostat();
  fly(H / 2);
  evaluate(&l.box);
  kick(H / 2);
}

TEST(as_the_loop) {
  static const char *const thermostats[] = { "langevin", "csvr", "nhc" };
  for (size_t k = 0; k < COUNT(thermostats); k++)
    for (size_t g = 0; g < COUNT(AXES); g++) {
      char params[256];
      snprintf(params, sizeof params, PARAMS "%s%s", k == 2 ? " chain=10" : "", AXES[g].params);
      begin(thermostats[k], &AXES[g]);
      a.box = l.box;
      ensemble_open(&a, &(named_method){ "exact", "strang", thermostats[k], "andersen", params }, 1,
                    false);
      a.rank[0].view.tag =
          NULL; /* the loop's bodies have the tags 0, 1, ..: as a host without tags */
      OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
      for (int i = 0; i < STEPS; i++) step();
      ensemble_run_steps(&a, H, STEPS, false);
      print_message("%s %zu: volume %.6f, apart %.2g\n", thermostats[k], g, volume_of(&l.box),
                    boxes_apart(&l.box, &a.box));
      NEAR(0, boxes_apart(&l.box, &a.box), 1e-11);
      /* Of nhc the loop counts as heat what the chains lost. */
      const double kinetic = ensemble_output(&a, "kinetic_translation", 0) +
                             ensemble_output(&a, "kinetic_rotation", 0);
      NEAR(energy() - l.heat, kinetic + l.box.energy + ensemble_output(&a, "coupling_energy", 0),
           1e-10);
      NEAR(volume_of(&l.box), ensemble_output(&a, "volume", 0), 1e-10);
      for (int group = 0; group < AXES[g].groups; group++)
        NEAR(l.barostat[group].momentum, ensemble_output(&a, "barostat_momentum", group), 1e-10);
    }
}

TEST_MAIN(NULL, NULL)
