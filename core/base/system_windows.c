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

static rgs_status refuse_system(const char *path, const char *what, rgs_error *error) {
  const DWORD code = GetLastError();
  char room[256];
  return rgs_set_error(error, RGS_E_MODULE, -1, "%s: %s: error %lu, %s%s", path, what,
                       (unsigned long)code, words(code, room),
                       code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND
                           ? " (a relative path begins in the working folder)"
                           : "");
}

static bool identify(HANDLE file, rgs_file_identity *out, uint64_t *size) {
  BY_HANDLE_FILE_INFORMATION about;
  if (GetFileType(file) != FILE_TYPE_DISK || !GetFileInformationByHandle(file, &about) ||
      (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
    return false;
  *out = (rgs_file_identity){ about.dwVolumeSerialNumber,
                              (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow };
  *size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
  return true;
}

static HANDLE open_to_read(const wchar_t *path) {
  return CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                     NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

rgs_status rgs_file_map(const char *path, rgs_mapped_file *out, rgs_error *error) {
  wchar_t full[PATH_ROOM];
  rgs_status status = full_path(path, full, error);
  if (status != RGS_OK) return status;
  HANDLE file = open_to_read(full);
  if (file == INVALID_HANDLE_VALUE) return refuse_system(path, "cannot be opened", error);
  if (!identify(file, &out->identity, &out->size) || out->size == 0) {
    CloseHandle(file);
    return rgs_set_error(error, RGS_E_MODULE, -1, "%s: empty or not a regular file", path);
  }
  HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
  out->bytes = mapping != NULL ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
  if (out->bytes == NULL) status = refuse_system(path, "cannot be read", error);
  if (mapping != NULL) CloseHandle(mapping);
  CloseHandle(file);
  return status;
}

void rgs_file_unmap(const rgs_mapped_file *file) { UnmapViewOfFile(file->bytes); }

const char rgs_list_separator[] = ";";
const char rgs_slashes[] = "/\\";

rgs_path_kind rgs_path_look(const char *path, rgs_file_identity *which) {
  wchar_t full[PATH_ROOM];
  uint64_t size;
  if (full_path(path, full, NULL) != RGS_OK) return RGS_PATH_NONE;
  const DWORD about = GetFileAttributesW(full);
  if (about == INVALID_FILE_ATTRIBUTES) return RGS_PATH_NONE;
  if ((about & FILE_ATTRIBUTE_DIRECTORY) != 0) return RGS_PATH_FOLDER;
  HANDLE file = open_to_read(full);
  if (file == INVALID_HANDLE_VALUE) return RGS_PATH_NONE;
  const bool known = identify(file, which, &size);
  CloseHandle(file);
  return known ? RGS_PATH_FILE : RGS_PATH_NONE;
}

bool rgs_file_is(const char *path, const rgs_file_identity *identity) {
  rgs_file_identity there;
  return rgs_path_look(path, &there) == RGS_PATH_FILE && there.device == identity->device &&
         there.file == identity->file;
}

/* What the file needs is looked for beside it as well. */
rgs_status rgs_code_open(const rgs_allocator *a, const char *path, void **code, rgs_error *error) {
  (void)a;
  wchar_t full[PATH_ROOM];
  const rgs_status status = full_path(path, full, error);
  if (status != RGS_OK) return status;
  *code = LoadLibraryExW(full, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
  return *code != NULL ? RGS_OK : refuse_system(path, "cannot be loaded", error);
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
