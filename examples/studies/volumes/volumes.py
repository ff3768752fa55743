#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The volume of 64 repelling trimers at constant pressure in LAMMPS.  PART is

  volumes   by rigid/npt/small and by rigid/npt/small/rgs, for several relaxation times of the box (--pdamps) and time steps (--steps), beside Monte
            Carlo.  --time is the length of the runs with steps of 0.01 (default 2000); the others have as many steps
  faults    what each of the faults of rigid/npt/small does, which upstream/report.md describes: the fix of LAMMPS 4Jul2026 as it is and with the
            patches of upstream/.  --time: of a run (default 6000); --step; --rows BOX:PDAMP:PATCHES: iso, aniso, couple or x; none, kick, freedom,
            both, all, or ours: rigid/npt/small/rgs whose volume oscillates as with LAMMPS' fix; --states: from which of 40 states runs begin

Runs that ended are not repeated.  LMP is the LAMMPS to use, and LOAD a command with which it loads the plugin."""
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np                                            # noqa: E402
from lammps_runs import TOOLS, VOLUMES_HEAD, Runs, answer, samples, seed_of, volumes_row   # noqa: E402
from study import Study, plt                                  # noqa: E402

# Mean, variance, and covariance with the pressure by Monte Carlo: where the total momentum is zero (csvr, and LAMMPS' fix), and where it is not.
STILL, MOVING = (303.40, 112.9, -1), (303.77, 113.3, -1)
FIXES = dict(theirs=("rigid/npt/small of LAMMPS", "C1o", 0.9), csvr=("rigid/npt/small/rgs, csvr", "C0s", 1),
             langevin=("rigid/npt/small/rgs, langevin", "C2^", 1.11))


def volumes():
    count = 100 * (options.time or 2000)
    runs.once("trimers.data", "in.trimers")

    def one(pdamp, dt, fix):
        ours = f"/rgs molecule temp 1 1 1 iso 1 1 {pdamp} bath {fix} seed {seed_of(fix, pdamp, dt)}"
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


# ---- faults ------------------------------------------------------------------------------------------
ROWS = ("iso:2:none iso:2:kick iso:2:freedom iso:2:both iso:2:all iso:8:none iso:8:kick iso:8:freedom iso:8:both iso:8:all iso:0.5:none iso:20:none "
        "iso:2:ours iso:8:ours aniso:2:none aniso:2:both couple:8:none couple:8:both x:8:none x:8:both").split()
PATCHES = dict(kick=["half_kick"], freedom=["freedom"], both=["half_kick", "freedom"], all=["half_kick", "freedom", "chain"])


def compile_patched(tree, name):
    """rigid/npt/small with patches, as a plugin."""
    folder, patches = pathlib.Path(name), runs.here / "upstream"
    if (folder / f"{name}plugin.so").exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src/RIGID").mkdir(parents=True)
    for source in (tree / "src/RIGID/fix_rigid_nh.cpp", *(tree / "src/RIGID").glob("fix_rigid_n[hp]*_small.cpp")):
        shutil.copy(source, folder / "src/RIGID")
    for patch in PATCHES[name]:
        subprocess.run(["patch", "-s", "-d", folder, "-p1", "-i", patches / f"{patch}.patch"], check=True)
    includes = [word for where in (folder / "src/RIGID", tree / "src", tree / "src/PLUGIN", tree / "src/RIGID") for word in ("-I", where)]
    subprocess.run(["mpicxx", *"-std=c++17 -O2 -fPIC -shared".split(), f'-DSTYLE="rigid/npt/small/{name}"', *includes,
                    "-o", folder / f"{name}plugin.so", patches / "mended.cpp"], check=True)


def faults():
    time, step = options.time or 6000, options.step
    # Lengths that change independently have no bounds in a fluid, and in the end the box is too thin for LAMMPS: aniso runs for a short time from
    # each of 40 states.
    for piece in ("main", *range(1, 41)):
        pathlib.Path(str(piece)).mkdir(exist_ok=True)
        runs.once(f"{piece}/trimers.data", "in.trimers", state=f"{piece}/trimers.data", **({} if piece == "main" else dict(seed=piece)))
    tree = pathlib.Path(answer(TOOLS / "get_lammps_source.sh", "4Jul2026"))
    for name in PATCHES:
        compile_patched(tree, name)
    ours, runs.command = runs.command.removesuffix("/lmp_rgs"), answer(TOOLS / "build_lammps.sh", "4Jul2026") + "/lmp"

    def one(box, pdamp, patches):
        name, ensemble = f"{box}.{patches}-{pdamp}-{step}", f"{box} 1 1 {pdamp}"
        if box == "couple":
            ensemble = f"x 1 1 {pdamp} y 1 1 {pdamp} couple xy"
        style = "" if patches == "none" else f"/{patches}"
        if patches == "ours":
            style, ensemble = "/rgs", f"iso 1 1 {float(pdamp) * np.sqrt(6):.6g} piston 0 bath csvr seed 91"
        pieces, length = (range(1, 41), 30) if box == "aniso" else (options.states, time)
        # (one patched plugin at a time: their classes have the same names)
        os.environ["LAMMPS_PLUGIN_PATH"] = f"{ours}:{pathlib.Path.cwd() / patches}"
        for piece in pieces:
            # A run may end early, when the box is too thin.
            runs.run(f"{piece}/{name}", "in.trimers", length, start="no", state=f"{piece}/trimers.data", dt=step, steps=int(length / float(step) + 0.5),
                     fix=f"rigid/npt/small{style} molecule temp 1 1 1 {ensemble}")
        rows = np.concatenate([samples(f"{piece}/{name}.volumes") for piece in pieces])
        return f"{box}.{patches}", float(pdamp), volumes_row((f"{box}.{patches}", pdamp, step), *rows.T[1:])[0]
    study.say(VOLUMES_HEAD.replace("fix        ", "box.patches "))
    for *_, text in sorted(runs.each(one, [row.split(":") for row in options.rows], at_once=1)):
        study.say(text)


study = Study(__doc__, "volumes", ["volumes", "faults"], time=0, fixes=list(FIXES), pdamps="0.5 1 2 4 8".split(), steps="0.002 0.004 0.01".split(),
              step="0.01", rows=ROWS, states=["main"])
options = study.options
runs = Runs(study, __file__, *["4Jul2026"] * ("faults" in study.parts))
for chosen in study.parts:
    study.write_to(f"{chosen}.txt")
    dict(volumes=volumes, faults=faults)[chosen]()
study.end()
