/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_apart_windows.c - Windows has no fork: the program starts itself once more, with the same
 * arguments.  Two variables tell the child which test it is for, and where its lines go; it comes by
 * the same tests in the same order, and runs that one only.
 */
#define WIN32_LEAN_AND_MEAN
#include "contract_apart.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char TEST[] = "RIGIDSTEP_CONTRACT_TEST", LINES[] = "RIGIDSTEP_CONTRACT_LINES";

/* How the child's exit code says that it ended well, with what it counted in the lower bits. */
enum { ENDED = 0x52000000, COUNT_BITS = 12 };

static _Noreturn void be_child(const lone_test *t) {
  const char *lines = getenv(LINES);
  const int own = _open_osfhandle((intptr_t)(lines ? strtoull(lines, NULL, 10) : 0), _O_WRONLY);
  FILE *stream = own >= 0 ? _fdopen(own, "wb") : NULL;
  if (stream != NULL) so_far.lines = stream;
  report_on(t->method, t->test, t->what);
  fflush(so_far.lines);
  fflush(stdout);
  exit((int)(ENDED | (unsigned)so_far.passed << COUNT_BITS | (unsigned)so_far.failed));
}

/* A file that goes when it is closed, and that a child may write. */
static HANDLE passing_file(void) {
  SECURITY_ATTRIBUTES for_child = { sizeof for_child, NULL, TRUE };
  wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
  if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"rgs", 0, path) == 0)
    return INVALID_HANDLE_VALUE;
  return CreateFileW(path, GENERIC_READ | GENERIC_WRITE,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &for_child,
                     CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
}

/* The child's process, or null. */
static HANDLE start_child(const lone_test *t, HANDLE printed) {
  STARTUPINFOW start = { .cb = sizeof start,
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = GetStdHandle(STD_INPUT_HANDLE),
                         .hStdOutput = printed,
                         .hStdError = printed };
  PROCESS_INFORMATION child = { .hProcess = NULL };
  wchar_t program[4096];
  wchar_t *arguments = _wcsdup(GetCommandLineW());
  HANDLE lines = INVALID_HANDLE_VALUE, here = GetCurrentProcess();
  char number[32];
  if (GetModuleFileNameW(NULL, program, 4096) > 0 && arguments != NULL &&
      DuplicateHandle(here, GetStdHandle(STD_OUTPUT_HANDLE), here, &lines, 0, TRUE,
                      DUPLICATE_SAME_ACCESS)) {
    snprintf(number, sizeof number, "%llu", (unsigned long long)(uintptr_t)lines);
    SetEnvironmentVariableA(TEST, t->name);
    SetEnvironmentVariableA(LINES, number);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); /* no window for a crash */
    if (CreateProcessW(program, arguments, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start,
                       &child))
      CloseHandle(child.hThread);
    SetEnvironmentVariableA(TEST, NULL);
    CloseHandle(lines);
  }
  free(arguments);
  return child.hProcess;
}

bool run_apart(const lone_test *t, FILE **printed, char *why, size_t room) {
  const char *asked = getenv(TEST);
  *printed = NULL;
  if (asked != NULL && strcmp(asked, t->name) == 0) be_child(t);
  if (asked != NULL) return true;
  fflush(stdout);
  HANDLE file = passing_file();
  HANDLE child = file != INVALID_HANDLE_VALUE ? start_child(t, file) : NULL;
  if (child == NULL) {
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    report_on(t->method, t->test, t->what);
    return true;
  }
  const bool late = WaitForSingleObject(child, t->limit * 1000) == WAIT_TIMEOUT;
  if (late) TerminateProcess(child, 1);
  WaitForSingleObject(child, INFINITE);
  DWORD code = 0;
  GetExitCodeProcess(child, &code);
  CloseHandle(child);
  const int descriptor = _open_osfhandle((intptr_t)file, _O_RDONLY);
  *printed = descriptor >= 0 ? _fdopen(descriptor, "rb") : NULL;
  if (!late && (code & ~(DWORD)0xffffff) == ENDED) {
    so_far.passed += (code & 0xffffff) >> COUNT_BITS;
    so_far.failed += code & ((1u << COUNT_BITS) - 1);
    return true;
  }
  if (late)
    snprintf(why, room, "no end after %u s (--limit)", t->limit);
  else if (code >= 0xc0000000)
    snprintf(why, room, "it crashed: exception 0x%lx", (unsigned long)code);
  else
    snprintf(why, room, "it ended the process");
  return false;
}
