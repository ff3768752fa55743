# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.threads - threads that share the work of a step."""
from __future__ import annotations

import os
from typing import Any, Callable, List, Optional

from .abi import PARALLEL_FUNCTION

class Threads:
    """`number` threads, among them the calling one; the others are begun when there is work for them,
    and never more than there are parts.  A forked child begins its own."""
    def __init__(self, number: int):
        self.number = number
        self._pool: Any = None
        self._process: Optional[int] = None

    def pool(self) -> Any:
        if self._process != os.getpid():             # after a fork none of the parent's are there
            import concurrent.futures
            self._pool = concurrent.futures.ThreadPoolExecutor(self.number - 1, "rigidstep")
            self._process = os.getpid()
        return self._pool

    def run(self, n: int, work: Callable[[int, int], None]) -> Optional[BaseException]:
        """work(first, end) for parts of 0 to n; returns what was raised."""
        shares = max(1, min(self.number, n))
        ends = [n * (k + 1) // shares for k in range(shares)]
        begun: List[Any] = []
        first: Optional[BaseException] = None
        try:
            for some in zip(ends, ends[1:]):
                begun.append(self.pool().submit(work, *some))
            work(0, ends[0])
        except BaseException as raised:              # must not unwind into C
            first = raised
        for future in begun:
            while not future.done():                 # an interrupt must not leave a part under way
                try:
                    future.exception()
                except BaseException as raised:
                    first = first or raised
            first = first or future.exception()
        return first

def executor_of(threads: int, told: Callable[[BaseException], None]) -> Any:
    """A function for Executor.parallel_for.  Its threads do not wait for each other's Python code, because ctypes lets go
    of its lock while the library works.

    Parameters
    ----------
    threads : int
        How many, with the calling one.
    told : callable
        told(exception) gets what was raised, as by the interrupt key, which ends the step.
    """
    shared = Threads(threads)

    def parallel_for(_pool: Any, n: int, run: Any, work: Any) -> int:
        def part(begin: int, end: int) -> None:
            run(work, begin, end)
        raised = shared.run(n, part)
        if raised is not None:
            told(raised)
        return int(raised is not None)
    return PARALLEL_FUNCTION(parallel_for)
