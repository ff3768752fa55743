# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.forces - do the forces and the stress of a calculator belong to its energy?"""
from __future__ import annotations

from typing import Any, Optional

from ase.calculators.calculator import PropertyNotImplementedError

from ..forces import ForceReport

def consistent_energy(atoms: Any) -> float:
    """The energy whose derivatives the forces are: of smeared electrons the free one, if there is one."""
    try:
        return float(atoms.get_potential_energy(force_consistent=True))
    except (PropertyNotImplementedError, NotImplementedError):
        return float(atoms.get_potential_energy())

class Checked:
    """What a RigidDynamics has to check its calculator."""
    def check_forces(self: Any, sample: Optional[int] = 8, **options: Any) -> ForceReport:
        """Compares the calculator's forces on bodies, and with a barostat its stress, with differences of its
        energy, and names the likely mistake: `print(dynamics.check_forces())`.  Afterwards atoms and cell are
        as before.

        Parameters
        ----------
        sample : int or None, default 8
            Number of bodies that are checked; None: all.  Each takes about 24 calls of the calculator,
            and the rest about 50.
        **options : optional
            tolerance, stir, length: as Stepper.check_forces takes them.

        Returns
        -------
        rigidstep.forces.ForceReport
            With the text, and what was found.

        Notes
        -----
        Constraints that hold atoms, FixCom and `external` do not act meanwhile: they are in no energy.
        """
        self._take_changes()
        held = self.molecules
        before = held.free, held.centred, held.external
        held.free, held.centred, held.external = None, False, None
        vars(self)["_energy"] = lambda: consistent_energy(held.atoms)
        try:
            return self.stepper.check_forces(sample, **options)  # type: ignore[no-any-return]
        finally:
            held.free, held.centred, held.external = before
            del vars(self)["_energy"]
            held.put_back()
