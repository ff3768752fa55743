# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.torch - forces and torques from an energy of PyTorch, by its autograd.  It needs PyTorch when a step
calls it."""
from __future__ import annotations

import functools
from typing import Any, Callable, Optional, Tuple

from .tensors import array_of

__all__ = ["forces"]

class _Forces:
    """What forces(U) returns."""
    def __init__(self, U: Any):
        if not callable(U):
            raise TypeError(f"U is {U!r}; must be a function of positions and orientations that returns an energy")
        self.U = U

    def __repr__(self) -> str:
        return f"<forces of {getattr(self.U, '__name__', repr(self.U))}>"

    def of_columns(self, columns: Any) -> Callable[..., Any]:
        """The force function of a Stepper of these columns."""
        if "gf" in columns:
            raise TypeError("columns has gf, but forces(U) writes no gradients; leave gf and gtau out, and take a method "
                            "that does not need them")
        return functools.partial(self._step, columns)

    def _step(self, columns: Any, time: float, cell: Optional[Any] = None) -> Any:
        energy, virial = self._write(columns, (), cell)
        return float(energy) if cell is None else (float(energy), virial.tolist())

    def __call__(self, positions: Any, batch: Any) -> Tuple[None, Any]:
        """Of a Batch."""
        counts = {*(batch._at["bodies"][1:] - batch._at["bodies"][:-1]).tolist()}
        if batch._far or len(counts) > 1:
            raise TypeError("forces(U) in a Batch needs " + (
                "bodies on the processor; leave device out" if batch._far else
                f"systems of equally many bodies, and these have {', '.join(map(str, sorted(counts)))}; give a force "
                "function force(positions, batch)"))
        return None, self._write(batch.columns, (len(batch),), None)[0].numpy()

    def _write(self, columns: Any, shape: Tuple[int, ...], cell: Any) -> Tuple[Any, Any]:
        """Writes f and tau; returns the energies, of this shape, and with a cell the virial."""
        import torch  # type: ignore[import]  # (it is not needed until here)
        x, q, f, tau = (_tensor(columns[name], name) for name in ("x", "q", "f", "tau"))
        with torch.enable_grad():
            # Contiguous, so that sums do not depend on how columns lie.
            at = [values.detach().clone(memory_format=torch.contiguous_format).reshape(*shape, -1, width).requires_grad_()
                  for values, width in ((x, 3), (q, 4))]
            by, given = [*at], [*at]
            if cell is not None:
                # A strain moves centres and cell, and turns no body.
                strain = torch.zeros(3, 3, dtype=x.dtype, requires_grad=True)
                by.append(strain)
                given = [at[0] + at[0] @ strain.T, at[1], torch.tensor(cell, dtype=x.dtype) @ (torch.eye(3) + strain.T)]
            energy = self.U(*given)
            self._refuse(torch, energy, shape)
            slopes = torch.autograd.grad(energy.sum(), by, allow_unused=True)
        dx, dq, *rest = (torch.zeros_like(values) if slope is None else slope for slope, values in zip(slopes, by))
        f.copy_(-dx.reshape(f.shape))
        # A rotation by w in space adds (0, w) q / 2 to q, so the torque is -Im(dU/dq q*) / 2; the part of dU/dq along
        # q drops out.
        slope, turn = dq.reshape(-1, 4), q.reshape(-1, 4)
        tau.copy_(((slope[:, :1] * turn[:, 1:] - turn[:, :1] * slope[:, 1:] +
                    torch.linalg.cross(slope[:, 1:], turn[:, 1:])) / 2).reshape(tau.shape))
        return energy.detach(), -rest[0] if rest else None

    def _refuse(self, torch: Any, energy: Any, shape: Tuple[int, ...]) -> None:
        name = getattr(self.U, "__name__", "U")
        if not isinstance(energy, torch.Tensor):
            raise TypeError(f"{name} returned a {type(energy).__name__}; must be a tensor of PyTorch, the energy")
        if tuple(energy.shape) != shape:
            must = f"must be {shape}, one energy for each system" if shape else "must be (), one energy: energy.sum()"
            raise TypeError(f"{name} returned a tensor of the shape {tuple(energy.shape)}; {must}")
        if not energy.requires_grad:
            raise TypeError(f"{name} returned an energy that PyTorch cannot differentiate by positions or orientations; "
                            "compute it from its arguments without detach(), numpy() and no_grad()")

def _tensor(column: Any, name: str) -> Any:
    """A tensor that shares the memory of a column."""
    import numpy as np
    import torch
    return torch.from_numpy(np.asarray(array_of(column, name)))

def forces(U: Callable[..., Any]) -> Any:
    """Forces and torques of an energy, by autograd: the force of a Stepper or of a Batch.

    Parameters
    ----------
    U : callable
        U(x, q) returns the potential energy as a tensor that depends on its arguments: x (n, 3) centres and q (n, 4)
        orientations, unit quaternions, scalar first, of float64.  In a Batch, whose systems have equally many bodies,
        x is (systems, n, 3), q is (systems, n, 4), and the energies are (systems).  With a barostat it is
        U(x, q, cell), with the three vectors of the cell as rows (3, 3).

    Returns
    -------
    callable
        What Stepper and Batch take as force.  One may serve several of them.

    Notes
    -----
    f is -dU/dx, and tau is minus the imaginary part of dU/dq times conjugate q, over 2, so only changes of q that are
    rotations count.  The virial is minus the derivative by a strain of centres and cell.  A Stepper's columns lie on
    the processor.

    Examples
    --------
    >>> import torch
    >>> def U(x, q):                                     # springs, and a field along z that turns axis 3
    ...     axis = q[..., 0] ** 2 - q[..., 1] ** 2 - q[..., 2] ** 2 + q[..., 3] ** 2
    ...     return 0.5 * (x ** 2).sum((-2, -1)) - axis.sum(-1)
    >>> forces(U)
    <forces of U>
    """
    return _Forces(U)
