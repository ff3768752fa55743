#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A heavy top by several methods: what accuracy costs.  heavy_top.py [LIBRARY], found as free_body.py finds it.

Read it from top to bottom, or paste it into a notebook.  The last method is processed: between steps its
bodies are in other variables, and only within shown() they are what they are."""
import sys
from array import array
from rigidstep import Library, Stepper

rgs = Library(*sys.argv[1:])
WEIGHT, ARM = 1.0, 1.5                                     # the centre of mass lies on the third axis


def top():
    """A spinning top whose tip rests at the origin; its third axis leans by 0.6 rad."""
    return dict(x=array("d", 3 * [0]), p=array("d", 3 * [0]), q=array("d", [0.9553365, 0.2955202, 0, 0]),
                l=array("d", [0.1, -1.1, 1.6]), mass=array("d", [1]), inertia=array("d", [2, 2, 1]),
                f=array("d", 3 * [0]), tau=array("d", 3 * [0]))


def run(scheme, h, time=40):
    """The largest error of the energy: shown, and as a loop without shown() sees it; and what it cost."""
    body, calls = top(), [0]

    def force(_):
        calls[0] += 1
        w, x, y, z = body["q"]
        axis = 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)
        body["tau"][0], body["tau"][1] = -WEIGHT * ARM * axis[1], WEIGHT * ARM * axis[0]
        return WEIGHT * ARM * axis[2]

    with Stepper(rgs, "exact", scheme, body, force) as stepper:
        def energy():
            used = calls[0]
            total = sum(stepper.energy()) + force(stepper.time)
            calls[0] = used                                # output is not counted as cost
            return total
        start, shown, hidden = energy(), 0.0, 0.0
        for _ in range(20):
            stepper.step(h, round(time / h / 20))
            hidden = max(hidden, abs(energy() - start))
            used = calls[0]
            with stepper.shown():                          # for other schemes this does nothing
                shown = max(shown, abs(energy() - start))
            calls[0] = used
        return shown, hidden, calls[0], stepper.describe()


processed = {method.name for method in rgs.methods() if "processed" in method.claims}
print("scheme       order  evaluations  error of the energy  the same without shown()")
results = {}
for scheme, h in (("strang", 0.02), ("srkn6b", 0.1), ("rowlands4", 0.04)):
    shown, hidden, calls, info = results[scheme] = run(scheme, h)
    note = "   <- processed" if scheme in processed else ""
    print(f"{scheme:12} {info.order:5}  {calls:11}  {shown:19.1e}  {hidden:24.1e}{note}")

assert results["strang"][0] == results["strang"][1]
assert results["rowlands4"][0] < 0.05 * min(results["strang"][0], results["rowlands4"][1])
