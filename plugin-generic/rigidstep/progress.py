# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.progress - how far a long run is."""
from __future__ import annotations

import importlib
import sys
from typing import Any, Iterator

class _Plain:
    """A line on stderr that is written again at each hundredth, where tqdm is not installed."""
    def __init__(self, total: int):
        self._total, self._done = total, 0

    def __enter__(self) -> _Plain:
        return self

    def __exit__(self, *raised: Any) -> None:
        print(file=sys.stderr)

    def update(self, steps: int) -> None:
        before, self._done = self._done, self._done + steps
        if 100 * before // self._total < 100 * self._done // self._total:
            print(f"\rstep {self._done} of {self._total}", end="", file=sys.stderr, flush=True)

def parts_shown(steps: int) -> Iterator[int]:
    """So many steps in parts; what is done shows on stderr.  What is no number of steps comes as it is, to be refused."""
    if not isinstance(steps, int) or steps < 1:
        yield steps
        return
    try:
        shown: Any = importlib.import_module("tqdm").tqdm(total=steps, unit="step")
    except ImportError:
        shown = _Plain(steps)
    size = steps // 1000 + 1
    with shown:
        for done in range(0, steps, size):
            part = min(size, steps - done)
            yield part
            shown.update(part)
