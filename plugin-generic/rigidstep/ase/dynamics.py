# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.dynamics - molecular dynamics of rigid molecules in ASE."""
from __future__ import annotations

import copy
import warnings
import zipfile
from typing import Any, Dict, Optional, Tuple

import numpy as np
from ase import units
from ase.md.logger import MDLogger
from ase.md.md import MolecularDynamics

from ..abi import CLAIMS, EVAL_ENERGY
from ..bodies import counted
from ..columns import real
from ..files import replaced
from ..library import Library, Path
from ..stepper import Params, Stepper
from .molecules import PUSH, Molecules, Temperature as Temperature, has_constraint
from .pressure import axes_of, piston_params, virial

EXAMPLES = dict(temperature_K="300", relaxation="200 * units.fs", seed="1", pressure_relaxation="1000 * units.fs")
KEEP_DRIFT = "csvr", "nhc"                        # these leave a constant total momentum alone
PROCESSED = 1 << CLAIMS.index("processed")

class _Logged:
    """The atoms as a log shows them: with the temperature of rigid bodies."""
    def __init__(self, dynamics: Any):
        self._dynamics = dynamics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dynamics.atoms, name)

    def get_temperature(self) -> float:
        return float(self._dynamics.temperature().total)

def ensemble_params(atoms: Any, bath: Optional[str], temperature_K: Optional[float], relaxation: Optional[float],
                    seed: Optional[int], pressure: Any, pressure_relaxation: Optional[float], couple: str,
                    piston: str) -> Dict[str, Any]:
    """The library's parameters for a bath and a piston."""
    given: Dict[str, Any] = {}
    for name, value, needed in (("temperature_K", temperature_K, bath not in (None, "drag") or pressure is not None),
                                ("relaxation", relaxation, bath not in (None, "drag")),
                                ("seed", seed, bath in ("langevin", "csvr")),
                                ("pressure_relaxation", pressure_relaxation, pressure is not None)):
        if needed and value is None:
            why = f"bath '{bath}'" if bath and name != "pressure_relaxation" else "pressure"
            raise TypeError(f"{why} needs {name}, for example {name}={EXAMPLES[name]}")
        if value is not None and not needed and not (name == "seed" and (bath or pressure is not None)):
            raise TypeError(f"{name} is given, but nothing uses it; give a bath or a pressure that does, or leave it out")
    if temperature_K is not None:
        given["kt"] = units.kB * real("temperature_K", temperature_K, above=0)
    if relaxation is not None:
        given["relaxation"] = real("relaxation", relaxation, above=0)
    if seed is not None and (pressure is not None or bath in ("langevin", "csvr")):
        given["seed"] = seed
    if pressure is not None:
        given.update(piston_params(atoms, piston, pressure, couple),
                     piston_relaxation=real("pressure_relaxation", pressure_relaxation, above=0))
    return given

def _refuse_unknown_to_stress(atoms: Any) -> None:
    if has_constraint(atoms, "FixCom", *PUSH):
        raise ValueError("atoms has FixCom, Hookean or ExternalForce, which the calculator's stress does not include; "
                         "remove these constraints (atoms.set_constraint()), or leave pressure out")

class RigidDynamics(MolecularDynamics):  # type: ignore[misc]  # (ASE has no types)
    """Molecular dynamics in which groups of atoms are rigid bodies.

    atoms      with a calculator that has get_forces and, for a pressure, get_stress
    timestep   in ASE's unit of time: 2 * units.fs
    groups     lists of indices, or a label for each atom (-1: none); or molecules: "bonds" for groups of bonded
               atoms, or labels.  Atoms in no group move as points, by the same scheme.
    rotor, scheme, integrator, params, modules  the method, as for a Stepper; params has a bath's other ones, too
    bath       langevin, csvr or nhc, with temperature_K, relaxation (langevin: or friction = 1 / relaxation), seed
    pressure   in eV/Angstrom^3 (1.0 * units.bar), or three, None for an axis that keeps its length; with
               temperature_K and pressure_relaxation (a time).  Positions and the cell's vectors change by
               one factor along each of x, y and z; if all are coupled, a skewed cell keeps its angles.  Otherwise
               the cell's vectors must be (ax, 0, 0), (bx, by, 0), (cx, cy, cz)
    couple     which axes change by the same factor: xyz, xy, yz, xz or none
    piston     andersen, or flexible: lengths and angles of the cell change; its first vector keeps its
               direction, and the first two keep their plane.  pressure is a number or a symmetric tensor (3, 3)
    trajectory, logfile, loginterval, append_trajectory  as for other dynamics of ASE.  The log has the temperature
               of rigid bodies; atoms.get_temperature() divides by too many degrees of freedom.

    Groups across the faces of the cell are joined.  FixAtoms, FixCartesian, FixedPlane and FixedLine hold whole
    groups or single atoms along x, y and z; FixCom, Hookean and ExternalForce act as in ASE.
    A group held along one axis moves and turns in the plane normal to it; one held along two moves along the third.  A
    bath does not act on such groups.  csvr and nhc keep a constant total momentum; with held atoms it is the bath's.

    After every step atoms has the positions, momenta and cell of the physical state.  You may change atoms between
    steps, but not the shape of a group.  If the calculator raises an exception, or you interrupt the run, atoms is as
    it was before the step.  The next run() completes this step bit for bit; if you changed atoms or dt, it begins anew.
    >>> RigidDynamics(atoms, 2 * units.fs, molecules="bonds").run(100)
    True
    """
    def __init__(self, atoms: Any, timestep: float, groups: Any = None, *, molecules: Any = None,
                 rotor: str = "exact", scheme: str = "strang", integrator: Optional[str] = None,
                 params: Optional[Params] = None, modules: Any = (), library: Optional[Library] = None,
                 bath: Optional[str] = None, temperature_K: Optional[float] = None,
                 relaxation: Optional[float] = None, friction: Optional[float] = None, seed: Optional[int] = None,
                 pressure: Any = None, pressure_relaxation: Optional[float] = None, couple: str = "xyz",
                 piston: str = "andersen", threads: int = 1, trajectory: Any = None, logfile: Any = None,
                 loginterval: int = 1, append_trajectory: bool = False):
        real("timestep", timestep)
        self.molecules = Molecules(atoms, groups, molecules)
        if friction is not None:
            if bath != "langevin" or relaxation is not None:
                raise TypeError(f"friction is given with bath {bath!r} and relaxation {relaxation}; give it with bath "
                                "'langevin' only, and without relaxation, which is 1 / friction")
            relaxation = 1 / real("friction", friction, above=0)
        given = ensemble_params(atoms, bath, temperature_K, relaxation, seed, pressure, pressure_relaxation, couple, piston)
        self._piston, self._pressure = pressure is not None, (piston, pressure, couple)
        if self._piston and (self.molecules.free is not None or len(self.molecules._moving) < len(atoms)):
            raise ValueError("a pressure moves all atoms with the cell, but constraints hold some; remove the constraints "
                             "(atoms.set_constraint()), or leave pressure out")
        if self._piston:
            _refuse_unknown_to_stress(atoms)
        if bath == "langevin" and self.molecules.centred:
            raise ValueError("bath 'langevin' changes the total momentum, which FixCom keeps at 0; take the bath 'csvr'")
        self._kt: float = given.get("kt", 0.0)
        self._turned = False                         # whether it was looked at how far bodies turn in a step
        walled = {"momentum": 1.0} if bath in KEEP_DRIFT and not self.molecules.drifts else {}
        self._params: Dict[str, Any] = {**walled, **given, **(params or {})}
        names: Dict[str, Optional[str]] = dict(integrator=integrator) if integrator else dict(rotor=rotor, scheme=scheme)
        self._made = dict(names, params=self._params, bath=bath, piston=piston if self._piston else None,
                          modules=modules, threads=threads)
        self._library = library or Library()
        self._calculator: Any = None
        # The time and dt of a step that an exception broke off, while the stepper is in its midst.
        self._broken: Optional[Tuple[float, float]] = None
        self._power = self.work = 0.0
        self._use(axes_of(atoms) if self._piston else np.eye(3))
        if self.molecules.turn is not None:
            self.molecules.take_changes(everything=True)
        self._make_stepper()
        self.molecules.show_momenta()
        MolecularDynamics.__init__(self, atoms, timestep, trajectory, loginterval=loginterval,
                                   append_trajectory=append_trajectory)
        if logfile:
            self.attach(self.closelater(MDLogger(dyn=self, atoms=_Logged(self), logfile=logfile)), loginterval)

    def __repr__(self) -> str:
        return f"<RigidDynamics {self.stepper.method}: {counted(self.molecules.bodies)}, step {self.nsteps}>"

    def _make_stepper(self) -> None:
        columns = dict(self.molecules.bodies.columns)
        if self.molecules.free is not None:          # a bath would push them where they are fixed
            columns["coupled"] = self.molecules.free.all(axis=1).astype(float)
            if self._made["bath"] and not columns["coupled"].any():
                raise ValueError(f"bath '{self._made['bath']}' does not act on bodies that constraints hold along an axis, "
                                 "and they hold every body; run without a bath, or hold fewer bodies")
        force: Any = self._force_and_virial if self._piston else self._force
        self.stepper = Stepper(self._library, columns=columns, force=force, **self._made)
        told = self.stepper.describe()
        self._counts, self._processed = bool(told.needs & EVAL_ENERGY), bool(told.claims & PROCESSED)
        if self._piston:
            self._give_cell()

    def _give_cell(self) -> None:
        # ASE's cell begins at the origin, about which everything scales.
        cell = np.tril(self.molecules.into(self.molecules.atoms.cell.array))
        self.stepper.set_cell(cell, reference=cell)

    def _use(self, axes: Any) -> None:
        """axes: those in which the cell is triangular."""
        self._axes = axes
        self.molecules.turn = None if (axes == np.eye(3)).all() else axes

    def _set_cell(self, vectors: Any) -> None:
        atoms, cell = self.molecules.atoms, self.molecules.back(np.array(vectors))
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
        if given is not None:
            push = self.molecules.pushes(self.stepper.time, given)
            given = given if callable(given) else push.copy()
        self.molecules.external = given
        self.stepper.set_fresh(0)

    def todict(self) -> Dict[str, Any]:
        return dict(MolecularDynamics.todict(self), **{key: value for key, value in self._made.items() if value and
                                                       key in ("rotor", "scheme", "integrator", "bath", "piston")})

    # ---- what the stepper asks ---------------------------------------------------------------------------
    def _energy(self) -> Optional[float]:
        return float(self.molecules.atoms.get_potential_energy()) if self._counts else None

    def _force(self, time: float) -> Optional[float]:
        self.molecules.evaluate(time)
        return self._energy()

    def _force_and_virial(self, time: float, vectors: Any) -> Any:
        atoms = self.molecules.atoms
        self._set_cell(vectors)
        # Most calculators compute forces along with a stress, and many a stress only when they are asked for it.
        self.molecules.place()
        stress = atoms.get_stress(apply_constraint=False)
        tensor = virial(atoms.get_volume(), stress, self.molecules.evaluate(time), self._axes)
        return self._energy(), tensor

    # ---- a step --------------------------------------------------------------------------------------------
    def step(self, forces: Any = None) -> None:
        """One time step.  (forces: some versions of ASE hand them over; they are not used.)"""
        self._take_changes()
        if not self._turned and not self._broken:
            self._warn_of_turns()
        began = self._broken[0] if self._broken else self.stepper.time
        self._power = self._power if self._broken else self.molecules.power(began)
        try:
            # An interrupt may come after the stepper's step, when only atoms has to follow.
            if not self._broken or self.stepper.time == began:
                self.stepper.step(self.dt)
            if self._processed:
                with self.stepper.shown():
                    self._show()
            else:
                self._show()
        except BaseException:
            self._broken = began, self.dt
            self.molecules.put_back()
            raise
        self._broken = None
        self.work += 0.5 * self.dt * (self._power + self.molecules.power(self.stepper.time))

    def _warn_of_turns(self) -> None:
        """A step of 2 or 4 without units.fs is ten times what was meant, however slowly bodies turn."""
        self._turned = True
        inertia = self.molecules.bodies.columns["inertia"]
        rates = np.divide(1, inertia, out=np.zeros_like(inertia), where=inertia > 0).sum(axis=1)
        kt = max(self._kt, units.kB * np.nan_to_num(self.temperature().rotation))
        turn = abs(self.dt) * float(np.sqrt(kt * rates.max(initial=0)))
        if turn > 1 or abs(self.dt) > 20 * units.fs:
            warnings.warn(f"the time step is {self.dt / units.fs:.3g} fs, in which the lightest body turns by {turn:.1f} "
                          f"radians at {kt / units.kB:.0f} K; use a shorter one (write 2 * units.fs for 2 fs)",
                          stacklevel=4)

    def _take_changes(self) -> None:
        atoms = self.molecules.atoms
        other, axes = self.molecules.other_cell(), self._axes
        if self._piston:
            _refuse_unknown_to_stress(atoms)
            if other:
                targets, axes = piston_params(atoms, *self._pressure), axes_of(atoms)
        turned = bool((axes != self._axes).any())
        anew = bool(self._processed or self._broken) and self.molecules.changed() or turned
        if self._broken:
            anew |= other or self.dt != self._broken[1]
        if anew:
            # The bodies count as a physical state again.  Where atoms is refused, all is yet to be taken.
            self._broken = self._broken[0] if self._broken else self.stepper.time, float("nan")
            self.stepper.reset()
        if turned:
            self._use(axes)
            for key in (key for key in targets if key.startswith("deviation")):
                self.stepper.set_param(key, targets[key])
        moved, pushed = self.molecules.take_changes(everything=anew)
        if moved or not self._broken and atoms.calc is not self._calculator:
            self.stepper.set_fresh(0)
        self._calculator = atoms.calc
        if self._piston and (other or anew):
            self._give_cell()
        if anew and self._broken:
            self.stepper.set_time(self._broken[0])
            self._broken = None
        if moved or pushed:
            self.molecules.remember()

    def _show(self) -> None:
        if self._piston:
            self._set_cell(self.stepper.cell()[0])
        self.molecules.place()
        self.molecules.show_momenta()

    # ---- what is known --------------------------------------------------------------------------------------
    def temperature(self) -> Temperature:
        """Of all degrees of freedom, of translation and of rotation.  With a bath: in the middle of the last step,
        just after it acted.  Without: at its end, less the common motion, unless constraints hold atoms."""
        if self._broken:
            raise RuntimeError("an exception interrupted a step, so there is no temperature; run() completes the step")
        if self.molecules.pushed():                  # such as by a user who draws momenta before the first step
            self._take_changes()
        bath = self._made["bath"]
        if bath and self.stepper.steps > 0:
            moves, turns = self.stepper.output("mid_freedom")
            counts = [moves - (3 if bath in KEEP_DRIFT and not self._params.get("momentum") else 0), turns]
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

    # ---- restarts --------------------------------------------------------------------------------------------
    def save(self, path: Path) -> None:
        """Writes all that a RigidDynamics with the same arguments needs to continue bit for bit."""
        with replaced(path) as file:
            np.savez(file, **self._state())

    def _state(self) -> Dict[str, Any]:
        atoms = self.molecules.atoms
        state = dict(block=np.frombuffer(self.stepper.save(), np.uint8), nsteps=self.nsteps, cell=atoms.cell.array,
                     axes=self._axes, **self.molecules.kept())
        # Of a step that was broken off the block is in the midst, and atoms shows the beginning.
        begun = dict(broken=self._broken, positions=atoms.positions, momenta=self.molecules.momenta)
        return dict(state, **begun) if self._broken else state

    def load(self, path: Path) -> None:
        """Continues from save(path) and puts atoms there; atoms may be the last frame of a trajectory."""
        try:
            with np.load(path) as saved:
                kept = {name: saved[name] for name in saved.files}
        except (ValueError, EOFError, NotImplementedError, zipfile.BadZipFile):
            raise ValueError(f"{path} is damaged, or RigidDynamics.save did not write it") from None
        lacks = {"block", "nsteps", "cell", "axes", "labels", "sites", "mass", "inertia"} - kept.keys()
        if lacks or np.shape(kept["cell"]) != (3, 3) or not np.isfinite(kept["cell"]).all():
            raise ValueError(f"{path} has no {min(lacks, default='finite cell')}; give a file that RigidDynamics.save wrote")
        before, atoms = copy.deepcopy(self._state()), self.molecules.atoms
        positions, momenta, cell = atoms.positions.copy(), self.molecules.momenta.copy(), atoms.cell.array.copy()
        try:
            self._take(kept, path)
        except BaseException:
            self._take(before, path)
            atoms.positions[:], self.molecules.momenta[:], atoms.cell[:] = positions, momenta, cell
            self.molecules.remember()
            raise

    def _take(self, kept: Dict[str, Any], path: Path) -> None:
        self.molecules.take_kept(kept, path)
        self.molecules.atoms.set_cell(kept["cell"], scale_atoms=False)
        self._use(kept["axes"])
        self.stepper.close()
        self._make_stepper()
        self.stepper.load(kept["block"].tobytes())
        self.nsteps = int(kept["nsteps"])
        self._calculator = self.molecules.atoms.calc
        self._broken = None
        if "broken" in kept:
            self._broken = float(kept["broken"][0]), float(kept["broken"][1])
            self.molecules.atoms.positions[:] = kept["positions"]
            self.molecules.momenta[:] = kept["momenta"]
            self.molecules.remember()
        else:
            self._show()

def thermalize(atoms: Any, groups: Any = None, temperature_K: Optional[float] = None, *, molecules: Any = None,
               zero_momentum: bool = False, random: Any = None) -> None:
    """Gives atoms momenta of rigid groups at a temperature.

    groups, molecules  as RigidDynamics takes them
    zero_momentum      the total momentum is 0, so there are three degrees of freedom less
    random             a seed or a numpy.random.Generator
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
