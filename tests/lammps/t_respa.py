# SPDX-License-Identifier: GPL-2.0-only
"""run_style respa."""
import numpy as np

from cases import any_ranks, between, case, check, clumps, colliding, energies_apart, free, in_plane, like_upstream, liquid, mixed, near_after, refused, rows
from kinds import rms, scheme_order
from t_rigid import like_rigid

LEVELS = "run_style respa 2 4 bond 1 pair 2"
LONG = ["pair_style lj/cut/coul/long 8.0", "pair_coeff 1 1 0.15535 3.166", "pair_coeff 1 2 0.0 1.0", "pair_coeff 2 2 0.0 1.0", "kspace_style pppm 1e-5"]
PRINTING = ["thermo_style custom step temp pe ke etotal press pxy", "thermo_modify norm no format float %.14g"]
BOTH = rows("small|rigid/small/rgs\nall|rigid/rgs")


def water(ranks, fix, style, before=(), **more):
    """Water with forces in two parts."""
    return liquid(ranks, **dict(dict(local="print ''", fix=fix, dt=2, before_run=[*before, *LONG, *PRINTING, style]), **more))


def like_verlet(what, runs, lines):
    between(0, 1e-10, energies_apart(*runs, lines), f"{what}: energies, as run_style verlet's, {runs[0].ranks} ranks")
    pressures = [np.array([run["Press"], run["Pxy"]]) for run in runs]
    between(0, 1e-6, np.max(abs(pressures[0] - pressures[1])), f"{what}: pressures in atm, as run_style verlet's, {runs[0].ranks} ranks")


@case
def one_level():
    """One level is run_style verlet, for LAMMPS' fixes too."""
    for n in 1, 2:
        for like in like_upstream, like_rigid:
            like("respa 1", liquid, n, 21, before_run="run_style respa 1 pair 1")


def forces(run):
    """Forces and torques on bodies, at steps without output too."""
    lines = [line.split() for line in run.read("bodies").splitlines() if line[0] != "#"]
    return np.array([words[1:] for words in lines if len(words) == 7], float)


@BOTH
def steps_of_one(fix):
    """With as many inner steps as outer ones the kicks of the levels follow one another: run_style verlet again, pressure included."""
    styles = "run_style verlet", "run_style respa 3 1 1 pair 1 kspace 3"
    columns = " ".join(f"f_move[{k}]" for k in range(7, 13))
    dump = f"fix bodies all ave/time 5 1 5 {columns} mode vector format ' %.14g' file @.bodies" if fix == "rigid/rgs" else "print ''"
    for words, n in ("strang", 1), ("strang", 2), ("strang", 4), ("strang langevin 300 300 50 71", 2):
        what, runs = f"{fix} {words}, three levels of one step each", [water(n, f"{fix} molecule scheme {words}", style, steps=40, dump=dump) for style in styles]
        like_verlet(what, runs, 5)
        if fix == "rigid/rgs":
            a, b = map(forces, runs)
            assert a.shape == b.shape == (9 * 216, 6), (a.shape, b.shape)
            between(0, 1e-9, np.max(abs(a - b)) / np.max(abs(a)), f"{what}: forces and torques on bodies, as run_style verlet's, {n} ranks")
    runs = [liquid(4, local="print ''", fix=fix + " molecule", state="tilted.data", steps=60, before_run=words + ["thermo_modify format float %.14g"])
            for words in ([], ["fix_modify move bodyforces early", "run_style respa 2 1 pair 2"])]
    between(0, 1e-10, energies_apart(*runs, 7), f"{fix}, triclinic, bodyforces early, two levels: energies, as run_style verlet's, 4 ranks")


@BOTH
def inner_steps(fix):
    """Order 2 in the step, and what is gained by inner steps; any number of ranks."""
    scheme_order(1.8, 2.2, "strang", 1, lambda **more: mixed(**dict(more, fix=fix + " molecule scheme strang")), style=LEVELS)
    one, *others = [mixed(n, fix=fix + " molecule", every=20, style=LEVELS) for n in any_ranks()]
    for other in others:
        between(0, 1e-11, energies_apart(one, other, 11), f"{fix}, flexible and free atoms, four inner steps: energies, 1 and {other.ranks} ranks")
    whole, inner = [rms(water(1, fix + " molecule", style, steps=50, every=1)[4]) for style in ("run_style verlet", "run_style respa 2 4 pair 1 kspace 2")]
    between(2, 1000, whole / inner, fix + ", water, 2 fs: energy rms of run_style verlet over that with four inner steps")


@BOTH
def gravity(fix):
    """Gravity acts once (in the first half step of run_style verlet LAMMPS leaves it out)."""
    falls = [free(fix=fix + " molecule gravity down", before_fix="fix down all gravity 0.001 vector 0 0 -1", steps=100, every=50, before_run=[
        style, "compute fall all reduce ave vz", "thermo_style custom step c_fall", "thermo_modify format float %.15g"])[1] for style in ("run_style verlet", LEVELS)]
    gained = [fall[2] - fall[1] for fall in falls]
    between(0.999999, 1.000001, gained[0] / gained[1], fix + ", gravity: velocity gained, run_style verlet's over respa's")


@BOTH
def between_runs(fix):
    """There and back, and a restart file (lists are built before a step, so that sums are in another order then, and atoms may
    have left the box: 29Sep2021 wants to be told); nothing refined is told."""
    back = mixed(2, fix=fix + " molecule", every=20, steps=20, style=LEVELS, again=[
        "run_style verlet", "run 20", "run_style respa 2 2 bond 1 pair 2", "thermo_style custom step f_move[3] f_move[7] f_move[11]", "run 20"])
    unknown = [words for words in back.lines if words[2:4] == ["nan", "nan"]]
    check(back.status == 0 and len(unknown) == 2, f"{fix}: respa, verlet, respa, 2 ranks; refined values are not told: {len(unknown)} lines, {back}")
    style, sort = "run_style respa 2 4 pair 1 kspace 2", ["atom_modify sort 0 0"]
    one = water(2, fix + " molecule", style, sort, steps=40, after_fix="restart 20 respa.restart")
    rest = water(2, fix + " molecule", style, sort, steps=20, restart="yes", state="respa.restart.20 remap")
    near_after(fix + ", respa, restart inside a run", 30, one, rest, 2)


@BOTH
def refusals(fix):
    for n in 1, 4:
        for scheme in "suzuki4", "strang_dkd", "nystrom4":
            refused(scheme, f"Fix {fix} .ID move.*run_style respa works with scheme strang only, not with scheme {scheme}; use scheme strang",
                    mixed(n, fix=f"{fix} molecule scheme {scheme}", style=LEVELS))


PUSH = ["fix push all addforce 0.1 0.2 0.05"]


@rows([
    ("single", colliding, "single", "", "thermo_temp", PUSH, {}),
    ("group", colliding, "group 2 one two", "", "thermo_temp", ["group one id 1:12", "group two id 13:24"] + PUSH, {}),
    ("switched", colliding, "molecule", "force 1*3 off off on torque 2 off on off force 8 off off off torque 8 off off off", "thermo_temp", PUSH, {}),
    ("ellipsoids", clumps, "molecule", "", "all", ["compute all all temp/asphere", "set type * shape 1.0 1.5 0.8", "set group all quat/random 4417"] + PUSH, dict(
        pair="gayberne 1.0 3.0 1.0 8.0", coeff="* * 0.2 1.5 1.0 1.0 0.5 1.0 1.0 0.5", style="hybrid molecular ellipsoid")),
    ("plane", in_plane, "molecule", "", "thermo_temp", PUSH, {}),
])
def bodies(kind, bodies, keywords, temperature, before, more):
    """Bodies that only fix rigid has, particles with torques of their own, and two dimensions: one level as LAMMPS' own, and two
    levels, each with forces, as run_style verlet (a fix that adds forces leaves its level's on the atoms where the run is set up)."""
    more = dict(more, steps=100, before_fix=before)
    like_rigid(f"respa 1, {bodies} {keywords}", kind, 2, 11, bodies, keywords, before_run=["run_style respa 1 pair 1", "thermo_modify temp " + temperature], **more)
    for fix in ["rigid/rgs", "rigid/small/rgs"][:2 if kind in (clumps, in_plane) else 1]:
        runs = [kind(2, fix=f"{fix} {bodies} {keywords}", before_run=[style, *PRINTING, "thermo_modify temp " + temperature], **more)
                for style in ("run_style verlet", "run_style respa 2 1 pair 1")]
        like_verlet(f"{fix}, {bodies} {keywords}, two levels of one step each", runs, 11)
