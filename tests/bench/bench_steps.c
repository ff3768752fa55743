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

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AOS_STRIDE = 50, SOA_WORDS = 23 };
/* In both: mass, x, p, f, tau, q, inertia, l. */
static const int COMPONENTS[] = { 1, 3, 3, 3, 3, 4, 3, 3 };
static const int AOS_PLACE[] = { 1, 2, 8, 11, 14, 17, 21, 36 };
enum { MASS, X, P, F, TAU, Q, INERTIA, L, N_COLUMNS };

typedef struct run {
  int64_t n;
  int layout;
  double *data;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
} run;

static rgs_column column(const run *r, int which) {
  rgs_column c = { r->data, COMPONENTS[which], 1 };
  if (r->layout == LAYOUT_AOS) {
    c.body = AOS_STRIDE;
    c.data += AOS_PLACE[which];
  } else {
    for (int before = 0; before < which; before++) c.data += r->n * COMPONENTS[before];
  }
  return c;
}

static void put(const run *r, int which, int64_t i, const double *values) {
  const rgs_column c = column(r, which);
  for (int k = 0; k < COMPONENTS[which]; k++) RGS_AT(c, i, k) = values[k];
}

static rgs_view view_of(const run *r) {
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = r->n, .stamp = 1 };
  v.x = column(r, X);
  v.p = column(r, P);
  v.q = column(r, Q);
  v.l = column(r, L);
  v.mass = column(r, MASS);
  v.inertia = column(r, INERTIA);
  v.f = column(r, F);
  v.tau = column(r, TAU);
  return v;
}

static void run_end(run *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
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

static bool run_begin(run *r, const char *rotor, int64_t n, int layout, int ensemble) {
  *r = (run){ .n = n, .layout = layout };
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
  const rgs_view view = view_of(r);
  good = good && rgs_bodies_create(r->context, n, &r->bodies, NULL) == RGS_OK &&
         rgs_bodies_bind(r->bodies, &view, NULL) == RGS_OK &&
         rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, NULL) == RGS_OK;
  if (good && ENSEMBLES[ensemble].piston != NULL) good = tell_box(r->stepper);
  if (!good) run_end(r);
  return good;
}

static bool advance(rgs_stepper *stepper, double h, int64_t steps) {
  return rgs_step(stepper, h, steps, NULL) == RGS_OK;
}

double bench_step(const bench_question *question) {
  static run kept;
  static bench_question of;
  /* What was set up for the last question may do for this one. */
  const bool again = kept.data != NULL && of.subject == question->subject && of.n == question->n &&
                     of.layout == question->layout && of.ensemble == question->ensemble;
  if (!again) {
    if (kept.data != NULL) run_end(&kept);
    kept.data = NULL;
    if (!run_begin(&kept, bench_subject_name(question->subject), question->n, question->layout,
                   question->ensemble))
      return NAN;
    of = *question;
  }
  const int64_t steps = 2000000 / question->n > 4 ? 2000000 / question->n : 4;
  if (!advance(kept.stepper, question->hw, 1)) return NAN;
  const double before = bench_cpu_time();
  if (!advance(kept.stepper, question->hw, steps)) return NAN;
  return (bench_cpu_time() - before) / (double)(steps * question->n) * 1e9;
}

/* ---- memory ---------------------------------------------------------------------------------- */
/* As many bytes as a step of a million bodies moves: half of them read, half written. */
double bench_copy(void) {
  static char *from, *to;
  const size_t size = 132000000;
  if (from == NULL) {
    from = malloc(size);
    to = malloc(size);
    if (from == NULL || to == NULL) return NAN;
    memset(from, 1, size);
    memset(to, 2, size);
  }
  const double before = bench_cpu_time();
  for (int times = 0; times < 4; times++) {
    memcpy(to, from, size);
    from[times] = to[size - 1 - (size_t)times]; /* or it might be left out */
  }
  return (bench_cpu_time() - before) / (4 * 2.0 * (double)size) * 1e9;
}
