/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_problem.c - rubbish as the text that `rigidstep run` reads: it is either refused with words, or
 * what was read is sound.
 */
#include "fuzz.h"

#include "problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEED(condition) fuzz_need(condition, #condition)

static void need_text(const char *text, size_t room) {
  const size_t length = strnlen(text, room);
  NEED(length > 0 && length < room);
  for (size_t i = 0; i < length; i++) NEED((unsigned char)text[i] >= 0x20 && text[i] != 0x7f);
}

static void need_sound(const problem *p) {
  NEED(p->n_bodies > 0 && p->n_sites >= 0 && p->n_springs >= 0);
  NEED(p->steps >= 0 && p->every > 0 && isfinite(p->step) && p->step != 0);
  NEED(p->n_params <= PROBLEM_PARAMS && p->n_outputs <= PROBLEM_OUTPUTS);
  NEED(p->n_ramps <= PROBLEM_RAMPS);
  for (int i = 0; i < p->n_ramps; i++) {
    need_text(p->ramp[i].key, PROBLEM_NAME);
    NEED(isfinite(p->ramp[i].value) && p->ramp[i].line > 0);
  }
  for (int k = 0; k < 3; k++) NEED(p->box[k] >= 0 && isfinite(p->box[k]));
  need_text(p->method, sizeof p->method);
  for (int i = 0; i < p->n_params; i++)
    need_text(p->key[i], PROBLEM_NAME), need_text(p->value[i], PROBLEM_NAME);
  for (int i = 0; i < p->n_outputs; i++) need_text(p->output[i], PROBLEM_NAME);
  for (int64_t i = 0; i < p->n_bodies; i++) {
    const problem_body *b = &p->bodies[i];
    double length = 0;
    for (int k = 0; k < 4; k++) length += b->q[k] * b->q[k];
    NEED(b->mass > 0 && fabs(length - 1) < 1e-14);
    for (int k = 0; k < 3; k++) NEED(b->inertia[k] >= 0 && isfinite(b->x[k]));
    NEED(b->n_sites >= 0 && b->first_site >= 0 && b->first_site + b->n_sites <= p->n_sites);
    NEED(b->line > 0);
  }
  for (int64_t i = 0; i < p->n_springs; i++) {
    const problem_spring *s = &p->springs[i];
    NEED(s->body[0] != s->body[1]);
    for (int end = 0; end < 2; end++) NEED(s->body[end] >= -1 && s->body[end] < p->n_bodies);
  }
}

void fuzz_one(const uint8_t *data, size_t size) {
  problem p;
  problem_flaw flaw;
  /* In memory of just its size, so that one byte too far is seen. */
  char *text = malloc(size ? size : 1);
  NEED(text != NULL);
  if (size) memcpy(text, data, size);
  if (problem_read(text, size, &p, &flaw)) {
    need_sound(&p);
    problem_clear(&p);
  } else {
    need_text(flaw.text, sizeof flaw.text);
    NEED(flaw.line >= 0 && p.bodies == NULL && p.sites == NULL && p.springs == NULL);
  }
  free(text);
}

/* A piece ends with |. */
static const char WHOLE[] = "method exact/strang\nstep 1\nsteps 2\nbody\nmass 1\ninertia 1 1 1\n";
static const char PIECES[] =
    "kind a\n|body a\n|mass |inertia |site |spring 1 0 0 0 2 0 0 0 1 1\n|orientation |"
    "angular_velocity |output |time energy |parameter refined 1\n|heavy_top |satellite |"
    "gravity |coulomb |slow |every |position |momentum |body\n|\n| |#|1 |0 |-1e308 |1e-320 |nan |"
    "99999999999999999999 |space |\t|\r\n|step |steps |method |x/y |"
    "thermostat csvr kt 1 relaxation 1 seed 2\n|thermostat langevin kt |"
    "barostat andersen kt 1 pressure 1 barostat_relaxation 1\n|barostat |box 2 3 4\n|box |"
    "ramp kt 2\n|ramp |\x01|\xff|\x7f|";

/* Pieces of the language; every other text begins with one that is whole. */
size_t fuzz_make(uint64_t *random, long i, uint8_t *piece, size_t room) {
  size_t size = 0, n = 0, length = i % 2 ? strlen(WHOLE) : 0;
  const char *next = WHOLE;
  for (const char *at = PIECES; *at; at++) n += *at == '|';
  for (uint64_t r = 1; r % 32 && size + length <= room;) {
    memcpy(piece + size, next, length);
    size += length;
    r = fuzz_next(random) >> 20;
    next = PIECES;
    for (uint64_t skipped = (r >> 8) % n; skipped > 0; skipped--) next = strchr(next, '|') + 1;
    length = strcspn(next, "|");
  }
  return size;
}

void fuzz_end(void) {}
