/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract.c - tests whether methods keep what they claim.
 *
 *   contract [module.so ...]
 *
 * Loads the modules and puts every rotor and every scheme known then, built-in or loaded, through
 * the same tests.  It uses public calls only: a rotor is reached through a stepper without forces.
 * For each method and contract it prints a line with the number measured and the bar; it exits
 * with 1 if any line says FAIL, with 2 if it could not run.
 *
 *   contract_rig.c     bodies, forces, the oracle
 *   contract_rotor.c   what a rotor has to keep
 *   contract_scheme.c  what a scheme has to keep, alone and with every rotor
 */
#include "contract.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- report ---------------------------------------------------------------------------------- */
static long passed, failed;

static void line(bool pass, const char *method, const char *contract) {
  *(pass ? &passed : &failed) += 1;
  printf("%s  %-28s %-24s ", pass ? "PASS" : "FAIL", method, contract);
}

void report(const char *method, const char *contract, double measured, double bar) {
  line(measured <= bar, method, contract);
  printf("%9.2e, at most  %.2e\n", measured, bar);
}

void report_at_least(const char *method, const char *contract, double measured, double bar) {
  line(measured >= bar, method, contract);
  printf("%9.3f, at least %.3f\n", measured, bar);
}

void report_fact(const char *method, const char *contract, bool kept, const char *remark) {
  line(kept, method, contract);
  printf("%s\n", remark);
}

void must(rgs_status status, const char *call, const rgs_error *error) {
  if (status == RGS_OK) return;
  printf("STOP  %s: %s\n      %s\n", call, rgs_status_text(status), error->text);
  exit(2);
}

/* ---- allocations ----------------------------------------------------------------------------- */
static _Atomic int64_t count;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#undef COUNTS_ALLOCATIONS
#endif
#endif

#ifdef COUNTS_ALLOCATIONS
/* glibc's own entries; a program may put its malloc in front of them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
RGS_EXPORT void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}
RGS_EXPORT void *calloc(size_t n, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(n, size);
}
RGS_EXPORT void *realloc(void *memory, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(memory, size);
}
#endif

int64_t allocations(void) { return atomic_load(&count); }

bool counts_allocations(void) {
  void *(*volatile allocate)(size_t) = malloc; /* volatile: not to be optimised away */
  const int64_t before = allocations();
  free(allocate(1));
  return allocations() > before;
}

/* ---- main ------------------------------------------------------------------------------------ */
int main(int argc, char **argv) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  must(rgs_context_create(NULL, &context, &error), "rgs_context_create", &error);
  for (int i = 1; i < argc; i++) must(rgs_module_load(context, argv[i], &error), argv[i], &error);

  const int64_t rotors = rgs_count(context, RGS_ROTOR), schemes = rgs_count(context, RGS_SCHEME);
  for (int64_t i = 0; i < rotors; i++) test_rotor(context, rgs_about_at(context, RGS_ROTOR, i));
  for (int64_t i = 0; i < schemes; i++) test_scheme(context, rgs_about_at(context, RGS_SCHEME, i));
  for (int64_t i = 0; i < rotors; i++)
    for (int64_t j = 0; j < schemes; j++)
      test_pair(context, rgs_about_at(context, RGS_ROTOR, i), rgs_about_at(context, RGS_SCHEME, j));
  rgs_context_destroy(context);
  printf("%ld passed, %ld failed\n", passed, failed);
  return failed > 0;
}
