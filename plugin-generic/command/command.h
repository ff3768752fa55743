/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command.h - what the parts of the program `rigidstep` share.  The program is a host: it opens
 * rigidstep_generic.so and uses the calls of rigidstep.h.
 *
 *   main.c      commands, options, exit codes       list.c    list and describe (names.c)
 *   session.c   the library and modules             json.c    describe --json
 *   modules.c   modules                             bench.c   bench
 *   run.c       run, with problem_*.c, forces.c and table.c
 */
#pragma once
#include <rigidstep/draft_forces.h>
#include <rigidstep/rigidstep.h>
#include <stdbool.h>
#include <stdio.h>

/* Exit codes, the same as rigidstep-contract has. */
enum { DONE, FAILED, BAD_INPUT };

/* Options; null or 0 if not given. */
enum { MOST_MODULES = 16 };
typedef struct options {
  const char *library, *modules[MOST_MODULES];
  int n_modules;
  const char *method, *output; /* in place of those in the file */
  const char *step, *steps, *every, *bodies, *seconds,
      *layout; /* as text; the command that knows the range reads them */
  bool json;
  char **names; /* the arguments that are no options */
  int n_names;
} options;

/* Functions that return an exit code have printed on stderr what is wrong. */
int session_open(const options *o, rgs_context **context);
/* A context that has the drafts too (rigidstep/draft.h); null if the library has none. */
rgs_context *session_drafts(void);
void session_allow_drafts(rgs_context *context); /* where the library has these */
/* A draft call by its name; null if the library does not have it. */
void (*session_draft(const char *name))(void);
/* The draft call; RGS_E_ABI if the library does not have it. */
rgs_status session_check_forces(rgs_bodies *bodies, const rgs_host *host,
                                rgs_draft_force_check *check, rgs_error *error);
/* rgs_draft_bodies_wheels */
rgs_status session_wheels(rgs_bodies *bodies, int64_t n, const rgs_column *wheels,
                          rgs_error *error);
void session_close(rgs_context *context);
int say(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* How many bytes the character of UTF-8 at the beginning of a text has, and its code; 0: there is none. */
size_t character(const char *text, uint32_t *code);
bool is_control(uint32_t code);
/* A text that a module, a file or an argument may have: bytes that are no UTF-8 and control characters, which
 * a terminal would obey, are written as \xNN.  Valid until the eighth call after this one. */
const char *plain(const char *text);
/* Flushes standard output.  Returns the code, or FAILED if the output could not be written. */
int printed(int code);

/* Reads "rotor/scheme" or "integrator" into a spec whose names are stored in room.  False: flaw
 * says why not. */
enum { METHOD_ROOM = 160, FLAW_ROOM = 320 };
#define TOO_LONG "a name has %zu letters; a method has at most %d"
bool method_spec(rgs_context *context, const char *text, char room[METHOD_ROOM],
                 rgs_method_spec *spec, char flaw[FLAW_ROOM]);

/* Writes what the library says of a name that is not known, and which command lists all names. */
void explain_name(rgs_context *context, uint32_t kind, const char *name, char flaw[FLAW_ROOM]);

/* The parameters of what is told about. */
const rgs_param_info *param_info_at(const rgs_about *about, uint32_t i);

int command_list(const options *o);
int command_describe(const options *o);
int command_modules(const options *o);
int command_run(const options *o);
int command_forces(const options *o);
int command_bench(const options *o);
