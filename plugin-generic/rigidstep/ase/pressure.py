# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.pressure - what the pistons want of a cell: targets, how it lies, and its virial."""
from __future__ import annotations

import warnings
from typing import Any, Dict, List

import numpy as np
from ase import units

from ..columns import real

FLAT = 1e-9                                       # of the product of its vectors' lengths: a cell without a volume
LARGE = 1.0                                       # eV/Angstrom^3: no molecule is rigid there
SAME = 1e-9                                       # entries of a symmetric stress differ by less, in parts of the largest
STRAINS = dict(xx=(0, 0), yy=(1, 1), zz=(2, 2), xy=(0, 1), xz=(0, 2), yz=(1, 2))
VOIGT = [0, 1, 2, 5, 4, 3]                        # ASE has yz, xz, xy

def andersen_params(atoms: Any, pressure: Any, couple: str) -> Dict[str, float]:
    given = np.asarray(pressure, object)
    if given.shape not in ((), (3,)):
        raise ValueError(f"pressure is {pressure!r}; must be a number, or three, None for an axis that keeps its length")
    targets: List[Any] = [value if value is None else real("pressure", value) for value in np.broadcast_to(given, 3)]
    groups = dict(xyz=(1, 1, 1), xy=(1, 1, 2), yz=(2, 1, 1), xz=(1, 2, 1), none=(1, 2, 3)).get(couple)
    if groups is None:
        raise ValueError(f"couple is {couple!r}; must be xyz, xy, yz, xz or none")
    moved = [k for k in range(3) if targets[k] is not None]
    largest = max([abs(targets[k]) for k in moved], default=0)
    if largest > LARGE:
        warnings.warn(f"pressure is {largest:g} eV/Angstrom^3, which is {largest / units.bar:.1e} bar; for {largest:g} bar write "
                      f"pressure={largest:g} * units.bar", stacklevel=4)
    cell = atoms.cell.array
    if not moved or not abs(np.linalg.det(cell)) > FLAT * np.linalg.norm(cell, axis=1).prod():
        raise ValueError(f"the cell is {cell.tolist()} and pressure {pressure}; a piston needs a cell with a "
                         "volume and at least one axis with a pressure")
    for k in moved:
        for vector in range(3):
            if cell[vector, k] and not atoms.pbc[vector]:
                raise ValueError(f"atoms is not periodic along vector {vector} of its cell, but a pressure acts along "
                                 f"{'xyz'[k]}; set atoms.pbc[{vector}] = True, or give None for this axis in pressure")
    mean = float(np.mean([targets[k] for k in moved]))
    told = dict(pressure=mean)
    for k in range(3):
        told[f"group_{'xyz'[k]}"] = groups[k] if k in moved else 0
        if k in moved and targets[k] != mean:
            told[f"deviation_{'xyz'[k]}"] = targets[k] - mean
    return told

def lengths_of(cell: Any) -> Any:
    """What a piston may take for the lengths of a cell: it uses their ratios to those later, and their product."""
    along = cell.diagonal()
    is_box = (cell == np.diag(along)).all() and (along > 0).all()
    return along.copy() if is_box else np.full(3, abs(np.linalg.det(cell)) ** (1 / 3))

def flexible_params(atoms: Any, pressure: Any, couple: str) -> Dict[str, float]:
    """The piston's parameters for a pressure, or for a tensor (3, 3) that is positive where it compresses."""
    if couple != "xyz":
        raise ValueError(f"couple is {couple!r}; the piston 'flexible' couples nothing, so leave couple out")
    target = np.asarray(pressure, object)
    if target.shape not in ((), (3, 3)):
        raise ValueError(f"pressure is {pressure!r}; with the piston 'flexible' it must be a number, or a symmetric tensor "
                         "(3, 3) that refers to the cell at the start, positive for compression")
    numbers = np.array([real("pressure", value) for value in target.flat])
    tensor = numbers.reshape(3, 3) if len(numbers) == 9 else numbers[0] * np.eye(3)
    if abs(tensor - tensor.T).max() > SAME * abs(tensor).max():
        raise ValueError(f"pressure is {tensor.tolist()}; a stress must be symmetric")
    turn = turn_of(atoms)
    tensor = turn @ tensor @ turn.T if len(numbers) == 9 else tensor
    mean = float(np.trace(tensor)) / 3
    told = dict(pressure=mean)
    for name, (a, b) in STRAINS.items():
        beyond = (tensor[a, b] + tensor[b, a]) / 2 - mean * (a == b)
        if beyond != 0 or len(numbers) == 9:
            told["deviation_" + name] = float(beyond)
    return told

def turn_of(atoms: Any) -> Any:
    """The axes, as rows, in which the cell's vectors are (ax, 0, 0), (bx, by, 0), (cx, cy, cz) with ax, by, cz > 0."""
    cell = atoms.cell.array
    if not np.linalg.det(cell) > FLAT * np.linalg.norm(cell, axis=1).prod():
        raise ValueError(f"the cell is {cell.tolist()}; the piston 'flexible' needs three right-handed vectors with a volume: "
                         "if they are left-handed, swap two of them")
    if not atoms.pbc.all():
        raise ValueError("atoms is not periodic along all vectors of its cell; with the piston 'flexible' it must be "
                         "(atoms.pbc)")
    if not np.triu(cell, 1).any() and (cell.diagonal() > 0).all():
        return np.eye(3)                             # in every bit
    axes, along = np.linalg.qr(cell.T)
    return (axes * np.sign(along.diagonal())).T

def virial(volume: float, stress: Any, within: Any, turn: Any) -> Any:
    """Six numbers along the rows of turn (None: x, y, z), from ASE's stress of the atoms and what is missing from it
    along these (Bodies.gather_tensor)."""
    six = np.asarray(stress)[VOIGT]
    if turn is not None:
        tensor = turn @ six[[[0, 3, 4], [3, 1, 5], [4, 5, 2]]] @ turn.T
        six = np.array([tensor[at] for at in STRAINS.values()])
    return -volume * six - within
