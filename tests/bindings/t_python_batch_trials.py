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

np.seterr(over="ignore", invalid="ignore")           # systems fall apart in some of the cells

# ---- cells drawn at random -----------------------------------------------------------------------------
TEMPERED = dict(langevin=dict(relaxation=0.7), csvr=dict(relaxation=0.7, together=1), nhc=dict(relaxation=0.7),
                metropolis=dict(steps=3), drag=dict(rate=0.3))
HEATS = {"heat", "coupling_energy", "conserved_energy"}      # which a block of one system does not have
CELL = np.array([[5.0, 0, 0], [0.5, 6, 0], [0, -0.3, 7]])
ONLY_ALONE = "needs an aux", "may fail; in a batch", "acts on all bodies"


def forces(x, batch=None, part=1.0):
    return part * (-0.5 * x - 0.05 * x * x * x)


def cheap(x, batch=None):
    return forces(x, part=0.9)


def energy(x, cell=None):
    return math.fsum((0.25 * x * x + 0.0125 * x * x * x * x).ravel()) + (0 if cell is None else 0.2 * cell[0][0])


def some(rng, n, counts=(1, 2, 7, 70)):
    """Systems far from equilibrium or near it: points, lines and others."""
    systems = []
    for _ in range(n):
        sizes = [rng.randint(1, rng.choice((1, 2, 4))) for _ in range(rng.choice(counts))]
        label = np.repeat(np.arange(len(sizes)), sizes)
        wide = np.random.default_rng(rng.randrange(2**32))
        at = rng.choice((1, 3)) * wide.normal(size=(len(sizes), 3))[label] + wide.normal(size=(len(label), 3))
        systems.append(Bodies.from_atoms(at, wide.uniform(1, 5, len(label)), label))
        systems[-1].draw(rng.choice((1.0, 30.0)), wide)
    return systems


def drawn(rng):
    """A cell: systems, the method, whether it has a fast force, the step, and temperatures.  Some trials try volumes."""
    systems = some(rng, rng.choice((1, 2, 4)), (1, 2, 7, 63, 64, 65, 130))
    if rng.random() < 0.2:
        systems.append(systems[0])                   # the same object twice
    thermostat, fast = rng.choice((None, "langevin", "csvr", "nhc", "drag", *3 * ["metropolis"])), rng.random() < 0.4
    schemes = ("strang", "strang_dkd", "mclachlan4", "obabo", "suzuki4", "takahashi_imada4")
    scheme = rng.choice(schemes) if not fast else rng.choice(("respa", "strang")) if thermostat == "metropolis" else "respa"
    method = dict(rotor=rng.choice(("exact", "threerot", "symrot", "nosquish", "dmv4", "midpoint")), scheme=scheme,
                  thermostat=thermostat, inertia=rng.choice((1.0, 4.0)), threads=rng.choice((1, 2)),
                  barostat="mc" if thermostat == "metropolis" and rng.random() < 0.5 else None)
    params = dict(TEMPERED.get(thermostat, {}), **dict(relaxation=rng.choice((0.0, 2.0))) if thermostat == "metropolis" else {},
                  **dict(inner=rng.choice((1, 3))) if scheme == "respa" else {},
                  **dict(pressure=rng.choice((0.0, 0.3)), volume_step=0.2, group_y=rng.choice((0, 1, 2))) if method["barostat"]
                  else {}, **dict(ends=1) if thermostat in ("langevin", "csvr") and rng.random() < 0.3 else {},
                  **dict(conserved=1) if thermostat and rng.random() < 0.5 else {})
    kts = [rng.choice((0.1, 1.0, 10.0)) for _ in range(3)] if thermostat not in (None, "drag") else None
    return systems, method, params, fast, rng.choice((0.05, 0.3, 0.8)), kts


def alone(seed, bodies, method, params, fast, h, kts):
    bodies, params = copy.deepcopy(bodies), dict(params, **dict(kt=kts[0]) if kts else {})
    if method["thermostat"] in ("langevin", "csvr", "metropolis"):
        params["seed"] = seed

    def force(time, *cell):
        bodies.gather((cheap if fast else forces)(bodies.positions()))
        return energy(bodies.positions(), *cell)

    def slow(time, *cell):
        x = bodies.positions()
        bodies.gather(forces(x) - cheap(x))
        return energy(x, *cell)
    with Stepper(None, columns=bodies.columns, force=force, params=params, slow=slow if fast else None, **method) as stepper:
        if method["barostat"]:
            stepper.set_cell(CELL.tolist())
        for k in range(3):
            if k and kts:
                stepper.set_param("kt", kts[k])
            stepper.step(h, 3)
        return bodies, dict({one.key: stepper.output(one.key) for one in stepper.outputs() if one.key != "step_for_65"},
                            **dict(cell=stepper.cell()[0]) if method["barostat"] else {})


def together(rng, systems, method, params, fast, h, kts):
    """In one batch, whose force stumbles now and then, and where heavy guests come and go."""
    guest = Bodies.from_atoms([[0.1, 0, 0], [0, 0.1, 0]], [50.0, 50.0], [[0, 1]])
    def force(x, batch):
        if rng.random() < 0.05:
            raise KeyError("stumbled")
        return forces(x), list(map(energy, batch.split(x), len(batch) * [None] if batch.cells is None else batch.cells))
    more = dict(cells=CELL, pressure=params["pressure"]) if method["barostat"] else {}
    batch = Batch([guest, *systems], force, params=params, fast=cheap if fast else None, kt=kts and kts[0],
                  seed=49 if method["thermostat"] else 0, **more, **method)
    called = [*range(1, len(systems) + 1)]
    for k in range(3):
        if k and kts:
            batch.set_param("kt", kts[k])
        for _ in range(3):
            while True:
                try:
                    batch.step(h)
                    break
                except KeyError:
                    pass
        if k == 0 and len(systems) > 2:              # one goes out and comes back by another name
            block, moved = batch.save(2), batch.take_out([2])
            batch.add([guest, guest], kts and kts[0], **more)
            called[1], = batch.add(moved, kts and kts[0], [51], [block], **more)
        if k == 1:                                   # and the guests
            batch.take_out([batch.names[0], *batch.names[len(systems):-1]])
    told = {one.key: batch.output(one.key) for one in batch._stepper.outputs() if one.key != "step_for_65"}
    return batch, dict(told, cell=batch.cells), called


@case
def cells_at_random():
    trials = mixed = refused = 0
    for number in range(next((int(word) for word in sys.argv[2:] if word.isdigit()), 300)):
        rng = random.Random(number)
        systems, *cell = drawn(rng)
        os.environ["RIGIDSTEP_CHECKS"] = rng.choice(("", "1"))      # every stepper looks for mistakes of its host, or not
        try:
            lone = [alone(50 + k, bodies, *cell) for k, bodies in enumerate(systems)]
        except Refused as error:
            lone, refused = error, refused + 1
        try:
            batch, told, called = together(rng, systems, *cell)
        except Refused as error:
            assert isinstance(lone, Refused) or any(word in str(error) for word in ONLY_ALONE), (number, cell, error)
            continue
        assert not isinstance(lone, Refused), (number, cell, lone)
        for (bodies, own), name in zip(lone, called):
            at, here = batch.names.index(name), batch.bodies(name).columns
            for key in "x", "p", "q", "l":
                assert (here[key] == bodies.columns[key]).all(), (number, cell, name, key)
            for key in own.keys() - (HEATS if name > len(systems) else {}):
                assert np.array_equal(np.ravel(told[key][at]), np.ravel(own[key]), equal_nan=True), (number, cell, name, key)
        trials += "accepted" in told
        mixed += "accepted" in told and len(batch) > 1 and np.ptp(told["accepted"]) > 0
    print(f"{refused} cells refused, {trials} with trials, {mixed} with systems that decided otherwise")
    assert trials > 30 and mixed > 5


# ---- energies ------------------------------------------------------------------------------------------
H, TRIALS = 0.3, dict(thermostat="metropolis", params=dict(steps=4), seed=1)


@case
def what_is_asked():
    """Where fast moves the systems, force is asked once a trial, and for energies alone."""
    calls = []

    def force(x, batch):
        calls.append(1)
        return None if alone else wrong * forces(x), [energy(part) for part in batch.split(x)]
    alone, wrong = True, 1
    batch = Batch(some(random.Random(3), 3), force, kt=[1, 2, 3], fast=lambda x, batch: forces(x, part=0.8), **TRIALS)
    batch.step(H, 20)
    assert len(calls) == 21, calls
    for _ in range(30):
        batch.step(H)
        at = np.array([energy(batch.bodies(k).positions()) for k in batch.names])
        assert abs(batch.energies - at).max() < 1e-12 * abs(at).max()
    says(TypeError, "force returned None as forces", batch._stepper.check_forces)
    alone = False
    for wrong in 1, 2:
        assert batch._stepper.check_forces(4).right == (wrong == 1)


@case
def energies_that_are_missing():
    told = [0.0, 0.0, 0.0]
    batch = Batch(some(random.Random(3), 3), lambda x, batch: (forces(x), told), kt=1, **TRIALS)
    batch.step(H, 3)
    was, shown, energies, told[1] = batch.columns["x"].copy(), batch.positions.copy(), batch.energies.copy(), np.nan
    error = says(Refused, "system 1, its step 4: the host's energy of this system is nan", batch.step, H)
    assert error.system == 1 and (batch.columns["x"] == was).all()
    assert (batch.positions == shown).all() and (batch.energies == energies).all()
    batch.take_out([1])
    told = [0.0, 0.0]
    batch.step(H, 3)
    batch.force = forces
    says(TypeError, "must return forces and energies: the trial of each system", batch.step, H)


@case
def calls_inside_force():
    """They are refused before they change anything; the step that runs does not notice."""
    calls = [lambda: batch.add(three[:1], 1), lambda: batch.take_out([0]), lambda: batch.exchange(), lambda: batch.step(H)]
    three = some(random.Random(3), 3)

    def force(x, batch):
        for call in inside:
            says(Refused, "a call of this stepper is running", call)
        return forces(x), [energy(part) for part in batch.split(x)]
    ends = []
    for inside in [], calls:
        batch = Batch(three, force, kt=1, **TRIALS)
        batch.step(H, 4)
        ends.append((batch.columns["x"], batch.energies))
    assert all(map(np.array_equal, *ends))


# ---- exchanges of temperatures ---------------------------------------------------------------------------
KTS = np.array([0.3, 0.5, 0.8, 1.3])
HEIGHT, TILT, STIFF, FIELD = 2.0, 0.3, 2.0, 1.0


def well(x, batch=None):
    """Of each dumbbell: a double well along x for its middle, a field along z for its direction."""
    atoms = x.reshape(-1, 2, 3)
    (x, y, z), far = atoms.mean(axis=1).T, atoms[:, 1] - atoms[:, 0]
    on = np.repeat(-0.5 * np.stack([4 * HEIGHT * x * (x**2 - 1) + TILT, STIFF * y, STIFF * z], 1), 2, axis=0)
    on[::2, 2] -= FIELD
    on[1::2, 2] += FIELD
    return on, HEIGHT * (x**2 - 1)**2 + TILT * x + STIFF * (y**2 + z**2) / 2 - FIELD * far[:, 2]


def by_quadrature(kt):
    """P(x > 0), the mean energy, the kinetic energies of translation and rotation, and P V where that does not act."""
    x = np.linspace(-3, 3, 6001)
    u = HEIGHT * (x**2 - 1)**2 + TILT * x
    weight = np.exp(-u / kt) / np.exp(-u / kt).sum()
    return weight[x > 0].sum(), (u * weight).sum() + kt - (1 / np.tanh(FIELD / kt) - kt / FIELD), 1.5 * kt, kt, kt


def ladder(thermostat, params, **more):
    dumbbell = Bodies.from_atoms([[-1.0, 0, 0], [-1.0, 0, 1]], [1.0, 1.0], [[0, 1]])
    dumbbell.draw(0.3, np.random.default_rng(4))
    return Batch(4 * [dumbbell], well, thermostat=thermostat, params=params, **dict(dict(kt=KTS, seed=7), **more))


@case
def distributions():
    """At each temperature those of quadrature, which shares no code."""
    want = np.array([by_quadrature(kt) for kt in KTS])
    volumes = dict(barostat="mc", pressure=0.5, cells=np.eye(3))
    for thermostat, params, h, steps, more in (("metropolis", dict(steps=4), 1.4, 10000, {}),
                                               ("metropolis", dict(steps=3, volume_step=2), 1, 10000, volumes),
                                               ("langevin", dict(relaxation=2), 0.12, 40000, {})):
        batch, seen = ladder(thermostat, params, **more), []
        for _ in range(steps // 4):
            batch.step(h, 4)
            batch.exchange()
            at = np.argsort(batch.kt)
            kinetic = [batch.output("kinetic_" + part)[at] for part in ("translation", "rotation")]
            works = [0.5 * batch.output("volume")[at]] if more else []
            seen.append((batch.columns["x"][at, 0] > 0, batch.energies[at], *kinetic, *works))
        values, counts = np.array(seen, float).transpose(0, 2, 1)[len(seen) // 20:], batch.exchanged
        means = np.array([block.mean(axis=0) for block in np.array_split(values, 20)])
        error = means.std(axis=0) / 19**0.5
        off = (means.mean(axis=0) - want[:, :4 + len(works)]) / error
        print(thermostat, np.round(off, 1).tolist())
        assert abs(off).max() < 4.5 and error[:, 0].max() < 0.03, (off, error)
        rates = counts["accepted"] / counts["tried"], counts["probability"] / counts["tried"]
        assert (counts["tried"] == steps / 8).all() and abs(rates[0] - rates[1]).max() < 0.03 and rates[0].min() > 0.4


@case
def exchanges_go_on():
    """In another batch, from blocks, temperatures and counts, bit for bit."""
    for thermostat, params in ("metropolis", dict(steps=3, relaxation=2)), ("csvr", dict(relaxation=2)), ("nhc", dict(relaxation=2)):
        ends = []
        for cut in False, True:
            batch = ladder(thermostat, params, seed=[7, 8, 9, 10])
            for turn in range(12):
                batch.step(0.2, 3)
                assert len(batch.exchange(seed=5)) == 2 - turn % 2
                if cut and turn == 6:
                    blocks, bodies = [[call(name) for name in batch.names] for call in (batch.save, batch.bodies)]
                    counts, kt = batch.exchanged, batch.kt
                    batch = ladder(thermostat, params, kt=9, seed=4 * [0])
                    batch.add(bodies, kt, [7, 8, 9, 10], blocks)
                    batch.take_out(range(4))
                    batch.exchanged = counts
            assert sorted(batch.kt) == KTS.tolist() and (batch.kt != KTS).any()
            ends.append((batch.columns["x"], batch.columns["l"], batch.kt, batch.exchanged["probability"]))
        assert all(np.array_equal(one, other) for one, other in zip(*ends)), thermostat


@case
def exchanges_refused():
    """And where energies are not known, force is called: after a drift, and after bodies were moved."""
    cells, plain = dict(barostat="andersen", pressure=1, cells=5 * np.eye(3)), dict(relaxation=1)
    three = some(random.Random(3), 3)
    says(TypeError, "exchanges with the barostat andersen are not supported",
         ladder("csvr", dict(plain, barostat_relaxation=1), **cells).exchange)
    says(ValueError, "the systems have the pressures 1 to 4", ladder("metropolis", dict(volume_step=1), **dict(
        cells, barostat="mc", pressure=[1, 2, 3, 4])).exchange)
    says(TypeError, "seed is None; give one", ladder("csvr", plain, seed=[1, 2, 3, 4]).exchange)
    says(TypeError, "the systems have no temperature", Batch(three, forces).exchange)
    batch = Batch(three, forces, thermostat="csvr", kt=1, params=plain)
    says(TypeError, "force returned no energies; exchanges need", batch.exchange)
    batch.force = lambda x, batch: (forces(x), [0, np.nan, 0])
    says(ValueError, "force returned the energy nan of system 1", batch.exchange)
    says(ValueError, "seed is 1.5; must be a whole number, 0 or more", batch.exchange, 1.5)
    says(ValueError, "kt is 'hot'; must be a number, or a list of 3", Batch, three, forces, thermostat="csvr", kt="hot")
    for thermostat, params, scheme, most in ("csvr", plain, "strang", 0), ("csvr", plain, "strang_dkd", 1), \
            ("metropolis", dict(steps=3), "strang", 0):
        batch, calls = ladder(thermostat, params, scheme=scheme), []
        batch.force = lambda x, batch: calls.append(1) or well(x)
        batch.step(0.1)
        for moved in 0, 0.1:
            batch.columns["x"] += moved
            calls.clear()
            batch.exchange()
            assert len(calls) == (1 if moved else most), (thermostat, scheme, moved)
            at = np.concatenate([well(batch.bodies(name).positions())[1] for name in batch.names])
            assert abs(batch.energies - at).max() < 1e-12


run()
