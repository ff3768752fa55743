#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The formulas and the rounding errors of the rotor `exact`, as core/EXACT.md derives them.  Needs mpmath.

    exact_rotor.py ROOT

Prints first by how much the formulas differ from Taylor series of the motion, which has to be less than 1e-30.
Then the algorithm runs in doubles, in plain Python, and is compared with itself in 60 digits: the table of the page,
a row for each number of doublings.  Exits with 1 if a formula is wrong, an error is above the page's bound, or the
page has other numbers.
"""
import math
import os
import random
import sys

try:
    from mpmath import mp, mpf
except ImportError:
    sys.exit(print("skipped: needs mpmath"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data"))
import make  # noqa: E402
from taylor import Equations  # noqa: E402

mp.dps = 60
U, REACH, BODIES = mpf(2) ** -53, 0.0625, 40


def cosine(x):
    """Of a double, with the same bits on every machine."""
    return float(mp.cos(mpf(x)))


def sine(x):
    return float(mp.sin(mpf(x)))


# ---- the algorithm, for doubles and for mpf -----------------------------------------------------------
class Motion:
    """What the momentum y and w1 keep constant."""
    def __init__(self, y, w1):
        self.y, self.w1, self.w3 = y, w1, 1 - w1
        y11, y22, y33 = (x * x for x in y)
        self.A2, both = y11 + w1 * y22, w1 * self.w3 * y22
        self.mu1, self.mu3 = both + w1 * y33, both + self.w3 * y11
        self.nu, self.l2, self.delta = w1 * self.A2, y11 + y22 + y33, w1 * y33 - self.w3 * y11


def by_taylor(m, T, slow, digits=45):
    """s, c, d, C, S at the time T; the slow angle is added to chi."""
    eq = Equations(digits, 1 / mp.sqrt(max(m.mu1, m.mu3)))
    s, c, d, chi = (eq.variable() for _ in range(4))
    s.slope, c.slope, d.slope = c * d, s * d * -m.mu1, s * c * -m.mu3
    part = s * s * m.nu
    chi.slope = part * (part + 1) ** -1
    s, c, d, chi = eq.flow([0, 1, 1, 0], T)
    angle, length = mp.sqrt(m.l2) * (chi + slow), mp.sqrt(m.l2)
    return s, c, d, mp.cos(angle), mp.sin(angle) / length


def by_series(m, T, slow):
    """The same in doubles, with the rounding errors of the code's polynomials in their last operations."""
    true = Motion([mpf(x) for x in m.y], mpf(m.w1))
    s, _, _, C, S = by_taylor(true, mpf(T), mpf(0), 30)
    P = float(s / T - 1)
    s = T + T * P
    v = m.nu * (s * s)
    integral = float(mp.atan2(S * mp.sqrt(true.l2), C) / mp.sqrt(true.l2) / (T * true.nu * mpf(s) ** 2))
    chi = slow + T * (v * integral)
    length = math.sqrt(m.l2)
    return (s, math.sqrt(1 - m.mu1 * (s * s)), math.sqrt(1 - m.mu3 * (s * s)),
            cosine(chi * length), sine(chi * length) / length)


def twice(m, s, c, d, C, S):
    """Doubles the time, with the Newton step of the code; the length of (C, S |y|) is arbitrary."""
    s2, cc, dd, cd = s * s, c * c, d * d, c * d
    inverse = 1 / (cc + dd * (m.mu1 * s2))
    shift = m.delta * s2
    s_new, c_new, d_new = s * cd * (2 * inverse), (cc * dd - shift) * inverse, (cc * dd + shift) * inverse
    x = m.nu * s2
    more, D2 = x * (cc * dd * (2 * inverse) + 1), x * s_new
    C2, S2, lS2 = C * C - m.l2 * S * S, 2 * C * S, 2 * C * (m.l2 * S)
    unit = 2.0 ** -math.frexp(float(C * C + m.l2 * S * S))[1]
    r = (3 - (c_new * c_new + m.mu1 * (s_new * s_new))) / 2
    s_new, c_new = s_new * r, c_new * r
    d_new = d_new - d_new * (d_new * d_new + m.mu3 * (s_new * s_new) - 1) / 2
    return s_new, c_new, d_new, (C2 + (C2 * more - lS2 * D2)) * unit, (S2 + (S2 * more + C2 * D2)) * unit


def rotation(m, s, c, d, C, S):
    """The quaternion of the rotation over twice the time."""
    y1, y2, y3 = m.y
    D0 = c * c + m.w1 * (s * s) * (y3 * y3)
    M = (y1 * c - m.w1 * s * d * (y2 * y3), y2 * (c * d) + s * (y1 * y3), y3 * d - m.w3 * (s * c) * (y1 * y2))
    return [(d * C - s * c * m.A2 * S) * D0, (s * C + c * d * S) * M[0], (c * S + m.w1 * s * d * C) * M[1],
            (m.nu * (s * s) + 1) * S * M[2]], [x / D0 for x in M]


def step(y, w1, a3, T, doublings):
    """In doubles: series, doublings, the slow angle, and the rotation."""
    m, part = Motion(y, w1), 2.0 ** -doublings
    alone = doublings > 1                          # then the slow angle is added at the end
    f = by_series(m, T * part, 0.0 if alone else T * a3 * part)
    for _ in range(doublings):
        f = twice(m, *f)
    if alone:
        length, (s, c, d, C, S) = math.sqrt(m.l2), f
        turn = T * a3 * length
        S = S * length
        f = (s, c, d, (C * cosine(turn) - S * sine(turn)) * length, S * cosine(turn) + C * sine(turn))
    return rotation(m, *f)[0]


def exact(y, w1, a3, T, doublings):
    """In 60 digits; formulas() shows that doubling is exact."""
    m, part = Motion(y, w1), mpf(2) ** -doublings
    f = by_taylor(m, T * part, a3 * T * part, 30)
    for _ in range(doublings):
        f = twice(m, *f)
    return make.unit(rotation(m, *f)[0])


def angle(p, q):
    """Between two quaternions."""
    v = make.product([p[0]] + [-x for x in p[1:]], q)
    return 2 * mp.atan2(make.length(v[1:]), abs(v[0]))


def condition(y, w1, a3, T, doublings, q):
    """The angles that relative changes of w1, a3, T and of y by its length make, added up."""
    e = mpf(10) ** -20

    def change(*inputs):
        return angle(q, exact(*inputs, doublings)) / e
    of_y = [change([x + e * make.length(y) * (i == k) for i, x in enumerate(y)], w1, a3, T) for k in range(3)]
    more = 1 + e
    return make.length(of_y) + change(y, w1 * more, a3, T) + change(y, w1, a3 * more, T) + change(y, w1, a3, T * more)


# ---- the formulas -------------------------------------------------------------------------------------
def formulas():
    """The largest differences from Taylor series, of motions of each kind."""
    worst = dict.fromkeys(("momentum", "orientation", "doubling"), mpf(0))
    for w1, a3, y in ((0.3, 0.7, (0.2, 0.5, -0.8)), (0.3, 0.7, (-0.9, 0.3, 0.2)), (0.0, 1.2, (0.3, -0.4, 0.8)),
                      (0.5, 0.1, (0.6, 0.2, -0.6)), (0.1, 3.0, (0.1 ** 0.5, 0.0, 0.9 ** 0.5))):
        w1, a3, y, T = mpf(w1), mpf(a3), make.unit([mpf(x) for x in y]), mpf("0.7")
        m = Motion(y, w1)
        f, double = by_taylor(m, T, a3 * T), by_taylor(m, 2 * T, 2 * a3 * T)
        r, half = rotation(m, *f)
        inertia = [1 / (a3 + 1), 1 / (a3 + w1), 1 / a3]
        end, q = make.top(inertia, y, [mpf(1), mpf(0), mpf(0), mpf(0)], 2 * T)
        middle, _ = make.top(inertia, y, [mpf(1), mpf(0), mpf(0), mpf(0)], T)
        got = list(twice(m, *f))
        size = mp.sqrt(got[3] ** 2 + m.l2 * got[4] ** 2)
        got[3:] = [x / size for x in got[3:]]
        for name, error in (("momentum", make.length([a - b for a, b in zip(half, middle)])),
                            ("orientation", angle(make.unit(r), q)),
                            ("doubling", make.length([a - b for a, b in zip(got, double)]))):
            worst[name] = max(worst[name], error)
    return worst


# ---- rounding -----------------------------------------------------------------------------------------
def random_motion(kind):
    """y, w1, a3: anything, or close to the separatrix."""
    w1 = random.random() / 2
    y = [2 * random.random() - 1 for _ in range(3)]
    if kind == "separatrix":
        near = 1 + 2.0 ** -random.randrange(3, 40)
        y[0] = math.copysign(math.sqrt(w1 / (1 - w1)) * abs(y[2]) * near, y[0])
    length = math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2])   # sum() rounds otherwise in newer Pythons
    return [x / length for x in y], w1, random.random() * 2.0 ** random.randrange(-3, 4)


def doubled(kind):
    """The worst change of the amplitude phi by the rounding errors of one doubling, over u min(1, phi); and
    with the errors of delta, over u g min(1, phi)."""
    worst = [0.0, 0.0]
    for _ in range(25 * BODIES):
        y, w1, _ = random_motion(kind)
        m, true = Motion(y, w1), Motion([mpf(x) for x in y], mpf(w1))
        for name in "mu1", "mu3", "nu", "l2", "delta":
            setattr(true, name, mpf(getattr(m, name)))            # given, as they are rounded
        most = max(true.mu1, true.mu3)
        f = by_taylor(true, mp.sqrt(REACH / most) * random.uniform(0.5, 1), mpf(0), 20)
        for _ in range(random.randrange(6)):
            f = twice(true, *f)
        f = [float(x) for x in f[:3]]

        def amplitude(functions):
            s, c, d = (mpf(x) for x in functions[:3])
            return mp.atan2(mp.sqrt(most) * s, c if true.mu1 == most else d)
        phi, given = amplitude(twice(m, *f, 1.0, 0.0)), [*map(mpf, f), mpf(1), mpf(0)]
        for k, g in enumerate((1, 1 / mp.sqrt(1 - min(true.mu1, true.mu3) / most))):
            right = amplitude(twice(true, *given))
            worst[k] = max(worst[k], float(abs(phi - right) / (U * g * min(1, abs(right)))))
            true.delta = true.mu1 - true.mu3
    return worst


def row(kind, doublings):
    """The worst of random motions: error/u, error/(u max(1, cond))."""
    absolute, relative = 0.0, 0.0
    for _ in range(BODIES):
        y, w1, a3 = random_motion(kind)
        m = Motion(y, w1)
        T = math.sqrt(REACH * random.uniform(0.25, 1) / max(m.mu1, m.mu3)) * 2 ** doublings
        true = [mpf(x) for x in y], mpf(w1), mpf(a3), mpf(T), doublings
        q = exact(*true)
        error = angle(q, make.unit([mpf(x) for x in step(y, w1, a3, T, doublings)])) / U
        absolute = max(absolute, float(error))
        relative = max(relative, float(error / max(1, condition(*true, q))))
    return absolute, relative


def main(root):
    wrong = 0
    for name, error in formulas().items():
        wrong += error > mpf(10) ** -30
        print(f"{name:12s} differs from Taylor series by {float(error):.1e}")
    with open(os.path.join(root, "core/EXACT.md")) as file:
        page = file.read()
    for kind, numbers in (("any", (0, 1, 2, 4, 8)), ("separatrix", (0, 2, 4, 6))):
        for doublings in numbers:
            random.seed(f"{kind} {doublings}")
            absolute, relative = row(kind, doublings)
            line = f"| {kind} | {doublings} | {absolute:.3g} | {relative:.2f} |"
            stated = line in page
            wrong += relative > 112 + 9 * doublings or not stated
            print(line, "" if stated else "is not in core/EXACT.md", flush=True)
        random.seed(kind)
        own, with_delta = doubled(kind)
        line = f"| {kind} | {own:.2f} | {with_delta:.2f} |"
        wrong += own > 8 or line not in page
        print(line, "" if line in page else "is not in core/EXACT.md", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
