/* SPDX-License-Identifier: BSD-3-Clause
 *
 * session.c - opens the library, wherever it is installed, and modules.
 */
#define RGS_LOAD_DEFINE_CALLS
#include "rigidstep_load.h"

#include "command.h"
#include "list.h"
#include "system.h"

#include <rigidstep/draft.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static rgs_library library;

int say(int code, const char *format, ...) {
  char text[16384];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  fprintf(stderr, "rigidstep: %s\n", plain(text));
  return code;
}

int printed(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  return say(FAILED, "cannot write to standard output");
}

/* Opens the library that was installed or built with this program. */
static int open_beside(rgs_error *error) {
  static const char *const places[] = { RIGIDSTEP_MODULE_FROM_BIN,
                                        "../lib/" RIGIDSTEP_MODULE_NAME };
  char folder[4096], path[sizeof folder + 256];
  program_folder(folder, sizeof folder);
  rgs_status status = RGS_E_MODULE;
  for (size_t i = 0; i < sizeof places / sizeof *places && status == RGS_E_MODULE; i++) {
    snprintf(path, sizeof path, "%s%s", folder, places[i]);
    status = rgs_library_open(&library, path, error);
  }
  return status;
}

int session_open(const options *o, rgs_context **context) {
  rgs_error error = RGS_ERROR_INIT;
  const char *set = getenv("RIGIDSTEP_MODULE"); /* empty: not set, as in Python */
  const char *path = o->library ? o->library : set != NULL && set[0] != '\0' ? set : NULL;
  *context = NULL;
  const rgs_status status = path ? rgs_library_open(&library, path, &error) : open_beside(&error);
  if (status != RGS_OK)
    return say(BAD_INPUT, "%s; --library FILE or RIGIDSTEP_MODULE says where it is", error.text);
  rgs_library_use(&library);
  if (rgs_context_create(NULL, context, &error) != RGS_OK) return say(FAILED, "%s", error.text);
  for (int i = 0; i < o->n_modules; i++)
    if (rgs_module_load(*context, o->modules[i], &error) != RGS_OK) {
      session_close(*context);
      return say(BAD_INPUT, "%s", error.text);
    }
  return DONE;
}

rgs_draft_call session_draft(const char *name) { return rgs_library_draft(&library, name); }

void session_allow_drafts(rgs_context *context) {
  typedef rgs_status call(rgs_context *, uint32_t, rgs_error *);
  call *const allow = (call *)session_draft("rgs_draft_allow");
  if (allow != NULL) allow(context, RGS_DRAFT_ABI, NULL);
}

rgs_context *session_drafts(void) {
  rgs_context *context = NULL;
  if (session_draft("rgs_draft_allow") != NULL &&
      rgs_context_create(NULL, &context, NULL) == RGS_OK)
    session_allow_drafts(context);
  return context;
}

rgs_status session_check_forces(rgs_bodies *bodies, const rgs_host *host,
                                rgs_draft_force_check *check, rgs_error *error) {
  typedef rgs_status call(rgs_bodies *, const rgs_host *, rgs_draft_force_check *, rgs_error *);
  call *const there = (call *)session_draft("rgs_draft_check_forces");
  if (there != NULL) return there(bodies, host, check, error);
  snprintf(error->text, sizeof error->text,
           "the library has no rgs_draft_check_forces; use a later one");
  return RGS_E_ABI;
}

rgs_status session_wheels(rgs_bodies *bodies, int64_t n, const rgs_column *wheels,
                          rgs_error *error) {
  typedef rgs_status call(rgs_bodies *, int64_t, const rgs_column *, rgs_error *);
  call *const there = (call *)session_draft("rgs_draft_bodies_wheels");
  if (there != NULL) return there(bodies, n, wheels, error);
  snprintf(error->text, sizeof error->text,
           "the library has no rgs_draft_bodies_wheels; use a later one");
  return RGS_E_ABI;
}

void session_close(rgs_context *context) {
  rgs_context_destroy(context);
  rgs_library_use(NULL);
  rgs_library_close(&library);
}

static bool known(const rgs_context *context, uint32_t kind, const char *name) {
  return rgs_about_find(context, kind, name) != NULL;
}

void explain_name(rgs_context *context, uint32_t kind, const char *name, char flaw[FLAW_ROOM]) {
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec) };
  rgs_error error = RGS_ERROR_INIT;
  rgs_method *method = NULL;
  if (kind == RGS_KIND_INTEGRATOR)
    spec.integrator = name;
  else {
    spec.rotor = kind == RGS_KIND_ROTOR ? name : "exact";
    spec.scheme = kind == RGS_KIND_SCHEME ? name : "strang";
  }
  if (kind == RGS_KIND_THERMOSTAT) spec.thermostat = name;
  if (kind == RGS_KIND_BAROSTAT) spec.barostat = name;
  if (rgs_method_create(context, &spec, &method, &error) == RGS_OK) rgs_method_destroy(method);
  snprintf(flaw, FLAW_ROOM, "%s; see 'rigidstep list %s'", error.text,
           KINDS[kind - RGS_KIND_ROTOR].many);
}

bool method_spec(rgs_context *context, const char *text, char room[METHOD_ROOM],
                 rgs_method_spec *spec, char flaw[FLAW_ROOM]) {
  *spec = (rgs_method_spec){ .head = RGS_HEAD(rgs_method_spec) };
  flaw[0] = '\0';
  if (snprintf(room, METHOD_ROOM, "%s", text) >= METHOD_ROOM) {
    snprintf(flaw, FLAW_ROOM, TOO_LONG, strlen(text), METHOD_ROOM - 1);
    return false;
  }
  char *slash = strchr(room, '/');
  if (slash == NULL) {
    spec->integrator = room;
    if (!known(context, RGS_KIND_INTEGRATOR, room))
      snprintf(flaw, FLAW_ROOM,
               "method is '%s'; must be ROTOR/SCHEME or an integrator (see 'rigidstep list')",
               room);
    return flaw[0] == '\0';
  }
  *slash = '\0';
  spec->rotor = room;
  spec->scheme = slash + 1;
  if (!known(context, RGS_KIND_ROTOR, spec->rotor))
    explain_name(context, RGS_KIND_ROTOR, spec->rotor, flaw);
  else if (!known(context, RGS_KIND_SCHEME, spec->scheme))
    explain_name(context, RGS_KIND_SCHEME, spec->scheme, flaw);
  return flaw[0] == '\0';
}
