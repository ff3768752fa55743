# SPDX-License-Identifier: BSD-3-Clause
"""A rigid benzene and a rigid CO2 on a slab of copper, whose lower layers are held: slab.py [PICTURE].

Runs at constant temperature, goes on from a file in the middle, and tests that this gives the same
bits.  EMT keeps a list of neighbours from step to step, and sums in the order of that list; so the run
that goes on forgets it at the save (calc.reset()), as the other one begins without it.  With PICTURE
(.png) it draws the last frame."""
import os
import sys
import tempfile
from ase import units
from ase.build import add_adsorbate, fcc111, molecule
from ase.calculators.emt import EMT
from ase.constraints import FixAtoms
from ase.io import read, write
from rigidstep.ase import Langevin, RigidDynamics, thermalize

slab = fcc111("Cu", (5, 5, 3), vacuum=8)
held = [atom.index for atom in slab if atom.tag > 1]
metal = len(slab)
add_adsorbate(slab, molecule("C6H6"), 3.2, position=(3.5, 3.0))
add_adsorbate(slab, molecule("CO2"), 3.0, position=(9.0, 5.0))
groups = [range(metal, metal + 12), range(metal + 12, metal + 15)]
slab.set_constraint(FixAtoms(held))
slab.calc = EMT()
thermalize(slab, groups, 150, random=1)
start, shape = slab.positions.copy(), slab[metal:metal + 12].get_all_distances()


def nvt(atoms, **named):
    return RigidDynamics(atoms, 4 * units.fs, groups, thermostat=Langevin(150, 200 * units.fs, seed=1), **named)


with tempfile.TemporaryDirectory() as folder:
    frames, state = os.path.join(folder, "slab.traj"), os.path.join(folder, "state")
    dynamics = nvt(slab, trajectory=frames, loginterval=10)
    dynamics.run(50)
    dynamics.save(state)
    slab.calc.reset()
    dynamics.run(50)
    again = read(frames, index=5)                         # of step 50
    again.calc = EMT()
    went_on = nvt(again)
    went_on.load(state)
    went_on.run(50)
same = (again.positions == slab.positions).all() and (again.get_momenta() == slab.get_momenta()).all()
bent = abs(slab[metal:metal + 12].get_all_distances() - shape).max()
moved = abs(slab.positions - start).max(axis=1)
print(f"{dynamics.stepper}: {dynamics.temperature().total:.0f} K, benzene's distances to {bent:.0e} A, "
      f"the same bits after a restart: {same}")
if len(sys.argv) > 1:
    write(sys.argv[1], slab, rotation="-75x,15y", scale=50, show_unit_cell=0)
assert same and bent < 1e-12 and not moved[held].any() and moved[:metal].max() > 0.01
