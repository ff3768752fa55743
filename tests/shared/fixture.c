/* SPDX-License-Identifier: BSD-3-Clause */
#include "fixture.h"
#include "check.h"

#include <stdlib.h>

/* ---- one of everything ----------------------------------------------------------------------- */
const rgs_method_spec strang = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "strang");

static void close_scene(void *closed) {
  fixture *s = closed;
  rgs_stepper_destroy(s->stepper);
  rgs_method_destroy(s->method);
  rgs_bodies_destroy(s->bodies);
  rgs_context_destroy(s->context);
}

void open_fixture(fixture *s, int64_t n) {
  close_now(s);
  memset(s, 0, sizeof *s);
  OK(rgs_context_create(NULL, &s->context, &err));
  keep(s, close_scene);
  s->world = fake_bodies_filled(n, FAKE_AOS, 0);
  fake_host_init(&s->host, s->world);
  OK(rgs_bodies_create(s->context, n, &s->bodies, &err));
  OK(rgs_bodies_bind(s->bodies, &s->world->view, &err));
  OK(rgs_method_create(s->context, &strang, &s->method, &err));
  OK(rgs_stepper_create(s->bodies, s->method, &s->host.host, &s->stepper, &err));
}

/* ---- structs of other sizes ------------------------------------------------------------------ */
const rgs_head bad_heads[BAD_HEADS] = { { 0, RGS_ABI },        { 4, RGS_ABI },
                                        { 7, RGS_ABI },        { UINT32_MAX, RGS_ABI },
                                        { 1u << 30, RGS_ABI }, { 64, OTHER_MAJOR },
                                        { 64, UINT32_MAX },    { 0, 0 } };

void *resized(const void *known, size_t size, size_t want) {
  unsigned char *copy = keep(malloc(want ? want : 1), free);
  for (size_t i = 0; i < want; i++) copy[i] = (unsigned char)(i < size ? 0 : 0xc3);
  memcpy(copy, known, size < want ? size : want);
  const uint32_t stated = (uint32_t)want;
  memcpy(copy, &stated, sizeof stated);
  return copy;
}

/* ---- a rotor that notes what it is called with ----------------------------------------------- */
spy_seen seen;
rgs_head seen_head;
int64_t seen_calls;

rgs_status spy_flow(const rgs_flow *call, int64_t *bad) {
  seen_head = call->head;
  seen_calls++;
  memcpy(&seen, call->params, sizeof seen);
  (void)bad;
  return RGS_OK;
}

static const rgs_param_info spy_params[] = {
  { "gain", "nm", "A factor.", RGS_F64, 0, 0.5, 2, 1.25, 0, 0 },
  { "steps", "", "A count.", RGS_I64, 8, -4, 10, 3, 0, 0 },
  { "flag", "", "A switch.", RGS_BOOL, 16, 0, 1, 0, 0, 0 }
};
const rgs_about spy_about = WITH_HEAD(
    rgs_about, .name = "test.spy", .doc = "Looks at what it is called with.", .cite = "none",
    .order = 1, .claims = RGS_NEVER_FAILS, .n_params = 3, .params = spy_params,
    .param_info_size = sizeof(rgs_param_info), .params_size = sizeof seen);
const rgs_rotor spy = { RGS_HEAD(rgs_rotor), &spy_about, spy_flow, NULL, 0, 0, NULL };
const rgs_rotor *const spies[] = { &spy, NULL };
const rgs_module spy_module = {
  RGS_HEAD(rgs_module), "test.spies", "1", "BSD-3-Clause", spies, NULL, NULL, NULL, NULL, NULL
};

const rgs_method_spec spy_spec =
    WITH_HEAD(rgs_method_spec, .rotor = "test.spy", .scheme = "strang");

void look(fixture *s, const rgs_method_spec *spec) {
  rgs_method *method = NULL;
  OK(rgs_method_create(s->context, spec, &method, &err));
  OK(rgs_stepper_swap(s->stepper, method, &err));
  memset(&seen, 0xff, sizeof seen);
  OK(rgs_stepper_run(s->stepper, 0.01, 1, &err));
  OK(rgs_stepper_swap(s->stepper, s->method, &err));
  rgs_method_destroy(method);
}

/* ---- what a context knows -------------------------------------------------------------------- */
counts known(const rgs_context *c) {
  return (counts){ rgs_about_count(c, RGS_KIND_ROTOR), rgs_about_count(c, RGS_KIND_SCHEME),
                   rgs_about_count(c, RGS_KIND_INTEGRATOR) };
}

void same_counts(counts want, const rgs_context *c) {
  SAME_INT(want.rotors, rgs_about_count(c, RGS_KIND_ROTOR));
  SAME_INT(want.schemes, rgs_about_count(c, RGS_KIND_SCHEME));
  SAME_INT(want.integrators, rgs_about_count(c, RGS_KIND_INTEGRATOR));
}
