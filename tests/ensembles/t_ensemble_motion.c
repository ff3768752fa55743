/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_motion.c - steps with thermostats and barostats: over ranks, ghosts and bodies that migrate;
 * energies and momenta that are conserved; and schemes that place the thermostat themselves are the steps
 * that their letters say.
 */
#include "check.h"
#include "ensemble_host.h"
#include "module_of.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ensemble a, b;

/* ---- ranks --------------------------------------------------------------------------------------- */
static const struct {
  const char *thermostat, *barostat, *params;
} kinds[] = {
  { "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3 ends=1" },
  { "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3" },
  { "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3 together=1 ends=1" },
  { "nhc", NULL, "kt=1.1 relaxation=0.5" },
  { "drag", NULL, "rate=0.3 rate_1=0.1 rate_2=0.7" },
  { NULL, "andersen", "kt=1.1 pressure=1 barostat_relaxation=0.8" },
  { "langevin", "andersen", "kt=1.1 relaxation=0.5 seed=3 pressure=1 barostat_relaxation=0.8" },
  { "csvr", "andersen",
    "kt=1.1 relaxation=0.5 seed=3 pressure=1 barostat_relaxation=0.8 group_x=2 group_z=0" },
  { "nhc", "andersen", "kt=1.1 relaxation=0.5 pressure=1 barostat_relaxation=0.8 conserved=1" },
};

TEST(over_ranks) {
  static const char *const schemes[] = { "strang", "strang_dkd", "srkn6b" };
  static const struct {
    int ranks;
    bool ghosts, migrate;
  } ways[] = { { 2, false, false }, { 4, false, true }, { 2, true, false }, { 4, true, true } };
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (size_t w = 0; w < COUNT(ways); w++) {
      if (short_run() && (k + w) % 2 != 0) continue;
      const named_method m = { "exact", schemes[(k + w) % COUNT(schemes)], kinds[k].thermostat,
                               kinds[k].barostat, kinds[k].params };
      ensemble_begin(&a, &m, 1, false);
      ensemble_begin(&b, &m, ways[w].ranks, ways[w].ghosts);
      ensemble_run_steps(&a, 0.004, 40, false);
      ensemble_run_steps(&b, 0.004, 40, ways[w].migrate);
      NEAR(0, boxes_apart(&a.box, &b.box), 1e-10);
      SAME_INT(a.evaluations, b.evaluations);
      SAME_INT(0, a.sums);
      static const char *const outputs[] = { "heat", "coupling_energy", "mid_translation",
                                             "mid_rotation", "kinetic_rotation" };
      for (size_t o = 0; o < COUNT(outputs); o++) {
        if (kinds[k].thermostat == NULL && (o == 2 || o == 3)) continue;
        NEAR(ensemble_output(&a, outputs[o], 0), ensemble_output(&b, outputs[o], 0), 1e-9);
      }
      rgs_method_info info = RGS_METHOD_INFO_INIT;
      OK(rgs_stepper_describe(b.rank[0].stepper, &info, &err));
      /* The first step may ask for one more. */
      TRUE(b.sums >= 40 * (int64_t)info.reductions && b.sums <= 40 * (int64_t)info.reductions + 2);
      OK(rgs_stepper_describe(a.rank[0].stepper, &info, &err));
      SAME_INT(0, info.reductions);
      SAME_INT(0, info.needs & RGS_EVAL_REDUCTION);
    }
}

/* ---- energies ------------------------------------------------------------------------------------ */
/* What is told as conserved is the sum of the host's own energies at the end of a step and of what thermostat
 * and barostat hold, and it is.  (The contract program measures with which order, of every thermostat and
 * barostat.) */
TEST(conserved) {
#define PRESSED "kt=1 pressure=12 barostat_relaxation=0.3 conserved=1"
  static const struct {
    named_method of;
    double most; /* change, relative */
  } runs[] = {
    { { "exact", "strang", NULL, "andersen", PRESSED }, 2e-3 },
    { { "dmv2", "srkn6b", NULL, "andersen", PRESSED }, 1e-7 },
    { { "dmv2", "srkn6b", NULL, "andersen", PRESSED " group_x=2 deviation_x=4 deviation_y=-2" },
      1e-6 },
    { { "dmv2", "srkn6b", "langevin", "andersen", PRESSED " relaxation=2 seed=1" }, 5e-4 },
    { { "exact", "strang", "nhc", NULL, "kt=1 relaxation=0.5 conserved=1" }, 1e-5 },
    { { "exact", "strang", "csvr", NULL, "kt=1 relaxation=0.5 seed=1 conserved=1" }, 1e-5 },
    { { "exact", "strang", "langevin", NULL, "kt=1 relaxation=2 seed=1 conserved=1" }, 1e-5 },
    { { "exact", "strang", "nhc", "andersen", PRESSED " relaxation=0.5" }, 2e-3 },
  };
  for (size_t k = 0; k < COUNT(runs); k++) {
    double first = 0, worst = 0, swing = 0;
    set_up(&a.box, SMOOTH, 27, 40, 1, 0, 2);
    const double volume = volume_of(&a.box);
    ensemble_open(&a, &runs[k].of, 1, false);
    for (int i = 0; i < 80; i++) {
      ensemble_run_steps(&a, 0.005, 1, false);
      for (int c = 0; c < 3 && runs[k].of.barostat != NULL; c++)
        a.box.edge[c] = ensemble_output(&a, "box_lengths", c);
      evaluate(&a.box);
      const double energy = a.box.energy + ensemble_output(&a, "kinetic_translation", 0) +
                            ensemble_output(&a, "kinetic_rotation", 0) +
                            ensemble_output(&a, "coupling_energy", 0);
      NEAR(energy, ensemble_output(&a, "conserved_energy", 0), 1e-9);
      if (i == 0) first = energy;
      worst = fmax(worst, fabs(energy - first));
      swing = fmax(swing, fabs(volume_of(&a.box) / volume - 1));
    }
    print_message("%zu: energy %.4g by %.2e, volume by %.0f %%\n", k, first, worst, 100 * swing);
    TRUE(worst < runs[k].most * fabs(first));
    if (runs[k].of.barostat != NULL) TRUE(swing > 0.1);
  }
}

/* ---- constants of the motion --------------------------------------------------------------------- */
/* Of bodies that do not see each other, with a thermostat that scales.  A barostat along all axes keeps L
 * times the total momentum.  With one free axis it keeps K_x L_x^2 and leaves K_y + K_z alone, and the
 * thermostat multiplies both by the same factor, so their ratio stays; with one factor for translation and
 * rotation so does K_t L^2/K_r.  Therefore such volumes are not sampled, as core/METHODS.md says. */
enum { MOMENTUM, AXES, ROTATION };
static double constant(int which) {
  double along = 0, across = 0, rotation;
  if (which == MOMENTUM) {
    for (int i = 0; i < a.box.n; i++) along += a.box.body[i].p[0] * a.box.edge[0];
    return along;
  }
  for (int i = 0; i < a.box.n; i++)
    for (int k = 0; k < 3; k++) {
      const double energy = 0.5 * pow(a.box.body[i].p[k], 2) / a.box.body[i].mass;
      if (k == 0 || which == ROTATION)
        along += energy * pow(a.box.edge[k], 2);
      else
        across += energy;
    }
  if (which == ROTATION) kinetic_energies(&a.box, &across, &rotation);
  return along / (which == ROTATION ? rotation : across);
}

TEST(constants_of_a_gas) {
#define GAS_AT_P "kt=1.3 relaxation=1 pressure=0.8 barostat_relaxation=1"
  static const struct {
    int which;
    const char *thermostat, *params;
  } runs[] = { { MOMENTUM, "csvr", GAS_AT_P " seed=3" },
               { MOMENTUM, "nhc", GAS_AT_P },
               { AXES, "csvr", GAS_AT_P " seed=3 group_y=0 group_z=0" },
               { AXES, "nhc", GAS_AT_P " group_y=0 group_z=0" },
               { ROTATION, "csvr", GAS_AT_P " seed=3 together=1" } };
  for (size_t k = 0; k < COUNT(runs); k++) {
    const named_method m = { "exact", "strang", runs[k].thermostat, "andersen", runs[k].params };
    set_up(&a.box, GAS, 4, 6.5, 1.3, runs[k].which != MOMENTUM, 11);
    ensemble_open(&a, &m, 1, false);
    const double before = constant(runs[k].which), volume = volume_of(&a.box);
    ensemble_run_steps(&a, 0.05, 1000, false);
    NEAR(1, constant(runs[k].which) / before, 1e-12);
    TRUE(fabs(volume_of(&a.box) / volume - 1) > 1e-3);
  }
}

/* ---- schemes that place the thermostat ----------------------------------------------------------------- */
/* A table that a module brings is as good as a built-in one. */
static const rgs_stage own_stages[] = { APPLY_THERMOSTAT(0.5), KICK(0.5), DRIFT(1), KICK(0.5),
                                        APPLY_THERMOSTAT(0.5) };
static const rgs_about own_about =
    WITH_HEAD(rgs_about, .name = "acme.obabo", .doc = "Thermostat at the ends.", .cite = "none",
              .order = 2, .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC, .needs = RGS_EVAL_FORCE);
static const rgs_scheme own = SCHEME_OF(&own_about, own_stages);

/* Every fourth body has no thermostat. */
static void couple_some(ensemble *e) {
  static double thermostatted[MOST_BODIES];
  for (int i = 0; i < e->box.n; i++) thermostatted[i] = i % 4;
  e->rank[0].view.thermostatted = (rgs_column){ thermostatted, 1, 1 };
  OK(rgs_bodies_bind(e->rank[0].bodies, &e->rank[0].view, &err));
}

/* baoab is strang with the thermostat in the middle, obabo strang with the thermostat at the ends. */
TEST(as_strang) {
  static const char *const thermostats[][3] = {
    { "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" },
    { "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3" },
    { "nhc", NULL, "kt=1.1 relaxation=0.5" },
    { "drag", NULL, "rate=0.3 rate_1=0.1 rate_3=0.7" },
    { "csvr", "andersen", "kt=1.1 relaxation=0.5 seed=3 pressure=1 barostat_relaxation=0.8" },
  };
  static const char *const rotors[] = { "exact", "nosquish" };
  for (size_t k = 0; k < COUNT(thermostats); k++)
    for (size_t r = 0; r < COUNT(rotors); r++)
      for (int ends = 0; ends < 2; ends++) {
        char params[200];
        snprintf(params, sizeof params, "%s ends=%d", thermostats[k][2], ends);
        ensemble_begin(&a,
                       &(named_method){ rotors[r], ends ? "obabo" : "baoab", thermostats[k][0],
                                        thermostats[k][1], thermostats[k][2] },
                       1, false);
        ensemble_begin(
            &b,
            &(named_method){ rotors[r], "strang", thermostats[k][0], thermostats[k][1], params }, 1,
            false);
        if (ends && k == 0) {
          const named_method by_module = { rotors[r], "acme.obabo", thermostats[k][0], NULL,
                                           thermostats[k][2] };
          OK(rgs_module_add(a.context, module_of(NULL, &own, NULL), &err));
          ensemble_swap(&a, &by_module);
        }
        if (r == 1) couple_some(&a), couple_some(&b);
        ensemble_run_steps(&a, 0.004, 40, false);
        ensemble_run_steps(&b, 0.004, 40, false);
        /* One drift with the thermostat in it, where a thermostat scales and the rotor has no error. */
        const bool one_drift = !ends && r == 0 && (k == 1 || k == 2);
        const double off = boxes_apart(&a.box, &b.box);
        TRUE(off <= (one_drift ? 1e-10 : 0));
        if (one_drift) TRUE(off > 0); /* so there is a reason for the bar */
        /* A number, although at the ends the thermostat acts before the mass of the barostat is known. */
        NEAR(ensemble_output(&b, "heat", 0), ensemble_output(&a, "heat", 0), one_drift ? 1e-9 : 0);
        SAME_INT(b.evaluations, a.evaluations);
      }
}

/* A method with a thermostat claims nothing that friction breaks. */
TEST(described) {
  static const char *const schemes[] = { "baoab", "obabo", "strang" };
  for (size_t k = 0; k < COUNT(schemes); k++) {
    ensemble_begin(
        &a, &(named_method){ "exact", schemes[k], "langevin", NULL, "kt=1 relaxation=1 seed=1" }, 1,
        false);
    const rgs_method_info info = info_of(a.method);
    SAME_INT(2, info.order);
    SAME_INT(1, info.evals);
    SAME_INT(0, info.claims & (RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY));
    const rgs_about *about = rgs_about_find(a.context, RGS_KIND_SCHEME, schemes[k]);
    SAME_INT(k == 2, (about->claims & RGS_SYMPLECTIC) != 0);
  }
}

/* Above order 2 the thermostat acts at the ends, if the host does not say where; averages have the order of
 * the scheme and of the thermostat there, and order 2 in the middle. */
TEST(placed_by_default) {
  static const struct {
    const char *scheme, *thermostat, *params;
    uint32_t ends, order, order_in_middle;
  } rows[] = { { "strang", "langevin", "kt=1 relaxation=1 seed=1", 0, 2, 2 },
               { "yoshida4", "langevin", "kt=1 relaxation=1 seed=1", 1, 4, 2 },
               { "srkn11b", "csvr", "kt=1 relaxation=1 seed=1", 1, 6, 2 },
               { "srkn6b", "nhc", "kt=1 relaxation=1", 1, 2, 2 },
               { "kahan_li6", "drag", "rate=1", 1, 2, 2 } };
  for (size_t k = 0; k < COUNT(rows); k++) {
    named_method of = { "exact", rows[k].scheme, rows[k].thermostat, NULL, rows[k].params };
    ensemble_begin(&b, &of, 1, false);
    ensemble_run_steps(&b, 0.004, 3, false);
    for (uint32_t ends = 0; ends < 2; ends++) {
      char params[80];
      snprintf(params, sizeof params, "%s ends=%d", rows[k].params, ends);
      of.params = params;
      ensemble_begin(&a, &of, 1, false);
      SAME_INT(ends ? rows[k].order : rows[k].order_in_middle, info_of(a.method).order);
      ensemble_run_steps(&a, 0.004, 3, false);
      SAME_INT(ends == rows[k].ends, boxes_apart(&a.box, &b.box) == 0);
    }
    SAME_INT(rows[k].ends ? rows[k].order : rows[k].order_in_middle, info_of(b.method).order);
  }
}

TEST_MAIN(NULL, NULL)
