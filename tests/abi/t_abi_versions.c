/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_versions.c - what structs and saves of another major version get, and hosts and modules of later versions.
 */
#include "check.h"
#include "fixture.h"
#include "modules/methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fixture s;

/* ---- 1.2, another major version ------------------------------------------------------------------------------------- */
#define ABI_1_2 (1u << 16 | 2u)
#define ANEW "made for ABI 1.2; this library has ABI 2.0; compile with its headers"

/* Whatever struct a call takes, with the head that it had in 1.2; nothing behind that is looked at. */
#define OLD(size) ((void *)(uint32_t[100]){ size, ABI_1_2 })
#define REFUSED_OLD(call, name) REFUSED_TEXT(RGS_E_ABI, call, name, ANEW)
TEST(structs_of_1_2) {
  open_fixture(&s, 1);
  rgs_context *context = NULL;
  rgs_method *method = NULL;
  rgs_stepper *stepper = NULL;
  REFUSED_OLD(rgs_context_create(OLD(64), &context, &err), "spec");
  REFUSED_OLD(rgs_bodies_bind(s.bodies, OLD(336), &err), "view");
  REFUSED_OLD(rgs_stepper_create(s.bodies, s.method, OLD(64), &stepper, &err), "host");
  REFUSED_OLD(rgs_method_create(s.context, OLD(48), &method, &err), "spec");
  REFUSED_OLD(rgs_method_describe(s.method, OLD(48), &err), "info");
  REFUSED_OLD(rgs_stepper_describe(s.stepper, OLD(48), &err), "info");
  REFUSED_OLD(rgs_stepper_advance(s.stepper, 0.1, OLD(96), &err), "request");
  REFUSED_OLD(rgs_stepper_process(s.stepper, OLD(96), &err), "request");
  REFUSED_OLD(rgs_module_add(s.context, OLD(80), &err), "module");
  REFUSED_OLD(rgs_module_add(s.context, module_of(OLD(48), NULL, NULL), &err), "rotor");
}

/* The version stands behind eight bytes. */
static void refuse_save_of_1_2(block data, rgs_status (*load)(rgs_stepper *, const void *, size_t,
                                                              rgs_error *)) {
  const uint32_t version = ABI_1_2;
  double *before = fake_snapshot(s.world);
  memcpy((char *)data.bytes + 8, &version, sizeof version);
  REFUSED_TEXT(
      RGS_E_ABI, load(s.stepper, data.bytes, data.size, &err),
      "saved data: made for ABI 1.2; this library has ABI 2.0; load it with a library of ABI 1");
  TRUE(fake_unchanged(s.world, before));
}
TEST(saves_of_1_2) {
  open_fixture(&s, 1);
  refuse_save_of_1_2(saved(s.stepper), rgs_stepper_load);
  refuse_save_of_1_2(saved_by(rgs_stepper_save_ensemble, s.stepper), rgs_stepper_load_ensemble);
}

/* ---- thermostats ----------------------------------------------------------------------------------- */
/* What the claims say of schemes that want a thermostat, and of methods whose thermostat draws. */
TEST(claims_about_thermostats) {
  open_fixture(&s, 1);
  int wanting = 0;
  for (int64_t m = 0; m < rgs_about_count(s.context, RGS_KIND_SCHEME); m++) {
    const rgs_about *about = rgs_about_at(s.context, RGS_KIND_SCHEME, m);
    const named_method alone = { "exact", about->name, NULL, NULL, NULL };
    rgs_method *method = NULL;
    const bool wants = (about->claims & RGS_PLACES_THERMOSTAT) != 0;
    SAME_INT(wants ? RGS_E_ARG : RGS_OK, method_from_names(s.context, &alone, &method, &err));
    keep(method, close_method);
    wanting += wants;
  }
  TRUE(wanting >= 2);
  const named_method draws = { "exact", "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1" },
                     draws_not = { "exact", "strang", "drag", NULL, NULL };
  TRUE(info_of(made(s.context, &draws)).claims & RGS_RANDOM);
  TRUE(!(info_of(made(s.context, &draws_not)).claims & RGS_RANDOM));
}

/* ---- later versions -------------------------------------------------------------------------- */
enum { MANY = 1500 }; /* enough to be split */

static int executions;
static int execute(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                   void *work) {
  executions++;
  TRUE(pool == &executions);
  run(work, 0, n);
  return 0;
}

/* The state after steps of bodies whose host says that it has this size. */
static double *steps_of_host(size_t size, uint32_t abi, bool resize) {
  open_fixture(&s, MANY);
  rgs_stepper_destroy(s.stepper);
  const rgs_executor executor = { RGS_HEAD(rgs_executor), &executions, execute };
  s.host.host.executor = &executor;
  rgs_host *host = resize ? resized(&s.host.host, sizeof s.host.host, size) : &s.host.host;
  host->head = (rgs_head){ (uint32_t)size, abi };
  executions = 0;
  OK(rgs_stepper_create(s.bodies, s.method, host, &s.stepper, &err));
  if (resize) close_now(host);
  OK(rgs_stepper_run(s.stepper, 0.05, 3, &err));
  return fake_state(s.world);
}

/* A host of a later version is longer. */
TEST(later_hosts) {
  double *want = steps_of_host(sizeof(rgs_host), RGS_ABI, false);
  TRUE(executions > 0);
  double *later = steps_of_host(sizeof(rgs_host) + 16, LATER_MINOR, true);
  TRUE(executions > 0);
  SAME_BITS(want, later, MANY * FAKE_STATE);
}

static rgs_head thermostat_head;
static int64_t thermostat_calls, thermostat_bodies;
static rgs_status note_call(rgs_thermostat_call *call, int64_t *bad) {
  (void)bad;
  thermostat_head = call->head;
  thermostat_bodies = call->bodies->n;
  thermostat_calls++;
  return RGS_OK;
}
static const rgs_about noting_about = WITH_HEAD(
    rgs_about, .name = "test.notes", .doc = "Does nothing.", .cite = "none", .order = RGS_EXACT);
static const rgs_thermostat noting =
    WITH_HEAD(rgs_thermostat, .about = &noting_about, .act = note_call);
static const rgs_thermostat *const noting_thermostats[] = { &noting, NULL };

/* A rotor and a thermostat of a module get all bodies at once, in a call as the ABI has it. */
TEST(modules_get_one_call) {
  rgs_module *notes = module_of(NULL, NULL, NULL);
  open_fixture(&s, MANY);
  notes->name = "test.noting";
  notes->thermostats = noting_thermostats;
  OK(rgs_module_add(s.context, &spy_module, &err));
  OK(rgs_module_add(s.context, notes, &err));
  rgs_method *method = NULL;
  rgs_stepper *stepper = NULL;
  rgs_method_spec noted = spy_spec;
  noted.thermostat = "test.notes";
  OK(rgs_method_create(s.context, &noted, &method, &err));
  const rgs_executor executor = { RGS_HEAD(rgs_executor), &executions, execute };
  s.host.host.executor = &executor;
  s.host.host.ranks = 1;
  OK(rgs_stepper_create(s.bodies, method, &s.host.host, &stepper, &err));
  seen_calls = thermostat_calls = executions = 0;
  OK(rgs_stepper_run(stepper, 0.05, 1, &err));
  TRUE(executions > 0);    /* kicks are split */
  SAME_INT(2, seen_calls); /* before the thermostat and after it */
  SAME_INT(1, thermostat_calls);
  SAME_INT(MANY, thermostat_bodies);
  SAME_INT(sizeof(rgs_thermostat_call), thermostat_head.size);
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
}

TEST_MAIN(NULL, NULL)
