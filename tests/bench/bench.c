/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.c - what a turn costs, and how wrong it is: every rotor, with every set of kernels the
 * processor has, beside other people's codes; whole steps; and all that against copying memory.
 *
 *   bench [--quick] [--csv[=FILE]] [--rounds=N] [--counts=N,N..] [--hw=X,X..]
 *         [--methods=NAME,NAME..]
 *
 *   --quick    fewer rounds of fewer cases, no million bodies: seconds, to see that it works
 *   --csv      rows method,mode,hw,n,ns,error in place of tables; with =FILE as well as tables
 *   --rounds   of which medians are taken; default 11
 *   --counts   bodies of one call, of 1, 64, 4096 and 1000000;  --hw  angles, of 0.01 .. 50
 *   --methods  only these rotors and peers; whole steps are those of exact
 *
 * Times are CPU time.  One round measures everything once, with what is to be compared next to each
 * other, and every ratio is the median of the rounds' ratios: what slows the machine down for a
 * while slows down both.  Nothing here passes or fails; README.md tells how to read it.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MILLION = N_COUNTS - 1, ROUNDS = 11, ROUNDS_OF_MILLION = 3, QUICK_ROUNDS = 3 };

static bench_worker workers[MOST_MODES];
static bench_results results;
static bool chosen[MOST_SUBJECTS];

/* ---- progress -------------------------------------------------------------------------------- */
static void say(const char *what, int round, int rounds) {
  static double said;
  static char last[64];
  const double now = bench_wall_time();
  if (now < said + 0.5 && strcmp(what, last) == 0) return;
  said = now;
  if (isatty(STDERR_FILENO))
    fprintf(stderr, "\r%-60s\r%s, round %d of %d", "", what, round + 1, rounds);
  else if (strcmp(what, last) != 0)
    fprintf(stderr, "%s, %d rounds\n", what, rounds);
  snprintf(last, sizeof last, "%s", what);
}

/* ---- asking ---------------------------------------------------------------------------------- */
static bench_answer ask_in(int mode, int what, int subject, double hw, int64_t n, int layout,
                           int ensemble) {
  const bench_question question = { what, subject, layout, ensemble, n, hw };
  bench_answer answer = { 0 };
  if (!bench_worker_ask(&workers[mode], &question, &answer)) {
    fprintf(stderr, "\nbench: the worker for '%s' is gone\n", workers[mode].mode);
    exit(1);
  }
  if (!answer.ok) answer.ns = answer.wall_ns = answer.error = NAN;
  return answer;
}

static bench_answer ask(int mode, int what, int subject, double hw, int64_t n, int layout) {
  return ask_in(mode, what, subject, hw, n, layout, 0);
}

/* A peer knows no modes, and one body at a time. */
static bool measured(int subject, int mode, int count) {
  return chosen[subject] && (bench_is_rotor(subject) || (mode == 0 && count != MILLION));
}

static void measure_errors(void) {
  for (int h = 0; h < N_HW; h++) {
    if (!results.hw_used[h]) continue;
    say("errors, against a Taylor series in higher precision", h, N_HW);
    for (int s = 0; s < bench_subjects(); s++)
      for (int m = 0; m < results.n_modes; m++)
        if (measured(s, m, 0))
          results.error[s][m][h] = ask(m, ASK_ERROR, s, BENCH_HW[h], 0, 0).error;
  }
}

static void measure_flows(int count, int rounds) {
  char what[64];
  snprintf(what, sizeof what, "%lld bodies a call", (long long)BENCH_COUNTS[count]);
  for (int round = 0; round < rounds; round++)
    for (int h = 0; h < N_HW; h++) {
      if (!results.hw_used[h]) continue;
      say(what, round, rounds);
      for (int s = 0; s < bench_subjects(); s++)
        for (int m = 0; m < results.n_modes; m++)
          if (measured(s, m, count))
            results.flow[s][m][h][count][round] =
                ask(m, ASK_FLOW, s, BENCH_HW[h], BENCH_COUNTS[count], 0).ns;
    }
}

/* Constants of a million bodies are made anew for another rotor: so angle after angle of one. */
static void measure_million(int rounds) {
  for (int round = 0; round < rounds; round++)
    for (int s = 0; s < bench_subjects(); s++) {
      if (!bench_is_rotor(s) || !chosen[s]) continue;
      say("a million bodies a call", round, rounds);
      for (int h = 0; h < N_HW; h++)
        for (int m = 0; m < results.n_modes && results.hw_used[h]; m++)
          results.flow[s][m][h][MILLION][round] =
              ask(m, ASK_FLOW, s, BENCH_HW[h], BENCH_COUNTS[MILLION], 0).ns;
    }
}

static void measure_steps(bool million, int rounds) {
  const int exact = bench_subject("exact");
  const double hw = 0.01;
  for (int round = 0; round < rounds; round++) {
    say("whole steps", round, rounds);
    if (million && round < ROUNDS_OF_MILLION) results.copy[round] = ask(0, ASK_COPY, 0, 0, 0, 0).ns;
    for (int m = 0; m < results.n_modes; m++) {
      for (int e = 0; e < N_ENSEMBLES && million && round < ROUNDS_OF_MILLION; e++)
        results.step_million[e][m][round] =
            ask_in(m, ASK_STEP, exact, hw, 1000000, LAYOUT_SOA, e).ns;
      results.step_soa[m][round] = ask(m, ASK_STEP, exact, hw, 4096, LAYOUT_SOA).ns;
      results.step_aos[m][round] = ask(m, ASK_STEP, exact, hw, 4096, LAYOUT_AOS).ns;
      for (int e = 1; e < N_ENSEMBLES; e++)
        results.step_ensemble[e][m][round] = ask_in(m, ASK_STEP, exact, hw, 4096, LAYOUT_SOA, e).ns;
      results.step_one[m][round] = ask(m, ASK_STEP, exact, hw, 1, LAYOUT_SOA).ns;
      results.turn_one[m][round] = ask(m, ASK_FLOW, exact, hw, 1, 0).ns;
      const bench_answer one = ask(m, ASK_THREADS, exact, hw, 4096, 1);
      const bench_answer two = ask(m, ASK_THREADS, exact, hw, 4096, 2);
      results.one_thread[m][round] = one.ns;
      results.one_wall[m][round] = one.wall_ns;
      results.two_threads[m][round] = two.ns;
      results.two_wall[m][round] = two.wall_ns;
    }
  }
}

/* ---- options --------------------------------------------------------------------------------- */
static void all_nan(void) {
  double *at = &results.flow[0][0][0][0][0];
  for (size_t i = 0; i < sizeof results.flow / sizeof *at; i++) at[i] = NAN;
  at = &results.error[0][0][0];
  for (size_t i = 0; i < sizeof results.error / sizeof *at; i++) at[i] = NAN;
  at = &results.step_ensemble[0][0][0];
  for (size_t i = 0; i < sizeof results.step_ensemble / sizeof *at; i++) at[i] = NAN;
  at = &results.step_million[0][0][0];
  for (size_t i = 0; i < sizeof results.step_million / sizeof *at; i++) at[i] = NAN;
  double *const rows[] = { results.copy,          results.step_soa[0],    results.step_aos[0],
                           results.one_thread[0], results.two_threads[0], results.one_wall[0],
                           results.two_wall[0],   results.step_one[0],    results.turn_one[0] };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (int i = 0; i < (r == 0 ? MOST_ROUNDS : MOST_MODES * MOST_ROUNDS); i++) rows[r][i] = NAN;
}

/* Marks those of `values` that the list names; false where it names another. */
static bool choose(const char *list, bool *used, int n, double (*value)(int)) {
  for (int i = 0; i < n; i++) used[i] = false;
  for (const char *at = list; *at != '\0';) {
    char *end;
    const double wanted = strtod(at, &end);
    bool known = false;
    for (int i = 0; i < n; i++)
      if (value(i) == wanted) known = used[i] = true;
    if (!known || end == at || (*end != ',' && *end != '\0')) return false;
    at = *end == ',' ? end + 1 : end;
  }
  return true;
}
static double hw_value(int i) { return BENCH_HW[i]; }
static double count_value(int i) { return (double)BENCH_COUNTS[i]; }

static bool choose_methods(const char *list) {
  for (int s = 0; s < bench_subjects(); s++) chosen[s] = false;
  for (const char *at = list; *at != '\0';) {
    char name[32];
    const size_t length = strcspn(at, ",");
    if (length >= sizeof name) return false;
    memcpy(name, at, length);
    name[length] = '\0';
    const int subject = bench_subject(name);
    if (subject < 0) return false;
    chosen[subject] = true;
    at += at[length] == ',' ? length + 1 : length;
  }
  return true;
}

static int usage(const char *argument) {
  fprintf(stderr,
          "bench: '%s' is not understood\n"
          "usage: bench [--quick] [--csv[=FILE]] [--rounds=1..%d] [--counts=1,64,4096,1000000]\n"
          "             [--hw=0.01,0.1,0.5,1,5,50] [--methods=exact,dmv6,..]\n",
          argument, MOST_ROUNDS);
  return 2;
}

/* Those kernels that the library was built with and this processor can run. */
static bool start_workers(void) {
  static const char *const MODE[MOST_MODES] = { "scalar", "avx2", "avx512" };
  static const char *const KERNELS[MOST_MODES] = { "baseline", "avx2", "avx512" };
  for (int m = 0; m < MOST_MODES; m++) {
    const int last = results.n_modes++;
    results.mode[last] = workers[last].mode = MODE[m];
    workers[last].kernels = KERNELS[m];
    if (!bench_worker_start(&workers[last])) return false;
    if (isnan(ask(last, ASK_KERNELS, 0, 0, 0, 0).ns)) {
      bench_worker_stop(&workers[last]);
      results.n_modes--;
    }
  }
  return results.n_modes > 0;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--worker") == 0) return bench_worker_main();
  bool rows_only = false;
  const char *rows_file = NULL;
  int rounds = ROUNDS;
  for (int i = 0; i < N_HW; i++) results.hw_used[i] = true;
  for (int i = 0; i < N_COUNTS; i++) results.count_used[i] = true;
  for (int s = 0; s < bench_subjects(); s++) chosen[s] = true;
  for (int a = 1; a < argc; a++) {
    if (strcmp(argv[a], "--quick") == 0) {
      rounds = QUICK_ROUNDS;
      choose("0.01,1", results.hw_used, N_HW, hw_value);
      choose("64,4096", results.count_used, N_COUNTS, count_value);
    } else if (strcmp(argv[a], "--csv") == 0) {
      rows_only = true;
    } else if (strncmp(argv[a], "--csv=", 6) == 0 && argv[a][6] != '\0') {
      rows_file = argv[a] + 6;
    } else if (strncmp(argv[a], "--rounds=", 9) == 0) {
      char *end;
      const long n = strtol(argv[a] + 9, &end, 10);
      if (*end != '\0' || n < 1 || n > MOST_ROUNDS) return usage(argv[a]);
      rounds = (int)n;
    } else if (strncmp(argv[a], "--counts=", 9) == 0) {
      if (!choose(argv[a] + 9, results.count_used, N_COUNTS, count_value)) return usage(argv[a]);
    } else if (strncmp(argv[a], "--hw=", 5) == 0) {
      if (!choose(argv[a] + 5, results.hw_used, N_HW, hw_value)) return usage(argv[a]);
    } else if (strncmp(argv[a], "--methods=", 10) == 0) {
      if (!choose_methods(argv[a] + 10)) return usage(argv[a]);
    } else {
      return usage(argv[a]);
    }
  }
  FILE *rows = rows_file != NULL ? fopen(rows_file, "w") : stdout;
  if (rows == NULL) {
    perror(rows_file);
    return 2;
  }

  all_nan();
  results.rounds = rounds;
  if (!start_workers()) {
    perror("bench: a worker");
    return 1;
  }
  measure_errors();
  for (int count = 0; count < MILLION; count++)
    if (results.count_used[count]) measure_flows(count, rounds);
  const bool million = results.count_used[MILLION];
  if (chosen[bench_subject("exact")]) measure_steps(million, rounds);
  if (million) measure_million(rounds < ROUNDS_OF_MILLION ? rounds : ROUNDS_OF_MILLION);
  for (int m = 0; m < results.n_modes; m++) bench_worker_stop(&workers[m]);
  if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%-60s\r", "");

  if (!rows_only) bench_print(&results);
  if (rows_only || rows_file != NULL) bench_print_rows(&results, rows);
  return fclose(rows) == 0 ? 0 : 1;
}
