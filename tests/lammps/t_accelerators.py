# SPDX-License-Identifier: GPL-2.0-only
"""Inputs that nobody edited, with our fixes and accelerated forces at once (-sf hybrid), beside the explicit names.

The styles of OPENMP, OPT and GPU (by OpenCL on the processor, PoCL) are a plugin that is compiled here.  Forces of INTEL need
neighbor lists of their own, which no plugin can bring: a LAMMPS with this package is built.
"""
import glob
import os
import re
import shutil

from cases import HERE, INPUTS, RGS, TOOLS, any_ranks, case, check, liquid, lmp, once, rows, same, says_once, sh, text_of, this, written
from shapes import answer, built_with

WHEN = ["full", "first"]


def plugin():
    """The plugin of accelerated styles."""
    def make(folder):
        sh("sh", "-c", f". {TOOLS}/lib.sh; need_packages cmake ninja-build pocl-opencl-icd ocl-icd-opencl-dev opencl-c-headers")
        source = answer(TOOLS + "/get_lammps_source.sh", this.release)
        said = sh("sh", "-c", f"cmake -S {HERE}/accelerated -B {folder} -G Ninja -D LAMMPS_SOURCE_DIR={source} && ninja -C {folder}")
        assert os.path.exists(folder + "/acceleratedplugin.so"), re.findall(".*error.*", said)[:3]
    return os.path.realpath(once("accelerated", make)) + "/acceleratedplugin.so"


@case
def kokkos():
    """One line of the log where KOKKOS is on, and none elsewhere."""
    for n in 1, 2:
        for mark in ["fix mark all kokkos/mark"], []:
            run = liquid(n, fix=RGS, steps=0, after_fix=["plugin load " + plugin(), *mark])
            assert run.status == 0, run
            says_once(f"{mark}, {n} ranks, about KOKKOS", r"Fix rigid/small/rgs \(ID move\): KOKKOS does not move bodies: .*LAMMPS copies the atoms in every step$", run, len(mark))
            run = liquid(n, fix=RGS, steps=0, before_fix=["plugin load " + plugin(), *mark, "run_style respa 2 2 pair 2"])
            check(mark or run.status == 0, f"run_style respa without KOKKOS, {run}")
            says_once(f"{mark}, {n} ranks, run_style respa", "^ERROR.* run_style respa does not work with KOKKOS", run, len(mark))


def plain(text, minimized):
    """The script with LAMMPS' names; 200 steps for long runs, and minimize before the fix, after it and at the end."""
    lines, minimize = [], ["minimize 0 1e-3 5 5"] * minimized
    for line in text.splitlines():
        words = line.split() + 4 * [""]
        if line.startswith(("plugin", "dump", "#")):
            continue
        if words[0] == "run" and words[1].isdigit() and int(words[1]) > 1000:
            line = "run 200"
        if words[0] == "thermo":
            line = "thermo 10"
        around = minimize if words[0] == "fix" and words[3].startswith("rigid") else []
        lines += [*around, line.replace("/rgs", "", 1), *around]
    return lines + minimize


def explicit(lines):
    """The script with our names."""
    return [re.sub(r"^minimize", "minimize/rgs", re.sub(r"^(fix\s+\S+\s+\S+\s+rigid\S*)", r"\1/rgs", line)) for line in lines]


@rows([(name, name) for name in ("rigid/in.rigid", "rigid/in.rigid.small", "deposit/in.deposit.molecule.rigid-nve-small", "in.water", "in.linear")])
def suffixes(name):
    folder = answer(TOOLS + "/get_lammps_examples.sh", this.release) + "/" + os.path.dirname(name) if "/" in name else INPUTS
    for pattern in ["*"] if "/" in name else ["*.mol", "*.in"]:
        for file in glob.glob(f"{folder}/{pattern}"):
            shutil.copy(file, ".")
    minimized = bool(re.search("linear|small$", name))
    lines = plain(text_of(f"{folder}/{os.path.basename(name)}"), minimized)
    written("plain", *lines)
    written("explicit", *explicit(lines))
    written("pairs", *[re.sub("^minimize", "minimize/rgs", line) for line in lines])    # (with pair/only LAMMPS replaces fixes by the second name, and commands by none)
    os.mkdir("plugins")
    for file in this.plugin, plugin():
        os.symlink(file, "plugins/" + os.path.basename(file))
    for n in any_ranks():
        for script, words, suffix, package in (
                ("plain", "hybrid rgs omp", "omp", "omp 1 neigh no"), ("plain", "hybrid rgs opt", "opt", "omp 1 neigh no"),
                ("plain", "hybrid rgs intel", "intel", "intel 0 omp 1 mode double"),
                ("plain", "hybrid rgs gpu", "gpu", "gpu 1 neigh no"), ("pairs", "hybrid gpu rgs", "gpu", "gpu 1 neigh no pair/only on")):
            if suffix == "gpu" and n > 1 and not minimized:    # (ranks that share a device wait for each other: two inputs show that they can)
                continue
            one, other = [lmp(deck, n, args=["-sf", *sf.split(), "-pk", *package.split()], env=dict(LAMMPS_PLUGIN_PATH=os.path.abspath("plugins")),
                              lmp=built_with("--intel") if suffix == "intel" else this.lmp) for deck, sf in (("explicit", suffix), (script, words))]
            what = f"{name}, -sf {words} -pk {package}, beside the explicit names"
            if other.says("^Suffix rgs: fix rigid.* is replaced by rigid.*/rgs") and other.says(f"pair lj/cut.*/{suffix}, perpetual"):
                same(what, one, other, 12)
            else:
                check(False, f"{what}: no fix was replaced, or pairs are not from {suffix}: {other}")
