/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_module_faults.c - loading a module while one call to the system after the other fails, and one
 * allocation after the other: each time it is said, the context is as it was, everything opened is
 * closed again, and a second try succeeds.
 *
 *   t_module_faults MODULE
 *
 * Linked with --wrap, so that the library's own calls come by here.
 */
#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

static const char *module_path;
static int fail_at, calls; /* of the system calls below; 0: none fails */
static int alloc_fail_at, allocs;
static int files, maps, handles; /* open now */
static long live;

static bool fails(void) { return ++calls == fail_at; }

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
  if (fails()) return -1;
  const int fd = __real_open(path, flags);
  files += fd >= 0;
  return fd;
}
int __real_stat(const char *path, struct stat *about);
int __wrap_stat(const char *path, struct stat *about);
int __wrap_stat(const char *path, struct stat *about) {
  return fails() ? -1 : __real_stat(path, about);
}
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
  files--;
  return __real_close(fd);
}
int __real_fstat(int fd, struct stat *about);
int __wrap_fstat(int fd, struct stat *about);
int __wrap_fstat(int fd, struct stat *about) { return fails() ? -1 : __real_fstat(fd, about); }
void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  if (fails()) return MAP_FAILED;
  maps++;
  return __real_mmap(at, size, protection, flags, fd, offset);
}
int __real_munmap(void *at, size_t size);
int __wrap_munmap(void *at, size_t size);
int __wrap_munmap(void *at, size_t size) {
  maps--;
  return __real_munmap(at, size);
}
void *__real_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags);
void *__wrap_dlopen(const char *path, int flags) {
  if (fails()) return NULL;
  void *file = __real_dlopen(path, flags);
  handles += file != NULL;
  return file;
}
void *__real_dlsym(void *file, const char *name);
void *__wrap_dlsym(void *file, const char *name);
void *__wrap_dlsym(void *file, const char *name) {
  return fails() ? NULL : __real_dlsym(file, name);
}
int __real_dlclose(void *file);
int __wrap_dlclose(void *file);
int __wrap_dlclose(void *file) {
  handles--;
  return __real_dlclose(file);
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
  OK(rgs_context_create(&allocator, &c, &err));
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
  SAME_INT(0, files);
  SAME_INT(0, maps);
  if (failed) OK(rgs_module_load(c, module_path, &err));
  TRUE(methods(c) > before);
  rgs_context_destroy(c);
  SAME_INT(0, handles);
  SAME_INT(0, live);
  return failed;
}

TEST(the_system_fails) {
  int n = 1;
  while (failed_once(&fail_at, n, RGS_E_MODULE)) n++;
  counted(n - 1, "calls to the system failed");
  TRUE(n - 1 == 6); /* open, fstat, mmap, dlopen, stat, dlsym */
}

TEST(memory_runs_out) {
  int n = 1;
  while (failed_once(&alloc_fail_at, n, RGS_E_NOMEM)) n++;
  counted(n - 1, "allocations failed");
  TRUE(n - 1 >= 3);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  module_path = argv[1];
  choose_tests(argv[2]);
  return RUN_TESTS(NULL, NULL);
}
