# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.pressure - what a Batch with a barostat has: a cell and a virial of each system."""
from __future__ import annotations

import ctypes as c
from typing import Any, List, Optional

import numpy as np

from ..abi import Cell
from ..bodies import Bodies

def vectors_of(cells: Any, n: int) -> Any:
    """(n, 3, 3) from the vectors of one cell for all, or of n."""
    given = np.asarray(np.nan if cells is None else cells, float)
    if given.shape not in ((3, 3), (n, 3, 3)) or not np.isfinite(given).all():
        raise ValueError(f"cells is {cells!r:.80}; with a barostat it must be three vectors (ax, 0, 0), (bx, by, 0), "
                         f"(cx, cy, cz), or {n} times these, one for each system")
    return np.array(np.broadcast_to(given, (n, 3, 3)), order="C")     # which the library writes

class Cells:
    """The cells and virials of a Batch; without a barostat it has none, and mc asks no virial."""
    _barostat: Optional[str] = None
    _virial = False                              # is one asked?
    _cells: Any = None                           # (n, 3, 3), which the library writes before it asks
    _parts: List[Bodies]                         # of each system, whose columns are the batch's

    def _take_cells(self: Any, cells: Any, n: int) -> None:
        if self._barostat is None:
            if cells is not None:
                raise TypeError("cells is given, but no barostat that changes them; give one: barostat='andersen'")
            return
        new = vectors_of(cells, n)
        self._cells = new if self._cells is None else np.concatenate([self._cells, new])

    def _join_cells(self: Any) -> None:
        """After systems came or went."""
        self.cells = None
        if self._barostat is None:
            return
        self._virials = np.zeros_like(self._cells)
        self._note_parts()
        self.cells = self.wrap(self._cells) if self.wrap else self._cells

    def _note_parts(self: Any) -> None:
        """Each sums the virial of its atoms, as it does alone."""
        self._parts = []
        for k in range(len(self) if self._barostat else 0):
            part, here = Bodies.__new__(Bodies), slice(*self._at["bodies"][k:k + 2])
            part.__setstate__(dict(self._state(k, k + 1),
                                   columns={name: values[here] for name, values in self._bodies.columns.items()}))
            self._parts.append(part)

    def _gather(self: Any, forces: Any, virials: Any) -> None:
        """Writes f, tau and the virials of the bodies."""
        given = np.asarray(virials, float)
        if given.shape != self._cells.shape:
            raise ValueError(f"force returned virials of the shape {given.shape}; must be {self._cells.shape}, of the "
                             "atoms of each system")
        for k, (part, here) in enumerate(zip(self._parts, self.split(forces))):
            self._virials[k] = given[k] - part.gather(here)

    def _tell_cells(self: Any) -> None:
        for name, vectors in zip(self.names, self._cells if self._barostat else ()):
            self._tell_cell(name, vectors, None)

    def _tell_cell(self: Any, name: int, vectors: Any, reference: Any) -> None:
        cell = Cell(vectors=(c.c_double * 9)(*vectors.flat))
        if reference is not None:
            cell.reference = (c.c_double * 9)(*vectors_of(reference, 1)[0].flat)
        self._told(self._stepper._do_alone, "batch_set_cell", name, c.byref(cell))

    def _read_cells(self: Any) -> None:
        cell = Cell()
        for k, name in enumerate(self.names if self._barostat else ()):
            self._stepper._do("batch_cell", name, c.byref(cell))
            self._cells[k].flat = cell.vectors

    def set_cell(self: Any, name: int, vectors: Any, reference: Any = None) -> None:
        """Sets the cell of a system, between steps; its atoms stay where they are.

        Parameters
        ----------
        name : int
            Of the system.
        vectors, reference : array_like
            As Stepper.set_cell takes them.
        """
        place = self._place(name)
        if self._barostat is None:
            raise TypeError("the batch has no barostat, and so no cells")
        given = vectors_of(vectors, 1)[0]
        self._tell_cell(name, given, reference)
        self._cells[place] = given
