/* SPDX-License-Identifier: BSD-3-Clause */
#include "stepper_variants.h"
#include "check.h"

#include <stdlib.h>

variant variants[MOST_VARIANTS];
int n_variants;

/* ---- the list -------------------------------------------------------------------------------- */
static variant *add(rgs_method *method, bool own, const char *label, uint32_t provides) {
  TRUE(n_variants < MOST_VARIANTS);
  variant *v = &variants[n_variants++];
  *v = (variant){ .method = method, .own = own, .provides = provides };
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = provides };
  rgs_method_info on_paper = RGS_METHOD_INFO_INIT;
  v->info = (rgs_method_info)RGS_METHOD_INFO_INIT;
  OK(rgs_bodies_create(context, 1, &bodies, &err));
  OK(rgs_stepper_create(bodies, method, &host, &stepper, &err));
  OK(rgs_stepper_describe(stepper, &v->info, &err));
  OK(rgs_method_describe(method, &on_paper, &err));
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  v->displaces = (on_paper.needs & RGS_EVAL_GRADIENT) && !(v->info.needs & RGS_EVAL_GRADIENT);
  snprintf(v->label, sizeof v->label, "%s%s", label, v->displaces ? ", displaced" : "");
  static const char *const with_processor[] = { "takahashi_imada4", "rowlands4", "pmlf6" };
  for (size_t k = 0; k < COUNT(with_processor); k++)
    v->processed = v->processed || strstr(label, with_processor[k]) != NULL;
  return v;
}

const variant *make_variant(const char *rotor, const char *scheme, const char *params,
                            uint32_t provides) {
  char text[128], label[112];
  rgs_param list[4];
  uint32_t n = 0;
  snprintf(text, sizeof text, "%s", params);
  for (char *at = text; *at;) {
    TRUE(n < COUNT(list));
    char *value = strchr(at, '='), *end = strchr(at, ' ');
    TRUE(value != NULL);
    *value++ = 0;
    if (end) *end++ = 0;
    list[n++] = (rgs_param){ at, value, 0 };
    at = end ? end : value + strlen(value);
  }
  const rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = scheme, .params = n ? list : NULL,
                .n_params = n, .param_size = sizeof(rgs_param));
  rgs_method *method = NULL;
  OK(rgs_method_create(context, &spec, &method, &err));
  snprintf(label, sizeof label, "%s x %s %s", rotor, scheme, params);
  return add(method, true, label, provides);
}

int set_up_variants(void **state) {
  const uint32_t force = RGS_EVAL_FORCE, energy = RGS_EVAL_ENERGY, gradient = RGS_EVAL_GRADIENT;
  set_up(state);
  n_variants = 0;
  for (int m = 0; m < n_methods; m++) {
    /* Integrators with a model of their own want bodies of it: tests of theirs. */
    const char *own = specs[m].integrator;
    if (own && strcmp(own, "test.verlet") && strcmp(own, "rattle")) continue;
    variant *v = add(methods[m], false, labels[m], force | infos[m].needs);
    v->integrator = specs[m].integrator != NULL;
    if (infos[m].gradients > 0) add(methods[m], false, labels[m], force);
  }
  static const char *const far_out[] = { "takahashi_imada4", "rowlands4", "pmlf6", "nystrom4",
                                         "omf8_11f11gp" };
  for (size_t k = 0; k < COUNT(far_out); k++) make_variant("exact", far_out[k], "s=1", force);
  make_variant("threerot", "rowlands4", "", force | gradient);
  make_variant("jacobi", "pmlf6", "", force);
  static const char *const told[] = { "refined=1", "shadow=1" };
  for (size_t k = 0; k < COUNT(told); k++) {
    make_variant("exact", "strang", told[k], force | energy);
    make_variant("exact", "strang_dkd", told[k], force | energy);
  }
  return 0;
}

int tear_down_variants(void **state) {
  while (n_variants > 0)
    if (variants[--n_variants].own) rgs_method_destroy(variants[n_variants].method);
  return tear_down(state);
}

const variant *variant_of(const char *scheme, uint32_t provides) {
  char start_of[96];
  snprintf(start_of, sizeof start_of, "exact x %s", scheme);
  const size_t length = strlen(start_of);
  for (int i = 0; i < n_variants; i++)
    if (strncmp(variants[i].label, start_of, length) == 0 && variants[i].provides == provides &&
        (variants[i].label[length] == 0 || variants[i].label[length] == ','))
      return &variants[i];
  print_error("no variant %s with 0x%x\n", start_of, provides);
  fail();
  return NULL;
}

/* ---- runs ------------------------------------------------------------------------------------ */
run *variant_start_over(const variant *v, fake_bodies *world, const fake_host *like) {
  run *r = calloc(1, sizeof *r);
  r->world = world;
  fake_host_init(&r->host, world);
  if (like) {
    r->host = *like;
    r->host.host.self = &r->host;
    r->host.bodies = world;
  }
  r->host.host.provides = v->provides;
  OK(rgs_bodies_create(context, world->n, &r->bodies, &err));
  OK(rgs_bodies_bind(r->bodies, &world->view, &err));
  OK(rgs_stepper_create(r->bodies, v->method, &r->host.host, &r->stepper, &err));
  return r;
}

run *variant_start(const variant *v, int64_t n, int layout) {
  return variant_start_over(v, fake_bodies_filled(n, layout, v->info.carry), NULL);
}

void same_variant_state(const variant *v, const double *want, const fake_bodies *got) {
  double *state = fake_state(got);
  if (memcmp(want, state, (size_t)got->n * FAKE_STATE * sizeof(double)))
    print_error("method %s:\n", v->label);
  SAME_BITS(want, state, got->n * FAKE_STATE);
  free(state);
}

void move_bodies(run *r, int layout) {
  fake_bodies *old = r->world, *fresh = fake_bodies_new(old->n, layout, old->carry);
  fresh->view.flags = old->view.flags;
  for (int64_t i = 0; i < old->n; i++) fake_body_copy(fresh, old->n - 1 - i, old, i);
  OK(rgs_bodies_bind(r->bodies, &fresh->view, &err));
  memset(old->memory, 0xff, old->doubles * sizeof(double));
  fake_bodies_free(old);
  r->world = r->host.bodies = fresh;
}

/* ---- script ---------------------------------------------------------------------------------- */
enum { SHORT, LONG, SHOW, HIDE };
static const int script_actions[ACTIONS] = { SHORT, SHOW, HIDE, SHORT, SHORT, LONG,
                                             LONG,  SHOW, HIDE, SHORT, SHOW };

static double length_of(int action) { return action == SHORT ? STEP : 1.375 * STEP; }

static void done(script *at, const run *r) {
  if (script_actions[at->action] == SHOW) at->shown[at->shows++] = fake_state(r->world);
  at->action++;
}

rgs_status script_call(script *at, run *r, rgs_eval *request, rgs_error *error) {
  const int action = script_actions[at->action];
  const rgs_status status = action == SHOW ? rgs_stepper_process(r->stepper, request, error)
                            : action == HIDE
                                ? rgs_stepper_unprocess(r->stepper, error)
                                : rgs_advance(r->stepper, length_of(action), request, error);
  if (status == RGS_OK) done(at, r);
  return status;
}

rgs_status script_call_back(script *at, run *r, rgs_error *error) {
  const int action = script_actions[at->action];
  const rgs_status status = action == SHOW   ? rgs_stepper_process(r->stepper, NULL, error)
                            : action == HIDE ? rgs_stepper_unprocess(r->stepper, error)
                                             : rgs_step(r->stepper, length_of(action), 1, error);
  if (status == RGS_OK) done(at, r);
  return status;
}

void script_run(script *at, run *r) {
  rgs_eval request = RGS_EVAL_INIT;
  while (at->action < ACTIONS) {
    const rgs_status status = script_call(at, r, &request, &err);
    if (status == RGS_NEED_EVAL)
      answer(r, &request);
    else
      STATUS(RGS_OK, status);
  }
}

bool script_hides_next(const script *at) {
  return at->action < ACTIONS && script_actions[at->action] == HIDE;
}

void script_free(script *at) {
  while (at->shows > 0) free(at->shown[--at->shows]);
  *at = (script){ 0 };
}

void same_shown(const variant *v, const script *want, const script *got, int64_t n) {
  SAME_INT(want->shows, got->shows);
  for (int k = 0; k < want->shows; k++) {
    if (memcmp(want->shown[k], got->shown[k], (size_t)n * FAKE_STATE * sizeof(double)))
      print_error("method %s, shown state %d:\n", v->label, k);
    SAME_BITS(want->shown[k], got->shown[k], n * FAKE_STATE);
  }
}
