# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.ase - rigid molecules of many Atoms of ASE, under a calculator that answers all at once."""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple, Union

import numpy as np
from ase import units
from ase.calculators.singlepoint import SinglePointCalculator

from ..abi import EVAL_FORCE
from ..ase.ensembles import Barostat, Thermostat, checked, tables_of, together
from ..ase.levels import makes_trials, scheme_of, warn_of_resonance, with_inner
from ..ase.molecules import Molecules
from ..ase.remarks import warn_of_step, warn_of_torn
from ..columns import real, whole
from ..library import Library
from ..method_spec import Params, mapping
from .batch import Batch
from .boxes import Boxes, refuse_constraints, refuse_shared
from .calls import Calls
from .parameters import Exchange
from .saves import Saved
from .systems import each

__all__ = ["RigidBatch"]
Calculator = Callable[[List[Any]], Any]

class Answer(SinglePointCalculator):  # type: ignore[misc]  # (ASE has no types)
    """What the calculator returned of a box."""

class RigidBatch(Saved, Calls, Boxes):
    """Molecular dynamics of many boxes, in which groups of atoms are rigid bodies.

    Each box moves bit for bit as rigidstep.ase.RigidDynamics moves it alone, if the calculator's forces on it
    are the same bits.

    Parameters
    ----------
    boxes : list of ase.Atoms
        They follow the bodies, each with arrays of its own; constraints are not supported.  A box without a
        calculator gets the energy and the forces that calculator returned, as for ase.io.Trajectory, if forces
        are known at the end of a step (as with strang).
    timestep : float
        In ASE's unit of time: 2 * units.fs.
    calculator : callable
        calculator(boxes) returns the forces on the atoms of all boxes and the energy of each: forces as one
        array or tensor (N, 3), box after box, or as a list of arrays; energies (n).  With a barostat but MonteCarlo it
        also returns stresses as ASE has them, (n, 6) or (n, 3, 3).
    groups : list, optional
        The groups of each box, as rigidstep.ase.RigidDynamics takes them.
    molecules : {'bonds'} or sequence of int, optional
        In place of groups, the same for all boxes: "bonds" for groups of bonded atoms, or labels.
    thermostat : rigidstep.ase.Thermostat, optional
        Langevin, CSVR, NHC or Metropolis.  Box number k has the seed plus k.
    barostat : rigidstep.ase.Barostat, optional
        Andersen, Flexible, MonteCarlo beside Metropolis, or another; each box has a cell of its own.
    temperature_K, pressure : float or list of float, optional
        Of each box; None: the thermostat's and the barostat's.
    rotor, scheme : str, default 'exact', 'strang', with fast 'respa'
        Names of the method.
    inertia : float, default 1.0
        By what moments of inertia are multiplied.
    params, library, threads : optional, default as of a Stepper
        As a Stepper takes them.
    fast, inner : optional
        As RigidDynamics takes them; fast(boxes) returns what calculator(boxes) does, and its energies are not used.
        With Metropolis calculator may return None as forces.

    Attributes
    ----------
    names : list of int
        Of the boxes that are there, ascending: 0, 1, .. in the order in which they came.
    boxes : list of ase.Atoms
        In the order of their names.
    energies : ndarray
        (n) the energies that the calculator returned last; with Metropolis those of the boxes as they are.
    batch : rigidstep.batch.Batch
        Of the bodies.

    Examples
    --------
    >>> dynamics = RigidBatch(boxes, 2 * units.fs, calculator, molecules="bonds",
    ...                       thermostat=CSVR(300, 100 * units.fs, seed=1), temperature_K=[250, 300])
    >>> dynamics.run(10)
    >>> dynamics
    <RigidBatch: 2 boxes, 6 bodies, exact x strang, thermostat csvr, step 10>
    """
    def __init__(self, boxes: Iterable[Any], timestep: float, calculator: Calculator,
                 groups: Optional[Sequence[Any]] = None, *, molecules: Any = None,
                 thermostat: Optional[Thermostat] = None, barostat: Optional[Barostat] = None,
                 temperature_K: Union[None, float, Sequence[float]] = None,
                 pressure: Union[None, float, Sequence[float]] = None, rotor: str = "exact",
                 scheme: Optional[str] = None, inertia: float = 1.0, params: Optional[Params] = None,
                 library: Optional[Library] = None, threads: int = 1, fast: Optional[Calculator] = None,
                 inner: Optional[int] = None):
        self.dt, self.calculator, self.nsteps = real("timestep", timestep), calculator, 0
        self.fast: Any = fast
        for name, function in dict(calculator=calculator, fast=fast).items():
            if not callable(function) and (name == "calculator" or function is not None):
                raise TypeError(f"{name} is {function!r:.60}; must be a function {name}(boxes) that "
                                "returns the forces on all atoms and the energies of the boxes")
        self.thermostat, self.barostat = checked(thermostat, Thermostat), checked(barostat, Barostat)
        self._molecules, self._inertia, self._frames = molecules, inertia, {}
        self._library = library or Library()
        told: Dict[str, Any] = with_inner(mapping(params), inner, fast)
        self._trials = makes_trials(self.thermostat)
        known, self._table = tables_of(self._library, (), self.thermostat, self.barostat)
        for part, table in (self.thermostat, known), (self.barostat, self._table):
            told = together(told, part._given(table)) if part else told
        if temperature_K is not None and self.thermostat is None and self.barostat is None:
            raise TypeError("temperature_K is given, but no thermostat; give one, such as "
                            "thermostat=CSVR(300, 100 * units.fs, seed=1)")
        scheme = scheme_of(scheme, fast, thermostat)
        self._steps = int(told.get("steps", 10) if self._trials else 1)
        self._inner = int(told.get("inner", 4) if scheme == "respa" else 1)
        self._kt = told.pop("kt", None)
        if self._kt is None and temperature_K is None and "kt" in self._table:
            raise TypeError(f"{barostat!r} has no temperature; give temperature_K=300, or a thermostat")
        self.boxes, self._made = self._read(boxes, groups)
        kt = self._kts(temperature_K, len(self._made))
        self._watchers: List[Any] = []
        self._answer: Any = None                     # forces and energies at the positions that boxes show
        self.batch = Batch([one.bodies for one in self._made], self._force, rotor, scheme,
                           fast=None if fast is None else self._fast_force,
                           thermostat=self.thermostat.name if self.thermostat else None, kt=kt,
                           barostat=self.barostat.name if self.barostat else None, cells=self._vectors(self._made),
                           pressure=self._pressures(pressure, len(self._made)), seed=told.get("seed", 0),
                           params=dict(told, **self._target or {}), inertia=inertia, library=library, threads=threads)
        self._velocities = np.zeros_like(self.batch.positions)
        self._ends_valid = bool(self.batch._stepper.describe().ends_valid & EVAL_FORCE)
        self._unseen: Set[Molecules] = set()         # boxes that did no step yet
        self._begin(self._made)
        for part in self.thermostat, self.barostat:
            if part:
                part._used = True

    def __repr__(self) -> str:
        bodies = repr(self.batch).partition(", ")[2][:-1]
        return f"<RigidBatch: {len(self.boxes)} boxes, {bodies}, step {self.nsteps}>"

    def _read(self, boxes: Any, groups: Any, there: Sequence[Any] = ()) -> Tuple[List[Any], List[Molecules]]:
        """New boxes, and their rigid groups."""
        boxes = [*boxes]
        given = [None] * len(boxes) if groups is None else [*groups]
        if len(given) != len(boxes):
            raise ValueError(f"groups has {len(given)} elements; must have the groups of each of the "
                             f"{len(boxes)} boxes")
        made = []
        for k, (box, group) in enumerate(zip(boxes, given)):
            try:
                one = Molecules(box, group, self._molecules if groups is None else None, self._inertia)
                made.append(one)
                if self._lay(one):
                    one.take_changes(everything=True)
            except (TypeError, ValueError) as error:
                raise type(error)(f"boxes[{k}]: {error}") from None
            refuse_constraints(k, box)
        refuse_shared([*there, *boxes])
        return boxes, made

    def _begin(self, made: List[Molecules]) -> None:
        """New boxes, as RigidDynamics begins."""
        for one in made:
            one.show_momenta()
        self._unseen |= {*made}
        warn_of_torn(made, 4)

    def _kts(self, temperature_K: Any, n: int) -> Any:
        return self._kt if temperature_K is None else units.kB * each("temperature_K", temperature_K, n)

    names = property(lambda self: self.batch.names)
    energies = property(lambda self: self.batch.energies)

    # ---- boxes come and go -----------------------------------------------------------------------------
    def add(self, boxes: Iterable[Any], groups: Optional[Sequence[Any]] = None,
            temperature_K: Union[None, float, Sequence[float]] = None,
            pressure: Union[None, float, Sequence[float]] = None) -> List[int]:
        """Adds boxes, between steps.

        Parameters
        ----------
        boxes, groups, temperature_K, pressure : optional
            As the RigidBatch takes them.

        Returns
        -------
        list of int
            The names of the new boxes.
        """
        self._take_changes()
        new, made = self._read(boxes, groups, self.boxes)
        names = self.batch.add([one.bodies for one in made], self._kts(temperature_K, len(made)),
                               pressure=self._pressures(pressure, len(made)), cells=self._vectors(made))
        self.boxes += new
        self._made += made
        self._velocities, self._answer = np.zeros_like(self.batch.positions), None
        self._begin(made)
        return names

    def take_out(self, names: Iterable[int]) -> List[Any]:
        """Takes boxes out, between steps; the others move on as if they had been alone.

        Parameters
        ----------
        names : iterable of int
            Of the boxes; at least one must stay.

        Returns
        -------
        list of ase.Atoms
            The boxes that were taken out.
        """
        self._take_changes()
        out = [self.batch._place(name) for name in names]
        self.batch.take_out(self.names[k] for k in out)
        gone = [self.boxes[k] for k in out]
        self.boxes, self._made = [[given[k] for k in range(len(given)) if k not in {*out}]
                                  for given in (self.boxes, self._made)]
        self._velocities, self._answer = np.zeros_like(self.batch.positions), None
        self._frames = {one: frame for one, frame in self._frames.items() if one in self._made}
        return gone

    # ---- steps -----------------------------------------------------------------------------------------
    def _columns(self, k: int, names: Sequence[str]) -> Any:
        """The columns of a box, in the batch and in its molecules."""
        begin, end = self.batch._at["bodies"][k:k + 2]
        return [(self.batch.columns[name][begin:end], self._made[k].bodies.columns[name]) for name in names]

    def _take_changes(self) -> None:
        """What somebody did to boxes since they were shown last: positions, momenta, cells."""
        self.batch._stepper.refuse_running("RigidBatch")
        changed = False
        for k, one in enumerate(self._made):
            refuse_constraints(k, one.atoms)
            if not (one.changed() or one.other_cell()):
                one._refuse_other_bodies()
                continue
            for here, there in self._columns(k, ("x", "p", "q", "l")):
                there[:] = here
            other = one.other_cell()
            one.take_changes(everything=other and self._lay(one))
            for here, there in self._columns(k, ("x", "p", "q", "l")):
                here[:] = there
            begin, end = self.batch._at["sites"][k:k + 2]
            self.batch._bodies.sites[begin:end] = one.bodies.sites      # as measured at the new places
            one.remember()
            if other and self.barostat:
                self.batch.set_cell(self.names[k], *2 * [self._frames[one].vectors])
            changed = True
        if changed:
            self.batch._bodies.note_shape()
            self.batch._note_parts()
            self.batch.set_valid(0)
            self._answer = None

    def _show(self) -> None:
        """Gives the boxes positions and momenta, as RigidDynamics does."""
        self.batch._bodies.place(self.batch._positions, self._velocities)
        split = self.batch.split
        for k, (one, here, v) in enumerate(zip(self._made, split(self.batch._positions), split(self._velocities))):
            self._put(one, here, self.batch._cells[k] if self.barostat else None)
            one.momenta[:] = one._masses[:, None] * one.back(v)
            one.remember()
        if self._answer is not None:
            for k, (one, forces) in enumerate(zip(self._made, split(self._answer))):
                mine = one.atoms.calc is None or type(one.atoms.calc) is Answer
                if mine and not np.isnan(forces).any():
                    stress = dict(stress=self._stresses[k]) if self.batch._virial else {}
                    one.atoms.calc = Answer(one.atoms, forces=forces, energy=self.batch.energies[k], **stress)

    def run(self, steps: int = 1) -> None:
        """Does steps.  If one fails, the boxes are as before it, and the error's attribute `system` names the
        box at fault: take it out, and continue.

        Parameters
        ----------
        steps : int, default 1
            Their number.
        """
        steps = whole("steps", steps, 0)
        self._take_changes()
        if self._unseen and steps > 0:
            hot = [self._hot(k) for k, one in enumerate(self._made) if one in self._unseen]
            warn_of_step(self.dt / self._steps / self._inner, hot, 3)
            if self.fast is not None and self._inner > 1:
                warn_of_resonance(self.dt / self._steps, [moments for moments, _ in hot], 3)
            self._unseen = set()
        try:
            for _ in range(steps):
                before = self.batch.output("accepted") if self._trials else None
                self._answer = self._answer if self._trials else None
                self.batch.step(self.dt)
                self.nsteps += 1
                if self._ends_valid and self._told is not None:
                    self._note_answer(before)
                due = [call for call, interval in self._watchers if self.nsteps % interval == 0]
                if due:
                    self._show()
                for call in due:
                    call()
        finally:
            self._show()

    def _hot(self, k: int) -> Tuple[Any, float]:
        """Of a new box: the moments of inertia, and the kT at which bodies turn."""
        bodies, kts = self._made[k].bodies, self.batch._own.get("kt")
        return bodies.columns["inertia"] * self._inertia, max(0.0 if kts is None else float(kts[k]),
                                              bodies.temperatures()[1] or 0.0)

    def exchange(self, seed: Optional[int] = None) -> List[Exchange]:
        """Replica exchange, between steps: boxes that are neighbours in temperature may swap it.

        Parameters
        ----------
        seed : int, optional
            As Batch.exchange takes it; temperatures_K() are those of the boxes then, and batch.exchanged counts.
        """
        self._take_changes()
        told: List[Exchange] = self.batch.exchange(seed)
        self._show()
        return told

    def temperatures_K(self) -> Any:
        """(n) of the thermostat of each box, in Kelvin: exchanges swap them."""
        return self.batch.kt / units.kB

    def attach(self, call: Callable[[], Any], interval: int = 1) -> None:
        """Calls a function after steps; the boxes then have positions and momenta, which it must not change.

        Parameters
        ----------
        call : callable
            Without arguments.
        interval : int, default 1
            After each so many steps.
        """
        if not callable(call):
            raise TypeError(f"call is {call!r:.60}; must be a function without arguments")
        self._watchers.append((call, whole("interval", interval, 1)))

    def temperature(self) -> Any:
        """(n) of each box in Kelvin: of translation and rotation together, less the common motion.  With a
        thermostat: just after it acted in the last step."""
        common = 0 if self.thermostat and self.thermostat.name not in ("csvr", "nhc") else 3
        if self.thermostat and self.nsteps:
            freedom = self.batch.output("mid_freedom") - [common, 0]
            kts = [self.batch.output("kt_mid_" + part) for part in ("translation", "rotation")]
            twice = freedom[:, 0] * kts[0] + freedom[:, 1] * kts[1]
            return twice / freedom.sum(axis=1) / units.kB
        told = []
        for k in range(len(self.boxes)):
            bodies = self.batch._part(k)
            p, mass = bodies.columns["p"].sum(axis=0), bodies.columns["mass"].sum()
            kinetic = float(sum(map(np.sum, bodies.energies()))) - float((p ** 2).sum() / mass) / 2
            told.append(2 * kinetic / (sum(bodies.freedom(3)) * units.kB))
        return np.array(told)
