# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.molecules - the rigid groups of an ase.Atoms as Bodies, and what goes between the two."""
from __future__ import annotations

import contextlib
from typing import Any, Callable, NamedTuple, Iterator

import numpy as np
from ase import Atoms
from ase.neighborlist import natural_cutoffs, neighbor_list

from ..orientations import matrices
from ..bodies import Bodies, labels_of
from ..columns import real
from ..library import Refused

# Atoms nearer than this many sums of their covalent radii are bonded: H2 is at 1.20, water at 0.99, a
# hydrogen bond above 1.7.
BOND = 1.25
# A body whose atoms were moved from outside may have changed its shape by so much, relative to its size.
SAME_SHAPE = 1e-6
# A body that is held along one axis does not turn about the axis across where its moment is below this part of
# its atoms' moment about a point.
NO_MOMENT = 1e-5

def bonded(atoms: Any) -> Any:
    """A label for each atom, equal for atoms that bonds connect."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    one, other = neighbor_list("ij", atoms, natural_cutoffs(atoms, mult=BOND))
    shape = (len(atoms), len(atoms))
    return connected_components(coo_matrix((np.ones(len(one)), (one, other)), shape))[1]

@contextlib.contextmanager
def _found_by(bonds: bool) -> Iterator[None]:
    """What bonds made of the atoms is said with an error about a group that they found."""
    try:
        yield
    except (ValueError, Refused) as error:
        if not bonds:
            raise
        raise ValueError(f"{error}.  molecules=\"bonds\" joins atoms that are nearer than {BOND} sums of their covalent "
                         "radii, a surface and what lies on it too; name the groups instead, as in groups=[[36, 37, 38]], "
                         "and hold a surface with FixAtoms") from None

HOLD = "FixAtoms", "FixCartesian", "FixedPlane", "FixedLine"
PUSH = "Hookean", "ExternalForce"                 # these are forces
INSIDE = "FixBondLength", "FixBondLengths", "FixLinearTriatomic", "FixInternals"
ANEW = "create a new RigidDynamics or RigidFilter to change this"

def fixed_directions(atoms: Any, more: Any = ()) -> Any:
    """(N, 3), True where constraints hold an atom; refuses what neither holds along axes, nor pushes, nor is FixCom or
    in more."""
    moves = np.ones((len(atoms), 3))
    for constraint in atoms.constraints:
        name = type(constraint).__name__
        if name in HOLD:
            constraint.adjust_forces(atoms, moves)
            if not np.isin(moves, (0, 1)).all():
                raise ValueError(f"the constraint {constraint} is not along x, y or z, and bodies can be held along these "
                                 "only; rotate atoms and cell, or hold the atoms with FixAtoms")
        elif name not in PUSH and name not in ("FixCom", *more):
            raise ValueError(f"atoms has the constraint {name}; supported are {', '.join(HOLD)}, FixCom, "
                             f"{' and '.join(PUSH)}" + ("; a rigid group keeps its distances without a constraint: remove "
                             "it (atoms.set_constraint()), and join groups that it connects" if name in INSIDE else ""))
    return moves == 0

def has_constraint(atoms: Any, *names: str) -> bool:
    return any(type(constraint).__name__ in names for constraint in atoms.constraints)

class Logged:
    """The atoms as a log shows them: with the temperature of rigid bodies."""
    def __init__(self, dynamics: Any):
        self._dynamics = dynamics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dynamics.atoms, name)

    def get_temperature(self) -> float:
        return float(self._dynamics.temperature().total)

class Temperature(NamedTuple):
    """Temperatures in Kelvin; NaN where nothing can move.

    Parameters
    ----------
    total, translation, rotation : float
        Of all degrees of freedom, of translation and of rotation.
    """
    total: float
    translation: float
    rotation: float

    def __repr__(self) -> str:
        return f"<Temperature {self.total:.1f} K: translation {self.translation:.1f}, rotation {self.rotation:.1f}>"

class Molecules:
    """The moving bodies of some atoms: `bodies` are theirs, and `atoms` follows them.

    Parameters
    ----------
    atoms : ase.Atoms
        The atoms.
    groups : list of lists of int, or sequence of int, optional
        Lists of indices, or a label for each atom (-1: none); an atom in no group is a body.
    molecules : {'bonds'} or sequence of int, optional
        In place of groups: "bonds" for what bonds connect, or labels.
    inertia : float, default 1.0
        By what moments of inertia are multiplied in the motion.
    """
    supported: "tuple[str, ...]" = ()                # constraints that subclasses treat

    def __init__(self, atoms: Any, groups: Any = None, molecules: Any = None, inertia: float = 1.0):
        if not isinstance(atoms, Atoms):
            raise TypeError(f"atoms is a {type(atoms).__name__}; must be ase.Atoms (a filter, as for cells, is not "
                            "supported)")
        if (groups is None) == (molecules is None):
            raise TypeError("give either groups or molecules: lists of indices, labels, or molecules=\"bonds\"")
        if isinstance(molecules, str) and molecules != "bonds":
            raise ValueError(f"molecules is '{molecules}'; must be \"bonds\" or a label for each atom")
        if isinstance(groups, str):
            raise TypeError(f"groups is '{groups}'; must be lists of indices or labels; molecules=\"bonds\" finds them")
        self.bonds = bonds = isinstance(molecules, str)
        given = bonded(atoms) if bonds else groups if molecules is None else molecules
        self.atoms, self.inertia = atoms, real("inertia", inertia, 0)
        self._labels = labels_of(given, len(atoms))
        fixed, masses = fixed_directions(atoms, self.supported), atoms.get_masses()
        self._fixed, self._masses = fixed, masses
        self.centred = has_constraint(atoms, "FixCom")    # the centre of mass of all atoms stays
        if self.centred and fixed.any():
            raise ValueError("FixCom holds the centre of mass of all atoms, but other constraints hold atoms; remove FixCom "
                             "or the others (atoms.set_constraint())")
        with _found_by(bonds):
            self._moving = np.flatnonzero(~self._held(fixed))
        if not len(self._moving):
            raise ValueError("no atom can move: atoms is empty, or constraints hold all atoms")
        massless = np.flatnonzero(~(masses > 0))
        if len(massless):
            raise ValueError(f"atom {massless[0]} has the mass {masses[massless[0]]:g}; must be above 0: delete sites "
                             "without mass (del atoms[atoms.get_masses() == 0]) and let the calculator place them, or give "
                             "them masses (atoms.set_masses)")
        self.turn: Any = None                        # rows: the axes of the bodies' vectors, if not x, y and z
        self.external: Any = None                    # forces and torques from outside, or a function of time
        with _found_by(bonds):
            self.bodies = self._measured()
        # Where the bodies' atoms are in arrays of all atoms; a slice costs less.
        self._at: Any = self._moving if len(self._moving) < len(atoms) else slice(None)
        self._v = np.zeros((len(atoms), 3))
        held = self._fixed_axes(self.bodies)
        # (n, 3), 0 along which axis of space a body does not move, and about which it does not turn: in a plane
        # it turns about the axis across, and on a line not at all.
        self.free = 1.0 - held if held.any() else None
        self._turning = np.where(held.sum(axis=1, keepdims=True) == 1, held, ~held.any(axis=1, keepdims=True))
        self.bodies.set_velocities(atoms.get_velocities())
        self._hold()
        self.place()
        self.remember()

    def __repr__(self) -> str:
        return f"<Molecules: {self.bodies} that move, of {len(self.atoms)} atoms>"

    @property
    def momenta(self) -> Any:
        """The array of atoms.  If there is none, as after `del atoms.arrays["momenta"]`, ASE takes them for 0."""
        if not self.atoms.has("momenta"):
            self.atoms.set_array("momenta", np.zeros((len(self.atoms), 3)))
        return self.atoms.arrays["momenta"]

    def _held(self, fixed: Any) -> Any:
        """Which atoms belong to bodies that do not move at all; refuses groups whose atoms are not all held alike."""
        count = np.bincount(self._labels)
        partly = np.stack([np.bincount(self._labels, axis) for axis in fixed.T], axis=1)
        some = np.argwhere(fixed & (partly < count[:, None])[self._labels])
        if len(some):
            atom, axis = some[0]
            group = np.flatnonzero(self._labels == self._labels[atom])
            raise ValueError(f"a constraint fixes atom {atom} of the rigid group {group[:8].tolist()} along {'xyz'[axis]}, "
                             "but not the whole group; fix all of its atoms along the same axes, or none")
        return fixed.all(axis=1)

    def _fixed_axes(self, bodies: Bodies) -> Any:
        """(n, 3), True where constraints hold a body along an axis."""
        return self._fixed[bodies.order[bodies._first[:-1]]]

    def _measured(self) -> Bodies:
        atoms, labels = self.atoms, np.full(len(self._labels), -1)
        labels[self._moving] = self._labels[self._moving]
        finite = np.isfinite(atoms.positions).all(axis=1)
        if not finite.all():
            raise ValueError(f"positions[{finite.argmin()}] is not finite")
        bodies = Bodies(np.ascontiguousarray(self.into(atoms.positions), float), atoms.get_masses(), labels,
                        self.into(atoms.cell.array) if atoms.pbc.any() else None, atoms.pbc)
        axes = self._fixed_axes(bodies)
        held = axes.any(axis=1)
        if held.any():
            # They turn about an axis of space at most, so their frame is x, y and z, and only one moment counts.
            arms = bodies.positions()[bodies.order] - bodies.columns["x"][bodies.body]
            squares = bodies.sum(bodies.masses[:, None] * arms ** 2)
            about = np.where(axes.sum(axis=1) == 1, (squares * ~axes).sum(axis=1), 0)
            about[about < NO_MOMENT * squares.sum(axis=1)] = 0
            bodies.sites[held[bodies.body]] = arms[held[bodies.body]]
            bodies.columns["q"][held] = 1, 0, 0, 0
            bodies.columns["inertia"][held] = about[held, None]
            bodies.note_shape()
        return bodies

    def _hold(self) -> None:
        """Bodies that are held along an axis do not move there."""
        self._keep("p", "l")

    def _keep(self, along: str, about: str) -> None:
        """Takes from momenta, or from forces and torques, what constraints do not allow."""
        here = self.bodies.columns
        if self.free is not None:
            here[along] *= self.free
            here[about] *= self._turning
        if self.centred:
            here[along] -= here[along].sum(axis=0) * (here["mass"] / here["mass"].sum())[:, None]

    @property
    def drifts(self) -> bool:
        """Is the total momentum constant?  Constraints hold no atom, and no spring to a point or a plane pulls one."""
        springs = (getattr(constraint, "_type", "") for constraint in self.atoms.constraints)
        return self.free is None and len(self._moving) == len(self.atoms) and not {"point", "plane"} & {*springs}

    def freedom(self) -> Any:
        """Degrees of freedom of translation and rotation; beside bodies that turn, one whose angular momentum
        is exactly 0 has none of rotation."""
        here = self.bodies.columns
        spins: Any = here["l"].any(axis=1) | (not here["l"].any())
        turn = here["inertia"] * self._turning * spins[:, None]
        return [3 * len(turn) if self.free is None else int(self.free.sum()), np.count_nonzero(turn)]

    def into(self, vectors: Any) -> Any:
        """Vectors of atoms along the bodies' axes."""
        return vectors if self.turn is None else vectors @ self.turn.T

    def back(self, vectors: Any) -> Any:
        """Vectors of bodies along x, y and z."""
        return vectors if self.turn is None else vectors @ self.turn

    # ---- atoms follow the bodies -------------------------------------------------------------------------
    def place(self) -> None:
        """Puts the atoms where the bodies are."""
        self.bodies.place(self.atoms.positions)
        if self.turn is not None:                    # under pressure, where all atoms are of bodies
            self.atoms.positions[:] = self.back(self.atoms.positions)

    def show_momenta(self) -> None:
        """Gives the atoms the momenta of the bodies' motion."""
        self.bodies.place(None, self._v)
        self.momenta[self._at] = (self._masses[:, None] * self.back(self._v))[self._at]
        self.remember()

    def remember(self) -> None:
        """How atoms looks, to see what others change."""
        atoms = self.atoms
        self._seen = atoms.positions.copy(), self.momenta.copy(), atoms.cell.array.copy(), atoms.pbc.copy()

    def put_back(self, momenta: bool = True) -> None:
        """Gives atoms what they had when it was last remembered, momenta too if they count."""
        self.atoms.positions[:] = self._seen[0]
        if momenta:
            self.momenta[:] = self._seen[1]
        self.atoms.set_cell(self._seen[2], scale_atoms=False)

    def pushes(self, time: float, external: Any = None) -> Any:
        """(n, 6), the external force and torque on each body; refuses what is none."""
        given = self.external if external is None else external
        push = np.asarray(given(time) if callable(given) else given, float)
        shape = len(self.bodies.columns["mass"]), 6
        if push.shape != shape:
            raise ValueError(f"external has the shape {push.shape}; must be {shape}: a force and a torque for each body, "
                             "in the order of molecules.bodies")
        if not np.isfinite(push).all():
            body, column = np.argwhere(~np.isfinite(push))[0]
            raise ValueError(f"external[{body}, {column}] is {push[body, column]}; must be finite")
        return push

    def power(self, time: float) -> float:
        """At which external forces and torques do work."""
        if self.external is None:
            return 0.0
        here, push = self.bodies.columns, self.pushes(time)
        torque = self.into(push[:, 3:])
        turning = np.einsum("nji,nj->ni", matrices(here["q"]), torque) * self.bodies.spin() * self.bodies._mobility
        turning /= np.sqrt(self.inertia)
        return float((self.into(push[:, :3]) * here["p"] / here["mass"][:, None]).sum() + turning.sum())

    def forces(self) -> Any:
        """Of the calculator on the atoms, with those constraints that are forces, and no others."""
        return self.atoms.get_forces(md=True)

    def evaluate(self, time: float = 0.0, overlaps: Callable[[], bool] = lambda: False) -> Any:
        """Writes the bodies' forces and torques, by one call of the calculator; returns what is missing
        from the virial of the atoms (Bodies.gather).  Where atoms overlap, forces need not be finite."""
        self.place()
        forces = self.forces()
        inner = self.bodies.gather(self.into(forces))
        here = self.bodies.columns
        if self.external is not None:
            push = self.pushes(time)
            here["f"] += self.into(push[:, :3])
            here["tau"] += self.into(push[:, 3:])
        self._keep("f", "tau")
        if not np.isfinite(here["f"].sum() + here["tau"].sum()):
            bad = np.argwhere(~np.isfinite(forces))
            if len(bad) and not overlaps():
                raise ValueError(f"the calculator returned the force {forces[bad[0][0]].tolist()} on atom {bad[0][0]}; "
                                 "must be finite")
        return inner

    def kept(self) -> "dict[str, Any]":
        """What a save needs besides the stepper's block: the bodies as they were measured at the start."""
        columns = self.bodies.columns
        kept = dict(labels=self._labels, masses=self._masses, sites=self.bodies.sites, mass=columns["mass"],
                    inertia=columns["inertia"])
        return kept if self.inertia == 1 else dict(kept, factor=self.inertia)

    def refuse_others(self, saved: Any, path: Any) -> None:
        """Refuses a save of other bodies."""
        if not np.array_equal(saved["labels"], self._labels):
            raise ValueError(f"{path} has other rigid groups; load it with the groups with which it was saved")
        masses = saved.get("masses", self._masses)           # which earlier versions did not save
        if masses.shape != self._masses.shape or (abs(masses - self._masses) > SAME_SHAPE * self._masses).any():
            raise ValueError(f"{path} is of atoms with other masses ('masses'), which are other molecules; "
                             f"load it with the "
                             "atoms that were saved")
        factor = saved.get("factor", 1.0)
        if not np.array_equal(factor, self.inertia):
            raise ValueError(f"{path} has inertia={factor}, and this dynamics has {self.inertia:g}; give "
                             "RigidDynamics the same inertia, or begin with the atoms of the last frame")

    def take_kept(self, saved: Any) -> None:
        """The bodies of a save; a stepper has to be made anew, which prepares itself for their moments."""
        self.bodies.sites[:] = saved["sites"]
        for name in "mass", "inertia":
            self.bodies.columns[name][:] = saved[name]
        self.bodies.note_shape()

    # ---- bodies follow the atoms ---------------------------------------------------------------------------
    def changed(self) -> bool:
        """Whether somebody gave atoms other positions or momenta since the last step."""
        return self.pushed() or not np.array_equal(self.atoms.positions, self._seen[0])

    def pushed(self) -> bool:
        """Whether somebody gave atoms other momenta since then."""
        return not np.array_equal(self.momenta, self._seen[1])

    def take_changes(self, momenta: bool = True, everything: bool = False) -> "tuple[bool, bool]":
        """Takes in what somebody did to atoms since the last step: other positions of whole bodies
        (wrapped ones too), other momenta if they count, another cell.  Refuses other constraints and
        masses.  everything: atoms show another state than the bodies' columns, so all of it is taken.
        Returns whether forces have to be new, and whether momenta were taken."""
        atoms = self.atoms
        if len(atoms) != len(self._labels):
            raise ValueError(f"atoms has {len(atoms)} atoms now, and had {len(self._labels)}; {ANEW}")
        self._refuse_other_bodies()
        moved = everything or not np.array_equal(atoms.positions, self._seen[0])
        # The same momenta of atoms at other places are another angular momentum.
        pushed = momenta and (moved or self.pushed())
        if moved:
            self._take_positions()
        if pushed:
            self.bodies.set_velocities(self.into(self.atoms.get_velocities()))
            self._hold()
        return moved or self.other_cell(), pushed

    def _refuse_other_bodies(self) -> None:
        fixed, masses = fixed_directions(self.atoms, self.supported), self.atoms.get_masses()
        if (fixed != self._fixed).any():
            atom, axis = np.argwhere(fixed != self._fixed)[0]
            now, then = ("is fixed", "was free") if fixed[atom, axis] else ("is free", "was fixed")
            raise ValueError(f"atom {atom} {now} along {'xyz'[axis]}, and {then} at the start; {ANEW}")
        if has_constraint(self.atoms, "FixCom") != self.centred:
            raise ValueError(f"FixCom was {'removed' if self.centred else 'set'} since the start; {ANEW}")
        if (masses != self._masses).any():
            atom = np.flatnonzero(masses != self._masses)[0]
            raise ValueError(f"atom {atom} has the mass {masses[atom]:g} now, and had {self._masses[atom]:g}; {ANEW}")

    def other_cell(self) -> bool:
        """Whether somebody gave atoms another cell or other periodic directions since the last step."""
        return not (np.array_equal(self.atoms.cell.array, self._seen[2]) and np.array_equal(self.atoms.pbc, self._seen[3]))

    def _take_positions(self) -> None:
        new, old = self._measured(), self.bodies
        reach, now = (np.linalg.norm(bodies.sites, axis=1) for bodies in (old, new))
        size = np.maximum.reduceat(reach, old._first[:-1])[old.body]
        off = abs(now - reach) > SAME_SHAPE * size
        moments = abs(new.columns["inertia"] - old.columns["inertia"])
        off |= (moments > SAME_SHAPE * old.columns["inertia"].max(axis=1)[:, None]).any(axis=1)[old.body]
        if off.any():
            at = np.flatnonzero(off)[0]
            group = old.order[old.body == old.body[at]]
            raise ValueError(f"the rigid group {group[:8].tolist()} has another shape than at the start, because its atoms "
                             f"were moved between steps; move whole groups, or {ANEW}")
        for name in "x", "q":
            old.columns[name][:] = new.columns[name]
        old.sites[:] = new.sites
        old.note_shape()
