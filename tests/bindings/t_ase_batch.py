# SPDX-License-Identifier: BSD-3-Clause
"""Many Atoms under one calculator: t_ase_batch.py MODULE.  Each box moves as under RigidDynamics."""
import doctest
import os
import sys

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import WATER, Soft, lattice, np
from ase import units
from ase.constraints import FixAtoms
from refused import is_documented, says
import rigidstep.batch.ase
from rigidstep import Refused
from rigidstep.ase import CSVR, Langevin, RigidDynamics, thermalize
from rigidstep.batch.ase import RigidBatch

STEP = 2 * units.fs


def box(n, seed):
    """n molecules of water, whose atoms have soft charges."""
    atoms = lattice(WATER, n, 4.0, seed)[0]
    thermalize(atoms, molecules="bonds", temperature_K=300, random=seed)
    atoms.calc = Soft(np.arange(3 * n) // 3, np.tile([-0.8, 0.4, 0.4], n))
    return atoms


def soft(boxes):
    """The calculator that answers all boxes."""
    told = [atoms.calc.model(atoms) for atoms in boxes]
    if broken:
        told[1][1][7] = np.nan
    return [forces for _, forces, _ in told], [energy for energy, _, _ in told]


def same(one, other):
    return (one.positions == other.positions).all() and (one.get_momenta() == other.get_momenta()).all()


broken = False
given = dict(vars(rigidstep.batch.ase), CSVR=CSVR, calculator=soft, boxes=[box(2, 1), box(4, 2)])
failed, tried = doctest.testmod(rigidstep.batch.ase, extraglobs=given)
assert tried and not failed

# ---- as each box alone, while boxes come, go and are changed
# ---------------------------------------------------------------
for kind, inertia in (CSVR, 1), (Langevin, 4), (None, 0.5):
    boxes = [box(n, n) for n in (5, 1, 8, 3)]
    kelvin = [250, 300, 350, 400]
    thermostat = kind and kind(300, 50 * units.fs, seed=7)
    dynamics = RigidBatch(boxes[:3], STEP, soft, molecules="bonds", thermostat=thermostat,
                          temperature_K=kelvin[:3] if kind else None, inertia=inertia)
    seen = []
    dynamics.attach(lambda: seen.append(boxes[2].positions.copy()), 2)
    dynamics.run(4)
    boxes[0].set_momenta(0.5 * boxes[0].get_momenta())
    dynamics.run(2)
    assert dynamics.add(boxes[3:], temperature_K=kelvin[3] if kind else None) == [3]
    dynamics.run(3)
    assert dynamics.take_out([1]) == [boxes[1]] and dynamics.names == [0, 2, 3]
    dynamics.run(3)
    shown = dynamics.temperature()
    assert len(seen) == 6 and dynamics.nsteps == 12 and shown.shape == (3,)
    for k, n in enumerate((5, 1, 8, 3)):
        atoms, lone = box(n, n), dict(molecules="bonds", inertia=inertia)
        if kind:
            lone.update(thermostat=kind(kelvin[k], 50 * units.fs, seed=7 + k))
        alone = RigidDynamics(atoms, STEP, **lone)
        if k == 0:
            alone.run(4)
            atoms.set_momenta(0.5 * atoms.get_momenta())
        alone.run({0: 8, 1: 9, 2: 12, 3: 6}[k])
        assert same(atoms, boxes[k]), (kind, k)
        if k != 1:
            near = alone.temperature().total / shown[dynamics.names.index(k)]
            assert abs(near - 1) < 1e-12, (kind, k, near)
            assert dynamics.energies[dynamics.names.index(k)] == atoms.get_potential_energy()

# ---- what fails, and what is refused
# --------------------------------------------------------------------------------------
before = [atoms.copy() for atoms in dynamics.boxes]
broken = True
error = says(Refused, "system 2, body 2 of it, its step 13: body 7:", dynamics.run, 1)
assert error.system == 2 and all(map(same, before, dynamics.boxes))
broken = False
dynamics.run(1)
held = box(2, 1)
held.set_constraint(FixAtoms(indices=[0, 1, 2]))
two = [box(2, 1), box(1, 2)]
for kind, words, given, named in [
        (ValueError, "boxes[1] has constraints", [two[0], held], {}),
        (TypeError, "boxes[1]: atoms is a int", [two[0], 7], {}),
        (ValueError, "groups has 1 elements; must have the groups of each of the 2", two, dict(groups=[[0]])),
        (ValueError, "inertia is 0; must be a number above 0", two, dict(inertia=0)),
        (TypeError, "temperature_K is given, but no thermostat", two, dict(temperature_K=300)),
        (ValueError, "temperature_K is [1, 2, 3]; must be", two,
         dict(thermostat=CSVR(300, 50, seed=1), temperature_K=[1, 2, 3]))]:
    says(kind, words, RigidBatch, given, STEP, soft, **dict(dict(molecules="bonds"), **named))
says(TypeError, "calculator is None", RigidBatch, two, STEP, None, molecules="bonds")
says(TypeError, "calculator returned None; must return forces and energies",
     RigidBatch(two, STEP, lambda boxes: None, molecules="bonds").run)
assert is_documented(rigidstep.batch.ase) == 6
print("ok")
