# SPDX-License-Identifier: BSD-3-Clause
"""Stepper.check_forces names the mistakes of a program: t_python_forces.py MODULE.

Four bodies of three charges attract and repel each other by exp(-r^2/2).  A row has what spoils f, tau and
the energy of the right program, and what must be found.
"""
import os
import warnings
import sys
try:
    import numpy as np
except ImportError:
    print("skipped: needs NumPy (Debian: python3-numpy)")
    sys.exit()
from refused import says
from rigidstep import Library, Refused, Stepper, matrices

rgs, n, rng = Library(sys.argv[1]), 4, np.random.default_rng(3)
SITES, CHARGES = np.array([[0.5, 0.1, 0], [-0.3, 0.4, 0], [-0.1, -0.5, 0.3]]), np.array([1, -0.8, 0.4])
body = dict({name: rng.normal(size=(n, 3)) for name in ("x", "p", "l", "f", "tau")}, mass=np.ones(n),
            q=np.tile([1.0, 0, 0, 0], (n, 1)), inertia=np.tile([0.5, 0.6, 0.7], (n, 1)))
other = np.repeat(range(n), 3)[:, None] != np.repeat(range(n), 3)


def model(q, transposed=False):
    """f, tau, energy of bodies with these orientations."""
    turned = matrices(q).transpose(0, 2, 1) if transposed else matrices(q)
    arms = np.einsum("nij,kj->nki", turned, SITES)
    places = (body["x"][:, None] + arms).reshape(-1, 3)
    apart = places[:, None] - places
    charges = np.tile(CHARGES, n)
    energy = charges[:, None] * charges * other * np.exp(-(apart ** 2).sum(axis=2) / 2)
    pulls = (energy[:, :, None] * apart).sum(axis=1).reshape(n, 3, 3)
    return pulls.sum(axis=1), np.cross(arms, pulls).sum(axis=1), energy.sum() / 2


def about(vectors, back):
    return np.einsum("nji,nj->ni" if back else "nij,nj->ni", matrices(body["q"]), vectors)


class Old:
    """What was given at the call before."""
    def __init__(self):
        self.kept = np.zeros((n, 3)), np.zeros((n, 3)), 0.0
    def __call__(self, f, tau, e):
        kept, self.kept = self.kept, (f, tau, e)
        return kept[0], kept[1], e


def first_apart():
    return np.linalg.norm(body["x"][0] - body["x"][1])


def squares():
    return (body["x"] ** 2).sum(axis=1)[:, None]


MISTAKES = [
    ("", lambda f, tau, e: (f, tau, e), ""),
    ("", lambda f, tau, e: (1e9 * f, 1e9 * tau, 1e9 * e), ""),
    ("", lambda f, tau, e: (f * (1 + 1e-5 * rng.normal(size=f.shape)), tau, e), ""),
    ("", lambda f, tau, e: (f.astype(np.float32), tau.astype(np.float32), float(np.float32(e))), ""),
    ("wrong_force wrong_torque sign", lambda f, tau, e: (-f, -tau, e), "the sign is wrong"),
    ("wrong_torque sign", lambda f, tau, e: (f, -tau, e), "torques: "),
    ("wrong_force wrong_torque factor", lambda f, tau, e: (f, tau, e / 2), "given = 2 times"),
    ("wrong_force wrong_torque factor", lambda f, tau, e: (23.0605 * f, 23.0605 * tau, e), "eV and kcal/mol"),
    ("wrong_torque body_frame", lambda f, tau, e: (f, about(tau, True), e), "in the body frame"),
    ("wrong_torque rotated_twice", lambda f, tau, e: (f, about(tau, False), e), "once too often"),
    ("wrong_torque factor", lambda f, tau, e: (f, 57.29578 * tau, e), "degrees and radians"),
    ("wrong_torque unturned", lambda f, tau, e: (f, model([[1.0, 0, 0, 0]] * n)[1], e), "q is not used"),
    ("wrong_torque distance", lambda f, tau, e: (f, squares() * tau, e), "|x|^2 times"),
    ("wrong_torque quaternion_order", lambda f, tau, e: model(body["q"][:, [3, 0, 1, 2]]), "(w, x, y, z)"),
    ("wrong_torque quaternion_inverse", lambda f, tau, e: model(body["q"], True), "inverse rotation"),
    ("wrong_torque about_origin", lambda f, tau, e: (f, tau + np.cross(body["x"], f), e), "centre of mass"),
    ("wrong_torque missing", lambda f, tau, e: (f, 0 * tau, e), "not computed"),
    ("wrong_torque missing unwritten", lambda f, tau, e: (f, None, e), "not written"),
    ("stale", Old(), "the call before"),
    ("varying", lambda f, tau, e: (f + 0.1 * rng.normal(size=f.shape), tau, e), "from call to call"),
    ("added", lambda f, tau, e: (body["f"] + f, body["tau"] + tau, e), "added"),
    ("jump", lambda f, tau, e: (f, tau, e + 0.1 * (first_apart() > at)), "jumps"),
]
at = first_apart() + 0.01
for found, spoil, words in MISTAKES:
    def force(time):
        f, tau, energy = spoil(*model(body["q"]))
        body["f"][:] = f
        if tau is not None:
            body["tau"][:] = tau
        return energy
    body["f"][:], body["tau"][:] = 0, 0
    before = {name: values.copy() for name, values in body.items()}
    with Stepper(rgs, "exact", "strang", body, force) as stepper:
        report = stepper.check_forces(None)
    told = report.found == tuple(found.split()) and words in str(report)
    assert told, f"want '{found}' and '{words}': {report}"
    assert report.right == (not found) == str(report).split("\n")[0].endswith("right"), report
    assert sorted(row.body for row in report.rows) == [*range(n)]
    assert all((body[name] == before[name]).all() for name in body), found


# ---- a right host that refuses tilted cells -----------------------------------------------------------
def in_a_box(time, cell):
    if cell[1][0] or cell[2][0] or cell[2][1]:
        raise ValueError("tilted")
    apart = body["x"][:, None] - body["x"]
    apart -= np.diag(cell) * np.rint(apart / np.diag(cell))
    energy = np.exp(-(apart ** 2).sum(axis=2) / 2) * (1 - np.eye(n))
    pulls = energy[:, :, None] * apart
    body["f"][:], body["tau"][:] = pulls.sum(axis=1), 0
    return energy.sum() / 2, np.einsum("ija,ijb->ab", pulls, apart) / 2
npt = dict(kt=1, relaxation=1, seed=1, pressure=0.01, barostat_relaxation=10)
kinds = dict(thermostat="langevin", barostat="andersen", params=npt)
with Stepper(rgs, "exact", "strang", body, in_a_box, **kinds) as stepper:
    stepper.set_cell(12 * np.eye(3))
    report = stepper.check_forces()
    assert report.right and "for_lengths" in report.found and "keep the angles" in str(report), report
    assert stepper._caller.taken() is None          # it would be raised where something else fails


# ---- what is refused ---------------------------------------------------------------------------------
def raises(time):
    raise KeyError("mine")
def nothing(time):
    body["f"][:], body["tau"][:] = 0, 0
for force, kind, words, named in ((raises, KeyError, "mine", {}),
                                  (nothing, TypeError, "force returned None|check_forces", {}),
                                  (raises, Refused, "check.tolerance is -1", dict(tolerance=-1)),
                                  (raises, ValueError, "sample is -2; must be a whole number", dict(sample=-2))):
    with Stepper(rgs, "exact", "strang", body, force) as stepper:
        says(kind, words, stepper.check_forces, **named)
        assert all((body[name] == before[name]).all() for name in "xq")

# ---- with RIGIDSTEP_CHECKS a step finds what was not written, and bodies are as before it ------------
def heavy(time):
    body["f"][:, 2] = -9.81
    body["tau"][:] = 0
before = body["x"].copy()
for checks in "1", "0":
    os.environ["RIGIDSTEP_CHECKS"] = checks
    with Stepper(rgs, "exact", "strang", body, heavy) as stepper:
        if checks == "1":
            says(Refused, "body 0: f[0] was not written|RIGIDSTEP_CHECKS", stepper.step, 0.1)
            assert (body["x"] == before).all()
        else:
            stepper.step(0.1)

# ---- and says once if torques depend on momenta -----------------------------------------------------
def damped(time):
    body["f"][:], body["tau"][:] = 0, -0.1 * body["l"]
os.environ["RIGIDSTEP_CHECKS"] = "1"
body["l"][:] = 0.3
with warnings.catch_warnings(record=True) as told, Stepper(rgs, "exact", "strang", body, damped) as stepper:
    warnings.simplefilter("always")
    stepper.step(0.1, 5)
assert len(told) == 1 and "depends on momenta" in str(told[0].message), told
del os.environ["RIGIDSTEP_CHECKS"]
print("ok")
