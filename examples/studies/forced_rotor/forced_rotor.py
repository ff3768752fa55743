#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Motion under forces.

perturbed_top  section 4.3 and Figure 7 of E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23: a body under a
               small torque, by RKN6_14 (our srkn14a) with h = 0.5.  --time: up to 5e4, as there, or less (1e3 at least)
top, water     what accuracy costs: every scheme of the library with the rotor exact, from coarse steps to fine ones, on a
               heavy top and on a warm cluster of water.  --molecules: so many, 2 to 32
orders         with which power of the step errors fall, with codes for granular matter (peers.c) and with the library
peers          what accuracy costs with these, on the heavy top and on bodies that bounce on a floor

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
from study import (BOLTZMANN, Forces, Sphere, Study, angles, c, columns, compiled, heavy_top, plt,     # noqa: E402
                   random_numbers, rigidstep, struct, take, water)

EXACT = 0
PROCESSED = {method.name for method in rigidstep.Library().methods() if "processed" in method.claims}
MANY = 32                                                     # bodies of one call, where these are timed


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
    gradients: bool = True                                    # of the forces
    flags: int = 0

    def bodies(self):
        return columns(self.n, True, **self.start)

    def of(self, n):
        """The same problem with so many bodies: the first ones, or all again and again."""
        start = {name: np.resize(values, (n, *np.shape(values)[1:])) for name, values in self.start.items()}
        return dataclasses.replace(self, n=n, start=start)


class Run:
    """Bodies of a problem, moved by a method of the library."""

    def __init__(self, problem, rotor, scheme, gradients=None, count=None):
        self.forces, self.bodies = problem.forces, problem.bodies()
        gradients = problem.gradients if gradients is None else gradients
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


class PeerRun:
    """The same by one of the codes in peers.c."""
    calls, SPIRAL = 1, 0

    def __init__(self, problem, peer):
        self.peer, self.forces, self.bodies, self.behind = peer, problem.forces, problem.bodies(), 0.0
        self.library, self.view = compiled(), self.forces.view(self.bodies)
        if peer == self.SPIRAL:                               # which keeps the angular velocity in the body
            self.bodies["l"][:] = in_body(self.bodies) / self.bodies["inertia"]

    def go(self, h, n):
        """Momenta are behind by half a step after the first one."""
        if self.library.peer_steps(self.peer, self.forces.eval, c.byref(self.forces.model), c.byref(self.view),
                                   c.c_double(self.behind + h / 2), c.c_double(h), c.c_int64(n)):
            raise RuntimeError("the forces cannot be computed")
        self.behind = h / 2

    def _at_one_time(self):
        now = {name: values.copy() for name, values in self.bodies.items()}
        potential = self.forces.evaluation(now)()
        self.library.peer_kick(self.peer, c.byref(self.forces.view(now)), c.c_double(self.behind))
        if self.peer == self.SPIRAL:
            now["l"][:] = (rigidstep.matrices(now["q"]) @ (now["inertia"] * now["l"])[:, :, None])[:, :, 0]
        return now, potential

    def energies(self):
        now, potential = self._at_one_time()
        kinetic = (now["p"]**2).sum(axis=1) / now["mass"] + (in_body(now)**2 / now["inertia"]).sum(axis=1)
        return kinetic.sum() / 2 + potential, potential

    def state(self):
        return self._at_one_time()[0]


def in_body(state):
    """The angular momentum."""
    return (state["l"][:, None, :] @ rigidstep.matrices(state["q"]))[:, 0]


def reach(run, span, steps):
    """The state after the span in so many steps; None if the library refuses them as too large."""
    try:
        run.go(span / steps, steps)
        return run.state()
    except rigidstep.Refused:
        return None


def top_problem(weight=1.0, most=1e5):
    """The body of G. Vilmart, Rigid body dynamics (2013), with a weight that is no small perturbation."""
    start = dict(inertia=np.array([[0.376, 0.627, 1]]), l=np.array([[0, 0.6, -0.8]]))
    return Problem("heavy top", heavy_top((0, 0, weight)), 1, start, span=10.0, fewest=30, most=most, watch=100.0)


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
    away the hydrogens are; the momentum counts where nothing moves but attitudes."""
    moved = np.linalg.norm(a["x"] - b["x"], axis=1)
    spin = np.linalg.norm(a["l"] - b["l"], axis=1) if len(moved) == 1 else 0
    return np.sqrt((angles(a["q"], b["q"])**2 + moved**2 + spin**2).mean())


# ---- a body under a small torque ---------------------------------------------------------------------
WEIGHT = np.array([9.5586303547238536e-05, 4.8777318247201465e-04, -8.6772148817192390e-04])
MOMENTUM = np.array([-3.4790957088547336e-01, -1.9822914599675923e-01, -9.1633189192763642e-01])
MOMENTS = np.array([1, 1.0126869887825154, 3.3062374224730378])


class History:
    """Of n motions: the paper's, and others from attitudes turned a little about the first axis.  After every step: m,
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
    study.say("the same by other methods; errors of m's frequency and of the final attitude against exact/rkn8, "
              f"h = {step / 2:g}\n{'method':17} {'energy':>9} {'its drift, in all':>20} {'frequency of m':>13} "
              f"{'attitude':>11}")
    for method in OTHERS:
        other = History(study, *method.split("/"), step, duration)
        drift, error = other.drift()
        study.say(f"{method:17} {other.energy.std():9.1e} {drift:+9.1e} +- {error:.1e} "
                  f"{abs(other.frequency(0) / reference - 1):13.1e} {angles(other.q, fine.q):11.1e}")
    t = step * np.arange(1, run.steps + 1)
    study.save("perturbed_top_motion.txt", "t, m (3 columns), relative error of the energy", t, run.m, run.energy[:, 0])

    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(16, 6))
    figure.suptitle(f"Celledoni and Zanna 4.3: exact/srkn14a, h = {step:g}, t ≤ {duration:g}, a dot for every step")
    sphere = Sphere(left, 240, -30, "angular momentum m in the body, from below")
    for k, name in enumerate(("$m_1$", "$m_2$", "$-m_3$")):
        end = 1.25 * np.eye(3)[k] * (-1 if k == 2 else 1)
        sphere.draw(np.array([0.8 * end, end]), "C7", lw=1.2)
        left.annotate(name, sphere.view[:2] @ end * 1.04, ha="center", va="center")
    sphere.draw(run.m, "C0", ls="none", marker=",")
    # Round the start: the angle about the third axis, against what the torque does to the length.
    angle = np.arctan2(run.m[:, 1], run.m[:, 0])
    near = (-2.70 < angle) & (angle < -2.56)
    middle.plot(angle[near], (np.linalg.norm(run.m[near], axis=1) - 1) / torque, ".", ms=1.5)
    middle.set(title="close-up", xlabel="angle of m about axis 3 / rad", ylabel="(|m| - 1) / |u$_0$|")
    right.plot(t[::20], run.energy[::20, 0], ",")
    right.axhline(0, color="C7", lw=1)
    right.set(title="relative error of the energy", xlabel="t")
    study.draw(figure, "perturbed_top.png")


# ---- what accuracy costs -----------------------------------------------------------------------------
class Curve:
    """Points in the order of rising cost; an error may be infinite."""

    def __init__(self, cost, error):
        self.points = list(zip(cost, error))

    def cost(self, error):
        """From which on the error stays at or below `error`, on straight lines between the logarithms of points; that of
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
             if scheme.kind == "scheme" and "places_bath" not in scheme.claims]
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


# ---- codes for granular matter -----------------------------------------------------------------------
# Who moves, and the orders expected of attitude and spin on a free body and on the top.
MOVERS = {
    "SPIRAL": (lambda problem: PeerRun(problem, 0), ((2, 3), (2, 2))),
    "Yade's Fincham1992": (lambda problem: PeerRun(problem, 1), ((1, 1), (1, 1))),
    "the same, A(q1)": (lambda problem: PeerRun(problem, 2), ((2, 2), (2, 2))),
    "richardson/strang": (lambda problem: Run(problem, "richardson", "strang"), ((2, 2), (2, 2))),
    "dmv2/strang": (lambda problem: Run(problem, "dmv2", "strang"), ((2, 2), (2, 2))),
    "exact/strang": (lambda problem: Run(problem, "exact", "strang"), ((EXACT, EXACT), (2, 2))),
    "exact/nystrom4": (lambda problem: Run(problem, "exact", "nystrom4"), ((EXACT, EXACT), (4, 4))),
}


def bouncing(n=16):
    """Bodies that do not see each other, thrown from different heights with different spins: what a bounce makes of an
    error depends on how the body happens to meet the floor."""
    floor = struct("contact_floor", place=c.c_double * 3 * 4, radius=c.c_double, stiffness=c.c_double, gravity=c.c_double)
    ground = floor(radius=0.3, stiffness=1000, gravity=1)
    for place, values in zip(ground.place, ((1, 0, 0), (-1, 0, 0), (0, 0.5, 0), (0, -0.5, 0))):
        place[:] = values
    numbers = take(random_numbers(1), n, 4) - 0.5
    moments = np.array([0.125, 0.5, 0.625]) + 0.4 * ground.radius**2     # each sphere is a quarter of the mass
    start = dict(x=np.zeros((n, 3)), l=0.5 * numbers[:, 1:], mass=np.ones(n), inertia=np.tile(moments, (n, 1)))
    start["x"][:, 2] = 1.5 + numbers[:, 0]
    return Problem("a body that bounces on a floor", Forces("contact_eval", ground, False), n, start, span=10.0,
                   fewest=200, most=2.5e5, watch=1000.0, gradients=False)


def median_error(a, b):
    """Of the median body."""
    moved, spin = (np.linalg.norm(a[name] - b[name], axis=1) for name in ("x", "l"))
    return np.median(np.sqrt(angles(a["q"], b["q"])**2 + moved**2 + spin**2))


def refer(problem):
    """The state after the span by two schemes that share little, and what they differ by."""
    steps = round(4 * problem.most / 19)
    reference = reach(Run(problem, "exact", "rkn8"), problem.span, steps)
    return reference, median_error(reference, reach(Run(problem, "exact", "srkn11b"), problem.span, steps * 3 // 2))


def orders(study, steps=1000):
    problems = {"a free body": top_problem(0.0, 2e5), "a heavy top": top_problem(1.0, 2e5)}
    references = [refer(problem)[0] for problem in problems.values()]
    study.write_to("orders.txt")
    study.say(f"{'order of':18}" + "".join(f"  {name:32}" for name in problems))
    for name, (make, expected) in MOVERS.items():
        line = f"{name:18}"
        for problem, reference, wanted in zip(problems.values(), references, expected):
            errors = []
            for n in (steps, 2 * steps):
                state = reach(make(problem), problem.span, n)
                errors.append((angles(state["q"], reference["q"])[0],
                               np.linalg.norm(in_body(state) - in_body(reference))))
            for what, order, (coarse, fine) in zip(("attitude", "spin"), wanted, zip(*errors)):
                found = np.log2(coarse / fine)
                line += f"  {what} {'exact' if order == EXACT else f'{found:.2f}':>5}"
                study.claim(max(coarse, fine) < 1e-11 if order == EXACT else abs(found - order) < 0.15,
                            f"order {order or 'exact'} of the {what} with {name}")
            line += "  "
        study.say(line)
    # The floor's forces belong to its energy: it is kept through some bounces in small steps.
    problem, small = bouncing(), 20000
    run = MOVERS["exact/strang"][0](problem)
    begun, worst = run.energies()[0], 0
    for _ in range(small):
        run.go(problem.span / small, 1)
        worst = max(worst, abs(run.energies()[0] / begun - 1))
    push = np.linalg.norm(run.state()["l"][0] - problem.start["l"][0])     # by contacts beside the centre of mass
    study.say(f"bouncing bodies, their momentum changed by {push:.2g} (at least 0.1), keep their energy to {worst:.1e} "
              "(at most 1e-4)")
    study.claim(worst < 1e-4 and push > 0.1, "bouncing bodies keep their energy")


def least_time(make, problem, h, rounds=15):
    """Nanoseconds a body and a step, with the forces: the least of some rounds."""
    steps, least = 3000 // problem.n + 100, np.inf
    for _ in range(rounds):
        run = make(problem)
        run.go(h, 1)
        begun = time.thread_time()
        run.go(h, steps)
        least = min(least, time.thread_time() - begun)
    return 1e9 * least / (steps * problem.n)


def energy_drift(run, problem, h, samples=1000):
    """Mean energy of the last tenth of a long run minus that of the first, of a body."""
    stride, seen = round(problem.watch / h / samples), []
    for _ in range(samples):
        run.go(h, stride)
        seen.append(run.energies()[0])
    return (np.mean(seen[-samples // 10:]) - np.mean(seen[:samples // 10])) / problem.n


def curve_of(make, problem, reference, least):
    """Errors of the state against evaluations a unit of time, until they are as small as they can be told."""
    last, tried, points, calls = 0, problem.fewest, [], make(problem).calls
    while tried <= problem.most * 1.001:
        steps, tried = round(tried / calls), tried * np.sqrt(2)
        if steps <= last:
            continue
        last, state = steps, reach(make(problem), problem.span, steps)
        error = np.inf if state is None else median_error(state, reference)
        points.append((calls * steps / problem.span, error if error < 1 else np.inf))
        if error < least:
            break
    return Curve(*zip(*points))


def peers(study):
    study.write_to("peers.txt")
    figure, panels = plt.subplots(2, 3, figsize=(16, 9), sharey=True)
    figure.suptitle("Codes for granular matter beside the library")
    top = dataclasses.replace(top_problem(1.0, 2e5), watch=1000.0)
    errors = (1e-2, 1e-4, 1e-6)
    for row, problem, h in zip(panels, (top, bouncing()), (0.05, 0.01)):
        reference, unsure = refer(problem)
        study.say(f"{problem.title}: state after {problem.span:g}, known to {unsure:.0e}; energy over {problem.watch:g} "
                  f"with h = {h:g}\n\n"
                  f"{'':18} calls    ns a step    calls a unit of time for          us of one body for  energy\n"
                  f"{'':18} /step {1:6} {MANY:5} " + 2 * (" " + "".join(f"{error:9.0e}" for error in errors))
                  + "  drifts by")
        for k, (name, (make, _)) in enumerate(MOVERS.items()):
            calls = make(problem).calls
            ns = [least_time(make, problem.of(n), h) for n in (1, MANY)]
            curve = curve_of(make, problem, reference, max(1e-10, 10 * unsure))
            needed = np.array([curve.cost(error) for error in errors])
            cells = ["".join(f"{cost:9.3g}" if cost < np.inf else f"{'-':>9}" for cost in costs)
                     for costs in (needed, 1e-3 * needed / calls * ns[0])]
            study.say(f"{name:18} {calls:5} {ns[0]:6.0f} {ns[1]:5.0f}  {cells[0]} {cells[1]} "
                      f"{energy_drift(make(problem), problem, h):10.1e}")
            study.progress(f"peers, {problem.title}", k + 1, len(MOVERS))
            cost, error = np.array([point for point in curve.points if np.isfinite(point[1])]).T
            for panel, scale in zip(row, (1, ns[0] / calls, ns[1] / calls)):
                panel.plot(scale * cost, error, "os^Dvp*"[k] + "-", ms=4, color=f"C{k}", label=name)
        study.say()
        for panel, what in zip(row, ("evaluations", "ns, one body,", f"ns, one of {MANY} bodies,")):
            panel.set(title=problem.title, xscale="log", yscale="log", ylim=(1e-8, 1), xlabel=f"{what} a unit of time")
        row[0].set_ylabel("error of the state")
    panels[1, 0].legend(loc="lower left")
    study.draw(figure, "peers.png")


def main():
    parts = dict(perturbed_top=perturbed_top, top=lambda study: work_precision(study, "top"),
                 water=lambda study: work_precision(study, "water"), orders=orders, peers=peers)
    study = Study(__doc__, "forced_rotor", parts, time=5e4, molecules=27)
    for part in study.parts:
        parts[part](study)
    study.end()


main()
