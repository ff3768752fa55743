/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem_read.c - the text format of problem.h: a keyword and its values on each line.  Each
 * keyword is a row of WORDS below; rigidstep.1 describes the format.
 */
#include "problem_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- keywords of the whole problem ----------------------------------------------------------- */
static bool take_method(reader *r) {
  memcpy(r->p->method, r->value[0], sizeof r->value[0]);
  r->p->method_line = r->line;
  return true;
}
/* The values number i and i + 1 of the line. */
static bool add_parameter(reader *r, int i) {
  problem *p = r->p;
  const int n = p->n_params;
  if (n == PROBLEM_PARAMS) return WRONG(r, "more than %d parameters", PROBLEM_PARAMS);
  memcpy(p->key[n], r->value[i], sizeof r->value[i]);
  memcpy(p->value[n], r->value[i + 1], sizeof r->value[i + 1]);
  p->param_line[n] = r->line;
  p->n_params++;
  return true;
}
static bool take_parameter(reader *r) { return add_parameter(r, 0); }

/* A name, and its parameters in pairs. */
static bool take_part(reader *r, const char *what, char name[PROBLEM_NAME], int *line) {
  memcpy(name, r->value[0], sizeof r->value[0]);
  *line = r->line;
  if (r->n_values % 2 == 0)
    return WRONG(r, "%s %s: the parameter '%s' has no value; must be: %s NAME [KEY VALUE]...", what,
                 name, r->value[r->n_values - 1], what);
  for (int i = 1; i < r->n_values; i += 2)
    if (!add_parameter(r, i)) return false;
  return true;
}
static bool take_thermostat(reader *r) {
  return take_part(r, "thermostat", r->p->thermostat, &r->p->thermostat_line);
}
static bool take_barostat(reader *r) {
  return take_part(r, "barostat", r->p->barostat, &r->p->barostat_line);
}
static bool take_box(reader *r) {
  r->p->box_line = r->line;
  for (int k = 0; k < 3; k++)
    if (!take_number(r, "box", k, POSITIVE, &r->p->box[k])) return false;
  return true;
}
static bool take_ramp(reader *r) {
  problem *p = r->p;
  const int i = p->n_ramps;
  if (i == PROBLEM_RAMPS) return WRONG(r, "more than %d ramps", PROBLEM_RAMPS);
  for (int k = 0; k < i; k++)
    if (strcmp(p->ramp[k].key, r->value[0]) == 0)
      return WRONG(r, "ramp %s was given before, in line %d", r->value[0], p->ramp[k].line);
  memcpy(p->ramp[i].key, r->value[0], sizeof r->value[0]);
  p->ramp[i].line = r->line;
  p->n_ramps++;
  return take_number(r, "ramp", 1, ANY, &p->ramp[i].value);
}
static bool take_step(reader *r) {
  const bool fine = take_number(r, "step", 0, ANY, &r->p->step);
  return fine && r->p->step == 0 ? WRONG(r, "step is '%s'; must not be 0", r->value[0]) : fine;
}
static bool take_count(reader *r, const char *what, int64_t min, int64_t *out) {
  r->flaw->line = r->line;
  return problem_whole(what, r->value[0], min, PROBLEM_STEPS, out, r->flaw->text,
                       sizeof r->flaw->text);
}
static bool take_steps(reader *r) { return take_count(r, "steps", 0, &r->p->steps); }
static bool take_every(reader *r) { return take_count(r, "every", 1, &r->p->every); }
static bool take_output(reader *r) {
  memcpy(r->p->output, r->value, (size_t)r->n_values * sizeof r->value[0]);
  r->p->n_outputs = r->n_values;
  r->p->output_line = r->line;
  return true;
}
static bool one_field(reader *r, problem_field field) {
  if (r->p->field != PROBLEM_NO_FIELD)
    return WRONG(r, "heavy_top and satellite are both given; must be one of them");
  r->p->field = field;
  return true;
}
static bool take_heavy_top(reader *r) {
  return one_field(r, PROBLEM_HEAVY_TOP) && take_three(r, "heavy_top", 0, r->p->weight);
}
static bool take_satellite(reader *r) {
  return one_field(r, PROBLEM_SATELLITE) &&
         take_number(r, "satellite MU", 0, NOT_NEGATIVE, &r->p->mu) &&
         take_number(r, "satellite RADIUS", 1, POSITIVE, &r->p->radius);
}
static bool take_gravity(reader *r) { return take_three(r, "gravity", 0, r->p->gravity); }
static bool take_coulomb(reader *r) { return take_number(r, "coulomb", 0, ANY, &r->p->coulomb); }

static bool take_slow(reader *r) {
#define NAME(name) #name,
  static const char *const names[] = { PROBLEM_TERMS(NAME) };
#undef NAME
  r->p->slow_line = r->line;
  for (int i = 0; i < r->n_values; i++) {
    int k = 0;
    while (k < PROBLEM_N_TERMS && strcmp(names[k], r->value[i]) != 0) k++;
    if (k == PROBLEM_N_TERMS)
      return WRONG(r, "slow TERM is '%s'; must be field, gravity, spring, coulomb or lennard_jones",
                   r->value[i]);
    r->p->slow |= 1u << k;
  }
  return true;
}

static bool take_inertia_factor(reader *r) {
  return take_number(r, "inertia_factor", 0, POSITIVE, &r->p->inertia_factor);
}

static bool take_spring(reader *r) {
  problem *p = r->p;
  problem_spring s = { .line = r->line };
  for (int end = 0; end < 2; end++) {
    const char *who = r->value[4 * end];
    r->flaw->line = r->line;
    if (strcmp(who, "space") == 0)
      s.body[end] = -1;
    else if (!problem_whole("spring BODY", who, 1, PROBLEM_BODIES, &s.body[end], r->flaw->text,
                            sizeof r->flaw->text))
      return false;
    else
      s.body[end]--;
    if (!take_three(r, "spring's point", 4 * end + 1, s.place[end])) return false;
  }
  if (s.body[0] == s.body[1])
    return WRONG(r, "spring leads from '%s' to itself; must join two bodies, or a body and space",
                 r->value[0]);
  if (!take_number(r, "spring STIFFNESS", 8, NOT_NEGATIVE, &s.stiffness) ||
      !take_number(r, "spring LENGTH", 9, NOT_NEGATIVE, &s.length))
    return false;
  problem_spring *list = one_more(r, p->springs, p->n_springs, sizeof *list);
  if (list == NULL) return false;
  p->springs = list;
  list[p->n_springs++] = s;
  return true;
}

/* ---- keywords -------------------------------------------------------------------------------- */
typedef struct word {
  const char *name, *form;
  int least, most; /* values */
  enum { ONCE, OFTEN, IN_BLOCK } where;
  bool (*take)(reader *r);
} word;
static const word WORDS[] = {
  { "method", "ROTOR/SCHEME, or INTEGRATOR", 1, 1, ONCE, take_method },
  { "parameter", "KEY VALUE", 2, 2, OFTEN, take_parameter },
  { "step", "H", 1, 1, ONCE, take_step },
  { "steps", "N", 1, 1, ONCE, take_steps },
  { "every", "N", 1, 1, ONCE, take_every },
  { "output", "NAME ...", 1, VALUES, ONCE, take_output },
  { "thermostat", "NAME [KEY VALUE]...", 1, VALUES, ONCE, take_thermostat },
  { "barostat", "NAME [KEY VALUE]...", 1, VALUES, ONCE, take_barostat },
  { "box", "LX LY LZ", 3, 3, ONCE, take_box },
  { "ramp", "KEY VALUE", 2, 2, OFTEN, take_ramp },
  { "heavy_top", "WX WY WZ", 3, 3, ONCE, take_heavy_top },
  { "satellite", "MU RADIUS", 2, 2, ONCE, take_satellite },
  { "gravity", "GX GY GZ", 3, 3, ONCE, take_gravity },
  { "coulomb", "K", 1, 1, ONCE, take_coulomb },
  { "slow", "TERM ...", 1, VALUES, ONCE, take_slow },
  { "inertia_factor", "F", 1, 1, ONCE, take_inertia_factor },
  { "spring", "BODY X Y Z BODY X Y Z STIFFNESS LENGTH", 10, 10, OFTEN, take_spring },
  { "kind", "NAME", 1, 1, OFTEN, take_kind },
  { "body", "[KIND]", 0, 1, OFTEN, take_body },
  { "mass", "M", 1, 1, IN_BLOCK, take_mass },
  { "inertia", "I1 I2 I3", 3, 3, IN_BLOCK, take_inertia },
  { "wheels", "W1 W2 W3", 3, 3, IN_BLOCK, take_wheels },
  { "site", "X Y Z CHARGE EPSILON SIGMA", 6, 6, IN_BLOCK, take_site },
  { "position", "X Y Z", 3, 3, IN_BLOCK, take_position },
  { "velocity", "VX VY VZ", 3, 3, IN_BLOCK, take_velocity },
  { "momentum", "PX PY PZ", 3, 3, IN_BLOCK, take_momentum },
  { "orientation", "W X Y Z", 4, 4, IN_BLOCK, take_orientation },
  { "angular_velocity", "W1 W2 W3", 3, 3, IN_BLOCK, take_angular_velocity },
  { "angular_momentum", "LX LY LZ", 3, 3, IN_BLOCK, take_angular_momentum },
};
enum { N_WORDS = sizeof WORDS / sizeof *WORDS };
_Static_assert(N_WORDS <= 32, "reader.seen is too short");

static bool take_line(reader *r, const char *name) {
  int i = 0;
  while (i < N_WORDS && strcmp(WORDS[i].name, name) != 0) i++;
  if (i == N_WORDS) {
    WRONG(r, "no keyword '%s'; one of", name);
    for (i = 0; i < N_WORDS; i++) {
      const size_t used = strlen(r->flaw->text);
      snprintf(r->flaw->text + used, sizeof r->flaw->text - used, " %s", WORDS[i].name);
    }
    return false;
  }
  const word *w = &WORDS[i];
  if (r->n_values < w->least || r->n_values > w->most)
    return WRONG(r, "%s has %d value%s; must be: %s %s", name, r->n_values,
                 r->n_values == 1 ? "" : "s", name, w->form);
  if (w->where == ONCE && r->seen[i])
    return WRONG(r, "%s was given before, in line %d", name, r->seen[i]);
  if (w->where == IN_BLOCK && r->n_blocks == 0)
    return WRONG(r, "%s belongs to a body: a line 'body' or 'kind NAME' must come before", name);
  r->seen[i] = r->line;
  return w->take(r);
}

/* ---- lines ----------------------------------------------------------------------------------- */
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Reads the line from `at` to `end`; a number sign begins a comment. */
static bool read_line(reader *r, const char *at, const char *end) {
  token name = "";
  int n = -1; /* values so far; -1: not even the keyword */
  for (;;) {
    while (at < end && is_blank(*at)) at++;
    if (at == end || *at == '#') break;
    const char *begin = at;
    while (at < end && !is_blank(*at) && *at != '#') {
      if ((unsigned char)*at < 0x20 || *at == 0x7f)
        return WRONG(r, "a byte has the value %d; the file must be text", (unsigned char)*at);
      at++;
    }
    const size_t length = (size_t)(at - begin);
    if (length >= sizeof name)
      return WRONG(r, "a word of %zu letters, '%.20s...'; at most %zu", length, begin,
                   sizeof name - 1);
    if (n == VALUES) return WRONG(r, "more than %d values", VALUES);
    char *to = n < 0 ? name : r->value[n];
    memset(to, 0, sizeof name);
    memcpy(to, begin, length);
    n++;
  }
  if (n < 0) return true;
  r->n_values = n;
  return take_line(r, name);
}

/* ---- checks that need the whole file --------------------------------------------------------- */
static bool finish(reader *r) {
  problem *p = r->p;
  static const char *const needed[] = { "method", "step", "steps" };
  for (int i = 0; i < N_WORDS; i++)
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
      if (strcmp(WORDS[i].name, needed[k]) == 0 && !r->seen[i])
        return wrong_at(r, 0, "no line '%s %s'", needed[k], WORDS[i].form);
  if (p->barostat_line && !p->box_line)
    return wrong_at(r, p->barostat_line, "barostat %s needs a box; no line 'box LX LY LZ'",
                    p->barostat);
  if (p->box_line && !p->barostat_line)
    return wrong_at(r, p->box_line,
                    "box is given, but no line 'barostat NAME'; only a barostat uses it");
  if (p->n_bodies == 0) return wrong_at(r, 0, "no line 'body'; a problem has at least one");
  p->bodies = calloc((size_t)p->n_bodies, sizeof *p->bodies);
  if (p->bodies == NULL) return wrong_at(r, 0, "out of memory");
  int64_t n = 0;
  for (int64_t i = 0; i < r->n_blocks; i++)
    if (r->blocks[i].name[0] == '\0' && !finish_body(r, &r->blocks[i], &p->bodies[n++]))
      return false;
  for (int64_t i = 0; i < p->n_springs; i++)
    for (int end = 0; end < 2; end++)
      if (p->springs[i].body[end] >= p->n_bodies)
        return wrong_at(r, p->springs[i].line,
                        "spring BODY is %" PRId64 "; must be 1 to %" PRId64 ", or space",
                        p->springs[i].body[end] + 1, p->n_bodies);
  return true;
}

/* ---------------------------------------------------------------------------------------------- */
bool problem_read(const char *text, size_t size, problem *out, problem_flaw *flaw) {
  reader r = { .p = out, .flaw = flaw };
  const char *at = text, *const end = text + size;
  *out = (problem){ .every = 1, .coulomb = 1, .inertia_factor = 1 };
  *flaw = (problem_flaw){ .line = 0 };
  bool fine = true;
  while (fine && at < end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    r.line++;
    fine = read_line(&r, at, stop);
    at = newline ? newline + 1 : end;
  }
  fine = fine && finish(&r);
  free(r.blocks);
  free(r.kinds);
  if (!fine) problem_clear(out);
  return fine;
}

void problem_clear(problem *p) {
  free(p->bodies);
  free(p->sites);
  free(p->springs);
  *p = (problem){ .steps = 0 };
}
