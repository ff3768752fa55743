# SPDX-License-Identifier: GPL-2.0-only
"""The global vector of the fix."""
import numpy as np

from cases import RGS, any_ranks, between, case, check, free, liquid, refused, rods, rows, says_once, slope
from kinds import vector

PRINTED = "thermo_modify norm no format float %.17g"


@case
def from_atoms():
    for n in any_ranks():
        vector("liquid", liquid, n, 2.0, 29, fix=RGS, steps=30)
    # (on one rank: FixRigidSmall's scalar forgets to add up the linear bodies of several)
    vector("linear", rods, 1, 1.0, 29, fix=RGS, steps=30)


@case
def refined():
    """The total energy fluctuates with h^2, the refined one with h^4."""
    runs = [liquid(2, fix=RGS, dt=dt, steps=1200 // dt, before_run=[
        "thermo 1", "thermo_style custom step f_move[9] f_move[11] f_move[3] f_move[7] f_move[4] f_move[8] etotal", PRINTED]) for dt in (1, 2, 4)]
    for name, column, low, high in ("total", 1, 1.7, 2.3), ("refined total", 2, 3.5, 4.5):
        one, two, four = [np.std(run[column][2:]) for run in runs]
        between(low, high, slope(one, two), f"{name} energy, kcal/mol: {one:.3g}, {two:.3g}, {four:.3g} at 1, 2, 4 fs; order from 1 to 2")
        between(low, high, slope(two, four), f"{name} energy: order from 2 to 4")

    # refined temperatures: at 298 K h^2/12 V is about 0.05 K (fs)^2 of translation and 0.5 K (fs)^2 of rotation
    def more(run, plain):
        return np.mean((run[plain + 1] - run[plain])[1:])
    between(0.6, 1.4, more(runs[2], 3), "refined temperature of translation above the plain one at 4 fs")
    between(6, 11, more(runs[2], 5), "refined temperature of rotation above the plain one at 4 fs")
    between(3.5, 4.5, more(runs[2], 5) / more(runs[1], 5), "the same, ratio of 4 to 2 fs")


@case
def seldom():
    """Asked for now and then, by fixes and variables, and by nobody in the steps between; after a swap to a rotor of order 2 the refined
    values are not known; a second run begins anew."""
    run = liquid(2, fix=RGS, dt=2.0, steps=60, before_run=[
        "variable e equal f_move[10]", "fix mean all ave/time 1 10 20 f_move[9] f_move[11] ave running", "fix now all print 7 'drift ${e}'",
        "thermo 20", "thermo_style custom step f_move[9] f_mean[1] f_mean[2] f_move[11] f_move[8]"],
        again=["run 20", "fix_modify move rotor nosquish", "run 20"])
    check(run.status == 0 and len(run.lines) == 8 and len(run.says("^drift")) >= 12 and np.isnan(run.end(4)) and np.isnan(run.end(5)),
          f"outputs asked for now and then, 2 ranks; refined ones nan with rotor nosquish: {run.lines[-1]}, {run}")
    between(-3, 3, run[4][3] - run[1][0] + 0 * (run[2][3] + run[3][3]), "refined energy at step 60, from the plain one at step 0; no nan in the means")


@rows("""
small|rigid/small/rgs molecule
all|rigid/rgs molecule
nvt|rigid/nvt/small/rgs molecule temp 300 300 100
nph|rigid/nph/rgs molecule iso 1 1 100
""")
def before(fix):
    """Before the first run there are no bodies yet: what depends on them is nan, no heat was given."""
    run = free(fix=fix, steps=0, before_run=['print "before $(f_move) $(f_move[1]) $(f_move[9]) $(f_move[12])"'],
               again="run 1")
    says_once(f"{fix}: temp of thermo", ".*thermo's temp belongs to the end of a step", run, "nvt" in fix)
    said = [line.replace("-", "") for line in run.says("^before .*")]
    check(run.status == 0 and said == ["before nan nan nan 0"], f"{fix}: values before the first run: {said}; {run}")


@rows([("1", 1), ("2", 2)])
def no_pe(n):
    """A script may delete the compute of the potential energy that LAMMPS makes."""
    text = "Fix rigid/small/rgs .ID move.: its energies need compute thermo_pe, which uncompute deleted"
    for column in 9, 11:
        printed = f"thermo_style custom step f_move[{column}]"
        refused(printed, text, free(n, fix=RGS, steps=2, before_run=[printed, "uncompute thermo_pe"]))


@case
def free_atoms():
    run = free(2, fix=RGS, pair="lj/gromacs 6.0 8.0", coeff="* * 0.2 3.0", spacing=8.0, steps=400, every=1, dt=1.0, before_fix=[
        "mass 1 16.0", "create_atoms 1 single 8 8 8", "create_atoms 1 single 2 9 13", "velocity all create 300 77 loop geom", "group loose id > 24"],
        before_run=["unfix move", "group bodies subtract all loose", "fix move bodies " + RGS, "fix drift loose nve",
                    "thermo_style custom step etotal f_move[9] f_move[11]", PRINTED])
    assert len(run.lines) == 401
    between(0, 1e-12, np.max(abs(run[1] - run[2]) / abs(run[1])), "with free atoms, 2 ranks: total energy, relative to LAMMPS'")
    between(10, 1e9, np.std(run[1][2:]) / np.std(run[3][2:]), "with free atoms: refined energy, how much steadier than the plain one")
