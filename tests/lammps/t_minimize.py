# SPDX-License-Identifier: GPL-2.0-only
"""minimize/rgs."""
import subprocess
from functools import partial

import numpy as np

from cases import RGS, TOOLS, any_ranks, between, case, check, colliding, free, in_plane, liquid, lmp, refused, rows, same, says_once, this, trimers, warned
from kinds import dumped, exact
from shapes import chain, chain_data, particles, relaxes, summary

tip4p = partial(lmp, "tip4p")


def distances(dump):
    """Within molecules."""
    _, molecule, *x = dumped(dump)
    x = np.array(x)
    molecules = [x[:, molecule == m] for m in np.unique(molecule[molecule > 0])]
    return np.concatenate([np.linalg.norm(x[:, :, None] - x[:, None], axis=0)[np.triu_indices(x.shape[1], 1)] for x in molecules])


def relaxed(what, ranks, force, most, kind, **more):
    """It ends at forces below FORCE with all molecules rigid, in MOST evaluations at most.  From rest at the minimum nothing moves."""
    dump = "write_dump all custom @.{} id mol xu yu zu modify sort id format float %.17g"
    run = kind(ranks, again=[dump.format("start"), f"minimize/rgs 0 {force} {most} {most}", dump.format("end"), "velocity all set 0 0 0", "run 20"], **more)
    assert run.says("Stopping criterion = force tolerance"), (run, run.says("Stopping.*"))
    relaxes(what, force, run)
    between(0, 1e-12, np.max(abs(distances(run.name + ".end") / distances(run.name + ".start") - 1)), f"{what}, {ranks} ranks: distances within molecules")
    between(0, 1e-3, run.end("Temp"), f"{what}, {ranks} ranks: temperature after 20 steps more")
    return run


@case
def tip4p_water():
    """Forces of TIP4P water go down to 1e-6 where they are smooth.  Those from tables do not, and a warning says why."""
    run = relaxed("TIP4P water", 1, 1e-6, 4000, tip4p, cells=4 if this.short else 6)
    says_once("minimize/rgs with smooth forces, warnings that they are not", ".*force norm has stayed", run, 0)
    warned("forces from tables", "force norm has stayed above.*pair_modify table 0", tip4p(state="relaxed.data", table=12, again="minimize/rgs 0 1e-6 600 600"))


@case
def minima():
    """The path is the same to rounding, whatever the number of ranks."""
    chain_data("chain.data", 6)
    energies = []
    for n in 1, 4:
        energies.append(summary(relaxed("a chain", n, 1e-5, 8000, chain, pieces=6))[1])
        relaxed("two molecules in the same place", n, 1e-6, 6000, colliding, fix=RGS, steps=0, before_run=[
            "group one molecule 1", "displace_atoms one move 4.2 0 0 units box", "velocity all set 0 0 0", "thermo_modify format float %.15g"])
        relaxed("water", n, 1e-1, 2000, liquid, fix=RGS, dt=2, steps=0, before_run="thermo_modify format float %.15g")
    between(0, 1e-9, abs(1 - energies[1] / energies[0]), "minimize/rgs on 1 and 4 ranks: energies at the end")


@case
def words():
    warned("minimize", "minimize moves the atoms of a body one by one.*minimize/rgs", free(fix=RGS, steps=0, again="minimize 0 0 2 2"))
    refused("minimize/rgs with fix box/relax", "fix box/relax is not supported.*npt/rigid/small/rgs.*RigidFilter", free(
        fix=RGS, steps=0, again=["fix box all box/relax iso 0", "minimize/rgs 0 1e-4 5 5"]))
    refused("minimize/rgs 0 0 2", "expected etol ftol maxiter maxeval, but found 3 words", free(2, fix=RGS, steps=0, again="minimize/rgs 0 0 2"))


@rows([
    ("small", liquid, RGS, dict(local="print ''")),
    ("all", liquid, "rigid/rgs molecule", dict(local="print ''")),
    ("plane", in_plane, RGS, {}),
    ("particles", particles, "nve/asphere/rgs", dict(of="some_points")),
])
def momenta(kind, fix, more):
    """After minimize/rgs bodies move and turn as before: each kind of kinetic energy, with bodies that changed their ranks."""
    for n in any_ranks():
        run = kind(n, fix=fix, steps=20, before_run=["thermo_style custom step f_move[1] f_move[2] ke", "thermo_modify norm no format float %.17g"],
                   again=["minimize/rgs 0 1e-4 60 60", "run 0"], **more)
        energies = np.array([run[k] for k in (1, 2, 3)])
        before = energies[:, list(run["Step"]).index(20)]
        assert len(run.lines) > 4, run.lines
        between(0, 1e-11, np.max(abs(energies[:, -1] / before - 1)), f"{fix}, {n} ranks: kinetic energies after minimize/rgs, relative to before")


@rows("small|rigid/small/rgs molecule\nall|rigid/rgs molecule")
def pressure(fix):
    """The last pressure that minimize/rgs prints, and the last one of all that `run 0` prints after it (where minimisation has
    stopped by itself, and where it has come to the last of its steps), are the same; and one in the middle follows the formulas."""
    for ends in "40 400 400", "0 40 40":
        run = liquid(2, fix=fix, local="print ''", steps=0, before_run=["thermo_style custom step press pxx pxy", "thermo_modify norm no format float %.17g"],
                     again=["minimize/rgs 0 " + ends, "run 0"])
        pressures = np.array([run[k] for k in (1, 2, 3)])
        assert pressures.shape[1] > 3, pressures
        between(0, 1e-9, np.max(abs(pressures[:, -1] - pressures[:, -2])) / abs(pressures[0, -1]),
                f"{fix}, minimize/rgs 0 {ends}: last pressure, relative to what run 0 prints ({pressures[0, -2:]})")
    if fix == RGS:
        exact("minimized", liquid, 2, 20, 4, fix=RGS, steps=0, again="minimize/rgs 0 0 40 100")


def script(rgs):
    """With minimize before, between and after its fixes."""
    return ["uncompute ke", "uncompute erot", "thermo_style one", "thermo_modify norm no format float %.15g", "thermo 2", "unfix move",
            "group one molecule 1:4", "group other subtract all one", "minimize 0 1e-9 6 60", f"fix one one rigid/small{rgs} molecule", f"minimize{rgs} 0 1e-9 6 60",
            f"fix other other rigid/nvt/small{rgs} molecule temp 300 300 100", f"minimize{rgs} 0 1e-9 6 60", "run 6", "unfix one", "unfix other", "minimize 0 1e-9 6 60"]


@case
def unchanged_script():
    """A script that names LAMMPS' own styles: with -sf rgs it has the digits of our names, and of minimize where there is no fix of ours."""
    for n in 4, 1:
        suffix = colliding(n, fix=RGS, steps=0, args=["-sf", "rgs"], again=script(""))
        same("a script with minimize before, between and after its fixes, with -sf rgs", suffix, colliding(n, fix=RGS, steps=0, again=script("/rgs")), 20)
    says_once("minimize/rgs without a fix of ours", ".*there is no fix rigid/small/rgs, rigid/rgs or nve/asphere/rgs, nor one like them, so this is minimize, "
              "with min_style cg.  It moves atoms one by one", suffix, 2)
    # molecules that minimize has bent before the fix
    for n in 1, 2:
        for times, before in (1, "minimize 0 1e-3 20 60"), (0, "print none"):
            says_once(f"{before} before the fix, {n} ranks, warnings of shapes", "WARNING: .*bodies with atoms of the same types differ in shape", trimers(
                n, fix="rigid/nvt/small/rgs molecule temp 1 1 1", steps=1, before_fix=before), times)
    # a script says whether a log is of a run with our fixes
    own = colliding(fix="rigid/nve/small molecule", steps=0)
    ours, theirs = [subprocess.run([TOOLS + "/check_log.sh", run.name + ".out"], stdout=subprocess.PIPE, text=True) for run in (suffix, own)]
    check(ours.returncode == 0 and "Fix rigid/nvt/small/rgs (ID other)" in ours.stdout and theirs.returncode,
          f"check_log.sh, with -sf rgs and without: {ours}, {theirs}")
