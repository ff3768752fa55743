/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_flows.c - time and error of one free turn, of the library's rotors and of peers.
 *
 * A turn by h is followed by one by -h.  So the bodies stay what they are, however long it takes to
 * measure, and nothing has to be copied while the clock runs.
 */
#include "bench.h"
#include "bench_bodies.h"
#include "peers.h"
#include "reference.h"
#include "rotors/rotors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LONG_ENOUGH =
    4e-4; /* seconds of a measurement: the clock's own time is lost in it */

/* ---- what is measured ------------------------------------------------------------------------ */
static const rgs_rotor *const ROTORS[] = {
#define ROTOR(name) &rgs_rotor_##name,
  RGS_BUILTIN_ROTORS(ROTOR)
#undef ROTOR
};
enum { N_ROTORS = sizeof ROTORS / sizeof *ROTORS };

typedef struct peer {
  const char *name;
  peer_turn *turn;
} peer;
static const peer PEERS[] = {
#ifdef PEER_GSL
  { "gsl", peer_gsl_turn },
#endif
#ifdef PEER_BOOST
  { "boost", peer_boost_turn },
#endif
#ifdef PEER_TOMS903
  { "toms903", peer_toms903_turn },
#endif
#ifdef PEER_DMV
  { "hairer_dmv6", peer_dmv6_turn },
  { "hairer_dmv10", peer_dmv10_turn },
#endif
#ifdef PEER_OPENMM
  { "openmm", peer_openmm_turn },
#endif
  { NULL, NULL },
};
enum { N_PEERS = sizeof PEERS / sizeof *PEERS - 1 };

int bench_subjects(void) { return N_ROTORS + N_PEERS; }
bool bench_is_rotor(int subject) { return subject < N_ROTORS; }
const char *bench_subject_name(int subject) {
  return bench_is_rotor(subject) ? ROTORS[subject]->about->name : PEERS[subject - N_ROTORS].name;
}
int bench_subject(const char *name) {
  for (int s = 0; s < bench_subjects(); s++)
    if (strcmp(bench_subject_name(s), name) == 0) return s;
  return -1;
}
double bench_subject_bytes(int subject) {
  if (!bench_is_rotor(subject)) return 0;
  /* l is read, q read and written, and of the inertia what was prepared of it. */
  const double constants = ROTORS[subject]->prepare ? ROTORS[subject]->prepared : 3;
  return 8 * (3 + 2 * 4 + constants);
}

/* ---- rotors ---------------------------------------------------------------------------------- */
enum { PARAM_WORDS = 64 };

static void default_params(const rgs_about *about, uint64_t *params) {
  for (uint32_t p = 0; p < about->n_params; p++) {
    const rgs_param_info *info = &about->params[p];
    char *at = (char *)params + info->offset;
    const int64_t whole = (int64_t)info->dflt;
    if (info->type == RGS_F64)
      memcpy(at, &info->dflt, sizeof info->dflt);
    else
      memcpy(at, &whole, sizeof whole);
  }
}

/* Constants of as many bodies as there are in b; those of the largest set are kept for one rotor
 * only.  Null: no memory. */
static double *prepared_for(int subject, const bench_bodies *b, const uint64_t *params) {
  static double *kept[N_ROTORS][2], *many;
  static int many_of = -1;
  const rgs_rotor *rotor = ROTORS[subject];
  const size_t words = rotor->prepared > 0 ? rotor->prepared : 1;
  const int64_t distinct = b->n < BENCH_DISTINCT ? b->n : BENCH_DISTINCT;
  double **place = b->n > BENCH_DISTINCT ? &many : &kept[subject][b->n > BENCH_FEW];
  if (place == &many && many_of != subject) {
    free(many);
    many = NULL;
    many_of = subject;
  }
  if (*place != NULL) return *place;
  double *all = *place = malloc((size_t)b->n * words * sizeof(double));
  if (all == NULL || rotor->prepare == NULL) return all;
  rotor->prepare(params, distinct, &(rgs_column){ b->inertia, 3, 1 }, all);
  for (int64_t i = distinct; i < b->n; i++)
    memcpy(all + (size_t)i * words, all + (size_t)(i - distinct) * words, words * sizeof *all);
  return all;
}

/* Turns all of b by calls of n bodies.  False where the rotor refuses. */
static bool turn_all(const rgs_rotor *rotor, rgs_flow call, const bench_bodies *b,
                     double *prepared) {
  const int64_t at_once = call.n;
  for (int64_t i = 0; i + at_once <= b->n; i += at_once) {
    int64_t bad;
    call.prepared = prepared + i * rotor->prepared;
    call.inertia.data = b->inertia + 3 * i;
    call.l.data = b->l + 3 * i;
    call.q.data = b->q + 4 * i;
    if (rotor->flow(&call, &bad) != RGS_OK) return false;
  }
  return true;
}

static double rotor_flow(const bench_question *question) {
  const rgs_rotor *rotor = ROTORS[question->subject];
  const bench_bodies *b = bench_bodies_of(question->n);
  uint64_t params[PARAM_WORDS] = { 0 };
  default_params(rotor->about, params);
  double *prepared = b->inertia == NULL ? NULL : prepared_for(question->subject, b, params);
  if (prepared == NULL) return NAN;
  memcpy(b->q, b->start, (size_t)b->n * 4 * sizeof(double));
  rgs_flow call = { RGS_HEAD(rgs_flow), question->n,   0, params, prepared, { NULL, 3, 1 },
                    { NULL, 3, 1 },     { NULL, 4, 1 } };
  double spent = 0;
  int64_t turns = 0;
  for (int64_t batch = 2; spent < LONG_ENOUGH; batch *= 2) {
    const double before = bench_cpu_time();
    for (int64_t turn = 0; turn < batch; turn++) {
      call.h = turn % 2 == 0 ? question->hw : -question->hw;
      if (!turn_all(rotor, call, b, prepared)) return NAN;
    }
    /* The first batch warms the caches, and tells how long it takes. */
    if (batch == 2 && b->n <= BENCH_DISTINCT) continue;
    spent += bench_cpu_time() - before;
    turns += batch;
  }
  return spent / (double)turns / (double)(b->n / question->n * question->n) * 1e9;
}

/* ---- peers ----------------------------------------------------------------------------------- */
/* They know one body at a time only, so n makes no difference but for the caches. */
static double peer_flow(const bench_question *question) {
  static bench_sorted now[BENCH_DISTINCT];
  peer_turn *turn = PEERS[question->subject - N_ROTORS].turn;
  const int64_t n = question->n <= BENCH_FEW ? BENCH_FEW : BENCH_DISTINCT;
  memcpy(now, bench_sorted_bodies(), sizeof now);
  double spent = 0;
  int64_t turns = 0;
  do {
    const double h = turns % 2 == 0 ? question->hw : -question->hw;
    const double before = bench_cpu_time();
    for (int64_t i = 0; i < n; i++) turn(h, now[i].inertia, now[i].y, now[i].q);
    spent += bench_cpu_time() - before;
    turns++;
  } while (spent < LONG_ENOUGH || turns % 2 != 0);
  return spent / (double)turns / (double)n * 1e9;
}

double bench_flow(const bench_question *question) {
  return bench_is_rotor(question->subject) ? rotor_flow(question) : peer_flow(question);
}

/* ---- errors ---------------------------------------------------------------------------------- */
typedef struct body_and_end {
  free_motion motion;
  free_end end;
} body_and_end;

static const body_and_end *ends(double h, bool sorted) {
  static body_and_end of_h[2][BENCH_FEW];
  static double have[2];
  body_and_end *e = of_h[sorted];
  if (have[sorted] == h) return e;
  have[sorted] = h;
  const bench_bodies *b = bench_bodies_of(BENCH_FEW);
  const bench_sorted *s = bench_sorted_bodies();
  for (int i = 0; i < BENCH_FEW; i++) {
    free_motion *m = &e[i].motion;
    memcpy(m->inertia, sorted ? s[i].inertia : b->inertia + 3 * i, sizeof m->inertia);
    memcpy(m->q, sorted ? s[i].q : b->start + 4 * i, sizeof m->q);
    if (sorted)
      bench_into_space(m->q, s[i].y, m->l);
    else
      memcpy(m->l, b->l + 3 * i, sizeof m->l);
    m->h = h;
    reference_flow(m, false, &e[i].end);
  }
  return e;
}

double bench_error(const bench_question *question) {
  const bool is_rotor = bench_is_rotor(question->subject);
  const body_and_end *e = ends(question->hw, !is_rotor);
  double q[4 * BENCH_FEW];
  for (int i = 0; i < BENCH_FEW; i++) memcpy(q + 4 * i, e[i].motion.q, 4 * sizeof *q);
  if (is_rotor) {
    const bench_bodies *b = bench_bodies_of(BENCH_FEW);
    uint64_t params[PARAM_WORDS] = { 0 };
    default_params(ROTORS[question->subject]->about, params);
    double *prepared = prepared_for(question->subject, b, params);
    rgs_flow call = { RGS_HEAD(rgs_flow),   BENCH_FEW,      question->hw, params, prepared,
                      { b->inertia, 3, 1 }, { b->l, 3, 1 }, { q, 4, 1 } };
    int64_t bad;
    if (prepared == NULL || ROTORS[question->subject]->flow(&call, &bad) != RGS_OK) return NAN;
  } else {
    for (int i = 0; i < BENCH_FEW; i++) {
      double y[3];
      memcpy(y, bench_sorted_bodies()[i].y, sizeof y);
      PEERS[question->subject - N_ROTORS].turn(question->hw, e[i].motion.inertia, y, q + 4 * i);
    }
  }
  double most = 0;
  for (int i = 0; i < BENCH_FEW; i++) {
    const double error = reference_angle(e[i].end.q, q + 4 * i);
    if (!(error <= most)) most = error; /* nan stays */
  }
  return most;
}
