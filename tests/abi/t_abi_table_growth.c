/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_table_growth.c - a third party's tables built against an earlier or a later header: rotors,
 * schemes, integrators, modules and the arrays in them.
 */
#include "check.h"
#include "scene.h"
#include "modules/methods.h"

#include <stdlib.h>

static rgs_status add_scheme(rgs_context *c, const rgs_scheme *scheme) {
  const rgs_scheme *const list[] = { scheme, NULL };
  rgs_module *m = new_module();
  m->schemes = list;
  return rgs_module_add(c, m, &err);
}
static rgs_status add_rotor(rgs_context *c, const rgs_rotor *rotor) {
  const rgs_rotor *const list[] = { rotor, NULL };
  rgs_module *m = new_module();
  m->rotors = list;
  return rgs_module_add(c, m, &err);
}

/* Steps like strang, bit for bit? */
static void steps_like_strang(scene *s, const char *scheme) {
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = scheme);
  double *got[2];
  for (int k = 0; k < 2; k++) {
    fake_bodies *world = fake_bodies_filled(2, FAKE_SOA, 0);
    fake_host host;
    rgs_bodies *bodies = NULL;
    rgs_method *method = NULL;
    rgs_stepper *stepper = NULL;
    fake_host_init(&host, world);
    OK(rgs_bodies_create(s->context, 2, &bodies, &err));
    OK(rgs_bodies_bind(bodies, &world->view, &err));
    OK(rgs_method_create(s->context, k ? &spec : &strang, &method, &err));
    OK(rgs_stepper_create(bodies, method, &host.host, &stepper, &err));
    OK(rgs_step(stepper, 0.1, 5, &err));
    got[k] = fake_state(world);
    rgs_stepper_destroy(stepper);
    rgs_method_destroy(method);
    rgs_bodies_destroy(bodies);
    fake_bodies_free(world);
  }
  SAME_BITS(got[0], got[1], 2 * FAKE_STATE);
  free(got[0]);
  free(got[1]);
}

TEST(tables_of_any_size) {
  scene s;
  open_scene(&s, 1);
  /* Stages with something behind. */
  static const struct {
    rgs_stage stage;
    double more;
  } longer[] = { { { RGS_KICK, 0, 0.5, 0 }, 7 },
                 { { RGS_DRIFT, 0, 1, 0 }, 7 },
                 { { RGS_KICK, 0, 0.5, 0 }, 7 } };
  rgs_about about = test_scheme_about;
  about.name = "test.longer";
  rgs_scheme scheme = test_scheme;
  scheme.about = &about;
  scheme.stages = &longer[0].stage;
  scheme.stage_size = sizeof longer[0];
  OK(add_scheme(s.context, &scheme));
  steps_like_strang(&s, "test.longer");

  /* Shorter ones than 0.1 had never existed. */
  static const uint32_t absurd[] = { 0, 1, 7, 8, 16, 28, UINT32_MAX };
  for (size_t i = 0; i < COUNT(absurd); i++) {
    rgs_about named = test_scheme_about;
    named.name = "test.absurd";
    rgs_scheme bad = test_scheme;
    bad.about = &named;
    bad.stage_size = absurd[i];
    const int64_t count = rgs_about_count(s.context, RGS_KIND_SCHEME);
    forget_error();
    const rgs_status got = add_scheme(s.context, &bad);
    TRUE(got == RGS_E_TABLE || got == RGS_E_ABI);
    TRUE(err.text[0] != 0);
    SAME_INT(count, rgs_about_count(s.context, RGS_KIND_SCHEME));
  }

  /* Parameter descriptions with something behind. */
  const struct {
    rgs_param_info p;
    double more;
  } longer_info[] = { { { "gain", "", "A factor.", RGS_F64, 8, -1, 1, 0.5 }, 7 },
                      { { "steps", "", "A count.", RGS_I64, 0, 0, 9, 5 }, 7 } };
  rgs_about spy_longer = spy_about;
  spy_longer.name = "test.spy_longer";
  spy_longer.n_params = 2;
  spy_longer.params = &longer_info[0].p;
  spy_longer.param_info_size = sizeof longer_info[0];
  rgs_rotor rotor = spy;
  rotor.about = &spy_longer;
  OK(add_rotor(s.context, &rotor));
  rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "test.spy_longer", .scheme = "strang");
  look(&s, &spec);
  double second;
  memcpy(&second, &seen.steps, sizeof second);
  NEAR(0.5, second, 0); /* gain lies at offset 8 */
  int64_t first;
  memcpy(&first, &seen.gain, sizeof first);
  SAME_INT(5, first);

  /* A rotor that ends after flow, an about of a later minor version. */
  struct {
    rgs_about known;
    double more[3];
  } later_about = { test_rotor_about, { 7, 7, 7 } };
  later_about.known.head = (rgs_head){ sizeof later_about, LATER_MINOR };
  later_about.known.name = "test.later";
  const rgs_rotor whole = { RGS_HEAD(rgs_rotor), &later_about.known, spy_flow, NULL, 0, 0, NULL };
  rgs_about plain = spy_about;
  plain.name = "test.cut";
  rgs_rotor to_cut = spy;
  to_cut.about = &plain;
  rgs_rotor *cut = resized(&to_cut, sizeof to_cut, offsetof(rgs_rotor, prepare));
  OK(add_rotor(s.context, cut));
  free(cut);
  spec.rotor = "test.cut";
  seen_calls = 0;
  look(&s, &spec);
  SAME_INT(1, seen_calls);
  OK(add_rotor(s.context, &whole));
  TRUE(rgs_about_find(s.context, RGS_KIND_ROTOR, "test.later") != NULL);
  close_scene(&s);
}

int main(void) { return RUN_TESTS(NULL, NULL); }
