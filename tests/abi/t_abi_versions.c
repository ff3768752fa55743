/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_versions.c - what 1.1 added, as hosts and libraries of 1.0 meet it, and as later versions may
 * extend it.
 */
#include "check.h"
#include "scene.h"
#include "modules/methods.h"

#include <string.h>

/* A host of 1.0 takes the type of a parameter for 1 to 3, and the needs for force, energy, gradient. */
static void types_are_bare(void **state) {
  (void)state;
  scene s;
  open_scene(&s, 1);
  int required = 0;
  for (uint32_t kind = RGS_KIND_ROTOR; kind <= RGS_KIND_PISTON; kind++)
    for (int64_t m = 0; m < rgs_about_count(s.context, kind); m++) {
      const rgs_about *about = rgs_about_at(s.context, kind, m);
      TRUE(about == rgs_about_find(s.context, kind, about->name));
      TRUE((about->param_flags != NULL) == (about->n_params > 0));
      TRUE((about->needs & RGS_EVAL_TURN) == 0);
      for (uint32_t p = 0; p < about->n_params; p++) {
        TRUE(about->params[p].type >= RGS_F64 && about->params[p].type <= RGS_BOOL);
        TRUE((about->param_flags[p] & RGS_PARAM_TYPE) == 0);
        required += (about->param_flags[p] & RGS_PARAM_REQUIRED) != 0;
      }
    }
  TRUE(required > 0);
  close_scene(&s);
}

/* A library of 1.0 knows neither the state nor the number of steps, so it has to refuse the table. */
static void new_fields_want_a_need(void **state) {
  (void)state;
  scene s;
  open_scene(&s, 1);
  for (int draws = 0; draws < 2; draws++)
    for (int says = 0; says < 2; says++) {
      rgs_about about = test_integrator_about;
      rgs_integrator one = test_integrator;
      one.about = &about;
      about.name = draws ? "test.draws" : "test.keeps";
      if (draws)
        about.claims |= RGS_RANDOM;
      else
        one.state_size = 8;
      if (says) about.needs |= RGS_EVAL_TURN;
      const rgs_integrator *const list[] = { &one, NULL };
      rgs_module *m = new_module();
      m->integrators = list;
      if (says)
        OK(rgs_module_add(s.context, m, &err));
      else
        REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(s.context, m, &err), "RGS_EVAL_TURN");
    }
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec), .integrator = "test.keeps" };
  rgs_method *method = NULL;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  OK(rgs_method_create(s.context, &spec, &method, &err));
  OK(rgs_method_describe(method, &info, &err));
  SAME_INT(RGS_EVAL_FORCE, info.needs); /* no host is asked for it */
  rgs_method_destroy(method);
  close_scene(&s);
}

/* Whoever writes a field of a later version sets its flag, and is refused here. */
static void later_ensembles(void **state) {
  (void)state;
  scene s;
  open_scene(&s, 1);
  rgs_method *method = NULL;
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang" };
  rgs_ensemble_spec around = { .head = RGS_HEAD(rgs_ensemble_spec), .bath = "drag", .flags = 1 };
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create_with(s.context, &spec, &around, &method, &err),
               "flags");
  around.flags = 0;
  around.reserved0 = 1;
  REFUSED(RGS_E_ARG, rgs_method_create_with(s.context, &spec, &around, &method, &err));
  around.reserved0 = 0;
  OK(rgs_method_create_with(s.context, &spec, &around, &method, &err));
  rgs_method_destroy(method);
  close_scene(&s);
}

/* What the claims say of schemes that want a bath, and of methods whose bath draws. */
static void claims_about_baths(void **state) {
  (void)state;
  scene s;
  open_scene(&s, 1);
  int wanting = 0;
  for (int64_t m = 0; m < rgs_about_count(s.context, RGS_KIND_SCHEME); m++) {
    const rgs_about *about = rgs_about_at(s.context, RGS_KIND_SCHEME, m);
    const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                   .rotor = "exact",
                                   .scheme = about->name };
    rgs_method *method = NULL;
    const bool wants = (about->claims & RGS_PLACES_BATH) != 0;
    SAME_INT(wants ? RGS_E_ARG : RGS_OK, rgs_method_create(s.context, &spec, &method, NULL));
    wanting += wants;
    rgs_method_destroy(method);
  }
  TRUE(wanting >= 2);
  const rgs_param of_langevin[] = { { .key = "kt", .value = 1 },
                                    { .key = "relaxation", .value = 1 },
                                    { .key = "seed", .value = 1 } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang",
                                 .params = of_langevin,
                                 .n_params = 3,
                                 .param_size = sizeof(rgs_param) };
  for (int draws = 0; draws < 2; draws++) {
    rgs_method_spec one = spec;
    const rgs_ensemble_spec around = { .head = RGS_HEAD(rgs_ensemble_spec),
                                       .bath = draws ? "langevin" : "drag" };
    rgs_method *method = NULL;
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    if (!draws) one.params = NULL, one.n_params = 0;
    OK(rgs_method_create_with(s.context, &one, &around, &method, &err));
    OK(rgs_method_describe(method, &info, &err));
    SAME_INT(draws, (info.claims & RGS_RANDOM) != 0);
    rgs_method_destroy(method);
  }
  close_scene(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(types_are_bare),
    cmocka_unit_test(new_fields_want_a_need),
    cmocka_unit_test(later_ensembles),
    cmocka_unit_test(claims_about_baths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
