/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_names.c - what is found by name: methods, parameters with their bounds, texts of statuses.
 */
#include "check.h"
#include "fixture.h"
#include "modules/methods.h"

#include <math.h>
#include <stdlib.h>

static fixture s;

/* ---- texts ----------------------------------------------------------------------------------- */
TEST(status_texts) {
#define CHECK_TEXT(name, value, text)                                                              \
  SAME_INT(value, name);                                                                           \
  assert_string_equal(text, rgs_status_text(name));
  RGS_STATUS_LIST(CHECK_TEXT)
#undef CHECK_TEXT
  static const rgs_status unknown[] = { 2, 126, -18, -100, INT32_MAX, INT32_MIN };
  for (size_t i = 0; i < COUNT(unknown); i++) {
    const char *text = rgs_status_text(unknown[i]);
    TRUE(text != NULL && text[0] != 0);
#define CHECK_OTHER(name, value, known) TRUE(strcmp(text, known) != 0);
    RGS_STATUS_LIST(CHECK_OTHER)
#undef CHECK_OTHER
  }
  SAME_INT(RGS_ABI, rgs_abi());
  assert_string_equal("rgs_module_v2", RGS_MODULE_SYMBOL);
  assert_string_equal("rgs_module_v", RGS_MODULE_SYMBOL_PREFIX);
}

/* ---- initial values ---------------------------------------------------------------------------- */
/* A struct that was initialised is its head, and zeros, but for the body of an error, which is -1. */
#define INITIAL(type, initial)                                                                     \
  do {                                                                                             \
    const type one = initial;                                                                      \
    static const char zeros[sizeof one];                                                           \
    SAME_INT(sizeof one, one.head.size);                                                           \
    SAME_INT(RGS_ABI, one.head.abi);                                                               \
    TRUE(memcmp((const char *)&one + 8, zeros, sizeof one - 8) == 0);                              \
  } while (0)
TEST(initial_values) {
  INITIAL(rgs_view, RGS_VIEW_INIT);
  INITIAL(rgs_allocator, RGS_ALLOCATOR_INIT);
  INITIAL(rgs_executor, RGS_EXECUTOR_INIT);
  INITIAL(rgs_context_spec, RGS_CONTEXT_SPEC_INIT);
  INITIAL(rgs_eval, RGS_EVAL_INIT);
  INITIAL(rgs_host, RGS_HOST_INIT);
  INITIAL(rgs_cell, RGS_CELL_INIT);
  INITIAL(rgs_method_spec, RGS_METHOD_SPEC_INIT);
  INITIAL(rgs_method_info, RGS_METHOD_INFO_INIT);
  INITIAL(rgs_sites_spec, RGS_SITES_SPEC_INIT);
  INITIAL(rgs_sites_info, RGS_SITES_INFO_INIT);
  const rgs_error error = RGS_ERROR_INIT;
  SAME_INT(-1, error.body);
}

/* ---- parameters ------------------------------------------------------------------------------ */
TEST(parameters) {
  open_fixture(&s, 2);
  OK(rgs_module_add(s.context, &spy_module, &err));
  rgs_param p[3] = { { .key = "gain" }, { .key = "steps" }, { .key = "flag" } };
  rgs_method_spec spec = spy_spec;
  spec.params = p;
  spec.n_params = 3;
  spec.param_size = sizeof(rgs_param);
  static const struct {
    double gain, steps, flag;
  } fine[] = { { 0.5, -4, 0 }, { 2, 10, 1 }, { 1.1, 0, 1 } };
  for (size_t i = 0; i < COUNT(fine); i++) {
    p[0].value = fine[i].gain;
    p[1].value = fine[i].steps;
    p[2].value = fine[i].flag;
    look(&s, &spec);
    NEAR(fine[i].gain, seen.gain, 0);
    SAME_INT((long long)fine[i].steps, seen.steps);
    SAME_INT((long long)fine[i].flag, seen.flag);
  }
  static const struct {
    const char *text;
    double want;
  } texts[] = { { "0.5", 0.5 },    { "2", 2 },
                { "1e0", 1 },      { "0.1e1", 1 },
                { "+1.75", 1.75 }, { "1.1000000000000000888178419700125232338905", 1.1 } };
  spec.n_params = 1;
  for (size_t i = 0; i < COUNT(texts); i++) {
    p[0].text = texts[i].text;
    p[0].value = NAN; /* not looked at */
    look(&s, &spec);
    NEAR(texts[i].want, seen.gain, 0);
  }
  p[0] = (rgs_param){ .key = "steps", .text = "-4", .value = 0 };
  look(&s, &spec);
  SAME_INT(-4, seen.steps);

  rgs_method *method = NULL;
  static const struct {
    const char *key, *text;
    double value;
    const char *word, *bound; /* in the text, besides the key */
  } bad[] = { { "gain", NULL, 0.49, "0.49", "0.5" },
              { "gain", NULL, 2.5, "2.5", "2" },
              { "gain", NULL, NAN, "nan", "0.5" },
              { "gain", NULL, INFINITY, "inf", "2" },
              { "gain", NULL, -INFINITY, "inf", "0.5" },
              { "gain", "2.5", 1, "2.5", "0.5" },
              { "gain", "1x", 1, "1x", "" },
              { "gain", "1 2", 1, "1 2", "" },
              { "gain", "1,5", 1, "1,5", "" },
              { "gain", "rubbish", 1, "rubbish", "" },
              { "gain", "", 1, "", "" },
              { "gain", " ", 1, "", "" },
              { "gain", "nan", 1, "nan", "" },
              { "gain", "inf", 1, "inf", "" },
              { "gain", "1e999", 1, "inf", "2" },
              { "steps", NULL, 2.5, "2.5", "" },
              { "steps", NULL, -5, "-5", "-4" },
              { "steps", NULL, 11, "11", "10" },
              { "steps", NULL, 1e300, "10", "-4" },
              { "steps", NULL, NAN, "nan", "" },
              { "steps", "2.5", 1, "2.5", "" },
              { "steps", "3x", 1, "3x", "" },
              { "steps", "", 1, "", "" },
              { "steps", "11", 1, "11", "10" },
              { "steps", "99999999999999999999999", 1, "-4", "10" },
              { "steps", "18446744073709551619", 1, "10", "-4" }, /* 3 modulo 2^64 */
              { "flag", NULL, 2, "2", "1" },
              { "flag", NULL, 0.5, "0.5", "" },
              { "flag", NULL, -1, "-1", "" },
              { "flag", "2", 1, "2", "" },
              { "flag", "perhaps", 1, "perhaps", "" },
              { "colour", NULL, 1, "", "" },
              { "", NULL, 1, "", "" },
              { "Gain", NULL, 1, "", "" } };
  for (size_t i = 0; i < COUNT(bad); i++) {
    p[0] = (rgs_param){ .key = bad[i].key, .text = bad[i].text, .value = bad[i].value };
    REFUSED_TEXT(RGS_E_PARAM, rgs_method_create(s.context, &spec, &method, &err), bad[i].key,
                 bad[i].word, bad[i].bound);
    TRUE(method == NULL);
  }
  /* A built-in without that parameter. */
  spec.rotor = "exact";
  p[0] = (rgs_param){ .key = "gain", .value = 1 };
  REFUSED_TEXT(RGS_E_PARAM, rgs_method_create(s.context, &spec, &method, &err), "gain");
  p[0].key = NULL;
  TRUE(rgs_method_create(s.context, &spec, &method, &err) < 0);
}

/* ---- methods --------------------------------------------------------------------------------- */
typedef struct parts {
  const char *rotor, *scheme, *integrator;
} parts;

/* Refused, with both words and nothing cut off; key: of a parameter, or null. */
static void refuses(rgs_context *c, rgs_status want, const parts *of, const char *key,
                    const char *word, const char *another) {
  const rgs_param p = { .key = key, .value = 1 };
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = of->rotor, .scheme = of->scheme,
                                         .integrator = of->integrator, .params = key ? &p : NULL,
                                         .n_params = key != NULL, .param_size = key ? sizeof p : 0);
  rgs_method *method = NULL;
  REFUSED_TEXT(want, rgs_method_create(c, &spec, &method, &err), word, another);
  TRUE(method == NULL && strlen(err.text) < sizeof err.text - 1);
}

TEST(names) {
  open_fixture(&s, 1);
  static const struct {
    rgs_status status;
    parts of;
    const char *word;
  } wrong[] = { { RGS_E_NAME, { "nosuch", "strang", NULL }, "nosuch" },
                { RGS_E_NAME, { "exact", "nosuch", NULL }, "nosuch" },
                { RGS_E_NAME, { NULL, NULL, "nosuch" }, "nosuch" },
                { RGS_E_NAME, { "", "strang", NULL }, "" },
                { RGS_E_NAME, { "strang", "exact", NULL }, "strang" },
                { RGS_E_NAME, { "Exact", "strang", NULL }, "Exact" },
                { RGS_E_NAME, { "exact ", "strang", NULL }, "exact " },
                { RGS_E_ARG, { NULL, NULL, NULL }, "" },
                { RGS_E_ARG, { "exact", NULL, NULL }, "" },
                { RGS_E_ARG, { NULL, "strang", NULL }, "" },
                { RGS_E_ARG, { "exact", "strang", "test.verlet" }, "" },
                { RGS_E_ARG, { "exact", NULL, "test.verlet" }, "" } };
  OK(rgs_module_add(s.context, module_of(NULL, NULL, &test_integrator), &err));
  for (size_t i = 0; i < COUNT(wrong); i++)
    refuses(s.context, wrong[i].status, &wrong[i].of, NULL, wrong[i].word, "");
  TRUE(rgs_about_find(s.context, RGS_KIND_ROTOR, "exact") != NULL);
  TRUE(rgs_about_find(s.context, RGS_KIND_SCHEME, "strang") != NULL);
  TRUE(rgs_about_find(s.context, RGS_KIND_SCHEME, "exact") == NULL);
  TRUE(rgs_about_find(s.context, RGS_KIND_ROTOR, "nosuch") == NULL);
  TRUE(rgs_about_find(s.context, RGS_KIND_ROTOR, NULL) == NULL);
  TRUE(rgs_about_find(s.context, 99, "exact") == NULL);
  TRUE(rgs_about_find(NULL, RGS_KIND_ROTOR, "exact") == NULL);
  for (uint32_t kind = RGS_KIND_ROTOR; kind <= RGS_KIND_INTEGRATOR; kind++) {
    const int64_t n = rgs_about_count(s.context, kind);
    TRUE(rgs_about_at(s.context, kind, -1) == NULL);
    TRUE(rgs_about_at(s.context, kind, n) == NULL);
    TRUE(rgs_about_at(s.context, kind, INT64_MAX) == NULL);
    for (int64_t i = 0; i < n; i++) {
      const rgs_about *about = rgs_about_at(s.context, kind, i);
      TRUE(about != NULL && about->name && about->doc && about->cite);
      TRUE(rgs_about_find(s.context, kind, about->name) == about);
      for (const char *c = about->name; *c; c++)
        TRUE((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_' || *c == '.');
      TRUE(about->order >= 1);
      for (uint32_t k = 0; k < about->n_params; k++) {
        const rgs_param_info *p = about->params + k;
        TRUE(p->key && p->unit && p->doc && p->min <= p->dflt && p->dflt <= p->max);
        TRUE(p->offset + 8 <= about->params_size);
      }
    }
  }
  SAME_INT(0, rgs_about_count(s.context, 0));
  SAME_INT(0, rgs_about_count(s.context, 6));
  SAME_INT(0, rgs_about_count(NULL, RGS_KIND_ROTOR));
  TRUE(rgs_about_at(NULL, RGS_KIND_ROTOR, 0) == NULL);
}

/* What is nearly right, what the literature calls otherwise, and what belongs elsewhere: the text names
 * what to write, in full. */
TEST(names_that_are_nearly_right) {
  static const struct {
    parts of;
    const char *word, *another;
  } wrong[] = {
    { { "exact", "nystrm4", NULL }, "nystrom4", "nearest" },
    { { "exact", "yoshida", NULL }, "yoshida4", "yoshida6" },
    { { "exact", "stranng", NULL }, "strang", "nearest" },
    { { "exact", "Strang", NULL }, "strang", "nearest" },
    { { "exact", "sofroniou_spaleta10", NULL }, "sofroniou_spaletta10", "nearest" },
    { { "exact", "verlet", NULL }, "strang", "velocity" },
    { { "exact", "velocity_verlet", NULL }, "strang", "velocity" },
    { { "exact", "leapfrog", NULL }, "strang", "strang_dkd" },
    { { "exact", "leap_frog", NULL }, "strang", "strang_dkd" },
    { { "exact", "rk4", NULL }, "symplectic", "nystrom4" },
    { { "exakt", "strang", NULL }, "exact", "nearest" },
    { { "dmv", "strang", NULL }, "dmv2", "dmv10" },
    { { "no_squish", "strang", NULL }, "nosquish", "rotor" },
    { { "rattle", "strang", NULL }, "integrator", "rattle" },
    { { "exact", "dmv4", NULL }, "rotor", "dmv4" },
    { { NULL, NULL, "ratle" }, "rattle", "nearest" },
    { { NULL, NULL, "strang" }, "scheme", "strang" },
    { { "exact", "qqqqqqqq", NULL }, "strang", "34" },
  };
  rgs_context *c = opened();
  for (size_t i = 0; i < COUNT(wrong); i++)
    refuses(c, RGS_E_NAME, &wrong[i].of, NULL, wrong[i].word, wrong[i].another);
  static const struct {
    parts of;
    const char *key, *word, *range;
  } keys[] = { { { "dmv2", "strang", NULL }, "iterations", "max_iterations", "1 to 1000" },
               { { "exact", "chin4d", NULL }, "t", "s (chin4d", "to 1" },
               { { "exact", "pefrl", NULL }, "s", "none", "pefrl" },
               { { NULL, NULL, "rattle" }, "steps", "max_iterations", "to 1000" } };
  for (size_t i = 0; i < COUNT(keys); i++)
    refuses(c, RGS_E_PARAM, &keys[i].of, keys[i].key, keys[i].word, keys[i].range);
}

/* Whoever looks for near names of ten million letters takes hours. */
TEST(an_endless_name) {
  enum { LETTERS = 10000000 };
  char *name = keep(malloc(LETTERS + 1), free);
  rgs_method *method = NULL;
  TRUE(name != NULL);
  memset(name, 'x', LETTERS);
  name[LETTERS] = '\0';
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = name, .scheme = "strang");
  REFUSED_TEXT(RGS_E_NAME, rgs_method_create(opened(), &spec, &method, &err), "no rotor is called",
               "xxx");
}

TEST_MAIN(NULL, NULL)
