# SPDX-License-Identifier: BSD-3-Clause
"""Rigid molecules in ASE, by rigidstep.ase and by ASE's own velocity Verlet with FixBondLengths (RATTLE)
and FixLinearTriatomic: water.py [MOLECULES].  Stops with an error if a number is not what it should be."""
import sys
import time
import numpy as np
from ase import Atoms, units
from ase.build import molecule
from ase.calculators.calculator import Calculator, all_changes
from ase.calculators.tip3p import TIP3P, angleHOH, rOH
from ase.constraints import FixBondLengths, FixLinearTriatomic
from ase.md.verlet import VelocityVerlet
from rigidstep.ase import RigidDynamics, RigidRelax, thermalize

failed = []


def check(good, what):
    print(f"  {'ok' if good else 'WRONG':6s}{what}")
    if not good:
        failed.append(what)


class Soft(Calculator):
    """Molecules of three atoms that repel each other by exp(-r^2/2), in eV and Angstrom."""
    implemented_properties = ["energy", "forces"]

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        label = np.arange(len(atoms)) // 3
        apart = atoms.positions[:, None] - atoms.positions
        pairs = np.exp(-0.5 * (apart ** 2).sum(axis=2)) * (label[:, None] != label)
        self.results = dict(energy=pairs.sum() / 2, forces=(pairs[:, :, None] * apart).sum(axis=1))


def lattice(one, n, spacing, seed):
    """n copies of a molecule, in any attitude."""
    rng, edge, atoms = np.random.default_rng(seed), int(np.ceil(n ** (1 / 3))), Atoms()
    for i in range(n):
        copy = one.copy()
        copy.rotate(rng.uniform(0, 360), rng.normal(size=3), center="COM")
        copy.translate(spacing * np.array([i % edge, i // edge % edge, i // edge ** 2])
                       - copy.get_center_of_mass())
        atoms += copy
    return atoms


def copied(atoms, calculator, constraint=None):
    copy = atoms.copy()
    copy.calc = calculator()
    copy.set_constraint(constraint)
    return copy


def energies(dynamics, steps):
    """The total energy after every step, and the processor time of a step."""
    told = []
    dynamics.attach(lambda: told.append(dynamics.atoms.get_total_energy()))
    begun = time.process_time()
    dynamics.run(steps)
    return np.array(told), (time.process_time() - begun) / steps


def compare(atoms, calculator, constraint, kelvin):
    """A table of the energy's error in 0.1 ps, for ASE's constraint and for schemes of ours."""
    rms, groups = {}, np.arange(len(atoms)) // 3
    for label in type(constraint).__name__, "exact strang", "dmv2 strang", "exact blanes_moan4":
        for dt in 1, 2, 4:
            if label == type(constraint).__name__:
                dynamics = VelocityVerlet(copied(atoms, calculator, constraint), dt * units.fs)
            else:
                rotor, scheme = label.split()
                dynamics = RigidDynamics(copied(atoms, calculator), dt * units.fs, groups, rotor=rotor, scheme=scheme)
            told, spent = energies(dynamics, 100 // dt)
            rms[label, dt] = told.std() / (len(atoms) / 3 * 3 * units.kB * kelvin)
            print(f"  {label:20s} {dt:3d} fs  RMS {rms[label, dt]:8.1e} kT a molecule {1000 * spent:8.2f} ms a step")
    return rms


n = int(sys.argv[1]) if len(sys.argv) > 1 else 8
theta = np.radians(angleHOH)
water = Atoms("OHH", positions=[(0, 0, 0), (rOH, 0, 0), (rOH * np.cos(theta), rOH * np.sin(theta), 0)])
bonds = FixBondLengths([(3 * i + a, 3 * i + b) for i in range(n) for a, b in ((0, 1), (0, 2), (1, 2))])
far = 1000.0                                              # Angstrom: no cutoff in a cluster

print(f"{n} waters, TIP3P of ASE, from a minimum of the energy, heated to 200 K")
atoms = lattice(water, n, 3.1, 1)
atoms.calc = TIP3P(far)
lengths = atoms.get_all_distances()
relax = RigidRelax(atoms, molecules="bonds", logfile=None)
relax.run(fmax=0.01, steps=2000)
bonded = np.arange(3 * n)[:, None] // 3 == np.arange(3 * n) // 3
off = abs(atoms.get_all_distances() - lengths)[bonded].max()
check(relax.largest() < 0.01 and off < 1e-12, f"fmax {relax.largest():.4f} eV/A after {relax.nsteps} steps, bonds to {off:.0e} A")
thermalize(atoms, molecules="bonds", temperature_K=200, random=1)

theirs = copied(atoms, lambda: TIP3P(far), bonds)
VelocityVerlet(theirs, 1 * units.fs).run(50)
apart = []
for rotor in "dmv2", "exact":                             # RATTLE is the rotor dmv2
    ours = copied(atoms, lambda: TIP3P(far))
    RigidDynamics(ours, 1 * units.fs, molecules="bonds", rotor=rotor).run(50)
    apart.append(abs(ours.positions - theirs.positions).max())
moved = abs(theirs.positions - atoms.positions).max()
check(moved > 0.05 and apart[0] < 1e-9 < 1e-6 < apart[1],
      f"50 steps of 1 fs move atoms by {moved:.2f} A; from ASE's RATTLE the rotor dmv2 is"
      f" {apart[0]:.0e} A away, exact {apart[1]:.0e} A")
rms = compare(atoms, lambda: TIP3P(far), bonds, 200)
check(abs(rms["dmv2 strang", 1] / rms["FixBondLengths", 1] - 1) < 0.01, "dmv2 strang errs as RATTLE")
check(rms["exact blanes_moan4", 2] < rms["exact strang", 1] / 30, "blanes_moan4 at 2 fs beats strang at 1 fs")

print(f"\n{n} CO2 that repel each other, 300 K")
atoms = lattice(molecule("CO2"), n, 2.6, 2)
thermalize(atoms, np.arange(3 * n) // 3, 300, random=2)
line = FixLinearTriatomic(triples=[(3 * i + 1, 3 * i, 3 * i + 2) for i in range(n)])
rms = compare(atoms, Soft, line, 300)
check(rms["exact strang", 1] < 2 * rms["FixLinearTriatomic", 1], "strang is as accurate as FixLinearTriatomic")

print(f"\n{len(failed)} wrong" if failed else "\nall as it should be")
sys.exit(bool(failed))
