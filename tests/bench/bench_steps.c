/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_steps.c - time of whole steps (kick, drift, kick) through the interface, with forces that
 * cost nothing, and of copying memory, which is what they are set against.
 *
 * SoA: a column of its own for every quantity, component after component of one body.  AoS: all in
 * one struct of 50 doubles a body, at the places they have in the struct Body of LAMMPS.
 */
#include "bench.h"
#include "bench_bodies.h"
#include "with_head.h"

#include <rigidstep/rigidstep.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { AOS_STRIDE = 50, SOA_WORDS = 23, MOST_THREADS = 2 };
/* In both: mass, x, p, f, tau, q, inertia, l. */
static const int COMPONENTS[] = { 1, 3, 3, 3, 3, 4, 3, 3 };
static const int AOS_PLACE[] = { 1, 2, 8, 11, 14, 17, 21, 36 };
enum { MASS, X, P, F, TAU, Q, INERTIA, L, N_COLUMNS };

typedef struct run { /* a set of bodies, whole or divided among threads */
  int64_t n;
  int layout, threads;
  double *data;
  rgs_context *context;
  rgs_bodies *bodies[MOST_THREADS];
  rgs_method *method;
  rgs_stepper *stepper[MOST_THREADS];
} run;

static rgs_column column(const run *r, int which, int64_t first) {
  rgs_column c = { r->data, COMPONENTS[which], 1 };
  if (r->layout == LAYOUT_AOS) {
    c.body = AOS_STRIDE;
    c.data += AOS_PLACE[which];
  } else {
    for (int before = 0; before < which; before++) c.data += r->n * COMPONENTS[before];
  }
  c.data += first * c.body;
  return c;
}

static void put(const run *r, int which, int64_t i, const double *values) {
  const rgs_column c = column(r, which, 0);
  for (int k = 0; k < COMPONENTS[which]; k++) RGS_AT(c, i, k) = values[k];
}

static rgs_view view_of(const run *r, int64_t first, int64_t n) {
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = n, .stamp = 1 };
  v.x = column(r, X, first);
  v.p = column(r, P, first);
  v.q = column(r, Q, first);
  v.l = column(r, L, first);
  v.mass = column(r, MASS, first);
  v.inertia = column(r, INERTIA, first);
  v.f = column(r, F, first);
  v.tau = column(r, TAU, first);
  return v;
}

static void run_end(run *r) {
  for (int t = 0; t < r->threads; t++) {
    rgs_stepper_destroy(r->stepper[t]);
    rgs_bodies_destroy(r->bodies[t]);
  }
  rgs_method_destroy(r->method);
  rgs_context_destroy(r->context);
  free(r->data);
}

/* Everything that they draw their noise or scale by, and a box for the piston.  The library does a step in
 * passes, each of which ends where a sum over all bodies, or the host, is needed; `doubles` are what they
 * read and write, besides the constants that `turns` rotations read:
 *   6                f and tau are checked
 *   20 + 13          one pass has the rest: x p l q f tau and mass are read, x p l q written; langevin and
 *                    drag read the inertia as well
 *   csvr             kicks, and energies with q and the inertia; then rotations, and x p l that are scaled
 *   andersen         kicks and energies; then rotations, and x p that move with the box
 *   both             kicks and energies; rotations, x p, energies; what is scaled; rotations, x p; with
 *                    langevin three of these passes */
static const struct ensemble {
  const char *name, *bath, *piston;
  int doubles, turns;
} ENSEMBLES[N_ENSEMBLES] = { { "nothing", NULL, NULL, 39, 1 },
                             { "langevin", "langevin", NULL, 42, 1 },
                             { "csvr", "csvr", NULL, 6 + 26 + 27, 1 },
                             { "nhc", "nhc", NULL, 6 + 26 + 27, 1 },
                             { "drag", "drag", NULL, 42, 1 },
                             { "andersen", NULL, "andersen", 6 + 19 + 24, 1 },
                             { "csvr and andersen", "csvr", "andersen", 6 + 19 + 27 + 13 + 24, 2 },
                             { "langevin and andersen", "langevin", "andersen", 6 + 19 + 30 + 24,
                               2 } };

const char *bench_ensemble_name(int ensemble) { return ENSEMBLES[ensemble].name; }
double bench_ensemble_bytes(int ensemble, double constants) {
  return 8.0 * ENSEMBLES[ensemble].doubles + ENSEMBLES[ensemble].turns * constants;
}

/* Time constants so long that thousands of steps leave |w| and the box as they are. */
static bool make_method(run *r, rgs_method_spec spec, const struct ensemble *e) {
  rgs_param params[8];
  uint32_t n = 0;
  const bool drags = e->bath != NULL && strcmp(e->bath, "drag") == 0;
  const bool chains = e->bath != NULL && strcmp(e->bath, "nhc") == 0;
  if ((e->bath != NULL && !drags) || e->piston != NULL)
    params[n++] = (rgs_param){ .key = "kt", .value = 0.3 };
  if (e->bath != NULL && !drags) params[n++] = (rgs_param){ .key = "relaxation", .value = 1e6 };
  if (e->bath != NULL && !drags && !chains) params[n++] = (rgs_param){ .key = "seed", .value = 1 };
  if (drags) params[n++] = (rgs_param){ .key = "rate", .value = 1e-9 };
  if (e->piston != NULL) {
    params[n++] = (rgs_param){ .key = "pressure", .value = 1 };
    params[n++] = (rgs_param){ .key = "piston_relaxation", .value = 1e6 };
  }
  spec.params = n > 0 ? params : NULL;
  spec.n_params = n;
  spec.param_size = sizeof *params;
  const rgs_ensemble_spec around = { RGS_HEAD(rgs_ensemble_spec), e->bath, e->piston, 0, 0 };
  return rgs_method_create_with(r->context, &spec, &around, &r->method, NULL) == RGS_OK;
}

static bool tell_box(rgs_stepper *stepper) {
  rgs_box box = RGS_BOX_INIT;
  for (int k = 0; k < 3; k++) box.lengths[k] = 16;
  return rgs_stepper_set_box(stepper, &box, NULL) == RGS_OK;
}

/* Forces are what they were, so an evaluation is no work. */
static int same_forces(void *self, rgs_eval *eval, const rgs_view *view) {
  (void)self, (void)eval, (void)view;
  return 0;
}

static bool run_begin(run *r, const char *rotor, int64_t n, int layout, int threads,
                      int32_t ensemble) {
  *r = (run){ .n = n, .layout = layout, .threads = threads };
  const bench_bodies *b = bench_bodies_of(n);
  const int words = layout == LAYOUT_AOS ? AOS_STRIDE : SOA_WORDS;
  r->data = calloc((size_t)(n * words), sizeof *r->data);
  if (r->data == NULL || b->inertia == NULL) return free(r->data), false;
  for (int64_t i = 0; i < n; i++) {
    /* So weak that thousands of steps leave |w| as it is. */
    const double mass = 1 + 0.1 * (double)(i % 7), little[3] = { 1e-9, -2e-9, 1e-9 };
    put(r, MASS, i, &mass);
    put(r, P, i, b->l + 3 * i);
    put(r, F, i, little);
    put(r, TAU, i, little);
    put(r, Q, i, b->start + 4 * i);
    put(r, INERTIA, i, b->inertia + 3 * i);
    put(r, L, i, b->l + 3 * i);
  }
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = rotor, .scheme = "strang");
  bool good = rgs_context_create(NULL, &r->context, NULL) == RGS_OK;
  good = good && make_method(r, spec, &ENSEMBLES[ensemble]);
  const rgs_host host =
      WITH_HEAD(rgs_host, .eval = same_forces,
                .provides = RGS_EVAL_FORCE | RGS_EVAL_SUM | RGS_EVAL_VIRIAL, .ranks = 1);
  for (int t = 0; t < threads && good; t++) {
    const int64_t first = n * t / threads, part = n * (t + 1) / threads - first;
    const rgs_view view = view_of(r, first, part);
    good = rgs_bodies_create(r->context, part, &r->bodies[t], NULL) == RGS_OK &&
           rgs_bodies_bind(r->bodies[t], &view, NULL) == RGS_OK &&
           rgs_stepper_create(r->bodies[t], r->method, &host, &r->stepper[t], NULL) == RGS_OK;
    if (good && ENSEMBLES[ensemble].piston != NULL) good = tell_box(r->stepper[t]);
  }
  if (!good) run_end(r);
  return good;
}

static bool advance(rgs_stepper *stepper, double h, int64_t steps) {
  return rgs_step(stepper, h, steps, NULL) == RGS_OK;
}

/* ---- one thread ------------------------------------------------------------------------------ */
void bench_answer_step(const bench_question *question, bench_answer *answer) {
  static run kept;
  static bench_question of;
  /* What was set up for the last question may do for this one. */
  const bool again = kept.data != NULL && of.subject == question->subject && of.n == question->n &&
                     of.layout == question->layout && of.ensemble == question->ensemble;
  if (!again) {
    if (kept.data != NULL) run_end(&kept);
    kept.data = NULL;
    if (!run_begin(&kept, bench_subject_name(question->subject), question->n, question->layout, 1,
                   question->ensemble))
      return;
    of = *question;
  }
  const int64_t steps = 2000000 / question->n > 4 ? 2000000 / question->n : 4;
  if (!advance(kept.stepper[0], question->hw, 1)) return;
  const double wall = bench_wall_time(), before = bench_cpu_time();
  answer->ok = advance(kept.stepper[0], question->hw, steps);
  answer->ns = (bench_cpu_time() - before) / (double)(steps * question->n) * 1e9;
  answer->wall_ns = (bench_wall_time() - wall) / (double)(steps * question->n) * 1e9;
}

/* ---- several --------------------------------------------------------------------------------- */
typedef struct part {
  rgs_stepper *stepper;
  double h;
  int64_t steps;
  bool good;
} part;

static void *advance_part(void *data) {
  part *p = data;
  p->good = advance(p->stepper, p->h, p->steps);
  return NULL;
}

static bool advance_all(run *r, double h, int64_t steps) {
  pthread_t thread[MOST_THREADS];
  part parts[MOST_THREADS];
  bool good = true;
  int begun = 0;
  for (; begun < r->threads && good; begun++) {
    parts[begun] = (part){ r->stepper[begun], h, steps, false };
    if (pthread_create(&thread[begun], NULL, advance_part, &parts[begun]) != 0) break;
  }
  for (int t = 0; t < begun; t++) {
    pthread_join(thread[t], NULL);
    good &= parts[t].good;
  }
  return good && begun == r->threads;
}

void bench_answer_threads(const bench_question *question, bench_answer *answer) {
  run r;
  if (question->layout > MOST_THREADS || !run_begin(&r, bench_subject_name(question->subject),
                                                    question->n, LAYOUT_SOA, question->layout, 0))
    return;
  const int64_t steps = 8000000 / question->n;
  if (advance_all(&r, question->hw, 10)) {
    const double wall = bench_wall_time(), before = bench_cpu_time();
    answer->ok = advance_all(&r, question->hw, steps);
    answer->ns = (bench_cpu_time() - before) / (double)(steps * question->n) * 1e9;
    answer->wall_ns = (bench_wall_time() - wall) / (double)(steps * question->n) * 1e9;
  }
  run_end(&r);
}

/* ---- memory ---------------------------------------------------------------------------------- */
/* As many bytes as a step of a million bodies moves: half of them read, half written. */
void bench_answer_copy(const bench_question *question, bench_answer *answer) {
  (void)question;
  static char *from, *to;
  const size_t size = 132000000;
  if (from == NULL) {
    from = malloc(size);
    to = malloc(size);
    if (from == NULL || to == NULL) return;
    memset(from, 1, size);
    memset(to, 2, size);
  }
  const double before = bench_cpu_time();
  for (int times = 0; times < 4; times++) {
    memcpy(to, from, size);
    from[times] = to[size - 1 - (size_t)times]; /* or it might be left out */
  }
  answer->ok = 1;
  answer->ns = (bench_cpu_time() - before) / (4 * 2.0 * (double)size) * 1e9;
}
