#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Rigid SPC/E waters from a random start to a minimum of their energy, by the integrator `fire` and by steepest descent
with a step that adapts itself.  Both use the same metric and the same rotations.

Molecules lie at random in a box with soft walls, no two centres closer than 2.3 Angstrom.  Exits with 1 unless fire
reaches 1e-6 kcal/mol/Angstrom, steepest descent needs three times as many evaluations to 1e-2 kcal/mol/Angstrom,
and all distances within molecules are kept to 1e-14, relative."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import KJ_PER_MOL, Study, plt, rigidstep, water, water_columns     # noqa: E402

LEVELS, KCAL = (1e-2, 1e-4, 1e-6), KJ_PER_MOL / 4.184
STEP, LARGEST_MOVE = 2.0, 0.1                                 # fs; of steepest descent, Angstrom or radian


def random_start(n, edge):
    state = 0x9E3779B97F4A7C15 * 2 % 2**64

    def uniform(count):                                       # xorshift; from -1 to 1
        nonlocal state
        drawn = np.empty(count)
        for i in range(count):
            state ^= state << 13 & (1 << 64) - 1
            state ^= state >> 7
            state ^= state << 17 & (1 << 64) - 1
            drawn[i] = (state >> 11) * 2.0**-52 - 1
        return drawn
    x, q = np.empty((n, 3)), np.empty((n, 4))
    for i in range(n):
        x[i] = edge * uniform(3)
        while (((x[:i] - x[i])**2).sum(axis=1) < 2.3**2).any():
            x[i] = edge * uniform(3)
        q[i] = uniform(4)
        while not 0.01 <= (q[i]**2).sum() <= 1:               # a point in the ball: any orientation is as likely as another
            q[i] = uniform(4)
        q[i] /= np.linalg.norm(q[i])
    return dict(x=x, q=q)


class Descent:
    """Molecules on their way; evaluations, energies (kJ/mol a molecule) and largest forces (kcal/mol/Angstrom) so far."""

    def __init__(self, name, options):
        n = options.molecules
        edge = 0.5 * np.cbrt(30.0 * n)                        # 30 cubic Angstrom a molecule
        self.name, self.n, self.forces = name, n, water(n, box=(1e-4, 3 * [edge]))
        self.bodies = water_columns(self.forces, **random_start(n, edge))
        self.seen, self.reached = [], {}

    def note(self):
        """Of the state that was evaluated last: the largest force or torque per Angstrom."""
        host = self.forces.model
        force = KCAL * np.sqrt(max((self.bodies[name]**2).sum(axis=1).max() for name in ("f", "tau")))
        for level in LEVELS:
            if force <= level:
                self.reached.setdefault(level, host.evaluations)
        if not self.seen or host.evaluations > self.seen[-1][0] * 1.02:
            self.seen.append((host.evaluations, KJ_PER_MOL * host.energy / self.n, force))
        return force

    def energy(self):
        return KJ_PER_MOL * self.forces.potential(self.bodies) / self.n

    def bent(self):
        """The largest change of a distance between two atoms of a molecule, relative."""
        site = np.array([list(place) for place in self.forces.model.model.site])
        at = site @ rigidstep.matrices(self.bodies["q"]).transpose(0, 2, 1)
        now, first = (np.linalg.norm(places - np.roll(places, 1, axis=-2), axis=-1) for places in (at, site))
        return abs(now / first - 1).max()

    def fire(self, study, evaluations):
        with self.forces.stepper(self.bodies, None, None, gradients=False, integrator="fire") as stepper:
            left = np.inf
            while left > LEVELS[-1] and self.forces.model.evaluations < evaluations:
                stepper.step(STEP)
                left = self.note()
                study.progress(self.name, self.forces.model.evaluations, evaluations)
            study.say(f"fire: its step was {stepper.output('fire_step'):.3g} fs at the end; it suggests "
                      f"{stepper.output('suggested_step'):.3g} fs for molecular dynamics")
        return left

    def move(self, time2, start):
        """All molecules by time2 f/m, and rotated by time2 J^-1 tau, no molecule by more than LARGEST_MOVE."""
        shift = time2 * start["f"] / start["mass"][:, None]
        torque = (start["tau"][:, None, :] @ rigidstep.matrices(start["q"]))[:, 0]     # in the body
        turn = time2 * torque / start["inertia"]
        angle = np.linalg.norm(turn, axis=1, keepdims=True)
        share = min(1, LARGEST_MOVE / max(np.linalg.norm(shift, axis=1).max(), angle.max()))
        self.bodies["x"][:] = start["x"] + share * shift
        half, w, u = 0.5 * share * angle, start["q"][:, :1], start["q"][:, 1:]
        c, s = np.cos(half), 0.5 * share * np.sinc(half / np.pi) * turn
        q = np.concatenate([w * c - (u * s).sum(axis=1, keepdims=True), u * c + w * s + np.cross(u, s)], axis=1)
        self.bodies["q"][:] = q / np.linalg.norm(q, axis=1, keepdims=True)

    def steepest(self, study, evaluations):
        """A step downhill makes the next one 1.2 times longer; one uphill is taken back and halved."""
        evaluate, time2 = self.forces.evaluation(self.bodies), STEP**2
        energy, left = evaluate(), self.note()
        best = {name: values.copy() for name, values in self.bodies.items()}
        while left > LEVELS[-1] and self.forces.model.evaluations < evaluations and time2 > 1e-12 * STEP**2:
            self.move(time2, best)
            now = evaluate()
            if now < energy:
                energy, left, time2 = now, self.note(), 1.2 * time2
                for name in ("x", "q", "f", "tau"):
                    best[name][:] = self.bodies[name]
            else:
                time2 *= 0.5
            study.progress(self.name, self.forces.model.evaluations, evaluations)
        for name, values in best.items():
            self.bodies[name][:] = values


def main():
    study = Study(__doc__, "descent", molecules=64, evaluations=200000)
    options = study.options
    fire, steepest = Descent("fire", options), Descent("steepest descent", options)
    left = fire.fire(study, options.evaluations)
    steepest.steepest(study, options.evaluations)
    for run in (fire, steepest):
        more = f"> {run.forces.model.evaluations}"
        counts = "  ".join(f"{level:.0e}: {run.reached.get(level, more):>8}" for level in LEVELS)
        study.say(f"{run.name:16}  {counts}  evaluations; {run.energy():.4f} kJ/mol a molecule; "
                  f"distances kept to {run.bent():.1e}")
        study.save(f"{run.name.partition(' ')[0]}.txt", "evaluations, energy a molecule in kJ/mol, largest force in "
                   "kcal/mol/Angstrom", run.seen)
    slow = steepest.reached.get(LEVELS[0], options.evaluations)
    study.claim(left <= LEVELS[-1], f"fire reaches a force of {LEVELS[-1]:g} kcal/mol/Angstrom")
    study.claim(LEVELS[0] in fire.reached and slow >= 3 * fire.reached[LEVELS[0]],
                "steepest descent needs three times as many evaluations to 1e-2")
    study.claim(max(fire.bent(), steepest.bent()) <= 1e-14, "distances are kept to 1e-14")

    figure, (force, energy) = plt.subplots(1, 2, figsize=(12, 5))
    figure.suptitle(f"{options.molecules} SPC/E waters from a random start")
    for run, colour in ((fire, "C1"), (steepest, "C0")):
        evaluations, energies, forces = np.array(run.seen).T
        force.plot(evaluations, forces, colour, label=run.name)
        energy.plot(evaluations, energies, colour, label=run.name)
    force.set(title="largest force, kcal/mol/Å", xlabel="evaluations of forces", xscale="log", yscale="log")
    energy.set(title="energy a molecule, kJ/mol", xlabel="evaluations of forces", xscale="log", ylim=(-50, -20))
    force.legend()
    energy.legend()
    study.draw(figure, "descent.png")
    study.end()


main()
