# SPDX-License-Identifier: BSD-3-Clause
"""Many Atoms under one calculator: t_ase_batch.py MODULE.  Each box moves as under RigidDynamics."""
import copy
import doctest
import os
import pickle
import sys
import tempfile
import warnings

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import WATER, Soft, lattice, np, same
from ase import units
from ase.calculators.calculator import PropertyNotImplementedError
from ase.constraints import FixAtoms, Hookean
from ase.io import Trajectory, read
from refused import is_documented, says
import rigidstep.batch.ase
from rigidstep import Refused
from rigidstep.ase import CSVR, NHC, Andersen, Barostat, Flexible, Langevin, RigidDynamics, thermalize
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


broken = False
given = dict(vars(rigidstep.batch.ase), CSVR=CSVR, calculator=soft, boxes=[box(2, 1), box(4, 2)])
failed, tried = doctest.testmod(rigidstep.batch.ase, extraglobs=given)
assert tried and not failed

# ---- as each box alone, while boxes come, go and are changed
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
before = [atoms.copy() for atoms in dynamics.boxes]
broken = True
error = says(Refused, "system 2, body 2 of it, its step 13: body 7:", dynamics.run, 1)
assert error.system == 2 and all(map(same, before, dynamics.boxes))
broken = False
ends = []
for meddles in False, True:                          # a call of the calculator is refused before it changes anything
    def answer(boxes):
        if meddles:
            says(Refused, "a call of this stepper is running", inner.save, os.devnull)
        return soft(boxes)
    inner = RigidBatch([box(2, 1), box(3, 2)], STEP, answer, molecules="bonds")
    inner.run(3)
    ends.append(inner.boxes)
assert all(map(same, *ends))
inner.boxes[1].set_constraint(Hookean(a1=0, a2=3, rt=1, k=5))
says(ValueError, "boxes[1] has constraints", inner.run, 1)
held = box(2, 1)
held.set_constraint(FixAtoms(indices=[0, 1, 2]))
two = [box(2, 1), box(1, 2)]
for kind, words, given, named in [
        (ValueError, "boxes[1] has constraints", [two[0], held], {}),
        (TypeError, "boxes[1]: atoms is a int", [two[0], 7], {}),
        (ValueError, "groups has 1 elements; must have the groups of each of the 2", two, dict(groups=[[0]])),
        (ValueError, "inertia is 0; must be a number above 0", two, dict(inertia=0)),
        (TypeError, "params is 3; must be a dict", two, dict(params=3)),
        (TypeError, "temperature_K is given, but no thermostat", two, dict(temperature_K=300)),
        (ValueError, "temperature_K is [1, 2, 3]; must be", two,
         dict(thermostat=CSVR(300, 50, seed=1), temperature_K=[1, 2, 3]))]:
    says(kind, words, RigidBatch, given, STEP, soft, **dict(dict(molecules="bonds"), **named))
says(TypeError, "calculator is None", RigidBatch, two, STEP, None, molecules="bonds")
says(TypeError, "calculator returned None; must return forces and energies",
     RigidBatch(two, STEP, lambda boxes: None, molecules="bonds").run)
says(TypeError, "calculator returned None as forces", RigidBatch(two, STEP, lambda boxes: (None, [0, 0]), molecules="bonds").run)
says(ValueError, "steps is -1; must be a whole number, 0 or more", dynamics.run, -1)
says(ValueError, "interval is 0; must be a whole number, 1 or more", dynamics.attach, print, 0)
# One object several times, or arrays that share memory.
one = box(2, 1)
for k, boxes in (0, [one] * 3), (1, [box(2, 2), one, one]):
    says(ValueError, f"boxes[{k}] and boxes[{k + 1}] are one object|give copies: [atoms.copy()", RigidBatch,
         boxes, STEP, soft,
         molecules="bonds")
says(ValueError, "are one object", dynamics.add, [dynamics.boxes[0]])
both = np.zeros((6, 3))
for rows, apart in ((slice(0, 3), slice(2, 5)), False), ((slice(0, 6, 2), slice(1, 6, 2)), True):
    parts = [box(1, 2), box(1, 2)]
    for part, here in zip(parts, rows):
        both[here] = part.positions
        part.arrays["positions"] = both[here]
    if apart:
        RigidBatch([parts[0], two[0], parts[1]], STEP, soft, groups=[[[0, 1, 2]], [[0, 1, 2]], [[0, 1, 2]]])
    else:
        says(ValueError, "boxes[0] and boxes[2] share memory", RigidBatch, [parts[0], two[0], parts[1]],
             STEP, soft, groups=3 * [[[0]]])

# Forces of other shapes, or in another order.
for words, told in (("forces of 1 boxes; must be of 2", lambda f: f[:1]),
                    ("forces of the shape (3, 3) for boxes[0]; must be (6, 3): an array for each box, in "
                     "the order", lambda f: f[::-1]),
                    ("forces of the shape (18,) for boxes[0]", lambda f: [one.ravel() for one in f])):
    says(ValueError, words, RigidBatch(two, STEP, lambda boxes: (told(soft(boxes)[0]), [0, 0]),
                                       molecules="bonds").run)

# A step of 2 or 4 without units.fs, and torn molecules, are said once; so for boxes that come later.
def warned(call, *arguments, **named):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        given = call(*arguments, **named)
    return given, [str(one.message) for one in told if one.category is UserWarning]


rest = [box(2, 1), box(1, 2)]
for atoms in rest:
    atoms.set_momenta(np.zeros((len(atoms), 3)))
long, told = warned(RigidBatch, rest, 2, soft, molecules="bonds", temperature_K=[20, 300],
                    thermostat=CSVR(300, 50 * units.fs, seed=1))
assert not told
told = warned(long.run)[1]
assert len(told) == 1 and told[0].startswith("the time step is 20.4 fs, in which")\
    and "at 300 K; use a shorter one" in told[0], told
assert not warned(long.run)[1]
torn = box(3, 1)
torn.set_cell([4, 4, 4])
torn.set_pbc(True)
torn.wrap()
torn.set_cell([30, 30, 30])
for call in long.add, (lambda boxes, _: RigidBatch([box(1, 1), *boxes], STEP, soft, molecules="bonds")):
    told = warned(call, [torn.copy()], None)[1]
    assert len(told) == 1 and "If a molecule is torn" in told[0], told

# ---- after positions, momenta or orientations were written: as alone, bit for bit
def moved(atoms):
    atoms.positions += [0.1, 0.2, -0.1]
def pushed(atoms):
    atoms.arrays["momenta"] += 0.01
def turned(atoms):
    atoms.rotate(40, (1, 2, 3), center="COM")
class Placed(Soft):
    """Forces are asked for only where bodies are: ASE takes positions for the same that differ by 1e-15."""
    def model(self, atoms):
        assert (atoms.positions == alone.molecules.bodies.positions()).all()
        return Soft.model(self, atoms)
for change in moved, pushed, turned:
    for first in 0, 2:                            # steps before it
        boxes, atoms = [box(3, 1), box(4, 2)], box(4, 2)
        atoms.calc = Placed(np.arange(12) // 3, np.tile([-0.8, 0.4, 0.4], 4))
        dynamics, alone = RigidBatch(boxes, STEP, soft, molecules="bonds"), RigidDynamics(atoms, STEP,
                                                                                          molecules="bonds")
        for here, runs in (boxes[1], dynamics), (atoms, alone):
            if first:
                runs.run(first)
            change(here)
            runs.run(2)
        assert same(boxes[1], atoms), (change.__name__, first)
        assert (dynamics.batch.bodies(1).columns["l"] == alone.molecules.bodies.columns["l"]).all()

# ---- barostats: each box has its own cell and pressure, also one that lies askew
def pressed(n, seed, skew):
    atoms = box(n, seed)
    atoms.set_cell([12, 12, 12] if not skew else [[12, 0.5, 1], [0, 11, 0], [1, 0, 13]])
    atoms.pbc = True
    return atoms


def stressed(boxes):
    told = [atoms.calc.model(atoms) for atoms in boxes]
    stresses = [(-virial / atoms.get_volume())[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]
                for atoms, (_, _, virial) in zip(boxes, told)]
    stresses[1] = wrong * stresses[1]
    return [forces for _, forces, _ in told], [energy for energy, _, _ in told], stresses


wrong = 1                                        # times the right stress of the second box
BAR, SIZES = 1000 * units.bar, (3, 5, 4)
for thermal, pressing in ((CSVR, lambda p: Andersen(p, 100 * units.fs)),
                          (Langevin, lambda p: Flexible(p, 200 * units.fs)),
                          (None, lambda p: Andersen(p, 100 * units.fs, couple="xy", temperature_K=300)),
                          (NHC, lambda p: Barostat("crescale", p, 100 * units.fs, seed=7))):
    def heat(k, kelvin=None):
        seed = dict(seed=7 + k) if thermal in (CSVR, Langevin) else {}
        return thermal and thermal(kelvin or 300, 50 * units.fs, **seed)
    def begun():
        return RigidBatch([pressed(n, n, n == 5) for n in SIZES[:2]], STEP, stressed, molecules="bonds",
                          thermostat=heat(0), barostat=pressing(BAR), pressure=[BAR, 2 * BAR],
                          temperature_K=[300, 350])
    dynamics = begun()
    dynamics.run(4)
    dynamics.boxes[0].positions += 0.1
    dynamics.boxes[1].set_cell(1.01 * dynamics.boxes[1].cell.array, scale_atoms=False)
    dynamics.run(2)
    dynamics.add([pressed(4, 4, False)], temperature_K=400, pressure=3 * BAR)
    dynamics.run(2)
    with tempfile.TemporaryDirectory() as folder:
        dynamics.save(os.path.join(folder, "save.npz"))
        again = begun()
        again.add([pressed(4, 4, False)], temperature_K=400)
        again.run(1)
        again.load(os.path.join(folder, "save.npz"))
    for runs in dynamics, again:
        runs.run(3)
    for k, n in enumerate(SIZES):
        atoms, kelvin = pressed(n, n, n == 5), [300, 350, 400][k]
        barostat = pressing((k + 1) * BAR)
        barostat.temperature_K = barostat.temperature_K and kelvin
        if "seed" in barostat.params:
            barostat.params["seed"] = 7 + k
        alone = RigidDynamics(atoms, STEP, molecules="bonds", thermostat=heat(k, kelvin), barostat=barostat)
        alone.run(4 if k < 2 else 5)
        if k == 0:
            atoms.positions += 0.1
        if k == 1:
            atoms.set_cell(1.01 * atoms.cell.array, scale_atoms=False)
        alone.run(7 if k < 2 else 0)
        for runs in dynamics, again:
            assert same(atoms, runs.boxes[k]) and (atoms.cell.array == runs.boxes[k].cell.array).all(), (thermal, k)
        known = alone.atoms.get_stress(apply_constraint=False)
        assert abs(dynamics._stresses[k] - known).max() < 1e-12
    assert dynamics.check_forces().right
    shown = [atoms.copy() for atoms in dynamics.boxes]
    for wrong, name in (2, "factor"), (-1, "sign"), (0, "missing"), (1, ""):
        report = dynamics.check_forces(1)
        assert {*report.found} == ({"wrong_virial", name} if name else set()) and report.right == (wrong == 1), report
        assert ("virial: of box 1 " in str(report) and f"{wrong} times" in str(report)) == (wrong != 1), report
        assert all(map(same, dynamics.boxes, shown))
two = [pressed(2, 1, False), pressed(2, 2, True)]
for kind, words, named in (
        (TypeError, "has no temperature; give temperature_K=300", dict(barostat=Andersen(BAR, 100))),
        (TypeError, "pressure is [1, 2], which is of each box; give also a barostat", dict(pressure=[1, 2])),
        (ValueError, "pressure is [1, 2, 3]; must be", dict(barostat=Andersen(BAR, 100, temperature_K=300),
                                                            pressure=[1, 2, 3])),
        (ValueError, "boxes[1]: the tensor pressure lies otherwise along",
         dict(barostat=Flexible(np.diag([1, 2, 3]) * BAR, 100, temperature_K=300)))):
    says(kind, words, RigidBatch, two, STEP, stressed, molecules="bonds", **named)
says(TypeError, "must return forces and energies, and with a barostat stresses",
     RigidBatch(two, STEP, soft, molecules="bonds", barostat=Andersen(BAR, 100, temperature_K=300)).run)

# ---- saves, a check of forces, frames with energies
for kind, inertia in (CSVR, 1), (Langevin, 5), (NHC, 1), (None, 1):
    def begun():
        seed = {} if kind is NHC else dict(seed=7)
        return RigidBatch([box(n, n) for n in (5, 1, 8)], STEP, soft, molecules="bonds", inertia=inertia,
                          thermostat=kind and kind(300, 50 * units.fs, **seed), temperature_K=[250, 300,
                                                                                               350]
                          if kind else None)
    whole, half, ends = begun(), begun(), []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "save.npz")
        for dynamics in whole, half:
            dynamics.run(4)
            dynamics.take_out([1])
            dynamics.add([box(3, 3)], temperature_K=400 if kind else None)
            dynamics.run(3)
        half.save(path)
        again = begun()
        says(ValueError, "has 3 boxes with the numbers of atoms [15 24  9], and this batch has 3 with [15  "
                         "3 24]", again.load, path)
        again.take_out([1])
        again.add([box(3, 3)], temperature_K=500 if kind else None)
        again.take_out(again.add([box(1, 1)], temperature_K=1 if kind else None))    # whose name is not taken
        again.run(2)
        good, shown = dict(np.load(path)), [atoms.copy() for atoms in again.boxes]
        for words, arrays in (("array 'l' is nan at [3, 0]; must be finite",
                               dict(l=np.where(np.arange(48) == 9, np.nan, good["l"].ravel()).reshape(16, 3))),
                              ("array 'cells' has the shape (3, 3)", dict(cells=good["cells"][0])),
                              ("of atoms with other masses", dict(masses=good["masses"][::-1])),
                              ("other rigid groups", dict(labels=good["labels"] + 1)),
                              ("", dict(block=good["block"][::-1]))):
            np.savez(os.path.join(folder, "forged.npz"), **dict(good, **arrays))
            says((ValueError, Refused), words, again.load, os.path.join(folder, "forged.npz"))
            assert all(map(same, again.boxes, shown)) and again.nsteps == 2, words
        again.load(path)
        assert again.names == [0, 2, 3] and again.nsteps == 7 and (again.energies == half.energies).all()
        frames = os.path.join(folder, "box.traj")
        with Trajectory(frames, "w", atoms=again.boxes[1]) as trajectory:
            answers, again.boxes[1].calc = again.boxes[1].calc, None
            def by_labels(boxes):
                forces, energies = zip(*((f, e) for e, f, _ in (answers.model(b)
                                                                if b is again.boxes[1] else b.calc.model(b)
                                                                for b in boxes)))
                return [*forces], [*energies]
            again.calculator = by_labels
            again.attach(trajectory.write, 2)
            for dynamics in whole, again:
                dynamics.run(4)
                new = dynamics.add([box(2, 5)], temperature_K=100 if kind else None)
                assert new == [4] and not dynamics.run(5)
        for one, other in zip(whole.boxes, again.boxes):
            assert same(one, other), kind
        assert (whole.energies == again.energies).all()
        assert not kind or all((whole.temperature() == again.temperature()))
        seen = read(frames, ":")
        assert [atoms.get_potential_energy() for atoms in seen][-1] == whole.energies[1] and len(seen) == 5
        assert (seen[-1].get_forces() == soft(whole.boxes)[0][1]).all()
    again.boxes[1].positions += 0.1                 # the energy of other positions is none
    says(PropertyNotImplementedError, "", again.boxes[1].get_potential_energy)
    for call in pickle.dumps, copy.copy:
        says(TypeError, "a RigidBatch cannot be pickled or copied; call save(path)", call, again)
        says(TypeError, "a Batch cannot be pickled or copied", call, again.batch)
    before, energies = [atoms.copy() for atoms in whole.boxes], whole.energies.copy()
    report = whole.check_forces(None)
    assert report.right and all(map(same, before, whole.boxes)) and (whole.energies == energies).all(), report
    wrong = RigidBatch([box(8, 1), box(8, 2)], STEP, lambda boxes: (soft(boxes)[0][::-1], soft(boxes)[1]),
                       molecules="bonds")
    assert {"wrong_force", "wrong_torque"} <= {*wrong.check_forces().found}
assert is_documented(rigidstep.batch.ase) == 11
print("ok")
