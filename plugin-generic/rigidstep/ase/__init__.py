# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase: rigid molecules in ASE, under any of its calculators.

    from rigidstep.ase import RigidDynamics, RigidRelax, thermalize
    RigidRelax(atoms, molecules="bonds").run(fmax=0.01)
    thermalize(atoms, molecules="bonds", temperature_K=300)
    dynamics = RigidDynamics(atoms, 2 * units.fs, molecules="bonds", bath="csvr", temperature_K=300,
                             relaxation=200 * units.fs, seed=1)
    dynamics.run(1000)

Units are ASE's: eV, Angstrom, atomic masses, and its unit of time (units.fs).
"""
from .dynamics import RigidDynamics as RigidDynamics, Temperature as Temperature, thermalize as thermalize
from .molecules import Molecules as Molecules
from .relax import RigidRelax as RigidRelax

__all__ = ["RigidDynamics", "RigidRelax", "thermalize", "Molecules", "Temperature"]
