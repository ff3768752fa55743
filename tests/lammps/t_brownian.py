# SPDX-License-Identifier: GPL-2.0-only
"""fix brownian/asphere/rgs.  Where LAMMPS has its own fix brownian/asphere, that is run beside it."""
import re

import numpy as np

from cases import any_ranks, between, case, equal, lmp, refused, rows, same, says_once, sh, slope, this
from shapes import alike, built_with, on_any_ranks

WHEN = ["full"]
OURS = "brownian/asphere/rgs"


def its_lammps():
    return built_with("--particles") if this.release == "4Jul2026" else this.lmp


def has(kind, style):
    return re.search(rf"^\* {kind} styles:?[^*]*\s{style}\s", sh(*its_lammps(), "-h"), re.M)


def brownian(ranks=1, **more):
    return lmp("brownian", ranks, lmp=its_lammps(), **more)


def gay_berne(ranks=1, **more):
    return brownian(ranks, **dict(dict(
        lattice="sc 0.12", box="0 6 0 6 0 6", pair="gayberne 1.0 1.0 1.0 3.0", coeff="1 1 1.0 1.0 1.0 0.8 0.5 1.0 0.8 0.5", dt=0.002, steps=40, every=10,
        frictions="gamma_t_eigen 30.0 20.0 10.0 gamma_r_eigen 20.0 15.0 10.0", before_fix="set type 1 quat/random 771"), **more))


def free_law(translation=(1 / 3, 2 / 3, 2), rotation=(0.5, 1, 1.5), t=0.5):
    """Squares of the displacements along the axes of the start, the cosines of the axes with those, and P2 of the third, by the
    closed forms of Favro (Phys. Rev. 119, 53), for three constants of diffusion each."""
    a, d = np.array(translation), np.array(rotation)
    root = 6 * np.sqrt(max(0, np.mean(d) ** 2 - (d[0] * d[1] + d[1] * d[2] + d[2] * d[0]) / 3))
    far, p2 = np.mean(a) * t * np.ones(3), 0
    for sign in -1, 1:
        rate = 6 * np.mean(d) + sign * root
        u, w = np.sqrt(3) * (d[1] - d[0]), rate - (4 * d[2] + d[0] + d[1])
        if u ** 2 + w ** 2 < 1e-18:
            u, w = (1, 0) if root > 1e-9 or sign < 0 else (0, 1)
        u, w = np.array([u / np.sqrt(2), w / np.sqrt(6)]) / np.hypot(u, w)
        e = np.array([u + w, w - u, -2 * w])
        far += e @ a * e * ((1 - np.exp(-rate * t)) / rate if rate > 0 else t)
        p2 += 1.5 * e[2] ** 2 * np.exp(-rate * t)
    return np.array([*2 * far, *np.exp(-(3 * np.mean(d) - d) * t), p2])


def farthest(run, law):
    """Of the seven means at the end, the largest distance from the law in standard errors (at most the errors of 4096 numbers
    that the law of large angles has: sqrt 2 of the square, 0.6 of a cosine)."""
    means = np.array([run.end(k) for k in range(2, 9)])
    errors = np.append(np.sqrt(2) * law[:3], [0.6] * 4) / 64
    return np.max(abs(means - law)[law != 0] / errors[law != 0])


@case
def free():
    """Free diffusion with three constants each, at steps of half a time of rotation and at short ones.  LAMMPS' own fix shows that
    this can fail.  Another temperature of rotation, and rotation about the third axis alone."""
    for dt, steps in (0.5, 1), (0.025, 20):
        between(0, 4, farthest(brownian(dt=dt, steps=steps, every=steps), free_law()),
                f"free ellipsoids, step {dt}/D: squares of displacements, cosines of axes and P2, largest distance from the closed forms in standard errors")
    if has("Fix", "brownian/asphere"):
        between(10, 100, farthest(brownian(fix="brownian/asphere"), free_law()), "the same by LAMMPS' fix brownian/asphere, step 0.5/D")
    between(0, 4, farthest(brownian(keywords="rotation_temp 0.5 rng gaussian"), free_law(rotation=(0.25, 0.5, 0.75))), "rotation_temp: largest distance in standard errors")
    planar = brownian(keywords="planar_rotation")
    between(0, 4, farthest(planar, free_law(rotation=(0, 0, 1.5))), "planar_rotation: largest distance in standard errors")
    between(1 - 1e-12, 1 + 1e-12, planar.end(7), "planar_rotation: cosine of the third axis")


@case
def plane():
    """In two dimensions (LAMMPS has no z there, and the law has rotation about the third axis alone)."""
    law = free_law((1 / 3, 2, 0), (0, 0, 1.25))
    law[[2, 5, 6]] = 0, 1, 1
    runs = on_any_ranks("two dimensions", 2, brownian, dimension=2, lattice="sq 0.05", box="0 64 0 64 -0.1 0.1", dt=0.25, steps=2, every=2,
                        frictions="gamma_t_eigen 3.0 0.5 inf gamma_r_eigen inf inf 0.8")
    for run in runs:
        between(0, 4, farthest(run, law), f"two dimensions, {run.ranks} ranks: largest distance in standard errors")
        between(0, 0, run.end(4), f"two dimensions, {run.ranks} ranks: displacement along z")


@case
def forces():
    """Any number of ranks; without noise the paths of LAMMPS' fix in short steps, and order 2 where that has order 1."""
    # (create_atoms deals out IDs by ranks, and noise goes by these)
    gay_berne(steps=0, again="write_restart start.restart")
    start = dict(restart="yes", state="start.restart", before_fix=[], steps=100)
    one = on_any_ranks("Gay-Berne", 11, gay_berne, 1e-10, **start)[0]
    suffix = gay_berne(fix="brownian/asphere", args=["-sf", "rgs"], **start)
    same("brownian/asphere with -sf rgs is brownian/asphere/rgs", one, suffix, 11)
    says_once("-sf rgs", r"Suffix rgs: fix brownian/asphere \(ID move\) is replaced by brownian/asphere/rgs$", suffix)

    def energy(dt, **more):
        return gay_berne(keywords="rng none", dt=dt, every=round(0.4 / dt), steps=round(0.4 / dt), **more).end("PotEng")
    fine, half, whole = map(energy, (0.005, 0.01, 0.02))
    between(1.7, 2.3, slope(abs(fine - half), abs(half - whole)), f"rng none: energies after 0.4 with half the step differ by {half - whole:.3g} and {fine - half:.3g}, slope")
    if has("Fix", "brownian/asphere"):
        off = [abs(energy(dt, fix="brownian/asphere") - fine) for dt in (0.005, 0.01)]
        between(0.8, 1.2, slope(*off), f"LAMMPS' fix with rng none, whose order is 1, beside ours: energies differ by {off} in steps of 0.005 and 0.01, slope")


@case
def field():
    """Dipoles in a field: the mean of the cosine is coth a - 1/a, of P2 1 - 3/a times that; a is 2.  4096 dipoles at 40 times that
    are a relaxation apart: a standard error of 0.001, limits are four of them and 0.8 h^2."""
    if not has("Atom", "dipole"):
        return "LAMMPS has no atom style dipole here"
    run = brownian(style="hybrid ellipsoid dipole", before_fix="mass 1 1.0", box="0 16 0 16 0 16", dt=0.05, steps=880, every=20,
                   keywords="rng gaussian dipole 0 0 1", before_run="thermo_style custom step pe c_mean[3] c_mean[4] c_off atoms", after_fix=[
                       "fix field all efield 0 0 2", "compute mu all property/atom mux muy muz mu",
                       "variable off atom abs(c_mu[3]-c_orientation[1]^2+c_orientation[2]^2+c_orientation[3]^2-c_orientation[4]^2)+"
                       "abs(c_mu[1]-2*(c_orientation[2]*c_orientation[4]+c_orientation[1]*c_orientation[3]))", "compute off all reduce max v_off"])
    cosine, p2, off = [run[k][4:] for k in (2, 3, 4)]
    assert len(off) == 41, len(off)
    between(0.5313, 0.5433, np.mean(cosine), "dipoles in a field, step 0.05: mean cosine, 0.5373 in theory")
    between(0.1880, 0.2000, np.mean(p2), "dipoles in a field, step 0.05: mean P2, 0.1940 in theory")
    between(0, 1e-13, np.max(off), "dipoles in a field: largest difference between dipole and orientation")


@case
def restart():
    """A run that continues from a restart file is the run that went on, on as many ranks, bit for bit; a run in two parts is one run."""
    for n in 1, 2:
        whole = gay_berne(n, again=["write_restart whole.restart", "run 40"])
        rest = gay_berne(n, restart="yes", state="whole.restart", before_fix=[])
        equal(f"restart file, {n} ranks", *[[[line[k] for k in (0, 1, 9)] for line in run.lines if int(line[0]) > 40] for run in (whole, rest)], 4)
    one, parts = gay_berne(steps=80).end("PotEng"), gay_berne(again="run 40").end("PotEng")
    between(0, 1e-10, abs(one / parts - 1), "two runs of 40 steps and one of 80: energies at the end, relative")


@case
def changes():
    """Groups, orientations, shapes and masses that change, and particles that come: in a run they stay where they are until they have a shape."""
    columns = ["thermo_style custom step pe v_there atoms c_mean[1] c_mean[2]", "thermo_modify norm no flush yes format float %.17g"]
    gay_berne(lattice="sc 0.03", box="0 5 0 5 0 5", steps=0, again="write_restart begin.restart")
    start = dict(restart="yes", state="begin.restart")
    on_any_ranks("a dynamic group", 5, gay_berne, 1e-10, group="some", before_run=columns, **start, before_fix=[
        "set type 1 quat/random 771", "region half block 3.1 INF INF INF INF INF units box", "group some dynamic all region half every 1",
        "variable there equal count(some)"])
    on_any_ranks("set between two runs", 10, gay_berne, 1e-10, before_fix=[], **start, again=[
        "set type 1 shape 1 1.5 1.5", "set atom 1*50 quat 0 0 1 20", "set atom 51*60 mass 3", "run 40"])
    come, shaped = ["variable there equal count(all)", *columns, "uncompute far", "region top block 1 15 1 15 2 15 units box",
                    "fix come all deposit 12 1 3 771 region top near 1.7 attempt 500"], []
    # (pair style gayberne reads memory that is not there where a particle of its type has no shape)
    for n in any_ranks():
        for shape in ["set atom 126*137 shape 1 1.2 2"], []:
            run = brownian(n, dt=0.002, steps=40, every=10, before_run=come, again=["unfix come", *shape, "run 40"], **start)
            if shape:
                between(137, 137, run.end("Atoms"), f"fix deposit, and set shape, {n} ranks: particles at the end, of 125")
                shaped.append(run)
            else:
                says_once(f"fix deposit, {n} ranks, no shape", "ERROR: .*12 of the 137 atoms of group all have no shape", run)
    alike("fix deposit, and set shape", 10, shaped, 1e-10)


@rows("""
no_rotation|keyword gamma_r_eigen is missing; give three frictions|gamma_t_eigen 1 1 1
no_translation|keyword gamma_t_eigen is missing; give three frictions|gamma_r_eigen 1 1 1
zero|keyword gamma_t_eigen: value 2 is 0; must be a number > 0|gamma_t_eigen 1 0 1 gamma_r_eigen 1 1 1
inf|keyword gamma_r_eigen: value 3 is inf; must be a number > 0|gamma_t_eigen 1 1 1 gamma_r_eigen 1 1 inf
short|keyword gamma_r_eigen: value 3 needs a value after it|gamma_t_eigen 1 1 1 gamma_r_eigen 1 1
gamma_t|keyword gamma_t is for spheres; give the friction three times after gamma_t_eigen|gamma_t 1 gamma_r 1
rng|keyword rng has the value normal; must be none, uniform or gaussian|rng normal
rotation_temp|keyword rotation_temp is -1; must be a number > 0|rotation_temp -1
dipole|keyword dipole is up; must be a number|dipole up 0 0
dipole_style|keyword dipole needs atom style dipole in a hybrid|gamma_t_eigen 1 1 1 gamma_r_eigen 1 1 1 dipole 0 0 1
rotation_style|keyword rotation_style is for fix brownian/sphere|rotation_style projection
gamma|unknown keyword gamma; keywords are gamma_t_eigen, gamma_r_eigen, rng, dipole, rotation_temp and planar_rotation|gamma 1
""")
def keywords(text, frictions):
    refused(frictions, f"{OURS} .ID move.: {text}", brownian(frictions=frictions))


FLAT = dict(dimension=2, lattice="sq 0.05", box="0 4 0 4 -0.1 0.1")


@rows([
    ("temp", (1, 4), OURS + " .ID move.: temp is -1.0; must be a number > 0", dict(fix=OURS + " -1.0 4711 gamma_t_eigen 1 1 1")),
    ("respa", (1, 4), "run_style respa divides the step into levels.*run_style verlet", dict(before_run="run_style respa 2 2")),
    ("step", (1, 4), "timestep is 0.0+; noise needs one above 0", dict(dt=0)),
    ("points", (1, 4), "1 of the 4096 atoms of group all have no shape.*fix brownian", dict(before_fix="set atom 7 shape 0 0 0")),
    ("between", (1, 4), "1 of the 4096 atoms of group all have no shape", dict(again=["set atom 7 shape 0 0 0", "run 1"])),
    ("twice", (1, 4), "of its atoms would be moved by fix nve .ID other.", dict(after_fix="fix other all nve")),
    ("staged", (1, 4), "run_style rgs does not work with fix " + OURS, dict(before_run="run_style rgs")),
    ("plane", (1,), "keyword gamma_t_eigen: value 3 is 1; must be inf in two dimensions", dict(FLAT, frictions="gamma_t_eigen 1 1 1")),
    ("planar", (1,), "keyword planar_rotation is for three dimensions", dict(FLAT, frictions="planar_rotation")),
])
def words(numbers, text, more):
    """What cannot be is refused with a message."""
    for n in numbers:
        refused(str(more), text, brownian(n, **more))


@case
def come_and_go():
    for n in 1, 4:
        run = gay_berne(n, steps=20, again=["group gone id 101:120", "delete_atoms group gone", "create_atoms 1 single 1 1 1 units box", "set atom 197 shape 1 1.2 2",
                                            "set atom 197 mass 1.0", "minimize/rgs 0 1e-3 10 10", "run 40"])
        between(197, 197, run.end("Atoms"), f"atoms that are deleted and created between runs, and minimize/rgs, {n} ranks: atoms at the end")
