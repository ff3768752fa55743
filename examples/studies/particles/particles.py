#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Particles with a shape in LAMMPS: its own fixes and ours.  Each PART prints a table into PART.txt.

  energy    error of the energy against force evaluations: a drop of Gay-Berne ellipsoids, and a piece of DNA by oxDNA
  pressure  mean and variance of the volume, and its covariance with the pressure, beside Monte Carlo (--time, in units of time; --cycles;
            --pressures SYSTEM-FIX-PDAMP-STEP)
  crystal   a crystal of 64 ellipsoids by npt/asphere and npt/asphere/rgs .. tri: volume, energy and pressure (--time)

An hour of processor time.  Runs that ended are not repeated.  LMP is a LAMMPS with packages ASPHERE and CG-DNA, and LOAD a command with which it
loads the plugin; without them one of 4Jul2026 that build_lammps.sh --particles builds."""
import os
import pathlib
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]), str(pathlib.Path(__file__).resolve().parents[3] / "tests/lammps")]
from kinds import particles_data                              # noqa: E402
from lammps_runs import TOOLS, VOLUMES_HEAD, Runs, answer, commands, error_of, read, samples, seed_of, volumes_row   # noqa: E402
from study import ROOT, Study                                 # noqa: E402

DROP = dict(shape="1 1.2 2", wells="1 0.8 0.5", epsilon=1, upsilon=1, cut=15)


def steps_in(dt, time):
    return int(time / float(dt) + 0.5)


def dna_deck(name, *lines):
    """A deck with the system of examples/lammps/in.dna and other commands behind it."""
    head = (ROOT / "examples/lammps/in.dna").read_text(encoding="utf-8").split("\nfix ")[0]
    deck = pathlib.Path(f"{name}.in").absolute()
    deck.write_text("\n".join((head, *lines)) + "\n", encoding="ascii")
    return deck


def made(name, cells, spacing, box, points, **variables):
    """NAME.data, by a run from a crystal without rotation."""
    if not pathlib.Path(f"{name}.data").exists():
        particles_data(f"{name}.crystal", cells, spacing, box, points)
        runs.once(f"{name}.data", "in.particles", state=f"{name}.crystal", name=name, keep="yes", every=1000, **variables,
                  before=commands(name, "set type 1 angmom 0 0 0", "velocity all create 1.0 771 mom yes dist gaussian"))


# ---- energy ------------------------------------------------------------------------------------------
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


# ---- pressure ----------------------------------------------------------------------------------------
STOUT = dict(shape="1 1 1.5", cut=2.3)
# Points among the particles, their shape, and the words for Monte Carlo
SYSTEMS = dict(soft=(0, {}, "ellipsoid=0.5,0.5,1.5"), soft_mixed=(0.426, {}, "ellipsoid=0.5,0.5,1.5 points=32"),
               stout_mixed=(0.426, STOUT, "ellipsoid=0.5,0.5,0.75 points=32 cut=2.3"))


def pressure():
    time, thermostats = options.time, ROOT / "tests/ensembles"
    subprocess.run(["cc", "-O2", "-I", thermostats, "-o", "monte_carlo", thermostats / "monte_carlo.c", thermostats / "soft_ellipsoids.c", "-lm"], check=True)
    for system, (points, shape, words) in SYSTEMS.items():
        made(system, 4, 2.2 if shape else 3.2, 0, points, dt=0.002, steps=10000, fix="npt/asphere/rgs temp 1 1 0.5 iso 0.5 0.5 1 thermostat langevin", **shape)
        if not pathlib.Path(f"{system}.reference").exists():
            pathlib.Path(f"{system}.reference").write_text(answer("./monte_carlo", *words.split(), "p=0.5", f"cycles={options.cycles}"), encoding="utf-8")

    def one(system, fix, pdamp, dt):
        name = f"{system}-{fix}-{pdamp}-{dt}"
        ours = f"/rgs temp 1 1 1 iso 0.5 0.5 {pdamp} thermostat {fix} seed {seed_of(system, fix, pdamp, dt)}"
        if runs.run(name, "in.particles", time, state=f"{system}.data", dt=dt, warm=steps_in(dt, time // 10), steps=steps_in(dt, time),
                    fix="npt/asphere" + (f" temp 1 1 1 iso 0.5 0.5 {pdamp}" if fix == "theirs" else ours), **SYSTEMS[system][1]):
            return system, fix, float(pdamp), float(dt), volumes_row((fix, pdamp, dt), *samples(f"{name}.samples").T[1:3])[0]
    rows = sorted(filter(None, runs.each(one, [run.split("-") for run in options.pressures])))
    for system in SYSTEMS:
        if any(row[0] == system for row in rows):
            say(f"Constant pressure, {system}.  By Monte Carlo:\n" + "\n".join(read(f"{system}.reference").split("\n")[:-1]) + f"\n{VOLUMES_HEAD}")
            say("\n".join(row[-1] for row in rows if row[0] == system))


# ---- crystal -----------------------------------------------------------------------------------------
def crystal():
    """Ellipsoids along the axes, on a close-packed lattice of 4 x 4 x 4 primitive cells that is stretched as they are."""
    lx, xy, xz, ly, yz, lz = 4.2, 2.1, 2.1, 4.2 * 1.2 * 0.75**0.5, 4.2 * 1.2 / 12**0.5, 4.2 * 2 * (2 / 3)**0.5
    text = f"crystal\n\n64 atoms\n64 ellipsoids\n2 atom types\n0 {lx} xlo xhi\n0 {ly} ylo yhi\n0 {lz} zlo zhi\n{xy} {xz} {yz} xy xz yz\n\nAtoms # ellipsoid\n\n"
    for i in range(64):
        a, b, c = i // 4 % 4 / 4, i // 16 / 4, i % 4 / 4
        text += f"{i + 1} 1 1 1 {a * lx + b * xy + c * xz:.12g} {b * ly + c * yz:.12g} {c * lz:.12g}\n"
    pathlib.Path("crystal.start").write_text(text + "\nEllipsoids\n\n" + "".join(f"{i + 1} 1 1.2 2 1 0 0 0\n" for i in range(64)), encoding="ascii")
    ensemble, stiff = "temp 0.3 0.3 0.5 tri 10 10 0.5", dict(DROP, cut=3.5, dt=0.004)
    runs.once("crystal.data", "in.particles", state="crystal.start", name="crystal", keep="yes", steps=5000, **stiff,
              before="velocity all create 0.3 771 mom yes dist gaussian", fix=f"npt/asphere/rgs {ensemble} thermostat langevin seed 31")

    def one(name, fix):
        if runs.run(f"crystal.{name}", "in.particles", options.time, state="crystal.data", fix=fix, warm=steps_in(0.004, options.time // 10),
                    steps=steps_in(0.004, options.time), **stiff):
            _, volume, pressure, moves, turns, energy = samples(f"crystal.{name}.samples").T
            dv, du = volume - volume.mean(), energy - energy.mean()
            columns = volume, dv**2, pressure, dv * (pressure - pressure.mean()), energy, du**2, moves / 96, turns / 96
            return f"{name:9}" + "".join(f"  {column.mean():.5g}({error_of(column)[0]:.2g})" for column in columns)
    say("64 ellipsoids, kT 0.3, pressure 10: volume, its variance, pressure, cov(V, P), energy, its variance, kT of translation and of rotation")
    for row in filter(None, runs.each(one, [("langevin", f"npt/asphere/rgs {ensemble} thermostat langevin seed 77"), ("theirs", f"npt/asphere {ensemble}")])):
        say(row)


parts = dict(energy=energy, pressure=pressure, crystal=crystal)
study = Study(__doc__, "particles", parts, time=400, cycles=100000,
              pressures=("soft-csvr-2-0.005 soft-langevin-2-0.005 soft-theirs-2-0.005 soft_mixed-csvr-2-0.005 soft_mixed-langevin-2-0.005 "
                         "soft_mixed-theirs-2-0.005 stout_mixed-csvr-0.5-0.005 stout_mixed-nhc-0.5-0.005 stout_mixed-langevin-0.5-0.005 "
                         "soft-csvr-0.5-0.005 soft-langevin-0.5-0.005 soft-theirs-0.5-0.005 soft-csvr-8-0.005 soft-langevin-8-0.005 "
                         "soft-theirs-8-0.005 soft-csvr-2-0.0025 soft-langevin-2-0.0025 soft-theirs-2-0.0025").split())
options, say = study.options, study.say
if "LMP" not in os.environ:                                   # Debian's LAMMPS has no oxDNA
    os.environ.update(LMP=answer(TOOLS / "build_lammps.sh", "--particles", "4Jul2026") + "/lmp", LOAD="plugin load rigidstepplugin.so",
                      LD_LIBRARY_PATH=answer(TOOLS / "build_plugin.sh", "4Jul2026"))
runs = Runs(study, __file__)
for chosen in study.parts:
    study.write_to(f"{chosen}.txt")
    parts[chosen]()
study.end()
