# SPDX-License-Identifier: BSD-3-Clause
"""Free bodies and a satellite as tests of other programs have them, beside motions that are known."""
from array import array

from attitude import (DAY, EARTH, TURN, YEAR, Table, angle, cross, free, gradient, move, np, pitch, place, rigidstep,
                      rows, to_body)

table = Table("Without a host: bodies of other programs' tests")
TIMES = (DAY,) if table.options.short else (DAY, YEAR)

# ---- free bodies: one call, any time ---------------------------------------------------------------------------------
for name, inertia, w, at_most in (
        ("van Zon and Schofield, JSBSim: moments 10, 20, 26", [10, 20, 26], [1, 15, 1], 1e-15),
        ("Orekit's TorqueFree: moments 3/8, 1/2, 5/8", [3 / 8, 1 / 2, 5 / 8], [0.05, 0, 0.04], 1e-15),
        ("Principia, near the middle axis: moments 3, 5, 9", [3, 5, 9], [0, 2 / 5, 0.01 / 9], 1e-14)):
    table.part(f"{name} (the bound grows with the angle turned)")
    q = np.array([0.9, 0.437, 0, 0]) / np.hypot(0.9, 0.437)
    l = rigidstep.matrices(q[None])[0] @ np.multiply(inertia, w)
    for t in (100.0, *TIMES):
        found = array("d", q)
        rigidstep.Library().free_flow("exact", 1, t, array("d", inertia), array("d", l), found)
        table.row(f"exact, one call, t = {t:.3g} s", t, 0, angle(found, free(inertia, q, w, t)[0]),
                  1e-14 + at_most * np.linalg.norm(w) * t)

# ---- a satellite on a circular orbit ---------------------------------------------------------------------------------
NASA = [500.0, 12250.0, 12250.0]                              # the cylinder of JEOD's SIM_dyncomp, RUN_10A


def torque_of(inertia):
    return lambda t, q, w: gradient(inertia, to_body(rows(q), place(t)), EARTH)


def held(inertia, q, w, torque, h, n):
    """The classical Runge-Kutta method, with a torque that is evaluated once a step, as 42's OneBodyRK4 has it."""
    def slope(y, fixed):
        q, w = y[:4], y[4:]
        turning = np.array([-q[1:] @ w, *(q[0] * w + np.array(cross(q[1:], w)))]) / 2
        return np.array([*turning, *((np.array(cross(inertia * w, w)) + fixed) / inertia)])
    inertia, y = np.array(inertia), np.array([*q, *w], float)
    for step in range(n):
        fixed = torque(step * h, y[:4], y[4:])
        a = slope(y, fixed)
        b = slope(y + h / 2 * a, fixed)
        c = slope(y + h / 2 * b, fixed)
        y = y + h / 6 * (a + 2 * b + 2 * c + slope(y + h * c, fixed))
        y[:4] /= np.linalg.norm(y[:4])
    return y[:4], y[4:], n


START = np.radians(30)
table.part("a satellite librates in its orbit by 30 degrees (a pendulum)")
first = [np.cos(START / 2), 0, 0, np.sin(START / 2)], [0, 0, TURN]
torque = torque_of(NASA)
for t in TIMES:
    known, day = pitch(NASA, TURN, START, t), "a day" if t == DAY else "a year"
    for scheme, h, most in (("strang", 30.0, 1e-2), ("blanes_moan4", 180.0, 3e-5), (table.options.scheme, 337.5, 1e-6)):
        n = round(t / h)
        q, _, calls = move(NASA, *first, torque, t / n, n, scheme)
        table.row(f"{scheme}, {day}", h, calls, angle(q, known), most if t == DAY else 2000 * most)
table.part("the same for three hours by a torque once a step, late by half of it, as in 42: it drives the libration")
known, errors = pitch(NASA, TURN, START, 10800.0), []
for h in (8.0, 4.0):
    n = round(10800 / h)
    errors.append(table.row("RK4 with the torque held", h, n, angle(held(NASA, *first, torque, h, n)[0], known)))
    q, _, calls = move(NASA, *first, torque, h, n, "strang")
    table.row("strang", h, calls, angle(q, known), 5e-5 * (h / 8)**2)
order = np.log2(errors[0] / errors[1])
table.claim(abs(order - 1) < 0.1, f"its order is {order:.2f}")
table.end()
