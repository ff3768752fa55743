/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_input.c - rubbish as saved data, parameters, bodies and free-flow input: each call answers
 * with a status, and with OK only if what it left behind is sound.  (Calls in any order, tables and
 * principal frames: fuzz_calls.c.)
 *
 * All of them take turns by an input's first byte, or one alone where the variable RGS_FUZZ names it:
 * save, parameters, bodies, flow, calls, tables, principal.
 */
#include "fuzz.h"
#include "handles.h"
#include "plain_body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define need fuzz_need

/* ---- the library, set up once ---------------------------------------------------------------- */
enum { N = 2, WIDTH = PLAIN_BODY };
static plain_body world[N];
static handles own;
static unsigned char sound[4096];
static size_t sound_size;

static int no_force(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self;
  (void)request;
  for (int64_t i = 0; i < view->n; i++)
    for (int k = 0; k < 3; k++) RGS_AT(view->f, i, k) = RGS_AT(view->tau, i, k) = 0.25;
  return 0;
}

static rgs_view view_of_world(void) {
  rgs_view view = view_of_plain(world[0].x, N, WIDTH, 0);
  view.revision = 0;
  return view;
}

static void sound_world(void) {
  for (int i = 0; i < N; i++)
    world[i] = (plain_body){ { 1, 2, 3 }, { 0.1, 0.2, 0.3 }, { 1, 0, 0, 0 }, { 0.3, 0.2, 0.1 },
                             2,           { 1, 1.2, 1.4 },   { 0, 0, 0 },    { 0, 0, 0 } };
}

static void set_up(void) {
  if (own.context) return;
  const named_method of = { .rotor = "exact", .scheme = "strang" };
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = no_force };
  const rgs_view view = view_of_world();
  sound_world();
  need(open_handles(&own, &of, &view, &host, NULL) == RGS_OK, "handles");
  need(rgs_stepper_run(own.stepper, 0.1, 3, NULL) == RGS_OK, "steps");
  rgs_eval request = RGS_EVAL_INIT;
  need(rgs_stepper_advance(own.stepper, 0.1, &request, NULL) == RGS_NEED_EVAL, "half a step");
  sound_size = sizeof sound;
  need(rgs_stepper_save(own.stepper, sound, &sound_size, NULL) == RGS_OK, "save");
}

/* ---- what is fed ----------------------------------------------------------------------------- */
/* The sound block with bytes changed: {place, value} pairs. */
static void changed_save(const uint8_t *data, size_t size) {
  unsigned char blob[sizeof sound];
  memcpy(blob, sound, sound_size);
  for (size_t i = 0; i + 3 <= size; i += 3)
    blob[(data[i] | (size_t)data[i + 1] << 8) % sound_size] ^= data[i + 2];
  const int same = memcmp(blob, sound, sound_size) == 0;
  const rgs_status got = rgs_stepper_load(own.stepper, blob, sound_size, NULL);
  need(same ? got == RGS_OK : got < 0, "only the sound block loads");
}

static void any_save(const uint8_t *data, size_t size) {
  const rgs_status got = rgs_stepper_load(own.stepper, data, size, NULL);
  need(got < 0, "rubbish does not load");
}

static void any_parameter(const uint8_t *data, size_t size) {
  char key[64], text[64];
  const size_t half = size / 2 < 63 ? size / 2 : 63;
  memcpy(key, data, half);
  key[half] = 0;
  memcpy(text, data + half, half);
  text[half] = 0;
  const rgs_param p = { .key = key, .text = text, .value = 0 };
  for (int64_t r = 0; r < rgs_about_count(own.context, RGS_KIND_ROTOR); r++) {
    const rgs_about *about = rgs_about_at(own.context, RGS_KIND_ROTOR, r);
    rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = about->name, .scheme = "strang",
                                     .params = &p, .n_params = 1, .param_size = sizeof p);
    rgs_method *m = NULL;
    rgs_error err = RGS_ERROR_INIT;
    rgs_status got = rgs_method_create(own.context, &spec, &m, &err);
    need((got == RGS_OK) == (m != NULL), "a method only with OK");
    need(got == RGS_OK || (got == RGS_E_PARAM && memchr(err.text, 0, sizeof err.text)), "a text");
    rgs_method_destroy(m);
    /* A key there is, where there is one. */
    if (about->n_params == 0) continue;
    const rgs_param real = { .key = about->params[half % about->n_params].key, .text = text };
    spec.params = &real;
    m = NULL;
    got = rgs_method_create(own.context, &spec, &m, &err);
    need(got == RGS_OK || got == RGS_E_PARAM, "OK or refused");
    rgs_method_destroy(m);
  }
}

static double number(const uint8_t **data, size_t *size) {
  double x = 0;
  const size_t n = *size < sizeof x ? *size : sizeof x;
  memcpy(&x, *data, n);
  *data += n;
  *size -= n;
  return x;
}

/* Any doubles as bodies: checked, then stepped.  Handles are new each time, for of bodies that a stepper
 * has moved no step checks the momentum about an axis without spin. */
static void any_bodies(const uint8_t *data, size_t size) {
  sound_world();
  double *all = &world[0].x[0];
  for (size_t i = 0; i < N * WIDTH && size > 2; i++) {
    const size_t at = *data++ % (N * WIDTH);
    size--;
    all[at] = number(&data, &size);
  }
  const rgs_view view = view_of_world();
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .eval = no_force };
  handles any = { .context = own.context, .method = own.method };
  need(open_handles(&any, NULL, &view, &host, NULL) == RGS_OK, "handles");
  const rgs_status check = rgs_bodies_check(any.bodies, NULL);
  need(check == RGS_OK || check == RGS_E_BODY || check == RGS_E_NONFINITE, "bodies sound or not");
  const rgs_status got = rgs_stepper_run(any.stepper, 0.01, 2, NULL);
  if (check == RGS_OK)
    need(got == RGS_OK || got == RGS_E_NONFINITE || got == RGS_E_NOCONV || got == RGS_E_BODY,
         "stepped or refused");
  else
    need(got == check, "refused as the check says");
  any.method = NULL; /* which is not its own */
  close_handles(&any);
  sound_world();
}

/* One body through every rotor: OK means a unit quaternion. */
static void any_flow(const uint8_t *data, size_t size) {
  double in[11], q[4], norm = 0;
  for (int k = 0; k < 11; k++) in[k] = number(&data, &size);
  for (int k = 0; k < 4; k++) norm += in[7 + k] * in[7 + k];
  for (int k = 0; k < 4; k++)
    in[7 + k] = norm > 0 && isfinite(norm) ? in[7 + k] / sqrt(norm) : k == 0;
  for (int64_t r = 0; r < rgs_about_count(own.context, RGS_KIND_ROTOR); r++) {
    const rgs_about *about = rgs_about_at(own.context, RGS_KIND_ROTOR, r);
    memcpy(q, in + 7, sizeof q);
    rgs_error error = RGS_ERROR_INIT;
    const rgs_status got = rgs_free_flow(about->name, 1, in[0], in + 1, in + 4, q, &error);
    if (got == RGS_E_BODY || got == RGS_E_ARG) {
      need(memcmp(q, in + 7, sizeof q) == 0, "refused, nothing changed");
      continue;
    }
    double square = 0;
    for (int k = 0; k < 4; k++) square += q[k] * q[k];
    if (got != RGS_OK) {
      need(got == RGS_E_NOCONV && error.body == 0, "the rotor's own failure");
      need(memcmp(q, in + 7, sizeof q) == 0, "nothing changed");
    } else if (!(fabs(square - 1) < 1e-5)) {
      fprintf(stderr, "%s: h %a inertia %a %a %a l %a %a %a q %a %a %a %a: |q|^2 = %g\n",
              about->name, in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9],
              in[10], square);
      need(0, "a unit quaternion");
    }
    if (about->claims & RGS_NEVER_FAILS) need(got == RGS_OK, "never fails");
  }
}

enum { KINDS = 8 };
static const struct {
  const char *name;
  int first, count; /* of the kinds below */
} groups[] = { { "save", 0, 2 },  { "parameters", 2, 1 }, { "bodies", 3, 1 },   { "flow", 4, 1 },
               { "calls", 5, 1 }, { "tables", 6, 1 },     { "principal", 7, 1 } };

static int kind_of(uint8_t first) {
  const char *only = getenv("RGS_FUZZ");
  for (size_t g = 0; only && g < sizeof groups / sizeof *groups; g++)
    if (strcmp(only, groups[g].name) == 0) return groups[g].first + first % groups[g].count;
  need(!only, "RGS_FUZZ names a group");
  return first % KINDS;
}

void fuzz_one(const uint8_t *data, size_t size) {
  set_up();
  if (size < 1) return;
  const int kind = kind_of(*data++);
  size--;
  double numbers[10];
  switch (kind) {
  case 0: changed_save(data, size); break;
  case 1: any_save(data, size); break;
  case 2: any_parameter(data, size); break;
  case 3: any_bodies(data, size); break;
  case 4: any_flow(data, size); break;
  case 5: fuzz_calls(data, size); break;
  case 6: fuzz_table(data, size); break;
  default:
    for (int k = 0; k < 10; k++) numbers[k] = number(&data, &size);
    fuzz_principal(numbers);
    break;
  }
}

/* Doubles of all kinds, for a stream of random bytes seldom makes an interesting one. */
static double interesting(uint64_t random) {
  static const double some[] = { 0,      -0.0,     1,        -1,     0.5,
                                 2,      3,        1e-8,     1e-160, 1e-300,
                                 5e-324, 1e8,      1e160,    1e300,  1.7976931348623157e308,
                                 NAN,    INFINITY, -INFINITY };
  const size_t n = sizeof some / sizeof some[0];
  if (random % 4 == 0) return some[(random >> 8) % n];
  const double unit = (double)(random >> 11) * 0x1p-53;
  return random % 4 == 1 ? unit : random % 4 == 2 ? 4 * unit - 2 : exp(200 * unit - 100);
}

size_t fuzz_make(uint64_t *random, long i, uint8_t *piece, size_t room) {
  const uint8_t kind = (uint8_t)(i % KINDS);
  size_t size = 1;
  piece[0] = kind;
  while (size + 9 < room) {
    const uint64_t mixed = fuzz_next(random);
    if (kind < 3 || kind == 5 || kind == 6) {
      memcpy(piece + size, &mixed, 8);
      size += 8;
      if (*random >> 60 == 0 && kind < 3) break;
    } else {
      const double x = interesting(mixed ^ (mixed >> 32));
      if (kind == 3) {
        piece[size++] = (uint8_t)(*random >> 40);
        if (*random >> 61 == 0) break;
      }
      memcpy(piece + size, &x, 8);
      size += 8;
      if (kind == 4 && size > 11 * 8) break;
      if (kind == 7 && size > 8 * 8) break;
    }
  }
  return size;
}

void fuzz_end(void) {
  fuzz_calls_end();
  close_handles(&own);
  rgs_context_destroy(own.context);
}
