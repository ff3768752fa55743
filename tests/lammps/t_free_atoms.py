# SPDX-License-Identifier: GPL-2.0-only
"""Free atoms that move with the bodies of rigid/{nvt,npt,nph} (keyword atoms), atoms and bodies that keep their positions when the box
changes (keyword dilate)."""
import os

import numpy as np

from cases import NPH, NPT, NVT, PLANE, between, case, liquid_of_trimers, on_ranks, refused, rows, same, same_after, this, \
    trimers
from kinds import MIXTURE, half

OF_ALL = "rigid/npt/rgs molecule"
SUFFIX = dict(args=["-sf", "rgs"], fix="rigid/npt/small molecule temp 1 1 1 iso 1 1 1")


def suffix_of(fix):
    """For names of LAMMPS' styles, whose barostats also scale the positions of atoms that no fix moves"""
    return [] if "/rgs" in fix else ["-sf", "rgs"]


def own(style):
    return [f"fix kept others {style} molecule"]


@rows([("1", 1, []), ("4", 4, []), ("staged", 1, ["run_style rgs"])])
def scripts(n, mix):
    """A script for LAMMPS' styles, with -sf rgs: a barostat takes over the atoms of fix nve, and gives them back."""
    def run(after, **more):
        return half(n, mix=mix, steps=50, columns="vol pe ke", again=[
            "run 20", "run 20 pre no", "run 20 pre no every 10 'print hello'", "unfix move", after, "fix move bodies rigid/small/rgs molecule",
            "thermo_style custom step pe ke vol", "run 20"], **more)
    suffix = run("print ''", before_run="fix free single nve", **SUFFIX)
    same("-sf rgs, fix nve beside rigid/npt/small: as with keyword atoms", suffix,
         run("fix free single nve", fix=NPT + " temp 1 1 1 iso 1 1 1 atoms single"), 19)
    between(1, 1, len(suffix.says(r"it moves the atoms of fix nve \(ID free\) with the bodies.*as with keyword atoms single")), "lines of the log that say so")


@case
def scripts_with_other_fixes():
    for n in 1, 4:
        refused("fix nvt", "32 atoms would be left behind.*fix nvt .ID free. moves them. Drop that fix, and add 'atoms single'",
                half(n, before_run="fix free single nvt temp 1 1 1", **SUFFIX))
        refused("fix nve of all", "96 atoms would be moved by fix nve .ID free. and by fix rigid/npt/small", half(n, before_run="fix free all nve", **SUFFIX))
        run = half(n, args=["-sf", "rgs"], fix="rigid/nph/small molecule iso 1 1 1", steps=20000, columns="temp",
                   before_run=["fix free single nve", "fix thermostat single langevin 2 2 0.2 77"])
        between(1.85, 2.15, np.mean(run[2][40:]), f"-sf rgs, fix langevin on the free atoms beside rigid/nph/small, {n} ranks: temperature, 2 wanted")


def conserved(low, high, fix, **more):
    """With the energy of thermostat and barostat the energy is constant up to h^2, or to the order of the scheme.  Returns the second run."""
    runs = [half(fix=fix, dt=dt, every=1, steps=round(2 / dt), **more) for dt in (0.004, 0.002)]
    between(low, high, np.ptp(runs[0]["Econserve"]) / np.ptp(runs[1]["Econserve"]), f"econserve, {fix}, dt 0.004 against 0.002: ratio of ranges")
    between(1, 200, np.ptp(runs[1]["Volume"]), "volume: range")
    return runs[1]


@rows([
    ("atoms", NPH + " iso 1 1 1 atoms single", {}),
    ("atoms_xy", NPT + " temp 1 1 1 x 1 1 1 y 1 1 1 couple xy atoms single", {}),
    ("atoms_of_all", "rigid/nph/rgs molecule iso 1 1 1 atoms all", {}),
    ("fourth_order", NPH + " iso 1 1 1 atoms single scheme srkn6b", dict(mix=["run_style rgs"])),
    ("dilate_atoms", NPH + " iso 1 1 1 dilate bodies", dict(before_run="fix kept single nve")),
    ("dilate_frozen", NPH + " iso 1 1 1 dilate bodies", {}),
    ("dilate_bodies", NPH + " iso 1 1 1 dilate most atoms single", dict(mix=own("rigid/small/rgs"), group="movers")),
    ("dilate_skewed", NPH + " aniso 1 1 1 dilate most atoms single", dict(mix=own("rigid/small/rgs"), group="movers", skewed=True)),
    ("dilate_group", NPH + " iso 1 1 1 dilate most atoms single", dict(mix=own("rigid/rgs"), group="movers")),
    ("of_no_fix", "rigid/nph/small molecule iso 1 1 1", {}),
    ("of_no_fix_skewed", "rigid/nph molecule aniso 1 1 1", dict(skewed=True)),
    ("of_no_fix_tilting", "rigid/nph/small molecule tri 1 1 1", dict(skewed=True)),
])
def energy(fix, more):
    low, high = (12, 32) if "srkn6b" in fix else (3, 5.5)
    conserved(low, high, fix, columns="econserve vol", pairs="shift no", pair="lj/gromacs 0.9 3.0",
              args=suffix_of(fix), **more)


@rows([("nph", NPH + " iso 1 1 1 atoms single"), ("npt_x", NPT + " temp 1 1 1 x 1 1 1 atoms single")])
def plane(fix):
    """In two dimensions: atoms stay in the plane, too."""
    run = conserved(3, 5.5, fix, made="yes", start="print ''", columns="econserve vol v_out",
                    mix=["variable out equal bound(all,zmax)-bound(all,zmin)"], **PLANE)
    # 29Sep2021 sets bodies up with axes that lie along z to rounding only, and they turn on; its own rigid/nve/small leaves the plane further.
    between(0, 1e-12 if this.release == "29Sep2021" else 0, np.max(run["v_out"]), f"{fix}: extent along z")


@rows([("npt_csvr", (1, 2, 4), NPT + " temp 1 1.5 1 iso 1 2 1 atoms single"),
       ("npt_langevin", (1, 4), NPT + " temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy thermostat langevin atoms single"),
       ("npt_of_all", (1, 3), OF_ALL + " temp 1 1 1 iso 1 1 1 thermostat langevin atoms single"),
       ("of_no_fix", (1, 4), "rigid/npt/small molecule temp 1 1.5 1 iso 1 2 1")])
def ranks(numbers, fix):
    """The same on any number of ranks, to rounding."""
    on_ranks(fix, [half(n, fix=fix, steps=100, args=suffix_of(fix)) for n in numbers])


@rows([("npt_csvr", 1, NPT + " temp 1 2 1 iso 1 2 1 atoms single"), ("npt_nhc", 2, NPT + " temp 1 2 1 iso 1 2 1 thermostat nhc atoms single"),
       ("npt_of_all", 2, OF_ALL + " temp 1 2 1 iso 1 2 1 thermostat langevin atoms single"),
       ("of_no_fix", 2, "rigid/npt/small molecule temp 1 2 1 iso 1 2 1")])
def restart(n, fix):
    """A restart file in the middle of ramps."""
    ramp = "50 start 0 stop 100"
    more = dict(fix=fix, args=suffix_of(fix), processors="* 1 1", steps=ramp,
                columns="pe ke press vol lx lz f_move[1] f_move[2] f_move[15] f_move[16]")
    run = half(n, again=["write_restart its.restart", "run " + ramp], **more)
    rest = trimers(n, made="no", start="read_restart its.restart", group="bodies", **more)
    same_after("restart in mid-ramp, " + fix, 50, run, rest, 6)


# ---- the volume -------------------------------------------------------------------------------

def estimate(x):
    """Mean and variance, each with its error by 20 blocks."""
    assert len(x) > 200
    blocks = (x - np.mean(x))[:len(x) // 20 * 20].reshape(20, -1)
    means, squares = blocks.mean(axis=1), (blocks ** 2).mean(axis=1)
    return np.mean(x), np.sqrt(means @ means / 380), np.mean(squares), np.std(squares) / np.sqrt(19)


def sigmas(value, error, exact, its, what):
    """Not more than three from what is exact."""
    between(-3, 3, (value - exact) / np.hypot(error, its), f"{what}: {value:.6g} +- {error:.3g}, exact {exact} +- {its}: sigmas")


# (one of each is enough for a short run)
@rows([
    # four bodies and four atoms: N + 1 where the thermostat acts on the total momentum, N where that stays
    # zero
    ("langevin", 9, NPT + " temp 1 1 1 iso 0.01 0.01 1 thermostat langevin atoms single"),
    ("csvr", 8, NPT + " temp 1 1 1 iso 0.01 0.01 1 atoms single"),
    ("of_all", 9, OF_ALL + " temp 1 1 1 iso 0.01 0.01 1 thermostat langevin atoms single"),
    ("along_z", 9, NPT + " temp 1 1 1 z 0.01 0.01 1 thermostat langevin atoms single"),
    ("couple_xy", 9, NPT + " temp 1 1 1 x 0.01 0.01 1 y 0.01 0.01 1 couple xy thermostat langevin atoms single"),
    # (atoms that keep their place in the box add no volume)
    ("of_no_fix", 5, "rigid/npt/small molecule temp 1 1 1 iso 0.01 0.01 1 thermostat langevin"),
][:1 if this.short else None])
def gas(n, fix):
    run = half(fix=fix, args=suffix_of(fix), made="yes", start="print ''", pair="zero 1.0", coeff="* *",
               pairs="shift no", box="0 2 0 2 0 2", spacing=4.5, dt=0.02, steps=os.environ.get("gas_steps", 120000), every=20, columns="vol", before_run="velocity all zero linear")
    mean, error, variance, its = estimate(run["Volume"][250:])
    sigmas(mean, error, 100 * n, 0, f"ideal gas with free atoms, {fix}, mean volume")
    sigmas(variance, its, 10000 * n, 0, f"ideal gas with free atoms, {fix}, variance of the volume")


@rows([("langevin", (233.70, 0.041, 96.64, 0.37), NPT + " temp 1 1 1 iso 1 1 4 thermostat langevin atoms single"),
       ("csvr", (233.29, 0.041, 96.12, 0.37), NPT + " temp 1 1 1 iso 1 1 1 atoms single")][:1 if this.short else None])
def liquid(exact, fix):
    """32 trimers and 32 atoms; reference: tests/ensembles/monte_carlo points=32 cycles=1500000"""
    run = half(fix=fix, steps=os.environ.get("liquid_steps", 60000), every=10, columns="vol f_move[16] f_move[17] f_move[18]",
               before_run="velocity all zero linear")
    volumes, excess = run["Volume"][750:], (run[3] + run[4] + run[5])[750:] / 3 - 1
    mean, error, variance, its = estimate(volumes)
    sigmas(mean, error, *exact[:2], f"liquid with free atoms, {fix}, mean volume")
    sigmas(variance, its, *exact[2:], f"liquid with free atoms, {fix}, variance of the volume")
    sigmas(*estimate(excess)[:2], 0, 0, f"liquid with free atoms, {fix}, mean of the molecular pressure less its target")
    sigmas(*estimate((volumes - mean) * excess)[:2], -1, 0, f"liquid with free atoms, {fix}, covariance of pressure and volume")


# ---- what is refused --------------------------------------------------------------------------

ISO = NPT + " temp 1 1 1 iso 1 1 1"


@rows([
    ("nve", "32 atoms would be left behind.*fix nve .ID free. moves them. Drop that fix, and add .atoms single. to", ISO, dict(before_run="fix free single nve")),
    ("alone", "32 atoms would be left behind.*; give keyword atoms GROUP", ISO, {}),
    ("twice", "32 of its atoms would be moved by fix nve .ID free. as well", ISO + " atoms single", dict(before_run="fix free single nve")),
    ("twice_nvt", "32 of its atoms would be moved by fix nve .ID free. as well", NVT + " temp 1 1 1 atoms all", dict(before_run="fix free single nve")),
    ("no_group", "keyword atoms names the group nobody, which does not exist", ISO + " atoms nobody", {}),
    ("no_dilated", "keyword dilate names the group nobody, which does not exist", ISO + " dilate nobody", {}),
    ("no_value", "keyword atoms needs the ID of a group after it", ISO + " atoms", {}),
    ("dilate_some", "96 atoms of its bodies or of its free atoms are outside group single", ISO + " atoms single dilate single", {}),
    ("dilate_few", "would be left behind", ISO + " dilate all", {}),
    ("held", "fix setforce .ID hold. changes the forces on 32 atoms.*define it after this fix", ISO + " dilate bodies",
     dict(mix=["fix hold single setforce 0 0 0"])),
    ("theirs", "fix rigid/nve/small .ID kept. moves bodies outside group most.*use rigid/small/rgs", ISO + " dilate most atoms single",
     dict(mix=own("rigid/nve/small"), group="movers")),
])
def words(text, fix, more):
    for n in 1, 4:
        refused(fix, text, half(n, fix=fix, **more))


@rows("""
shake|64 atoms that move with the bodies are constrained by fix shake .ID hold.*Make rigid bodies of them|atoms single|print hello
constrained|fix nvt .ID free. moves them, and fix shake .ID hold. constrains 64 atoms.*Make rigid bodies of them: add them to the group of this fix|dilate all|fix free single nvt temp 1 1 1
""")
def shake(text, keyword, other):
    """Every second molecule without the atom in its middle, and a bond that fix shake holds."""
    for n in 1, 4:
        refused("fix shake", text, liquid_of_trimers(
            n, start=["bond_style harmonic", "read_data trimers.data extra/bond/types 1 extra/bond/per/atom 1 extra/special/per/atom 2",
                      "bond_coeff 1 0.0 0.54"], group="bodies", fix=f"{ISO} {keyword}", before_run=other,
            before_fix=[line.replace("(id%3!=1)", "(id%3==2)") for line in MIXTURE] + ["create_bonds single/bond 1 4 6", "fix hold single shake 1e-4 20 0 b 1"]))
