/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_apart.h - a test in a process of its own, in contract_apart_posix.c or
 * contract_apart_windows.c.
 */
#pragma once
#include "contract.h"

typedef struct lone_test {
  const char *method, *name; /* name: no other test of this program has it */
  void (*test)(const void *);
  const void *what;
  unsigned limit; /* seconds */
} lone_test;

/* Runs the test and adds what it counted to so_far.  False: it did not end well, and `why` says how.
 * *printed: what was printed meanwhile, but for the lines of the report, or null; the caller closes
 * it.  If the system has no process to give, the test runs in this one. */
bool run_apart(const lone_test *t, FILE **printed, char *why, size_t room);
