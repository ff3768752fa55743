/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.h - what the parts of the benchmark share: the grid that is measured, the questions the
 * program asks of its workers, and their answers.
 *
 *   bench.c         asks in an order in which what is to be compared is measured side by side
 *   bench_worker.c  child processes, one for each set of kernels of the library
 *   bench_flows.c   time and error of one free turn
 *   bench_steps.c   time of whole steps, and of copying memory
 *   bench_bodies.c  the bodies
 *   bench_report.c  tables, ratios, rows
 */
#ifndef BENCH_H
#define BENCH_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- the grid -------------------------------------------------------------------------------- */
enum { N_HW = 6, N_COUNTS = 4, MOST_SUBJECTS = 24, MOST_MODES = 3 };
extern const double BENCH_HW[N_HW];          /* angle h |w| of a step */
extern const int64_t BENCH_COUNTS[N_COUNTS]; /* bodies of one call */

/* What is measured: the library's rotors, then peers. */
int bench_subjects(void);
const char *bench_subject_name(int subject);
bool bench_is_rotor(int subject);
int bench_subject(const char *name); /* -1: there is none */
/* Bytes of memory that a turn by this rotor reads and writes, of one body; 0 for a peer. */
double bench_subject_bytes(int subject);

/* What surrounds the bodies: the first is nothing. */
enum { N_ENSEMBLES = 8 };
const char *bench_ensemble_name(int ensemble);
/* Bytes that the passes of one step over many bodies move, of one body.  constants: of the rotor. */
double bench_ensemble_bytes(int ensemble, double constants);

/* ---- questions and answers ------------------------------------------------------------------- */
enum {
  ASK_KERNELS = 1, /* whether the library uses the kernels that were asked for */
  ASK_FLOW,        /* one turn of every body, `subject`, `hw`, `n` bodies a call */
  ASK_ERROR,       /* the largest error of a turn, `subject`, `hw` */
  ASK_COPY,        /* memcpy; ns a byte, of which half are read and half are written */
  ASK_STEP,        /* one step of scheme strang, `subject`, `hw`, `n`, `layout`, `ensemble` */
  ASK_THREADS      /* the same, by `n` bodies in all on `layout` threads */
};
enum { LAYOUT_SOA, LAYOUT_AOS };

typedef struct bench_question {
  int32_t what, subject, layout, ensemble;
  int64_t n;
  double hw;
} bench_question;

typedef struct bench_answer {
  int32_t ok, reserved0; /* 0: the rotor refuses the step for one of the bodies, or no memory */
  double ns;             /* CPU time of a body and step */
  double wall_ns;
  double error; /* of ASK_ERROR: radians */
} bench_answer;

void bench_answer_kernels(bench_answer *answer);
void bench_answer_flow(const bench_question *question, bench_answer *answer);
void bench_answer_error(const bench_question *question, bench_answer *answer);
void bench_answer_copy(const bench_question *question, bench_answer *answer);
void bench_answer_step(const bench_question *question, bench_answer *answer);
void bench_answer_threads(const bench_question *question, bench_answer *answer);

double bench_cpu_time(void); /* of all threads of this process; seconds */
double bench_wall_time(void);

/* ---- workers --------------------------------------------------------------------------------- */
typedef struct bench_worker {
  const char *mode;    /* as the tables call it */
  const char *kernels; /* value of the environment variable RIGIDSTEP_KERNELS */
  int ask, listen;     /* pipes */
  int pid;
} bench_worker;

/* Starts this program again as a worker.  False where that failed. */
bool bench_worker_start(bench_worker *worker);
bool bench_worker_ask(bench_worker *worker, const bench_question *question, bench_answer *answer);
void bench_worker_stop(bench_worker *worker);
int bench_worker_main(void); /* in the worker */

/* ---- results --------------------------------------------------------------------------------- */
enum { MOST_ROUNDS = 64 };
typedef struct bench_results {
  int n_modes, rounds;
  const char *mode[MOST_MODES];
  bool hw_used[N_HW], count_used[N_COUNTS];
  /* ns by round; nan: not measured or refused */
  double flow[MOST_SUBJECTS][MOST_MODES][N_HW][N_COUNTS][MOST_ROUNDS];
  double error[MOST_SUBJECTS][MOST_MODES][N_HW];
  double copy[MOST_ROUNDS]; /* ns a byte */
  /* by mode: strang with exact at h |w| = 0.01 */
  double step_million[N_ENSEMBLES][MOST_MODES][MOST_ROUNDS];
  double step_soa[MOST_MODES][MOST_ROUNDS], step_aos[MOST_MODES][MOST_ROUNDS]; /* 4096 bodies */
  /* 4096 bodies, SoA, beside step_soa */
  double step_ensemble[N_ENSEMBLES][MOST_MODES][MOST_ROUNDS];
  double step_one[MOST_MODES][MOST_ROUNDS], turn_one[MOST_MODES][MOST_ROUNDS]; /* one body */
  double one_thread[MOST_MODES][MOST_ROUNDS], two_threads[MOST_MODES][MOST_ROUNDS];
  double one_wall[MOST_MODES][MOST_ROUNDS], two_wall[MOST_MODES][MOST_ROUNDS];
} bench_results;

double bench_median(const double *values);                       /* of those that are not nan */
double bench_difference(const double *more, const double *less); /* the same of differences */
double bench_ratio(const double *above, const double *below);    /* median over rounds */
void bench_print(const bench_results *results);
void bench_print_rows(const bench_results *results, FILE *file);

#endif
