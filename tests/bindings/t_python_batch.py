# SPDX-License-Identifier: BSD-3-Clause
"""Many systems in one stepper: t_python_batch.py MODULE.  Each moves bit for bit as it does alone; t_python_batch_trials.py
has methods at random, and systems that come and go."""
import copy
import doctest
import os
import sys
try:
    import numpy as np
except ImportError:
    print("skipped: needs NumPy (Debian: python3-numpy)")
    sys.exit()

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
import rigidstep.batch.batch
from refused import is_documented, says
from rigidstep import Bodies, Refused, Stepper
from rigidstep.batch import Batch

failed, tried = doctest.testmod(rigidstep.batch.batch)
assert tried and not failed
assert is_documented(rigidstep.batch) > 8
rng = np.random.default_rng(5)
H = 0.003


def system(n):
    """n bodies of 1 to 4 atoms: points, lines and others."""
    sizes = rng.integers(1, 5, n)
    label = np.repeat(np.arange(n), sizes)
    bodies = Bodies.from_atoms(3 * rng.normal(size=(n, 3))[label] + rng.normal(size=(len(label), 3)),
                               rng.uniform(1, 5, len(label)), label)
    bodies.draw(1.0, rng)
    return bodies


def forces(positions, batch=None):
    return -0.5 * positions - 0.05 * positions * positions * positions


def alone(bodies, steps, **params):
    bodies = copy.deepcopy(bodies)

    def force(time):
        bodies.gather(forces(bodies.positions()))
    with Stepper(None, "exact", "strang", bodies.columns, force, thermostat="langevin", params=params) as stepper:
        stepper.step(H, steps)
    return bodies


def same(one, other):
    return all((one.columns[name] == other.columns[name]).all() for name in ("x", "p", "q", "l"))


FAST = dict(relaxation=0.07)

# ---- barostats: each system has its own cell and pressure
def squeezed(x, cell):
    """Forces and virial of the atoms, which depend on the cell."""
    told = -x / cell.diagonal()
    return told, told.T @ x + 0.3 * cell


def squeezed_batch(positions, batch):
    told = [squeezed(here, cell) for here, cell in zip(batch.split(positions), batch.cells)]
    return np.concatenate([f for f, _ in told]), np.zeros(len(batch)), [virial for _, virial in told]


def alone_in(bodies, cell, steps, method, params):
    bodies = copy.deepcopy(bodies)

    def force(time, vectors):
        told, virial = squeezed(bodies.positions(), np.array(vectors))
        return 0.0, virial - bodies.gather(told)
    with Stepper(None, columns=bodies.columns, force=force, rotor="exact", params=params, **method) as stepper:
        stepper.set_cell(cell)
        stepper.step(H, steps)
        return bodies, np.array(stepper.cell()[0]), stepper.output("volume")


SKEWED = np.array([[5.0, 0, 0], [0.1, 6, 0], [0, -0.2, 7]])
for method, more in ((dict(barostat="andersen"), dict(group_x=2)),
                     (dict(thermostat="langevin", barostat="flexible"), {}),
                     (dict(thermostat="csvr", barostat="crescale", scheme="strang_dkd"), {}),
                     (dict(thermostat="nhc", barostat="andersen"), dict(seed=7))):
    method.setdefault("scheme", "strang")
    params = dict(more, barostat_relaxation=2, **dict(relaxation=1) if "thermostat" in method else {})
    systems, kt, pressure = [system(n) for n in (3, 70, 5)], np.array([1, 1.2, 1.4]), np.array([0.1, 0.2, 0.3])
    cells = np.array([SKEWED * (1 + 0.1 * k) for k in range(3)])
    batch = Batch(systems[:2], squeezed_batch, kt=kt[:2], pressure=pressure[:2], cells=cells[:2], seed=7,
                  params=params, **method)
    batch.step(H, 4)
    assert batch.add(systems[2:], kt[2:], pressure=pressure[2:], cells=cells[2]) == [2]
    batch.step(H, 2)
    batch.take_out([0])
    batch.step(H, 4)
    block, (gone,) = batch.save(1), batch.take_out([1])
    other = Batch([systems[0]], squeezed_batch, kt=1, pressure=1, cells=SKEWED, seed=[8], params=params, **method)
    name, = other.add([gone], kt[1], seed=[8], saved=[block], pressure=pressure[1], cells=SKEWED)
    other.step(H, 2)
    for k, steps, here, called in (1, 12, other, name), (2, 6, batch, 2):
        own = dict(params, kt=kt[k], pressure=pressure[k])
        if "seed" in params or method.get("thermostat") in ("langevin", "csvr"):
            own["seed"] = 7 + k
        bodies, cell, volume = alone_in(systems[k], cells[k], steps, method, own)
        at = here.names.index(called)
        assert same(here.bodies(called), bodies) and (here.cells[at] == cell).all(), (method, k)
        assert here.output("volume")[at] == volume
    before = batch.cells.copy()
    batch.set_cell(2, 2 * batch.cells[0])
    assert (batch.cells[0] == 2 * before[0]).all()
    print(batch)
two = [system(2), system(3)]
squeezes = dict(barostat="andersen", kt=1, pressure=1, cells=SKEWED, params=dict(barostat_relaxation=1))
for kind, words, named in (
        (TypeError, "pressure is given, but no barostat that uses it", dict(pressure=1)),
        (TypeError, "cells is given, but no barostat", dict(cells=SKEWED)),
        (ValueError, "cells is None; with a barostat it must be three vectors", dict(squeezes, cells=None)),
        (ValueError, "or 2 times these", dict(squeezes, cells=np.ones((3, 3, 3)))),
        (Refused, "system 0, its step 0: cell.vectors[1] is 1; must be 0", dict(squeezes, cells=np.ones((3, 3)))),
        (Refused, "pressures", dict(squeezes, barostat="pressures"))):
    says(kind, words, Batch, two, squeezed_batch, **named)
says(TypeError, "with a barostat it must return forces, energies and virials",
     Batch(two, forces, **squeezes).step, H)
says(ValueError, "virials of the shape (2, 3); must be (2, 3, 3)",
     Batch(two, lambda x, batch: (forces(x), [0, 0], np.ones((2, 3))), **squeezes).step, H)

# ---- a system that fails: what is said, and the others continue as alone
systems = [system(n) for n in (4, 70, 6)]
broken = False


def breaks(positions, batch):
    told = forces(positions)
    if broken:
        list(batch.split(told))[batch.names.index(1)][-1, 2] = np.nan
    return told, [0.0] * len(batch)


batch = Batch(systems, breaks, thermostat="langevin", kt=[1, 2, 3], params=FAST)
batch.step(H, 3)
broken = True
error = says(Refused, "system 1, body 69 of it, its step 4: body 73: f", batch.step, H)
assert error.system == 1 and error.body == 73
broken = False
batch.take_out([1])
batch.step(H, 2)
for k in 0, 2:
    assert same(batch.bodies(k), alone(systems[k], 5, kt=1 + k, seed=k, **FAST))
batch.set_param("kt", [1, 2])
says(Refused, "system 2, its step 5: |kt", batch.set_param, "kt", [1, -2])
assert (batch.energies == 0).all()

# ---- what is refused
two = [system(2), system(3)]
for words, named in [
        ("scheme 'takahashi_imada4' needs an aux|use another scheme", dict(scheme="takahashi_imada4")),
        ("rotor 'dmv4' may fail|use 'exact'", dict(rotor="dmv4", thermostat="csvr", kt=1, params=FAST))]:
    says(Refused, words, Batch, two, forces, **named)
says(ValueError, "kt is [1, 2, 3]; must be a number, or a list of 2", Batch, two, forces,
     thermostat="langevin", kt=[1, 2, 3], params=FAST)
says(TypeError, "kt is given, but no thermostat", Batch, two, forces, kt=1)
says(TypeError, "kt is given, but no thermostat", Batch(two, forces).add, two, kt=1)
says(TypeError, "kt is given, but no thermostat", Batch, two, forces, thermostat="drag", kt=1)
says(Refused, "no thermostat is called 'no'", Batch, two, forces, thermostat="no", kt=1)
says(TypeError, "systems[1] is 7; must be a Bodies", Batch, [two[0], 7], forces)
says(TypeError, "force is None", Batch, two, None)
says(ValueError, "forces of the shape (3,); must be", Batch(two, lambda x, b: np.zeros(3)).step, H)
says(ValueError, "energies of the shape (3,); must be (2,)",
     Batch(two, lambda x, b: (0 * x, np.zeros(3))).step, H)
batch = Batch(two, forces, thermostat="csvr", kt=1, params=dict(relaxation=1))
says(ValueError, "no system is called 7", batch.bodies, 7)
says(ValueError, "at least one must stay", batch.take_out, [0, 1])
says(ValueError, "names has a system twice", batch.take_out, [0, 0])
before = batch.names, batch.positions.copy()
says(Refused, "kt", batch.add, [two[0]], kt=-1)
says(ValueError, "saved has 2 elements; must have 1", batch.add, [two[0]], saved=[b"", b""])
assert batch.names == before[0], batch.names
assert (batch.positions == before[1]).all()
new = batch.add([two[0]], kt=1)
assert len(new) == 1, new
batch.take_out(new)
says(Refused, "conserved_energy", batch.output, "conserved_energy")
says(Refused, "'relaxation' cannot change between steps", batch.set_param, "relaxation", 1)
inner = batch._stepper
columns = inner.columns
says(Refused, "batch.system[3] is 1, and the number before it is 2; must ascend", inner.bind, columns,
     np.array([0, 0, 2, 1, 1]))
for call, words in [(lambda: inner.output("heat"), "of 2 systems"),
                    (lambda: inner._do_alone("batch_load", 9, b"", 0), "system is 9, which is")]:
    says(Refused, words, call)
params = dict(kt=1, relaxation=1, seed=1, pressure=1, barostat_relaxation=1)
with Stepper(None, "exact", "strang", columns, lambda time, cell: (0, np.zeros((3, 3))), thermostat="csvr",
             barostat="andersen", params=params) as stepper:
    stepper.__class__ = type(inner)
    says(Refused, "barostat 'andersen' needs a cell and a virial of each system; give rgs_draft_batch.cell", stepper.bind,
         columns, np.zeros(5, np.int64))
