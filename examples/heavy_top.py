#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A heavy top by several methods: what accuracy costs.  heavy_top.py [LIBRARY], found as free_body.py finds it.

Read it from top to bottom, or paste it into a notebook.  The last method is processed: between steps its
bodies are in other variables, and only within shown() they are what they are."""
import sys
from array import array
from rigidstep import Library, Stepper

rgs = Library(*sys.argv[1:])
WEIGHT = 1.5                                               # times the arm, which lies on the third axis


def run(scheme, h, time=40):
    """The stepper, and the largest error of the energy: within shown(), and as a loop without it sees it."""
    top = dict(x=[0, 0, 0], p=[0, 0, 0], q=[0.9553365, 0.2955202, 0, 0], l=[0.1, -1.1, 1.6], mass=[1],
               inertia=[2, 2, 1], f=[0, 0, 0], tau=[0, 0, 0])
    top = {name: array("d", values) for name, values in top.items()}

    def force(_):
        w, x, y, z = top["q"]
        top["tau"][:2] = array("d", [2 * WEIGHT * (w * x - y * z), 2 * WEIGHT * (x * z + w * y)])
        return WEIGHT * (1 - 2 * (x * x + y * y))

    stepper = Stepper(rgs, "exact", scheme, top, force)

    def energy():
        return sum(stepper.energy()) + force(stepper.time)
    start, shown, hidden = energy(), 0.0, 0.0
    for _ in range(20):
        stepper.step(h, round(time / h / 20))
        hidden = max(hidden, abs(energy() - start))
        with stepper.shown():                              # for other schemes this does nothing
            shown = max(shown, abs(energy() - start))
    return stepper, shown, hidden


processed = {method.name for method in rgs.methods() if "processed" in method.claims}
print("scheme       order  evaluations  error of the energy  the same without shown()")
results = {}
for scheme, h in (("strang", 0.02), ("srkn6b", 0.1), ("rowlands4", 0.04)):
    stepper, *errors = results[scheme] = run(scheme, h)
    info = stepper.describe()
    note = "   <- processed" if scheme in processed else ""
    print(f"{scheme:12} {info.order:5}  {info.evals * stepper.steps:11}  {errors[0]:19.1e}  {errors[1]:24.1e}{note}")

assert results["strang"][1] == results["strang"][2]
assert results["rowlands4"][1] < 0.05 * min(results["strang"][1], results["rowlands4"][2])
