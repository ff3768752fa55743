/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_thermostat_kernels.c - what thermostats do to bodies, against plain loops; the same bits on every path
 * and for every layout.
 */
#include "check.h"
#include "random_numbers.h"
#include "rotations.h"

#include "all_batches.h"
#include "thermostats/thermostats.h"
#include "thermostats/drag.h"
#include "thermostats/langevin.h"
#include "simd/instruction_set.h"

#include <math.h>

enum { CROWD = 203, BODY = 24 };
static int paths[RGS_ISAS], n_paths;

/* ---- bodies ------------------------------------------------------------------------------------ */
typedef struct body {
  double x[3], p[3], l[3], q[4], mass, inertia[3], chosen;
} body;

static body random_body(int i) {
  body b = { .mass = exp(4 * uniform() - 2), .chosen = i % 5 != 3 };
  random_orientation(b.q);
  for (int k = 0; k < 3; k++) {
    b.x[k] = 20 * uniform() - 10;
    b.p[k] = 2 * uniform() - 1;
    b.inertia[k] = 1 + uniform();
  }
  if (i % 7 == 2) b.inertia[0] = 0, b.inertia[2] = b.inertia[1];  /* linear */
  if (i % 7 == 4) b.inertia[0] = b.inertia[1] = b.inertia[2] = 0; /* a point */
  return b;
}

static void give_momentum(body *b) {
  double y[3];
  for (int k = 0; k < 3; k++) y[k] = b->inertia[k] > 0 ? 2 * uniform() - 1 : 0;
  turn_vector(b->q, 0, y, b->l);
}

static double rotation_energy(const body *b) {
  double y[3], energy = 0;
  turn_vector(b->q, 1, b->l, y);
  for (int k = 0; k < 3; k++)
    if (b->inertia[k] > 0) energy += y[k] * y[k] / b->inertia[k] / 2;
  return energy;
}

static double translation_energy(const body *b, bool velocity) {
  double energy = 0;
  for (int k = 0; k < 3; k++)
    energy += velocity ? b->mass * b->p[k] * b->p[k] / 2 : b->p[k] * b->p[k] / b->mass / 2;
  return energy;
}

/* ---- layouts ----------------------------------------------------------------------------------- */
static const struct layout {
  int body, comp;
} LAYOUTS[] = { { 4, 1 }, { 1, CROWD }, { BODY, 1 }, { 40, 3 }, { -BODY, 1 }, { 3, 1 } };

static double room[6][CROWD * 41], chosen_room[CROWD];
static int64_t tags[CROWD];

static rgs_column column(size_t how, double *memory, int components) {
  const struct layout *at = &LAYOUTS[how];
  const int between = at->body == 3 ? components : at->body; /* 3: columns lie end to end */
  double *first = between < 0 ? memory - between * (CROWD - 1) : memory;
  return (rgs_column){ first, between, at->comp };
}

static rgs_thermostat_bodies place(const body *b, int64_t n, size_t how, bool some) {
  rgs_thermostat_bodies out = { .n = n, .own = n };
  out.x = column(how, room[0], 3), out.p = column(how, room[1], 3), out.l = column(how, room[2], 3);
  out.q = column(how, room[3], 4), out.mass = column(how, room[4], 1);
  out.inertia = column(how, room[5], 3);
  if (some) out.chosen = (rgs_column){ chosen_room, 1, 1 };
  for (int64_t i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      RGS_AT(out.x, i, k) = b[i].x[k], RGS_AT(out.p, i, k) = b[i].p[k];
      RGS_AT(out.l, i, k) = b[i].l[k], RGS_AT(out.inertia, i, k) = b[i].inertia[k];
    }
    for (int k = 0; k < 4; k++) RGS_AT(out.q, i, k) = b[i].q[k];
    RGS_AT(out.mass, i, 0) = b[i].mass, chosen_room[i] = b[i].chosen;
  }
  return out;
}

static void take(body *b, const rgs_thermostat_bodies *from) {
  for (int64_t i = 0; i < from->n; i++)
    for (int k = 0; k < 3; k++) {
      b[i].x[k] = RGS_AT(from->x, i, k);
      b[i].p[k] = RGS_AT(from->p, i, k);
      b[i].l[k] = RGS_AT(from->l, i, k);
    }
}

static body crowd[CROWD];
static void make_crowd(void) {
  for (int i = 0; i < CROWD; i++) {
    crowd[i] = random_body(i);
    give_momentum(&crowd[i]);
    tags[i] = (int64_t)i * 0x7f4a7c15 - 1000;
  }
}

/* ---- actions ----------------------------------------------------------------------------------- */
typedef enum { LANGEVIN, FLAT, SCALE, DRAG, FLY, DISPLACE_AND_SCALE, SHEARED_FLY, ACTIONS } action;

static double act(rgs_thermostat_bodies *b, action which) {
  const rgs_langevin_step langevin = { .seed = 17,
                                       .stream = 2,
                                       .step = 1234567890123u,
                                       .keep_translation = 0.9,
                                       .keep_rotation = 0.7,
                                       .spread_translation = 0.19 * 1.3,
                                       .spread_rotation = 0.51 * 1.3,
                                       .flat = which == FLAT };
  const rgs_scale_step scale = { 1.2, -0.8, { 0.1, 0.2, -0.3 }, 0.3 };
  const rgs_drag_step drag = { 0.9, { 0.8, 1, 0.5 }, 0 };
  const rgs_cell_flight fly = { { 1, 2, 3 },     { 0.01, -0.02, 0 }, { 0.1, 0.11, 0.12 },
                                { 1.1, 0.9, 1 }, { 0.1, -0.2, 0.3 }, { -0.4, 0.5, 0.6 } };
  switch (which) {
  case LANGEVIN:
  case FLAT: return rgs_thermostat_langevin(b, &langevin, NULL);
  case SCALE: rgs_thermostat_scale(b, &scale); return 0;
  case DRAG: return rgs_thermostat_drag(b, &drag);
  case DISPLACE_AND_SCALE: TRUE(rgs_thermostat_displace_and_scale(b, &scale)); return 0;
  case FLY: TRUE(rgs_thermostat_fly(b, &fly)); return 0;
  default: TRUE(all_batches(b, b->n, rgs_sheared_fly_batch, &fly, 0, NULL)); return 0;
  }
}

/* Whatever path, layout, neighbours: each body's result is its own, bit for bit; and sums over
 * the same batches are the same. */
TEST(same_bits) {
  static body want[CROWD], got[CROWD];
  for (action which = 0; which < ACTIONS; which++)
    for (int velocity = 0; velocity < 2; velocity++)
      for (int some = 0; some < 2; some++) {
        rgs_thermostat_bodies b = place(crowd, CROWD, 0, some);
        b.p_is_velocity = velocity, b.tag = tags, b.own = 150;
        rgs_isa_use(paths[0]);
        const double gained = act(&b, which);
        memcpy(want, crowd, sizeof want);
        take(want, &b);
        for (int w = 0; w < n_paths; w++)
          for (size_t how = 0; how < COUNT(LAYOUTS); how++) {
            rgs_isa_use(paths[w]);
            for (int first = 0; first < CROWD; first += 1 + first * 2) {
              b = place(crowd + first, CROWD - first, how, some);
              b.p_is_velocity = velocity, b.tag = tags + first;
              b.own = first < 150 ? 150 - first : 0;
              const double again = act(&b, which);
              memcpy(got, crowd + first, sizeof(body) * (size_t)(CROWD - first));
              take(got, &b);
              for (int i = first; i < CROWD; i++) SAME_BITS(want[i].x, got[i - first].x, 9);
              if (first == 0) SAME_BITS(&gained, &again, 1);
            }
          }
      }
}

/* ---- plain loops ------------------------------------------------------------------------------- */
/* x - centre -> n (x - centre), P -> n^-T P with n = (1 + e_yz)(1 + e_xz)(1 + e_xy), one shear after the other. */
static void shear_plainly(double x[3], double p[3], const double n[3]) {
  static const int first[] = { 0, 0, 1 }, second[] = { 1, 2, 2 };
  for (int s = 0; s < 3; s++) {
    const int a = first[s], c = second[s];
    x[a] += n[s] * (x[c] - (c + 1));
    p[c] -= n[s] * p[a];
  }
}

/* Langevin is told apart by what it does without noise and without friction: the rest by moments
 * (below). */
TEST(scale_drag_fly_displace) {
  static body got[CROWD];
  for (int velocity = 0; velocity < 2; velocity++)
    for (action which = SCALE; which < ACTIONS; which++) {
      rgs_thermostat_bodies b = place(crowd, CROWD, 2, true);
      b.p_is_velocity = velocity;
      const double gained = act(&b, which);
      memcpy(got, crowd, sizeof got);
      take(got, &b);
      double energy = 0;
      for (int i = 0; i < CROWD; i++) {
        const body *was = &crowd[i];
        const double per_mass = velocity ? 1 : 1 / was->mass;
        double row[3][3];
        rotation_matrix(was->q, row);
        body flown = *was;
        const double expansion[] = { 0.01, -0.02, 0 }, displacement[] = { 0.1, 0.11, 0.12 };
        const double scaling[] = { 1.1, 0.9, 1 };
        if (which == SHEARED_FLY)
          shear_plainly(flown.x, flown.p, (const double[3]){ 0.1, -0.2, 0.3 });
        for (int k = 0; k < 3; k++) {
          flown.x[k] = k + 1 + (flown.x[k] - (k + 1)) * (1 + expansion[k]) +
                       displacement[k] * flown.p[k] * per_mass;
          flown.p[k] *= scaling[k];
        }
        if (which == SHEARED_FLY)
          shear_plainly(flown.x, flown.p, (const double[3]){ -0.4, 0.5, 0.6 });
        for (int k = 0; k < 3; k++) {
          double px = was->p[k], lx = was->l[k], xx = was->x[k];
          if (which == FLY || which == SHEARED_FLY) {
            xx = flown.x[k];
            px = flown.p[k];
          } else if (which == DISPLACE_AND_SCALE || (was->chosen && which == SCALE)) {
            const double drift[] = { 0.1, 0.2, -0.3 }, half = which == SCALE ? 0 : 0.3;
            xx += half * px * per_mass;
            px = drift[k] / per_mass + 1.2 * (px - drift[k] / per_mass);
            lx *= -0.8;
            xx += half * px * per_mass;
          } else if (was->chosen) {
            const double keep[] = { 0.8, 1, 0.5 };
            px *= 0.9;
            lx = 0;
            for (int a = 0; a < 3; a++)
              for (int c = 0; c < 3; c++) lx += row[k][a] * keep[a] * row[c][a] * was->l[c];
          }
          NEAR(xx, got[i].x[k], 1e-14 * 20);
          NEAR(px, got[i].p[k], 1e-14);
          NEAR(lx, got[i].l[k], 1e-14);
        }
        if (was->chosen && which == DRAG)
          energy += rotation_energy(&got[i]) + translation_energy(&got[i], velocity) -
                    rotation_energy(was) - translation_energy(was, velocity);
      }
      NEAR(energy, gained, 1e-12 * CROWD);
    }
}

TEST(sums) {
  for (int velocity = 0; velocity < 2; velocity++)
    for (int some = 0; some < 2; some++)
      for (int own = 0; own <= CROWD; own += own < 70 ? 1 : 19) {
        rgs_thermostat_bodies b = place(crowd, CROWD, 1, some);
        b.p_is_velocity = velocity, b.own = own;
        rgs_isa_use(paths[0]);
        const rgs_thermostat_sums got = rgs_thermostat_kinetic(&b);
        for (int w = 1; w < n_paths; w++) {
          rgs_isa_use(paths[w]);
          const rgs_thermostat_sums other = rgs_thermostat_kinetic(&b);
          SAME_BITS(got.translation, other.translation, RGS_THERMOSTAT_SUMS);
        }
        double rotation = 0, momentum[3] = { 0 }, mass = 0, translation = 0, axes[6] = { 0 };
        double told[6], again[6];
        rgs_thermostat_translation(&b, again);
        (void)all_batches(&b, own, rgs_cross_batch, NULL, 3, again + 3);
        rgs_isa_use(paths[0]);
        rgs_thermostat_translation(&b, told);
        (void)all_batches(&b, own, rgs_cross_batch, NULL, 3, told + 3);
        SAME_BITS(told, again, 6);
        for (int i = 0; i < own; i++)
          for (int k = 0; k < 6; k++) { /* xx, yy, zz, xy, xz, yz */
            const double half = (velocity ? crowd[i].mass : 1 / crowd[i].mass) / 2;
            axes[k] += half * crowd[i].p[k < 3 ? k : k == 5] * crowd[i].p[k < 3 ? k : 1 + (k > 3)];
          }
        for (int k = 0; k < 6; k++) NEAR(axes[k], told[k], 1e-12 * CROWD);
        for (int i = 0; i < own; i++)
          if (!some || crowd[i].chosen) {
            rotation += rotation_energy(&crowd[i]);
            translation += translation_energy(&crowd[i], velocity);
            mass += crowd[i].mass;
            for (int k = 0; k < 3; k++)
              momentum[k] += crowd[i].p[k] * (velocity ? crowd[i].mass : 1);
          }
        NEAR(rotation, got.rotation, 1e-13 * CROWD);
        NEAR(translation, got.translation[0] + got.translation[1] + got.translation[2],
             1e-12 * CROWD);
        NEAR(mass, got.mass, 1e-12 * CROWD);
        for (int k = 0; k < 3; k++) NEAR(momentum[k], got.momentum[k], 1e-12 * CROWD);
      }
}

/* The tag null means the index: of the whole, not of the batch. */
TEST(tags_by_index) {
  static body want[CROWD], got[CROWD];
  int64_t index[CROWD];
  for (int i = 0; i < CROWD; i++) index[i] = i;
  rgs_thermostat_bodies b = place(crowd, CROWD, 0, false);
  b.tag = index;
  act(&b, LANGEVIN);
  take(want, &b);
  b = place(crowd, CROWD, 0, false);
  act(&b, LANGEVIN);
  take(got, &b);
  for (int i = 0; i < CROWD; i++) SAME_BITS(want[i].x, got[i].x, 9);
}

/* ---- langevin's law ------------------------------------------------------------------------------ */
/* From given momenta, over many steps' noise: means c p and c l; variances (1 - c^2) kT M, and in
 * the body's frame (1 - c^2) kT I_k; energy gained is that which the bodies have gained. */
TEST(langevin_law) {
  enum { TRIALS = 20000, N = 8 };
  for (int flat = 0; flat < 2; flat++) {
    static double sum[N][6], square[N][6];
    memset(sum, 0, sizeof sum), memset(square, 0, sizeof square);
    body few[N];
    for (int i = 0; i < N; i++) {
      few[i] = crowd[i];
      few[i].chosen = 1;
      if (flat) { /* about z */
        const double angle = 0.3 * i;
        memcpy(few[i].q, (double[]){ cos(angle), 0, 0, sin(angle) }, sizeof few[i].q);
        few[i].p[2] = few[i].l[0] = few[i].l[1] = 0;
      }
    }
    rgs_langevin_step step = { .seed = 3, .flat = flat };
    rgs_langevin_times(&step, 0.3, 2, 1, 1.3);
    const double keep[2] = { exp(-0.15), exp(-0.3) };
    for (int trial = 0; trial < TRIALS; trial++) {
      rgs_thermostat_bodies b = place(few, N, 0, false);
      rgs_thermostat_sums told;
      step.step = (uint64_t)trial;
      const double gained = rgs_thermostat_langevin(&b, &step, &told);
      body after[N];
      memcpy(after, few, sizeof after);
      take(after, &b);
      const rgs_thermostat_sums want = rgs_thermostat_kinetic(&b);
      for (int k = 0; k < 3; k++) NEAR(want.translation[k], told.translation[k], 1e-12 * N);
      NEAR(want.rotation, told.rotation, 1e-12 * N);
      double energy = 0;
      for (int i = 0; i < N; i++) {
        energy += rotation_energy(&after[i]) + translation_energy(&after[i], false);
        energy -= rotation_energy(&few[i]) + translation_energy(&few[i], false);
        double row[3][3];
        rotation_matrix(few[i].q, row);
        for (int k = 0; k < 3; k++) {
          double y = 0;
          for (int j = 0; j < 3; j++) y += row[j][k] * (after[i].l[j] - keep[1] * few[i].l[j]);
          const double dp = after[i].p[k] - keep[0] * few[i].p[k];
          sum[i][k] += dp, square[i][k] += dp * dp;
          sum[i][3 + k] += y, square[i][3 + k] += y * y;
        }
      }
      NEAR(energy, gained, 1e-12 * N);
    }
    for (int i = 0; i < N; i++)
      for (int k = 0; k < 6; k++) {
        const double scale = k < 3 ? few[i].mass : few[i].inertia[k - 3];
        double variance = 1.3 * scale * (1 - keep[k / 3] * keep[k / 3]);
        if (flat && k != 0 && k != 1 && k != 5) variance = 0;
        NEAR(0, sum[i][k] / TRIALS, 4.5 * sqrt(variance / TRIALS) + 1e-14);
        NEAR(variance, square[i][k] / TRIALS, 4.5 * variance * sqrt(2.0 / TRIALS) + 1e-28);
      }
  }
}

int main(int argc, char **argv) {
  choose_tests(argc > 1 ? argv[1] : NULL);
  for (int path = 0; path < RGS_ISAS; path++)
    if (rgs_isa_name(path) != NULL) paths[n_paths++] = path;
  make_crowd();
  return RUN_TESTS(NULL, NULL);
}
