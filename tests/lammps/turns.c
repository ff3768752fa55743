/* SPDX-License-Identifier: GPL-2.0-only
 *
 * turns.c - between MPI_Init and MPI_Finalize a run on several ranks has the processors for itself:
 * cases.py preloads this.  A third of a second goes into starting such a run, mostly in waiting;
 * meanwhile others run.
 *
 * The lock belongs to turn() in cases.py; the system takes it back from a run that ends early.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static int processors = -1;

static int lock(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", getenv("RIGIDSTEP_TEST_TURNS"), name);
  const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || flock(file, LOCK_EX) != 0) {
    perror(path);
    PMPI_Abort(MPI_COMM_WORLD, 1);
  }
  return file;
}

int MPI_Init(int *argc, char ***argv) {
  const struct timespec while_waiting = { 0, 1000000 };
  const int status = PMPI_Init(argc, argv);
  int rank, here = 0;
  MPI_Request all;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    const int turn = lock("turn");
    processors = lock("processors");
    close(turn);
  }
  /* A rank that waits in a barrier keeps a processor busy. */
  PMPI_Ibarrier(MPI_COMM_WORLD, &all);
  while (PMPI_Test(&all, &here, MPI_STATUS_IGNORE) == MPI_SUCCESS && !here)
    nanosleep(&while_waiting, NULL);
  return status;
}

int MPI_Finalize(void) {
  if (processors >= 0) close(processors);
  return PMPI_Finalize();
}
