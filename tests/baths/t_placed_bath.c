/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_placed_bath.c - schemes that place the bath themselves are the steps that their letters say.
 */
#include "check.h"
#include "ensemble_host.h"

#include <math.h>
#include <string.h>

static ensemble a, b;

static void begin(ensemble *e, const char *rotor, const char *scheme, const char *bath,
                  const char *piston, const char *params) {
  const made_of m = { rotor, scheme, bath, piston, params };
  ensemble_begin(e, &m, 1, false);
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
        ensemble_close(&a), ensemble_close(&b);
      }
}

/* Without a bath, and with a second opinion on where it acts, they are refused. */
TEST(refused) {
  rgs_context *c = NULL;
  OK(rgs_context_create(NULL, &c, &err));
  for (int k = 0; k < 2; k++) {
    const char *scheme = k == 0 ? "baoab" : "obabo";
    const made_of none = { "exact", scheme, NULL, NULL, NULL };
    const made_of ends = { "exact", scheme, "drag", NULL, "ends=1" };
    const made_of box = { "exact", scheme, NULL, "andersen",
                          "kt=1 pressure=1 piston_relaxation=1" };
    rgs_method *m = NULL;
    REFUSED_TEXT(RGS_E_ARG, method_made_of(c, &none, &m, &err), scheme, "name a bath");
    REFUSED_TEXT(RGS_E_ARG, method_made_of(c, &box, &m, &err), scheme, "name a bath");
    REFUSED_TEXT(RGS_E_ARG, method_made_of(c, &ends, &m, &err), scheme, "ends");
    TRUE(m == NULL);
  }
  rgs_context_destroy(c);
}

/* A method with a bath claims nothing that friction breaks. */
TEST(described) {
  static const char *const schemes[] = { "baoab", "obabo", "strang" };
  for (size_t k = 0; k < COUNT(schemes); k++) {
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    begin(&a, "exact", schemes[k], "langevin", NULL, "kt=1 relaxation=1 seed=1");
    OK(rgs_method_describe(a.method, &info, &err));
    SAME_INT(2, info.order);
    SAME_INT(1, info.evals);
    SAME_INT(0, info.claims & (RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY));
    const rgs_about *about = rgs_about_find(a.context, RGS_KIND_SCHEME, schemes[k]);
    SAME_INT(k == 2, (about->claims & RGS_SYMPLECTIC) != 0);
    ensemble_close(&a);
  }
}

TEST_MAIN(NULL, NULL)
