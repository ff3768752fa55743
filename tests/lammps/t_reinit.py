# SPDX-License-Identifier: GPL-2.0-only
"""Which bodies a second run begins with."""
import numpy as np

from cases import RGS, between, case, check, clumps, in_plane, liquid, near_after, refused, rods, rows, same, warned

PRINTING = ["atom_modify sort 0 0", "thermo 10", "thermo_style custom step temp pe ke etotal press c_ke c_erot f_move",
            "thermo_modify norm no format float %.17g"]


@case
def unchanged():
    """The bodies stay, in every bit; made anew they would not."""
    again = ["run 10", "write_restart kept.restart", "velocity all zero linear rigid move", "run 10"]
    for n in 1, 3:
        default, no, yes = [liquid(n, fix=RGS + how, dt=2, steps=10, before_run=PRINTING, again=again) for how in ("", " reinit no", " reinit yes")]
        same("unchanged atoms", no, default, 6)
        check(yes.status == 0 and len(yes.lines) == 6 and yes.lines != default.lines, f"unchanged atoms, {n} ranks: reinit yes makes other bodies")
    for kind, temperature in (in_plane, "temp"), (rods, "temp"), (clumps, "temp/sphere"):
        same(f"unchanged atoms, {temperature}", *[kind(
            2, fix=RGS + how, steps=40, before_fix="compute all all " + temperature, again=["run 40", "run 40"],
            before_run=["atom_modify sort 0 0", "thermo_modify format float %.17g temp all"]) for how in (" reinit no", "")], 15)


@rows([
    ("velocities", ["velocity all scale 310"]),
    ("velocity", ["set atom 400 vx 0.001"]),
    ("moved", ["group one molecule 100", "displace_atoms one move 0.01 0 0"]),
    ("mass", ["mass 2 1.2"]),
    ("deleted", ["group one molecule 100", "delete_atoms group one mol no compress no"]),
])
def changed(commands):
    """Made anew, on all ranks, as with reinit yes."""
    for n in 1, 3:
        yes, default = [liquid(n, fix=RGS + how, dt=2, steps=10, before_run=PRINTING, again=commands + ["run 10"]) for how in (" reinit yes", "")]
        near_after(f"{commands[-1]}: as with reinit yes", 10, yes, default, 2)
    none = liquid(fix=RGS, dt=2, steps=10, before_run=PRINTING, again="run 10")
    a, b = (np.array(run.after(10), float)[:, 1:5] for run in (none, default))
    between(1e-9, 1e9, np.max(abs(a - b)), f"{commands[-1]}: largest difference to no change")


@rows("small|rigid/small/rgs\nall|rigid/rgs")
def another_shape(style):
    """An error that says what to do, and a warning with reinit yes."""
    more, remap = dict(local="print ''", steps=10), "change_box all x scale 1.001 remap"
    for change in remap, "minimize 0 0 3 30":
        run = liquid(4, fix=style + " molecule", again=["fix_modify move virial no", change, "run 10"], **more)
        refused(f"{style}, {change}", f"{style} .*changed the shape of bodies, by [0-9.e-]* of their size.*Use fix deform and minimize/rgs.*reinit yes", run)
    between(1, 9, len(run.says("bodies lose their shape, and before the first run each keeps the one that it gets")), f"{style}: warnings of minimize")
    run = liquid(2, fix=style + " molecule reinit yes", again=[remap, "run 10"], **more)
    warned(f"{style}, reinit yes, {remap}", "have changed the shape of bodies", run)
    warned(f"{style}, LAMMPS at {remap}", "Attempting to remap atoms in rigid bodies", run)


@case
def restart_file():
    """Bodies of a restart file whose atoms were changed after it was read."""
    liquid(2, fix=RGS, dt=2, steps=10, before_run=PRINTING, again="write_restart changed.restart")
    yes, default = [liquid(2, fix=RGS + how, dt=2, steps=10, restart="yes", state="changed.restart", before_run=PRINTING + ["velocity all scale 310"])
                    for how in (" reinit yes", "")]
    near_after("velocities scaled after reading a restart file: as with reinit yes", 10, yes, default, 2)
