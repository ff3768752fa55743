/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_load.h - rigidstep for hosts that do not link it: opens rigidstep_generic.so, on Windows
 * rigidstep_generic.dll, at run time.  Copy this file and the folder rigidstep/ of the ABI's headers; nothing else is needed.
 *
 *   rgs_library rgs;
 *   rgs_error error = RGS_ERROR_INIT;
 *   if (rgs_library_open(&rgs, "/path/to/rigidstep_generic.so", &error) != RGS_OK)
 *     die(error.text);
 *   rgs.rgs_context_create(NULL, &context, &error);     every call of rigidstep.h, under its name
 *   rgs_library_close(&rgs);                            after the last handle is destroyed
 *
 * An rgs_library is a plain struct in the host's memory; several may be open at the same time.
 *
 * rigidstep/calls.h lists the calls.  The module may be older or newer than this header if the major
 * version is the same; one of another major version is refused.  RGS_LIBRARY_HAS(&rgs, rgs_stepper_run) says whether the module has a call.  A call that
 * it lacks may be called nevertheless: it changes nothing and returns RGS_E_ABI, null, 0 or nan, by its
 * type; the error record names it.
 *
 * To use the plain names of the calls, for example because the same source is linked elsewhere,
 * define RGS_LOAD_DEFINE_CALLS before the include in exactly one source file.  That file then
 * defines the functions that rigidstep.h declares, and rgs_library_use() says which library they
 * use. The pointer to that library is the only global variable.
 *
 * C99 or C++11, and POSIX for dlopen, or Windows; link with libdl where the C library does not
 * contain it.
 */
#ifndef RIGIDSTEP_LOAD_H
#define RIGIDSTEP_LOAD_H
#include <rigidstep/calls.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define RGS_CALL_POINTER(type, name, parameters, arguments, lacking) type(*name) parameters;
#define RGS_CALL_POINTER_V(name, parameters, arguments) void(*name) parameters;

/* The one constant that the module exports.  Its symbol carries the major version, and its head is
 * read before anything else in it. */
typedef struct rgs_generic {
  rgs_head head;
  RGS_CALL_LIST(RGS_CALL_POINTER, RGS_CALL_POINTER_V)
} rgs_generic;
#define RGS_GENERIC_SYMBOL_PREFIX "rgs_generic_v"
#define RGS_GENERIC_SYMBOL "rgs_generic_v2"

/* An open module.  It is in the host's memory and is never passed to the module, so its layout is a
 * matter of this header alone.  Read it, do not write it; after rgs_library_open any thread may
 * read it at any time.  No pointer to a call is ever null. */
typedef struct rgs_library {
  void *handle;             /* of dlopen or LoadLibrary; null when closed                  */
  const rgs_generic *table; /* of the module, in its memory; null when closed              */
  RGS_CALL_LIST(RGS_CALL_POINTER, RGS_CALL_POINTER_V)
} rgs_library;
#undef RGS_CALL_POINTER
#undef RGS_CALL_POINTER_V

/* Whether the module has the call; false while the library is closed. */
#define RGS_LIBRARY_HAS(library, name)                                                             \
  ((library)->table != NULL &&                                                                     \
   (library)->table->head.size >= offsetof(rgs_generic, name) + sizeof((library)->name) &&         \
   (library)->table->name != NULL)

static inline rgs_status rgs_library_set_error_(rgs_error *error, rgs_status status,
                                                const char *path, const char *text) {
  char line[sizeof(((rgs_error *)0)->text)];
  size_t room, length;
  if (error == NULL || error->head.size <= offsetof(rgs_error, text)) return status;
  error->status = status;
  error->body = -1;
  length = (size_t)snprintf(line, sizeof line, "%s%s%s", path, *path ? ": " : "", text);
  if (length >= sizeof line) length = sizeof line - 1;
  room = error->head.size - offsetof(rgs_error, text) - 1;
  if (length > room) length = room;
  memcpy(error->text, line, length);
  error->text[length] = '\0';
  return status;
}

/* ---- the system's loader: null, and why, if it opens nothing ---- */
#ifdef _WIN32
static inline void *rgs_file_open_(const char *path, char *why, size_t room) {
  wchar_t name[1024], text[256];
  char words[512];
  HMODULE file = NULL;
  DWORD code;
  int k, length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, name, 1024);
  for (k = 0; k < length; k++)
    if (name[k] == L'/') name[k] = L'\\';
  if (length > 0) file = LoadLibraryW(name);
  if (file != NULL) return (void *)file;
  code = GetLastError();
  length = (int)FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                               code, 0, text, 256, NULL);
  if (length == 0 || WideCharToMultiByte(CP_UTF8, 0, text, -1, words, 512, NULL, NULL) == 0)
    words[0] = '\0';
  words[strcspn(words, "\r\n")] = '\0';
  snprintf(why, room, "%s: error %lu of Windows: %s", path, (unsigned long)code, words);
  return NULL;
}
static inline const void *rgs_file_symbol_(void *file, const char *name) {
  const FARPROC found = GetProcAddress((HMODULE)file, name);
  const void *symbol;
  memcpy(&symbol, &found, sizeof symbol);
  return symbol;
}
static inline void rgs_file_close_(void *file) { FreeLibrary((HMODULE)file); }
#else
static inline void *rgs_file_open_(const char *path, char *why, size_t room) {
  void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const char *said = file != NULL ? NULL : dlerror();
  if (file == NULL) snprintf(why, room, "%s", said != NULL ? said : path);
  return file;
}
static inline const void *rgs_file_symbol_(void *file, const char *name) {
  return dlsym(file, name);
}
static inline void rgs_file_close_(void *file) { dlclose(file); }
#endif

/* Says in words that a call is missing. */
static inline rgs_status rgs_library_lacks_(const char *call, rgs_error *error) {
  char line[200];
  snprintf(
      line, sizeof line,
      "the library that was opened does not have the call %s: it is closed, or older than these "
      "headers, which are of version %u.%u; open a later one",
      call, RGS_ABI_MAJOR, RGS_ABI_MINOR);
  return rgs_library_set_error_(error, RGS_E_ABI, "", line);
}
#define RGS_LACKS_ rgs_library_lacks_(call, error)

/* Stands in for a call that the module lacks.  The call to itself is never made; it only uses the
 * arguments, so that compilers do not warn in the host's build. */
#define RGS_CALL_LACKING(type, name, parameters, arguments, lacking)                               \
  static inline type name##_lacking parameters {                                                   \
    const char *const call = #name;                                                                \
    (void)call;                                                                                    \
    return 0 ? name##_lacking arguments : lacking;                                                 \
  }
#define RGS_CALL_LACKING_V(name, parameters, arguments)                                            \
  static inline void name##_lacking parameters {                                                   \
    if (0) name##_lacking arguments;                                                               \
  }
RGS_CALL_LIST(RGS_CALL_LACKING, RGS_CALL_LACKING_V)
#undef RGS_CALL_LACKING
#undef RGS_CALL_LACKING_V
#undef RGS_LACKS_

/* [setup] Closes the module.
 * Given:    library  whose handles have all been destroyed; a closed one stays as it is.  Use no
 *                    pointer into the module (rgs_about, texts) afterwards */
static inline void rgs_library_close(rgs_library *library) {
  void *handle = library->handle;
  library->handle = NULL;
  library->table = NULL;
#define RGS_CALL_CLEAR(type, name, parameters, arguments, lacking) library->name = name##_lacking;
#define RGS_CALL_CLEAR_V(name, parameters, arguments) library->name = name##_lacking;
  RGS_CALL_LIST(RGS_CALL_CLEAR, RGS_CALL_CLEAR_V)
#undef RGS_CALL_CLEAR
#undef RGS_CALL_CLEAR_V
  if (handle != NULL) rgs_file_close_(handle);
}

/* [setup] Opens the module.
 * Given:    path     of rigidstep_generic.so; without a slash the system searches for it.  Opening a file
 *                    runs its constructors (rigidstep's module has none), so open only files that
 *                    you trust
 *           error    null, or where the reason goes
 * Returned: library  overwritten, whatever it held; if the call is refused it is closed, but safe to
 *                    call
 * Status:   RGS_E_ARG     library or path is null, or path is empty
 *           RGS_E_MODULE  the file cannot be loaded, or is no rigidstep module
 *           RGS_E_ABI     another major version, or a table whose head does not fit */
static inline rgs_status rgs_library_open(rgs_library *library, const char *path,
                                          rgs_error *error) {
  const rgs_generic *table;
  void *handle;
  unsigned major;
  char why[sizeof(((rgs_error *)0)->text)];
  if (library == NULL) return rgs_library_set_error_(error, RGS_E_ARG, "", "library is null");
  library->handle = NULL;
  rgs_library_close(library);
  if (path == NULL || *path == '\0')
    return rgs_library_set_error_(error, RGS_E_ARG, "", "path of the module is null or empty");

  handle = rgs_file_open_(path, why, sizeof why);
  if (handle == NULL) return rgs_library_set_error_(error, RGS_E_MODULE, "", why);
  table = (const rgs_generic *)rgs_file_symbol_(handle, RGS_GENERIC_SYMBOL);
  /* A module of another major has another symbol, whose table begins with a head as well. */
  for (major = 0; table == NULL && major < 32; major++) {
    snprintf(why, sizeof why, RGS_GENERIC_SYMBOL_PREFIX "%u", major);
    table = (const rgs_generic *)rgs_file_symbol_(handle, why);
  }
  if (table == NULL) {
    rgs_file_close_(handle);
    return rgs_library_set_error_(error, RGS_E_MODULE, path,
                                  "not a rigidstep module (no symbol " RGS_GENERIC_SYMBOL ")");
  }
  if (table->head.abi >> 16 != RGS_ABI_MAJOR ||
      table->head.size < offsetof(rgs_generic, rgs_abi) + sizeof(table->rgs_abi)) {
    snprintf(
        why, sizeof why,
        "made for ABI %u.%u, with a table of %u bytes; this program was compiled for ABI %u.%u",
        (unsigned)(table->head.abi >> 16), (unsigned)(table->head.abi & 0xffffu),
        (unsigned)table->head.size, RGS_ABI_MAJOR, RGS_ABI_MINOR);
    rgs_file_close_(handle);
    return rgs_library_set_error_(error, RGS_E_ABI, path, why);
  }
  library->handle = handle;
  library->table = table;
#define RGS_CALL_TAKE_V(name, parameters, arguments)                                               \
  if (RGS_LIBRARY_HAS(library, name)) library->name = table->name;
#define RGS_CALL_TAKE(type, name, parameters, arguments, lacking)                                  \
  RGS_CALL_TAKE_V(name, parameters, arguments)
  RGS_CALL_LIST(RGS_CALL_TAKE, RGS_CALL_TAKE_V)
#undef RGS_CALL_TAKE
#undef RGS_CALL_TAKE_V
  return RGS_OK;
}

typedef void (*rgs_draft_call)(void);

/* [setup] A call of rigidstep/draft.h, for example "rgs_draft_allow".  Drafts are not in the table, and calls that
 * take a draft's struct refuse one of other drafts (RGS_E_ABI).
 * Given:    library  open or closed
 *           name     of the call
 * Returned: the call, to be cast to its type; null: the module does not have it */
static inline rgs_draft_call rgs_library_draft(const rgs_library *library, const char *name) {
  const void *symbol = library->handle != NULL ? rgs_file_symbol_(library->handle, name) : NULL;
  rgs_draft_call call;
  memcpy(&call, &symbol, sizeof call);
  return call;
}

#ifdef RGS_LOAD_DEFINE_CALLS
/* Hidden, so that two hosts in one process do not use each other's functions. */
#ifdef _WIN32
#define RGS_LOAD_HIDDEN
#else
#define RGS_LOAD_HIDDEN __attribute__((visibility("hidden")))
#endif
static const rgs_library *rgs_library_used_;

/* [setup] From now on the plain calls use this library.
 * Given:    library  must stay open as long as it is used; null: the calls refuse, as in a closed one */
static inline void rgs_library_use(const rgs_library *library) { rgs_library_used_ = library; }

#define RGS_CALL_DEFINE(type, name, parameters, arguments, lacking)                                \
  RGS_LOAD_HIDDEN type name parameters {                                                           \
    return rgs_library_used_ ? rgs_library_used_->name arguments : name##_lacking arguments;       \
  }
#define RGS_CALL_DEFINE_V(name, parameters, arguments)                                             \
  RGS_LOAD_HIDDEN void name parameters {                                                           \
    if (rgs_library_used_) rgs_library_used_->name arguments;                                      \
  }
RGS_CALL_LIST(RGS_CALL_DEFINE, RGS_CALL_DEFINE_V)
#undef RGS_CALL_DEFINE
#undef RGS_CALL_DEFINE_V
#endif /* RGS_LOAD_DEFINE_CALLS */

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_LOAD_H */
