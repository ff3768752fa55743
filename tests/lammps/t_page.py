# SPDX-License-Identifier: GPL-2.0-only
"""The examples of the documentation's pages, and the lesson."""
import glob
import os
import re
import shlex
import shutil

import numpy as np

from cases import INPUTS, ROOT, TOOLS, between, case, check, lmp, rows, says_once, sh, text_of, \
    this, written
from kinds import acme_module, particles_data

WHEN = ["each"]


@case
def lesson():
    """The lesson's input as it stands, with the suffix, and with the fix that the lesson puts into it; a hundredth of the steps."""
    page = text_of(ROOT + "/examples/lessons/water_in_lammps.md")
    shutil.copy(INPUTS + "/spce.mol", ".")
    lines = "".join(re.findall("^```lammps\n(.*?)^```$", page, re.M | re.S))
    written("water.in", "plugin load ${plugin}", re.sub(r"^(run.*?)00\b", r"\1", lines, flags=re.M))
    sh("sh", "-c", re.findall(r"^sed (?:.*\\\n)*.*", page, re.M)[0])
    plain, suffix, long = lmp("water.in", 2), lmp("water.in", 2, args=["-sf", "rgs"]), lmp("water_4fs.in", 2, step="4.0")
    for run in plain, suffix, long:
        between(2, 2, len(run.says("^Loop time")), f"lesson: runs that ended, {run}")
    says_once("the fix that was replaced", r"Suffix rgs: fix rigid/nvt/small \(ID 1\) is replaced by rigid/nvt/small/rgs$", suffix)


@case
def long_steps():
    """What the plugin's page says to copy for steps of 8 fs, in place of the lesson's fix."""
    lesson = text_of(ROOT + "/examples/lessons/water_in_lammps.md")
    page = text_of(ROOT + "/plugin-lammps/README.md")
    block, = re.findall("^((?:    .*\n)*    .*inertia 4\n(?:    .*\n)*)", page, re.M)
    shutil.copy(INPUTS + "/spce.mol", ".")
    written("water.in", "plugin load ${plugin}", *re.findall("^```lammps\n(.*?)^fix ", lesson, re.M | re.S),
            "velocity all create 298 4190 mom yes rot no dist gaussian",
            block.replace("    timestep", "timestep 1.0\nrun 100\ntimestep"), "run 60")
    run = lmp("water.in")
    check(run.status == 0 and run.says("^Dangerous builds = 0")[1:], f"8 fs: no dangerous builds, {run}")


@case
def faults():
    """Where LAMMPS' fixes go wrong: the page's commands as they stand, but for their steps."""
    page = text_of(ROOT + "/plugin-lammps/README.md")
    begin = f"export OMPI_MCA_ess_singleton_isolated=1 PMIX_MCA_gds=hash TMPDIR=$PWD; cd {ROOT}\n" \
        f"lmp() {{ {shlex.join(this.lmp)} -log none -var steps 2 \"$@\"; }}\n"
    begin += re.search(r"^```sh\n(compare.*?)^```", page, re.M | re.S).group(1)
    begin = begin.replace("FOLDER/rigidstepplugin.so", this.plugin)
    wanted = re.findall(r"`(compare .*)` \|$", page, re.M)
    between(10, 20, len(wanted), "commands of the page's table")
    for line in wanted:
        said = sh("bash", "-c", f"{begin}{line} -sf rgs")
        wrong = re.findall("ERROR.*|nan", said)
        check("Loop time" in said and not wrong, f"{line}: {wrong[:1]}")


WATER = """
units real
atom_style full
bond_style harmonic
angle_style harmonic
lattice sc 3.107
region box block 0 3 0 3 0 3
create_box 2 box bond/types 1 angle/types 1 extra/bond/per/atom 2 extra/angle/per/atom 1 &
  extra/special/per/atom 2
molecule water water.mol
mass 1 15.9994
mass 2 1.008
create_atoms 0 box mol water 20081
pair_style lj/cut/coul/long 4.0
pair_coeff 1 1 0.15535 3.166
pair_coeff * 2 0.0 1.0
bond_coeff 1 450.0 1.0
angle_coeff 1 55.0 109.4712206344907
kspace_style pppm 1.0e-3
thermo_style custom step pe ebond eangle
thermo_modify format float %.15g
"""


@rows("shake|shake\nrattle|rattle")
def shake(style):
    """A script whose water fix shake holds: LAMMPS' fix, and one line; and the lines of the how-to page."""
    page = text_of(ROOT + "/examples/howto/hbonds.md")
    delete, write = [re.findall("^    (.*)", part, re.M) for part in re.findall(
        r"Delete\n\n(.*?)\nand write\n\n(.*?)\nAt const", page, re.S)[0]]
    between(2, 2, len(delete), "lines to delete")
    rigid = text_of(INPUTS + "/spce.mol").replace("3 atoms", "3 atoms\n2 bonds\n1 angles")
    written("water.mol", rigid, "\nBonds\n", "1 1 1 2", "2 1 1 3", "\nAngles\n", "1 1 2 1 3")
    begin = ["suffix rgs", "plugin load ${plugin}", WATER]
    held = [delete[0].replace("shake", style), delete[1], "run 1"]
    again = ["unfix 1", "unfix rigid", *held, "clear"]
    old = lmp(written("old.in", *begin, *held, "info fixes", *again, *begin, *held))
    says_once("LAMMPS' fix", fr"Suffix rgs: fix {style} \(ID rigid\) is a fix of LAMMPS, and rigidstep does not "
              "move its molecules; for rigid ones, such as water, write fix rigid/npt/small", old, 2)
    says_once("its own name", fr" *Fix\[.*style = {style}, ", old)
    new = lmp(written("new.in", *begin, *write, "run 1", "run 1"))
    says_once("the lines to write", r"Suffix rgs: fix rigid/npt/small \(ID 1\) is replaced by", new)
    off = new["PotEng"][0] / old["PotEng"][0] - 1
    between(0, 1e-6, abs(off), "potential energy of the page's lines, relative to the old script's")
    between(0, 1e-9, np.max(new["E_bond"] + new["E_angle"]), "energy of bonds and angles")
    said = [sh(TOOLS + "/check_log.sh", run.name + ".out") for run in (old, new)]
    wanted = f"no: molecules are held by fix {style} of LAMMPS"
    check(said[0].startswith(wanted) and said[1].startswith("yes"), f"check_log.sh: {said}")


def examples(path):
    """The paragraphs of a page's Examples."""
    section = re.split(r"\n(?=[A-Z])", text_of(path).split("\nExamples\n", 1)[1], 1)[0]
    return [re.sub("^   ", "", text, flags=re.M) for text in re.split(r"\n *\n", section) if re.search("^   ", text, re.M)]


@rows([(os.path.basename(path)[:-4], path) for path in sorted(glob.glob(ROOT + "/plugin-lammps/doc/*.rst"))])
def example(path):
    particles_data("fluid.data", 6, 2.1, 0, 0.4)
    acme_module()
    run_at_end = dict(group="nothing", again="print 'the example ran'")
    for text in examples(path):
        begin = ["group nothing empty", *text.splitlines()]
        if "fix_particles" in path:    # the fix that the input brings moves nothing
            run = lmp("spheres" if "/sphere" in text else "particles", 2, state="fluid.data", columns="ke ke ke", steps=0, fix="nve",
                      before_fix=begin, **run_at_end)
        elif "fix_brownian" in path:
            plane = dict(dimension=2, lattice="sq 0.05", box="0 64 0 64 -0.1 0.1", frictions="gamma_t_eigen 1 1 inf gamma_r_eigen inf inf 1")
            run = lmp("brownian", 2, before_fix=begin, **run_at_end, **(plane if "inf" in text else {}))
        else:
            run = lmp("page", 2, inputs=INPUTS, example=written("example.in", text), others=len(re.findall("argon|others", text)))
        check(run.status == 0 and run.says("^the example ran"), f"{os.path.basename(path)}: {text[:200]}: {run}")


@case
def number():
    between(24, 100, sum(len(examples(path)) for path in glob.glob(ROOT + "/plugin-lammps/doc/*.rst")), "examples of the documentation's pages")
