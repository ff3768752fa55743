/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_worker.c - a process that measures what bench.py asks, a line for each question and answer.
 *
 *   subjects                            names, a letter (r: rotor, p: peer), bytes of a turn; then "."
 *   ensembles                           bytes of a step, and names; then "."
 *   kernels                             the set of kernels that the library uses
 *   flow SUBJECT HW N                   error SUBJECT HW
 *   step SUBJECT HW N LAYOUT ENSEMBLE   copy
 *   sites place|gather 0 N
 */
#include "bench.h"
#include "lanes/path.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double bench_cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_subjects(void) {
  for (int s = 0; s < bench_subjects(); s++)
    printf("%s %c %g\n", bench_subject_name(s), bench_is_rotor(s) ? 'r' : 'p',
           bench_subject_bytes(s));
  printf(".\n");
}

/* l is read, and q read and written; the rest of a turn's bytes are constants. */
static void print_ensembles(void) {
  const double constants = bench_subject_bytes(bench_subject("exact")) - 8 * (3 + 2 * 4);
  for (int e = 0; e < N_ENSEMBLES; e++)
    printf("%g %s\n", bench_ensemble_bytes(e, constants), bench_ensemble_name(e));
  printf(".\n");
}

static double answer(const char *line) {
  char what[16] = "", name[32] = "";
  long long n = 0;
  bench_question q = { 0 };
  sscanf(line, "%15s %31s %lf %lld %d %d", what, name, &q.hw, &n, &q.layout, &q.ensemble);
  q.subject = bench_subject(name);
  q.n = n;
  if (strcmp(what, "copy") == 0) return bench_copy();
  if (strcmp(what, "sites") == 0 && n > 0) return bench_sites(name, n);
  if (q.subject < 0 || q.ensemble < 0 || q.ensemble >= N_ENSEMBLES) return NAN;
  if (strcmp(what, "error") == 0) return bench_error(&q);
  if (q.n < 1) return NAN;
  if (strcmp(what, "flow") == 0) return bench_flow(&q);
  return strcmp(what, "step") == 0 ? bench_step(&q) : NAN;
}

int main(void) {
  char line[128];
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strcmp(line, "subjects\n") == 0)
      print_subjects();
    else if (strcmp(line, "ensembles\n") == 0)
      print_ensembles();
    else if (strcmp(line, "kernels\n") == 0)
      printf("%s\n", rgs_path_name(rgs_path_in_use()));
    else
      printf("%.6g\n", answer(line));
    fflush(stdout);
  }
  return 0;
}
