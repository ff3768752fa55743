# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.cells - the draft calls of rigidstep/draft_cell.h: cells that change their lengths and angles."""
from __future__ import annotations

import ctypes as c
import functools
from typing import Any, Callable, Iterable, Optional, Tuple

from .abi import _T, DRAFT_ABI, E_NAME, _struct
from .library import Library, Refused

FLEXIBLE = "flexible"                 # the piston
CALLS = dict(draft_allow="hue", draft_stepper_set_cell="hhe", draft_stepper_cell="hhe",
             draft_stepper_shear_virial="hDe")
_T["W"] = c.c_double * 9
Cell = _struct("Cell", "vectors:W centre:V reference:W flags:u reserved0:u")

Three = Tuple[float, ...]
Vectors = Tuple[Three, ...]

def _cell(**values: Any) -> Any:
    cell = Cell(**values)
    cell.head.abi = DRAFT_ABI
    return cell

def _bind(library: Library) -> None:
    """Gives the library the draft calls."""
    for name, kinds in CALLS.items():
        try:
            function = c.CFUNCTYPE(c.c_int32, *[_T[kind] for kind in kinds])(("rgs_" + name, library._file))
        except AttributeError:
            raise Refused(name, E_NAME, -1, f"{library.path} has no piston '{FLEXIBLE}'; use the library that belongs to "
                          "this package") from None
        setattr(library, name, library._wrap(name, function, "s", kinds))

def allow(library: Library, context: Any, piston: Optional[str]) -> None:
    """From now on the context has the piston, if this is the one."""
    if piston == FLEXIBLE:
        _bind(library)
        library.draft_allow(context, DRAFT_ABI)

def answers(library: Library, stepper: Any, piston: Optional[str]) -> \
        Optional[Tuple[Callable[[], Vectors], Callable[[Any], None]]]:
    """For a request: reads the vectors of the cell, and takes the virial of the shears."""
    if piston != FLEXIBLE:
        return None
    return (lambda: _read(functools.partial(library.draft_stepper_cell, stepper))[0],
            functools.partial(library.draft_stepper_shear_virial, stepper))

def _read(ask: Callable[[Any], None]) -> Tuple[Vectors, Three, Vectors]:
    cell = _cell()
    ask(c.byref(cell))
    return _rows(cell.vectors), tuple(cell.centre), _rows(cell.reference)

def _rows(nine: Any) -> Vectors:
    return tuple(nine[:3]), tuple(nine[3:6]), tuple(nine[6:])

def _nine(name: str, vectors: Any) -> Any:
    try:
        rows = [[float(number) for number in vector] for vector in vectors]
    except TypeError:
        rows = []
    if [len(row) for row in rows] != [3, 3, 3]:
        raise ValueError(f"{name} is {vectors!r}; must be three vectors (ax, 0, 0), (bx, by, 0), (cx, cy, cz)")
    return (c.c_double * 9)(*rows[0], *rows[1], *rows[2])

class Cells:
    """What a Stepper with the draft piston `flexible` has in place of set_box and box."""
    def set_cell(self: Any, vectors: Iterable[Iterable[float]], centre: Iterable[float] = (0, 0, 0),
                 reference: Any = None) -> None:
        """The vectors (ax, 0, 0), (bx, by, 0), (cx, cy, cz) of the cell that the piston `flexible` moves: before the
        first step, after a swap, and when the caller changed it.  reference: the vectors at which strains are 0;
        None: what they were before.  force is force(time, vectors) with this piston: it sets its cell to these
        three vectors first, and returns the potential energy and six numbers of the molecular virial: xx, yy,
        zz, and of the shears, the sums over pairs of F_x d_y, F_x d_z and F_y d_z."""
        cell = _cell(vectors=_nine("vectors", vectors), centre=(c.c_double * 3)(*centre))
        if reference is not None:
            cell.reference = _nine("reference", reference)
        _bind(self.library)
        self._do_alone("draft_stepper_set_cell", c.byref(cell))

    def cell(self: Any) -> Tuple[Vectors, Three, Vectors]:
        """Vectors, centre and reference of the cell at the present configuration."""
        _bind(self.library)
        return _read(functools.partial(self._do, "draft_stepper_cell"))
