# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.py: t_python.py MODULE FOLDER, FOLDER with the files made of generic_mods.c."""
import sys
from array import array
import rigidstep
from rigidstep import Library, Refused, Stepper


def refused(status, body, word, call, *arguments):
    try:
        call(*arguments)
    except Refused as error:
        assert (error.status, error.body) == (status, body) and word in str(error), repr(error)
    else:
        raise AssertionError(f"{word}: not refused")


def columns(n=2):
    return dict(x=array("d", [0.1 * i for i in range(3 * n)]), p=array("d", 3 * n * [0.2]),
                q=array("d", n * [0.6, 0.0, 0.8, 0.0]), l=array("d", n * [0.3, -0.2, 0.5]),
                mass=array("d", n * [2.0]), inertia=array("d", n * [1.0, 1.5, 2.0]),
                f=array("d", 3 * n * [0.0]), tau=array("d", 3 * n * [0.0]))


module, folder = sys.argv[1:]
rgs = Library(module)
assert rgs.abi() == rigidstep.ABI_MAJOR << 16 | rigidstep.ABI_MINOR

# Refusals carry status, body and text; nothing is changed.
q, bad_q = array("d", [1, 0, 0, 0]), array("d", [1, 0, 0, 0, 3, 0, 0, 0])
one, l = array("d", 6 * [1.0]), array("d", 6 * [0.5])
refused(-3, -1, "rotor", rgs.free_flow_check, "nosuch", 1, 0.1, one, l, q)
refused(-7, 1, "", rgs.free_flow, "exact", 2, 0.1, one, l, bad_q)
assert bad_q == array("d", [1, 0, 0, 0, 3, 0, 0, 0])

# What would be read or written beyond the end of an array never reaches the library.
def too_short(call, *arguments):
    try:
        call(*arguments)
    except ValueError as error:
        return str(error)
    raise AssertionError("taken")
assert "holds 4 doubles" in too_short(rgs.free_flow, "exact", 2, 0.1, one, l, q)
for name in "x", "q", "inertia":
    short = columns()
    short[name] = short[name][:-1]
    assert name in too_short(Stepper, rgs, "exact", "strang", short, lambda time: None)
assert "torque" in too_short(Stepper, rgs, "exact", "strang", {**columns(), "torque": one},
                             lambda time: None)
refused(-3, -1, "nosuch", Stepper, rgs, "exact", "nosuch", columns(), lambda time: None)

# An exception in the callback comes out where the step was asked for; then all goes on.
times = []
def force(time):
    times.append(time)
    if len(times) == 3:
        raise KeyError("a bug of the caller's")
    return 0.0
body = columns()
stepper = Stepper(rgs, "exact", "strang", body, force)
try:
    stepper.step(0.5, 10)
except KeyError:
    pass
else:
    raise AssertionError("the exception was lost")
assert times == [0.0, 0.5, 1.0], times
assert abs(body["x"][0] - 0.1) < 1e-15, body["x"]       # where the last stage left it
rgs.stepper_reset(stepper._stepper)
stepper.swap("dmv2", "strang_dkd")
kinetic, before = stepper.energy(), body["l"][:]
stepper.step(0.05, 10)
assert abs(sum(stepper.energy()) - sum(kinetic)) < 1e-12 and body["l"] == before
refused(-3, -1, "nosuch", stepper.swap, "nosuch", "strang")
stepper.step(0.05)
stepper.close()

# What is listed: as the C side knows it.
import ctypes
context = ctypes.c_void_p()
rgs.context_create(None, ctypes.byref(context))
names = [rgs.about_at(context, rigidstep.ROTOR, i)[0].name.decode()
         for i in range(rgs.count(context, rigidstep.ROTOR))]
assert "exact" in names and not rgs.about_at(context, rigidstep.ROTOR, len(names))
assert rgs.about_find(context, rigidstep.ROTOR, "exact")[0].order == rigidstep.EXACT
rgs.context_destroy(context)

# Another major is refused; of an older module the later calls are not there.
refused(rigidstep.E_ABI, -1, "major", Library, folder + "/mod_other_major.so")
older = Library(folder + "/mod_older.so")
assert older.abi() == 0xBEEF and hasattr(older, "free_flow") and not hasattr(older, "step")
