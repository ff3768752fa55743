# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.calls - what a RigidBatch asks its calculator, and whether forces and stresses belong to energies."""
from __future__ import annotations

import re
from typing import Any, Optional, Tuple

import numpy as np

from ..ase.forces import SIX, name_stress
from ..forces import ForceReport
from ..tensors import array_of

STRAIN = 1e-3                                        # by which cells are strained for slopes of energies

class Calls:
    """The calculator of a RigidBatch."""
    _told: Any = None                                # the forces that it returned last

    def _force(self: Any, positions: Any, batch: Any) -> Any:
        self._told, energies, *stresses = self._called("calculator", positions, batch)
        if not self.batch._virial:
            return self._along_bodies(self._told), energies
        return self._along_bodies(self._told), energies, self._virials(*stresses)

    def _fast_force(self: Any, positions: Any, batch: Any) -> Any:
        return self._along_bodies(self._called("fast", positions, batch)[0])

    def _called(self: Any, name: str, positions: Any, batch: Any) -> Any:
        for k, (one, here) in enumerate(zip(self._made, batch.split(positions))):
            self._put(one, here, batch._cells[k] if self.barostat else None)
        told = getattr(self, name)(self.boxes)
        if not isinstance(told, tuple) or len(told) != (3 if self.batch._virial else 2):
            raise TypeError(f"{name} returned {told!r:.60}; must return forces and energies"
                            + (", and with a barostat stresses" if self.batch._virial else ""))
        forces, *more = told
        if forces is None and self.fast is None:
            raise TypeError(f"{name} returned None as forces; must return those on all atoms, and the energies of the boxes")
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
        """Keeps the calculator's forces; of a box whose trial was refused those of before, or NaN."""
        forces = np.array(array_of(self._told, "forces", None), float)
        if before is not None:
            refused = self.batch.output("accepted") <= before
            kept = np.full_like(forces, np.nan) if self._answer is None else self._answer
            for no, here, was in zip(refused, self.batch.split(forces), self.batch.split(kept)):
                here[:] = was if no else here
        self._answer = forces

    def _slopes(self: Any) -> Tuple[Any, Any, Any]:
        """(n, 3, 3) each: of bodies the virials by stresses and by slopes of energies, and what is in stresses besides."""
        batch = self.batch
        kept, cells = {name: batch.columns[name].copy() for name in ("x", "f", "tau")}, batch._cells.copy()

        def energies(a: int, b: int, by: float) -> Any:
            strain = np.eye(3)
            strain[a, b] += by
            batch.columns["x"][:], batch._cells[:] = kept["x"] @ strain.T, cells @ strain.T
            batch._force(0.0)
            return batch._asked.copy()
        try:
            slopes = np.zeros_like(cells)
            for a, b in zip(*np.triu_indices(3)):
                u = [energies(a, b, k * STRAIN) for k in (-2, -1, 1, 2)]
                slopes[:, a, b] = (8 * (u[2] - u[1]) - (u[3] - u[0])) / (12 * STRAIN)
            energies(0, 0, 0.0)
            return batch._virials.copy(), -slopes, self._virials(self._stresses) - batch._virials
        finally:
            batch._cells[:] = cells
            for name in kept:
                batch.columns[name][:] = kept[name]

    def _check_stresses(self: Any, report: ForceReport, tolerance: float) -> None:
        """Adds the box with the worst stress to a report, if that is wrong."""
        given, by_energy, inside = self._slopes()
        flat = [told.reshape(-1, 9)[:, SIX] for told in (given, by_energy, given + inside)]
        room = tolerance * abs(flat[2]).max(axis=1) + 2 * report.noise / STRAIN + 1e-300
        off = abs(flat[0] - flat[1]).max(axis=1) / room
        k, calls = int(off.argmax()), report.evaluations
        report.evaluations += 25
        report.text = report.text.replace(f"{calls} evaluations", f"{calls + 25} evaluations", 1)
        if not off[k] <= 1:
            report.virial, report.by_cell = tuple(given[k].flat), tuple(by_energy[k].flat)
            report.found, report.right = (*report.found, "wrong_virial"), False
            first, _, rest = report.text.partition("\n")
            told = f"virial: of box {self.names[k]} it differs from what the energy says"
            report.text = "\n".join((re.sub("right$", "WRONG", first), told, rest))
            name_stress(report, inside[k], self.boxes[k].get_volume())

    def check_forces(self: Any, sample: Optional[int] = 8, **options: Any) -> ForceReport:
        """Compares the calculator's forces on bodies, and with a barostat the stress of each box, with differences of its
        energies, and names the likely mistake: `print(dynamics.check_forces())`.  Afterwards boxes are as before.

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
            report: ForceReport = self.batch._stepper.check_forces(sample, **options)
            if self.batch._virial:
                self._check_stresses(report, options.get("tolerance", 1e-3))
            return report
        finally:
            self.batch.energies[:] = energies
            for one in self._made:
                one.put_back()
