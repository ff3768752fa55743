# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.pressure - what barostats want of the cell of atoms: targets, how it lies, and its virial."""
from __future__ import annotations

import warnings
from typing import Any, Dict, NamedTuple

import numpy as np
from ase import units
from ase.calculators.calculator import PropertyNotImplementedError

from ..columns import real
from .ensembles import Barostat
from .molecules import PUSH, has_constraint

FLAT = 1e-9                                       # of the product of its vectors' lengths: a cell without a volume
LARGE = 1.0                                       # eV/Angstrom^3: no molecule is rigid there
SAME = 1e-9                                       # entries of a symmetric stress differ by less, in parts of the largest
STRAINS = dict(xx=(0, 0), yy=(1, 1), zz=(2, 2), xy=(0, 1), xz=(0, 2), yz=(1, 2))
GROUPS = dict(xyz=(1, 1, 1), xy=(1, 1, 2), yz=(2, 1, 1), xz=(1, 2, 1), none=(1, 2, 3))

class Frame(NamedTuple):
    """How the stepper's cell lies: the vectors of atoms are shape @ (its vectors) @ turn."""
    turn: Any                                     # rows: the axes of the bodies' vectors
    shape: Any
    vectors: Any                                  # (ax, 0, 0), (bx, by, 0), (cx, cy, cz) with ax, by, cz > 0

STILL = Frame(np.eye(3), np.eye(3), np.eye(3))

def refuse_unknown_to_stress(atoms: Any, instead: str = "leave the barostat out") -> None:
    if has_constraint(atoms, "FixCom", *PUSH):
        raise ValueError("atoms has FixCom, Hookean or ExternalForce, which the calculator's stress does not include; "
                         f"remove these constraints (atoms.set_constraint()), or {instead}")

def targets(atoms: Any, barostat: Barostat, table: Dict[str, Any]) -> "tuple[Frame, Dict[str, float]]":
    """How the cell lies for a barostat, and the parameters for its pressure; refuses a cell that it cannot change."""
    given, shears, axes = np.asarray(barostat.pressure, object), "deviation_xy" in table, "group_x" in table
    other = (3, 3) if shears else (3,) if axes else ()
    if given.shape not in ((), other):
        more = ", or a symmetric tensor (3, 3) that refers to the cell at the start, positive for compression" \
            if shears else ", or three, None for an axis that keeps its length" if axes else ""
        raise ValueError(f"pressure is {barostat.pressure!r}; with the barostat '{barostat.name}' it must be a number"
                         + more)
    if barostat.couple not in GROUPS:
        raise ValueError(f"couple is {barostat.couple!r}; must be {', '.join(GROUPS)}")
    if barostat.couple != "xyz" and (shears or not axes):
        raise ValueError(f"couple is {barostat.couple!r}; the barostat '{barostat.name}' couples nothing, so leave couple "
                         "out")
    numbers = np.array([np.nan if value is None and given.ndim == 1 else real("pressure", value)
                        for value in given.flat])
    if np.nanmax(abs(numbers), initial=0) > LARGE:
        largest = np.nanmax(abs(numbers))
        warnings.warn(f"pressure is {largest:g} eV/Angstrom^3, which is {largest / units.bar:.1e} bar; for {largest:g} "
                      f"bar write {largest:g} * units.bar", stacklevel=6)
    frame = _frame(atoms, shears, ~np.isnan(np.broadcast_to(numbers, 3) if len(numbers) < 9 else np.zeros(3)))
    if len(numbers) == 9:
        tensor = numbers.reshape(3, 3)
        if abs(tensor - tensor.T).max() > SAME * abs(tensor).max():
            raise ValueError(f"pressure is {tensor.tolist()}; a stress must be symmetric")
        tensor = frame.turn @ tensor @ frame.turn.T
        mean = float(np.trace(tensor)) / 3
        beyond = (tensor + tensor.T) / 2 - mean * np.eye(3)
        return frame, dict({f"deviation_{name}": float(beyond[at]) for name, at in STRAINS.items()}, pressure=mean)
    mean = float(np.nanmean(numbers))
    told: Dict[str, float] = dict(pressure=mean)
    for k, axis in enumerate("xyz" if axes and not shears else ""):
        target = np.broadcast_to(numbers, 3)[k]
        told[f"group_{axis}"] = 0 if np.isnan(target) else GROUPS[barostat.couple][k]
        if not np.isnan(target) and target != mean:
            told[f"deviation_{axis}"] = float(target - mean)
    return frame, told

def _frame(atoms: Any, shears: bool, moved: Any) -> Frame:
    cell, still = atoms.cell.array, STILL.turn
    volume = np.linalg.det(cell)
    if not moved.any() or not (volume if shears else abs(volume)) > FLAT * np.linalg.norm(cell, axis=1).prod():
        raise ValueError(f"the cell is {cell.tolist()}; a barostat needs a cell with a volume and at least one axis "
                         "with a pressure" + (", and this one three right-handed vectors: if they are left-handed, swap "
                                              "two of them" if shears else ""))
    if shears and not atoms.pbc.all():
        raise ValueError("atoms is not periodic along all vectors of its cell; with a barostat that shears it, it must "
                         "be (atoms.pbc)")
    for k, vector in np.argwhere(cell.T * moved[:, None]):
        if not atoms.pbc[vector]:
            raise ValueError(f"atoms is not periodic along vector {vector} of its cell, but a pressure acts along "
                             f"{'xyz'[k]}; set atoms.pbc[{vector}] = True, or give None for this axis in pressure")
    if not np.triu(cell, 1).any() and (cell.diagonal() > 0).all():
        return Frame(still, still, cell.copy())      # in every bit
    if shears:
        axes, along = np.linalg.qr(cell.T)
        turn = (axes * np.sign(along.diagonal())).T
        return Frame(turn, still, np.tril(cell @ turn.T))
    # Of a cell that only scales along x, y and z a barostat uses the ratios to later lengths, and the volume.
    edge = abs(volume) ** (1 / 3)
    return Frame(still, cell / edge, edge * still)

def stress_of(atoms: Any) -> Any:
    """Of a calculator that has one, and a finite one."""
    try:
        stress = atoms.get_stress(apply_constraint=False)
    except (PropertyNotImplementedError, NotImplementedError) as error:
        raise ValueError(f"a barostat needs the stress, which the calculator {type(atoms.calc).__name__} does not compute "
                         f"({error}); use another calculator, or leave the barostat out") from None
    if not np.isfinite(stress).all():
        raise ValueError(f"the calculator returned the stress {stress.tolist()}; must be finite")
    return stress

def virial(volume: float, stress: Any, intramolecular: Any, turn: Any) -> Any:
    """Of the bodies, (3, 3) along the rows of turn (None: x, y, z), from ASE's stress of the atoms and what is missing
    from it along these (Bodies.gather)."""
    tensor = np.asarray(stress)[[[0, 5, 4], [5, 1, 3], [4, 3, 2]]]
    return -volume * (tensor if turn is None else turn @ tensor @ turn.T) - intramolecular
