# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase.saves - files from which runs of Atoms continue."""
from __future__ import annotations

import copy
from typing import Any, Dict, Iterable

import numpy as np

from ..files import replaced
from ..library import Path
from .pressure import Frame

def read_arrays(path: Path, wrote: str) -> Dict[str, Any]:
    """The arrays of a file of NumPy."""
    kept: Dict[str, Any] = {}
    name = ""
    with open(path, "rb") as file:
        try:
            saved: Any = np.load(file)
            for name in saved.files:
                kept[name] = saved[name]
        except Exception:                            # of many kinds, as a file may be damaged anywhere
            where = f"its array '{name}' cannot be read" if name else "it has no arrays"
            raise ValueError(f"{path} is damaged, or {wrote} did not write it: {where}") from None
    return kept

def check_there(kept: Dict[str, Any], like: Dict[str, Any], path: Path, wrote: str,
                seldom: Iterable[str] = ("factor", "masses")) -> None:
    """All arrays of like must be there, but those that some files lack, and have its types."""
    lacks = like.keys() - kept.keys() - {*seldom}
    if lacks:
        raise ValueError(f"{path} has no array '{min(lacks)}'; give a file that {wrote} wrote")
    for name in like.keys() & kept.keys():
        have, want = kept[name].dtype, np.asarray(like[name]).dtype
        if have.kind != want.kind or have.itemsize < want.itemsize:
            raise ValueError(f"{path} is damaged: its array '{name}' is of {have}; must be of {want}")

def check_arrays(kept: Dict[str, Any], like: Dict[str, Any], path: Path) -> None:
    """Each array must have the shape of the one in like, and be finite; a block has any length, and energies
    of no evaluation yet are NaN."""
    for name in like.keys() & kept.keys():
        have, want = kept[name], np.asarray(like[name])
        if have.ndim != want.ndim or (have.shape != want.shape and name != "block"):
            raise ValueError(f"{path} is damaged: its array '{name}' has the shape {have.shape}; must be "
                             f"{want.shape}")
        if not np.isfinite(have).all() and name != "energies":
            bad = np.argwhere(~np.isfinite(have))[0].tolist()
            raise ValueError(f"{path} is damaged: its array '{name}' is {have[tuple(bad)]} at {bad}; must "
                             "be finite")
    if kept.get("nsteps", 0) < 0:
        raise ValueError(f"{path} is damaged: its nsteps is {kept['nsteps']}; must be 0 or more")

class Saved:
    """What a RigidDynamics saves and loads."""
    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied; call save(path), create "
                        "another one with the same arguments, and call its load(path)")

    def save(self: Any, path: Path) -> None:
        """Writes all that a RigidDynamics with the same arguments needs to continue bit for bit.

        Parameters
        ----------
        path : path-like
            Of the file, which is replaced as a whole.
        """
        with replaced(path) as file:
            np.savez(file, **self._state())

    def _state(self: Any) -> Dict[str, Any]:
        atoms = self.molecules.atoms
        return dict(self._frame._asdict(), block=np.frombuffer(self.stepper.save(), np.uint8),
                    nsteps=self.nsteps,
                    cell=atoms.cell.array, positions=atoms.positions, momenta=self.molecules.momenta,
                    **self.molecules.kept())

    def load(self: Any, path: Path) -> None:
        """Continues from save(path) and puts atoms there; atoms may be the last frame of a trajectory.

        Parameters
        ----------
        path : path-like
            Of a file that save wrote.
        """
        before, wrote = copy.deepcopy(self._state()), "RigidDynamics.save"
        kept = read_arrays(path, wrote)
        check_there(kept, before, path, wrote)
        self.molecules.refuse_others(kept, path)
        check_arrays(kept, before, path)
        try:
            self._take(kept)
        except BaseException:
            self._take(before)
            raise

    def _take(self: Any, kept: Dict[str, Any]) -> None:
        self.molecules.take_kept(kept)
        atoms = self.molecules.atoms
        atoms.set_cell(kept["cell"], scale_atoms=False)
        self._use(Frame(*(kept[name] for name in Frame._fields)))
        self.stepper.close()
        self._make_stepper()
        self.stepper.load(kept["block"].tobytes())
        atoms.positions[:], self.molecules.momenta[:] = kept["positions"], kept["momenta"]
        self.molecules.remember()
        self.nsteps, self._calculator = int(kept["nsteps"]), atoms.calc
