# SPDX-License-Identifier: BSD-3-Clause
"""Trials and exchanges of temperatures in batches: t_python_batch_trials.py MODULE [CELLS].

Methods are drawn at random, and each system of a batch has to move as it does alone, or both are refused.
"""
import copy
import math
import os
import random
import sys

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
import numpy as np
from case_list import case, run
from refused import says
from rigidstep import Bodies, Refused, Stepper
from rigidstep.batch import Batch

np.seterr(over="ignore", invalid="ignore")                             # systems fall apart in some of the cells

# ---- cells drawn at random -----------------------------------------------------------------------------
TEMPERED = dict(langevin=dict(relaxation=0.7), csvr=dict(relaxation=0.7), nhc=dict(relaxation=0.7),
                metropolis=dict(steps=3), drag=dict(rate=0.3))
# What a batch does not have, and a stepper alone has.
HEATS = {"heat", "coupling_energy", "conserved_energy"}      # which a block of one system does not have
ONLY_ALONE = "needs an aux", "may fail; in a batch", "acts on all bodies"


def forces(x, batch=None, part=1.0):
    return part * (-0.5 * x - 0.05 * x * x * x)


def energy(x):
    return math.fsum((0.25 * x * x + 0.0125 * x * x * x * x).ravel())


def drawn_systems(rng, n):
    """Far from equilibrium or near: points, lines and others."""
    systems = []
    for _ in range(n):
        sizes = [rng.randint(1, rng.choice((1, 2, 4))) for _ in range(rng.choice((1, 2, 7, 70)))]
        label = np.repeat(np.arange(len(sizes)), sizes)
        wide = np.random.default_rng(rng.randrange(2**32))
        at = rng.choice((1, 3)) * wide.normal(size=(len(sizes), 3))[label] + wide.normal(size=(len(label), 3))
        bodies = Bodies.from_atoms(at, wide.uniform(1, 5, len(label)), label)
        bodies.draw(rng.choice((1.0, 30.0)), wide)
        systems.append(bodies)
    return systems


def drawn(rng):
    """A cell: systems, and what Stepper and Batch are given."""
    systems = drawn_systems(rng, rng.choice((1, 2, 4)))
    if rng.random() < 0.2:
        systems.append(systems[0])                   # the same object twice
    thermostat = rng.choice((None, "langevin", "csvr", "nhc", "drag", *3 * ["metropolis"]))
    fast = rng.random() < 0.4
    schemes = ("strang", "strang_dkd", "mclachlan4", "obabo", "suzuki4", "takahashi_imada4")
    scheme = rng.choice(schemes) if not fast else rng.choice(("respa", "strang")) if thermostat == "metropolis" else "respa"
    method = dict(rotor=rng.choice(("exact", "threerot", "symrot", "nosquish", "dmv4", "midpoint")), scheme=scheme,
                  thermostat=thermostat, inertia=rng.choice((1.0, 4.0)), threads=rng.choice((1, 2)))
    params = dict(TEMPERED.get(thermostat, {}))
    if thermostat == "metropolis":
        params.update(relaxation=rng.choice((0.0, 2.0)))
    if scheme == "respa":
        params.update(inner=rng.choice((1, 3)))
    if thermostat and rng.random() < 0.5:
        params.update(conserved=1)
    return systems, method, params, fast, rng.choice((0.05, 0.3, 0.8))


def alone(bodies, method, params, fast, h, kts, seed):
    bodies = copy.deepcopy(bodies)
    if "kt" in kts:
        params = dict(params, kt=kts["kt"][0])
    if method["thermostat"] in ("langevin", "csvr", "metropolis"):
        params = dict(params, seed=seed)

    def force(time):
        bodies.gather(forces(bodies.positions(), part=0.9 if fast else 1.0))
        return energy(bodies.positions())

    def slow(time):
        x = bodies.positions()
        bodies.gather(forces(x) - forces(x, part=0.9))
        return energy(x)
    with Stepper(None, columns=bodies.columns, force=force, params=params, slow=slow if fast else None, **method) as stepper:
        for k in range(3):
            if k and "kt" in kts:
                stepper.set_param("kt", kts["kt"][k])
            stepper.step(h, 3)
        told = {one.key: stepper.output(one.key) for one in stepper.outputs() if one.key != "step_for_65"}
    return bodies, told


def together(systems, method, params, fast, h, kts, rng):
    def force(x, batch):
        if rng.random() < 0.05:
            raise KeyError("stumbled")
        return forces(x), [energy(part) for part in batch.split(x)]

    def cheap(x, batch):
        return forces(x, part=0.9)
    kt = dict(kt=[kts["kt"][0]] * len(systems)) if "kt" in kts else {}
    called = [*range(len(systems))]
    seed = dict(seed=50) if method["thermostat"] else {}
    batch = Batch(systems, force, params=params, fast=cheap if fast else None, **kt, **seed, **method)
    for k in range(3):
        if k and kt:
            batch.set_param("kt", kts["kt"][k])
        done = 0
        while done < 3:
            try:
                batch.step(h)
                done += 1
            except KeyError:
                pass
        if k == 0 and len(systems) > 2:              # one goes out and comes back by another name
            block, moved = batch.save(1), batch.take_out([1])
            called[1], = batch.add(moved, kts["kt"][0] if kt else None, [51], [block])
    told = {one.key: batch.output(one.key) for one in batch._stepper.outputs() if one.key != "step_for_65"}
    return batch, told, called


@case
def cells_at_random():
    trials = mixed = refused = 0
    for number in range(next((int(word) for word in sys.argv[2:] if word.isdigit()), 300)):
        rng = random.Random(number)
        systems, method, params, fast, h = cell = drawn(rng)
        os.environ["RIGIDSTEP_CHECKS"] = rng.choice(("", "1"))      # every stepper looks for mistakes of its host, or not
        kts = dict(kt=[rng.choice((0.1, 1.0, 10.0)) for _ in range(3)]) if method["thermostat"] not in (None, "drag") else {}
        try:
            lone = [alone(bodies, method, params, fast, h, kts, 50 + k) for k, bodies in enumerate(systems)]
        except (Refused, TypeError) as error:
            lone, refused = error, refused + 1
        try:
            batch, told, called = together(systems, method, params, fast, h, kts, rng)
        except (Refused, TypeError) as error:
            words = str(error)
            assert isinstance(lone, Exception) or any(word in words for word in ONLY_ALONE), (number, cell[1:], words)
            continue
        assert not isinstance(lone, Exception), (number, cell[1:], lone)
        for (bodies, own), name in zip(lone, called):
            at, here = batch.names.index(name), batch.bodies(name).columns
            for key in "x", "p", "q", "l":
                assert (here[key] == bodies.columns[key]).all(), (number, cell[1:], name, key)
            for key in own.keys() - (HEATS if name >= len(systems) else {}):
                assert np.array_equal(np.ravel(told[key][at]), np.ravel(own[key]), equal_nan=True), (number, cell[1:], name, key)
        if "accepted" in told:
            trials += 1
            mixed += len(batch) > 1 and np.ptp(told["accepted"]) > 0
    print(f"{refused} cells refused, {trials} with trials, {mixed} with systems that decided otherwise")
    assert trials > 30 and mixed > 5


# ---- energies ------------------------------------------------------------------------------------------
H, TRIALS = 0.3, dict(thermostat="metropolis", params=dict(steps=4))


def some(n=3, seed=3):
    return drawn_systems(random.Random(seed), n)


@case
def what_is_asked():
    """Where fast moves the systems, force is asked once a trial, and for energies alone."""
    calls = dict(force=0, fast=0)

    def force(x, batch):
        calls["force"] += 1
        return None, [energy(part) for part in batch.split(x)]

    def fast(x, batch):
        calls["fast"] += 1
        return forces(x, part=0.8)
    batch = Batch(some(), force, kt=[1, 2, 3], seed=1, fast=fast, **TRIALS)
    batch.step(H, 20)
    assert calls == dict(force=21, fast=81), calls
    before, refused = batch.output("accepted"), 0
    for _ in range(30):
        was = batch.energies.copy()
        batch.step(H)
        now = batch.output("accepted")
        at = [energy(batch.bodies(k).positions()) for k in batch.names]
        assert abs(batch.energies - at).max() < 1e-12 * abs(np.array(at)).max()
        assert ((now == before) <= (was == batch.energies)).all()
        refused, before = refused + (now == before).sum(), now
    assert 5 < refused < 85 and (batch.output("trials") == 50).all()
    says(TypeError, "force returned None as forces", batch._stepper.check_forces)


@case
def forces_that_are_checked():
    def force(x, batch):
        return wrong * forces(x), [energy(part) for part in batch.split(x)]
    for more in {}, dict(fast=lambda x, batch: forces(x, part=0.8)):
        for wrong in 1, 2:
            batch = Batch(some(), force, kt=1, seed=1, **more, **TRIALS)
            report = batch._stepper.check_forces(4)
            assert report.right == (wrong == 1), report


@case
def energies_that_are_missing():
    told = [0.0, 0.0, 0.0]
    batch = Batch(some(), lambda x, batch: (forces(x), told), kt=1, seed=1, **TRIALS)
    batch.step(H, 3)
    was = batch.columns["x"].copy()
    told[1] = np.nan
    error = says(Refused, "system 1, its step 4: the host's energy of this system is nan", batch.step, H)
    assert error.system == 1 and (batch.columns["x"] == was).all()
    batch.take_out([1])
    told = [0.0, 0.0]
    batch.step(H, 3)
    for answer, words in ((lambda x, batch: forces(x), "must return forces and energies: the trial of each system"),
                          (lambda x, batch: (forces(x), None), "must return forces and energies")):
        says(TypeError, words, Batch(some(), answer, kt=1, **TRIALS).step, H)
    says(Refused, "metropolis", Batch, some(), forces, scheme="obabo", kt=1, **TRIALS)


# ---- exchanges of temperatures ---------------------------------------------------------------------------
KTS = np.array([0.3, 0.5, 0.8, 1.3])
HEIGHT, TILT, STIFF, FIELD = 2.0, 0.3, 2.0, 1.0


def well(x):
    """Of each dumbbell: a double well along x for its middle, a field along z for its direction."""
    atoms = x.reshape(-1, 2, 3)
    at, far = atoms.mean(axis=1), atoms[:, 1] - atoms[:, 0]
    energies = HEIGHT * (at[:, 0]**2 - 1)**2 + TILT * at[:, 0] + STIFF * (at[:, 1]**2 + at[:, 2]**2) / 2 - FIELD * far[:, 2]
    slope = np.stack([4 * HEIGHT * at[:, 0] * (at[:, 0]**2 - 1) + TILT, STIFF * at[:, 1], STIFF * at[:, 2]], 1)
    on = np.repeat(-slope / 2, 2, axis=0).reshape(atoms.shape)
    on[:, 0, 2] -= FIELD
    on[:, 1, 2] += FIELD
    return on.reshape(-1, 3), energies


def by_quadrature(kt):
    """P(x > 0), the mean energy, and the kinetic energies of translation and rotation."""
    x = np.linspace(-3, 3, 6001)
    u = HEIGHT * (x**2 - 1)**2 + TILT * x
    weight = np.exp(-u / kt) / np.exp(-u / kt).sum()
    return weight[x > 0].sum(), (u * weight).sum() + kt - (1 / np.tanh(FIELD / kt) - kt / FIELD), 1.5 * kt, kt


def ladder(thermostat, params, **more):
    dumbbell = Bodies.from_atoms([[-1.0, 0, 0], [-1.0, 0, 1]], [1.0, 1.0], [[0, 1]])
    dumbbell.draw(0.3, np.random.default_rng(4))
    return Batch(4 * [dumbbell], lambda x, batch: well(x), thermostat=thermostat, params=params, **dict(dict(kt=KTS, seed=7), **more))


@case
def distributions():
    """At each temperature those of quadrature, which shares no code; the colder ones cross no barrier by themselves."""
    want = np.array([by_quadrature(kt) for kt in KTS])
    for thermostat, params, h, steps in ("metropolis", dict(steps=4), 1.4, 16000), ("langevin", dict(relaxation=2), 0.12, 40000):
        batch, seen = ladder(thermostat, params), []
        for step in range(steps):
            batch.step(h)
            if step % 4 == 3:
                batch.exchange()
                at = np.argsort(batch.kt)
                kinetic = [batch.output("kinetic_" + part)[at] for part in ("translation", "rotation")]
                seen.append((batch.columns["x"][at, 0] > 0, batch.energies[at], *kinetic))
        values = np.array(seen, float).transpose(0, 2, 1)
        means = np.array([block.mean(axis=0) for block in np.array_split(values[len(values) // 20:], 20)])
        error = means.std(axis=0) / 19**0.5
        off, counts = (means.mean(axis=0) - want) / error, batch.exchanged
        print(thermostat, np.round(off, 1).tolist())
        assert abs(off).max() < 4.5 and error[:, 0].max() < 0.03, (off, error)
        rates = counts["accepted"] / counts["tried"], counts["probability"] / counts["tried"]
        assert (counts["tried"] == steps / 8).all() and abs(rates[0] - rates[1]).max() < 0.03 and rates[0].min() > 0.4


@case
def exchanges_go_on():
    """In another batch, from blocks, temperatures and counts, bit for bit; and as RIGIDSTEP_CHECKS looks."""
    for thermostat, params in ("metropolis", dict(steps=3, relaxation=2)), ("csvr", dict(relaxation=2)), \
            ("nhc", dict(relaxation=2)), ("langevin", dict(relaxation=2)):
        ends = []
        for cuts in False, True:
            batch = ladder(thermostat, params, seed=[7, 8, 9, 10])
            for turn in range(12):
                batch.step(0.2, 3)
                told = batch.exchange(seed=5)
                assert len(told) == 2 - turn % 2 and all(0 <= one.probability <= 1 for one in told)
                if cuts and turn == 6:
                    blocks, bodies = [batch.save(name) for name in batch.names], [batch.bodies(name) for name in batch.names]
                    counts, kt = batch.exchanged, batch.kt
                    batch = ladder(thermostat, params, kt=9, seed=[0, 0, 0, 0])
                    batch.add(bodies, kt, [7, 8, 9, 10], blocks)
                    batch.take_out(range(4))
                    batch.exchanged = counts
            assert sorted(batch.kt) == KTS.tolist() and (batch.kt != KTS).any()
            ends.append((batch.columns["x"], batch.columns["l"], batch.kt, batch.exchanged["probability"]))
        assert all(np.array_equal(one, other) for one, other in zip(*ends)), thermostat


@case
def exchanges_refused():
    cells = dict(barostat="andersen", pressure=1, cells=5 * np.eye(3))
    params = dict(relaxation=1, barostat_relaxation=1)
    says(TypeError, "exchanges with a barostat are not supported", ladder("csvr", params, **cells).exchange)
    says(TypeError, "seed is None; give one", ladder("csvr", dict(relaxation=1), seed=[1, 2, 3, 4]).exchange)
    says(TypeError, "the systems have no temperature", Batch(some(), forces).exchange)
    plain = dict(thermostat="csvr", kt=1, params=dict(relaxation=1))
    says(TypeError, "force returned no energies; exchanges need", Batch(some(), forces, **plain).exchange)
    says(ValueError, "force returned the energy nan of system 1",
         Batch(some(), lambda x, batch: (forces(x), [0, np.nan, 0]), **plain).exchange)
    one = Batch(some(1), lambda x, batch: (forces(x), [0]), **plain)
    assert one.exchange() == [] and one.exchanged["calls"] == 1


@case
def energies_are_asked_where_they_are_unknown():
    """After a step that ends with a drift, and after bodies were moved."""
    calls = []

    def force(x, batch):
        calls.append(1)
        return forces(x), [energy(part) for part in batch.split(x)]
    for scheme, more in ("strang", 0), ("strang_dkd", 1):
        batch = Batch(some(), force, scheme=scheme, thermostat="langevin", kt=[1, 2, 3], params=dict(relaxation=1))
        for moved in False, True:
            batch.step(0.1)
            if moved:
                batch.columns["x"] += 0.1
                batch.set_valid(0)
            calls.clear()
            batch.exchange()
            assert len(calls) == (1 if moved else more), (scheme, moved)
            at = [energy(batch.bodies(k).positions()) for k in batch.names]
            assert abs(batch.energies - at).max() < 1e-12 * max(at)


run()
