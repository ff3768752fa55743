# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.bodies - rigid groups of atoms as the columns of a Stepper.  It needs NumPy."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union

import numpy as np

from .orientations import matrices
from .columns import real
from .library import Refused
from .sites import NEVER_LINEAR, ONE_SHAPE, Sites
from .tensors import array_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from .orientations import Array

def labels_of(groups: Any, atoms: int) -> Any:
    """Which body each atom belongs to: 0, 1, .. in the order of the groups, and after these one for each
    atom in no group.

    groups  lists of indices; or one label for each atom, equal in a body, -1 for an atom in none
    """
    labels = np.full(atoms, -1)
    try:
        listed = list(groups)
    except TypeError:
        raise TypeError(f"groups is {groups!r}; must be lists of indices, or a label for each atom") from None
    if listed and np.ndim(listed[0]) == 0:
        given = np.asarray(groups)
        if given.shape != (atoms,) or given.dtype.kind not in "iu":
            raise ValueError(f"groups has {len(listed)} labels of type {given.dtype}; must be {atoms} whole "
                             "numbers, one for each atom, or lists of indices")
        names, where = np.unique(given[given >= 0], return_inverse=True)
        labels[given >= 0] = where
        number = len(names)
    else:
        for i, group in enumerate(listed):
            members = np.asarray(group)
            if members.ndim != 1 or not len(members) or members.dtype.kind not in "iu":
                raise ValueError(f"groups[{i}] is {group!r}; must be a list of indices of atoms, at least one")
            if members.min() < 0 or members.max() >= atoms:
                raise ValueError(f"groups[{i}] has the index {members.min() if members.min() < 0 else members.max()};"
                                 f" allowed 0 to {atoms - 1}")
            taken = members[labels[members] >= 0]
            if len(taken) or len(np.unique(members)) < len(members):
                other = f"also in groups[{labels[taken[0]]}]" if len(taken) else "in it twice"
                atom = taken[0] if len(taken) else next(m for m in members if (members == m).sum() > 1)
                raise ValueError(f"groups[{i}] has atom {atom}, which is {other}; an atom belongs to one body")
            labels[members] = i
        number = len(listed)
    alone = labels < 0
    labels[alone] = number + np.arange(alone.sum())
    return labels

def counted(bodies: Bodies) -> str:
    """How many bodies and atoms, in words."""
    words = [f"{number} {one if number == 1 else many}" for number, one, many in
             ((len(bodies), "body", "bodies"), (len(bodies.body), "atom", "atoms"))]
    return " of ".join(words)

class Bodies:
    """Rigid bodies made of atoms, n of N atoms, in any units that belong together; programs call `from_atoms`.

    Parameters
    ----------
    positions, masses : ndarray
        (N, 3), (N).
    labels : ndarray of int
        The body of each atom, -1 for one that is in none.
    cell, pbc, linear_tolerance, never_linear, one_shape : optional, default as of from_atoms
        As from_atoms takes them.

    Attributes
    ----------
    columns : dict of ndarray
        x, p, q, l, mass, inertia, f, tau: what a Stepper takes and moves.
    sites : ndarray
        (N, 3) where the atoms are in their bodies' principal frames, body after body.
    order, body : ndarray of int
        (N) the atoms, body after body, and the body of each of them.

    Notes
    -----
    A body may be one atom, atoms in a line, in a plane, or any others.  rigidstep/sites.h says which bodies
    are lines and where axes point; this does not depend on rounding of positions.

    Examples
    --------
    >>> two = Bodies.from_atoms([[0, 0, 0], [0, 0, 1.1], [3, 0, 0], [3, 1.1, 0]], [14, 14, 14, 14],
    ...                         [[0, 1], [2, 3]])
    >>> two
    <Bodies: 2 bodies of 4 atoms, 2 in a line>
    >>> two.columns["x"]
    array([[0.  , 0.  , 0.55],
           [3.  , 0.55, 0.  ]])
    """
    def __init__(self, positions: Array, masses: Array, labels: Any, cell: Optional[Array] = None, pbc: Any = True,
                 linear_tolerance: float = 0.0, never_linear: bool = False, one_shape: bool = False):
        self._atoms = len(masses)
        self.order: Any = np.argsort(labels, kind="stable")[np.count_nonzero(labels < 0):]
        starts = np.flatnonzero(np.diff(labels[self.order], prepend=-1))
        n = len(starts)
        self._first = np.append(starts, len(self.order))
        self.body: Any = np.repeat(np.arange(n), np.diff(self._first))
        self.masses = masses[self.order]
        widths = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3)
        self.columns: Dict[str, Array] = {name: np.zeros((n, width) if width > 1 else n)
                                        for name, width in widths.items()}
        self.sites = np.zeros((len(self.order), 3))
        try:
            self._sites = Sites(positions, masses, self._first, self.order, self.columns, cell, pbc,
                                linear_tolerance, ONE_SHAPE * one_shape | NEVER_LINEAR * never_linear)
        except Refused as refused:
            raise ValueError(refused.text.replace("spec.flags has RGS_SITES_ONE_SHAPE", "one_shape is True")
                             .replace("spec.flags has RGS_SITES_NEVER_LINEAR", "never_linear is True")
                             .replace("spec.", "")) from None
        self._sites.shape(self.sites)
        self._note_moments()

    @classmethod
    def from_atoms(cls, positions: ArrayLike, masses: ArrayLike, groups: Any, cell: Optional[ArrayLike] = None, *,
                   pbc: ArrayLike = True, velocities: Optional[ArrayLike] = None, linear_tolerance: float = 0.0,
                   never_linear: bool = False, one_shape: bool = False) -> Bodies:
        """Bodies at rest, or with the momenta of the atoms' velocities.

        Parameters
        ----------
        positions : array_like
            (N, 3).
        masses : array_like
            (N), above 0.
        groups : list of lists of int, or sequence of int
            Lists of indices, or a label for each atom (-1: none); atoms in no group are bodies of one atom,
            after the others.
        cell : array_like, optional
            Three lengths or three vectors, if bodies lie across faces of a cell; None: all are whole.
        pbc : bool or three of them, default True
            Which of the three directions are periodic.
        velocities : array_like, optional
            (N, 3); only their rigid motion is used.
        linear_tolerance : float, default 0.0
            Which bodies are lines.  0: by the spacing of their atoms; above 0: bodies whose smallest moment is
            at most this part of the largest.
        never_linear : bool, default False
            No body of three or more atoms is a line.
        one_shape : bool, default False
            All bodies of a kind get the shape of the first, at the place and orientation that fit best.
        """
        places, weights = _array("positions", positions, (-1, 3)), _array("masses", masses, (-1,))
        if len(weights) != len(places):
            raise ValueError(f"masses has {len(weights)} numbers; must have {len(places)}, one for each atom")
        bad = np.flatnonzero(~(weights > 0))
        if len(bad):
            raise ValueError(f"masses[{bad[0]}] is {weights[bad[0]]}; must be above 0: leave sites without mass out")
        bodies = cls(places, weights, labels_of(groups, len(places)), _vectors(cell), pbc,
                     real("linear_tolerance", linear_tolerance), never_linear, one_shape)
        if velocities is not None:
            bodies.set_velocities(velocities)
        return bodies

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_sites"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        """Of a copy: the library's part is made anew, of the same shapes."""
        self.__dict__.update(state)
        local, masses = np.zeros((self._atoms, 3)), np.ones(self._atoms)
        local[self.order], masses[self.order] = self.sites, self.masses
        self._sites = Sites(local, masses, self._first, self.order, self.columns)
        self._sites.set_shape(self.sites)

    def __len__(self) -> int:
        return len(self._first) - 1

    def __repr__(self) -> str:
        kinds = [f"{number} {what}" for number, what in
                 (((np.bincount(self.body) == 1).sum(), "of one atom"),
                  (((self.columns["inertia"] == 0).sum(axis=1) == 1).sum(), "in a line")) if number]
        return f"<Bodies: {counted(self)}" + "".join(", " + k for k in kinds) + ">"

    def sum(self, values: Array) -> Array:
        """Sums over the atoms of each body.

        Parameters
        ----------
        values : ndarray
            (N, ..) body after body.
        """
        return np.add.reduceat(values, self._first[:-1], axis=0)

    def note_shape(self) -> None:
        """After sites, or the columns mass and inertia, were written; bodies of one_shape are refused."""
        self._sites.set_shape(self.sites)
        self._note_moments()

    def _note_moments(self) -> None:
        moments = self.columns["inertia"]
        self._mobility = np.divide(1.0, moments, out=np.zeros_like(moments), where=moments > 0)

    # ---- atoms from bodies -----------------------------------------------------------------------------
    def place(self, positions: Optional[Array], velocities: Optional[Array] = None) -> None:
        """Writes where the atoms are; rows of atoms in no body stay.

        Parameters
        ----------
        positions, velocities : ndarray, optional
            (N, 3) to write into, in the atoms' own order.
        """
        self._sites.place(positions, velocities)

    def positions(self) -> Array:
        """(N, 3) where the atoms are, in their own order."""
        told = np.zeros((self._atoms, 3))
        self.place(told)
        return told

    def velocities(self) -> Array:
        """(N, 3) of the atoms, in their own order."""
        told = np.zeros((self._atoms, 3))
        self.place(None, told)
        return told

    # ---- bodies from atoms -----------------------------------------------------------------------------
    def gather(self, forces: ArrayLike) -> Array:
        """Writes f and tau from the forces on the atoms.

        Parameters
        ----------
        forces : array_like
            (N, 3), in the atoms' own order.

        Returns
        -------
        ndarray
            (3, 3), the sum of force along a times arm along b: the virial of the atoms less this is the
            virial of the bodies.
        """
        given = np.asarray(array_of(forces, "forces", None), float)
        return self._sites.gather(given if given.flags.writeable else given.copy())

    def set_velocities(self, velocities: ArrayLike) -> None:
        """Writes p and l: the momenta and angular momenta of the atoms' velocities.

        Parameters
        ----------
        velocities : array_like
            (N, 3), in the atoms' own order.
        """
        self._sites.momenta(_array("velocities", velocities, (self._atoms, 3)))

    def spin(self) -> Array:
        """(n, 3) the angular momenta in the bodies' principal frames; columns["l"] has them in space."""
        told: Array = np.einsum("nji,nj->ni", matrices(self.columns["q"]), self.columns["l"])
        return told

    def set_spin(self, spin: Array) -> None:
        """Writes l from angular momenta in the principal frames.

        Parameters
        ----------
        spin : ndarray
            (n, 3).
        """
        self.columns["l"][:] = np.einsum("nij,nj->ni", matrices(self.columns["q"]), spin)

    # ---- energies ----------------------------------------------------------------------------------------
    def energies(self) -> Tuple[Array, Array]:
        """(n), (n): kinetic energies of translation and rotation."""
        here = self.columns
        return (0.5 * (here["p"] ** 2).sum(axis=1) / here["mass"], 0.5 * (self.spin() ** 2 * self._mobility).sum(axis=1))

    def freedom(self, fixed: int = 0) -> Tuple[int, int]:
        """Degrees of freedom of translation and of rotation.

        Parameters
        ----------
        fixed : int, default 0
            So many less of translation: 3 where the total momentum stays 0.
        """
        return 3 * len(self) - fixed, int(np.count_nonzero(self.columns["inertia"]))

    def temperatures(self, boltzmann: float = 1.0, fixed: int = 0) -> Tuple[Optional[float], Optional[float]]:
        """Of translation and of rotation; None where nothing moves.

        Parameters
        ----------
        boltzmann : float, default 1.0
            Boltzmann's constant in the units of energy and temperature.
        fixed : int, default 0
            As in freedom().
        """
        both = [2 * float(energy.sum()) / (number * boltzmann) if number > 0 else None
                for energy, number in zip(self.energies(), self.freedom(fixed))]
        return both[0], both[1]

    def draw(self, kt: float, random: Union[None, int, np.random.Generator] = None, zero_momentum: bool = False) -> None:
        """Draws p and l of the canonical distribution.

        Parameters
        ----------
        kt : float
            The temperature times Boltzmann's constant, 0 or more.
        random : int or numpy.random.Generator, optional
            A seed or a generator.
        zero_momentum : bool, default False
            The total momentum is 0.
        """
        if real("kt", kt) < 0:
            raise ValueError(f"kt is {kt}; must be 0 or more")
        draw, here = np.random.default_rng(random), self.columns
        here["p"][:] = np.sqrt(kt * here["mass"])[:, None] * draw.normal(size=here["p"].shape)
        if zero_momentum:
            here["p"] -= here["mass"][:, None] * (here["p"].sum(axis=0) / here["mass"].sum())
        self.set_spin(np.sqrt(kt * here["inertia"]) * draw.normal(size=here["l"].shape))

def _array(name: str, values: ArrayLike, shape: Tuple[int, ...]) -> Array:
    """values as doubles of this shape, -1 for any length; finite."""
    try:
        array = np.array(array_of(values, name, None), float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {values!r:.60}; must be an array of numbers") from None
    if array.ndim != len(shape) or any(want not in (-1, have) for want, have in zip(shape, array.shape)):
        wanted = "(" + ", ".join("N" if k < 0 else str(k) for k in shape) + (",)" if len(shape) == 1 else ")")
        raise ValueError(f"{name} has the shape {array.shape}; must be {wanted}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}[{np.argwhere(~np.isfinite(array))[0][0]}] is not finite")
    return array

def _vectors(cell: Any) -> Optional[Array]:
    """Three vectors, of three lengths or vectors."""
    if cell is None:
        return None
    try:
        vectors = np.array(cell, float)
    except (TypeError, ValueError):
        raise TypeError(f"cell is {cell!r}; must be three lengths or three vectors") from None
    vectors = np.diag(vectors) if vectors.shape == (3,) else vectors
    if vectors.shape != (3, 3) or not np.isfinite(vectors).all():
        raise ValueError(f"cell has the shape {vectors.shape}; must be three lengths or three vectors")
    return vectors
