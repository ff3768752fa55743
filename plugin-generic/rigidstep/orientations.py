# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.orientations - quaternions and rotation matrices of many bodies.  It needs NumPy."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    Array = NDArray[np.float64]

def _table() -> Any:
    """Which products of two of w, x, y, z add up to the nine elements of the matrix."""
    w, x, y, z = range(4)
    sums = {(0, 0): ((w, w, 1), (x, x, 1), (y, y, -1), (z, z, -1)), (0, 1): ((x, y, 2), (w, z, -2)),
            (0, 2): ((x, z, 2), (w, y, 2)), (1, 0): ((x, y, 2), (w, z, 2)),
            (1, 1): ((w, w, 1), (x, x, -1), (y, y, 1), (z, z, -1)), (1, 2): ((y, z, 2), (w, x, -2)),
            (2, 0): ((x, z, 2), (w, y, -2)), (2, 1): ((y, z, 2), (w, x, 2)),
            (2, 2): ((w, w, 1), (x, x, -1), (y, y, -1), (z, z, 1))}
    table = np.zeros((4, 4, 3, 3))
    for (row, column), products in sums.items():
        for one, other, factor in products:
            table[one, other, row, column] = factor
    return table.reshape(16, 9)

TABLE = _table()

def matrices(q: ArrayLike) -> Array:
    """Rotation matrices of unit quaternions.

    Parameters
    ----------
    q : array_like
        (n, 4), unit quaternions, scalar first.

    Returns
    -------
    ndarray
        (n, 3, 3), rotations from body to space.

    Examples
    --------
    >>> matrices(np.array([[0, 0, 0, 1.0]]))[0].diagonal()           # half a turn about axis 3
    array([-1., -1.,  1.])
    """
    given: Array = np.asarray(q, float)
    if given.ndim != 2 or given.shape[1] != 4:
        raise ValueError(f"q has the shape {given.shape}; must be (n, 4)")
    told: Array = (given[:, :, None] * given[:, None, :]).reshape(-1, 16) @ TABLE
    return told.reshape(-1, 3, 3)

def quaternions(turns: ArrayLike) -> Array:
    """Unit quaternions of rotation matrices.

    Parameters
    ----------
    turns : array_like
        (n, 3, 3), rotations from body to space.

    Returns
    -------
    ndarray
        (n, 4), unit quaternions, scalar first.

    Examples
    --------
    >>> quaternions(matrices(np.array([[0.6, 0, 0.8, 0]])))
    array([[0.6, 0. , 0.8, 0. ]])
    """
    given: Array = np.asarray(turns, float)
    if given.ndim != 3 or given.shape[1:] != (3, 3):
        raise ValueError(f"turns has the shape {given.shape}; must be (n, 3, 3)")
    # 4 q q^T; its row with the largest diagonal is the accurate one.
    (a, b, c), (d, e, f), (g, h, i) = given.transpose(1, 2, 0)
    outer = np.array([[1 + a + e + i, h - f, c - g, d - b], [h - f, 1 + a - e - i, b + d, c + g],
                      [c - g, b + d, 1 - a + e - i, f + h], [d - b, c + g, f + h, 1 - a - e + i]])
    best = outer[range(4), range(4)].argmax(axis=0)
    q: Array = outer[best, :, np.arange(len(given))]
    q /= np.linalg.norm(q, axis=1)[:, None]
    q[q[:, 0] < 0] *= -1
    return q
