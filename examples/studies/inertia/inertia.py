#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Moments of inertia as a free parameter: averages do not depend on them, and the error of a step is a
function of the step over the square root of the factor.  Each PART prints a table into PART.txt.

  water      27 SPC/E molecules: energy and temperature of rotation by factor and step; draws collapse.svg
  dumbbells  32 repelling dumbbells by rigidstep.Bodies: energy in a volume, and volume, beside Monte Carlo
  volumes    64 dumbbells, trimers and ellipsoids by the keyword `inertia` in LAMMPS, beside Monte Carlo

--factors are the factors, --scaled the steps of water in fs over the root of the factor, --systems some of
volumes, --steps the length of a run, --seed an offset of all seeds.  LMP and LOAD: see ../lammps_runs.py.
Exits with 1 if averages differ by more than 4.5 standard errors."""
import pathlib
import sys

import numpy as np

STUDIES = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(STUDIES), str(STUDIES.parents[1] / "tests/lammps")]
from kinds import particles_data                              # noqa: E402
from lammps_runs import Runs, commands, error_of, samples     # noqa: E402
from study import BOLTZMANN, Study, plt, rigidstep, water, water_lattice   # noqa: E402

FAR = 4.5
# Mean volume and its error by tests/ensembles/monte_carlo.c where the total momentum is not kept: with n=32
# and n=64 body=0,0,0/1,0,0 cycles=1000000; cycles=3000000; ellipsoid=0.5,0.5,1.5 p=0.5 cycles=100000.
# AT_VOLUME is the energy with n=32 body=0,0,0/1,0,0 fixed=138 cycles=1000000.
DUMBBELLS, AT_VOLUME = (138.78, 0.05), (0.28758, 0.00026)
SYSTEMS = dict(dumbbells=(277.31, 0.06), trimers=(303.77, 0.04), ellipsoids=(323.98, 0.29))


def seed_of(*words):
    return (options.seed + int.from_bytes(repr(words).encode(), "little")) % 999983


def measured(stepper, h, every, count, *observe):
    """Mean and error of each observable over `count` samples."""
    values = np.zeros((count, len(observe)))
    for row in values:
        stepper.step(h, every)
        row[:] = [one() for one in observe]
    return [(column.mean(), error_of(column)[0]) for column in values.T]


def compare(what, one, other):
    """Two pairs of a value and its error; returns how many errors they are apart."""
    off = (one[0] - other[0]) / np.hypot(one[1], other[1])
    study.claim(abs(off) < FAR, f"{what}: {one[0]:.5g}({one[1]:.1g}), not {other[0]:.5g}({other[1]:.1g})")
    return off


# ---- water -------------------------------------------------------------------------------------------
N, KELVIN = 27, 298.15


def cluster(factor, h, ends):
    """Temperature of rotation after whole steps in K, and potential energy per molecule in kJ/mol."""
    forces = water(N, wall=(10 * BOLTZMANN * KELVIN, 8.0))
    bodies = water_lattice(forces)
    params = dict(kt=BOLTZMANN * KELVIN, relaxation=50.0, seed=seed_of(factor, h, ends), ends=ends)
    stepper = forces.stepper(bodies, thermostat="langevin", params=params, inertia=factor)
    stepper.step(np.sqrt(factor), options.steps // 10)
    stepper.step(h, options.steps // 50)
    return measured(stepper, h, 5, options.steps // 5,
                    lambda: 2 * stepper.energy()[1] / (3 * N * BOLTZMANN),
                    lambda: forces.potential(bodies) * 1e4 / N)


def curve(axes, found, which, label, of_translation):
    """All points are on one parabola of the scaled step, once the error of translation, h^2, is taken off."""
    keys = np.array(list(found))
    values, errors = np.array([found[tuple(key)][which] for key in keys]).T
    scaled, factor = keys.T
    powers = np.column_stack([scaled**2, np.ones(len(keys)), factor * scaled**2])[:, :2 + of_translation]
    fit = np.linalg.lstsq(powers / errors[:, None], values / errors, rcond=None)[0]
    off = np.abs(values - powers @ fit) / errors
    study.say(f"{label}: {' '.join('%.4g' % part for part in fit)}; largest deviation {off.max():.1f} errors")
    study.claim(off.max() < FAR, f"{label}: one parabola for all factors")
    shown = values - fit[1] - (powers[:, 2] * fit[2] if of_translation else 0)
    for one, mark in zip(factors, "s^vd"):
        its = factor == one
        axes.errorbar(scaled[its], shown[its], errors[its], fmt=mark, label=f"{one:g}")
    line = np.linspace(0, scaled.max(), 20)
    axes.plot(line, fit[0] * line**2, "C6", lw=1)
    axes.set(xlabel="step / √factor, fs", ylabel=label)


def of_water():
    study.say("27 SPC/E molecules, langevin with 50 fs.  T of rotation after steps (BAOAB), K;\n"
              "U, kJ/mol per molecule (OBABO, BAOAB).  scaled: the step over the root of the factor, fs\n"
              "scaled  factor   step    T rotation      U, OBABO         U, BAOAB")
    found = {}
    for scaled in map(float, options.scaled):
        for factor in factors:
            h = scaled * np.sqrt(factor)
            (heat, middle), (_, ends) = cluster(factor, h, 0), cluster(factor, h, 1)
            found[scaled, factor] = heat, ends
            values = " ".join("%9.3f %6.3f" % one for one in (heat, ends, middle))
            study.say(f"{scaled:6g} {factor:7g} {h:6g} {values}")
            compare(f"T of rotation, factor {factor:g}, {h:g} fs", heat, found[scaled, 1.0][0])
            if h < 5:
                compare(f"U, factor {factor:g}, {h:g} fs", ends, found[scaled, 1.0][1])
    if len(options.scaled) > 1:
        figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
        curve(axes[0], found, 0, "T of rotation after a step: bias, K", 0)
        curve(axes[1], found, 1, "U: bias of rotation, kJ/mol per molecule", 1)
        axes[0].legend(title="factor")
        study.draw(figure, "collapse.svg")


# ---- dumbbells by rigidstep.Bodies -------------------------------------------------------------------
class Dumbbells:
    """32 dumbbells of length 1 whose ends repel each other, in a cell; called by a Stepper."""
    n, volume = 32, 138.0

    def __init__(self, factor):
        edge, side = self.volume**(1 / 3), 4
        places = np.array([(i % side, i // side % side, i // side**2) for i in range(self.n)]) + 0.5
        along = np.where(np.arange(self.n)[:, None] % 2, 1, (1, -1, 1)) * (0.25, 0.25, 0.35355)
        middle = places * edge / side * (1, 1, 2)
        ends = np.stack([middle + along, middle - along], 1).reshape(-1, 3)
        body = np.repeat(np.arange(self.n), 2)
        self.bodies = rigidstep.Bodies.from_atoms(ends, np.ones(2 * self.n), body)
        self.factor = factor
        self.one, self.other = np.nonzero(body[:, None] > body)
        self.bodies.draw(1.0, 7)
        self.cell = edge * np.eye(3)

    def __call__(self, _, cell=None):
        place = self.bodies.positions()
        cell = np.diag(self.cell if cell is None else np.reshape(cell, (3, 3)))
        apart = place[self.one] - place[self.other]
        apart -= cell * np.round(apart / cell)
        square = np.einsum("nk,nk->n", apart, apart)
        near = np.flatnonzero(square < 2**(1 / 3))
        apart, third = apart[near], square[near]**-3
        push, forces = (24 * third * (2 * third - 1) / square[near])[:, None] * apart, np.zeros_like(place)
        np.add.at(forces, self.one[near], push)
        np.add.at(forces, self.other[near], -push)
        self.energy, inner = (4 * third * (third - 1) + 1).sum(), self.bodies.gather(forces)
        return (self.energy, push.T @ apart - inner) if self.barostat else self.energy

    def run(self, h, steps, **barostat):
        """Mean and error of U per dumbbell, or of the volume with a barostat."""
        self.barostat = barostat
        pressure = dict(pressure=1.0, barostat_relaxation=1.0) if barostat else {}
        params = dict(kt=1.0, relaxation=1.0, seed=seed_of("dumbbells", h, *barostat), **pressure)
        with rigidstep.Stepper(None, "exact", "strang", self.bodies.columns, self, thermostat="langevin",
                               params=params, inertia=self.factor, **barostat) as stepper:
            if barostat:
                stepper.set_cell(self.cell)
            for part in h / 4, h:
                stepper.step(part, 2000)
            look = (lambda: np.linalg.det(np.reshape(stepper.cell()[0], (3, 3)))) if barostat else \
                (lambda: self.energy / self.n)
            return measured(stepper, h, 10, steps // 10, look)[0]


def of_dumbbells():
    study.say("32 repelling dumbbells, kT 1: U per dumbbell in the volume 138; volume at pressure 1\n"
              "factor   step          U               V")
    for factor in factors:
        h, steps = 0.004 * np.sqrt(min(factor, 4)), options.steps // 3
        energy, size = Dumbbells(factor).run(h, steps), Dumbbells(factor).run(h, steps, barostat="andersen")
        compare(f"U of dumbbells, factor {factor:g}", energy, AT_VOLUME)
        compare(f"V of dumbbells, factor {factor:g}", size, DUMBBELLS)
        study.say(f"{factor:6g} {h:6g} %10.5f %8.5f %8.2f %5.2f" % (*energy, *size))
    study.say("   Monte Carlo %10.5f %8.5f %8.2f %5.2f" % (*AT_VOLUME, *DUMBBELLS))


# ---- LAMMPS ------------------------------------------------------------------------------------------
def of_volumes():
    runs, trimers = Runs(study, __file__, "4Jul2026"), STUDIES / "volumes"
    particles = STUDIES / "particles/in.particles"
    dumbbell = "# a dumbbell\n\n2 atoms\n\nCoords\n\n1 -0.5 0 0\n2 0.5 0 0\n\nTypes\n\n1 1\n2 1\n"
    pathlib.Path("trimer.mol").write_text(dumbbell, encoding="ascii")
    runs.once("dumbbells.data", trimers / "in.trimers", here=pathlib.Path.cwd(), state="dumbbells.data")
    runs.once("trimers.data", trimers / "in.trimers", here=trimers)
    if not pathlib.Path("ellipsoids.data").exists():
        particles_data("ellipsoids.crystal", 4, 3.2, 0, 0)
        warm = commands("ellipsoids", "velocity all create 1.0 771 mom yes dist gaussian")
        runs.once("ellipsoids.data", particles, state="ellipsoids.crystal", name="ellipsoids", keep="yes",
                  fix="npt/asphere/rgs temp 1 1 0.5 iso 0.5 0.5 1 thermostat langevin", steps=10000, dt=0.002,
                  before=warm)

    def one(system, factor):
        style, deck, p, ending = "rigid/npt/small/rgs molecule", trimers / "in.trimers", 1, "volumes"
        if system == "ellipsoids":
            style, deck, p, ending = "npt/asphere/rgs", particles, 0.5, "samples"
        dt, name, seed = 0.004 * np.sqrt(min(factor, 4)), f"{system}-{factor:g}", 1 + seed_of(system, factor)
        fix = f"{style} temp 1 1 1 iso {p} {p} 1 thermostat langevin seed {seed} inertia {factor:g}"
        if not runs.run(name, deck, options.steps, fix=fix, dt=dt, steps=options.steps, warm=5000, start="no",
                        state=f"{system}.data"):
            sys.exit("a run failed")
        volumes = samples(f"{name}.{ending}")[:, 1]
        return system, factor, dt, volumes.mean(), error_of(volumes)[0]
    study.say("LAMMPS, 64 bodies at constant pressure, thermostat langevin, beside Monte Carlo\n"
              "system      factor    step    mean V         Monte Carlo    standard errors")
    wanted = [(system, factor) for system in options.systems for factor in factors]
    for system, factor, dt, *volume in runs.each(one, wanted):
        off = compare(f"{system}, factor {factor:g}", volume, SYSTEMS[system])
        row = "%9.2f %5.2f %9.2f %5.2f" % (*volume, *SYSTEMS[system])
        study.say(f"{system:11} {factor:6g} {dt:7g} {row} {off:+6.1f}")


PARTS = dict(water=of_water, dumbbells=of_dumbbells, volumes=of_volumes)
study = Study(__doc__, "inertia", PARTS, factors=["1", ".25", "4", "9"], scaled="1 2 3 4 5".split(),
              systems=list(SYSTEMS), steps=300000, seed=0)
options = study.options
factors = [float(word) for word in options.factors]
for part in study.parts:
    study.write_to(f"{part}.txt")
    PARTS[part]()
study.end()
