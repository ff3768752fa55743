#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A spinning body that falls: free_body.py [LIBRARY], with plugin-generic/ on PYTHONPATH or installed by pip."""
import sys
from array import array
from rigidstep import Library, Stepper

rgs = Library(*sys.argv[1:])                               # finds the library by itself if none is named
inertia, l, q = array("d", [1.0, 2.0, 2.5]), array("d", [0.3, 1.0, 0.2]), array("d", [1, 0, 0, 0])
body = dict(x=array("d", [0, 0, 0]), p=array("d", [1, 0, 0]), q=array("d", q), l=array("d", l),
            mass=array("d", [2.0]), inertia=inertia, f=array("d", 3 * [0]), tau=array("d", 3 * [0]))

def gravity(time):
    body["f"][2] = -9.81 * body["mass"][0]
    return 9.81 * body["mass"][0] * body["x"][2]

rgs.free_flow("exact", 1, 10.0, inertia, l, q)             # the rotation in one go
stepper = Stepper(rgs, "exact", "strang", body, gravity)
start = sum(stepper.energy()) + gravity(0.0)
stepper.step(0.01, 1000)                                   # and in steps, forces from Python
change = sum(stepper.energy()) + gravity(stepper.time) - start
print(f"t = {stepper.time:g}: z = {body['x'][2]:g}, energy changed by {change:.1e}")
assert body["l"] == l and abs(body["p"][2] + 9.81 * 2 * 10) < 1e-10
assert abs(change) < 1e-12 * sum(stepper.energy())
assert max(abs(a - b) for a, b in zip(q, body["q"])) < 1e-12
