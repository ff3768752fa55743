# SPDX-License-Identifier: GPL-2.0-only
"""Inputs with particles that have a shape and with a chain, LAMMPS with more packages, and checks that several groups use."""
import glob
import os
import re
import subprocess
from functools import partial
from types import SimpleNamespace

import numpy as np

import kinds
from cases import HERE, TOOLS, any_ranks, between, lmp, on_ranks, once, same_after, slope, text_of, this, written

# cells, spacing, box (0: no room around the crystal) and the part of points of kinds.particles_data
CRYSTALS = dict(fluid=(6, 2.1, 0, 0.4), ellipsoids=(6, 2.1, 0, 0), some_points=(6, 2.1, 0, 0.1), drop=(3, 1.9, 60, 0.3), many=(16, 2.1, 0, 0.3),
                gas=(3, 1.9, 0, 0), gas_with_points=(3, 1.9, 0, 0.5), thin=(5, 3, 0, 0), small=(4, 2.1, 0, 0.3))
ZERO = ["pair_style zero 1.0", "pair_coeff * *"]
spheres, chain = partial(lmp, "spheres"), partial(lmp, "chain")


def particles(ranks=1, of="fluid", **more):
    once(f"crystal.{of}", lambda path: kinds.particles_data(path, *CRYSTALS[of]))
    return lmp("particles", ranks, **dict(dict(state=f"crystal.{of}"), **more))


def chain_data(path, pieces):
    """A chain that is coiled, with bonds of 2 Angstrom, and four atoms beside it."""
    atoms = []
    for m in range(pieces):
        centre = np.array([9 * np.cos(0.4 * m), 9 * np.sin(0.4 * m), 1.1 * m - 6])
        atoms += [(m + 1, k + 1, *(centre + bead)) for k, bead in enumerate(((0, 0, 0), (0.7, -1.1, 0.3), (-1.3, 0.4, 0.5)))]
    atoms += [(0, 1, 3 * k - 4, 2 * k - 3, 11 - k) for k in range(4)]
    written(path, "a chain\n", f"{len(atoms)} atoms", "3 atom types", f"{pieces - 1} bonds", "1 bond types", *[f"-20 20 {x}lo {x}hi" for x in "xyz"],
            "\nMasses\n\n1 16\n2 3\n3 1\n\nAtoms\n", *["%d %d %d %.6g %.6g %.6g" % (i + 1, *atom) for i, atom in enumerate(atoms)],
            "\nBonds\n", *[f"{m} 1 {3 * m} {3 * m + 1}" for m in range(1, pieces)])


def answer(*words):
    """What a program prints, which must end well."""
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def built_with(option):
    """The words of a LAMMPS with more packages (see build_lammps.sh), built where it is not there."""
    return [os.path.realpath(once("lmp" + option, lambda path: os.symlink(answer(TOOLS + "/build_lammps.sh", option, this.release) + "/lmp", path)))]


def own_inputs(styles, folders="."):
    """The folder of LAMMPS' own inputs, and the names and texts of those with a fix of these styles."""
    examples = answer(TOOLS + "/get_lammps_examples.sh", this.release)
    files = [file for folder in folders.split() for file in glob.glob(f"{examples}/{folder}/**/in.*", recursive=True)]
    texts = [(os.path.relpath(file, examples), text_of(file)) for file in sorted(files)]
    return examples, [named for named in texts if re.search(rf"^[^#\n]*fix\s+\S+\s+\S+\s+({styles})\s", named[1], re.M)]


def begin(run, first=None):
    """The first lines of a run, without those that are no output."""
    parts, left = [], first or len(run.lines)
    for names, lines in run.parts:
        lines = [words for words in lines if len(words) == len(names)][:left]
        parts, left = parts + [(names, lines)], left - len(lines)
    return SimpleNamespace(status=run.status, parts=parts, lines=[words for _, lines in parts for words in lines])


def extra_fixes():
    """LAMMPS is built without its packages EXTRA-FIX, MC and REPLICA, so what is needed of them is compiled as a plugin: the command
    that loads it, or nothing, because Debian's 29Sep2021 loads none."""
    def make(path):
        source = answer(TOOLS + "/get_lammps_source.sh", this.release) + "/src/"
        files = [file for name in ("EXTRA-FIX/fix_temp_csvr", "EXTRA-FIX/fix_temp_csld", "MC/fix_gcmc", "REPLICA/temper", "REPLICA/temper_npt", "MC/fix_hmc")
                 for file in glob.glob(f"{source}{name}.cpp")]
        answer("mpicxx", "-std=c++17", "-O1", "-shared", "-fPIC", "-DLAMMPS_SMALLBIG", *[f"-I{source}{folder}" for folder in (
            "", "EXTRA-FIX", "MC", "REPLICA", "RIGID")], HERE + "/extra_fixes.cpp", *files, "-o", path)
    return this.release != "29Sep2021" and "plugin load ./" + once("extra_fixesplugin.so", make)


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
