# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.boxes - the cells of a RigidBatch with a barostat."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np

from ..ase.molecules import Molecules
from ..ase.pressure import Frame, targets, virial
from ..tensors import array_of
from .systems import each

def refuse_shared(boxes: List[Any]) -> None:
    """Each box has positions and momenta of its own, or steps of one would move another."""
    bounds = np.lib.array_utils.byte_bounds if hasattr(np.lib, "array_utils") else np.byte_bounds
    spans = []
    for k, box in enumerate(boxes):
        for name in box.arrays.keys() & {"positions", "momenta"}:
            values = box.arrays[name]
            low, high = bounds(values)
            spans.append((low, high, k, values))
    near: List[Any] = []                             # those that may reach beyond the next one's beginning
    for low, high, k, values in sorted(spans, key=lambda span: span[:3]):
        near = [span for span in near if span[1] > low]
        for _, _, other, shared in near:
            if np.shares_memory(values, shared):
                what = "are one object" if boxes[k] is boxes[other] else "share memory"
                raise ValueError(f"boxes[{min(k, other)}] and boxes[{max(k, other)}] {what}, so that each "
                                 f"would move under the "
                                 "forces of the other; give copies: [atoms.copy() for _ in range(4)] in "
                                 "place of [atoms] * 4")
        near.append((low, high, k, values))

def refuse_constraints(k: int, box: Any) -> None:
    if box.constraints:
        raise ValueError(f"boxes[{k}] has constraints, which a batch does not have; remove them (box.set_constraint()), or "
                         "move it by rigidstep.ase.RigidDynamics")

class Boxes:
    """What a RigidBatch knows of the cells of its boxes."""
    barostat: Any = None
    _frames: Dict[Molecules, Frame]              # how the cell of each box lies
    _target: Optional[Dict[str, float]] = None   # parameters of the barostat that all boxes share
    _pressure: Any = None                        # the barostat's
    _stresses: Any = None                        # that the calculator returned last

    def _lay(self: Any, one: Molecules) -> bool:
        """A box begins, or somebody gave it another cell.  Returns whether its bodies have other axes then."""
        if not self.barostat:
            return False
        frame, target = targets(one.atoms, self.barostat, self._table)
        self._pressure = target.pop("pressure")
        if self._target is None:
            self._target = target
        if self._target != target:
            raise ValueError("the tensor pressure lies otherwise along the vectors of its cell than in the first box; "
                             "turn the boxes alike, or move it by rigidstep.ase.RigidDynamics")
        turned: bool = self._use(one, frame)
        return turned

    def _use(self: Any, one: Molecules, frame: Frame) -> bool:
        before = np.eye(3) if one.turn is None else one.turn
        self._frames[one], one.turn = frame, None if (frame.turn == np.eye(3)).all() else frame.turn
        return bool((before != frame.turn).any())

    def _pressures(self: Any, pressure: Any, n: int) -> Any:
        if pressure is None:
            return self._pressure
        if not self.barostat or np.ndim(self.barostat.pressure):
            raise TypeError(f"pressure is {pressure!r:.60}, which is of each box; give also a barostat with one number "
                            "as its pressure: barostat=Andersen(1 * units.bar, 1000 * units.fs)")
        return each("pressure", pressure, n)

    def _vectors(self: Any, made: Any) -> Any:
        return [self._frames[one].vectors for one in made] if self.barostat else None

    def _put(self: Any, one: Molecules, positions: Any, vectors: Any) -> None:
        """Puts a box where the bodies and its cell are.  vectors: the batch's."""
        one.atoms.arrays["positions"][:] = one.back(positions)
        if self.barostat:
            cell = one.back(self._frames[one].shape @ vectors)
            if (one.atoms.cell.array != cell).any():
                one.atoms.set_cell(cell, scale_atoms=False)

    def _along_bodies(self: Any, forces: Any) -> Any:
        """Forces on all atoms along the axes of their bodies."""
        if forces is None or all(one.turn is None for one in self._made):
            return forces
        given = np.asarray(array_of(forces, "forces", None), float)
        return np.concatenate([one.into(here) for one, here in zip(self._made, self.batch.split(given))])

    def _virials(self: Any, stresses: Any) -> Any:
        """Of the atoms of each box, along the axes of its bodies."""
        given, n = np.asarray(array_of(stresses, "stresses", None), float), len(self.boxes)
        if given.shape == (n, 3, 3):
            given = given[:, [0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]
        if given.shape != (n, 6):
            raise ValueError(f"calculator returned stresses of the shape {given.shape}; must be {(n, 6)}, as ASE has "
                             f"them, or {(n, 3, 3)}")
        self._stresses = given
        return [virial(one.atoms.get_volume(), stress, 0.0, one.turn) for one, stress in zip(self._made, given)]
