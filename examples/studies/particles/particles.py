#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Particles with a shape in LAMMPS: its own fixes and ours.  Each PART prints a table into PART.txt.

  energy    error of the energy against force evaluations: a drop of Gay-Berne ellipsoids, and a piece of DNA by oxDNA
  fluid     64 ellipsoids in a nematic phase: temperatures of translation and rotation, kinetic and configurational, and order parameter
            (--steps, 100000; --fluids FIX-STEP)
  pressure  mean and variance of the volume, and its covariance with the pressure, beside Monte Carlo (--time, in units of time; --cycles;
            --pressures SYSTEM-FIX-PDAMP-STEP)

An hour of processor time.  Runs that ended are not repeated.  LMP is a LAMMPS with packages ASPHERE and CG-DNA, and LOAD a command with which it
loads the plugin; without them one of 4Jul2026 that build_lammps.sh --particles builds."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np                                            # noqa: E402
from lammps_runs import TOOLS, VOLUMES_HEAD, Runs, answer, blocks, commands, mean_error, read, samples, seed_of, volumes_row   # noqa: E402
from study import ROOT, Study                                 # noqa: E402

DROP = dict(shape="1 1.2 2", wells="1 0.8 0.5", epsilon=1, upsilon=1, cut=15)
PARTS = {}


def part(function):
    PARTS[function.__name__] = function
    return function


def steps_in(dt, time):
    return int(time / float(dt) + 0.5)


def with_errors(means, errors):
    return "".join(f"  {mean:.5g}({error:.1g})" for mean, error in zip(means, errors))


def dna_deck(name, *lines):
    """A deck with the system of examples/lammps/in.dna and other commands behind it."""
    head = (ROOT / "examples/lammps/in.dna").read_text(encoding="utf-8").split("\nfix ")[0]
    deck = pathlib.Path(f"{name}.in").absolute()
    deck.write_text("\n".join((head, *lines)) + "\n", encoding="ascii")
    return deck


def made(name, cells, spacing, box, points, *before, **variables):
    """NAME.data, by a run from a crystal without rotation."""
    if not pathlib.Path(f"{name}.data").exists():
        crystal = answer("sh", "-c", f'. {ROOT}/tests/lammps/particles.sh; particles_data {cells} {spacing} {box} {points}')
        pathlib.Path(f"{name}.crystal").write_text(crystal + "\n", encoding="ascii")
        runs.once(f"{name}.data", "in.particles", state=f"{name}.crystal", name=name, keep="yes", every=1000, **variables,
                  before=commands(name, "set type 1 angmom 0 0 0", "velocity all create 1.0 771 mom yes dist gaussian", *before))


# ---- energy ------------------------------------------------------------------------------------------
@part
def energy():
    made("drop", 3, 1.9, 60, 0, dt=0.002, steps=2000, fix="nve/asphere/rgs langevin 0.6 0.6 0.5 31", **DROP)
    pathlib.Path("dna.start").write_text(answer("awk", "-f", ROOT / "examples/lammps/dna.awk") + "\n", encoding="ascii")
    runs.once("dna.data", dna_deck("warm.dna", "fix move all nve/dotc/langevin/rgs 0.1 0.1 0.5 4711 angmom 10", "timestep 0.002", "run 2000",
                                   "write_data dna.data nocoeff"), data="dna.start", name="warm")
    dna = dna_deck("energy.dna", "fix move all ${fix}", "run_style ${style}", "timestep ${dt}", "compute moves all ke", "compute turns all erotate/asphere",
                   "thermo_modify norm no", 'fix out all ave/time ${every} 1 ${every} c_moves c_turns c_thermo_pe format " %.12g" file ${name}.samples',
                   "run ${steps}")

    def one(system, method, evaluations, dt):
        deck, time, rgs, more = ("in.particles", 3.84, "nve/asphere/rgs", dict(DROP, state="drop.data")) if system == "drop" else \
            (dna, 9.6, "nve/dot/rgs", dict(data="dna.data"))
        name = f"{system}-{method.replace('/', '_')}-{dt}"
        if not runs.run(name, deck, time, fix=method if "/" in method else f"{rgs} scheme {method}", dt=dt, steps=steps_in(dt, time),
                        style="verlet" if "/" in method or method == "strang" else "rgs", every=steps_in(dt, time / 40), **more):
            return
        total = samples(f"{name}.samples")[:, -3:].sum(axis=1)
        quarter = len(total) // 4
        return f"{system:5} {method:18} {dt:>6} {evaluations / float(dt):8.0f}   {total.std():.2e} {total[-quarter:].mean() - total[:quarter].mean():+.1e}"
    wanted = [(system, method, evaluations, dt) for system, theirs, steps in (("drop", "nve/asphere", "0.002 0.004 0.008 0.012 0.024"),
                                                                             ("dna", "nve/dot", "0.005 0.01 0.02 0.03 0.06"))
              for method, evaluations in ((theirs, 1), ("strang", 1), ("takahashi_imada4", 2), ("srkn6b", 6)) for dt in steps.split()]
    say("Constant energy: evaluations in a unit of time, rms of the energy, and its change from the first to the last quarter of a run")
    for row in runs.each(one, wanted):
        if row:
            say(row)


def frames(file, columns):
    """Of a dump sorted by id: the numbers of all particles in these columns, and the edge of the box."""
    for text in read(file).split("ITEM: TIMESTEP\n")[1:]:
        lines = text.split("\n")
        low, high = map(float, lines[4].split())
        yield np.array([line.split() for line in lines[8:8 + int(lines[2])]], dtype=float)[:, columns], high - low


# ---- fluid -------------------------------------------------------------------------------------------
AXES, CUT, EPSILON = np.array([0.5, 0.5, 1.5]), 3, 0.001


def turned(q):
    """Columns of rotation matrices, which are the bodies' axes, of attitudes."""
    w, x, y, z = q.T
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]).transpose(2, 0, 1)


def soft_energy(shift, shapes):
    """Of pairs, written again from the formula: 1/2 of the form of the two shapes is the square of the distance at which surfaces touch."""
    square = (shift**2).sum(axis=1)
    form = np.einsum("ni,ni->n", shift, np.linalg.solve(shapes, shift[:, :, None])[:, :, 0])
    third = (np.sqrt(square) - np.sqrt(2 * square / form) + 1)**-6
    return np.where(square < CUT**2, 4 * EPSILON * (third**2 - third), 0)


def configuration(rows, edge, h=1e-4):
    """Sums over 64 bodies without their velocities: |grad U|^2 and div grad U of translation and of rotation, by angles about axes in space, by
    differences of the energy; the energy of a body; P2 of the angle between bodies whose centres are less than 1.5 apart, and their number; and the
    nematic order parameter, the largest eigenvalue of the mean of 3/2 u u - 1/2 over the third axes u."""
    x, axes, n = rows[:, :3], turned(rows[:, 3:]), len(rows)
    between = x[None] - x[:, None]
    nearest = between - edge * np.rint(between / edge)
    images = edge * (np.indices((3, 3, 3)).reshape(3, 27).T - 1)
    shift = nearest[:, :, None] + images
    close = (np.linalg.norm(shift, axis=3) < CUT + 2 * h) & ~np.eye(n, dtype=bool)[:, :, None]
    first, second, _ = np.nonzero(close)
    shift, shapes = shift[close], np.einsum("nik,k,njk->nij", axes, AXES**2, axes)

    def energies(moved, own):
        """Of each body by itself displaced."""
        return np.bincount(first, soft_energy(shift - moved, own[first] + shapes[second]), n)
    here, sums = energies(0, shapes), np.zeros(4)
    for e in range(6):
        k, values = e % 3, []
        for side in (h, -h):
            if e < 3:
                values.append(energies(side * np.eye(3)[k], shapes))
            else:
                turn, (i, j) = np.eye(3), ((k + 1) % 3, (k + 2) % 3)
                turn[i, i] = turn[j, j] = np.cos(side)
                turn[j, i] = np.sin(side)
                turn[i, j] = -turn[j, i]
                values.append(energies(0, turn @ shapes @ turn.T))
        sums[2 * (e // 3)] += (((values[0] - values[1]) / (2 * h))**2).sum()
        sums[2 * (e // 3) + 1] += ((values[0] + values[1] - 2 * here) / h**2).sum()
    u = axes[:, :, 2]
    pairs = np.tril((nearest**2).sum(axis=2) <= 1.5**2, -1)
    return *sums, here.sum() / 2 / n, (1.5 * (u @ u.T)**2 - 0.5)[pairs].sum(), pairs.sum(), np.linalg.eigvalsh(1.5 * u.T @ u / n - np.eye(3) / 2)[-1]


def configuration_means(values):
    """kT of translation and of rotation, <|grad U|^2>/<div grad U> (H. H. Rugh, Phys. Rev. Lett. 78, 772 (1997), DOI 10.1103/PhysRevLett.78.772); energy;
    P2; and of the order parameter the mean, standard deviation, and tenth, fifth and ninth decile."""
    s, order = values.sum(axis=0), np.sort(values[:, 7])
    return np.array([s[0] / s[1], s[2] / s[3], s[4] / len(values), s[5] / s[6], order.mean(), order.std(), *(order[len(order) * k // 10] for k in (1, 5, 9))])


def configurations(file):
    """The means and their errors, by leaving out one of 20 blocks after the other."""
    values = np.array([configuration(*frame) for frame in frames(file, slice(1, 8))])
    block = np.arange(len(values)) * 20 // len(values)
    means, less = configuration_means(values), np.array([configuration_means(values[block != b]) for b in range(20)])
    return "".join(f"  {mean:.4g}({error:.1g})" for mean, error in zip(means, np.sqrt(((less - means)**2).sum(axis=0) * 19 / 20)))


@part
def fluid():
    steps = options.steps
    # Ellipsoids are compressed to 1.33 a particle side by side: by themselves they would take long to find their order.  Nothing but langevin gives them
    # rotation about their own axes.
    made("aligned", 4, 3.2, 0, 0, "set type 1 quat 0 0 1 0", "fix bath all langevin 1 1 0.2 771",
         "fix smaller all deform 1 x final -2.2 2.2 y final -2.2 2.2 z final -2.2 2.2", cut=CUT, dt=0.002, steps=8000, fix="nve")
    runs.once("fluid.data", "in.particles", state="aligned.data", cut=CUT, name="fluid", keep="yes", dt=0.005, steps=4000, every=1000,
              fix="nve/asphere/rgs langevin 1 1 0.5 31")

    def one(fix, dt):
        name, noise = f"fluid-{fix}-{dt}", "print ''"
        command = f"nvt/asphere/rgs temp 1 1 0.5 bath {fix} seed {seed_of(fix, dt)}"
        if fix == "theirs":
            command = "nvt/asphere temp 1 1 0.5"
        if fix == "langevin_of_lammps":
            command, noise = "nve/asphere", f"fix noise all langevin 1 1 0.5 {seed_of(fix, dt)} angmom 3.3333333333333333"
        if runs.run(name, "in.particles", steps, state="fluid.data", cut=CUT, before=noise, fix=command, dt=dt, warm=steps // 20, steps=steps, places="yes"):
            # csvr and LAMMPS' nvt/asphere keep the total momentum.
            kinetic = samples(f"{name}.samples")[:, 3:5] / (1.5 * (64 - (not fix.startswith("langevin"))), 1.5 * 64)
            return f"{fix:18} {dt:>6} {with_errors(*mean_error(blocks(kinetic, 20)))} {configurations(f'{name}.places')}"
    say(f"64 ellipsoids at kT 1, {steps} steps: kinetic kT of translation and of rotation at the ends of steps; configurational ones, energy, P2 of neighbours, order parameter")
    for row in runs.each(one, [run.split("-") for run in options.fluids]):
        if row:
            say(row)


# ---- pressure ----------------------------------------------------------------------------------------
STOUT = dict(shape="1 1 1.5", cut=2.3)
# Points among the particles, their shape, and the words for Monte Carlo
SYSTEMS = dict(soft=(0, {}, "ellipsoid=0.5,0.5,1.5"), soft_mixed=(0.426, {}, "ellipsoid=0.5,0.5,1.5 points=32"),
               stout_mixed=(0.426, STOUT, "ellipsoid=0.5,0.5,0.75 points=32 cut=2.3"))


@part
def pressure():
    time, baths = options.time, ROOT / "tests/baths"
    subprocess.run(["cc", "-O2", "-I", baths, "-o", "monte_carlo", baths / "monte_carlo.c", baths / "soft_ellipsoids.c", "-lm"], check=True)
    for system, (points, shape, words) in SYSTEMS.items():
        made(system, 4, 2.2 if shape else 3.2, 0, points, dt=0.002, steps=10000, fix="npt/asphere/rgs temp 1 1 0.5 iso 0.5 0.5 1 bath langevin", **shape)
        if not pathlib.Path(f"{system}.reference").exists():
            pathlib.Path(f"{system}.reference").write_text(answer("./monte_carlo", *words.split(), "p=0.5", f"cycles={options.cycles}"), encoding="utf-8")

    def one(system, fix, pdamp, dt):
        name = f"{system}-{fix}-{pdamp}-{dt}"
        ours = f"/rgs temp 1 1 1 iso 0.5 0.5 {pdamp} bath {fix} seed {seed_of(system, fix, pdamp, dt)}"
        if runs.run(name, "in.particles", time, state=f"{system}.data", dt=dt, warm=steps_in(dt, time // 10), steps=steps_in(dt, time),
                    fix="npt/asphere" + (f" temp 1 1 1 iso 0.5 0.5 {pdamp}" if fix == "theirs" else ours), **SYSTEMS[system][1]):
            return system, fix, float(pdamp), float(dt), volumes_row((fix, pdamp, dt), *samples(f"{name}.samples").T[1:3])[0]
    rows = sorted(filter(None, runs.each(one, [run.split("-") for run in options.pressures])))
    for system in SYSTEMS:
        if any(row[0] == system for row in rows):
            say(f"Constant pressure, {system}.  By Monte Carlo:\n" + "\n".join(read(f"{system}.reference").split("\n")[:-1]) + f"\n{VOLUMES_HEAD}")
            say("\n".join(row[-1] for row in rows if row[0] == system))


study = Study(__doc__, "particles", list(PARTS), time=400, steps=100000, cycles=100000,
              pressures=("soft-csvr-2-0.005 soft-langevin-2-0.005 soft-theirs-2-0.005 soft_mixed-csvr-2-0.005 soft_mixed-langevin-2-0.005 "
                         "soft_mixed-theirs-2-0.005 stout_mixed-csvr-0.5-0.005 stout_mixed-nhc-0.5-0.005 stout_mixed-langevin-0.5-0.005 "
                         "soft-csvr-0.5-0.005 soft-langevin-0.5-0.005 soft-theirs-0.5-0.005 soft-csvr-8-0.005 soft-langevin-8-0.005 "
                         "soft-theirs-8-0.005 soft-csvr-2-0.0025 soft-langevin-2-0.0025 soft-theirs-2-0.0025").split(),
              fluids=("theirs-0.005 csvr-0.005 langevin-0.005 langevin_of_lammps-0.005 theirs-0.0025 csvr-0.0025 langevin-0.0025 theirs-0.01 csvr-0.01 "
                      "langevin-0.01").split())
options, say = study.options, study.say
if "LMP" not in os.environ:                                   # Debian's LAMMPS has no oxDNA
    os.environ.update(LMP=answer(TOOLS / "build_lammps.sh", "--particles", "4Jul2026") + "/lmp", LOAD="plugin load rigidstepplugin.so",
                      LD_LIBRARY_PATH=answer(TOOLS / "build_plugin.sh", "4Jul2026"))
runs = Runs(study, __file__)
for chosen in study.parts:
    study.write_to(f"{chosen}.txt")
    PARTS[chosen]()
study.end()
