/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command.h - what the parts of the program `rigidstep` share.  It is a host as any other: it opens
 * rigidstep_generic.so and uses the calls of rigidstep.h.
 *
 *   main.c      commands, options, exit codes       list.c    list and describe
 *   session.c   the library and modules             run.c     run, with problem_*.c, forces.c, table.c
 *   check.c     the contract tests                  bench.c   bench
 */
#ifndef RIGIDSTEP_COMMAND_H
#define RIGIDSTEP_COMMAND_H
#include <rigidstep/rigidstep.h>
#include <stdbool.h>
#include <stdio.h>

/* Exit codes; the contract tests have the same. */
enum { DONE, FAILED, BAD_INPUT };

/* Options that stand before or after a command's name; null or 0 where not given. */
enum { MOST_MODULES = 16 };
typedef struct options {
  const char *library, *modules[MOST_MODULES];
  int n_modules;
  const char *method, *output; /* these override the file's                                   */
  const char *step, *steps, *every, *bodies,
      *seconds; /* read by the command that knows the range */
  char **names; /* what is no option                                           */
  int n_names;
} options;

/* Those that return an exit code have said on stderr what is wrong. */
int session_open(const options *o, rgs_context **context);
void session_close(rgs_context *context);
int say(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ends what a command printed: the code, or FAILED if it could not be written. */
int printed(int code);

/* "rotor/scheme" or "integrator" into a spec whose names lie in room; or false, and why. */
enum { METHOD_ROOM = 160, FLAW_ROOM = 256 };
bool method_spec(const rgs_context *context, const char *text, char room[METHOD_ROOM],
                 rgs_method_spec *spec, char flaw[FLAW_ROOM]);

int command_list(const options *o);
int command_describe(const options *o);
int command_run(const options *o);
int command_bench(const options *o);
/* Replaces this process by the contract program. */
int command_check(char **arguments);
/* The folder this program lies in, with a slash at the end; "" if unknown. */
void program_folder(char *room, size_t size);

#endif
