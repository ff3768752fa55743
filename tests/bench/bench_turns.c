/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_turns.c - time and error of one free turn, of the library's rotors.
 *
 *   bench_turns N HW...       ns of a body and turn, of n bodies a call, for each angle h |w|
 *   bench_turns errors HW...  the largest error of 512 bodies, in radians
 *   bench_turns jacobian HW...  ns of a body of `exact` and of its derivative, and their ratio
 *
 * Prints the set of kernels in use, then a row for each rotor: its name, the bytes of a body that a turn
 * reads and writes, and the numbers; nan where the rotor refuses a body.
 * A turn by h is followed by one by -h.  So the bodies stay what they are, however long it takes to
 * measure, and nothing has to be copied while the clock runs.
 */
#include "simd/instruction_set.h"
#include "random_numbers.h"
#include "reference.h"
#include "rotations.h"
#include "rotors/rotors.h"
#include <rigidstep/draft.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double LONG_ENOUGH =
    4e-4; /* seconds of a measurement; the clock's own are lost in it */
enum { FEW = 512, /* as many fit into the caches next to the processor */ PARAM_WORDS = 64 };

static const rgs_rotor *const ROTORS[] = {
#define ROTOR(name) &rgs_rotor_##name,
  RGS_BUILTIN_ROTORS(ROTOR, ROTOR)
#undef ROTOR
};
enum { N_ROTORS = sizeof ROTORS / sizeof *ROTORS };

/* ---- asymmetric bodies that turn with |w| = 1 --------------------------------------------------- */
typedef struct bodies {
  int64_t n;
  double *inertia, *l; /* momentum in space */
  double *start, *q;   /* orientation, and the same now */
} bodies;

static bodies make_bodies(int64_t n) {
  double *at = malloc((size_t)n * 14 * sizeof *at);
  if (at == NULL) {
    fprintf(stderr, "bench_turns: no memory for %lld bodies\n", (long long)n);
    exit(1);
  }
  const bodies b = { n, at, at + 3 * n, at + 6 * n, at + 10 * n };
  seed = 1;
  for (int64_t i = 0; i < n; i++) {
    double *inertia = b.inertia + 3 * i, y[3], square = 0;
    do {
      for (int k = 0; k < 3; k++) inertia[k] = 0.2 + uniform();
    } while (inertia[0] > inertia[1] + inertia[2] || inertia[1] > inertia[2] + inertia[0] ||
             inertia[2] > inertia[0] + inertia[1]);
    for (int k = 0; k < 3; k++) y[k] = 2 * uniform() - 1;
    for (int k = 0; k < 3; k++) square += y[k] * y[k] / (inertia[k] * inertia[k]);
    for (int k = 0; k < 3; k++) y[k] /= sqrt(square);
    random_orientation(b.start + 4 * i);
    turn_vector(b.start + 4 * i, 0, y, b.l + 3 * i);
  }
  return b;
}

static void go_back(const bodies *b) { memcpy(b->q, b->start, (size_t)b->n * 4 * sizeof(double)); }

static double cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- turns -------------------------------------------------------------------------------------- */
/* A rotor with its default parameters and the constants of the bodies. */
typedef struct subject {
  const rgs_rotor *rotor;
  uint64_t params[PARAM_WORDS];
  double *prepared;
} subject;

static void prepare(subject *s, const bodies *b) {
  const rgs_about *about = s->rotor->about;
  for (uint32_t p = 0; p < about->n_params; p++) {
    const rgs_param_info *info = &about->params[p];
    const int64_t whole = (int64_t)info->dflt;
    memcpy((char *)s->params + info->offset,
           info->type == RGS_F64 ? (const void *)&info->dflt : (const void *)&whole, sizeof whole);
  }
  s->prepared = malloc(((size_t)b->n * s->rotor->prepared + 1) * sizeof(double));
  if (s->prepared && s->rotor->prepare)
    s->rotor->prepare(s->params, b->n, &(rgs_column){ b->inertia, 3, 1 }, s->prepared);
}

/* Turns all bodies by calls of at_once.  False where a body is refused. */
static bool turn_all(const subject *s, const bodies *b, int64_t at_once, double h) {
  for (int64_t i = 0; i + at_once <= b->n; i += at_once) {
    const rgs_flow call = { .head = RGS_HEAD(rgs_flow),
                            .n = at_once,
                            .h = h,
                            .params = s->params,
                            .prepared = s->prepared + i * s->rotor->prepared,
                            .inertia = { b->inertia + 3 * i, 3, 1 },
                            .l = { b->l + 3 * i, 3, 1 },
                            .q = { b->q + 4 * i, 4, 1 } };
    int64_t bad;
    if (s->rotor->flow(&call, &bad) != RGS_OK) return false;
  }
  return true;
}

/* The first two turns warm the caches. */
static double time_of(const subject *s, const bodies *b, int64_t at_once, double h) {
  go_back(b);
  double spent = 0;
  int64_t turns = 0;
  for (int64_t batch = 2, first = b->n <= 4096; spent < LONG_ENOUGH; batch *= 2, first = 0) {
    const double before = cpu_time();
    for (int64_t turn = 0; turn < batch; turn++)
      if (!turn_all(s, b, at_once, turn % 2 == 0 ? h : -h)) return NAN;
    if (first) continue;
    spent += cpu_time() - before;
    turns += batch;
  }
  return spent / (double)turns / (double)(b->n / at_once * at_once) * 1e9;
}

/* Where the bodies are after the time h, by the reference. */
static free_end *ends_of(const bodies *b, double h) {
  free_end *ends = malloc((size_t)b->n * sizeof *ends);
  for (int64_t i = 0; ends && i < b->n; i++) {
    free_motion m = { .h = h };
    memcpy(m.inertia, b->inertia + 3 * i, sizeof m.inertia);
    memcpy(m.l, b->l + 3 * i, sizeof m.l);
    memcpy(m.q, b->start + 4 * i, sizeof m.q);
    reference_flow(&m, false, &ends[i]);
  }
  return ends;
}

static double error_of(const subject *s, const bodies *b, double h, const free_end *ends) {
  double most = 0;
  go_back(b);
  if (!ends || !turn_all(s, b, b->n, h)) return NAN;
  for (int64_t i = 0; i < b->n; i++) {
    const double error = reference_angle(ends[i].q, b->q + 4 * i);
    if (!(error <= most)) most = error; /* nan stays */
  }
  return most;
}

/* ---- main --------------------------------------------------------------------------------------- */
/* In every call the same bodies: nothing turns. */
static double time_of_jacobian(const bodies *b, double h) {
  double *jacobian = malloc((size_t)b->n * 44 * sizeof *jacobian), spent = 0;
  int64_t calls = 0;
  go_back(b);
  for (; jacobian && spent < 10 * LONG_ENOUGH; calls++) {
    const double before = cpu_time();
    if (rgs_draft_free_flow_jacobian(b->n, h, b->inertia, b->l, b->q, jacobian, NULL) != RGS_OK)
      break;
    spent += cpu_time() - before;
  }
  free(jacobian);
  return calls ? spent / (double)calls / (double)b->n * 1e9 : NAN;
}

static void print_jacobian(int n_angles, const double *angles) {
  const bodies b = make_bodies(FEW);
  subject exact = { .rotor = &rgs_rotor_exact };
  prepare(&exact, &b);
  for (int k = 0; k < n_angles && exact.prepared; k++) {
    const double one = time_of(&exact, &b, 1, angles[k]),
                 many = time_of(&exact, &b, FEW, angles[k]);
    const double derivative = time_of_jacobian(&b, angles[k]);
    printf("h|w| %g: exact %.3g ns one a call, %.3g ns 512 a call; jacobian %.3g ns, of one %.2g "
           "times\n",
           angles[k], one, many, derivative, derivative / one);
  }
  free(exact.prepared);
  free(b.inertia);
}

enum { MOST_ANGLES = 16 };
typedef struct question {
  int64_t at_once; /* 0: errors are asked */
  int n_angles;
  double angles[MOST_ANGLES];
} question;

static void print_row(const question *ask, subject *s, const bodies *b, free_end *const *ends) {
  prepare(s, b);
  if (s->prepared == NULL) return;
  /* l is read, q read and written, and of the inertia what was prepared of it. */
  printf("%s %g", s->rotor->about->name,
         8.0 * (3 + 2 * 4 + (s->rotor->prepare ? s->rotor->prepared : 3)));
  for (int k = 0; k < ask->n_angles; k++) {
    const double h = ask->angles[k];
    printf(" %.6g", ask->at_once ? time_of(s, b, ask->at_once, h) : error_of(s, b, h, ends[k]));
  }
  printf("\n");
  free(s->prepared);
}

static void print_rows(const question *ask) {
  const bodies b = make_bodies(ask->at_once > FEW ? ask->at_once : FEW);
  free_end *ends[MOST_ANGLES] = { NULL };
  for (int k = 0; k < ask->n_angles && !ask->at_once; k++) ends[k] = ends_of(&b, ask->angles[k]);
  for (int r = 0; r < N_ROTORS; r++) print_row(ask, &(subject){ .rotor = ROTORS[r] }, &b, ends);
  for (int k = 0; k < ask->n_angles; k++) free(ends[k]);
  free(b.inertia);
}

int main(int argc, char **argv) {
  const bool errors = argc > 1 && strcmp(argv[1], "errors") == 0;
  const bool jacobian = argc > 1 && strcmp(argv[1], "jacobian") == 0;
  question ask = { .at_once = argc > 1 && !errors ? strtoll(argv[1], NULL, 10) : 0 };
  while (ask.n_angles < argc - 2 && ask.n_angles < MOST_ANGLES) {
    ask.angles[ask.n_angles] = strtod(argv[2 + ask.n_angles], NULL);
    ask.n_angles++;
  }
  if (argc < 3 || argc > MOST_ANGLES + 2 || (ask.at_once < 1 && !errors && !jacobian)) {
    fprintf(stderr, "usage: bench_turns N|errors|jacobian HW...\n");
    return 2;
  }
  printf("%s\n", rgs_isa_name(rgs_isa_in_use()));
  if (jacobian) return print_jacobian(ask.n_angles, ask.angles), 0;
  print_rows(&ask);
  return 0;
}
