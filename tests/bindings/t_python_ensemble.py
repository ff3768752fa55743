# SPDX-License-Identifier: BSD-3-Clause
"""Baths and pistons in Python: t_python_ensemble.py MODULE."""
import math
import random
import statistics
import sys
from array import array

from rigidstep import PISTON, Library, Refused, Stepper

rgs = Library(sys.argv[1])


def refused(status, word, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except Refused as error:
        assert error.status == status and word in str(error), repr(error)
    else:
        raise AssertionError(f"{word}: not refused")


def rotors(n, kt=1.0, seed=1):
    """Bodies with the momenta of a temperature, of which the total is zero."""
    draw = random.Random(seed)
    inertia = (1.0, 1.5, 2.0)
    body = dict(x=array("d", [draw.uniform(-1, 1) for _ in range(3 * n)]),
                p=array("d", [math.sqrt(2 * kt) * draw.gauss(0, 1) for _ in range(3 * n)]),
                q=array("d", n * [1.0, 0.0, 0.0, 0.0]),
                l=array("d", [math.sqrt(kt * moment) * draw.gauss(0, 1)
                              for _ in range(n) for moment in inertia]),
                mass=array("d", n * [2.0]), inertia=array("d", n * inertia),
                f=array("d", 3 * n * [0.0]), tau=array("d", 3 * n * [0.0]))
    for k in range(3):
        mean = sum(body["p"][k::3]) / n
        for i in range(n):
            body["p"][3 * i + k] -= mean
    return body


def free(time):
    return 0.0


# ---- constant temperature: ideal rotors of kT = 1.7, begun at kT = 1 --------------------------------
# The kinetic energy's own time of correlation gives the number of independent samples.
N, KT, H, STEPS = 300, 1.7, 0.25, 1500
for bath, params, left, freedom in (
        ("langevin", dict(relaxation=0.5), math.exp(-2 * H / 0.5), 6 * N),
        ("csvr", dict(relaxation=0.5), math.exp(-H / 0.5), 6 * N - 3)):
    with Stepper(rgs, "exact", "strang", rotors(N), free, bath=bath,
                 params=dict(params, kt=KT, seed=20)) as stepper:
        stepper.step(H, 40)
        told = []
        for _ in range(STEPS):
            stepper.step(H)
            told.append(sum(stepper.energy()))
        total = sum(stepper.energy()) + stepper.output("coupling_energy")
        stepper.set_param("kt", 0.5)
        stepper.step(H, 100)
        assert abs(sum(stepper.energy()) + stepper.output("coupling_energy") - total) < 1e-9
        cold = sum(stepper.energy()) / (freedom * 0.5 / 2)
        assert 0.8 < cold < 1.2, cold
        refused(-4, "kt", stepper.set_param, "kt", 0.0)
        assert stepper.param("kt") == 0.5
        refused(-4, "relaxation", stepper.set_param, "relaxation", 1.0)
        refused(-1, "must be >= 0", stepper.step, -0.1)
    sigma = KT * math.sqrt(freedom / 2 / (STEPS * (1 - left) / (1 + left)))
    off = (statistics.fmean(told) - freedom * KT / 2) / sigma
    spread = statistics.variance(told) / (freedom / 2 * KT ** 2)
    print(f"{bath}: kinetic energy {off:+.2f} sigma from {freedom * KT / 2:.1f}, "
          f"variance {spread:.3f} of the canonical one")
    assert abs(off) < 4 and 0.7 < spread < 1.4

# ---- constant pressure: an ideal gas, whose volume is distributed as Gamma(N + 1) -------------------
N = 16
seen = []


def ideal_gas(time, lengths):
    seen.append(lengths)
    return 0.0, (0.0, 0.0, 0.0)


npt = dict(kt=1.0, pressure=1.0, seed=3, relaxation=1.0, piston_relaxation=1.0)
with Stepper(rgs, "exact", "strang", rotors(N), ideal_gas, bath="langevin", piston="andersen",
             params=npt) as stepper:
    refused(-6, "rgs_stepper_set_box", stepper.step, 0.05)
    refused(-1, "lengths[1] is 0", stepper.set_box, (1, 0, 1))
    stepper.set_box(3 * [17 ** (1 / 3)])
    stepper.step(0.05, 400)
    volumes = []
    for _ in range(12000):
        stepper.step(0.05, 2)
        volumes.append(stepper.output("volume"))
    lengths = stepper.output("box_lengths")
    assert abs(math.prod(lengths) / volumes[-1] - 1) < 1e-12
    assert lengths[0] == lengths[1] == lengths[2] and len(set(seen)) > 20000
    assert stepper.output("strain")[0] != 0 != stepper.output("piston_momentum")[0]
    stepper.set_param("pressure", 2.0)
    stepper.step(0.05, 2000)
    assert 3 < stepper.output("volume") < 20
blocks = [statistics.fmean(volumes[i:i + 600]) for i in range(0, 12000, 600)]
sigma = statistics.stdev(blocks) / math.sqrt(len(blocks))
print(f"ideal gas: V = {statistics.fmean(blocks):.2f}({sigma:.2f}), exact {N + 1}; "
      f"variance {statistics.variance(volumes):.1f}")
assert abs(statistics.fmean(blocks) - (N + 1)) < 4 * sigma < 1.6
assert 0.6 < statistics.variance(volumes) / (N + 1) < 1.6

# ---- a stepper that is made anew goes on; the box ---------------------------------------------------
one = rotors(5)
with Stepper(rgs, "exact", "strang", one, ideal_gas, bath="langevin", piston="andersen",
             params=npt) as stepper:
    refused(-6, "rgs_stepper_set_box", stepper.box)
    stepper.set_box((2, 2, 2), (1, 1, 1), (4, 4, 4))
    assert stepper.box() == (3 * (2,), 3 * (1,), 3 * (4,))
    assert abs(stepper.output("strain")[2] + math.log(2)) < 1e-15
    stepper.step(0.05, 10)
    assert stepper.steps == 10
    stepper.set_param("kt", 1.5, PISTON)
    assert stepper.param("kt") == 1.0 and stepper.param("kt", PISTON) == 1.5
    kept, whole = stepper.save_ensemble(), stepper.save()
    other = {name: array(values.typecode, values) for name, values in one.items()}
    with Stepper(rgs, "exact", "strang", other, ideal_gas, bath="langevin", piston="andersen",
                 params=npt) as again:
        again.load_ensemble(kept)
        assert again.steps == 10 and again.box() == stepper.box()
        assert again.param("kt", PISTON) == 1.5
        stepper.step(0.05, 10)
        again.step(0.05, 10)
        assert other == one
        again.load(whole)
        again.step(0.05, 10)
        assert other == one
        again.steps = 7
        assert again.steps == 7
        refused(-15, "damaged", again.load_ensemble, kept[:-1] + bytes([kept[-1] ^ 1]))

# ---- sums over ranks: two ranks that hold the same are one rank that holds all twice ----------------
asked = []


def twice(values):
    asked.append(len(values))
    for k in range(len(values)):
        values[k] *= 2


one, both = rotors(5), {}
for name, values in one.items():
    both[name] = array("d", list(values) + list(values))
csvr = dict(bath="csvr", params=dict(kt=2.0, relaxation=0.3, seed=4))
with Stepper(rgs, "exact", "strang", one, free, ranks=2, sums=twice, **csvr) as half:
    with Stepper(rgs, "exact", "strang", both, free, **csvr) as whole:
        for stepper in half, whole:
            stepper.step(0.1, 50)
        assert half.describe().sums == asked[0] and half.describe().reductions == 1
    assert len(asked) == 50
assert max(abs(a - b) for name in "xpql" for a, b in zip(one[name], both[name])) < 1e-12
refused(-5, "sum", Stepper, rgs, "exact", "strang", rotors(2), free, ranks=2, **csvr)


def broken(values):
    raise KeyError("the other rank is gone")


with Stepper(rgs, "exact", "strang", rotors(2), free, ranks=2, sums=broken, **csvr) as stepper:
    try:
        stepper.step(0.1)
    except KeyError as error:
        assert "gone" in str(error)
    else:
        raise AssertionError("the exception was lost")

# ---- keys, copies and bodies without the bath --------------------------------------------------------
langevin = dict(bath="langevin", params=dict(kt=1.0, relaxation=0.5, seed=5))


def moved(body, **named):
    with Stepper(rgs, "exact", "strang", body, free, **langevin, **named) as stepper:
        stepper.step(0.1, 20)
        return stepper.energy()


def reversed_bodies(body):
    widths = dict(q=4, mass=1, key=1)
    turned = {}
    for name, values in body.items():
        width = widths.get(name, 3)
        groups = [values[i:i + width] for i in range(0, len(values), width)]
        turned[name] = array(values.typecode, [value for group in groups[::-1] for value in group])
    return turned


first = dict(rotors(4), key=array("q", [7, -2, 2**40, 0]))
last = reversed_bodies(first)
moved(first), moved(last)
assert first["x"] == reversed_bodies(last)["x"] and first["l"] == reversed_bodies(last)["l"]
other = dict(rotors(4), key=array("q", [8, -2, 2**40, 0]))
moved(other)
assert other["p"][:3] != first["p"][:3] and other["p"][3:] == first["p"][3:]
refused(-7, "same key", moved, dict(rotors(2), key=array("q", [3, 3])))

copied = dict(rotors(3), key=array("q", [1, 2, 1]))
for name, width in ("x", 3), ("p", 3), ("q", 4), ("l", 3):
    copied[name][2 * width:] = copied[name][:width]
energy = moved(copied, copies=1, ranks=2)
assert copied["p"][6:] == copied["p"][:3] and copied["q"][8:] == copied["q"][:4]
own = sum(p * p for p in copied["p"][:6]) / 4
assert abs(energy[0] - own) < 1e-12

apart = dict(rotors(3), coupled=array("d", [1.0, 0.0, 1.0]))
before = apart["p"][:], apart["l"][:]
moved(apart)
assert apart["p"][3:6] == before[0][3:6] and apart["l"][3:6] == before[1][3:6]
assert apart["p"][:3] != before[0][:3]
for wrong in array("d", [1, 2, 3]), array("q", [1, 2]), [1, 2, 3]:
    try:
        moved(dict(rotors(3), key=wrong))
    except (TypeError, ValueError) as error:
        assert "key" in str(error)
    else:
        raise AssertionError("taken")

# ---- what is wrong, in words -------------------------------------------------------------------------
for params, word in (dict(kt=0, relaxation=1, seed=1), "kt"), (dict(kt=1, relaxation=1), "seed"), \
                    (dict(kt=1, relaxation=0, seed=1), "relaxation"), (dict(relaxation=1, seed=1), "kt"), \
                    (dict(kt=1, relaxation=1, seed=1, pressure=1), "pressure"):
    refused(-4, word, Stepper, rgs, "exact", "strang", rotors(2), free, bath="langevin", params=params)
refused(-3, "nosuch", Stepper, rgs, "exact", "strang", rotors(2), free, bath="nosuch")
refused(-3, "nosuch", Stepper, rgs, "exact", "strang", rotors(2), free, piston="nosuch")
refused(-1, "rattle", Stepper, rgs, columns=rotors(2), force=free, integrator="rattle", **langevin)
with Stepper(rgs, "exact", "strang", rotors(2), free, **langevin) as stepper:
    refused(-5, "piston", stepper.set_box, (1, 1, 1))
    stepper.swap("exact", "strang")
    assert "heat" not in {output.key for output in stepper.outputs()}
    stepper.step(-0.1)
    stepper.swap("exact", "strang", bath="nhc", params=dict(kt=1, relaxation=1))
    stepper.step(0.1, 5)
    assert math.isfinite(stepper.output("bath_energy"))

# ---- what is listed ----------------------------------------------------------------------------------
methods = {(method.kind, method.name): method for method in rgs.methods()}
assert {("bath", name) for name in ("langevin", "csvr", "nhc", "drag")} <= methods.keys()
params = {param.key: param for param in methods["bath", "langevin"].params}
assert params["kt"].required and params["kt"].ramps and params["kt"].above_min
assert params["seed"].required and not params["seed"].ramps and not params["ends"].required
assert methods["piston", "andersen"].needs == {"sum", "virial"}
assert not any(p.required or p.ramps for m in rgs.methods() if m.kind in ("rotor", "scheme")
               for p in m.params)
