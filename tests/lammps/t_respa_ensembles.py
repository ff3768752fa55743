# SPDX-License-Identifier: GPL-2.0-only
"""run_style respa with a thermostat or a barostat: the library's scheme respa, with two levels."""
import numpy as np

from cases import HERE, NPH, NPT, NVT, RGS, apart, between, case, check, energies_apart, liquid_of_trimers, many_ranks, mixed, near_after, on_ranks, refused, \
    rows, same, says_once, skewed_trimers, this, trimers, warned
from kinds import half, rms
from shapes import particles
from t_ensemble import ratios
from t_respa import LEVELS, PUSH, water

# A tenth of the energy changes slowly; together they are the potential of in.trimers.
TWO = "run_style respa 2 {} hybrid 1 2"
PARTS = dict(pair="hybrid/overlay lj/cut 1.1224620483 lj/cut 1.1224620483", coeff="* * lj/cut 1 0.9 1.0")
SMOOTH = dict(pair="hybrid/overlay lj/gromacs 0.9 3.0 lj/gromacs 0.9 3.0", coeff="* * lj/gromacs 1 0.7 1.0")


def levels(inner, ranks=1, kind=liquid_of_trimers, parts=PARTS, before=(), **more):
    """Without inner steps: run_style verlet."""
    other = parts["coeff"].replace(" 1 0.9", " 2 0.1").replace(" 1 0.7", " 2 0.3")
    style = [TWO.format(inner)] if inner else []
    return kind(ranks, **dict(parts, before_run=["pair_coeff " + other, "pair_modify shift yes" * (parts is PARTS), *before, *style], **more))


@rows([
    ("csvr", liquid_of_trimers, NPT + " temp 1 1.5 1 iso 1 2 1"),
    ("langevin", liquid_of_trimers, "rigid/npt/rgs molecule temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy thermostat langevin inertia 2"),
    ("nhc", liquid_of_trimers, NVT + " temp 1 1 1 thermostat nhc tparam 3 1 5"),
    ("nph", half, NPH + " aniso 1 1 1 atoms single"),
    ("tri", skewed_trimers, NPT + " temp 1 1 1 tri 1 2 1 thermostat langevin"),
    ("crescale", liquid_of_trimers, NPT + " temp 1 1 1 iso 1 1 1 barostat crescale"),
])
def inner_steps(kind, fix):
    """On any number of ranks; one inner step is run_style verlet."""
    middle = "thermostat langevin" in fix
    more = dict(kind=kind, fix=fix + " place ends" * ("nph" not in fix and not middle), steps=60,
                columns="pe ke econserve press lx xy f_move[13] f_move[16] f_move[19]")
    whole, one, *several = [levels(inner, n, **more) for inner, n in [(0, 1), (1, 1), (3, 1), *[(3, n) for n in many_ranks()]]]
    on_ranks(f"{fix}, run_style verlet and respa with one inner step", [whole, one])
    on_ranks(fix + ", three inner steps", several)
    between(1, 1, len(several[0].says("ID move.*, inner steps 3, ")), fix + ": lines of the log with the number of inner steps")
    between(middle, middle, len(several[0].says("temp belongs to the end of a step")), fix + ": lines of the log about the middle of the step")
    between(1e-9, 1e9, apart(whole, several[0]), fix + ": difference of three inner steps")
    same(fix + ", three inner steps, RIGIDSTEP_CHECKS", several[0], levels(3, env=dict(RIGIDSTEP_CHECKS="1"), **more), 7)


@rows(f"nph|{NPH} iso 1 1 1\nnpt|{NPT} temp 1 1 1 iso 1 1 1 thermostat nhc\nnvt|rigid/nvt/rgs molecule temp 1 1 1 thermostat nhc")
def energy(fix):
    """With thermostat and barostat the energy is constant up to h^2."""
    ratios(f"{fix}, four inner steps", 3, 5.5, lambda **more: levels(4, parts=SMOOTH, **more), (0.008, 0.004, 0.002), fix=fix, columns="econserve")


@rows("csvr|csvr\nlangevin|langevin")
def volume(thermostat):
    """The volume of the liquid was found by Monte Carlo (as in t_ensemble.py); the outer step is twice the inner one."""
    run = levels(2, fix=f"{NPT} temp 1 1 1 iso 1 1 1 thermostat {thermostat}", dt=0.008, steps=100000, every=10, columns="vol f_move[16] f_move[17] f_move[18] f_move[3] f_move[4]")
    volumes, press = run["Volume"][750:], (run[3] + run[4] + run[5])[750:] / 3
    what = f"64 trimers, two inner steps, thermostat {thermostat}: "
    between(301, 306, np.mean(volumes), what + "mean volume, 303.4 to 303.8 exact")
    between(96, 130, np.var(volumes), what + "variance of the volume, 113 exact")
    between(-1.25, -0.75, np.mean(volumes * press) - np.mean(volumes) * np.mean(press), what + "covariance of volume and molecular pressure, -kT exact")
    for k, motion in (6, "translation"), (7, "rotation"):
        between(0.985, 1.015, np.mean(run[k][750:]), what + f"temperature of {motion}, 1 wanted")


@case
def long_steps():
    """Water, 4 fs: what inner steps gain, with pair inner and outer and with the mesh; too long steps get a warning."""
    for style in "pair 1 kspace 2", "inner 1 4.5 6.0 outer 2 kspace 2":
        whole, inner = [rms(water(1, "rigid/nvt/small/rgs molecule temp 300 300 1e30", f"{style}", dt=4, steps=50, every=1)[4])
                        for style in ("run_style verlet", f"run_style respa 2 4 {style}")]
        between(1.2, 1000, whole / inner, f"water, 4 fs, {style}: energy rms of run_style verlet over that with four inner steps")
    for dt, keywords, most in (17, "", "16 fs, or keyword inertia 4 with at most 24 fs"), (25, "inertia 4", "24 fs "):
        warned(f"{dt} fs {keywords}", f"in a step of {dt} fs librations of water resonate with the outer level .*take at most {most}", water(
            1, f"{NVT} temp 300 300 100 thermostat langevin {keywords}", "run_style respa 2 4 pair 1 kspace 2", steps=1, dt=dt))


@rows(f"npt|rigid/npt/small/rgs molecule temp 300 300 100 iso 1 1 500\nnve|{RGS} langevin 300 300 100 7")
def lists(fix):
    """Lists of neighbors are built before an outer step takes atoms too far from them; where it takes them farther than any list holds, a warning says so."""
    wide, *short, least = [water(n, fix + " inertia 4", "run_style respa 2 2 pair 1 kspace 2", [f"neighbor {skin} bin", "pair_modify table 0"], dt=16, steps=60, every=10)
                           for n, skin in ((1, 3.0), (1, 1.4), (4, 1.4), (1, 0.4))]
    for run in short:
        between(0, 1e-8, energies_apart(wide, run, 7), f"{fix}, a short skin, {run.ranks} ranks: energies, as with a wide one")
    for run in wide, *short, least:
        says_once(fix + ", warnings of short skins", "WARNING: .*an atom moved by .* in one step of run_style respa.*use a skin of", run, run is least)


@rows(f"csvr|{NPT} temp 1 1 1 iso 1 1 1\nnhc|rigid/npt/rgs molecule temp 1 1 1 aniso 1 1 1 thermostat nhc\nlangevin|{NPT} temp 1 1 1 iso 1 1 1 thermostat langevin")
def life(fix):
    """Runs in parts, a restart file inside a run, `clear`; LAMMPS builds lists before a step, so sums may have another order."""
    more = dict(fix=fix, columns="pe ke press vol f_move[1] f_move[2] econserve")
    one = levels(3, steps=40, before=["restart 20 its.restart"], **more)
    near_after(f"{fix}, in two runs", 20, one, levels(3, steps=20, again="run 20", **more), 3)
    near_after(f"{fix}, run .. every", 40, one, levels(3, steps=0, every=40, again="run 40 every 20 'print hello'", **more), 1)
    anew = ["variable again delete", "variable start delete", 'variable start index "read_restart its.restart.20 remap"', "variable steps delete", "variable steps index 20",
            "clear", f"include {HERE}/in.trimers"]
    for n in 1, 2:
        near_after(f"{fix}, restart inside a run", 20, one, levels(3, n, trimers, made="no", start="read_restart its.restart.20 remap", steps=20, **more), 3)
    near_after(f"{fix}, restart after clear", 20, one, levels(3, steps=20, again=anew, **more), 3)


@rows(f"nph|{NPH} iso 1 1 1\nnpt|{NPT} temp 1 1 1 iso 1 1 1 thermostat nhc")
def changes(fix):
    """To other run styles, methods, and fixes, and back: thermostat, barostat and energy go on."""
    run = levels(3, fix=fix, steps=20, every=20, columns="pe ke econserve vol f_move[12]", again=[
        "run_style verlet", "run 20", TWO.format(2), "fix_modify move rotor dmv6 inertia 2", "run 20", "run_style rgs", "run 20",
        "fix_modify move scheme strang", TWO.format(4), "run 20"])
    ends = np.array([[float(word) for word in words[4:7]] for words in run.lines]).reshape(5, 2, 3)
    between(0, 1e-12, np.max(abs(ends[1:, 0] / ends[:-1, 1] - 1)[:, :2]), f"{fix}, respa, verlet, respa, rgs, respa: change of econserve and volume between runs")
    between(0, 0.02, np.ptp(ends[:, :, 0]) / abs(ends[0, 0, 0]), f"{fix}: range of econserve, relative")
    again = levels(3, fix=fix, steps=20, columns="pe ke vol", again=["unfix move", f"fix move all {RGS} langevin 1 1 1 7", "thermo_style custom step pe ke vol", "run 20",
                                                                    "unfix move", "fix move all " + fix, "run 20"])
    check(again.status == 0 and len(again.lines) == 9, f"{fix}, unfix and other fixes: {again}")


@rows(f"nvt|{NVT} temp 300 300 100 place ends\nlangevin|rigid/nvt/rgs molecule temp 300 300 100 thermostat langevin")
def free_atoms(fix):
    """Rigid water, flexible dimers and ions moved by fix nve."""
    whole, *inner = [mixed(n, fix=fix, every=20, style=style) for n, style in (
        (1, "run_style verlet"), (1, "run_style respa 2 1 bond 1 pair 2"), (1, LEVELS), (4, LEVELS))]
    between(0, 1e-10, apart(whole, inner[0]), fix + ", flexible and free atoms, one inner step: as run_style verlet")
    on_ranks(fix + ", flexible and free atoms, four inner steps", inner[1:])


@case
def other_bodies():
    """Ellipsoids, forces of another fix, and a script for LAMMPS' styles."""
    on_ranks("nvt/asphere/rgs, one inner step", [particles(1, of="ellipsoids", fix="nvt/asphere/rgs temp 1.5 1.5 0.5 place ends", steps=50, before_run=[style])
             for style in ("run_style verlet", "run_style respa 2 1 pair 1")])
    on_ranks("fix addforce, one inner step", [levels(n, fix=NPT + " temp 1 1 1 iso 1 1 1 place ends", steps=50, before_fix=PUSH, columns="pe ke vol press") for n in (0, 1)])
    says_once("fix deform, warnings of skins", "WARNING: .*an atom moved by", levels(3, fix=NVT + " temp 1 1 1", steps=30, before=["fix bend all deform 1 x scale 1.05"]), 0)
    fix = "rigid/npt/small{} molecule temp 1 1 1 iso 1 1 1"
    same("-sf rgs", levels(4, fix=fix.format("/rgs"), steps=40, columns="pe ke vol"), levels(4, fix=fix.format(""), args=["-sf", "rgs"], steps=40, columns="pe ke vol"), 5)


@rows(f"""
one_level|has 1 level, and a thermostat or barostat needs two; use run_style verlet|run_style respa 1 pair 1|{NVT} temp 1 1 1
three_levels|has 3 levels, .*use run_style respa 2 N, or keyword langevin of rigid/rgs|run_style respa 3 2 2 pair 1|{NPH} iso 1 1 1
many_steps|'inner' is 65; allowed 1 to 64|run_style respa 2 65 pair 1|{NVT} temp 1 1 1
scheme|works with scheme strang only, not with scheme obabo|run_style respa 2 2 pair 1|{NVT} temp 1 1 1 scheme obabo
evaluations|works with scheme strang only, not with scheme suzuki4|run_style respa 2 2 pair 1|{NVT} temp 1 1 1 scheme suzuki4
by_name|scheme respa is what run_style respa makes of scheme strang|run_style respa 2 2 pair 1|{NVT} temp 1 1 1 scheme respa
place|thermostat csvr acts at the ends of the outer step.*leave place middle out|run_style respa 2 2 pair 1|{NVT} temp 1 1 1 place middle
dilate|keyword dilate does not work with run_style respa; use run_style verlet|run_style respa 2 2 pair 1|{NPT} temp 1 1 1 iso 1 1 1 dilate some
""")
def refusals(text, style, fix):
    refused(style, text, liquid_of_trimers((1, 3)[this.row % 2], fix=fix, before_fix="group some id < 10", before_run=style))
