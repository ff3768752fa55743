/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_apart_posix.c - a test in a child that fork made.
 */
#include "contract_apart.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The standard streams are the host's.  In the child they are the file `printed`, and the lines about
 * the method keep a way of their own. */
static void keep_apart(FILE *printed) {
  const int own = printed != NULL ? dup(STDOUT_FILENO) : -1;
  FILE *stream = own >= 0 ? fdopen(own, "w") : NULL;
  if (stream == NULL) return;
  setvbuf(stream, NULL, _IOLBF, BUFSIZ);
  so_far.lines = stream;
  dup2(fileno(printed), STDOUT_FILENO);
  dup2(fileno(printed), STDERR_FILENO);
}

static _Noreturn void be_child(const lone_test *t, FILE *printed, int answer) {
  long counts[2];
  keep_apart(printed);
  alarm(t->limit);
  report_on(t->method, t->test, t->what);
  counts[0] = so_far.passed, counts[1] = so_far.failed;
  fflush(so_far.lines);
  fflush(stdout);
  exit(write(answer, counts, sizeof counts) == sizeof counts ? 0 : 1);
}

bool run_apart(const lone_test *t, FILE **printed, char *why, size_t room) {
  int ends[2];
  long counts[2];
  fflush(stdout);
  *printed = tmpfile();
  const pid_t child = pipe(ends) == 0 ? fork() : -1;
  if (child < 0) {
    if (*printed != NULL) fclose(*printed);
    *printed = NULL;
    report_on(t->method, t->test, t->what);
    return true;
  }
  if (child == 0) be_child(t, *printed, ends[1]);
  close(ends[1]);
  const bool told = read(ends[0], counts, sizeof counts) == sizeof counts;
  int end = 0;
  const bool waited = waitpid(child, &end, 0) == child;
  close(ends[0]);
  if (told) so_far.passed = counts[0], so_far.failed = counts[1];
  if (told && waited && WIFEXITED(end) && WEXITSTATUS(end) == 0) return true;
  if (waited && WIFSIGNALED(end) && WTERMSIG(end) == SIGALRM)
    snprintf(why, room, "no end after %u s (--limit)", t->limit);
  else if (waited && WIFSIGNALED(end))
    snprintf(why, room, "it crashed: signal %d, %s", WTERMSIG(end), strsignal(WTERMSIG(end)));
  else
    snprintf(why, room, "it ended the process");
  return false;
}
