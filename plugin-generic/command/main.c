/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c - the program `rigidstep`: commands and their options.  The manual is rigidstep.1.
 */
#include "command.h"
#include "system.h"

#include <errno.h>
#include <string.h>

static const char USAGE[] =
    "usage: rigidstep COMMAND [OPTION]... [ARGUMENT]...\n"
    "\n"
    "  list        methods: order, evaluations per time step, claims and sources\n"
    "  describe    everything that a method says of itself\n"
    "  modules     the modules that are found by name, and the folders where they are looked for\n"
    "  run         moves the bodies of a text file\n"
    "  forces      do the forces of a text file belong to their energy?\n"
    "  check       tests whether a module keeps what its methods claim\n"
    "  bench       measures what a time step costs on this machine\n"
    "  help        explains a command: rigidstep help COMMAND\n"
    "\n"
    "  --help      print this\n"
    "  --version   print the versions of the program and of the library\n"
    "\n"
    "Exit status: 0 done; 1 a step failed, output could not be written, or (check) a claim is\n"
    "broken; 2 bad usage, bad input, or a file that cannot be read or loaded.  The format of\n"
    "files and examples: man rigidstep.\n";

#define COMMON                                                                                     \
  "  --module FILE     load a module, by path or name; may be repeated\n"                          \
  "  --library FILE    the file rigidstep_generic.so, if it is not installed with this program\n"

static const char HELP_LIST[] =
    "usage: rigidstep list [rotors|schemes|integrators|thermostats|barostats] [OPTION]...\n"
    "\n"
    "Lists the methods with their order, for schemes the evaluations of\n"
    "forces and gradients per time step, their claims and their sources.\n"
    "\n" COMMON;

static const char HELP_DESCRIBE[] =
    "usage: rigidstep describe [OPTION]... [KIND] METHOD...\n"
    "       rigidstep describe --json [OPTION]...\n"
    "\n"
    "Prints order, claims, source, parameters with their ranges, and outputs.  METHOD is the name\n"
    "of a rotor, a scheme, an integrator, a thermostat or a barostat, or ROTOR/SCHEME.  KIND is\n"
    "one of these words, as in 'describe thermostat langevin'.\n"
    "\n"
    "  --json            write a list of JSON objects, one per method, for programs; of all\n"
    "                    methods if none is named\n" COMMON;

static const char HELP_MODULES[] =
    "usage: rigidstep modules [OPTION]...\n"
    "\n"
    "Lists the folders where a module is looked for by its name: first what the environment\n"
    "variable RIGIDSTEP_MODULE_PATH names, then the library's own.  For each file it prints path,\n"
    "module, version, licence, ABI and methods.  To find them it loads the files.\n"
    "\n" COMMON;

static const char HELP_RUN[] =
    "usage: rigidstep run [OPTION]... FILE\n"
    "\n"
    "Moves the bodies that FILE describes (-: standard input) and writes comma-separated values.\n"
    "The format of FILE: man rigidstep.\n"
    "\n"
    "  --method METHOD   ROTOR/SCHEME or an integrator, in place of the file's\n"
    "  --step H          time step, in place of the file's\n"
    "  --steps N         number of steps, in place of the file's\n"
    "  --every N         write every N steps, in place of the file's\n"
    "  --output FILE     write to FILE, not to standard output\n" COMMON;

static const char HELP_FORCES[] =
    "usage: rigidstep forces [OPTION]... FILE\n"
    "\n"
    "Prints forces and torques of the bodies that FILE describes (-: standard input) beside\n"
    "differences of their energy, the worst bodies first, and with a box the virial.  Bodies are\n"
    "counted from 0.\n"
    "\n"
    "  --bodies N        number of bodies that are checked (8)\n" COMMON;

static const char HELP_BENCH[] =
    "usage: rigidstep bench [OPTION]... [METHOD]...\n"
    "\n"
    "Measures processor time per body and time step, and the error of one step, with free\n"
    "asymmetric bodies.  METHOD is ROTOR/SCHEME, which may have a thermostat and a barostat\n"
    "(exact/strang+csvr+andersen), or an integrator; without one, every rotor with the scheme\n"
    "strang is measured, and every integrator.\n"
    "\n"
    "  --bodies N        number of bodies (1000)\n"
    "  --step H          time step (0.1); the bodies spin at about one radian per unit of time\n"
    "  --seconds S       processor time for each method (0.2)\n"
    "  --layout L        columns, or structs of 50 numbers (columns)\n" COMMON;

static const char HELP_HELP[] = "usage: rigidstep help [COMMAND]\n"
                                "\n"
                                "Explains a command and its options.\n";

/* Which commands an option is for, by the letter of the command's name. */
typedef struct option {
  const char *name, *commands;
  size_t place; /* in struct options                                           */
} option;
static const option OPTIONS[] = {
  { "--library", "ldmrbf", offsetof(options, library) },
  { "--method", "r", offsetof(options, method) },
  { "--output", "r", offsetof(options, output) },
  { "--step", "rb", offsetof(options, step) },
  { "--steps", "r", offsetof(options, steps) },
  { "--every", "r", offsetof(options, every) },
  { "--bodies", "bf", offsetof(options, bodies) },
  { "--seconds", "b", offsetof(options, seconds) },
  { "--layout", "b", offsetof(options, layout) },
};

static const struct {
  const char *name, *help;
  int (*run)(const options *o);
} COMMANDS[] = { { "list", HELP_LIST, command_list },
                 { "describe", HELP_DESCRIBE, command_describe },
                 { "modules", HELP_MODULES, command_modules },
                 { "run", HELP_RUN, command_run },
                 { "forces", HELP_FORCES, command_forces },
                 { "bench", HELP_BENCH, command_bench },
                 { "help", HELP_HELP, NULL } };
enum { N_COMMANDS = sizeof COMMANDS / sizeof *COMMANDS };

static int find_command(const char *name) {
  int i = 0;
  while (i < N_COMMANDS && strcmp(name, COMMANDS[i].name) != 0) i++;
  return i;
}

static int no_command(const char *name) {
  return say(BAD_INPUT,
             "no command '%s'; must be list, describe, modules, run, forces, check, bench or help "
             "(see --help)",
             name);
}

/* Replaces this process by rigidstep-contract, which is installed beside this program. */
static int check(char **arguments) {
  char folder[4096], path[sizeof folder + 32];
  program_folder(folder, sizeof folder);
  snprintf(path, sizeof path, "%srigidstep-contract", folder);
  arguments[0] = "rigidstep check"; /* the name that its help and its errors say */
  become_program(path, "rigidstep-contract", arguments);
  return say(BAD_INPUT, "cannot run %s: %s; it is installed beside rigidstep", path,
             strerror(errno));
}

/* rigidstep help [COMMAND] */
static int print_help(int n, char **names) {
  char help[] = "--help";
  char *check_arguments[] = { NULL, help, NULL };
  if (n == 0) return fputs(USAGE, stdout), printed(DONE);
  if (n > 1) return say(BAD_INPUT, "help takes one COMMAND at most; see --help");
  if (strcmp(names[0], "check") == 0) return check(check_arguments);
  const int i = find_command(names[0]);
  if (i == N_COMMANDS) return no_command(names[0]);
  return fputs(COMMANDS[i].help, stdout), printed(DONE);
}

static int take_option(options *o, const char *command, const char *name, const char *value) {
  const char **place = NULL;
  if (strcmp(name, "--module") == 0) {
    if (o->n_modules == MOST_MODULES)
      return say(BAD_INPUT, "--module is given more than %d times", MOST_MODULES);
    place = &o->modules[o->n_modules++];
  }
  for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++)
    if (strcmp(name, OPTIONS[i].name) == 0 && strchr(OPTIONS[i].commands, command[0]))
      place = (const char **)(void *)((char *)o + OPTIONS[i].place);
  if (place == NULL)
    return say(BAD_INPUT, "%s has no option '%s'; see 'rigidstep help %s'", command, name, command);
  if (value == NULL)
    return say(BAD_INPUT, "%s needs a value; see 'rigidstep help %s'", name, command);
  *place = value;
  return DONE;
}

/* Moves the arguments that are no options to the front.  "-" is not an option, nor is anything
 * after "--". */
static int take_options(options *o, const char *command, int n, char **arguments) {
  bool names_only = false;
  o->names = arguments;
  for (int i = 0; i < n; i++) {
    char *a = arguments[i];
    if (!names_only && strcmp(a, "--") == 0)
      names_only = true;
    else if (names_only || a[0] != '-' || a[1] == '\0')
      o->names[o->n_names++] = a;
    else if (strcmp(a, "--json") == 0 && command[0] == 'd')
      o->json = true;
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
  printf("library %s of ABI %u.%u\n", rgs_version(), (unsigned)(rgs_abi() >> 16),
         (unsigned)(rgs_abi() & 0xffff));
  session_close(context);
  return printed(DONE);
}

int main(int argc, char **argv) {
  options o = { .library = NULL };
  const char *command = argc > 1 ? argv[1] : NULL;
  plain_streams();
  if (command == NULL) {
    fputs(USAGE, stderr);
    return BAD_INPUT;
  }
  /* The contract program prints its own --help. */
  if (strcmp(command, "check") == 0) return check(argv + 1);
  const int c = find_command(command);
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--help") == 0) return print_help(c < N_COMMANDS, argv + 1);
    if (strcmp(argv[i], "--version") == 0) return print_version();
  }
  if (c == N_COMMANDS) return no_command(command);
  if (COMMANDS[c].run == NULL) return print_help(argc - 2, argv + 2);
  const int code = take_options(&o, command, argc - 2, argv + 2);
  return code == DONE ? COMMANDS[c].run(&o) : code;
}
