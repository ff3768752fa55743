/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_worker.c - child processes that measure.
 *
 * The library decides once in a process which of its kernels it uses, and the environment variable
 * RIGIDSTEP_KERNELS has a say in it.  So there is one process for each set of kernels.  All live
 * until the end and measure when asked, one at a time: what is compared is measured in turns, under
 * the same load of the machine.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUESTIONS = 3, ANSWERS = 4 }; /* file descriptors in the worker */

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
double bench_cpu_time(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
double bench_wall_time(void) { return seconds(CLOCK_MONOTONIC); }

static bool read_all(int from, void *to, size_t size) {
  for (char *at = to; size > 0;) {
    const ssize_t got = read(from, at, size);
    if (got <= 0) return false;
    at += got;
    size -= (size_t)got;
  }
  return true;
}

bool bench_worker_start(bench_worker *worker) {
  int down[2], up[2];
  if (pipe(down) != 0 || pipe(up) != 0) return false;
  worker->pid = fork();
  if (worker->pid < 0) return false;
  if (worker->pid == 0) {
    /* High numbers first: the pipes may lie where the worker's descriptors are to be. */
    const int questions = dup2(down[0], 100), answers = dup2(up[1], 101);
    for (int fd = 3; fd < 100; fd++) close(fd);
    dup2(questions, QUESTIONS);
    dup2(answers, ANSWERS);
    close(questions);
    close(answers);
    setenv("RIGIDSTEP_KERNELS", worker->kernels, 1);
    execl("/proc/self/exe", "bench", "--worker", (char *)NULL);
    _exit(1);
  }
  close(down[0]);
  close(up[1]);
  worker->ask = down[1];
  worker->listen = up[0];
  return true;
}

bool bench_worker_ask(bench_worker *worker, const bench_question *question, bench_answer *answer) {
  return write(worker->ask, question, sizeof *question) == (ssize_t)sizeof *question &&
         read_all(worker->listen, answer, sizeof *answer);
}

void bench_worker_stop(bench_worker *worker) {
  close(worker->ask);
  close(worker->listen);
  waitpid(worker->pid, NULL, 0);
}

int bench_worker_main(void) {
  bench_question question;
  while (read_all(QUESTIONS, &question, sizeof question)) {
    bench_answer answer;
    memset(&answer, 0, sizeof answer);
    switch (question.what) {
    case ASK_KERNELS: bench_answer_kernels(&answer); break;
    case ASK_FLOW: bench_answer_flow(&question, &answer); break;
    case ASK_ERROR: bench_answer_error(&question, &answer); break;
    case ASK_COPY: bench_answer_copy(&question, &answer); break;
    case ASK_STEP: bench_answer_step(&question, &answer); break;
    case ASK_THREADS: bench_answer_threads(&question, &answer); break;
    default: return 2;
    }
    if (write(ANSWERS, &answer, sizeof answer) != (ssize_t)sizeof answer) return 2;
  }
  return 0;
}
