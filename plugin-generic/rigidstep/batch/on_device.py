# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.on_device - the bodies and the atoms of a batch on a device.  A draft."""
from __future__ import annotations

import ctypes as c
from typing import Any, Dict

import numpy as np

from ..abi import COLUMNS, Column, View
from ..bodies import Bodies
from ..columns import column
from ..device import Device
from ..sites import Sites
from ..tensors import placed

class FarBodies:
    """Copies of the columns on a device, and the places of the atoms there.

    Parameters
    ----------
    device : Device
        Where they lie.
    bodies : Bodies
        Whose columns are copied; the copies have its shapes.
    """
    def __init__(self, device: Device, bodies: Bodies):
        state = bodies.__getstate__()
        atoms, order, first = state["_atoms"], state["order"], state["_first"]
        self.device, self._atoms = device, atoms
        self.columns: Dict[str, Any] = {name: device.array(values) for name, values in bodies.columns.items()}
        self.positions = device.zeros((atoms, 3))
        local, masses = np.zeros((atoms, 3)), np.ones(atoms)
        local[order], masses[order] = state["sites"], state["masses"]
        own = {name: values.copy() for name, values in bodies.columns.items()}
        self._sites = Sites(local, masses, first, order, own, device=device)
        self._sites.set_shape(state["sites"])
        device.library.sites_on(self._sites._handle, device._device)
        n = len(first) - 1
        self._sites._view = View(n=n)
        for name in [*COLUMNS][:8]:
            setattr(self._sites._view, name,
                    column(placed(self.columns[name], name, device), n, COLUMNS[name], name))

    def pull(self, bodies: Bodies) -> None:
        """Copies the state back."""
        for name, values in bodies.columns.items():
            values[:] = self.columns[name].get()

    def _of_atoms(self, values: Any, name: str) -> Any:
        return c.byref(column(placed(values, name, self.device), self._atoms, 3, name))

    def place(self, positions: Any) -> None:
        self._sites._call("place", self._of_atoms(positions, "positions"), None)

    def gather(self, forces: Any) -> None:
        """From forces on the device."""
        told: Column = self._of_atoms(forces, "forces")
        self._sites._call("gather", told, None)
