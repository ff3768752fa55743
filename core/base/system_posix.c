/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system_posix.c - Linux, macOS, and what else has POSIX 2008.
 */
#define _GNU_SOURCE      /* for strtod_l and secure_getenv of glibc */
#define _DARWIN_C_SOURCE /* and of macOS */
#include "base/system.h"
#include <dlfcn.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

bool rgs_read_number(const char *text, double *value) {
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (plain == (locale_t)0) return false;
  char *end;
  *value = strtod_l(text, &end, plain);
  freelocale(plain);
  return end != text && *end == '\0';
}

const char *rgs_environment(const char *name) {
#ifdef __linux__
  return secure_getenv(name);
#else
  return issetugid() ? NULL : getenv(name);
#endif
}

const char rgs_list_separator[] = ":";
const char rgs_slashes[] = "/";

rgs_path_kind rgs_path_look(const char *path, rgs_file_identity *which) {
  struct stat about;
  if (stat(path, &about) != 0) return RGS_PATH_NONE;
  *which = (rgs_file_identity){ (uint64_t)about.st_dev, (uint64_t)about.st_ino };
  return S_ISDIR(about.st_mode)   ? RGS_PATH_FOLDER
         : S_ISREG(about.st_mode) ? RGS_PATH_FILE
                                  : RGS_PATH_OTHER;
}

/* dlopen puts folders of its own in the place of these. */
static const char *variable_in(const char *path) {
  static const char *const names[] = { "$ORIGIN",   "$LIB",   "$PLATFORM",
                                       "${ORIGIN}", "${LIB}", "${PLATFORM}" };
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strstr(path, names[k]) != NULL) return names[k];
  return NULL;
}

rgs_status rgs_code_open(const char *path, void **code, rgs_error *error) {
  if (variable_in(path) != NULL)
    return rgs_set_error(
        error, RGS_E_MODULE, -1,
        "%s: the system's loader would replace %s in this path; rename the file or its "
        "folder",
        path, variable_in(path));
  *code = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (*code != NULL) return RGS_OK;
  const char *why = dlerror();
  const bool is_named = why != NULL && strstr(why, path) != NULL;
  return rgs_set_error(error, RGS_E_MODULE, -1, "%s%s%s", is_named ? "" : path,
                       is_named ? "" : ": ", why != NULL ? why : "not loadable");
}

const void *rgs_code_symbol(void *code, const char *name) { return dlsym(code, name); }

void rgs_code_close(void *code) { dlclose(code); }

bool rgs_code_folder(char *folder, size_t room) {
  Dl_info about;
  bool (*self)(char *, size_t) = rgs_code_folder;
  const void *address;
  memcpy(&address, &self, sizeof address);
  if (dladdr(address, &about) == 0 || about.dli_fname == NULL) return false;
  const char *last = strrchr(about.dli_fname, '/');
  const size_t length = last == NULL ? 0 : (size_t)(last - about.dli_fname);
  if (length == 0 || length >= room) return false;
  memcpy(folder, about.dli_fname, length);
  folder[length] = '\0';
  return true;
}
