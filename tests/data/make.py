#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Computes the reference solutions of this folder from the inputs in their rows.  Needs mpmath.

    make.py --check [ROWS]      recomputes ROWS rows (10) of all files and compares every digit
    make.py [--digits N] FILE.. writes these files anew; --digits 50 prints 50 in place of 30

Motions are integrated by Taylor series (taylor.py), never by elliptic functions or by another formula of the
library.  Elliptic functions and integrals are mpmath's.  Inputs are doubles, in the shortest decimals that
give them back.  Quaternions q are divided by their length first; their signs at the end have no meaning.

`cond`: by how much relative changes of the inputs change the result, to first order.  The results are
momentum, relative to its length, and orientation, as an angle; the larger one counts.  The changes of all
inputs are added up.  `condn`: the same where the momentum is changed as a vector, in each direction by its
length.  Both are 2 for a body that does not move, and `cond` of water2.csv is an old estimate; these
are not computed.
"""
import csv
import os
import sys
from fractions import Fraction

try:
    from mpmath import mp, mpf
except ImportError:
    sys.exit(print("skipped: needs mpmath"))
from taylor import Equations

FOLDER = os.path.dirname(os.path.abspath(__file__))
DIGITS = 60                # of the integration


# ---- vectors and quaternions ---------------------------------------------------------------------
def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def length(v):
    return mp.sqrt(mp.fsum(x * x for x in v))


def product(p, q):
    c = cross(p[1:], q[1:])
    return [p[0] * q[0] - dot(p[1:], q[1:])] + [p[0] * q[k] + p[k] * q[0] + c[k - 1] for k in (1, 2, 3)]


def matrix(q):
    """Its rows, for |q| = 1; numbers or series."""
    w, x, y, z = q
    return [[w * w + x * x - y * y - z * z, (x * y - w * z) * 2, (x * z + w * y) * 2],
            [(x * y + w * z) * 2, w * w - x * x + y * y - z * z, (y * z - w * x) * 2],
            [(x * z - w * y) * 2, (y * z + w * x) * 2, w * w - x * x - y * y + z * z]]


def unit(q):
    n = length(q)
    return [x / n for x in q]


def rotates(q, w):
    """q' = q (0, w)/2 for series."""
    a, e = q[0], q[1:]
    c = cross(e, w)
    q[0].slope = -dot(e, w) * 0.5
    for k in range(3):
        e[k].slope = (a * w[k] + c[k]) * 0.5


# ---- motions: from numbers by their names to results ------------------------------------------------
def top(inertia, y, q, time, torque=None, fast=0, more=()):
    """y' = y x w + torque(Q), q' = q (0, w)/2.  more: further variables, as (value, slope of them)."""
    reciprocal = [1 / x for x in inertia]
    spin = max([abs(a * b) for a, b in zip(reciprocal, y)] + [fast, mpf(10) ** -30])
    eq = Equations(DIGITS, 1 / spin)
    ys, qs = [eq.variable() for _ in y], [eq.variable() for _ in q]
    rest = [eq.variable() for _ in more]
    w = [a * b for a, b in zip(ys, reciprocal)]
    slopes = cross(ys, w)
    if torque:
        slopes = [a + b for a, b in zip(slopes, torque(eq, matrix(qs), rest))]
    for v, slope in zip(ys, slopes):
        v.slope = slope
    for v, (_, slope) in zip(rest, more):
        v.slope = slope(rest)
    rotates(qs, w)
    end = eq.flow(list(y) + unit(q) + [x for x, _ in more], time)
    return end[:3], end[3:7]


def free(r):
    y, inertia = vector(r, "y1 y2 y3"), vector(r, "I1 I2 I3")
    size, largest = length(y) or mpf(1), max(inertia)
    end, q = top([x / largest for x in inertia], [x / size for x in y], vector(r, "q0 q1 q2 q3"),
                 r["t"] * size / largest)
    return [[x * size for x in end], q]


def heavy_top(r):
    inertia, u0 = vector(r, "I1 I2 I3"), vector(r, "u01 u02 u03")

    def torque(eq, Q, _):
        u = [dot([row[k] for row in Q], u0) for k in range(3)]
        return [u[1], -u[0], eq.number(0)]
    return list(top(inertia, vector(r, "y1 y2 y3"), vector(r, "q0 q1 q2 q3"), r["t"], torque,
                    mp.sqrt(length(u0) / min(inertia))))


def satellite(r):
    inertia, rate2 = vector(r, "I1 I2 I3"), r["mu"] / r["r"] ** 3
    rate = mp.sqrt(rate2)

    def torque(eq, Q, place):
        n = [Q[0][k] * place[0] + Q[1][k] * place[1] for k in range(3)]
        return [x * (3 * rate2) for x in cross(n, [a * b for a, b in zip(n, inertia)])]
    return list(top(inertia, vector(r, "y1 y2 y3"), vector(r, "q0 q1 q2 q3"), r["t"], torque, rate,
                    [(mpf(1), lambda place: place[1] * -rate), (mpf(0), lambda place: place[0] * rate)]))


def nontwist(r):
    a, b, c = vector(r, "J11 J12 J22")
    det, u0, pi = a * c - b * b, vector(r, "u01 u02 u03"), vector(r, "Pi1 Pi2")
    fast = max(length(pi) / mp.sqrt(det), mp.sqrt(length(u0) / min(a, c)), mpf(10) ** -30)
    eq = Equations(DIGITS, 1 / fast)
    P, q = [eq.variable(), eq.variable()], [eq.variable() for _ in range(4)]
    rotates(q, [(P[0] * c - P[1] * b) * (1 / det), (P[1] * a - P[0] * b) * (1 / det), eq.number(0)])
    Q = matrix(q)
    u = [dot([row[k] for row in Q], u0) for k in range(2)]
    P[0].slope, P[1].slope = u[1], -u[0]
    end = eq.flow(pi + unit(vector(r, "q0 q1 q2 q3")), r["t"])
    return [end[:2], end[2:], [x for row in matrix(end[2:]) for x in row]]


def water(r, m):
    """Two molecules: charges, and Lennard-Jones between the oxygens."""
    eq = Equations(DIGITS, 20)
    inertia, sites = vector(m, "I1 I2 I3"), ("O", "H1", "H2")
    state, places, forces, torques, bodies = [], [], [], [], []
    for i in "12":
        x, v, y, q = [[eq.variable() for _ in range(n)] for n in (3, 3, 3, 4)]
        of_body = [r[f"{name[0]}{i}{name[1]}"] for name in OF_BODY]
        state += of_body[:9] + unit(of_body[9:])
        Q = matrix(q)
        arms = [[dot(row, [m[f"{s}_{k}"] for k in "xyz"]) for row in Q] for s in sites]
        places.append([[a + b for a, b in zip(x, arm)] for arm in arms])
        forces.append([eq.number(0)] * 3)
        torques.append([eq.number(0)] * 3)
        bodies.append((x, v, y, q, Q, arms))
    for a, s in enumerate(sites):
        for b, t in enumerate(sites):
            off = [p - o for p, o in zip(places[0][a], places[1][b])]
            r2 = dot(off, off)
            factor = r2 ** Fraction(-3, 2) * (m["ke"] * m["q_" + s] * m["q_" + t])
            if s == t == "O":
                s6 = r2 ** -3 * m["sigma"] ** 6
                factor = factor + (s6 * s6 * 2 - s6) * r2 ** -1 * (24 * m["eps"])
            for body, arm, sign in ((0, a, 1), (1, b, -1)):
                force = [factor * d * sign for d in off]
                forces[body] = [f + g for f, g in zip(forces[body], force)]
                torques[body] = [f + g for f, g in zip(torques[body], cross(bodies[body][5][arm], force))]
    for (x, v, y, q, Q, _), force, torque in zip(bodies, forces, torques):
        w = [a * (1 / b) for a, b in zip(y, inertia)]
        turn = cross(y, w)
        for k in range(3):
            x[k].slope, v[k].slope = v[k] * 1, force[k] * (1 / m["M"])
            y[k].slope = turn[k] + dot([row[k] for row in Q], torque)
        rotates(q, w)
    return eq.flow(state, r["t"])


def elliptic(r):
    a = vector(r, "a1 a2 a3 a4")
    if r["fn"] == "RJ":
        return mp.elliprj(*a)
    return mp.ellipfun(r["fn"], a[0], k=a[1])


# ---- condition ----------------------------------------------------------------------------------------
def changes(flow, r, inputs):
    """How the momentum and the orientation change with each input, as vectors; relative, and an angle."""
    y, q = flow(r)[:2]
    tiny, size = mpf(10) ** (-DIGITS // 3), length(y) or mpf(1)
    for name in inputs:
        y2, q2 = flow({**r, name: r[name] * (1 + tiny) if r[name] else tiny})[:2]
        turned = product([q[0]] + [-x for x in q[1:]], q2)[1:]
        yield ([(b - a) / tiny / size for a, b in zip(y, y2)], [2 * x / tiny for x in turned])


def conditions(flow, r, momentum, others):
    """cond and condn."""
    size = length(vector(r, momentum))
    own, rest = (list(changes(flow, r, names.split())) for names in (momentum, others))
    result = []
    for of in (0, 1):
        parts = [length(d[of]) for d in own]
        values = [r[name] for name in momentum.split()]
        by_size = [p / abs(x) * size if x else p * size for p, x in zip(parts, values)]
        sure = mp.fsum(length(d[of]) for d, name in zip(rest, others.split()) if r[name])
        result.append((sure + mp.fsum(p for p, x in zip(parts, values) if x), sure + length(by_size)))
    return [max(pair) for pair in zip(*result)]


# ---- files ----------------------------------------------------------------------------------------------
def vector(r, names):
    return [r[name] for name in names.split()]


def text(x, digits, size=0):
    """As mpmath prints it; 0.0 where it is nothing beside a vector of this size."""
    if abs(x) <= size * mpf(10) ** -45:
        return "0.0"
    if digits < 10:
        return mp.nstr(x, digits)
    return mp.nstr(x, digits, strip_zeros=False, min_fixed=-2, max_fixed=2)


def texts(vectors, digits):
    return [text(x, digits, length(v)) for v in vectors for x in v]


Q, TOP = "q0 q1 q2 q3", "yt1 yt2 yt3 qt0 qt1 qt2 qt3"
OF_BODY = [a + k for a, ks in (("x", "xyz"), ("v", "xyz"), ("y", "123"), ("q", "0123")) for k in ks]
PAIR = [f"{name[0]}{i}{name[1]}" for i in "12" for name in OF_BODY]
MOTIONS = {  # file: the flow, its results, the momentum, the other inputs
    "free.csv": (free, TOP, "y1 y2 y3", f"I1 I2 I3 {Q} t"),
    "heavytop.csv": (heavy_top, TOP, "y1 y2 y3", f"I1 I2 I3 {Q} t u01 u02 u03"),
    "satellite.csv": (satellite, TOP, "y1 y2 y3", f"I1 I2 I3 {Q} t mu r"),
    "nontwist.csv": (nontwist, "Pit1 Pit2 qt0 qt1 qt2 qt3 Lt11 Lt12 Lt13 Lt21 Lt22 Lt23 Lt31 Lt32 Lt33", "Pi1 Pi2",
                     f"J11 J12 J22 {Q} t u01 u02 u03"),
}


def number(word):
    try:
        return mpf(float(word))
    except ValueError:
        return word


def read(name):
    """The row of names, and the rows as dictionaries."""
    with open(os.path.join(FOLDER, name)) as file:
        reader = csv.DictReader(line for line in file if line[0] != "#")
        return list(reader), reader.fieldnames


def of_motion(row, name, digits, with_cond):
    flow, results, momentum, others = MOTIONS[name]
    r = {k: number(v) for k, v in row.items()}
    new = dict(zip(results.split(), texts(flow(r), digits)))
    if with_cond and r["t"] and any(r[y] for y in momentum.split()):
        new.update(zip(("cond", "condn"), (text(x, 6) for x in conditions(flow, r, momentum, others))))
    return new


def of_pair(row, digits):
    first = {k: number(v) for k, v in read("water2.csv")[0][0].items()}
    m = {x["name"]: number(x["value"]) for x in read("water2_params.csv")[0]}
    return dict(zip(PAIR, (text(x, digits) for x in water({**first, "t": number(row["t"])}, m))))


def of_function(row, digits):
    r, tiny = {k: number(v) for k, v in row.items()}, mpf(10) ** (-DIGITS // 2)
    value = elliptic(r)
    moved = (elliptic({**r, a: r[a] * (1 + tiny)}) - value for a in ("a1", "a2", "a3", "a4") if r[a])
    return {"value": text(value, digits), "cond": text(mp.fsum(map(abs, moved)) / tiny / abs(value), 6)}


def computed(row, name, digits=30, with_cond=True):
    """What can be computed of a row, as the file has it."""
    if name in MOTIONS:
        new = of_motion(row, name, digits, with_cond)
    elif name == "ellip.csv":
        new = of_function(row, digits)
    else:
        new = of_pair(row, digits) if float(row["t"]) else {}
    return {k: v for k, v in new.items() if k in row}


def write(name, digits):
    rows, names = read(name)
    for row in rows:
        row.update(computed(row, name, digits))
        print(name, *list(row.values())[:2], flush=True)
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write("# make.py in this folder computes these numbers and says what they are\n")
        out = csv.DictWriter(file, names, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def check(count):
    """Recomputes `count` rows: those of all files whose motion is short, evenly distributed."""
    cheap = []
    for name in (*MOTIONS, "water2.csv", "ellip.csv"):
        most = 15 if name == "heavytop.csv" else 9
        short = [(name, row) for row in read(name)[0] if number(row["cond"]) < most]
        take = count - 5 if name == "free.csv" else 1
        cheap += short[len(short) // (2 * take)::max(1, len(short) // take)][:take]
    wrong = digits = 0
    for name, row in cheap:
        new = computed(row, name, with_cond=name != "heavytop.csv")
        for column, value in new.items():
            digits += sum(c.isdigit() for c in value)
            if value != row[column]:
                wrong += 1
                print(f"{name}, {list(row.values())[:2]}, {column}: file {row[column]}, computed {value}")
    print(f"{len(cheap)} rows, {digits} digits, {wrong} numbers differ")
    return wrong


if __name__ == "__main__":
    words = sys.argv[1:]
    mp.dps = DIGITS + 20
    if words[:1] == ["--check"]:
        sys.exit(check(int((words + ["10"])[1])) > 0)
    length_of = int(words[1]) if words[:1] == ["--digits"] else 30
    DIGITS = max(DIGITS, length_of + 30)
    for file_name in words[2 if words[:1] == ["--digits"] else 0:]:
        write(file_name, length_of)
