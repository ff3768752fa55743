# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase: rigid molecules in ASE, under any of its calculators.

RigidRelax relaxes them, thermalize draws momenta, and RigidDynamics moves them; each has an example.
Units are ASE's: eV, Angstrom, atomic masses, and its unit of time (units.fs).
"""
from .dynamics import RigidDynamics as RigidDynamics, Temperature as Temperature, thermalize as thermalize
from .molecules import Molecules as Molecules
from .relax import RigidRelax as RigidRelax

__all__ = ["RigidDynamics", "RigidRelax", "thermalize", "Molecules", "Temperature"]
