# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.dynamics - molecular dynamics of rigid molecules in ASE."""
from __future__ import annotations

import os
from typing import Any, Dict, Iterator, Optional

import numpy as np
from ase import units
from ase.md.logger import MDLogger
from ase.md.md import MolecularDynamics

from ..abi import CLAIMS, EVAL_ENERGY
from ..bodies import counted
from ..columns import real
from ..library import Library
from ..method_spec import Params, mapping
from ..stepper import Stepper
from .ensembles import Barostat, Thermostat, checked, refuse_unknown, tables_of, together
from .forces import Checked
from .levels import Leveled, makes_trials, scheme_of, warn_of_resonance, with_inner
from .molecules import Logged, Molecules, Temperature as Temperature
from .pressure import STILL, Frame, refuse_unknown_to_stress, stress_of, targets
from .remarks import warn_of_step, warn_of_torn
from .saves import Saved

PROCESSED = 1 << CLAIMS.index("processed")

class RigidDynamics(Checked, Leveled, Saved, MolecularDynamics):  # type: ignore[misc]  # (ASE has no types)
    """Molecular dynamics in which groups of atoms are rigid bodies.

    Parameters
    ----------
    atoms : ase.Atoms
        With a calculator that has get_forces and, for a barostat but MonteCarlo, get_stress.
    timestep : float
        In ASE's unit of time: 2 * units.fs.
    groups : list of lists of int, or sequence of int, optional
        Lists of indices, or a label for each atom (-1: none).  Atoms in no group move as points, by the same
        scheme.
    molecules : {'bonds'} or sequence of int, optional
        In place of groups: "bonds" for groups of bonded atoms, or labels.
    rotor, scheme : str, default 'exact', 'strang', with fast 'respa'
        Names of the method; or give an integrator.
    integrator, params, modules, library, threads : optional, default as of a Stepper
        As a Stepper takes them.
    thermostat : Thermostat, optional
        Langevin, CSVR, NHC, or a Thermostat by its name.
    barostat : Barostat, optional
        Andersen, Flexible, MonteCarlo beside Metropolis, or a Barostat by its name.  It has the temperature of the
        thermostat, or its own.
    inertia : float, default 1.0
        As of Bodies.from_atoms.  Averages of positions, pressure and free energies stay; librations, spectra,
        reorientation times and viscosity change, and momenta of atoms are no derivatives of positions.
    fast : ase Calculator, optional
        A cheap approximation of atoms.calc (a draft).  atoms.calc, the costly one, is then called once a step of up to
        16 fs, with inertia=4 of 24 fs, and fast `inner` times.  What moves the atoms is atoms.calc: fast only saves
        calls of it.  With the thermostat Metropolis atoms.calc is called once a trial, for its energy.
    inner : int, optional
        With fast, into how many steps of the fast force a step is divided; None: 4.
    **ase : optional
        trajectory, logfile, loginterval, append_trajectory, as other dynamics of ASE take them.  The log has
        the temperature of rigid bodies; atoms.get_temperature() divides by too many degrees of freedom.

    Notes
    -----
    Groups across the faces of the cell are joined.  FixAtoms, FixCartesian, FixedPlane and FixedLine hold whole
    groups or single atoms along x, y and z; FixCom, Hookean and ExternalForce act as in ASE, beside barostats the last
    two with MonteCarlo only.
    A group held along one axis moves and turns in the plane normal to it; one held along two moves along the third.  A
    thermostat does not act on such groups.  CSVR and NHC keep a constant total momentum; with held atoms it
    is the thermostat's.

    After every step atoms has the positions, momenta and cell of the physical state.  You may change atoms between
    steps, but not the shape of a group.  If the calculator raises an exception, or you interrupt the run, the
    dynamics and atoms are as they were before the step; run() repeats it, bitwise identical to a run without
    the exception.

    Examples
    --------
    >>> npt = RigidDynamics(atoms, 2 * units.fs, molecules="bonds",
    ...                     thermostat=Langevin(300, 100 * units.fs, seed=1),
    ...                     barostat=Andersen(1 * units.bar, 1000 * units.fs))
    >>> npt.run(100)
    True
    """
    def __init__(self, atoms: Any, timestep: float, groups: Any = None, *, molecules: Any = None,
                 rotor: str = "exact", scheme: Optional[str] = None, integrator: Optional[str] = None,
                 params: Optional[Params] = None, modules: Any = (), library: Optional[Library] = None,
                 threads: int = 1, thermostat: Optional[Thermostat] = None, barostat: Optional[Barostat] = None,
                 inertia: float = 1.0, fast: Any = None, inner: Optional[int] = None, **ase: Any):
        real("timestep", timestep)
        refuse_unknown(ase, MolecularDynamics)
        ase.setdefault("trajectory", None)
        self.thermostat, self.barostat = checked(thermostat, Thermostat), checked(barostat, Barostat)
        self.molecules = Molecules(atoms, groups, molecules, inertia)
        self._library = library or Library()
        files = (modules,) if isinstance(modules, (str, os.PathLike)) else tuple(modules)
        if fast is not None and not hasattr(fast, "get_forces"):
            raise TypeError(f"fast is {fast!r:.60}; must be a calculator of ASE")
        self.fast, self._trials = fast, makes_trials(thermostat)
        self._params = self._composed(with_inner(mapping(params), inner, fast), files)
        self._turned = False                         # whether it was looked at how far bodies turn in a step
        names: Dict[str, Optional[str]] = dict(integrator=integrator) if integrator else dict(
            rotor=rotor, scheme=scheme_of(scheme, fast, thermostat))
        self._made: Dict[str, Any] = dict(names, params=self._params, thermostat=thermostat and thermostat.name,
                          barostat=barostat and barostat.name, modules=files, threads=threads,
                          inertia=self.molecules.inertia)
        self._calculator: Any = None
        self.work = 0.0
        if self.molecules.turn is not None:
            self.molecules.take_changes(everything=True)
        self._make_stepper()
        self.molecules.show_momenta()
        warn_of_torn([self.molecules], 4)
        logfile = ase.pop("logfile", None)
        MolecularDynamics.__init__(self, atoms, timestep, **ase)
        if logfile:
            self.attach(self.closelater(MDLogger(dyn=self, atoms=Logged(self), logfile=logfile)),
                        ase.get("loginterval", 1))
        for part in thermostat, barostat:
            if part:
                part._used = True

    def _composed(self, params: Dict[str, Any], files: Any) -> Dict[str, Any]:
        """The parameters of method, thermostat and barostat."""
        thermostat, barostat, molecules = self.thermostat, self.barostat, self.molecules
        known, self._table = tables_of(self._library, files, thermostat, barostat)
        given = thermostat._given(known) if thermostat else {}
        if thermostat and "momentum" not in known and molecules.centred:
            raise ValueError(f"thermostat '{thermostat.name}' changes the total momentum, which FixCom keeps at 0; "
                             "use CSVR")
        if "momentum" in known and not molecules.drifts:
            given.setdefault("momentum", params.get("momentum", 1.0))
        told = together(given, params)
        # Such a thermostat leaves a constant total momentum alone.
        self._keeps_drift = "momentum" in known and not told.get("momentum")
        self._use(STILL)
        if barostat:
            if molecules.free is not None or len(molecules._moving) < len(molecules.atoms):
                raise ValueError("a barostat moves all atoms with the cell, but constraints hold some; remove the "
                                 "constraints (atoms.set_constraint()), or leave the barostat out")
            self._refuse_pushes()
            frame, target = targets(molecules.atoms, barostat, self._table)
            self._use(frame)
            told = together(told, barostat._given(self._table), target)
            if "kt" in self._table and "kt" not in told:
                raise TypeError(f"{barostat!r} has no temperature; give it temperature_K=300, or give a thermostat")
        return told

    def __repr__(self) -> str:
        return f"<RigidDynamics {self.stepper.method}: {counted(self.molecules.bodies)}, step {self.nsteps}>"

    def _make_stepper(self) -> None:
        columns = dict(self.molecules.bodies.columns)
        if self.molecules.free is not None:          # a thermostat would push them where they are fixed
            columns["thermostatted"] = self.molecules.free.all(axis=1).astype(float)
            if self.thermostat and not columns["thermostatted"].any():
                raise ValueError(f"thermostat '{self.thermostat.name}' does not act on bodies that constraints hold "
                                 "along an axis, and they hold every body; run without a thermostat, or hold fewer bodies")
        force: Any = self._force_and_virial if self.barostat else self._force
        slow: Any = None
        if self.fast is not None:
            alone = self._trials and self._made.get("scheme") != "respa"
            force, slow = self._fast_force, self._energy_of_trial if alone else self._slow_force
        self.stepper = Stepper(self._library, columns=columns, force=force, slow=slow, **self._made)
        told = self.stepper.describe()
        self._counts, self._processed = bool(told.needs & EVAL_ENERGY), bool(told.claims & PROCESSED)
        if self.barostat:
            self.stepper.set_cell(self._frame.vectors, reference=self._frame.vectors)

    def _use(self, frame: Frame) -> None:
        self._frame, self.molecules.turn = frame, None if (frame.turn == np.eye(3)).all() else frame.turn

    def _set_cell(self, told: Any) -> None:
        """told: the stepper's vectors."""
        atoms, cell = self.molecules.atoms, self.molecules.back(self._frame.shape @ np.array(told))
        if (atoms.cell.array != cell).any():
            atoms.set_cell(cell, scale_atoms=False)

    @property
    def external(self) -> Any:
        """Forces and torques on the bodies from outside, in eV/Angstrom and eV, which each evaluation adds: an array
        (n, 6) in the order of molecules.bodies, or a function of the time that returns one; None: none.  An array that
        follows the bodies lags by a step.  `work` is theirs, by the trapezoidal rule; the pressure has none of them."""
        return self.molecules.external

    @external.setter
    def external(self, given: Any) -> None:
        if given is not None and self._trials:
            raise ValueError("external forces have no energy, by which Metropolis could accept a trial; use Langevin, or an "
                             "energy of the calculator")
        if given is not None:
            push = self.molecules.pushes(self.stepper.time, given)
            given = given if callable(given) else push.copy()
        self.molecules.external = given
        self.stepper.set_valid(0)

    def todict(self) -> Dict[str, Any]:
        return dict(MolecularDynamics.todict(self), **{key: value for key, value in self._made.items() if value and
                                                       key in ("rotor", "scheme", "integrator", "thermostat", "barostat")})

    # ---- what the stepper asks ---------------------------------------------------------------------------
    def _energy(self) -> Optional[float]:
        return float(self.molecules.atoms.get_potential_energy()) if self._counts else None

    def _force(self, time: float) -> Optional[float]:
        self.molecules.evaluate(time, lambda: self._trials and self._energy() == np.inf)     # such a trial is refused
        energy = self._energy()
        if self._trials:
            self._note_trial()
        return energy

    def _force_and_virial(self, time: float, cell: Any) -> Any:
        atoms = self.molecules.atoms
        self._set_cell(cell)
        if self._trials:                             # with mc
            return self._force(time)
        # Most calculators compute forces along with a stress, and many a stress only when they are asked for it.
        self.molecules.place()
        stress = stress_of(atoms)
        return self._energy(), self._virial(stress, self.molecules.evaluate(time))

    # ---- a step --------------------------------------------------------------------------------------------
    def irun(self, steps: int = 50) -> Iterator[bool]:
        """As ASE's, whose newer versions evaluate forces after each step, also where no scheme needs them."""
        self.max_steps = self.nsteps + steps
        if self.nsteps == 0:
            # Else forces would be those at the positions of before, which ASE takes for the same to 1e-15.
            self._take_changes()
            self.molecules.place()
            self.molecules.remember()
            self.atoms.get_forces()
            self.call_observers()
        yield self.nsteps >= self.max_steps
        while self.nsteps < self.max_steps:
            self.step()
            self.nsteps += 1
            self.call_observers()
            yield self.nsteps >= self.max_steps

    def run(self, steps: int = 50) -> bool:
        """As ASE's, some of whose versions ask for forces when a run begins, before changes are taken in."""
        done = False
        for done in self.irun(steps):
            pass
        return done

    def step(self, forces: Any = None) -> None:
        """One time step.

        Parameters
        ----------
        forces : optional
            Some versions of ASE hand them over; they are not used.
        """
        self._take_changes()
        if not self._turned:
            self._turned = True
            kt = max(self._params.get("kt", 0.0), units.kB * np.nan_to_num(self.temperature().rotation))
            levels = self._made.get("scheme") == "respa"
            dt = self.dt / int(self._params.get("steps", 10) if self._trials else 1)
            inner = int(self._params.get("inner", 4) if levels else 1)
            moments = self.molecules.bodies.columns["inertia"] * self.molecules.inertia
            warn_of_step(dt / inner, [(moments, kt)], 5)
            if levels and self.fast is not None:
                warn_of_resonance(dt, [moments], 5)
        self._kept = None
        power, begun = self.molecules.power(self.stepper.time), self.stepper.steps
        try:
            self.stepper.step(self.dt)
            if self._processed:
                with self.stepper.shown():
                    self._show()
            else:
                self._show()
            if self._trials:
                self._end_trial()
            gained = 0.5 * self.dt * (power + self.molecules.power(self.stepper.time))
        except BaseException:
            if self.stepper.steps != begun:          # only atoms had to follow
                self.stepper.rewind()
            self.molecules.put_back()
            raise
        self.work += gained

    def _refuse_pushes(self) -> None:
        if self.barostat and self.barostat.name != "mc":     # which decides by energies, and these know all constraints
            refuse_unknown_to_stress(self.molecules.atoms)

    def _take_changes(self) -> None:
        atoms = self.molecules.atoms
        other, before = self.molecules.other_cell(), self._frame
        target: Dict[str, float] = {}
        if self.barostat:
            self._refuse_pushes()
            if other:
                frame, target = targets(atoms, self.barostat, self._table)
                self._use(frame)
        turned = bool((before.turn != self._frame.turn).any())
        anew = self._processed and self.molecules.changed() or turned
        try:
            moved, pushed = self.molecules.take_changes(everything=anew)
        except BaseException:
            self._use(before)
            raise
        if anew:                                     # the bodies count as a physical state again
            self.stepper.reset()
        if turned:
            for key in (key for key in target if key.startswith("deviation")):
                self.stepper.set_param(key, target[key])
        if moved or atoms.calc is not self._calculator:
            self.stepper.set_valid(0)
        self._calculator = atoms.calc
        if self.barostat and other:
            self.stepper.set_cell(self._frame.vectors, reference=self._frame.vectors)
        if moved or pushed:
            self.molecules.remember()

    def _show(self) -> None:
        if self.barostat:
            self._set_cell(self.stepper.cell()[0])
        self.molecules.place()
        self.molecules.show_momenta()

    # ---- what is known --------------------------------------------------------------------------------------
    def temperature(self) -> Temperature:
        """Of all degrees of freedom, of translation and of rotation.  With a thermostat: in the middle of the last
        step, just after it acted.  Without: at its end, less the common motion, unless constraints hold atoms."""
        if self.molecules.pushed():                  # such as by a user who draws momenta before the first step
            self._take_changes()
        if self.thermostat and self.stepper.steps > 0:
            moves, turns = self.stepper.output("mid_freedom")
            counts = [moves - (3 if self._keeps_drift else 0), turns]
            kts = [self.stepper.output("kt_mid_translation"), self.stepper.output("kt_mid_rotation")]
        else:
            bodies = self.molecules.bodies
            counts = self.molecules.freedom()
            kinetic = [float(energy.sum()) for energy in bodies.energies()]
            if self.molecules.drifts:
                counts[0] -= 3
                kinetic[0] -= float((bodies.columns["p"].sum(axis=0) ** 2).sum() / bodies.columns["mass"].sum()) / 2
            kts = [2 * energy / max(count, 1) for energy, count in zip(kinetic, counts)]
        each = [kt / units.kB if count > 0 else float("nan") for kt, count in zip(kts, counts)]
        both = sum(kt * count for kt, count in zip(kts, counts) if count > 0) / max(sum(counts), 1) / units.kB
        return Temperature(both, each[0], each[1])

def thermalize(atoms: Any, groups: Any = None, temperature_K: Optional[float] = None, *, molecules: Any = None,
               zero_momentum: bool = False, random: Any = None) -> None:
    """Gives atoms momenta of rigid groups at a temperature.

    Parameters
    ----------
    atoms : ase.Atoms
        Whose momenta are written.
    groups : optional
        As RigidDynamics takes it.
    temperature_K : float
        In Kelvin, 0 or more.
    molecules : optional
        As RigidDynamics takes it.
    zero_momentum : bool, default False
        The total momentum is 0, so there are three degrees of freedom less.
    random : int or numpy.random.Generator, optional
        A seed or a generator.

    Examples
    --------
    >>> thermalize(atoms, molecules="bonds", temperature_K=300, random=1)
    """
    if temperature_K is None or real("temperature_K", temperature_K) < 0:
        raise ValueError(f"temperature_K is {temperature_K}; must be a number, 0 or more: thermalize(atoms, "
                         "molecules=\"bonds\", temperature_K=300)")
    these = Molecules(atoms, groups, molecules)
    if zero_momentum and (these.free is not None or len(these._moving) < len(atoms)):
        raise ValueError("zero_momentum is True, but constraints hold atoms, so the total momentum is not constant; "
                         "leave zero_momentum out")
    these.bodies.draw(units.kB * temperature_K, random, zero_momentum)
    these._hold()
    these.momenta[:] = 0
    these.show_momenta()
