# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.filter - rigid molecules, and their cell, as ASE's optimizers see them."""
from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..bodies import counted
from ..columns import real
from ..orientations import matrices, quaternions
from .molecules import Molecules
from .pressure import FLAT, refuse_unknown_to_stress, virial
from .remarks import warn_of_torn

# The torque on a body that turned by nearly a whole turn hardly acts on its rotation vector.
FAR = 5.0
VOIGT = [[0, 5, 4], [5, 1, 3], [4, 3, 2]]

def cross(vectors: Any) -> Any:
    """The matrices whose products with others are the cross products of vectors (n, 3)."""
    (x, y, z), nil = vectors.T, np.zeros(len(vectors))
    return np.array([[nil, -z, y], [z, nil, -x], [-y, x, nil]]).transpose(2, 0, 1)

def turned(vectors: Any) -> "tuple[Any, Any]":
    """Rotation matrices of rotation vectors (n, 3), and the matrices that take a change of such a vector to the
    rotation, in space, that it adds."""
    angles = np.linalg.norm(vectors, axis=1)[:, None, None]
    one, small = np.eye(3), angles < 1e-2
    safe, square = np.where(small, 1.0, angles), angles ** 2
    sine = np.where(small, 1 - square / 6 + square ** 2 / 120, np.sin(safe) / safe)
    versine = np.where(small, 1 / 2 - square / 24 + square ** 2 / 720, (1 - np.cos(safe)) / safe ** 2)
    rest = np.where(small, 1 / 6 - square / 120 + square ** 2 / 5040, (1 - sine) / safe ** 2)
    about = cross(vectors)
    twice = about @ about
    return one + sine * about + versine * twice, one + versine * about + rest * twice

def exponential(strain: Any) -> "tuple[Any, Any]":
    """exp(U) of a symmetric U, and a function that takes dE/dexp(U) to dE/dU."""
    values, axes = np.linalg.eigh(strain)
    apart = values[:, None] - values
    mean = np.exp((values[:, None] + values) / 2)
    # (exp(a) - exp(b)) / (a - b), which for equal ones is exp(a)
    slope = mean * np.where(apart == 0, 1, np.sinh(apart / 2) / np.where(apart == 0, 1, apart / 2))
    return axes * np.exp(values) @ axes.T, lambda given: axes @ (slope * (axes.T @ given @ axes)) @ axes.T

class Symmetric(Molecules):
    """Molecules whose forces have the symmetry of FixSymmetry, if atoms has it."""
    supported = "FixSymmetry",

    def __init__(self, *given: Any):
        Molecules.__init__(self, *given)
        for constraint in self._symmetries():
            for image in constraint.symm_map:
                pairs = np.unique(np.stack([self._labels, self._labels[image]]), axis=1).shape[1]
                if pairs > len(np.unique(self._labels)):
                    raise ValueError("FixSymmetry takes atoms of one rigid group to several groups; give groups that "
                                     "have the symmetry of the crystal, as molecules=\"bonds\" finds")

    def _symmetries(self) -> Any:
        return [constraint for constraint in self.atoms.constraints if type(constraint).__name__ == "FixSymmetry"]

    def forces(self) -> Any:
        forces = Molecules.forces(self)
        for constraint in self._symmetries():
            constraint.adjust_forces(self.atoms, forces)
        return forces

    def stress(self) -> Any:
        """Of the calculator, (6)."""
        stress = np.array(self.atoms.get_stress(apply_constraint=False))
        for constraint in self._symmetries():
            constraint.adjust_stress(self.atoms, stress)
        return stress

class RigidFilter:
    """Rigid molecules and their cell, for ASE's optimizers, as ASE's FrechetCellFilter is for atoms.

    Parameters
    ----------
    atoms : ase.Atoms
        With a calculator that has get_forces and, if the cell changes, get_stress.
    molecules : {'bonds'} or sequence of int, optional
        "bonds" for groups of bonded atoms, or a label for each atom (-1: none).
    groups : list of lists of int, or sequence of int, optional
        In place of molecules: lists of indices, or labels.  Atoms in no group move as points.
    cell : bool, default True
        Whether the cell changes, too.
    pressure : float, default 0.0
        In eV/Angstrom^3, such as 1000 * units.bar.  The energy then is E + pressure * volume.
    mask : array_like, optional
        Which strains may change: six (xx, yy, zz, yz, xz, xy), or a symmetric matrix (3, 3); None: all.
    hydrostatic_strain : bool, default False
        The cell keeps its shape.
    constant_volume : bool, default False
        The cell keeps its volume.

    Notes
    -----
    Positions are, in Angstrom, a row for each body: its centre of mass in the undeformed cell; then a row for each
    body that can turn: the rotation vector from its orientation at the start, times the root mean square distance
    of its atoms from the centre; then three rows: the logarithm of the deformation of the cell, a symmetric matrix,
    times half the spacing of bodies and the root of their number.  Forces are minus the derivatives of the energy by
    these, exact at any rotation and strain; fmax is in eV/Angstrom.  Molecules keep their shape.

    Constraints are as in RigidDynamics; with a cell that changes, none may hold atoms.  FixSymmetry keeps the space
    group.  Momenta of atoms stay.  You may change atoms between runs: their state is then the new start.  Restart
    files of optimizers are of one filter.  Preconditioners of atoms are refused: give precon=None.

    Examples
    --------
    >>> done = LBFGS(RigidFilter(atoms, "bonds", pressure=1 * units.bar), logfile=None).run(fmax=0.01)
    """
    def __init__(self, atoms: Any, molecules: Any = None, *, groups: Any = None, cell: bool = True,
                 pressure: float = 0.0, mask: Any = None, hydrostatic_strain: bool = False,
                 constant_volume: bool = False):
        self.molecules = Symmetric(atoms, groups, molecules)
        self.atoms = atoms
        self.pressure = real("pressure", pressure)
        self.hydrostatic_strain, self.constant_volume = bool(hydrostatic_strain), bool(constant_volume)
        self.cell_changes = bool(cell)
        self.mask = self._masked(mask)
        self._refuse()
        warn_of_torn([self.molecules])
        bodies = self.molecules.bodies
        self._turns = np.flatnonzero(bodies.columns["inertia"].any(axis=1))
        count = np.diff(bodies._first)
        self._arms = np.sqrt(bodies.sum((bodies.sites ** 2).sum(axis=1)) / count)[self._turns, None]
        self._begin()

    def __repr__(self) -> str:
        return f"<RigidFilter: {counted(self.molecules.bodies)}" + ", and the cell" * self.cell_changes + ">"

    def __len__(self) -> int:
        return len(self.molecules.bodies) + len(self._turns) + 3 * self.cell_changes

    def __ase_optimizable__(self) -> Any:
        """What optimizers of ASE 3.24 and later ask for."""
        from ase.filters import OptimizableFilter
        return OptimizableFilter(self)

    def iterimages(self) -> Any:
        """What a trajectory writes: the atoms."""
        return self.atoms.iterimages()

    @property
    def calc(self) -> Any:
        """The calculator of atoms."""
        return self.atoms.calc

    def _no_precon(self) -> Any:
        raise TypeError("ASE's preconditioners are of atoms, and RigidFilter has bodies; give the optimizer "
                        "precon=None")

    # What ASE's preconditioners ask for first.
    pbc = cell = property(_no_precon)

    def _masked(self, mask: Any) -> Any:
        if not self.cell_changes:
            useless = dict(pressure=self.pressure, mask=mask is not None, hydrostatic_strain=self.hydrostatic_strain,
                           constant_volume=self.constant_volume)
            for name in (name for name, value in useless.items() if value):
                raise ValueError(f"{name} is given, but cell=False keeps the cell; leave one of the two out")
        if self.hydrostatic_strain and self.constant_volume:
            raise ValueError("hydrostatic_strain and constant_volume are both True, so the cell cannot change; give "
                             "cell=False")
        given: Any = np.ones(6) if mask is None else np.asarray(mask)
        if given.shape == (6,):
            given = given[VOIGT]
        if given.shape != (3, 3) or not np.isin(given, (0, 1)).all() or (given != given.T).any():
            raise ValueError(f"mask is {mask!r}; must be six of 0 and 1 (xx, yy, zz, yz, xz, xy), or a symmetric "
                             "matrix (3, 3) of them")
        if self.hydrostatic_strain and mask is not None:
            raise ValueError("mask and hydrostatic_strain are both given; leave one of them out")
        return given.astype(float)

    def _refuse(self) -> None:
        """Refuses constraints and cells that do not allow the cell to change."""
        atoms, molecules = self.atoms, self.molecules
        if not self.cell_changes:
            return
        refuse_unknown_to_stress(atoms, "give cell=False")
        if molecules.free is not None or len(molecules._moving) < len(atoms):
            raise ValueError("all atoms move with the cell, but constraints hold some; remove the constraints "
                             "(atoms.set_constraint()), or give cell=False")
        cell = atoms.cell.array
        if not abs(np.linalg.det(cell)) > FLAT * np.linalg.norm(cell, axis=1).prod():
            raise ValueError(f"the cell is {cell.tolist()}, which has no volume; give cell=False")
        moves = np.eye(3) if self.hydrostatic_strain else self.mask
        for k in np.flatnonzero(~atoms.pbc):
            if moves[:, cell[k] != 0].any():
                raise ValueError(f"atoms is not periodic along vector {k} of its cell, but strains change this vector; "
                                 "give cell=False, a mask that keeps it, or set atoms.pbc")

    def _begin(self) -> None:
        """The state of now becomes the one from which rotations and strains count."""
        here = self.molecules.bodies.columns
        self._cell, self._start = self.atoms.cell.array.copy(), matrices(here["q"])
        self._x, self._vectors, self._strain = here["x"].copy(), np.zeros((len(self._turns), 3)), np.zeros((3, 3))
        bodies = len(self.molecules.bodies)
        # Half the spacing of bodies, times the root of their number: then a strain is about as stiff as a place.
        edge = abs(np.linalg.det(self._cell)) ** (1 / 3) if self.cell_changes else 0.0
        self._width = bodies ** (1 / 6) * edge / 2

    def _take_changes(self) -> None:
        if self.molecules.take_changes(momenta=False)[0]:
            self._refuse()
            self.molecules.place()
            self.molecules.remember()
            self._begin()

    # ---- what optimizers ask -------------------------------------------------------------------------------
    def get_positions(self) -> Any:
        """(len(self), 3), in Angstrom."""
        self._take_changes()
        cell = [self._width * self._strain] if self.cell_changes else []
        return np.concatenate([self._x, self._arms * self._vectors, *cell])

    def set_positions(self, positions: Any) -> None:
        """Moves molecules and cell.

        Parameters
        ----------
        positions : array_like
            As get_positions returns them; of the strain the symmetric part counts, as far as mask, hydrostatic_strain
            and constant_volume allow it.
        """
        self._take_changes()
        new = np.asarray(positions, float).reshape(-1, 3)
        if new.shape != (len(self), 3):
            raise ValueError(f"positions has the shape {new.shape}; must be {(len(self), 3)}: centres, rotations, and "
                             "the strain if the cell changes")
        if not np.isfinite(new).all():
            raise ValueError(f"positions[{np.argwhere(~np.isfinite(new))[0][0]}] is not finite")
        atoms, here, n = self.atoms, self.molecules.bodies.columns, len(self.molecules.bodies)
        self._x, self._vectors = new[:n].copy(), new[n:n + len(self._turns)] / self._arms
        if self.cell_changes:
            self._strain = self._allowed(new[-3:] / self._width)
            deformation = exponential(self._strain)[0]
            atoms.set_cell(self._cell @ deformation, scale_atoms=False, apply_constraint=False)
            here["x"][:] = self._x @ deformation
        else:
            here["x"][:] = self._x
        here["q"][self._turns] = quaternions(turned(self._vectors)[0] @ self._start[self._turns])
        self.molecules.place()
        self.molecules.remember()

    positions = property(get_positions, set_positions, doc="As get_positions and set_positions have them.")

    def _allowed(self, strain: Any) -> Any:
        """The part of a strain, or of a derivative by it, in which the cell may change."""
        strain = (strain + strain.T) / 2 * self.mask
        mean = np.trace(strain) / 3 * np.eye(3)
        return mean if self.hydrostatic_strain else strain - self.constant_volume * mean

    def get_potential_energy(self, force_consistent: bool = False) -> Any:
        """The energy of atoms, and pressure * volume.

        Parameters
        ----------
        force_consistent : bool, default False
            As ase.Atoms takes it.
        """
        self._take_changes()
        work = self.pressure * self.atoms.get_volume() if self.pressure else 0.0
        return float(self.atoms.get_potential_energy(force_consistent=force_consistent)) + work

    def get_forces(self) -> Any:
        """Minus the derivatives of the energy by the positions, (len(self), 3), in eV/Angstrom."""
        self._take_changes()
        atoms, here = self.atoms, self.molecules.bodies.columns
        # Many calculators compute forces along with a stress.
        stress = self.molecules.stress() if self.cell_changes else None
        inside = self.molecules.evaluate()
        forces, mass = here["f"], here["mass"]
        if self.molecules.centred:                   # the direction in which a step keeps the common centre
            forces = forces - mass[:, None] * (mass @ forces) / (mass @ mass)
        far = np.linalg.norm(self._vectors, axis=1)
        if len(far) and far.max() > FAR:
            group = self.molecules.bodies.order[self.molecules.bodies.body == self._turns[far.argmax()]]
            warnings.warn(f"the rigid group {group[:8].tolist()} has turned by {far.max():.1f} radians, and a whole turn "
                          "hides torques; continue with a new RigidFilter", stacklevel=2)
        turn = np.einsum("nji,nj->ni", turned(self._vectors)[1], here["tau"][self._turns]) / self._arms
        if stress is None:
            return np.concatenate([forces, turn])
        deformation, back = exponential(self._strain)
        volume = atoms.get_volume()
        slope = self.pressure * volume * np.eye(3) - virial(volume, stress, inside, None)
        strain = -self._allowed(back(slope @ np.linalg.inv(deformation))) / self._width
        return np.concatenate([forces @ deformation, turn, strain])
