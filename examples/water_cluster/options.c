/* SPDX-License-Identifier: BSD-3-Clause
 *
 * options.c - see options.h.
 */
#include "options.h"

#include "measure.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_METHODS                                                                            \
  "exact/strang,dmv2/strang,symrot/strang,nosquish/strang_dkd,exact/strang_dkd,exact/strang"

static const char usage[] =
    "usage: water_cluster [MODULE] [OPTION]...\n"
    "Runs a cluster of rigid SPC/E water through one integrator after the other and measures "
    "them.\n"
    "MODULE is rigidstep_generic.so; else $RIGIDSTEP_MODULE, else ../lib/rigidstep_generic.so\n"
    "beside the program.\n"
    "  --methods LIST     rotor/scheme or integrator, comma separated, each with @FS for a step "
    "of\n"
    "                     its own; default " DEFAULT_METHODS "\n"
    "  --add FILE         load a module with methods of somebody else's, such as my_scheme.so\n"
    "  --steps N          steps with each method (25000)\n"
    "  --dt FS            step in fs (2)\n"
    "  --molecules N      (27)\n"
    "  --temperature K    to start from (300)\n"
    "  --equilibrate PS   velocities are rescaled for so long (20)\n"
    "  --seed N           of the start (1)\n"
    "  --plot PREFIX      write PREFIX.dat and PREFIX.gp; `gnuplot PREFIX.gp` makes PREFIX.png\n"
    "  --list             list what the module offers, and stop\n"
    "Answers 0; 1 if a run failed or a conserved quantity was not conserved; 2 for bad options.\n";

void die(int code, const char *format, ...) {
  va_list list;
  fputs("water_cluster: ", stderr);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(code);
}

static double number(const char *option, const char *text, double min, double max) {
  char *end;
  errno = 0;
  const double value = text ? strtod(text, &end) : 0.0;
  if (!text || end == text || *end || errno || !(value >= min && value <= max))
    die(2, "%s wants a number from %g to %g, not '%s'", option, min, max, text ? text : "");
  return value;
}

static int64_t whole(const char *option, const char *text, int64_t min, int64_t max) {
  const double value = number(option, text, (double)min, (double)max);
  if (value != floor(value)) die(2, "%s wants a whole number, not '%s'", option, text);
  return (int64_t)value;
}

static void parse_methods(options *o, const char *list) {
  o->n_spans = 0;
  for (const char *at = list; at;) {
    const size_t length = strcspn(at, ",");
    if (o->n_spans == MAX_METHODS) die(2, "--methods takes at most %d", MAX_METHODS);
    span_spec *s = &o->spans[o->n_spans++];
    if (length == 0 || length >= sizeof s->name)
      die(2, "--methods wants names like exact/strang, not '%.*s'", (int)length, at);
    memcpy(s->name, at, length);
    s->name[length] = '\0';
    s->dt = 0.0;
    char *own = strchr(s->name, '@');
    if (own) {
      *own = '\0';
      s->dt = number("the step after @", own + 1, 1e-3, 100.0);
    }
    at = at[length] ? at + length + 1 : NULL;
  }
}

options parse_options(int argc, char **argv) {
  options o = { .molecules = 27,
                .steps = 25000,
                .stride = 5,
                .dt = 2.0,
                .temperature = 300.0,
                .equilibrate = 20.0,
                .seed = 1 };
  parse_methods(&o, DEFAULT_METHODS);
  for (int i = 1; i < argc; ++i) {
    const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (!strcmp(a, "--help")) {
      fputs(usage, stdout);
      exit(0);
    }
    if (!strcmp(a, "--list")) {
      o.list = 1;
      continue;
    }
    if (a[0] != '-') {
      if (o.module) die(2, "one module only, not also '%s'; see --help", a);
      o.module = a;
      continue;
    }
    if (!strcmp(a, "--methods"))
      parse_methods(&o, value ? value : "");
    else if (!strcmp(a, "--add"))
      o.add = value;
    else if (!strcmp(a, "--steps"))
      o.steps = whole(a, value, BLOCKS * o.stride, INT64_C(1000000000));
    else if (!strcmp(a, "--dt"))
      o.dt = number(a, value, 1e-3, 100.0);
    else if (!strcmp(a, "--molecules"))
      o.molecules = whole(a, value, 2, 10000);
    else if (!strcmp(a, "--temperature"))
      o.temperature = number(a, value, 1.0, 1000.0);
    else if (!strcmp(a, "--equilibrate"))
      o.equilibrate = number(a, value, 0.0, 1e6);
    else if (!strcmp(a, "--seed"))
      o.seed = (uint64_t)whole(a, value, 0, INT64_C(1) << 53);
    else if (!strcmp(a, "--plot"))
      o.plot = value;
    else
      die(2, "no option '%s'; see --help", a);
    if (!value) die(2, "%s wants a value", a);
    ++i;
  }
  if (o.plot && (*o.plot == '\0' || strchr(o.plot, '\'') || strchr(o.plot, '\n')))
    die(2, "--plot wants a file name without quotes");
  o.steps -= o.steps % (BLOCKS * o.stride);
  return o;
}

const char *module_path(const options *o, const char *program, char *room, size_t size) {
  if (o->module) return o->module;
  if (getenv("RIGIDSTEP_MODULE")) return getenv("RIGIDSTEP_MODULE");
  const char *slash = strrchr(program, '/');
  const int length = slash ? (int)(slash - program) + 1 : 0;
  if (snprintf(room, size, "%.*s../lib/rigidstep_generic.so", length, program) >= (int)size)
    die(2, "the program's path is too long; name the module");
  return room;
}
