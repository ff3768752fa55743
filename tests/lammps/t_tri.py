# SPDX-License-Identifier: GPL-2.0-only
"""Boxes whose lengths and angles change (keywords tri, xy, xz, yz)."""
import numpy as np

from cases import NPH, NPT, PLANE, any_ranks, between, case, lmp, on_ranks, once, refused, rows, same_after, skewed_trimers, this, trimers, \
    warned, written
from kinds import half
from shapes import alike, particles
from t_free_atoms import estimate, sigmas

# a shear stress that a fluid yields to: the box flips again and again
FLOW = "x 1 1 1 y 1 1 1 z 1 1 1 xy -2 -2 1 xz 0 0 1 yz 2 2 1"
ALL = "rigid/npt/rgs molecule"
A, B, C = np.array([[3.477, 0, 0], [1.173, 3.273, 0], [1.173, 0.8258, 3.167]])


def crystal_data(path, turned=False):
    """32 rigid dimers, in a general triclinic box if they are turned.  State and energy are as with
    tests/ensembles/cell_monte_carlo.c, which is the answer that the runs are compared with."""
    box = ["0 3.477 0 avec", "0 1.173 3.273 bvec", "3.167 1.173 0.8258 cvec", "0 0 0 abc origin"] if turned else [
        "0 3.477 xlo xhi", "0 3.273 ylo yhi", "0 3.167 zlo zhi", "1.173 1.173 0.8258 xy xz yz"]
    lines, bond = ["32 dimers\n", "64 atoms", "1 atom types\n", *box, "\nMasses\n", "1 0.5", "\nAtoms\n"], np.array([0.7472, 0.5259, 0.40635126430220436])
    for i in range(32):
        corner = i // 8
        s = [0.5 * (i // 2 ** v % 2) + 0.25 * (corner not in (0, v + 1)) for v in range(3)]
        for side in -1, 1:
            at = s[0] * A + s[1] * B + s[2] * C + side * 0.3 * bond
            lines.append(f"{2 * i + (side + 3) // 2} {i + 1} 1 " + " ".join(f"{x:.17g}" for x in (np.roll(at, 1) if turned else at)))
    written(path, *lines)


def crystal_table(path):
    """Energy and force of two beads: u^4 (72 u^2 - 32.67) with u = 1 - 0.45 r^2, where u > 0."""
    r = np.linspace(0.4, np.sqrt(1 / 0.45), 4000)
    u = 1 - 0.45 * r * r
    table = zip(range(1, 4001), r, u ** 4 * (72 * u * u - 32.67), 0.9 * r * u ** 3 * (432 * u * u - 130.68))
    written(path, "# energy and force of two beads\n", "BEADS", f"N 4000 R {r[0]:.17g} {r[-1]:.17g}\n", *["%d %.17g %.17g %.17g" % line for line in table])


def crystal(ranks=1, **more):
    once("crystal.data", crystal_data)
    once("crystal.table", crystal_table)
    start = ["read_data crystal.data", "velocity all create 0.2 77 mom yes rot no dist gaussian loop geom"]
    return trimers(ranks, **dict(dict(made="no", start=start, pair="table spline 4000", coeff="* * crystal.table BEADS 1.4907", pairs="shift no"), **more))


def flow(ranks=1, free=False, **more):
    return half(ranks, skewed=True, **more) if free else skewed_trimers(ranks, **more)


def flips(what, run):
    """How often the tilt factor xy jumped by more than half a length."""
    between(1, 20, np.count_nonzero(abs(np.diff(run["Xy"])) > run["Lx"][1:] / 2), what + ": flips of xy")


def read(restart):
    """(LAMMPS would round the positions of atoms once more)"""
    return restart + " noremap" * (this.release != "29Sep2021")


@rows(f"""
csvr|{NPT} temp 1 1 1 {FLOW}
langevin|{NPT} temp 1 1 1 {FLOW} thermostat langevin
large|{ALL} temp 1 1 1 {FLOW} thermostat nhc
free|{NPT} temp 1 1 1 {FLOW} atoms single
""")
def ranks(fix):
    """The same on any number of ranks, to rounding, while bodies go from rank to rank and the box flips.  (A box flips when lists
    of neighbours are built, and when LAMMPS thinks they have to be depends on rounding: of two corners of the box that moved as
    far as each other, its check counts one or both.)"""
    more = dict(before_fix="run_style rgs") if fix.endswith("langevin") else {}
    runs = [flow(n, "single" in fix, fix=fix, steps=150, before_run="neigh_modify check no", columns="pe ke press pxy vol lx ly lz xy xz yz f_move[1] "
                 "f_move[16] f_move[19] f_move[20] f_move[21] f_move[22]", **more) for n in any_ranks()]
    on_ranks("tri, " + fix, runs)
    flips("tri, " + fix, runs[0])


@rows([
    ("flow", skewed_trimers, 3, 5.5, 0.001, 0.6, f"{NPH} {FLOW}", dict(pair="lj/gromacs 0.9 3.0", pairs="shift no")),
    ("crystal", crystal, 3, 5.5, 0.01, 4, NPH + " tri 0.3 0.3 1", {}),
    ("tension", crystal, 3, 5.5, 0.01, 4, NPT + " temp 0.2 0.2 1 x 0.3 0.3 1 y 0.35 0.35 1 z 0.3 0.3 1 xy 0.05 0.05 1 xz 0 0 1 yz -0.05 -0.05 1 thermostat nhc", {}),
    ("couple", crystal, 3, 5.5, 0.01, 4, NPH + " x 0.3 0.3 1 y 0.3 0.3 1 z 0.4 0.4 1 couple xy xz 0.1 0.1 1 xy 0 0 1", {}),
    ("iso", crystal, 3, 5.5, 0.01, 4, NPT + " temp 0.2 0.2 1 iso 0.3 0.3 1 yz 0.1 0.1 1 thermostat nhc", {}),
    ("rescaled", crystal, 3, 5.5, 0.01, 4, NPT + " temp 0.2 0.2 1 tri 0.3 0.3 1 thermostat nhc barostat crescale_flexible seed 1", {}),
    ("lengths", crystal, 3, 5.5, 0.01, 4, NPT + " temp 0.2 0.2 1 aniso 0.3 0.3 1 thermostat nhc barostat crescale seed 1", {}),
    ("alone", crystal, 3, 5.5, 0.01, 4, "rigid/nph/rgs molecule xy 0.1 0.1 1 xz 0 0 1", {}),
    ("fourth", crystal, 11, 24, 0.02, 4, NPH + " tri 0.3 0.3 1 scheme suzuki4", dict(before_fix="run_style rgs")),
])
def energy(kind, low, high, dt, time, fix, more):
    """The energy, with thermostat and barostat, is constant up to h^2, also where the box flips; the trace of the pressure is of all atoms."""
    coarse, fine = [kind(fix=fix, dt=h, steps=round(time / h), every=1, columns="econserve press f_move[16] f_move[17] f_move[18] xy lx vol", **more)
                    for h in (2 * dt, dt)]
    between(low, high, np.ptp(coarse["Econserve"]) / np.ptp(fine["Econserve"]), f"econserve, {fix}, dt {2 * dt} against {dt}: ratio of ranges")
    trace = fine["f_move[16]"] + fine["f_move[17]"] + fine["f_move[18]"]
    assert len(trace) > 100, len(trace)
    between(0, 1e-9, np.max(abs(trace / 3 - fine["Press"])), f"molecular pressure, {fix}: trace minus that of compute pressure")
    if FLOW in fix:
        flips("the run whose energy is constant", fine)
    if this.row == 1 and this.release != "29Sep2021":
        general()


def general():
    """In a general triclinic box the same motion."""
    crystal_data("turned.data", True)
    alike("tri in a general triclinic box beside the restricted one", 21, [crystal(
        fix=NPH + " tri 0.3 0.3 1", start=[f"read_data {state}.data", "velocity all create 0.2 77 mom yes rot no dist gaussian"], dt=0.01, columns="pe vol")
        for state in ("crystal", "turned")], 1e-9)


@rows(f"""
csvr|1|{NPT} temp 1 2 1 {FLOW}
langevin|4|{NPT} temp 1 2 1 {FLOW} thermostat langevin reinit no
of_all|2|{ALL} temp 1 2 1 {FLOW} thermostat nhc
rescaled|2|{NPT} temp 1 2 1 {FLOW} barostat crescale_flexible
free|1|{NPT} temp 1 2 1 {FLOW} atoms single
""")
def restart(n, fix):
    """A restart file in the middle of a ramp, after flips."""
    n, free, ramp = int(n), "single" in fix, "80 start 0 stop 160"
    more = dict(processors="* 1 1", fix=fix, steps=ramp, columns="pe ke press vol lx xy xz yz f_move[1] f_move[2] f_move[15] f_move[19] f_move[22]")
    run = flow(n, free, again=["write_restart mid.restart", "run " + ramp], **more)
    rest = trimers(n, made="no", start="read_restart " + read("mid.restart"), group="bodies" if free else "all", **more)
    same_after("tri, restart in mid-ramp, " + fix, 80, run, rest, 9)
    flips("tri, restart, " + fix, run)


@case
def volume():
    """An ideal gas of 64 bodies: its volume is a Gamma variate while its shape wanders.  Three runs, because a shape that wanders on
    becomes thinner than the way of an atom in a step."""
    runs = [trimers(fix=f"{NPT} temp 1 1 1 tri 0.01 0.01 5 thermostat langevin seed {seed}", shape="prism", box="0 4 0 4 0 4 1 0.5 -0.7", spacing=4.6,
                    pair="zero 0.5", coeff="* *", pairs="shift no", before_run="neighbor 1.0 bin", dt=0.2, steps=5000, every=10,
                    columns="vol") for seed in (1, 2, 3)]
    mean, error, variance, its = estimate(np.concatenate([run["Volume"][50:] for run in runs]))
    sigmas(mean, error, 6500, 0, "ideal gas, tri, mean volume")
    sigmas(variance, its, 650000, 0, "ideal gas, tri, variance of the volume")
    warned("ideal gas, tri", "lengths and angles of the box change independently.*arbitrarily flat", runs[2])


# mean strains ln lx, ln ly and ln lz beyond the start, xy/ly, xz/lz and yz/lz, and their covariances, of
# tests/ensembles/cell_monte_carlo (180000 cycles, and 120000 with still=1): with a total momentum that the
# thermostat moves, and with none; each with its error
MONTE_CARLO = np.array("""
0.03663 0.00038 0.03686 0.00061   -0.007871 0.0004 -0.008254 0.00051   -0.02327 0.0002 -0.02308 0.00037
0.4826 0.00027 0.4825 0.0004   0.5067 0.0003 0.5067 0.00039   0.3178 0.00038 0.3173 0.00057
0.0001923 4.6e-06 0.0001983 6.7e-06   -0.000104 3.8e-06 -0.0001053 5.4e-06   0.0001724 4.3e-06 0.0001733 6.4e-06
-6.627e-05 2.6e-06 -7.095e-05 3.9e-06   -4.478e-05 2.3e-06 -4.453e-05 2.8e-06   0.0001359 3e-06 0.0001409 3.7e-06
5.503e-05 2.8e-06 5.603e-05 4e-06   -5.026e-06 2e-06 -3.805e-06 2.9e-06   -5.611e-05 2.5e-06 -5.838e-05 3.2e-06
0.000167 3.1e-06 0.0001678 3.6e-06   4.523e-05 2.5e-06 4.846e-05 3.7e-06   -6.634e-05 3.1e-06 -6.829e-05 4.4e-06
1.481e-05 2.2e-06 1.292e-05 2.6e-06   -1.751e-05 2.3e-06 -2.098e-05 3e-06   0.0001716 2.7e-06 0.0001754 3.9e-06
-0.0001152 4.4e-06 -0.0001189 6.8e-06   8.948e-05 4e-06 9.296e-05 5.5e-06   2.369e-05 2.3e-06 2.419e-05 3.8e-06
-5.519e-05 2.9e-06 -5.234e-05 4.8e-06   -2.977e-05 2.8e-06 -3.351e-05 3.6e-06   0.0002199 4.7e-06 0.0002222 7.6e-06
""".split(), float).reshape(27, 4)


def blocks(values):
    """The mean, and its error, by 20 blocks."""
    means = values[:len(values) // 20 * 20].reshape(20, -1).mean(1)
    return means.mean(), means.std() / np.sqrt(19)


@rows([("langevin", "langevin", 1, 0), ("csvr", "csvr", 2, 2), ("nhc", "nhc", 1, 2)][:1 if this.short else 3])
def strains(thermostat, damp, first):
    """A crystal: mean and covariance of six strains beside Monte Carlo, and shear pressures whose mean is 0."""
    run = crystal(fix=f"{NPT} temp 0.2 0.2 0.5 tri 0.3 0.3 {damp} thermostat {thermostat}", dt=0.03, steps=51000, every=10, columns="lx ly lz xy xz yz f_move[19]")
    lx, ly, lz, xy, xz, yz = [run[k][100:] for k in range(2, 8)]
    strain = np.array([np.log(lx / A[0]), np.log(ly / B[1]), np.log(lz / C[2]), xy / ly, xz / lz, yz / lz])
    around = strain - strain.mean(1)[:, None]
    found = [blocks(values) for values in [*strain, *[around[k] * around[j] for k in range(6) for j in range(k + 1)]]]
    values, errors = np.array(found).T
    exact, its = MONTE_CARLO[:, first:first + 2].T
    between(0, 4.5, np.max(abs(values - exact) / np.hypot(errors, its)),
            f"crystal, thermostat {thermostat}: largest deviation of 6 means and 21 covariances from Monte Carlo, in standard errors")
    # (pressure xy of the atoms counts momenta at the ends of steps: off by order 2, 0.023 here, and 0.004 with half the step)
    sigmas(*estimate(run["f_move[19]"][100:])[:2], 0, 0, f"crystal, thermostat {thermostat}: mean of the molecular pressure xy")


@case
def shrink_wrapped():
    """An axis along which nothing moves keeps LAMMPS' own edges, beside a shear that a pressure changes."""
    run = trimers(shape="prism", box="0 6 0 6 0 6 0.5 0 0", boundary="p p s", fix="rigid/nph/small/rgs molecule xy 1 1 1", steps=400, every=400, columns="lx lz xy")
    between(14, 20, run.end("Lz"), "keyword xy, z shrink-wrapped: lz after 400 steps")
    between(0, 0, np.ptp(run["Lx"]), "lx, which keeps its length")


@case
def unsymmetric():
    """Particles: the pressure is minus the derivative of the energy by each shear, also where torques make it unsymmetric."""
    def at(change, n=1):
        return particles(n, of="small", cut=6.0, fix="nph/asphere/rgs tri 0.2 0.2 1", steps=0, columns="vol f_move[19] f_move[20] f_move[21]", before_fix=[
            "velocity all set 0 0 0", "set group all angmom 0 0 0", "change_box all triclinic", "change_box all xy final 1.5 xz final -1 yz final 0.7 remap units box",
            f"change_box all {change} remap units box"])
    base, on_four = at("xy delta 0"), at("xy delta 0", 4)
    for shear, column, change in ("xy", "f_move[19]", "xy delta 8.4e-5 xz delta 0.7e-5"), ("xz", "f_move[20]", "xz delta 8.4e-5"), ("yz", "f_move[21]", "yz delta 8.4e-5"):
        p = base.end(column)
        between(0, 1e-10, abs(p / on_four.end(column) - 1), f"particles at rest, pressure {shear}, {p:.6g}, on 1 and 4 ranks")
        more, less = [at(words).end("PotEng") for words in (change, change.replace(" delta ", " delta -"))]
        between(0, 1e-6, abs(-(more - less) / 2e-5 / base.end("Volume") / p - 1),
                f"particles at rest, pressure {shear}, {p:.6g}, less that of the energy in sheared boxes: relative")


@case
def flipping_particles():
    """The script of LAMMPS' style, flips on several ranks, and a restart file."""
    fix = "npt/asphere{} temp 1.5 1.5 0.5 x 0.2 0.2 1 y 0.2 0.2 1 z 0.2 0.2 1 xy -3 -3 1 xz 0 0 1 yz 0 0 1"
    tilted = dict(of="small", before_fix=["velocity all create 1.5 99 mom yes", "change_box all triclinic", "change_box all xy final 4.2 units box"])
    runs = [particles(n, args=["-sf", "rgs"], fix=fix.format(""), columns="vol ecouple etotal xy lx", steps=120, every=10, **tilted) for n in any_ranks()]
    alike("npt/asphere, x .. yz, -sf rgs", 13, runs, 1e-9, slice(1, 8))
    flips("npt/asphere", runs[0])
    more = dict(fix=fix.format("/rgs"), columns="vol xy f_move[22] f_move[13]", steps=60)
    whole = particles(again=["write_restart tri.restart", "run 60"], **more, **tilted)
    same_after("npt/asphere tri, restart file after a flip", 60, whole, lmp("particles", restart="yes", state=read("tri.restart"), **more), 4)


@rows([
    ("plane", "are for three dimensions; in two use iso", trimers, NPT + " temp 1 1 1 tri 1 1 1", PLANE),
    ("cube", "this one is orthogonal; use change_box all triclinic", trimers, NPT + " temp 1 1 1 tri 1 1 1", {}),
    ("some", "keywords xy and yz need xz.*give keyword xz, or tri", skewed_trimers, NPH + " x 1 1 1 xy 1 1 1 yz 0 0 1", {}),
    ("couple", "couple joins xy, but Pstart, Pstop or Pdamp of y and of x differ", skewed_trimers, NPT + " temp 1 1 1 x 1 1 1 y 2 2 1 xy 0 0 1 couple xy", {}),
    ("scale", "scalexy, .* has the value yes.*drop one of both", skewed_trimers, NPT + " temp 1 1 1 tri 1 1 1 scalexy yes", {}),
    ("dilate", "dilate names the group single, and with tri", skewed_trimers, NPT + " temp 1 1 1 tri 1 1 1 dilate single", {}),
    ("walls", "not periodic along z, and keyword xz needs both", skewed_trimers, NPT + " temp 1 1 1 tri 1 1 1", dict(boundary="p p f")),
    ("law", "barostat andersen changes no angles of the box; use barostat flexible", skewed_trimers, NPH + " tri 1 1 1 barostat andersen", {}),
    ("nystrom", "scheme 'srkn6b'.*barostat 'flexible'.*kahan_li6", skewed_trimers, NPH + " tri 1 1 1 scheme srkn6b", dict(before_fix="run_style rgs")),
    ("nvt", "keyword tri is for rigid/npt and rigid/nph only", skewed_trimers, "rigid/nvt/small/rgs molecule temp 1 1 1 tri 1 1 1", {}),
    ("short", "keyword tri needs Pstart Pstop Pdamp", skewed_trimers, NPT + " temp 1 1 1 tri 1 1", {}),
    ("noflip", "the tilt factor xy is [-0-9.]*, more than 1.5 times the length.*use keyword flip yes", trimers, f"{NPT} temp 1 1 1 {FLOW} flip no",
     dict(start="box tilt large", shape="prism", box="0 4 0 4 0 4 5.9 0 0")),
])
def words(text, kind, fix, more):
    """What is refused."""
    for n in 1, 4:
        refused(fix, text, kind(n, fix=fix, **more))
