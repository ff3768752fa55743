# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.cells - what a Stepper with a thermostat or a barostat has: parameters that ramp, and the cell."""
from __future__ import annotations

import ctypes as c
from typing import Any, Iterable, Tuple

from .abi import Cell, Param
from .columns import real

Three = Tuple[float, ...]
Vectors = Tuple[Three, ...]

def rows(nine: Any) -> Vectors:
    return tuple(nine[:3]), tuple(nine[3:6]), tuple(nine[6:])

def _numbers(name: str, given: Any, n: int) -> Any:
    must = "three vectors (ax, 0, 0), (bx, by, 0), (cx, cy, cz)" if n == 3 else "three numbers"
    try:
        table = [[float(number) for number in row] for row in (given if n == 3 else [given])]
    except TypeError:
        table = []
    if [len(row) for row in table] != n * [3]:
        raise ValueError(f"{name} is {given!r}; must be {must}")
    return (c.c_double * (3 * n))(*(number for row in table for number in row))

class Cells:
    """What a Stepper with a thermostat or a barostat has."""
    def set_param(self: Any, key: str, value: float, kind: int = 0) -> None:
        """Sets a parameter of the thermostat or the barostat that ramps, from the next step on.

        Parameters
        ----------
        key : str
            Of its table, such as "kt".
        value : float
            In the unit of the table.
        kind : int, default 0
            THERMOSTAT, BAROSTAT, or 0 for both.
        """
        param = Param(str(key).encode(), None, real("value", value), kind)
        self._do_alone("stepper_set_param", c.byref(param), c.sizeof(param))

    def param(self: Any, key: str, kind: int = 0) -> float:
        """The value of a parameter of the thermostat or the barostat as it is now.

        Parameters
        ----------
        key : str
            Of its table.
        kind : int, default 0
            THERMOSTAT, BAROSTAT, or 0 for the first that has it.
        """
        value = c.c_double()
        self._do("stepper_param", kind, key, c.byref(value))
        return value.value

    def set_cell(self: Any, vectors: Iterable[Iterable[float]], origin: Iterable[float] = (0, 0, 0),
                 reference: Any = None) -> None:
        """Sets the cell that the barostat moves: before the first step, after a swap to another thermostat or
        barostat, and when the caller changed it.

        Parameters
        ----------
        vectors : array_like
            (ax, 0, 0), (bx, by, 0), (cx, cy, cz), in the columns' unit of length.
        origin : array_like, default (0, 0, 0)
            The point that a strain leaves where it is.
        reference : array_like, optional
            The vectors at which strains are 0; None: what they were before.
        """
        cell = Cell(vectors=_numbers("vectors", vectors, 3), origin=_numbers("origin", origin, 1))
        if reference is not None:
            cell.reference = _numbers("reference", reference, 3)
        self._do_alone("stepper_set_cell", c.byref(cell))

    def cell(self: Any) -> Tuple[Vectors, Three, Vectors]:
        """Vectors, origin and reference of the cell at the present configuration."""
        cell = Cell()
        self._do("stepper_cell", c.byref(cell))
        return rows(cell.vectors), tuple(cell.origin), rows(cell.reference)
