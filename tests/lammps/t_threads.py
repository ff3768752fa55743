# SPDX-License-Identifier: GPL-2.0-only
"""Threads of a rank."""
import os

from cases import PLANE, between, case, check, rows, same, says_once, trimers

ENSEMBLE = " f_move[13] f_move[16] econserve"


def many_trimers(ranks, threads, **more):
    """2197 trimers, of which four threads get their shares; a thread that waits lets others work."""
    return trimers(ranks, **dict(dict(box="0 13 0 13 0 13"), **more), steps=20, every=5,
                   env=dict(OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive"))


@rows([
    ("small", 1, (1, 2, 4), "", "rigid/small/rgs molecule"),
    ("small_ranks", 2, (1, 2), "", "rigid/small/rgs molecule"),
    ("all", 1, (1, 2, 4), "", "rigid/rgs molecule"),
    ("langevin", 1, (1, 2), "", "rigid/small/rgs molecule langevin 1 1 1 77"),
    ("langevin_all", 1, (1, 4), "", "rigid/rgs molecule langevin 1 1 1 77"),
    ("npt", 1, (1, 2, 4), ENSEMBLE, "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1"),
    ("npt_all", 1, (1, 4), ENSEMBLE, "rigid/npt/rgs molecule temp 1 1 1 aniso 1 1 1 thermostat langevin"),
])
def bits(ranks, threads, columns, fix):
    """The same bits, and threads there are: those that LAMMPS and MPI start are there with one thread, too."""
    one, *others = [many_trimers(ranks, t, fix=fix, columns="pe ke press vol f_move[1] f_move[2] f_move[10] f_move[12]" + columns,
                                 again="shell grep Threads /proc/$PPID/status") for t in threads]

    def count(run):
        return int(run.says("^Threads.*")[0].split()[1])
    for run, t in zip(others, threads[1:]):
        same(f"{fix}, 1 and {t} threads", one, run, 5)
        between(t - 1, t - 1, count(run) - count(one), f"{fix}, {ranks} ranks: threads of a process more than with one, of {t}")
    check(others[-1].says(f"^Fix {fix.split()[0]} .*, {threads[-1]} threads$") and not one.says("^Fix .* threads$"), f"{fix}: the log says how many")


@case
def plane():
    one, two = [many_trimers(1, threads, fix="rigid/small/rgs molecule", columns="pe ke press f_move[1] f_move[2]",
                             **dict(PLANE, box="0 47 0 47 -0.1 0.1")) for threads in (1, 2)]
    same("in two dimensions, 1 and 2 threads", one, two, 5)


@case
def crowded():
    """More threads than processors are told, once."""
    first = str(min(os.sched_getaffinity(0)))
    run = many_trimers(1, 2, fix="rigid/small/rgs molecule", columns="pe", again="run 2", before=["taskset", "-c", first])
    assert run.status == 0, run
    says_once("two threads on one processor", r"WARNING: Fix rigid/small/rgs \(ID move\): 2 threads of a rank share 1 processors and wait for each "
              "other; use a smaller OMP_NUM_THREADS", run)
