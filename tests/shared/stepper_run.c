/* SPDX-License-Identifier: BSD-3-Clause */
#include "stepper_run.h"
#include "check.h"
#include "modules/methods.h"

#include <stdlib.h>

/* ---- methods under test ---------------------------------------------------------------------- */
rgs_context *context;
rgs_method_spec specs[MOST];
rgs_method *methods[MOST];
rgs_method_info infos[MOST];
char labels[MOST][96];
int n_methods;
int strang, dkd, verlet, chin4a;

/* Chin's scheme 4A (10.1016/S0375-9601(97)00003-0): order 4 with one gradient kick. */
static const rgs_stage chin_stages[] = { { RGS_KICK, 0, 1.0 / 6, 0 },
                                         { RGS_DRIFT, 0, 0.5, 0 },
                                         { RGS_KICK_GRADIENT, 0, 2.0 / 3, -1.0 / 72 },
                                         { RGS_DRIFT, 0, 0.5, 0 },
                                         { RGS_KICK, 0, 1.0 / 6, 0 } };
static const rgs_about chin_about = { RGS_HEAD(rgs_about),
                                      "test.chin4a",
                                      "Kicks at both ends, a gradient kick in the middle.",
                                      "10.1016/S0375-9601(97)00003-0",
                                      4,
                                      RGS_SYMPLECTIC | RGS_SYMMETRIC,
                                      RGS_EVAL_FORCE | RGS_EVAL_GRADIENT,
                                      0,
                                      NULL,
                                      sizeof(rgs_param_info),
                                      0,
                                      NULL };
static const rgs_scheme chin =
    WITH_HEAD(rgs_scheme, .about = &chin_about, .stages = chin_stages,
              .n_stages = COUNT(chin_stages), .stage_size = sizeof(rgs_stage));
static const rgs_scheme *const third_party_schemes[] = { &test_scheme, &chin, NULL };

static const rgs_module third_party = {
  RGS_HEAD(rgs_module), "test",           "1",  "BSD-3-Clause", test_rotors,
  third_party_schemes,  test_integrators, NULL, NULL,           NULL
};

static int add_method(const char *rotor, const char *scheme, const char *integrator) {
  const int i = n_methods;
  TRUE(i < MOST);
  specs[i] = (rgs_method_spec)WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = scheme,
                                        .integrator = integrator);
  OK(rgs_method_create(context, &specs[i], &methods[i], &err));
  infos[i] = (rgs_method_info)RGS_METHOD_INFO_INIT;
  OK(rgs_method_describe(methods[i], &infos[i], &err));
  snprintf(labels[i], sizeof labels[i], "%s", integrator ? integrator : "");
  if (!integrator) snprintf(labels[i], sizeof labels[i], "%s x %s", rotor, scheme);
  return n_methods++;
}

int set_up(void **state) {
  (void)state;
  OK(rgs_context_create(NULL, &context, &err));
  OK(rgs_module_add(context, &third_party, &err));
  strang = add_method("exact", "strang", NULL);
  dkd = add_method("exact", "strang_dkd", NULL);
  verlet = add_method(NULL, NULL, "test.verlet");
  add_method("test.threerot", "test.kdk", NULL);
  chin4a = add_method("exact", "test.chin4a", NULL);
  /* Every integrator of motion, every scheme with one rotor, every rotor with one scheme. */
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_INTEGRATOR); i++) {
    const rgs_about *about = rgs_about_at(context, RGS_KIND_INTEGRATOR, i);
    if (about->claims & (RGS_RELAXES | RGS_RANDOM)) continue;
    if (strcmp(about->name, "test.verlet")) add_method(NULL, NULL, about->name);
  }
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_SCHEME); i++) {
    const rgs_about *about = rgs_about_at(context, RGS_KIND_SCHEME, i);
    const char *name = about->name;
    if (about->claims & RGS_PLACES_BATH) continue;
    if (strcmp(name, "strang") && strcmp(name, "strang_dkd") && strcmp(name, "test.chin4a") &&
        n_methods < MOST - 10)
      add_method("exact", name, NULL);
  }
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_ROTOR) && n_methods < MOST; i++) {
    const char *name = rgs_about_at(context, RGS_KIND_ROTOR, i)->name;
    if (strcmp(name, "exact")) add_method(name, "strang", NULL);
  }
  return 0;
}

int tear_down(void **state) {
  (void)state;
  while (n_methods > 0) rgs_method_destroy(methods[--n_methods]);
  rgs_context_destroy(context);
  return 0;
}

/* ---- a run ----------------------------------------------------------------------------------- */
run *start(int method, int64_t n, int layout) {
  run *r = calloc(1, sizeof *r);
  r->world = fake_bodies_filled(n, layout, infos[method].carry);
  fake_host_init(&r->host, r->world);
  r->host.host.provides |= infos[method].needs;
  OK(rgs_bodies_create(context, n, &r->bodies, &err));
  OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
  OK(rgs_stepper_create(r->bodies, methods[method], &r->host.host, &r->stepper, &err));
  OK(rgs_stepper_project(r->stepper, NULL, &err));
  return r;
}

void finish(run *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  fake_bodies_free(r->world);
  free(r);
}

double *reference(int method, int64_t n, double h, int64_t steps) {
  run *r = start(method, n, FAKE_SOA);
  OK(rgs_step(r->stepper, h, steps, &err));
  double *state = fake_state(r->world);
  finish(r);
  return state;
}

void same_state(int method, const double *want, const fake_bodies *got) {
  double *state = fake_state(got);
  if (memcmp(want, state, (size_t)got->n * FAKE_STATE * sizeof(double)))
    print_error("method %s:\n", labels[method]);
  SAME_BITS(want, state, got->n * FAKE_STATE);
  free(state);
}

void answer(run *r, rgs_eval *request) {
  SAME_INT(0, fake_eval(&r->host, request, &r->world->view));
}

void *saved(const rgs_stepper *stepper, size_t *size) {
  *size = 0;
  REFUSED(RGS_E_SPACE, rgs_stepper_save(stepper, NULL, size, &err));
  TRUE(*size > 0);
  const size_t need = *size;
  unsigned char *blob = malloc(need + 8);
  memset(blob, 0xbb, need + 8);
  *size = need - 1;
  REFUSED(RGS_E_SPACE, rgs_stepper_save(stepper, blob, size, &err));
  SAME_INT((long long)need, (long long)*size);
  for (size_t i = need - 1; i < need + 8; i++) SAME_INT(0xbb, blob[i]);
  *size = need + 8;
  OK(rgs_stepper_save(stepper, blob, size, &err));
  SAME_INT((long long)need, (long long)*size);
  for (size_t i = need; i < need + 8; i++) SAME_INT(0xbb, blob[i]);
  return blob;
}
