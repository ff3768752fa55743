# SPDX-License-Identifier: GPL-2.0-only
"""Keyword inertia: other moments of inertia, at the same temperature and pressure."""
import numpy as np

from cases import PLANE, RGS, any_ranks, between, case, liquid_of_trimers, mixed, near_after, on_ranks, refused, rows, says_once, trimers, warned, written
from kinds import restart_continues
from shapes import particles

NPT = "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1"
OUTPUTS = "pe ke etotal econserve press f_move[1] f_move[2] f_move[4]"


@rows([
    ("small", liquid_of_trimers, dict(fix=RGS + " inertia 4")),
    ("all", liquid_of_trimers, dict(fix="rigid/rgs molecule inertia .25")),
    ("plane", trimers, dict(PLANE, fix=RGS + " inertia 9")),
    ("npt", liquid_of_trimers, dict(fix=NPT + " inertia 9")),
    ("nvt", liquid_of_trimers, dict(fix="rigid/nvt/rgs molecule temp 1 1 1 thermostat langevin inertia 1*1:9")),
    ("staged", liquid_of_trimers, dict(fix=RGS + " scheme srkn6b inertia 4", after_fix="run_style rgs", before_fix="run_style rgs")),
    ("processed", liquid_of_trimers, dict(fix=RGS + " scheme takahashi_imada4 inertia 4", before_fix="run_style rgs")),
    ("levels", liquid_of_trimers, dict(fix=RGS + " inertia 4", before_fix="run_style respa 2 2 pair 1")),
    ("langevin", liquid_of_trimers, dict(fix="rigid/rgs molecule langevin 1 1 1 77 inertia 4")),
])
def outputs(kind, more):
    """What LAMMPS computes from the velocities of atoms is what the fix has: the energies, which are conserved, and the pressure."""
    runs = [kind(n, columns=OUTPUTS + (" f_move[16] f_move[17] f_move[18]" if "npt" in more["fix"] else ""), every=20, **more) for n in any_ranks()]
    for run in runs:
        what = f"{more['fix']}, {run.ranks} ranks"
        energy = run["f_move[1]"] + run["f_move[2]"]
        between(0, 1e-11, np.max(abs(energy / run["KinEng"] - 1)), what + ": kinetic energy of bodies beside that of atoms")
        if "langevin" not in what:
            between(0, 0.02, np.ptp(run["Econserve"]) / np.max(energy), what + ": what should be conserved")
        if "npt" in what:
            own = sum(run[f"f_move[{k}]"] for k in (16, 17, 18)) / 3
            between(0, 1e-10, np.max(abs(own / run["Press"] - 1)), what + ": pressure of the barostat beside that of LAMMPS")
    if kind is liquid_of_trimers:    # (which bodies create_atoms makes depends on the ranks)
        on_ranks(more["fix"], runs, 1e-8, first=3)


@case
def slower():
    """Bodies with four times the moments that stand still turn in steps of 2 h as others do in steps of h."""
    more = dict(columns="pe f_move[2]", every=1, steps=0)
    for n in 1, 4:
        one, slow = [trimers(n, fix=f"rigid/rgs molecule force * off off off{words}", dt=dt, again=["velocity all zero linear rigid move", "run 20"],
                             **more) for words, dt in (("", 0.001), (" inertia 4", 0.002))]
        for column in "PotEng", "f_move[2]":
            between(0, 1e-9, np.max(abs(slow[column] / one[column] - 1)), f"bodies that stand still, {n} ranks, {column} in twice the time")


@case
def equipartition():
    """Molecules without forces, with friction and noise: temperatures do not depend on the factor."""
    for words, fix in (("", RGS), (" thermostat langevin", "rigid/nvt/small/rgs molecule temp 1 1 .1"), ("", "rigid/rgs molecule")):
        fix += words or " langevin 1 1 .1 331"
        run = trimers(1, pair="zero 1.2", coeff="* *", fix=fix + " inertia 9", dt=0.05, steps=4000, every=4, columns="f_move[3] f_move[4]")
        for k in 3, 4:
            between(0.98, 1.02, np.mean(run[f"f_move[{k}]"][100:]), f"{fix} inertia 9: temperature f_move[{k}]")


@rows("ellipsoids|nve/asphere/rgs inertia 4\nconstant|npt/asphere/rgs temp 1.5 1.5 .5 iso .2 .2 1 inertia 1:4")
def single(fix):
    """Of single particles: the energies of LAMMPS' computes, on any number of ranks."""
    runs = [particles(n, fix=fix, before_fix="compute turn ellipsoids erotate/asphere", columns="c_turn f_move[2] f_move[10]") for n in any_ranks()]
    for run in runs:
        between(0, 1e-11, np.max(abs(run["f_move[2]"] / run["c_turn"] - 1)), f"{fix}, {run.ranks} ranks: energy of rotation")
        between(0, 0.05, np.ptp(run["f_move[10]"]) / run["KinEng"][0], f"{fix}, {run.ranks} ranks: what should be conserved")
    on_ranks(fix, runs, 1e-6)


@case
def restart():
    restart_continues(RGS + " inertia 4")
    more = dict(columns=OUTPUTS, every=10, steps=20)
    whole = liquid_of_trimers(fix=RGS, again=["write_restart one.restart", "fix_modify move inertia 4", "run 20"], **more)
    kept = trimers(2, fix=RGS + " inertia 4", made="no", start="read_restart one.restart", **more)
    near_after("inertia from a restart file without it", 20, whole, kept, 3)
    warned("inertia from a restart file without it", "continues with .* inertia 4; the restart file was written with .*strang", kept)
    between(0, 1e-12, abs(whole["f_move[4]"][3] / whole["f_move[4]"][2] - 1), "fix_modify inertia: temperature of rotation stays")
    made = liquid_of_trimers(fix=RGS + " reinit yes inertia 4", again="run 20", **more)
    between(0, 1e-9, abs(made["f_move[2]"][3] / made["f_move[2]"][2] - 1), "bodies made from the atoms again: energy of rotation stays")


@case
def infile():
    """Moments of a file are multiplied, too."""
    words = dict(columns=OUTPUTS, every=10, steps=20)
    written("none.infile", 0)
    liquid_of_trimers(fix="rigid/rgs molecule infile none.infile", again="write_restart its.restart", steps=0)
    number, *lines = open("its.restart.rigid").read().replace("#", "\n#").splitlines()
    bodies = [np.array(line.split(), float) for line in lines if len(line.split()) >= 20 and line[0] != "#"]
    written("heavy.infile", len(bodies), *[" ".join([f"{b[0]:.0f}", *map(repr, map(float, [*b[1:5], *4 * b[5:11], *b[11:14], *2 * b[14:17]])),
                                                    *[f"{k:.0f}" for k in b[17:20]]]) for b in bodies])
    for n in 1, 4:
        heavy, factor = [liquid_of_trimers(n, fix=f"rigid/rgs molecule infile {file}", **words)
                         for file in ("heavy.infile", "its.restart.rigid inertia 4")]
        for column in "PotEng", "Press", "f_move[1]", "f_move[2]":
            between(0, 1e-9, np.max(abs(heavy[column] / factor[column] - 1)), f"infile and inertia 4, {n} ranks: {column} as with a file of 4 times the moments")
        says_once("infile and inertia 4", "Fix .*inertia multiplies the moments of infile", factor)


@rows("""
zero|the factor is 0; must be a number > 0|inertia 0
negative|the factor is -4; must be a number > 0|inertia -4
nan|the factor is nan; must be a number > 0|inertia nan
word|the factor is heavy; must be a number > 0|inertia heavy
missing|the factor is missing; must be a number > 0|inertia 1:
none|keyword inertia needs a number, or types of atoms with a number, as 1.2:4 after it|inertia
range|the types are 1.9; must be from 1 to 5, as 2 or 1.3|inertia 1*9:4
""")
def refusal(text, words):
    for n in 1, 4:
        refused(words, f"ID move.*{text}", mixed(n, fix=f"{RGS} {words}"))
    refused("fix_modify " + words, text, mixed(1, fix=RGS, again="fix_modify move " + words))


@case
def types():
    """A factor for each type: all of a body's types have the same, and those that are named are in bodies."""
    refused("inertia 1:4", "keyword inertia: atom [0-9]* has type [12] and another factor than type [12] of its body.*1.2:4", mixed(2, fix=RGS + " inertia 1:4"))
    refused("inertia 4:4", "keyword inertia: no atom of the types in 4:4 is in a body of this fix that rotates", mixed(2, fix=RGS + " inertia 4:4"))
    refused("inertia 2:4 for points", "keyword inertia: no atom of the types in 2:4 is in a body", particles(2, fix="nve/asphere/rgs inertia 2:4"))
    refused("with external_counts", "external_counts yes does not work with keyword inertia",
            liquid_of_trimers(fix=RGS + " external 0 0 0 0 0 0 external_counts yes inertia 4"))
    warned("beside fix viscous", "keyword inertia: fix viscous may push atoms by their velocities", liquid_of_trimers(
        fix=RGS + " inertia 4", before_fix="fix drag all viscous 0.1", steps=1))
