# SPDX-License-Identifier: GPL-2.0-only
"""LAMMPS' commands and computes beside our fixes, and fixes that insert bodies.  (fix evaporate, press/berendsen and the refusal of
fix hmc are in t_other_fixes.py.)"""
import numpy as np

from cases import RGS, between, case, liquid_of_trimers, rows, says_once, this, trimers
from shapes import extra_fixes, off

NEITHER = "this LAMMPS has neither fix gcmc and command temper nor plugins"

@rows("""
small|%.17g|1e-9|rigid/small/rgs molecule
all|%.17g|1e-9|rigid/rgs molecule
npt|%.17g|1e-9|rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1
small_short|%g|1e-3|rigid/small/rgs molecule
all_short|%g|1e-3|rigid/rgs molecule
nvt_short|%g|1e-3|rigid/nvt/small/rgs molecule temp 1 1 1
npt_short|%g|1e-3|rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1
""")
def rerun(form, most, fix):
    """The energies and pressures of the run, from coordinates and velocities in a file.  (Dumps have six digits where nothing is
    said, which strains the bodies.)"""
    run = liquid_of_trimers(fix=fix, steps=100, columns="pe press", before_run=[
        "dump all all custom 10 rerun.dump id type x y z vx vy vz ix iy iz", "dump_modify all sort id format float " + form],
        again=["undump all", "rerun rerun.dump dump x y z vx vy vz ix iy iz"])
    between(0, float(most), max(off(run[k][11:], run[k][:11]) for k in ("PotEng", "Press")), f"{fix}, rerun of {form}: energy and pressure, relative to the run")
    if this.row == 6:
        says_once("that the dump has other shapes", ".*WARNING.*rerun takes the shape of bodies from its file, which differs by", run)


@case
def stress():
    """Stress of linear molecules, like N2: the atoms' adds up to the pressure, and in half of the box, whose face cuts molecules, its
    average is isotropic (the first 2000 of 20000 steps are left out; differences of components have a standard error of 0.018, and
    the limit is four of them).  --short does without this average."""
    run = trimers(template="line.mol", fix="rigid/nvt/small/rgs molecule temp 1 1 0.5", steps=300 if this.short else 20000, every=10,
                  columns="pxx pyy pzz c_sum[1] c_sum[2] c_sum[3] c_part[1] c_part[2] c_part[3]", before_fix=[
                      "region part block 0 3.4 INF INF INF INF units box", "compute atoms all stress/atom NULL",
                      "compute sum all reduce sum c_atoms[1] c_atoms[2] c_atoms[3]", "compute part all reduce/region part sum c_atoms[1] c_atoms[2] c_atoms[3]"])
    volume, lines = (4 * 1.7) ** 3, len(run.lines)
    assert lines > 30, lines
    between(0, 1e-9, max(np.max(abs((-run[k + 3] / volume - run[k]) / run[2])) for k in (2, 3, 4)), "stress of atoms, summed: largest difference from the pressure, relative")
    for k, axis in () if this.short else ((9, "yy"), (10, "zz")):
        between(-0.072, 0.072, np.mean((run[k] - run[8])[200:]) * 2 / volume, f"stress in half of the box, linear molecules: mean of pxx - p{axis}")


@case
def gcmc():
    """Molecules of an ideal gas come and go; their number is Poisson's, with the mean P V/kT = 31.4 from 64 at the start.  Numbers
    forget each other in some 60 steps, so that the mean of 6000 steps has an error of 0.6; the limit is four of them.  --short does
    without this average."""
    if not extra_fixes():
        return NEITHER
    for n in 1, 4:
        steps = 6600 if n == 1 and not this.short else 300
        run = trimers(n, fix=RGS + " mol m", pair="zero 1.0", coeff="* *", steps=steps, columns="atoms f_move f_move[1] f_move[2]", before_run=[
            extra_fixes(), "fix change all gcmc 10 20 0 0 777 1.0 0.0 0.0 mol m rigid move pressure 0.1"])
        between(0, 1e-12, off(run["f_move"] * run["Atoms"], run["f_move[1]"] + run["f_move[2]"], steps // 10 + 1), f"fix gcmc, {n} ranks: scalar, relative to 2 K / (6 n)")
        if steps == 6600:
            between(29, 33.8, np.mean(run["Atoms"][60:]) / 3, "fix gcmc, ideal gas: mean number of molecules, 31.4 in theory")


@rows("temper|rigid/nvt/small/rgs molecule temp T T 0.1 thermostat langevin|temper {}\n"
      "temper_npt|rigid/npt/small/rgs molecule temp T T 0.1 iso 1 1 1 thermostat langevin|temper/npt {} 1.0")
def temper(fix, command):
    """Replica exchange, of two partitions of one rank each: replicas change places, and the fixes take the targets."""
    if not extra_fixes():
        return NEITHER
    cold, warm = fix.replace("T", "1.0"), fix.replace("T", "1.1")
    run = liquid_of_trimers(2, args=["-partition", "2x1", "-pscreen", "none"], steps=10, columns="pe vol", before_fix=[
        "variable fix delete", "variable t world 1.0 1.1", f"variable fix world '{cold}' '{warm}'"],
        again=[extra_fixes(), command.format("400 20 ${t} move 3847 5838")])
    places = [line.split()[1] for line in run.says("^ *[0-9]+ +[0-9]+ +[0-9]+ *$")]
    assert len(places) > 19, (len(places), run)
    between(2, 20, sum(a != b for a, b in zip(places, places[1:])), f"{command.split()[0]}: exchanges in 20 attempts")
