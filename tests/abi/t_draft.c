/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_draft.c - drafts are hidden from hosts that have not asked for them.
 *
 * The library has no draft of its own at times, so this program puts its own list in the place of
 * core/methods/drafts.c: it is linked with the static library.
 */
#include "check.h"
#include <rigidstep/draft.h>

static const rgs_stage rows[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
static const rgs_about about = WITH_HEAD(
    rgs_about, .name = "kdk_to_come", .doc = "Kick, drift, kick.", .cite = "10.1137/0705041",
    .order = 2, .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC, .needs = RGS_EVAL_FORCE);
static const rgs_scheme scheme = SCHEME_OF(&about, rows);
static const rgs_scheme *const schemes[] = { &scheme, NULL };
extern const rgs_module rgs_draft_module;
const rgs_module rgs_draft_module =
    WITH_HEAD(rgs_module, .name = "rigidstep_drafts", .version = "0", .license = "BSD-3-Clause",
              .schemes = schemes);

static bool is_listed(const rgs_context *c, const char *name) {
  bool listed = false;
  const int64_t n = rgs_about_count(c, RGS_KIND_SCHEME);
  for (int64_t i = 0; i < n; i++)
    listed |= strcmp(rgs_about_at(c, RGS_KIND_SCHEME, i)->name, name) == 0;
  TRUE(rgs_about_at(c, RGS_KIND_SCHEME, n) == NULL);
  TRUE(listed == (rgs_about_find(c, RGS_KIND_SCHEME, name) != NULL));
  return listed;
}

static rgs_status make(rgs_context *c, rgs_method **method) {
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = about.name);
  return rgs_method_create(c, &spec, method, &err);
}

TEST(hidden_until_asked_for) {
  rgs_context *asks = opened(), *never = opened();
  rgs_method *method = NULL;
  const int64_t n = rgs_about_count(never, RGS_KIND_SCHEME);
  TRUE(!is_listed(asks, about.name));
  REFUSED_TEXT(RGS_E_NAME, make(asks, &method), "kdk_to_come", "draft", "rgs_draft_allow");
  TRUE(method == NULL);

  OK(rgs_draft_allow(asks, RGS_DRAFT_ABI, &err));
  OK(rgs_draft_allow(asks, RGS_DRAFT_ABI, &err));
  TRUE(is_listed(asks, about.name));
  SAME_INT(n + 1, rgs_about_count(asks, RGS_KIND_SCHEME));
  OK(make(asks, &method));
  rgs_method_destroy(method);

  TRUE(!is_listed(never, about.name));
  REFUSED_TEXT(RGS_E_NAME, make(never, &method), "kdk_to_come", "draft", "rgs_draft_allow");
}

/* Whoever was compiled for other drafts, or gives the version of what is published. */
TEST(other_drafts) {
  static const uint32_t others[] = { 0, RGS_DRAFT, RGS_ABI, RGS_DRAFT_ABI - 1, RGS_DRAFT_ABI + 1 };
  rgs_context *c = opened();
  for (size_t i = 0; i < COUNT(others); i++)
    REFUSED_TEXT(RGS_E_ABI, rgs_draft_allow(c, others[i], &err), "draft is", "rigidstep/draft.h",
                 "RGS_DRAFT_ABI");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_allow(NULL, RGS_DRAFT_ABI, &err), "context");
  TRUE(!is_listed(c, about.name));
}

/* Published structs with the head of a draft are refused. */
TEST(draft_heads) {
  rgs_context *c = opened();
  rgs_method_spec spec = { .head = { sizeof spec, RGS_DRAFT_ABI },
                           .rotor = "exact",
                           .scheme = "strang" };
  rgs_method *method = NULL;
  REFUSED_TEXT(RGS_E_ABI, rgs_method_create(c, &spec, &method, &err), "spec", "54447");
}

TEST_MAIN(NULL, NULL)
