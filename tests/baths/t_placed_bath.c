/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_placed_bath.c - schemes that place the bath themselves are the steps that their letters say.
 */
#include "check.h"
#include "ensemble_host.h"
#include "module_of.h"

#include <math.h>
#include <string.h>

static ensemble a, b;

static void begin(ensemble *e, const char *rotor, const char *scheme, const char *bath,
                  const char *piston, const char *params) {
  ensemble_begin(e, &(made_of){ rotor, scheme, bath, piston, params }, 1, false);
}

/* A table that a module brings is as good as a built-in one. */
static const rgs_stage own_stages[] = { BATHE(0.5), KICK(0.5), DRIFT(1), KICK(0.5), BATHE(0.5) };
static const rgs_about own_about =
    WITH_HEAD(rgs_about, .name = "acme.obabo", .doc = "Bath at the ends.", .cite = "none",
              .order = 2, .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC, .needs = RGS_EVAL_FORCE);
static const rgs_scheme own = SCHEME_OF(&own_about, own_stages);

/* Every fourth body has no bath. */
static void couple_some(ensemble *e) {
  static double coupled[MOST_BODIES];
  for (int i = 0; i < e->box.n; i++) coupled[i] = i % 4;
  e->rank[0].view.coupled = (rgs_column){ coupled, 1, 1 };
  OK(rgs_bodies_bind(e->rank[0].bodies, &e->rank[0].view, &err));
}

/* baoab is strang with the bath in the middle, obabo strang with the bath at the ends. */
TEST(as_strang) {
  static const char *const baths[][3] = {
    { "langevin", NULL, "kt=1.1 relaxation=0.5 seed=3" },
    { "csvr", NULL, "kt=1.1 relaxation=0.5 seed=3" },
    { "nhc", NULL, "kt=1.1 relaxation=0.5" },
    { "drag", NULL, "rate=0.3 rate_1=0.1 rate_3=0.7" },
    { "csvr", "andersen", "kt=1.1 relaxation=0.5 seed=3 pressure=1 piston_relaxation=0.8" },
  };
  static const char *const rotors[] = { "exact", "nosquish" };
  for (size_t k = 0; k < COUNT(baths); k++)
    for (size_t r = 0; r < COUNT(rotors); r++)
      for (int ends = 0; ends < 2; ends++) {
        char params[200];
        snprintf(params, sizeof params, "%s ends=%d", baths[k][2], ends);
        begin(&a, rotors[r], ends ? "obabo" : "baoab", baths[k][0], baths[k][1], baths[k][2]);
        begin(&b, rotors[r], "strang", baths[k][0], baths[k][1], params);
        if (ends && k == 0) {
          const made_of by_module = { rotors[r], "acme.obabo", baths[k][0], NULL, baths[k][2] };
          OK(rgs_module_add(a.context, module_of(NULL, &own, NULL), &err));
          ensemble_swap(&a, &by_module);
        }
        if (r == 1) couple_some(&a), couple_some(&b);
        ensemble_run_steps(&a, 0.004, 40, false);
        ensemble_run_steps(&b, 0.004, 40, false);
        /* One drift with the bath in it, where a bath scales and the rotor has no error. */
        const bool one_drift = !ends && r == 0 && (k == 1 || k == 2);
        const double off = boxes_apart(&a.box, &b.box);
        TRUE(off <= (one_drift ? 1e-10 : 0));
        if (one_drift) TRUE(off > 0); /* so there is a reason for the bar */
        /* A number, although at the ends the bath acts before the mass of the piston is known. */
        NEAR(ensemble_output(&b, "heat", 0), ensemble_output(&a, "heat", 0), one_drift ? 1e-9 : 0);
        SAME_INT(b.evaluations, a.evaluations);
      }
}

/* A method with a bath claims nothing that friction breaks. */
TEST(described) {
  static const char *const schemes[] = { "baoab", "obabo", "strang" };
  for (size_t k = 0; k < COUNT(schemes); k++) {
    begin(&a, "exact", schemes[k], "langevin", NULL, "kt=1 relaxation=1 seed=1");
    const rgs_method_info info = info_of(a.method);
    SAME_INT(2, info.order);
    SAME_INT(1, info.evals);
    SAME_INT(0, info.claims & (RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY));
    const rgs_about *about = rgs_about_find(a.context, RGS_KIND_SCHEME, schemes[k]);
    SAME_INT(k == 2, (about->claims & RGS_SYMPLECTIC) != 0);
  }
}

TEST_MAIN(NULL, NULL)
