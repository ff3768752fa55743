#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the LAMMPS plugin inside LAMMPS.  Exit status 0 only if every check passed.

Without releases: 4Jul2026 and 4Feb2025 through `plugin load`, and 29Sep2021 through the launcher where Debian 12's
packaged LAMMPS can be had.  Sources, LAMMPS and plugins are fetched and built when they are not there (see
plugin-lammps/tools/).  A module t_GROUP.py may say in its list WHEN: `full`, not with --short; `first`, for the first
release only; `each`, with --short for each release, where the others run for the first one only.
RIGIDSTEP_TEST_GROUPS: the groups to run (default: all).  RIGIDSTEP_TEST_OUTPUT: the folder of the runs (default: a
temporary one, removed when all is well).
"""
import argparse
import glob
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

sys.dont_write_bytecode = True
from cases import COOL, HERE, MOLECULES, ROOT, TOOLS, check, lmp, molecule, this, trimers
from case_list import CASES, add_options, with_word

RELEASES = ["4Jul2026", "4Feb2025", "29Sep2021"]
# (two cases run at a time: the long ones begin)
LONG = "upstream accelerators ensemble brownian rigid particles run_style respa tri langevin".split()


def sh(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, text=True)


def options():
    parser = argparse.ArgumentParser(usage="run.py [--one | --short | --build] [-l] [-k WORD] [RELEASE ..]")
    parser.add_argument("--build", action="store_true", help="only build what will be tested")
    parser.add_argument("--short", action="store_true", help="some groups, some of their cases, and 1 and 4 ranks of 1, 2 and 4: "
                        "four ranks share a cube as 1 x 2 x 2, which has what two have, and corners too")
    parser.add_argument("--one", action="store_true", help="of each group of --short, the first case")
    add_options(parser)
    parser.add_argument("releases", nargs="*", metavar="RELEASE", help=", ".join(RELEASES))
    given = parser.parse_args()
    wrong = set(given.releases) - set(RELEASES)
    if wrong:
        parser.error(f"{wrong.pop()} is no release; there are {', '.join(RELEASES)}")
    with open("/etc/os-release") as file:
        debian12 = "bookworm" in file.read()
    given.short |= given.one
    given.releases = given.releases or RELEASES[:3 if debian12 else 2]
    return given


def chosen(given):
    """The cases of each release, long groups first."""
    groups = [os.path.basename(path)[2:-3] for path in sorted(glob.glob(HERE + "/t_*.py"))]
    when = {group: getattr(importlib.import_module("t_" + group), "WHEN", []) for group in groups}
    asked = os.environ.get("RIGIDSTEP_TEST_GROUPS", "").split()
    for group in set(asked) - set(groups):
        sys.exit(f"there is no group {group}, but " + " ".join(groups))

    def wanted(case, later):
        its = when[case.group]
        if given.k or asked:
            return given.k in case.name and case.group in (asked or groups)
        return not (given.short and "full" in its or later and ("first" in its or given.short and "each" not in its))
    with_word(given.k, [case for case in CASES if case.group in (asked or groups)])
    cases = sorted(CASES, key=lambda case: LONG.index(case.group) if case.group in LONG else len(LONG))
    lists = [[case for case in cases if wanted(case, number > 0)] for number in range(len(given.releases))]
    return [list({case.group: case for case in reversed(cases)}.values())[::-1] if given.one else cases for cases in lists]


def one_case(number):
    """Its checks, and what it took; it has a folder of its own, with the states that prepare() made."""
    case = CASES[number]
    folder = f"{this.out}/{this.release}/{case.name.replace('.', '/', 1)}"
    os.makedirs(folder)
    os.chdir(folder)
    for state in "water", "tilted", "trimers":
        os.symlink(f"{this.out}/{this.release}/{state}.data", state + ".data")
    for name, sections in MOLECULES.items():
        molecule(name + ".mol", **sections)
    this.checks, this.runs, this.row = [], [], case.row
    begun = time.time()
    try:
        left_out = case.call()    # why, in this release
        if left_out:
            print(f"          {this.release} {case.name} is left out: {left_out}", flush=True)
        elif not this.checks:
            check(False, f"{case.name} checks nothing")
    except Exception as error:
        failed = [str(run) for run in this.runs if run.status]
        where = " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[:0:-1])
        check(False, f"{case.name}: {type(error).__name__} {error} at {where}; {failed[:2]}")
    return this.checks, time.time() - begun


def prepare():
    """Water, a tilted box of it, and a liquid of trimers, without a thermostat: its noise acts along the principal axes, which
    releases order in different ways, and in so few steps their rounding does not show."""
    folder, water = f"{this.out}/{this.release}", ROOT + "/examples/studies/water"
    shutil.rmtree(folder, ignore_errors=True)
    this.runs = []
    os.makedirs(folder)
    os.chdir(folder)
    with ThreadPoolExecutor(3) as pool:
        for state, shape in ("water", "block 0 6 0 6 0 6"), ("tilted", "prism 0 6 0 6 0 6 1.5 1.0 -0.5"):
            pool.submit(lmp, os.path.relpath(water + "/in.water"), name=state, state=state + ".data", shape=shape, warm=1000, steps=0,
                        here=water)
        pool.submit(trimers, name="trimers", fix="rigid/nve/small molecule", steps=0, columns="pe",
                    again=COOL + ["write_data trimers.data nocoeff"])
    assert len(this.runs) == 3
    for run in this.runs:
        if run.status:
            sys.exit(f"no {run.name}.data: {run}")


def tested(cases):
    """Runs the cases of this release, two at a time; the number that failed, and of all checks."""
    prepare()
    seconds, failed, checks = {}, 0, 0
    with ProcessPoolExecutor(2) as pool:
        for case, (results, took) in zip(cases, pool.map(one_case, [CASES.index(case) for case in cases])):
            for good, what in results:
                print("  ok     " if good else "  FAILED ", this.release, case.name + ":", what.replace("\n", " "))
                failed, checks = failed + (not good), checks + 1
            if took > 1:
                print(f"          {this.release} {case.name}: {took:.1f} s", flush=True)
            seconds[case.group] = seconds.get(case.group, 0) + took
    print("          seconds:", ", ".join(f"{group} {took:.0f}" for group, took in seconds.items()), flush=True)
    return failed, checks


def build(release):
    folder = sh(TOOLS + "/build_plugin.sh", release).stdout.strip()
    if not folder:
        return None
    if release == "29Sep2021":
        return folder + "/lmp_rgs", folder + "/rigidstepplugin.so"
    return sh(TOOLS + "/build_lammps.sh", release).stdout.strip() + "/lmp", folder + "/rigidstepplugin.so"


def main():
    given = options()
    this.short = given.short
    lists = chosen(given)
    if given.list:
        return print(*[case.name for case in lists[0]], sep="\n")
    packages = "libopenmpi-dev openmpi-bin g++ binutils procps"
    subprocess.run(["sh", "-c", f". {TOOLS}/lib.sh; need_packages {packages}"], check=True)
    this.out = os.path.abspath(os.environ.get("RIGIDSTEP_TEST_OUTPUT") or tempfile.mkdtemp())
    os.makedirs(this.out, exist_ok=True)
    os.environ["OMP_NUM_THREADS"] = "1"
    subprocess.run(["mpicc", "-shared", "-fPIC", HERE + "/turns.c", "-o", this.out + "/turns.so"], check=True)
    this.built = {release: build(release) for release in given.releases}
    failed = checks = 0
    for release, cases in zip(given.releases, lists):
        if this.built[release] is None:
            print(f"  FAILED   {release} does not build")
            failed += 1
        elif not given.build and cases:
            print("LAMMPS", release, flush=True)
            this.release, this.lmp, this.plugin = release, [this.built[release][0]], this.built[release][1]
            bad, number = tested(cases)
            failed, checks = failed + bad, checks + number
    print(f"{checks - failed} passed, {failed} failed")
    if failed:
        sys.exit(f"output: {this.out}")
    if "RIGIDSTEP_TEST_OUTPUT" not in os.environ:
        shutil.rmtree(this.out)


if __name__ == "__main__":
    main()
