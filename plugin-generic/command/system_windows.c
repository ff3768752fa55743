/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system_windows.c - Windows.  The program's manifest (utf8.manifest) makes every narrow string UTF-8.
 */
#define WIN32_LEAN_AND_MEAN
#include "system.h"

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

void plain_streams(void) {
  for (int stream = 0; stream <= 2; stream++) _setmode(stream, _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
}

void program_folder(char *room, size_t size) {
  const DWORD length = GetModuleFileNameA(NULL, room, (DWORD)size);
  char *slash = length > 0 && length < size ? strrchr(room, '\\') : NULL;
  if (slash)
    slash[1] = '\0';
  else
    room[0] = '\0';
}

bool is_terminal(int stream) { return _isatty(stream) != 0; }

static bool identify(const char *name, BY_HANDLE_FILE_INFORMATION *about) {
  HANDLE file = CreateFileA(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  if (file == INVALID_HANDLE_VALUE) return false;
  const bool told = GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, about);
  CloseHandle(file);
  return told;
}

bool same_file(const char *a, const char *b) {
  BY_HANDLE_FILE_INFORMATION one, other;
  return identify(a, &one) && identify(b, &other) &&
         one.dwVolumeSerialNumber == other.dwVolumeSerialNumber &&
         one.nFileIndexHigh == other.nFileIndexHigh && one.nFileIndexLow == other.nFileIndexLow;
}

bool is_folder(const char *path) {
  const DWORD about = GetFileAttributesA(path);
  return about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

/* NTFS lists names in order. */
char **folder_files(const char *folder, size_t *n) {
  char pattern[4096];
  WIN32_FIND_DATAA about;
  char **names = NULL;
  snprintf(pattern, sizeof pattern, "%s/*", folder);
  HANDLE search = FindFirstFileA(pattern, &about);
  *n = 0;
  if (search == INVALID_HANDLE_VALUE) return NULL;
  do {
    char **more = realloc(names, (*n + 1) * sizeof *names);
    if (more == NULL) break;
    names = more;
    if ((names[*n] = _strdup(about.cFileName)) != NULL) ++*n;
  } while (FindNextFileA(search, &about));
  FindClose(search);
  return names;
}

/* Windows joins the arguments with blanks, and the C library takes them apart again: before a quote the
 * number of backslashes counts. */
static void quote(char **arguments) {
  for (; *arguments; arguments++) {
    char *quoted = malloc(2 * strlen(*arguments) + 3);
    size_t n = 0, backslashes = 0;
    if (quoted == NULL) continue;
    quoted[n++] = '"';
    for (const char *c = *arguments;; c++) {
      if (*c == '"' || *c == '\0')
        for (; backslashes > 0; backslashes--) quoted[n++] = '\\';
      if (*c == '\0') break;
      if (*c == '"') quoted[n++] = '\\';
      backslashes = *c == '\\' ? backslashes + 1 : 0;
      quoted[n++] = *c;
    }
    quoted[n++] = '"';
    quoted[n] = '\0';
    *arguments = quoted;
  }
}

void become_program(const char *path, const char *name, char **arguments) {
  char here[4096];
  quote(arguments);
  snprintf(here, sizeof here, "%s.exe", path);
  intptr_t code = _spawnv(_P_WAIT, here, (const char *const *)arguments);
  if (code == -1) code = _spawnvp(_P_WAIT, name, (const char *const *)arguments);
  if (code != -1) exit((int)code);
}
