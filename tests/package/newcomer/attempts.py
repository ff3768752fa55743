# SPDX-License-Identifier: BSD-3-Clause
"""What a newcomer's program in Python may get wrong, and what it is told: attempts.py WHAT."""
import array
import copy
import sys

import rigidstep

rgs = rigidstep.Library()


def doubles(*values):
    return array.array("d", values)


def columns(**others):
    return dict(x=doubles(1, 0, 0), p=doubles(0, 0, 0), q=doubles(1, 0, 0, 0),
                l=doubles(.1, .2, .3), mass=doubles(1), inertia=doubles(1, 2, 2.5),
                f=doubles(0, 0, 0), tau=doubles(0, 0, 0), **others)


def stepper(rotor="exact", scheme="strang", others=None, **more):
    return rigidstep.Stepper(rgs, rotor, scheme, columns(**(others or {})), lambda time: 0, **more)


def attempt(what, call):
    try:
        print(f"{what}: {call()}")
    except Exception as told:
        print(f"{what}: {type(told).__name__}: {told}")


def names():
    attempt("exakt", lambda: stepper("exakt"))
    for name in ("nystrm4", "verlet", "leap_frog", "velocity_verlet", "rk4"):
        attempt(name, lambda: stepper(scheme=name))
    attempt("parameter S", lambda: stepper(scheme="rowlands4", params=dict(S=1)))
    attempt("parameter s = 5", lambda: stepper(scheme="rowlands4", params=dict(s=5)))
    attempt("bath csvrr", lambda: stepper(bath="csvrr"))
    attempt("relaxation -1", lambda: stepper(bath="csvr", params=dict(kt=1, relaxation=-1, seed=1)))


def found():
    print(rigidstep.__version__, rgs.path)


def arguments():
    moving = stepper()
    attempt("copy.copy", lambda: copy.copy(moving))
    attempt("2**64 steps", lambda: moving.step(0.1, 2**64))
    attempt("steps = -1", lambda: setattr(moving, "steps", -1))
    attempt("h as text", lambda: moving.step("0.1"))
    attempt("columns forgotten", lambda: rigidstep.Stepper(
        rgs, "exact", "strang", {name: values for name, values in columns().items()
                                 if name not in ("mass", "inertia")}, lambda time: 0))
    attempt("no force", lambda: rigidstep.Stepper(rgs, "exact", "strang", columns()))
    attempt("an unknown output", lambda: moving.output("kinetik"))
    attempt("a column vel", lambda: stepper(others=dict(vel=doubles(0, 0, 0))))
    attempt("short J", lambda: rgs.to_principal(1, doubles(1, 0, 0), doubles(0, 0, 0),
                                                doubles(1, 0, 0, 0)))
    attempt("short inertia", lambda: rgs.free_flow("exact", 2, 0.1, doubles(1, 2, 3),
                                                   doubles(1, 2, 3), doubles(1, 0, 0, 0)))
    with stepper() as used:
        used.step(0.1)
    print("with: closed")


{"names": names, "found": found, "arguments": arguments}[sys.argv[1]]()
