# SPDX-License-Identifier: BSD-3-Clause
"""Threads in Python: t_python_threads.py MODULE.  (bench.py measures what they gain.)"""
import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time
from array import array

import rigidstep
import rigidstep.stepper
from case_list import case, run
from refused import columns, says
from rigidstep import Library, Stepper

rgs = Library(sys.argv[1])
N = 2500


def bodies(n):
    return dict(columns(n), l=array("d", [i % 13 - 6.0 for i in range(3 * n)]),
                f=array("d", 3 * n * [0.25]), tau=array("d", 3 * n * [-0.5]))


def moved(threads, steps=5, **more):
    body = bodies(N)
    with Stepper(rgs, "exact", "strang", body, lambda time: 0.0, threads=threads, **more) as stepper:
        stepper.step(0.05, steps)
        return [body[name].tobytes() for name in "xpql"]


langevin = dict(thermostat="langevin", params=dict(kt=1.0, relaxation=0.5, seed=3))
for more in {}, langevin:
    alone = moved(1, **more)
    for threads in 2, 3, 8:
        assert moved(threads, **more) == alone, threads


@case
def no_more_than_parts():
    """No more threads than there are parts of the work (6 of 2500 bodies)."""
    begun = []
    class Counted(threading.Thread):
        def start(self):
            begun.append(self)
            super().start()
    plain, threading.Thread = threading.Thread, Counted
    assert moved(100000, **langevin) == alone and 0 < len(begun) < 40, len(begun)
    threading.Thread = plain


@case
def fork():
    """A child of fork() begins threads of its own."""
    with Stepper(rgs, "exact", "strang", bodies(N), lambda time: 0.0, threads=3) as stepper:
        stepper.step(0.05)
        child = os.fork()
        if child == 0:
            signal.alarm(60)                             # a child that hangs ends by this
            stepper.step(0.05)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    del stepper


@case
def end_with_their_stepper():
    """Threads end with their stepper."""
    for _ in range(50):
        if not any(thread.name.startswith("rigidstep") for thread in threading.enumerate()):
            break
        time.sleep(0.1)
    else:
        raise AssertionError("threads are left")


@case
def cannot_be_begun():
    """A thread that cannot be begun: what it raises comes out of the step, and the parts that were begun
    are done."""
    class Few(concurrent.futures.ThreadPoolExecutor):
        begun = 0

        def submit(self, *work):
            self.begun += 1
            if self.begun > 1:
                raise RuntimeError("can't start new thread")
            return super().submit(*work)

    many, concurrent.futures.ThreadPoolExecutor = concurrent.futures.ThreadPoolExecutor, Few
    says(RuntimeError, "new thread", moved, 3)
    concurrent.futures.ThreadPoolExecutor = many


@case
def executor_raises():
    """What an executor raises comes out of the step."""
    made = rigidstep.stepper.executor_of

    def broken(threads, told):
        def parallel_for(_pool, n, run, work):
            told(KeyError("in a thread"))
            return 1
        return rigidstep.PARALLEL_FUNCTION(parallel_for)

    rigidstep.stepper.executor_of = broken
    says(KeyError, "in a thread", moved, 2)
    rigidstep.stepper.executor_of = made


@case
def close_beside_readers():
    """Close and swap beside threads that read: a reader is answered or refused, and reads nothing that was
    freed.  Freed memory is overwritten (MALLOC_PERTURB_ of glibc), so that a stale handle ends the
    child."""
    if os.environ.get("MALLOC_PERTURB_") != "165":
        sys.exit(subprocess.run([sys.executable, *sys.argv[:2]], env=dict(os.environ, MALLOC_PERTURB_="165")).returncode)
    for round in range(40):
        stepper = Stepper(rgs, "exact", "strang", bodies(3), lambda time: 0.0)
        stepper.step(0.05)
        answers = []
        def read(*calls):
            try:
                while True:
                    answers.append([call() for call in calls])
            except rigidstep.Refused as refused:
                assert "is closed" in str(refused), refused
                answers.append(None)
        readers = [threading.Thread(target=read, args=(call,)) for call in
                   (stepper.energy, stepper.describe, stepper.outputs, lambda: stepper.time, lambda: stepper.steps)]
        for reader in readers:
            reader.start()
        for name in "dmv2", "exact":
            stepper.swap(name, "strang")
        stepper.close()
        for reader in readers:
            reader.join(60)
        assert answers.count(None) == len(readers), answers[-1]


run()
