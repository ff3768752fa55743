# SPDX-License-Identifier: BSD-3-Clause
"""What the programs of this folder share: one body moved by rigidstep under a torque from elsewhere, motions that are
known, and a table.  q = (w, x, y, z) turns the body's axes into space; torques and rates are along the body's axes."""
import argparse
import math
import sys
from array import array

import mpmath as mp
import numpy as np

import rigidstep


def quaternion(turn):
    return rigidstep.quaternions(np.array([turn]))[0]


def from_mrp(sigma):
    """Basilisk's sigma_BN: tan(angle / 4) along the axis."""
    square = float(np.dot(sigma, sigma))
    return np.array([1 - square, *(2 * np.asarray(sigma))]) / (1 + square)


def to_mrp(q):
    return np.asarray(q[1:]) / (1 + q[0]) if q[0] >= 0 else np.asarray(q[1:]) / (q[0] - 1)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rows(q):
    """The matrix of q as three tuples of floats, ten times as fast as NumPy for one body."""
    w, x, y, z = q
    return ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def to_space(turn, v):
    return [r[0] * v[0] + r[1] * v[1] + r[2] * v[2] for r in turn]


def to_body(turn, v):
    return [turn[0][k] * v[0] + turn[1][k] * v[1] + turn[2][k] * v[2] for k in range(3)]


def move(inertia, q, w, torque, h, n, scheme="srkn11b", rates=False):
    """n steps of h from the attitude q and the rate w, with torque(time, q, w).  rates: it depends on w; strang_momentum
    then evaluates it once a step.  Returns q, w and how often torque was called."""
    turn = rows(q)
    body = {name: array("d", 3 * [0.0]) for name in ("x", "p", "f", "tau")}
    body.update(q=array("d", q), mass=array("d", [1]), inertia=array("d", inertia),
                l=array("d", to_space(turn, [i * y for i, y in zip(inertia, w)])))
    calls, more = 0, dict(momenta=True) if scheme.endswith("_momentum") else {}
    if scheme == "strang_momentum":
        more["params"] = dict(evaluations=1)

    def rate(l):
        return [m / i for m, i in zip(to_body(rows(body["q"]), l), inertia)]

    def force(time):
        nonlocal calls
        calls += 1
        there = torque(time, body["q"], rate(body["l"]) if rates else None)
        body["tau"][:] = array("d", to_space(rows(body["q"]), there))
        return 0.0

    with rigidstep.Stepper(None, "exact", scheme, body, force, rewinds=False, **more) as stepper:
        stepper.step(h, n)
    return np.array(body["q"]), np.array(rate(body["l"])), calls


DAY, YEAR = 86400.0, 365.25 * 86400
EARTH, RADIUS = 398600436000000.0, 6878137.0                  # m^3/s^2; of a circular orbit, m
TURN = (EARTH / RADIUS**3)**0.5


def place(t):
    return RADIUS * math.cos(TURN * t), RADIUS * math.sin(TURN * t), 0.0


def gradient(inertia, r, mu):
    """The torque of the gravity gradient, r from the planet to the body, along the body's axes."""
    squared = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    scale = 3 * mu / squared**2.5
    return [scale * t for t in cross(r, [i * c for i, c in zip(inertia, r)])]


# ---- motions that are known; none of them uses rigidstep -------------------------------------------------------------
def free(inertia, q, w, t):
    """Without a torque: Jacobi's elliptic functions with 30 digits, and the precession by a quadrature."""
    with mp.workdps(30):
        i, m, t = [mp.mpf(x) for x in inertia], [mp.mpf(x) * mp.mpf(y) for x, y in zip(inertia, w)], mp.mpf(t)
        twice, square = sum(a * a / b for a, b in zip(m, i)), sum(a * a for a in m)
        order = sorted(range(3), key=lambda k: i[k])
        sign = 1 if order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]) else -1
        if square < twice * i[order[1]]:                       # about the other axis; both signs change
            order.reverse()
        a, b, c = (i[k] for k in order)
        one, two = (mp.sqrt(abs(j * (twice * c - square) / (c - j))) for j in (a, b))
        three = mp.sqrt(abs(c * (square - twice * a) / (c - a)))
        modulus = (b - a) * (twice * c - square) / ((c - b) * (square - twice * a))
        speed = sign * mp.sign(m[order[2]]) * mp.sqrt((c - b) * (square - twice * a) / (a * b * c))
        begun = mp.ellipf(mp.atan2(m[order[1]] / two, m[order[0]] / one), modulus) if one else mp.mpf(0)

        def elliptic(kind, time):
            return mp.ellipfun(kind, begun + speed * time, m=modulus)

        def precession(time):
            axial = (three * elliptic("dn", time))**2
            return mp.sqrt(square) * (twice - axial / c) / (square - axial)

        period = 2 * mp.ellipk(modulus) / abs(speed)
        whole = mp.floor(t / period)
        parts = [mp.mpf(k) / 4 for k in range(5)]
        angle = whole * mp.quad(precession, [period * k for k in parts]) if whole else mp.mpf(0)
        angle += mp.quad(precession, [(t - whole * period) * k for k in parts])

        def frame(m):
            n = mp.matrix(m) / mp.sqrt(square)
            e = mp.matrix([int(k == order[2]) for k in range(3)])
            p = e - n * (n.T * e)[0]
            p = p / mp.norm(p)
            r = mp.matrix(cross(list(n), list(p)))
            return mp.matrix([[p[k], r[k], n[k]] for k in range(3)])
        turned = mp.matrix([[mp.cos(angle), -mp.sin(angle), 0], [mp.sin(angle), mp.cos(angle), 0], [0, 0, 1]])
        now = [mp.mpf(0)] * 3
        now[order[0]], now[order[1]] = one * elliptic("cn", t), two * elliptic("sn", t)
        now[order[2]] = mp.sign(m[order[2]]) * three * elliptic("dn", t)
        turn = mp.matrix(rows([mp.mpf(x) for x in q])) * frame(m) * turned * frame(now).T
        return quaternion(np.array(turn.tolist(), float)), np.array([float(a / b) for a, b in zip(now, i)])


def pitch(inertia, turn_rate, start, t):
    """Axis 1 begins at rest at the angle start from the vertical of a circular orbit about axis 3: a pendulum."""
    with mp.workdps(30):
        a, b, c = (mp.mpf(x) for x in inertia)
        n, k, t = mp.mpf(turn_rate), mp.sin(mp.mpf(start)), mp.mpf(t)
        u = mp.ellipk(k * k) + n * mp.sqrt(3 * (b - a) / c) * t
        half = (n * t + mp.asin(k * mp.ellipfun("sn", u, m=k * k))) / 2
        return np.array([float(mp.cos(half)), 0, 0, float(mp.sin(half))])


# A top with three different moments, held at a point; MuJoCo and Drake say how its weight turns it.
MASS, ARM, CENTRAL, WEIGHT = 1.0, 0.2, (0.010, 0.012, 0.006), 9.81
TOP = [CENTRAL[0] + MASS * ARM**2, CENTRAL[1] + MASS * ARM**2, CENTRAL[2]]
TILTED, SPIN, SECONDS = [math.cos(0.25), math.sin(0.25), 0.0, 0.0], [1.0, 0.5, 150.0], 2.0


def top_known():
    return extrapolated(TOP, TILTED, SPIN, lambda t, q, w: cross((0, 0, ARM), to_body(rows(q), (0, 0, -MASS * WEIGHT))),
                        0.005, round(SECONDS / 0.005))


def extrapolated(inertia, q, w, torque, h, n):
    """n steps of h by the extrapolated midpoint rule of Gragg, order 16."""
    def slope(t, y):
        q, w = y[:4], y[4:]
        m = [i * c for i, c in zip(inertia, w)]
        total = [g + f for g, f in zip(cross(m, w), torque(t, q, w))]
        return [-(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2, (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]) / 2,
                (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]) / 2, (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]) / 2,
                *(f / i for f, i in zip(total, inertia))]
    y = [float(c) for c in (*q, *w)]
    for step in range(n):
        t, table = step * h, []
        first = slope(t, y)
        for column, parts in enumerate(range(2, 18, 2)):
            small = h / parts
            old, new = y, [a + small * b for a, b in zip(y, first)]
            for part in range(1, parts):
                old, new = new, [a + 2 * small * b for a, b in zip(old, slope(t + part * small, new))]
            row = [[(a + b + small * c) / 2 for a, b, c in zip(old, new, slope(t + h, new))]]
            for k in range(column):
                ratio = (parts / (parts - 2 * (k + 1)))**2 - 1
                row.append([a + (a - b) / ratio for a, b in zip(row[k], table[k])])
            table = row
        y = table[-1]
    return np.array(y[:4]) / np.linalg.norm(y[:4]), np.array(y[4:])


# ---- the table -------------------------------------------------------------------------------------------------------
def angle(p, q):
    """Between two orientations."""
    p, q = np.asarray(p), np.asarray(q)
    half = min(np.linalg.norm(p - q), np.linalg.norm(p + q)) / 2
    return 4 * np.arcsin(half) if half <= 1 else np.inf


def energy(inertia, w):
    return float(np.dot(np.asarray(inertia) * w, w)) / 2


class Table:
    def __init__(self, title):
        options = argparse.ArgumentParser(description=title)
        options.add_argument("--short", action="store_true", help="seconds: days in place of years")
        options.add_argument("--scheme", default="srkn11b", help="for torques of time and orientation (%(default)s)")
        options.add_argument("--damped", default="strang_momentum", help="for torques that depend on the rate (%(default)s)")
        self.options, self.failed = options.parse_args(), False
        print(f"{title}\n  {'':46} {'step':>8} {'torques':>9} {'error/rad':>10}", flush=True)

    def part(self, text):
        print(f"{text}:", flush=True)

    def row(self, method, h, calls, error, at_most=None, more=""):
        """at_most: what is promised of the error."""
        right = at_most is None or error <= at_most
        self.failed |= not right
        print(f"  {method:46} {h:8.4g} {calls:9d} {error:10.1e}  {more}{'' if right else '  WRONG'}", flush=True)
        return error

    def claim(self, right, what):
        self.failed |= not right
        print(f"  {what}{'' if right else '  WRONG'}", flush=True)

    def end(self):
        sys.exit(1 if self.failed else 0)
