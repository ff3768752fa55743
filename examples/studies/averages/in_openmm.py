#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""PME's reciprocal space seldom, in OpenMM on the platform CPU, beside OpenMM's integrators: nanoseconds per day in turns,
and energy, temperature and pressure by positions with errors by the turns.

  in_openmm.py [water] [peptide] [--turns 8] [--ps 4] [--threads 1]

water is 512 SPC/E; peptide is alanine dipeptide with HBonds in TIP3P, whose flexible angles allow 4 fs at most.  The
temperature is that of the kinetic energy which the integrator reports.  Pressure is that of an ideal gas of molecules less
the derivative of the energy by the volume, if molecules are shifted and not deformed."""
import argparse
import pathlib
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "plugin-generic"), str(ROOT / "tests/openmm")]
import openmm                                                 # noqa: E402
import peptides                                               # noqa: E402
from openmm import app, unit                                  # noqa: E402
from rigidstep.openmm import RigidIntegrator                  # noqa: E402

KELVIN, FRICTION, GAS, BAR = 298.15, 5, 8.31446261815324e-3, 16.6053907
FEMTO, SCALE = 1e-3, 1e-3


def water():
    """512 SPC/E at .997 g/cm3 on a lattice, turned at random."""
    side, edge, chain = 8, 2.4857, app.Topology()
    residues, random = chain.addChain(), np.random.default_rng(1)
    oxygen, hydrogen = app.Element.getBySymbol("O"), app.Element.getBySymbol("H")
    x = []
    for place in np.ndindex(side, side, side):
        of = chain.addResidue("HOH", residues)
        atoms = [chain.addAtom(name, hydrogen if name[0] == "H" else oxygen, of) for name in ("O", "H1", "H2")]
        for other in atoms[1:]:
            chain.addBond(atoms[0], other)
        turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
        sites = np.array([[0, 0, 0], [.0816, .0577, 0], [-.0816, .0577, 0]])
        x.extend((np.array(place) + .5) * edge / side + sites @ turn)
    chain.setPeriodicBoxVectors(edge * np.eye(3) * unit.nanometer)
    field = app.ForceField("spce.xml")
    return chain, np.array(x), lambda heavy=None: field.createSystem(
        chain, nonbondedMethod=app.PME, nonbondedCutoff=.9 * unit.nanometer, hydrogenMass=heavy)


def peptide():
    topology, x, system = peptides.solvated(edge=2.5)
    return topology, x.value_in_unit(unit.nanometer), system


def ours(step, inertia=1, seldom=1):
    """A step in fs, with the reciprocal space in each `seldom`-th short one."""
    groups = [(1, 1), (0, seldom)] if seldom > 1 else ()
    return lambda system: RigidIntegrator(step * FEMTO, system, KELVIN, FRICTION, inertia=inertia, groups=groups, seed=1)


def middle(step):
    return lambda _: openmm.LangevinMiddleIntegrator(KELVIN, FRICTION, step * FEMTO)


def theirs(step, inner):
    return lambda _: openmm.MTSLangevinIntegrator(KELVIN, FRICTION, step * FEMTO, [(1, 1), (0, inner)])


# name: step in fs, hydrogens in u, what makes the integrator
OPENMM = {"LangevinMiddle": (2, None, middle(2)), "LangevinMiddle, 3 u": (4, 3, middle(4)),
          "MTSLangevin, 2 x 2": (4, None, theirs(4, 2))}
ROWS = {"water": {**OPENMM, "ours": (4, None, ours(4)), "ours, inertia 4": (8, None, ours(8, 4)),
                  "ours, inertia 4, 2 x 8": (16, None, ours(16, 4, 2)),
                  "ours, inertia 4, 3 x 8": (24, None, ours(24, 4, 3))},
        "peptide": {**OPENMM, "ours, 3 u": (4, 3, ours(4)), "ours, 3 u, 2 x 4": (8, 3, ours(8, 1, 2)),
                    "ours, 3 u, 3 x 4": (12, 3, ours(12, 1, 3))}}


class Pressure:
    def __init__(self, system):
        self.context = openmm.Context(system, openmm.VerletIntegrator(FEMTO), *platform())
        molecules = [np.array(list(one)) for one in self.context.getMolecules()]
        self.of = np.empty(system.getNumParticles(), int)
        for number, one in enumerate(molecules):
            self.of[one] = number
        self.n, self.size = len(molecules), np.bincount(self.of)[:, None]

    def __call__(self, x, box):
        centre = np.array([np.bincount(self.of, column) for column in x.T]).T / self.size
        energy = []
        for by in (1 + SCALE, 1 - SCALE):
            self.context.setPeriodicBoxVectors(*(by * box))
            self.context.setPositions(x + (by - 1) * centre[self.of])
            energy.append(self.context.getState(getEnergy=True).getPotentialEnergy()._value)
        volume = np.linalg.det(box)
        change = volume * ((1 + SCALE)**3 - (1 - SCALE)**3)
        return BAR * (self.n * GAS * KELVIN / volume - (energy[0] - energy[1]) / change)


def platform():
    return openmm.Platform.getPlatformByName("CPU"), {"Threads": str(options.threads)}


class Row:
    """A run of one integrator, and what its turns found."""

    def __init__(self, made, step, heavy, integrator, molecules):
        topology, x, create = made
        self.step, system = step, create(heavy)
        charges, = (one for one in system.getForces() if isinstance(one, openmm.NonbondedForce))
        charges.setReciprocalSpaceForceGroup(1)
        self.run = app.Simulation(topology, system, integrator(system), *platform())
        self.run.context.setPositions(x)
        self.freedom = 3 * system.getNumParticles() - system.getNumConstraints() - 3
        self.pressure, self.molecules, self.turns = Pressure(system), molecules, []
        self.run.context.setVelocitiesToTemperature(KELVIN, 1)

    def turn(self, ps):
        steps, spent, rows = round(ps / (self.step * FEMTO)), 0, []
        every = max(1, round(.2 / (self.step * FEMTO)))
        for _ in range(0, steps, every):
            begin = time.perf_counter()
            self.run.step(every)
            spent += time.perf_counter() - begin
            state = self.run.context.getState(getEnergy=True, getPositions=True)
            box = state.getPeriodicBoxVectors(asNumpy=True)._value
            rows.append((state.getPotentialEnergy()._value / self.molecules,
                         2 * state.getKineticEnergy()._value / (self.freedom * GAS),
                         self.pressure(state.getPositions(asNumpy=True)._value, box)))
        self.turns.append((len(rows) * every * self.step * 1e-6 * 86400 / spent, *np.mean(rows, axis=0)))


def relaxed(made):
    """Positions after 10 ps from a minimum."""
    topology, x, create = made
    integrator = openmm.LangevinMiddleIntegrator(KELVIN, 20, 2 * FEMTO)
    run = app.Simulation(topology, create(), integrator, *platform())
    run.context.setPositions(x)
    run.minimizeEnergy()
    run.step(5000)
    return topology, run.context.getState(getPositions=True).getPositions(), create


def study(name):
    made = relaxed(water() if name == "water" else peptide())
    molecules = sum(1 for _ in made[0].residues()) if name == "water" else 1
    rows = {row: Row(made, *what, molecules) for row, what in ROWS[name].items()}
    for turn in range(options.turns + 1):
        for row in rows.values():
            row.turn(options.ps)
    print(f"{name}: {options.turns} turns of {options.ps:g} ps, threads: {options.threads}; U in kJ/mol"
          f"{' per molecule' if name == 'water' else ''}\n"
          f"{'':26} fs     ns/day  ratio        U                T, K         pressure, bar")
    first = None
    for label, row in rows.items():
        found = np.array(row.turns[1:])
        mean, error = found.mean(axis=0), found.std(axis=0, ddof=1) / np.sqrt(len(found))
        first = first or mean[0]
        print(f"{label:25} {row.step:3} {mean[0]:7.2f}({error[0]:.2f}) {mean[0] / first:5.2f} "
              f"{mean[1]:11.3f} +- {error[1]:.3f} {mean[2]:8.2f} +- {error[2]:.2f} {mean[3]:7.0f} +- {error[3]:.0f}",
              flush=True)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("systems", nargs="*", help="water or peptide; none: both")
parser.add_argument("--turns", type=int, default=8, help="default 8, after one that is left out")
parser.add_argument("--ps", type=float, default=4, help="default 4, of each turn")
parser.add_argument("--threads", type=int, default=1, help="default 1")
options = parser.parse_args()
for system in options.systems or ROWS:
    study(system)
