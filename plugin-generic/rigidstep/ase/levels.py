# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.levels - a costly calculator called once a step, and a cheap one in between."""
from __future__ import annotations

import warnings
from typing import Any, Dict, Iterable, Optional

import numpy as np
from ase import units

LIGHTEST_OF_WATER = 0.59                             # u Angstrom^2

def makes_trials(thermostat: Any) -> bool:
    return thermostat is not None and thermostat.name == "metropolis"

def scheme_of(scheme: Optional[str], fast: Any, thermostat: Any = None) -> str:
    """The scheme that is meant where none is given."""
    return scheme or ("strang" if fast is None or makes_trials(thermostat) else "respa")

def with_inner(params: Dict[str, Any], inner: Optional[int], fast: Any) -> Dict[str, Any]:
    """The parameters of a method with `inner` fast steps in a step."""
    if inner is not None and fast is None:
        raise TypeError(f"inner is {inner!r}, but fast is None; give the cheap calculator: fast=.., inner={inner!r}")
    return params if inner is None else dict(params, inner=inner)

def warn_of_resonance(dt: float, several: Iterable[Any], stacklevel: int) -> None:
    """Beyond some step librations resonate with the costly force: 16 fs in water and 24 fs with inertia=4 (core/METHODS.md),
    while CO2 is right at 24 fs (examples/studies/potentials).  several: moments of inertia, as in the motion."""
    lightest = min((moments[moments > 0].min(initial=np.inf) for moments in several), default=np.inf)
    most = min(24, int(8 + 8 * np.sqrt(min(lightest / LIGHTEST_OF_WATER, 9))))
    if abs(dt) > (most + 1e-6) * units.fs:
        more = "" if most == 24 else ", or a larger inertia=, with 4 times the moments of water at most 24 fs"
        warnings.warn(f"the time step is {dt / units.fs:.3g} fs; beyond {most} fs librations resonate with the costly force, "
                      "by measurements of water and the lightest moment of inertia here, and molecules get too hot: take at "
                      f"most that{more}, and look at temperature()", stacklevel=stacklevel)

class Leveled:
    """What a RigidDynamics answers its stepper where it has two calculators."""
    fast: Any = None
    _shown: Any = None                               # of trials: what atoms.calc told of the last one that was accepted
    _tried: Any = None                               # and of the one under way
    _accepted = 0
    _kept: Any = None                                # time, forces and torques of fast, where the slow ones were formed

    def _evaluate_fast(self: Any, time: float) -> None:
        atoms, costly = self.molecules.atoms, self.molecules.atoms.calc
        try:
            atoms.calc = self.fast
            self.molecules.evaluate(time)
        finally:
            atoms.calc = costly

    def _energy_of_trial(self: Any, time: float, *cell: Any) -> float:
        """atoms.calc is asked for the energy alone, at the end of a trial that fast has moved; check_forces also wants the
        forces."""
        if "_energy" in vars(self):
            return float(self._slow_force(time, *cell))
        if cell:
            self._set_cell(*cell)
        self.molecules.place()
        energy = float(self.molecules.atoms.get_potential_energy())
        self._note_trial()
        return energy

    def _note_trial(self: Any) -> None:
        calc = self.molecules.atoms.calc
        if hasattr(calc, "results"):
            self._tried = calc, getattr(calc, "atoms", None), dict(calc.results)

    def _end_trial(self: Any) -> None:
        """After a trial that was refused atoms.calc has the results of the atoms as they are, without another call."""
        accepted = int(self.stepper.output("accepted"))
        if accepted > self._accepted or self._shown is None:
            self._shown = self._tried
        self._accepted = accepted
        calc = self.molecules.atoms.calc
        if self._shown is not None and self._shown[0] is calc:
            calc.atoms, calc.results = self._shown[1], dict(self._shown[2])

    def _slow_force(self: Any, time: float, *cell: Any) -> Any:
        """The slow force is the costly one less the fast one."""
        here = self.molecules.bodies.columns
        if cell:
            self._set_cell(*cell)
        self._evaluate_fast(time)
        fast = [here[name].copy() for name in ("f", "tau")]
        told = self._force_and_virial(time, *cell) if cell else self._force(time)
        for name, values in zip(("f", "tau"), fast):
            here[name] -= values
        self._kept = time, fast
        return told

    def _fast_force(self: Any, time: float, *cell: Any) -> None:
        """Where the slow force was formed just now, the fast calculator is not called again."""
        here = self.molecules.bodies.columns
        kept, self._kept = self._kept, None
        if kept is not None and kept[0] == time:
            for name, values in zip(("f", "tau"), kept[1]):
                here[name][:] = values
            return
        if cell:
            self._set_cell(*cell)
        self._evaluate_fast(time)
