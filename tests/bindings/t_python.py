# SPDX-License-Identifier: BSD-3-Clause
"""The package rigidstep: t_python.py MODULE FOLDER, FOLDER with the files made of generic_mods.c."""
import math
import operator
import sys
from array import array
import rigidstep
from case_list import case, run
from refused import columns, refused, says
from rigidstep import Library, Stepper

module, folder = sys.argv[1:3]
rgs = Library(module)
assert rgs.abi() == rigidstep.ABI_MAJOR << 16 | rigidstep.ABI_MINOR


@case
def refusals():
    """Refusals carry status, body and text; nothing is changed."""
    q, bad_q = array("d", [1, 0, 0, 0]), array("d", [1, 0, 0, 0, 3, 0, 0, 0])
    one, l = array("d", 6 * [1.0]), array("d", 6 * [0.5])
    refused(-3, -1, "rotor", rgs.free_flow, "nosuch", 1, 0.1, one, l, q)
    refused(-7, 1, "", rgs.free_flow, "exact", 2, 0.1, one, l, bad_q)
    assert bad_q == array("d", [1, 0, 0, 0, 3, 0, 0, 0])


@case
def exception_in_the_callback():
    """An exception in the callback comes out where the step was asked for; then all goes on."""
    times = []
    def force(time):
        times.append(time)
        if len(times) == 3:
            raise KeyError("a bug of the caller's")
        return 0.0
    body = columns()
    stepper = Stepper(rgs, "exact", "strang", body, force)
    says(KeyError, "a bug of the caller's", stepper.step, 0.5, 10)
    assert times == [0.0, 0.5, 1.0], times
    assert abs(body["x"][0] - 0.05) < 1e-15 and stepper.steps == 1    # the step that raised has not been begun
    stepper.step(0.5, 2)
    assert times[3:] == [1.0, 1.5] and abs(body["x"][0] - 0.15) < 1e-15, (times, body["x"])
    stepper.rewind()
    assert abs(body["x"][0] - 0.1) < 1e-15 and stepper.time == 1.0
    stepper.rewind()                                         # there is nothing to take back
    stepper.step(0.5)
    assert abs(body["x"][0] - 0.15) < 1e-15
    stepper.close()
    body, times = columns(), []
    with Stepper(rgs, "exact", "strang", body, force, rewinds=False) as stepper:
        says(KeyError, "a bug of the caller's", stepper.step, 0.5, 10)
        assert stepper.steps == 2
        stepper.step(0.5)
        assert stepper.steps == 2 and abs(body["x"][0] - 0.1) < 1e-15, body["x"]
        refused(-5, -1, "RGS_HOST_REWINDS", stepper.rewind)


def springs(body, calls, gradients=False):
    def force(time):
        calls.append(time)
        for i, x in enumerate(body["x"]):
            body["f"][i], body["tau"][i] = -x, 0.0
            if gradients:
                body["gf"][i], body["gtau"][i] = x / 2.0, 0.0          # d(-x) along f/m, m = 2
        return sum(x * x for x in body["x"]) / 2
    return force


@case
def gradients():
    """Gradients that force writes are asked for in place of those that are formed; what is shown is not
    what is propagated, and no step is made meanwhile."""

    def run(scheme, gradients):
        body, calls = columns(), []
        if gradients:
            body.update(gf=array("d", 6 * [0.0]), gtau=array("d", 6 * [0.0]))
        with Stepper(rgs, "exact", scheme, body, springs(body, calls, gradients)) as stepper:
            stepper.step(0.1, 10)
            before = body["x"][:]
            with stepper.shown() as same:
                assert same is stepper and (body["x"] != before) == (scheme == "pmlf6")
                if scheme == "pmlf6":
                    refused(-6, -1, "Stepper.shown", stepper.step, 0.1)
            assert body["x"] == before
        return body["x"], len(calls)

    for scheme in "nystrom4", "pmlf6":
        formed, written = run(scheme, False), run(scheme, True)
        assert max(abs(a - b) for a, b in zip(formed[0], written[0])) < 1e-6 and formed[1] > written[1], (formed, written)


@case
def outputs():
    """Outputs: listed with what they are; a swap brings others and the room they need, and may stand where
    the state is shown."""
    body, calls = columns(), []
    stepper = Stepper(rgs, "exact", "strang", body, springs(body, calls), params=dict(shadow=True))
    listed = {output.key: output for output in stepper.outputs()}
    assert listed["shadow_energy"].unit == "energy" and listed["kinetic_axes"].components == 3
    assert all(output.doc.endswith(".") and not output.per_body for output in listed.values())
    refused(-6, -1, "8 more steps", stepper.output, "shadow_energy")
    stepper.swap("exact", "pmlf6")
    stepper.step(0.1)
    refused(-3, -1, "shadow_energy", stepper.output, "shadow_energy")
    with stepper.shown():
        stepper.swap("exact", "strang", params=dict(shadow="yes"))
        stepper.step(0.1, 9)
    assert math.isfinite(stepper.output("shadow_energy"))
    assert body.keys() == columns().keys()                   # the caller's own is left alone
    stepper.close()
    says(ValueError, "no column is called 'aux'; known: x, p", Stepper, rgs, "exact", "pmlf6",
         {**columns(), "aux": array("d", 8 * [0.0])}, lambda time: None)


@case
def ensembles():
    """Thermostats and barostats: what force is given and returns, sums that fail, keys of other types."""
    free, csvr = lambda time: 0.0, dict(thermostat="csvr", params=dict(kt=2.0, relaxation=0.3, seed=4))
    # A flexible cell, and bodies that the springs x_i x_j pull to its middle.
    flexible = dict(barostat="flexible", params=dict(kt=1, pressure=1, barostat_relaxation=1, deviation_xy=0.1, conserved=1))
    body, seen = columns(), []
    def pulled(time, cell):
        seen.append(cell)
        x, spring = body["x"], ((2, 0.5, 0), (0.5, 1, 0.3), (0, 0.3, 3))
        f = [-sum(spring[k % 3][m] * x[k - k % 3 + m] for m in range(3)) for k in range(6)]
        body["f"][:] = array("d", f)
        return -sum(map(operator.mul, f, x)) / 2, [[f[a] * x[b] + f[3 + a] * x[3 + b] for b in range(3)] for a in range(3)]
    with Stepper(rgs, "exact", "suzuki4", body, pulled, **flexible) as stepper:
        refused(-6, -1, "Stepper.cell|Stepper.set_cell first", stepper.cell)
        refused(-1, -1, "cell.vectors[1] is 0.5; must be 0", stepper.set_cell, ((2, 0.5, 0), (0, 2, 0), (0, 0, 2)))
        says(ValueError, "vectors is (1, 2); must be three vectors", stepper.set_cell, (1, 2))
        stepper.set_cell(((2, 0, 0), (0.3, 2.2, 0), (-0.4, 0.5, 1.8)))
        stepper.step(0.02)
        start, block = stepper.output("conserved_energy"), stepper.save()
        stepper.step(0.02, 40)
        assert abs(stepper.output("conserved_energy") - start) < 1e-6, stepper.output("conserved_energy") - start
        end = stepper.cell(), body["x"][:]
        assert end[0][0] == seen[-1] and min(abs(seen[0][1][0] - seen[-1][1][0]), abs(seen[0][0][0] - seen[-1][0][0])) > 0.01
        stepper.load(block)
        stepper.step(0.02, 40)
        assert end == (stepper.cell(), body["x"][:])
        for load, save in (stepper.load, stepper.save), (stepper.load_ensemble, stepper.save_ensemble):
            refused(-2, -1, "saved data: made for ABI 1.2; this library has ABI 2.0", load, save()[:8] + b"\2\0\1\0" + save()[12:])
    with Stepper(rgs, "exact", "strang", columns(), lambda time, cell: (0.0, (1, 2, 3)), **flexible) as stepper:
        stepper.set_cell(seen[0])
        says(TypeError, "three rows of three numbers", stepper.step, 0.1)
    refused(-5, -1, "barostat", Stepper(rgs, "exact", "strang", columns(), free).cell)
    refused(-1, -1, "srkn6b|order 2", Stepper, rgs, "exact", "srkn6b", columns(), pulled, **flexible)
    def broken(values):
        raise KeyError("the other rank is gone")
    with Stepper(rgs, "exact", "strang", columns(), free, ranks=2, sums=broken, **csvr) as stepper:
        says(KeyError, "gone", stepper.step, 0.1)
    refused(-5, -1, "sum", Stepper, rgs, "exact", "strang", columns(), free, ranks=2, **csvr)
    for wrong in array("d", [1, 2]), array("q", [1]), [1, 2]:
        says((TypeError, ValueError), "tag", Stepper, rgs, "exact", "strang", dict(columns(), tag=wrong), free, **csvr)


@case
def swap_keeps():
    """A swap to another rotor or scheme keeps the cell, the barostat's momentum, nhc's chains and so the
    conserved energy; one to another thermostat or parameter begins anew, and asks for the cell."""
    both = dict(thermostat="nhc", barostat="andersen",
                params=dict(kt=2, relaxation=0.3, pressure=1, barostat_relaxation=1, seed=4, conserved=1))
    def force(time, cell):
        return 0.0, 3 * [3 * [0.0]]
    with Stepper(rgs, "exact", "strang", columns(), force, **both) as stepper:
        def state():
            return [stepper.cell(), *map(stepper.output, ("coupling_energy", "barostat_kinetic"))]
        stepper.set_cell(((2, 0, 0), (0, 2, 0), (0, 0, 2)))
        stepper.step(0.02, 20)
        before, energy = state(), stepper.output("conserved_energy")
        assert before[2] > 0.01, before
        for rotor, scheme in ("dmv4", "strang"), ("exact", "suzuki4"):
            stepper.swap(rotor, scheme, **both)
            assert state() == before, (before, state())
        stepper.step(0.02)
        change = stepper.output("conserved_energy") - energy
        assert abs(change) < 1e-4, change
        stepper.swap("exact", "strang", **dict(both, params=dict(both["params"], relaxation=0.4)))
        refused(-6, -1, "Stepper.cell|Stepper.set_cell first", stepper.cell)


@case
def exception_while_shown():
    """An exception while the state is being shown: what is propagated is back."""
    body, calls = columns(), []
    quiet = springs(body, calls)
    def loud(time):
        if len(calls) == 20:
            raise KeyError("another bug of the caller's")
        return quiet(time)
    stepper = Stepper(rgs, "exact", "pmlf6", body, loud)
    stepper.step(0.1)
    before = body["x"][:], body["p"][:], body["q"][:]
    def show_on():
        while True:
            with stepper.shown():
                pass
    says(KeyError, "another bug", show_on)
    assert before == (body["x"][:], body["p"][:], body["q"][:])
    stepper.close()


@case
def what_is_listed():
    """What is listed.  (t_command.py compares the names with those that the command lists.)."""
    methods = {(m.kind, m.name): m for m in rgs.methods()}
    assert [name for (kind, name), method in methods.items() if "processed" in method.claims] == [
        "takahashi_imada4", "rowlands4", "pmlf6"]
    assert methods["rotor", "dmv2"].order == 2 and "symplectic" in methods["rotor", "dmv2"].claims
    assert all(m.doc.endswith(".") and m.cite and m.order >= 1 for m in methods.values())
    nodes, = methods["rotor", "semiexact"].params
    assert (nodes.key, nodes.type, nodes.min, nodes.max, nodes.default) == ("nodes", int, 1, 10, 5)
    assert methods["scheme", "nystrom4"].needs == {"force", "gradient"}, methods["scheme", "nystrom4"]
    refused(-11, -1, "nosuch.so", rgs.methods, folder + "/nosuch.so")
    params = {param.key: param for param in methods["thermostat", "langevin"].params}
    assert params["kt"].required and params["kt"].ramps and params["kt"].above_min
    assert params["seed"].required and not params["seed"].ramps and "ends" not in params
    assert methods["barostat", "andersen"].needs == {"sum", "virial"}


@case
def other_versions():
    """Another major is refused; of an older module the later calls are not there."""
    for other, made_for in dict(other_major="3.2", other_symbol="1.2").items():
        refused(rigidstep.E_ABI, -1, f"made for ABI {made_for}; this package", Library, f"{folder}/mod_{other}.so")
    older = Library(folder + "/mod_older.so")
    assert older.abi() == 0xBEEF and hasattr(older, "free_flow") and not hasattr(older, "stepper_run")
# ---- what once crashed, leaked or did nothing --------------------------------------------------------
import copy
import gc
import pickle


@case
def arrays_of_other_shapes():
    """Arrays of other lengths and shapes do not reach the library."""
    J, inertia, q = array("d", 2 * [2, 1, 2, 0, 0, 0]), array("d", 6 * [0.0]), array("d", 2 * [1, 0, 0, 0])
    rgs.principal(2, J, inertia, q)
    assert list(inertia) == 2 * [1, 2, 2]
    says(ValueError, "J holds 4 doubles; 12 are needed", rgs.principal, 2, J[:4], inertia, q)
    says(ValueError, "inertia holds 3 doubles", rgs.principal, 2, J, inertia[:3], q)
    says(ValueError, "q holds 4 doubles", rgs.principal, 2, J, inertia, q[:4])
    wide = memoryview(bytearray(48)).cast("d", (3, 2))              # components first, not bodies first
    says(ValueError, "inertia has the shape (3, 2); must begin with 2", rgs.principal, 2, J, wide, q)
    says(ValueError, "x has the shape (3, 2)", Stepper, rgs, "exact", "strang",
           dict(columns(), x=wide), lambda time: None)


@case
def numbers_that_c_would_cut():
    """Numbers that C would cut."""
    body = columns()
    stepper = Stepper(rgs, "exact", "strang", body, springs(body, []))
    says(OverflowError, "-1", stepper.set_valid, -1)
    says(OverflowError, "stepper_run: n is 18446744073709551616; allowed 0 to 9223372036854775807",
           stepper.step, 0.1, 2**64)
    says(OverflowError, "-1; allowed 0 to 18446744073709551615", setattr, stepper, "steps", -1)
    says(OverflowError, "18446744073709551616; allowed 0 to", setattr, stepper, "steps", 2**64)
    says(TypeError, "stepper_run: h is '0.1'; must be a number", stepper.step, "0.1")
    says(TypeError, "stepper_run: n is 1.5; must be a whole number", stepper.step, 0.1, 1.5)


@case
def what_is_missing():
    """What a stepper cannot do without, told where it is made."""
    some = columns()
    del some["mass"], some["tau"]
    says(ValueError, "columns has no mass, tau; give x, p, q, l, mass", Stepper, rgs, "exact", "strang",
           some, lambda time: None)
    says(ValueError, "columns has gf but no gtau; give both", Stepper, rgs, "exact", "strang",
           dict(columns(), gf=columns()["f"]), lambda time: None)
    says(TypeError, "force is None; must be a function", Stepper, rgs, "exact", "strang", columns())
    says(ValueError, "threads is 0; must be a whole number, 1 or more", Stepper, rgs, "exact", "strang", columns(),
           lambda time: None, threads=0)
    body = columns()
    stepper = Stepper(rgs, "exact", "strang", body, springs(body, []))
    refused(-1, -1, "n is -1", stepper.step, 0.1, -1)

    # An error's text that is cut inside a character can be read.
    for before in "", "a", "aa":
        refused(-3, -1, "no scheme is called", stepper.swap, "exact", before + 100 * "\u00e9\u4e2d")

    # Two names for one handle would close it twice.
    for how in copy.copy, copy.deepcopy, pickle.dumps:
        says(TypeError, "cannot be copied", how, stepper)
    stepper.close()
    stepper.close()


@case
def destroyed():
    """What is dropped without being closed is destroyed, at once; so is what `with` leaves."""
    body, gone = columns(), []
    destroy = rgs.stepper_destroy
    rgs.stepper_destroy = lambda handle: gone.append(handle.value) or destroy(handle)
    gc.disable()
    stepper = Stepper(rgs, "exact", "strang", body, springs(body, []))
    stepper.step(0.1)
    del stepper
    assert len(gone) == 1 and gone[0]
    with Stepper(rgs, "exact", "strang", body, springs(body, [])) as stepper:
        stepper.step(0.1)
    assert len(gone) == 2
    gc.enable()
    rgs.stepper_destroy = destroy


@case
def flags():
    """The flags of a view."""
    p, v = columns(), columns()
    for i, value in enumerate(p["p"]):
        v["p"][i] = value / 2.0
    for state, flags in (p, 0), (v, rigidstep.P_IS_VELOCITY):
        with Stepper(rgs, "exact", "strang", state, springs(state, []), flags=flags) as stepper:
            stepper.step(0.1)
    assert max(abs(a - b) for a, b in zip(p["x"], v["x"])) < 1e-15 and p["p"] != v["p"]
    odd = dict(columns(), inertia=array("d", 2 * [1.0, 1.0, 5.0]))
    refused(-7, 0, "inertia", lambda: Stepper(rgs, "exact", "strang", odd, springs(odd, [])).step(0.1))
    Stepper(rgs, "exact", "strang", odd, springs(odd, []), flags=rigidstep.ANY_MOMENTS).step(0.1)
    refused(-11, -1, "nosuch.so", Stepper, rgs, "exact", "strang", columns(), print, modules=["nosuch.so"])

    says(OSError, "give Library the path", Library, "/nosuch.so")
    assert rigidstep.__version__.count(".") == 2


run()
