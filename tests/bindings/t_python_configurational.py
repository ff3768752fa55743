# SPDX-License-Identifier: BSD-3-Clause
"""The temperature of positions and orientations, in Python and in ASE: t_python_configurational.py MODULE."""
import itertools
import os
import sys

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import CHARGES, LABELS, Soft, liquid, np
from ase import units
from case_list import case, run
from refused import says
from rigidstep import Refused, Stepper
from rigidstep.abi import PLANAR
from rigidstep.ase import Andersen, Metropolis, RigidDynamics
from rigidstep.orientations import matrices

MASS, MOMENTS, PULL, FIELD = 3.0, np.array([1.0, 2.0, 2.5]), np.array([1.0, 2.0, 5.0]), np.array([0.3, -0.5, 0.8])
EVERY = [np.array(signs).reshape(2, 1, 3) for signs in itertools.product((-1.0, 1.0), repeat=6)]


class All:
    """All directions in turn, in place of random ones: their mean is exact."""
    def __init__(self):
        self.left = iter(EVERY)

    def choice(self, _signs, _shape):
        return next(self.left)


class Random:
    def __init__(self, seed):
        self.choice = np.random.default_rng(seed).choice


def well(n):
    """Bodies in a well, an end of which a field turns: U = sum PULL x^2 / 2 - FIELD . R e."""
    body = {name: np.zeros((n, 3)) for name in ("x", "p", "l", "f", "tau")}
    body.update(q=np.tile([1.0, 0, 0, 0], (n, 1)), mass=np.full(n, MASS), inertia=np.tile(MOMENTS, (n, 1)))
    end = np.array([0.0, 0.6, 0.8])

    def force(time, share=1.0):
        body["f"][:] = -share * PULL * body["x"]
        body["tau"][:] = share * np.cross(matrices(body["q"]) @ end, FIELD)
        return 0.0
    return body, force, end


@case
def by_hand():
    body, force, end = well(1)
    body["x"][:], body["q"][:] = [0.5, -0.7, 0.2], [0.1, 0.7, -0.1, 0.7]
    body["f"][:] = 7.0
    before = {name: values.copy() for name, values in body.items()}
    for more in {}, dict(slow=lambda time: force(time, 0.7)):
        fast = force if not more else lambda time: force(time, 0.3)
        with Stepper(None, "exact", "respa" if more else "strang", body, fast, **more) as stepper:
            directions = All()
            told = np.mean([stepper.configurational(directions) for _ in EVERY], axis=0)
        assert all((body[name] == before[name]).all() for name in body)
        field = FIELD @ matrices(body["q"])[0]
        second = [-(field @ (axis * end[k] - end)) for k, axis in enumerate(np.eye(3))]
        want = [[((PULL * body["x"][0]) ** 2 / MASS).sum(), (PULL / MASS).sum()],
                [(np.cross(end, field) ** 2 / MOMENTS).sum(), (second / MOMENTS).sum()]]
        assert np.abs(told / want - 1).max() < 3e-6, (told, want)      # of the size of the move, squared


@case
def which_positions_are_right():
    """In a well BAOAB has the right positions at any step, and OBABO those of the temperature kT/(1 - h^2 w^2/4)."""
    n, h = 4000, 0.8
    body, force, _ = well(n)
    for ends in 0, 1:
        for name in "xpl":
            body[name][:] = 0
        with Stepper(None, "exact", "strang", body, force, thermostat="langevin",
                     params=dict(kt=1, seed=5, relaxation=0.7, ends=ends)) as stepper:
            stepper.step(h, 60)
            told = stepper.configurational(Random(1))
        squares = body["x"].var(axis=0) * PULL
        want = 1 / (1 - ends * h**2 * PULL / MASS / 4)
        assert np.abs(squares / want - 1).max() < 5 * np.sqrt(2 / n), (ends, squares, want)
        mean = (want * PULL).sum() / PULL.sum()
        assert abs(told[0, 0] / told[0, 1] / mean - 1) < 5 * np.sqrt(2 / n), (ends, told, mean)


def moving(**more):
    atoms = liquid()
    return atoms, RigidDynamics(atoms, 2 * units.fs, LABELS, **more)


@case
def in_ase():
    (atoms, alone), cheap = moving(), Soft(LABELS, 0.9 * CHARGES)
    before, calls = atoms.positions.copy(), atoms.calc.calls
    want = alone.configurational(Random(3))
    assert atoms.calc.calls == calls + 2 and (atoms.positions == before).all()
    for more in (dict(fast=cheap), dict(fast=cheap, thermostat=Metropolis(300, 5, seed=1)),
                 dict(barostat=Andersen(0.01, 300 * units.fs, temperature_K=300))):
        told, dynamics = moving(**more)
        assert np.abs(dynamics.configurational(Random(3)) / want - 1).max() < 1e-9
        dynamics.run(2)
        assert (told.cell.array != atoms.cell.array).any() == ("barostat" in more)
    kept = alone.configurational(Random(3))
    alone.run(3)
    other, dynamics = moving()
    dynamics.run(3)
    assert (kept == want).all() and (atoms.positions == other.positions).all()


@case
def what_is_refused():
    body, force, _ = well(2)
    for words, more in (("in a plane", dict(flags=PLANAR)), ("depend on momenta", dict(scheme="strang_momentum", momenta=True)),
                        ("other ranks", dict(ranks=2, sums=lambda values: None))):
        with Stepper(None, "exact", columns=body, force=force, **{"scheme": "strang", **more}) as stepper:
            says(Refused, words, stepper.configurational, Random(1))
    with Stepper(None, "exact", "strang", body, force) as stepper:
        says(ValueError, "length is 2|between 0 and 1", stepper.configurational, Random(1), length=2)
        says(TypeError, "length is 'a'; must be a number", stepper.configurational, Random(1), length="a")
        says(TypeError, "random is 3; must be a generator", stepper.configurational, 3)
        says(ValueError, "sample is 'all'; must be a whole number, 0 or more", stepper.check_forces, "all")
    with Stepper(None, "exact", "strang", body, force, slow=lambda time: 0.0, thermostat="metropolis",
                 params=dict(kt=1, seed=1)) as stepper:
        says(Refused, "slow did not write|body 0|write both", stepper.configurational, Random(1))
        assert np.isfinite(body["f"]).all()


run()
