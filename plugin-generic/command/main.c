/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c - the program `rigidstep`: commands and their options.  The manual is rigidstep.1.
 */
#include "command.h"

#include <string.h>

static const char USAGE[] =
    "usage: rigidstep COMMAND [OPTION]... [ARGUMENT]...\n"
    "\n"
    "  list [rotors|schemes|integrators]   methods, their order, claims and sources\n"
    "  describe METHOD...                  all that a method says of itself\n"
    "  run FILE                            move the bodies of FILE (-: standard input)\n"
    "  check [--only NAME] MODULE...       does a module keep what its methods claim?\n"
    "  bench [METHOD...]                   what a step costs on this machine\n"
    "\n"
    "METHOD is the name of a rotor, scheme or integrator; to run, ROTOR/SCHEME or an integrator.\n"
    "\n"
    "  --module FILE     load a module with methods of somebody else's; may be repeated\n"
    "  --library FILE    rigidstep_generic.so, where it does not lie beside this program\n"
    "  --method METHOD, --step H, --steps N, --every N    run: in place of the file's\n"
    "  --output FILE     run: write there, not to standard output\n"
    "  --bodies N, --step H, --seconds S                  bench: how many, step, time a method\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done; 1 a step failed, output could not be written, or (check) a claim is\n"
    "broken; 2 bad usage, bad input, or a file that cannot be read or loaded.  FILE's format and\n"
    "examples: man rigidstep.\n";

/* Which commands an option is for, by the letter of the command's name. */
typedef struct option {
  const char *name, *commands;
  size_t place; /* in struct options                                           */
} option;
static const option OPTIONS[] = {
  { "--library", "ldrb", offsetof(options, library) },
  { "--method", "r", offsetof(options, method) },
  { "--output", "r", offsetof(options, output) },
  { "--step", "rb", offsetof(options, step) },
  { "--steps", "r", offsetof(options, steps) },
  { "--every", "r", offsetof(options, every) },
  { "--bodies", "b", offsetof(options, bodies) },
  { "--seconds", "b", offsetof(options, seconds) },
};

static const struct {
  const char *name;
  int (*run)(const options *o);
} COMMANDS[] = { { "list", command_list },
                 { "describe", command_describe },
                 { "run", command_run },
                 { "bench", command_bench } };

static int take_option(options *o, const char *command, const char *name, const char *value) {
  const char **place = NULL;
  if (strcmp(name, "--module") == 0) {
    if (o->n_modules == MOST_MODULES) return say(BAD_INPUT, "more than %d modules", MOST_MODULES);
    place = &o->modules[o->n_modules++];
  }
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
    if (strcmp(name, OPTIONS[i].name) == 0 && strchr(OPTIONS[i].commands, command[0]))
      place = (const char **)(void *)((char *)o + OPTIONS[i].place);
  if (place == NULL) return say(BAD_INPUT, "%s has no option '%s'; see --help", command, name);
  if (value == NULL) return say(BAD_INPUT, "%s wants a value; see --help", name);
  *place = value;
  return DONE;
}

/* What is no option moves to the front of arguments; "-" is none, and after "--" nothing is. */
static int take_options(options *o, const char *command, int n, char **arguments) {
  bool names_only = false;
  o->names = arguments;
  for (int i = 0; i < n; i++) {
    char *a = arguments[i];
    if (!names_only && strcmp(a, "--") == 0)
      names_only = true;
    else if (names_only || a[0] != '-' || a[1] == '\0')
      o->names[o->n_names++] = a;
    else {
      const char *value = i + 1 < n ? arguments[i + 1] : NULL;
      const int code = take_option(o, command, a, value);
      if (code != DONE) return code;
      i++;
    }
  }
  return DONE;
}

static int print_version(void) {
  options o = { .library = NULL };
  rgs_context *context;
  printf("rigidstep %s\ncompiled for ABI %u.%u\n", RIGIDSTEP_VERSION, RGS_ABI_MAJOR, RGS_ABI_MINOR);
  if (session_open(&o, &context) != DONE) return printed(BAD_INPUT);
  printf("library of ABI %u.%u\n", (unsigned)(rgs_abi() >> 16), (unsigned)(rgs_abi() & 0xffff));
  session_close(context);
  return printed(DONE);
}

int main(int argc, char **argv) {
  options o = { .library = NULL };
  const char *command = argc > 1 ? argv[1] : NULL;
  if (command == NULL) {
    fputs(USAGE, stderr);
    return BAD_INPUT;
  }
  /* The contract program has a --help of its own. */
  if (strcmp(command, "check") == 0) return command_check(argv + 1);
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--help") == 0) return fputs(USAGE, stdout), printed(DONE);
    if (strcmp(argv[i], "--version") == 0) return print_version();
  }
  for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
    if (strcmp(command, COMMANDS[i].name) == 0) {
      const int code = take_options(&o, command, argc - 2, argv + 2);
      return code == DONE ? COMMANDS[i].run(&o) : code;
    }
  return say(BAD_INPUT, "no command '%s'; must be list, describe, run, check or bench (see --help)",
             command);
}
