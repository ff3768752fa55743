/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_own_outputs.c - an integrator of a module with outputs and constraints of its own; what it may not declare.
 */
#include "check.h"
#include "module_of.h"
#include "script.h"

#include <math.h>

enum { N = 4 };

/* ---- bodies that slide in a plane: p_z = 0 --------------------------------------------------- */
static double most = 1e-9;
static rgs_status answer_check, answer_project, answer_output;
static int checks;

static rgs_status slide_advance(rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  (void)bad;
  if (!(call->valid & RGS_EVAL_FORCE)) {
    call->want = RGS_EVAL_FORCE;
    call->want_time = call->time;
    return RGS_NEED_EVAL;
  }
  for (int64_t i = 0; i < v->n; i++)
    for (int k = 0; k < 2; k++) {
      RGS_AT(v->p, i, k) += call->h * call->force_scale * RGS_AT(v->f, i, k);
      RGS_AT(v->x, i, k) += call->h * RGS_AT(v->p, i, k) / RGS_AT(v->mass, i, 0);
    }
  call->valid = 0;
  return RGS_OK;
}

static rgs_status slide_check(const rgs_step_call *call, rgs_violation *violation) {
  checks++;
  if (answer_check != RGS_OK) return answer_check;
  for (int64_t i = 0; i < call->bodies->n; i++)
    if (!(fabs(RGS_AT(call->bodies->p, i, 2)) <= most)) {
      violation->body = i;
      violation->what = "|p_z|";
      violation->value = fabs(RGS_AT(call->bodies->p, i, 2));
      violation->most = most;
      return RGS_E_BODY;
    }
  return RGS_OK;
}

static rgs_status slide_project(const rgs_step_call *call, double *moved,
                                rgs_violation *violation) {
  const rgs_view *v = call->bodies;
  (void)violation;
  if (answer_project != RGS_OK) return answer_project;
  *moved = 0;
  for (int64_t i = 0; i < v->n; i++) {
    double square = 0;
    for (int k = 0; k < 3; k++) square += RGS_AT(v->p, i, k) * RGS_AT(v->p, i, k);
    if (square > 0) *moved = fmax(*moved, fabs(RGS_AT(v->p, i, 2)) / sqrt(square));
    RGS_AT(v->p, i, 2) = 0;
  }
  return RGS_OK;
}

static rgs_status slide_output(const rgs_step_call *call, uint32_t index, double *values) {
  const rgs_view *v = call->bodies;
  if (answer_output != RGS_OK) return answer_output;
  if (index == 1) values[0] = call->h;
  for (int64_t i = 0; i < v->n && index == 0; i++)
    for (int k = 0; k < 2; k++) values[2 * i + k] = RGS_AT(v->p, i, k) / RGS_AT(v->mass, i, 0);
  return RGS_OK;
}

static const rgs_output_info slide_outputs[] = {
  { { 0, 0 },
    "test.velocity",
    "length/time",
    "Of each body in the plane.",
    2,
    RGS_OUTPUT_PER_BODY,
    0,
    0 },
  { { 0, 0 }, "test.step", "time", "The last step's length.", 1, 0, 0, 0 }
};
static const rgs_about slide_about =
    WITH_HEAD(rgs_about, .name = "test.slide", .doc = "Bodies that slide in a plane.",
              .cite = "none", .order = 1, .needs = RGS_EVAL_FORCE);
static const rgs_integrator slide =
    WITH_HEAD(rgs_integrator, .about = &slide_about, .advance = slide_advance, .check = slide_check,
              .project = slide_project, .output = slide_output, .outputs = slide_outputs,
              .n_outputs = 2, .output_info_size = sizeof(rgs_output_info));
static const variant *sliding;

static run *open_slide(int64_t n) {
  static const rgs_module *module;
  if (module == NULL) module = module_of(NULL, NULL, &slide);
  OK(rgs_module_add(context, module, &err));
  sliding = make_variant_of(&(named_method){ .scheme = "test.slide" }, FORCE);
  variant astray = *sliding;
  astray.model = false; /* not projected */
  run *r = start_over(&astray, fake_bodies_filled(n, FAKE_AOS, 0), NULL);
  answer_check = answer_project = answer_output = RGS_OK;
  checks = 0;
  return r;
}

/* ---- constraints ----------------------------------------------------------------------------- */
TEST(constraints) {
  run *r = open_slide(3);
  const rgs_view *v = &r->world->view;
  double moved = 77;
  for (int64_t i = 0; i < 3; i++) RGS_AT(v->p, i, 2) = i == 1 ? 0.25 : 0;
  double *before = fake_snapshot(r->world);
  REFUSED_BODY(RGS_E_BODY, 1, rgs_stepper_run(r->stepper, 0.1, 1, &err), "|p_z|", "0.25", "1e-09",
               "test.slide", "rgs_stepper_project");
  SAME_INT(0, r->host.calls);
  unchanged(r, before);
  OK(rgs_stepper_project(r->stepper, &moved, &err));
  TRUE(moved > 0.05 && moved <= 1);
  NEAR(0, RGS_AT(v->p, 1, 2), 0);
  OK(rgs_stepper_project(r->stepper, NULL, &err));
  OK(rgs_stepper_project(r->stepper, &moved, &err));
  NEAR(0, moved, 0);
  OK(rgs_stepper_run(r->stepper, 0.1, 3, &err));
  SAME_INT(2, checks); /* asked when bodies were bound, not at each step */
  bind_revision(r, 0);
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
  SAME_INT(3, checks);
  /* Other steppers' methods know of no constraint, and back: asked again. */
  OK(rgs_stepper_swap(r->stepper, strang->method, &err));
  RGS_AT(v->p, 0, 2) = 0.5;
  moved = 77;
  OK(rgs_stepper_project(r->stepper, &moved, &err));
  NEAR(0, moved, 0);
  NEAR(0.5, RGS_AT(v->p, 0, 2), 0);
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
  OK(rgs_stepper_swap(r->stepper, sliding->method, &err));
  REFUSED_BODY(RGS_E_BODY, 0, rgs_stepper_run(r->stepper, 0.1, 1, &err), "|p_z|");
  /* Answers of its own, and one that makes no sense. */
  answer_project = RGS_E_NOCONV;
  REFUSED(RGS_E_NOCONV, rgs_stepper_project(r->stepper, &moved, &err));
  answer_project = RGS_E_HOST;
  REFUSED_TEXT(RGS_E_MODULE, rgs_stepper_project(r->stepper, &moved, &err), "test.slide");
  answer_check = -99;
  REFUSED_TEXT(RGS_E_MODULE, rgs_stepper_run(r->stepper, 0.1, 1, &err), "test.slide", "-99");
  answer_check = RGS_OK;
  answer_project = RGS_NEED_EVAL;
  REFUSED(RGS_E_BODY, rgs_stepper_project(r->stepper, &moved, &err));
  answer_check = RGS_NEED_EVAL;
  REFUSED(RGS_E_BODY, rgs_stepper_run(r->stepper, 0.1, 1, &err));
  answer_check = answer_project = RGS_OK;
  OK(rgs_stepper_project(r->stepper, &moved, &err));
  /* Inside a step; bodies that are none; after a failure. */
  OK(rgs_stepper_set_valid(r->stepper, 0, &err));
  STATUS(RGS_NEED_EVAL, advance(r, 0.1));
  moved = 77;
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_project(r->stepper, &moved, &err), "inside a step");
  OK(rgs_stepper_reset(r->stepper, &err));
  const double mass = RGS_AT(v->mass, 2, 0);
  RGS_AT(v->mass, 2, 0) = NAN;
  REFUSED_BODY(RGS_E_BODY, 2, rgs_stepper_project(r->stepper, &moved, &err), "mass");
  RGS_AT(v->mass, 2, 0) = mass;
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
}

/* ---- outputs --------------------------------------------------------------------------------- */
TEST(own_outputs) {
  for (int64_t n = 0; n <= N; n += N) {
    run *r = open_slide(n);
    for (int64_t i = 0; i < n; i++) RGS_AT(r->world->view.p, i, 2) = 0;
    const int64_t count = rgs_method_output_count(sliding->method);
    SAME_INT(7 + 2, count);
    TRUE(strcmp(rgs_method_output_at(sliding->method, count - 2)->key, "test.velocity") == 0);
    TRUE(strcmp(rgs_method_output_at(sliding->method, count - 1)->key, "test.step") == 0);
    TRUE(rgs_method_output_at(sliding->method, count) == NULL);
    double values[2 * N + 1];
    for (int k = 0; k <= 2 * N; k++) values[k] = 12345;
    OK(rgs_stepper_run(r->stepper, 0.125, 2, &err));
    if (n > 0)
      REFUSED_TEXT(RGS_E_SPACE,
                   rgs_stepper_output(r->stepper, "test.velocity", values, 2 * n - 1, &err),
                   "velocity", "8", "7");
    OK(rgs_stepper_output(r->stepper, "test.velocity", values, 2 * n, &err));
    for (int64_t k = 0; k <= 2 * N; k++)
      NEAR(k >= 2 * n
               ? 12345
               : RGS_AT(r->world->view.p, k / 2, k % 2) / RGS_AT(r->world->view.mass, k / 2, 0),
           values[k], 0);
    OK(rgs_stepper_output(r->stepper, "test.step", values, 1, &err));
    NEAR(0.125, values[0], 0);
    OK(rgs_stepper_output(r->stepper, "kinetic_translation", values, 1, &err));
    REFUSED_TEXT(RGS_E_NAME, rgs_stepper_output(r->stepper, "half_translation", values, 1, &err),
                 "half_translation");
    answer_output = RGS_E_ORDER;
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->stepper, "test.step", values, 1, &err), "step",
                 "test.slide");
    answer_output = RGS_E_HOST;
    REFUSED_TEXT(RGS_E_MODULE, rgs_stepper_output(r->stepper, "test.step", values, 1, &err),
                 "test.slide");
    answer_output = RGS_NEED_EVAL;
    REFUSED(RGS_E_ORDER, rgs_stepper_output(r->stepper, "test.step", values, 1, &err));
  }
}

/* ---- what may not be declared ---------------------------------------------------------------- */
TEST(refused_tables) {
  static const rgs_output_info bad[] = {
    { { 0, 0 }, "kinetic_rotation", "", "Taken.", 1, 0, 0, 0 },
    { { 0, 0 }, "shadow_energy", "", "Taken, though only others tell it.", 1, 0, 0, 0 },
    { { 0, 0 }, "test.step", "time", "There already.", 1, 0, 0, 0 },
    { { 0, 0 }, "step", "time", "No vendor.", 1, 0, 0, 0 },
    { { 0, 0 }, "Upper", "", "No key.", 1, 0, 0, 0 },
    { { 0, 0 }, "", "", "No key.", 1, 0, 0, 0 },
    { { 0, 0 }, NULL, "", "No key.", 1, 0, 0, 0 },
    { { 0, 0 }, "a.b.c", "", "No key.", 1, 0, 0, 0 },
    { { 0, 0 }, "test.fine", NULL, "No unit.", 1, 0, 0, 0 },
    { { 0, 0 }, "test.fine", "", NULL, 1, 0, 0, 0 },
    { { 0, 0 }, "test.fine", "", "Of nothing.", 0, 0, 0, 0 },
    { { 0, 0 }, "test.fine", "", "Too many.", 17, 0, 0, 0 },
    { { 0, 0 }, "test.fine", "", "Far too many.", UINT32_MAX, 0, 0, 0 },
    { { 0, 0 }, "test.fine", "", "An unknown flag.", 1, 1u << 2, 0, 0 },
  };
  const int64_t known = rgs_about_count(context, RGS_KIND_INTEGRATOR);
  rgs_about about = slide_about;
  about.name = "test.glide"; /* test.slide is there already */
#define REFUSED_WITH(change, word)                                                                 \
  do {                                                                                             \
    rgs_integrator one = slide;                                                                    \
    one.about = &about;                                                                            \
    change;                                                                                        \
    REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(context, module_of(NULL, NULL, &one), &err), word);   \
  } while (0)
  for (size_t k = 0; k < COUNT(bad); k++) {
    const rgs_output_info list[] = { slide_outputs[1], bad[k] };
    REFUSED_WITH(one.outputs = list, "test.glide");
  }
  REFUSED_WITH(one.output = NULL, "output");
  REFUSED_WITH(one.outputs = NULL, "outputs");
  REFUSED_WITH(one.n_outputs = 0, "outputs");
  REFUSED_WITH(one.n_outputs = 1025, "1025");
  static const uint32_t sizes[] = { 0, 40, 4104, sizeof(rgs_output_info) + 4 };
  for (size_t k = 0; k < COUNT(sizes); k++)
    REFUSED_WITH(one.output_info_size = sizes[k], "output_info_size");
  SAME_INT(known, rgs_about_count(context, RGS_KIND_INTEGRATOR));
}

TEST_MAIN(set_up, tear_down)
