/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_growth.c - structs of a host built against an earlier or a later header: what is shorter is
 * taken as far as it goes, what is longer is read and written no further than it is known.
 */
#include "check.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>

/* ---- rgs_error ------------------------------------------------------------------------------- */
TEST(error_record_of_any_size) {
  enum { LONGEST = sizeof(rgs_error) + 64 };
  scene s;
  open_scene(&s, 1);
  /* A text longer than the record holds, by quoting a long name. */
  char name[600];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = 0;
  rgs_method_spec spec = strang;
  spec.rotor = name;
  rgs_method *method = NULL;
  REFUSED(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, &err));
  const rgs_error whole = err;
  for (size_t size = 0; size <= LONGEST; size++) {
    union {
      rgs_error record;
      unsigned char bytes[LONGEST + 16];
    } u;
    memset(&u, 0xee, sizeof u);
    u.record.head = (rgs_head){ (uint32_t)size, RGS_ABI };
    STATUS(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, &u.record));
    SAME_INT((long long)size, u.record.head.size);
    SAME_INT(RGS_ABI, u.record.head.abi);
    /* Nothing behind the stated size; nothing behind the known struct, where a later version may
     * have a field of its own. */
    const size_t end = size < 8 ? 8 : size < sizeof(rgs_error) ? size : sizeof(rgs_error);
    for (size_t i = end; i < sizeof u.bytes; i++)
      if (u.bytes[i] != 0xee) {
        print_error("head.size %zu: byte %zu written\n", size, i);
        fail();
      }
    if (size >= offsetof(rgs_error, text)) {
      SAME_INT(RGS_E_NAME, u.record.status);
      SAME_INT(-1, u.record.body);
    }
    if (size > offsetof(rgs_error, text)) {
      const size_t room = end - offsetof(rgs_error, text);
      TRUE(memchr(u.record.text, 0, room) != NULL);
      TRUE(strncmp(u.record.text, whole.text, strlen(u.record.text)) == 0);
      SAME_INT((long long)room - 1, (long long)strlen(u.record.text));
    }
  }
  /* A record of another major version is not touched. */
  union {
    rgs_error record;
    unsigned char bytes[sizeof(rgs_error)];
  } u;
  memset(&u, 0xee, sizeof u);
  u.record.head = (rgs_head){ sizeof(rgs_error), OTHER_MAJOR };
  STATUS(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, &u.record));
  for (size_t i = 8; i < sizeof u; i++) TRUE(u.bytes[i] == 0xee);
  STATUS(RGS_E_NAME, rgs_method_create(s.context, &spec, &method, NULL));
  TRUE(method == NULL);
  /* Success writes nothing. */
  rgs_error untouched = { RGS_HEAD(rgs_error), 42, 43, 44, "as it was" };
  const rgs_error before = untouched;
  STATUS(RGS_OK, rgs_bodies_check(s.bodies, &untouched));
  TRUE(memcmp(&before, &untouched, sizeof before) == 0);
  rgs_eval request = RGS_EVAL_INIT;
  STATUS(RGS_NEED_EVAL, rgs_advance(s.stepper, 0.1, &request, &untouched));
  TRUE(memcmp(&before, &untouched, sizeof before) == 0);
  close_scene(&s);
}

/* ---- rgs_allocator --------------------------------------------------------------------------- */
TEST(allocator_of_any_size) {
  rgs_context *c = NULL;
  fake_memory m;
  fake_memory_init(&m);
  static const size_t sizes[] = { 8, 16, 32, 40, 200 };
  for (size_t i = 0; i < COUNT(sizes); i++) {
    rgs_allocator *a = resized(&m.allocator, sizeof m.allocator, sizes[i]);
    OK(rgs_context_create(a, &c, &err));
    free(a); /* copied: it need not live on */
    SAME_INT(4, rgs_about_count(c, RGS_KIND_ROTOR) >= 4 ? 4 : rgs_about_count(c, RGS_KIND_ROTOR));
    if (sizes[i] >= 32) TRUE(m.live > 0);
    rgs_context_destroy(c);
    c = NULL;
    SAME_INT(0, m.live);
  }
  /* Cut between the two functions, or one of them null: both or none. */
  rgs_allocator *cut = resized(&m.allocator, sizeof m.allocator, 24);
  REFUSED(RGS_E_ARG, rgs_context_create(cut, &c, &err));
  free(cut);
  rgs_allocator half = m.allocator;
  half.alloc = NULL;
  REFUSED(RGS_E_ARG, rgs_context_create(&half, &c, &err));
  half = m.allocator;
  half.release = NULL;
  REFUSED(RGS_E_ARG, rgs_context_create(&half, &c, &err));
  half.alloc = NULL;
  OK(rgs_context_create(&half, &c, &err));
  rgs_context_destroy(c);
  REFUSED(RGS_E_ARG, rgs_context_create(NULL, NULL, &err));
  SAME_INT(0, m.live);
  SAME_INT(0, m.wrong_size);
}

/* ---- rgs_view -------------------------------------------------------------------------------- */
TEST(view_of_any_size) {
  scene s;
  open_scene(&s, 3);
  static const size_t sizes[] = { offsetof(rgs_view, gf),    offsetof(rgs_view, gtau),
                                  offsetof(rgs_view, carry), sizeof(rgs_view),
                                  sizeof(rgs_view) + 24,     4096 };
  for (size_t i = 0; i < COUNT(sizes); i++) {
    rgs_view *v = resized(&s.world->view, sizeof s.world->view, sizes[i]);
    OK(rgs_bodies_bind(s.bodies, v, &err));
    free(v);
    OK(rgs_step(s.stepper, 0.01, 2, &err));
  }
  rgs_view later = s.world->view;
  later.head.abi = LATER_MINOR;
  OK(rgs_bodies_bind(s.bodies, &later, &err));
  OK(rgs_step(s.stepper, 0.01, 2, &err));
  close_scene(&s);
}

/* ---- rgs_host -------------------------------------------------------------------------------- */
TEST(host_of_any_size) {
  scene s;
  open_scene(&s, 2);
  rgs_stepper *t = NULL;
  static const size_t sizes[] = { 8, 16, 24, 32, 40, 56, 1000 };
  for (size_t i = 0; i < COUNT(sizes); i++) {
    rgs_host *h = resized(&s.host.host, sizeof s.host.host, sizes[i]);
    OK(rgs_stepper_create(s.bodies, s.method, h, &t, &err));
    free(h);
    const int64_t calls = s.host.calls;
    if (sizes[i] >= 40) {
      OK(rgs_step(t, 0.01, 1, &err));
      SAME_INT(calls + 2, s.host.calls);
    } else {
      /* No eval: the host drives, with the default "provides forces". */
      double *before = fake_snapshot(s.world);
      TRUE(rgs_step(t, 0.01, 1, &err) < 0);
      TRUE(fake_unchanged(s.world, before));
      free(before);
      OK(rgs_stepper_reset(t, &err));
      rgs_eval request = RGS_EVAL_INIT;
      STATUS(RGS_NEED_EVAL, rgs_advance(t, 0.01, &request, &err));
      SAME_INT(RGS_EVAL_FORCE, request.what);
      SAME_INT(calls, s.host.calls);
    }
    rgs_stepper_destroy(t);
    t = NULL;
  }
  static const double bad_scale[] = { NAN, INFINITY, -INFINITY };
  for (size_t i = 0; i < COUNT(bad_scale); i++) {
    rgs_host h = s.host.host;
    h.force_scale = bad_scale[i];
    REFUSED_TEXT(RGS_E_ARG, rgs_stepper_create(s.bodies, s.method, &h, &t, &err), "force_scale");
  }
  close_scene(&s);
}

/* ---- rgs_method_spec, rgs_param -------------------------------------------------------------- */
TEST(spec_of_any_size) {
  scene s;
  open_scene(&s, 2);
  OK(rgs_module_add(s.context, &spy_module, &err));
  rgs_method *method = NULL;
  const rgs_param one[] = { { "gain", NULL, 1.5 } };
  rgs_method_spec spec = spy_spec;
  spec.params = one;
  spec.n_params = 1;
  spec.param_size = sizeof(rgs_param);
  static const size_t sizes[] = { 24, 32, 40, 48, 56, 512 };
  for (size_t i = 0; i < COUNT(sizes); i++) {
    rgs_method_spec *other = resized(&spec, sizeof spec, sizes[i]);
    if (sizes[i] == 40) { /* between params and n_params: an array without a length */
      REFUSED_TEXT(RGS_E_ARG, rgs_method_create(s.context, other, &method, &err), "n_params");
      free(other);
      continue;
    }
    look(&s, other);
    free(other);
    NEAR(sizes[i] >= 48 ? 1.5 : 1.25, seen.gain, 0);
    SAME_INT(3, seen.steps);
    SAME_INT(0, seen.flag);
    SAME_INT(sizeof(rgs_flow), seen_head.size);
    SAME_INT(RGS_ABI, seen_head.abi);
  }
  /* Cut before the scheme: not a method. */
  rgs_method_spec *cut = resized(&spec, sizeof spec, 16);
  TRUE(rgs_method_create(s.context, cut, &method, &err) < 0);
  free(cut);
  /* An element with something behind, and one that ends before the number. */
  const struct {
    rgs_param p;
    double more[2];
  } longer[] = { { { "gain", NULL, 0.75 }, { 9, 9 } },
                 { { "steps", NULL, 7 }, { 9, 9 } },
                 { { "flag", "1", 0 }, { 9, 9 } } };
  spec.params = &longer[0].p;
  spec.n_params = 3;
  spec.param_size = sizeof longer[0];
  look(&s, &spec);
  NEAR(0.75, seen.gain, 0);
  SAME_INT(7, seen.steps);
  SAME_INT(1, seen.flag);
  /* No version had shorter elements than 0.1; what is no multiple of 8 cannot be an array. */
  static const uint32_t absurd[] = { 0, 4, 7, 16, 20, 25, UINT32_MAX };
  for (size_t i = 0; i < COUNT(absurd); i++) {
    spec.param_size = absurd[i];
    forget_error();
    TRUE(rgs_method_create(s.context, &spec, &method, &err) < 0);
    TRUE(err.text[0] != 0);
  }
  spec.params = NULL;
  spec.param_size = sizeof(rgs_param);
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create(s.context, &spec, &method, &err), "params");
  close_scene(&s);
}

/* ---- rgs_eval, rgs_method_info --------------------------------------------------------------- */
TEST(request_of_any_size) {
  scene s;
  open_scene(&s, 2);
  /* Null: a host that evaluates forces whatever is asked. */
  STATUS(RGS_NEED_EVAL, rgs_advance(s.stepper, 0.01, NULL, &err));
  static const size_t sizes[] = { 16, 24, 32, 48 };
  for (size_t i = 0; i < COUNT(sizes); i++) {
    const rgs_eval init = RGS_EVAL_INIT;
    OK(rgs_stepper_reset(s.stepper, &err));
    OK(rgs_stepper_set_time(s.stepper, 2.0, &err));
    rgs_eval *r = resized(&init, sizeof init, sizes[i]);
    STATUS(RGS_NEED_EVAL, rgs_advance(s.stepper, 0.5, r, &err));
    SAME_INT((long long)sizes[i], r->head.size);
    SAME_INT(RGS_EVAL_FORCE, r->what);
    if (sizes[i] >= 24) NEAR(2.0, r->time, 0);
    for (size_t k = sizeof init; k < sizes[i]; k++)
      SAME_INT(0xc3, ((unsigned char *)r)[k]); /* not ours */
    rgs_eval full = RGS_EVAL_INIT;
    full.what = r->what;
    SAME_INT(0, fake_eval(&s.host, &full, &s.world->view));
    STATUS(RGS_NEED_EVAL, rgs_advance(s.stepper, 0.5, r, &err));
    SAME_INT(0, fake_eval(&s.host, &full, &s.world->view));
    OK(rgs_advance(s.stepper, 0.5, r, &err));
    free(r);
  }
  close_scene(&s);
}

TEST(info_of_any_size) {
  scene s;
  open_scene(&s, 1);
  rgs_method_info whole = RGS_METHOD_INFO_INIT;
  OK(rgs_method_describe(s.method, &whole, &err));
  SAME_INT(2, whole.order);
  SAME_INT(1, whole.evals);
  SAME_INT(0, whole.gradients);
  SAME_INT(0, whole.carry);
  SAME_INT(1, whole.ends_fresh);
  SAME_INT(RGS_EVAL_FORCE, whole.needs);
  TRUE((whole.claims & (RGS_SYMPLECTIC | RGS_SYMMETRIC)) == (RGS_SYMPLECTIC | RGS_SYMMETRIC));
  for (size_t size = 8; size <= sizeof whole + 32; size += 4) {
    const rgs_method_info init = RGS_METHOD_INFO_INIT;
    unsigned char *got = resized(&init, sizeof init, size);
    OK(rgs_method_describe(s.method, (rgs_method_info *)(void *)got, &err));
    const size_t known = size < sizeof whole ? size : sizeof whole;
    TRUE(memcmp(got + 8, (const unsigned char *)&whole + 8, known - 8) == 0);
    /* Fields of a later version: zero, the default. */
    for (size_t k = sizeof whole; k < size; k++) SAME_INT(0, got[k]);
    free(got);
  }
  REFUSED(RGS_E_ARG, rgs_method_describe(NULL, &whole, &err));
  REFUSED(RGS_E_ARG, rgs_method_describe(s.method, NULL, &err));
  close_scene(&s);
}

int main(void) { return RUN_TESTS(NULL, NULL); }
