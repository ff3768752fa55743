/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.c - `rigidstep run`: moves the bodies of a file and writes a table of their states; `rigidstep forces`.
 */
#include "command.h"
#include "progress.h"
#include "system.h"
#include "table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- file ------------------------------------------------------------------------------------ */
/* Bodies and sites, as many as a problem may have, take less; a device or a pipe may have no end. */
#define MOST_BYTES ((size_t)1 << 29)

/* Reads a file ("-": standard input).  Null: an error has been printed. */
static char *read_file(const char *name, size_t *size) {
  const bool standard = strcmp(name, "-") == 0;
  FILE *file = standard ? stdin : fopen(name, "rb");
  size_t room = 1 << 16, n = 0;
  char *text = file ? malloc(room) : NULL;
  errno = file ? ENOMEM : errno;
  while (text) {
    const size_t got = fread(text + n, 1, room - n, file);
    n += got;
    if (n < room) break;
    if (n >= MOST_BYTES) {
      say(BAD_INPUT, "%s has more than %zu bytes; a problem has fewer", name, MOST_BYTES - 1);
      free(text);
      if (!standard) fclose(file);
      return NULL;
    }
    char *more = realloc(text, room *= 2);
    if (more == NULL) free(text);
    text = more;
  }
  if (text && ferror(file)) {
    free(text);
    text = NULL;
  }
  if (text == NULL) say(BAD_INPUT, "cannot read %s: %s", name, strerror(errno));
  if (file && !standard) fclose(file);
  *size = n;
  return text;
}

static int wrong_in(const char *file, int line, int code, const char *format, ...) {
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return line ? say(code, "%s:%d: %s", file, line, text) : say(code, "%s: %s", file, text);
}

/* ---- options that replace lines of the file -------------------------------------------------- */
static int override(const options *o, problem *p) {
  char flaw[FLAW_ROOM];
  static const problem_range any = { -INFINITY, INFINITY, false };
  if (o->method) {
    if (strlen(o->method) >= sizeof p->method)
      return say(BAD_INPUT, "--method has %zu letters; at most %zu", strlen(o->method),
                 sizeof p->method - 1);
    snprintf(p->method, sizeof p->method, "%s", o->method);
    p->method_line = 0;
  }
  if (o->step && !problem_number("--step", o->step, any, &p->step, flaw, sizeof flaw))
    return say(BAD_INPUT, "%s", flaw);
  if (p->step == 0) return say(BAD_INPUT, "--step is '%s'; must not be 0", o->step);
  if ((o->steps &&
       !problem_whole("--steps", o->steps, 0, PROBLEM_STEPS, &p->steps, flaw, sizeof flaw)) ||
      (o->every &&
       !problem_whole("--every", o->every, 1, PROBLEM_STEPS, &p->every, flaw, sizeof flaw)))
    return say(BAD_INPUT, "%s", flaw);
  return DONE;
}

/* ---- bodies ---------------------------------------------------------------------------------- */
typedef struct body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3], gf[3], gtau[3], wheels[3];
} body;

typedef struct run {
  const char *name; /* of the file                                                 */
  problem problem;
  forces forces;
  body *memory;
  rgs_view view;
  rgs_context *context;
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  double ramp_from[PROBLEM_RAMPS];
  FILE *file;
  rgs_error error;
} run;

static rgs_column column(double *first) {
  return (rgs_column){ first, sizeof(body) / sizeof(double), 1 };
}

static int place_bodies(run *r) {
  const problem *p = &r->problem;
  r->memory = calloc((size_t)p->n_bodies, sizeof *r->memory);
  if (r->memory == NULL) return say(FAILED, "out of memory");
  for (int64_t i = 0; i < p->n_bodies; i++) {
    const problem_body *from = &p->bodies[i];
    body *b = &r->memory[i];
    memcpy(b->x, from->x, sizeof b->x);
    memcpy(b->p, from->p, sizeof b->p);
    memcpy(b->q, from->q, sizeof b->q);
    memcpy(b->l, from->l, sizeof b->l);
    memcpy(b->inertia, from->inertia, sizeof b->inertia);
    memcpy(b->wheels, from->wheels, sizeof b->wheels);
    b->mass = from->mass;
  }
  body *b = r->memory;
  r->view = (rgs_view){ .head = RGS_HEAD(rgs_view),
                        .n = p->n_bodies,
                        .revision = 1,
                        .x = column(b->x),
                        .p = column(b->p),
                        .q = column(b->q),
                        .l = column(b->l),
                        .mass = column(&b->mass),
                        .inertia = column(b->inertia),
                        .f = column(b->f),
                        .tau = column(b->tau),
                        .gf = column(b->gf),
                        .gtau = column(b->gtau) };
  return forces_create(&r->forces, p, r->context, &r->view);
}

/* Prints an error of the library.  A body is named by its line, and counted from 1 as in the
 * file. */
static int refused(run *r, int code, int line, const char *when) {
  const problem *p = &r->problem;
  const int64_t i = r->error.body;
  const char *text = r->error.text, *colon = strstr(text, ": ");
  if (i < 0 || i >= p->n_bodies) return wrong_in(r->name, line, code, "%s%s", when, text);
  if (strncmp(text, "body ", 5) == 0 && colon) text = colon + 2;
  return wrong_in(r->name, p->bodies[i].line, code, "%sbody %" PRId64 ": %s", when, i + 1, text);
}

/* The line of the file that an error of the library is about: it has the parameter, the thermostat or
 * the barostat that the text names. */
static int line_of(const run *r) {
  const problem *p = &r->problem;
  char word[PROBLEM_NAME + 3];
  for (int i = p->n_params - 1; i >= 0; i--) {
    snprintf(word, sizeof word, "'%s'", p->key[i]);
    if (strstr(r->error.text, word)) return p->param_line[i];
  }
  if (p->barostat_line && strstr(r->error.text, p->barostat)) return p->barostat_line;
  if (p->thermostat_line && strstr(r->error.text, p->thermostat)) return p->thermostat_line;
  return p->method_line;
}

/* Keys that are no parameters of a part: outputs that cost something (RGS_WANTS_*, bit by bit), and where the
 * thermostat acts. */
static int take_wish(run *r, rgs_method_spec *spec, int i, bool *is_wish) {
  static const char *const keys[] = { "conserved", "refined", "shadow", "ends" };
  static const char *const words[] = { "0", "no", "off", "false", "1", "yes", "on", "true" };
  const problem *p = &r->problem;
  uint32_t k = 0, w = 0;
  while (k < 4 && strcmp(p->key[i], keys[k]) != 0) k++;
  *is_wish = k < 4;
  if (!*is_wish) return DONE;
  while (w < 8 && strcmp(p->value[i], words[w]) != 0) w++;
  if (w == 8)
    return wrong_in(r->name, p->param_line[i], BAD_INPUT, "parameter '%s' is %s; allowed 0 or 1",
                    p->key[i], p->value[i]);
  if (k < 3)
    spec->wants |= (uint32_t)(w > 3) << k;
  else
    spec->placement = w > 3 ? RGS_PLACEMENT_OBABO : RGS_PLACEMENT_BAOAB;
  return DONE;
}

static int make_method(run *r) {
  char room[METHOD_ROOM], flaw[FLAW_ROOM];
  rgs_param params[PROBLEM_PARAMS];
  rgs_method_spec spec;
  const problem *p = &r->problem;
  if (!method_spec(r->context, p->method, room, &spec, flaw))
    return wrong_in(p->method_line ? r->name : "--method", p->method_line, BAD_INPUT, "%s", flaw);
  for (int i = 0; i < p->n_params; i++) {
    bool is_wish;
    const int code = take_wish(r, &spec, i, &is_wish);
    if (code != DONE) return code;
    if (!is_wish) params[spec.n_params++] = (rgs_param){ .key = p->key[i], .text = p->value[i] };
  }
  spec.param_size = sizeof *params;
  spec.params = spec.n_params ? params : NULL;
  spec.inertia = p->inertia_factor;
  spec.thermostat = p->thermostat_line ? p->thermostat : NULL;
  spec.barostat = p->barostat_line ? p->barostat : NULL;
  const rgs_status status = rgs_method_create(r->context, &spec, &r->method, &r->error);
  return status == RGS_OK ? DONE : refused(r, BAD_INPUT, line_of(r), "");
}

static rgs_status set_param(run *r, const char *key, double value) {
  const rgs_param param = { .key = key, .value = value };
  return rgs_stepper_set_param(r->stepper, &param, sizeof param, &r->error);
}

/* The value that a ramp begins at, from the file.  Setting the last value now shows whether the
 * parameter may ramp, and is in its range. */
static int begin_ramps(run *r) {
  const problem *p = &r->problem;
  for (int i = 0; i < p->n_ramps; i++) {
    int k = p->n_params - 1;
    while (k >= 0 && strcmp(p->key[k], p->ramp[i].key) != 0) k--;
    if (k < 0)
      return wrong_in(r->name, p->ramp[i].line, BAD_INPUT,
                      "ramp %s: no value at the start; give %s in the line of its method",
                      p->ramp[i].key, p->ramp[i].key);
    r->ramp_from[i] = strtod(p->value[k], NULL);
    if (set_param(r, p->ramp[i].key, p->ramp[i].value) != RGS_OK)
      return refused(r, BAD_INPUT, p->ramp[i].line, "");
  }
  return DONE;
}

static rgs_status set_ramps(run *r, int64_t done) {
  const problem *p = &r->problem;
  const double part = ((double)done + 0.5) / (double)p->steps;
  rgs_status status = RGS_OK;
  for (int i = 0; i < p->n_ramps && status == RGS_OK; i++)
    status =
        set_param(r, p->ramp[i].key, r->ramp_from[i] + part * (p->ramp[i].value - r->ramp_from[i]));
  return status;
}

static rgs_host host_of(run *r) {
  return (rgs_host){ .head = RGS_HEAD(rgs_host),
                     .self = &r->forces,
                     .provides = forces_provide(&r->problem),
                     .eval = forces_eval,
                     .ranks = 1 };
}

/* A line `slow` and a scheme with a slow force need each other; trials move by the fast force alone, too. */
static int check_levels(const run *r) {
  const problem *p = &r->problem;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  if (rgs_method_describe(r->method, &info, NULL) != RGS_OK) return FAILED;
  const bool wants = (info.needs & RGS_DRAFT_EVAL_SLOW) != 0;
  if (wants == (p->slow != 0) || (p->slow && strcmp(p->thermostat, "metropolis") == 0)) return DONE;
  if (wants)
    return wrong_in(r->name, p->method_line, BAD_INPUT,
                    "method %s has a fast and a slow force; add a line 'slow TERM ...'", p->method);
  return wrong_in(r->name, p->slow_line, BAD_INPUT,
                  "slow is given, but method %s has one force; take exact/respa or the thermostat "
                  "metropolis, or leave it out",
                  p->method);
}

static int make_stepper(run *r) {
  const problem *p = &r->problem;
  const rgs_host host = host_of(r);
  rgs_cell cell = RGS_CELL_INIT;
  if (rgs_bodies_create(r->context, p->n_bodies, &r->bodies, &r->error) != RGS_OK ||
      rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, &r->error) != RGS_OK)
    return refused(r, BAD_INPUT, p->method_line, "");
  const rgs_column wheels = column(r->memory->wheels);
  if (rgs_bodies_bind(r->bodies, &r->view, &r->error) != RGS_OK ||
      (p->has_wheels && session_wheels(r->bodies, p->n_bodies, &wheels, &r->error) != RGS_OK) ||
      rgs_stepper_check(r->stepper, &r->error) != RGS_OK)
    return refused(r, BAD_INPUT, 0, "");
  for (int k = 0; k < 3; k++) cell.vectors[4 * k] = p->box[k];
  if (p->box_line && rgs_stepper_set_cell(r->stepper, &cell, &r->error) != RGS_OK)
    return refused(r, BAD_INPUT, p->box_line, "");
  return begin_ramps(r);
}

/* ---- steps ----------------------------------------------------------------------------------- */
/* The two calls show the physical state of a processed scheme; for other schemes they do
 * nothing. */
static rgs_status row(run *r, table *t, bool stepped) {
  rgs_status status = stepped ? rgs_stepper_process(r->stepper, NULL, &r->error) : RGS_OK;
  if (status == RGS_OK) status = table_row(t, &r->error);
  if (status == RGS_OK && stepped) status = rgs_stepper_unprocess(r->stepper, &r->error);
  return status;
}

static int step(run *r, table *t) {
  const problem *p = &r->problem;
  progress shown = progress_begin(is_terminal(2) && !(r->file == stdout && is_terminal(1)));
  table_names(t);
  rgs_status status = row(r, t, false);
  const int64_t every =
      p->every < p->steps ? p->every : p->steps; /* the last state is written, too */
  int64_t done = 0;
  while (status == RGS_OK && done < p->steps && !ferror(r->file)) {
    status = set_ramps(r, done);
    if (status == RGS_OK) status = rgs_stepper_run(r->stepper, p->step, 1, &r->error);
    if (status != RGS_OK) break;
    done++;
    if (done % every == 0) status = row(r, t, true);
    progress_show(&shown, done, p->steps);
  }
  progress_hide(&shown);
  if (status == RGS_OK) return DONE;
  char when[40];
  snprintf(when, sizeof when, "step %" PRId64 ": ", done + 1);
  /* A state that the model does not allow at the first step is bad input. */
  return refused(r, done == 0 && status == RGS_E_BODY ? BAD_INPUT : FAILED, p->method_line, when);
}

static int write_table(run *r, const options *o) {
  char flaw[512];
  table t = { .problem = &r->problem,
              .view = r->view,
              .bodies = r->bodies,
              .method = r->method,
              .stepper = r->stepper,
              .forces = &r->forces };
  if (r->problem.has_wheels) t.view.aux = column(r->memory->wheels);
  if (!table_open(&t, flaw, sizeof flaw))
    return wrong_in(r->name, r->problem.output_line, BAD_INPUT, "%s", flaw);
  const bool standard = o->output == NULL || strcmp(o->output, "-") == 0;
  if (!standard && strcmp(r->name, "-") != 0 && same_file(r->name, o->output)) {
    table_close(&t);
    return say(BAD_INPUT, "--output is '%s', the file that is read; must be another file",
               o->output);
  }
  r->file = t.file = standard ? stdout : fopen(o->output, "wb");
  int code = r->file ? DONE : say(BAD_INPUT, "cannot write %s: %s", o->output, strerror(errno));
  if (code == DONE) {
    code = step(r, &t);
    if (standard)
      code = printed(code);
    else if (ferror(r->file) | fclose(r->file))
      code = say(FAILED, "cannot write %s", o->output);
  }
  table_close(&t);
  return code;
}

static int check_forces(run *r, const options *o) {
  char text[RGS_DRAFT_FORCE_TEXT], flaw[FLAW_ROOM];
  rgs_draft_force_check check = { .head = RGS_DRAFT_HEAD(rgs_draft_force_check, RGS_DRAFT_FORCES),
                                  .text = text,
                                  .text_size = sizeof text };
  const rgs_host host = host_of(r);
  if (o->bodies &&
      !problem_whole("--bodies", o->bodies, 1, PROBLEM_STEPS, &check.sample, flaw, sizeof flaw))
    return say(BAD_INPUT, "%s", flaw);
  for (int k = 0; k < 3 && r->problem.box_line; k++) check.cell[4 * k] = r->problem.box[k];
  if (session_check_forces(r->bodies, &host, &check, &r->error) != RGS_OK)
    return refused(r, FAILED, 0, "");
  fputs(text, stdout);
  return printed(check.found & ~RGS_DRAFT_FORCE_REMARKS ? FAILED : DONE);
}

static int with_file(const options *o, const char *command, int (*work)(run *, const options *)) {
  run r = { .error = RGS_ERROR_INIT };
  problem_flaw flaw;
  size_t size;
  if (o->n_names != 1)
    return say(BAD_INPUT, "%s needs one FILE, or - for standard input; see 'rigidstep help %s'",
               command, command);
  r.name = o->names[0];
  char *text = read_file(r.name, &size);
  if (text == NULL) return BAD_INPUT;
  const bool read = problem_read(text, size, &r.problem, &flaw);
  free(text);
  if (!read) return wrong_in(r.name, flaw.line, BAD_INPUT, "%s", flaw.text);

  int code = override(o, &r.problem);
  if (code == DONE) code = session_open(o, &r.context);
  if (code == DONE) {
    session_allow_drafts(r.context);
    code = place_bodies(&r);
    if (code == DONE) code = make_method(&r);
    if (code == DONE) code = check_levels(&r);
    if (code == DONE) code = make_stepper(&r);
    if (code == DONE) code = work(&r, o);
    rgs_stepper_destroy(r.stepper);
    rgs_bodies_destroy(r.bodies);
    rgs_method_destroy(r.method);
    forces_destroy(&r.forces);
    session_close(r.context);
  }
  free(r.memory);
  problem_clear(&r.problem);
  return code;
}

int command_run(const options *o) { return with_file(o, "run", write_table); }
int command_forces(const options *o) { return with_file(o, "forces", check_forces); }
