# SPDX-License-Identifier: BSD-3-Clause
"""Ices at 0 K have the published energies and densities of TIP4P/2005: t_ase_ices.py MODULE.

J. L. Aragones, E. G. Noya, J. L. F. Abascal, C. Vega, J. Chem. Phys. 127, 154518 (2007),
https://doi.org/10.1063/1.2774986: energies in kcal/mol.  Theirs of Ih is of disordered protons; XI is the ordered one.
"""
import os
import sys

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import np
from ase import units
from ase.optimize import BFGS
from ewald_model import KCAL, ice, tip4p2005
from rigidstep.ase import RigidFilter

for name, published, room in ("II", -14.847, 0.005), ("XI", -15.059, 0.01), ("Ih", -15.059, 0.01):
    atoms, labels = ice(name)
    atoms.calc, n = tip4p2005(), labels[-1] + 1
    relaxed = RigidFilter(atoms, labels)
    assert BFGS(relaxed, logfile=None, alpha=10).run(fmax=1e-3, steps=100)
    energy = relaxed.get_potential_energy() / n / KCAL
    density = atoms.get_masses().sum() * units._amu * 1e27 / atoms.get_volume()
    print(f"ice {name}: {energy:.4f} kcal/mol (published {published}), {density:.4f} g/cm3, {atoms.calc.calls} evaluations,",
          np.round(atoms.cell.cellpar(), 3))
    assert abs(energy - published) < room, energy
