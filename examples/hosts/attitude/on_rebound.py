# SPDX-License-Identifier: BSD-3-Clause
"""Hyperion tumbles and Mercury keeps its resonance: orbits by REBOUND, attitudes by REBOUND's Bulirsch-Stoer method and
by rigidstep.  Units: the orbit's half axis, and its period is 2 pi."""
import math

import rebound

from attitude import Table, angle, extrapolated, gradient, move, np, rows, to_body

# Half axes of 190, 145 and 114 km, as Wisdom, Peale and Mignard 1984 have them; the orbit takes 21.28 days.
HYPERION, OVAL, DAY = [0.34021, 0.49096, 0.57125], 0.1, 2 * math.pi / 21.28
MERCURY = [1 - 1.92e-4, 1 - 0.98e-4, 1.0]                     # J2, C22 and C / M R^2 of Margot et al. 2012


def orbit(eccentricity, integrator="whfast"):
    """The simulation, from the pericentre on."""
    simulation = rebound.Simulation()
    simulation.add(m=1)
    simulation.add(m=0, a=1, e=eccentricity)
    simulation.integrator, simulation.dt = integrator, 0.1
    return simulation


def torque_on(inertia, eccentricity):
    simulation = orbit(eccentricity)
    planet, moon = simulation.particles

    def torque(t, q, _):
        simulation.integrate(t)
        return gradient(inertia, to_body(rows(q), (moon.x - planet.x, moon.y - planet.y, moon.z - planet.z)), 1.0)
    return torque


def by_rebound(inertia, eccentricity, q, w, t, begun=0.0):
    """REBOUND's own: Euler's equations as a differential equation of the user beside the orbit's."""
    simulation, calls = orbit(eccentricity, "bs"), 0
    simulation.integrate(begun)
    body = simulation.create_ode(length=7, needs_nbody=True)

    def slope(_, dy, y, __):
        nonlocal calls
        calls += 1
        planet, moon = simulation.particles
        q, w = y[:4], y[4:7]
        f = gradient(inertia, to_body(rows(q), (moon.x - planet.x, moon.y - planet.y, moon.z - planet.z)), 1.0)
        dy[0] = -(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2
        for k in range(3):
            a, b = (k + 1) % 3, (k + 2) % 3
            dy[k + 1] = (q[0] * w[k] + q[a + 1] * w[b] - q[b + 1] * w[a]) / 2
            dy[k + 4] = ((inertia[a] - inertia[b]) * w[a] * w[b] + f[k]) / inertia[k]
    body.derivatives = slope
    for k, value in enumerate((*q, *w)):
        body.y[k] = value
    simulation.integrate(begun + t)
    found = np.array([body.y[k] for k in range(7)])
    return found[:4] / np.linalg.norm(found[:4]), found[4:], calls


def kepler(e, t):
    """The place, by Newton's method."""
    m = math.remainder(t, 2 * math.pi)
    u = m + e * math.sin(m)
    for _ in range(9):
        u -= (u - e * math.sin(u) - m) / (1 - e * math.cos(u))
    return math.cos(u) - e, math.sqrt(1 - e * e) * math.sin(u), 0.0


table = Table("REBOUND")
start = np.array([0.9, 0.3, -0.2, 0.1]) / 0.95**0.5, [0.4, 0.3, 1.2]
table.part("Hyperion, e = 0.1 (extrapolated midpoint rule on Kepler's ellipse)")
for days in (1, 30) if table.options.short else (1, 365):
    when = "a day" if days == 1 else f"{days} days"
    known = extrapolated(HYPERION, *start, lambda t, q, _: gradient(HYPERION, to_body(rows(q), kepler(OVAL, t)), 1.0),
                         DAY / 2, 2 * days)[0]
    found, _, calls = by_rebound(HYPERION, OVAL, *start, days * DAY)
    table.row(f"REBOUND: Bulirsch-Stoer, {when}", 0, calls, angle(found, known))
    for scheme, parts, most in (("strang", 24, 1e-4), ("blanes_moan4", 4, 1e-7), (table.options.scheme, 2, 1e-9)):
        found, _, calls = move(HYPERION, *start, torque_on(HYPERION, OVAL), DAY / parts, parts * days, scheme)
        table.row(f"exact x {scheme}, {when}", 1 / parts, calls, angle(found, known), most if days < 365 else None)

# ---- how fast neighbours part ----------------------------------------------------------------------------------------
def ours(q, w, t, begun):
    return move(HYPERION, q, w, lambda later, q, w: torque(begun + later, q, w), DAY, round(t / DAY),
                table.options.scheme)


def parting(segments, mover):
    """How many days neighbours take to part by the factor e: every 20 days their distance is made 1e-6 again."""
    q, w = np.array([1.0, 0.05, 0, 0]) / 1.0025**0.5, np.array([0.02, 0, 1.0])
    near, far, grown = np.concatenate([q, w]), np.array([*q, *w]) + [0, 0, 0, 0, 0, 0, 1e-6], 0.0
    for segment in range(segments):
        near, far = (np.concatenate(mover(y[:4], y[4:], 20 * DAY, segment * 20 * DAY)[:2]) for y in (near, far))
        apart = far - near
        distance = np.linalg.norm(apart)
        far, grown = near + apart * (1e-6 / distance), grown + math.log(distance / 1e-6)
        far[:4] /= np.linalg.norm(far[:4])
    return segments * 20 / grown


torque = torque_on(HYPERION, OVAL)
table.part("Hyperion from the synchronous state, the spin 3 degrees off the orbit's normal")
found, known = parting(18, ours), parting(18, lambda q, w, t, begun: by_rebound(HYPERION, OVAL, q, w, t, begun))
table.claim(abs(found / known - 1) < 1e-3,
            f"in the first 360 days neighbours part by e in {found:.3f} days, by REBOUND's method in {known:.3f}")
if not table.options.short:
    found = parting(round(40 * 365.25 / 20), ours)
    table.claim(15 < found < 64, f"in 40 years in {found:.0f} days; an orbit takes 21")

# ---- Mercury ---------------------------------------------------------------------------------------------------------
e, shape, orbits = 0.2056, (MERCURY[1] - MERCURY[0]) / MERCURY[2], 80 if table.options.short else 1000
free_rate = math.sqrt(3 * shape * (7 / 2 * e - 123 / 16 * e**3 + 489 / 128 * e**5))
torque = torque_on(MERCURY, e)
q, w, parts, angles, now = [1.0, 0, 0, 0], [0, 0, 1.5 + 0.02 * free_rate], 16, [], 0.0
for k in range(8 * orbits):
    begun = now
    q, w, _ = move(MERCURY, q, w, lambda t, q, w: torque(begun + t, q, w), 2 * math.pi / parts, parts // 8,
                   table.options.scheme)
    now += math.pi / 4
    angles.append(math.remainder(2 * math.atan2(q[3], q[0]) - 1.5 * now, 2 * math.pi))
t, angles = np.arange(1, len(angles) + 1) * math.pi / 4, np.array(angles)


def fitted(rate):
    """Sines and cosines of the year and of a libration of this rate: what they leave, and their factors."""
    waves = np.stack([wave(turns) for turns in (t, 2 * t, 3 * t, rate * t) for wave in (np.sin, np.cos)], axis=1)
    factors, left = np.linalg.lstsq(waves, angles, rcond=None)[:2]
    return left[0], factors


best = min(free_rate * np.linspace(0.98, 1.02, 401), key=lambda rate: fitted(rate)[0])
forced, half = fitted(best)[1][0], len(angles) // 2
known = 1.5 * shape * (1 - 11 * e**2 + 959 / 48 * e**4)
table.part(f"Mercury turns three times in two years, {orbits} years")
table.claim(abs(best / free_rate - 1) < 1e-3,
            f"it librates {best / free_rate:.4f} times as fast as the averaged pendulum")
table.claim(abs(forced / known - 1) < 0.01,
            f"each year's libration is {forced / known:.4f} times the known one (Margot et al. 2007)")
grows = max(abs(angles[half:])) / max(abs(angles[:half]))
table.claim(abs(grows - 1) < 1e-2, f"in the second half its largest angle is {grows:.5f} times that of the first")
table.end()
