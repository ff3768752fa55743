#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A warm cluster of 27 rigid SPC/E waters that is run on by one method after the other, swapped while it runs, and
measured: drift and noise of the energy, what is conserved, and the time of a step.

--methods      ROTOR/SCHEME or an integrator, each with @FS for a step other than 2 fs
--steps        with each method, in hundreds; --equilibrate: velocities are rescaled for so many ps
--add          modules with methods of somebody else's, such as my_scheme.so

Exits with 1 if a conserved quantity was not conserved."""
import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import BOLTZMANN, Study, line, plt, water, water_lattice     # noqa: E402

N, EVERY, BLOCKS = 27, 5, 20
FREEDOM, KT = 6 * N - 3, BOLTZMANN * 300
METHODS = "exact/strang dmv2/strang symrot/strang nosquish/strang_dkd exact/strang_dkd exact/strang".split()
ROW = "{:22} {:>4} {:>5} {:>5} {:>4} {:>21} {:>8} {:>7} {:>7} {:>9} {:>6}"


def equilibrate(stepper, bodies, picoseconds):
    """Every 10 steps of 1 fs both kinetic energies are set to the temperature."""
    bodies["p"] -= bodies["p"].mean(axis=0)
    for _ in range(int(100 * picoseconds)):
        translation, rotation = stepper.energy()
        bodies["p"] *= np.sqrt((3 * N - 3) * KT / 2 / translation)
        bodies["l"] *= np.sqrt(3 * N * KT / 2 / rotation)
        stepper.step(1, 10)


def momenta(bodies):
    """Momentum and angular momentum about the origin of each molecule."""
    return bodies["p"].copy(), bodies["l"] + np.cross(bodies["x"], bodies["p"])


def nanoseconds(stepper, forces, h, rounds=5, steps=100):
    """Of one molecule and one step: in the library, and in the forces; in the quickest round, as other programs run."""
    told = []
    for _ in range(rounds):
        forces.model.seconds, begun = 0, time.perf_counter()
        stepper.step(h, steps)
        spent = time.perf_counter() - begun
        told.append([1e9 * seconds / steps / N for seconds in (spent - forces.model.seconds, forces.model.seconds)])
    return min(told, key=sum)


def run(study, stepper, forces, bodies, word, zero):
    """Moves the cluster by one method and prints its row.  Returns the energies of every fifth step and the step."""
    name, _, step = word.partition("@")
    h, steps = float(step or 2), study.options.steps // 100 * 100
    stepper.swap(*name.split("/")) if "/" in name else stepper.swap(integrator=name)
    info, before, energy, kinetic = stepper.describe(), momenta(bodies), [], []
    forces.model.evaluations = 0
    for _ in range(steps // EVERY):
        stepper.step(h, EVERY)
        kinetic.append(sum(stepper.energy()))
        calls = forces.model.evaluations
        # The last evaluation of a step that ends with a kick was at its end, and found the energy.
        energy.append((forces.model.energy if info.ends_valid else forces.potential(bodies)) + kinetic[-1] - zero)
        forces.model.evaluations = calls
    unit = 2 * np.mean(kinetic)
    changed = [np.linalg.norm((now - then).sum(axis=0)) / np.linalg.norm(now, axis=1).sum()
               for now, then in zip(momenta(bodies), before)]
    energy, t = np.array(energy), EVERY * h * np.arange(len(energy))
    rate, error, _ = line(*(values.reshape(BLOCKS, -1).mean(axis=1) for values in (t, energy)))
    noise = (energy - rate * t).std()
    in_library, in_forces = nanoseconds(stepper, forces, h)
    study.say(ROW.format(name, f"{h:g}", f"{calls / steps:.3g}", f"{1e-3 * steps * h:.4g}", f"{300 * unit / (FREEDOM * KT):.0f}",
                         f"{1e6 * rate / unit:+.1e} +- {1e6 * error / unit:.1e}", f"{noise / unit:.1e}",
                         f"{changed[0]:.0e}", f"{changed[1]:.0e}", f"{in_library:.0f}", f"{in_forces:.0f}"))
    study.claim(max(changed) < 1e-10, f"{name} conserves the momenta")
    # Five times what second order is known to make of water; it grows as the square of the step.
    study.claim(noise / unit < 1e-2 / np.sqrt(N) * (h / 2)**2, f"the energy of {name} is quiet with a step of {h:g} fs")
    return energy, h


def main():
    study = Study(__doc__, "water_cluster", methods=METHODS, steps=25000, equilibrate=20.0, add=[])
    forces = water(N, wall=(6e-4, 1.25 * np.cbrt(0.75 / np.pi * 29.9 * N)))     # a little more than the liquid takes
    bodies, begun = water_lattice(forces), time.monotonic()
    stepper = forces.stepper(bodies, gradients=False, modules=study.options.add)
    equilibrate(stepper, bodies, study.options.equilibrate)
    zero, now = sum(stepper.energy()) + forces.potential(bodies), 0
    study.write_to("water_cluster.txt")
    study.say(f"{N} SPC/E waters in vacuum, {study.options.steps} steps a method.  Energy in kT per degree of freedom;\n"
              "ns for one molecule and one step.\n")
    study.say(ROW.format("", "dt", "calls", "span", "T", "energy", "energy", "change", "of tot.", "ns in", "ns in"))
    study.say(ROW.format("method", "/fs", "/step", "/ps", "/K", "drift/ns", "rms", "mom.", "ang.m.", "rigidstep", "forces"))
    figure, axes = plt.subplots()
    for word in study.options.methods:
        energy, h = run(study, stepper, forces, bodies, word, zero)
        axes.plot(now + 1e-3 * EVERY * h * np.arange(len(energy)), energy / FREEDOM / KT, label=f"{word.partition('@')[0]}, {h:g} fs")
        now += 1e-3 * EVERY * h * len(energy)
    study.say(f"\n{time.monotonic() - begun:.1f} s in all.")
    axes.set(title="27 SPC/E waters: total energy while the integrator is swapped", xlabel="time / ps",
             ylabel="change of the energy / (kT per degree of freedom)")
    axes.legend(ncols=3)
    study.draw(figure, "water_cluster.png")
    study.end()


main()
