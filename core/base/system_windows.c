/* SPDX-License-Identifier: BSD-3-Clause
 *
 * system_windows.c - Windows.  Paths are UTF-8 here and UTF-16 there; both slashes separate folders.
 */
#define WIN32_LEAN_AND_MEAN
#include "base/system.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* Only this thread sees the other locale, and only for as long as this takes. */
bool rgs_read_number(const char *text, double *value) {
  const int was_shared = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
  char *was = _strdup(setlocale(LC_NUMERIC, NULL));
  char *end = NULL;
  if (was != NULL && setlocale(LC_NUMERIC, "C") != NULL) {
    *value = strtod(text, &end);
    setlocale(LC_NUMERIC, was);
  }
  free(was);
  _configthreadlocale(was_shared);
  return end != NULL && end != text && *end == '\0';
}

const char *rgs_environment(const char *name) { return getenv(name); }

enum { PATH_ROOM = 4096 };

/* The path from the root, so that nothing is looked up elsewhere; a name that has no ending gets a
 * point, so that the loader appends none. */
static rgs_status full_path(const char *path, wchar_t out[PATH_ROOM], rgs_error *error) {
  wchar_t given[PATH_ROOM];
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, given, PATH_ROOM) == 0)
    return rgs_set_error(error, RGS_E_MODULE, -1, "%s: the path is not UTF-8, or longer than %d",
                         path, PATH_ROOM - 1);
  const DWORD length = GetFullPathNameW(given, PATH_ROOM - 2, out, NULL);
  if (length == 0 || length >= PATH_ROOM - 2)
    return rgs_set_error(error, RGS_E_MODULE, -1, "%s: no such path", path);
  const wchar_t *name = wcsrchr(out, L'\\');
  if (wcschr(name != NULL ? name : out, L'.') == NULL) wcscat(out, L".");
  return RGS_OK;
}

/* The system's text of an error, in one line. */
static const char *words(DWORD code, char room[256]) {
  wchar_t text[256];
  const DWORD length =
      FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0,
                     text, (DWORD)(sizeof text / sizeof *text), NULL);
  if (length == 0 || WideCharToMultiByte(CP_UTF8, 0, text, -1, room, 256, NULL, NULL) == 0)
    return "Windows does not say why";
  room[strcspn(room, "\r\n")] = '\0';
  return room;
}

const char rgs_list_separator[] = ";";
const char rgs_slashes[] = "/\\";

rgs_path_kind rgs_path_look(const char *path, rgs_file_identity *which) {
  wchar_t full[PATH_ROOM];
  BY_HANDLE_FILE_INFORMATION about;
  if (full_path(path, full, NULL) != RGS_OK) return RGS_PATH_NONE;
  HANDLE file = CreateFileW(full, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                            OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (file == INVALID_HANDLE_VALUE) return RGS_PATH_NONE;
  const bool known =
      GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &about);
  CloseHandle(file);
  if (!known) return RGS_PATH_OTHER;
  *which = (rgs_file_identity){ about.dwVolumeSerialNumber,
                                (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow };
  return (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? RGS_PATH_FOLDER : RGS_PATH_FILE;
}

/* What the file needs is looked for beside it as well. */
rgs_status rgs_code_open(const char *path, void **code, rgs_error *error) {
  wchar_t full[PATH_ROOM];
  const rgs_status status = full_path(path, full, error);
  if (status != RGS_OK) return status;
  *code = LoadLibraryExW(full, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
  if (*code != NULL) return RGS_OK;
  const DWORD why = GetLastError();
  char room[256];
  return rgs_set_error(error, RGS_E_MODULE, -1, "%s: cannot be loaded: error %lu, %s", path,
                       (unsigned long)why, words(why, room));
}

const void *rgs_code_symbol(void *code, const char *name) {
  const FARPROC found = GetProcAddress(code, name);
  const void *symbol;
  memcpy(&symbol, &found, sizeof symbol);
  return symbol;
}

void rgs_code_close(void *code) { FreeLibrary(code); }

/* Devices and modules are found by RIGIDSTEP_DEVICES and RIGIDSTEP_MODULE_PATH alone. */
bool rgs_code_folder(char *folder, size_t room) {
  (void)folder, (void)room;
  return false;
}
