# SPDX-License-Identifier: GPL-2.0-only
"""Bodies with atoms on several ranks, of which each moves a copy."""
import numpy as np

from cases import RGS, any_ranks, between, case, energies_apart, like_upstream, liquid, many_ranks, mixed, rows, same, stopped

# (which rank an atom at a new border belongs to hangs on its last bit)
PLAIN = ["thermo_style custom step temp pe ke etotal", "thermo_modify norm no format float %.10g"]
FIXES = "rigid/nve/small molecule", RGS + " rotor nosquish"
DIGITS = "thermo_modify format float %.15g"


@rows([
    ("tiles", 21, "", dict(after_fix=["comm_style tiled", "balance 1.0 rcb"])),
    ("sheared", 21, "", dict(state="tilted.data", before_run="fix shear all deform 5 xy erate 2e-5 remap none")),
    ("written", 22, "reinit no", dict(steps=100, again=["write_restart written.restart", "write_data written.data", "run 100"])),
    ("deleted", 22, "reinit no", dict(steps=100, again=[
        "region part block INF INF INF INF 0 4", "group part region part", "group first molecule 1:40", "delete_atoms group part mol yes compress no",
        "run 100"])),
    ("part", 21, "", dict(before_run=["group part molecule 1:100", "compute part part temp", "thermo_modify temp part"])),
    ("divided", 21, "", dict(before_run=["group divided id 1:151", "compute divided divided temp", "thermo_modify temp divided"])),
])
def upstream(least, keywords, more):
    """To the digits printed: sub-domains of all sorts, a box that changes, atoms that go."""
    for n in many_ranks():
        like_upstream(f"{[*more.values()][-1]}", liquid, n, least, keywords, **more)


@case
def balanced():
    balance = ["comm_style tiled", "fix even all balance 20 1.0 rcb"]
    for n in many_ranks():
        same("sub-domains balanced every 20 steps", *[liquid(n, fix=fix, after_fix=balance, before_run=PLAIN) for fix in FIXES], 21)
    for n in any_ranks():
        same("rigid, flexible and free atoms", *[mixed(n, fix=fix, style="run_style verlet", every=10, before_run=PLAIN) for fix in FIXES], 21)


@rows("exact|exact|strang\ndmv6|dmv6|suzuki4\nnystrom4|exact|nystrom4")
def shape(rotor, scheme):
    """A body's atoms stay where they are to each other, whichever ranks move them: between two rebuilds of the lists nothing but forces
    goes from rank to rank."""
    run = liquid(4, fix=f"{RGS} rotor {rotor} scheme {scheme}", steps=60, before_run=[
        "neighbor 4.0 bin", "neigh_modify delay 1000 every 1000", "dump where all custom 20 @.dump id mol xu yu zu proc",
        "dump_modify where sort id format float %.17g", "run_style rgs"])
    words = [line.split() for line in run.read("dump").splitlines()]
    frames = np.array([line for line in words if len(line) == 6 and line[0] != "ITEM:"], float).reshape(-1, 648, 6)
    frames = np.array([frame[np.argsort(frame[:, 1], kind="stable")].reshape(216, 3, 6) for frame in frames])
    distances = np.linalg.norm(frames[..., 2:5] - np.roll(frames[..., 2:5], 1, axis=2), axis=3)
    assert len(frames) > 1
    between(0, 1e-12, np.max(np.ptp(distances, axis=0)), f"rotor {rotor}, scheme {scheme}, 4 ranks: distances inside molecules change by")
    between(10, 216, np.sum(np.ptp(frames[-1, :, :, 5], axis=1) > 0), f"rotor {rotor}, scheme {scheme}, 4 ranks: molecules with atoms on several ranks")


@case
def several_molecules():
    """Bodies on up to four ranks: three molecules each."""
    one, other = [liquid(n, fix="rigid/small/rgs custom v_three", before_fix="variable three atom ceil(mol/3)", steps=100, before_run=DIGITS)
                  for n in (1, 4)]
    between(0, 1e-11, energies_apart(one, other, 11), "bodies of three molecules: energies, 1 and 4 ranks")


@case
def counted():
    """Degrees of freedom are counted when ghosts are gone, too (FixRigidSmall crashes)."""
    runs = [liquid(n, fix=RGS, steps=20, before_run=DIGITS, again=[
        "group first molecule 1:40", "delete_atoms group first compress no", "velocity all scale 250.0", "velocity all zero linear rigid move", "run 20"])
        for n in any_ranks()]
    for run in runs[1:]:
        between(0, 1e-11, energies_apart(runs[0], run, 6), f"molecules deleted, the rest scaled and stopped: energies, 1 and {run.ranks} ranks")
    for run in runs[0], runs[-1]:
        between(0, 1e-20, float(run.after(20)[0][7]), f"molecules stopped, {run.ranks} ranks: their energy of translation")


@rows([("1", 1), ("2", 2)])
def deleted(n):
    """All atoms deleted, or all that some ranks had, as LAMMPS' own fixes take it."""
    run = liquid(n, fix=RGS, steps=5, again=["delete_atoms group all", "write_restart gone.restart", "run 3"])
    between(8, 8, run.end("Step"), f"all atoms deleted, {n} ranks: last step")
    run = liquid(n, fix=RGS, steps=5, again=["region half block 9 INF INF INF INF INF", "delete_atoms region half mol yes compress no", "run 3",
                                             "delete_atoms group all", "run 2"])
    between(10, 10, run.end("Step"), f"atoms deleted in two goes, {n} ranks: last step")
    stopped("all atoms deleted and run pre no", ".*ID move.*atoms were deleted", liquid(n, fix=RGS, steps=5, again=["delete_atoms group all", "run 3 pre no"]))
    # lists that are out of date are noticed
    stopped("atoms deleted and run pre no", ".*ID move.*atoms were deleted", liquid(n, fix=RGS, steps=10, again=[
        "group some molecule 1:20", "delete_atoms group some compress no", "run 10 pre no"]))
