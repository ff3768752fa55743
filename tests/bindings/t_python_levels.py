# SPDX-License-Identifier: BSD-3-Clause
"""A fast and a slow force, and a costly and a cheap potential in ASE and in batches: t_python_levels.py MODULE."""
import os
import sys
import tempfile
import warnings

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import CHARGES, LABELS, Soft, Stumbling, liquid, np, same
from ase import units
from case_list import case, run
from refused import says
from rigidstep import Bodies, Stepper
from rigidstep.ase import CSVR, Andersen, Langevin, RigidDynamics
from rigidstep.batch import Batch
from rigidstep.batch.ase import RigidBatch

STEP = 2 * units.fs


def cheap():
    return Soft(LABELS, 0.9 * CHARGES)


def moved(steps, **more):
    atoms = liquid()
    dynamics = RigidDynamics(atoms, STEP, LABELS, **more)
    dynamics.run(steps)
    return dynamics, atoms


def free():
    return {}


def langevin():
    return dict(thermostat=Langevin(300, 100 * units.fs, seed=1))


def npt():
    return dict(thermostat=CSVR(300, 100 * units.fs, seed=1), barostat=Andersen(0.01, 300 * units.fs))


BATHS = free, langevin, npt


@case
def inner_1_is_strang():
    _, want = moved(30)
    _, got = moved(30, fast=cheap(), inner=1)
    assert abs(got.positions - want.positions).max() < 1e-11 and abs(got.get_momenta() - want.get_momenta()).max() < 1e-11
    assert abs(want.positions - liquid().positions).max() > 0.1


@case
def what_each_calculator_costs():
    """The costly one is called once a step, with its stress and a log, and the cheap one `inner` times."""
    for bath in BATHS:
        for inner in 1, 3:
            fast, steps = cheap(), 7
            with open(os.devnull, "w") as nowhere:
                dynamics, atoms = moved(steps, fast=fast, inner=inner, logfile=nowhere, **bath())
            atoms.get_potential_energy()
            assert atoms.calc.calls == steps + 1, (bath, atoms.calc.calls)
            assert fast.calls == steps * inner + 1, (bath, fast.calls)
            assert dynamics.stepper.describe().evals == inner


@case
def energy_is_constant_to_order_2():
    drift = []
    for step in 2, 1:
        atoms = liquid()
        dynamics = RigidDynamics(atoms, step * units.fs, LABELS, fast=cheap(), inner=2)
        energies = []
        dynamics.attach(lambda: energies.append(atoms.get_potential_energy() + atoms.get_kinetic_energy()))
        dynamics.run(60 // step)
        drift.append(np.ptp(energies))
    assert 3 < drift[0] / drift[1] < 5, drift


@case
def restart():
    for bath in BATHS:
        dynamics, atoms = moved(5, fast=cheap(), inner=3, **bath())
        with tempfile.TemporaryDirectory() as folder:
            dynamics.save(os.path.join(folder, "block"))
            other_atoms = liquid(4)
            fast = cheap()
            other = RigidDynamics(other_atoms, STEP, LABELS, fast=fast, inner=3, **bath())
            other.load(os.path.join(folder, "block"))
        dynamics.run(5), other.run(5)
        assert same(atoms, other_atoms), bath
        # The slow force is in the block.
        assert fast.calls == 15 and other_atoms.calc.calls == 5, (fast.calls, other_atoms.calc.calls)


@case
def exceptions():
    """Of either calculator, at each call: the run goes on with the same bits."""
    for bath in BATHS:
        _, want = moved(3, fast=cheap(), inner=2, **bath())
        for which in 0, 1:
            for at in range(1, 7 if which else 4):
                atoms, fast = liquid(), cheap()
                calculators = atoms.calc, fast
                calculators[which].__class__ = Stumbling
                calculators[which].at = at
                dynamics = RigidDynamics(atoms, STEP, LABELS, fast=fast, inner=2, **bath())
                says(RuntimeError, "stumbled", dynamics.run, 3)
                assert atoms.calc is calculators[0]
                dynamics.run(3 - dynamics.nsteps)
                assert same(atoms, want), (bath, which, at)


@case
def positions_that_others_change():
    atoms, other = liquid(), liquid()
    dynamics = RigidDynamics(atoms, STEP, LABELS, fast=cheap(), inner=2)
    dynamics.run(3)
    atoms.positions[:3] += 0.1
    other.positions[:], other.arrays["momenta"][:] = atoms.positions, atoms.get_momenta()
    dynamics.run(3)
    RigidDynamics(other, STEP, LABELS, fast=cheap(), inner=2).run(3)
    assert abs(atoms.positions - other.positions).max() < 1e-11


@case
def what_is_said():
    heavy = (24, 1, ""), (25, 1, "beyond 24 fs")     # moments as of CO2
    for fs, inertia, words in (16, 1, ""), (17, 1, "beyond 16 fs"), (24, 4, ""), (25, 4, "beyond 24 fs"), *heavy:
        atoms = liquid()
        if (fs, inertia, words) in heavy:
            atoms.set_masses(60 * atoms.get_masses())
        dynamics = RigidDynamics(atoms, fs * units.fs, LABELS, fast=cheap(), inner=8, inertia=inertia)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            dynamics.run(1), dynamics.run(1)
        texts = [str(one.message) for one in said if "librations" in str(one.message)]
        assert len(texts) == bool(words) and all(words in text for text in texts), (fs, inertia, texts)
    atoms = liquid()
    says(TypeError, "inner is 3|fast is None", RigidDynamics, atoms, STEP, LABELS, inner=3)
    says(TypeError, "'strang' has one force|respa", RigidDynamics, atoms, STEP, LABELS, fast=cheap(), scheme="strang")
    says(TypeError, "fast is 3|calculator of ASE", RigidDynamics, atoms, STEP, LABELS, fast=3)
    says(TypeError, "slow", RigidDynamics, atoms, STEP, LABELS, scheme="respa")
    report = RigidDynamics(atoms, STEP, LABELS, fast=cheap(), barostat=Andersen(0.01, 300 * units.fs, temperature_K=300),
                           thermostat=Langevin(300, 100 * units.fs, seed=1)).check_forces(2)
    assert report.right, report


def answers(strength):
    """What answers all boxes, and how often it was called."""
    def answer(boxes):
        answer.calls += 1
        told = [Soft(LABELS[:len(box)], strength * CHARGES[:len(box)]).model(box) for box in boxes]
        return [forces for _, forces, _ in told], [energy for energy, _, _ in told]
    answer.calls = 0
    return answer


@case
def boxes():
    """As under RigidDynamics (t_python_batch_trials.py: as alone, bit for bit)."""
    many, costly, fast = [liquid(seed) for seed in (3, 4, 5)], answers(1), answers(0.9)
    batch = RigidBatch(many, STEP, costly, [LABELS] * 3, fast=fast, inner=3, **langevin())
    batch.run(6)
    assert (costly.calls, fast.calls) == (7, 19)
    assert abs(batch.boxes[0].get_forces() - Soft(LABELS, CHARGES).model(batch.boxes[0])[1]).max() < 1e-12
    for k in range(3):
        atoms = liquid(3 + k)
        RigidDynamics(atoms, STEP, LABELS, fast=cheap(), inner=3,
                      thermostat=Langevin(300, 100 * units.fs, seed=1 + k)).run(6)
        assert abs(atoms.positions - many[k].positions).max() < 1e-11
    batch.take_out([1])
    with tempfile.TemporaryDirectory() as folder:
        batch.save(os.path.join(folder, "block"))
        others = [liquid(7), liquid(8)]
        other = RigidBatch(others, STEP, answers(1), [LABELS] * 2, fast=answers(0.9), inner=3, **langevin())
        other.load(os.path.join(folder, "block"))
    batch.run(3), other.run(3)
    assert all(map(same, batch.boxes, others))
    assert batch.check_forces(2).right
    says(TypeError, "fast is None", RigidBatch, [liquid()], STEP, costly, [LABELS], inner=2)
    says(ValueError, "fast returned forces of 0 boxes", RigidBatch([liquid()], STEP, costly, [LABELS],
                                                                  fast=lambda boxes: ([], [])).run, 1)


def springs(strength):
    def force(positions, batch=None):
        force.calls += 1
        forces = -strength * positions
        return (forces, [0.5 * strength * (x ** 2).sum() for x in batch.split(positions)]) if batch else forces
    force.calls = 0
    return force


@case
def batches():
    rng = np.random.default_rng(2)
    part = Bodies.from_atoms(rng.normal(size=(6, 3)), np.ones(6), [[0, 1, 2], [3, 4, 5]])
    costly, fast = springs(1), springs(0.75)
    batch = Batch([part, part], costly, fast=fast, params=dict(inner=2))
    plain = Batch([part, part], springs(1), scheme="strang")
    batch.step(0.02, 10), plain.step(0.02, 10)
    assert (costly.calls, fast.calls) == (11, 21)
    assert 1e-9 < abs(batch.positions - plain.positions).max() < 1e-3
    batch.add([part])
    batch.step(0.02, 1)
    assert (costly.calls, fast.calls) == (13, 24)     # all is asked anew
    says(TypeError, "fast is 3|fast(positions, batch)", Batch, [part], costly, fast=3)
    says(ValueError, "fast returned forces of the shape (2, 3)", Batch([part], costly, fast=lambda *_: np.ones((2, 3))).step, 0.1)


class Well:
    """A body in a well, whose force has two parts."""
    def __init__(self, method, **more):
        self.columns = {name: np.ones((1, 3)) for name in ("x", "p", "l", "inertia", "f", "tau")}
        self.columns.update(q=np.array([[1.0, 0, 0, 0]]), mass=np.ones(1))
        self.slow_calls, self.stepper = 0, Stepper(None, "exact", method, self.columns, self.fast if more else self.both, **more)

    def write(self, part):
        self.columns["f"][:] = -part * self.columns["x"]
        self.columns["tau"][:] = part * np.cross(self.columns["x"], [0, 0, 1])
        return 0.5 * (self.columns["x"] ** 2).sum()

    def both(self, time):
        return self.write(1)

    def fast(self, time):
        self.write(0.25)

    def slow(self, time):
        self.slow_calls += 1
        return self.write(0.75)


@case
def two_functions():
    one, two = Well("strang"), Well.__new__(Well)
    two.__init__("respa", slow=two.slow, params=dict(inner=1))
    for each in one, two:
        each.stepper.step(0.05, 20)
    assert abs(one.columns["x"] - two.columns["x"]).max() < 1e-14 and two.slow_calls == 21
    assert "slow_force" in str(two.stepper.describe())
    two.stepper.swap("exact", "respa", params=dict(inner=3, kt=1, relaxation=1, seed=1, conserved=1), thermostat="langevin")
    two.stepper.step(0.05, 4)
    assert two.slow_calls == 21 + 5                   # after a swap all is asked anew
    says(TypeError, "slow is given, but 'strang' has one force|respa", two.stepper.swap, "exact", "strang")
    two.stepper.step(0.05)
    says(TypeError, "give the other one, too", Well, "respa")
    says(TypeError, "slow is 3", Stepper, None, "exact", "respa", one.columns, one.fast, slow=3)
    says(TypeError, "slow()|slow(time)", Stepper, None, "exact", "respa", one.columns, one.fast, slow=lambda: 0)
    two.slow = lambda time: None
    none = Stepper(None, "exact", "respa", two.columns, two.fast, slow=lambda time: two.write(0.75) and None,
                   params=dict(kt=1, relaxation=1, seed=1, conserved=1), thermostat="langevin")
    says(TypeError, "slow returned None", none.step, 0.05)


run()
