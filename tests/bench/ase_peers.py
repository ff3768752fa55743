# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.ase beside ASE's own constraints, and what it costs: ase_peers.py [cost] [energies] [relaxation] (default:
all, twelve minutes).

cost        processor time of a step of molecules with forces that cost nothing, the best of seven, beside the cost of the
            library alone; and how long imports take
energies    64 N2, 27 TIP4P waters and 27 CO2 at constant energy, with steps of 1, 2 and 4 fs: how far the
            energy wanders in 0.2 ps, and the processor time of a step with the calculator
relaxation  evaluations that 27 waters in any orientation need to forces of 1e-4 eV/Angstrom, by FIRE and BFGS
            with RigidFilter, and by FIRE with FixBondLengths
README.md says how to run it.
"""
import os
import subprocess
import sys
import time
from functools import partial

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bindings"))
from ase_models import Soft, lattice, np
from ase import Atoms, units
from ase.build import molecule
from ase.calculators.tip4p import TIP4P, angleHOH, rOH
from ase.constraints import FixBondLengths, FixLinearTriatomic
from ase.md.verlet import VelocityVerlet
from ase.optimize import BFGS, FIRE
from rigidstep import Stepper
from rigidstep.ase import RigidDynamics, RigidFilter, thermalize

KELVIN = 200
THETA = np.radians(angleHOH)
WATER = Atoms("OHH", positions=[(0, 0, 0), (rOH, 0, 0), (rOH * np.cos(THETA), rOH * np.sin(THETA), 0)])


def soft(name, n):
    atoms, labels = lattice(molecule(name), n, 1.7, 1)
    return atoms, labels, lambda: Soft(labels, np.where(atoms.numbers == 8, 0.7, 0.5))


def waters():
    return (*lattice(WATER, 27, 3.1, 1), lambda: TIP4P(1000.0))    # Angstrom: no cutoff in a cluster


def triangles(n):
    return FixBondLengths([(3 * i + a, 3 * i + b) for i in range(n) for a, b in ((0, 1), (0, 2), (1, 2))])


def with_calculator(atoms, calculator, constraint=None):
    copy = atoms.copy()
    copy.calc = calculator()
    copy.set_constraint(constraint)
    return copy


def energies(what, atoms, labels, calculator, constraint):
    molecules = labels.max() + 1
    for label in type(constraint).__name__, "exact strang", "exact srkn6b":
        for dt in 1, 2, 4:
            if label == type(constraint).__name__:
                dynamics = VelocityVerlet(with_calculator(atoms, calculator, constraint), dt * units.fs)
            else:
                rotor, scheme = label.split()
                dynamics = RigidDynamics(with_calculator(atoms, calculator), dt * units.fs, labels, rotor=rotor,
                                         scheme=scheme)
            told = []
            dynamics.attach(lambda: told.append(dynamics.atoms.get_total_energy()))
            begun = time.process_time()
            dynamics.run(200 // dt)
            spent = (time.process_time() - begun) / (200 // dt)
            rms = np.std(told) / (molecules * units.kB * KELVIN)
            print(f"{what:10s} {label:20s} {dt:3d} fs   RMS {rms:8.1e} kT a molecule {1000 * spent:9.2f} ms a step",
                  flush=True)


def relaxation(what, atoms, labels, relax):
    inside, before = labels[:, None] == labels, atoms.get_all_distances()
    met = relax.run(fmax=1e-4, steps=5000)
    off = abs(atoms.get_all_distances() - before)[inside].max()
    print(f"27 TIP4P, {what}: fmax 1e-4 eV/A {'' if met else 'not '}met after {relax.nsteps + 1} evaluations, distances "
          f"to {off:.0e} A, energy {atoms.get_potential_energy():.6f} eV", flush=True)


class Free:
    """No calculator of ASE's own, so what is measured is not its bookkeeping."""
    def get_forces(self, atoms):
        return self.forces


def best(call, steps):
    times = []
    for _ in range(7):
        begun = time.process_time()
        call(steps)
        times.append((time.process_time() - begun) / steps)
    return 1e6 * min(times)


def cost_of_step(number):
    atoms, labels = lattice(WATER, number, 3.1, 1)
    atoms.calc = Free()
    atoms.calc.forces = np.zeros((len(atoms), 3))
    thermalize(atoms, labels, 300, random=1)
    dynamics = RigidDynamics(atoms, 1 * units.fs, labels)
    columns = {name: values.copy() for name, values in dynamics.molecules.bodies.columns.items()}
    alone = Stepper(None, "exact", "strang", columns, lambda time: None)
    for call in dynamics.run, lambda steps: alone.step(0.1, steps):
        call(20)
    steps = max(50, 20000 // number)
    print(f"{number} molecules: {best(dynamics.run, steps):.0f} us a step, "
          f"the library {best(lambda n: alone.step(0.1, n), steps):.0f} us")


def cost_of_import(what):
    took = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        between = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {what}; {what}"], check=True)
        took.append(time.perf_counter() - between - (between - begun))
    print(f"import {what}: {min(took):.3f} s")


wanted = sys.argv[1:] or ["cost", "energies", "relaxation"]
if "cost" in wanted:
    for number in 8, 216, 2000:
        cost_of_step(number)
    for what in "rigidstep", "rigidstep.ase":
        cost_of_import(what)
if "energies" in wanted:
    atoms, labels, calculator = soft("N2", 64)
    thermalize(atoms, labels, KELVIN, random=1)
    energies("64 N2", atoms, labels, calculator, FixBondLengths([(2 * i, 2 * i + 1) for i in range(64)]))
    atoms, labels, calculator = waters()
    atoms.calc = calculator()
    FIRE(RigidFilter(atoms, labels, cell=False), logfile=None).run(fmax=0.01, steps=2000)
    thermalize(atoms, labels, KELVIN, random=1)
    energies("27 TIP4P", atoms, labels, calculator, triangles(27))
    atoms, labels, calculator = soft("CO2", 27)
    thermalize(atoms, labels, KELVIN, random=1)
    energies("27 CO2", atoms, labels, calculator, FixLinearTriatomic([(3 * i + 1, 3 * i, 3 * i + 2) for i in range(27)]))
if "relaxation" in wanted:
    ours = {"FIRE": FIRE, "BFGS": BFGS, "BFGS, alpha=10": partial(BFGS, alpha=10)}
    for what in *ours, "FIRE with FixBondLengths":
        atoms, labels, calculator = waters()
        atoms.calc = calculator()
        if what in ours:
            relax = ours[what](RigidFilter(atoms, labels, cell=False), logfile=None)
        else:
            atoms.set_constraint(triangles(27))
            relax = FIRE(atoms, logfile=None)
        relaxation(what, atoms, labels, relax)
