/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_module_faults.c - loading a module while the system's loader fails, and one allocation after the
 * other: each time it is said, the context is as it was, everything opened is
 * closed again, and a second try succeeds.  And the environment, where it may not lead the process.
 *
 *   t_module_faults MODULE
 *
 * Linked with --wrap, so that the library's own calls come by here.
 */
#include "check.h"
#include "kept.h"

#include <stdlib.h>

static const char *module_path;
static int fail_at, calls; /* of dlopen; 0: none fails */
static int alloc_fail_at, allocs;
static int handles; /* open now */
static long live;

void *__real_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags) {
  void *made = ++calls == fail_at ? NULL : __real_dlopen(path, flags);
  handles += made != NULL;
  return made;
}
int __real_dlclose(void *file);
int __wrap_dlclose(void *file);
int __wrap_dlclose(void *file) {
  handles--;
  return __real_dlclose(file);
}

/* As in a process with rights that whoever started it has not. */
static bool has_more_rights;
char *__real_secure_getenv(const char *name);
char *__wrap_secure_getenv(const char *name);
char *__wrap_secure_getenv(const char *name) {
  return has_more_rights ? NULL : __real_secure_getenv(name);
}

static void *take(void *self, size_t size) {
  (void)self;
  if (++allocs == alloc_fail_at) return NULL;
  live++;
  return malloc(size);
}
static void give(void *self, void *memory, size_t size) {
  (void)self;
  (void)size;
  live -= memory != NULL;
  free(memory);
}

static int64_t methods(const rgs_context *c) {
  return rgs_about_count(c, RGS_KIND_ROTOR) + rgs_about_count(c, RGS_KIND_SCHEME) +
         rgs_about_count(c, RGS_KIND_INTEGRATOR);
}

/* One load that fails at call *at of a kind, then one that does not.  False: there are fewer calls. */
static bool failed_once(int *at, int n, rgs_status wanted) {
  const rgs_allocator allocator = WITH_HEAD(rgs_allocator, .alloc = take, .release = give);
  rgs_context *c = NULL;
  calls = allocs = 0;
  OK(rgs_context_create(SPEC_WITH(allocator, &allocator), &c, &err));
  const int64_t before = methods(c);
  const long live_before = live;
  calls = allocs = 0;
  *at = n;
  const rgs_status got = rgs_module_load(c, module_path, &err);
  *at = 0;
  const bool failed = got != RGS_OK;
  if (failed) {
    check_refused(wanted, -1, got, "rgs_module_load", __FILE__, __LINE__, (const char *)NULL);
    SAME_INT(before, methods(c));
    SAME_INT(live_before, live);
    SAME_INT(0, handles);
  }
  if (failed) OK(rgs_module_load(c, module_path, &err));
  TRUE(methods(c) > before);
  rgs_context_destroy(c);
  SAME_INT(0, handles);
  SAME_INT(0, live);
  return failed;
}

TEST(the_system_fails) {
  TRUE(failed_once(&fail_at, 1, RGS_E_MODULE));
  TRUE(!failed_once(&fail_at, 2, RGS_E_MODULE));
}

TEST(memory_runs_out) {
  int n = 1;
  while (failed_once(&alloc_fail_at, n, RGS_E_NOMEM)) n++;
  counted(n - 1, "allocations failed");
  TRUE(n - 1 >= 3);
}

TEST(environment_of_others) {
  char *folder = keep(strdup(module_path), free);
  *strrchr(folder, '/') = '\0';
  setenv("RIGIDSTEP_MODULE_PATH", folder, 1);
  for (int more = 0; more < 2; more++) {
    rgs_context *c = NULL;
    has_more_rights = more;
    OK(rgs_context_create(NULL, &c, &err));
    has_more_rights = false;
    STATUS(more ? RGS_E_MODULE : RGS_OK, rgs_module_load(c, "good", &err));
    rgs_context_destroy(c);
  }
  unsetenv("RIGIDSTEP_MODULE_PATH");
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  module_path = argv[1];
  choose_tests(argv[2]);
  return RUN_TESTS(NULL, NULL);
}
