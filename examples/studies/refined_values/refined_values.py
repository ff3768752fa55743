#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Refined energies and temperatures, shown on 27 rigid SPC/E waters in a soft box without cutoff: rotor exact, no
thermostat.

energies      how much plain, refined and shadow energy fluctuate within 4 ps.  --quick: at 2 fs only
temperatures  rotation against translation: plain, half-step and refined, with error bars of 50 block means, of so many ns
              (--ns) a step.  --full: up to 20 ns, which takes 50 minutes of processor time.  --jobs: runs at a time

Exits with 1 if a number is not what it should be."""
import multiprocessing
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import BOLTZMANN, KJ_PER_MOL, Study, plt, rigidstep, water, water_columns, water_lattice   # noqa: E402

WATERS, KELVIN = 27, 335
STATE = ("x", "p", "q", "l")


def start_of_waters():
    """The model and the molecules.  Edges of the box differ, so that nothing but energy is conserved, and translation has
    all of its 3 n degrees of freedom."""
    forces = water(WATERS, box=(6e-4, (5.2, 5.7, 6.2)))
    bodies = water_lattice(forces)
    wanted, freedom = KELVIN * BOLTZMANN, 6.0 * WATERS

    def scale(square):
        bodies["p"] *= np.sqrt(square)
        bodies["l"] *= np.sqrt(square)
    with forces.stepper(bodies, gradients=False) as stepper:
        for _ in range(400):                                  # the heat that a lattice gives off is taken away
            stepper.step(2.0, 12)
            scale(wanted * freedom / 2 / sum(stepper.energy()))
        # Then the mean temperature of a while, ever longer, says by how much energy the run misses the wanted one: what
        # the cluster takes to be one kelvin warmer is about three times what goes into kinetic energy.
        for samples in (500, 1000, 2000, 4000):
            mean = 0
            for _ in range(samples):
                stepper.step(2.0, 5)
                mean += sum(stepper.energy()) * 2 / freedom / samples
            scale(max(0.25, 1 + 3 * (wanted - mean) * freedom / 2 / sum(stepper.energy())))
    return forces, {name: bodies[name].copy() for name in STATE}


# ---- energies ----------------------------------------------------------------------------------------
KINDS = ("total_energy", "refined_energy", "shadow_energy")
LAGS = (0, 1, 4)                                              # an output tells of the state so many steps before


def fluctuations(study, forces, start, h, span=4000, windows=10):
    """Root mean squares, and the energies of the first window: nan where an energy is not known yet."""
    bodies, steps = water_columns(forces, **start), round(span / h)
    variance, first = np.zeros(3), None
    with forces.stepper(bodies, gradients=False, params=dict(shadow=1)) as stepper:
        for window in range(windows):
            seen = np.full((steps, 3), np.nan)
            for i in range(steps):
                stepper.step(h)
                for k, key in enumerate(KINDS):
                    try:
                        seen[i, k] = KJ_PER_MOL * stepper.output(key)
                    except rigidstep.Refused:
                        if window or i > 20:
                            raise
                study.progress(f"energies at {h:g} fs", window * steps + i, windows * steps)
            variance += np.nanvar(seen, axis=0) / windows
            first = seen if window == 0 else first
    return np.sqrt(variance), first


def energies(study):
    forces, start = start_of_waters()
    study.write_to("energies.txt")
    study.say(f"rms in 4 ps, of 10 such, kJ/mol in total, {WATERS} waters\n"
              "  dt/fs       total     refined      shadow  total/refined")
    rms, record = {}, None
    for h in (2.0,) if study.options.quick else (0.5, 1.0, 2.0, 3.0, 4.0, 5.0):
        rms[h], first = fluctuations(study, forces, start, h)
        record = first if h == 4 else record
        study.say(f"{h:7g}  " + "  ".join(f"{value:10.3e}" for value in rms[h]) + f"  {rms[h][0] / rms[h][1]:13.1f}")
    study.claim(rms[2.0][0] > 30 * rms[2.0][1], "the refined energy is 30 times quieter than the plain one at 2 fs")
    study.claim(rms[2.0][1] > 2 * rms[2.0][2], "the shadow energy is twice as quiet again")
    if study.options.quick:
        return
    slopes = np.log2(rms[1.0] / rms[0.5])
    study.say("slope from 1 to 0.5 fs: " + " ".join(f"{slope:.2f}" for slope in slopes))
    study.claim(abs(slopes[0] - 2) < 0.2 and abs(slopes[1] - 4) < 0.3 and slopes[2] > 7, "orders of 2, 4 and 8")

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.5))
    figure.suptitle("27 rigid SPC/E waters, strang with exact: energies with refined = 1, shadow = 1")
    steps, values, line = np.array(list(rms)), np.array(list(rms.values())), np.linspace(0.45, 6)
    for k, (key, power, marker, colour) in enumerate(zip(KINDS, (2, 4, 8), "os^", ("C1", "C0", "C2"))):
        left.plot(steps, values[:, k], marker, color=colour, label=key, ms=7)
        shown = line[line < 3] if power == 8 else line
        left.plot(shown, rms[1.0][k] * shown**power, "--", color=colour, label=f"h$^{power}$")
        right.plot(4e-3 * np.arange(1, 251), record[LAGS[k]:, k][:250] - np.nanmean(record[:, k]), colour, label=key)
    left.set(xscale="log", yscale="log", xlim=(0.4, 6.5), ylim=(1e-8, 20), xlabel="step, fs",
             ylabel="rms within 4 ps, kJ/mol")
    left.set_xticks(steps, [f"{h:g}" for h in steps])
    left.minorticks_off()
    right.set(xlim=(0, 1), ylim=(-3, 3), xlabel="time, ps", ylabel="E less its mean, kJ/mol, step 4 fs")
    left.legend(loc="lower right", ncols=3)
    right.legend(loc="upper right", ncols=3)
    study.draw(figure, "energies.png")


# ---- temperatures ------------------------------------------------------------------------------------
BLOCKS = 50
# What is averaged, in kelvin but for the last two, kJ/mol: of a molecule, and in total.
AVERAGED = ("plain_tr plain_rot plain half refined_tr refined_rot refined plain_1 plain_2 plain_3 refined_1 refined_2 "
            "refined_3 potential energy").split()


def sample(stepper, forces, strang):
    told = stepper.output
    translation, rotation = told("kt_translation"), told("kt_rotation")
    half = refined_tr = refined_rot = np.nan
    refined_axes = 3 * [np.nan]
    if strang:
        half = (told("half_rotation") - told("half_translation")) * 2 / (3 * WATERS)
        refined_tr, refined_rot = told("kt_refined_translation"), told("kt_refined_rotation")
        refined_axes = told("kt_refined_axes")
    potential = forces.model.energy                           # of the last evaluation
    energy = told("refined_energy") if strang else sum(stepper.energy()) + potential
    kelvins = [translation, rotation, rotation - translation, half, refined_tr, refined_rot, refined_rot - refined_tr,
               *told("kt_axes"), *refined_axes]
    return np.array([*(kt / BOLTZMANN for kt in kelvins), KJ_PER_MOL * potential / WATERS, KJ_PER_MOL * energy])


def temperatures_of(run):
    """Of each average its value and its standard error; the change of the energy from the first block to the last."""
    study, start, h, ns, scheme = run
    forces, strang = water(WATERS, box=(6e-4, (5.2, 5.7, 6.2))), scheme.startswith("strang")
    stride = int(max(1, 4 // h))                              # velocities change little in 4 fs
    samples = int(ns * 1e6 / (h * stride) / BLOCKS)
    means = np.zeros((BLOCKS, len(AVERAGED)))
    bodies = water_columns(forces, **start)
    with forces.stepper(bodies, "exact", scheme, gradients=False, params=dict(refined=1) if strang else {}) as stepper:
        stepper.step(h, int(np.ceil(1e4 / h)))                # to forget the last change of momenta
        for block in range(BLOCKS):
            for _ in range(samples):
                stepper.step(h, stride)
                means[block] += sample(stepper, forces, strang) / samples
            study.progress(f"{scheme} at {h:g} fs, {ns:g} ns", block + 1, BLOCKS)
    value, error = means.mean(axis=0), means.std(axis=0, ddof=1) / np.sqrt(BLOCKS)
    return dict(h=h, ns=ns, scheme=scheme, change=means[-1, -1] - means[0, -1], **dict(zip(AVERAGED, zip(value, error))))


def temperatures(study):
    ns = study.options.ns
    lengths, others = {1: ns / 2, 2: ns, 3: ns, 4: ns, 5: ns}, ns / 2
    if study.options.full:
        lengths, others = {4: 20, 5: 20, 3: 20, 2: 12, 1: 5}, 4
    runs = [(h, length, "strang") for h, length in lengths.items()] + [(5, others, "strang_dkd"), (5, others, "nystrom4")]
    start = start_of_waters()[1]
    with multiprocessing.Pool(study.options.jobs) as pool:
        told = pool.map(temperatures_of, [(study, start, *run) for run in runs], chunksize=1)
    told.sort(key=lambda run: (run["scheme"] != "strang", run["scheme"] != "strang_dkd", run["h"]))
    study.write_to("temperatures.txt")
    study.say("                             T_rot - T_tr, K                             refined, K\n"
              "  dt/fs   ns  scheme         plain           half step       refined        T_tr   T_rot")
    for run in told:
        strang = run["scheme"] != "nystrom4"
        line = f"{run['h']:7g} {run['ns']:4g}  {run['scheme']:10}"
        for key in ("plain", "half", "refined") if strang else ("plain",):
            line += " {:7.2f} +- {:4.2f}".format(*run[key])
        line += f"  {run['refined_tr'][0]:6.1f}  {run['refined_rot'][0]:6.1f}" if strang else ""
        # A true difference of zero is measured within 3 error bars but once in 370 times, within 4 but once in 16000:
        # what chance does often enough to meet it is marked, no more.
        off, error = run["refined" if strang else "plain"]
        study.say(line + (f"  {abs(off) / error:.1f} error bars from 0" if abs(off) > 3 * error else ""))
        study.claim(abs(off) <= 4 * error, "translation and rotation have one temperature")
    by_square, its_error = square_law(*zip(*((run["h"], *run["plain"]) for run in told if run["scheme"] == "strang")))
    study.say(f"strang, plain: {by_square:.2f} +- {its_error:.2f} K (h/fs)^2")
    study.claim(-by_square >= 3 * its_error, "by plain kinetic energies rotation seems colder")
    axes = "T_tr  axis 1       2       3"
    study.say(f"{29 * ' '}plain, K{24 * ' '}refined, K{14 * ' '}U a molecule    refined E,\n"
              f"  dt/fs  scheme       {axes}      {axes}    kJ/mol          last-first block")
    for run in told:
        line = f"{run['h']:7g}  {run['scheme']:10}"
        for kind in ("plain", "refined"):
            line += "".join(f"  {run[f'{kind}_{what}'][0]:6.1f}" for what in ("tr", 1, 2, 3)) + "  "
        study.say(line + "{:9.3f} +- {:5.3f}".format(*run["potential"]) + f" {run['change']:9.1e}")
    draw_temperatures(study, [run for run in told if run["scheme"] == "strang"], told[-1])


def square_law(h, value, error):
    """The factor of h^2 that fits best, and its standard error."""
    h, value, error = map(np.array, (h, value, error))
    weight = (h**4 / error**2).sum()
    return (value * h**2 / error**2).sum() / weight, 1 / np.sqrt(weight)


def draw_temperatures(study, told, nystrom):
    def column(key):
        return np.array([run[key] for run in told]).T
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.5))
    figure.suptitle("Temperatures of 27 rigid SPC/E waters at constant energy: mean and standard error of 50 blocks")
    h, line = np.array([run["h"] for run in told]), np.linspace(0, 5.4)
    for key, colour, marker, beside in zip(("plain", "half", "refined"), ("C1", "C3", "C0"), "o^s", (-0.05, 0.05, 0)):
        value, error = column(key)
        left.errorbar(h + beside, value, error, fmt=marker, color=colour, label=key + (" step" if key == "half" else ""), capsize=2)
        if key != "refined":
            square, _ = square_law(h, value, error)
            left.plot(line, square * line**2, "--", color=colour, lw=1, label=f"{square:.2f} K (h/fs)²")
    left.errorbar(nystrom["h"] + 0.1, *nystrom["plain"], fmt="v", color="C2", label="nystrom4, plain", capsize=2)
    for kind, colour in (("plain", "C1"), ("refined", "C0")):
        reference, its_error = column(f"{kind}_tr")
        for k, marker in enumerate("os^"):
            value, error = column(f"{kind}_{k + 1}")
            right.errorbar(h - 0.06 + 0.06 * k, value - reference, np.hypot(error, its_error), fmt=marker, color=colour,
                           capsize=2, label=f"axis {k + 1}, {kind}")
    for axes, what in ((left, "rotation"), (right, "axis")):
        axes.axhline(0, color="C7", lw=1)
        axes.set(xlim=(0.5, 5.5), xlabel="step, fs", ylabel=f"$T_{{{what}}} - T_{{translation}}$, K")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3)
    study.draw(figure, "temperatures.png")


if __name__ == "__main__":
    Study(__doc__, "refined_values", dict(energies=energies, temperatures=temperatures), quick=False, full=False, ns=2.0,
          jobs=2).run()
