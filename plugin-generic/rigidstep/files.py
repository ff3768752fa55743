# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.files - files that are there as a whole, or not."""
from __future__ import annotations

import contextlib
import os
from typing import BinaryIO, Iterator

from .library import Path

@contextlib.contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of path when it is written: an interrupt leaves the former file whole.
    It is written beside path under another name, where a link that lies there is not followed."""
    beside = os.fspath(path) + ".part"
    with contextlib.suppress(FileNotFoundError):
        os.remove(beside)
    with open(beside, "xb") as file:
        yield file
    os.replace(beside, path)
