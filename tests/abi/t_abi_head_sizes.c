/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_head_sizes.c - every size a head may state, of every struct that crosses the ABI, in memory of
 * exactly that size: one that ends inside a field is RGS_E_ABI, since half a pointer was followed
 * once; what ends where a field ends, and what is longer than any version known, stays accepted.  And of
 * each a head that no library may accept, which leaves struct and bodies as they were.
 */
#include "check.h"
#include "scene.h"

#include <rigidstep/module.h>
#include <stdlib.h>

typedef rgs_status use(scene *s, void *struct_of_some_size);

typedef struct subject {
  const char *name;
  const void *whole;
  size_t size, least;
  use *use;
  const size_t *begins; /* of the fields behind the head, up to the end of the last */
  size_t n_begins;
} subject;

static long long refused, accepted;

static void every_size(scene *s, const subject *of) {
  for (size_t size = 8; size <= of->size + 40; size++) {
    bool cuts = size < of->least;
    for (size_t k = 0; k + 1 < of->n_begins; k++)
      cuts = cuts || (size > of->begins[k] && size < of->begins[k + 1]);
    void *some = resized(of->whole, of->size, size);
    forget_error();
    const rgs_status got = of->use(s, some);
    /* (RGS_E_ABI may come from the size of an array's elements, too.) */
    const bool for_its_size = got == RGS_E_ABI && strstr(err.text, "head.size") != NULL;
    if (for_its_size != cuts)
      print_error("%s of %zu bytes: %s\n  text: %s\n", of->name, size, status_name(got), err.text);
    TRUE(for_its_size == cuts);
    if (cuts && size >= of->least) TRUE(strstr(err.text, "field") != NULL);
    refused += cuts;
    accepted += !cuts;
    free(some);
  }
}

static void bad_head(scene *s, const subject *of, rgs_head head) {
  unsigned char *some = resized(of->whole, of->size, of->size), *before = malloc(of->size);
  double *bodies = s->world ? fake_snapshot(s->world) : NULL;
  memcpy(some, &head, sizeof head);
  memcpy(before, some, of->size);
  REFUSED(RGS_E_ABI, of->use(s, some));
  TRUE(memcmp(before, some, of->size) == 0);
  TRUE(!bodies || fake_unchanged(s->world, bodies));
  free(bodies);
  free(before);
  free(some);
}

/* ---- what a host hands in -------------------------------------------------------------------- */
static rgs_status use_allocator(scene *s, void *some) {
  (void)s;
  rgs_context *c = NULL;
  const rgs_status got = rgs_context_create(some, &c, &err);
  rgs_context_destroy(c);
  return got;
}
static rgs_status use_view(scene *s, void *some) {
  const rgs_status got = rgs_bodies_bind(s->bodies, some, &err);
  if (got == RGS_OK) OK(rgs_step(s->stepper, 0.01, 1, &err));
  return got;
}
static rgs_status use_host(scene *s, void *some) {
  rgs_stepper *t = NULL;
  const rgs_status got = rgs_stepper_create(s->bodies, s->method, some, &t, &err);
  if (got == RGS_OK) (void)rgs_step(t, 0.01, 1, &err);
  rgs_stepper_destroy(t);
  return got;
}
static rgs_status use_spec(scene *s, void *some) {
  rgs_method *method = NULL;
  const rgs_status got = rgs_method_create(s->context, some, &method, &err);
  rgs_method_destroy(method);
  return got;
}
static rgs_status use_info(scene *s, void *some) {
  return rgs_method_describe(s->method, some, &err);
}
static rgs_status use_request(scene *s, void *some) {
  OK(rgs_stepper_reset(s->stepper, &err));
  const rgs_status got = rgs_advance(s->stepper, 0.01, some, &err);
  TRUE(got == RGS_NEED_EVAL || got == RGS_E_ABI);
  (void)rgs_stepper_reset(s->stepper, NULL);
  return got;
}

/* ---- what a module hands in ------------------------------------------------------------------ */
static rgs_status add(const rgs_rotor *const *rotors, const rgs_scheme *const *schemes,
                      const rgs_integrator *const *integrators) {
  rgs_context *c = opened();
  rgs_module *m = new_module();
  m->rotors = rotors;
  m->schemes = schemes;
  m->integrators = integrators;
  forget_error();
  const rgs_status got = rgs_module_add(c, m, &err);
  rgs_context_destroy(c);
  return got;
}
static rgs_status use_rotor(scene *s, void *some) {
  (void)s;
  const rgs_rotor *const list[] = { some, NULL };
  return add(list, NULL, NULL);
}
static rgs_status use_about(scene *s, void *some) {
  rgs_rotor rotor = spy;
  rotor.about = some;
  return use_rotor(s, &rotor);
}
static const rgs_stage kdk[] = { { RGS_KICK, 0, 0.5, 0 },
                                 { RGS_DRIFT, 0, 1, 0 },
                                 { RGS_KICK, 0, 0.5, 0 } };
static const rgs_about kdk_about = WITH_HEAD(rgs_about, .name = "test.kdk", .doc = "A Strang step.",
                                             .cite = "none", .order = 2, .needs = RGS_EVAL_FORCE);
static const rgs_scheme a_scheme = WITH_HEAD(rgs_scheme, .about = &kdk_about, .stages = kdk,
                                             .n_stages = 3, .stage_size = sizeof(rgs_stage));
static rgs_status use_scheme(scene *s, void *some) {
  (void)s;
  const rgs_scheme *const list[] = { some, NULL };
  return add(NULL, list, NULL);
}
static rgs_status no_advance(rgs_turn *turn, int64_t *bad) {
  (void)turn, (void)bad;
  return RGS_OK;
}
static const rgs_about idle_about =
    WITH_HEAD(rgs_about, .name = "test.idle", .doc = "Idle.", .cite = "none", .order = 1);
static const rgs_integrator an_integrator =
    WITH_HEAD(rgs_integrator, .about = &idle_about, .advance = no_advance);
static rgs_status use_integrator(scene *s, void *some) {
  (void)s;
  const rgs_integrator *const list[] = { some, NULL };
  return add(NULL, NULL, list);
}
static rgs_status nothing_to_do(void) { return RGS_OK; }
static void nothing_to_undo(void) {}
static rgs_status use_module(scene *s, void *some) {
  (void)s;
  rgs_context *c = opened();
  forget_error();
  const rgs_status got = rgs_module_add(c, some, &err);
  rgs_context_destroy(c);
  return got;
}

/* ---- all ------------------------------------------------------------------------------------- */
#define AT(T, field) offsetof(T, field)
#define SUBJECT(T, whole, least, use, ...)                                                         \
  do {                                                                                             \
    static const size_t begins[] = { 0, 8, __VA_ARGS__, sizeof(T) };                               \
    const subject of = { #T, whole, sizeof(T), least, use, begins, COUNT(begins) };                \
    every_size(&s, &of);                                                                           \
    for (size_t k = 0; k < BAD_HEADS; k++) bad_head(&s, &of, bad_heads[k]);                        \
  } while (0)

TEST(any_size_of_any_struct) {
  scene s;
  open_scene(&s, 1);
  fake_memory memory;
  fake_memory_init(&memory);
  SUBJECT(rgs_allocator, &memory.allocator, 8, use_allocator, AT(rgs_allocator, alloc),
          AT(rgs_allocator, release));
  SUBJECT(rgs_host, &s.host.host, 8, use_host, AT(rgs_host, provides), AT(rgs_host, reserved0),
          AT(rgs_host, force_scale), AT(rgs_host, eval), AT(rgs_host, ranks),
          AT(rgs_host, reserved1), AT(rgs_host, parallel_for), AT(rgs_host, pool));
  const rgs_param gain = { "gain", NULL, 1.5 };
  rgs_method_spec spec = spy_spec;
  spec.params = &gain;
  spec.n_params = 1;
  spec.param_size = sizeof gain;
  OK(rgs_module_add(s.context, &spy_module, &err));
  SUBJECT(rgs_method_spec, &spec, 8, use_spec, AT(rgs_method_spec, scheme),
          AT(rgs_method_spec, integrator), AT(rgs_method_spec, params),
          AT(rgs_method_spec, n_params), AT(rgs_method_spec, param_size));
  const rgs_method_info info = RGS_METHOD_INFO_INIT;
  SUBJECT(rgs_method_info, &info, 8, use_info, AT(rgs_method_info, claims),
          AT(rgs_method_info, needs), AT(rgs_method_info, evals), AT(rgs_method_info, gradients),
          AT(rgs_method_info, ends_fresh), AT(rgs_method_info, carry),
          AT(rgs_method_info, reserved0), AT(rgs_method_info, sums),
          AT(rgs_method_info, reductions));
  const rgs_eval request = RGS_EVAL_INIT;
  SUBJECT(rgs_eval, &request, 12, use_request, AT(rgs_eval, reserved0), AT(rgs_eval, time),
          AT(rgs_eval, energy), AT(rgs_eval, sum), AT(rgs_eval, n_sum), AT(rgs_eval, reserved1),
          AT(rgs_eval, virial), AT(rgs_eval, lengths));
  SUBJECT(rgs_view, &s.world->view, AT(rgs_view, gf), use_view, AT(rgs_view, gf),
          AT(rgs_view, gtau), AT(rgs_view, carry), AT(rgs_view, key), AT(rgs_view, n_copies),
          AT(rgs_view, coupled));
  close_scene(&s);
}

TEST(any_size_of_any_table) {
  scene s = { 0 };
  SUBJECT(rgs_about, &spy_about, AT(rgs_about, claims), use_about, AT(rgs_about, claims),
          AT(rgs_about, needs), AT(rgs_about, n_params), AT(rgs_about, params),
          AT(rgs_about, param_info_size), AT(rgs_about, params_size), AT(rgs_about, param_flags));
  SUBJECT(rgs_rotor, &spy, AT(rgs_rotor, prepare), use_rotor, AT(rgs_rotor, prepare),
          AT(rgs_rotor, prepared), AT(rgs_rotor, reserved0), AT(rgs_rotor, order));
  SUBJECT(rgs_scheme, &a_scheme, AT(rgs_scheme, pre), use_scheme, AT(rgs_scheme, pre),
          AT(rgs_scheme, n_pre), AT(rgs_scheme, reserved0));
  SUBJECT(rgs_integrator, &an_integrator, AT(rgs_integrator, carry), use_integrator,
          AT(rgs_integrator, carry), AT(rgs_integrator, cursor_size), AT(rgs_integrator, check),
          AT(rgs_integrator, project), AT(rgs_integrator, output), AT(rgs_integrator, outputs),
          AT(rgs_integrator, n_outputs), AT(rgs_integrator, output_info_size),
          AT(rgs_integrator, state_size), AT(rgs_integrator, flags));
  static const rgs_rotor *const rotors[] = { &spy, NULL };
  static const rgs_scheme *const schemes[] = { &a_scheme, NULL };
  static const rgs_integrator *const integrators[] = { &an_integrator, NULL };
  static const rgs_module module = {
    RGS_HEAD(rgs_module), "test.m",        "1", "none", rotors, schemes, integrators,
    nothing_to_do,        nothing_to_undo, NULL
  };
  SUBJECT(rgs_module, &module, AT(rgs_module, rotors), use_module, AT(rgs_module, rotors),
          AT(rgs_module, schemes), AT(rgs_module, integrators), AT(rgs_module, init),
          AT(rgs_module, fini), AT(rgs_module, baths));
  counted(refused, "sizes that end inside a field refused");
  counted(accepted, "other sizes taken");
}

int main(void) { return RUN_TESTS(NULL, NULL); }
