# SPDX-License-Identifier: BSD-3-Clause
"""Trials in Python and in ASE, whose costly calculator is called once a trial: t_python_trials.py MODULE."""
import itertools
import os
import sys
import tempfile

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import CHARGES, LABELS, Nothing, Soft, Stumbling, liquid, np, same
from ase import units
from ase.constraints import FixCom, Hookean
from case_list import case, run
from refused import says
from rigidstep import Stepper
from rigidstep.ase import Andersen, Barostat, Metropolis, MonteCarlo, RigidDynamics
from rigidstep.batch.ase import RigidBatch

N = 8
TRIAL = 60 * units.fs


def cheap(strength=0.97):
    return Soft(LABELS, strength * CHARGES)


def dynamics_of(atoms, seed=1, steps=15, relaxation=None, pressure=None, **more):
    if pressure is not None:
        more["barostat"] = MonteCarlo(pressure, 0.2)
    return RigidDynamics(atoms, TRIAL, LABELS, thermostat=Metropolis(300, steps, relaxation, seed=seed), **more)


@case
def what_each_calculator_costs():
    """Also where each trial's energy is asked: after a refused one the results of before are back."""
    two = dict(scheme="respa", params=dict(inner=3))
    for more, costly, fast_calls in ((dict(fast=cheap()), 1, 15), ({}, 15, None), (dict(two, fast=cheap()), 15, 45),
                                     (dict(fast=cheap(), pressure=0.001), 1, 15), (dict(pressure=0.001), 15, None),
                                     (dict(two, fast=cheap(), pressure=0.001), 15, 45),
                                     (dict(fast=cheap(), pressure=0.001, steps=4), 1, 5)):
        atoms = liquid()
        dynamics = dynamics_of(atoms, **more)
        kept, energies, trials = atoms.calc, [], 40
        dynamics.run(1)
        before = kept.calls, more["fast"].calls if fast_calls else 0
        for _ in range(trials):
            was, cell, accepted = atoms.positions.copy(), atoms.cell.array.copy(), dynamics.stepper.output("accepted")
            dynamics.run(1)
            energies.append(atoms.get_potential_energy())
            assert abs(energies[-1] - dynamics.stepper.output("potential_energy")) < 1e-12
            refused = dynamics.stepper.output("accepted") == accepted
            assert refused == (atoms.positions == was).all()
            assert (refused or "pressure" not in more) == (atoms.cell.array == cell).all()
        count = kept.calls - before[0]
        assert count == costly * trials, (more, count)
        if fast_calls:
            assert more["fast"].calls - before[1] == fast_calls * trials, more["fast"].calls
        assert abs(energies[-1] - Soft(LABELS, CHARGES).model(atoms)[0]) < 1e-9
        assert 0 < dynamics.stepper.output("accepted") <= trials + 1


@case
def the_costly_averages():
    """A cheap model that is wrong gives the averages of the costly one, and not its own."""
    means = []
    for model, more in ((1, {}), (1, dict(fast=cheap(0.8))), (0.8, {})):
        atoms = liquid()
        atoms.calc = Soft(LABELS, model * CHARGES)
        dynamics = dynamics_of(atoms, seed=5, **more)
        energies = []
        dynamics.run(60)
        dynamics.attach(lambda: energies.append(atoms.get_potential_energy()))
        dynamics.run(450)
        blocks = np.mean(np.array(energies[-450:]).reshape(15, 30), axis=1)
        means.append((blocks.mean(), blocks.std() / 14 ** 0.5, dynamics.stepper.output("accepted") / 510))
    (costly, error, _), (mixed, other_error, accepted), (wrong, _, _) = means
    error = np.hypot(error, other_error)
    assert abs(mixed - costly) < 4 * error < abs(wrong - costly) and 0.05 < accepted < 0.95, means


@case
def volumes_of_a_gas():
    """P V/kT has the distribution Gamma(N + 1), also along one axis of a skewed cell, and no stress is asked."""
    pressure = 0.0005
    for target, cell, free in ((pressure, 3 * [30.0], N), ([None, pressure, None], [[25, 2, 0], [1, 30, 3], [0, 0, 28]], N),
                               (pressure, 3 * [30.0], N - 1)):
        atoms = liquid()
        if free < N:                                 # two are held together
            atoms.set_constraint(Hookean(0, 3, 0.05, 0.0))
        atoms.set_cell(cell)
        atoms.calc = Nothing()
        atoms.calc.get_stress = None
        dynamics = RigidDynamics(atoms, 4 * units.fs, LABELS, thermostat=Metropolis(300, 1, seed=7), barostat=MonteCarlo(target, 1.2))
        volumes = []
        dynamics.attach(lambda: volumes.append(atoms.get_volume()))
        dynamics.run(3000)
        blocks = np.mean(np.reshape(volumes[-3000:], (30, 100)), axis=1) * pressure / (300 * units.kB)
        assert abs(blocks.mean() - (free + 1)) < 4 * blocks.std() / 29 ** 0.5 < 2, (target, blocks.mean(), blocks.std())


class Hard(Soft):
    """Molecules that overlap have an infinite energy, and no forces."""
    infinite = 0

    def model(self, atoms):
        at, (energy, forces, virial) = atoms.positions[::3], Soft.model(self, atoms)
        if np.linalg.norm(at[:, None] - at, axis=2)[np.triu_indices(N, 1)].min() > 1:
            return energy, forces, virial
        self.infinite += 1
        return np.inf, np.nan * forces, virial


@case
def molecules_that_overlap():
    """Their trial is refused, and what atoms show stays finite."""
    for more, h in (dict(fast=cheap()), TRIAL), (dict(steps=1), TRIAL / 4), (dict(fast=cheap(), pressure=0.1), TRIAL):
        atoms = liquid()
        atoms.calc = Hard(LABELS, CHARGES)
        dynamics = dynamics_of(atoms, **more)
        dynamics.dt = h
        for _ in range(200):
            dynamics.run(1)
            assert np.isfinite(atoms.get_potential_energy()), more
        assert atoms.calc.infinite > 2 and dynamics.stepper.output("accepted") > 2, more


@case
def restart():
    for more in {}, dict(fast=cheap()), dict(fast=cheap(), relaxation=100 * units.fs), dict(fast=cheap(), pressure=0.001):
        atoms, other_atoms = liquid(), liquid(4)
        dynamics, other = dynamics_of(atoms, **more), dynamics_of(other_atoms, **more)
        dynamics.run(6)
        with tempfile.TemporaryDirectory() as folder:
            dynamics.save(os.path.join(folder, "block"))
            other.load(os.path.join(folder, "block"))
        dynamics.run(6), other.run(6)
        assert same(atoms, other_atoms), more


@case
def exceptions():
    wants = {pressure: liquid() for pressure in (None, 0.001)}
    for pressure, want in wants.items():
        dynamics_of(want, fast=cheap(), pressure=pressure).run(3)
    places = (0, 1), (0, 2), (0, 3), (1, 1), (1, 9), (1, 16), (1, 30)
    for pressure, (which, at) in itertools.product(wants, places):
        want, atoms, fast = wants[pressure], liquid(), cheap()
        calculators = atoms.calc, fast
        calculators[which].__class__ = Stumbling
        calculators[which].at = at
        dynamics = dynamics_of(atoms, fast=fast, pressure=pressure)
        says(RuntimeError, "stumbled", dynamics.run, 3)
        assert atoms.calc is calculators[0]
        dynamics.run(3 - dynamics.nsteps)
        assert same(atoms, want), (which, at)


@case
def forces_that_are_checked():
    """As of levels: the sum, where the fast force alone moves the atoms."""
    for more in dict(fast=cheap()), {}, dict(fast=cheap(), pressure=0.001), dict(pressure=0.001):
        atoms = liquid()
        dynamics = dynamics_of(atoms, **more)
        assert dynamics.check_forces(2).right
        dynamics.run(2)
        assert dynamics.stepper.output("trials") == 2


@case
def what_is_said():
    atoms = liquid()
    says(Exception, "'andersen'|'metropolis'", dynamics_of, atoms, barostat=Andersen(0.01, 300 * units.fs))
    for barostat in MonteCarlo(0.01), Barostat("mc", 0.01, volume_step=0.1):
        says(Exception, "'mc'|'metropolis'", RigidDynamics, atoms, TRIAL, LABELS, barostat=barostat)
    atoms.set_constraint(FixCom())
    says(ValueError, "'metropolis' changes the total momentum", dynamics_of, atoms, pressure=0.01)
    atoms.set_constraint()
    says(TypeError, "'mc'|relaxation", dynamics_of, atoms, barostat=Barostat("mc", 0.01, 100.0, volume_step=0.1))
    says(ValueError, "external forces", setattr, dynamics_of(atoms), "external", np.zeros((N, 6)))


def with_volumes(pressure=None, **more):
    return more if pressure is None else dict(more, barostat=MonteCarlo(pressure, 0.2, couple="none"))


def boxes_of(seeds, begin=0, fast=None, quiet=False, **more):
    made, kelvin = [liquid(seed) for seed in seeds], [300 + 20 * k for k in range(len(seeds))]
    for atoms in made:
        atoms.calc = None

    def answers(model, forces=True):
        def told(boxes):
            each = [model.model(atoms) for atoms in boxes]
            return [f for _, f, _ in each] if forces else None, [energy for energy, _, _ in each]
        return told
    return RigidBatch(made, TRIAL, answers(Soft(LABELS, CHARGES), not quiet), len(made) * [LABELS], temperature_K=kelvin,
                      thermostat=Metropolis(300, 8, 500 * units.fs, seed=begin), fast=fast and answers(fast), **with_volumes(**more))


@case
def boxes():
    """As each alone, also from a save; energies and forces are those of the boxes as they are."""
    for more, fast in (({}, None), (dict(scheme="respa", inner=2), cheap()), ({}, cheap()), (dict(inertia=4), cheap(0.8)),
                       (dict(pressure=0.001), None), (dict(pressure=0.001), cheap())):
        quiet = fast is not None and "scheme" not in more
        batch, again = (boxes_of(seeds, fast=fast, quiet=quiet, **more) for seeds in ((3, 4), (5, 6)))
        batch.run(4)
        with tempfile.TemporaryDirectory() as folder:
            batch.save(os.path.join(folder, "boxes"))
            again.run(2)
            again.load(os.path.join(folder, "boxes"))
        batch.run(3), again.run(3)
        assert all(map(same, batch.boxes, again.boxes)), more
        again.add([liquid(7)], [LABELS], 350)        # and boxes come and go
        again.take_out([0])
        for call in again.exchange, again.run, again.exchange:
            call()
            for atoms in [] if quiet else again.boxes[:1]:
                assert abs(atoms.get_forces() - Soft(LABELS, CHARGES).model(atoms)[1]).max() < 1e-9
        for k, shown in enumerate(batch.boxes):
            atoms = liquid(3 + k)
            alone = RigidDynamics(atoms, TRIAL, LABELS, fast=fast, **with_volumes(**more),
                                  thermostat=Metropolis(300 + 20 * k, 8, 500 * units.fs, seed=k))
            alone.run(7)
            off = abs(atoms.positions - shown.positions).max() + abs(atoms.cell.array - shown.cell.array).max()
            assert off < 1e-9 if "scheme" in more else off == 0, (more, k)       # (the slow force is formed on atoms)
            assert batch.batch.output("accepted")[k] == alone.stepper.output("accepted")
            energy, forces, _ = Soft(LABELS, CHARGES).model(atoms)
            assert abs(batch.energies[k] - energy) < 1e-9 and (shown.calc is None) == quiet
            if not quiet:
                assert abs(shown.get_forces() - forces).max() < 1e-9 and abs(shown.get_potential_energy() - energy) < 1e-9


@case
def boxes_that_exchange():
    ends = []
    for cut in False, True:
        batch = boxes_of((3, 3, 3), 2)
        for turn in range(6):
            batch.run(2)
            before, kelvin = [atoms.get_kinetic_energy() for atoms in batch.boxes], batch.temperatures_K()
            batch.exchange()
            for atoms, energy, ratio in zip(batch.boxes, before, batch.temperatures_K() / kelvin):
                assert abs(atoms.get_kinetic_energy() - ratio * energy) < 1e-12 * energy
            if cut and turn == 2:
                with tempfile.TemporaryDirectory() as folder:
                    batch.save(os.path.join(folder, "boxes"))
                    batch = boxes_of((4, 4, 4), 2)
                    batch.load(os.path.join(folder, "boxes"))
        assert sorted(np.round(batch.temperatures_K())) == [300, 320, 340] and batch.batch.exchanged["calls"] == 6
        ends.append((batch.boxes, batch.temperatures_K(), batch.batch.exchanged["probability"]))
    assert all(map(same, ends[0][0], ends[1][0])) and all((ends[0][k] == ends[1][k]).all() for k in (1, 2))


class Well:
    """A body in a well, whose force has two parts; arrays that are strided, or not."""
    def __init__(self, strided):
        room = np.zeros((1, 30))
        at = iter(range(0, 30, 3))
        self.columns = {name: room[:, i:i + 3] if strided else np.zeros((1, 3))
                        for name, i in zip(("x", "p", "l", "inertia", "f", "tau"), at)}
        for values in self.columns.values():
            values[:] = 1
        self.columns.update(q=np.array([[1.0, 0, 0, 0]]), mass=np.ones(1))
        self.slow_calls = 0
        self.stepper = Stepper(None, "exact", "strang", self.columns, self.fast, slow=self.slow, thermostat="metropolis",
                               params=dict(kt=1, seed=1, steps=4))

    def fast(self, time):
        self.columns["f"][:] = -0.8 * self.columns["x"]
        self.columns["tau"][:] = 0.8 * np.cross(self.columns["x"], [0, 0, 1])

    def slow(self, time):
        self.slow_calls += 1
        self.columns["f"][:] = self.columns["tau"][:] = np.nan     # what nobody uses
        return 0.5 * (self.columns["x"] ** 2).sum()


@case
def two_functions():
    states = []
    for strided in False, True:
        well = Well(strided)
        well.stepper.step(1.0, 50)
        assert well.slow_calls == 51
        assert (well.columns["f"] == -0.8 * well.columns["x"]).all()
        states.append(well.columns["x"].copy())
        assert well.stepper.output("trials") == 50
    assert (states[0] == states[1]).all()
    gas = Well(False)                                      # nothing holds it together
    nothing = lambda time, cell: [gas.columns[name].fill(0) for name in ("f", "tau")] and 0.0
    gas.stepper = Stepper(None, "exact", "strang", gas.columns, nothing, thermostat="metropolis", barostat="mc",
                          params=dict(kt=1, seed=1, steps=1, pressure=0, volume_step=10))
    gas.stepper.set_cell(np.eye(3).tolist())
    says(Exception, "'mc'|would collapse or explode", gas.stepper.step, 1e-9, 5000)


run()
