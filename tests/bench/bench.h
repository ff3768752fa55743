/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.h - what the parts of a worker of the benchmark share.
 *
 *   bench.py        asks, in an order in which what is to be compared is measured side by side; tables
 *   bench_worker.c  a process that answers, one for each set of kernels of the library
 *   bench_flows.c   time and error of one free turn
 *   bench_steps.c   time of whole steps, and of copying memory
 *   bench_sites.c   time of the bridge from atoms to bodies
 *   bench_bodies.c  the bodies
 */
#ifndef BENCH_H
#define BENCH_H
#include <stdbool.h>
#include <stdint.h>

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

typedef struct bench_question {
  int subject, layout, ensemble;
  int64_t n;
  double hw; /* angle h |w| of a turn */
} bench_question;
enum { LAYOUT_SOA, LAYOUT_AOS };

/* These return nan where the rotor refuses the step for one of the bodies, or where there is no memory. */
double bench_flow(const bench_question *question);  /* ns of a body and turn, n bodies a call */
double bench_error(const bench_question *question); /* the largest error of a turn; radians */
double bench_step(const bench_question *question);  /* ns of a body and step of scheme strang */
/* ns of a water; what: place or gather. */
double bench_sites(const char *what, int64_t n);
double bench_copy(void); /* memcpy; ns a byte, of which half are read and half are written */

double bench_cpu_time(void); /* of all threads of this process; seconds */

#endif
