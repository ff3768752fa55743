# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.remarks - what was probably meant otherwise: torn molecules, and long time steps."""
from __future__ import annotations

import warnings
from typing import Any, Iterable, Tuple

import numpy as np
from ase import units

# Moments of whole molecules of one kind, in parts of the largest: files with three digits differ by less.
UNLIKE = 0.01

def warn_of_step(dt: float, several: Iterable[Tuple[Any, float]], stacklevel: int) -> None:
    """A step of 2 or 4 without units.fs is ten times what was meant, however slowly bodies turn.
    several: moments of inertia, and the kT at which these bodies turn."""
    turn, kt = 0.0, 0.0
    for inertia, hot in several:
        rates = np.divide(1, inertia, out=np.zeros_like(inertia), where=inertia > 0).sum(axis=1)
        turn, kt = max((turn, kt), (abs(dt) * float(np.sqrt(hot * rates.max(initial=0))), hot))
    if turn > 1 or abs(dt) > 20 * units.fs:
        text = f"{dt / units.fs:.3g} fs, in which the lightest body turns by {turn:.1f} radians at {kt / units.kB:.0f} K"
        warnings.warn(f"the time step is {text}; use a shorter one (write 2 * units.fs for 2 fs)",
                      stacklevel=stacklevel)

def torn(molecules: Any) -> str:
    """Why a molecule seems torn, or "": a group has another shape than others of the same atoms; or bonds found
    pieces that together are another molecule."""
    bodies = molecules.bodies
    free = ~molecules._fixed_axes(bodies).any(axis=1)        # others have a moment about one axis only
    atoms = np.unique(np.stack([molecules.atoms.numbers, molecules._masses], axis=1), axis=0,
                      return_inverse=True)[1]
    words = np.random.default_rng(0).integers(2**63, size=len(bodies.order) + 1, dtype=np.uint64)
    kinds, of, count = np.unique(bodies.sum(words[atoms.ravel()[bodies.order]])[free], return_inverse=True,
                                 return_counts=True)
    moments = bodies.columns["inertia"][free]
    least, most = np.full((len(kinds), 3), np.inf), np.zeros((len(kinds), 3))
    np.minimum.at(least, of, moments)
    np.maximum.at(most, of, moments)
    off = (most - least).max(axis=1) / np.maximum(most.max(axis=1), np.finfo(float).tiny)
    first = bodies._first[:-1][free]
    if (off > UNLIKE).any():
        worst = np.argmax(off)
        largest = np.argmax(np.where(of == worst, moments.sum(axis=1), -1))
        group = bodies.order[bodies.body == bodies.body[first[largest]]]
        return (f"the rigid group {group[:8].tolist()} has other moments of inertia than other groups of "
                f"the same atoms, by {off[worst]:.2g} of the largest")
    for i in range(len(kinds) if molecules.bonds else 0):
        both = np.isin(kinds[i] + kinds[i:], kinds)
        both[0] &= count[i] > 1
        other = np.flatnonzero(both)
        if len(other):
            pieces = [int(bodies.order[first[np.argmax(of == k)]]) for k in (i, i + other[0])]
            return (f"molecules=\"bonds\" found the groups of atoms {pieces[0]} and {pieces[1]}, which "
                    "together have the atoms of another molecule")
    return ""

def warn_of_torn(several: Iterable[Any], stacklevel: int = 3) -> None:
    """several: Molecules; it is said of the first."""
    said = next(filter(None, map(torn, several)), "")
    if said:
        warnings.warn(f"{said}.  A group keeps the shape that it has at the start.  If a molecule is torn, "
                      "as where the cell or pbc were changed after atoms.wrap(), make it whole first", stacklevel=stacklevel)
