/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_module_table.c - modules from constants: whose tables are sound they are taken whole, else they are
 * refused whole.
 */
#include "check.h"
#include "fixture.h"
#include "modules/methods.h"

#include <math.h>

/* ---- tables that are not sound --------------------------------------------------------------- */
static void refuse_scheme(rgs_context *c, rgs_status want, const rgs_about *about,
                          const rgs_stage *stages, uint32_t n, const char *word) {
  const rgs_scheme bad = WITH_HEAD(rgs_scheme, .about = about, .stages = stages, .n_stages = n,
                                   .stage_size = sizeof(rgs_stage));
  const rgs_scheme *const list[] = { &test_scheme, &bad, NULL };
  rgs_module *m = module_of(&test_rotor, NULL, NULL);
  m->schemes = list;
  const counts before = known(c);
  REFUSED_TEXT(want, rgs_module_add(c, m, &err), word);
  same_counts(before, c);
}

/* Which tables are not sound t_scheme_check.c shows; here the rest of the module goes with one. */
TEST(bad_schemes) {
  rgs_context *c = opened();
  rgs_about about = test_scheme_about;
  about.name = "test.bad";
  static const rgs_stage fine[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
  static const rgs_stage short_drift[] = { KICK(0.5), DRIFT(0.9), KICK(0.5) };
  refuse_scheme(c, RGS_E_TABLE, &about, short_drift, 3, "test.bad");
  refuse_scheme(c, RGS_E_TABLE, &about, fine, 0, "n_stages");
  refuse_scheme(c, RGS_E_TABLE, &about, fine, UINT32_MAX, "n_stages");
  refuse_scheme(c, RGS_E_TABLE, &about, NULL, 3, "stages");
  refuse_scheme(c, RGS_E_TABLE, NULL, fine, 3, "about");
  static const uint32_t orders[] = { 0, 4, RGS_EXACT };
  for (size_t i = 0; i < COUNT(orders); i++) {
    about.order = orders[i];
    refuse_scheme(c, RGS_E_TABLE, &about, fine, 3, "order");
  }
  /* And a sound one is taken; an unknown claim is ignored. */
  about.order = 2;
  about.claims = RGS_SYMMETRIC | RGS_COMPOSED | (1u << 30);
  const rgs_scheme sound = SCHEME_OF(&about, fine);
  OK(rgs_module_add(c, module_of(NULL, &sound, NULL), &err));
}

static void refuse_about(rgs_context *c, rgs_status want, const rgs_about *about,
                         const char *word) {
  const counts before = known(c);
  const rgs_rotor rotor = { RGS_HEAD(rgs_rotor), about, test_flow, test_prepare, 3, 0, NULL };
  const rgs_rotor *const rotors[] = { &test_rotor, &rotor, NULL };
  rgs_module *m = module_of(NULL, NULL, NULL);
  m->rotors = rotors;
  REFUSED_TEXT(want, rgs_module_add(c, m, &err), word);
  same_counts(before, c);
  const rgs_integrator integrator = WITH_HEAD(rgs_integrator, .about = about,
                                              .advance = test_advance, .aux = 6, .cursor_size = 8);
  if (want == RGS_E_NAME) return; /* taken among rotors only */
  REFUSED_TEXT(want, rgs_module_add(c, module_of(NULL, &test_scheme, &integrator), &err), word);
  same_counts(before, c);
}

/* The description of the sound rotor with another name, and one thing wrong. */
#define WRONG(change, want, word)                                                                  \
  do {                                                                                             \
    rgs_about about = test_rotor_about;                                                            \
    about.name = "test.bad";                                                                       \
    change;                                                                                        \
    refuse_about(c, want, &about, word);                                                           \
  } while (0)

TEST(bad_descriptions) {
  rgs_context *c = opened();
  static const char *const names[] = { "Exact", "",  "a b",         "a-b",       "a.b.c",  ".x",
                                       "x.",    ".", "caf\xc3\xa9", "new\nline", "exact ", NULL };
  for (size_t i = 0; i < COUNT(names); i++) WRONG(about.name = names[i], RGS_E_TABLE, "name");
  /* Without a vendor: the library's own names, those to come included. */
  WRONG(about.name = "exact", RGS_E_TABLE, "exact");
  WRONG(about.name = test_rotor_about.name, RGS_E_NAME, test_rotor_about.name);
  WRONG(about.doc = NULL, RGS_E_TABLE, "doc");
  WRONG(about.cite = NULL, RGS_E_TABLE, "cite");
  WRONG(about.order = 0, RGS_E_TABLE, "order");
  static const uint32_t needs[] = { RGS_EVAL_VIRIAL, 1u << 31, RGS_EVAL_FORCE | 1u << 16 };
  for (size_t i = 0; i < COUNT(needs); i++) WRONG(about.needs = needs[i], RGS_E_NEEDS, "needs");
  refuse_about(c, RGS_E_TABLE, NULL, "about");
}

TEST(bad_parameters) {
  rgs_context *c = opened();
#define PARAMS(count, list) about.params_size = 16, about.n_params = count, about.params = list
  /* A type, an offset, the bounds and the default of a parameter "gain". */
#define GAIN(...)                                                                                  \
  { "gain", "", "", __VA_ARGS__, 0, 0 }
  static const rgs_param_info bad[] = {
    GAIN(RGS_F64, 0, 2, 1, 1.5),  /* min > max */
    GAIN(RGS_F64, 0, 0, 1, 1.5),  /* default beyond max */
    GAIN(RGS_F64, 0, 0, 1, -0.1), /* default below min */
    GAIN(RGS_F64, 16, 0, 1, 0),   /* beyond the block */
    GAIN(RGS_F64, 9, 0, 1, 0),    /* half beyond, misaligned */
    GAIN(RGS_F64, 4, 0, 1, 0),    /* misaligned */
    GAIN(RGS_F64, UINT32_MAX - 7, 0, 1, 0),
    GAIN(RGS_F64, 0, -INFINITY, 1, 0),
    GAIN(RGS_F64, 0, 0, INFINITY, 0),
    GAIN(RGS_F64, 0, 0, 1, NAN),
    GAIN(RGS_F64, 0, NAN, 1, 0),
    GAIN(0, 0, 0, 1, 0),
    GAIN(4, 0, 0, 1, 0),           /* no such type */
    GAIN(RGS_I64, 0, 0, 1.5, 0),   /* not whole */
    GAIN(RGS_I64, 0, 0, 1e300, 0), /* beyond int64 */
    GAIN(RGS_BOOL, 0, 0, 2, 0),
    { "gain", NULL, "", RGS_F64, 0, 0, 1, 0, 0, 0 },
    { "gain", "", NULL, RGS_F64, 0, 0, 1, 0, 0, 0 },
  };
  static const char *const bad_keys[] = { NULL, "", "Gain", "a gain" };
  for (size_t i = 0; i < COUNT(bad); i++) WRONG(PARAMS(1, &bad[i]), RGS_E_TABLE, "gain");
  for (size_t i = 0; i < COUNT(bad_keys); i++) {
    const rgs_param_info p = { bad_keys[i], "", "", RGS_F64, 0, 0, 1, 0, 0, 0 };
    WRONG(PARAMS(1, &p), RGS_E_TABLE, "key");
  }
  static const rgs_param_info twice[] = { { "gain", "", "", RGS_F64, 0, 0, 1, 0, 0, 0 },
                                          { "gain", "", "", RGS_F64, 8, 0, 1, 0, 0, 0 } };
  WRONG(PARAMS(2, twice), RGS_E_TABLE, "gain");
  WRONG(PARAMS(2, NULL), RGS_E_TABLE, "params");
  WRONG(PARAMS(UINT32_MAX, twice), RGS_E_TABLE, "n_params");
  WRONG((PARAMS(1, twice), about.params_size = 0), RGS_E_TABLE, "gain");
  WRONG((PARAMS(1, twice), about.params_size = UINT32_MAX), RGS_E_TABLE, "params_size");
  static const uint32_t sizes[] = { 0, 8, UINT32_MAX };
  for (size_t i = 0; i < COUNT(sizes); i++)
    WRONG((PARAMS(1, twice), about.param_info_size = sizes[i]), RGS_E_TABLE, "param_info_size");
}

TEST(bad_functions) {
  rgs_context *c = opened();
  rgs_about about = test_rotor_about;
  about.name = "test.bad";
  const counts before = known(c);
#define ROTOR(...) WITH_HEAD(rgs_rotor, .about = &about, __VA_ARGS__)
#define INTEGRATOR(...) WITH_HEAD(rgs_integrator, .about = &about, __VA_ARGS__)
  static const char *const words[] = { "flow", "prepare", "prepared" }, *const other_words[] = {
    "advance", "aux", "cursor_size"
  };
  const rgs_rotor rotors[] = { ROTOR(.flow = NULL), ROTOR(.flow = test_flow, .prepared = 3),
                               ROTOR(.flow = test_flow, .prepare = test_prepare,
                                     .prepared = UINT32_MAX) };
  const rgs_integrator integrators[] = {
    INTEGRATOR(.advance = NULL), INTEGRATOR(.advance = test_advance, .aux = UINT32_MAX),
    INTEGRATOR(.advance = test_advance, .cursor_size = UINT32_MAX)
  };
  for (size_t k = 0; k < COUNT(rotors); k++) {
    REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, module_of(&rotors[k], NULL, NULL), &err), words[k]);
    REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, module_of(NULL, NULL, &integrators[k]), &err),
                 other_words[k]);
  }
  same_counts(before, c);
  /* A module that names itself not. */
  for (int k = 0; k < 3; k++) {
    rgs_module *m = module_of(&test_rotor, NULL, NULL);
    if (k == 0) m->name = NULL;
    if (k == 1) m->version = NULL;
    if (k == 2) m->license = NULL;
    forget_error();
    TRUE(rgs_module_add(c, m, &err) < 0);
    TRUE(err.text[0] != 0);
    same_counts(before, c);
  }
  /* An empty one is no error. */
  OK(rgs_module_add(c, module_of(NULL, NULL, NULL), &err));
  same_counts(before, c);
}

/* ---- names, hooks ---------------------------------------------------------------------------- */
TEST(same_constant_twice) {
  rgs_context *c = opened();
  const rgs_module *m = module_of(&test_rotor, &test_scheme, &test_integrator);
  OK(rgs_module_add(c, m, &err));
  const counts after = known(c);
  OK(rgs_module_add(c, m, &err));
  same_counts(after, c);
  /* One name for two kinds is no clash; for two rotors it is. */
  static rgs_about as_rotor, again;
  static rgs_rotor rotor, first, second;
  as_rotor = again = test_rotor_about;
  as_rotor.name = "test.kdk";
  again.name = "test.again";
  rotor = first = second = test_rotor;
  rotor.about = &as_rotor;
  first.about = second.about = &again;
  OK(rgs_module_add(c, module_of(&rotor, NULL, NULL), &err));
  SAME_INT(after.rotors + 1, rgs_about_count(c, RGS_KIND_ROTOR));
  /* Twice in one module. */
  static const rgs_rotor *const both[] = { &first, &second, NULL };
  rgs_module *twin = module_of(NULL, NULL, NULL);
  twin->rotors = both;
  REFUSED_TEXT(RGS_E_NAME, rgs_module_add(c, twin, &err), "test.again");
  SAME_INT(after.rotors + 1, rgs_about_count(c, RGS_KIND_ROTOR));
}

static int inits, finis;
static rgs_status answer = RGS_OK;
static rgs_status on_init(rgs_module_call *call) {
  SAME_INT(RGS_ABI, call->head.abi);
  TRUE(call->version == rgs_version() && call->self == NULL);
  call->log(call->log_self, "ready");
  if (answer != RGS_OK) snprintf(call->why, call->why_size, "no licence on port %d", 27000);
  call->self = &inits;
  inits++;
  return answer;
}
static void on_fini(void *self) {
  TRUE(self == &inits);
  finis++;
}

TEST(hooks_of_constants) {
  rgs_context *c = opened();
  const counts before = known(c);
  rgs_module *m = module_of(&test_rotor, NULL, NULL);
  m->init = on_init;
  m->fini = on_fini;
  answer = RGS_E_NOMEM;
  REFUSED_TEXT(RGS_E_MODULE, rgs_module_add(c, m, &err), "no licence on port 27000");
  same_counts(before, c);
  SAME_INT(1, inits);
  SAME_INT(0, finis);
  answer = RGS_OK;
  OK(rgs_module_add(c, m, &err));
  OK(rgs_module_add(c, m, &err));
  SAME_INT(2, inits);
  SAME_INT(0, finis);
  close_now(c);
  SAME_INT(2, inits);
  SAME_INT(1, finis);
}

TEST_MAIN(NULL, NULL)
