# SPDX-License-Identifier: GPL-2.0-only
"""Groups, bodies and boxes that do not fit rigid/small/rgs; and changes in the middle that do, on one rank and on several."""
from cases import RGS, any_ranks, case, check, free, liquid, lmp, on_ranks, refused, rows, warned


@rows("small|rigid/small/rgs\nall|rigid/rgs")
def groups(style):
    """A group with one atom of a molecule, with two of its three; two fixes with the same bodies."""
    fix = style + " molecule"
    for n in 1, 4:
        refused(f"{style}, one atom", "One or zero atoms in rigid body|rigid bodies are a single particle", free(n, fix=fix, before_run=[
            "group some subtract all all", "group most id 1 4:24", "unfix move", f"fix move most {fix}"]))
        warned(f"{style}, two atoms", f"{style} .ID move.*molecule.*outside", free(n, fix=fix, steps=10, before_run=[
            "group most id 1 2 4:24", "unfix move", f"fix move most {fix}", "thermo_style custom step atoms"]))
        for other in "rigid/small/rgs", "rigid/nve/small", "rigid/rgs":
            refused(f"{style} and {other}", "rigid(/small)?/rgs .ID (move|other).: atom 2[2-4] is also in a body of fix",
                    free(n, fix=fix, before_run=["group last id 22:24", f"fix other last {other} molecule"]))


@case
def bodies():
    for n in 1, 4:
        # all atoms of the box in one body, which reaches farther than ghost atoms come from
        refused("one large body", "Rigid body extent .*> ghost.* cutoff.*comm_modify cutoff",
                free(n, fix="rigid/small/rgs custom v_one", before_fix="variable one atom 1"))
        # in use while the plugin goes
        run = lmp("cycle", n, unloaded="run 10")
        check(run.status == 0 or run.status < 124 and run.says("^ERROR"), f"plugin unloaded while in use, then run, {n} ranks: {run}")


@rows([
    ("deform", dict(before_run="fix change all deform 1 x erate 2e-5 y erate -1e-5")),
    ("flow", dict(state="tilted.data", before_run="fix change all deform 1 xy erate 1e-4 remap v")),
    # half way some bodies go
    ("delete", dict(before_run="group gone molecule 7 30:60 199", again=["delete_atoms group gone mol no compress no", "run 100"])),
    ("langevin", dict(fix=RGS + " langevin 298 298 50 8831", before_run="print ''")),
])
def anywhere(more):
    """The same on any number of ranks, to rounding, whatever happens on the way."""
    more = dict(dict(fix=RGS, steps=100), **more)
    more["before_run"] = [more["before_run"], "thermo_modify format float %.15g"]
    # atoms that changed rank are not the same, nor is rounding in a sum of forces that cancel
    on_ranks(f"{more['before_run'][0]}", [liquid(n, **more) for n in any_ranks()], skip="^c_away$")
