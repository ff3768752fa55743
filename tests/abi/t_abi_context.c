/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_context.c - what a program says of a context: kernels, checks, folders, threads, and a log.
 */
#include "check.h"
#include "executors.h"
#include "fixture.h"
#include "plain_body.h"

#include <stdlib.h>

static char logged[4][200];
static int logs;
static void log_it(void *self, const char *text) {
  TRUE(self == &logs);
  snprintf(logged[logs++ % 4], sizeof *logged, "%s", text);
}

static rgs_context *opened_as(const rgs_context_spec *spec) {
  rgs_context *c = NULL;
  OK(rgs_context_create(spec, &c, &err));
  return keep(c, close_context);
}

/* Without a spec, or with an empty one, the environment counts. */
TEST(kernels) {
  rgs_context *c = NULL;
  const char *used = strchr(rgs_version(), ' ') + 1;
  opened_as(SPEC_WITH(kernels, used));
  const char *other = strcmp(used, "baseline") == 0 ? "avx512" : "baseline";
  REFUSED_TEXT(RGS_E_ARG, rgs_context_create(SPEC_WITH(kernels, other), &c, &err), other, used);
  REFUSED_TEXT(RGS_E_ARG, rgs_context_create(SPEC_WITH(kernels, "mmx"), &c, &err), "'mmx'");
  const char *was = getenv("RIGIDSTEP_KERNELS");
  char kept[20];
  snprintf(kept, sizeof kept, "%s", was != NULL ? was : "");
  setenv("RIGIDSTEP_KERNELS", "mmx", 1);
  rgs_context_spec spec = { .head = RGS_HEAD(rgs_context_spec), .log = log_it, .self = &logs };
  logs = 0;
  opened_as(&spec);
  SAME_INT(1, logs);
  TRUE(strstr(logged[0], "'mmx'") != NULL && strstr(logged[0], used) != NULL);
  spec.flags = RGS_CONTEXT_NO_ENVIRONMENT;
  opened_as(&spec);
  SAME_INT(1, logs);
  opened_as(SPEC_WITH(reserved0, 0)); /* nobody is told */
  if (was != NULL)
    setenv("RIGIDSTEP_KERNELS", kept, 1);
  else
    unsetenv("RIGIDSTEP_KERNELS");
}

TEST(refused) {
  rgs_context *c = NULL;
  REFUSED_TEXT(RGS_E_ARG, rgs_context_create(SPEC_WITH(flags, 4), &c, &err), "flags is 0x4", "0x3");
  REFUSED_TEXT(RGS_E_ARG, rgs_context_create(SPEC_WITH(reserved0, 7), &c, &err), "reserved0 7");
  const rgs_executor old = { { 16, RGS_ABI + (1u << 16) }, NULL, NULL };
  REFUSED_TEXT(RGS_E_ABI, rgs_context_create(SPEC_WITH(executor, &old), &c, &err), "executor");
  TRUE(c == NULL);
}

/* Does a step of a context with these flags watch its host?  A host that writes no torques shows it. */
static int idle(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)request;
  for (int k = 0; k < 3; k++) RGS_AT(view->f, 0, k) = 0;
  return 0;
}

static rgs_stepper *stepper_in(rgs_context *c, int64_t n, const rgs_host *host, double *numbers) {
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_view v = view_of_plain(numbers, n, PLAIN_BODY, 0);
  for (int64_t i = 0; i < n * PLAIN_BODY; i++) {
    const int64_t at = i % PLAIN_BODY;
    numbers[i] = at == Q || (at >= MASS && at < F);
  }
  OK(rgs_bodies_create(c, n, &bodies, &err));
  keep(bodies, close_bodies);
  OK(rgs_bodies_bind(bodies, &v, &err));
  const named_method strang = { "exact", "strang", NULL, NULL, NULL };
  OK(rgs_stepper_create(bodies, made(c, &strang), host, &stepper, &err));
  return keep(stepper, close_stepper);
}

TEST(checks) {
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = idle, .ranks = 1 };
  double numbers[PLAIN_BODY];
  setenv("RIGIDSTEP_CHECKS", "1", 1);
  const struct {
    uint32_t flags;
    bool environment, watches;
  } cases[] = { { 0, false, false },
                { 0, true, true },
                { RGS_CONTEXT_CHECKS, false, true },
                { RGS_CONTEXT_NO_ENVIRONMENT, true, false },
                { RGS_CONTEXT_NO_ENVIRONMENT | RGS_CONTEXT_CHECKS, true, true } };
  for (size_t k = 0; k < COUNT(cases); k++) {
    if (!cases[k].environment) unsetenv("RIGIDSTEP_CHECKS");
    rgs_context *c = opened_as(SPEC_WITH(flags, cases[k].flags));
    setenv("RIGIDSTEP_CHECKS", "1", 1);
    rgs_stepper *s = stepper_in(c, 1, &host, numbers);
    if (cases[k].watches)
      REFUSED_BODY(RGS_E_HOST, 0, rgs_stepper_run(s, 0.1, 1, &err), "tau[0] was not written");
    else
      OK(rgs_stepper_run(s, 0.1, 1, &err));
  }
  unsetenv("RIGIDSTEP_CHECKS");
}

/* A damped body, one at rest at first, one whose host is not deterministic, and an undamped one. */
static double damping, noise, gain;
static int evaluations;
static int damped(void *self, rgs_eval *request, const rgs_view *v) {
  (void)self, (void)request;
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->f, 0, k) = 1 - RGS_AT(v->x, 0, k);
    RGS_AT(v->tau, 0, k) = 0.3 - damping * RGS_AT(v->l, 0, k) + noise * ++evaluations * gain;
  }
  return 0;
}

TEST(torques_of_momenta) {
  const struct {
    double damping, noise, spin;
    int said;
  } cases[] = { { 0.1, 0, 1, 1 }, { 0.1, 0, 0, 1 }, { 0.1, 1, 1, 0 }, { 0, 0, 1, 0 } };
  rgs_context_spec spec = { .head = RGS_HEAD(rgs_context_spec), .log = log_it, .self = &logs };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = damped, .ranks = 1 };
  gain = 0.01;
  for (size_t k = 0; k < COUNT(cases); k++) {
    double numbers[2][PLAIN_BODY];
    logs = 0;
    damping = cases[k].damping, noise = cases[k].noise;
    for (int checks = 0; checks < 2; checks++) {
      spec.flags = checks ? RGS_CONTEXT_CHECKS : 0;
      rgs_stepper *s = stepper_in(opened_as(&spec), 1, &host, numbers[checks]);
      numbers[checks][L] = cases[k].spin;
      evaluations = 0;
      OK(rgs_stepper_run(s, 0.1, 5, &err));
    }
    SAME_INT(cases[k].said, logs);
    if (cases[k].said) TRUE(strstr(logged[0], "depends on momenta") != NULL);
    if (noise == 0) SAME_BITS(numbers[0], numbers[1], PLAIN_BODY);
  }
}

/* The context's executor serves steppers whose host gives none, and not those whose host gives an empty one. */
TEST(executor) {
  enum { N = 2000 };
  double *numbers = keep(calloc(PLAIN_BODY * N, sizeof *numbers), free);
  odd_executor odd = { .seed = 3 };
  const rgs_executor shared = { RGS_HEAD(rgs_executor), &odd, odd_parallel_for },
                     none = RGS_EXECUTOR_INIT;
  rgs_context *c = opened_as(SPEC_WITH(executor, &shared));
  rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = idle, .ranks = 1, .executor = &none };
  OK(rgs_stepper_run(stepper_in(c, N, &host, numbers), 0.1, 1, &err));
  SAME_INT(0, odd.calls);
  host.executor = NULL;
  OK(rgs_stepper_run(stepper_in(c, N, &host, numbers), 0.1, 1, &err));
  TRUE(odd.calls > 0);
}

TEST(folders_of_modules) {
  setenv("RIGIDSTEP_MODULE_PATH", "/no/such/folder", 1);
  rgs_context *named = opened_as(SPEC_WITH(module_path, "/nor/this")), *by_environment = opened(),
              *none = opened_as(SPEC_WITH(flags, RGS_CONTEXT_NO_ENVIRONMENT));
  unsetenv("RIGIDSTEP_MODULE_PATH");
  REFUSED_TEXT(RGS_E_MODULE, rgs_module_load(named, "acme", &err), "/nor/this");
  REFUSED_TEXT(RGS_E_MODULE, rgs_module_load(by_environment, "acme", &err), "/no/such/folder");
  forget_error();
  TRUE(rgs_module_load(none, "acme", &err) == RGS_E_MODULE);
  TRUE(strstr(err.text, "/no") == NULL);
}

TEST_MAIN(NULL, NULL)
