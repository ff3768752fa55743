/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test.h - TEST(name) { ... } is a case of the file; what it keeps (kept.h) is closed at its end.  TEST_MAIN(set_up, tear_down) runs all cases, or those whose name
 * contains the word that is the program's argument.  A main of its own calls choose_tests and RUN_TESTS.
 */
#pragma once
#include "kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_TESTS = 64 };
static struct CMUnitTest listed_tests[MOST_TESTS];
static size_t n_listed;

static inline void list_test(struct CMUnitTest test) {
  if (n_listed == MOST_TESTS) abort();
  listed_tests[n_listed++] = test;
}

static inline int end_case(void **state) {
  (void)state;
  close_kept(0);
  return 0;
}

/* Priorities of constructors begin at 101; with the line in them, tests run in the order of the file. */
#define TEST(name)                                                                                 \
  static void name(void **state);                                                                  \
  __attribute__((constructor(101 + __LINE__))) static void list_##name(void) {                     \
    list_test((struct CMUnitTest)cmocka_unit_test_teardown(name, end_case));                       \
  }                                                                                                \
  static void name(void **state __attribute__((unused)))

/* Keeps the cases whose name contains the word; NULL keeps all. */
static inline void choose_tests(const char *word) {
  const size_t n = n_listed;
  if (word == NULL) return;
  n_listed = 0;
  for (size_t i = 0; i < n; i++)
    if (strstr(listed_tests[i].name, word) != NULL) listed_tests[n_listed++] = listed_tests[i];
  if (n_listed > 0) return;
  fprintf(stderr, "no case has '%s' in its name; the cases are:\n", word);
  for (size_t i = 0; i < n; i++) fprintf(stderr, "  %s\n", listed_tests[i].name);
  exit(2);
}

#define RUN_TESTS(set_up, tear_down)                                                               \
  _cmocka_run_group_tests("tests", listed_tests, n_listed, (set_up), (tear_down))

#define TEST_MAIN(set_up, tear_down)                                                               \
  int main(int argc, char **argv) {                                                                \
    choose_tests(argc > 1 ? argv[1] : NULL);                                                       \
    return RUN_TESTS(set_up, tear_down);                                                           \
  }
