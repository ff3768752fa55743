# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.pressure - what the pistons want of a cell: targets, and how it lies."""
from __future__ import annotations

import warnings
from typing import Any, Dict, List

import numpy as np
from ase import units

from ..columns import real

FLAT = 1e-9                                       # of the product of its vectors' lengths: a cell without a volume
LARGE = 1.0                                       # eV/Angstrom^3: no molecule is rigid there
SAME = 1e-9                                       # entries of a symmetric stress differ by less, in parts of the largest
COUPLED = dict(xyz=(1, 1, 1), xy=(1, 1, 2), yz=(2, 1, 1), xz=(1, 2, 1), none=(1, 2, 3))
STRAINS = dict(xx=(0, 0), yy=(1, 1), zz=(2, 2), xy=(0, 1), xz=(0, 2), yz=(1, 2))
FULL = [[0, 5, 4], [5, 1, 3], [4, 3, 2]]          # of ASE's stress xx, yy, zz, yz, xz, xy

def axes_of(atoms: Any) -> Any:
    """The axes, as rows, in which the cell's vectors are (ax, 0, 0), (bx, by, 0), (cx, cy, cz) with ax, by, cz > 0."""
    cell = atoms.cell.array
    if not np.linalg.det(cell) > FLAT * np.linalg.norm(cell, axis=1).prod():
        raise ValueError(f"the cell is {cell.tolist()}; a piston needs a cell with a volume, of three right-handed vectors: "
                         "if they are left-handed, swap two of them")
    if not np.triu(cell, 1).any() and (cell.diagonal() > 0).all():
        return np.eye(3)                             # in every bit
    axes, along = np.linalg.qr(cell.T)
    return (axes * np.sign(along.diagonal())).T

def piston_params(atoms: Any, piston: str, pressure: Any, couple: str) -> Dict[str, float]:
    """A piston's parameters for a pressure.  With `andersen` it may be three, None for an axis that keeps its length;
    with `flexible` a tensor (3, 3) that is positive where it compresses."""
    if piston not in ("andersen", "flexible"):
        raise ValueError(f"piston is {piston!r}; must be 'andersen' or 'flexible'")
    if couple not in COUPLED:
        raise ValueError(f"couple is {couple!r}; must be xyz, xy, yz, xz or none")
    flexible, given = piston == "flexible", np.asarray(pressure, object)
    if flexible and couple != "xyz":
        raise ValueError(f"couple is {couple!r}; the piston 'flexible' couples nothing, so leave couple out")
    if given.shape not in ((), (3, 3) if flexible else (3,)):
        more = ("a symmetric tensor (3, 3) that refers to the cell at the start, positive for compression" if flexible
                else "three, None for an axis that keeps its length")
        raise ValueError(f"pressure is {pressure!r}; must be a number, or {more}")
    moved = [k for k in range(3) if given.shape != (3,) or given[k] is not None]
    if not moved:
        raise ValueError(f"pressure is {pressure!r}; a piston needs at least one axis with a pressure")
    values = np.array([0.0 if value is None and given.ndim == 1 else real("pressure", value) for value in given.flat])
    tensor = values.reshape(3, 3) if given.ndim == 2 else np.diag(np.broadcast_to(values, 3))
    largest = abs(tensor).max()
    if largest > LARGE:
        warnings.warn(f"pressure is {largest:g} eV/Angstrom^3, which is {largest / units.bar:.1e} bar; for {largest:g} bar write "
                      f"pressure={largest:g} * units.bar", stacklevel=4)
    if abs(tensor - tensor.T).max() > SAME * largest:
        raise ValueError(f"pressure is {tensor.tolist()}; a stress must be symmetric")
    axes = axes_of(atoms)
    _refuse_cell(atoms, axes, moved, flexible or couple == "xyz" and len(moved) == 3)
    mean = float(tensor.diagonal()[moved].mean())
    told = dict(pressure=mean)
    if flexible:
        tensor = axes @ tensor @ axes.T if given.shape else tensor
        beyond = {name: (tensor[a, b] + tensor[b, a]) / 2 - mean * (a == b) for name, (a, b) in STRAINS.items()}
    else:
        told.update({f"group_{'xyz'[k]}": COUPLED[couple][k] if k in moved else 0 for k in range(3)})
        beyond = {"xyz"[k]: tensor[k, k] - mean for k in moved}
    told.update({f"deviation_{name}": float(value) for name, value in beyond.items() if value != 0 or given.ndim == 2})
    return told

def _refuse_cell(atoms: Any, axes: Any, moved: List[int], turns: bool) -> None:
    """turns: pressures are the same along any axes, or turn with the cell."""
    if not turns and (axes != np.eye(3)).any():
        raise ValueError(f"the cell is {atoms.cell.array.tolist()}; pressures that differ along x, y and z need vectors (ax, 0, 0), "
                         "(bx, by, 0), (cx, cy, cz) with ax, by, cz > 0: rotate atoms (atoms.rotate(.., rotate_cell=True))")
    cell = np.tril(atoms.cell.array @ axes.T)
    for k in moved:
        for vector in range(3):
            if cell[vector, k] and not atoms.pbc[vector]:
                raise ValueError(f"atoms is not periodic along vector {vector} of its cell, but a pressure acts along "
                                 f"{'xyz'[k]}; set atoms.pbc[{vector}] = True, or give None for this axis in pressure")

def virial(volume: float, stress: Any, intramolecular: Any, axes: Any) -> Any:
    """(3, 3) along the axes, of the bodies: from ASE's stress, which is of the atoms, and Bodies.gather."""
    return -volume * (axes @ np.asarray(stress)[FULL] @ axes.T) - intramolecular
