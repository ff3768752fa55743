# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.forces - do the forces and the stress of a calculator belong to its energy?"""
from __future__ import annotations

import re
from typing import Any, Dict, Optional

import numpy as np
from ase.calculators.calculator import PropertyNotImplementedError

from ..abi import FORCE_REMARKS
from ..forces import ForceReport
from .pressure import virial

SIX = [0, 4, 8, 1, 2, 5]

def consistent_energy(atoms: Any) -> float:
    """The energy whose derivatives the forces are: of smeared electrons the free one, if there is one."""
    try:
        return float(atoms.get_potential_energy(force_consistent=True))
    except (PropertyNotImplementedError, NotImplementedError):
        return float(atoms.get_potential_energy())

def name_stress(report: ForceReport, inside: Any, volume: float) -> None:
    """Names a wrong sign or factor of the stress.  The virial of bodies does not have it, because forces
    inside bodies are in the stress, too."""
    names = "missing", "sign", "factor"
    causes = {*report.found} - FORCE_REMARKS - {"wrong_virial"}
    given, energy = (np.array(told)[SIX] + inside.ravel()[SIX] for told in (report.virial, report.by_cell))
    factor = given @ energy / (energy @ energy)
    if causes - {*names} or not abs(given - factor * energy).max() <= 0.01 * abs(given).max():
        return
    hints = {2: "pairs counted twice, or half", 160.21766: "eV/Angstrom^3 and GPa", volume: "the volume"}
    hint = [f" ({text})" for of, text in hints.items()
            if factor and abs(abs(np.log(abs(factor))) - abs(np.log(of))) < 0.01]
    holds = factor == 0, factor < 0, factor != 0 and abs(abs(factor) - 1) > 0.01
    report.found = (*(name for name in report.found if name not in names),
                    *(name for name, true in zip(names, holds) if true))
    told = (f"the stress is {factor:.6g} times what the energy says{''.join(hint)}; it is in eV/Angstrom^3, "
            "and positive under tension")
    report.text = re.sub(r"(?m)^(virial: [^:\n]*).*(\n  given .*)?", rf"\1: {told}", report.text)

class Checked:
    """What a RigidDynamics has to check its calculator."""
    _inside: Optional[Dict[bytes, Any]] = None          # in a check: virials, and what was missing from each

    def _virial(self: Any, stress: Any, inside: Any) -> Any:
        """Of bodies, from the stress and what is missing from it."""
        given = virial(self.molecules.atoms.get_volume(), stress, inside, self.molecules.turn)
        if self._inside is not None:
            self._inside[given.tobytes()] = inside
        return given

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
        self._inside = {}
        try:
            report: ForceReport = self.stepper.check_forces(sample, **options)
            inside = self._inside.get(np.array(report.virial).tobytes())
            if inside is not None and "wrong_virial" in report.found:
                name_stress(report, inside, held.atoms.get_volume())
            return report
        finally:
            self._inside = None
            held.free, held.centred, held.external = before
            del vars(self)["_energy"]
            held.put_back()

    def configurational(self: Any, random: Any, *, length: float = 1e-3) -> Any:
        """A sample of the temperature that positions and orientations have, in eV (Stepper.configurational).  It takes two
        calls of the calculator, and a third if you then read energies or forces of the atoms, which are put back.

        Parameters
        ----------
        random : numpy.random.Generator
            As Stepper.configurational takes it.
        length : float, default 1e-3
            Likewise.

        Returns
        -------
        numpy.ndarray, shape (2, 2)
            Of translation and of rotation, the squared gradient and the Laplacian.
        """
        self._take_changes()
        vars(self)["_energy"] = lambda: 0.0          # a trial's costly forces are asked for, too
        try:
            return self.stepper.configurational(random, length=length)
        finally:
            del vars(self)["_energy"]
            self._kept = None
            self.molecules.put_back()
