/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_growth.c - structs of a host or a module built against an earlier or a later header.  Every size a
 * head may state, of every struct that crosses the ABI, in memory of exactly that size: one that ends inside
 * a field is RGS_E_ABI, since half a pointer was followed once; what ends where a field ends is taken as far
 * as it goes; what is longer, with a later version in its head, is read and written no further than it is
 * known.  And of each a head that no library may accept, which leaves struct and bodies as they were.
 */
#include "check.h"
#include "fixture.h"
#include "modules/methods.h"

#include <math.h>
#include <rigidstep/module.h>
#include <stdlib.h>

static fixture s;

/* Uses a struct of `size` bytes, and checks what a library may know of it. */
typedef rgs_status use(void *some, size_t size);
#define HAS(T, field) (size >= offsetof(T, field) + sizeof((T){ 0 }.field))

typedef struct subject {
  const char *name;
  const void *whole;
  size_t size, least;
  use *use;
  const size_t *begins; /* of the fields behind the head, up to the end of the last */
  size_t n_begins;
} subject;

static long long refused, accepted;

static void every_size(const subject *of) {
  for (size_t size = 8; size <= of->size + 40; size++) {
    bool cuts = size < of->least;
    for (size_t k = 0; k + 1 < of->n_begins; k++)
      cuts = cuts || (size > of->begins[k] && size < of->begins[k + 1]);
    void *some = resized(of->whole, of->size, size);
    const rgs_head head = { (uint32_t)size, size > of->size ? LATER_MINOR : RGS_ABI };
    memcpy(some, &head, sizeof head);
    forget_error();
    const rgs_status got = of->use(some, size);
    /* (RGS_E_ABI may come from the size of an array's elements, too.) */
    const bool for_its_size = got == RGS_E_ABI && strstr(err.text, "head.size") != NULL;
    if (for_its_size != cuts)
      print_error("%s of %zu bytes: %s\n  text: %s\n", of->name, size, status_name(got), err.text);
    TRUE(for_its_size == cuts);
    if (cuts && size >= of->least) TRUE(strstr(err.text, "field") != NULL);
    refused += cuts;
    accepted += !cuts;
  }
}

static void bad_head(const subject *of, rgs_head head) {
  unsigned char *some = resized(of->whole, of->size, of->size),
                *before = keep(malloc(of->size), free);
  double *bodies = s.world ? fake_snapshot(s.world) : NULL;
  memcpy(some, &head, sizeof head);
  memcpy(before, some, of->size);
  REFUSED(RGS_E_ABI, of->use(some, of->size));
  TRUE(memcmp(before, some, of->size) == 0);
  TRUE(!bodies || fake_unchanged(s.world, bodies));
}

/* A struct that a call filled is as far as it goes what the call writes into a whole one. */
static void same_as(const void *whole, const void *some, size_t size, size_t known) {
  TRUE(memcmp((const char *)some + 8, (const char *)whole + 8, (size < known ? size : known) - 8) ==
       0);
}

/* ---- what a host hands in -------------------------------------------------------------------- */
static fake_memory memory;
static rgs_status use_context_spec(void *some, size_t size) {
  rgs_context *c = NULL;
  const rgs_status got = rgs_context_create(some, &c, &err);
  if (got == RGS_OK) memset(some, 0xff, size);
  rgs_context_destroy(c);
  return got;
}

static rgs_status use_executor(void *some, size_t size) {
  rgs_context_spec spec = *SPEC_WITH(executor, some);
  const rgs_status got = use_context_spec(&spec, sizeof spec);
  if (got == RGS_OK) memset(some, 0xff, size);
  return got;
}

static rgs_status use_allocator(void *some, size_t size) {
  rgs_context *c = NULL;
  const rgs_status got = rgs_context_create(SPEC_WITH(allocator, some), &c, &err);
  if (got == RGS_OK) memset(some, 0xff, size); /* copied: it need not live on */
  if (got == RGS_OK) TRUE((memory.live > 0) == HAS(rgs_allocator, release));
  if (got != RGS_E_ABI) /* one of the two functions without the other */
    SAME_INT(HAS(rgs_allocator, alloc) && !HAS(rgs_allocator, release) ? RGS_E_ARG : RGS_OK, got);
  rgs_context_destroy(c);
  SAME_INT(0, memory.live + memory.wrong_size);
  return got;
}

static rgs_status use_view(void *some, size_t size) {
  (void)size;
  const rgs_status got = rgs_bodies_bind(s.bodies, some, &err);
  if (got == RGS_OK) OK(rgs_stepper_run(s.stepper, 0.01, 2, &err));
  return got;
}

static rgs_status use_host(void *some, size_t size) {
  rgs_stepper *t = NULL;
  rgs_eval request = RGS_EVAL_INIT;
  const int64_t calls = s.host.calls;
  const rgs_status got = rgs_stepper_create(s.bodies, s.method, some, &t, &err);
  if (got != RGS_OK) return got;
  if (HAS(rgs_host, eval)) {
    OK(rgs_stepper_run(t, 0.01, 1, &err));
    SAME_INT(calls + 2, s.host.calls);
  } else { /* the host drives, with the default "provides forces" */
    double *before = fake_snapshot(s.world);
    TRUE(rgs_stepper_run(t, 0.01, 1, &err) < 0);
    TRUE(fake_unchanged(s.world, before));
    OK(rgs_stepper_reset(t, &err));
    STATUS(RGS_NEED_EVAL, rgs_stepper_advance(t, 0.01, &request, &err));
    SAME_INT(RGS_EVAL_FORCE, request.what);
    SAME_INT(calls, s.host.calls);
  }
  rgs_stepper_destroy(t);
  return got;
}

static rgs_status use_spec(void *some, size_t size) {
  rgs_method *method = NULL;
  const rgs_status got = rgs_method_create(s.context, some, &method, &err);
  rgs_method_destroy(method);
  const bool parameters = HAS(rgs_method_spec, param_size);
  if (got == RGS_E_ABI) return got;
  if (size == offsetof(rgs_method_spec, n_params)) /* an array without a length */
    REFUSED_TEXT(RGS_E_ARG, rgs_method_create(s.context, some, &method, &err),
                 "n_params is 0 and spec.params is given; allowed 0 and null, or 1 to 1024");
  TRUE((got == RGS_OK) ==
       (HAS(rgs_method_spec, scheme) && (parameters || !HAS(rgs_method_spec, params))));
  if (got != RGS_OK) return got;
  look(&s, some);
  NEAR(parameters ? 1.5 : 1.25, seen.gain, 0);
  SAME_INT(3, seen.steps);
  SAME_INT(0, seen.flag);
  SAME_INT(sizeof(rgs_flow), seen_head.size);
  SAME_INT(RGS_ABI, seen_head.abi);
  return got;
}

/* Fields of a later version: zero, the default. */
static rgs_status use_info(void *some, size_t size) {
  rgs_method_info whole = RGS_METHOD_INFO_INIT;
  OK(rgs_method_describe(s.method, &whole, &err));
  const rgs_status got = rgs_method_describe(s.method, some, &err);
  SAME_INT(got, rgs_stepper_describe(s.stepper, some, &err));
  if (got != RGS_OK) return got;
  same_as(&whole, some, size, sizeof whole);
  for (size_t k = sizeof whole; k < size; k++) SAME_INT(0, ((unsigned char *)some)[k]);
  return got;
}

static rgs_status use_request(void *some, size_t size) {
  rgs_eval *r = some, full = RGS_EVAL_INIT;
  OK(rgs_stepper_reset(s.stepper, &err));
  OK(rgs_stepper_set_time(s.stepper, 2.0, &err));
  const rgs_status got = rgs_stepper_advance(s.stepper, 0.5, r, &err);
  TRUE(got == RGS_NEED_EVAL || got == RGS_E_ABI);
  if (got != RGS_NEED_EVAL) return got;
  SAME_INT((long long)size, r->head.size);
  SAME_INT(RGS_EVAL_FORCE, r->what);
  if (HAS(rgs_eval, time)) NEAR(2.0, r->time, 0);
  for (size_t k = sizeof full; k < size; k++)
    SAME_INT(0xc3, ((unsigned char *)r)[k]); /* not ours */
  full.what = RGS_EVAL_FORCE;
  SAME_INT(0, fake_eval(&s.host, &full, &s.world->view));
  STATUS(RGS_NEED_EVAL, rgs_stepper_advance(s.stepper, 0.5, r, &err));
  SAME_INT(0, fake_eval(&s.host, &full, &s.world->view));
  OK(rgs_stepper_advance(s.stepper, 0.5, r, &err));
  return got;
}

static rgs_sites *sites;
static void close_sites(void *some) { rgs_sites_destroy(some); }
static rgs_status use_sites_info(void *some, size_t size) {
  rgs_sites_info whole = { .head = RGS_HEAD(rgs_sites_info) };
  OK(rgs_sites_describe(sites, &whole, &err));
  const rgs_status got = rgs_sites_describe(sites, some, &err);
  if (got == RGS_OK) same_as(&whole, some, size, sizeof whole);
  return got;
}
static rgs_status use_sites_spec(void *some, size_t size) {
  rgs_sites *made = NULL;
  const rgs_status got = rgs_sites_create(s.context, some, &made, &err);
  rgs_sites_destroy(made);
  if (got != RGS_E_ABI) TRUE((got == RGS_OK) == HAS(rgs_sites_spec, x));
  return got;
}

/* With a barostat that moves it. */
static rgs_stepper *moving;
static rgs_status use_cell(void *some, size_t size) {
  rgs_cell cell = RGS_CELL_INIT;
  const rgs_status got = rgs_stepper_set_cell(moving, some, &err);
  if (got != RGS_OK) return got;
  OK(rgs_stepper_cell(moving, some, &err));
  OK(rgs_stepper_cell(moving, &cell, &err));
  same_as(&cell, some, size, sizeof cell);
  return got;
}

/* ---- what a module hands in ------------------------------------------------------------------ */
/* To a context of its own, or to the fixture's. */
static rgs_status add(const rgs_rotor *rotor, const rgs_scheme *scheme,
                      const rgs_integrator *integrator) {
  rgs_context *c = s.context ? s.context : opened();
  const counts before = known(c);
  forget_error();
  const rgs_status got = rgs_module_add(c, module_of(rotor, scheme, integrator), &err);
  if (got != RGS_OK) same_counts(before, c);
  if (c != s.context) close_now(c);
  return got;
}
#define USE(kind, ...)                                                                             \
  static rgs_status use_##kind(void *some, size_t size) {                                          \
    (void)size;                                                                                    \
    return add(__VA_ARGS__);                                                                       \
  }
USE(rotor, some, NULL, NULL)
USE(scheme, NULL, some, NULL)
USE(integrator, NULL, NULL, some)
static rgs_status use_about(void *some, size_t size) {
  rgs_rotor rotor = spy;
  rotor.about = some;
  return use_rotor(&rotor, size);
}
static rgs_status use_module(void *some, size_t size) {
  (void)size;
  rgs_context *c = opened();
  forget_error();
  const rgs_status got = rgs_module_add(c, some, &err);
  close_now(c);
  return got;
}
static rgs_status use_thermostat(void *some, size_t size) {
  const rgs_thermostat *const thermostats[] = { some, NULL };
  rgs_module module = WITH_HEAD(rgs_module, .name = "test.still", .version = "1",
                                .license = "BSD-3-Clause", .thermostats = thermostats);
  return use_module(&module, size);
}
static rgs_status still(rgs_thermostat_call *call, int64_t *bad) {
  (void)call, (void)bad;
  return RGS_OK;
}
static rgs_status nothing_to_do(rgs_module_call *call) {
  (void)call;
  return RGS_OK;
}
static void nothing_to_undo(void *self) { (void)self; }

/* ---- all ------------------------------------------------------------------------------------- */
#define AT(field) offsetof(of_type, field)
#define SUBJECT(T, whole, least, use, ...)                                                         \
  do {                                                                                             \
    typedef T of_type;                                                                             \
    static const size_t begins[] = { 0, 8, __VA_ARGS__, sizeof(T) };                               \
    const subject of = { #T, whole, sizeof(T), least, use, begins, COUNT(begins) };                \
    every_size(&of);                                                                               \
    for (size_t k = 0; k < BAD_HEADS; k++) bad_head(&of, bad_heads[k]);                            \
  } while (0)

TEST(any_size_of_any_struct) {
  open_fixture(&s, 2);
  fake_memory_init(&memory);
  SUBJECT(rgs_allocator, &memory.allocator, 8, use_allocator, AT(alloc), AT(release));
  const rgs_context_spec plain = RGS_CONTEXT_SPEC_INIT;
  const rgs_executor alone = RGS_EXECUTOR_INIT;
  SUBJECT(rgs_context_spec, &plain, 8, use_context_spec, AT(flags), AT(reserved0), AT(allocator),
          AT(executor), AT(kernels), AT(module_path), AT(log), AT(self));
  SUBJECT(rgs_executor, &alone, 8, use_executor, AT(self), AT(parallel_for));
  SUBJECT(rgs_host, &s.host.host, 8, use_host, AT(provides), AT(ranks), AT(force_scale), AT(eval),
          AT(executor), AT(flags), AT(reserved0));
  const rgs_param gain = { .key = "gain", .value = 1.5 };
  rgs_method_spec spec = spy_spec;
  spec.params = &gain;
  spec.n_params = 1;
  spec.param_size = sizeof gain;
  OK(rgs_module_add(s.context, &spy_module, &err));
  SUBJECT(rgs_method_spec, &spec, 8, use_spec, AT(scheme), AT(integrator), AT(thermostat),
          AT(barostat), AT(params), AT(n_params), AT(param_size), AT(inertia), AT(placement),
          AT(wants));
  const rgs_method_info info = RGS_METHOD_INFO_INIT;
  SUBJECT(rgs_method_info, &info, 8, use_info, AT(claims), AT(needs), AT(evals), AT(gradients),
          AT(ends_valid), AT(aux), AT(sums), AT(reductions));
  const rgs_eval request = RGS_EVAL_INIT;
  SUBJECT(rgs_eval, &request, sizeof request, use_request, AT(n_sum), AT(time), AT(energy), AT(sum),
          AT(virial), AT(cell));
  OK(rgs_stepper_reset(s.stepper, &err));
  SUBJECT(rgs_view, &s.world->view, AT(gf), use_view, AT(gf), AT(gtau), AT(aux), AT(tag),
          AT(thermostatted));
  double mass[2] = { 1, 1 }, x[6] = { 0, 0, 0, 1, 0, 0 };
  const int64_t first[] = { 0, 2 };
  const rgs_sites_spec rod = WITH_HEAD(rgs_sites_spec, .n_sites = 2, .n_bodies = 1, .first = first,
                                       .mass = { mass, 1, 1 }, .x = { x, 3, 1 });
  SUBJECT(rgs_sites_spec, &rod, AT(site), use_sites_spec, AT(site), AT(mass), AT(x), AT(cell),
          AT(periodic), AT(flags), AT(linear_tolerance), AT(rounding), AT(executor));
  OK(rgs_sites_create(s.context, &rod, &sites, &err));
  keep(sites, close_sites);
  const rgs_sites_info none = { .head = RGS_HEAD(rgs_sites_info) };
  SUBJECT(rgs_sites_info, &none, 8, use_sites_info, AT(n_sites), AT(kinds), AT(points), AT(linear),
          AT(planar), AT(freedom), AT(worst), AT(misfit));
  const named_method pressed = { "exact", "strang", NULL, "andersen",
                                 "kt=1 pressure=1 barostat_relaxation=1" };
  const rgs_host host =
      WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE | RGS_EVAL_VIRIAL, .ranks = 1);
  OK(rgs_stepper_create(s.bodies, made(s.context, &pressed), &host, &moving, &err));
  keep(moving, close_stepper);
  const rgs_cell cell = WITH_HEAD(rgs_cell, .vectors = { 2, 0, 0, 0, 3, 0, 0, 0, 4 });
  SUBJECT(rgs_cell, &cell, AT(reference), use_cell, AT(origin), AT(reference), AT(flags),
          AT(reserved0));
}

TEST(any_size_of_any_table) {
  close_now(&s);
  memset(&s, 0, sizeof s);
  SUBJECT(rgs_about, &spy_about, AT(claims), use_about, AT(claims), AT(needs), AT(n_params),
          AT(params), AT(param_info_size), AT(params_size));
  SUBJECT(rgs_rotor, &spy, AT(prepare), use_rotor, AT(prepare), AT(prepared), AT(reserved0),
          AT(order));
  SUBJECT(rgs_scheme, &test_scheme, AT(pre), use_scheme, AT(pre), AT(n_pre), AT(reserved0));
  SUBJECT(rgs_integrator, &test_integrator, AT(aux), use_integrator, AT(aux), AT(cursor_size),
          AT(state_size), AT(flags), AT(check), AT(project), AT(output), AT(outputs), AT(n_outputs),
          AT(output_info_size));
  static const rgs_about about_thermostat =
      WITH_HEAD(rgs_about, .name = "test.still", .doc = "Nothing.", .cite = "none", .order = 1);
  const rgs_thermostat thermostat =
      WITH_HEAD(rgs_thermostat, .about = &about_thermostat, .act = still);
  SUBJECT(rgs_thermostat, &thermostat, sizeof thermostat, use_thermostat, AT(state_size),
          AT(flags));
  rgs_module *module = module_of(&spy, &test_scheme, &test_integrator);
  module->init = nothing_to_do;
  module->fini = nothing_to_undo;
  SUBJECT(rgs_module, module, AT(rotors), use_module, AT(rotors), AT(schemes), AT(integrators),
          AT(thermostats), AT(init), AT(fini));
  counted(refused, "sizes that end inside a field refused");
  counted(accepted, "other sizes taken");
}

/* ---- rgs_error ------------------------------------------------------------------------------- */
/* Nothing is written behind the stated size; nothing behind the known struct, where a later version may
 * have a field of its own. */
TEST(error_record_of_any_size) {
  enum { LONGEST = sizeof(rgs_error) + 64 };
  union {
    rgs_error record;
    unsigned char bytes[LONGEST + 16];
  } u;
  open_fixture(&s, 1);
  /* A text longer than the record holds, by quoting a long name. */
  char name[600];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = 0;
  rgs_method_spec spec = strang;
  spec.rotor = name;
  rgs_method *method = NULL;
  REFUSED(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, &err));
  const rgs_error whole = err;
  for (size_t size = 0; size <= LONGEST + 1; size++) {
    const bool foreign = size > LONGEST; /* of another major version: it is not touched */
    memset(&u, 0xee, sizeof u);
    u.record.head = foreign ? (rgs_head){ sizeof(rgs_error), OTHER_MAJOR }
                            : (rgs_head){ (uint32_t)size, RGS_ABI };
    const rgs_head head = u.record.head;
    STATUS(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, &u.record));
    TRUE(memcmp(&head, &u.record.head, sizeof head) == 0);
    const size_t end = size < 8 || foreign        ? 8
                       : size < sizeof(rgs_error) ? size
                                                  : sizeof(rgs_error);
    for (size_t i = end; i < sizeof u.bytes; i++)
      if (u.bytes[i] != 0xee) fail_msg("head.size %zu: byte %zu written", size, i);
    if (end >= offsetof(rgs_error, text)) {
      SAME_INT(RGS_E_NAME, u.record.status);
      SAME_INT(-1, u.record.body);
    }
    if (end > offsetof(rgs_error, text)) {
      const size_t room = end - offsetof(rgs_error, text);
      TRUE(memchr(u.record.text, 0, room) != NULL);
      TRUE(strncmp(u.record.text, whole.text, strlen(u.record.text)) == 0);
      SAME_INT((long long)room - 1, (long long)strlen(u.record.text));
    }
  }
  STATUS(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, NULL));
  TRUE(method == NULL);
  /* Success writes nothing. */
  rgs_error untouched = { RGS_HEAD(rgs_error), 42, 43, 44, "as it was" };
  const rgs_error before = untouched;
  STATUS(RGS_OK, rgs_bodies_check(s.bodies, &untouched));
  rgs_eval request = RGS_EVAL_INIT;
  STATUS(RGS_NEED_EVAL, rgs_stepper_advance(s.stepper, 0.1, &request, &untouched));
  TRUE(memcmp(&before, &untouched, sizeof before) == 0);
}

/* ---- arrays ---------------------------------------------------------------------------------- */
/* Elements with something behind, of a later version; and element sizes that no version had, or that are no
 * multiple of 8. */
static const uint32_t absurd[] = { 0, 1, 4, 7, 8, 16, 20, 25, 28, UINT32_MAX };

TEST(longer_parameters) {
  open_fixture(&s, 2);
  OK(rgs_module_add(s.context, &spy_module, &err));
  const struct {
    rgs_param p;
    double more[2];
  } longer[] = { { { .key = "gain", .value = 0.75 }, { 9, 9 } },
                 { { .key = "steps", .value = 7 }, { 9, 9 } },
                 { { .key = "flag", .text = "1" }, { 9, 9 } } };
  rgs_method *method = NULL;
  rgs_method_spec spec = spy_spec;
  spec.params = &longer[0].p;
  spec.n_params = 3;
  spec.param_size = sizeof longer[0];
  look(&s, &spec);
  NEAR(0.75, seen.gain, 0);
  SAME_INT(7, seen.steps);
  SAME_INT(1, seen.flag);
  for (size_t i = 0; i < COUNT(absurd); i++) {
    spec.param_size = absurd[i];
    forget_error();
    TRUE(rgs_method_create(s.context, &spec, &method, &err) < 0);
    TRUE(err.text[0] != 0);
  }
  spec.params = NULL;
  spec.param_size = sizeof(rgs_param);
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create(s.context, &spec, &method, &err), "params");
}

/* The state after some steps with the scheme. */
static double *steps_of(const char *scheme) {
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = scheme);
  rgs_method *method = NULL;
  for (int64_t i = 0; i < s.world->n; i++) fake_body_fill(s.world, i, i);
  OK(rgs_method_create(s.context, &spec, &method, &err));
  OK(rgs_stepper_swap(s.stepper, method, &err));
  OK(rgs_stepper_set_valid(s.stepper, 0, &err));
  OK(rgs_stepper_run(s.stepper, 0.1, 5, &err));
  OK(rgs_stepper_swap(s.stepper, s.method, &err));
  rgs_method_destroy(method);
  return fake_state(s.world);
}

TEST(longer_stages) {
  open_fixture(&s, 2);
  static const struct {
    rgs_stage stage;
    double more;
  } longer[] = { { KICK(0.5), 7 }, { DRIFT(1), 7 }, { KICK(0.5), 7 } };
  rgs_about about = test_scheme_about, named = test_scheme_about;
  about.name = "test.longer";
  rgs_scheme scheme = test_scheme;
  scheme.about = &about;
  scheme.stages = &longer[0].stage;
  scheme.stage_size = sizeof longer[0];
  OK(add(NULL, &scheme, NULL));
  double *want = steps_of("strang"), *got = steps_of("test.longer");
  SAME_BITS(want, got, 2 * FAKE_STATE);
  named.name = "test.absurd";
  scheme = test_scheme;
  scheme.about = &named;
  for (size_t i = 0; i < COUNT(absurd); i++) {
    scheme.stage_size = absurd[i];
    const rgs_status status = add(NULL, &scheme, NULL);
    TRUE(status == RGS_E_TABLE || status == RGS_E_ABI);
    TRUE(err.text[0] != 0);
  }
}

TEST(longer_descriptions_of_parameters) {
  open_fixture(&s, 1);
  const struct {
    rgs_param_info p;
    double more;
  } longer[] = { { { "gain", "", "A factor.", RGS_F64, 8, -1, 1, 0.5, 0, 0 }, 7 },
                 { { "steps", "", "A count.", RGS_I64, 0, 0, 9, 5, 0, 0 }, 7 } };
  rgs_about about = spy_about;
  about.name = "test.spy_longer";
  about.n_params = 2;
  about.params = &longer[0].p;
  about.param_info_size = sizeof longer[0];
  rgs_rotor rotor = spy;
  rotor.about = &about;
  OK(add(&rotor, NULL, NULL));
  look(&s, &(rgs_method_spec)WITH_HEAD(rgs_method_spec, .rotor = "test.spy_longer",
                                       .scheme = "strang"));
  double second;
  int64_t first;
  memcpy(&second, &seen.steps, sizeof second);
  memcpy(&first, &seen.gain, sizeof first);
  NEAR(0.5, second, 0); /* gain lies at offset 8 */
  SAME_INT(5, first);
}

/* A rotor that ends after flow is called as any other. */
TEST(short_rotor_is_called) {
  open_fixture(&s, 1);
  rgs_rotor *cut = resized(&spy, sizeof spy, offsetof(rgs_rotor, prepare));
  OK(add(cut, NULL, NULL));
  close_now(cut); /* what the context needs of it was copied */
  seen_calls = 0;
  look(&s, &spy_spec);
  SAME_INT(1, seen_calls);
}

TEST_MAIN(NULL, NULL)
