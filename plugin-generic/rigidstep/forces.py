# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.forces - do the forces of a program belong to its energy?"""
from __future__ import annotations

import ctypes as c
from typing import Any, List, NamedTuple, Optional, Tuple

from .abi import E_ABI, EVAL_VIRIAL, FORCE_FOUND, FORCE_REMARKS, ForceCheck, ForceRow
from .columns import whole
from .library import Refused

TEXT = 65536

class ForcesOfBody(NamedTuple):
    """A body that was checked.

    Parameters
    ----------
    body : int
        Its index.
    given, energy, error : tuple of float
        Force and torque as force wrote them; as the energy says; and how well it says so.
    off : float
        The deviation in parts of what is allowed; above 1: wrong.
    """
    body: int
    given: Tuple[float, ...]
    energy: Tuple[float, ...]
    error: Tuple[float, ...]
    off: float

class ForceReport:
    """What check_forces found; print shows it.

    Parameters
    ----------
    check : ForceCheck
        What the library returned.
    rows : list of ForcesOfBody
        The worst first.
    text : str
        The report.

    Attributes
    ----------
    right : bool
        No mistake was found, and noise does not hide one.
    found : tuple of str
        Names of mistakes and remarks, of rigidstep.abi.FORCE_FOUND, such as "sign" or "quaternion_order".
    virial, by_cell : tuple of float
        With a barostat, three rows: the virial of bodies as force gave it, and as the energy says (its xx,
        yy, zz, xy, xz and yz).
    noise : float
        Of one energy.
    evaluations : int
        How often force was called.
    """
    def __init__(self, check: Any, rows: List[ForcesOfBody], text: str):
        self.rows, self.text = rows, text
        self.found = tuple(name for bit, name in enumerate(FORCE_FOUND) if check.found >> bit & 1)
        self.right = not set(self.found) - (FORCE_REMARKS - {"noise"})
        self.virial, self.by_cell = tuple(check.virial), tuple(check.by_cell)
        self.noise, self.evaluations = float(check.noise), int(check.evaluations)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    __repr__ = __str__

class Forces:
    """What a Stepper has to check its forces."""
    def check_forces(self: Any, sample: Optional[int] = 8, *, tolerance: float = 1e-3, stir: float = 0.05,
                     length: float = 0.0) -> ForceReport:
        """Compares forces and torques, and with a barostat (but mc) the virial, with differences of the energy that
        force returns, and names the likely mistake: `print(stepper.check_forces())`.  Afterwards the bodies
        are as before, bit for bit.

        Parameters
        ----------
        sample : int or None, default 8
            Number of bodies that are checked; None: all.  Each takes about 24 evaluations, the rest about 50.
        tolerance : float, default 1e-3
            Relative deviation that is allowed.
        stir : float, default 0.05
            Bodies are first moved and turned at random by this part of their size and of a radian, because a
            wrong frame does not show where all orientations are (1, 0, 0, 0); below 0: not.
        length : float, default 0
            How far a body may move; 0: its radius of gyration.

        Returns
        -------
        ForceReport
            With the text, and what was found.
        """
        wanted = self._n if sample is None else whole("sample", sample, 0)
        rows = (ForceRow * max(1, min(wanted, self._n)))()
        text = c.create_string_buffer(TEXT)
        check = ForceCheck(sample=wanted, tolerance=tolerance, stir=stir, length=length, time=self.time,
                           rows=rows, n_rows=len(rows), row_size=c.sizeof(ForceRow),
                           text=c.addressof(text), text_size=TEXT)
        self._caller.check_columns()
        if self._caller.barostat:
            vectors, origin, _ = self.cell()
            check.cell[:], check.origin[:] = [number for row in vectors for number in row], origin
        if not hasattr(self.library, "check_forces"):
            raise Refused("Stepper.check_forces", E_ABI, -1,
                          f"{self.library.path} does not have this call; use a later one")
        with self._alone("check_forces"):
            provides = self._host.provides
            try:
                if not self._caller.virial:
                    self._host.provides &= ~EVAL_VIRIAL
                self._call("check_forces", self._bodies, c.byref(self._host), c.byref(check))
            except Refused:
                raised = self._caller.taken()
                if raised is not None:
                    raise raised from None
                raise
            finally:
                self._host.provides = provides
            self._caller.taken()                # a cell that force refuses is in the report
        told = [ForcesOfBody(row.body, tuple(row.given), tuple(row.energy), tuple(row.error), row.off)
                for row in rows[:check.n_rows]]
        return ForceReport(check, told, text.value.decode())

    def configurational(self: Any, random: Any, *, length: float = 1e-3) -> Any:
        """A sample of the temperature that positions and orientations have, without momenta: it shows what a long step does
        to them.  kT is a quotient of means: of `a = np.mean(samples, axis=0)` it is `a[:, 0] / a[:, 1]`.

        Parameters
        ----------
        random : numpy.random.Generator
            Chooses the directions in which all bodies are moved and turned.
        length : float, default 1e-3
            How far, in parts of the largest radius of gyration and of a radian.  With single precision take 1e-2.

        Returns
        -------
        numpy.ndarray, shape (2, 2)
            Of translation and of rotation, the squared gradient and the Laplacian of the potential energy, both divided by
            masses or moments of inertia (Rugh, doi 10.1103/PhysRevLett.78.772); the Laplacian as Hutchinson estimates it (doi
            10.1080/03610918908812806), with an error of some parts in a hundred.

        Notes
        -----
        It takes two evaluations of the forces, at both ends of a small move.  Bodies are put back, bit for bit.
        """
        from .configurational import sample
        with self._alone("configurational"):
            self._caller.check_columns()
            return sample(self, random, length)
