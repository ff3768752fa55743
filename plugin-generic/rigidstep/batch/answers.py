# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.answers - what a Batch answers its Stepper: forces of all systems, by one function or by two."""
from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np

from ..abi import E_ORDER, FROM_DEVICE
from ..library import Refused
from ..tensors import array_of, placed
from .pressure import Cells

class Answers(Cells):
    """The forces of a Batch.  With a function `fast` the slow force is force less fast, on every atom."""
    _kept: Any = None                            # time and forces of fast, where the slow force was formed
    _trials = False                              # each system's are accepted by its energy
    _asked: Any = None                           # (n) the energies that the library reads
    _known = False                               # energies belong to the places of atoms in positions

    def _forces(self: Any, force: Any, name: str, alone: bool = False) -> Tuple[Any, Any, Any]:
        """Forces on all atoms, energies or None, and of force with a barostat but mc virials.  alone: of energies."""
        told = force(self.positions, self)
        if self._virial and name == "force" and not (isinstance(told, tuple) and len(told) == 3):
            raise TypeError(f"force returned {told!r:.60}; with a barostat it must return forces, energies and virials")
        forces, energies, virials = (*told, None, None)[:3] if isinstance(told, tuple) else (told, None, None)
        if energies is None and self._trials and name == "force":
            raise TypeError(f"force returned {told!r:.60}; must return forces and energies: the trial of each system is "
                            "accepted by its energy")
        wrote = forces is None and energies is not None and not (self.fast or self._virial or self._far)    # f and tau
        if forces is None and not (alone or wrote):
            raise TypeError(f"{name} returned None as forces; must return those on all atoms")
        if self._far:
            return forces, energies, None
        if not (alone or wrote):
            forces = np.asarray(array_of(forces, "forces", None), float)
            if forces.shape != self._positions.shape:
                raise ValueError(f"{name} returned forces of the shape {forces.shape}; must be {self._positions.shape}")
        if energies is None or name == "fast":
            return forces, None, None
        energies = np.asarray(array_of(energies, "energies", None), float)
        if energies.shape != (len(self),):
            raise ValueError(f"force returned energies of the shape {energies.shape}; must be {(len(self),)}, "
                             "one for each system")
        if virials is not None:
            virials = array_of(virials, "virials", None)
        return forces, energies, virials

    def _give(self: Any, on_bodies: Any, energies: Any, virials: Any, on_atoms: Any = None) -> Optional[float]:
        """Forces become those on bodies; energies stay on a device.  Virials belong to the forces on_atoms."""
        if self._virial:
            self._gather(on_bodies if on_atoms is None else on_atoms, virials)
        if self._far or (on_bodies is not None and (not self._virial or on_atoms is not None)):
            (self._far or self._bodies).gather(on_bodies)
        return self._give_energies(energies)  # type: ignore[no-any-return]

    def _give_energies(self: Any, energies: Any) -> Optional[float]:
        self._known = energies is not None
        if self._far and not self._trials:
            self.energies = energies
            return None
        if energies is None:
            return None
        self._asked[:] = self._from_device(energies) if self._far else energies
        if not self._trials:
            self.energies[:] = energies
        return float(self._asked.sum())

    def _from_device(self: Any, energies: Any) -> Any:
        device, here = self._device, np.empty(len(self))
        there = placed(energies, "energies", device)
        if there.shape != here.shape or not there.c_contiguous:
            raise ValueError(f"force returned energies of the shape {there.shape}; must be {here.shape}, one for each "
                             "system, without gaps")
        device.library.device_copy(device._device, here.ctypes.data, there.address, here.nbytes, FROM_DEVICE)
        return here

    def _energy_of_trial(self: Any, time: float) -> Optional[float]:
        """Where fast moves the systems, force is asked for energies alone, and may return None as forces."""
        (self._far or self._bodies).place(self._positions)
        return self._give_energies(self._forces(self.force, "force", True)[1])  # type: ignore[no-any-return]

    def _note_trials(self: Any) -> None:
        """Of trials, positions and energies are those of the systems as they are, not of a trial that was not taken."""
        if not self._trials:
            return
        (self._far or self._bodies).place(self._positions)
        try:
            self.energies[:], self._known = self.output("potential_energy"), True
        except Refused as refused:
            if refused.status != E_ORDER:
                raise
            self.energies[:], self._known = np.nan, False    # no trial was done

    def _force(self: Any, time: float, cell: Any = None) -> Optional[float]:
        (self._far or self._bodies).place(self._positions)
        return self._give(*self._forces(self.force, "force"))  # type: ignore[no-any-return]

    # ---- two forces ------------------------------------------------------------------------------------
    def _slow(self: Any, time: float, cell: Any = None) -> Optional[float]:
        (self._far or self._bodies).place(self._positions)
        fast = self._forces(self.fast, "fast")[0] * 1.0         # a copy: the function may use its memory again
        self._kept = time, fast
        forces, energies, virials = self._forces(self.force, "force")
        return self._give(forces - fast, energies, virials, forces)  # type: ignore[no-any-return]

    def _fast(self: Any, time: float, cell: Any = None) -> None:
        """Where the slow force was formed just now, fast is not called again."""
        kept, self._kept = self._kept, None
        (self._far or self._bodies).place(self._positions)
        forces = kept[1] if kept is not None and kept[0] == time else self._forces(self.fast, "fast")[0]
        (self._far or self._bodies).gather(forces)
