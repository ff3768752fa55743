/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test.h - TEST(name) { ... } is a test of the file, which RUN_TESTS(set_up, tear_down) in main runs.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_TESTS = 64 };
static struct CMUnitTest listed_tests[MOST_TESTS];
static size_t n_listed;

static inline void list_test(struct CMUnitTest test) {
  if (n_listed == MOST_TESTS) abort();
  listed_tests[n_listed++] = test;
}

/* Priorities of constructors begin at 101; with the line in them, tests run in the order of the file. */
#define TEST(name)                                                                                 \
  static void name(void **state);                                                                  \
  __attribute__((constructor(101 + __LINE__))) static void list_##name(void) {                     \
    list_test((struct CMUnitTest)cmocka_unit_test(name));                                          \
  }                                                                                                \
  static void name(void **state __attribute__((unused)))

#define RUN_TESTS(set_up, tear_down)                                                               \
  _cmocka_run_group_tests("tests", listed_tests, n_listed, (set_up), (tear_down))

#endif
