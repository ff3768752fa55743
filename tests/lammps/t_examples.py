# SPDX-License-Identifier: GPL-2.0-only
"""examples/lammps against its reference logs."""
import re
import subprocess

from cases import INPUTS, between, case, check, this


@case
def logs():
    said = subprocess.run(["sh", INPUTS + "/run_examples.sh", this.release, "examples"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    agree = len(re.findall("^  [a-z_]+ +[14] +[0-9]+ ", said.stdout, re.M))
    check(said.returncode == 0, f"examples/lammps: {said.stdout}")
    # (in.dna wants package CG-DNA, in.clumps GRANULAR)
    expected = 22 - 2 * said.stdout.count("left out")
    between(expected, 22, agree, "runs of examples/lammps that were compared")
