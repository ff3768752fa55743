#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of studies that run LAMMPS, from the tables in the present folder: lammps_pictures.py volumes, or which_step."""
import pathlib
import sys

import numpy as np
from study import plt, save

# ---- volumes -----------------------------------------------------------------------------------------
MONTE_CARLO = 113.1
FIXES = dict(theirs=("rigid/npt/small of LAMMPS", "C1o", 0.9), csvr=("rigid/npt/small/rgs, csvr", "C0s", 1),
             langevin=("rigid/npt/small/rgs, langevin", "C2^", 1.11))



def volumes():
    """From `table` of run_volumes.sh: variance of the volume against the relaxation time of the box."""
    rows = np.genfromtxt("table", dtype=None, encoding="ascii", skip_header=1, usecols=(0, 1, 2, 5, 6), names="fix, pdamp, step, variance, error")
    figure, axes = plt.subplots(figsize=(9, 4.4))
    for fix, (label, look, aside) in FIXES.items():
        found = rows[rows["fix"] == fix]
        apart = aside * np.select([found["step"] < 0.003, found["step"] < 0.007], [0.97, 1], 1.03)     # of one Pdamp, side by side
        if found.size:
            axes.errorbar(found["pdamp"] * apart, found["variance"], found["error"], fmt=look, label=label, lw=1.2)
    axes.axhline(MONTE_CARLO, color="C6", label="Monte Carlo")
    axes.set(xscale="log", yscale="log", xlim=(0.4, 10), ylim=(80, 1000), xlabel="Pdamp, units lj (steps 0.002, 0.004, 0.01 from left to right)",
             ylabel="variance of the volume of 64 trimers, units lj")
    axes.set_xticks([0.5, 1, 2, 4, 8], ["0.5", "1", "2", "4", "8"])
    axes.set_yticks([100, 200, 400, 800], ["100", "200", "400", "800"])
    axes.minorticks_off()
    axes.legend(loc="upper left")
    save(figure, "volumes.svg")


# ---- which_step --------------------------------------------------------------------------------------
ENERGY = dict(nve=("rigid/nve/small of LAMMPS", "C1", "o"), shake_nve=("shake, nve", "C3", "s"), ilves_nve=("ilves, nve", "C7", "^"),
              strang=("strang", "C0", "o-"), nystrom4=("nystrom4", "C2", "s-"), srkn6b=("srkn6b", "C6", "^-"),
              takahashi_imada4=("takahashi_imada4", "C4", "v-"), rowlands4=("rowlands4", "C5", "D-"), pmlf6=("pmlf6", "#1a9aa8", "P-"))
# Points at one number of evaluations stand side by side.
SAMPLING = dict(nvt=("rigid/nvt/small", "C1", "o", 0.97), shake_nvt=("shake, nvt", "C3", "s", 1), ilves_nvt=("ilves, nvt", "C7", "^", 1.03),
                bath_strang=("langevin, strang", "C0", "o", 1.06), bath_nystrom4=("langevin, nystrom4", "C2", "s", 1))
TICKS = {"1/6": 1 / 6, "1/4": 1 / 4, "1/3": 1 / 3, "1/2": 1 / 2, "1": 1, "2": 2}


def table(name):
    """Rows of numbers of each method, by evaluations: step, evaluations per fs and what follows."""
    rows = {}
    for line in pathlib.Path(name).read_text(encoding="ascii").splitlines():
        method, *numbers = line.split()
        rows.setdefault(method, []).append([float(number) for number in numbers])
    return {method: np.array(sorted(numbers, key=lambda row: row[1])) for method, numbers in rows.items()}


def which_step():
    """From the tables `energy` and `sampling` of run_which_step.sh: errors against force evaluations per fs."""
    figure = plt.figure(figsize=(11.5, 7))
    grid = figure.add_gridspec(2, 2, height_ratios=(5, 4))
    left, upper, lower = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
    energy, sampling = table("energy"), table("sampling")
    for method, (label, colour, look) in ENERGY.items():
        if method in energy:
            left.plot(*energy[method].T[[1, 4]], look, color=colour, label=label, ms=5, mfc=colour if "-" in look else "none")
    left.set(xscale="log", yscale="log", xlim=(0.15, 2.5), ylim=(0.007, 15),
             title="constant energy: rms of the total energy,\n% of the fluctuation of the potential energy")
    short = sampling["bath_strang"][sampling["bath_strang"][:, 0] <= 2]
    weights = short[:, 2] / short[:, 2].sum()                 # lengths; our short steps together are the reference
    reference, spread = weights @ short[:, 3], np.sqrt((weights * short[:, 4])**2 @ np.ones(len(short)))
    for method, (label, colour, look, aside) in SAMPLING.items():
        if method not in sampling:
            continue
        _, calls, _, potential, error, ends, ends_error, middle, middle_error = sampling[method].T[:9]
        ours = method.startswith("bath")
        if method != "bath_nystrom4":
            upper.errorbar(aside * calls, ends, ends_error, fmt=look, color=colour, mfc="none", lw=1.2, label=label + ": end of step" * ours)
        if ours:
            upper.errorbar(aside * calls, middle, middle_error, fmt=look, color=colour, lw=1.2, label=label + ": middle")
        lower.errorbar(aside * calls, potential - reference, error, fmt=look, color=colour, mfc=colour if ours else "none", lw=1.2)
    upper.set(ylim=(-45, 20), title="298 K: T$_{rot}$ - T$_{trans}$, K")
    lower.set(ylim=(-0.6, 1.6), title=f"298 K: potential energy less {reference:.2f}({100 * spread:.0f}), kJ/mol per molecule")
    for axes in (upper, lower):
        axes.set(xscale="log", xlim=(0.15, 1.15))
        axes.axhline(0, color="C6", lw=1)
    for axes in (left, upper, lower):
        axes.set_xticks(list(TICKS.values())[:6 if axes is left else 5], list(TICKS)[:6 if axes is left else 5])
        axes.minorticks_off()
    for axes in (left, lower):
        axes.set_xlabel("force evaluations per fs")
    left.legend(loc="upper right")
    upper.legend(loc="lower right", fontsize=8.5, ncols=2)
    save(figure, "which_step.svg")


dict(volumes=volumes, which_step=which_step)[sys.argv[1]]()
