# SPDX-License-Identifier: GPL-2.0-only
"""Keyword inertia: other moments of inertia, at the same temperature and pressure."""
import numpy as np

from cases import PLANE, RGS, any_ranks, between, case, equal, liquid_of_trimers, mixed, near_after, \
    on_ranks, refused, rows, says_once, text_of, trimers, warned, written
from kinds import half, restart_continues
from shapes import particles

OUTPUTS = dict(columns="pe ke etotal econserve press f_move[1] f_move[2] f_move[4]", every=10)
PRESSURES = [f"f_move[{k}]" for k in (16, 17, 18)]


def alike(what, one, other, most=1e-11):
    between(0, most, np.max(abs(np.asarray(one) / other - 1)), what)


@rows([
    ("small", RGS + " inertia 4", {}),
    ("all", "rigid/rgs molecule inertia .25", {}),
    ("plane", RGS + " inertia 9", PLANE),
    ("npt", "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1 inertia 9", {}),
    ("nvt", "rigid/nvt/rgs molecule temp 1 1 1 thermostat langevin inertia 9", {}),
    ("atoms", "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1 atoms single inertia 4", {}),
    ("staged", RGS + " scheme srkn6b inertia 4", dict(before_fix="run_style rgs")),
    ("processed", RGS + " scheme takahashi_imada4 inertia 4", dict(before_fix="run_style rgs")),
    ("levels", RGS + " inertia 4", dict(before_fix="run_style respa 2 2 pair 1")),
    ("langevin", "rigid/rgs molecule langevin 1 1 1 77 inertia 4", {}),
])
def outputs(fix, more):
    """What LAMMPS computes from the velocities of atoms is what the fix has: energies and the pressure."""
    more = dict(OUTPUTS, columns=OUTPUTS["columns"] + " ".join(["", *PRESSURES] * ("npt" in fix)), **more)
    kind = trimers if "dimension" in more else half if "atoms" in fix else liquid_of_trimers
    runs = [kind(n, fix=fix, **more) for n in any_ranks()]
    for run in runs:
        what, energy = f"{fix}, {run.ranks} ranks: ", run["f_move[1]"] + run["f_move[2]"]
        alike(what + "kinetic energy of bodies beside the atoms' energy", energy, run["KinEng"])
        if "langevin" not in fix:
            between(0, 0.02, np.ptp(run["Econserve"]) / np.max(energy), what + "what should be conserved")
        if "npt" in fix:
            own = sum(run[column] for column in PRESSURES) / 3
            alike(what + "pressure of the barostat beside LAMMPS' pressure", own, run["Press"], 1e-10)
    if "dimension" not in more:    # (which bodies create_atoms makes depends on the ranks)
        on_ranks(fix, runs, 1e-8, first=5)


@rows([("verlet", {}), ("respa", dict(before_fix="run_style respa 2 2 pair 2"))])
def slower(more):
    """If bodies stand still, they turn in steps of 2 h as with a quarter of the moments in h."""
    fixed, again = "rigid/rgs molecule force * off off off", ["velocity all zero linear rigid move", "run 20"]
    for n in 1, 4:
        one, slow = [trimers(n, fix=fixed + words, dt=dt, steps=0, again=again, **more, **OUTPUTS)
                     for words, dt in (("", 0.001), (" inertia 4", 0.002))]
        for column in "PotEng", "f_move[2]":
            alike(f"{n} ranks: {column} in twice the time", slow[column], one[column], 1e-9)


@rows([("small", RGS + " langevin 1 1 .1 331"), ("all", "rigid/rgs molecule langevin 1 1 .1 331"),
       ("nvt", "rigid/nvt/small/rgs molecule temp 1 1 .1 thermostat langevin")])
def equipartition(fix):
    """Molecules without forces, with friction and noise: temperatures do not depend on the factor."""
    run = trimers(1, pair="zero 1.2", coeff="* *", fix=fix + " inertia 9", dt=0.05, steps=4000, every=4,
                  columns="f_move[3] f_move[4]")
    for k in 3, 4:
        between(0.98, 1.02, np.mean(run[f"f_move[{k}]"][100:]), f"{fix} inertia 9: temperature f_move[{k}]")


@rows("nve|nve/asphere/rgs inertia 4\nconstant|npt/asphere/rgs temp 1.5 1.5 .5 iso .2 .2 1 inertia 4")
def single(fix):
    """Of single particles: LAMMPS' compute has the same energy, on any number of ranks."""
    runs = [particles(n, fix=fix, before_fix="compute turn ellipsoids erotate/asphere",
                      columns="c_turn f_move[2] f_move[10]") for n in any_ranks()]
    for run in runs:
        alike(f"{fix}, {run.ranks} ranks: energy of rotation", run["f_move[2]"], run["c_turn"])
        between(0, 0.05, np.ptp(run["f_move[10]"]) / run["KinEng"][0], f"{fix}, {run.ranks} ranks: conserved")
    on_ranks(fix, runs, 1e-6)


@case
def restart():
    """A run continues bit for bit; a factor that is new, by script or fix_modify, keeps the temperature."""
    restart_continues(RGS + " inertia 4")
    again = ["write_restart one.restart", "fix_modify move inertia 4", "run 20"]
    whole = liquid_of_trimers(fix=RGS, again=again, steps=20, **OUTPUTS)
    more = dict(made="no", start="read_restart one.restart", steps=20, **OUTPUTS)
    kept = trimers(2, fix=RGS + " inertia 4", **more)
    near_after("inertia from a restart file without it", 20, whole, kept, 3)
    warned("inertia", "continues with .* inertia 4; the restart file was written with .*strang", kept)
    made = liquid_of_trimers(fix=RGS + " reinit yes inertia 4", again="run 20", steps=20, **OUTPUTS)
    for what, run in ("fix_modify", whole), ("bodies made from atoms again", made):
        alike(what + ": temperature of rotation stays", run["f_move[4]"][3:4], run["f_move[4]"][2], 1e-9)


@case
def back():
    """After fix_modify inertia 1 a run is as one without the keyword, from the same state."""
    again = ["write_restart four.restart", "fix_modify move inertia 1", "run 20"]
    more = dict(fix=RGS + " inertia 4", steps=20, **OUTPUTS)
    for n in 1, 4:
        whole = liquid_of_trimers(n, again=again, **more)
        none = trimers(n, fix=RGS, made="no", start="read_restart four.restart", steps=20, **OUTPUTS)
        near_after("fix_modify inertia 1 beside a fix without", 20, whole, none, 3)
        goes_on = liquid_of_trimers(n, again=["fix_modify move inertia 1", "run 20 pre no"], **more)
        near_after("the same with pre no", 20, goes_on, none, 3)


@rows([("small", RGS), ("all", "rigid/rgs molecule")])
def migrates(fix):
    """On four ranks: bodies have changed ranks, and a restart file continues the run bit for bit."""
    count = ["compute rank all property/atom proc", "fix was all store/state 0 c_rank",
             "variable moved atom c_rank!=f_was", "compute moved all reduce sum v_moved"]
    more = dict(fix=fix + " inertia 4", before_fix=count, every=50, columns=OUTPUTS["columns"] + " c_moved")
    whole = liquid_of_trimers(4, steps=1000, again=["write_restart its.restart", "run 200"], **more)
    rest = trimers(4, steps=200, made="no", start="read_restart its.restart", **more)
    between(30, 192, whole["c_moved"][20], fix + ": atoms on another rank than at first")
    equal(fix + ", restart file", *[[words[:-1] for words in run.after(1000)] for run in (whole, rest)], 5)


@case
def minimised():
    """minimize/rgs goes the way of the moments of the atoms' masses, and bodies move as before."""
    for n in any_ranks():
        plain, heavy = [liquid_of_trimers(n, fix=RGS + words, steps=0, again="minimize/rgs 0 1e-4 20 100", **OUTPUTS)
                        for words in ("", " inertia 4")]
        for column in "PotEng", "f_move[2]", "Press":
            alike(f"minimize/rgs with inertia 4, {n} ranks: {column}", heavy.end(column), plain.end(column), 1e-10)
        says_once("what changes", "Fix .*inertia changes librations, spectra, reorientation times and "
                  "viscosity, but no averages of positions, pressures or free energies", heavy)


@case
def infile():
    """Moments of a file are multiplied, too: positions are as with a file of four times the moments."""
    more = dict(start="read_data trimers.data")
    written("none.infile", 0)
    again = "write_restart its.restart"
    liquid_of_trimers(fix="rigid/rgs molecule infile none.infile", again=again, steps=0, **more)
    bodies = [line.split() for line in text_of("its.restart.rigid").splitlines()]
    factors = np.repeat([1.0, 4.0, 1.0, 2.0], [4, 6, 3, 3])    # mass and centre, moments, velocity, momentum
    bodies = [b for b in bodies if len(b) == 20]
    for b in bodies:
        b[1:17] = map(repr, (np.array(b[1:17], float) * factors).tolist())
    written("heavy.infile", len(bodies), *map(" ".join, bodies))
    more.update(OUTPUTS, steps=20)
    for n in 1, 4:
        heavy, factor = [liquid_of_trimers(n, fix="rigid/rgs molecule infile " + file, **more)
                         for file in ("heavy.infile", "its.restart.rigid inertia 4")]
        for column in "PotEng", "Press", "f_move[1]", "f_move[2]":
            alike(f"infile and inertia 4, {n} ranks: {column}", factor[column], heavy[column], 1e-9)
        says_once("infile and inertia", "Fix .*inertia multiplies the moments of infile", factor)


NUMBER = "must be a number > 0"


@rows([
    ("zero", f"the factor is 0; {NUMBER}", "0"),
    ("negative", f"the factor is -4; {NUMBER}", "-4"),
    ("nan", f"the factor is nan; {NUMBER}", "nan"),
    ("none", "keyword inertia needs a number after it", ""),
    ("types", f"the factor is 1:4; {NUMBER}", "1:4"),
])
def refusal(text, words):
    for n in 1, 4:
        refused("inertia " + words, "ID move.*" + text, mixed(n, fix=f"{RGS} inertia {words}"))
    refused("fix_modify", text, mixed(fix=RGS, steps=1, again=["fix_modify move inertia " + words, "run 1"]))


@case
def beside():
    counts = liquid_of_trimers(fix=RGS + " external 0 0 0 0 0 0 external_counts yes inertia 4")
    refused("with external_counts", "external_counts yes does not work with keyword inertia", counts)
    drag = liquid_of_trimers(fix=RGS + " inertia 4", before_fix="fix drag all viscous 0.1", steps=1)
    warned("beside fix viscous", "keyword inertia: fix viscous may push atoms by their velocities", drag)
