# SPDX-License-Identifier: GPL-2.0-only
"""run_style rgs."""
import numpy as np

from cases import RGS, any_ranks, between, case, clumps, energies_apart, ended, equal, free, in_plane, liquid, lmp, mixed, refused, rods, \
    rows, same, slope
from kinds import dumped, evaluations, scheme_order

STYLE, PRINTING = "run_style rgs", "thermo_modify format float %.15g"


@case
def strang():
    """The digits of run_style verlet, virial included."""
    for n in any_ranks():
        same("strang in run_style rgs and verlet", liquid(n, fix=RGS), liquid(n, fix=RGS, after_fix=STYLE), 21)
        same("strang, rigid, flexible and free atoms, in run_style rgs and verlet", *[mixed(n, fix=RGS, style=style, every=10) for style in ("run_style verlet", STYLE)], 21)
    early = ["fix_modify move bodyforces early"]
    same("strang in run_style rgs and verlet, triclinic, bodyforces early", *[liquid(4, fix=RGS, state="tilted.data", after_fix=words) for words in (
        early, early + [STYLE])], 21)
    for name, kind, temperature in ("in_plane", in_plane, "temp"), ("clumps", clumps, "temp/sphere"), ("rods", rods, "temp"):
        same(f"strang in run_style rgs and verlet, {name}", *[kind(
            2, fix=RGS, before_fix="compute all all " + temperature, before_run=words + ["thermo_modify temp all"]) for words in ([], [STYLE])], 21)
    for scheme in "strang", "nystrom4":
        run = free(2, fix=f"{RGS} mol m scheme {scheme}", box="0 4 0 4 0 4", spacing=9.0, before_run=[
            "fix insert all deposit 5 0 20 9907 region box mol m rigid move near 0.3 vz -0.01 -0.01", STYLE])
        between(207, 207, run.end("Atoms"), f"{scheme}, inserted, 2 ranks: atoms at the end, from 192")


@rows([(name, name, number) for name, number in (
    ("strang", 101), ("strang_dkd", 103), ("nystrom4", 301), ("chin4d", 404), ("suzuki4", 501), ("okunbor_skeel6", 703), ("srkn11b", 1101))])
def counts(scheme, number):
    """Evaluations of 100 steps, output at 50 and 100, one of the set-up.  Where forces end a step but not at its end, or at a
    displaced point, output takes one more."""
    for n in 1, 2:
        found = evaluations(mixed(n, fix=f"{RGS} scheme {scheme}", steps=100, every=50))
        between(number, number, found, f"force evaluations in 100 steps of {scheme}, {n} ranks")


@rows([(scheme.replace(" ", "_"), low, high, scheme) for low, high, schemes in (
    (3.7, 4.4, "suzuki4|nystrom4|chin4d|pefrl|srkn6b"), (5.6, 6.6, "okunbor_skeel6"), (5.6, 6.8, "srkn11b"), (7.3, 8.9, "rkn8"),
    (1.7, 2.3, "srkn6b rotor nosquish")) for scheme in schemes.split("|")])
def order(low, high, scheme):
    """Rigid, flexible and free together; a rotor of order 2 under a scheme that relies on an exact one."""
    scheme_order(low, high, scheme, 0.5)


@rows("suzuki4|suzuki4\nnystrom4|nystrom4")
def order_in_water(scheme):
    scheme_order(3.7, 4.4, scheme, 2, liquid, after_fix=STYLE, before_run=PRINTING)


def dumps_apart(one, two, columns):
    a, b = (dumped(run.name + ".dump")[columns] for run in (one, two))
    assert a.shape[1] == b.shape[1] == 168, (a.shape, b.shape)
    return np.max(abs(a - b))


def with_dump(ranks=1, **more):
    return mixed(ranks, again="write_dump all custom @.dump id x y z fx fy fz modify sort id format float %.17g", **more)


@rows("nystrom4|nystrom4\nchin4d|chin4d\npefrl|pefrl")
def whole_steps(scheme):
    """Any number of ranks; dump, output and forces belong to whole steps: their error falls with the scheme's order."""
    best = with_dump(fix=RGS + " scheme rkn8", dt=0.5, steps=128)
    one, *others = [with_dump(n, fix=f"{RGS} scheme {scheme}", steps=64, every=8) for n in any_ranks()]
    for other in others:
        between(0, 1e-11, energies_apart(one, other, 9), f"{scheme}: energies, 1 and {other.ranks} ranks")
        between(0, 1e-10, dumps_apart(one, other, slice(1, 7)), f"{scheme}: positions and forces, 1 and {other.ranks} ranks")
    half = with_dump(fix=f"{RGS} scheme {scheme}", dt=0.5, steps=128, every=128)
    # (of the diagonal, what turns a body cancels)
    between(3.5, 4.5, slope(*[abs(run.end("Pxy") - best.end("Pxy")) for run in (half, one)]), scheme + ": error of the pressure pxy, slope")
    for columns, of in (slice(1, 4), "positions"), (slice(4, 7), "forces"):
        between(3.5, 4.5, slope(*[dumps_apart(run, best, columns) for run in (half, one)]), f"{scheme}: error of the {of} in a dump, slope")


def energies_on_ranks(what, most, lines, run):
    one, *others = [run(n) for n in any_ranks()]
    for other in others:
        between(0, most, energies_apart(one, other, lines), f"{what}: energies, 1 and {other.ranks} ranks")


@case
def ranks():
    """PPPM, and sub-domains of other shapes, with atoms that change rank inside steps."""
    energies_on_ranks("water, 100 steps of nystrom4", 1e-11, 11, lambda n: liquid(n, fix=RGS + " scheme nystrom4", after_fix=STYLE, steps=100, before_run=PRINTING))
    energies_on_ranks("PPPM, 40 steps of suzuki4 with 4 fs", 1e-9, 5, lambda n: liquid(
        n, fix=RGS + " scheme suzuki4", after_fix=STYLE, dt=4, steps=40, before_run=[
            "pair_style lj/cut/coul/long 8.0", "pair_coeff 1 1 0.15535 3.166", "pair_coeff 1 2 0.0 1.0", "pair_coeff 2 2 0.0 1.0", "kspace_style pppm 1e-5",
            "neigh_modify delay 1000 every 1000", PRINTING]))
    energies_on_ranks("comm_style tiled, 60 steps of nystrom4 with 4 fs", 1e-9, 7, lambda n: liquid(
        n, fix=RGS + " scheme nystrom4", after_fix=["comm_style tiled", "balance 1.0 rcb"] if n > 1 else [], dt=4, steps=60, before_run=[STYLE, PRINTING]))


@case
def lists():
    """Lists are rebuilt inside a step when they must be: here they never are at its end."""
    for n in 1, 4:
        inside, ends = [liquid(n, fix=RGS + " scheme suzuki4", after_fix=STYLE, dt=4, steps=40, before_run=words + [PRINTING])
                        for words in (["neigh_modify delay 1000 every 1000"], [])]
        between(3, 40, int(inside.says("^Neighbor list builds = .*")[0].split()[-1]), f"lists built inside steps, {n} ranks")
        between(0, 1e-11, energies_apart(inside, ends, 5), f"energies with lists built inside steps and at their ends, {n} ranks")


@case
def runs():
    """Runs that follow one another; forces of their start are from the end of the one before."""
    for n in 1, 2:
        for scheme in "nystrom4", "chin4d":
            one = mixed(n, fix=f"{RGS} scheme {scheme}", steps=60, every=20)
            some = mixed(n, fix=f"{RGS} scheme {scheme}", steps=20, every=20, again=["run 20 pre no post no", "run 0 post no", "run 20 every 5 'print hello'"])
            energies = dict(zip(some["Step"][::-1], some["TotEng"][::-1]))
            assert list(one["Step"]) == [0, 20, 40, 60], one["Step"]
            between(0, 1e-11, max(abs(energies[step] / energy - 1) for step, energy in zip(one["Step"], one["TotEng"])),
                    f"{scheme} in one run and in four, {n} ranks: energy")
        ended("rgs, verlet, rgs, another scheme", 8, mixed(n, fix=RGS, every=20, steps=20, again=[
            "run_style verlet", "run 20", "run_style rgs", "run 20", "fix_modify move scheme suzuki4", "run 20"]))
        ended("run_style rgs through unload, load and clear", 8, lmp("cycle", n, style=STYLE, unloaded="print ''"))


@rows("srkn6b|1|srkn6b\npefrl|2|pefrl")
def restart(n, scheme):
    """A restart file of a step inside a run."""
    more = dict(fix=f"{RGS} scheme {scheme}", dt=2, before_run=["atom_modify sort 0 0", "thermo 10", "thermo_modify norm no format float %.17g", STYLE])
    whole = liquid(int(n), steps=60, after_fix="restart 33 style.restart", **more)
    rest = liquid(int(n), steps=27, restart="yes", state="style.restart.33", **more)
    equal(f"{scheme}, restart inside a run, {n} ranks", *[[line[:-1] for line in run.lines if int(line[0]) > 33] for run in (whole, rest)], 3)


@rows([
    ("argument", "run_style rgs takes no arguments, but has suzuki4", dict(fix=RGS, style="run_style rgs suzuki4")),
    ("alone", "run_style rgs needs a fix rigid/small/rgs", dict(fix="rigid/nve/small molecule", before_run="unfix move")),
    ("rigid", "does not work with fix rigid/nve/small .ID move.", dict(fix="rigid/nve/small molecule")),
    ("nvt", "does not work with fix nvt .ID free.", dict(fix=RGS, free="fix free others nvt temp 300 300 100")),
    ("shake", "does not work with fix shake .ID bonds., which constrains", dict(fix=RGS, before_run="fix bonds others shake 1e-6 20 0 b 1")),
    ("noise", "does not work with fix langevin .ID noise., which adds noise", dict(fix=RGS, before_run="fix noise others langevin 300 300 100 7")),
    ("twice", "144 of its atoms would be moved by fix nve .ID free. as well", dict(fix=RGS, free="fix free all nve")),
    ("two", "ID other.*scheme strang, fix rigid/small/rgs .ID move. has suzuki4", dict(
        fix=RGS + " scheme suzuki4", before_run=["group dimers type 3", f"fix other dimers {RGS}"])),
])
def refusals(text, more):
    for n in 1, 3:
        refused("run_style rgs", text, mixed(n, **more))
