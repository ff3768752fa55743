/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system_posix.c - Linux, macOS, and what else has POSIX 2008.
 */
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

void plain_streams(void) {}

static bool program_path(char *room, size_t size) {
#ifdef __APPLE__
  uint32_t length = (uint32_t)size;
  return _NSGetExecutablePath(room, &length) == 0;
#else
  const ssize_t length = readlink("/proc/self/exe", room, size);
  if (length <= 0 || (size_t)length >= size) return false;
  room[length] = '\0';
  return true;
#endif
}

void program_folder(char *room, size_t size) {
  char *slash = program_path(room, size) ? strrchr(room, '/') : NULL;
  if (slash)
    slash[1] = '\0';
  else
    room[0] = '\0';
}

bool is_terminal(int stream) { return isatty(stream) != 0; }

bool same_file(const char *a, const char *b) {
  struct stat one, other;
  return stat(a, &one) == 0 && stat(b, &other) == 0 && S_ISREG(one.st_mode) &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

char **folder_files(const char *folder, size_t *n) {
  struct dirent **list = NULL;
  const int found = scandir(folder, &list, NULL, alphasort);
  char **names = found > 0 ? calloc((size_t)found, sizeof *names) : NULL;
  *n = 0;
  for (int i = 0; i < found; free(list[i++]))
    if (names && (names[*n] = strdup(list[i]->d_name)) != NULL) ++*n;
  free(list);
  return names;
}

void become_program(const char *path, const char *name, char **arguments) {
  execv(path, arguments);
  if (errno == ENOENT) execvp(name, arguments);
}
