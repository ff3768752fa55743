# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.sites - the calls of rigidstep/sites.h: bodies made of atoms.  It needs NumPy.
`rigidstep.Bodies` is what programs use."""
from __future__ import annotations

import ctypes as c
import functools
import weakref
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

import numpy as np

from .abi import _T, COLUMNS, Column, SitesSpec, View
from .columns import column
from .library import Library

if TYPE_CHECKING:
    from .orientations import Array

ONE_SHAPE, NEVER_LINEAR = 1, 4                          # RGS_SITES_ONE_SHAPE, RGS_SITES_NEVER_LINEAR

@functools.lru_cache(maxsize=None)
def _opened() -> Tuple[Library, Any]:
    """The library, and a context that lives as long as the process."""
    library, context = Library(), c.c_void_p()
    library.open_context(context)
    return library, context

def _triples(values: Array, n: int, name: str) -> Any:
    """The column of an array (n, 3) that may be written."""
    if values.shape != (n, 3):
        raise ValueError(f"{name} has the shape {values.shape}; must be {(n, 3)}")
    if values.flags.c_contiguous and values.flags.writeable and values.dtype == np.float64:
        return c.byref(Column(c.cast(values.__array_interface__["data"][0], _T["D"]), 3, 1))
    return c.byref(column(values, n, 3, name))

def _destroy(library: Library, handle: Any, _device: Any) -> None:
    library.sites_destroy(handle)

class Sites:
    """Which of N atoms make which body.

    x, mass      of all atoms, (N, 3) and (N)
    first, site  body i has the atoms site[first[i]] .. site[first[i + 1] - 1]
    columns      of the bodies: what the calls read and write
    cell, pbc    three vectors of a periodic cell, and the directions in which it repeats; None: no cell
    linear_tolerance, flags  the rule for lines, and RGS_SITES_*, as in rigidstep/sites.h
    device       a Device, on whose context they are made; None: one that lives as long as the process
    """
    def __init__(self, x: Array, mass: Array, first: Any, site: Any, columns: "Dict[str, Any]",
                 cell: Optional[Array] = None, pbc: Any = True, linear_tolerance: float = 0.0, flags: int = 0,
                 device: Any = None):
        self.columns, self._handle, self._atoms, self._listed = columns, c.c_void_p(), len(x), len(site)
        self._view = View(n=len(first) - 1)
        for name in [*COLUMNS][:8]:
            setattr(self._view, name, column(columns[name], len(first) - 1, COLUMNS[name], name))
        spec = SitesSpec(n_sites=len(x), n_bodies=len(first) - 1, first=first.ctypes.data_as(_T["I"]),
                    site=site.ctypes.data_as(_T["I"]), mass=column(mass, len(x), 1, "masses"), x=column(x, len(x), 3, "positions"),
                    linear_tolerance=linear_tolerance, flags=flags)
        if cell is not None:
            vectors = np.ascontiguousarray(cell, float)
            spec.cell = vectors.ctypes.data_as(_T["D"])
            spec.periodic = sum(1 << k for k, repeats in enumerate(np.broadcast_to(pbc, 3)) if repeats)
        library, context = (device.library, device._context) if device else _opened()
        self._library = library
        library.sites_create(context, c.byref(spec), c.byref(self._handle))
        weakref.finalize(self, _destroy, library, self._handle, device)

    def _call(self, name: str, *columns: Any) -> None:
        getattr(self._library, "sites_" + name)(self._handle, c.byref(self._view), *columns)

    def shape(self, local: Array) -> None:
        """Writes the columns mass, inertia, x and q, and where the atoms are in their bodies' frames."""
        self._call("shape", _triples(local, self._listed, "sites"))

    def set_shape(self, local: Array) -> None:
        """Takes other places in the bodies' frames, and the columns mass and inertia."""
        self._call("set_shape", _triples(local, self._listed, "sites"))

    def place(self, x: Optional[Array], v: Optional[Array] = None) -> None:
        """Writes positions and velocities of the atoms."""
        self._call("place", x if x is None else _triples(x, self._atoms, "positions"),
                   v if v is None else _triples(v, self._atoms, "velocities"))

    def gather(self, forces: Array) -> Array:
        """Writes the columns f and tau; returns (3, 3), the sums of force along a times arm along b."""
        intramolecular = np.zeros((3, 3))
        self._call("gather", _triples(forces, self._atoms, "forces"), intramolecular)
        return intramolecular

    def momenta(self, v: Array) -> None:
        """Writes the columns p and l."""
        self._call("momenta", _triples(v, self._atoms, "velocities"), None)

    def fit(self, x: Array) -> Array:
        """Writes the columns x and q; returns for each body how far an atom is from its place."""
        misfit = np.zeros(self._view.n)
        self._call("fit", _triples(x, self._atoms, "positions"), misfit)
        return misfit

def principal(J: Any, q: Any = None) -> Tuple[Array, Array]:
    """Principal moments and orientations of inertia tensors.

    Parameters
    ----------
    J : array_like
        (n, 3, 3), symmetric.
    q : array_like, optional
        (n, 4), the orientations of the frames in which the tensors are given; None: the frame of space.

    Returns
    -------
    tuple of ndarray
        Moments (n, 3), ascending, and orientations (n, 4).  Where moments are equal to 1e-6 the frame's own
        axes choose, the first one first.

    Examples
    --------
    >>> moments, orientations = principal([[[2, 0, 0], [0, 1.5, -0.5], [0, -0.5, 1.5]]])
    >>> moments
    array([[1., 2., 2.]])
    """
    tensors = np.array(J, float)
    if tensors.ndim != 3 or tensors.shape[1:] != (3, 3):
        raise ValueError(f"J has the shape {tensors.shape}; must be (n, 3, 3)")
    if not np.array_equal(tensors, tensors.transpose(0, 2, 1)):
        raise ValueError(f"J[{np.argwhere(tensors != tensors.transpose(0, 2, 1))[0][0]}] is not symmetric; must be")
    n = len(tensors)
    six = np.ascontiguousarray(tensors[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]])
    orientations = np.tile([1.0, 0, 0, 0], (n, 1)) if q is None else np.array(q, float)
    if orientations.shape != (n, 4):
        raise ValueError(f"q has the shape {orientations.shape}; must be {(n, 4)}")
    moments = np.zeros((n, 3))
    _opened()[0].principal(n, six, moments, orientations)
    return moments, orientations
