# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase: rigid molecules in ASE, under any of its calculators.

RigidFilter shows them to ASE's optimizers, thermalize draws momenta, and RigidDynamics moves them, with a
thermostat (Langevin, CSVR, NHC, Metropolis) and a barostat (Andersen, Flexible, MonteCarlo) as objects; each has an
example.
Units are ASE's: eV, Angstrom, atomic masses, and its unit of time (units.fs).
"""
from .dynamics import RigidDynamics as RigidDynamics, Temperature as Temperature, thermalize as thermalize
from .ensembles import (NHC as NHC, Andersen as Andersen, Barostat as Barostat, CSVR as CSVR, Flexible as Flexible,
                        Langevin as Langevin, Metropolis as Metropolis, MonteCarlo as MonteCarlo, Thermostat as Thermostat)
from .filter import RigidFilter as RigidFilter
from .molecules import Molecules as Molecules

__all__ = ["RigidDynamics", "RigidFilter", "thermalize", "Langevin", "CSVR", "NHC", "Metropolis", "Thermostat",
           "Andersen", "Flexible", "MonteCarlo", "Barostat", "Molecules", "Temperature"]
