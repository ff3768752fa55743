/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.c - the modules t_module_file.c loads, one for each -D.  A constructor leaves a mark in the
 * environment: the mark tells whether code of the file ran.
 */
#include "methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void count(const char *name) {
  const char *was = getenv(name);
  const char next[2] = { (char)((was ? was[0] : '0') + 1), 0 };
  setenv(name, next, 1);
}

__attribute__((constructor)) static void on_load(void) { count("RGS_TEST_CONSTRUCTED"); }

static rgs_status start(rgs_module_call *call) {
  (void)call;
  count("RGS_TEST_INIT");
#if defined(INIT_FAILS)
  return RGS_E_HOST;
#else
  return RGS_OK;
#endif
}

static void stop(void *self) {
  (void)self;
  count("RGS_TEST_FINI");
}

#define LISTS test_rotors, test_schemes, test_integrators
#define REST "test", "1.0", "BSD-3-Clause", LISTS, NULL, start, stop

#if defined(GOOD) || defined(INIT_FAILS) || defined(SECOND) /* another file, the same names */
RGS_MODULE = { RGS_HEAD(rgs_module), REST };

#elif defined(SYMBOL_OF_MAJOR_7)
RGS_EXPORT extern const rgs_module rgs_module_v7;
const rgs_module rgs_module_v7 = { { sizeof(rgs_module), 7u << 16 }, REST };

#elif defined(HEAD_OF_MAJOR_7)
RGS_MODULE = { { sizeof(rgs_module), 7u << 16 }, REST };

#elif defined(HEAD_TOO_SHORT)
RGS_MODULE = { { 4, RGS_ABI }, REST };

#elif defined(SYMBOL_IS_FUNCTION)
RGS_EXPORT void rgs_module_v2(void);
void rgs_module_v2(void) {
  start(NULL);
  stop(NULL);
  (void)test_rotors, (void)test_schemes, (void)test_integrators;
}

#elif defined(LATER_MINOR)
/* As a later minor version would write it: a longer struct with something behind. */
typedef struct longer_module {
  rgs_module known;
  const char *homepage;
  double more;
} longer_module;
RGS_EXPORT extern const longer_module rgs_module_v2;
const longer_module rgs_module_v2 = { { { sizeof(longer_module), RGS_ABI + 3 }, REST },
                                      "example",
                                      1 };

#elif defined(WITHOUT_HOOKS)
/* As an earlier minor version would have written it: ends before init and fini. */
typedef struct shorter_module {
  rgs_head head;
  const char *name, *version, *license;
  const rgs_rotor *const *rotors;
  const rgs_scheme *const *schemes;
  const rgs_integrator *const *integrators;
} shorter_module;
RGS_EXPORT extern const shorter_module rgs_module_v2;
const shorter_module rgs_module_v2 = { RGS_HEAD(shorter_module), "test", "1.0", "BSD-3-Clause",
                                       LISTS };
/* Read beyond head.size this would be called as init. */
RGS_EXPORT rgs_status (*const test_next_word)(rgs_module_call *) = start;
RGS_EXPORT void (*const test_last_word)(void *) = stop;

#elif defined(BAD_TABLE)
static const rgs_stage bad_stages[] = { KICK(0.5), DRIFT(0.9), KICK(0.5) };
static const rgs_about bad_about =
    WITH_HEAD(rgs_about, .name = "test.bad", .doc = "Drifts that do not add up to a step.",
              .cite = "none", .order = 2, .needs = RGS_EVAL_FORCE);
static const rgs_scheme bad = SCHEME_OF(&bad_about, bad_stages);
static const rgs_scheme *const with_bad[] = { &test_scheme, &bad, NULL };
#undef LISTS
#define LISTS test_rotors, with_bad, test_integrators
RGS_MODULE = { RGS_HEAD(rgs_module), REST };

#elif defined(ODD_TEXTS) /* bytes that are no UTF-8, and what a terminal would obey */
static const rgs_about odd_about = WITH_HEAD(
    rgs_about, .name = "test.odd", .doc = "caf\xe9 caf\303\251 \302\233\x7f\t\xed\xa0\x80",
    .cite = "no\nne", .order = 2, .needs = RGS_EVAL_FORCE);
static const rgs_scheme odd = SCHEME_OF(&odd_about, test_stages);
static const rgs_scheme *const with_odd[] = { &test_scheme, &odd, NULL };
RGS_MODULE = { RGS_HEAD(rgs_module),
               "e\033[31mvil\n",
               "1.0\xff",
               "MIT\"",
               test_rotors,
               with_odd,
               test_integrators,
               NULL,
               start,
               stop };

#elif defined(NO_SYMBOL)
RGS_EXPORT extern const rgs_module something_else;
const rgs_module something_else = { RGS_HEAD(rgs_module), REST };

#else
#error "which module?"
#endif
