/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_calls.c - calls of a stepper in any order, with hosts that fail, saves that were forged and
 * tables of schemes made of rubbish: each answers with a status, and nothing is read or written that
 * is not there (which the sanitizers see).
 */
#include "fuzz.h"
#include "named_method.h"
#include "plain_body.h"
#include "seal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2, WIDTH = AUX + 13 + 19 + 4 * 13, METHODS = 17, FIXTURES = 3 };
#define ALL_EVALS (RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT | RGS_EVAL_VIRIAL)

typedef struct fixture {
  rgs_context *context;
  rgs_method *methods[METHODS];
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  double memory[2][N][WIDTH]; /* bodies lie in one of the two                              */
  int here;
  bool without_aux;
  int trouble; /* 1: the host fails, 2: it answers nonsense                 */
  int spoiled; /* so many calls more a body keeps a number that the host has spoiled  */
  unsigned char blob[8192];
  size_t blob_size;
} fixture;
/* The host of the second has no gradients; the third's is one of two ranks that hold the same. */
static fixture fixtures[FIXTURES];

/* ---- the host -------------------------------------------------------------------------------- */
static rgs_view view_of(fixture *p) {
  static const int64_t tags[N] = { 3, -5 };
  rgs_view v = view_of_plain(p->memory[p->here][0], N, WIDTH, 1);
  v.revision = 0;
  v.tag = tags;
  if (p->without_aux) v.aux.data = NULL;
  return v;
}

static void evaluate(fixture *p, rgs_eval *request) {
  const rgs_view v = view_of(p);
  for (uint32_t k = 0; k < request->n_sum; k++) request->sum[k] *= 2;
  if (request->what == RGS_EVAL_REDUCTION && p->trouble == 2) request->sum[0] = NAN;
  if (request->what == RGS_EVAL_REDUCTION) return;
  for (int64_t i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(v.f, i, k) = -RGS_AT(v.x, i, k);
      RGS_AT(v.tau, i, k) = 0.25 * RGS_AT(v.q, i, k) - 0.125;
      RGS_AT(v.gf, i, k) = 0.5 * RGS_AT(v.x, i, k);
      RGS_AT(v.gtau, i, k) = 0.125;
    }
  request->energy = 0.5;
  for (int k = 0; k < 9; k++) request->virial[k] = -0.25;
  if (p->trouble == 2) RGS_AT(v.f, 1, 2) = NAN;
}

static int eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  fixture *p = self;
  (void)bodies;
  const int answer = p->trouble == 1;
  if (!answer) evaluate(p, request);
  p->trouble = 0;
  return answer;
}

static void sound_bodies(fixture *p) {
  const double body[16] = { 1, 2, 3, 0.1, 0.2, 0.3, 1, 0, 0, 0, 0.3, 0.2, 0.1, 2, 1, 1.2 };
  memset(p->memory, 0, sizeof p->memory);
  p->without_aux = false;
  for (int i = 0; i < N; i++) {
    memcpy(p->memory[p->here][i], body, sizeof body);
    p->memory[p->here][i][16] = 1.4;
  }
  const rgs_view v = view_of(p);
  fuzz_need(rgs_bodies_bind(p->bodies, &v, NULL) == RGS_OK, "bind");
  fuzz_need(rgs_stepper_reset(p->stepper, NULL) == RGS_OK, "reset");
}

#define SEEDED "kt=1.5 relaxation=0.5 seed=7"
#define BAROSTAT " pressure=1 barostat_relaxation=0.8"
static const named_method MADE_OF[METHODS] = {
  { "exact", "strang", NULL, NULL, NULL },
  { "exact", "strang", NULL, NULL, "shadow=1" },
  { "exact", "strang_dkd", NULL, NULL, "shadow=1" },
  { "exact", "takahashi_imada4", NULL, NULL, NULL },
  { "exact", "rowlands4", NULL, NULL, NULL },
  { "exact", "pmlf6", NULL, NULL, NULL },
  { "exact", "chin4d", NULL, NULL, NULL },
  { "exact", "nystrom4", NULL, NULL, NULL },
  { NULL, "rattle", NULL, NULL, NULL },
  { "exact", "strang", "langevin", NULL, SEEDED },
  { "exact", "strang", "csvr", NULL, SEEDED " ends=1" },
  { "exact", "srkn6b", "nhc", NULL, "kt=1.5 relaxation=0.5 conserved=1" },
  { "exact", "strang_dkd", "drag", NULL, "rate=0.3" },
  { "exact", "strang", NULL, "andersen", "kt=1.5" BAROSTAT },
  { "exact", "obabo", "csvr", "andersen", SEEDED BAROSTAT " conserved=1" },
  { "exact", "baoab", "langevin", "andersen", SEEDED BAROSTAT },
  { "exact", "strang", "csvr", "flexible", SEEDED BAROSTAT }
};
static const char *const PARAMS[] = { "kt",   "relaxation", "seed",
                                      "rate", "pressure",   "barostat_relaxation" };
enum { MOST_PARAMS = sizeof PARAMS / sizeof *PARAMS };

static void set_up(fixture *p, uint32_t provides, uint32_t ranks) {
  fuzz_need(rgs_context_create(NULL, &p->context, NULL) == RGS_OK, "context");
  for (int k = 0; k < METHODS; k++)
    fuzz_need(method_from_names(p->context, &MADE_OF[k], &p->methods[k], NULL) == RGS_OK, "method");
  const rgs_host host = WITH_HEAD(rgs_host, .self = p, .provides = provides, .force_scale = 0.5,
                                  .eval = eval, .ranks = ranks);
  fuzz_need(rgs_bodies_create(p->context, N, &p->bodies, NULL) == RGS_OK, "bodies");
  fuzz_need(rgs_stepper_create(p->bodies, p->methods[0], &host, &p->stepper, NULL) == RGS_OK,
            "stepper");
  sound_bodies(p);
}

/* ---- what is done ---------------------------------------------------------------------------- */
static void load(fixture *p, uint8_t one, uint8_t two, uint8_t value) {
  unsigned char forged[sizeof p->blob];
  memcpy(forged, p->blob, p->blob_size);
  if (p->blob_size > 64 && value != 0) {
    forged[32 + (one | (size_t)two << 8) % (p->blob_size - 32)] ^= value;
    seal(forged, p->blob_size);
  }
  const rgs_status got = rgs_stepper_load(p->stepper, forged, p->blob_size, NULL);
  fuzz_need(got == RGS_OK || got == RGS_E_DATA || got == RGS_E_NEEDS || got == RGS_E_ABI,
            "loaded or refused");
}

static void tell(fixture *p, uint8_t which) {
  double values[16];
  rgs_error error = RGS_ERROR_INIT;
  for (int64_t k = 0; k < rgs_method_output_count(p->methods[which % METHODS]); k++) {
    const char *key = rgs_method_output_at(p->methods[which % METHODS], k)->key;
    const rgs_status got = rgs_stepper_output(p->stepper, key, values, 16, &error);
    fuzz_need(got == RGS_OK || (memchr(error.text, 0, sizeof error.text) && error.text[0]),
              "told, or said why not");
  }
}

/* A number of a body that no body has, between calls or at a bind. */
static void spoil(fixture *p, uint8_t where, uint8_t what) {
  static const double bad[] = { NAN, INFINITY, -INFINITY, 0, -1, 1e308, 1e-308, 1e-160 };
  p->memory[p->here][where / 17 % N][where % 17] = bad[what % 8];
  p->spoiled = 4;
}

/* Bodies that have left all range are of no use any more. */
static void keep_sane(fixture *p) {
  if (p->spoiled > 0) {
    if (--p->spoiled == 0) sound_bodies(p);
    return;
  }
  double(*b)[WIDTH] = p->memory[p->here];
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 17; k++)
      if (!(fabs(b[i][k]) < 1e6)) {
        sound_bodies(p);
        return;
      }
}

/* Calls for thermostats and barostats; `two` may be rubbish. */
static rgs_status tell_ensemble(fixture *p, uint8_t one, uint8_t two) {
  static const double some[] = { 1, 3.5, 1, 0.25, 0, -1, 1e300, NAN };
  rgs_cell cell = RGS_CELL_INIT;
  double value;
  const char *key = PARAMS[two % MOST_PARAMS];
  switch (one % 5) {
  case 0: return rgs_stepper_set_time(p->stepper, two, NULL);
  case 1: return rgs_stepper_set_step_count(p->stepper, two, NULL);
  case 2: {
    const rgs_param param = { .key = key, .value = some[two >> 5] };
    return rgs_stepper_set_param(p->stepper, &param, sizeof param, NULL);
  }
  case 3:
    (void)rgs_stepper_cell(p->stepper, &cell, NULL);
    return rgs_stepper_param(p->stepper, 0, key, &value, NULL);
  default:
    for (int k = 0; k < 3; k++) cell.vectors[4 * k] = some[(two >> k) % 8];
    if (two < 128)
      for (int k = 0; k < 9; k += 4) cell.vectors[k] = cell.reference[k] = 1 + two % 8;
    if (two < 64) cell.vectors[3] = cell.reference[3] = 0.5;
    return rgs_stepper_set_cell(p->stepper, &cell, NULL);
  }
}

static void act(fixture *p, uint8_t action, const uint8_t more[3]) {
  static const double steps[] = { 0.1, 0.05, -0.1, 0, 1e-12, 0.1, 0.1, 0.3 };
  const double h = steps[more[0] % 8];
  rgs_eval request = RGS_EVAL_INIT;
  rgs_view view;
  size_t size = sizeof p->blob;
  double moved;
  rgs_status got = RGS_OK;
  switch (action % 16) {
  case 0: got = rgs_stepper_run(p->stepper, h, more[1] % 4, NULL); break;
  case 1: got = rgs_stepper_advance(p->stepper, h, more[1] % 8 ? &request : NULL, NULL); break;
  case 2: evaluate(p, &request); break;
  case 3: got = rgs_stepper_process(p->stepper, NULL, NULL); break;
  case 4: got = rgs_stepper_process(p->stepper, &request, NULL); break;
  case 5: got = rgs_stepper_unprocess(p->stepper, NULL); break;
  case 6:
    if (more[0] % 4 == 0) got = rgs_stepper_reset(p->stepper, NULL);
    if (more[0] % 4 == 1) spoil(p, more[1], more[2]);
    break;
  case 7: got = rgs_stepper_set_valid(p->stepper, more[0] % 8, NULL); break;
  case 8: got = rgs_stepper_swap(p->stepper, p->methods[more[0] % METHODS], NULL); break;
  case 9:
    got = rgs_stepper_save(p->stepper, p->blob, &size, NULL);
    p->blob_size = got == RGS_OK ? size : 0;
    break;
  case 10: load(p, more[0], more[1], more[0] % 2 ? more[2] : 0); break;
  case 11: tell(p, more[0]); break;
  case 12: p->trouble = more[0] % 3; break;
  case 13: /* the bodies move to the other place */
    memcpy(p->memory[!p->here], p->memory[p->here], sizeof p->memory[0]);
    memset(p->memory[p->here], 0xff, sizeof p->memory[0]);
    p->here = !p->here;
    p->without_aux = more[0] % 8 == 0;
    if (more[0] % 8 == 1) spoil(p, more[1], more[2]);
    view = view_of(p);
    view.revision = more[1] % 3;
    fuzz_need(rgs_bodies_bind(p->bodies, &view, NULL) == RGS_OK, "bind");
    break;
  case 14: got = rgs_stepper_project(p->stepper, &moved, NULL); break;
  default: got = tell_ensemble(p, more[0], more[1]); break;
  }
  fuzz_need(got <= RGS_NEED_EVAL && got >= RGS_E_DATA, "a status of the list");
  fuzz_need(got != RGS_E_TABLE && got != RGS_E_NAME && got != RGS_E_NOMEM, "one that makes sense");
  keep_sane(p);
}

void fuzz_calls(const uint8_t *data, size_t size) {
  if (!fixtures[0].context) {
    set_up(&fixtures[0], ALL_EVALS, 1);
    set_up(&fixtures[1], RGS_EVAL_FORCE | RGS_EVAL_ENERGY, 0);
    set_up(&fixtures[2], ALL_EVALS | RGS_EVAL_REDUCTION, 2);
  }
  if (size < 1) return;
  fixture *p = &fixtures[*data++ % FIXTURES];
  for (size--; size >= 4; size -= 4, data += 4) act(p, data[0], data + 1);
}

static void close_fixture(fixture *p) {
  if (p->context == NULL) return;
  rgs_stepper_destroy(p->stepper);
  for (int k = 0; k < METHODS; k++) rgs_method_destroy(p->methods[k]);
  rgs_bodies_destroy(p->bodies);
  rgs_context_destroy(p->context);
}

void fuzz_calls_end(void) {
  for (int i = 0; i < FIXTURES; i++) close_fixture(&fixtures[i]);
}

/* ---- tables ---------------------------------------------------------------------------------- */
/* A Strang step with any processor before it is of order 2 as well; of other rows most are refused. */
void fuzz_table(const uint8_t *data, size_t size) {
  static const double some[] = { 0.5, 1, -0.5, 0.25, 0, 1e-3, 1e300, NAN };
  rgs_stage rows[3] = { { RGS_KICK, 0, 0.5, 0 }, { RGS_DRIFT, 0, 1, 0 }, { RGS_KICK, 0, 0.5, 0 } };
  rgs_stage pre[8] = { { 0, 0, 0, 0 } };
  uint8_t b[1 + 2 * 11] = { 0 };
  memcpy(b, data, size < sizeof b ? size : sizeof b);
  const uint32_t n_pre = b[0] % 9;
  for (uint32_t i = 0; i < n_pre; i++) {
    const uint8_t *two = b + 1 + 2 * i;
    pre[i] = (rgs_stage){ two[0] % 16 == 0 ? two[1] : 1 + two[0] % 3, 0, some[two[1] % 8], 0 };
    if (pre[i].op == RGS_KICK_GRADIENT) pre[i].c = some[(two[1] >> 3) % 8] / 16;
  }
  if (b[17] % 4 == 0)
    rows[b[18] % 3] = (rgs_stage){ b[19], b[20], some[b[21] % 8], some[b[22] % 8] };
  const bool gradient = b[17] % 3 != 0;
  const rgs_about about = WITH_HEAD(rgs_about, .name = "any.table", .doc = "Rows of rubbish.",
                                    .cite = "none", .order = 1 + b[18] % 3,
                                    .needs = RGS_EVAL_FORCE | (gradient ? RGS_EVAL_GRADIENT : 0u));
  const rgs_scheme scheme = WITH_HEAD(rgs_scheme, .about = &about, .stages = rows, .n_stages = 3,
                                      .stage_size = sizeof(rgs_stage),
                                      .pre = n_pre > 0 || b[17] == 7 ? pre : NULL, .n_pre = n_pre);
  const rgs_scheme *const list[] = { &scheme, NULL };
  const rgs_module module =
      WITH_HEAD(rgs_module, .name = "any", .version = "1", .license = "none", .schemes = list);
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "any.table");
  fixture *p = calloc(1, sizeof *p);
  rgs_method *method = NULL;
  rgs_error error = RGS_ERROR_INIT;
  fuzz_need(p != NULL, "memory");
  set_up(p, b[17] % 2 ? ALL_EVALS : RGS_EVAL_FORCE | RGS_EVAL_ENERGY, 1);
  const rgs_status got = rgs_module_add(p->context, &module, &error);
  fuzz_need(got == RGS_OK || (got == RGS_E_TABLE && error.text[0]), "taken or refused with a text");
  if (got == RGS_OK) {
    fuzz_need(rgs_method_create(p->context, &spec, &method, NULL) == RGS_OK, "method");
    fuzz_need(rgs_stepper_swap(p->stepper, method, NULL) == RGS_OK, "swap");
    double before[N][17];
    if (rgs_stepper_run(p->stepper, 0.01, 2, NULL) == RGS_OK) {
      for (int i = 0; i < N; i++) memcpy(before[i], p->memory[p->here][i], sizeof before[i]);
      (void)rgs_stepper_process(p->stepper, NULL, NULL);
      fuzz_need(rgs_stepper_unprocess(p->stepper, NULL) == RGS_OK, "unprocess");
      for (int i = 0; i < N; i++)
        fuzz_need(memcmp(before[i], p->memory[p->here][i], sizeof before[i]) == 0,
                  "what is propagated is back");
    }
  }
  rgs_stepper_destroy(p->stepper);
  p->stepper = NULL;
  rgs_method_destroy(method);
  close_fixture(p);
  free(p);
}

/* ---- principal frames ------------------------------------------------------------------------ */
void fuzz_principal(const double in[10]) {
  double q[4], inertia[3] = { 7, 7, 7 }, norm = 0;
  for (int k = 0; k < 4; k++) norm += in[6 + k] * in[6 + k];
  for (int k = 0; k < 4; k++)
    q[k] = norm > 1e-100 && norm < 1e100 ? in[6 + k] / sqrt(norm) : in[6 + k];
  double old[4];
  memcpy(old, q, sizeof q);
  const rgs_status got = rgs_principal(1, in, inertia, q, NULL);
  fuzz_need(got == RGS_OK || got == RGS_E_BODY, "a body or none");
  if (got != RGS_OK) {
    fuzz_need(memcmp(old, q, sizeof q) == 0 && inertia[0] == 7 && inertia[2] == 7, "unchanged");
    return;
  }
  norm = 0;
  for (int k = 0; k < 4; k++) norm += q[k] * q[k];
  fuzz_need(fabs(norm - 1) < 1.1e-6, "a unit quaternion");
  for (int k = 0; k < 3; k++) fuzz_need(inertia[k] >= 0, "moments that are none below 0");
}
