# SPDX-License-Identifier: BSD-3-Clause
"""Baths and pistons in Python, beyond what play_trace.py plays: t_python_ensemble.py MODULE."""
import math
import random
import sys
from array import array

from refused import refused, says
from rigidstep import PISTON, Library, Stepper

rgs = Library(sys.argv[1])


def rotors(n):
    draw = random.Random(1)
    x, p, l = (array("d", [draw.uniform(-1, 1) for _ in range(3 * n)]) for _ in "xpl")
    return dict(x=x, p=p, l=l, q=array("d", n * [1.0, 0.0, 0.0, 0.0]), mass=array("d", n * [2.0]),
                inertia=array("d", n * [1.0, 1.5, 2.0]), f=array("d", 3 * n * [0.0]), tau=array("d", 3 * n * [0.0]))


def free(time):
    return 0.0


# ---- what force is given with a piston, and what it and set_box may return and take ------------------
npt = dict(kt=1.0, pressure=1.0, seed=3, relaxation=1.0, piston_relaxation=1.0)
seen = []


def ideal_gas(time, lengths):
    seen.append(lengths)
    return 0.0, (0.0, 0.0, 0.0)


with Stepper(rgs, "exact", "strang", rotors(5), ideal_gas, bath="langevin", piston="andersen", params=npt) as stepper:
    refused(-6, -1, "Stepper.set_box", stepper.step, 0.05)
    refused(-1, -1, "lengths[1] is 0", stepper.set_box, (1, 0, 1))
    stepper.set_box((2, 2, 2), (1, 1, 1))
    assert stepper.box() == (3 * (2,), 3 * (1,), 3 * (2,))
    stepper.step(0.05, 10)
    assert math.prod(seen[-1]) == math.prod(stepper.output("box_lengths")) != 8 and len(set(seen)) == 11
    kept = stepper.save_ensemble()
    refused(-15, -1, "damaged", stepper.load_ensemble, kept[:-1] + bytes([kept[-1] ^ 1]))

# ---- sums over ranks ----------------------------------------------------------------------------------
asked = []


def twice(values):
    asked.append(len(values))
    for k in range(len(values)):
        values[k] *= 2


csvr = dict(bath="csvr", params=dict(kt=2.0, relaxation=0.3, seed=4))
with Stepper(rgs, "exact", "strang", rotors(5), free, ranks=2, sums=twice, **csvr) as stepper:
    stepper.step(0.1, 50)
    assert stepper.describe().sums == asked[0] and stepper.describe().reductions == 1 and len(asked) == 50
refused(-5, -1, "sum", Stepper, rgs, "exact", "strang", rotors(2), free, ranks=2, **csvr)


def broken(values):
    raise KeyError("the other rank is gone")


with Stepper(rgs, "exact", "strang", rotors(2), free, ranks=2, sums=broken, **csvr) as stepper:
    says(KeyError, "gone", stepper.step, 0.1)

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
refused(-7, 1, "same key", moved, dict(rotors(2), key=array("q", [3, 3])))

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
    says((TypeError, ValueError), "key", moved, dict(rotors(3), key=wrong))

# ---- what is wrong, in words -------------------------------------------------------------------------
refused(-1, -1, "rattle", Stepper, rgs, columns=rotors(2), force=free, integrator="rattle", **langevin)
with Stepper(rgs, "exact", "strang", rotors(2), free, **langevin) as stepper:
    refused(-5, -1, "piston", stepper.set_box, (1, 1, 1))
    stepper.swap("exact", "strang")
    assert "heat" not in {output.key for output in stepper.outputs()}

# ---- what is listed ----------------------------------------------------------------------------------
methods = {(method.kind, method.name): method for method in rgs.methods()}
assert {("bath", name) for name in ("langevin", "csvr", "nhc", "drag")} <= methods.keys()
params = {param.key: param for param in methods["bath", "langevin"].params}
assert params["kt"].required and params["kt"].ramps and params["kt"].above_min
assert params["seed"].required and not params["seed"].ramps and not params["ends"].required
assert methods["piston", "andersen"].needs == {"sum", "virial"}
assert not any(p.required or p.ramps for m in rgs.methods() if m.kind in ("rotor", "scheme")
               for p in m.params)
