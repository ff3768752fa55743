#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the coefficients of the series in rigidstep/device/exact_phase.h.  Needs numpy.

exact_simd.c has the notation.  With x1 = mu1 T^2, x3 = mu3 T^2, x = nu T^2 and v = nu s^2, these functions
become polynomials:

    s/T - 1                                 in x1 + x3 and x1 x3
    (chi - slow)/(T x) or (chi - slow)/(T v)   in these two and x or v

All motions with mu T^2 <= reach have 0 <= x1, x3 <= reach and 0 <= x <= max(x1, x3).  The true values come from
Taylor's series in T^2 to high degree, in extended precision.  A polynomial is fitted to them at Chebyshev's nodes by
least squares, and weights are changed until its largest error is about as small as it can be.  The error of s is
relative; the error of chi is an angle, with T |l| = sqrt((x + x1)(x + x3)/x), which follows from
(nu + mu1)(nu + mu3) = nu |l|^2.
"""
import numpy as np

L = np.longdouble


def truth(x, x1, x3, degree=26):
    """s/T and (chi - slow)/(T x), from (s^2)'' = 2 - 4 (mu1 + mu3) s^2 + 6 mu1 mu3 s^4."""
    sigma, pi = x1 + x3, x1 * x3
    P = [np.ones_like(x), -sigma / L(3)]
    for j in range(2, degree + 1):
        square = sum(P[i] * P[j - 2 - i] for i in range(j - 1))
        P.append((6 * pi * square - 4 * sigma * P[j - 1]) / L((2 * j + 2) * (2 * j + 1)))
    g = [np.ones_like(x)]
    for j in range(1, degree + 1):
        g.append(P[j] - x * sum(P[i] * g[j - 1 - i] for i in range(j)))
    return np.sqrt(sum(P[::-1])), sum(g[j] / L(2 * j + 3) for j in range(degree, -1, -1))


def nodes(reach, n):
    return L(reach) * (1 + np.cos((2 * np.arange(n) + 1) * np.pi / (2 * n)).astype(L)) / 2


def solve(A, y):
    scale = np.abs(A).max(0)
    Q, Rm = np.linalg.qr((A / scale).astype(float))
    c = np.zeros(A.shape[1], L)
    for _ in range(4):  # refined in extended precision
        r = (y - (A / scale) @ c).astype(float)
        c = c + np.linalg.solve(Rm, Q.T @ r)
    return c / scale


def fit(terms, variables, value, weight, fixed):
    """The polynomial with these terms, of which the first few coefficients are fixed."""
    A = np.stack([np.prod([u ** e for u, e in zip(variables, t)], axis=0) for t in terms], 1)
    rest = value - A[:, : len(fixed)] @ np.array(fixed, L) if fixed else value
    A = A[:, len(fixed):]
    lawson, best = np.ones(len(value), L), None
    for _ in range(25):
        W = np.sqrt(lawson) * weight
        c = solve(A * W[:, None], rest * W)
        error = np.abs((A @ c.astype(float).astype(L) - rest) * weight)
        if best is None or error.max() < best[0]:
            best = (error.max(), c)
        lawson = lawson * (error / error.max() + L(1e-3))
        lawson /= lawson.mean()
    return best[0], list(fixed) + [float(a) for a in best[1]]


def terms(profile):
    return [(a, j, k) for a, d in enumerate(profile) for k in range(d // 2 + 1) for j in range(d - 2 * k + 1)]


def show(name, T, c, error):
    print("%s, largest error %.1e" % (name, error))
    rows = {}
    for t, v in zip(T, c):
        rows.setdefault((t[0], t[2]), []).append(repr(v))
    for (a, k), row in rows.items():
        print("  power %d of x or v, %d of pi: %s" % (a, k, ", ".join(row)))


def tables(name, reach, rows, profile, of_v):
    a = nodes(reach, 24)
    x1, x3 = (u.ravel() for u in np.meshgrid(a, a, indexing="ij"))
    f, _ = truth(0 * x1, x1, x3)
    T = [(0, j + (k == 0), k) for k, n in enumerate(rows) for j in range(n)]
    error, c = fit(T, (1 + 0 * x1, x1 + x3, x1 * x3), f - 1, 1 + 0 * x1, [])
    show(name + ": s/T - 1", T, c, error)

    a = nodes(reach, 11)
    x, x1, x3 = (u.ravel() for u in np.meshgrid(a, a, a, indexing="ij"))
    possible = x <= np.maximum(x1, x3)
    x, x1, x3 = x[possible], x1[possible], x3[possible]
    f, g = truth(x, x1, x3)
    per = f * f if of_v else 1 + 0 * x
    angle = np.sqrt(x * (x + x1) * (x + x3))  # of T x, where |l| = 1
    T = terms(profile)
    error, c = fit(T, (x * per, x1 + x3, x1 * x3), g / per, angle * per, [])
    show(name + ": chi", T, c, error)


def cosine(reach):
    """cos sqrt(z) - 1, of which the first term stays."""
    z, factorial, value = nodes(reach, 40), L(1), L(0)
    for j in range(1, 10):
        factorial *= (2 * j - 1) * (2 * j)
        value = value + (-z) ** j / factorial
    error, c = fit([(j,) for j in range(1, 5)], (z,), value, 1 + 0 * z, [-0.5])
    print("short: cos - 1, largest error %.1e\n  %s" % (error, ", ".join(repr(v) for v in c)))


if __name__ == "__main__":
    tables("short", "0.0025", [4, 3, 1], [3, 2, 1, 0], False)
    cosine("0.015")
    tables("long", "0.0625", [5, 5, 4, 2], [5, 5, 4, 3, 2, 2, 1, 0], True)
