# SPDX-License-Identifier: GPL-2.0-only
"""Single particles with a shape, as bodies."""
from functools import partial

import numpy as np

from cases import any_ranks, between, case, lmp, refused, rows, same, says_once, warned
from kinds import rms
from shapes import ZERO, alike, beside, continued, off, on_any_ranks, order, particles, relaxes, spheres

STAGED = "run_style rgs"
flat = partial(lmp, "flat_shapes")


@case
def beside_upstream():
    """LAMMPS' fix has the same motion in short steps; the suffix makes our fix of its name."""
    more = dict(of="ellipsoids", columns="ke")
    beside(1.8, 2.2, "", particles, "nve/asphere", 0.002, 0.2, "PotEng", **more)
    named, suffix = [particles(fix=fix, dt=0.004, steps=50, args=args, **more) for fix, args in (("nve/asphere/rgs", []), ("nve/asphere", ["-sf", "rgs"]))]
    same("nve/asphere with -sf rgs is nve/asphere/rgs", named, suffix, 3)
    says_once("-sf rgs", r"Suffix rgs: fix nve/asphere \(ID move\) is replaced by nve/asphere/rgs$", suffix)


@case
def ranks():
    """The same on all ranks, with particles that migrate; and for a part of the particles, whose columns are copied."""
    for keywords in "", " langevin 1.5 1.5 0.5 4711":
        on_any_ranks("nve/asphere/rgs" + keywords, 11, particles, fix="nve/asphere/rgs" + keywords)
    runs = [particles(columns="ke ke", **more) for more in ({}, dict(group="ellipsoids", after_fix="fix points points nve"))]
    alike("ellipsoids and points in nve/asphere/rgs, and points in fix nve", 11, runs, 1e-12)


@rows([(fix[:3], fix) for fix in ("nve/asphere/rgs", "npt/asphere/rgs temp 1.5 1.5 0.5 iso 0.2 0.2 1.0 thermostat langevin")])
def threads(fix):
    """The same bits on any number of threads: 4096 particles, of which four threads get their shares."""
    one, *others = [particles(of="many", steps=20, every=5, fix=fix, env=dict(OMP_WAIT_POLICY="passive", OMP_NUM_THREADS=str(t))) for t in (1, 2, 4)]
    for t, other in zip((2, 4), others):
        same(f"{fix}, 1 and {t} threads", one, other, 5)
    says_once(f"{fix}, 4 threads", "Fix .*, 4 threads$", others[1])


@rows([(scheme, scheme, *range) for scheme, *range in (("strang", 1.8, 2.2), ("srkn6b", 3.7, 4.3), ("takahashi_imada4", 3.7, 4.3))])
def schemes(scheme, low, high):
    """The order of schemes of several force evaluations; the same on four ranks, and beside fix nve."""
    order(low, high, scheme + ": rms of the energy", 0.004, lambda dt: rms(particles(
        of="drop", cut=15, dt=dt, every=1, steps=round(1.6 / dt), fix="nve/asphere/rgs scheme " + scheme, before_run=STAGED, columns="f_move[9]")["f_move[9]"], 100))
    if scheme != "strang":
        more = dict(fix="nve/asphere/rgs scheme " + scheme, before_run=STAGED, steps=100)
        on_any_ranks(scheme, 6, particles, **more)
        runs = [particles(columns="ke ke", **points, **more) for points in ({}, dict(group="ellipsoids", after_fix="fix points points nve"))]
        alike(scheme + ", points in nve/asphere/rgs and in fix nve", 6, runs)


@case
def levels():
    """In rRESPA all forces in the inner level are steps of half the length."""
    alike("run_style respa, beside half the step", 6, [particles(4, before_run="run_style respa 2 2 pair 1", steps=50, every=10), particles(4, dt=0.001, steps=100)])


@rows("1|1|strang\n2|2|strang\n1_thermostat|1|strang langevin 1.5 1.5 0.5 4711\n2_thermostat|2|srkn6b langevin 1.5 1.5 0.5 4711")
def restart(n, scheme):
    """LAMMPS' own restart files have all but the steps of langevin."""
    continued("restart file, scheme " + scheme, particles, int(n), 60, 4, fix="nve/asphere/rgs scheme " + scheme, before_run=STAGED)


@case
def minimize():
    """minimize/rgs turns ellipsoids; LAMMPS' own minimisers leave torques, and a warning says so."""
    drop = dict(of="drop", cut=15, steps=0)
    for n in any_ranks():
        relaxes("minimize/rgs, forces and torques", 1e-8, particles(n, again="minimize/rgs 0 1e-8 4000 4000", **drop))
    warned("minimize", "minimize does not turn particles; minimize/rgs does", particles(again="minimize 0 1e-8 100 1000", **drop))


@case
def turning_spheres():
    """Spheres turn about their omega, in two dimensions, too; what the fix counts is what LAMMPS' computes count."""
    for dimension, disc in (3, ""), (2, " disc"):
        runs = [spheres(dimension=dimension, fix=fix + disc) for fix in ("nve/sphere", "nve/sphere/rgs")]
        alike(f"nve/sphere/rgs{disc} beside nve/sphere{disc}", 11, runs)
    for n in any_ranks():
        run = spheres(n, fix="nve/sphere/rgs langevin 1.5 1.5 0.1 4711", columns="f_move[2] f_move[1]")
        moving, turning = run["f_move[1]"], run["f_move[2]"]
        between(0, 1e-12, max(off(run["c_turn"], turning), off(moving + turning, (3 * run["Atoms"] - 1.5) * run["c_whole"])),
                f"langevin, {n} ranks: computes erotate/sphere and temp/sphere, relative to the fix")


@case
def flat_shapes():
    """Line segments move as by LAMMPS' fix to rounding; free triangles turn exactly, and as by LAMMPS' fix in short steps."""
    theirs = flat(fix="nve/line")
    for n in any_ranks():
        alike("nve/line/rgs beside nve/line", 11, [theirs, flat(n)], 1e-10)
    free = dict(shape="tri", after_fix=["compute orientation all property/atom corner1x", "compute sum all reduce ave c_orientation"], column="c_sum")
    ours = [flat(fix="nve/tri/rgs", dt=dt, steps=round(1.6 / dt), **free).end("c_sum") for dt in (0.02, 0.04)]
    between(0, 1e-12, abs(ours[1] / ours[0] - 1), "nve/tri/rgs, free triangles: orientations with steps of 0.02 and 0.04, relative")
    beside(1.8, 4, "", flat, "nve/tri", 0.02, 1.6, "c_sum", **free)
    refused("triangles in a plane", "it moves triangles, which need atom style tri in 3 dimensions", flat(fix="nve/tri/rgs"))


DOTC = "nve/dotc/langevin/rgs 1.5 1.5 0.1 4711 angmom"
FREE = dict(of="ellipsoids", before_fix=ZERO)


@case
def nucleotides():
    """The arguments of nve/dotc/langevin; its noise is the same on all ranks.  Without forces: the momenta of 216 ellipsoids in
    2000 steps of half a relaxation time, of rotation, too: a standard error of 0.05 %, a limit of 0.3 %."""
    on_any_ranks("nve/dotc/langevin/rgs", 11, particles, fix=DOTC + " 10", of="ellipsoids")
    run = particles(dt=0.05, steps=4000, every=2, fix=DOTC + " 10", columns="f_move[3] f_move[4]", **FREE)
    for column, of in ("f_move[3]", "translation"), ("f_move[4]", "rotation"):
        between(1.4955, 1.5045, np.mean(long(run[column])), "nve/dotc/langevin/rgs, free ellipsoids: temperature of " + of)
    run = particles(fix=DOTC + " no", columns="f_move[2]", **FREE)
    between(0, 1e-12, off(run["f_move[2]"]), "angmom no: change of the energy of rotation, relative")
    # friction of rotation: FACTOR/3 of translation's, from the decay of a large momentum at a low temperature
    run = particles(dt=0.001, fix="nve/dotc/langevin/rgs 1e-9 1e-9 0.1 4711 angmom 6", columns="f_move[1] f_move[2]", **FREE)
    for column, rate, of in ("f_move[1]", 4, "translation"), ("f_move[2]", 8, "rotation"):
        between(0.9999, 1.0001, np.log(run[column][-1] / run[column][0]) / -rate, f"friction of {of}, relative")
    refused("nve/dotc/langevin/rgs", "expected Tstart Tstop damp seed angmom FACTOR", particles(4, fix=DOTC))
    run = particles(4, of="ellipsoids", fix="nve/asphere/noforce/rgs", columns="f_move[1] f_move[2]")
    between(0, 1e-12, max(off(run["f_move[1]"]), off(run["f_move[2]"])), "nve/asphere/noforce/rgs, 4 ranks: change of kinetic energies, relative")


def long(values):
    """Without the first forty of more than a thousand."""
    assert len(values) > 1040, len(values)
    return values[40:]


@rows([(fix[:3] + str(row), fix) for row, fix in enumerate((
    "nvt/asphere/rgs temp 1.5 1.0 0.5", "npt/asphere/rgs temp 1.5 1.5 0.5 iso 0.2 0.3 1.0 thermostat langevin",
    "npt/asphere/rgs temp 1.5 1.5 0.5 aniso 0.2 0.2 1.0 couple xy tchain 5 tloop 2", "nph/asphere/rgs iso 0.2 0.2 1.0 ptemp 1.2"))])
def ensembles(fix):
    """Thermostats and barostat on any number of ranks, and from restart files."""
    on_any_ranks(fix, 11, particles, 1e-10, fix=fix, columns="vol ecouple etotal", steps=100, every=10)
    if "1.5 1.0" not in fix and "0.2 0.3" not in fix:    # (targets begin anew with every run; ecouple adds the heat of both, and rounds elsewhere)
        continued("restart file, " + fix, particles, 1, 40, 3, fix=fix, columns="vol f_move[13] etotal")


@case
def computes():
    """econserve is constant but for an error of order 2, with forces that are smooth; the computes of LAMMPS' styles."""
    runs = []

    def error(dt):
        runs.append(spheres(dt=dt, every=1, steps=round(0.8 / dt), columns="f_move[10]", pair="lj/gromacs 1.5 2.5",
                            fix="npt/sphere/rgs temp 1.5 1.5 0.5 iso 0.2 0.2 1.0"))
        return rms(runs[-1]["f_move[10]"], 100)
    order(1.8, 2.2, "npt/sphere/rgs: rms of econserve", 0.002, error)
    says_once("what econserve needs", ".*econserve needs thermo_modify temp", runs[0])
    # (the common motion is not among the degrees of freedom of compute temp/asphere)
    run = particles(4, of="ellipsoids", fix="nvt/asphere/rgs temp 1.5 1.5 0.5", columns="f_move[1] f_move[2] c_move_temp c_turn",
                    after_fix="compute turn all erotate/asphere")
    moving, turning = run["f_move[1]"], run["f_move[2]"]
    between(0, 1e-12, max(off(moving + turning, (3 * run["Atoms"] - 1.5) * run["c_move_temp"]), off(turning, run["c_turn"])),
            "nvt/asphere/rgs: computes ID_temp and erotate/asphere, relative to the fix")


IDEAL = ["pair_style zero 0.5", "pair_coeff * *", "velocity all create 1.0 771 mom yes"]
GAS = dict(dt=0.02, every=20, before_fix=IDEAL)


@rows("csvr|gas|csvr|270\nlangevin|gas|langevin|280\npoints|gas_with_points|csvr|270")
def ideal_gas(state, thermostat, mean):
    """N particles that do not interact: the volume has the density of Gamma(N + 1) with friction, and of Gamma(N) where the
    momentum stays.  kT/P is 10, N is 27: means 280 and 270, variances 2800 and 2700.  In 3e5 steps the standard errors are 1.5
    and 80, and limits are four of them."""
    what, mean = f"ideal {state}, thermostat {thermostat}: ", int(mean)
    more = dict(before_fix=IDEAL + ["change_box all triclinic", "change_box all xy final 2.5 xz final 1.0 yz final -1.5 units box"]) if thermostat == "langevin" else {}
    run = particles(of=state, steps=300000, columns="vol f_move[13] f_move[14]", fix="npt/asphere/rgs temp 1 1 0.5 iso 0.1 0.1 1.0 thermostat " + thermostat, **dict(GAS, **more))
    volume = long(run["Volume"])
    between(mean - 6, mean + 6, np.mean(volume), f"{what}mean volume, {mean} in theory")
    between(10 * mean - 320, 10 * mean + 320, np.var(volume), f"{what}variance of the volume, {10 * mean} in theory")
    between(0.98, 1.02, np.mean(long(run["f_move[13]"])), what + "temperature of translation")
    between(0.98, 1.02, np.mean(long(run["f_move[14]"])), what + "temperature of rotation")


@case
def ideal_gas_upstream():
    """That it can fail: LAMMPS' style counts the energy of rotation to the pressure, so that the volume belongs to 6 N - 3 degrees of freedom, 530."""
    run = particles(of="gas", steps=100000, columns="vol", fix="npt/asphere temp 1 1 0.5 iso 0.1 0.1 1.0", **GAS)
    between(480, 600, np.mean(long(run["Volume"])), "npt/asphere of LAMMPS: mean volume of the ideal gas")


NPT = "npt/asphere/rgs temp 1 1 1 iso 1 1 1 "


@rows(f"""
tri|keywords tri, xy, xz and yz need a box with tilt factors|{NPT}tri 1 1 1
xy|keywords tri, xy, xz and yz need a box with tilt factors|{NPT}xy 1 1 1
isochoric|keyword isochoric is not taken|{NPT}isochoric z
fixedpoint|y is up; must be a number|{NPT}fixedpoint 0 up 0
drag|drag is 0.2; must be 0; keyword barostat_friction|{NPT}drag 0.2
drag_missing|keyword drag needs a number|{NPT}drag
mtk|mtk has the value maybe; must be yes or no|{NPT}mtk maybe
nreset|nreset is 5; must be 0|{NPT}nreset 5
flip|flip has the value maybe; must be yes or no|{NPT}flip maybe
scalexy|scalexy has the value 1; must be yes or no|{NPT}scalexy 1
scalexz|scalexz needs yes or no|{NPT}scalexz
scaleyz|scaleyz needs yes or no|{NPT}scaleyz
tchain|chain is 0; must be a whole number from 1|{NPT}tchain 0
tloop|iter is 0; must be a whole number from 1|{NPT}tloop 0
pchain|chain is 40; must be a whole number from 0|{NPT}pchain 40
ploop|iter is x; must be a whole number|{NPT}ploop x
ptemp|keyword ptemp is for nph/asphere only|{NPT}ptemp 1
update|unknown keyword update|{NPT}update dipole
external|keyword external is not taken: force and torque of a particle are LAMMPS. arrays|nve/asphere/rgs external 0 0 1 0 0 0
external_npt|keyword external is not taken: force and torque of a particle are LAMMPS. arrays|{NPT}external 0 0 1 0 0 0
""")
def keywords(text, fix):
    """Each keyword of LAMMPS' styles is obeyed, or refused with a message."""
    refused(fix, text, particles(fix=fix))


@case
def keywords_elsewhere():
    for text, fix in ("keyword iso is for npt/asphere and nph/asphere only", "nvt/asphere/rgs temp 1 1 1 iso 1 1 1"), \
            ("outside group points of keyword dilate.*nvt/asphere", NPT + "dilate points"):
        refused(fix, text, particles(4, fix=fix))
    refused("scalexy no", "scalexy, .* has the value no, and the box is triclinic", particles(fix=NPT + "scalexy no", before_fix="change_box all triclinic"))
    for text, words in ("keyword disc is for two dimensions", "disc"), ("keyword update has the value spin; must be dipole", "update spin"), \
            ("update dipole needs atom style dipole", "update dipole"):
        refused("nve/sphere/rgs " + words, text, spheres(fix="nve/sphere/rgs " + words))
    words = "mtk no fixedpoint 0 0 0 drag 0 nreset 0 flip no scalexy no scalexz yes scaleyz yes dilate all pchain 0 ploop 2 tchain 3 tloop 2"
    warned("mtk no", "keyword mtk has no effect", particles(fix=NPT + words, steps=10))
    warned("momentum", "keyword momentum has no effect: thermostat langevin", particles(fix="nvt/asphere/rgs temp 1 1 1 thermostat langevin momentum thermostat", steps=10))


@rows("nvt|1|\nnpt|4| iso 1 1 1")
def at_rest(n, more):
    """Particles that no torque turns get no energy of rotation from a thermostat: 16 of 216 turn, their temperature is 1."""
    fix = f"{'npt' if more else 'nvt'}/asphere/rgs temp 1 1 0.05{more}"
    run = particles(int(n), of="ellipsoids", fix=fix, steps=4000, columns="v_turning f_move[14]", before_fix=ZERO + [
        "set atom 1*200 angmom 0 0 0", "compute er all erotate/asphere", "variable turning equal c_er/24"])
    for column in "v_turning", "f_move[14]":
        assert len(run[column]) == 201
        between(0.9, 1.1, np.mean(run[column][40:]), f"{fix}, {n} ranks, most particles at rest: temperature of rotation of the others, {column}")


@rows("""
keyword|nve/asphere/rgs .ID move.: unknown keyword gyrate; keywords are rotor|fix|nve/asphere/rgs gyrate 3
temp|nve/asphere/rgs .ID move.: keyword temp is for|fix|nve/asphere/rgs temp 1 1 1
points|none of the [0-9]+ atoms of group points has a shape.*fix nve|group|points
twice|of its atoms would be moved by fix nve/asphere/rgs .ID other.|after_fix|fix other ellipsoids nve/asphere/rgs
nve|of its atoms would be moved by fix nve .ID other.|after_fix|fix other ellipsoids nve
style|nve/sphere/rgs .ID move.: it moves spheres, which need atom style sphere|fix|nve/sphere/rgs
""")
def words(text, key, value):
    for n in 1, 4:
        refused(value, text, particles(n, **{key: value}))


@case
def come_and_go():
    """Shapes that go and atoms that come and go between two runs."""
    for n in 1, 4:
        run = particles(n, steps=20, again=["set atom 1*216 type 2", "set atom 1*216 shape 0 0 0", "set atom 1 type 1", "set atom 1 shape 1 1.2 2",
                                            "group gone id 101:120", "delete_atoms group gone", "run 40"])
        between(196, 196, run.end("Atoms"), f"ellipsoids that become points and atoms that are deleted, {n} ranks: atoms at the end")
