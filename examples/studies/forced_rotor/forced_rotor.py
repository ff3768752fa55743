#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Motion under forces.

perturbed_top  section 4.3 and Figure 7 of E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23: a body under a
               small torque, by RKN6_14 (our srkn14a) with h = 0.5.  --time: up to 5e4, as there, or less (1e3 at least)
top, water     what accuracy costs: every scheme of the library with the rotor exact, from coarse steps to fine ones, on a
               heavy top and on a warm cluster of water.  --molecules: so many, 2 to 32

Exits with 1 if a number is not what it should be."""
import contextlib
import csv
import dataclasses
import math
import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import (BOLTZMANN, Forces, Sphere, Study, angles, columns, heavy_top, plt, random_numbers,   # noqa: E402
                   rigidstep, take, water)

PROCESSED = {method.name for method in rigidstep.Library().methods() if "processed" in method.claims}


# ---- problems, and who moves their bodies ------------------------------------------------------------
@dataclasses.dataclass
class Problem:
    """Bodies at their start, and the forces on them."""
    title: str
    forces: Forces
    n: int
    start: dict
    span: float = 0                                           # the states after so long are compared
    fewest: float = 0                                         # evaluations a span that are worth a try
    most: float = 0
    watch: float = 0                                          # the energy is watched for so long
    flags: int = 0

    def bodies(self):
        return columns(self.n, True, **self.start)


class Run:
    """Bodies of a problem, moved by a method of the library."""

    def __init__(self, problem, rotor, scheme, gradients=True, count=None):
        self.forces, self.bodies = problem.forces, problem.bodies()
        self.stepper = self.forces.stepper(self.bodies, rotor, scheme, gradients, count, flags=problem.flags)
        info = self.stepper.describe()
        self.order, self.calls, self.go = info.order, info.evals + info.gradients, self.stepper.step
        self.shown = self.stepper.shown if scheme in PROCESSED else contextlib.nullcontext

    def energies(self):
        """The total one, and the potential one."""
        with self.shown():
            potential = self.forces.potential(self.bodies)
            return sum(self.stepper.energy()) + potential, potential

    def state(self):
        with self.shown():
            return {name: self.bodies[name].copy() for name in ("x", "q", "p", "l")}


def reach(run, span, steps):
    """The state after the span in so many steps; None if the library refuses them as too large."""
    try:
        run.go(span / steps, steps)
        return run.state()
    except rigidstep.Refused:
        return None


def top_problem():
    """The body of G. Vilmart, Rigid body dynamics (2013), with a weight that is no small perturbation."""
    start = dict(inertia=np.array([[0.376, 0.627, 1]]), l=np.array([[0, 0.6, -0.8]]))
    return Problem("heavy top", heavy_top((0, 0, 1)), 1, start, span=10.0, fewest=30, most=1e5, watch=100.0)


def water_problem(n):
    """SPC/E molecules in a soft wall after 10 ps at 300 K; the lattice that they begin as has liquid water's density."""
    forces = water(n, wall=(6e-4, 1.25 * np.cbrt(0.75 / np.pi * 29.9 * n)))     # liquid, and a little
    numbers = random_numbers(1)
    edge, kt, model = math.ceil(np.cbrt(n) - 1e-9), BOLTZMANN * 300, forces.model.model
    x, p, q, l = np.empty((n, 3)), np.empty((n, 3)), np.empty((n, 4)), np.empty((n, 3))
    for i in range(n):
        x[i] = 3.1 * (np.array([i % edge, i // edge % edge, i // edge**2]) - (edge - 1) / 2)
        q[i], both = take(numbers, 4) - 0.5, take(numbers, 3, 2) - 0.5
        p[i], l[i] = both[:, 0], 0.2 * both[:, 1]
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    start = dict(x=x, q=q, p=p - p.mean(axis=0), l=l, mass=np.full(n, model.mass),
                 inertia=np.tile(model.inertia[:], (n, 1)))
    problem = Problem(f"{n} SPC/E waters at 300 K", forces, n, start, span=100.0, fewest=8, most=1600, watch=1000.0)
    run = Run(problem, "exact", "strang")
    for _ in range(1000):
        translation = sum(0.5 * value * value / model.mass for value in run.bodies["p"].ravel())
        rotation = sum(run.stepper.energy()) - translation
        run.bodies["p"] *= np.sqrt(0.5 * (3 * n - 3) * kt / translation)
        run.bodies["l"] *= np.sqrt(0.5 * 3 * n * kt / rotation)
        run.go(1.0, 10)
    problem.start.update(run.state())
    return problem


def distance(a, b):
    """Of two states: the root mean square over the bodies.  A radian of a water counts as an Angstrom, which is how far
    away the hydrogens are; the momentum counts where nothing moves but orientations."""
    moved = np.linalg.norm(a["x"] - b["x"], axis=1)
    spin = np.linalg.norm(a["l"] - b["l"], axis=1) if len(moved) == 1 else 0
    return np.sqrt((angles(a["q"], b["q"])**2 + moved**2 + spin**2).mean())


# ---- a body under a small torque ---------------------------------------------------------------------
WEIGHT = np.array([9.5586303547238536e-05, 4.8777318247201465e-04, -8.6772148817192390e-04])
MOMENTUM = np.array([-3.4790957088547336e-01, -1.9822914599675923e-01, -9.1633189192763642e-01])
MOMENTS = np.array([1, 1.0126869887825154, 3.3062374224730378])


class History:
    """Of n motions: the paper's, and others from orientations turned a little about the first axis.  After every step: m,
    the momentum of the first in its body, and of all the relative error of the energy."""

    def __init__(self, study, rotor, scheme, h, duration, n=1, part=1000):
        turned = 0.005 * np.arange(n)
        q = np.stack([np.cos(turned), np.sin(turned), 0 * turned, 0 * turned], axis=1)
        problem = Problem("", heavy_top(WEIGHT), n, dict(inertia=MOMENTS, l=MOMENTUM, q=q), flags=rigidstep.ANY_MOMENTS)
        run, self.h, self.steps = Run(problem, rotor, scheme, gradients=False), h, round(duration / h)
        begun, _, _ = self._seen(run.bodies["q"], run.bodies["l"])
        self.energy, self.m, vertical = np.empty((self.steps, n)), np.empty((self.steps, 3)), 0
        for first in range(0, self.steps, part):
            states = []
            for _ in range(min(part, self.steps - first)):
                run.go(h, 1)
                state = run.state()
                states.append((state["q"], state["l"]))
            here = slice(first, first + len(states))
            energy, m, momentum = self._seen(*(np.concatenate(values) for values in zip(*states)))
            self.energy[here], self.m[here] = energy.reshape(-1, n) / begun - 1, m.reshape(-1, n, 3)[:, 0]
            vertical = max(vertical, abs(momentum.reshape(-1, n)[:, 0] / (MOMENTUM @ WEIGHT) - 1).max())
            study.progress(f"{rotor} x {scheme}", first, self.steps)
        self.vertical, self.q = vertical, run.bodies["q"][0].copy()

    @staticmethod
    def _seen(q, l):
        turns = rigidstep.matrices(q)
        m = (l[:, None, :] @ turns)[:, 0]
        return (m**2 / MOMENTS).sum(axis=1) / 2 + turns[:, :, 2] @ WEIGHT, m, l @ WEIGHT

    def stray(self, half):
        """Largest distance of |m| from its start."""
        n = self.steps // 2
        return abs(np.linalg.norm(self.m[half * n:(half + 1) * n], axis=1) - np.linalg.norm(MOMENTUM)).max()

    def frequency(self, half):
        """Of m about its third axis, per unit of time: on a torus it is the same whenever it is measured.  The largest
        Fourier coefficient, with a window that keeps neighbouring lines out, sought between the frequencies as well
        (J. Laskar, Physica D 67 (1993) 257, doi:10.1016/0167-2789(93)90210-R): a parabola through the logarithms, as the
        window's line is as good as Gaussian at its top."""
        n = self.steps // 2
        z, i = self.m[half * n:(half + 1) * n, 0] + 1j * self.m[half * n:(half + 1) * n, 1], np.arange(n)
        z = z * (1 - np.cos(2 * np.pi * (i + 0.5) / n))**3
        line = 2 * np.pi / n
        at = 2 * np.pi * np.fft.fftfreq(n)[abs(np.fft.fft(z)).argmax()]
        for d in (0.5 * line, 0.1 * line, 0.02 * line, 0.02 * line):
            left, middle, right = (np.log(abs((z * np.exp(-1j * f * i)).sum())) for f in (at - d, at, at + d))
            at += 0.5 * d * (left - right) / (left - 2 * middle + right)
        return at / self.h

    def drift(self, motion=0, blocks=20):
        """Over the run, with its standard error: a straight line through the means of blocks, and their scatter."""
        length = self.steps // blocks
        means = self.energy[:blocks * length, motion].reshape(blocks, length).mean(axis=1)
        t = (np.arange(blocks) - (blocks - 1) / 2) * length
        line = np.polyfit(t, means, 1)
        error = np.sqrt(((means - np.polyval(line, t))**2).sum() / (blocks - 2) / (t**2).sum())
        return line[0] * self.steps, error * self.steps


OTHERS = [*(f"{rotor}/srkn14a" for rotor in "exact jacobi dmv10 dmv8 dmv6 dmv4 dmv2 nosquish".split()),
          "exact/strang", "dmv2/strang", "nosquish/strang"]


def perturbed_top(study, step=0.5, motions=16):
    duration = study.options.time
    run = History(study, "exact", "srkn14a", step, duration, motions)
    fine = History(study, "exact", "rkn8", step / 2, duration)
    torque, found, reference = np.linalg.norm(WEIGHT), run.frequency(0), fine.frequency(0)
    drifts = np.array([run.drift(motion)[0] for motion in range(motions)])
    spread = drifts.std() / np.sqrt(motions - 1)
    rounding = 1e-16 * np.sqrt(29 * run.steps)                # of 15 turns and 14 kicks a step, as a random walk
    study.write_to("perturbed_top.txt")
    study.say(f"exact/srkn14a, h = {step:g}, up to t = {duration:g}, {motions} motions")
    study.at_most("size of u0 off the paper's 1e-3, relative", abs(torque / 1e-3 - 1), 1e-15)
    study.at_most("bounded: |m| strays from 1 by, first half", run.stray(0), torque)
    study.at_most("                               second half", run.stray(1), torque)
    study.at_most("on a torus: frequency of m, second half against first, relative", abs(run.frequency(1) / found - 1),
                  1e-12)
    study.at_most("            against rkn8 with half the step, relative", abs(found / reference - 1), 1e-12)
    study.at_most("energy: root mean square of the relative error", run.energy[:, 0].std(), 10 * rounding)
    study.say(f"energy: drift over the run, mean of the motions {drifts.mean():.1e} +- {spread:.1e}")
    study.at_most("        at most three times its error, or rounding's random walk", abs(drifts.mean()),
                  max(3 * spread, rounding))
    study.at_most("momentum about the vertical, relative", run.vertical, 10 * rounding)
    study.say("the same by other methods; errors of m's frequency and of the final orientation against exact/rkn8, "
              f"h = {step / 2:g}\n{'method':17} {'energy':>9} {'its drift, in all':>20} {'frequency of m':>13} "
              f"{'orientation':>11}")
    for method in OTHERS:
        other = History(study, *method.split("/"), step, duration)
        drift, error = other.drift()
        study.say(f"{method:17} {other.energy.std():9.1e} {drift:+9.1e} +- {error:.1e} "
                  f"{abs(other.frequency(0) / reference - 1):13.1e} {angles(other.q, fine.q):11.1e}")
    t = step * np.arange(1, run.steps + 1)
    study.save("perturbed_top_motion.txt", "t, m (3 columns), relative error of the energy", t, run.m, run.energy[:, 0])

    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(11.5, 4.4))
    figure.suptitle(f"Celledoni and Zanna 4.3: exact/srkn14a, h = {step:g}, t ≤ {duration:g}, a dot for every step")
    sphere = Sphere(left, 240, -30, "m in the body, from below")
    for k, name in enumerate(("m₁", "m₂", "−m₃")):
        end = 1.25 * np.eye(3)[k] * (-1 if k == 2 else 1)
        sphere.draw(np.array([0.8 * end, end]), "C7", lw=1.2)
        left.annotate(name, sphere.view[:2] @ end * 1.04, ha="center", va="center")
    sphere.draw(run.m, "C0", ls="none", marker=",", rasterized=True)
    # Round the start: the angle about the third axis, against what the torque does to the length.
    angle = np.arctan2(run.m[:, 1], run.m[:, 0])
    near = (-2.70 < angle) & (angle < -2.65)
    middle.plot(angle[near], (np.linalg.norm(run.m[near], axis=1) - 1) / torque, ".", ms=1.5, rasterized=True)
    middle.set(title="close-up", xlabel="angle of m about axis 3 / rad", ylabel="(|m| - 1) / |u₀|")
    middle.set_xticks([-2.7, -2.68, -2.66])
    # One motion walks at random and seems to drift; all of them do not.
    blocks = 1e13 * run.energy[:len(t) // 100 * 100].reshape(100, -1, motions).mean(axis=1)
    middles, walk = duration / 100 * (np.arange(100) + 0.5), 1e13 * rounding * np.sqrt(np.linspace(0, 1, 101))
    right.fill_between(np.linspace(0, duration, 101), -walk, walk, lw=0, color="C7", alpha=0.25,
                       label="random walk of rounding")
    for motion in range(motions)[::-1]:
        label = {0: "the motion on the left", 1: f"{motions - 1} others"}.get(motion)
        colour, width = ("C7", 0.7) if motion else ("C0", 1.4)
        right.plot(middles, blocks[:, motion], colour, lw=width, label=label)
    right.set(title="energy: relative error / 10⁻¹³", xlabel="t")
    right.legend(loc="upper left", fontsize="small")
    study.draw(figure, "perturbed_top.svg")


# ---- what accuracy costs -----------------------------------------------------------------------------
class Curve:
    """Points in the order of rising cost; an error may be infinite."""

    def __init__(self, cost, error):
        self.points = list(zip(cost, error))

    def cost(self, error):
        """From which on the error stays at or below `error`, on straight lines between the logarithms of points; the cost of
        the first point if it is good enough, infinite if the last is not."""
        i = len(self.points)
        while i and self.points[i - 1][1] <= error:
            i -= 1
        if i == len(self.points):
            return np.inf
        if i == 0 or not np.isfinite(self.points[i - 1][1]):
            return self.points[i][0]
        (cost, above), (next_cost, below) = self.points[i - 1:i + 1]
        return cost * (next_cost / cost)**(np.log(above / error) / np.log(above / below))

    def crossing(self, base):
        """The largest error up to which, from the smallest that both reach, this is cheaper than base, 0 if it is not
        cheaper there; and whether it stays cheaper up to the largest error that base has."""
        step, found = 10**0.01, 0
        top = max((error for _, error in base.points if np.isfinite(error)), default=0)
        error = max(curve.points[-1][1] if curve.points else np.inf for curve in (self, base)) * step
        while error <= top:
            if not self.cost(error) < base.cost(error):
                return found, False
            found, error = error, error * step
        return found, found > 0


class Scheme:
    """What is measured of a scheme: for each number of steps a span the costs a unit of time, in evaluations (a gradient
    is one) and in CPU seconds, and the errors of state and energy."""

    def __init__(self, problem, name, gradient, displaced):
        self.problem, self.scheme, self.gradient, self.displaced = problem, name, gradient, displaced
        self.name = name + (" displaced" if displaced else "")
        self.order, self.calls = (lambda run: (run.order, run.calls))(self.run())
        self.rows, self._check = [], self._count()

    def run(self, count=None):
        return Run(self.problem, "exact", self.scheme, gradients=not self.displaced, count=count)

    def _count(self, steps=10):
        """What a step asks of the host is counted, after the first steps, which ask for more."""
        asked = []
        run = self.run(lambda what: asked.append(2 if what & rigidstep.EVAL_GRADIENT else 1))
        for _ in range(2):
            before = sum(asked)
            run.go(self.problem.span / 1000, steps)
        if sum(asked) - before != steps * self.calls:
            sys.exit(f"{self.name}: {(sum(asked) - before) / steps:.1f} evaluations a step, described are {self.calls}")

    def pace(self, steps):
        """CPU seconds of a step; the first, which sets up, is not timed."""
        run, h = self.run(), self.problem.span / 1000
        run.go(h, 1)
        begun = time.thread_time()
        run.go(h, steps)
        return (time.thread_time() - begun) / steps

    def restlessness(self, steps, samples=1000):
        """Root mean squares of energy and potential energy about their means; infinite if a step is refused."""
        every = round(steps * self.problem.watch / self.problem.span)
        stride, run, seen = max(1, every // samples), self.run(), []
        try:
            for _ in range(every // stride):
                run.go(self.problem.span / steps, stride)
                seen.append(run.energies())
        except rigidstep.Refused:
            return np.inf, np.inf
        return np.std(seen, axis=0)

    def sweep(self, reference, potential, least):
        """From few evaluations a span to many, half as many again each time, until both errors are as small as rounding
        lets them be told."""
        last, calls, span = 0, self.problem.fewest, self.problem.span
        while calls <= self.problem.most * 1.001:
            steps, calls = round(calls / self.calls), calls * np.sqrt(2)
            if steps <= last:
                continue
            last, end = steps, reach(self.run(), span, steps)
            errors = np.inf, np.inf
            if end is not None:
                errors = distance(end, reference), self.restlessness(steps)[0] / potential
            self.rows.append((span / steps, self.calls * steps / span, self.cpu * steps / span,
                              *(error if error < 1 else np.inf for error in errors)))
            if max(errors) < least:
                break

    def curve(self, cost, error):
        return Curve([row[1 + cost] for row in self.rows], [row[3 + error] for row in self.rows])


CALLS, CPU, STATE, ENERGY = 0, 1, 0, 1
COLUMNS = ((STATE, CALLS), (STATE, CPU), (ENERGY, CALLS), (ENERGY, CPU))


def schemes_of(problem):
    known = [scheme for scheme in rigidstep.Library().methods()
             if scheme.kind == "scheme" and "places_thermostat" not in scheme.claims]
    gradient = [scheme for scheme in known if "gradient" in scheme.needs]
    return [Scheme(problem, scheme.name, scheme in gradient, False) for scheme in known] + \
        [Scheme(problem, scheme.name, True, True) for scheme in gradient]


def time_schemes(study, schemes, turns=15):
    """Whatever else runs slows a machine down, by half at times.  So each scheme is timed by turns with strang, and what
    counts is the middle one of the ratios."""
    strang = schemes[0]
    calls = round(2e-3 / strang.pace(50)) + 20
    ratios, least = np.empty((len(schemes), turns)), np.inf
    for turn in range(turns):
        for i, scheme in enumerate(schemes):
            beat = strang.pace(calls)
            ratios[i, turn], least = scheme.pace(calls // scheme.calls + 1) / beat, min(least, beat)
        study.progress(f"times of {strang.problem.title}", turn + 1, turns)
    for scheme, ratio in zip(schemes, np.median(ratios, axis=1)):
        scheme.cpu = ratio * least


FAMILIES = {"order 4, no gradient": lambda scheme: scheme.order == 4 and not scheme.gradient,
            "order 4, gradients": lambda scheme: scheme.order == 4 and scheme.gradient,
            "order 6": lambda scheme: scheme.order == 6, "order 8 and more": lambda scheme: scheme.order >= 8}


def report(study, schemes):
    curves = {scheme.name: {column: scheme.curve(column[1], column[0]) for column in COLUMNS} for scheme in schemes}
    base = curves["strang"]
    crossings = {name: {column: own[column].crossing(base[column]) for column in COLUMNS} for name, own in curves.items()}

    def row(first, cells, width):
        study.say(first + "".join(f"  {cell:{width}}" for cell in cells))
    study.say("From which error on, and downwards, a scheme is cheaper than strang; and how many times\n"
              "fewer evaluations it takes for an error of the energy.\n")
    row(36 * " " + "calls", ("state, cheaper in   ", "energy, cheaper in  ", "fewer calls for energy to"), 20)
    gains = (1.5e-2, 4e-3, 1e-3, 1e-4)
    row(f"{'scheme':30} order /step", (*2 * ("calls", "CPU"), *(f"{error:g}" for error in gains)), ">8")
    for scheme in schemes[1:]:
        cells = ["-" if not at else "always" if open else f"{at:.1e}" for at, open in crossings[scheme.name].values()]
        for error in gains:
            gain = base[ENERGY, CALLS].cost(error) / curves[scheme.name][ENERGY, CALLS].cost(error)
            cells.append(f"{gain:.3g}" if 0 < gain < np.inf else "")
        row(f"{scheme.name:30} {scheme.order:5} {scheme.calls:5}", cells, ">8")

    head = ("state: calls", "CPU", "energy: calls", "CPU")
    row("\nCheapest for an error of\n" + 8 * " ", head, 26)
    for error in (1e-1, 3e-2, 1.5e-2, 1e-2, 4e-3, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10):
        costs = [{name: own[column].cost(error) for name, own in curves.items()} for column in COLUMNS]
        row(f"{error:8.1e}", [min(cost, key=cost.get) if min(cost.values()) < np.inf else "-" for cost in costs], 26)

    row(f"\nThe first to be cheaper than strang, and the error from which on\n{'':21}", head, 27)
    first = {}
    for family, holds in FAMILIES.items():
        members = [scheme.name for scheme in schemes[1:] if not scheme.displaced and holds(scheme)]
        first[family] = [max((crossings[name][column][0], name) for name in members) for column in COLUMNS]
        row(f"{family:21}", [f"{at:7.1e} {name if at else '-'}" for at, name in first[family]], 27)
    worth = first["order 4, gradients"][2][0]
    study.say(f"\nGradient schemes of order 4 are cheaper than strang from an error of {100 * worth:.1f} % of the\n"
              "potential energy's fluctuation on (at least 1 %)")
    study.claim(worth >= 0.01, "gradients are worth their cost")


NAMED = dict(strang="C6", takahashi_imada4="C2", nystrom4="C1", pmlf6="C3", srkn11b="C0")
OTHERS_GREY = "#c9cdd2"


def draw_schemes(study, name, problem, unit, schemes):
    """Five schemes with their names, the others in grey."""
    for error, (what, label) in enumerate((("state", "error of the state"),
                                           ("energy", "r.m.s. error of the energy / r.m.s. of the potential energy"))):
        figure, panels = plt.subplots(1, 2, figsize=(13, 6.5), sharey=True)
        figure.suptitle(f"{problem.title}: every scheme")
        for cost, panel in enumerate(panels):
            for scheme in sorted(schemes, key=lambda scheme: scheme.name in NAMED):
                rows = np.array(scheme.rows)[:, [1 + cost, 3 + error]]
                rows = rows[np.isfinite(rows[:, 1])]
                if scheme.name in NAMED:
                    panel.plot(*rows.T, "o-", color=NAMED[scheme.name], ms=4, lw=2,
                               label=f"{scheme.name}, order {scheme.order}")
                else:
                    panel.plot(*rows.T, color=OTHERS_GREY, lw=0.8)
            panel.set(xscale="log", yscale="log")
        panels[0].set(xlabel=f"evaluations {unit} (a gradient is one)", ylabel=label)
        panels[1].set(xlabel=f"CPU seconds {unit}")
        panels[0].plot([], [], color=OTHERS_GREY, label=f"{len(schemes) - len(NAMED)} others")
        panels[0].legend(loc="lower left")
        study.draw(figure, f"{name}_{what}.png")


def work_precision(study, name):
    problem = top_problem() if name == "top" else water_problem(study.options.molecules)
    # Two schemes that have nothing in common: what they differ by is what the reference is good to.
    reference = reach(Run(problem, "exact", "rkn8"), problem.span, round(problem.most / 19))
    other = reach(Run(problem, "exact", "srkn14a"), problem.span, round(problem.most / 14))
    unsure = distance(reference, other)
    potential = Scheme(problem, "srkn14a", False, False).restlessness(round(problem.most / 56))[1]
    schemes = schemes_of(problem)
    time_schemes(study, schemes)
    for i, scheme in enumerate(schemes):
        scheme.sweep(reference, potential, max(1e-10, 10 * unsure))
        study.progress(problem.title, i + 1, len(schemes))
    unit = "fs" if name == "water" else ""
    study.write_to(f"{name}.txt")
    study.say(f"{problem.title}: state after {problem.span:g} {unit}, known to {unsure:.0e}; energy over "
              f"{problem.watch:g} {unit}\n")
    report(study, schemes)
    with open(study.out / f"{name}_curves.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow("scheme,step,evaluations a unit of time,CPU seconds,error of the state,of the energy".split(","))
        table.writerows((scheme.name, *(f"{value:.6g}" for value in row)) for scheme in schemes for row in scheme.rows)
    draw_schemes(study, name, problem, "a femtosecond" if unit else "a unit of time", schemes)


Study(__doc__, "forced_rotor", dict(perturbed_top=perturbed_top, top=lambda study: work_precision(study, "top"),
                                    water=lambda study: work_precision(study, "water")), time=5e4, molecules=27).run()
