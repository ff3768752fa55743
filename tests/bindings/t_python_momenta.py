# SPDX-License-Identifier: BSD-3-Clause
"""Torques that depend on momenta, with the schemes made for them, beside Runge-Kutta steps of order 4 on all
variables with 16 times smaller steps, extrapolated: they share no formula with the library."""
import re, sys, warnings
import numpy as np
from rigidstep import Library, P_IS_VELOCITY, Refused, Stepper

rgs = Library(sys.argv[1])
SHAPES = {"asymmetric": [1.0, 1.6, 2.2], "oblate": [1.0, 1.0, 1.7], "sphere": [1.2, 1.2, 1.2]}
START = dict(q=[0.5, 0.5, -0.5, 0.5], l=[1.0, 0.4, -1.3], x=[0.2, 0, 0.1], p=[0.3, -0.5, 0.2])
FIELD = np.array([0.3, -0.5, 0.8])

def axes(q):                                        # columns: the body's axes in space
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])

def rate(q, l, inertia):                            # in space
    return axes(q) @ (axes(q).T @ l / inertia)

# ---- force and torque of t, x, p, q, l --------------------------------------------------------------
def damping(t, x, p, q, l, inertia):                # by a tensor in the body, and a wind that turns it
    r = axes(q)
    return -x - 0.4 * p, r @ (-np.array([0.9, 0.5, 0.3]) * (r.T @ l)) + 0.3 * np.cross(r[:, 2], [0, np.sin(t), 1])
def magnetic(t, x, p, q, l, inertia):               # a charged body that is magnetised by its rotation
    return np.cross(p, FIELD) - x, np.cross(rate(q, l, inertia), FIELD)
def coriolis(t, x, p, q, l, inertia):               # seen from a frame that turns about z
    spin = np.array([0, 0, 0.7])
    return -2 * np.cross(spin, p) - x, np.cross(l, spin)
def b_dot(t, x, p, q, l, inertia):                  # coils: m = -k dB/dt in the body, torque m x B
    b = np.array([np.cos(t), np.sin(t), 0.4])
    return 0 * x, np.cross(0.6 * np.cross(rate(q, l, inertia), b), b)
def quadratic(t, x, p, q, l, inertia):
    return -np.linalg.norm(p) * p, -0.5 * np.linalg.norm(l) * l
MODELS = damping, magnetic, coriolis, b_dot, quadratic

# ---- the reference ----------------------------------------------------------------------------------
def slope(t, s, model, inertia):
    x, p, q, l = s[:3], s[3:6], s[6:10], s[10:]
    unit = q / np.linalg.norm(q)
    f, tau = model(t, x, p, unit, l, inertia)
    w = rate(unit, l, inertia)
    turn = np.array([-w @ q[1:], *(q[0] * w + np.cross(w, q[1:]))]) / 2
    return np.concatenate([p, f, turn, tau])

def runge_kutta(model, inertia, time, n):
    s, h = np.concatenate([START[k] for k in "xpql"]), time / n
    for k in range(n):
        a = slope(k * h, s, model, inertia)
        b = slope(k * h + h / 2, s + h / 2 * a, model, inertia)
        c = slope(k * h + h / 2, s + h / 2 * b, model, inertia)
        d = slope(k * h + h, s + h * c, model, inertia)
        s = s + h / 6 * (a + 2 * b + 2 * c + d)
    return s

def reference(model, inertia, time):
    coarse, fine = (runge_kutta(model, inertia, time, n) for n in (200, 400))
    return fine + (fine - coarse) / 15

# ---- the library ------------------------------------------------------------------------------------
def stepper_of(model, inertia, scheme, start=START, **more):
    body = {k: np.array([v], float) for k, v in dict(start, inertia=inertia, f=[0, 0, 0], tau=[0, 0, 0]).items()}
    body["mass"] = np.ones(1)
    def force(time, *cell):
        body["f"][0], body["tau"][0] = model(time, *(body[k][0] for k in "xpql"), body["inertia"][0])
        return 0.0
    return body, Stepper(rgs, "exact", scheme, body, force, momenta=True, **more)

def state(body):
    return np.concatenate([body[k][0] for k in "xpql"])

def error(model, inertia, scheme, n, exact, **more):
    body, stepper = stepper_of(model, np.array(inertia), scheme, **more)
    with stepper:
        stepper.step(2.0 / n, n)
        return abs(state(body) - exact).max()

def orders():
    for shape, inertia in SHAPES.items():
        for model in MODELS:
            exact = reference(model, np.array(inertia), 2.0)
            found = []
            for scheme, steps, params in (("strang_momentum", 40, {"evaluations": 1}), ("strang_momentum", 40, {}),
                                          ("suzuki4_momentum", 30, {})):
                errors = [error(model, inertia, scheme, n, exact, params=params) for n in (steps, 2 * steps)]
                found.append(np.log2(errors[0] / errors[1]))
            print(f"{shape:10s} {model.__name__:9s}", *(f"{order:.2f}" for order in found))
            for order, want in zip(found, (2, 2, 4)):
                assert abs(order - want) < 0.25, (shape, model, found)

def going_back_pays():
    def mild(t, x, p, q, l, inertia):
        return damping(t, x, p, q, 0.5 * l, inertia)
    exact = reference(mild, np.array(SHAPES["asymmetric"]), 2.0)
    errors = [error(mild, SHAPES["asymmetric"], scheme, n, exact, params={"evaluations": evaluations})
              for scheme, n, evaluations in (("strang_momentum", 300, 1), ("suzuki4_momentum", 20, 3))]
    print(f"300 evaluations: suzuki4_momentum's error is {errors[0] / errors[1]:.0f} times smaller")
    assert errors[0] > 10 * errors[1]

def plain_scheme():                                 # order 1, and it is said
    exact = reference(damping, np.array(SHAPES["asymmetric"]), 2.0)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        errors = [error(damping, SHAPES["asymmetric"], "strang", n, exact) for n in (40, 80)]
        body, stepper = stepper_of(damping, np.array(SHAPES["sphere"]), "srkn11b")
        with stepper:
            assert stepper.describe().order == 1
    assert abs(np.log2(errors[0] / errors[1]) - 1) < 0.1, errors
    assert len(told) == 3 and all("strang_momentum" in str(one.message) for one in told)

# ---- stiff friction ---------------------------------------------------------------------------------
def stiff():
    """Friction alone.  From kick to kick no momentum grows at any rate times the step, and fast spins end; if the body
    turns far within a step, the explicit half kick of the first step is seen, which is rate h/2 - 1 times the spin."""
    for rates in ([5, 3, 1], [50, 20, 5], [1e4, 50, 2]):
        def brake(t, x, p, q, l, inertia):
            r = axes(q)
            return -5 * p, r @ (-np.array(rates) * (r.T @ l))
        for evaluations in 1, 2:
            start = dict(START, l=np.array([1.0, 0.4, -1.3]) * 5)
            body, stepper = stepper_of(brake, np.array(SHAPES["asymmetric"]), "strang_momentum", start,
                                       params={"evaluations": evaluations})
            most = 0.0
            size = np.linalg.norm(body["l"]), np.linalg.norm(body["p"])
            with stepper:
                for _ in range(200):
                    stepper.step(1.0)
                    most = max(most, np.linalg.norm(body["l"]) / size[0], np.linalg.norm(body["p"]) / size[1])
            print(rates, evaluations, "largest", most, "last", np.linalg.norm(body["l"]) / size[0])
            bar = 1 if rates[0] == 5 else rates[0] / 2
            assert most < bar and np.linalg.norm(body["l"]) < (1e-6 if rates[0] < 1e4 else 1) * size[0]
    body, stepper = stepper_of(brake, np.array(SHAPES["asymmetric"]), "strang")
    with warnings.catch_warnings(), stepper:
        warnings.simplefilter("ignore")
        try:
            stepper.step(1.0, 100)
        except Refused:
            pass
        else:
            assert np.linalg.norm(body["l"]) > 1e6  # as every scheme that is explicit

def stable_slopes():
    """Of linear friction g with the slope d in its place: the largest eigenvalue of a step, as core/README.md has it."""
    def growth(g, d, evaluations):                  # g and d times h/2
        columns = []
        for y, f in np.eye(2):                      # f: h/2 times the force of the kick before
            start = y + f
            tried = y + (start + f - y) / (1 + d)
            for left in range(evaluations, 0, -1):
                change = (start - g * tried - tried) / (1 + d)
                f, tried = -g * tried - d * change, tried + change * (left > 1)
            columns.append((start + f, f))
        return max(abs(np.linalg.eigvals(np.transpose(columns))))
    slopes_of = 0, 0.1, 0.3, 0.5, 0.75, 1, 2, 8, 100
    for evaluations, least in (1, 0.75), (2, 0.5):
        assert all(growth(g, g * k, evaluations) < 1 + 1e-9 for g in (0.1, 0.3, 0.5) for k in slopes_of)
        assert all(growth(g, g * k, evaluations) < 1 + 1e-9 for g in (1, 10, 1e3) for k in slopes_of if k >= least)
    assert growth(10, 3, 1) > 1 and growth(10, 3, 2) > 1

def coupled():
    """Friction between bodies of a chain, of which no body knows its share: no growth up to a rate of 1/h."""
    n, numbers = 10, np.random.default_rng(1)
    for evaluations in 1, 2, 8:
        body = dict(x=np.zeros((n, 3)), p=numbers.normal(size=(n, 3)), q=np.tile([1.0, 0, 0, 0], (n, 1)),
                    l=numbers.normal(size=(n, 3)), mass=np.linspace(1, 2, n), inertia=np.ones((n, 3)),
                    f=np.zeros((n, 3)), tau=np.zeros((n, 3)))
        def dashpots(time):
            body["f"][:], body["tau"][:] = 0, 0
            push = 0.25 * np.diff(body["p"] / body["mass"][:, None], axis=0)
            body["f"][:-1] += push
            body["f"][1:] -= push
        with Stepper(rgs, "exact", "strang_momentum", body, dashpots, params={"evaluations": evaluations},
                     momenta=True) as stepper:
            total, energies = body["p"].sum(axis=0), []
            for _ in range(100):
                energies.append(stepper.energy()[0])
                stepper.step(1.0)
            assert max(energies) == energies[0] and energies[-1] < 0.5 * energies[0]
            assert abs(body["p"].sum(axis=0) - total).max() < (1e-5 if evaluations == 8 else 1e-2)

def slopes():
    """They are measured when it was asked: by seven evaluations, at the first step and every so many."""
    for every, want in (0, 10 + 7), (5, 10 + 14), (1, 10 + 70):
        calls = []
        def counted(*given):
            calls.append(given)
            return quadratic(*given)
        body, stepper = stepper_of(counted, np.array(SHAPES["asymmetric"]), "strang_momentum",
                                   params={"evaluations": 1, "slopes": every})
        with stepper:
            stepper.step(0.1, 10)
        assert len(calls) == want, (every, len(calls))

def refused():
    """Thermostats and barostats change momenta behind the kept forces; and velocities in p are no other motion."""
    inertia = np.array(SHAPES["asymmetric"])
    for kind, words in (("thermostat", "strang_momentum.*drag"), ("barostat", "strang_momentum.*andersen")):
        name = words.split(".*")[1]
        params = {"pressure": 1.0, "barostat_relaxation": 1.0, "kt": 1.0} if kind == "barostat" else {}
        try:
            stepper_of(damping, inertia, "strang_momentum", **{kind: name}, params=params)
        except Refused as error:
            assert re.search(words, str(error)), error
        else:
            raise AssertionError(kind)
    ends = []
    for mass, flags in ((1, 0), (1, P_IS_VELOCITY), (2, 0), (2, P_IS_VELOCITY)):
        body, stepper = stepper_of(damping, inertia, "strang_momentum", flags=flags)
        body["mass"][:] = mass
        body["p"] /= mass if flags else 1
        def force(time):
            p = body["p"][0] * (mass if flags else 1)
            body["f"][0], body["tau"][0] = damping(time, body["x"][0], p, body["q"][0], body["l"][0], inertia)
        with Stepper(rgs, "exact", "strang_momentum", body, force, flags=flags, momenta=True) as stepper:
            stepper.step(0.1, 20)
        ends.append(np.concatenate([body["x"][0], body["p"][0] * (mass if flags else 1), body["l"][0]]))
    assert abs(ends[0] - ends[1]).max() < 1e-13 and abs(ends[2] - ends[3]).max() < 1e-13

def detumbling():
    """B-dot from 500 deg/s, 0.9 rad a step: the energy of rotation never rises, until it is gone."""
    inertia = np.array([0.02, 0.025, 0.008])        # a CubeSat, kg m2
    def coils(t, x, p, q, l, inertia):
        b = 4e-5 * np.array([np.cos(0.02 * t), np.sin(0.02 * t), 0.5])
        return 0 * x, 1e5 * np.cross(np.cross(rate(q, l, inertia), b), b)     # strong, to keep this short
    start = dict(START, l=inertia * np.deg2rad(500) * np.array([0.6, 0.64, 0.48]), q=[1, 0, 0, 0])
    body, stepper = stepper_of(coils, inertia, "strang_momentum", start)
    energy = []
    with stepper:
        for _ in range(50):
            stepper.step(0.1, 80)
            energy.append(stepper.energy()[1])
    print("energy from", energy[0], "to", energy[-1])
    assert all(b < a for a, b in zip(energy, energy[1:])) and energy[-1] < 0.05 * energy[0]

def by_name():
    """Drafts are reached by their names, also in a swap."""
    body, stepper = stepper_of(quadratic, SHAPES["sphere"], "strang", START)
    with stepper:
        stepper.swap("exact", "strang_momentum")
        stepper.swap("exact", "strang")
    with Stepper(rgs, "exact", "suzuki4_momentum", body, lambda time: None) as stepper:
        stepper.swap("exact", "strang", thermostat="metropolis", params=dict(kt=1, seed=3))

for part in orders, going_back_pays, plain_scheme, stiff, stable_slopes, coupled, slopes, refused, detumbling, by_name:
    part()
print("ok")
