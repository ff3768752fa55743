#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The volume of 64 repelling trimers at constant pressure in LAMMPS, by rigid/npt/small and by rigid/npt/small/rgs, for several relaxation times of the
box (--pdamps) and time steps (--steps), beside Monte Carlo.  --time is the length of the runs with steps of 0.01 (default 2000); the others have as
many steps.  Runs that ended are not repeated.  LMP is the LAMMPS to use, and LOAD a command with which it loads the plugin."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lammps_runs import VOLUMES_HEAD, Runs, samples, seed_of, volumes_row   # noqa: E402
from study import Study, plt                                  # noqa: E402

# Mean, variance, and covariance with the pressure by Monte Carlo: where the total momentum is zero (csvr, and LAMMPS' fix), and where it is not.
STILL, MOVING = (303.40, 112.9, -1), (303.77, 113.3, -1)
FIXES = dict(theirs=("rigid/npt/small of LAMMPS", "C1o", 0.9), csvr=("rigid/npt/small/rgs, csvr", "C0s", 1),
             langevin=("rigid/npt/small/rgs, langevin", "C2^", 1.11))


def volumes():
    count = 100 * options.time
    runs.once("trimers.data", "in.trimers")

    def one(pdamp, dt, fix):
        ours = f"/rgs molecule temp 1 1 1 iso 1 1 {pdamp} thermostat {fix} seed {seed_of(fix, pdamp, dt)}"
        name = f"{fix}-{pdamp}-{dt}"
        if not runs.run(name, "in.trimers", count, start="no", dt=dt, steps=count,
                        fix="rigid/npt/small" + (f" molecule temp 1 1 1 iso 1 1 {pdamp}" if fix == "theirs" else ours)):
            sys.exit("a run failed")
        return fix, float(pdamp), float(dt), *volumes_row((fix, pdamp, dt), *samples(f"{name}.volumes").T[1:])
    found = sorted(runs.each(one, [(pdamp, dt, fix) for pdamp in options.pdamps for dt in options.steps for fix in options.fixes]))
    study.say(VOLUMES_HEAD)
    off = []
    figure, axes = plt.subplots(figsize=(9, 4.4))
    for fix, pdamp, dt, text, (mean, of_mean, variance, of_variance, covariance, of_covariance) in found:
        study.say(text)
        label, look, aside = FIXES[fix]
        aside *= 0.97 if dt < 0.003 else 1 if dt < 0.007 else 1.03     # of one Pdamp, side by side
        axes.errorbar(pdamp * aside, variance, of_variance, fmt=look, label=label, lw=1.2)
        if fix == "theirs":
            continue
        wanted = MOVING if fix == "langevin" else STILL
        # The error of a variance is proportional to it: a run that found too small a variance found too small an error.
        for what, value, error, want in zip(("mean", "variance", "covariance"), (mean, variance, covariance),
                                            (of_mean, of_variance * wanted[1] / variance, of_covariance * -1 / covariance), wanted):
            off.append(abs(value - want) / error)
            study.claim(off[-1] <= 4, f"{what} of {fix} at Pdamp {pdamp:g}, step {dt:g}: {off[-1]:.5g} error bars off")
    if off:
        study.say(f"ours: {len(off)} numbers, largest deviation {max(off):.1f} error bars, {sum(one > 3 for one in off)} beyond 3")
    axes.axhline(MOVING[1], color="C6", label="Monte Carlo")
    axes.set(xscale="log", yscale="log", xlim=(0.4, 10), ylim=(80, 1000), xlabel="Pdamp, units lj (steps 0.002, 0.004, 0.01 from left to right)",
             ylabel="variance of the volume of 64 trimers, units lj")
    axes.set_xticks([0.5, 1, 2, 4, 8], ["0.5", "1", "2", "4", "8"])
    axes.set_yticks([100, 200, 400, 800], ["100", "200", "400", "800"])
    axes.minorticks_off()
    axes.legend(*zip(*{label: (mark, label) for mark, label in zip(*axes.get_legend_handles_labels())}.values()), loc="upper left")
    study.draw(figure, "volumes.svg")


study = Study(__doc__, "volumes", ["volumes"], time=2000, fixes=list(FIXES), pdamps="0.5 1 2 4 8".split(), steps="0.002 0.004 0.01".split())
options = study.options
runs = Runs(study, __file__)
study.write_to("volumes.txt")
volumes()
study.end()
