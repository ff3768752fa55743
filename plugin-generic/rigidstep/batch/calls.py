# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.calls - what a RigidBatch asks its calculator, and whether forces and stresses belong to energies."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ..forces import ForceReport
from ..tensors import array_of

class Calls:
    """The calculator of a RigidBatch."""
    _told: Any = None                                # the forces that it returned last

    def _force(self: Any, positions: Any, batch: Any) -> Any:
        self._told, energies, *stresses = self._called("calculator", positions, batch)
        if not self.barostat:
            return self._told, energies
        return self._along_bodies(self._told), energies, self._virials(*stresses)

    def _fast_force(self: Any, positions: Any, batch: Any) -> Any:
        return self._along_bodies(self._called("fast", positions, batch)[0])

    def _called(self: Any, name: str, positions: Any, batch: Any) -> Any:
        for k, (one, here) in enumerate(zip(self._made, batch.split(positions))):
            self._put(one, here, batch._cells[k] if self.barostat else None)
        told = getattr(self, name)(self.boxes)
        if not isinstance(told, tuple) or len(told) != (3 if self.barostat else 2):
            raise TypeError(f"{name} returned {told!r:.60}; must return forces and energies"
                            + (", and with a barostat stresses" if self.barostat else ""))
        forces, *more = told
        if isinstance(forces, (list, tuple)):
            parts = [np.asarray(array_of(one, "forces", None), float) for one in forces]
            if len(parts) != len(self.boxes):
                raise ValueError(f"{name} returned forces of {len(parts)} boxes; must be of "
                                 f"{len(self.boxes)}, or one "
                                 "array (N, 3) of all atoms")
            for k, (part, box) in enumerate(zip(parts, self.boxes)):
                if part.shape != box.positions.shape:
                    raise ValueError(f"{name} returned forces of the shape {part.shape} for "
                                     f"boxes[{k}]; must be "
                                     f"{box.positions.shape}: an array for each box, in the order of boxes")
            forces = np.concatenate(parts)
        return (forces, *more)

    def _note_answer(self: Any, before: Any) -> None:
        """Keeps the calculator's forces; of a box whose trial was refused those of before, or nan."""
        forces = np.array(array_of(self._told, "forces", None), float)
        if before is not None:
            refused = self.batch.output("accepted") <= before
            kept = np.full_like(forces, np.nan) if self._answer is None else self._answer
            for no, here, was in zip(refused, self.batch.split(forces), self.batch.split(kept)):
                here[:] = was if no else here
        self._answer = forces

    def check_forces(self: Any, sample: Optional[int] = 8, **options: Any) -> ForceReport:
        """Compares the calculator's forces on bodies with differences of its energies, and names the likely
        mistake: `print(dynamics.check_forces())`.  Afterwards boxes are as before.  It does not check stresses:
        RigidDynamics.check_forces does.

        Parameters
        ----------
        sample : int or None, default 8
            Number of bodies, among all boxes, that are checked; None: all.
        **options : optional
            tolerance, stir, length: as Stepper.check_forces takes them.

        Returns
        -------
        rigidstep.forces.ForceReport
            With the text, and what was found; it counts bodies through all boxes.
        """
        self._take_changes()
        energies = self.batch.energies.copy()
        try:
            return self.batch._stepper.check_forces(sample, **options)
        finally:
            self.batch.energies[:] = energies
            for one in self._made:
                one.put_back()
