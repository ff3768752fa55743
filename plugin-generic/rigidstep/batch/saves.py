# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.saves - files from which a RigidBatch continues."""
from __future__ import annotations

import copy
from typing import Any, Dict, List

import numpy as np

from ..ase.pressure import Frame
from ..ase.saves import check_arrays, check_there, read_arrays
from ..files import replaced
from ..library import Path
from .systems import states_of

MOVED = "x", "p", "q", "l"
OF_SHAPES = "labels", "masses", "sites", "mass", "inertia"

class Saved:
    """What a RigidBatch saves and loads."""
    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied; call save(path), create "
                        "another one with the same arguments, and call its load(path)")

    def save(self: Any, path: Path) -> None:
        """Writes all that a RigidBatch of the same boxes and arguments needs to continue bit for bit.

        Parameters
        ----------
        path : path-like
            Of the file, which is replaced as a whole.
        """
        self._take_changes()
        with replaced(path) as file:
            np.savez(file, **self._state())

    def _state(self: Any) -> Dict[str, Any]:
        batch, made = self.batch, self._made
        blocks: List[bytes] = [batch.save(name) for name in batch.names]
        kept = [one.kept() for one in made]
        return dict({"own_" + key: values for key, values in batch._own.items()},
                    **{name: np.concatenate([one[name] for one in kept]) for name in OF_SHAPES},
                    **{name: batch.columns[name] for name in MOVED},
                    atoms=batch._at["atoms"], factor=made[0].inertia, nsteps=self.nsteps,
                    names=np.array(batch.names), next=batch._next, energies=batch.energies,
                    **{"exchanges_" + key: np.array(values) for key, values in batch._counts().items()},
                    block=np.frombuffer(b"".join(blocks), np.uint8), lengths=np.array([*map(len, blocks)]),
                    cells=np.array([one.atoms.cell.array for one in made]),
                    positions=np.concatenate([one.atoms.positions for one in made]),
                    momenta=np.concatenate([one.momenta for one in made]),
                    **{name: np.array([getattr(self._frames[one], name) for one in made])
                       for name in (Frame._fields if self.barostat else ())})

    def load(self: Any, path: Path) -> None:
        """Continues from save(path) and puts the boxes there.

        Parameters
        ----------
        path : path-like
            Of a file that save wrote.
        """
        self._take_changes()
        before, wrote = copy.deepcopy(self._state()), "RigidBatch.save"
        kept = read_arrays(path, wrote)
        check_there(kept, before, path, wrote, ())
        if not np.array_equal(kept["atoms"], before["atoms"]):
            raise ValueError(f"{path} has {len(kept['atoms']) - 1} boxes with the numbers of atoms "
                             f"{np.diff(kept['atoms'])[:8]}, and this batch has {len(self.boxes)} with "
                             f"{np.diff(before['atoms'])[:8]}; load it with the boxes that were saved")
        for k, one in enumerate(self._made):
            here = slice(*before["atoms"][k:k + 2])
            one.refuse_others(dict(kept, labels=kept["labels"][here], masses=kept["masses"][here]), path)
        check_arrays(kept, before, path)
        try:
            self._take(kept)
        except BaseException:
            self._take(before)
            raise

    def _take(self: Any, kept: Dict[str, Any]) -> None:
        batch, made = self.batch, self._made
        of = {name: batch._at[at] for at, names in dict(atoms=("positions", "momenta"), sites=("sites",),
                                                        bodies=(
            *MOVED, "mass", "inertia")).items() for name in names}
        for k, one in enumerate(made):
            parts = {name: kept[name][at[k]:at[k + 1]] for name, at in of.items()}
            one.take_kept(parts)
            for name in MOVED:
                one.bodies.columns[name][:] = parts[name]
            one.atoms.set_cell(kept["cells"][k], scale_atoms=False)
            if self.barostat:
                self._use(one, Frame(*(kept[name][k] for name in Frame._fields)))
            one.atoms.positions[:], one.momenta[:] = parts["positions"], parts["momenta"]
            one.remember()
        batch.names, batch._next = kept["names"].tolist(), int(kept["next"])
        batch._own = {key: kept["own_" + key].copy() for key in batch._own}
        batch._join(*states_of([one.bodies for one in made]))
        batch._bind()
        ends = np.cumsum(kept["lengths"])
        for name, end, length in zip(batch.names, ends, kept["lengths"]):
            block = kept["block"][end - length:end].tobytes()
            batch._stepper._do_alone("batch_load", name, block, len(block))
        batch._read_cells()
        batch.energies[:] = kept["energies"]
        batch.exchanged = {key: kept["exchanges_" + key] for key in batch.exchanged}
        batch.exchanged["calls"] = int(batch.exchanged["calls"])
        self.nsteps, self._answer = int(kept["nsteps"]), None
