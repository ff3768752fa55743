/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_refused.c - thermostats and barostats: what is refused, of methods, hosts, steps and answers.
 */
#include "check.h"
#include "ensemble_host.h"

#include <math.h>
#include <string.h>

static ensemble a;

static const named_method LANGEVIN = { "exact", "strang", "langevin", NULL,
                                       "kt=1.1 relaxation=0.5 seed=3" },
                          CSVR = { "exact", "strang", "csvr", NULL,
                                   "kt=1.1 relaxation=0.5 seed=3" },
                          BAROSTAT = { "exact", "strang", NULL, "andersen",
                                       "kt=1.1 pressure=1 barostat_relaxation=0.8" };

TEST(refused_methods) {
  rgs_context *c = opened();
#define BOX "kt=1 pressure=1 barostat_relaxation=1"
  static const struct {
    rgs_status want;
    const char *scheme, *thermostat, *barostat, *params, *word;
  } wrong[] = {
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=0 relaxation=1 seed=1", "above 0" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=-1 relaxation=1 seed=1", "kt" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=0 seed=1", "relaxation" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1", "'seed' is missing" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=-1", "seed" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=4294967296", "seed" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1 damping=2", "damping" },
    { RGS_E_PARAM, "strang", "csvr", NULL, "kt=1 relaxation=0 seed=1", "relaxation" },
    { RGS_E_PARAM, "strang", "csvr", NULL, "relaxation=1 seed=1", "'kt' is missing" },
    { RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=0", "relaxation" },
    { RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=1 chain=33", "chain" },
    { RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=1 order=2",
      "order is 2; must be 1, 3, 5 or 7" },
    { RGS_E_PARAM, "strang", "nhc", NULL, "kt=1 relaxation=1 order=9", "order" },
    { RGS_E_PARAM, "strang", "drag", NULL, "rate=-1", "rate" },
    { RGS_E_NAME, "strang", "berendsen", NULL, "", "langevin" },
    { RGS_E_NAME, "strang", NULL, "barostat", "", "andersen" },
    { RGS_E_ARG, "takahashi_imada4", "langevin", NULL, "kt=1 relaxation=1 seed=1", "srkn6b" },
    { RGS_E_ARG, "takahashi_imada4", NULL, "andersen", BOX, "srkn6b" },
    { RGS_E_ARG, "nystrom4", NULL, "andersen", BOX, "gradients, which" },
    { RGS_E_ARG, "nystrom4", NULL, "andersen", BOX, "take strang or srkn6b" },
    { RGS_E_PARAM, "strang", NULL, "andersen", "kt=1 barostat_relaxation=1",
      "'pressure' is missing" },
    { RGS_E_PARAM, "strang", NULL, "andersen", "kt=1 pressure=1 barostat_relaxation=0",
      "barostat_relaxation" },
    { RGS_E_PARAM, "strang", NULL, "andersen", "kt=0 pressure=1 barostat_relaxation=1", "kt" },
    { RGS_E_PARAM, "strang", NULL, "andersen", BOX " group_x=0 group_y=0 group_z=0",
      "group_x, group_y and group_z" },
    { RGS_E_PARAM, "strang", NULL, "andersen", BOX " barostat_rate=1 seed=1", "thermostat" },
    { RGS_E_PARAM, "strang", NULL, "crescale", BOX " seed=1", "name a thermostat" },
    { RGS_E_PARAM, "strang", "nhc", "crescale", BOX " relaxation=1", "'seed' is missing" },
    { RGS_E_PARAM, "strang", "langevin", "crescale", BOX " relaxation=1 seed=1 group_x=4",
      "group_x" },
    { RGS_E_PARAM, "strang", NULL, "crescale_flexible", BOX " seed=1", "name a thermostat" },
    { RGS_E_PARAM, "strang", "csvr", "crescale_flexible", BOX " relaxation=1 seed=1 shear_xz=0",
      "set shear_xz to 1" },
    { RGS_E_PARAM, "strang", "nhc", "andersen",
      "kt=1 relaxation=1 pressure=1 barostat_relaxation=1 barostat_rate=1", "seed" },
    { RGS_E_PARAM, "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1 refined=1", "refined" },
    { RGS_E_ARG, "baoab", NULL, NULL, NULL, "'baoab'" },
    { RGS_E_ARG, "obabo", NULL, NULL, NULL, "name a thermostat" },
    { RGS_E_ARG, "obabo", NULL, "andersen", BOX, "name a thermostat" },
    { RGS_E_ARG, "baoab", "drag", NULL, "ends=1", "ends" },
    { RGS_E_ARG, "obabo", "drag", NULL, "ends=0", "ends" },
    { RGS_E_ARG, "strang", NULL, NULL, "ends=0", "no thermostat to place" },
    { RGS_E_PARAM, "strang", NULL, NULL, "conserved=1", "no thermostat and no barostat" },
    { RGS_E_PARAM, "strang", NULL, "andersen", BOX " shadow=1", "'andersen'" },
    { RGS_E_PARAM, "srkn6b", NULL, NULL, "refined=1", "is not a single Strang step" }
  };
  rgs_method *m = NULL;
  for (size_t k = 0; k < COUNT(wrong); k++) {
    const named_method of = { "exact", wrong[k].scheme, wrong[k].thermostat, wrong[k].barostat,
                              wrong[k].params };
    REFUSED_TEXT(wrong[k].want, method_from_names(c, &of, &m, &err), wrong[k].word);
    TRUE(m == NULL);
  }
  rgs_method_spec rattle = { .head = RGS_HEAD(rgs_method_spec),
                             .integrator = "rattle",
                             .thermostat = "drag" };
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create(c, &rattle, &m, &err), "rattle");
  rattle.thermostat = NULL;
  rattle.wants = RGS_WANTS_REFINED;
  REFUSED_TEXT(RGS_E_PARAM, rgs_method_create(c, &rattle, &m, &err), "'refined'", "'rattle'");
  rattle.wants = 8;
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create(c, &rattle, &m, &err), "spec.wants is 0x8; allowed");
  rattle.wants = 0;
  rattle.placement = 3;
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create(c, &rattle, &m, &err), "spec.placement is 3; allowed");
  rattle.placement = 0;
  OK(rgs_method_create(c, &rattle, &m, &err));
  rgs_method_destroy(m);
}

static rgs_status try_host(const named_method *m, uint32_t provides, uint32_t ranks, bool tags) {
  ensemble_begin(&a, m, 1, false);
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = provides, .ranks = ranks };
  rgs_stepper *s = NULL;
  if (!tags) a.rank[0].view.tag = NULL;
  OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
  forget_error();
  rgs_status status = rgs_stepper_create(a.rank[0].bodies, a.method, &host, &s, &err);
  if (status == RGS_OK) {
    if (m->barostat != NULL) OK(ensemble_tell_cell(s, a.box.edge, &err));
    forget_error();
    status = rgs_stepper_advance(s, 0.01, &a.rank[0].request, &err);
  }
  if (status < RGS_OK) SAME_INT(-1, err.body);
  rgs_stepper_destroy(s);
  return status;
}

TEST(refused_hosts) {
  const uint32_t sum = RGS_EVAL_REDUCTION, force = RGS_EVAL_FORCE, virial = RGS_EVAL_VIRIAL;
  SAME_INT(RGS_NEED_EVAL, try_host(&LANGEVIN, force, 1, false));
  SAME_INT(RGS_E_NEEDS, try_host(&LANGEVIN, force, 0, false));
  TRUE(strstr(err.text, "tag") != NULL);
  SAME_INT(RGS_E_NEEDS, try_host(&LANGEVIN, force, 2, false));
  SAME_INT(RGS_NEED_EVAL, try_host(&LANGEVIN, force, 2, true));
  SAME_INT(RGS_E_NEEDS, try_host(&LANGEVIN, force, 0, true)); /* ranks that are not stated */
  TRUE(strstr(err.text, "rgs_host.ranks is 0") != NULL);
  SAME_INT(RGS_NEED_EVAL, try_host(&CSVR, force, 1, false));
  SAME_INT(RGS_E_NEEDS, try_host(&CSVR, force, 0, true));
  TRUE(strstr(err.text, "ranks") != NULL);
  SAME_INT(RGS_E_NEEDS, try_host(&CSVR, force, 2, true));
  SAME_INT(RGS_E_NEEDS, try_host(&CSVR, force | sum, 0, false));
  SAME_INT(RGS_NEED_EVAL, try_host(&CSVR, force | sum, 2, false));
  SAME_INT(RGS_E_NEEDS, try_host(&BAROSTAT, force, 1, false));
  TRUE(strstr(err.text, "virial") != NULL);
  SAME_INT(RGS_E_NEEDS, try_host(&BAROSTAT, force | virial, 0, false));
  SAME_INT(RGS_E_NEEDS, try_host(&BAROSTAT, force | virial | sum, 0, false));
  SAME_INT(RGS_NEED_EVAL, try_host(&BAROSTAT, force | virial, 1, false));
}

TEST(refused_steps) {
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .ranks = 2 }; /* the other has no bodies */
  ensemble_begin(&a, &LANGEVIN, 1, false);
  rgs_stepper_destroy(a.rank[0].stepper);
  OK(rgs_stepper_create(a.rank[0].bodies, a.method, &host, &a.rank[0].stepper, &err));
  rgs_stepper *s = a.rank[0].stepper;
  rgs_eval *request = &a.rank[0].request;
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_advance(s, -0.01, request, &err), "langevin");
  REFUSED_TEXT(RGS_E_PARAM, set_param(s, 0, "kt", 0, &err), "above 0");
  REFUSED(RGS_E_ARG, set_param(s, 0, "kt", NAN, &err));
  REFUSED(RGS_E_ARG, set_param(s, 0, NULL, 1, &err));
  REFUSED(RGS_E_ARG, set_param(NULL, 0, "kt", 1, &err));
  a.rank[0].tag[5] = a.rank[0].tag[11];
  a.rank[0].view.revision++;
  OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
  REFUSED_BODY(RGS_E_BODY, 11, rgs_stepper_advance(s, 0.01, request, &err), "same tag");
  a.rank[0].view.n_ghosts = a.rank[0].n - 11; /* a copy's may be another body's */
  a.rank[0].view.revision++;
  OK(rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err));
  TRUE(rgs_stepper_advance(s, 0.01, request, &err) == RGS_NEED_EVAL);
  REFUSED(RGS_E_ORDER, set_param(s, 0, "kt", 1, &err));
  a.rank[0].view.n_ghosts = a.rank[0].n + 1;
  REFUSED_TEXT(RGS_E_ARG, rgs_bodies_bind(a.rank[0].bodies, &a.rank[0].view, &err), "n_ghosts");
}

TEST(refused_answers) {
  ensemble_begin(&a, &BAROSTAT, 2, true);
  rgs_stepper *s = a.rank[0].stepper;
  rgs_eval *request = &a.rank[0].request, older = RGS_EVAL_INIT;
  older.head.size = offsetof(rgs_eval, cell);
  REFUSED_TEXT(RGS_E_ABI, rgs_stepper_advance(s, 0.004, &older, &err), "head.size");
  REFUSED(RGS_E_ARG, rgs_stepper_advance(s, 0.004, NULL, &err));
  REFUSED_TEXT(RGS_E_ARG, ensemble_tell_cell(s, (double[3]){ 1, 0, 1 }, &err), "vectors[4]");
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
  ensemble_answer(&a);
  TRUE(rgs_stepper_advance(s, 0.004, request, &err) == RGS_NEED_EVAL);
  SAME_INT(RGS_EVAL_REDUCTION, request->what);
  const double share = request->sum[4];
  request->sum[2] = NAN;
  REFUSED_TEXT(RGS_E_HOST, rgs_stepper_advance(s, 0.004, request, &err), "virial zz");
  TRUE(rgs_stepper_advance(s, 0.004, request, &err) == RGS_NEED_EVAL);
  SAME_INT(RGS_EVAL_FORCE | RGS_EVAL_VIRIAL,
           request->what); /* it may be the virial that is wrong */
  ensemble_answer(&a);
  TRUE(rgs_stepper_advance(s, 0.004, request, &err) == RGS_NEED_EVAL);
  SAME_INT(RGS_EVAL_REDUCTION, request->what);
  TRUE(request->sum[4] == share && isfinite(request->sum[2]));
  /* A host that forgets to add up. */
  REFUSED_TEXT(RGS_E_HOST, rgs_stepper_advance(s, 0.004, request, &err), "rgs_host.ranks");
}

TEST_MAIN(NULL, NULL)
