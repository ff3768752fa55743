/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded, this gives a program its own processor time for the time of day's passing: LAMMPS'
 * table of where a run's time goes is then about work, whoever else is at work on the machine.
 * (29Sep2021 asks MPI for the time, later releases the C++ library, which asks clock_gettime.)
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (clock == CLOCK_MONOTONIC) clock = CLOCK_PROCESS_CPUTIME_ID;
  return (int)syscall(SYS_clock_gettime, clock, now);
}

double MPI_Wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
