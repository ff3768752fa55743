# SPDX-License-Identifier: BSD-3-Clause
"""Python with NumPy's arrays: t_python_numpy.py MODULE."""
import sys
from array import array
try:
    import numpy as np
except ImportError:
    print("skipped: needs NumPy (Debian: python3-numpy)")
    sys.exit()
import case_list
from refused import says
from rigidstep import Library, Refused, Stepper

rgs = Library(sys.argv[1])
n, rng = 5, np.random.default_rng(1)
start = dict(x=rng.normal(size=(n, 3)), p=rng.normal(size=(n, 3)), l=rng.normal(size=(n, 3)),
             q=rng.normal(size=(n, 4)), mass=rng.uniform(1, 2, n), f=np.zeros((n, 3)),
             inertia=rng.uniform(1, 1.5, (n, 3)), tau=np.zeros((n, 3)))
start["q"] /= np.linalg.norm(start["q"], axis=1)[:, None]


def run(columns, write):
    """write(force on x, torque): the host's side."""
    def force(time):
        x = np.array(columns["x"], dtype=float).reshape(n, 3)
        write(-x, np.cross(x, (0, 0, 1)))
        return (x * x).sum() / 2
    stepper = Stepper(rgs, "exact", "yoshida4", columns, force)
    stepper.step(0.05, 40)
    stepper.close()
    return [np.array(columns[name], dtype=float).ravel() for name in "xpql"]


@case_list.case
def layouts():
    """Arrays of the standard library, of two dimensions, body last, and fields of a struct: the same
    bits."""
    plain = {name: array("d", values.ravel()) for name, values in start.items()}
    def write_plain(f, tau):
        plain["f"][:], plain["tau"][:] = array("d", f.ravel()), array("d", tau.ravel())
    want = run(plain, write_plain)

    def layouts():
        yield "rows", {name: values.copy() for name, values in start.items()}
        yield "columns", {name: np.asfortranarray(values) for name, values in start.items()}
        record = np.zeros(n, [(name, float, values.shape[1:]) for name, values in start.items()])
        for name, values in start.items():
            record[name] = values
        yield "struct", {name: record[name] for name in start}
        yield "backwards", {name: values[::-1].copy()[::-1] for name, values in start.items()}

    for layout, columns in layouts():
        def write_array(f, tau):
            columns["f"][...], columns["tau"][...] = f, tau
        got = run(columns, write_array)
        assert all((a == b).all() for a, b in zip(got, want)), layout
    assert not (want[0] == start["x"].ravel()).all()


@case_list.case
def free_flow():
    """The call without handles takes them too."""
    q = start["q"].copy()
    rgs.free_flow("exact", n, 0.3, start["inertia"], start["l"], q)
    assert abs(np.linalg.norm(q, axis=1) - 1).max() < 1e-15 and abs(q - start["q"]).max() > 1e-3

    def wrong(error, word, name, values):
        says(error, f"{name}|{word}", Stepper, rgs, "exact", "strang", {**start, name: values}, lambda time: None)

    wrong(TypeError, "type code", "x", start["x"].astype(np.float32))
    wrong(TypeError, "type code", "mass", start["mass"].astype(int))
    wrong(ValueError, "15 are needed", "x", start["x"][:4].copy())
    wrong(ValueError, "shape", "x", np.zeros((n, 6))[:, ::3])
    wrong(ValueError, "shape", "x", np.zeros((2 * n, 3))[::2][:4])
    wrong(ValueError, "has the shape (5, 3, 1); must be (5, 3)", "x", start["x"].reshape(n, 3, 1))
    wrong(ValueError, "has the shape (5, 3, 1); must be (5, 3)", "x", start["x"].reshape(n, 3, 1)[::-1])
    wrong(TypeError, "is a strided memoryview, which does not tell where it begins; give numpy.asarray(x)",
          "x",
          memoryview(start["x"])[::-1])
    wrong(ValueError, "must hold 5 integers", "tag", np.zeros((n, 1), np.int64))
    wrong(TypeError, "list", "q", start["q"].tolist())
    narrow = np.zeros(n, [("name", "S4"), ("x", float, 3)])
    wrong(ValueError, "whole doubles", "x", narrow["x"])
    frozen = start["x"].copy()
    frozen.setflags(write=False)
    wrong(TypeError, "read-only", "x", frozen)

    one = {name: values[:1].copy() for name, values in start.items()}
    says(ValueError, "mass has the shape (); must be (1,)", Stepper, rgs, "exact", "strang",
         dict(one, mass=np.array(1.0)), lambda time: None)


@case_list.case
def overlapping():
    """Columns that share a number are refused where a stepper begins, whatever their strides."""
    block = np.zeros(12 * n)
    def shared(**given):
        return Stepper(rgs, "exact", "strang", dict(start, **given), lambda time: None)
    for p, words in ((block[3 * n - 1:6 * n - 1].reshape(n, 3), "columns['x'][2] lies where columns['p'] "
                                                                "has its component 0"),
                     (block[1:6 * n + 1].reshape(n, 6)[:, ::2], "columns['x'][0] lies where columns['p'] "
                                                                "has its component 1")):
        says(Refused, words + "|each number needs a place of its own", shared, x=block[:3 * n].reshape(n, 3), p=p)
    whole = block.reshape(n, 12)                         # of a body all in one row, as in a struct
    shared(x=whole[:, :3], p=whole[:, 3:6], l=whole[:, 6:9])
    moment = np.full((n, 3), 1.0)                        # what no step writes may share its numbers
    shared(inertia=moment, mass=moment[:, 1])


case_list.run()
