# SPDX-License-Identifier: GPL-2.0-only
"""Inputs with particles that have a shape, and checks of several groups that use them."""
import glob
import os
import subprocess
from functools import partial

import numpy as np

import kinds
from cases import HERE, TOOLS, any_ranks, between, lmp, on_ranks, once, same_after, slope, this

# cells, spacing, box (0: no room around the crystal) and the part of points of kinds.particles_data
CRYSTALS = dict(fluid=(6, 2.1, 0, 0.4), ellipsoids=(6, 2.1, 0, 0), some_points=(6, 2.1, 0, 0.1), drop=(3, 1.9, 60, 0.3), many=(16, 2.1, 0, 0.3),
                gas=(3, 1.9, 0, 0), gas_with_points=(3, 1.9, 0, 0.5), thin=(5, 3, 0, 0), small=(4, 2.1, 0, 0.3))
ZERO = ["pair_style zero 1.0", "pair_coeff * *"]
spheres = partial(lmp, "spheres")


def particles(ranks=1, of="fluid", **more):
    once(f"crystal.{of}", lambda path: kinds.particles_data(path, *CRYSTALS[of]))
    return lmp("particles", ranks, **dict(dict(state=f"crystal.{of}"), **more))


def answer(*words):
    """What a program prints, which must end well."""
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def built_with(option):
    """The words of a LAMMPS with more packages (see build_lammps.sh), built where it is not there."""
    return [os.path.realpath(once("lmp" + option, lambda path: os.symlink(answer(TOOLS + "/build_lammps.sh", option, this.release) + "/lmp", path)))]


def extra_fixes():
    """LAMMPS is built without its packages EXTRA-FIX, MC and REPLICA, so what is needed of them is compiled as a plugin: the command
    that loads it, or nothing, because Debian's 29Sep2021 loads none."""
    def make(path):
        source = answer(TOOLS + "/get_lammps_source.sh", this.release) + "/src/"
        files = [file for name in ("EXTRA-FIX/fix_temp_csvr", "EXTRA-FIX/fix_temp_csld", "MC/fix_gcmc", "REPLICA/temper", "REPLICA/temper_npt", "MC/fix_hmc")
                 for file in glob.glob(f"{source}{name}.cpp")]
        answer("mpicxx", "-std=c++17", "-O1", "-shared", "-fPIC", "-DLAMMPS_SMALLBIG", *[f"-I{source}{folder}" for folder in (
            "", "EXTRA-FIX", "MC", "REPLICA", "RIGID")], HERE + "/extra_fixes.cpp", *files, "-o", path)
    return this.release != "29Sep2021" and "plugin load " + once("extra_fixesplugin.so", make)


def alike(what, lines, runs, most=1e-11, columns=slice(1, None)):
    """Runs ended well with so many lines, which are the same but for rounding."""
    assert [len(run.lines) for run in runs] == len(runs) * [lines], [len(run.lines) for run in runs]
    on_ranks(what, runs, most, columns=columns)


def on_any_ranks(what, lines, kind, most=1e-11, **more):
    runs = [kind(n, **more) for n in any_ranks()]
    alike(what, lines, runs, most)
    return runs


def off(values, wanted=None, lines=11):
    """The largest relative distance of so many numbers from others, or from the first of them."""
    assert len(values) == lines, len(values)
    return np.max(abs(values / (values[0] if wanted is None else wanted) - 1))


def order(low, high, what, dt, error):
    """The order of error(STEP), by steps of DT and 2 DT."""
    one, two = error(dt), error(2 * dt)
    between(low, high, slope(one, two), f"{what}: {one:.3g} with steps of {dt}, {two:.3g} of {2 * dt}, slope")


def beside(low, high, what, kind, fix, dt, time, printed, **more):
    """The order by which our fix differs from LAMMPS', in a column at the end."""
    def apart(h):
        theirs, ours = [kind(fix=name, dt=h, steps=round(time / h), **more).end(printed) for name in (fix, fix + "/rgs")]
        return abs(theirs - ours)
    order(low, high, f"{what}{fix}/rgs beside {fix}: {printed} differs by", dt, apart)


def continued(what, kind, ranks, step, lines, **more):
    """A run from a restart file is the run that went on."""
    whole = kind(ranks, steps=step, again=["write_restart @.restart", f"run {step}"], **more)
    same_after(what, step, whole, kind(ranks, steps=step, restart="yes", state=whole.name + ".restart", **more), lines)


def summary(run):
    """Energies at the begin and end of a minimisation, the norm of the forces at its end, and evaluations."""
    energies = run.text.split("Energy initial", 1)[1].splitlines()[1].split()
    force, evaluations = [float(run.says(line + ".*")[-1].split()[-1]) for line in ("Force two-norm", "Iterations, force eval")]
    return float(energies[0]), float(energies[2]), force, evaluations


def relaxes(what, most, run):
    initial, final, force, evaluations = summary(run)
    between(0, most, force, f"{what}, {run.ranks} ranks, energy {initial} to {final} in {evaluations:.0f} evaluations: forces at the end")


def blocks(values):
    """The mean, and its error, by 20 blocks."""
    means = values[:len(values) // 20 * 20].reshape(20, -1).mean(1)
    return means.mean(), means.std() / np.sqrt(19)


def estimate(values):
    """Mean and variance, each with its error."""
    assert len(values) >= 200, len(values)
    return np.mean(values), blocks(values)[1], *blocks((values - np.mean(values)) ** 2)


def sigmas(value, error, exact, its, what):
    between(-3, 3, (value - exact) / np.hypot(error, its), f"{what}: {value:.6g} +- {error:.3g}, exact {exact} +- {its}: sigmas")
