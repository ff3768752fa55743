#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the papers on the free rigid body show, with this library.

properties  order, invariants, symmetry, Poisson and symplectic form of every rotor, measured: Table 2 of G. Vilmart,
            Rigid body dynamics (2013).  --modules: rotors of these files, too
axes        where the axes of a book point: Figure 1 there.  --rotor: by another one than dmv10
triangle    accuracy of one step over all shapes: Figure 5 of E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010)
            23.  --cells: along I1/I3
growth      rounding in the energy of 16 bodies.  --steps: so many, 1e4 to 1e12

Errors are taken against a Taylor series in long double, which shares nothing with the library.  Exits with 1 if a number
is not what it should be."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import Sphere, Study, columns, no_force, plt, random_numbers, rigidstep, slope, take     # noqa: E402

LONG, EXACT = np.longdouble, rigidstep.EXACT
ROUNDING = 3e-15                                              # of one step


# ---- the reference: y' = y x w, w = y/I, q' = q (0, w)/2 ---------------------------------------------
def unit(v):
    return v / np.sqrt((v * v).sum(axis=-1, keepdims=True))


def times(p, q):
    """Products of quaternions (..., 4)."""
    (a, b, c, d), (w, x, y, z) = np.moveaxis(p, -1, 0), np.moveaxis(q, -1, 0)
    return np.stack([a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
                     a * y + c * w + d * x - b * z, a * z + d * w + b * y - c * x], axis=-1)


def back(q):
    return q * np.array([1, -1, -1, -1])


def into_body(q, l):
    """The momentum in the body's frame, in long double."""
    q = unit(LONG(q))
    return times(times(back(q), np.concatenate([np.zeros_like(q[..., :1]), LONG(l)], axis=-1)), q)[..., 1:]


def energy(inertia, l, q):
    return (into_body(q, l)**2 / (2 * LONG(inertia))).sum(axis=-1)


def turned(want, got):
    """Angle of the rotation between orientations, good to all digits however small."""
    d = times(back(want), LONG(got))
    return 2 * np.arctan2(np.sqrt((d[..., 1:]**2).sum(axis=-1)), abs(d[..., 0])).astype(float)


def reference(inertia, l, q, h, order=26, tolerance=1e-20):
    """Orientations of n bodies after the time h, by Taylor series.  Coefficients follow from those before by products of
    series, and a body's step is as long as the last two of them allow."""
    q, y, per, rest = unit(LONG(q)), into_body(q, l), 1 / LONG(inertia), np.full(len(q), LONG(h))
    while rest.any():
        Y, W, Q = (np.zeros((order + 1, len(q), width), LONG) for width in (3, 3, 4))
        Y[0], W[0], Q[0] = y, per * y, q
        for n in range(order):
            product = lambda a, b: (a[:n + 1] * b[n::-1]).sum(axis=0)         # noqa: E731
            for k, i, j in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
                Y[n + 1, :, k] = (per[:, j] - per[:, i]) * product(Y[..., i], Y[..., j]) / (n + 1)
                Q[n + 1, :, 1 + k] = (product(Q[..., 0], W[..., k]) + product(Q[..., 1 + i], W[..., j])
                                      - product(Q[..., 1 + j], W[..., i])) / (2 * (n + 1))
            Q[n + 1, :, 0] = -product(Q[..., 1:], W).sum(axis=-1) / (2 * (n + 1))
            W[n + 1] = per * Y[n + 1]
        size = np.maximum(abs(Y).max(axis=-1), abs(Q).max(axis=-1)) + 1e-300
        step = np.minimum((tolerance / size[-1])**(1 / LONG(order)), (tolerance / size[-2])**(1 / LONG(order - 1)))
        step = np.where(step < abs(rest), np.copysign(step, rest), rest)[:, None]
        y, q = Y[order], Q[order]
        for n in range(order - 1, -1, -1):
            y, q = y * step + Y[n], q * step + Q[n]
        rest = rest - step[:, 0]
    return unit(q)


# ---- properties --------------------------------------------------------------------------------------
BODIES = dict(
    inertia=np.array([[0.6, 0.8, 1.0], [0.348, 0.653, 1.0], [1.0, 0.55, 0.7], [0.9, 1.0, 0.4], [0.8, 1.0, 0.65],
                      [0.5, 0.45, 0.9]]),
    l=unit(np.array([[0.88, 0.2, -0.44], [0.5, -0.6, 0.62], [0.3, 0.7, 0.65], [-0.6, 0.45, 0.66], [0.2, 0.9, -0.4],
                     [0.55, 0.55, -0.63]])),
    q=unit(np.array([[1, 0, 0, 0], [0.5, 0.5, -0.5, 0.5], [0.3, -0.8, 0.1, 0.4], [0.7, 0.1, 0.6, -0.2],
                     [-0.2, 0.5, 0.5, 0.6], [0.1, 0.2, 0.3, 0.9]])))


def random_bodies(n):
    numbers = take(random_numbers(1), n, 10)
    d = 0.05 + 0.5 * numbers[:, :3]
    return dict(inertia=d[:, [1, 2, 0]] + d[:, [2, 0, 1]], l=unit(numbers[:, 3:6] - 0.5), q=unit(numbers[:, 6:] - 0.5))


def run(bodies, rotor, modules, *steps):
    """The bodies after steps (h, n); None if the rotor refuses a step as too large."""
    moved = columns(len(bodies["q"]), **bodies)
    with rigidstep.Stepper(None, rotor, "strang", moved, no_force, modules=modules) as stepper:
        try:
            for step in steps:
                stepper.step(*step)
        except rigidstep.Refused:
            return None
    return moved


def measured_order(rotor, modules, crowd, crowd_end):
    """The slope of the median error of random bodies after the time 4 over the last six decades above rounding, where
    the leading term rules; EXACT if a step of any length is right to rounding."""
    for h in 0.01 * 3.0**np.arange(7):
        end = run(BODIES, rotor, modules, (h, 1))
        if end is None or (turned(reference(**BODIES, h=h), end["q"]) > ROUNDING * max(1, h)).any():
            break
    else:
        return EXACT
    points, steps = [], 1
    while steps <= 1000:
        end = run(crowd, rotor, modules, (4 / steps, steps))
        error = np.inf if end is None else np.median(turned(crowd_end, end["q"]))
        if error < 2e-13:
            break
        if error < 1e-3:
            points.append((-np.log(steps), np.log(error)))
        steps += steps // 4 + 1
    x, y = np.array([point for point in points if point[1] < points[-1][1] + np.log(1e6)]).T
    return slope(x, y)


def measured_drift(rotor, modules, steps=20000, parts=20):
    """Largest change of a component of l, of |y|^2, of the energy; the angle that a step of h, then one of -h, leave."""
    moved = columns(6, **BODIES)
    square = (into_body(moved["q"], moved["l"])**2).sum(axis=1)
    begun = energy(moved["inertia"], moved["l"], moved["q"])
    most = np.zeros(3)
    with rigidstep.Stepper(None, rotor, "strang", moved, no_force, modules=modules) as stepper:
        for _ in range(parts):
            stepper.step(0.1, steps // parts)
            now = (into_body(moved["q"], moved["l"])**2).sum(axis=1), energy(moved["inertia"], moved["l"], moved["q"])
            most = np.maximum(most, [abs(moved["l"] - BODIES["l"]).max(), abs(now[0] / square - 1).max(),
                                     abs(now[1] / begun - 1).max()])
    there = run(BODIES, rotor, modules, (0.3, 1), (-0.3, 1))
    return [*most, turned(unit(LONG(BODIES["q"])), there["q"]).max()]


def measured_forms(rotor, modules, h=0.4, shift=2e-5):
    """|A y^ A^T - (Ay)^|, A the derivative of y -> y' and hats for cross products; and the same of the whole map (Q, y)
    and the canonical form w((a, b), (c, d)) = a.d - b.c + y.(a x c), turns a, c and changes b, d of y in the body."""
    def hats(v):
        (x, y, z), zero = v.T, np.zeros(len(v))
        return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)

    def form(y):
        one = np.broadcast_to(np.eye(3), (len(y), 3, 3))
        return np.block([[-hats(y), one], [-one, np.zeros((len(y), 3, 3))]])
    y0 = into_body(BODIES["q"], BODIES["l"]).astype(float)
    end = run(BODIES, rotor, modules, (h, 1))
    y1 = into_body(end["q"], end["l"]).astype(float)
    D = np.zeros((6, 6, 6))                                   # of each body: rows and columns 0-2 the turn, 3-5 y
    for k in range(6):
        ends = []
        for change in (-shift, shift):
            turn, momentum = np.zeros((2, 6, 3))
            (turn if k < 3 else momentum)[:, k % 3] = change
            length = np.linalg.norm(turn, axis=1, keepdims=True)
            small = np.concatenate([np.cos(length / 2), turn / 2 * np.sinc(length / 2 / np.pi)], axis=1)
            q = unit(times(BODIES["q"], small))
            moved = run(dict(BODIES, q=q, l=into_body(back(q), y0 + momentum).astype(float)), rotor, modules, (h, 1))
            ends.append((moved["q"], into_body(moved["q"], moved["l"])))
        between = times(back(ends[0][0]), ends[1][0])
        D[:, :3, k] = 2 * between[:, 1:] * np.sign(between[:, :1]) / (2 * shift)
        D[:, 3:, k] = (ends[1][1] - ends[0][1]) / (2 * shift)
    A = D[:, 3:, 3:]
    return (abs(A @ hats(y0) @ A.transpose(0, 2, 1) - hats(y1)).max(),
            abs(D.transpose(0, 2, 1) @ form(y1) @ D - form(y0)).max())


def properties(study):
    modules, broken = study.options.modules, 0
    crowd = random_bodies(101)
    crowd_end = reference(**crowd, h=4.0)
    study.write_to("properties.txt")
    study.say("Free rotation by every rotor: 6 bodies, |w| about 1.5; invariants over 20000 steps of 0.1,\n"
              "reversal by 0.3 and back, forms at a step of 0.4.  * declared   ! declared, not kept\n\n"
              f"{'rotor':12} {'order':>6}  " + "  ".join(f"{name:>12}" for name in
                                                         "Q y,C(y),H(y),reversal,Poisson,symplectic".split(",")))
    for rotor in rigidstep.Library().methods(*modules):
        if rotor.kind != "rotor":
            continue
        order = measured_order(rotor.name, modules, crowd, crowd_end)
        defects = [*measured_drift(rotor.name, modules), *measured_forms(rotor.name, modules)]
        claims = ["keeps_momentum", "keeps_momentum", "keeps_energy", "symmetric", "symplectic", "symplectic"]
        bars = [0, 1e-11, 1e-11, ROUNDING, 5e-9, 5e-9]        # differences leave 5e-9 of a form that is kept
        reached = order == EXACT if rotor.order == EXACT else order >= rotor.order - 0.15
        line = f"{rotor.name:12} {'exact' if order == EXACT else f'{order:5.2f}'}{'*' if reached else '!'}"
        broken += not reached
        for defect, bar, claim in zip(defects, bars, claims):
            declared = claim in rotor.claims
            broken += declared and not defect <= bar
            line += f"  {'yes' if defect <= bar else 'no':>3}{'*' if declared else ' '} {float(defect):7.0e}"
        study.say(line)
    study.claim(broken == 0, f"{broken} declared properties are not kept")


# ---- axes --------------------------------------------------------------------------------------------
def book(axes):
    """A block of the book's moments, seen as the sphere beside it is; its half edges from the second moments of mass."""
    sphere = Sphere(axes, 25, 25, "I = 0.376, 0.627, 1.0")
    for line in list(axes.lines) + list(axes.patches):
        line.remove()
    a, b, c = 0.62, 0.48, 0.035
    faces = {"#e8d9b5": [(a, -b, -c), (a, b, -c), (a, b, c), (a, -b, c)],
             "#d9c597": [(-a, b, -c), (a, b, -c), (a, b, c), (-a, b, c)],
             "#8c4a3c": [(-a, -b, c), (a, -b, c), (a, b, c), (-a, b, c)]}
    for colour, corners in faces.items():
        axes.add_patch(plt.Polygon(np.array(corners, float) @ sphere.view[:2].T, facecolor=colour, edgecolor="#555555"))
    for k, (begin, end, colour) in enumerate(((a, 1.1, "C1"), (b, 1, "C2"), (c, 0.75, "C0"))):
        tail, head = sphere.view[:2, k] * begin, sphere.view[:2, k] * end
        axes.annotate("", head, tail, arrowprops=dict(arrowstyle="-|>", color=colour, lw=2.5))
        axes.annotate(f"axis {k + 1}", 1.15 * head, color=colour, ha="center", va="center")


def axes(study, h=0.01, steps=4000):
    rotor = study.options.rotor
    thrown = dict(inertia=np.array([[0.376, 0.627, 1.0]]), l=np.array([[0, 0.6, -0.8]]), q=np.array([[1.0, 0, 0, 0]]))
    body, seen = columns(1, **thrown), [np.eye(3)]
    with rigidstep.Stepper(None, rotor, "strang", body, no_force) as stepper:
        for _ in range(steps):
            stepper.step(h)
            seen.append(rigidstep.matrices(body["q"])[0])
    seen = np.array(seen)
    study.save("axes.txt", "t, then the three columns of Q", h * np.arange(steps + 1), *np.moveaxis(seen, 2, 0))
    end = reference(**thrown, h=h * steps)
    study.at_most(f"axes by {rotor}: angle to the reference at the end", turned(end, body["q"])[0], 1e-12)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.7))
    figure.suptitle(f"Free rotation of a book by {rotor}: h = {h}, 0 ≤ t ≤ {h * steps:g}")
    book(left)
    sphere = Sphere(right, 25, 25, "its principal axes in space: the columns of Q")
    for k, colour in enumerate(("C1", "C2", "C0")):
        sphere.draw(seen[::14, :, k], colour, f"axis {k + 1}", lw=1.2)
    right.legend(loc="upper right")
    study.draw(figure, "axes.svg")


# ---- triangle ----------------------------------------------------------------------------------------
def triangle(study, states=20):
    """Every cell: 20 momenta of length 1 in the first octant, Q = 1, I3 = 1, h = 1; the mean of log10 of the error."""
    n = study.options.cells
    numbers = take(random_numbers(20080908), states, 2) + 2.0**-53
    z, angle = numbers[:, 0], numbers[:, 1] * np.pi / 2
    momenta = np.stack([np.sqrt(1 - z * z) * np.cos(angle), np.sqrt(1 - z * z) * np.sin(angle), z], axis=1)
    x, y = np.meshgrid((np.arange(n) + 0.5) / n, 0.5 + (np.arange(n // 2) + 0.5) / (n // 2 * 2), indexing="ij")
    inside = (1 - y <= x) & (x < y)
    inertia = np.repeat(np.stack([x[inside], y[inside], np.ones(inside.sum())], axis=1), states, axis=0)
    l, ones = np.tile(momenta, (inside.sum(), 1)), np.zeros((len(inertia), 4))
    ones[:, 0] = 1
    want = np.empty((len(inertia), 4), LONG)
    for i in range(0, len(inertia), 200):                     # what fits into a cache
        study.progress("triangle", i, len(inertia))
        part = slice(i, i + 200)
        want[part] = reference(inertia[part], l[part], ones[part], 1.0)
    figure, panels = plt.subplots(2, 2, figsize=(9.5, 6.2), sharex=True, sharey=True)
    figure.suptitle("One free step, h = 1, |m| = 1, I₃ = 1: mean log10 of the error, 20 states a shape")
    library, table = rigidstep.Library(), [x, y]
    methods = ("jacobi, on matrices", "jacobi, on quaternions", "exact", "semiexact, 5 nodes")
    for panel, title in zip(panels.flat, methods):
        rotor = title.partition(",")[0]
        if "matrices" in title:
            Q = np.tile(np.eye(3).ravel(), (len(l), 1))
            library.free_flow_matrix(rotor, len(l), 1.0, inertia.copy(), l.copy(), Q)
            q = rigidstep.quaternions(Q.reshape(-1, 3, 3))
        else:
            q = ones.copy()
            library.free_flow(rotor, len(l), 1.0, inertia.copy(), l.copy(), q)
        error = turned(want, q)
        mean = np.full(x.shape, np.nan)
        mean[inside] = np.log10(np.maximum(error, 2.0**-60)).reshape(-1, states).mean(axis=1)
        title += f": mean {np.nanmean(mean):.1f}, worst step {error.max():.0e}"
        study.say(title)
        study.claim(error.max() <= (1 if rotor == "semiexact" else 1e-13), f"errors of {rotor} at most 1e-13")
        panel.set_title(title, fontsize=10.5)
        panel.set(xlim=(0, 1), ylim=(0.5, 1))
        panel.grid(False)
        top = -6 if rotor == "semiexact" else -14.2
        few = 2 if rotor == "semiexact" else 4                # a picture of few colours is small
        shown = np.round(mean.T * few) / few
        image = panel.imshow(shown, origin="lower", extent=(0, 1, 0.5, 1), aspect="auto", vmin=-16.2,
                             vmax=top, interpolation="none")
        figure.colorbar(image, ax=panel,
                        ticks=range(-16, -5, 2) if rotor == "semiexact" else (-16, -15.5, -15, -14.5))
        table.append(mean)
    for panel in panels[1]:
        panel.set(xlabel="I₁/I₃")
    for panel in panels[:, 0]:
        panel.set(ylabel="I₂/I₃")
    study.save("triangle.txt", "I1/I3, I2/I3, mean log10 of the error of each method", *(cell[inside] for cell in table))
    study.draw(figure, "triangle.svg")


# ---- growth ------------------------------------------------------------------------------------------
def growth_bodies(n=16):
    """Asymmetric bodies with |w| = 1 at the start."""
    numbers = random_numbers(7)
    inertia, l, q = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 4))
    for i in range(n):
        d, q[i], l[i] = 0.1 + take(numbers, 3), take(numbers, 4) - 0.5, take(numbers, 3) - 0.5
        inertia[i] = d[[1, 2, 0]] + d[[2, 0, 1]]
    q = unit(q)
    spin = into_body(q, l).astype(float) / inertia
    return dict(inertia=inertia, q=q, l=l / np.linalg.norm(spin, axis=1, keepdims=True))


def growth(study, spans=1024):
    """The exponent of the growth is taken from the changes over spans of steps, from a thousandth of all to a quarter, as a
    root mean square over all such spans and all bodies: 1/2 for a random walk, 1 for a drift."""
    steps = int(float(study.options.steps))
    marks = [steps * i // spans for i in range(1, spans + 1)]
    points = [round(10**(k / 10)) for k in range(10, int(10 * np.log10(steps)) + 1)]
    points += [steps] if points[-1] < steps else []
    curves, rotors = [], ("exact", "dmv10")
    for rotor in rotors:
        bodies, largest, curve, changes, done = columns(16, **growth_bodies()), 0, [], [np.zeros(16)], 0
        begun = energy(bodies["inertia"], bodies["l"], bodies["q"])
        with rigidstep.Stepper(None, rotor, "strang", bodies, no_force) as stepper:
            for until in sorted({*marks, *points}):
                while done < until:
                    part = min(until - done, 100000)
                    stepper.step(0.1, part)
                    done += part
                    study.progress(f"growth, {rotor}", done, steps)
                error = (energy(bodies["inertia"], bodies["l"], bodies["q"]) / begun - 1).astype(float)
                largest = max(largest, abs(error).max())
                if until in marks:
                    changes.append(error)
                if until in points:
                    curve.append((np.sqrt((error**2).mean()), largest))
        changes, lengths = np.array(changes), 2**np.arange(9)
        rms = [np.sqrt(((changes[length:] - changes[:-length])**2).sum(axis=1).mean()) for length in lengths]
        exponent = slope(np.log(lengths), np.log(rms))
        study.say(f"{rotor}: largest {largest:.1e} (at most 5e-12), grows as steps^{exponent:.2f} (at most 0.6)")
        study.claim(largest <= 5e-12 and exponent <= 0.6, f"rounding of {rotor} grows as a random walk")
        curves.append(np.array(curve))
    study.save("growth.txt", "steps, then for exact and for dmv10: r.m.s. of the relative error of the energy, and the "
               "largest so far", points, *curves)
    figure, axes = plt.subplots(figsize=(7, 4.4))
    for rotor, curve in zip(rotors, curves):
        axes.plot(points, curve[:, 0], label=rotor)
    line = np.array([10.0, steps])
    axes.plot(line, 2e-17 * np.sqrt(line), "--", color="C7", label="random walk, √steps")
    axes.plot(line, 2e-18 * line, ":", color="C7", label="drift, steps")
    axes.set(xscale="log", yscale="log", xlabel="steps", ylabel="root mean square",
             title="Relative error of the energy of 16 free bodies, h |w| = 0.1")
    axes.minorticks_off()
    axes.legend()
    study.draw(figure, "growth.svg")


Study(__doc__, "free_rotor", dict(properties=properties, axes=axes, triangle=triangle, growth=growth),
      rotor="dmv10", cells=100, steps="1e6", modules=[]).run()
