/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h - comparisons that print what they wanted and what they got.
 */
#pragma once
#include <rigidstep/rigidstep.h>
#include "named_method.h"
#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#ifdef _WIN32 /* windows.h has macros of these names */
#undef NEAR
#undef TRUE
#endif

/* The error record every call of a test writes to (kept.c). */
extern rgs_error err;

/* tests/run.sh without --full: tests that measure at length take fewer samples or cases. */
static inline bool short_run(void) { return getenv("RIGIDSTEP_TEST_SHORT") != NULL; }

static inline const char *status_name(rgs_status status) {
  switch (status) {
#define NAME_CASE(name, value, text)                                                               \
  case name: return #name;
    RGS_STATUS_LIST(NAME_CASE)
#undef NAME_CASE
  }
  return "no status of the list";
}

static inline void forget_error(void) {
  err = (rgs_error){ RGS_HEAD(rgs_error), 99, 0, -77, { 0 } };
}

static inline void check_status(rgs_status want, rgs_status got, const char *call, const char *file,
                                int line) {
  if (want == got) return;
  print_error("%s\n  want %s got %s (%d)\n  text: %s\n", call, status_name(want), status_name(got),
              (int)got, err.text);
  _fail(file, line);
}

/* ---- what run.sh adds up at its end: "counted: N what" on a line of its own ---- */
static inline void counted(long long n, const char *what) { printf("counted: %lld %s\n", n, what); }

static long long bad_inputs_refused;
static inline void tell_bad_inputs(void) { counted(bad_inputs_refused, "bad inputs refused"); }
static inline void count_bad_input(void) {
  if (bad_inputs_refused++ == 0) atexit(tell_bad_inputs);
}

/* Refused with this status, in the record too, with a text that holds every word. */
static inline void check_refused(rgs_status want, int64_t body, rgs_status got, const char *call,
                                 const char *file, int line, ...) {
  bool fine = want == got && err.status == want && err.body == body && err.text[0] &&
              memchr(err.text, 0, sizeof err.text);
  const char *missing = NULL, *word;
  va_list words;
  va_start(words, line);
  while ((word = va_arg(words, const char *)) != NULL)
    if (!missing && !strstr(err.text, word)) missing = word;
  va_end(words);
  count_bad_input();
  if (fine && !missing) return;
  print_error("%s\n  want %s body %lld got %s (%d), record %s body %lld\n  text: %s\n", call,
              status_name(want), (long long)body, status_name(got), (int)got,
              status_name(err.status), (long long)err.body, err.text);
  if (missing) print_error("  want \"%s\" in the text\n", missing);
  _fail(file, line);
}

#define OK(call) (forget_error(), check_status(RGS_OK, (call), #call, __FILE__, __LINE__))
#define STATUS(want, call) (forget_error(), check_status((want), (call), #call, __FILE__, __LINE__))
/* REFUSED(status, call), REFUSED_TEXT(status, call, words the text must hold...), and of body i
 * REFUSED_BODY(status, i, call, words...). */
#define REFUSED_WORDS(want, i, call, ...)                                                          \
  (forget_error(), check_refused((want), (i), (call), #call, __FILE__, __LINE__, __VA_ARGS__))
#define REFUSED_BODY(want, i, ...) REFUSED_WORDS(want, i, __VA_ARGS__, (const char *)NULL)
#define REFUSED_TEXT(want, ...) REFUSED_BODY(want, -1, __VA_ARGS__)
#define REFUSED(want, call) REFUSED_BODY(want, -1, call)

#define SAME_INT(want, got) check_int((want), (got), #got, __FILE__, __LINE__)
static inline void check_int(long long want, long long got, const char *what, const char *file,
                             int line) {
  if (want == got) return;
  print_error("%s: want %lld got %lld\n", what, want, got);
  _fail(file, line);
}

/* |got - want| <= tolerance; a nan never passes. */
#define NEAR(want, got, tolerance) check_near((want), (got), (tolerance), #got, __FILE__, __LINE__)
static inline void check_near(double want, double got, double tolerance, const char *what,
                              const char *file, int line) {
  if (got - want <= tolerance && want - got <= tolerance) return;
  print_error("%s: want %.17g got %.17g, tolerance %g\n", what, want, got, tolerance);
  _fail(file, line);
}

/* Bit for bit. */
#define SAME_BITS(want, got, count)                                                                \
  check_bits((want), (got), (size_t)(count), #got, __FILE__, __LINE__)
static inline void check_bits(const double *want, const double *got, size_t count, const char *what,
                              const char *file, int line) {
  for (size_t i = 0; i < count; i++)
    if (memcmp(want + i, got + i, sizeof *want)) {
      print_error("%s[%zu]: want %.17g got %.17g (%a, %a)\n", what, i, want[i], got[i], want[i],
                  got[i]);
      _fail(file, line);
    }
}

#define TRUE(condition) check_true((condition), #condition, __FILE__, __LINE__)
static inline void check_true(bool condition, const char *what, const char *file, int line) {
  if (condition) return;
  print_error("want true: %s\n  last text: %s\n", what, err.text);
  _fail(file, line);
}

/* ---- handles that the end of the case closes ---- */
static inline void close_context(void *context) { rgs_context_destroy(context); }
static inline void close_method(void *method) { rgs_method_destroy(method); }
static inline void close_bodies(void *bodies) { rgs_bodies_destroy(bodies); }
static inline void close_stepper(void *stepper) { rgs_stepper_destroy(stepper); }
/* One parameter between steps. */
static inline rgs_status set_param(rgs_stepper *s, uint32_t kind, const char *key, double value,
                                   rgs_error *error) {
  const rgs_param param = { .key = key, .value = value, .kind = kind };
  return rgs_stepper_set_param(s, &param, sizeof param, error);
}

/* A specification of a context with one field. */
#define SPEC_WITH(field, value)                                                                    \
  (&(const rgs_context_spec){ .head = RGS_HEAD(rgs_context_spec), .field = (value) })
static inline rgs_context *opened(void) {
  rgs_context *context = NULL;
  OK(rgs_context_create(NULL, &context, &err));
  return keep(context, close_context);
}
static inline rgs_method *made(rgs_context *context, const named_method *of) {
  rgs_method *method = NULL;
  OK(method_from_names(context, of, &method, &err));
  return keep(method, close_method);
}

static inline rgs_method_info info_of(const rgs_method *method) {
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  OK(rgs_method_describe(method, &info, &err));
  return info;
}

/* ---- saves ---- */
typedef struct block {
  unsigned char *bytes;
  size_t size;
} block;
typedef rgs_status write_block(rgs_stepper *stepper, void *bytes, size_t *size, rgs_error *error);
/* The block that the call writes.  On the way: what is too small is refused untouched. */
static inline block saved_by(write_block *call, rgs_stepper *stepper) {
  block b = { NULL, 0 };
  REFUSED_TEXT(RGS_E_SPACE, call(stepper, NULL, &b.size, &err), "are needed");
  TRUE(b.size > 0);
  const size_t need = b.size;
  b.bytes = keep(malloc(need + 8), free);
  memset(b.bytes, 0xbb, need + 8);
  b.size = need - 1;
  REFUSED(RGS_E_SPACE, call(stepper, b.bytes, &b.size, &err));
  SAME_INT((long long)need, (long long)b.size);
  for (size_t i = need - 1; i < need + 8; i++) SAME_INT(0xbb, b.bytes[i]);
  b.size = need + 8;
  OK(call(stepper, b.bytes, &b.size, &err));
  SAME_INT((long long)need, (long long)b.size);
  for (size_t i = need; i < need + 8; i++) SAME_INT(0xbb, b.bytes[i]);
  return b;
}
static inline block saved(rgs_stepper *stepper) { return saved_by(rgs_stepper_save, stepper); }
static inline rgs_status load(rgs_stepper *stepper, block b) {
  return rgs_stepper_load(stepper, b.bytes, b.size, &err);
}
static inline bool same_blocks(block a, block b) {
  return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
