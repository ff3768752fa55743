/* SPDX-License-Identifier: BSD-3-Clause */
#include "script.h"
#include "check.h"
#include "modules/methods.h"
#include <rigidstep/draft.h>

#include <math.h>
#include <stdlib.h>

/* ---- methods under test ---------------------------------------------------------------------- */
variant variants[MOST_VARIANTS];
int n_variants;
rgs_context *context;
const variant *strang, *dkd, *verlet, *chin4a;

/* Chin's scheme 4A (10.1016/S0375-9601(97)00003-0): order 4 with one gradient kick. */
static const rgs_stage chin_stages[] = { KICK(1.0 / 6), DRIFT(0.5), GRADIENT(2.0 / 3, -1.0 / 72),
                                         DRIFT(0.5), KICK(1.0 / 6) };
static const rgs_about chin_about = WITH_HEAD(
    rgs_about, .name = "test.chin4a", .doc = "Kicks at both ends, a gradient kick in the middle.",
    .cite = "10.1016/S0375-9601(97)00003-0", .order = 4, .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC,
    .needs = RGS_EVAL_FORCE | RGS_EVAL_GRADIENT, .param_info_size = sizeof(rgs_param_info));
static const rgs_scheme chin = SCHEME_OF(&chin_about, chin_stages);
/* A slow kick between drifts, one at the end, and thermostat-free asymmetry: order 1. */
static const rgs_stage levels_stages[] = { KICK(0.25), DRIFT(0.5), KICK_SLOW(0.625),
                                           KICK(0.75), DRIFT(0.5), KICK_SLOW(0.375) };
static const rgs_about levels_about =
    WITH_HEAD(rgs_about, .name = "test.levels", .doc = "Slow kicks inside a step and at its end.",
              .cite = "none", .order = 1, .needs = RGS_EVAL_FORCE | RGS_DRAFT_EVAL_SLOW,
              .param_info_size = sizeof(rgs_param_info));
static const rgs_scheme levels = SCHEME_OF(&levels_about, levels_stages);
static const rgs_scheme *const third_party_schemes[] = { &test_scheme, &chin, &levels, NULL };
static const rgs_module third_party = WITH_HEAD(
    rgs_module, .name = "test", .version = "1", .license = "BSD-3-Clause", .rotors = test_rotors,
    .schemes = third_party_schemes, .integrators = test_integrators);

static bool one_of(const char *name, const char *const *list) {
  for (; name != NULL && *list != NULL; list++)
    if (strcmp(*list, name) == 0) return true;
  return false;
}

/* `method` null: makes it. */
static const variant *add(const named_method *of, rgs_method *method, uint32_t provides) {
  static const char *const processed[] = { "takahashi_imada4", "rowlands4", "pmlf6", NULL };
  static const char *const free_of_model[] = { "test.verlet", "rattle", NULL };
  TRUE(n_variants < MOST_VARIANTS);
  variant *v = &variants[n_variants++];
  *v = (variant){ .of = *of, .method = method, .own = method == NULL };
  if (v->own) OK(method_from_names(context, of, &v->method, &err));
  v->on_paper = v->info = (rgs_method_info)RGS_METHOD_INFO_INIT;
  OK(rgs_method_describe(v->method, &v->on_paper, &err));
  v->provides = provides ? provides : FORCE | v->on_paper.needs;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = v->provides, .ranks = 1 };
  OK(rgs_bodies_create(context, 1, &bodies, &err));
  OK(rgs_stepper_create(bodies, v->method, &host, &stepper, &err));
  OK(rgs_stepper_describe(stepper, &v->info, &err));
  rgs_stepper_destroy(stepper);
  rgs_bodies_destroy(bodies);
  v->integrator = of->rotor == NULL;
  v->levels = (v->info.needs & RGS_DRAFT_EVAL_SLOW) != 0;
  v->model = v->integrator && !one_of(of->scheme, free_of_model);
  v->processed = one_of(of->scheme, processed);
  v->displaces = (v->on_paper.needs & RGS_EVAL_GRADIENT) && !(v->info.needs & RGS_EVAL_GRADIENT);
  if (v->integrator)
    snprintf(v->label, sizeof v->label, "%s", of->scheme);
  else
    snprintf(v->label, sizeof v->label, "%s x %s %s%s", of->rotor, of->scheme,
             of->params ? of->params : "", v->displaces ? ", displaced" : "");
  return v;
}

/* On a host that provides all it needs; and, if it needs gradients, on one without. */
static const variant *add_both(const char *rotor, const char *scheme) {
  const named_method of = { rotor, scheme, NULL, NULL, NULL };
  const variant *v = add(&of, NULL, 0);
  if (v->on_paper.gradients > 0) add(&of, v->method, FORCE);
  return v;
}

const variant *make_variant(const char *rotor, const char *scheme, const char *params,
                            uint32_t provides) {
  return add(&(named_method){ rotor, scheme, NULL, NULL, params }, NULL, provides);
}

const variant *make_variant_of(const named_method *of, uint32_t provides) {
  return add(of, NULL, provides);
}

/* Every integrator of motion, every scheme with one rotor, every rotor with one scheme. */
static void add_every_method(void) {
  static const char *const added[] = { "exact",       "strang",      "strang_dkd",
                                       "test.chin4a", "test.verlet", NULL };
  static const uint32_t kinds[] = { RGS_KIND_INTEGRATOR, RGS_KIND_SCHEME, RGS_KIND_ROTOR };
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (int64_t i = 0; i < rgs_about_count(context, kinds[k]); i++) {
      const rgs_about *about = rgs_about_at(context, kinds[k], i);
      const uint32_t other = RGS_RELAXES | RGS_RANDOM | RGS_PLACES_THERMOSTAT;
      if (one_of(about->name, added) || (kinds[k] != RGS_KIND_ROTOR && about->claims & other))
        continue;
      if (kinds[k] == RGS_KIND_INTEGRATOR) add_both(NULL, about->name);
      if (kinds[k] == RGS_KIND_SCHEME) add_both("exact", about->name);
      if (kinds[k] == RGS_KIND_ROTOR) add_both(about->name, "strang");
    }
}

int set_up_context(void **state) {
  (void)state;
  n_variants = 0;
  OK(rgs_context_create(NULL, &context, &err));
  return 0;
}

int set_up(void **state) {
  const uint32_t energy = RGS_EVAL_ENERGY, gradient = RGS_EVAL_GRADIENT;
  set_up_context(state);
  OK(rgs_draft_allow(context, RGS_DRAFT_ABI,
                     &err)); /* for levels, and forces that depend on momenta */
  OK(rgs_module_add(context, &third_party, &err));
  strang = add_both("exact", "strang");
  dkd = add_both("exact", "strang_dkd");
  verlet = add_both(NULL, "test.verlet");
  add_both("test.threerot", "test.kdk");
  chin4a = add_both("exact", "test.chin4a");
  add_every_method();
  static const char *const far_out[] = { "takahashi_imada4", "rowlands4", "pmlf6", "nystrom4",
                                         "omf8_11f11gp" };
  for (size_t k = 0; k < COUNT(far_out); k++) make_variant("exact", far_out[k], "s=1", FORCE);
  make_variant("threerot", "rowlands4", NULL, FORCE | gradient);
  make_variant("jacobi", "pmlf6", NULL, FORCE);
  static const char *const told[] = { "refined=1", "shadow=1" };
  for (size_t k = 0; k < COUNT(told); k++) {
    make_variant("exact", "strang", told[k], FORCE | energy);
    make_variant("exact", "strang_dkd", told[k], FORCE | energy);
  }
  return 0;
}

void forget_variant(void) {
  n_variants--;
  if (variants[n_variants].own) rgs_method_destroy(variants[n_variants].method);
}

int tear_down(void **state) {
  (void)state;
  while (n_variants > 0) forget_variant();
  rgs_context_destroy(context);
  return 0;
}

const variant *variant_of(const char *scheme, uint32_t provides) {
  for (const variant *v = variants; v < variants + n_variants; v++)
    if (!v->integrator && !v->of.params && v->provides == provides &&
        strcmp(v->of.rotor, "exact") == 0 && strcmp(v->of.scheme, scheme) == 0)
      return v;
  fail_msg("no variant %s with 0x%x", scheme, provides);
  return NULL;
}

/* ---- a run ----------------------------------------------------------------------------------- */
void make_anew(run *r, const variant *v) {
  rgs_stepper_destroy(r->stepper);
  r->stepper = NULL;
  OK(rgs_stepper_create(r->bodies, v->method, &r->host.host, &r->stepper, &err));
}

void bind_revision(run *r, uint64_t revision) {
  r->world->view.revision = revision;
  OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
}

static void free_run(void *closed) {
  run *r = closed;
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  free(r);
}

void finish(run *r) { close_now(r); }

run *start_over(const variant *v, fake_bodies *world, const fake_host *like) {
  run *r = keep(calloc(1, sizeof *r), free_run);
  r->world = world;
  r->request = (rgs_eval)RGS_EVAL_INIT;
  fake_host_init(&r->host, world);
  if (like) {
    r->host = *like;
    r->host.host.self = &r->host;
    r->host.bodies = world;
  }
  r->host.host.provides = v->provides;
  OK(rgs_bodies_create(context, world->n, &r->bodies, &err));
  OK(rgs_bodies_bind(r->bodies, &world->view, &err));
  make_anew(r, v);
  if (v->model) OK(rgs_stepper_project(r->stepper, NULL, &err));
  return r;
}

run *start_with(const variant *v, fake_bodies *world, parallel_for *parallel, void *pool) {
  fake_host host;
  fake_host_init(&host, world);
  const rgs_executor executor = { RGS_HEAD(rgs_executor), pool, parallel };
  host.host.executor = &executor;
  run *r = start_over(v, world, &host);
  r->host.host.executor = NULL;
  return r;
}

run *start(const variant *v, int64_t n, int layout) {
  return start_over(v, fake_bodies_filled(n, layout, v->info.aux), NULL);
}

void set_cell(run *r, double edge) {
  const rgs_cell cell = cell_of_edges(edge, edge, edge);
  OK(rgs_stepper_set_cell(r->stepper, &cell, &err));
}

run *start_made_of(const named_method *of, int64_t n, uint32_t ranks) {
  const variant *v = add(of, NULL, FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL | RGS_EVAL_REDUCTION);
  fake_bodies *world = fake_bodies_filled(n, FAKE_AOS, v->info.aux);
  fake_host host;
  fake_host_init(&host, world);
  host.host.ranks = ranks;
  world->view.tag = world->id;
  run *r = start_over(v, world, &host);
  if (of->barostat) set_cell(r, 5);
  return r;
}

double *reference(const variant *v, int64_t n, double h, int64_t steps) {
  run *r = start(v, n, FAKE_SOA);
  OK(rgs_stepper_run(r->stepper, h, steps, &err));
  return fake_state(r->world);
}

static void same_states(const variant *v, const double *want, const double *got, int64_t n) {
  if (memcmp(want, got, (size_t)n * FAKE_STATE * sizeof *got)) print_error("%s:\n", v->label);
  SAME_BITS(want, got, n * FAKE_STATE);
}

void same_state(const variant *v, const double *want, const fake_bodies *got) {
  same_states(v, want, fake_state(got), got->n);
}

void same_runs(const variant *v, const run *want, const run *got) {
  same_state(v, fake_state(want->world), got->world);
}

void same_outputs(const variant *v, const run *want, const run *got, double room) {
  for (int64_t k = 0; k < rgs_method_output_count(v->method); k++) {
    const char *key = rgs_method_output_at(v->method, k)->key;
    double one[16] = { 0 }, two[16] = { 0 };
    const rgs_status status = rgs_stepper_output(want->stepper, key, one, 16, &err);
    STATUS(status, rgs_stepper_output(got->stepper, key, two, 16, &err));
    for (int c = 0; c < 16; c++) NEAR(one[c], two[c], room * fabs(one[c]));
  }
}

void unchanged(const run *r, const double *snapshot) { TRUE(fake_unchanged(r->world, snapshot)); }

rgs_status advance(run *r, double h) {
  return rgs_stepper_advance(r->stepper, h, &r->request, &err);
}

void answer(run *r) { SAME_INT(0, r->host.host.eval(&r->host, &r->request, &r->world->view)); }

int64_t drive(run *r, double h) {
  rgs_status status;
  int64_t asked = 0;
  while ((status = advance(r, h)) == RGS_NEED_EVAL) {
    TRUE(r->request.what &
         (RGS_EVAL_FORCE | RGS_EVAL_GRADIENT | RGS_EVAL_REDUCTION | RGS_DRAFT_EVAL_SLOW));
    TRUE(asked++ < 1000);
    answer(r);
  }
  STATUS(RGS_OK, status);
  return asked;
}

void save_and_load(rgs_stepper *stepper) { OK(load(stepper, saved(stepper))); }

void move_bodies(run *r, int layout) {
  fake_bodies *old = r->world, *fresh = fake_bodies_new(old->n, layout, old->aux);
  fresh->view.flags = old->view.flags;
  if (old->view.tag != NULL) fresh->view.tag = fresh->id;
  for (int64_t i = 0; i < old->n; i++) fake_body_copy(fresh, old->n - 1 - i, old, i);
  OK(rgs_bodies_bind(r->bodies, &fresh->view, &err));
  memset(old->memory, 0xff, old->doubles * sizeof(double));
  close_now(old);
  r->world = r->host.bodies = fresh;
}

int move_in_callback(fake_host *h) {
  move_bodies(h->extra, (int)(h->calls % FAKE_LAYOUTS));
  return 0;
}

/* ---- a script -------------------------------------------------------------------------------- */
enum { SHOW = -1, HIDE = -2 };
static const struct {
  int64_t steps; /* or one of these two */
  double h;
} actions[ACTIONS] = { { 1, STEP }, { SHOW, 0 }, { HIDE, 0 }, { 2, STEP }, { 2, 1.375 * STEP },
                       { SHOW, 0 }, { HIDE, 0 }, { 1, STEP }, { SHOW, 0 } };

/* A call has ended well, and took so many steps. */
static void done(script *at, const run *r, int64_t steps) {
  const int64_t all = actions[at->action].steps;
  if (all == SHOW) at->shown[at->shows++] = fake_state(r->world);
  at->steps += steps;
  if (all > 0 && at->steps < all) return;
  at->steps = 0;
  at->action++;
}

/* Steps before one that fails are done, as the time says. */
static rgs_status call(script *at, run *r, bool back) {
  const int64_t steps = actions[at->action].steps;
  const double h = actions[at->action].h, before = rgs_stepper_time(r->stepper);
  rgs_eval *request = back ? NULL : &r->request;
  const rgs_status status = steps == SHOW   ? rgs_stepper_process(r->stepper, request, &err)
                            : steps == HIDE ? rgs_stepper_unprocess(r->stepper, &err)
                            : back ? rgs_stepper_run(r->stepper, h, steps - at->steps, &err)
                                   : advance(r, h);
  const int64_t now = steps > 0 ? llround((rgs_stepper_time(r->stepper) - before) / h) : 0;
  if (status == RGS_OK)
    done(at, r, now);
  else
    at->steps += now;
  return status;
}

rgs_status script_call(script *at, run *r) { return call(at, r, false); }
rgs_status script_call_back(script *at, run *r) { return call(at, r, true); }

void script_run(script *at, run *r) {
  while (at->action < ACTIONS) {
    const rgs_status status = script_call(at, r);
    if (status == RGS_NEED_EVAL)
      answer(r);
    else
      STATUS(RGS_OK, status);
  }
}

void script_run_back(script *at, run *r) {
  while (at->action < ACTIONS) OK(script_call_back(at, r));
}

int64_t script_of(const variant *v, int64_t n, script *out) {
  run *r = start(v, n, FAKE_SOA);
  *out = (script){ 0 };
  script_run(out, r);
  return r->host.calls;
}

rgs_status script_until(script *at, run *r, int calls) {
  rgs_status status = RGS_OK;
  for (int k = 0; k < calls && at->action < ACTIONS; k++) {
    if (k > 0 && status == RGS_NEED_EVAL) answer(r);
    status = script_call(at, r);
    TRUE(status == RGS_OK || status == RGS_NEED_EVAL);
  }
  return status;
}

bool script_hides_next(const script *at) {
  return at->action < ACTIONS && actions[at->action].steps == HIDE;
}

void same_shown(const variant *v, const script *want, const script *got, int64_t n) {
  SAME_INT(want->shows, got->shows);
  for (int k = 0; k < want->shows; k++) {
    if (memcmp(want->shown[k], got->shown[k], (size_t)n * FAKE_STATE * sizeof(double)))
      print_error("shown state %d of\n", k);
    same_states(v, want->shown[k], got->shown[k], n);
  }
}

void same_requests(const char *want, run *r, const char *between) {
  char got[64] = "";
  rgs_status status;
  while ((status = advance(r, STEP)) == RGS_NEED_EVAL && strlen(got) < 50) {
    const uint32_t what = r->request.what;
    if (what & RGS_DRAFT_EVAL_SLOW) strcat(got, "S");
    if (what & RGS_EVAL_FORCE) strcat(got, "F");
    if (what & RGS_EVAL_ENERGY) strcat(got, "e");
    if (what & RGS_EVAL_VIRIAL) strcat(got, "v");
    strcat(got, between);
    answer(r);
  }
  STATUS(RGS_OK, status);
  if (strcmp(want, got) != 0) print_error("want '%s' got '%s'\n", want, got);
  SAME_INT(0, strcmp(want, got));
}
