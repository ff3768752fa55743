#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A spinning body that falls: free_body.py [LIBRARY], with plugin-generic/ on PYTHONPATH or installed by pip."""
import sys
from array import array
from rigidstep import Library, Stepper

rgs = Library(*sys.argv[1:])                               # finds the library by itself if none is named
body = dict(x=[0, 0, 0], p=[1, 0, 0], q=[1, 0, 0, 0], l=[0.3, 1.0, 0.2], mass=[2], inertia=[1.0, 2.0, 2.5],
            f=[0, 0, -9.81 * 2], tau=[0, 0, 0])
body = {name: array("d", values) for name, values in body.items()}
l, q = body["l"][:], body["q"][:]
rgs.free_flow("exact", 1, 10.0, body["inertia"], l, q)     # the rotation in one go

def gravity(time):                                         # its force is the same everywhere
    return 9.81 * 2 * body["x"][2]

with Stepper(rgs, "exact", "strang", body, gravity) as stepper:
    start = sum(stepper.energy())
    stepper.step(0.01, 1000)                               # and in steps, forces from Python
    change = sum(stepper.energy()) + gravity(10.0) - start
    print(f"{stepper}: z = {body['x'][2]:g}, energy changed by {change:.1e}")
assert body["l"] == l and abs(body["p"][2] + 9.81 * 2 * 10) < 1e-10 and abs(change) < 1e-8
assert max(abs(a - b) for a, b in zip(q, body["q"])) < 1e-12
