# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep for Python: structure-preserving integrators for rigid bodies.

    import rigidstep
    rgs = rigidstep.Library()                        # or Library("/path/to/librigidstep.so")
    rgs.free_flow("exact", 1, 0.1, inertia, l, q)    # rotates free bodies
    for method in rgs.methods(): print(method.kind, method.name, method.doc)

    with rigidstep.Stepper(rgs, "exact", "strang", columns, force) as stepper:
        stepper.step(0.01, 1000)

    bodies = rigidstep.Bodies.from_atoms(positions, masses, groups)    # rigid groups of atoms

rigidstep.batch moves many systems at once.
rigidstep.ase moves the rigid molecules of ASE under any of its calculators, rigidstep.openmm moves OpenMM's.
The package needs the standard library only; Bodies, principal, matrices and quaternions need NumPy.
Arrays are array.array("d"), ctypes arrays of doubles, NumPy arrays of float64 or tensors with __dlpack__,
which are read and written in place; columns of a Stepper may be strided.  Frames, units and
arguments: help(rigidstep.Stepper), rigidstep/bodies.h and rigidstep.h.  A call that is refused raises Refused.
"""
import importlib.util
from typing import TYPE_CHECKING

from . import abi
from .abi import *
from .columns import column as column, doubles as doubles, integers as integers
from .device import Device as Device, DeviceArray as DeviceArray
from .library import (Library as Library, Method as Method, Output as Output, Parameter as Parameter,
                      Refused as Refused)
from .stepper import Stepper as Stepper
from .threads import executor_of as executor_of

Refused.__module__ = __name__          # as programs know it
__version__ = "2.0.0"

# What needs NumPy, which is imported when it is asked for, and the module that has it.
_NUMPY = dict(Bodies="bodies", matrices="orientations", quaternions="orientations", principal="sites")
__all__ = ["Stepper", "Device", "DeviceArray", "Library", "Method", "Parameter", "Output", "Refused", "column",
           "doubles", "integers", "executor_of"]
__all__ += [name for name in _NUMPY if importlib.util.find_spec("numpy")]
__all__ += [name for name, value in vars(abi).items() if name.isupper() and isinstance(value, int)]

if TYPE_CHECKING:
    from .orientations import matrices as matrices, quaternions as quaternions
    from .bodies import Bodies as Bodies
    from .sites import principal as principal
else:
    def __getattr__(name):
        if name in _NUMPY:
            return getattr(importlib.import_module("." + _NUMPY[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        """What a notebook completes."""
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
