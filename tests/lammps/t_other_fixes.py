# SPDX-License-Identifier: GPL-2.0-only
"""Other fixes that act on bodies, beside each of our styles."""
import os

import numpy as np

from cases import NPH, NPT, NVT, TOOLS, apart, between, case, check, liquid_of_trimers, refused, rows, sh, this, trimers
from shapes import extra_fixes

SMALL, ALL = "rigid/small/rgs molecule", "rigid/rgs molecule"
ISO = NPT + " temp 1 1 1 iso 1 1 1"
ADRIFT = ["velocity all set 1 0 0 sum yes units box", "fix other all momentum 5 linear 1 1 1"]


@rows([("small", 1, SMALL, "etotal"), ("small_ranks", 2, SMALL, "etotal"), ("all", 2, ALL, "etotal"),
       ("nvt", 1, NVT + " temp 1 1 1 thermostat nhc", "econserve"), ("nph", 2, NPH + " iso 1 1 1", "econserve")])
def heat(n, fix, energy):
    """The heat of fix heat arrives, also where its region has some atoms of a body only: 100 per time, 1 time; the total momentum stays 0."""
    for region in "", "region low":
        run = liquid_of_trimers(n, fix=fix, dt=0.001, steps=1000, columns=energy + " v_drift",
                                before_fix="variable drift equal abs(vcm(all,x))+abs(vcm(all,y))+abs(vcm(all,z))",
                                before_run=["region low block INF INF INF INF 0 3", f"fix other all heat 1 100 {region}"])
        between(99.9, 100.1, run.end(2) - run[2][0] if np.all(run[3] < 1e-10) else np.nan, f"{fix} with fix heat {region}, {n} ranks: heat that arrived")


@rows([("csvr", 1, NVT + " temp 1 1 1"), ("langevin", 1, ISO + " thermostat langevin"), ("small", 2, SMALL), ("all", 2, ALL)])
def momentum(n, fix):
    """Fix momentum beside a thermostat is a warning, and takes the momentum out."""
    run = liquid_of_trimers(n, fix=fix, steps=100, columns="v_drift", before_fix="variable drift equal vcm(all,x)", before_run=ADRIFT)
    if "temp" in fix:
        thermostat = "langevin" if "langevin" in fix else "csvr"
        between(1, 1, len(run.says(f"WARNING: .*fix momentum .ID other. takes out the total momentum, which thermostat {thermostat}")), f"{fix}: warnings")
    check(len(run.lines) == 11 and run[2][0] >= 0.5 and abs(run.end(2)) <= 1e-12, f"{fix} with fix momentum: drift {run[2][0]} at the begin, {run.end(2)} at the end")


@case
def evaporate():
    """Temperatures of a fix whose bodies become fewer count those there are: T = 2 K / (6 n) for n molecules of three atoms."""
    for n in 1, 4:
        run = liquid_of_trimers(n, fix=SMALL, columns="f_move f_move[1] f_move[2] atoms", steps=400, before_run=[
            "region low block INF INF INF INF 0 3", "fix less all evaporate 20 2 low 777 molecule yes"])
        check(len(run.lines) == 41 and run.end(5) < run[5][0], f"fix evaporate, {n} ranks: {run[5][0]} atoms at the begin, {run.end(5)} at the end")
        between(0, 1e-12, np.max(abs(run[2] * run[5] / (run[3] + run[4]) - 1)), f"fix evaporate, {n} ranks: scalar, relative to 2 K / (6 n)")


@rows([("csvr", 1), ("nhc", 1), ("langevin", 0)])
def one_body(number):
    """Thermostats that scale leave the translation of one body alone, which a warning says."""
    thermostat = ("csvr", "nhc", "langevin")[this.row]
    run = trimers(box="0 1 0 1 0 1", spacing=5, fix=f"rigid/nvt/small/rgs molecule temp 1 1 1 thermostat {thermostat}", steps=5)
    between(number, number, len(run.says(f"WARNING: .*ID move.*thermostat {thermostat} keeps the total momentum")), f"one body, thermostat {thermostat}: warnings, {run}")


@rows([("thermostat", "some", 0), ("keep", "some", 1), ("keep_all", "all", 0)])
def few_bodies(group, number):
    word = "thermostat" if this.row == 0 else "keep"
    run = trimers(box="0 2 0 2 0 1", spacing=5, group=group, fix="rigid/nvt/small/rgs molecule temp 1 1 1 momentum " + word, steps=5,
                  before_fix="group some molecule 1 2")
    between(number, number, len(run.says("WARNING: .*ID move.*keeps the total momentum of 2 bodies")), f"few bodies, momentum {word}, group {group}: warnings, {run}")


@rows(f"""
deform|fix deform .ID other. changes the box, too.*keywords iso, aniso|{NPT} temp 1 1 1 z 1 1 1|deform 1 x erate 0.01
deform_same|box parameter x|{ISO}|deform 1 x erate 0.01
press|box parameter x|{ISO}|press/berendsen iso 1 1 1 modulus 10
press_z|fix press/berendsen .ID other. changes the box, too|{NPT} temp 1 1 1 x 1 1 1|press/berendsen z 1 1 1 modulus 10
rescale|fix temp/rescale .ID other.*keyword thermostat|{NVT} temp 1 1 1|temp/rescale 1 1 1 0.1 1
berendsen|fix temp/berendsen .ID other.*keyword thermostat|{ISO}|temp/berendsen 1 1 1
rescale_all|fix temp/rescale .ID other.*keyword thermostat|rigid/nvt/rgs molecule temp 1 1 1|temp/rescale 1 1 1 0.1 1
csvr|fix temp/csvr .ID other.*keyword thermostat csvr|{NVT} temp 1 1 1|temp/csvr 1 1 1 77
csld|fix temp/csld .ID other.*keyword thermostat langevin|{ISO}|temp/csld 1 1 1 77
csld_alone|fix temp/csld .ID other.*draws velocities for each atom.*use keyword langevin|{SMALL}|temp/csld 1 1 1 77
csld_all|fix temp/csld .ID other.*draws velocities for each atom.*use keyword langevin|{ALL}|temp/csld 1 1 1 77
langevin|fix langevin .ID other.*keyword langevin Tstart Tstop damp seed here is a thermostat|{NPH} iso 1 1 1|langevin 1 1 1 77
langevin_thermostat|fix langevin .ID other.*keyword thermostat langevin is this thermostat|{ISO}|langevin 1 1 1 77
drude|fix langevin/drude .ID other.*no thermostat here has two temperatures.*write suffix off|{NPH} iso 1 1 1|langevin/drude 1 1 1 77
conductivity|fix thermal/conductivity .ID other. acts on single atoms.*use fix heat with a region|{SMALL}|thermal/conductivity 10 z 4
conductivity_npt|fix thermal/conductivity .ID other. acts on single atoms.*use fix heat with a region|rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1|thermal/conductivity 10 z 4
ehex|fix ehex .ID other. acts on single atoms.*fix heat, with the same values|{NVT} temp 1 1 1|ehex 1 1.0
recenter|fix recenter .ID other.*fixed centre|{ISO}|recenter INIT INIT INIT
hmc|fix hmc .ID other. gives momenta to bodies of LAMMPS' fix rigid/small, not to ours.*rigid/nvt/small/rgs with thermostat langevin|{SMALL}|hmc 10 4711 1 rigid move resample yes
hmc_nve|fix hmc .ID other. gives momenta to bodies of LAMMPS' fix rigid/small, not to ours|rigid/nve/small/rgs molecule|hmc 10 4711 1 rigid move
nve|192 of its atoms would be moved by fix nve .ID other. as well|{SMALL}|nve
nve_all|192 of its atoms would be moved by fix nve .ID other. as well|{ALL}|nve
nvt|192 of its atoms would be moved by fix nvt .ID other. as well|{ISO}|nvt temp 1 1 1
""")
def beside(text, fix, other):
    """Other fixes beside a thermostat or a barostat: our keyword is named."""
    missing = other.startswith("hmc") and not os.path.exists(sh(TOOLS + "/get_lammps_source.sh", this.release) + "/src/MC/fix_hmc.cpp")
    if missing or not extra_fixes() and other.startswith(("temp/cs", "hmc", "langevin/drude")):
        return "this LAMMPS has neither the fix nor plugins"
    refused(f"{fix} beside {other}", text, liquid_of_trimers(fix=fix, before_run=[extra_fixes() or "", "fix other all " + other]))


@rows(f"""
rescale|{SMALL}|temp/rescale 1 2 2 0.01 1
rescale_5|{SMALL}|temp/rescale 5 2 2 0.01 1
berendsen|{SMALL}|temp/berendsen 2 2 0.02
berendsen_all|{ALL}|temp/berendsen 2 2 0.02
langevin|{SMALL}|langevin 2 2 0.1 77
""")
def thermostats(fix, other):
    """Other fixes on bodies at constant energy reach the bodies."""
    run = liquid_of_trimers(fix=fix, before_run="fix other all " + other, steps=1000, every=5, columns="f_move[3] f_move[4]")
    for column in 2, 3:
        assert len(run[column]) == 201
        between(1.8, 2.2, np.mean(run[column][100:]), f"{fix} with fix {other}: mean of temperature {column + 1}, 2 wanted")


@rows("""
deform|1e-9|rigid/nve/small molecule|deform 1 x erate 0.05|deform 1 x erate 0.05
berendsen|1e-2|rigid/nve/small molecule|press/berendsen iso 2 2 1 modulus 20|press/berendsen iso 2 2 1 modulus 20
recenter|1e-9|rigid/small/rgs molecule rotor nosquish||recenter INIT INIT INIT
""")
def upstream(most, fix, theirs, other):
    """As with LAMMPS' own fix; press/berendsen sees our pressure.  With recenter LAMMPS' own torques are wrong, ours are as without it."""
    one, two = [liquid_of_trimers(fix=style, before_run=words and "fix other all " + words or "print ''", steps=100, columns="ke pe lx")
                for style, words in ((fix, theirs), ("rigid/small/rgs molecule rotor nosquish", other))]
    between(0, float(most), apart(one, two), f"fix {other}, {len(one.lines)} lines: largest difference from {fix}, which has {theirs}")


@rows([("npt", ISO), ("nvt", NVT + " temp 1 1 1")])
def change_box(fix):
    run = liquid_of_trimers(fix=fix + " reinit yes", steps=20, columns="vol econserve", again=["change_box all x scale 1.1 y scale 1.1 remap", "run 20"])
    volumes = run[2][run["Step"] == 20]
    assert len(volumes) == 2
    between(1.18, 1.24, volumes[1] / volumes[0], f"{fix} with change_box between two runs: ratio of volumes")


@rows([("small", SMALL), ("all", ALL)])
def csvr(fix):
    """Fix temp/csvr at constant energy: the kinetic energy of 64 bodies has mean and variance of 381 degrees of freedom, since the total
    momentum stays zero (4 and 5 standard deviations of 2000 samples; a thermostat without noise has next to no variance)."""
    if not extra_fixes():
        return "no plugins"
    run = liquid_of_trimers(fix=fix, before_run=[extra_fixes(), "fix other all temp/csvr 2 2 0.02 77"], steps=22000, every=10, columns="ke f_move[1] f_move[2]")
    energies = (run[3] + run[4])[200:]
    between(0.993, 1.007, np.mean(energies) / 381, f"{fix} with fix temp/csvr: mean kinetic energy, over that wanted")
    between(0.83, 1.17, np.var(energies) / 762, f"{fix} with fix temp/csvr: variance of the kinetic energy, over the canonical ensemble's")
