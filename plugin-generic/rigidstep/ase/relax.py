# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.relax - relaxation of rigid molecules in ASE."""
from __future__ import annotations

import base64
import io
import time
from typing import Any, Optional

import numpy as np
from ase import units
from ase.optimize.optimize import Optimizer

from ..abi import EVAL_FORCE
from ..bodies import counted
from ..columns import real
from ..library import Library
from ..stepper import Params, Stepper
from .molecules import Molecules
from .remarks import warn_of_torn
from .saves import check_arrays, check_there

class RigidRelax(Optimizer):  # type: ignore[misc]  # (ASE has no types)
    """Relaxes groups of atoms as rigid bodies, by the integrator fire.

    Parameters
    ----------
    atoms : ase.Atoms
        With a calculator.
    groups, molecules : optional
        As RigidDynamics takes them.
    timestep : float, default 2 * units.fs
        In ASE's unit of time; the parameters of fire refer to it.
    params : mapping of str to float, optional
        The parameters of fire.
    library : Library, optional
        None: the default one.
    restart, logfile, trajectory, **ase : optional, default logfile '-'
        As ASE's other optimizers take them.

    Notes
    -----
    run stops when the force on each body, and its torque divided by its radius of gyration, are below fmax, in
    eV/Angstrom.  Groups and constraints are as in RigidDynamics.  The cell does not change.  ASE's filters
    are not supported: they stretch molecules with the cell.

    Examples
    --------
    >>> RigidRelax(atoms, molecules="bonds", logfile=None).run(fmax=0.01)
    True
    """
    def __init__(self, atoms: Any, groups: Any = None, *, molecules: Any = None, timestep: float = 2 * units.fs,
                 params: Optional[Params] = None, library: Optional[Library] = None, restart: Any = None,
                 logfile: Any = "-", trajectory: Any = None, **ase: Any):
        real("timestep", timestep, above=0)
        self.molecules = Molecules(atoms, groups, molecules)
        self._timestep, self._known = timestep, False
        self._calculator: Any = None
        self._params = params
        self._library = library or Library()
        self._make_stepper()
        warn_of_torn([self.molecules])
        Optimizer.__init__(self, atoms, restart, logfile, trajectory, **ase)

    def __repr__(self) -> str:
        return f"<RigidRelax: {counted(self.molecules.bodies)}, step {self.nsteps}>"

    def _make_stepper(self) -> None:
        self.stepper = Stepper(self._library, columns=self.molecules.bodies.columns, force=self._force,
                               integrator="fire", params=self._params)
        columns = self.molecules.bodies.columns
        trace = columns["inertia"].sum(axis=1) / 2
        self._gyration = np.sqrt(trace / columns["mass"])

    def _force(self, time: float) -> None:
        self.molecules.evaluate()
        self._known = True

    def _take_changes(self) -> None:
        calculator = self.molecules.atoms.calc
        moved, _ = self.molecules.take_changes(momenta=False)
        if moved or calculator is not self._calculator:
            self._known, self._calculator = False, calculator
            self.stepper.set_valid(0)
            self.molecules.place()
            self.molecules.remember()

    def largest(self) -> float:
        """The largest force on a body, or torque over its radius of gyration."""
        self._take_changes()
        if not self._known:
            self._force(0.0)
            self.stepper.set_valid(EVAL_FORCE)       # the step need not ask for them again
        here = self.molecules.bodies.columns
        torques = np.linalg.norm(here["tau"], axis=1)
        turning = np.divide(torques, self._gyration, out=np.zeros_like(torques), where=self._gyration > 0)
        return float(max(np.linalg.norm(here["f"], axis=1).max(), turning.max()))

    def step(self, forces: Any = None) -> None:
        self._take_changes()
        known, begun = self._known, self.stepper.steps
        try:
            self.stepper.step(self._timestep)
            self.molecules.place()
        except BaseException:
            if self.stepper.steps != begun:          # only atoms had to follow
                self.stepper.rewind()
            self._known = known
            self.molecules.put_back(momenta=False)
            raise
        self.molecules.remember()                    # the momenta of the descent are none of the atoms'
        if self.restart is not None:
            self.dump(dict(block=base64.b64encode(self.stepper.save()).decode(),
                           **{name: values.tolist() for name, values in self.molecules.kept().items()}))

    def read(self) -> None:
        """Continues from the restart file."""
        saved, like = self.load(), self.molecules.kept()
        kept = {name: np.array(saved[name]) for name in like.keys() & saved.keys()}
        check_there(kept, like, self.restart, "RigidRelax")
        self.molecules.refuse_others(kept, self.restart)
        check_arrays(kept, like, self.restart)
        self.molecules.take_kept(kept)
        self._make_stepper()
        self.stepper.load(base64.b64decode(saved["block"]))
        self.molecules.place()
        self.molecules.remember()
        self._known, self._calculator = True, self.molecules.atoms.calc

    def converged(self, forces: Any = None) -> bool:
        return bool(self.largest() < self.fmax)

    def gradient_converged(self, gradient: Any) -> bool:
        """What newer versions of ASE ask in place of converged.

        Parameters
        ----------
        gradient : numpy.ndarray
            Of the energy of atoms, which inside molecules does not vanish; it is not used.
        """
        return self.converged()

    def log(self, forces: Any = None) -> None:
        if self.logfile is None:
            return
        if self.nsteps == 0:
            self.logfile.write(f"{'':10s}  {'Step':>5s} {'Time':>8s} {'Energy':>15s} {'fmax':>12s}\n")
        energy = self.atoms.get_potential_energy()
        self.logfile.write(f"{'RigidRelax':10s}: {self.nsteps:5d} {time.strftime('%H:%M:%S')} {energy:15.6f} "
                           f"{self.largest():12.6f}\n")
        if isinstance(self.logfile, io.IOBase):      # newer ones flush by themselves
            self.logfile.flush()
