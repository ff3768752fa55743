# SPDX-License-Identifier: GPL-2.0-only
"""Style rigid/rgs, whose bodies are as in fix rigid."""
from functools import partial

import numpy as np

from cases import DIGITS, RGS, any_ranks, between, case, check, clumps, colliding, ended, energies_apart, energy_change, free, in_plane, liquid, \
    lmp, mixed, refused, rods, rows, same, same_after, warned, written
from kinds import evaluations, exact, swap_and_back, vector

ALL = "rigid/rgs molecule"
water = partial(liquid, local="print ''")
NOISE = "langevin 900 900 100 8831"
PRINTED = ["thermo_style custom step f_move f_move[9] f_move[10] f_move[12]", "thermo_modify norm no format float %.17g"]


def like_rigid(what, kind, ranks, least, bodies="molecule", keywords="", **more):
    """With the NO_SQUISH rotor our fix is fix rigid/nve in other words.  Returns our run."""
    columns = " ".join(f"f_move[{k}]" for k in (1, 2, 3, 4, 5, 6, 13, 14, 15))
    dump = f"fix bodies all ave/time 100 1 100 {columns} mode vector format ' %.9g' file @.bodies title1 bodies"
    runs = [kind(ranks, **dict(dict(local="print ''", dump=dump, fix=f"rigid/{name} {bodies} {keywords} {method}"), **more))
            for name, method in (("nve", ""), ("rgs", "rotor nosquish scheme strang"))]
    same(f"rigid/rgs, {what}", *runs, least)
    assert kind is not liquid or runs[0].read("bodies"), "no bodies"    # (in.free has no dump)
    return runs[1]


@rows([
    ("bodies", (1, 4), colliding, {}),
    ("group", (1, 4), colliding, dict(bodies="group 2 one two", before_fix=["group one id 1:12", "group two id 13:24"])),
    ("custom", (1, 4), colliding, dict(bodies="custom i_piece", before_fix=[
        "fix piece all property/atom i_piece", "set atom 1*6 i_piece 4", "set atom 7*15 i_piece 9", "set atom 16*24 i_piece 5"])),
    ("variable", (1, 4), colliding, dict(bodies="custom v_piece", before_fix="variable piece atom ceil(id/6)")),
    ("single", (1, 4), colliding, dict(bodies="single", before_fix="fix push all addforce 0.1 0.2 0.05")),
    ("switched", (1, 4), colliding, dict(
        keywords="force 1*3 off off on torque 2 off on off force 8 off off off torque 8 off off off")),
    ("infile", (2,), colliding, dict(keywords="infile rigid.infile")),
    ("spheres", (2,), clumps, dict(before_fix="compute all all temp/sphere", before_run="thermo_modify temp all")),
    ("plane", (2,), in_plane, {}),
    ("gravity", (2,), colliding, dict(keywords="gravity down", before_fix="fix down all gravity 0.001 vector 0 0 -1")),
])
def styles(ranks, kind, more):
    """Bodystyles; a body as large as the box; forces and torques switched off; a file of bodies."""
    written("rigid.infile", "1\n5 20.0 4 4 12 9 10 11 0 0 0 0.001 0 0 0.01 0 0 0 0 0")
    for n in ranks:
        like_rigid(f"{[*more.items()][:1]}", kind, n, 21, **more)


@rows([("strang", 1, "strang"), ("suzuki4", 2, "suzuki4"), ("nystrom4", 4, "nystrom4"), ("pefrl", 2, "pefrl")])
def small(n, scheme):
    """The same motion as with rigid/small/rgs, among flexible molecules and free atoms, by any scheme."""
    runs = [mixed(n, fix=f"{fix} scheme {scheme}", every=10) for fix in (ALL, RGS)]
    between(0, 1e-11, energies_apart(*runs, 21), f"rigid/rgs and rigid/small/rgs, {scheme}, rigid, flexible and free, {n} ranks: energies")
    if n == 4:
        run = mixed(2, fix=ALL + " scheme nystrom4", steps=100, every=50)
        between(301, 301, evaluations(run), "rigid/rgs, force evaluations in 100 steps of nystrom4, 2 ranks")


@case
def run_style():
    for n in 1, 4:
        same("rigid/rgs, strang in run_style rgs and verlet", mixed(n, fix=ALL, style="run_style verlet", every=10), mixed(n, fix=ALL, every=10), 21)


@case
def method():
    swap_and_back(ALL, water, "rigid/nve molecule")
    # and it takes effect: what nosquish loses exact keeps, of bodies switched off in part, too
    for rotor, low, high in ("exact", 0, 1e-13), ("nosquish", 1e-9, 1):
        for keywords in "", " force 2 off on off":
            run = free(2, fix=ALL + keywords, dt=20, steps=2000, every=100, before_run=["fix_modify move rotor " + rotor, DIGITS])
            between(low, high, energy_change(run), f"rigid/rgs{keywords}, free bodies, 2000 steps, rotor {rotor}: relative change of energy")


@case
def outputs():
    for n in any_ranks():
        vector("rigid/rgs", water, n, 2.0, 29, fix=ALL, steps=30)
    for n in 1, 2:
        vector("rigid/rgs, linear", rods, n, 1.0, 29, fix=ALL, steps=30)
    # bodies 1 to 4 fly on; temperatures are of the others, by the fix's own array of velocities
    squares = "+".join(f"f_move[{b}][{k}]^2" for b in (5, 6, 7, 8) for k in (4, 5, 6))
    run = colliding(2, fix=ALL + " force 1*4 off off off torque 1*4 off off off", steps=20, before_run=[
        f"variable t equal 20.0*48.88821291^2*({squares})/(12*0.0019872067)", "thermo_style custom step v_t f_move[3] f_move[4] f_move", DIGITS])
    off = np.hypot(1 - run[2] / run[1], 1 - (run[2] + run[3]) / 2 / run[4])
    assert len(off) == 3
    between(0, 1e-13, np.max(off), "rigid/rgs, bodies without force, 2 ranks: temperature of the others, and the scalar: relative error")


@rows([("all", ""), ("held", " force 1*4 off off off torque 2 off on off")])
def langevin(keywords):
    """The same on any number of ranks; energy changes by the heat it gives (exactly, where no forces act), in bodies held in part too."""
    fix = f"{ALL}{keywords} {NOISE}"
    a, b = (np.array([run[1], run[2]]) for run in (water(n, fix=fix, dt=1.0, steps=50, before_run=PRINTED) for n in (1, 4)))
    assert a.shape == b.shape == (2, 6)
    between(0, 1e-9, np.max(abs(1 - a / b)), f"{fix}, 1 and 4 ranks: temperature and energy, relative difference")
    run = (free if keywords else colliding)(2, fix=fix, dt=1.0, steps=100, before_run=PRINTED)
    drift, heat = np.max(abs(run[3])), run.end(4)
    assert len(run.lines) == 11 and heat > 0
    between(1e9 if keywords else 20, 1e99, heat / np.hypot(drift, 1e-45), fix + ": heat given, over what energy has changed beside")


@rows([
    ("triclinic", water, 50, 3, dict(state="tilted.data", fix=ALL, steps=100)),
    ("langevin", water, 20, 4, dict(fix=ALL + " langevin 298 298 50 8831", dt=0.05, steps=40, again="run 0")),
    ("linear", rods, 50, 3, dict(fix=ALL, steps=100)),
    ("plane", in_plane, 50, 3, dict(fix=ALL, steps=100)),
    ("switched", colliding, 50, 3, dict(fix=ALL + " force 1*3 off off on torque 2 off on off", steps=100)),
])
def virial(kind, every, frames, more):
    exact(more["fix"], kind, 2, every, frames, centroid=False, **more)


@case
def virial_of_water():
    for n in any_ranks():
        exact("rigid/rgs, water", water, n, 25, 7, centroid=False, fix=ALL, steps=100, again="run 25")


KEPT = ALL + " reinit no"


@case
def restart_after_swap():
    """Two runs are as one, gravity included; other kinds of bodies; a swap before."""
    first = ["fix first all store/state 0 x y z", "fix down all gravity 0.001 vector 0 0 -1", "compute all all temp/sphere", "compute all_p all pressure all"]
    kinds = ["atom_modify sort 0 0", "thermo 10", "thermo_style custom step temp pe ke etotal c_all_p c_all_p[4] c_ke c_erot f_move",
             "thermo_modify norm no format float %.17g temp all"]
    method, more = "rotor semiexact param nodes 3", dict(before_fix=first, before_run=kinds)
    for n in 1, 2:
        whole = clumps(n, fix=KEPT + " gravity down", steps=100, again=[f"fix_modify move {method}", "run 10", f"write_restart {n}.restart", "run 50"], **more)
        rest = lmp("again", n, state=f"{n}.restart", fix=f"{KEPT} gravity down {method}", **more)
        same_after("rigid/rgs, restart file after a swap, spheres", 110, whole, rest, 6)
    warned("rigid/rgs, restart file after a swap: another method is told", "ID move.*continues with rotor dmv4 scheme strang; .* rotor semiexact scheme "
           "strang param nodes 3", lmp("again", 2, state="2.restart", fix=KEPT + " gravity down rotor dmv4", **more))


@rows("file|no|write_restart kept.restart\nvelocities|yes|velocity all scale 250\nmass|yes|mass 1 17.0\nplaces|yes|displace_atoms all move 0.1 0 0")
def reinit(like, change):
    """Neither reinit yes nor no: bodies stay unless their atoms were changed."""
    for n in 1, 2:
        default, no, yes = [water(n, fix=ALL + word, steps=20, before_run=PRINTED, again=[change, "run 20"]).after(20)
                            for word in ("", " reinit no", " reinit yes")]
        its, other = (no, yes) if like == "no" else (yes, no)
        check(len(default) >= 2 and default == its != other, f"rigid/rgs without reinit, after {change}, {n} ranks: as with reinit {like}")


@rows([
    ("style", "[Uu]nknown fix rigid|[Ii]llegal fix rigid", "rigid/rgs molecules"),
    ("groups", "[Cc]ould not find fix rigid.*group", "rigid/rgs group 2 rotor scheme"),
    ("count", "Fix rigid/rgs|[Ii]llegal fix rigid|Expected integer|Numeric index", ALL + " force 9 on on on"),
    ("modify", "ID move.*unknown rotor gyroscope", ALL),
    ("body", "Fix rigid/rgs .ID move.: molecule 5: .*10", ALL + " infile bad.infile"),
])
def refusals(text, fix):
    written("bad.infile", "1\n5 20.0 4 4 12 1 1 10 0 0 0 0 0 0 0 0 0 0 0 0")
    for n in 1, 4:
        refused(fix, text, free(n, fix=fix, again="fix_modify move rotor gyroscope"))


@case
def deleted():
    for n in 1, 2:
        refused("a molecule is deleted", "ID move.: molecule 3: all its atoms were deleted; .*unfix", free(
            n, fix=ALL, again=["group gone molecule 3", "delete_atoms group gone compress no", "run 10"]))
        ended("rigid/rgs, load, unload, load, clear, load", 9, lmp("cycle", n, fix="rigid/rgs"))
