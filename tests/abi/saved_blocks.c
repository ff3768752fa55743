/* SPDX-License-Identifier: BSD-3-Clause
 *
 * saved_blocks.c - saved blocks of every version are continued to the bits that their own version reached.
 *
 *   saved_blocks FILE            the test: loads each block of the file, and continues it
 *   saved_blocks --write FILE    writes the file of this version
 *
 * A file belongs to the path of the kernels that wrote it (RIGIDSTEP_KERNELS): baseline, or avx2, whose
 * bits avx512 and neon have too.
 */
#include "handles.h"
#include "springs.h"

#include <stdlib.h>

enum { N = MOST_BODIES, STATE = 13, AFTER = 5 };
static const double H = 0.03125;
extern const rgs_module rgs_module_v2; /* of 2_0/module.c */

/* ---- what is saved --------------------------------------------------------------------------- */
/* at: the block is taken at this request of a step; 0: between steps; WITH_SUM: at the step's first
 * request for sums; ENSEMBLE: by rgs_stepper_save_ensemble. */
enum { WITH_SUM = -1, ENSEMBLE = -2, SHOWN = -3 };
typedef struct what {
  const char *name;
  named_method of;
  unsigned ranks;
  int at;
} what;
#define KT "kt=1.1 relaxation=0.5"
#define SEEDED KT " seed=7"
#define BAROSTAT " pressure=0.25 barostat_relaxation=0.75"
static const what cases[] = {
  { "step", { "dmv6", "strang", NULL, NULL, NULL }, 0, 0 },
  { "refined", { "threerot", "strang_dkd", NULL, NULL, "refined=1" }, 0, 0 },
  { "shadow", { "jacobi", "strang", NULL, NULL, "shadow=1" }, 0, 0 },
  { "placed", { "dmv6", "strang", "csvr", NULL, SEEDED " ends=1 conserved=1" }, 1, 1 },
  { "inside", { "dmv4", "blanes_moan4", NULL, NULL, NULL }, 0, 3 },
  { "displaced", { "dmv6", "chin4b", NULL, NULL, NULL }, 0, 2 },
  { "displaced.last", { "dmv6", "chin4d", NULL, NULL, NULL }, 0, 3 },
  { "processed", { "dmv6", "takahashi_imada4", NULL, NULL, NULL }, 0, 0 },
  { "processed.inside", { "dmv6", "pmlf6", NULL, NULL, NULL }, 0, 2 },
  { "processed.shown", { "dmv6", "rowlands4", NULL, NULL, NULL }, 0, SHOWN },
  { "module", { "nosquish", "old.kdk", NULL, NULL, NULL }, 0, 1 },
  { "rattle", { NULL, "rattle", NULL, NULL, NULL }, 0, 1 },
  { "director_em", { NULL, "director_em", NULL, NULL, NULL }, 0, 1 },
  { "nontwist", { NULL, "nontwist", NULL, NULL, NULL }, 0, 1 },
  { "midpoint", { "midpoint", "srkn6b", NULL, NULL, NULL }, 0, 2 },
  { "module.thermostat", { "dmv6", "strang", "old.brake", NULL, NULL }, 1, 1 },
  { "langevin", { "dmv6", "strang", "langevin", NULL, SEEDED }, 1, 0 },
  { "langevin.barostat", { "dmv6", "strang", "langevin", "andersen", SEEDED BAROSTAT }, 1, 1 },
  { "csvr.barostat", { "dmv6", "srkn6b", "csvr", "andersen", SEEDED BAROSTAT }, 1, 4 },
  { "csvr.sums", { "dmv6", "strang", "csvr", NULL, SEEDED }, 2, WITH_SUM },
  { "nhc", { "dmv6", "strang_dkd", "nhc", NULL, KT }, 1, 0 },
  { "nhc.barostat.sums",
    { "dmv6", "strang", "nhc", "andersen", SEEDED BAROSTAT " group_y=2" },
    2,
    WITH_SUM },
  { "andersen", { "dmv6", "strang", NULL, "andersen", "kt=1.1" BAROSTAT }, 1, 1 },
  { "flexible", { "dmv6", "strang", "langevin", "flexible", SEEDED BAROSTAT }, 1, 1 },
  { "flexible.sums", { "dmv6", "suzuki4", "csvr", "flexible", SEEDED BAROSTAT }, 2, WITH_SUM },
  { "brownian", { NULL, "brownian", NULL, NULL, "kt=1.1 seed=7 rate=2" }, 1, 1 },
  { "ensemble.csvr", { "dmv6", "strang", "csvr", "andersen", SEEDED BAROSTAT }, 1, ENSEMBLE },
  { "ensemble.nhc", { "dmv6", "strang", "nhc", "andersen", SEEDED BAROSTAT }, 1, ENSEMBLE },
  { "ensemble.flexible", { "dmv6", "strang", "nhc", "flexible", SEEDED BAROSTAT }, 1, ENSEMBLE },
  { "ensemble.langevin", { "dmv6", "strang", "langevin", NULL, SEEDED }, 1, ENSEMBLE },
  { "exact", { "exact", "omf6_5f3gp", NULL, NULL, NULL }, 0, 3 },
  { "jacobi", { "jacobi", "strang", NULL, NULL, NULL }, 0, 0 },
  { "semiexact", { "semiexact", "yoshida4", NULL, NULL, NULL }, 0, 2 },
};
enum { CASES = sizeof cases / sizeof *cases };

/* A record of a file: this, the block, padded to 8 bytes. */
typedef struct record {
  char name[32];
  uint64_t size;
  double time, from[N * STATE], to[N * STATE];
} record;
enum { MOST = 32768 };

/* ---- a run ----------------------------------------------------------------------------------- */
typedef struct run {
  body b[N];
  int64_t keys[N];
  handles h;
  unsigned ranks;
  rgs_eval request;
  rgs_error error;
} run;

static const char *doing = "";
static void must(rgs_status status, const run *r, const char *call) {
  if (status == RGS_OK) return;
  printf("%s: %s: %d, %s\n", doing, call, status, r->error.text);
  exit(1);
}

static void open_run(run *r, const what *w) {
  *r = (run){ .request = RGS_EVAL_INIT, .error = RGS_ERROR_INIT, .ranks = w->ranks };
  begin(r->b, N);
  const uint32_t sums = w->ranks > 1 ? RGS_EVAL_REDUCTION : 0;
  const rgs_host host =
      WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL | sums,
                .ranks = w->ranks);
  rgs_view v = view_of_plain(r->b->x, N, sizeof(body) / sizeof(double), 1);
  for (int i = 0; i < N; i++) r->keys[i] = 11 + i;
  v.tag = r->keys;
  must(rgs_context_create(NULL, &r->h.context, &r->error), r, "context");
  must(rgs_module_add(r->h.context, &rgs_module_v2, &r->error), r, "module");
  must(open_handles(&r->h, &w->of, &v, &host, &r->error), r, "method, bodies or stepper");
  must(rgs_stepper_project(r->h.stepper, NULL, &r->error), r, "project");
  const bool flexible = w->of.barostat != NULL && strcmp(w->of.barostat, "flexible") == 0;
  const double tilt = flexible ? 0.5 : 0;
  const rgs_cell cell = WITH_HEAD(rgs_cell, .vectors = { 4, 0, 0, tilt, 5, 0, 0, -tilt, 6 });
  if (w->of.barostat != NULL) must(rgs_stepper_set_cell(r->h.stepper, &cell, &r->error), r, "cell");
}

static void close_run(run *r) {
  close_handles(&r->h);
  rgs_context_destroy(r->h.context);
}

static bool is_sum(const run *r) { return r->request.what & RGS_EVAL_REDUCTION; }

static void answer(run *r) {
  if (is_sum(r)) { /* each rank has what this one has */
    for (uint32_t k = 0; k < r->request.n_sum; k++) r->request.sum[k] *= r->ranks;
    return;
  }
  evaluate(r->b, N, &r->request);
}

/* Continues to the end of the step, or to the request at which the block is taken. */
static void step_to(run *r, int at) {
  for (int requests = 1;; requests++) {
    const rgs_status status = rgs_stepper_advance(r->h.stepper, H, &r->request, &r->error);
    if (status == RGS_OK && at == 0) return;
    if (status == RGS_OK) printf("%s: the step has no such request\n", doing), exit(1);
    if (status != RGS_NEED_EVAL) must(status, r, "advance");
    if (requests == at || (at == WITH_SUM && is_sum(r))) return;
    answer(r);
  }
}

static void show(run *r) {
  rgs_status status;
  while ((status = rgs_stepper_process(r->h.stepper, &r->request, &r->error)) == RGS_NEED_EVAL)
    answer(r);
  must(status, r, "process");
}

static void state_of(const run *r, double state[]) {
  for (int i = 0; i < N; i++) memcpy(state + i * STATE, &r->b[i], STATE * sizeof(double));
}

/* After the block was taken: to the end of the step, and some more. */
static void continue_run(run *r, int at, bool loaded) {
  if (at == SHOWN) must(rgs_stepper_unprocess(r->h.stepper, &r->error), r, "unprocess");
  if (at != 0 && at >= WITH_SUM) {
    if (loaded) step_to(r, 1); /* the library asks once more */
    answer(r);
    step_to(r, 0);
  }
  for (int k = 0; k < AFTER; k++) step_to(r, 0);
}

static rgs_status save(run *r, const what *w, void *to, size_t *size) {
  if (w->at == ENSEMBLE) return rgs_stepper_save_ensemble(r->h.stepper, to, size, &r->error);
  return rgs_stepper_save(r->h.stepper, to, size, &r->error);
}

static rgs_status load(run *r, const what *w, const record *head, const void *from, size_t size) {
  if (w->at == ENSEMBLE) {
    for (int i = 0; i < N; i++) memcpy(&r->b[i], head->from + i * STATE, STATE * sizeof(double));
    must(rgs_stepper_set_time(r->h.stepper, head->time, &r->error), r, "time");
    return rgs_stepper_load_ensemble(r->h.stepper, from, size, &r->error);
  }
  return rgs_stepper_load(r->h.stepper, from, size, &r->error);
}

/* ---- write and test -------------------------------------------------------------------------- */
static char block[MOST + 8];

static void write_case(FILE *file, const what *w) {
  static run r;
  record head = { .size = MOST };
  open_run(&r, w);
  for (int k = 0; k < AFTER; k++) step_to(&r, 0);
  if (w->at == SHOWN) show(&r);
  if (w->at != 0 && w->at >= WITH_SUM) step_to(&r, w->at);
  size_t size = MOST;
  must(save(&r, w, block, &size), &r, "save");
  strncpy(head.name, w->name, sizeof head.name - 1);
  head.size = size;
  head.time = rgs_stepper_time(r.h.stepper);
  state_of(&r, head.from);
  if (w->at == ENSEMBLE) must(rgs_stepper_set_valid(r.h.stepper, 0, &r.error), &r, "fresh");
  continue_run(&r, w->at, false);
  state_of(&r, head.to);
  memset(block + size, 0, 7);
  fwrite(&head, sizeof head, 1, file);
  fwrite(block, (size + 7) / 8 * 8, 1, file);
  close_run(&r);
}

static bool test_case(const what *w, const record *head) {
  static run r;
  double state[N * STATE];
  open_run(&r, w);
  if (load(&r, w, head, block, head->size - 1) != RGS_E_DATA) {
    printf("%s: a block with one byte less is not refused as damaged\n", doing);
    return false;
  }
  must(load(&r, w, head, block, head->size), &r, "load");
  state_of(&r, state);
  if (memcmp(state, head->from, sizeof state) != 0 || rgs_stepper_time(r.h.stepper) != head->time) {
    printf("%s: the bodies that were loaded are not those that were saved\n", doing);
    return false;
  }
  continue_run(&r, w->at, true);
  state_of(&r, state);
  close_run(&r);
  for (int k = 0; k < N * STATE; k++)
    if (memcmp(&state[k], &head->to[k], sizeof *state) != 0) {
      printf("%s: number %d of the end is %.17g, was %.17g\n", doing, k, state[k], head->to[k]);
      return false;
    }
  return true;
}

static const what *find(const char *name) {
  for (int k = 0; k < CASES; k++)
    if (strcmp(cases[k].name, name) == 0) return &cases[k];
  printf("%s: there is no such case\n", name);
  exit(1);
}

static bool has_path(void) {
  const char *path = getenv("RIGIDSTEP_KERNELS");
  if (path == NULL || strcmp(path, "avx2") != 0) return true;
#if defined __aarch64__
  return true; /* "neon" has the bits of avx2, and a name that is not available changes nothing */
#elif defined __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

int main(int argc, char **argv) {
  const bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
  FILE *file = argc == 2 || writes ? fopen(argv[argc - 1], writes ? "wb" : "rb") : NULL;
  int n = 0, wrong = 0;
  if (!has_path()) return puts("skipped: this processor has no AVX2"), 77;
  record head;
  if (file == NULL) return puts("usage: saved_blocks [--write] FILE"), 2;
  for (int k = 0; writes && k < CASES; k++) {
    doing = cases[k].name;
    write_case(file, &cases[k]), n++;
  }
  while (!writes && fread(&head, sizeof head, 1, file) == 1) {
    doing = head.name;
    const what *w = find(head.name);
    if (head.size > MOST || fread(block, (head.size + 7) / 8 * 8, 1, file) != 1)
      return printf("%s: the file is cut off\n", doing), 1;
    wrong += !test_case(w, &head);
    n++;
  }
  fclose(file);
  printf("%d blocks, %d of them wrong\n", n, wrong);
  return n == 0 || wrong > 0;
}
