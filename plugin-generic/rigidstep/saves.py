# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.saves - blocks of bytes from which a Stepper continues."""
from __future__ import annotations

import ctypes as c
import os
from typing import Any, Optional, Union

from .abi import E_SPACE
from .files import replaced
from .library import Path, Refused

class Saves:
    """What a Stepper saves and loads."""
    def _block(self: Any, call: str) -> bytes:
        size = c.c_size_t()
        try:
            self._do_alone(call, None, c.byref(size))
        except Refused as refused:
            if refused.status != E_SPACE:
                raise
        block = c.create_string_buffer(size.value)
        self._do_alone(call, block, c.byref(size))
        return block.raw

    def save(self, path: Optional[Path] = None) -> bytes:
        """Saves bodies, thermostat, barostat, noise and the place in the step.

        Parameters
        ----------
        path : path-like, optional
            A file that is written, too; it is replaced as a whole.

        Returns
        -------
        bytes
            A block from which a stepper with the same arguments continues bit for bit.
        """
        block = self._block("stepper_save")
        if path is not None:
            with replaced(path) as file:
                file.write(block)
        return block

    def load(self: Any, saved: Union[bytes, Path]) -> None:
        """Continues from a save.

        Parameters
        ----------
        saved : bytes or path-like
            What save() returned, or the file that it wrote.
        """
        if not isinstance(saved, bytes):
            if not isinstance(saved, (str, os.PathLike)):
                raise TypeError(f"saved is {saved!r}; must be what save() returned, or a path")
            with open(saved, "rb") as file:
                saved = file.read()
        self._do_alone("stepper_load", saved, len(saved))

    def save_ensemble(self) -> bytes:
        """Saves what thermostat, barostat and noise keep, without the bodies: the same on all ranks."""
        return self._block("stepper_save_ensemble")

    def load_ensemble(self: Any, block: bytes) -> None:
        """Continues with the thermostat, barostat and noise of another run.

        Parameters
        ----------
        block : bytes
            What save_ensemble() returned.
        """
        self._do_alone("stepper_load_ensemble", block, len(block))
